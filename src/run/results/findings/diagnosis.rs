//! Writes the diagnoses of a measured pair for the report.
//!
//! `mts-engine` finds and proves the diagnoses.

use crate::run::results::findings::changed_text::change_at;
use mts_engine::{PairOutcome, ProvedDiagnosis};
use mts_model::{Cause, DiagnosedPlace, Diagnosis, Finding, Fix, TextEdit};
use mts_oracle::findings::{FindingContext, original_finding_id};
use mts_translate::mirror::Repair;

/// The longest code of a place in the report, in characters.
const LONGEST: usize = 80;

/// Adds the diagnoses of a pair to the findings.
///
/// A finding with a diagnosis gets the lines of the first diagnosed place.
#[must_use]
pub fn with_diagnoses(found: Vec<Finding>, measured: &PairOutcome, context: &FindingContext<'_>) -> Vec<Finding> {
    let of_key = |id: &str| {
        let mut all = measured.diagnoses.iter();
        all.find(|(key, _)| original_finding_id(context, key) == id).map(|(_, proved)| diagnosis(measured, proved))
    };
    let call_of_key = |id: &str| {
        let mut all = measured.differing_calls.iter();
        all.find(|(key, _)| original_finding_id(context, key) == id).map(|(_, call)| call.clone())
    };
    let with = |finding: Finding| match of_key(&finding.id) {
        None => Finding { differing_call: call_of_key(&finding.id), ..finding },
        Some(diagnosis) => {
            let first = diagnosis.places.first();
            let line_java = first.map_or(finding.line_java, |place| place.line_java);
            let line_python = first.map_or(finding.line_python, |place| place.line_python);
            Finding { line_java, line_python, diagnosis: Some(diagnosis), ..finding }
        }
    };
    found.into_iter().map(with).collect()
}

fn diagnosis(measured: &PairOutcome, proved: &ProvedDiagnosis) -> Diagnosis {
    let text = &measured.job.python.text;
    // The report has lines without line ends. Only Python ends a line at a single carriage return, so the report does
    // not show the fix of a text with such a line end.
    let has_usual_ends = !text.replace("\r\n", "\n").contains('\r');
    let fix = proved.fix.as_ref().filter(|_| has_usual_ends).and_then(|fix| {
        let edits: Vec<TextEdit> = fix.repairs.iter().flat_map(|repair| repair.edits.clone()).collect();
        let (line, change) = change_at(text, &edits)?;
        let [inputs, further_inputs, remaining_inputs] =
            [fix.proof.inputs, fix.proof.further, fix.proof.remaining].map(|count| count as u64);
        Some(Fix { line, change, inputs, further_inputs, remaining_inputs })
    });
    Diagnosis {
        places: proved.repairs.iter().map(|repair| place(measured, repair)).collect(),
        explained: proved.explained as u64,
        inputs: proved.inputs as u64,
        fix,
    }
}

fn place(measured: &PairOutcome, repair: &Repair) -> DiagnosedPlace {
    let job = &measured.job;
    let (java, python) = (&job.java.text, &job.python.text);
    let line_java = match repair.cause {
        Cause::ExtraStatement => job.pair.java.line,
        _ => repair.java.line(java),
    };
    DiagnosedPlace {
        cause: repair.cause,
        line_java,
        line_python: repair.python.line(python),
        java: in_one_line(repair.java.slice(java)),
        python: in_one_line(repair.python.slice(python)),
    }
}

/// Returns code in one line, cut to a limit.
fn in_one_line(code: &str) -> String {
    let text = code.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
