//! The run report, in the shape of `mts-out/report.json`: all that renderers read. What differs between two equal runs
//! lives in `timings` only.

use super::options::{ExceptionMode, OutputRule, TypeMode};
use super::{Counterpart, Finding, FragmentScores, Operator, PropertyCounts, VariantScores};
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

/// Counts and scores. MTS: lower is better; `None` when nothing was counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scores {
    /// killed / counted (Guizzo et al. 2023, section 3).
    pub mts: Option<f64>,
    /// The same without accepted kills.
    pub mts_open: Option<f64>,
    /// Denominator: killed + survived.
    pub counted: u64,
    /// Numerator.
    pub killed: u64,
    /// Kills recorded as intended.
    pub accepted: u64,
    /// Of the counted, those whose counterpart is exact; the others are spliced. 0 with a translator
    /// other than the mirror.
    #[serde(default)]
    pub exact: u64,
    /// Java mutants without an outcome on some input.
    pub anomalous: u64,
    /// Mutants whose edit has no counterpart in the port.
    pub unmirrored: u64,
    /// Mutants without a verdict.
    pub unknown: u64,
    /// Mutants that were not made: ignore comments, `mutation.skip`, calls to loggers.
    #[serde(default)]
    pub ignored: u64,
    /// Equal inputs / inputs on the originals.
    pub ca_tests: Option<f64>,
    /// Inputs on which the originals were compared.
    pub inputs: u64,
    /// Inputs on which they are equal.
    pub inputs_equal: u64,
    /// Inputs that agree but for a drift of type.
    pub inputs_drifted: u64,
    /// Inputs on which they differ in a way that is recorded as intended.
    #[serde(default)]
    pub inputs_accepted: u64,
    /// Kills by reason.
    pub kill_reasons: BTreeMap<String, u64>,
    /// By operator.
    pub per_operator: BTreeMap<Operator, OperatorScore>,
    /// How the fragments fared; absent where none were asked for, and at the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragments: Option<FragmentScores>,
    /// How variants fared; absent where none were asked for, and at the base. No part of `mts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<VariantScores>,
    /// How the properties that people state of pairs fared; absent where there are none, and at the base. No part of
    /// `mts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub properties: Option<PropertyCounts>,
    /// What is known of the mutants that were not run; absent where all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

/// A sample of the mutants: its size, and where the scores over all of them lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// Mutants that were made.
    pub made: u64,
    /// Of these, those that were run. The counts beside are about them alone.
    pub run: u64,
    /// How many mutants each of them was drawn to stand for; over several pairs the mean.
    pub weight: f64,
    /// 95 % interval of `mts`.
    pub mts: Option<Interval>,
    /// 95 % interval of `mts_open`.
    pub mts_open: Option<Interval>,
    /// Made and run by operator.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operators: BTreeMap<Operator, [u64; 2]>,
}

/// Where a score lies that a sample gives an estimate of, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Scores {
    /// Counted mutants with a spliced counterpart; `None` where no counterpart is exact.
    #[must_use]
    pub fn spliced(&self) -> Option<u64> {
        self.counted.checked_sub(self.exact).filter(|_| self.exact > 0)
    }
}

/// Counts of one operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorScore {
    /// Denominator.
    pub counted: u64,
    /// Numerator.
    pub killed: u64,
    /// Kills recorded as intended.
    pub accepted: u64,
    /// killed / counted.
    pub mts: Option<f64>,
    /// 95 % interval of `mts`; absent where all of its mutants were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// The Java side of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JavaSide {
    /// File.
    pub file: String,
    /// Enclosing classes joined by dots.
    pub class: String,
    /// Method, `<init>` for a constructor.
    pub method: String,
    /// Parameter types as written.
    pub params: Vec<String>,
    /// One-based line.
    pub line: u32,
    /// File in `head_sha`, where `tested_sha` has another name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_file: Option<String>,
    /// Line in `head_sha`, where it is another one than in `tested_sha`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line: Option<u32>,
}

impl JavaSide {
    /// File and line in the head, where reviewers look.
    #[must_use]
    pub fn at_head(&self) -> (&str, u32) {
        (self.head_file.as_deref().unwrap_or(&self.file), self.head_line.unwrap_or(self.line))
    }
}

/// The Python side of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PythonSide {
    /// File.
    pub file: String,
    /// Qualified name inside the module.
    pub qualname: String,
    /// One-based line.
    pub line: u32,
    /// File in `head_sha`, where `tested_sha` has another name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_file: Option<String>,
    /// Line in `head_sha`, where it is another one than in `tested_sha`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_line: Option<u32>,
}

