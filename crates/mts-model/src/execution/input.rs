//! Inputs of a pair: the receiver, the arguments and the origin of each input.

use crate::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The origin of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputOrigin {
    /// A suite file of the repository.
    Suite,
    /// The generator, from the parameter types.
    Generated,
    /// The generator, with a value so large that most arithmetic overflows. CA and MTS exclude
    /// these inputs, because an overflow would hide all other differences.
    Extreme,
    /// The generator. The input is outside the domain: a length is negative or larger than its array.
    /// CA and MTS do not count these inputs.
    Outside,
    /// The generator. The constructor of an object of the input has an argument that possibly no
    /// caller passes: `null` for a type that the tool cannot generate, or any argument if the port is
    /// a function outside a class. CA and MTS count the input only if the originals agree on it.
    Placeholder,
    /// The hunt, because the originals differ on the input. CA counts the input. Mutants do not run
    /// on the input, because the input would kill almost all mutants.
    Hunt,
    /// A benchmark corpus.
    Corpus,
}

impl InputOrigin {
    /// Returns the origin of an input that the tool makes by changing this input.
    #[must_use]
    pub fn of_changed_input(self) -> Self {
        if self == Self::Placeholder { self } else { Self::Generated }
    }
}

/// The highest number of generated inputs of a pair. The same limit applies to inputs from suite files.
pub const MOST_INPUTS: usize = 10_000;

/// One call: arguments in the order of the Java parameters, and the receiver if any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The constructor arguments of the receiver, or one recipe that builds the receiver. `None` for static functions
    /// and constructors.
    pub receiver: Option<Vec<Value>>,
    /// The arguments by Java parameter position.
    pub args: Vec<Value>,
    /// The origin of the input.
    pub origin: InputOrigin,
}

impl Input {
    /// Reports whether this input contains a recipe.
    #[must_use]
    pub fn has_recipes(&self) -> bool {
        let mut factories = Vec::new();
        self.receiver.iter().flatten().chain(&self.args).for_each(|value| value.factories(&mut factories));
        !factories.is_empty()
    }

    /// Reports whether this input contains an object with injected Java state.
    #[must_use]
    pub fn has_injected_state(&self) -> bool {
        self.receiver.iter().flatten().chain(&self.args).any(Value::has_injected_state)
    }

    /// Returns the input without the injected Java state. Both sides then construct the objects only by their recipes.
    #[must_use]
    pub fn without_injected_state(&self) -> Self {
        let mut input = self.clone();
        input.receiver.iter_mut().flatten().chain(&mut input.args).for_each(Value::drop_injected_state);
        input
    }

    /// Reports whether this input contains recipes, and all outermost recipes have injected Java state.
    #[must_use]
    pub fn is_fully_injected(&self) -> bool {
        let all = || self.receiver.iter().flatten().chain(&self.args);
        self.has_injected_state() && all().all(Value::is_fully_injected)
    }

    /// Returns a text that identifies the call. Equal calls have equal texts, also with NaN and
    /// -0.0.
    #[must_use]
    pub fn call_key(&self) -> String {
        let receiver = self.receiver.clone().unwrap_or_default();
        Value::List(vec![Value::List(receiver), Value::List(self.args.clone())]).to_json().to_string()
    }

    /// Reports whether this input is neither extreme nor outside the domain. CA and MTS count only such inputs.
    #[must_use]
    pub fn is_ordinary(&self) -> bool {
        !matches!(self.origin, InputOrigin::Extreme | InputOrigin::Outside)
    }

    /// Reports whether this input comes from a suite file or a benchmark corpus.
    #[must_use]
    pub fn is_user_written(&self) -> bool {
        matches!(self.origin, InputOrigin::Suite | InputOrigin::Corpus)
    }
}

/// The inputs of a pair, in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// The inputs. The tool gives no score to a pair without inputs.
    pub inputs: Vec<Input>,
    /// The seed of the generated inputs.
    pub seed: u64,
    /// Reasons for an empty suite, or for a source of inputs that the tool skipped. The report shows these notes.
    pub notes: Vec<String>,
    /// The rule that selects the inputs that run.
    #[serde(default)]
    pub choice: Choice,
    /// The proposed inputs whose objects the port constructs differently. `None` if there are no such inputs.
    #[serde(default)]
    pub objects: Option<ObjectDifferences>,
}

/// The proposed inputs whose objects the port constructs differently, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ObjectDifferences {
    /// Number of proposed inputs with objects.
    pub proposed: u64,
    /// Number of inputs that run with field values from Java in the port's objects.
    pub injected: u64,
    /// Number of inputs that do not run.
    pub skipped: u64,
    /// The most frequent reason, for people.
    pub reason: String,
}

impl ObjectDifferences {
    /// Describes the inputs in notes for people.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let Self { proposed, injected, skipped, reason } = self;
        let objects = format!("of {proposed} proposed inputs with objects");
        let mut notes = Vec::new();
        if *injected > 0 {
            notes.push(format!("{injected} {objects} run with injected Java state; most frequent reason: {reason}"));
        }
        if *skipped > 0 {
            notes.push(format!("cargo mts skipped {skipped} {objects}; most frequent reason: {reason}"));
        }
        notes
    }
}

/// The rule that selects the inputs of a suite that run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// All inputs.
    #[default]
    All,
    /// At most this number of inputs, chosen by runs of the Java side. The choice prefers inputs that take new
    /// branches, then inputs that kill mutants. User-written inputs, extreme inputs and inputs outside the domain
    /// always stay.
    SelectTop(usize),
    /// The inputs of the previous job: the base runs on the inputs of the head.
    SameAsHead,
    /// The rule of the previous job, applied to the inputs of this job.
    ///
    /// The previous job is the job of the head, and this job is the job of the base. The base uses this rule only if
    /// the tool cannot measure the head.
    InPlaceOfHead,
    /// All inputs, because an earlier step selected them. The tool may drop inputs that cost too much.
    Selected,
}

impl Choice {
    /// Reports whether this job belongs to the base and follows the head's job.
    #[must_use]
    pub fn follows_head(self) -> bool {
        matches!(self, Self::SameAsHead | Self::InPlaceOfHead)
    }
}
