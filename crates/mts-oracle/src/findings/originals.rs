//! One finding for each way in which the originals disagree. Causes found by replay are laid over these by whoever runs
//! the replay.

use super::disagreement::{Way, is_extreme, way, ways};
use super::finding::{FindingPlace, blank, finding_id, show};
use super::reproduction::Standing;
use super::witness::Shown;
use crate::equality::Equality;
use crate::outcomes::{Comparison, Part, null_dereference};
use crate::verdict::{OriginalsJudged, outcome_at};
use mts_model::{Finding, FindingKind, Input, InputOrigin, Outcome, Reason, Severity, State, Value, VariantOutcomes};
use std::collections::{BTreeMap, BTreeSet};

/// One finding for each way in which the originals differ, have drifted or cannot be compared: on a
/// smaller input than those that were judged where `smaller` has one that shows the same, else on the
/// one that `standings` has seen once more, or the smallest of them.
#[must_use]
#[expect(clippy::too_many_arguments, reason = "what was judged, and what was found out about it since")]
pub fn original_findings(
    place: &FindingPlace<'_>,
    judged: &OriginalsJudged,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    smaller: &BTreeMap<Way, Shown>,
    standings: &BTreeMap<Way, Standing>,
    accepted: &BTreeSet<String>,
) -> Vec<Finding> {
    let total = judged.per_input.len();
    let finding = |(way, at): (Way, Vec<usize>)| {
        let standing = standings.get(&way);
        let first = standing.map_or(*at.first()?, Standing::input);
        let given = inputs.get(first)?;
        let after = match standing {
            Some(Standing::After { shown, .. }) => Some(&**shown),
            _ => None,
        };
        let (input, evidence) = match smaller.get(&way).or(after) {
            Some(shown) => (&shown.input, (&shown.java, &shown.python, shown.part)),
            None => (given, (outcome_at(java, first)?, outcome_at(python, first)?, judged.per_input.get(first)?.part)),
        };
        let (equality, words) = way;
        let mut finding = blank(place, FindingKind::Original, &words);
        finding.id = original_id(place, &words);
        finding.accepted = accepted.contains(&finding.id);
        let inputs_of = if total == 1 { "input" } else { "inputs" };
        let extreme = match (is_extreme(given), is_extreme(input)) {
            (false, _) => "",
            (true, true) => ", extreme values only",
            (true, false) => ", extreme ones; smaller values show it too",
        };
        // It is told on one, and holds for all: the others are run in spite of it.
        let is_unimported = evidence.1.state == State::NotCompiled;
        finding.cause = match is_unimported {
            true => format!("{words}, whatever the input"),
            false => format!("{words}, on {} of {total} {inputs_of}{extreme}", at.len()),
        };
        finding.severity = match equality {
            Equality::Incomparable => {
                finding.cause.push_str("; excluded from CA and MTS");
                Severity::Note
            }
            Equality::Different if !is_extreme(given) => Severity::Error,
            _ => Severity::Warning,
        };
        if equality == Equality::Different {
            weigh(&mut finding, place, evidence);
            if input.has_injected_state() && !is_unimported {
                give_notice(&mut finding, evidence);
            }
        }
        finding.import_error = is_unimported.then(|| evidence.1.reason.to_string());
        if let Some(standing) = standing {
            standing.tell(&mut finding, inputs, place.params);
        }
        show(&mut finding, place, Some(input), Some(evidence));
        Some(finding)
    };
    ways(judged, inputs, java, python, place.params).into_iter().filter_map(finding).collect()
}

/// What is known of a difference and makes it less grave: it follows from another one, or the objects are such
/// as no caller has.
fn weigh(finding: &mut Finding, place: &FindingPlace<'_>, (java, python, part): (&Outcome, &Outcome, Part)) {
    let unchecked = null_dereference::is_made_by_the_vm(java);
    // Where Java gives something and the port nothing, or lacks a name.
    let lacks = match python.state {
        State::Ok => part == Part::Return && python.value == Value::Null && java.value != Value::Null,
        _ => true,
    };
    let why = if part == Part::Exception && python.state == State::Ok && unchecked {
        ""
    } else if place.is_private && (unchecked || null_dereference::is_of_none(python)) {
        "; a private function, on an object as its own callers may never have it"
    } else if python.reason == Reason::TopLevelCallSkipped && lacks {
        finding.caused_by_other = true;
        "; most likely it follows from that: a call at the top of a module, which raises, was left out"
    } else {
        return;
    };
    finding.cause.push_str(why);
    finding.severity = finding.severity.max(Severity::Warning);
}

/// Says that the port's own makers do not give what was called on, and that Java's fields were put there. What
/// fails then for want of something that the port itself always has is no certain difference.
fn give_notice(finding: &mut Finding, (_, python, _): (&Outcome, &Outcome, Part)) {
    finding.cause.push_str("; on an object as Java makes it, which the port's own makers do not");
    if null_dereference::is_of_none(python) || null_dereference::is_of_make(python) {
        finding.severity = finding.severity.max(Severity::Warning);
    }
}

/// On how many of the inputs that count for CA the originals differ in a way that is accepted.
#[must_use]
pub fn inputs_accepted(
    place: &FindingPlace<'_>,
    judged: &OriginalsJudged,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    accepted: &BTreeSet<String>,
) -> usize {
    let counts = |(i, found): &(usize, &Comparison)| {
        found.equality == Equality::Different && inputs.get(*i).is_some_and(|one| one.origin != InputOrigin::Extreme)
    };
    let is_accepted = |(i, found): &(usize, &Comparison)| {
        let outcomes = outcome_at(java, *i).zip(outcome_at(python, *i));
        outcomes.is_some_and(|(a, b)| accepted.contains(&original_id(place, &way(found, a, b, place.params))))
    };
    if accepted.is_empty() {
        return 0;
    }
    judged.per_input.iter().enumerate().filter(counts).filter(is_accepted).count()
}

fn original_id(place: &FindingPlace<'_>, way: &str) -> String {
    finding_id(place.key, FindingKind::Original, way, "", 0)
}
