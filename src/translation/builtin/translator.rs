//! The built-in translator as one that is scored: every mutant of the Java side is translated anew.

use super::{Mode, Style, translate};
use crate::error::Result;
use crate::lang::SourceFile;
use crate::model::{Language, Mutant, TextEdit};
use crate::translation::{PairSource, Translation, Translator};

/// Translates whole mutants by rules.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// How.
    pub mode: Mode,
}

impl Translator for Builtin {
    fn name(&self) -> String {
        match self.mode {
            Mode::Faithful => "faithful".to_owned(),
            Mode::Plain => "plain".to_owned(),
        }
    }

    fn translate(&mut self, source: &PairSource<'_>, mutants: &[Mutant], asked: &[usize]) -> Result<Vec<Translation>> {
        asked.iter().filter_map(|at| mutants.get(*at)).map(|mutant| self.one(source, &mutant.edits)).collect()
    }

    fn follows_port(&self) -> bool {
        false
    }
}

impl Builtin {
    fn one(self, source: &PairSource<'_>, edits: &[TextEdit]) -> Result<Translation> {
        let Some(text) = crate::model::span::apply(&source.java.text, edits) else {
            return Ok(Translation::Missing("the change does not fit the text".to_owned()));
        };
        let file = SourceFile::parse(&source.java.path, text, Language::Java)?;
        let pair = &source.pair.java;
        let place = source.java.functions.iter().position(|f| f.span == pair.span);
        let function = place.and_then(|at| file.functions.get(at));
        // What is not known has no translation, and counts against the translator.
        Ok(
            match function
                .map(|function| translate(&file, Some(function), Style { mode: self.mode, keeps_names: false }))
            {
                Some(Ok(port)) => {
                    Translation::Module { text: port.text, qualname: port.qualname, on_instance: port.on_instance }
                }
                Some(Err(error)) => Translation::Missing(error.what),
                None => Translation::Missing("the function is not found".to_owned()),
            },
        )
    }
}
