//! Finds the classes of a Python project that run code when Python defines a subclass.
//!
//! The code is a method such as `__init_subclass__`, or a metaclass. A subclass inherits this code.

use crate::run::revision::Revision;
use mts_lang::definitions::Definition;
use mts_model::Language;
use std::collections::BTreeSet;

/// Words in a file that may define such code.
const WORDS: [&str; 3] = ["__init_subclass__", "__mro_entries__", "metaclass"];

/// The names of the classes that run code when Python defines a subclass.
#[derive(Default)]
pub struct Hooks(BTreeSet<String>);

impl Hooks {
    /// Finds the classes of both revisions. In Java, no class has such code.
    #[must_use]
    pub fn find(base: &Revision, head: &Revision, language: Language) -> Self {
        let files = || head.files(language).chain(base.files(language));
        let has_word = |text: &str| WORDS.iter().any(|word| text.contains(word));
        if language == Language::Java || !files().any(|file| has_word(&file.text)) {
            return Self::default();
        }
        let mut hooks = BTreeSet::new();
        // The name of each class with base classes, and the words of these base classes.
        let mut subclasses: Vec<(String, BTreeSet<String>)> = Vec::new();
        for file in files() {
            let definitions = file.definitions();
            for definition in &definitions {
                if definition.is_subclass {
                    let words = definition.words().into_iter().map(str::to_owned).collect();
                    subclasses.extend(class_at(definition, &definitions).map(|class| (class, words)));
                } else if definition.names.iter().any(|name| WORDS.contains(&name.as_str())) {
                    hooks.extend(definition.scope.last().cloned());
                } else if definition.names.is_empty() && definition.tokens.iter().any(|token| token == "metaclass") {
                    hooks.extend(class_at(definition, &definitions));
                }
            }
        }
        loop {
            let inherits =
                |(class, bases): &&(String, BTreeSet<String>)| !hooks.contains(class) && !bases.is_disjoint(&hooks);
            let more: Vec<String> = subclasses.iter().filter(inherits).map(|(class, _)| class.clone()).collect();
            if more.is_empty() {
                return Self(hooks);
            }
            hooks.extend(more);
        }
    }

    /// Reports whether a definition can run code.
    ///
    /// A list of base classes can run code only if one of these classes runs code when Python defines a subclass.
    #[must_use]
    pub fn is_code(&self, definition: &Definition) -> bool {
        !definition.is_subclass || definition.words().into_iter().any(|word| self.0.contains(word))
    }
}

/// Returns the name of the class to whose header a definition belongs.
fn class_at(definition: &Definition, all: &[Definition]) -> Option<String> {
    all.iter().find(|other| other.span == definition.span && !other.names.is_empty())?.names.first().cloned()
}
