//! Answers of translators, kept between runs under a hash of everything that bears on them. Only texts are
//! kept: what failed is asked again.

use super::{Asking, Question};
use std::path::{Path, PathBuf};

/// Part of every key: counts up when what is kept changes its meaning.
const FORM: &str = "1";

/// A folder of answers.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Where an answer is kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(String);

impl Key {
    /// The key of a question that is asked in a way of a translator.
    pub(super) fn of(identity: &[String], question: &Question, asking: &Asking) -> Self {
        let asked = [asking.candidates.to_string(), format!("{:?}", asking.temperature), format!("{:?}", asking.seed)];
        let asked = asked.iter().map(String::as_str);
        let question = [&question.java, &question.class, &question.method, &question.signature];
        let mut hasher = blake3::Hasher::new();
        // The first prompt has the keys that all had before there were others.
        let prompt = (asking.prompt > 0).then(|| format!("prompt {}", asking.prompt));
        let asked = asked.chain(prompt.as_deref());
        let parts = std::iter::once(FORM).chain(identity.iter().map(String::as_str)).chain(asked);
        for part in parts.chain(question.map(String::as_str)) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self(hasher.finalize().to_hex()[..40].to_owned())
    }
}

impl Cache {
    /// Answers below the tool's own folder of caches.
    #[must_use]
    pub fn below(cache: &Path) -> Self {
        Self { folder: cache.join("translations") }
    }

    fn file(&self, key: &Key) -> PathBuf {
        self.folder.join(&key.0[..2]).join(format!("{}.json", &key.0[2..]))
    }

    /// The texts that are kept there.
    pub(super) fn get(&self, key: &Key) -> Option<Vec<String>> {
        let bytes = std::fs::read(self.file(key)).ok()?;
        let texts: Vec<String> = serde_json::from_slice(&bytes).ok()?;
        (!texts.is_empty()).then_some(texts)
    }

    /// Keeps texts, whole or not at all; a disk that does not take them costs time later, and nothing else.
    pub(super) fn put(&self, key: &Key, texts: &[String]) {
        let file = self.file(key);
        let keep = || -> std::io::Result<()> {
            let folder = file.parent().unwrap_or(&self.folder);
            std::fs::create_dir_all(folder)?;
            let staged = tempfile::NamedTempFile::new_in(folder)?;
            serde_json::to_writer(&staged, texts)?;
            staged.persist(&file)?;
            Ok(())
        };
        drop(keep());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(java: &str) -> Question {
        let text = |text: &str| text.to_owned();
        Question { java: text(java), class: text("A"), method: text("f"), signature: text("int f()") }
    }

    #[test]
    fn a_key_is_of_everything_that_bears_on_an_answer() {
        let asking = Asking { candidates: 1, temperature: None, seed: None, prompt: 0 };
        let of = |parts: &[&str], java: &str, asking: Asking| {
            Key::of(&parts.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>(), &question(java), &asking)
        };
        let keys = [
            of(&["command", "a"], "class A {}", asking),
            of(&["command", "b"], "class A {}", asking),
            of(&["commanda", ""], "class A {}", asking),
            of(&["command", "a"], "class A { }", asking),
            of(&["command", "a"], "class A {}", Asking { candidates: 2, ..asking }),
            of(&["command", "a"], "class A {}", Asking { temperature: Some(0.0), ..asking }),
            of(&["command", "a"], "class A {}", Asking { seed: Some(0), ..asking }),
            of(&["command", "a"], "class A {}", Asking { prompt: 1, ..asking }),
        ];
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), keys.len());
        assert_eq!(of(&["command", "a"], "class A {}", asking), keys[0]);
    }

    #[test]
    fn what_is_kept_is_found_and_what_was_torn_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::below(folder.path());
        let key = Key::of(&[], &question(""), &Asking { candidates: 1, temperature: None, seed: None, prompt: 0 });
        assert_eq!(cache.get(&key), None);
        let texts = vec!["def f():\n    pass\n".to_owned(), String::new()];
        cache.put(&key, &texts);
        assert_eq!(cache.get(&key), Some(texts));
        std::fs::write(cache.file(&key), "[\"def").expect("writes");
        assert_eq!(cache.get(&key), None);
    }
}
