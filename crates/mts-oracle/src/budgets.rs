//! Owns the budgets of calls, in ticks (loop heads and function entries), so that a verdict does not change with the
//! load of the machine. The watchdog and limits in seconds are left to `mts-workers`.

/// How long a mutant may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Factor on the original's ticks on the same input.
    pub factor: u64,
    /// Ticks that are added, however short the original runs.
    pub floor: u64,
    /// Ticks that an original function or program may take on one input.
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
    /// [`Budgets::original`] where a limit in seconds is set: so many ticks that the worker's limit of processor time
    /// ends the call first.
    pub const TIMED: u64 = 1 << 50;

    /// Ticks a Java mutant may take on an input on which the original took `original`.
    #[must_use]
    pub fn java(self, original: u64) -> u64 {
        original.saturating_mul(self.factor).saturating_add(self.floor)
    }

    /// Ticks that the Python counterpart may take on that input: the same formula on the ticks of the Java mutant,
    /// scaled by the ratio of the originals' ticks.
    #[must_use]
    pub fn python(self, java_mutant: u64, java_original: u64, python_original: u64) -> u64 {
        let product = u128::from(java_mutant) * u128::from(python_original);
        let scaled = product.div_ceil(u128::from(java_original.max(1)));
        self.java(u64::try_from(scaled).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_ten_times_the_original_and_a_floor() {
        assert_eq!(Budgets::default().java(100), 3_000);
        assert_eq!(Budgets::default().java(u64::MAX), u64::MAX);
    }

    #[test]
    fn a_counterpart_gets_what_the_java_mutant_took_in_the_ports_own_ticks() {
        // The port ticks twice as often as Java: 50 Java ticks are 100 of its own.
        assert_eq!(Budgets::default().python(50, 10, 20), 3_000);
        assert_eq!(Budgets::default().python(50, 0, 0), 2_000);
        assert_eq!(Budgets::default().python(u64::MAX, 1, u64::MAX), u64::MAX);
    }
}
