//! Defines the budgets of calls, in ticks.
//!
//! A tick is the start of a loop iteration, of a function, or of a step of a Python comprehension. The number of ticks
//! does not depend on the load of the machine. So the load does not change a verdict. `mts-workers` has the watchdog
//! and the limits in seconds.

use mts_model::{Outcome, State};
use serde::Serialize;

/// The budgets of calls, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Budgets {
    /// The factor on the original's ticks in the budget of a mutant.
    pub factor: u64,
    /// The number of ticks that each mutant gets in addition to the product with `factor`.
    pub floor: u64,
    /// The maximum number of ticks of an original function or program on one input.
    pub original: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self { factor: 10, floor: 2_000, original: Self::ORIGINAL }
    }
}

impl Budgets {
    /// The default of [`Budgets::original`].
    pub const ORIGINAL: u64 = 10_000_000;
    /// The value of [`Budgets::original`] if the user sets a limit in seconds. The value is so
    /// large that the worker's limit of processor time ends the call first.
    pub const TIMED: u64 = 1 << 50;

    /// Returns the budget of a Java mutant, in ticks.
    ///
    /// `original` is the number of ticks of the original on the same input.
    #[must_use]
    pub fn java(self, original: u64) -> u64 {
        original.saturating_mul(self.factor).saturating_add(self.floor)
    }

    /// Returns the budget of the port on a generated input, in ticks.
    ///
    /// The budget is a hundred times Java's ticks, and at least a million. If Java does not end, the budget is
    /// `unended`: the port differs only if it ends within `unended` ticks. The budget is never above
    /// [`Budgets::original`]. If [`Budgets::original`] is [`Budgets::TIMED`], the budget is always [`Budgets::TIMED`].
    #[must_use]
    pub fn port(self, java: &Outcome, unended: u64) -> u64 {
        match java.state {
            _ if self.original == Self::TIMED => self.original,
            State::Timeout => unended.min(self.original),
            _ => java.all_ticks().saturating_mul(100).max(1_000_000).min(self.original),
        }
    }

    /// Returns the budget of the Python counterpart on one input, in ticks.
    ///
    /// The formula is that of [`Budgets::java`]. Its argument is the number of ticks of the Java mutant, multiplied by
    /// `python_original` and divided by `java_original`, but at least `python_original`: if the mutant skips a loop of
    /// Java, the port can still use ticks to fill its lists. All arguments are numbers of ticks on the same input.
    #[must_use]
    pub fn python(self, java_mutant: u64, java_original: u64, python_original: u64) -> u64 {
        let product = u128::from(java_mutant) * u128::from(python_original);
        let scaled = product.div_ceil(u128::from(java_original.max(1)));
        self.java(u64::try_from(scaled).unwrap_or(u64::MAX).max(python_original))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_ten_times_the_original_with_a_minimum() {
        assert_eq!(Budgets::default().java(100), 3_000);
        assert_eq!(Budgets::default().java(u64::MAX), u64::MAX);
    }

    #[test]
    fn a_port_gets_a_hundred_times_javas_ticks_within_bounds() {
        let took = |ticks, state| Outcome { ticks, ..Outcome::new(state) };
        let budget = |ticks| Budgets::default().port(&took(ticks, State::Ok), 9);
        assert_eq!([budget(5), budget(50_000), budget(500_000)], [1_000_000, 5_000_000, 10_000_000]);
        let unended = took(10_000_000, State::Timeout);
        assert_eq!(Budgets::default().port(&unended, 9), 9);
        let timed = Budgets { original: Budgets::TIMED, ..Budgets::default() };
        assert_eq!([timed.port(&took(5, State::Ok), 9), timed.port(&unended, 9)], [Budgets::TIMED; 2]);
    }

    #[test]
    fn a_counterpart_gets_the_ticks_of_the_java_mutant_scaled_to_the_port() {
        // The Python original takes twice as many ticks as the Java original: 50 Java ticks give
        // 100 Python ticks.
        assert_eq!(Budgets::default().python(50, 10, 20), 3_000);
        assert_eq!(Budgets::default().python(50, 0, 0), 2_000);
        // The mutant skips the loops of Java. The port fills a table with a comprehension all the same.
        assert_eq!(Budgets::default().python(2, 8_000, 16_000), 162_000);
        assert_eq!(Budgets::default().python(u64::MAX, 1, u64::MAX), u64::MAX);
    }
}
