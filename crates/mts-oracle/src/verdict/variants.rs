//! Compares variants of one side with their original.
//!
//! The result is whether a transformation preserved the behaviour, and the cause if it did not.
//! Module `oracle` judges transformations that may change behaviour.

use super::oracle::outcome_at;
use crate::outcomes::OutcomeComponent;
use mts_model::{CopyOutcomes, Outcome, State, Transformation, Value, VariantVerdict};

/// The comparison of a variant with its original on the same inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantComparison {
    /// The outcomes are equal on every comparable input.
    Same,
    /// The outcomes differ on the nth input, in this component.
    Different(usize, OutcomeComponent),
    /// No input is comparable, or the variant lacks an outcome before any difference.
    Unclear,
}

/// Compares a variant with the two runs of its original, before and after the variant.
///
/// If the two runs of the original differ on an input, the original is nondeterministic on this
/// input, and the tool skips the input. The tool ignores the messages of exceptions, because they
/// may contain names.
#[must_use]
pub fn compare_variant(original: [&CopyOutcomes; 2], variant: &CopyOutcomes) -> VariantComparison {
    let mut describe_state = VariantComparison::Unclear;
    for nth in 0..original[0].outcomes.len() {
        let (Some(first), Some(again)) = (outcome_at(original[0], nth), outcome_at(original[1], nth)) else { continue };
        let Some(own) = outcome_at(variant, nth) else { return VariantComparison::Unclear };
        let has_outcome = |outcome: &Outcome| matches!(outcome.state, State::Ok | State::Exception);
        if !has_outcome(first) || first_difference(first, again).is_some() {
            continue;
        }
        if !has_outcome(own) && own.state != State::NotCompiled {
            return VariantComparison::Unclear;
        }
        if let Some(component) = first_difference(first, own) {
            return VariantComparison::Different(nth, component);
        }
        describe_state = VariantComparison::Same;
    }
    describe_state
}

/// Returns the first component in which two outcomes of one language differ. The function compares
/// values as text, so that NaN equals itself.
fn first_difference(a: &Outcome, b: &Outcome) -> Option<OutcomeComponent> {
    if a.state != b.state {
        let thrown = |outcome: &Outcome| outcome.state == State::Exception;
        return Some(if thrown(a) || thrown(b) { OutcomeComponent::Exception } else { OutcomeComponent::State });
    }
    let text = |value: &Option<Value>| value.as_ref().map(Value::to_json);
    let class = |outcome: &Outcome| match &outcome.value {
        Value::Exception { class, .. } if outcome.state == State::Exception => Some(class.clone()),
        _ => None,
    };
    match (class(a), class(b)) {
        (Some(one), Some(other)) if one != other => return Some(OutcomeComponent::Exception),
        (Some(_), Some(_)) => {}
        _ if a.value.to_json() != b.value.to_json() => return Some(OutcomeComponent::Return),
        _ => {}
    }
    if let Some(at) = (0..a.args.len().max(b.args.len())).find(|at| {
        let text_at = |outcome: &Outcome| outcome.args.get(*at).and_then(text);
        text_at(a) != text_at(b)
    }) {
        return Some(OutcomeComponent::Argument(at));
    }
    if text(&a.receiver) != text(&b.receiver) {
        return Some(OutcomeComponent::Receiver);
    }
    (a.stdout != b.stdout).then_some(OutcomeComponent::Stdout)
}

/// Parts of CPython's messages about a call with the old name of a parameter.
const BY_NAME: [&str; 3] =
    ["unexpected keyword argument", "required keyword-only argument", "required positional argument"];
/// Parts of messages about a call with wrong arguments, from CPython and its module `inspect`.
const BY_NUMBER: [&str; 11] = [
    "at least 1 positional argument",
    "required keyword-only argument",
    "required positional argument",
    "positional argument but",
    "positional arguments but",
    "multiple values for argument",
    "missing a required argument",
    "takes exactly one argument",
    "takes no arguments",
    "too many positional arguments",
    "unexpected keyword argument",
];

