//! Holds the data of an emitted test of a function: call, expected outcome and edit.

use crate::report::codegen::{Invocation, Refusal, unshared};
use crate::report::format::python_name;
use crate::report::text::explain::{Explanation, Hunk, SourceSide, Sources};
use mts_model::value::tolerance::{DOUBLE_TOLERANCE, FLOAT_TOLERANCE};
use mts_model::{Answer, ComponentKind, FindingKind, Primitive, State, Value, plain_field};

mts_model::named_values! {
    /// The side that the emitted test checks.
    TestTarget {
        /// A JUnit 5 class that asserts Python's outcome.
        Java = "java",
        /// A pytest file that asserts Java's outcome.
        Python = "python",
    }
}

/// The data of a test of a function, for both languages.
pub(super) struct FunctionCase<'e> {
    pub(super) explained: &'e Explanation,
    pub(super) call: Invocation,
    /// The calls that the test must make before `call`.
    pub(super) earlier: Vec<Invocation>,
    /// The expected outcome: the outcome of the other side, with references resolved.
    pub(super) wanted: Answer,
    /// The outcome of the tested side, with references resolved.
    pub(super) found: Answer,
    /// The component of the outcome that differs.
    pub(super) component: ComponentKind,
    /// The tested function with the edit of the mutant. `None` if the finding has no mutant.
    pub(super) edited: Option<&'e SourceSide>,
}

impl<'e> FunctionCase<'e> {
    pub(super) fn from_explanation(explained: &'e Explanation, target: TestTarget) -> Result<Self, Refusal> {
        let call = Invocation::from_finding(&explained.pair, &explained.finding)?;
        let earlier = match &explained.finding.order_dependence {
            Some(dependence) if dependence.calls.is_empty() => {
                return Err("the finding depends on earlier calls, which the report does not list".into());
            }
            Some(dependence) => {
                let calls = dependence.calls.iter().map(|call| Invocation::from_earlier_call(&explained.pair, call));
                calls.collect::<Result<Vec<_>, Refusal>>()?
            }
            None => Vec::new(),
        };
        let Some(evidence) = &explained.finding.evidence else {
            return Err(
                "the report does not contain the outcomes of the finding as values, for example because they are too large"
                    .into(),
            );
        };
        let (java, python) = (plain(&evidence.java)?, plain(&evidence.python)?);
        let (wanted, found) = if target == TestTarget::Java { (python, java) } else { (java, python) };
        let other = if target == TestTarget::Java { "Python" } else { "Java" };
        if !matches!(wanted.state, State::Ok | State::Exception) {
            return Err(format!(
                "the {other} side has no outcome that a test can expect: the call ended as `{}`",
                wanted.state.word()
            ));
        }
        let edited = edited(explained, target)?;
        if edited.is_some_and(|side| side.hunks.is_empty() || !has_edits_inside_function(side)) {
            return Err("on this side, the mutant changes no line, or lines outside of the function".into());
        }
        Ok(Self { explained, call, earlier, wanted, found, component: evidence.component, edited })
    }

    /// Returns the relative tolerance of floats. `None` means that floats must be equal.
    pub(super) fn rel_tol(&self) -> Option<f64> {
        let single = [&self.call.returns].into_iter().chain(&self.call.params).any(|ty| ty.contains(Primitive::Float));
        let default = if single { FLOAT_TOLERANCE } else { DOUBLE_TOLERANCE };
        self.explained.rel_tol.map_or(Some(default), |tol| (tol > 0.0).then_some(tol))
    }

    /// Returns the digits of the finding's id. The names in the test end with these digits.
    pub(super) fn digits(&self) -> String {
        let id = &self.explained.finding.id;
        id.trim_start_matches("MTS-").chars().filter(char::is_ascii_alphanumeric).collect()
    }

    /// Returns notes for a reader of the test, one note a line.
    pub(super) fn reader_notes(&self, target: TestTarget) -> Vec<String> {
        let Explanation { pair, finding, .. } = self.explained;
        let (own, other) = if target == TestTarget::Java { ("Java", "Python") } else { ("Python", "Java") };
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let mut lines = vec![
            format!("{}: {}.", finding.id, finding.cause),
            String::new(),
            format!("{} ({}:{}) {}", pair.name, pair.java.file, finding.line_java, text(&finding.java_outcome)),
            format!(
                "{} ({}:{}) {}",
                python_name(pair),
                pair.python.file,
                finding.line_python,
                text(&finding.python_outcome)
            ),
            String::new(),
        ];
        if let Some(dependence) = &self.explained.finding.order_dependence {
            lines.push(format!(
                "The difference needs earlier calls, because {} keeps state. So the test first makes these calls.",
                dependence.stateful_side.describe()
            ));
        }
        if self.edited.is_some() {
            lines.push(format!(
                "The test makes the edit in {own} and expects the behaviour of {other} after the same edit."
            ));
        }
        lines.push(format!(
            "The test fails as long as {own} behaves differently from {other}. Decide which side is right:"
        ));
        lines.push(format!("if {own} is right, fix {other} and delete this test."));
        lines
    }

