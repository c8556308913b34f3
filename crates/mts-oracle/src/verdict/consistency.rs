//! Compares the port's result on one input with its results on the run's other inputs.
//!
//! An incomparable result is no evidence against the port if the port always has such results. But if the tool can
//! compare the port's results on other inputs, the incomparable result is a difference. Otherwise a port could hide a
//! wrong result in a value of another kind.

use crate::display::outcomes::outcome_pair;
use crate::equality::Equality;
use crate::equality::object_shapes::ObjectShapes;
use crate::outcomes::{Comparison, ComparisonDetail, OutcomeComponent};
use mts_model::{Outcome, Reason, State};

/// The limit, in bytes, of a small result of Java.
///
/// If the result of Java is small, a too large result of the port is a difference. A larger result
/// of Java may be near the limit of both workers.
const SMALL: usize = 64 * 1024;

/// The results of the port that the tool can compare with the results of Java.
#[derive(Default)]
pub(super) struct Consistency {
    shapes: ObjectShapes,
    /// Whether the tool can compare at least one result.
    has_comparable: bool,
    /// Whether a call changed an object that the tool cannot compare.
    changes_incomparable: bool,
}

impl Consistency {
    /// Collects the comparable results of these calls, and the known results on other inputs.
    pub(super) fn new<'a>(
        known: &[Comparison],
        calls: impl Iterator<Item = ((&'a Outcome, &'a Outcome), &'a Comparison)>,
    ) -> Self {
        let mut all = Self { has_comparable: known.iter().any(Comparison::agrees), ..Self::default() };
        for found in known {
            all.shapes.extend_comparable(&found.shapes);
            all.changes_incomparable |= changes_incomparable(found);
        }
        for ((java, python), found) in calls {
            all.shapes.extend_comparable(&found.shapes);
            all.changes_incomparable |= changes_incomparable(found);
            all.has_comparable |= java.state == State::Ok && python.state == State::Ok && !found.is_incomparable();
        }
        all
    }

    /// Returns the comparison of one input, with the results on other inputs taken into account.
    ///
    /// The result is a difference if the input has an incomparable result, and the tool can compare the result on other
    /// inputs. If a call changes an object that the tool cannot compare, the inputs on which no side changes this
    /// object prove nothing about the pair.
    pub(super) fn check(&self, found: Comparison, java: &Outcome, python: &Outcome) -> Comparison {
        if let Some(reason) = found.unchanged.as_ref().filter(|_| self.changes_incomparable && found.agrees()) {
            return Comparison::incomparable(reason.clone());
        }
        let is_too_large = python.reason == Reason::ResultSize && java.weight() < SMALL;
        let hides = java.state == State::Ok && self.has_comparable && is_too_large;
        let component = match (hides, found.differs()) {
            (_, true) => return found,
            (true, _) => OutcomeComponent::State,
            (false, _) if found.shapes.contradicts(&self.shapes) => OutcomeComponent::Return,
            (false, _) => return found,
        };
        let (java, python) = outcome_pair(java, python, component, &[]);
        let detail = ComparisonDetail::Sides { java, python };
        Comparison { equality: Equality::Different, component, detail, ..found }
    }
}

/// Reports whether a side changes an incomparable object of a call.
fn changes_incomparable(found: &Comparison) -> bool {
    found.is_incomparable() && matches!(found.component, OutcomeComponent::Argument(_) | OutcomeComponent::Receiver)
}

#[cfg(test)]
mod tests {
    use crate::equality::Rules;
    use crate::verdict::{Oracle, OriginalsComparison};
    use mts_model::{Before, CopyOutcomes, Input, InputOrigin, JavaType, Outcome, Reason, Signature, State, Value};

    /// Returns whether the originals differ on each of the inputs.
    fn differs(java: &[Outcome], python: &[Outcome]) -> Vec<bool> {
        compared(java, python).per_input.iter().map(|found| found.differs()).collect()
    }

