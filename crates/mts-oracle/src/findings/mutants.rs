//! Builds the findings on killed mutants, and on pairs whose source or port changed alone.

use super::finding::{FindingContext, attach_witness, finding_id, new_finding};
use crate::outcomes::OutcomeComponent;
use crate::verdict::kill_reason;
use mts_model::report::EditedLines;
use mts_model::{Finding, FindingKind, Input, Language, Mutant, MutantVerdict, Outcome, Severity, Verdict};
use std::collections::BTreeSet;

/// The evidence for a kill.
#[derive(Clone, Debug)]
pub struct KillEvidence<'a> {
    /// The mutant.
    pub mutant: &'a Mutant,
    /// The lines that the mutant changes on the Java side.
    pub java_edit: Option<EditedLines>,
    /// The lines that the counterpart changes on the Python side.
    pub python_edit: Option<EditedLines>,
    /// The one-based line of the Python edit.
    pub line_python: Option<u32>,
    /// The input on which the sides differ.
    pub input: Option<&'a Input>,
    /// Whether the original functions differ on that input too. If the counterpart does not compile,
    /// whether the port does not compile either.
    pub caused_by_other: bool,
    /// The outcomes of both mutants on that input, and the component that differs.
    pub outcomes: Option<(&'a Outcome, &'a Outcome, OutcomeComponent)>,
}

/// Builds the finding on a killed mutant; `None` for any other verdict. The finding has the id of
/// the mutant.
#[must_use]
pub fn mutant_finding(
    place: &FindingContext<'_>,
    verdict: &MutantVerdict,
    evidence: &KillEvidence<'_>,
    accepted: &BTreeSet<String>,
) -> Option<Finding> {
    let Verdict::Killed(reason) = verdict.verdict else { return None };
    let operator = verdict.operator.name();
    let mut finding = new_finding(place, FindingKind::Mutant, "");
    finding.id.clone_from(&verdict.id);
    finding.operator = Some(verdict.operator);
    finding.accepted = accepted.contains(&verdict.id);
    finding.caused_by_other = evidence.caused_by_other;
    // The mutant may end in several ways on its inputs. The finding shows only one input, so the reason is that of this
    // input.
    let reason = evidence.outcomes.map_or(reason, |(java, python, _)| kill_reason(java.state, python.state));
    finding.cause =
        format!("after the {operator} edit `{}` Java and Python diverge ({})", evidence.mutant.summary, reason.word());
    finding.severity = Severity::Warning;
    finding.line_java = evidence.mutant.line;
    finding.line_python = evidence.line_python.unwrap_or(place.line_python);
    finding.edit_summary = Some(evidence.mutant.summary.clone());
    finding.java_edit.clone_from(&evidence.java_edit);
    finding.python_edit.clone_from(&evidence.python_edit);
    attach_witness(&mut finding, place, evidence.input, evidence.outcomes);
    Some(finding)
}

/// Builds the finding on a pair of which only the side `changed` changed.
#[must_use]
pub fn drift_finding(place: &FindingContext<'_>, changed: Language, accepted: &BTreeSet<String>) -> Finding {
    let (side, cause) = match changed {
        Language::Java => ("java", "the Java side changed and the Python port did not"),
        Language::Python => ("python", "the Python port changed and the Java side did not"),
    };
    let mut finding = new_finding(place, FindingKind::Drift, cause);
    finding.id = finding_id(place.key, FindingKind::Drift, side, "", 0);
    finding.accepted = accepted.contains(&finding.id);
    finding.severity = Severity::Warning;
    finding
}
