//! Describes how the originals disagree. The description does not depend on the values: all inputs
//! with the same description are one finding.

use crate::display;
use crate::equality::normalization::exceptions::simple;
use crate::equality::normalization::names::is_unset;
use crate::equality::{Equality, Rules};
use crate::outcomes::{Comparison, OutcomeComponent, locate, null_dereference};
use crate::verdict::{OriginalsComparison, outcome_at};
use mts_model::{Input, InputOrigin, Language, Outcome, Reason, State, Value, VariantOutcomes};
use std::collections::BTreeMap;
use std::fmt;

/// The key of a disagreement: the result of the comparison, and its description.
pub type DisagreementKey = (Equality, String);

/// Returns the key of a disagreement; `None` if the outcomes are equal.
#[must_use]
pub fn disagreement_key(
    found: &Comparison,
    java: &Outcome,
    python: &Outcome,
    params: &[String],
) -> Option<DisagreementKey> {
    (found.equality != Equality::Equal).then(|| (found.equality, describe_disagreement(found, java, python, params)))
}

/// Returns the inputs on which the originals disagree, by the key of the disagreement. The smallest
/// inputs come first. Extreme inputs and inputs outside the domain come last.
#[must_use]
pub fn inputs_by_disagreement(
    originals: &OriginalsComparison,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    params: &[String],
) -> BTreeMap<DisagreementKey, Vec<usize>> {
    let mut by_way: BTreeMap<DisagreementKey, Vec<usize>> = BTreeMap::new();
    for (i, found) in originals.per_input.iter().enumerate() {
        if let (Some(a), Some(b)) = (outcome_at(java, i), outcome_at(python, i))
            && let Some(key) = disagreement_key(found, a, b, params)
        {
            by_way.entry(key).or_default().push(i);
        }
    }
    for at in by_way.values_mut() {
        at.sort_by_cached_key(|i| {
            inputs.get(*i).map_or((true, u128::MAX), |input| (!originals.is_counted(*i, input), display::size(input)))
        });
    }
    by_way
}

/// Reports whether an input was generated with extreme values.
#[must_use]
pub fn is_extreme(input: &Input) -> bool {
    input.origin == InputOrigin::Extreme
}

/// Describes a disagreement without the values.
pub(crate) fn describe_disagreement(found: &Comparison, java: &Outcome, python: &Outcome, params: &[String]) -> String {
    let drift = (found.equality == Equality::Drift).then(|| Drift::new(found.component, java, python));
    let what = match found.equality {
        Equality::Incomparable if found.component == OutcomeComponent::State => {
            return found.detail.lines().next().unwrap_or_default().to_owned();
        }
        Equality::Incomparable if found.is_unspecified => format!("is not compared: {}", found.detail),
        Equality::Incomparable => format!("cannot be compared: {}", found.detail),
        Equality::Drift => drift.map_or_else(String::new, |drift| drift.to_string()),
        _ => "differs".to_owned(),
    };
    match found.component {
        OutcomeComponent::Return => format!("the return value {what}"),
        OutcomeComponent::Argument(i) => {
            let name = params.get(i).cloned().unwrap_or_else(|| (i + 1).to_string());
            format!("the argument `{name}` {what} after the call")
        }
        OutcomeComponent::Receiver if drift == Some(Drift::Unset) => {
            "unset fields of the receiver have different empty values on the two sides".to_owned()
        }
        OutcomeComponent::Receiver => {
            let rules = Rules::default();
            let field =
                locate::diff_path(java, python, OutcomeComponent::Receiver, &rules).and_then(|place| place.field());
            let field = field.map(|name| format!("'s `{name}`")).unwrap_or_default();
            format!("the receiver{field} {what} after the call")
        }
        OutcomeComponent::Stdout => format!("the output {what}"),
        OutcomeComponent::Exception => match (thrown(java), thrown(python)) {
            (Some(a), Some(b)) => format!("Java throws {a}, Python raises {b}"),
            (Some(a), None) if null_dereference::is_thrown_by_vm(java) => {
                format!("Java throws {a} because the code does not check for null, Python returns")
            }
            (Some(a), None) => format!("Java throws {a}, Python returns"),
            (None, Some(b)) => format!("Java returns, Python raises {b}"),
            (None, None) => "the exception differs".to_owned(),
        },
        OutcomeComponent::State if python.reason == Reason::RunsOfPortDiffer => python.reason.to_string(),
        OutcomeComponent::State => {
            format!("Java {}, Python {}", ended(java.state, Language::Java), ended(python.state, Language::Python))
        }
    }
}

/// The kind of a drift between two components.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drift {
    /// A field that is unset on both sides, with different empty values.
    Unset,
    /// A string. Each language has its own spelling of null, booleans or class names.
    Spelling,
    /// The same value in another type.
    Type,
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unset => "is unset on both sides, with different empty values",
            Self::Spelling => "differs only in the spelling of null, booleans or class names",
            Self::Type => "has the same value in another type",
        })
    }
}

impl Drift {
    fn new(component: OutcomeComponent, java: &Outcome, python: &Outcome) -> Self {
        if component == OutcomeComponent::Stdout {
            return Self::Spelling;
        }
        let rules = Rules::default();
        let place = locate::diff_path(java, python, component, &rules);
        match place.as_ref().map(|place| place.values) {
            Some((a, b)) if is_unset(a) && is_unset(b) => Self::Unset,
            Some((Value::Str(_), Value::Str(_))) => Self::Spelling,
            None if matches!((&java.value, &python.value), (Value::Str(_), Value::Str(_)))
                && component == OutcomeComponent::Return =>
            {
                Self::Spelling
            }
            _ => Self::Type,
        }
    }
}

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
