//! Runs a parser under test on seeds and on edited seeds.

use crate::edit::Edit;
use crate::watchdog::Watchdog;
use mts_model::nesting::with_tree_stack;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::time::{Duration, Instant};

/// The environment variable with the time for each target, in seconds.
pub const SECONDS: &str = "MTS_FUZZ_SECONDS";

/// The environment variable with the number of the first round. Another number gives other cases.
pub const ROUND: &str = "MTS_FUZZ_ROUND";

/// The number of cases in a round.
const CASES: u32 = 200;

/// The highest number of edits that one case makes on a seed.
const MOST_EDITS: usize = 6;

/// A parser under test: its name, and the texts for its cases.
pub struct FuzzTarget {
    /// The name, for messages and file names.
    pub name: &'static str,
    /// Texts that the parser accepts. The cases are edits of these texts.
    pub seeds: Vec<Vec<u8>>,
    /// Pieces of the parser's language, which an edit inserts.
    pub tokens: &'static [&'static str],
}

impl FuzzTarget {
    /// Runs a check on all seeds and on edited seeds.
    ///
    /// The check returns true if the parser accepted the text, and panics if the parser has a fault. The parser must
    /// accept all seeds.
    ///
    /// # Panics
    /// Panics if the check panics, or if the parser rejects a seed. For an edited seed, the message has the smallest
    /// failing text that the shrinking found, and the path of a file with this text.
    ///
    /// Panics if [`SECONDS`] or [`ROUND`] is not a number, if the thread does not start, or if a file of a case
    /// cannot be written.
    pub fn run(&self, check: impl Fn(&[u8]) -> bool + Sync) {
        with_tree_stack(|| self.run_rounds(&check)).expect("a thread");
    }

    fn run_rounds(&self, check: &(impl Fn(&[u8]) -> bool + Sync)) {
        for (at, seed) in self.seeds.iter().enumerate() {
            assert!(check(seed), "seed {at} of {} is not accepted: {}", self.name, String::from_utf8_lossy(seed));
        }
        let number = |variable| std::env::var(variable).ok().map(|text| text.parse().expect("a number"));
        let time = number(SECONDS).map(Duration::from_secs);
        let (begin, first) = (Instant::now(), number(ROUND).unwrap_or(0));
        let watchdog = Watchdog::new(self.name);
        for round in first.. {
            self.run_round(round, check, &watchdog);
            if time.is_none_or(|time| begin.elapsed() >= time) {
                break;
            }
        }
    }

    fn run_round(&self, round: u64, check: &impl Fn(&[u8]) -> bool, watchdog: &Watchdog) {
        let config = Config { cases: CASES, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() };
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&round.to_le_bytes());
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        let case = (0..self.seeds.len(), prop::collection::vec(any::<Edit>(), 1..=MOST_EDITS));
        let result = runner.run(&case, |(at, edits)| {
            let text =
                edits.iter().fold(self.seeds[at].clone(), |text, edit| edit.apply(text, &self.seeds, self.tokens));
            watchdog.begin(&text);
            check(&text);
            watchdog.end();
            Ok(())
        });
        if let Err(TestError::Fail(reason, (at, edits))) = result {
            let text =
                edits.iter().fold(self.seeds[at].clone(), |text, edit| edit.apply(text, &self.seeds, self.tokens));
            let file = watchdog.file.with_extension("failed");
            std::fs::write(&file, &text).expect("written");
            panic!("{}: {reason}\ninput, also in {}:\n{}", self.name, file.display(), String::from_utf8_lossy(&text));
        }
    }
}
