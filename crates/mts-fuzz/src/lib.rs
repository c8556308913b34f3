//! Fuzzes parsers of untrusted text, for tests.
//!
//! It mutates seeds, ends the process if a case hangs, and shrinks a case that panics. Without
//! [`SECONDS`], a target runs a few hundred cases, which are the same in every run. With
//! [`SECONDS`], a target runs for that time.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "only tests use this crate, and a failed test panics"
)]

mod edit;

use edit::Edit;
use mts_model::nesting::with_tree_stack;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The environment variable with the seconds for each target.
pub const SECONDS: &str = "MTS_FUZZ_SECONDS";

/// The environment variable with the number of the first round. Another number gives other cases.
pub const ROUND: &str = "MTS_FUZZ_ROUND";

/// The number of cases in a round.
const CASES: u32 = 200;

/// The time after which a case counts as a hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// The highest number of edits of a seed in one case.
const MOST_EDITS: usize = 6;

/// A parser with the texts for its cases.
pub struct FuzzTarget {
    /// The name, for messages and file names.
    pub name: &'static str,
    /// The texts that the parser accepts.
    pub seeds: Vec<Vec<u8>>,
    /// The pieces of the language that an edit inserts.
    pub tokens: &'static [&'static str],
}

impl FuzzTarget {
    /// Runs a check on all seeds and on mutated seeds.
    ///
    /// The check returns true if the parser accepted the text, and panics if the parser has a
    /// fault. The parser must accept all seeds.
    ///
    /// # Panics
    /// Panics if a check panics or the parser rejects a seed. The message has the smallest failing
    /// input and the path of a file with the input.
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
            let text = edits.iter().fold(self.seeds[at].clone(), |text, edit| edit.apply(text, self));
            watchdog.begin(&text);
            check(&text);
            watchdog.end();
            Ok(())
        });
        if let Err(TestError::Fail(reason, (at, edits))) = result {
            let text = edits.iter().fold(self.seeds[at].clone(), |text, edit| edit.apply(text, self));
            let file = watchdog.file.with_extension("failed");
            std::fs::write(&file, &text).expect("written");
            panic!("{}: {reason}\ninput, also in {}:\n{}", self.name, file.display(), String::from_utf8_lossy(&text));
        }
    }
}

/// Ends the process if a case takes too long.
///
/// If the watchdog ends the process, it writes the input of the case to a file.
struct Watchdog {
    file: PathBuf,
    since: &'static Mutex<Option<Instant>>,
}

impl Watchdog {
    fn new(name: &'static str) -> Self {
        let file = std::env::temp_dir().join(format!("mts-fuzz-{name}-{}", std::process::id()));
        // The leak is a few bytes for each target of a test process.
        let since: &'static Mutex<Option<Instant>> = Box::leak(Box::default());
        let message =
            format!("{name}: a case takes more than {} s; its input is {}", PATIENCE.as_secs(), file.display());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(PATIENCE / 20);
                if since.lock().is_ok_and(|since| since.is_some_and(|since| since.elapsed() > PATIENCE)) {
                    eprintln!("{message}");
                    std::process::abort();
                }
            }
        });
        Self { file, since }
    }

    fn begin(&self, text: &[u8]) {
        std::fs::write(&self.file, text).expect("written");
        *self.since.lock().expect("no thread panics while it holds the lock of `since`") = Some(Instant::now());
    }

    fn end(&self) {
        *self.since.lock().expect("no thread panics while it holds the lock of `since`") = None;
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.end();
        drop(std::fs::remove_file(&self.file));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const TARGET: fn() -> FuzzTarget =
        || FuzzTarget { name: "own", seeds: vec![b"key: [1, 2]".to_vec()], tokens: &["boom", "]"] };

    #[test]
    fn a_check_that_panics_is_reported_with_the_smallest_input() {
        let run = || {
            TARGET().run(|text| {
                assert!(!text.windows(4).any(|piece| piece == b"boom"), "the parser fell over");
                true
            })
        };
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a failing case");
        let message = panic.downcast_ref::<String>().expect("a text");
        let left = std::env::temp_dir().join(format!("mts-fuzz-own-{}.failed", std::process::id()));
        assert_eq!(std::fs::read(&left).expect("the input").len(), "key: [1, 2]boom".len(), "a seed with one token");
        std::fs::remove_file(left).expect("removed");
        assert!(message.contains("the parser fell over"), "{message}");
        assert!(message.lines().any(|line| line.contains("boom") && line.len() < 30), "{message}");
    }

    #[test]
    fn a_seed_that_is_not_accepted_fails() {
        let run = || TARGET().run(|text| text != b"key: [1, 2]");
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a stale seed");
        assert!(panic.downcast_ref::<String>().expect("a text").contains("seed 0 of own is not accepted"));
    }

    #[test]
    fn cases_are_the_same_each_time_and_differ_from_the_seed() {
        let cases = || {
            let seen = Mutex::new(Vec::new());
            TARGET().run(|text| {
                seen.lock().expect("unlocked").push(text.to_vec());
                true
            });
            seen.into_inner().expect("unlocked")
        };
        let first = cases();
        assert_eq!(first, cases());
        let others = first.iter().filter(|text| text.as_slice() != b"key: [1, 2]").count();
        assert!(others > 150, "{others}");
    }
}
