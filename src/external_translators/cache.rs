//! Stores the answers of translators, under a hash of the request and the translator.
//!
//! The cache stores only texts, so the tool requests failed translations again. The cache removes
//! the least recently used answers.

use crate::external_translators::request::{SamplingParams, TranslateRequest};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// A version that is part of every key. The version changes if the meaning of the stored answers
/// changes.
const FORM: &str = "1";

/// The largest size of all answers in bytes.
const MOST: u64 = 256 << 20;

/// A folder of answers.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    most: u64,
    /// The number of bytes added since the last check of the size.
    added: Arc<AtomicU64>,
}

/// The key of an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CacheKey(String);

impl CacheKey {
    /// Returns the key of a request to a translator.
    pub(super) fn new(identity: &[String], question: &TranslateRequest, params: &SamplingParams) -> Self {
        let asked = [params.candidates.to_string(), format!("{:?}", params.temperature), format!("{:?}", params.seed)];
        let asked = asked.iter().map(String::as_str);
        let question = [&question.java, &question.class, &question.method, &question.signature];
        let mut hasher = blake3::Hasher::new();
        // The first prompt adds nothing to the key, so that keys from versions with one prompt
        // remain valid.
        let prompt = (params.prompt > 0).then(|| format!("prompt {}", params.prompt));
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
    /// Returns the cache of answers below the tool's cache folder.
    #[must_use]
    pub fn from_folder(cache: &Path) -> Self {
        Self::with_limit(cache.join("translations"), MOST)
    }

    fn with_limit(folder: PathBuf, most: u64) -> Self {
        // The first addition checks the size, because another run may have stopped before its
        // check.
        Self { folder, most, added: Arc::new(AtomicU64::new(most)) }
    }

    fn file(&self, key: &CacheKey) -> PathBuf {
        self.folder.join(&key.0[..2]).join(format!("{}.json", &key.0[2..]))
    }

    /// Returns the stored texts of a key, or `None` if there are none.
    pub(super) fn get(&self, key: &CacheKey) -> Option<Vec<String>> {
        let file = self.file(key);
        let bytes = std::fs::read(&file).ok()?;
        let texts: Vec<String> = serde_json::from_slice(&bytes).ok()?;
        // The new time marks the entry as used. In a read-only folder, the order stays the same.
        let used = std::fs::File::options().append(true).open(&file);
        drop(used.and_then(|file| file.set_modified(SystemTime::now())));
        (!texts.is_empty()).then_some(texts)
    }

    /// Stores texts atomically. The function ignores errors, because an error only costs time
    /// later.
    pub(super) fn put(&self, key: &CacheKey, texts: &[String]) {
        let file = self.file(key);
        let keep = || -> std::io::Result<()> {
            let folder = file.parent().unwrap_or(&self.folder);
            std::fs::create_dir_all(folder)?;
            let staged = tempfile::NamedTempFile::new_in(folder)?;
            serde_json::to_writer(&staged, texts)?;
            self.added.fetch_add(staged.as_file().metadata()?.len(), Ordering::Relaxed);
            staged.persist(&file)?;
            Ok(())
        };
        drop(keep());
        if self.added.load(Ordering::Relaxed) > self.most / 8 {
            self.added.store(0, Ordering::Relaxed);
            self.trim();
        }
    }

    /// Removes the least recently used answers if the answers exceed the limit.
    ///
    /// Afterwards, an eighth of the limit is free.
    fn trim(&self) {
        let files = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut all: Vec<(SystemTime, PathBuf, u64)> = files(&self.folder)
            .flat_map(|below| files(&below).collect::<Vec<_>>())
            .filter(|file| file.extension().is_some_and(|end| end == "json"))
            .filter_map(|file| {
                let data = std::fs::metadata(&file).ok()?;
                Some((data.modified().ok()?, file, data.len()))
            })
            .collect();
        let mut kept: u64 = all.iter().map(|(_, _, length)| length).sum();
        if kept <= self.most {
            return;
        }
        all.sort();
        for (_, file, length) in all {
            if kept <= self.most - self.most / 8 {
                break;
            }
            // Another run may have removed the file already.
            drop(std::fs::remove_file(file));
            kept -= length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(java: &str) -> TranslateRequest {
        let text = |text: &str| text.to_owned();
        TranslateRequest { java: text(java), class: text("A"), method: text("f"), signature: text("int f()") }
    }

    #[test]
    fn a_cache_key_depends_on_everything_that_affects_an_answer() {
        let params = SamplingParams { candidates: 1, temperature: None, seed: None, prompt: 0 };
        let key = |parts: &[&str], java: &str, params: SamplingParams| {
            CacheKey::new(&parts.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>(), &question(java), &params)
        };
        let keys = [
            key(&["command", "a"], "class A {}", params),
            key(&["command", "b"], "class A {}", params),
            key(&["commanda", ""], "class A {}", params),
            key(&["command", "a"], "class A { }", params),
            key(&["command", "a"], "class A {}", SamplingParams { candidates: 2, ..params }),
            key(&["command", "a"], "class A {}", SamplingParams { temperature: Some(0.0), ..params }),
            key(&["command", "a"], "class A {}", SamplingParams { seed: Some(0), ..params }),
            key(&["command", "a"], "class A {}", SamplingParams { prompt: 1, ..params }),
        ];
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), keys.len());
        assert_eq!(key(&["command", "a"], "class A {}", params), keys[0]);
    }

    #[test]
    fn a_stored_answer_is_found_and_a_damaged_entry_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::from_folder(folder.path());
        let key = CacheKey::new(
            &[],
            &question(""),
            &SamplingParams { candidates: 1, temperature: None, seed: None, prompt: 0 },
        );
        assert_eq!(cache.get(&key), None);
        let texts = vec!["def f():\n    pass\n".to_owned(), String::new()];
        cache.put(&key, &texts);
        assert_eq!(cache.get(&key), Some(texts));
        std::fs::write(cache.file(&key), "[\"def").expect("writes");
        assert_eq!(cache.get(&key), None);
    }

    #[test]
    fn the_least_recently_used_answers_are_removed_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let params = SamplingParams { candidates: 1, temperature: None, seed: None, prompt: 0 };
        let key = |n: u32| CacheKey::new(&[], &question(&format!("class A{n} {{}}")), &params);
        let cache = Cache::with_limit(folder.path().to_path_buf(), 10_000);
        let text = vec!["x".repeat(996)];
        for n in 0..9 {
            cache.put(&key(n), &text);
            let file = std::fs::File::options().append(true).open(cache.file(&key(n))).expect("opens");
            let long_ago = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(u64::from(n));
            file.set_modified(long_ago).expect("is older");
        }
        assert!((0..9).all(|n| cache.file(&key(n)).is_file()), "nine thousand bytes are not too many");
        assert!(cache.get(&key(0)).is_some(), "and the oldest is used");
        cache.put(&key(9), &text);
        cache.put(&key(10), &text);
        cache.put(&key(11), &text);
        let left: Vec<u32> = (0..12).filter(|n| cache.file(&key(*n)).is_file()).collect();
        assert!(!left.contains(&1) && !left.contains(&2), "{left:?}");
        assert!(left.contains(&0) && left.contains(&11), "{left:?}");
        let kept: u64 = left.iter().map(|n| std::fs::metadata(cache.file(&key(*n))).expect("it is there").len()).sum();
        assert!(kept <= 10_000, "{kept}");
    }
}
