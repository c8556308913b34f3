//! The built-in properties of translators, and the built-in translator as a translator under test.
//!
//! Eniser et al. 2024 use 38 properties to test translators, and 24 properties to search for better translations.

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
    /// The properties that test a translator.
    pub test: Vec<Property>,
    /// The properties that guide a search. These properties report only faults of the first translation, `d1`.
    pub search: Vec<Property>,
    /// The properties of a pair and its base.
    ///
    /// A change of one side needs a change of the other side.
    pub history: Vec<Property>,
}

/// Returns the built-in properties.
///
/// # Errors
/// Returns an internal error if the table is invalid.
pub fn table() -> Result<BuiltinProperties> {
    serde_json::from_str(include_str!("builtin.json"))
        .map_err(|error| Error::bug(format!("the table of built-in properties is invalid: {error}")))
}

impl PropertyTranslator for Transpiler {
    fn name(&self) -> String {
        mts_translate::Translator::name(self)
    }

    /// Returns the translation with Python's names first, then the translation with Java's names.
    ///
    /// The list is empty if the transpiler cannot translate the program.
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

/// Returns the built-in translator in this mode.
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
