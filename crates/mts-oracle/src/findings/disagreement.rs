//! Defines the keys of disagreements. A key does not depend on the values: all inputs with the same key are one
//! finding. [`fmt::Display`] describes the disagreement for people.

use crate::display;
use crate::equality::normalization::exceptions::simple;
use crate::equality::normalization::names::are_unset;
use crate::equality::{Equality, IncomparableReason, Rules};
use crate::outcomes::{Comparison, ComparisonDetail, OutcomeComponent, locate, null_dereference};
use crate::verdict::{OriginalsComparison, outcome_at};
use mts_model::{CopyOutcomes, Input, InputOrigin, Language, Outcome, Reason, State, Value};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The key of a disagreement: how the originals disagree, without the values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DisagreementKey {
    /// The result of the comparison.
    pub equality: Equality,
    disagreement: Disagreement,
}

/// The component in which the sides disagree, and the kind of the disagreement there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Disagreement {
    /// The calls end in different states.
    States { java: State, python: State },
    /// Only one side throws, or the exceptions differ. The classes have their simple names.
    Exceptions {
        java: Option<String>,
        python: Option<String>,
        /// Whether the virtual machine throws because of an unchecked null, and Python returns.
        is_unchecked_null: bool,
    },
    /// An argument has another value after the call.
    Argument { parameter: Parameter, difference: Difference },
    /// The output.
    Stdout { difference: Difference },
    /// The runs of the port differ.
    RunsOfPortDiffer,
    /// The receiver has another value after the call. `field` is Java's name of the field with the worst difference.
    /// `None` if the tool does not know the field, or if the difference is an unset field.
    Receiver { field: Option<String>, difference: Difference },
    /// The return value.
    Return { difference: Difference },
    /// The outcomes cannot be compared.
    Outcomes { reason: Option<IncomparableReason> },
}

/// A Java parameter: its name, or its one-based position if the name is unknown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Parameter {
    Name(String),
    Position(usize),
}

/// The difference of a component that both sides have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Difference {
    Differs,
    TypeDrifts(TypeDrift),
    IsIncomparable(Option<IncomparableReason>),
}

/// The kind of a type drift between two components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum TypeDrift {
    /// A field that is unset on both sides, with different empty values.
    Unset,
    /// A string. Each language has its own spelling of null, booleans or class names.
    Spelling,
    /// The same value in another type.
    Type,
}

/// Returns the key of a disagreement; `None` if the outcomes are equal.
#[must_use]
pub fn disagreement_key(
    found: &Comparison,
    java: &Outcome,
    python: &Outcome,
    params: &[String],
) -> Option<DisagreementKey> {
    (found.equality != Equality::Equal).then(|| DisagreementKey {
        equality: found.equality,
        disagreement: Disagreement::new(found, java, python, params),
    })
}

/// Returns the inputs on which the originals disagree, by the key of the disagreement. The smallest
/// inputs come first. Extreme inputs and inputs outside the domain come last.
#[must_use]
pub fn inputs_by_disagreement(
    originals: &OriginalsComparison,
    inputs: &[Input],
    java: &CopyOutcomes,
    python: &CopyOutcomes,
    params: &[String],
) -> BTreeMap<DisagreementKey, Vec<usize>> {
    let mut by_key: BTreeMap<DisagreementKey, Vec<usize>> = BTreeMap::new();
    for (i, found) in originals.per_input.iter().enumerate() {
        if let (Some(a), Some(b)) = (outcome_at(java, i), outcome_at(python, i))
            && let Some(key) = disagreement_key(found, a, b, params)
        {
            by_key.entry(key).or_default().push(i);
        }
    }
    for at in by_key.values_mut() {
        at.sort_by_cached_key(|i| {
            inputs.get(*i).map_or((true, u128::MAX), |input| (!originals.is_counted(*i, input), display::size(input)))
        });
    }
    by_key
}

/// Reports whether an input was generated with extreme values.
#[must_use]
pub fn is_extreme(input: &Input) -> bool {
    input.origin == InputOrigin::Extreme
}

