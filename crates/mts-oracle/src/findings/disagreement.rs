//! How the originals disagree, in words that do not depend on the values: inputs that disagree alike are one finding.

use crate::display;
use crate::equality::normalization::exceptions::simple;
use crate::equality::normalization::names::is_unset;
use crate::equality::{Equality, Rules};
use crate::outcomes::{Comparison, Part, locate, null_dereference};
use crate::verdict::{OriginalsJudged, outcome_at};
use mts_model::{Input, InputOrigin, Language, Outcome, State, Value, VariantOutcomes};
use std::collections::BTreeMap;

/// A way in which the originals disagree: what came of the comparison, and in which words.
pub type Way = (Equality, String);

/// The way of a comparison that is not equal.
#[must_use]
pub fn way_of(found: &Comparison, java: &Outcome, python: &Outcome, params: &[String]) -> Option<Way> {
    (found.equality != Equality::Equal).then(|| (found.equality, way(found, java, python, params)))
}

/// The inputs on which the originals disagree, by the way in which they do; the smallest first, extreme
/// ones last.
#[must_use]
pub fn ways(
    judged: &OriginalsJudged,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    params: &[String],
) -> BTreeMap<Way, Vec<usize>> {
    let mut by_way: BTreeMap<Way, Vec<usize>> = BTreeMap::new();
    for (i, found) in judged.per_input.iter().enumerate() {
        if let (Some(a), Some(b)) = (outcome_at(java, i), outcome_at(python, i))
            && let Some(way) = way_of(found, a, b, params)
        {
            by_way.entry(way).or_default().push(i);
        }
    }
    for at in by_way.values_mut() {
        at.sort_by_cached_key(|i| {
            inputs.get(*i).map_or((true, u128::MAX), |input| (is_extreme(input), display::size(input)))
        });
    }
    by_way
}

pub(crate) fn is_extreme(input: &Input) -> bool {
    input.origin == InputOrigin::Extreme
}

/// A way to differ, in words that do not depend on the values: inputs that differ in the same way are
/// one finding.
pub(crate) fn way(found: &Comparison, java: &Outcome, python: &Outcome, params: &[String]) -> String {
    let what = match found.equality {
        Equality::Incomparable if found.part == Part::State => {
            return found.detail.lines().next().unwrap_or_default().to_owned();
        }
        Equality::Incomparable if found.is_left_open => format!("is not compared: {}", found.detail),
        Equality::Incomparable => format!("cannot be compared ({}; there is no setting for it yet)", found.detail),
        Equality::Drift => drifts(found.part, java, python).to_owned(),
        _ => "differs".to_owned(),
    };
    match found.part {
        Part::Return => format!("the return value {what}"),
        Part::Argument(i) => {
            let name = params.get(i).cloned().unwrap_or_else(|| (i + 1).to_string());
            format!("the argument `{name}` {what} after the call")
        }
        Part::Receiver if what == UNSET => "fields of the receiver that nothing set are kept in another way".to_owned(),
        Part::Receiver => {
            let rules = Rules::default();
            let field = locate::place(java, python, Part::Receiver, &rules).and_then(|place| place.field());
            let field = field.map(|name| format!("'s `{name}`")).unwrap_or_default();
            format!("the receiver{field} {what} after the call")
        }
        Part::Stdout => format!("the output {what}"),
        Part::Exception => match (thrown(java), thrown(python)) {
            (Some(a), Some(b)) => format!("Java throws {a}, Python raises {b}"),
            (Some(a), None) if null_dereference::is_made_by_the_vm(java) => {
                format!("Java throws {a} for want of a check, Python returns")
            }
            (Some(a), None) => format!("Java throws {a}, Python returns"),
            (None, Some(b)) => format!("Java returns, Python raises {b}"),
            (None, None) => "the exception differs".to_owned(),
        },
        Part::State => {
            format!("Java {}, Python {}", ended(java.state, Language::Java), ended(python.state, Language::Python))
        }
    }
}

/// What an unset field's drift is called inside of [`way`].
const UNSET: &str = "is unset in another way";

/// How a part has drifted.
fn drifts(part: Part, java: &Outcome, python: &Outcome) -> &'static str {
    if part == Part::Stdout {
        return SAID;
    }
    let rules = Rules::default();
    let place = locate::place(java, python, part, &rules);
    match place.as_ref().map(|place| place.values) {
        Some((a, b)) if is_unset(a) && is_unset(b) => UNSET,
        Some((Value::Str(_), Value::Str(_))) => SAID,
        None if matches!((&java.value, &python.value), (Value::Str(_), Value::Str(_))) && part == Part::Return => SAID,
        _ => "is of another type",
    }
}

/// What the drift of a text is called.
const SAID: &str = "names nothing, truth or classes in its language's words";

fn thrown(outcome: &Outcome) -> Option<String> {
    match &outcome.value {
        Value::Exception { class, .. } if outcome.state == State::Exception => {
            Some(simple(class.split('<').next().unwrap_or_default()).to_owned())
        }
        _ => None,
    }
}

fn ended(state: State, side: Language) -> &'static str {
    match state {
        State::Ok => "returns",
        State::NotCompiled if side == Language::Python => "does not parse or import",
        State::NotCompiled => "does not compile",
        State::Exception if side == Language::Python => "raises",
        State::Exception => "throws",
        State::Timeout => "does not end in its budget",
        State::Incomplete => "ends without an outcome",
        State::Missing => "is missing",
    }
}
