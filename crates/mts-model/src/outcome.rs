//! What one call did on one side: result or exception, the state it left behind, what it printed,
//! and how many ticks it took. Whether two outcomes are equal is decided by `judgement`.

use super::{JavaType, Value};
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
    /// Why, for states other than `Ok`: `ticks`, `stack`, `memory`, `watchdog`, a compiler
    /// message, ... Text for people, never compared. Of a run that ended, a digest of what probes
    /// (`_mts_s_`) showed, where there were any.
    pub note: String,
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
    /// The note of an input that was left out, because others before it hung or died: no answer.
    pub const NOT_RUN: &'static str = "not run";
    /// How the note begins where the function cannot be called at all with these arguments: nothing
    /// of it ran.
    pub const NOT_CALLED: &'static str = "cannot be called: ";
    /// How the note begins of what does not come the same again: two runs differ, or a thread that was started goes on
    /// beyond what it is waited for.
    pub const NOT_DETERMINISTIC: &'static str = "cannot be called: not deterministic: ";
    /// How the note of a program begins that wrote to standard error and ended with an exit status.
    pub const STDERR: &'static str = "stderr";
    /// The note of a call that ended for want of a name, or gave nothing, in a run of its modules without a call
    /// at their top that raises: perhaps for want of what that call does.
    pub const SPARED: &'static str = "a call at the top of a module, which raises, was left out";

    /// Whether the input was left out: such an outcome says nothing about the code.
    #[must_use]
    pub fn is_not_run(&self) -> bool {
        self.state == State::Incomplete && self.note == Self::NOT_RUN
    }

    /// Whether the function could not be called, which says nothing about what it does.
    #[must_use]
    pub fn is_not_called(&self) -> bool {
        self.state == State::Incomplete && self.note.starts_with(Self::NOT_CALLED)
    }

    /// Whether the call did what it may not do again, so that nothing can rest on it.
    #[must_use]
    pub fn is_not_deterministic(&self) -> bool {
        self.state == State::Incomplete && self.note.starts_with(Self::NOT_DETERMINISTIC)
    }

    /// An outcome without value: the run did not get that far.
    #[must_use]
    pub fn ended(state: State, note: impl Into<String>) -> Self {
        Self {
            state,
            value: Value::Null,
            args: Vec::new(),
            receiver: None,
            stdout: String::new(),
            ticks: 0,
            note: note.into(),
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
    /// What the result of a program is called: no type of Java's has a blank in its name.
    const STATUS: &'static str = "exit status";

    /// A whole program: it is given its standard input and ends with an exit status, an enum constant
    /// `exit status N`. What it prints is the output of its outcome.
    #[must_use]
    pub fn program() -> Self {
        let returns = JavaType::Class { name: Self::STATUS.to_owned(), args: Vec::new() };
        Self { params: vec![JavaType::String], returns }
    }

    /// Whether it is [`Signature::program`].
    #[must_use]
    pub fn is_program(&self) -> bool {
        matches!(&self.returns, JavaType::Class { name, .. } if name == Self::STATUS)
    }
}
