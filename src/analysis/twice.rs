//! What a second run of the same original does not give again: the clock, chance, addresses, threads. Such
//! an outcome is no behaviour that a port could be held against.

use super::worth::is_same;
use crate::model::{Outcome, State};

/// Puts "not deterministic" in the place of the outcomes that `again` has otherwise; `side` is whose they are.
pub(super) fn leave_out(outcomes: &mut [Outcome], again: &[Outcome], side: &str) {
    let ended = |outcome: &Outcome| matches!(outcome.state, State::Ok | State::Exception);
    for (first, second) in outcomes.iter_mut().zip(again) {
        if ended(first) && ended(second) && !is_same(first, second) {
            let why = format!("{}two runs of {side} differ", Outcome::NOT_DETERMINISTIC);
            *first = Outcome::ended(State::Incomplete, why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    #[test]
    fn only_what_ended_otherwise_the_second_time_is_left_out() {
        let ok = |n| Outcome { value: Value::Int(n), ..Outcome::ended(State::Ok, "") };
        let slow = Outcome { ticks: 9, ..ok(1) };
        let spent = Outcome::ended(State::Timeout, "ticks");
        let mut outcomes = vec![ok(1), ok(2), spent.clone(), ok(4)];
        leave_out(&mut outcomes, &[slow, ok(3), ok(3), spent.clone()], "the Java side");
        assert!(outcomes[1].is_not_called() && outcomes[1].note.ends_with("two runs of the Java side differ"));
        assert_eq!([&outcomes[0], &outcomes[2], &outcomes[3]], [&ok(1), &spent, &ok(4)]);
    }
}
