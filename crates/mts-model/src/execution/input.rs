//! Inputs of a pair: what both sides are called with. Where they come from is recorded, because a
//! reader trusts a given input more than a generated one.

use crate::Value;
use serde::{Deserialize, Serialize};

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputOrigin {
    /// A suite file of the repository.
    Suite,
    /// Generated from the parameter types.
    Generated,
    /// Generated, with a value so large that nearly every arithmetic overflows: it tells whether
    /// overflow was ported, and is left out of CA and MTS, where it would drown all else.
    Extreme,
    /// A benchmark corpus.
    Corpus,
}

/// One call: arguments in the order of the Java parameters, and the receiver where there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The receiver's constructor arguments; `None` for static functions and constructors.
    pub receiver: Option<Vec<Value>>,
    /// Arguments by Java parameter position.
    pub args: Vec<Value>,
    /// Where it comes from.
    pub origin: InputOrigin,
}

impl Input {
    /// Whether an object in it is made by calls.
    #[must_use]
    pub fn has_recipes(&self) -> bool {
        let mut factories = Vec::new();
        self.receiver.iter().flatten().chain(&self.args).for_each(|value| value.factories(&mut factories));
        !factories.is_empty()
    }

    /// Whether an object in it is given to the port as Java makes it.
    #[must_use]
    pub fn has_injected_state(&self) -> bool {
        self.receiver.iter().flatten().chain(&self.args).any(Value::has_injected_state)
    }

    /// Whether all of its objects are given to the port as Java makes them, and there are some.
    #[must_use]
    pub fn is_fully_injected(&self) -> bool {
        let all = || self.receiver.iter().flatten().chain(&self.args);
        self.has_injected_state() && all().all(Value::is_fully_injected)
    }

    /// Whether people wrote it.
    #[must_use]
    pub fn is_user_written(&self) -> bool {
        matches!(self.origin, InputOrigin::Suite | InputOrigin::Corpus)
    }
}

/// The inputs of a pair, in the order in which they are run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// At least one, or the pair is not scored.
    pub inputs: Vec<Input>,
    /// Seed of the generated ones.
    pub seed: u64,
    /// Why there are none, or why a source was left out: text for the report.
    pub notes: Vec<String>,
    /// Which of them are run.
    #[serde(default)]
    pub choice: Choice,
}

/// Which inputs of a suite a pair is measured on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// All of them.
    #[default]
    All,
    /// So many in all, chosen by running the Java side. Given and extreme ones always stay.
    SelectTop(usize),
    /// Those that were chosen for the job before: the base is measured on the inputs of the head.
    SameAsHead,
    /// All of them: they were chosen out of more. What they cost is bounded.
    Selected,
}