    /// Returns the index and the expected value of each argument that differs after the call.
    ///
    /// If a side has no value for an argument after the call, the function uses the value before
    /// the call.
    pub(super) fn arguments(&self) -> Vec<(usize, &Value)> {
        let args = &self.call.args;
        let argument = |answer: &Answer, at: usize| -> Option<Value> {
            answer.arguments.get(at).cloned().flatten().or_else(|| args.get(at).cloned())
        };
        let changeable =
            |at: &usize| [&self.wanted, &self.found].iter().any(|a| a.arguments.get(*at).is_some_and(Option::is_some));
        (0..args.len())
            .filter(changeable)
            .filter(|at| {
                argument(&self.wanted, *at).map(|v| v.to_json()) != argument(&self.found, *at).map(|v| v.to_json())
            })
            .filter_map(|at| {
                let wanted = self.wanted.arguments.get(at).and_then(Option::as_ref).or_else(|| args.get(at))?;
                Some((at, wanted))
            })
            .collect()
    }

    /// Returns the differing fields of the receiver, with their expected values.
    ///
    /// A field has its name on the tested side.
    pub(super) fn fields(&self) -> Vec<(String, &Value)> {
        if self.found.receiver.is_none() || self.wanted.receiver.is_none() {
            return Vec::new();
        }
        shared_fields(self.wanted.receiver.as_ref(), self.found.receiver.as_ref(), true)
    }
}

/// Returns the side that the test of a mutant edits. `None` means that the finding has no mutant.
pub(super) fn edited(explained: &Explanation, target: TestTarget) -> Result<Option<&SourceSide>, Refusal> {
    match (explained.finding.kind, &explained.sources) {
        (FindingKind::Mutant, Sources::Found { java, python }) => {
            Ok(Some(if target == TestTarget::Java { java } else { python }))
        }
        (FindingKind::Mutant, Sources::Missing(why)) => {
            Err(format!("the test needs the source of the function: {why}"))
        }
        _ => Ok(None),
    }
}

/// Reports whether the function contains every edit.
pub(super) fn has_edits_inside_function(side: &SourceSide) -> bool {
    side.hunks.iter().all(|hunk| hunk.line >= side.first_line && hunk.line < side.first_line + side.lines.len())
}

/// Returns the fields that both objects have.
///
/// A field has its name in `found` and its value in `wanted`. If `differing` is true, the function
/// returns only the fields with different values.
pub(super) fn shared_fields<'v>(
    wanted: Option<&'v Value>,
    found: Option<&Value>,
    differing: bool,
) -> Vec<(String, &'v Value)> {
    let (Some(Value::Object { class: c, fields: a }), Some(Value::Object { class: d, fields: b })) = (wanted, found)
    else {
        return Vec::new();
    };
    let shared = b.iter().filter_map(|(name, held)| {
        let other = a.iter().find(|(other, _)| plain_field(c, other) == plain_field(d, name))?;
        (!differing || other.1.to_json() != held.to_json()).then(|| (name.clone(), &other.1))
    });
    shared.collect()
}

/// Returns an outcome with a copy in place of each reference.
pub(super) fn plain(answer: &Answer) -> Result<Answer, Refusal> {
    let mut roots = vec![&answer.value];
    roots.extend(answer.arguments.iter().flatten());
    roots.extend(&answer.receiver);
    let cycle = "a value of the outcome contains itself, or is nested too deeply";
    let mut copies = unshared(&roots).ok_or(cycle)?.into_iter();
    let mut next = || copies.next().unwrap_or(Value::Null);
    Ok(Answer {
        value: next(),
        arguments: answer.arguments.iter().map(|given| given.as_ref().map(|_| next())).collect(),
        receiver: answer.receiver.as_ref().map(|_| next()),
        ..answer.clone()
    })
}

/// Reports whether a value contains a float. The fields of objects do not count.
pub(super) fn has_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::List(items) | Value::Set(items) => items.iter().any(has_float),
        Value::Map(pairs) => pairs.iter().any(|(key, held)| has_float(key) || has_float(held)),
        _ => false,
    }
}

/// An edit of whole lines, with its place among the places with equal lines.
pub(super) struct Replaced<'h> {
    /// The edit.
    pub(super) hunk: &'h Hunk,
    /// The one-based number of the place among the places with equal lines.
    pub(super) which: usize,
    /// The number of places with equal lines in the function.
    pub(super) of: usize,
}

/// Returns the place of each edit.
///
/// The test uses the places to find the lines, even after other changes of the file.
pub(super) fn replaced(side: &SourceSide) -> Vec<Replaced<'_>> {
    let find = |hunk: &Hunk| -> Vec<usize> {
        let windows = side.lines.windows(hunk.before.len()).enumerate();
        windows.filter(|(_, lines)| *lines == hunk.before.as_slice()).map(|(at, _)| at).collect()
    };
    let one = |hunk| {
        let places = find(hunk);
        let own = hunk.line - side.first_line;
        Replaced { hunk, which: places.iter().filter(|at| **at <= own).count(), of: places.len() }
    };
    side.hunks.iter().map(one).collect()
}
