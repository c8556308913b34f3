//! Whether a process stands still: it computes nothing and does not ask to, so that what it waits for will
//! hardly come. What follows from that is `process`'s business.

use std::time::{Duration, Instant};

/// How long a process has to have stood still.
const STILL: Duration = Duration::from_secs(2);
/// The share of time in which a stalled process may compute: a runtime has threads of its own.
const PART: u32 = 20;

/// The observations of one process during a wait.
#[derive(Default)]
pub(crate) struct StallDetector {
    since: Option<(Instant, Duration)>,
}

impl StallDetector {
    /// Whether the process has stood still for some seconds. The detector knows only the time in which it looked at the
    /// process. Never true where the system does not tell.
    pub fn stands(&mut self, process: u32, now: Instant) -> bool {
        self.look(demanded(process), now)
    }

    fn look(&mut self, demanded: Option<Duration>, now: Instant) -> bool {
        let Some(demanded) = demanded else { return false };
        let (since, before) = *self.since.get_or_insert((now, demanded));
        let stood = now.saturating_duration_since(since);
        // A thread that ended takes its share with it.
        if demanded < before || demanded.saturating_sub(before) > stood / PART {
            self.since = Some((now, demanded));
            return false;
        }
        stood >= STILL
    }
}

/// Processor time that all threads of a process have had or waited for: one that gets little of a busy
/// machine asks for as much as it would get on an idle one.
fn demanded(process: u32) -> Option<Duration> {
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
    fn a_process_that_neither_computes_nor_asks_to_stands_still_after_some_seconds() {
        let begun = Instant::now();
        let at = |millis| begun + Duration::from_millis(millis);
        let had = |millis| Some(Duration::from_millis(millis));
        let mut seen = StallDetector::default();
        let told = [(0, 500), (200, 505), (1_900, 540), (2_100, 545)].map(|(now, had_)| seen.look(had(had_), at(now)));
        assert_eq!(told, [false, false, false, true]);
        // It computes again.
        assert!(!seen.look(had(900), at(2_300)) && !seen.look(had(905), at(4_200)) && seen.look(had(905), at(4_400)));
        assert!(!StallDetector::default().look(None, at(9_000)));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_computed() {
        assert!(demanded(std::process::id()).is_some_and(|had| had > Duration::ZERO));
        assert!(demanded(0).is_none());
    }
}
