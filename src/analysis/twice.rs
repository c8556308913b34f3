//! What a second run of the same original does not give again: the clock, chance, addresses, threads. Such
//! an outcome is no behaviour that a port could be held against.

use super::worth::is_same;
use crate::error::Result;
use crate::model::{Outcome, State};

/// Runs after the second one where that differed from the first: by chance an input may come to the same twice, and
/// one of two values comes so seventeen times in a row once in 65,536.
const MORE: usize = 15;

/// Puts "not deterministic" in the place of the outcomes that another run has otherwise; `side` is whose they are,
/// and `again` runs it. One run is made, and some more only where it differs.
pub(super) fn leave_out(
    outcomes: &mut [Outcome],
    side: &str,
    mut again: impl FnMut() -> Result<Vec<Outcome>>,
) -> Result<()> {
    let ended = |outcome: &Outcome| matches!(outcome.state, State::Ok | State::Exception);
    // Where nothing ended there is nothing to compare, and waiting for it once more is dear.
    if !outcomes.iter().any(ended) {
        return Ok(());
    }
    let mut differs = false;
    for _ in 0..=MORE {
        for (first, other) in outcomes.iter_mut().zip(&again()?) {
            if ended(first) && ended(other) && !is_same(first, other) {
                let why = format!("{}two runs of {side} differ", Outcome::NOT_DETERMINISTIC);
                *first = Outcome::ended(State::Incomplete, why);
                differs = true;
            }
        }
        // What the first run itself says of threads and chance is no reason for more.
        if !differs {
            break;
        }
    }
    Ok(())
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
        let again = [slow, ok(3), ok(3), spent.clone()];
        leave_out(&mut outcomes, "the Java side", || Ok(again.to_vec())).expect("runs");
        assert!(outcomes[1].is_not_called() && outcomes[1].note.ends_with("two runs of the Java side differ"));
        assert_eq!([&outcomes[0], &outcomes[2], &outcomes[3]], [&ok(1), &spent, &ok(4)]);
    }

    #[test]
    fn what_came_to_the_same_by_chance_is_run_more_often_where_another_input_did_not() {
        let ok = |n| Outcome { value: Value::Int(n), ..Outcome::ended(State::Ok, "") };
        let mut runs = 0;
        let mut coin = |differs: i64| {
            runs += 1;
            Ok(vec![ok(differs * runs), ok(runs / 4), ok(5)])
        };
        let mut outcomes = vec![ok(0), ok(0), ok(5)];
        leave_out(&mut outcomes, "the port", || coin(1)).expect("runs");
        let found: Vec<bool> = outcomes.iter().map(Outcome::is_not_called).collect();
        assert_eq!(found, [true, true, false]);
        let (mut outcomes, mut runs) = (vec![ok(1)], 0);
        leave_out(&mut outcomes, "the port", || {
            runs += 1;
            Ok(vec![ok(1)])
        })
        .expect("runs");
        assert_eq!((outcomes, runs), (vec![ok(1)], 1));
        let hangs = || vec![Outcome::ended(State::Timeout, "watchdog")];
        let mut outcomes = hangs();
        leave_out(&mut outcomes, "the port", || panic!("nothing that ended could differ")).expect("runs nothing");
        assert_eq!(outcomes, hangs());
    }
}
