//! A finding: one problem that the tool reports, with its evidence.
//!
//! Each finding has a stable id and the lines of both functions. If an input shows the finding, the finding has this
//! input as its witness.

mod diagnosis;
mod differing_call;
mod edited_lines;

pub use diagnosis::{Cause, DiagnosedPlace, Diagnosis, Fix};
pub use differing_call::DifferingCall;
pub use edited_lines::EditedLines;

use crate::{Operator, Reason, State, Transformation, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The original functions differ.
    Original,
    /// A mutant is killed.
    Mutant,
    /// A referentially transparent fragment differs.
    Fragment,
    /// A transformation changes the behaviour of the two sides differently.
    ///
    /// Either the variant must keep the behaviour and does not. Or the variant may change the behaviour, and the two
    /// sides change in different ways.
    Variant,
    /// The pair violates a property.
    Property,
    /// One side of the pair changed without the other.
    Drift,
}

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The sides differ.
    Error,
    /// The sides differ after a mutation, or only in type.
    Warning,
    /// The finding is only information.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// `MTS-` and 12 hex digits; for kind `mutant`, the id of the mutant.
    pub id: String,
    /// Kind of the finding.
    pub kind: FindingKind,
    /// The mutation operator, for kind `mutant`.
    #[serde(default)]
    pub operator: Option<Operator>,
    /// The transformation of both sides, for kind `variant`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transformation: Option<Transformation>,
    /// The cause in one line, if the tool knows the cause.
    pub cause: String,
    /// Severity of the finding.
    pub severity: Severity,
    /// One-based line in the Java file.
    pub line_java: u32,
    /// One-based line in the Python file.
    pub line_python: u32,
    /// Line in `head_sha`'s Java file, if `tested_sha` (perhaps a merge commit) has another line.
    /// If the head lacks the line, the nearest position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line_java: Option<u32>,
    /// Line in the Python file of `head_sha`, by the rule of `head_line_java`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line_python: Option<u32>,
    /// Changed line of the finding in the Java file of `head_sha`. The line is the finding's own line, or the first
    /// changed line for a finding on the whole function. Null if the change touches no such line, or without a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_line_java: Option<u32>,
    /// Changed line of the Python file of `head_sha`, by the rule of `changed_line_java`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_line_python: Option<u32>,
    /// Input of the witness: `name = value` for each parameter, in Python notation.
    pub input: Option<String>,
    /// Java's outcome, for people.
    pub java_outcome: Option<String>,
    /// Python's outcome, for people.
    pub python_outcome: Option<String>,
    /// The edit of the mutant in one line, for kind `mutant`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit_summary: Option<String>,
    /// The lines that the change touches on the Java side, for kinds `mutant` and `variant`.
    pub java_edit: Option<EditedLines>,
    /// The lines that the change touches on the Python side, for kinds `mutant` and `variant`.
    pub python_edit: Option<EditedLines>,
    /// The model's translation, which agrees with Java on all inputs.
    pub suggestion: Option<String>,
    /// Where and why the sides differ, for kind `original`. Absent if the tool has no diagnosis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<Diagnosis>,
    /// A call of another pair that differs, for kind `original`. Absent if the finding has a diagnosis, or if the tool
    /// found no such call on an input of the finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differing_call: Option<DifferingCall>,
    /// The arguments of `input` in the value model's JSON form.
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub arguments: Option<Vec<Value>>,
    /// Whether another difference most likely causes the finding. For kind `mutant`: the original functions differ on
    /// the same input. For kind `original`: the tool skipped a module-level call that raised an exception, so the port
    /// lacks the effect of the call.
    pub caused_by_other: bool,
    /// For kind `original`: id of the finding with the same difference in a called function.
    /// Renderers show the difference once, in the called function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caused_by: Option<String>,
    /// Whether the base has the same finding. The base's originals then differ in the same way on all inputs of the
    /// finding, or the same mutant is killed at the base. Such a finding is not a regression.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_at_base: bool,
    /// Calls that must come before the input in the same process. Absent for a finding that one
    /// input shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_dependence: Option<Dependence>,
    /// The reason why Python cannot import the port's module. Renderers show the reason once for all pairs of the
    /// module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_error: Option<String>,
    /// Whether the finding is on the accept list of the base revision.
    pub accepted: bool,
    /// The witness as values, for generated tests. Null without a single input, and for large values.
    #[serde(default)]
    pub evidence: Option<Evidence>,
}

