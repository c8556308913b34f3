//! Owns the built-in properties: the 38 that Eniser et al. 2024 test translators with, and the 24 for their search for
//! better translations. It also adapts the built-in translator, so that properties can be checked on it.

use crate::properties::engine::PropertyTranslator;
use crate::properties::program::{TestPort, TestProgram};
use mts_model::Property;
use mts_model::error::{Error, Result};
use mts_translate::transpiler::Transpiler;
use mts_translate::transpiler::{Mode, TranslationStyle, translate};
use serde::Deserialize;

/// The table of the built-in properties.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltinProperties {
    /// Those that test a translator.
    pub test: Vec<Property>,
    /// Those that guide a search, which blame `d1` alone.
    pub search: Vec<Property>,
    /// Those of a pair and its base: what changed on one side changed on the other.
    pub history: Vec<Property>,
}

/// The built-in properties.
///
/// # Errors
/// A bug error when the table cannot be read.
pub fn table() -> Result<BuiltinProperties> {
    serde_json::from_str(include_str!("builtin.json"))
        .map_err(|error| Error::bug(format!("the table of properties cannot be read: {error}")))
}

impl PropertyTranslator for Transpiler {
    fn name(&self) -> String {
        mts_translate::Translator::name(self)
    }

    /// The translation with Python's names, then that with Java's: it has no others.
    fn answers(&mut self, program: &TestProgram, most: usize) -> Result<std::result::Result<Vec<TestPort>, String>> {
        let mut answers = Vec::new();
        for keeps_names in [false, true].into_iter().take(most) {
            let style = TranslationStyle { mode: self.mode, keeps_names };
            let Ok(made) = translate(&program.java, Some(&program.function), style) else { return Ok(Ok(Vec::new())) };
            answers.push(TestPort::from_translation(made)?);
        }
        Ok(Ok(answers))
    }
}

/// The built-in translator in a mode.
#[must_use]
pub fn translator(mode: Mode) -> Transpiler {
    Transpiler { mode }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::CheckedProperty;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_has_the_properties_of_the_paper_and_all_can_be_checked() {
        let table = table().expect("a table");
        assert_eq!((table.test.len(), table.search.len()), (38, 24));
        let names: BTreeSet<&str> = table.test.iter().chain(&table.search).map(|p| p.name.as_str()).collect();
        assert_eq!(names.len(), 62);
        for property in table.test.iter().chain(&table.search).chain(&table.history) {
            if let Err((key, fault)) = CheckedProperty::new(property) {
                panic!("{}: {key}: {fault:?}", property.name);
            }
        }
        let syntactic = table.test.iter().filter(|property| property.is_syntactic()).count();
        assert_eq!(syntactic, 24, "24 syntactic and 14 other ones (RQ2)");
        let budgets: BTreeSet<u64> = table.test.iter().map(Property::tests).collect();
        assert_eq!(budgets, BTreeSet::from([500, 2500]));
    }
}
