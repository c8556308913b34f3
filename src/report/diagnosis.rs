//! Describes the diagnosis of a finding in sentences, for all renderers.

use crate::report::escape::shell;
use crate::report::format::count;
use mts_model::report::RunReport;
use mts_model::{Cause, DiagnosedPlace, DifferingCall, Finding, Fix};

/// The largest number of places in the text.
const MOST_PLACES: usize = 4;

/// Describes the diagnosed places of a finding and their causes in one text.
///
/// Returns `None` without a diagnosis and without a differing call.
pub(crate) fn describe(finding: &Finding) -> Option<String> {
    let parts: Vec<String> = places(finding).into_iter().map(|(what, why)| [what, why].join("")).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Describes each diagnosed place of a finding: the difference, and the cause at this place.
///
/// The first text of a pair is the difference. The second text is the cause after `: `, or empty. The
/// result is empty without a diagnosis and without a differing call.
pub(crate) fn places(finding: &Finding) -> Vec<(String, String)> {
    if let Some(call) = &finding.differing_call {
        let DifferingCall { call, java_outcome, python_outcome, .. } = call;
        return vec![(
            format!("The call `{call}` differs: Java {java_outcome}, Python {python_outcome}"),
            String::new(),
        )];
    }
    let Some(diagnosis) = finding.diagnosis.as_ref() else { return Vec::new() };
    let mut parts: Vec<(String, String)> = diagnosis.places.iter().take(MOST_PLACES).map(place).collect();
    if diagnosis.places.len() > MOST_PLACES {
        let more = count(diagnosis.places.len() - MOST_PLACES, "more place");
        parts.push((format!("{more} must change too"), String::new()));
    }
    if diagnosis.explained < diagnosis.inputs {
        let (explained, inputs) = (diagnosis.explained, diagnosis.inputs);
        let text = format!("With changes at these places, the port agrees with Java on {explained} of {inputs} inputs");
        parts.push((text, String::new()));
    }
    parts
}

/// Returns the difference at a place, and `: ` with the cause, or an empty text.
fn place(place: &DiagnosedPlace) -> (String, String) {
    let DiagnosedPlace { cause, java, python, .. } = place;
    match cause {
        Cause::MissingBranch | Cause::MissingStatement => (format!("The port lacks `{java}`"), String::new()),
        Cause::ExtraStatement => (format!("Java does not have `{python}`"), String::new()),
        _ => {
            let what = match java == python {
                true => format!("`{java}` has another meaning in Python"),
                false => format!("Java has `{java}`, and the port has `{python}`"),
            };
            (what, format!(": {}", cause.clause()))
        }
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

/// Returns the command that writes the fix of a finding.
///
/// `None` without a fix or without a repository.
pub(crate) fn fix_command(finding: &Finding, report: &RunReport) -> Option<String> {
    fix(finding).filter(|_| report.folder.is_none()).map(|_| format!("cargo mts fix {}", shell(&finding.id)))
}

/// Describes the inputs on which both sides agree after a fix.
pub(crate) fn proof(fix: &Fix) -> String {
    let number = |n: u64, what: &str| count(usize::try_from(n).unwrap_or(usize::MAX), what);
    let (inputs, further) = (fix.inputs, fix.further_inputs);
    let further = match further {
        0 => String::new(),
        _ => format!(" and on {}", number(further, "further input")),
    };
    match (fix.remaining_inputs, inputs) {
        (0, 1) => format!("with this change of the port both sides agree on the input{further}"),
        (0, _) => format!("with this change of the port both sides agree on all {inputs} inputs{further}"),
        (remaining, _) => format!(
            "with this change of the port both sides agree on {}{further}; on {} another difference remains",
            number(inputs, "input"),
            number(remaining, "input")
        ),
    }
}