    fn compared(java: &[Outcome], python: &[Outcome]) -> OriginalsComparison {
        let signature = Signature { params: vec![], returns: JavaType::Unknown };
        let input = Input { receiver: None, args: vec![], origin: InputOrigin::Generated };
        let (inputs, rules) = (vec![input; java.len()], Rules::default());
        let oracle = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] };
        let run = |outcomes: &[Outcome]| CopyOutcomes { copy: 0, outcomes: outcomes.to_vec() };
        oracle.compare_originals(&run(java), &run(python))
    }

    fn returns(value: Value) -> Outcome {
        Outcome { value, ..Outcome::new(State::Ok) }
    }

    fn object(class: &str, fields: &[(&str, i64)]) -> Outcome {
        let fields = fields.iter().map(|(name, n)| ((*name).to_owned(), Value::Int(*n))).collect();
        returns(Value::Object { class: class.into(), fields })
    }

    #[test]
    fn an_incomparable_object_that_one_call_changes_makes_all_inputs_uncounted() {
        let called = |name: &str, before: i64, after: i64| {
            let own = |n| Some(object("Queue", &[(name, n)]).value);
            let before = Before { args: vec![own(before)], ..Default::default() };
            Outcome { args: vec![own(after)], before: Some(Box::new(before)), ..returns(Value::Int(7)) }
        };
        let (kept, changed) = (called("low", 1, 1), called("low", 1, 2));
        let port = [called("bounds", 1, 1), called("bounds", 1, 1)];
        assert_eq!(compared(&[kept.clone(), kept.clone()], &port).equal, 2);
        assert_eq!(compared(&[kept, changed], &port).counted, 0);
    }

    #[test]
    fn a_different_kind_of_value_on_only_one_input_is_a_difference() {
        let java = [object("Range", &[("lo", 1), ("hi", 2)]), object("Range", &[("lo", 3), ("hi", 4)])];
        let right = object("Range", &[("lo", 1), ("hi", 2)]);
        let others = [
            returns(Value::Int(7)),
            returns(Value::Str("x".into())),
            returns(Value::List(vec![Value::Int(1)])),
            object("Other", &[("name", 1)]),
        ];
        for other in others {
            assert_eq!(differs(&java, &[right.clone(), other.clone()]), [false, true], "{other:?}");
            assert_eq!(differs(&java, &[other.clone(), other.clone()]), [false, false], "always {other:?}");
        }
        let numbers = [returns(Value::Int(1)), returns(Value::Int(2))];
        assert_eq!(differs(&numbers, &[returns(Value::Int(1)), object("Wrong", &[("n", 2)])]), [false, true]);
    }

    #[test]
    fn a_set_field_that_the_port_has_only_on_other_inputs_is_a_difference() {
        let java = [object("Range", &[("lo", 1), ("hi", 2)]), object("Range", &[("lo", 3), ("hi", 4)])];
        let right = object("Range", &[("lo", 1), ("hi", 2)]);
        let partial = [object("Part", &[("lo", 3)])];
        let as_dict = [returns(Value::Map(vec![(Value::Str("lo".into()), Value::Int(3))]))];
        for without in partial.into_iter().chain(as_dict) {
            assert_eq!(differs(&java, &[right.clone(), without]), [false, true]);
        }
        let dropped = [object("Range", &[("lo", 1)]), object("Range", &[("lo", 3)])];
        assert_eq!(differs(&java, &dropped), [false, false], "the port never has the field");
        let unset = [java[0].clone(), object("Range", &[("lo", 3), ("hi", 0)])];
        assert_eq!(differs(&unset, &[right, object("Range", &[("lo", 3)])]), [false, false], "an unset field");
    }

    #[test]
    fn consistent_representations_of_one_class_are_no_difference() {
        let pair = |first: &Outcome, second: &Outcome| {
            let fields = vec![("from".to_owned(), first.value.clone()), ("created".to_owned(), second.value.clone())];
            returns(Value::Object { class: "Booking".into(), fields })
        };
        let (day, text) = (object("Day", &[("n", 1)]), returns(Value::Str("x".into())));
        let java = [pair(&day, &day), pair(&day, &day)];
        let mixed = pair(&day, &text);
        assert_eq!(differs(&java, &[mixed.clone(), mixed]), [false, false], "one field as a text on every input");
        let java = [object("Vector", &[("x", 1), ("length", 1)]), object("Vector", &[("x", 2), ("length", 2)])];
        assert_eq!(differs(&java, &[java[0].clone(), object("Vector", &[("x", 2)])]), [false, false], "a lazy field");
        let set = |items: [&Outcome; 2]| returns(Value::Set(items.map(|item| item.value.clone()).to_vec()));
        let (circle, square) = (object("Circle", &[("r", 1)]), object("Square", &[("side", 2)]));
        let java = [set([&circle, &square]), set([&circle, &square])];
        assert_eq!(differs(&java, &[set([&square, &circle]), set([&circle, &square])]), [false, false], "sets");
    }

    #[test]
    fn a_result_that_only_in_the_port_is_too_large_is_a_difference_if_other_inputs_have_one() {
        let java = [returns(Value::Int(1)), returns(Value::Int(2))];
        for (reason, is_difference) in [(Reason::ResultSize, true), (Reason::Size, false), (Reason::EventLoop, false)] {
            let lost = Outcome::ended(State::Incomplete, reason);
            assert_eq!(differs(&java, &[java[0].clone(), lost.clone()]), [false, is_difference]);
            assert_eq!(differs(&java, &[lost.clone(), lost.clone()]), [false, false]);
        }
        let lost = Outcome::ended(State::Incomplete, Reason::ResultSize);
        let large = [java[0].clone(), returns(Value::Str("x".repeat(100_000)))];
        assert_eq!(differs(&large, &[java[0].clone(), lost]), [false, false], "Java's result is large too");
    }
}
