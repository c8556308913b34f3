//! One pair in the report: its functions, their calls, scores and findings.

use super::{Interval, ProgramReport, Scores};
use crate::{ArrayForm, CallKind, Finding, ObjectDifferences};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One analysed pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairReport {
    /// Short name of the pair, such as `Class.method`. If the method has an overload
    /// with a port, the name has the types: `Class.method(int,long)`.
    pub name: String,
    /// Java side at the tested revision.
    pub java: JavaSide,
    /// Python side at the tested revision.
    pub python: PythonSide,
    /// Why the two functions are a pair.
    pub reason: String,
    /// Whether the two functions are possibly not a pair. The evidence for the pair is then weak, and the functions
    /// agree on fewer than half of the inputs. The gate does not judge such a pair.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_be_no_pair: bool,
    /// The sides that the change touches.
    pub changed: ChangedSides,
    /// Whether one side changed without the other.
    pub drift: bool,
    /// The result of the gate for this pair.
    pub status: PairStatus,
    /// Analyses that did not run because the time of the run was too short.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<OptionalAnalysis>,
    /// Rules of the gate that this pair breaks.
    pub reasons: Vec<String>,
    /// Scores at the base revision.
    pub base: Option<Scores>,
    /// Scores at the tested revision.
    pub head: Scores,
    /// MTS increase over the mutants that exist at both revisions. Null if the revisions are not comparable.
    pub increase: Option<f64>,
    /// 95 % interval of `increase`; absent if all mutants ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increase_interval: Option<Interval>,
    /// Comparison of the originals' disagreements with those at the base. Absent without a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disagreements: Option<DisagreementChange>,
    /// Findings, most severe first.
    pub findings: Vec<Finding>,
    /// Remarks on this pair, for example on the sources of its inputs.
    pub notes: Vec<String>,
    /// Proposed inputs whose objects the port constructs differently. Absent if there are no such inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objects: Option<ObjectDifferences>,
    /// How the tool calls both functions.
    #[serde(default)]
    pub call: Option<Call>,
    /// Results of the tests, if the pair consists of two whole programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramReport>,
}

/// The sides of a pair that the change touches. An unknown word in a report reads as `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangedSides {
    /// Both sides.
    Both,
    /// Only the Java side.
    Java,
    /// Only the Python side.
    Python,
    /// Neither side.
    #[serde(other)]
    None,
}

crate::named_option! {
    /// The result of the gate for one pair. An unknown word in a report reads as `not_gated`.
    PairStatus = NotGated {
        /// The pair breaks no rule that fails the run.
        Passed = "passed",
        /// The pair breaks a rule, and the rule fails the run.
        Failed = "failed",
        /// The results are too few for a decision.
        Inconclusive = "inconclusive",
        /// The pair has too few mutants for the gate.
        #[serde(other)]
        NotGated = "not_gated",
    }
}

/// An analysis that a run drops if the time of the run is too short. The analysis of the mutants is not optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OptionalAnalysis {
    /// The analysis of fragments: parts of the functions that run in isolation.
    Fragments,
    /// The analysis of variants that must keep the behaviour.
    Variants,
}

/// Disagreements of the originals, compared with the base. Each field is a number of inputs that count for CA. Accepted
/// disagreements do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DisagreementChange {
    /// Inputs on which the originals differ now, and did not differ so at the base.
    pub new: u64,
    /// Inputs on which the originals differ in the same way as at the base.
    pub same_at_base: u64,
    /// Inputs on which the originals differed at the base and agree now.
    pub fixed: u64,
    /// Inputs that counted at the base and do not count now. Either the tool cannot compare the functions on them any
    /// more, or the functions differ outside of the domain.
    #[serde(default)]
    pub lost: u64,
}

/// The Java side of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JavaSide {
    /// Path of the file.
    pub file: String,
    /// Names of the enclosing classes, joined by dots.
    pub class: String,
    /// Name of the method; `<init>` for a constructor.
    pub method: String,
    /// Parameter types, as the Java file writes them.
    pub params: Vec<String>,
    /// One-based line of the function.
    pub line: u32,
    /// Path of the file in `head_sha`, if the path in `tested_sha` is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_file: Option<String>,
    /// Line in `head_sha`, if the line in `tested_sha` is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line: Option<u32>,
}

impl JavaSide {
    /// Returns the path and the line at the head, as a reviewer sees them.
    #[must_use]
    pub fn at_head(&self) -> (&str, u32) {
        (self.head_file.as_deref().unwrap_or(&self.file), self.head_line.unwrap_or(self.line))
    }
}

/// The Python side of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PythonSide {
    /// Path of the file.
    pub file: String,
    /// Qualified name inside the module.
    pub qualname: String,
    /// One-based line of the function.
    pub line: u32,
    /// Path of the file in `head_sha`, if the path in `tested_sha` is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_file: Option<String>,
    /// Line in `head_sha`, if the line in `tested_sha` is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line: Option<u32>,
}

impl PythonSide {
    /// Returns the path and the line at the head, as a reviewer sees them.
    #[must_use]
    pub fn at_head(&self) -> (&str, u32) {
        (self.head_file.as_deref().unwrap_or(&self.file), self.head_line.unwrap_or(self.line))
    }
}

/// How the tool calls the two functions of a pair. Generated tests use the same calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// Java package; empty for the default package.
    pub package: String,
    /// Names of the Java parameters.
    pub names: Vec<String>,
    /// Java's declared return type; `void` for a constructor.
    pub returns: String,
    /// Argument types of the Java receiver's constructor; null without a receiver.
    pub receiver: Option<Vec<String>>,
    /// Dotted name by which Python imports the module.
    pub module: String,
    /// Folder on `sys.path` at which the name of the module starts, relative to the root.
    pub import_folder: String,
    /// The way in which the tool calls the Python function.
    pub kind: PortCallKind,
    /// Whether the port may draw random numbers. The run sets the seed of the generator.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uses_random: bool,
    /// Python position of each Java argument.
    pub positions: Vec<usize>,
    /// Java arrays that the port does not take as a list, by Java argument index.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub array_forms: BTreeMap<usize, ArrayForm>,
    /// Java arrays that the port's constructor does not take as a list. The key is the Java argument index.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub receiver_forms: BTreeMap<usize, ArrayForm>,
    /// Python calls that construct or modify the project's objects in findings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factories: Vec<FactoryUse>,
}

/// The way in which Python code calls the port of a pair. An unknown word in a report reads as `function`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PortCallKind {
    /// A method call on the receiver.
    Method,
    /// A call of the class.
    Constructor,
    /// A call of the class, for a constructor of a Java inner class.
    InnerConstructor,
    /// A call of a stub subclass, because the class is abstract.
    StubSubclass,
    /// A call of a function inside another function.
    Nested,
    /// A call of a function with the receiver as the first argument.
    ObjectFirst,
    /// A read of a property, or an assignment to a property.
    Property,
    /// A read of an attribute, or an assignment to an attribute.
    Attribute,
    /// A call of a function.
    #[serde(other)]
    Function,
}

/// A call in the port that constructs or modifies an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FactoryUse {
    /// Name of the call in inputs: Java's class, method and parameter types.
    pub name: String,
    /// Types of the Java parameters.
    pub params: Vec<String>,
    /// Dotted name of the Python module.
    pub module: String,
    /// Qualified name in the module.
    pub qualname: String,
    /// The way in which Python code makes the call.
    pub kind: CallKind,
    /// Python position of each Java argument.
    pub positions: Vec<usize>,
    /// Java arrays that the call does not take as a list, by Java argument index.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub array_forms: BTreeMap<usize, ArrayForm>,
}
