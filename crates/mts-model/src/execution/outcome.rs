//! The outcome of one call on one side: result or exception, changed arguments, output, ticks.
//!
//! `mts-oracle` compares outcomes.

use crate::{JavaType, Reason, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a run of one side ended (Guizzo et al. 2023, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// The call ended with a value.
    Ok,
    /// The code does not compile (Java), or does not parse or import (Python).
    NotCompiled,
    /// The call ended by an exception that left the function.
    Exception,
    /// The call used up its ticks, stack or memory, or the time of the watchdog.
    Timeout,
    /// The worker died or exited before there was an outcome.
    Incomplete,
    /// An external translator gave no translation.
    Missing,
}

impl State {
    /// Returns the name of the state in the report.
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
    /// The way in which the call ended.
    pub state: State,
    /// The return value. For [`State::Exception`] a [`Value::Exception`], for other states `Null`.
    pub value: Value,
    /// The arguments after the call, by Java parameter position. `None` for an argument that a call on this side cannot
    /// change, such as a number or a string.
    pub args: Vec<Option<Value>>,
    /// The receiver after the call.
    pub receiver: Option<Value>,
    /// The text on standard output.
    pub stdout: String,
    /// The number of executed loop iterations, steps of comprehensions, and function entries.
    pub ticks: u64,
    /// The ticks of the construction of the receiver and of the arguments. Zero for Python
    /// outcomes.
    #[serde(default)]
    pub setup_ticks: u64,
    /// The reason for the state, if the state alone does not explain the end.
    pub reason: Reason,
    /// A digest of the values that the probes recorded, for a run that ended. Empty without probes.
    ///
    /// A probe is code that the tool inserts into a copy to record a value or a branch.
    #[serde(default)]
    pub probed: String,
    /// The constructed objects before the call, if the worker recorded them.
    #[serde(default)]
    pub before: Option<Box<Before>>,
}

/// The constructed objects before a call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// The arguments, in the form of [`Outcome::args`].
    pub args: Vec<Option<Value>>,
    /// The receiver.
    pub receiver: Option<Value>,
    /// Whether the receiver is a new object of a class without a declared constructor. No pair tests the constructor of
    /// such a class, so a method that returns a field of the receiver tests the initial value of the field.
    #[serde(default)]
    pub tests_new_object: bool,
}

impl Outcome {
    /// Reports whether the call returned or threw.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self.state, State::Ok | State::Exception)
    }

    /// Reports whether the tool skipped the input. Such an outcome gives no information about the code.
    #[must_use]
    pub fn is_not_run(&self) -> bool {
        self.state == State::Incomplete && self.reason == Reason::NotRun
    }

    /// Returns the ticks of the call and of the construction of its objects.
    #[must_use]
    pub fn all_ticks(&self) -> u64 {
        self.ticks.saturating_add(self.setup_ticks)
    }

    /// Reports whether the call used up its ticks, time or memory.
    #[must_use]
    pub fn has_spent_budget(&self) -> bool {
        self.state == State::Timeout && self.reason.is_spent_budget()
    }

    /// Reports whether the worker could not call the function, or the outcome cannot count.
    ///
    /// See [`Reason::is_not_called`].
    #[must_use]
    pub fn is_not_called(&self) -> bool {
        self.state == State::Incomplete && self.reason.is_not_called()
    }

    /// Reports whether a second run may give another outcome. Verdicts ignore such an outcome.
    #[must_use]
    pub fn is_not_deterministic(&self) -> bool {
        self.state == State::Incomplete && matches!(self.reason, Reason::NotDeterministic(_))
    }

    /// Returns the approximate size in memory, in bytes.
    #[must_use]
    pub fn weight(&self) -> usize {
        let changed = self.args.iter().chain([&self.receiver]).flatten();
        size_of::<Self>() + self.value.weight() + changed.map(Value::weight).sum::<usize>() + self.stdout.len()
    }

    /// Creates an outcome without a value, with a state and a reason.
    #[must_use]
    pub fn ended(state: State, reason: Reason) -> Self {
        Self { reason, ..Self::new(state) }
    }

    /// Creates an outcome with this state and no other data.
    #[must_use]
    pub fn new(state: State) -> Self {
        Self {
            state,
            value: Value::Null,
            args: Vec::new(),
            receiver: None,
            stdout: String::new(),
            ticks: 0,
            setup_ticks: 0,
            reason: Reason::None,
            probed: String::new(),
            before: None,
        }
    }
}

/// The outcomes of one copy of a function, in the order of its inputs.
///
/// A copy is one numbered version of the function's text. Copy 0 is the original. The other copies have edits, and
/// most of them are mutants. If the run stopped at the first outcome whose state is not `Ok`, that outcome is the last
/// one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CopyOutcomes {
    /// The number of the copy in its unit.
    pub copy: u32,
    /// The outcomes, one for each input that ran.
    pub outcomes: Vec<Outcome>,
}

impl CopyOutcomes {
    /// Returns the first state that is not `Ok`. If there is no such state, the function returns `Ok`.
    #[must_use]
    pub fn state(&self) -> State {
        self.outcomes.iter().map(|o| o.state).find(|s| *s != State::Ok).unwrap_or(State::Ok)
    }
}

/// The Java types of a function, for comparison and conversion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The parameter types in order.
    pub params: Vec<JavaType>,
    /// The return type; `Void` for constructors.
    pub returns: JavaType,
}

impl Signature {
    /// Returns the signature of a whole program. The parameter is the text on standard input, and the result is the
    /// exit status.
    #[must_use]
    pub fn program() -> Self {
        Self { params: vec![JavaType::String], returns: JavaType::ExitStatus }
    }

    /// Reports whether this signature is the signature of a whole program.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.returns == JavaType::ExitStatus
    }
}
