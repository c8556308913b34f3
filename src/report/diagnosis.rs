//! Describes the diagnosis of a finding in sentences, for all renderers.

use crate::report::format::count;
use mts_model::options::NamedOption;
use mts_model::{Cause, DiagnosedPlace, Finding, Fix};

/// The largest number of places in the text.
const MOST_PLACES: usize = 4;

/// Describes the places of a finding and their causes. `None` without a diagnosis.
pub(crate) fn describe(finding: &Finding) -> Option<String> {
    let diagnosis = finding.diagnosis.as_ref()?;
    let mut parts: Vec<String> = diagnosis.places.iter().take(MOST_PLACES).map(place).collect();
    if diagnosis.places.len() > MOST_PLACES {
        parts.push(format!("and {} more", count(diagnosis.places.len() - MOST_PLACES, "place")));
    }
    if diagnosis.explained < diagnosis.inputs {
        parts.push(format!("this explains {} of {} inputs", diagnosis.explained, diagnosis.inputs));
    }
    Some(parts.join("; "))
}

fn place(place: &DiagnosedPlace) -> String {
    let DiagnosedPlace { cause, java, python, .. } = place;
    match cause {
        Cause::MissingBranch | Cause::MissingStatement => format!("the port lacks `{java}`"),
        Cause::ExtraStatement => format!("Java does not have `{python}`"),
        _ => format!("Java has `{java}`, and the port has `{python}`: {}", lower(cause.description())),
    }
}

/// Returns a sentence for the middle of another sentence.
fn lower(text: &str) -> String {
    match text.strip_prefix("The ").or_else(|| text.strip_prefix("A ")) {
        Some(_) => format!("{}{}", text[..1].to_lowercase(), &text[1..]),
        None => text.to_owned(),
    }
}

/// Returns the fix of a finding, if there is one.
pub(crate) fn fix(finding: &Finding) -> Option<&Fix> {
    finding.diagnosis.as_ref()?.fix.as_ref()
}

/// Returns the diff of the fix of a finding.
pub(crate) fn fix_diff(finding: &Finding) -> Option<String> {
    fix(finding).map(|fix| fix.change.to_string())
}

/// Describes the proof of a fix.
pub(crate) fn proof(fix: &Fix) -> String {
    let (inputs, further) = (fix.inputs, fix.further_inputs);
    let further = match further {
        0 => String::new(),
        _ => format!(" and on {further} further inputs"),
    };
    format!("with this change of the port both sides agree on all {inputs} inputs{further}")
}
