//! The properties that people state, as they hold for a change: a change may add some, and alters or takes away none
//! for itself. How they are checked is the business of `pair_properties`.

use crate::config::{DeclaredProperty, FILE, PROPERTIES, in_force};
use crate::git::Snapshot;
use crate::run::properties::checkable::checkable;
use crate::run::properties::declared::readable;
use mts_model::Property;
use mts_model::error::{Error, Result};

/// The properties of both files that hold for the change. With them comes a line for each property of
/// `mts-properties.yml` that the change alters or takes away. `of_head` and `of_base` are those of the configurations.
/// A property that cannot be checked at the base holds nothing up: the change may fix it.
///
/// # Errors
/// A usage error with the line for what the change's own files say wrongly.
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
        // A line for those of the configuration is among its own.
        if one.place("name").starts_with(PROPERTIES) && !own.contains(&one.property) {
            lines.push(format!("{PROPERTIES}: the property `{name}` is another one or gone"));
        }
        known.push(one.property);
    }
    Ok((in_force(&known, &own), lines))
}

/// The properties of a revision, whose configuration has these of its own.
fn declared(snapshot: &Snapshot<'_>, own: Vec<Property>) -> Result<Vec<DeclaredProperty>> {
    let text = |name: &str| match snapshot.contains(name) {
        true => snapshot.text(name).map(Some).map_err(|row| Error::usage(row.reason).at(name)),
        false => Ok(None),
    };
    let (config, beside) = (text(FILE)?, text(PROPERTIES)?);
    DeclaredProperty::from_texts(own, [(FILE, config.as_deref()), (PROPERTIES, beside.as_deref())])
}
