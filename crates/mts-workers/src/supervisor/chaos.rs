//! A test hook that kills workers during their work, to show that no result changes.
//!
//! An environment variable sets the hook. AGENTS.md describes the variable.

/// The variable with `N` or `N:SEED`: every Nth request kills the worker. `N` is at least 2.
const VARIABLE: &str = "CARGO_MTS_KILL_EVERY";
/// The worker dies after fewer answers than this number.
const WITHIN: u64 = 12;

/// Decides when a worker dies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chaos {
    /// One of this number of requests kills the worker. If the number is 0, no request kills the worker.
    every: u64,
    seed: u64,
    requests: u64,
}

impl Chaos {
    /// Creates the hook from the environment. Without the variable, no worker is killed.
    pub fn from_env(side: &str) -> Self {
        std::env::var(VARIABLE).map(|text| Self::parse(&text, side)).unwrap_or_default()
    }

    fn parse(text: &str, side: &str) -> Self {
        let (every, seed) = text.split_once(':').unwrap_or((text, "0"));
        let hash = blake3::hash(format!("{side}\0{seed}").as_bytes());
        let seed = hash.as_bytes().iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        // The interval is at least 2, because the second attempt of a run request must succeed.
        Self { every: every.parse().map_or(0, |every: u64| every.max(2)), seed, requests: 0 }
    }

    /// Counts a request. Returns after how many answers the worker dies. `None` if it does not die.
    pub fn next(&mut self) -> Option<u64> {
        if self.every == 0 {
            return None;
        }
        self.requests += 1;
        let hash = blake3::hash(&[self.seed.to_le_bytes(), self.requests.to_le_bytes()].concat());
        self.requests.is_multiple_of(self.every).then(|| u64::from(hash.as_bytes()[0]) % WITHIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_three_requests_is_killed_at_a_moment_that_depends_on_the_seed() {
        let strikes = |text: &str| {
            let mut chaos = Chaos::parse(text, "Java");
            (0..30).map(|_| chaos.next()).collect::<Vec<_>>()
        };
        let first = strikes("3:1");
        assert_eq!(first.iter().flatten().count(), 10);
        assert_eq!(strikes("3:1"), first);
        assert_ne!(strikes("3:2"), first);
        assert!(first.windows(2).all(|two| two.iter().flatten().count() < 2), "{first:?}");
        assert!(Chaos::default().next().is_none());
    }
}
