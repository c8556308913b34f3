//! The outcome of one call on one side: result or exception, changed objects, output and ticks. `mts-oracle` compares
//! outcomes.

use crate::{JavaType, Reason, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// State of a run of one side (Guizzo et al. 2023, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Ended with a value.
    Ok,
    /// Does not compile (Java), or does not parse or import (Python).
    NotCompiled,
    /// Ended by an exception that left the function.
    Exception,
    /// Spent its budget of ticks, its stack, its memory, or the watchdog's time.
    Timeout,
    /// The worker died or exited before there was an outcome.
    Incomplete,
    /// An external translator gave no translation.
    Missing,
}

impl State {
    /// The word of the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::NotCompiled => "not_compiled",
            Self::Exception => "exception",
            Self::Timeout => "timeout",
            Self::Incomplete => "incomplete",
            Self::Missing => "missing",
        }
    }
}

/// The outcome of one call on one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub state: State,
    /// The return value; for [`State::Exception`] a [`Value::Exception`]; else `Null`.
    pub value: Value,
    /// The arguments after the call by Java parameter position; `None` where the side cannot
    /// change the value (numbers, strings, ...).
    pub args: Vec<Option<Value>>,
    /// The receiver after the call.
    pub receiver: Option<Value>,
    /// The text on standard output.
    pub stdout: String,
    /// Number of executed loop heads and function entries.
    pub ticks: u64,
    /// Why it has its state, if the state alone does not say so.
    pub reason: Reason,
    /// Digest of what probes recorded in a run that ended; empty without probes.
    #[serde(default)]
    pub probed: String,
    /// Constructed objects before the call, if the worker recorded them.
    #[serde(default)]
    pub before: Option<Box<Before>>,
}

/// Constructed objects before the call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// The arguments, as [`Outcome::args`].
    pub args: Vec<Option<Value>>,
    /// The receiver.
    pub receiver: Option<Value>,
}

impl Outcome {
    /// Whether the input was skipped. Such an outcome says nothing about the code.
    #[must_use]
    pub fn is_not_run(&self) -> bool {
        self.state == State::Incomplete && self.reason == Reason::NotRun
    }

    /// Whether the function could not be called. Such an outcome says nothing about the function.
    #[must_use]
    pub fn is_not_called(&self) -> bool {
        self.state == State::Incomplete && self.reason.is_not_called()
    }

    /// Whether a second run may give another outcome; verdicts ignore this one.
    #[must_use]
    pub fn is_not_deterministic(&self) -> bool {
        self.state == State::Incomplete && matches!(self.reason, Reason::NotDeterministic(_))
    }

    /// Approximate size in memory, in bytes.
    #[must_use]
    pub fn weight(&self) -> usize {
        let changed = self.args.iter().chain([&self.receiver]).flatten();
        size_of::<Self>() + self.value.weight() + changed.map(Value::weight).sum::<usize>() + self.stdout.len()
    }

    /// An outcome without a value, with the reason.
    #[must_use]
    pub fn ended(state: State, reason: Reason) -> Self {
        Self { reason, ..Self::new(state) }
    }

    /// An outcome in this state without any other data.
    #[must_use]
    pub fn new(state: State) -> Self {
        Self {
            state,
            value: Value::Null,
            args: Vec::new(),
            receiver: None,
            stdout: String::new(),
            ticks: 0,
            reason: Reason::None,
            probed: String::new(),
            before: None,
        }
    }
}

/// Outcomes of one variant, in the order of its inputs.
///
/// Variant 0 is the original; others are mutants. The list is shorter than the inputs if the run stopped at the first
/// outcome whose state is not `Ok`; that outcome is the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantOutcomes {
    /// The variant's number in its unit.
    pub variant: u32,
    /// One for each input run.
    pub outcomes: Vec<Outcome>,
}

impl VariantOutcomes {
    /// The first state that is not `Ok`, or `Ok`.
    #[must_use]
    pub fn state(&self) -> State {
        self.outcomes.iter().map(|o| o.state).find(|s| *s != State::Ok).unwrap_or(State::Ok)
    }
}

/// Java types of a pair's function, for comparison and conversion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Parameter types in order.
    pub params: Vec<JavaType>,
    /// Return type; `Void` for constructors.
    pub returns: JavaType,
}

impl Signature {
    /// The signature of a whole program: its argument is standard input, its result the exit status.
    #[must_use]
    pub fn program() -> Self {
        Self { params: vec![JavaType::String], returns: JavaType::ExitStatus }
    }

    /// Whether it is [`Signature::program`].
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.returns == JavaType::ExitStatus
    }
}
