//! Fuzzes parsers of untrusted text. Only tests use this crate.
//!
//! The tests of the other crates supply the parsers, the seeds (texts that the parser accepts) and the checks. This
//! crate edits the seeds, ends the process if a case hangs, and shrinks a case that panics. Without the variable
//! [`SECONDS`], a target runs one round of 200 cases. With this variable, a target runs rounds until the time is over.
//! The cases of a round depend only on the seeds, the tokens and the number of the round.
//!
//! The crate runs in `cargo test` on stable Rust. The tool `cargo-fuzz` needs nightly Rust.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "only tests use this crate, and a failed test panics"
)]

mod edit;
mod target;
mod watchdog;

pub use target::{FuzzTarget, ROUND, SECONDS};

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

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
