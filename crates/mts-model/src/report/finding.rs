//! A finding: one thing a reviewer should look at, with a stable id, both places and the evidence.

use crate::{Operator, Reason, State, Transformation, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What sort of evidence it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The original pair disagrees.
    Original,
    /// A mutant was killed.
    Mutant,
    /// A referentially transparent fragment disagrees.
    Fragment,
    /// A change of both sides that keeps behaviour does not keep it, or one that alters it alters the sides in
    /// different ways.
    Variant,
    /// A property does not hold.
    Property,
    /// One side of the pair changed without the other.
    Drift,
}

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The sides disagree.
    Error,
    /// They would after a small change, or drifted apart in type.
    Warning,
    /// Worth knowing.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// `MTS-` and 12 hex digits; the mutant's own for kind `mutant`.
    pub id: String,
    /// Sort of evidence.
    pub kind: FindingKind,
    /// The operator, for kind `mutant`.
    #[serde(default)]
    pub operator: Option<Operator>,
    /// The change that was made on both sides, for kind `variant`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transformation: Option<Transformation>,
    /// The cause in one line, as far as it is known.
    pub cause: String,
    /// How grave.
    pub severity: Severity,
    /// One-based line in the Java file.
    pub line_java: u32,
    /// One-based line in the Python file.
    pub line_python: u32,
    /// Line of `head_sha`'s Java file, where it is another one than in `tested_sha`: a merge commit has
    /// the lines of its base too. Of a line that the head does not have, the place where it would stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line_java: Option<u32>,
    /// The same in the Python file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line_python: Option<u32>,
    /// Line of `head_sha`'s Java file that the change wrote and that stands for the finding: its own line, or
    /// for what concerns the whole function the first changed one. Null where the change left it alone, or
    /// without a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_line_java: Option<u32>,
    /// The same in the Python file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_line_python: Option<u32>,
    /// The input that shows it: `name = value` for each parameter, Python notation.
    pub input: Option<String>,
    /// What Java did, for people.
    pub java_outcome: Option<String>,
    /// What Python did, for people.
    pub python_outcome: Option<String>,
    /// The edit of the mutant in one line, for kind `mutant`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit_summary: Option<String>,
    /// The change on the Java side, for kind `mutant`.
    pub java_edit: Option<String>,
    /// The change on the Python side, for kind `mutant`.
    pub python_edit: Option<String>,
    /// A change to the port that makes the two agree, where one was verified.
    pub suggestion: Option<String>,
    /// The arguments of `input` in the value model's JSON form.
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub arguments: Option<Vec<Value>>,
    /// It most likely follows from another one. For kind `mutant`: the original functions differ on the same
    /// input already. For kind `original`: the port lacks what a call at the top of a module does, which raises
    /// and was left out.
    pub caused_by_other: bool,
    /// What has to be called before it in the same process; absent where the input shows it by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_dependence: Option<Dependence>,
    /// Why the port's module does not import, where that is what it tells: one thing to fix for all pairs of the
    /// module, which is shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_error: Option<String>,
    /// Recorded as intended by the team (accepted list of the base revision).
    pub accepted: bool,
    /// The input and both outcomes as values, where one input shows the finding and they are small
    /// enough to be kept: what a test can be written from.
    #[serde(default)]
    pub evidence: Option<Evidence>,
}

/// Calls that a finding depends on: a side keeps something between calls, in a class or a module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dependence {
    /// The side that keeps it: `Java`, `Python`, or `one of the sides` where that is not known.
    pub stateful_side: String,
    /// Calls that suffice, in order; none where they are too many to be listed.
    pub calls: Vec<EarlierCall>,
}

/// One of the calls that have to come before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierCall {
    /// The input, as [`Finding::input`].
    pub input: String,
    /// Its arguments in the value model's JSON form.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub arguments: Vec<Value>,
    /// What its receiver is made of; null where there is none.
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub receiver: Option<Vec<Value>>,
}

/// One input with what both sides did on it, in the value model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Arguments of the receiver's constructor; null where there is no receiver.
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub receiver: Option<Vec<Value>>,
    /// The first part in which the outcomes differ: `return`, `argument`, `receiver`, `stdout`,
    /// `exception` or `state`.
    pub part: String,
    /// What Java did.
    pub java: Answer,
    /// What Python did.
    pub python: Answer,
}

/// What one call did, as values. `{"$ref": n}` counts the containers of `value`, `arguments` and
/// `receiver`, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// How the call ended.
    pub state: State,
    /// The return value; for the state `exception` the exception, with its classes' names.
    #[schemars(with = "serde_json::Value")]
    pub value: Value,
    /// Arguments after the call by Java parameter position; null where the side cannot change them.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub arguments: Vec<Option<Value>>,
    /// The receiver after the call.
    #[schemars(with = "Option<serde_json::Value>")]
    pub receiver: Option<Value>,
    /// What was written to standard output.
    pub stdout: String,
    /// Why, for states other than `ok`: for people.
    pub note: String,
    /// The same for programs; absent where there is nothing to say.
    #[serde(default, skip_serializing_if = "Reason::is_none")]
    pub reason: Reason,
}

impl Finding {
    /// Line of the head's Java file, where reviewers look.
    #[must_use]
    pub fn java_at_head(&self) -> u32 {
        self.head_line_java.unwrap_or(self.line_java)
    }

    /// Line of the head's Python file.
    #[must_use]
    pub fn python_at_head(&self) -> u32 {
        self.head_line_python.unwrap_or(self.line_python)
    }
}
