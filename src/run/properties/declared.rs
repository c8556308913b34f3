//! The properties that a user declares, checked when the tool reads them.

use crate::config::DeclaredProperty;
use crate::git::Repository;
use mts_engine::properties::{self, CheckedProperty};
use mts_model::Property;
use mts_model::error::{Error, Result};
use std::path::Path;

/// Reads and checks the properties that a user declares.
///
/// Without `config`, the configuration is that of `folder`, or else that of the root of its repository.
///
/// # Errors
/// Returns the errors of [`DeclaredProperty::load`]. Returns a usage error with the line for the
/// first property that is invalid or has the name of another property.
pub fn of_user(folder: &Path, config: Option<&Path>) -> Result<Vec<Property>> {
    let own = readable(DeclaredProperty::load(folder, config)?)?;
    if config.is_some() || !own.is_empty() {
        return Ok(own);
    }
    readable(DeclaredProperty::load(&Repository::root_above(folder), config)?)
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
            return Err(error.at(declared.place("name")).help("give the property another name"));
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