impl PythonSide {
    /// File and line in the head, where reviewers look.
    #[must_use]
    pub fn at_head(&self) -> (&str, u32) {
        (self.head_file.as_deref().unwrap_or(&self.file), self.head_line.unwrap_or(self.line))
    }
}

/// One analysed pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairReport {
    /// Short name.
    pub name: String,
    /// Java side at the tested revision.
    pub java: JavaSide,
    /// Python side at the tested revision.
    pub python: PythonSide,
    /// Why they are a pair.
    pub reason: String,
    /// `both`, `java`, `python` (only that side changed: drift), `none`.
    pub changed: String,
    /// Whether one side changed without the other.
    pub drift: bool,
    /// `passed`, `failed`, `inconclusive`, `not_gated`.
    pub status: String,
    /// Rules of the gate that this pair breaks.
    pub reasons: Vec<String>,
    /// Scores at the base revision.
    pub base: Option<Scores>,
    /// Scores at the tested revision.
    pub head: Scores,
    /// MTS increase over the mutants that exist at both revisions; `None`: not comparable.
    pub increase: Option<f64>,
    /// 95 % interval of `increase`; absent where all mutants were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increase_interval: Option<Interval>,
    /// What came out, gravest first.
    pub findings: Vec<Finding>,
    /// Things to know about this pair: input sources, isolation, ...
    pub notes: Vec<String>,
    /// How both functions are called.
    #[serde(default)]
    pub call: Option<Call>,
    /// How the tests went, where the pair is two whole programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramReport>,
}

/// What a program's run on a test came to (Ahmad et al. 2023, Tables 4 and 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// It printed what it should.
    Success,
    /// It printed something else, or ended with another exit status.
    Failure,
    /// It did not end in its budget.
    Timeout,
    /// It does not compile, or does not parse.
    CompileError,
    /// An exception left it, or it has no outcome.
    RuntimeError,
}

impl Ended {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Timeout => "timeout",
            Self::CompileError => "compile errors",
            Self::RuntimeError => "runtime errors",
        }
    }
}

/// How a pair of whole programs fared on its tests. What a test should print is what people wrote down, else
/// what the Java program prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramReport {
    /// Folder of the tests, as it was named.
    pub folder: String,
    /// Tests.
    pub tests: u64,
    /// Tests with an output that people wrote down.
    pub written: u64,
    /// Tests by what the port's run on them came to.
    pub endings: BTreeMap<Ended, u64>,
    /// Runtime errors of the port by exception class.
    pub runtime_errors: BTreeMap<String, u64>,
    /// Every test by name.
    pub rows: Vec<TestReport>,
    /// Functions of the Java file, by selector, with what of the port their mutants were replayed at.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counterparts: BTreeMap<String, Counterpart>,
}

/// One test of a pair of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// What people call it.
    pub name: String,
    /// What Java's run came to; always a success where Java is the oracle and ends.
    pub java: Ended,
    /// What the port's run came to.
    pub python: Ended,
    /// Class of the exception that left the port, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How the two functions of a pair are called: what the code of a call is written from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// Java package, or empty.
    pub package: String,
    /// Names of the Java parameters.
    pub names: Vec<String>,
    /// Java's declared return type; `void` for a constructor.
    pub returns: String,
    /// Types of the arguments of the Java receiver's constructor; null where none is needed.
    pub receiver: Option<Vec<String>>,
    /// Dotted name that the Python module is imported by.
    pub module: String,
    /// Folder that this name starts at: what stands on `sys.path`, relative to the root.
    pub import_folder: String,
    /// `function`, `method`, `constructor`, `subclass` (made up), `nested`, `given` (the object), `property`, `attribute`.
    pub form: String,
    /// Whether it may draw random numbers, which followed from the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uses_random: bool,
    /// Python position of each Java argument.
    pub positions: Vec<usize>,
    /// How the port is called where the inputs of findings make or change objects of the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factories: Vec<MakerCall>,
}

/// A call in the port that makes an object, or changes one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MakerCall {
    /// The name by which inputs take it: Java's class, method and parameter types.
    pub name: String,
    /// Types of the Java parameters.
    pub params: Vec<String>,
    /// Dotted name of the Python module.
    pub module: String,
    /// Qualified name in it.
    pub qualname: String,
    /// As [`Call::form`], or `inner` (what is around comes first) or `tuple`; an `attribute` is set.
    pub form: String,
    /// Python position of each Java argument.
    pub positions: Vec<usize>,
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