impl Finding {
    /// Reports whether the finding has this kind and severity, and nobody accepted it.
    #[must_use]
    pub fn is_open(&self, kind: FindingKind, severity: Severity) -> bool {
        self.kind == kind && self.severity == severity && !self.accepted
    }
}

crate::named_option! {
    /// The side that keeps state between calls. An unknown word in a report reads as the unknown side.
    StatefulSide {
        /// The Java side.
        Java = "Java",
        /// The Python side.
        Python = "Python",
        /// The tool does not know the side.
        #[serde(other)]
        Unknown = "unknown",
    }
}

impl StatefulSide {
    /// Names the side in a sentence.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Java => "Java",
            Self::Python => "Python",
            Self::Unknown => "one of the sides",
        }
    }
}

/// Earlier calls on which a finding depends, because one side keeps state between calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dependence {
    /// The side with the state.
    pub stateful_side: StatefulSide,
    /// The calls that must come before the input, in order. Empty if there are too many.
    pub calls: Vec<EarlierCall>,
}

/// One call that must come before the input of the finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierCall {
    /// The input of the call, in the form of the finding's `input`.
    pub input: String,
    /// The arguments of the call in the value model's JSON form.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub arguments: Vec<Value>,
    /// Constructor arguments of the receiver of the call; null without a receiver.
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub receiver: Option<Vec<Value>>,
}

/// One input with both outcomes, as values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Constructor arguments of the receiver; null without a receiver.
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub receiver: Option<Vec<Value>>,
    /// The first component in which the outcomes differ.
    pub component: ComponentKind,
    /// The place of the difference inside of the component; absent if no object differs. The place
    /// has Java's names, such as `.items[0]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Java's outcome.
    pub java: Answer,
    /// Python's outcome.
    pub python: Answer,
}

/// The kind of a component of an outcome. An unknown word in a report reads as `state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComponentKind {
    /// The return value.
    Return,
    /// An argument after the call.
    Argument,
    /// The receiver after the call.
    Receiver,
    /// Standard output.
    Stdout,
    /// The exception, or only one side throws.
    Exception,
    /// The state in which the call ended.
    #[serde(other)]
    State,
}

/// The outcome of one call, as values. The `n` of `{"$ref": n}` is an index among the containers of `value`,
/// `arguments` and `receiver`, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// How the call ended.
    pub state: State,
    /// The return value; for the state `exception` the exception, with its classes' names.
    #[schemars(with = "serde_json::Value")]
    pub value: Value,
    /// Arguments after the call by Java parameter position; null for immutable arguments.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub arguments: Vec<Option<Value>>,
    /// The receiver after the call.
    #[schemars(with = "Option<serde_json::Value>")]
    pub receiver: Option<Value>,
    /// The text on standard output.
    pub stdout: String,
    /// The reason for a state other than `ok`, for people.
    pub note: String,
    /// The reason in a form for programs; absent without a reason.
    #[serde(default, skip_serializing_if = "Reason::is_none")]
    pub reason: Reason,
}

impl Finding {
    /// Returns the line in the Java file at the head, as a reviewer sees it.
    #[must_use]
    pub fn java_at_head(&self) -> u32 {
        self.head_line_java.unwrap_or(self.line_java)
    }

    /// Returns the line in the Python file at the head, as a reviewer sees it.
    #[must_use]
    pub fn python_at_head(&self) -> u32 {
        self.head_line_python.unwrap_or(self.line_python)
    }
}
