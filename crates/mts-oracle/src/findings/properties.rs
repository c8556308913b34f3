//! Builds the findings on declared properties.
//!
//! There is one finding for each property that a pair does not keep.

use super::finding::{FindingContext, finding_id, new_finding};
use mts_model::{Finding, FindingKind, Property};
use std::collections::BTreeSet;

/// Builds the finding on a property that a pair does not keep. Apart from the pair, the id depends
/// only on the property's name.
#[must_use]
pub fn property_finding(place: &FindingContext<'_>, property: &Property, accepted: &BTreeSet<String>) -> Finding {
    let mut says = property.ensures.clone();
    if property.has_condition() {
        says = format!("{says} when {}", property.when);
    }
    if property.has_precondition() {
        says = format!("{says} where {}", property.requires);
    }
    let cause = format!("the property `{}` does not hold: {says}", property.name);
    let mut finding = new_finding(place, FindingKind::Property, &cause);
    finding.id = finding_id(place.key, FindingKind::Property, &property.name, "", 0);
    finding.accepted = accepted.contains(&finding.id);
    finding.severity = property.severity;
    finding
}