/// Returns the verdict and the reason for a transformation that changed the port's behaviour. `reads` is the code in
/// the port's module that reads names at run time, and the line of this code.
#[must_use]
pub fn blame(
    outcome: &Outcome,
    transformation: Transformation,
    reads: Option<(&str, u32)>,
) -> (VariantVerdict, String) {
    // The interpreter itself raises a `TypeError` for a call that does not fit the parameters.
    let message = match &outcome.value {
        Value::Exception { class, message } if class.split('<').next() == Some("TypeError") => message.as_str(),
        _ => "",
    };
    if let Some((word, line)) = reads {
        return (VariantVerdict::Broken, format!("the port reads names at run time: `{word}`, line {line}"));
    }
    if transformation == Transformation::RenameParam && BY_NAME.iter().any(|words| message.contains(words)) {
        return (VariantVerdict::Broken, "a caller passes the parameter by its name".to_owned());
    }
    if transformation == Transformation::AddParam && BY_NUMBER.iter().any(|words| message.contains(words)) {
        return (VariantVerdict::Broken, "a caller depends on the number of parameters".to_owned());
    }
    let why = "no code in the port's module reads names at run time, so the transformation is wrong, not the port";
    (VariantVerdict::InvalidTransformation, why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Reason;

    fn run(outcomes: Vec<Outcome>) -> CopyOutcomes {
        CopyOutcomes { copy: 0, outcomes }
    }

    fn returned_field(n: i64) -> Outcome {
        Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) }
    }

    fn raises(class: &str, message: &str) -> Outcome {
        let value = Value::Exception { class: class.to_owned(), message: message.to_owned() };
        Outcome { value, ..Outcome::new(State::Exception) }
    }

    #[test]
    fn a_variant_is_compared_only_on_inputs_with_a_deterministic_original() {
        let original = run(vec![returned_field(1), returned_field(2), raises("KeyError", "'a'")]);
        let comparison = |variant: Vec<Outcome>| compare_variant([&original, &original], &run(variant));
        assert_eq!(
            comparison(vec![returned_field(1), returned_field(2), raises("KeyError", "'zz'")]),
            VariantComparison::Same,
            "messages hold names"
        );
        assert_eq!(
            comparison(vec![returned_field(1), returned_field(3), raises("KeyError", "'a'")]),
            VariantComparison::Different(1, OutcomeComponent::Return)
        );
        assert_eq!(
            comparison(vec![returned_field(1), raises("KeyError", "'a'")]),
            VariantComparison::Different(1, OutcomeComponent::Exception)
        );
        assert_eq!(
            comparison(vec![Outcome::new(State::NotCompiled)]),
            VariantComparison::Different(0, OutcomeComponent::State)
        );
        assert_eq!(
            comparison(vec![returned_field(1), Outcome::ended(State::Timeout, Reason::Ticks)]),
            VariantComparison::Unclear
        );
        let counts = [run(vec![returned_field(1), returned_field(2)]), run(vec![returned_field(1), returned_field(7)])];
        let variant = run(vec![returned_field(1), returned_field(9)]);
        assert_eq!(
            compare_variant([&counts[0], &counts[1]], &variant),
            VariantComparison::Same,
            "the second input tells nothing"
        );
        assert_eq!(
            compare_variant([&counts[0], &counts[1]], &run(vec![returned_field(4)])),
            VariantComparison::Different(0, OutcomeComponent::Return)
        );
        assert_eq!(compare_variant([&run(vec![]), &run(vec![])], &run(vec![])), VariantComparison::Unclear);
    }

    #[test]
    fn a_broken_variant_is_blamed_on_the_port_or_on_the_transformation_with_a_reason() {
        let blamed = |outcome: &Outcome, kind, reads| blame(outcome, kind, reads);
        let (verdict, why) = blamed(&returned_field(1), Transformation::AddLoop, Some(("locals", 7)));
        assert_eq!((verdict, why.contains("`locals`, line 7")), (VariantVerdict::Broken, true));
        let keyword = raises("TypeError", "f() got an unexpected keyword argument 'a'");
        assert_eq!(blamed(&keyword, Transformation::RenameParam, None).0, VariantVerdict::Broken);
        assert_eq!(blamed(&keyword, Transformation::AddLoop, None).0, VariantVerdict::InvalidTransformation);
        let of_added = |class, message| blamed(&raises(class, message), Transformation::AddParam, None).0;
        let number = "f() takes 1 positional argument but 2 were given";
        assert_eq!(of_added("TypeError<Exception", number), VariantVerdict::Broken);
        assert_eq!(of_added("ValueError<Exception", number), VariantVerdict::InvalidTransformation);
        let own = "the argument must be positive";
        assert_eq!(of_added("TypeError<Exception", own), VariantVerdict::InvalidTransformation);
        assert_eq!(
            blamed(&raises("NameError", "a"), Transformation::RenameParam, None).0,
            VariantVerdict::InvalidTransformation
        );
    }
}
