//! Detects a stalled process: it does not compute and does not wait for the processor.
//!
//! `process` decides the consequences.

use std::time::{Duration, Instant};

/// The time without computation after which a process is stalled.
const STILL: Duration = Duration::from_secs(2);
/// The divisor for the share of time in which a stalled process may compute.
///
/// The Java or Python runtime has its own threads, which compute a little.
const PART: u32 = 20;

/// The processor time of one process, observed during a wait.
#[derive(Default)]
pub(crate) struct StallDetector {
    since: Option<(Instant, Duration)>,
}

impl StallDetector {
    /// Reports whether the process has been stalled for [`STILL`].
    ///
    /// The detector only knows the time since the first call. The function returns `false` if the system does not
    /// report processor time.
    pub fn is_stalled(&mut self, process: u32, now: Instant) -> bool {
        self.observe(demanded_time(process), now)
    }

    fn observe(&mut self, demanded_time: Option<Duration>, now: Instant) -> bool {
        let Some(demanded_time) = demanded_time else { return false };
        let (since, before) = *self.since.get_or_insert((now, demanded_time));
        let stalled_for = now.saturating_duration_since(since);
        // When a thread ends, the system removes the thread's time from the sum.
        if demanded_time < before || demanded_time.saturating_sub(before) > stalled_for / PART {
            self.since = Some((now, demanded_time));
            return false;
        }
        stalled_for >= STILL
    }
}

/// Returns the processor time that all threads of a process used or waited for.
///
/// The sum counts waiting time, so that a process on a busy machine has the same sum as on an idle
/// machine.
fn demanded_time(process: u32) -> Option<Duration> {
    let mut all = Duration::ZERO;
    for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        let Ok(text) = std::fs::read_to_string(thread.path().join("schedstat")) else { continue };
        let mut numbers = text.split_ascii_whitespace().map_while(|number| number.parse::<u64>().ok());
        all += Duration::from_nanos(numbers.next()?.saturating_add(numbers.next()?));
    }
    (all > Duration::ZERO).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_demands_no_processor_time_is_stalled_after_some_seconds() {
        let begun = Instant::now();
        let at = |millis| begun + Duration::from_millis(millis);
        let had = |millis| Some(Duration::from_millis(millis));
        let mut seen = StallDetector::default();
        let stalled =
            [(0, 500), (200, 505), (1_900, 540), (2_100, 545)].map(|(now, had_)| seen.observe(had(had_), at(now)));
        assert_eq!(stalled, [false, false, false, true]);
        // The process computes again.
        assert!(
            !seen.observe(had(900), at(2_300))
                && !seen.observe(had(905), at(4_200))
                && seen.observe(had(905), at(4_400))
        );
        assert!(!StallDetector::default().observe(None, at(9_000)));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_demanded_processor_time_of_this_process_is_not_zero() {
        assert!(demanded_time(std::process::id()).is_some_and(|had| had > Duration::ZERO));
        assert!(demanded_time(0).is_none());
    }
}
