//! Inputs of a pair: the arguments of both functions. Each records its origin, because a reader trusts a user's input
//! more than a generated one.

use crate::Value;
use serde::{Deserialize, Serialize};

/// Origin of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputOrigin {
    /// A suite file of the repository.
    Suite,
    /// Generated from the parameter types.
    Generated,
    /// Generated, with a value so large that most arithmetic overflows. It checks overflow; CA and MTS exclude it,
    /// because overflow would hide all other differences.
    Extreme,
    /// A benchmark corpus.
    Corpus,
}

/// Most inputs of a pair.
pub const MOST_INPUTS: usize = 10_000;

/// One call: arguments in the order of the Java parameters, and the receiver if any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The receiver's constructor arguments; `None` for static functions and constructors.
    pub receiver: Option<Vec<Value>>,
    /// Arguments by Java parameter position.
    pub args: Vec<Value>,
    /// Its origin.
    pub origin: InputOrigin,
}

impl Input {
    /// Whether it holds an object that calls construct.
    #[must_use]
    pub fn has_recipes(&self) -> bool {
        let mut factories = Vec::new();
        self.receiver.iter().flatten().chain(&self.args).for_each(|value| value.factories(&mut factories));
        !factories.is_empty()
    }

    /// Whether it holds an object with injected Java state.
    #[must_use]
    pub fn has_injected_state(&self) -> bool {
        self.receiver.iter().flatten().chain(&self.args).any(Value::has_injected_state)
    }

    /// Whether all of its objects have injected Java state, and there is at least one.
    #[must_use]
    pub fn is_fully_injected(&self) -> bool {
        let all = || self.receiver.iter().flatten().chain(&self.args);
        self.has_injected_state() && all().all(Value::is_fully_injected)
    }

    /// The key of the call: equal for equal calls, also with NaN and -0.0.
    #[must_use]
    pub fn call_key(&self) -> String {
        let receiver = self.receiver.clone().unwrap_or_default();
        Value::List(vec![Value::List(receiver), Value::List(self.args.clone())]).to_json().to_string()
    }

    /// Whether a user wrote it.
    #[must_use]
    pub fn is_user_written(&self) -> bool {
        matches!(self.origin, InputOrigin::Suite | InputOrigin::Corpus)
    }
}

/// The inputs of a pair, in the order in which they are run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// The inputs. The tool does not score a pair without one.
    pub inputs: Vec<Input>,
    /// Seed of the generated inputs.
    pub seed: u64,
    /// Why there are no inputs, or why a source was skipped: text for the report.
    pub notes: Vec<String>,
    /// Which of the inputs run.
    #[serde(default)]
    pub choice: Choice,
}

/// Which inputs of a suite run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// All of them.
    #[default]
    All,
    /// This many, selected by running the Java side. Written and extreme inputs always stay.
    SelectTop(usize),
    /// The inputs of the previous job: the base runs on the inputs of the head.
    SameAsHead,
    /// All of them, after a selection. Their cost is limited.
    Selected,
}
