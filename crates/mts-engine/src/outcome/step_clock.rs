//! Measures the steps of a pair, one after another.

use mts_model::report::{Step, StepTimes};
use std::time::Instant;

/// A clock for the steps of one pair.
pub(crate) struct StepClock {
    since: Instant,
    times: StepTimes,
}

impl StepClock {
    /// Starts the clock. The clock adds the times of later steps to `times`.
    pub fn start(times: StepTimes) -> Self {
        Self { since: Instant::now(), times }
    }

    /// Adds the time since the previous step ended, or since the start, to `step`.
    pub fn end_step(&mut self, step: Step) {
        let now = Instant::now();
        *self.times.entry(step).or_default() += (now - self.since).as_secs_f64();
        self.since = now;
    }

    /// Returns the times of all steps so far.
    pub fn into_times(self) -> StepTimes {
        self.times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_between_two_steps_belongs_to_the_second_and_adds_to_earlier_times() {
        let earlier = StepTimes::from([(Step::Java, 100.0), (Step::Hunt, 7.0)]);
        let mut clock = StepClock::start(earlier);
        std::thread::sleep(std::time::Duration::from_millis(2));
        clock.end_step(Step::Java);
        clock.end_step(Step::Python);
        let times = clock.into_times();
        assert!(times[&Step::Java] >= 100.002);
        assert!(times[&Step::Python] < 100.0);
        assert_eq!(times[&Step::Hunt], 7.0);
    }
}
