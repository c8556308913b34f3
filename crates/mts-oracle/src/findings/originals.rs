//! Builds one finding for each disagreement of the originals. `mts-engine` runs inputs again to
//! explain the disagreement.

use super::disagreement::{DisagreementKey, disagreement_key, inputs_by_disagreement, is_extreme};
use super::finding::{FindingContext, attach_witness, finding_id, new_finding};
use super::reproduction::Reproduction;
use super::witness::Witness;
use crate::equality::Equality;
use crate::outcomes::{OutcomeComponent, null_dereference};
use crate::verdict::{OriginalsComparison, outcome_at};
use mts_model::{CopyOutcomes, Finding, FindingKind, Input, InputOrigin, Outcome, Reason, Severity, State, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Builds one finding for each disagreement of the originals.
///
/// A disagreement is a difference, type drift, or incomparable values. The finding shows one
/// input: the shrunk input in `smaller`, else the input that `reproductions` names, else the smallest
/// input.
#[must_use]
#[expect(clippy::too_many_arguments, reason = "the comparison of a pair, and the evidence for it")]
pub fn original_findings(
    place: &FindingContext<'_>,
    originals: &OriginalsComparison,
    inputs: &[Input],
    java: &CopyOutcomes,
    python: &CopyOutcomes,
    smaller: &BTreeMap<DisagreementKey, Witness>,
    reproductions: &BTreeMap<DisagreementKey, Reproduction>,
    accepted: &BTreeSet<String>,
) -> Vec<Finding> {
    let finding = |(key, at): (DisagreementKey, Vec<usize>)| {
        let reproduction = reproductions.get(&key);
        let first = reproduction.map_or(*at.first()?, Reproduction::input);
        let first_input = inputs.get(first)?;
        let after = match reproduction {
            Some(Reproduction::AfterPrefix { witness, .. }) => Some(&**witness),
            _ => None,
        };
        let (input, evidence) = match smaller.get(&key).or(after) {
            Some(witness) => (&witness.input, (&witness.java, &witness.python, witness.component)),
            None => (
                first_input,
                (outcome_at(java, first)?, outcome_at(python, first)?, originals.per_input.get(first)?.component),
            ),
        };
        let (equality, words) = (key.equality, key.to_string());
        let mut finding = new_finding(place, FindingKind::Original, &words);
        finding.id = original_finding_id(place, &key);
        finding.accepted = accepted.contains(&finding.id);
        let extreme = match (is_extreme(first_input), is_extreme(input)) {
            (false, _) => "",
            (true, true) => ", only with extreme values",
            (true, false) => ", with extreme values; smaller values show the difference too",
        };
        // The finding shows one input, but the import fails for all inputs.
        let has_failed_import = evidence.1.state == State::NotCompiled;
        finding.cause = match has_failed_import {
            true => format!("{words}, for every input"),
            false => format!("{words}, {}{extreme}", describe_inputs(originals, equality, &at, inputs)),
        };
        finding.severity = match equality {
            Equality::Incomparable => {
                finding.cause.push_str("; CA and MTS do not count these inputs");
                // Java used up its budget, and perhaps would never end. A port that ends then differs, so the finding
                // is only a warning.
                let is_endless = evidence.0.has_spent_budget() && !evidence.1.has_spent_budget();
                if is_endless && !is_extreme(first_input) { Severity::Warning } else { Severity::Note }
            }
            Equality::Different if originals.is_counted(first, first_input) => Severity::Error,
            _ => Severity::Warning,
        };
        if equality == Equality::Different {
            if first_input.origin == InputOrigin::Placeholder {
                finding.cause.push_str("; an object has a placeholder value, which possibly no caller passes");
            } else if originals.outside.contains(&first) || first_input.origin == InputOrigin::Outside {
                finding.cause.push_str("; the input is outside of the function's domain");
            }
            assign_severity(&mut finding, place, evidence);
            if input.has_injected_state() && !has_failed_import {
                add_caveat(&mut finding, evidence);
            }
        }
        finding.import_error = has_failed_import.then(|| evidence.1.reason.to_string());
        if let Some(reproduction) = reproduction {
            reproduction.annotate(&mut finding, inputs, place.params);
        }
        attach_witness(&mut finding, place, Some(input), Some(evidence));
        Some(finding)
    };
    inputs_by_disagreement(originals, inputs, java, python, place.params).into_iter().filter_map(finding).collect()
}

/// Describes how many inputs show a disagreement, and the total.
///
/// The total is the number of inputs that count for CA. If the inputs are incomparable, or none of them counts, the
/// total is the number of all inputs.
fn describe_inputs(originals: &OriginalsComparison, equality: Equality, at: &[usize], inputs: &[Input]) -> String {
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let counted = |at: &&usize| inputs.get(**at).is_some_and(|input| originals.is_counted(**at, input));
    let extreme = at.iter().filter(|at| inputs.get(**at).is_some_and(is_extreme)).count();
    let ordinary = at.iter().filter(counted).count();
    if equality == Equality::Incomparable || ordinary == 0 {
        return format!("on {} of {}", at.len(), count(originals.per_input.len(), "input"));
    }
    let further = if extreme == 0 { String::new() } else { format!(" and on {}", count(extreme, "extreme input")) };
    format!("on {ordinary} of {}{further}", count(originals.counted, "input"))
}

/// Lowers the severity of a difference that is weak evidence against the port.
///
/// The evidence is weak in three cases. The virtual machine throws because of a null, and the port returns. A call of a
/// private function ends because of a null or `None`. Or the port lacks a result, because the tool skipped a statement
/// at the top level of the module.
fn assign_severity(
    finding: &mut Finding,
    place: &FindingContext<'_>,
    (java, python, component): (&Outcome, &Outcome, OutcomeComponent),
) {
    let unchecked = null_dereference::is_thrown_by_vm(java);
    // True if the port does not return, or if the port returns `None` where Java returns a value.
    let lacks = match python.state {
        State::Ok => component == OutcomeComponent::Return && python.value == Value::Null && java.value != Value::Null,
        _ => true,
    };
    let why = if component == OutcomeComponent::Exception && python.state == State::Ok && unchecked {
        ""
    } else if place.is_private && (unchecked || null_dereference::is_none_dereference(python)) {
        "; the function is private, and possibly no caller passes such an input"
    } else if python.reason == Reason::TopLevelCallSkipped && lacks {
        finding.caused_by_other = true;
        "; probable cause: a statement at the top level of the module raises an exception, so cargo mts skipped this statement"
    } else {
        let is_about_input = python.state != State::NotCompiled && !place.params.is_empty();
        if place.is_private && is_about_input && finding.severity == Severity::Error {
            finding.cause.push_str("; the function is private: check whether a caller passes such an input");
        }
        return;
    };
    finding.cause.push_str(why);
    finding.severity = finding.severity.max(Severity::Warning);
}

/// Adds the caveat that the call ran with injected Java state. If the call fails because an
/// attribute is missing, the difference is uncertain: the port's own objects may always have this
/// attribute.
fn add_caveat(finding: &mut Finding, (_, python, _): (&Outcome, &Outcome, OutcomeComponent)) {
    finding.cause.push_str("; the call ran with injected Java state");
    if null_dereference::is_none_dereference(python) || null_dereference::is_missing_attribute(python) {
        finding.severity = finding.severity.max(Severity::Warning);
    }
}

/// Returns the differing inputs of the originals that count for CA, by finding id.
#[must_use]
pub fn inputs_by_original_finding(
    place: &FindingContext<'_>,
    originals: &OriginalsComparison,
    inputs: &[Input],
    java: &CopyOutcomes,
    python: &CopyOutcomes,
) -> BTreeMap<String, BTreeSet<usize>> {
    let mut by_id: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (i, (found, input)) in originals.per_input.iter().zip(inputs).enumerate() {
        let counts = found.equality == Equality::Different && originals.is_counted(i, input);
        if counts
            && let Some((a, b)) = outcome_at(java, i).zip(outcome_at(python, i))
            && let Some(key) = disagreement_key(found, a, b, place.params)
        {
            by_id.entry(original_finding_id(place, &key)).or_default().insert(i);
        }
    }
    by_id
}

/// Returns the id of the finding for a disagreement of the originals.
#[must_use]
pub fn original_finding_id(place: &FindingContext<'_>, key: &DisagreementKey) -> String {
    finding_id(place.key, FindingKind::Original, &key.to_json(), "", 0)
}
