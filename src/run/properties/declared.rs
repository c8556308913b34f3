//! The properties that a user declares, checked when the tool reads them.

use crate::config::DeclaredProperty;
use mts_engine::properties::{self, CheckedProperty};
use mts_model::Property;
use mts_model::error::{Error, Result};
use std::path::Path;

/// Reads and checks the properties that a user declares.
///
/// # Errors
/// Returns the errors of [`DeclaredProperty::load`]. Returns a usage error with the line for the
/// first property that is invalid or has the name of another property.
pub fn of_user(folder: &Path, config: Option<&Path>) -> Result<Vec<Property>> {
    readable(DeclaredProperty::load(folder, config)?)
}

/// Checks the declared properties, which must have unique names.
///
/// # Errors
/// Returns a usage error with the line for the first property that is invalid or has the name of
/// another property.
pub(crate) fn readable(all: Vec<DeclaredProperty>) -> Result<Vec<Property>> {
    let table = properties::table()?;
    let mut taken: Vec<String> =
        [table.test, table.search, table.history].concat().into_iter().map(|property| property.name).collect();
    let mut own = Vec::new();
    for declared in all {
        let name = declared.property.name.clone();
        if taken.contains(&name) {
            let error = Error::usage(format!("a property with the name `{name}` already exists"));
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
