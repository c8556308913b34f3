//! The run report, in the shape of `mts-out/report.json`: all that renderers read. What differs between two equal runs
//! lives in `timings` only.

mod finding;
mod fragment;
mod pair_report;
mod program_report;
mod property;
mod scores;
mod search;
mod similarity;
mod translator_usage;

pub use finding::{Answer, Dependence, EarlierCall, Evidence, Finding, FindingKind, Severity};
pub use fragment::{AloneRow, AloneVerdict, AroundRow, FragmentRow, FragmentScores, FragmentVerdict, PairFragments};
pub use pair_report::{Call, JavaSide, MakerCall, PairReport, PythonSide};
pub use program_report::{Ended, ProgramReport, TestReport};
pub use property::{Example, Found, Mode, OnError, Property, PropertyCounts, PropertyResult, TranslatorResult};
pub use scores::{Interval, OperatorScore, Sample, Scores};
pub use search::{Attempt, Fitness, Parameters, SearchFrom, SearchResult};
pub use similarity::{Ruby, RubyLevel, Similarity, TokenRule};
pub use translator_usage::TranslatorUsage;

use crate::Operator;
use crate::options::{ExceptionMode, OutputRule, TypeMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the report's shape; raised when a reader of the old one would go wrong.
pub const REPORT_VERSION: u32 = 2;

/// Why a pair has no result when the time that a run was given was over before its turn.
pub const OUT_OF_TIME: &str = "it was not run: the time of `--budget` was over";

/// `mts-out/report.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// Name and version of the tool.
    pub tool: Tool,
    /// Seed of the run, as hex text.
    pub seed: String,
    /// `run` (also of `demo`), `check`.
    pub command: String,
    /// Commit the head is compared with; `None` without a base.
    pub base_sha: Option<String>,
    /// Commit that was asked for; `None` without a repository.
    pub head_sha: Option<String>,
    /// Commit whose text was run; `None` for the working tree.
    pub tested_sha: Option<String>,
    /// Gate conclusion.
    pub conclusion: Conclusion,
    /// One line: why the conclusion is what it is.
    pub headline: String,
    /// The gate.
    pub gate: GateReport,
    /// Scores over all pairs.
    pub scores: Scores,
    /// Every analysed pair, in order of name.
    pub pairs: Vec<PairReport>,
    /// Changed Java functions without a counterpart.
    pub unpaired: Vec<Skipped>,
    /// Pairs and files left out, each with its reason.
    pub skipped: Vec<Skipped>,
    /// Things a reader should know about this run as a whole.
    pub notes: Vec<String>,
    /// The settings that bear on verdicts.
    pub settings: Settings,
    /// Which part of a run this is; absent for a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether an equal run gives an equal report.
    pub reproducible: bool,
    /// All that varies between equal runs.
    pub timings: Timings,
    /// Folder that the paths of the files start at, for files outside of a repository, relative to the
    /// folder the command was started in where it lies below; null for a repository.
    #[serde(default)]
    pub folder: Option<String>,
}

/// A part of a run whose pairs were split over several machines. `cargo mts merge` puts the parts together
/// and judges the gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shard {
    /// Which part, one-based.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
    /// 16 hex digits over all that decides about verdicts, and every pair of the whole run with its text:
    /// equal in parts that belong together.
    pub plan_digest: String,
    /// For each of this part's pairs, its place among all pairs of the run, from 0.
    pub places: Vec<u32>,
}

/// Name and version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// `cargo-mts`.
    pub name: String,
    /// SemVer.
    pub version: String,
}

/// Gate conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// Nothing stands against merging.
    Passed,
    /// A rule of the gate does not hold.
    Failed,
    /// Too much is unknown to say.
    Incomplete,
}

/// The gate's answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateReport {
    /// Whether merging is allowed.
    pub passed: bool,
    /// The exit code of the run; the gravest of the conditions.
    pub exit_code: i32,
    /// Rules that do not hold, gravest first, one line each.
    pub reasons: Vec<String>,
    /// Things that would fail under a stricter setting.
    pub warnings: Vec<String>,
    /// The thresholds in force, by name.
    pub thresholds: BTreeMap<String, serde_json::Value>,
    /// Settings that this change alters and that hold after the merge.
    pub pending_until_merge: Vec<String>,
}

/// Something left out, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    /// Selector or file.
    pub name: String,
    /// Why, with advice where there is some.
    pub reason: String,
}

/// Settings that bear on verdicts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// Name of the translator.
    pub translator: String,
    /// What an exception of a Java mutant counts as.
    pub exceptions: ExceptionMode,
    /// What a drift of type counts as.
    pub types: TypeMode,
    /// One relative tolerance for every float, where one is set.
    pub rel_tol: Option<f64>,
    /// The rule by which the outputs of whole programs are equal; absent where it is the default, `exact`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<OutputRule>,
    /// Operators in use.
    pub operators: Vec<Operator>,
    /// Highest number of inputs a pair.
    pub max_inputs: usize,
    /// How much was asked for, such as `500 mutants` or `90 s`; absent where everything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// Rows that the configuration adds to the table of exceptions.
    #[serde(default)]
    pub exception_table: BTreeMap<String, Vec<String>>,
    /// What the sandbox had in force, for each mechanism.
    pub sandbox: Vec<String>,
    /// Version line of the JDK.
    pub java: String,
    /// Version line of CPython.
    pub python: String,
}

/// All that varies between equal runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timings {
    /// Wall seconds of the run.
    pub seconds: f64,
    /// When it began, RFC 3339 in UTC.
    pub started: String,
    /// Seconds to the first verdict.
    pub first_verdict: Option<f64>,
    /// Workers used.
    pub workers: usize,
    /// Pairs that an interrupted run of the same had settled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub resumed: usize,
    /// What was taken from a baseline; null where none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineUse>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How much of the base need not be measured again. It changes nothing but the time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BaselineUse {
    /// Pairs at the base whose result the baseline had.
    pub reused: usize,
    /// Pairs at the base that were measured.
    pub measured: usize,
    /// Why the baseline is of no use to this run, if it is not.
    pub incompatible: Option<String>,
}

/// The line of the gate for a rule that a pair breaks.
#[must_use]
pub fn gate_line(pair: &str, reason: &str) -> String {
    format!("`{pair}`: {reason}")
}
