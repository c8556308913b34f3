//! Digests of outcomes: the state, and a hash of the other data.
//!
//! Two digests are enough to compare two outcomes for equality. `mts-engine` uses digests to select inputs.

use mts_model::{Outcome, Reason, State, Value};

/// The digest of an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The state of the outcome.
    pub state: State,
    /// A hash of the value, the output, and the arguments and receiver after the call.
    pub hash: String,
    /// The ticks of the call.
    pub ticks: u64,
    /// The ticks of the call and of the construction of its objects.
    pub all_ticks: u64,
    /// The number of passes of each probe: 0, 1, or 2 for more than one. Empty without probes.
    pub passes: Vec<u8>,
    /// Whether the call has a result: the state is not `Incomplete`, `NotCompiled` or `Missing`.
    pub answered: bool,
    /// Whether the input did not run, because the worker had stopped before.
    pub is_not_run: bool,
}

impl Digest {
    /// Creates the digest of a whole outcome.
    #[must_use]
    pub fn from_outcome(outcome: &Outcome) -> Self {
        let all = outcome.args.iter().chain([&outcome.receiver]);
        let all: Vec<_> = all.map(|value| value.as_ref().map(Value::to_json)).collect();
        let mut hasher = blake3::Hasher::new();
        hasher.update(serde_json::json!([outcome.value.to_json(), all, outcome.stdout]).to_string().as_bytes());
        let hash = hasher.finalize().to_hex()[..16].to_owned();
        Self { hash, passes: Vec::new(), ..Self::ended(outcome) }
    }

    /// Creates the digest of an input that did not run.
    #[must_use]
    pub fn not_run() -> Self {
        Self::ended(&Outcome::ended(State::Incomplete, Reason::NotRun))
    }

    /// Converts the outcome that the Java worker sends as a digest.
    ///
    /// The value of this outcome is the hash, and its output has one digit for each probe.
    pub(crate) fn from_worker(outcome: Outcome) -> Self {
        let passes = outcome.stdout.bytes().map(|digit| digit.saturating_sub(b'0')).collect();
        let hash = if let Value::Str(hash) = &outcome.value { hash.clone() } else { String::new() };
        Self { hash, passes, ..Self::ended(&outcome) }
    }

    fn ended(outcome: &Outcome) -> Self {
        let answered = !matches!(outcome.state, State::Incomplete | State::NotCompiled | State::Missing);
        let (state, ticks, all_ticks) = (outcome.state, outcome.ticks, outcome.all_ticks());
        let is_not_run = outcome.is_not_run();
        Self { state, hash: String::new(), ticks, all_ticks, passes: Vec::new(), answered, is_not_run }
    }

    /// Reports whether both digests have the same state and the same hash. The ticks and the probes may differ.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.state == other.state && self.hash == other.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_with_different_output_have_different_digests() {
        let quiet = Outcome::new(State::Ok);
        let loud = Outcome { stdout: "x".into(), ..quiet.clone() };
        let slow = Outcome { ticks: 9, ..quiet.clone() };
        assert!(!Digest::from_outcome(&quiet).is_same(&Digest::from_outcome(&loud)));
        assert!(Digest::from_outcome(&quiet).is_same(&Digest::from_outcome(&slow)));
    }

    #[test]
    fn a_digest_from_a_worker_has_the_passes_of_every_probe() {
        let sent = Outcome { value: Value::Str("af".into()), stdout: "021".into(), ..Outcome::new(State::Ok) };
        let digest = Digest::from_worker(sent);
        assert_eq!((digest.hash.as_str(), digest.passes.as_slice()), ("af", [0, 2, 1].as_slice()));
        assert!(digest.answered);
    }
}
