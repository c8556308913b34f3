//! Translates the whole Java function of each mutant with the built-in translator.

use super::{Mode, TranslatedPort, TranslationStyle, translate};
use crate::{PairSource, Translation, Translator};
use mts_lang::SourceFile;
use mts_model::error::Result;
use mts_model::options::NamedOption;
use mts_model::{Function, Language, Mutant, TextEdit, Why};

/// The built-in translator, which translates the function of each mutant as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Transpiler {
    /// The translation mode.
    pub mode: Mode,
}

impl Translator for Transpiler {
    fn name(&self) -> String {
        self.mode.name().to_owned()
    }

    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[&Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>> {
        requested
            .iter()
            .filter_map(|at| mutants.get(*at))
            .map(|mutant| self.translate_one(source, &mutant.edits))
            .collect()
    }

    fn follows_port(&self) -> bool {
        false
    }
}

impl Transpiler {
    fn translate_one(self, source: &PairSource<'_>, edits: &[TextEdit]) -> Result<Translation> {
        let Some(text) = mts_model::span::apply(&source.java.text, edits) else {
            return Ok(Translation::Missing("the edits of the mutant do not fit the Java file".into()));
        };
        let file = SourceFile::parse(&source.java.path, text, Language::Java)?;
        let pair = &source.pair.java;
        // A class-level change may add or remove functions, but the class still has exactly one `main`.
        let is_same = |f: &&Function| f.is_entry_point() && f.scope == pair.scope;
        let place = || source.java.functions.iter().position(|f| f.span == pair.span);
        let function = if pair.is_entry_point() {
            file.functions.iter().find(is_same)
        } else {
            place().and_then(|at| file.functions.get(at))
        };
        let none = || Translation::Missing("the mutated Java file does not have the function".into());
        Ok(function.map_or_else(none, |function| self.whole(&file, function)))
    }

    /// Translates a function of a file, or the whole program of a `main`.
    ///
    /// If the code has an unknown construct, the result is [`Translation::Missing`].
    #[must_use]
    pub fn whole(self, file: &SourceFile, function: &Function) -> Translation {
        match translate(file, Some(function), TranslationStyle { mode: self.mode, keeps_names: false }) {
            Ok(TranslatedPort { text, qualname, .. }) if function.is_entry_point() => {
                let text = format!("{text}\n\nif __name__ == \"__main__\":\n    {qualname}([])\n");
                Translation::Module { text, qualname: "__main__".to_owned(), on_instance: false }
            }
            Ok(TranslatedPort { text, qualname, on_instance }) => Translation::Module { text, qualname, on_instance },
            Err(error) => Translation::Missing(Why::parse(&error.message)),
        }
    }
}
