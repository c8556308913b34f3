//! The run report, in the form of `mts-out/report.json`.
//!
//! Each output format gets all its data from this report. If `reproducible` is true, only `timings` differs between two
//! equal runs.

mod finding;
mod fragment;
mod pair_report;
mod program_report;
mod property;
mod scores;
mod search;
mod similarity;
mod skipped;
mod timings;
mod translator_usage;

pub use finding::{
    Answer, Cause, ComponentKind, Dependence, DiagnosedPlace, Diagnosis, DifferingCall, EarlierCall, EditedLines,
    Evidence, Finding, FindingKind, Fix, Severity, StatefulSide,
};
pub use fragment::{
    EnclosingRow, FragmentRow, FragmentScores, FragmentVerdict, IsolatedRow, IsolatedVerdict, PairFragments,
};
pub use pair_report::{
    Call, ChangedSides, DisagreementChange, FactoryUse, JavaSide, OptionalAnalysis, PairReport, PairStatus,
    PortCallKind, PythonSide,
};
pub use program_report::{ProgramEnding, ProgramReport, TestReport};
pub use property::{
    Example, Mode, OnError, Property, PropertyCounts, PropertyResult, PropertyTestCounts, TranslatorResult,
};
pub use scores::{BranchCoverage, HuntCounts, Interval, OperatorScore, Sample, Scores};
pub use search::{Attempt, Fitness, Parameters, SearchFrom, SearchResult};
pub use similarity::{Ruby, RubyLevel, Similarity, TokenRule};
pub use skipped::{NotRun, SkipReason, Skipped};
pub use timings::{BaselineUse, PairTimings, Step, StepTimes, Timings};
pub use translator_usage::TranslatorUsage;

use crate::Operator;
use crate::options::{ExceptionMode, OutputRule, TypeMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Version of the report's format. An incompatible change raises the version.
pub const REPORT_VERSION: u32 = 2;

/// The name of the report in the output folder.
pub const REPORT_FILE: &str = "report.json";

/// The content of the file `mts-out/report.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// Version of the report's format.
    pub version: u32,
    /// Name and version of the tool.
    pub tool: Tool,
    /// Seed of the run, as hex text.
    pub seed: String,
    /// The command that made the report.
    pub command: ReportCommand,
    /// Commit of the base; null without a base.
    pub base_sha: Option<String>,
    /// Commit that the run should test; null without a repository.
    pub head_sha: Option<String>,
    /// Commit whose files ran; null for the working tree.
    pub tested_sha: Option<String>,
    /// Conclusion of the gate.
    pub conclusion: Conclusion,
    /// The reason for the conclusion, in one line.
    pub headline: String,
    /// The gate.
    pub gate: GateReport,
    /// Scores over all pairs.
    pub scores: Scores,
    /// Every analysed pair, in order of name.
    pub pairs: Vec<PairReport>,
    /// Changed Java functions without a counterpart.
    pub unpaired: Vec<Skipped>,
    /// Skipped pairs and files, each with its reason.
    pub skipped: Vec<Skipped>,
    /// Remarks on the run as a whole.
    pub notes: Vec<String>,
    /// The settings that affect verdicts.
    pub settings: Settings,
    /// The shard that this report covers; absent for a whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether a second equal run gives the same report, apart from `timings`.
    pub reproducible: bool,
    /// All data that differ between two equal runs.
    pub timings: Timings,
    /// Folder at which the file paths start, for files outside a repository. Null for a repository. The folder is
    /// relative if it lies below the working folder of the command.
    #[serde(default)]
    pub folder: Option<String>,
}

crate::named_option! {
    /// The command that made a report. An unknown word in a report reads as `run`.
    ReportCommand = Run {
        /// `cargo mts check`.
        Check = "check",
        /// `cargo mts run`, also as a part of `cargo mts demo`.
        #[serde(other)]
        Run = "run",
    }
}

/// A shard: the pairs of a run that one machine measures. `cargo mts merge` joins the shards and applies the gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shard {
    /// One-based number of this shard.
    pub index: u32,
    /// Number of shards.
    pub count: u32,
    /// 16 hex digits over all settings that affect verdicts, and all pairs with their text. Shards of one run have the
    /// same digest.
    pub plan_digest: String,
    /// Zero-based index of each of this shard's pairs among all pairs of the run.
    pub pair_indexes: Vec<u32>,
}

/// Name and version of the tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// The name, which is always `cargo-mts`.
    pub name: String,
    /// The version, in the form of SemVer.
    pub version: String,
}

/// Conclusion of the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// The change may merge.
    Passed,
    /// A rule of the gate is broken.
    Failed,
    /// Too many verdicts are missing, a pair has no result, or a requirement is missing.
    Incomplete,
}

/// The gate's result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateReport {
    /// Whether merging is allowed.
    pub passed: bool,
    /// The exit code of the run: the code of the most severe condition.
    pub exit_code: i32,
    /// Broken rules, most severe first, one line each.
    pub reasons: Vec<String>,
    /// Conditions that would fail under a stricter setting.
    pub warnings: Vec<String>,
    /// The rules of `reasons`, then the rules of `warnings`, each with its pair. Absent without rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken_rules: Vec<GateReason>,
    /// The thresholds in force, by name.
    pub thresholds: BTreeMap<String, serde_json::Value>,
    /// Settings that this change alters, and that have an effect only after the merge.
    pub pending_until_merge: Vec<String>,
}

/// A rule of the gate that a pair or the run breaks.
///
/// The text of the rule is a line in `reasons` or in `warnings`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GateReason {
    /// Name of the pair, or of the skipped pair or file. Null for a rule of the run.
    pub pair: Option<String>,
    /// The broken rule in one line, without the name of the pair.
    pub reason: String,
    /// Whether the rule fails the run. If false, the rule is only a warning.
    pub fails: bool,
}

impl fmt::Display for GateReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pair {
            Some(pair) => write!(f, "`{pair}`: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

/// Settings that affect verdicts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// Name of the translator.
    pub translator: String,
    /// How an exception of a Java mutant counts.
    pub exceptions: ExceptionMode,
    /// How a type drift counts.
    pub types: TypeMode,
    /// Relative tolerance of every float; null without this setting.
    pub rel_tol: Option<f64>,
    /// Rule for equal outputs of whole programs; absent for the default, `exact`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<OutputRule>,
    /// Mutation operators in use.
    pub operators: Vec<Operator>,
    /// Highest number of generated inputs for a pair.
    pub max_inputs: usize,
    /// Limit of the sample, such as `500 mutants` or `90 s`; absent without a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Rows that the configuration adds to the exception table.
    #[serde(default)]
    pub exception_table: BTreeMap<String, Vec<String>>,
    /// State of each mechanism of the sandbox.
    pub sandbox: Vec<String>,
    /// Line with the version, as the JDK prints it.
    pub java: String,
    /// Line with the version, as CPython prints it.
    pub python: String,
}
