//! The reason for the state of an outcome, as a type.
//!
//! [`fmt::Display`] writes the reason for people. Both workers send reasons in the JSON form of [`Reason`].

use super::requirement::first_line;
use crate::{Language, Requirement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an outcome has its state, if the state alone does not say so.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No reason.
    #[default]
    None,
    /// The budget of ticks is spent.
    Ticks,
    /// The stack is full.
    Stack,
    /// The memory is full.
    Memory,
    /// The result, or the state after the call, is too large to compare.
    Size,
    /// The result of the port is too large to compare.
    ResultSize,
    /// The call ran until the watchdog's time limit.
    Watchdog,
    /// The tool skipped the input, because earlier inputs hung or ended the worker.
    NotRun,
    /// The worker cannot call the function with these arguments; no code of the function ran.
    NotCallable(String),
    /// The port's function waits for an event loop, which the worker does not have.
    EventLoop,
    /// Python cannot import the port's module, for this reason.
    NotImported(Box<Reason>),
    /// The environment lacks something that the code needs.
    MissingRequirement(Requirement),
    /// A second run gives another outcome.
    NotDeterministic(Nondeterminism),
    /// Runs of the port give different outcomes, and at least one differs from Java's outcome.
    RunsOfPortDiffer,
    /// The code under test asked the process to exit.
    Exit,
    /// The worker died, or the tool could not use it any more.
    WorkerLost(String),
    /// The tool cannot read the result.
    ResultUnreadable(String),
    /// The tool cannot run the program.
    ProgramUnrunnable(String),
    /// No compilation unit holds the copy.
    NotInUnit,
    /// There is no outcome.
    NoOutcome,
    /// There are fewer outcomes than inputs.
    FewerOutcomes,
    /// Message of a compiler or of an import.
    Diagnostic(String),
    /// The receiver's constructor threw the exception.
    ReceiverConstructor,
    /// A `throw` or `raise` statement of the project threw the exception.
    ExplicitThrow,
    /// During the import, the tool skipped a module-level statement that raises.
    TopLevelCallSkipped,
    /// The program wrote to standard error and ended with an exit status.
    Stderr,
}

/// Why a run is not deterministic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nondeterminism {
    /// A thread that the call started still runs.
    ThreadGoesOn,
    /// Two runs of this side have different outcomes on the same input.
    RunsDiffer(Language),
    /// The code draws random numbers that the tool cannot seed.
    Unseeded(String),
}

impl Reason {
    /// Reports whether there is no reason.
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// Reports whether the reason tells people more than the state of the outcome.
    #[must_use]
    pub fn is_informative(&self) -> bool {
        !matches!(self, Self::None | Self::ExplicitThrow)
    }

    /// Reports whether the function did not run, or its outcome cannot count.
    #[must_use]
    pub fn is_not_called(&self) -> bool {
        matches!(
            self,
            Self::NotCallable(_)
                | Self::NotImported(_)
                | Self::MissingRequirement(_)
                | Self::NotDeterministic(_)
                | Self::Size
                | Self::ResultSize
                | Self::EventLoop
        )
    }

    /// Reports whether the call used up its ticks, time or memory.
    ///
    /// A stack overflow ends a call at once and does not count.
    #[must_use]
    pub fn is_spent_budget(&self) -> bool {
        matches!(self, Self::Ticks | Self::Watchdog | Self::Memory)
    }

    /// Returns the same reason. Each message in the returned reason has only its first line.
    ///
    /// The other lines of a message, such as a traceback, can differ between two runs with the same fault.
    #[must_use]
    pub fn with_first_lines(&self) -> Self {
        match self {
            Self::NotCallable(why) => Self::NotCallable(first_line(why)),
            Self::NotImported(why) => Self::NotImported(Box::new(why.with_first_lines())),
            Self::MissingRequirement(requirement) => Self::MissingRequirement(requirement.with_first_lines()),
            Self::NotDeterministic(Nondeterminism::Unseeded(why)) => {
                Self::NotDeterministic(Nondeterminism::Unseeded(first_line(why)))
            }
            Self::WorkerLost(why) => Self::WorkerLost(first_line(why)),
            Self::ResultUnreadable(why) => Self::ResultUnreadable(first_line(why)),
            Self::ProgramUnrunnable(why) => Self::ProgramUnrunnable(first_line(why)),
            Self::Diagnostic(why) => Self::Diagnostic(first_line(why)),
            other => other.clone(),
        }
    }

