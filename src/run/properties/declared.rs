//! The properties that a user declares, checked when they are read.

use crate::config::DeclaredProperty;
use mts_engine::properties::{self, CheckedProperty};
use mts_model::Property;
use mts_model::error::{Error, Result};
use std::path::Path;

/// The properties that a user wrote, checked.
///
/// # Errors
/// As [`DeclaredProperty::load`]; a usage error with the line for the first that cannot be checked, or whose name is
/// taken.
pub fn of_user(folder: &Path, config: Option<&Path>) -> Result<Vec<Property>> {
    readable(DeclaredProperty::load(folder, config)?)
}

/// Properties that can be checked, each under a name of its own.
///
/// # Errors
/// A usage error with the line for the first that cannot be checked, or whose name is taken.
pub(crate) fn readable(all: Vec<DeclaredProperty>) -> Result<Vec<Property>> {
    let table = properties::table()?;
    let mut taken: Vec<String> =
        [table.test, table.search, table.history].concat().into_iter().map(|property| property.name).collect();
    let mut own = Vec::new();
    for declared in all {
        let name = declared.property.name.clone();
        if taken.contains(&name) {
            let error = Error::usage(format!("the property `{name}` is there already"));
            return Err(error.at(declared.place("name")).help("give it another name"));
        }
        if let Err((key, fault)) = CheckedProperty::new(&declared.property) {
            let error = Error::usage(format!("property `{name}`, {key}: {}", fault.message));
            return Err(error.at(declared.place(key)).help(fault.help));
        }
        taken.push(name);
        own.push(declared.property);
    }
    Ok(own)
}
