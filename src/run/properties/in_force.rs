//! Finds the declared properties that are in force for a change.
//!
//! A change can add properties. A change cannot modify or remove properties for its own run.
//! `properties::pairs` checks the properties.

use crate::config::{DeclaredProperty, FILE, PROPERTIES, in_force};
use crate::git::Snapshot;
use crate::run::properties::checkable::checkable;
use crate::run::properties::declared::readable;
use mts_model::Property;
use mts_model::error::{Error, Result};

/// Returns the properties in force, and a line for each changed property of `mts-properties.yml`.
///
/// The lines name the properties that the change modifies or removes. `of_head` and `of_base` are
/// the properties of the two configurations. The function ignores an invalid property of the base,
/// because the change may correct it.
///
/// # Errors
/// Returns a usage error with the line if a property in the head's own files is invalid.
pub(crate) fn of_change(
    head: &Snapshot<'_>,
    base: Option<&Snapshot<'_>>,
    [of_head, of_base]: [Vec<Property>; 2],
) -> Result<(Vec<Property>, Vec<String>)> {
    let own = readable(declared(head, of_head)?)?;
    let Some(base) = base else { return Ok((own, Vec::new())) };
    let mut known: Vec<Property> = Vec::new();
    let mut lines = Vec::new();
    for one in declared(base, of_base).unwrap_or_default() {
        let name = &one.property.name;
        if checkable(&one.property).is_err() || known.iter().any(|other| other.name == *name) {
            continue;
        }
        // The diff of the configurations already has a line for the properties in `mts.yml`.
        if one.origin == PROPERTIES && !own.contains(&one.property) {
            lines.push(format!("{PROPERTIES}: the change modifies or removes the property `{name}`"));
        }
        known.push(one.property);
    }
    Ok((in_force(&known, &own), lines))
}

/// Returns the properties of a revision. `own` contains the properties of its configuration.
fn declared(snapshot: &Snapshot<'_>, own: Vec<Property>) -> Result<Vec<DeclaredProperty>> {
    let text = |name: &str| match snapshot.contains(name) {
        true => snapshot.text(name).map(Some).map_err(|row| Error::usage(row.reason).at(name)),
        false => Ok(None),
    };
    let (config, beside) = (text(FILE)?, text(PROPERTIES)?);
    DeclaredProperty::from_texts(own, [(FILE, config.as_deref()), (PROPERTIES, beside.as_deref())])
}