    /// Describes the reason for people, without the prefix `cannot be called`.
    ///
    /// Only the text of [`Reason::EventLoop`] keeps the prefix.
    #[must_use]
    pub fn describe_cause(&self) -> String {
        match self {
            Self::NotCallable(why) => why.clone(),
            Self::NotImported(why) => format!("Python cannot import the port's module: {why}"),
            Self::MissingRequirement(requirement) => format!("the code needs {requirement}"),
            Self::NotDeterministic(why) => format!("not deterministic: {why}"),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None | Self::ExplicitThrow => "",
            Self::Ticks => "ticks",
            Self::Stack => "stack",
            Self::Memory => "memory",
            Self::EventLoop => "cannot be called: the function waits for an event loop",
            Self::ResultSize => "the result is too large to compare",
            Self::Size => "the result or the state is too large to compare",
            Self::RunsOfPortDiffer => "the port is not deterministic: two runs differ",
            Self::Watchdog => "watchdog",
            Self::NotRun => "not run",
            Self::NotCallable(_) | Self::NotImported(_) | Self::MissingRequirement(_) | Self::NotDeterministic(_) => {
                return write!(f, "cannot be called: {}", self.describe_cause());
            }
            Self::Exit => "exit",
            Self::WorkerLost(why) | Self::Diagnostic(why) => why,
            Self::ResultUnreadable(why) => return write!(f, "cargo mts cannot read the result: {why}"),
            Self::ProgramUnrunnable(why) => return write!(f, "cargo mts cannot run the program: {why}"),
            Self::NotInUnit => "no compilation unit contains the copy",
            Self::NoOutcome => "no outcome",
            Self::FewerOutcomes => "fewer outcomes than inputs",
            Self::ReceiverConstructor => "the receiver's constructor",
            Self::TopLevelCallSkipped => {
                "cargo mts skipped a statement at the top level of a module, because the statement raises an exception"
            }
            Self::Stderr => "stderr",
        })
    }
}

impl fmt::Display for Nondeterminism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ThreadGoesOn => f.write_str("a thread that the call started still runs"),
            Self::RunsDiffer(Language::Java) => f.write_str("two runs of the Java side differ"),
            Self::RunsDiffer(Language::Python) => f.write_str("two runs of the port differ"),
            Self::Unseeded(why) => f.write_str(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_says_that_the_call_was_impossible_before_its_cause() {
        let import = Reason::NotImported(Box::new(Reason::Diagnostic("NameError: x".into())));
        assert_eq!(import.to_string(), "cannot be called: Python cannot import the port's module: NameError: x");
        let thread = Reason::NotDeterministic(Nondeterminism::ThreadGoesOn);
        assert_eq!(
            thread.to_string(),
            "cannot be called: not deterministic: a thread that the call started still runs"
        );
        assert_eq!(Reason::NotCallable("no f".into()).describe_cause(), "no f");
    }

    #[test]
    fn further_lines_of_a_message_can_be_removed() {
        let import = |text: &str| Reason::NotImported(Box::new(Reason::Diagnostic(text.into())));
        assert_eq!(import("NameError: x\r\n  line 3\n").with_first_lines(), import("NameError: x"));
        let library = |message: &str| {
            Reason::MissingRequirement(Requirement::PythonLibrary { module: "cv2".into(), message: message.into() })
        };
        assert_eq!(library("libGL.so.1\nnot found").with_first_lines(), library("libGL.so.1"));
        assert_eq!(Reason::Watchdog.with_first_lines(), Reason::Watchdog);
    }

    #[test]
    fn reasons_are_read_as_the_workers_send_them() {
        let read = |text: &str| serde_json::from_str::<Option<Reason>>(text).expect("a reason");
        assert_eq!(read("null"), None);
        assert_eq!(read("\"watchdog\""), Some(Reason::Watchdog));
        assert_eq!(read(r#"{"not_callable":"no f"}"#), Some(Reason::NotCallable("no f".into())));
        let thread = Reason::NotDeterministic(Nondeterminism::ThreadGoesOn);
        assert_eq!(read(r#"{"not_deterministic":"thread_goes_on"}"#), Some(thread));
        let import = Reason::NotImported(Box::new(Reason::Exit));
        assert_eq!(read(r#"{"not_imported":"exit"}"#), Some(import));
    }
}
