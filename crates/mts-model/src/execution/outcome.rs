//! What one call did on one side: result or exception, the state it left behind, what it printed,
//! and how many ticks it took. Whether two outcomes are equal is decided by `judgement`.

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

/// One call on one side.
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
    /// What was written to standard output.
    pub stdout: String,
    /// Loop heads and function entries passed.
    pub ticks: u64,
    /// Why it has its state, where the state alone does not say so.
    pub reason: Reason,
    /// Of a run that ended, a digest of what probes (`_mts_s_`) showed; empty where there were none.
    #[serde(default)]
    pub probed: String,
    /// What the call was made with, where objects were made for it and were looked at.
    #[serde(default)]
    pub before: Option<Box<Before>>,
}

/// Objects as they were made, before anything was called on them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// The arguments, as [`Outcome::args`].
    pub args: Vec<Option<Value>>,
    /// The receiver.
    pub receiver: Option<Value>,
}

impl Outcome {
    /// Whether the input was left out: such an outcome says nothing about the code.
    #[must_use]
    pub fn is_not_run(&self) -> bool {
        self.state == State::Incomplete && self.reason == Reason::NotRun
    }

    /// Whether the function could not be called, which says nothing about what it does.
    #[must_use]
    pub fn is_not_called(&self) -> bool {
        self.state == State::Incomplete && self.reason.is_not_called()
    }

    /// Whether the call did what it may not do again, so that nothing can rest on it.
    #[must_use]
    pub fn is_not_deterministic(&self) -> bool {
        self.state == State::Incomplete && matches!(self.reason, Reason::NotDeterministic(_))
    }

    /// An outcome without value: the run did not get that far.
    #[must_use]
    pub fn ended(state: State, reason: Reason) -> Self {
        Self { reason, ..Self::new(state) }
    }

    /// An outcome in this state of which nothing else is known.
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

/// The outcomes of one variant (0 is the original, others are mutants) on the inputs it was run
/// on, in their order. It is shorter than the inputs when the run stopped at the first outcome
/// whose state is not `Ok`; that outcome is the last.
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

/// What comparison and conversion need to know of a pair's types: the Java side's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Parameter types in order.
    pub params: Vec<JavaType>,
    /// Return type; `Void` for constructors.
    pub returns: JavaType,
}

impl Signature {
    /// A whole program: it is given its standard input and ends with an exit status. What it prints is the output of its outcome.
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