impl DisagreementKey {
    /// Returns the key as JSON, for the id of its finding.
    pub(super) fn to_json(&self) -> String {
        // The key has no map and no floating-point number, so it always has a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Disagreement {
    fn new(found: &Comparison, java: &Outcome, python: &Outcome, params: &[String]) -> Self {
        let difference = || Difference::new(found, java, python);
        match found.component {
            OutcomeComponent::Return => Self::Return { difference: difference() },
            OutcomeComponent::Argument(i) => {
                let parameter = params.get(i).map_or(Parameter::Position(i + 1), |name| Parameter::Name(name.clone()));
                Self::Argument { parameter, difference: difference() }
            }
            OutcomeComponent::Receiver => {
                let difference = difference();
                let place = || locate::diff_path(java, python, OutcomeComponent::Receiver, &Rules::default());
                // The unset fields of one receiver are one finding.
                let field = match difference {
                    Difference::TypeDrifts(TypeDrift::Unset) => None,
                    _ => place().and_then(|place| place.field()).map(str::to_owned),
                };
                Self::Receiver { field, difference }
            }
            OutcomeComponent::Stdout => Self::Stdout { difference: difference() },
            OutcomeComponent::Exception => {
                let (thrown_by_java, raised) = (thrown(java), thrown(python));
                let is_unchecked_null = raised.is_none() && null_dereference::is_thrown_by_vm(java);
                Self::Exceptions { java: thrown_by_java, python: raised, is_unchecked_null }
            }
            OutcomeComponent::State => match &found.detail {
                ComparisonDetail::Incomparable(reason) => {
                    Self::Outcomes { reason: reason.as_ref().map(IncomparableReason::with_first_lines) }
                }
                _ if python.reason == Reason::RunsOfPortDiffer => Self::RunsOfPortDiffer,
                _ => Self::States { java: java.state, python: python.state },
            },
        }
    }
}

impl Difference {
    fn new(found: &Comparison, java: &Outcome, python: &Outcome) -> Self {
        match &found.detail {
            ComparisonDetail::Incomparable(reason) => Self::IsIncomparable(reason.clone()),
            _ if found.equality == Equality::TypeDrift => {
                Self::TypeDrifts(TypeDrift::new(found.component, java, python))
            }
            _ => Self::Differs,
        }
    }

    /// Writes a component after the call, and the component's difference. The reason comes last.
    fn write_after_call(&self, f: &mut fmt::Formatter<'_>, component: &str) -> fmt::Result {
        match self {
            Self::IsIncomparable(_) => write!(f, "{component} after the call {self}"),
            Self::Differs | Self::TypeDrifts(_) => write!(f, "{component} {self} after the call"),
        }
    }
}

impl TypeDrift {
    fn new(component: OutcomeComponent, java: &Outcome, python: &Outcome) -> Self {
        if component == OutcomeComponent::Stdout {
            return Self::Spelling;
        }
        let rules = Rules::default();
        let place = locate::diff_path(java, python, component, &rules);
        match place.as_ref().map(|place| place.values) {
            Some((a, b)) if are_unset(a, b) => Self::Unset,
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

impl fmt::Display for DisagreementKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.disagreement {
            Disagreement::States { java, python } => {
                write!(f, "Java {}, Python {}", ended(*java, Language::Java), ended(*python, Language::Python))
            }
            Disagreement::Exceptions { java, python, is_unchecked_null } => match (java, python) {
                (Some(java), Some(python)) => write!(f, "Java throws {java}, Python raises {python}"),
                (Some(java), None) if *is_unchecked_null => {
                    write!(f, "Java throws {java} because the code does not check for null, Python returns")
                }
                (Some(java), None) => write!(f, "Java throws {java}, Python returns"),
                (None, Some(python)) => write!(f, "Java returns, Python raises {python}"),
                (None, None) => f.write_str("the exception differs"),
            },
            Disagreement::Argument { parameter, difference } => {
                difference.write_after_call(f, &format!("the argument `{parameter}`"))
            }
            Disagreement::Stdout { difference } => write!(f, "the output {difference}"),
            Disagreement::RunsOfPortDiffer => Reason::RunsOfPortDiffer.fmt(f),
            Disagreement::Receiver { difference: Difference::TypeDrifts(TypeDrift::Unset), .. } => {
                f.write_str("unset fields of the receiver have different empty values on the two sides")
            }
            Disagreement::Receiver { field, difference } => {
                let field = field.as_ref().map(|name| format!("'s `{name}`")).unwrap_or_default();
                difference.write_after_call(f, &format!("the receiver{field}"))
            }
            Disagreement::Return { difference } => write!(f, "the return value {difference}"),
            Disagreement::Outcomes { reason } => reason.iter().try_for_each(|reason| reason.fmt(f)),
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Position(position) => position.fmt(f),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs => f.write_str("differs"),
            Self::TypeDrifts(drift) => drift.fmt(f),
            Self::IsIncomparable(Some(reason @ IncomparableReason::Unspecified)) => {
                write!(f, "is not compared: {reason}")
            }
            Self::IsIncomparable(Some(reason)) => write!(f, "cannot be compared: {reason}"),
            Self::IsIncomparable(None) => f.write_str("cannot be compared"),
        }
    }
}

impl fmt::Display for TypeDrift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unset => "is unset on both sides, with different empty values",
            Self::Spelling => "differs only in the spelling of null, booleans or class names",
            Self::Type => "has the same value in another type",
        })
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
        State::Missing => "has no translation",
    }
}
