//! The arguments of the commands, except the commands with a module of their own.

use super::choice;
use super::{GateArgs, OutputArgs, PlaceArgs, RunsArgs, SampleArgs, ScopeArgs, VerdictArgs, WorkArgs};
use crate::bench::corpora::CorpusInputs;
use crate::bench::run::MIRROR;
use crate::commands::explain::TestTarget;
use crate::commands::translators::metrics::Variant;
use crate::commands::translators::translate::Mode;
use clap::{Args, ValueEnum};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// The arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Revisions and pairs
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Run shard K (from 1) of N; `merge` joins the shards and applies the gate
    #[arg(long, value_name = "K/N")]
    pub shard: Option<String>,
    /// Reuse the results in the baseline.json of a run on the base (repeatable)
    #[arg(long = "baseline", value_name = "FILE")]
    pub baselines: Vec<PathBuf>,
    /// Amount of work
    #[command(flatten)]
    pub sample: SampleArgs,
    /// Options that affect verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
    /// The gate
    #[command(flatten)]
    pub gate: GateArgs,
    /// Execution
    #[command(flatten)]
    pub work: WorkArgs,
}

/// The arguments of `plan`.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Revisions and pairs
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Highest number of shards
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub shards: u32,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ListFormat,
    /// Options that affect verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
}

/// The arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Reports of all shards: files, or folders that hold them
    #[arg(value_name = "SHARD", required = true)]
    pub parts: Vec<PathBuf>,
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Output
    #[command(flatten)]
    pub output_args: OutputArgs,
}

/// The arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
    /// List this revision (default: the working tree)
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
    /// Only matching pairs (repeatable)
    #[arg(long = "pair", value_name = "SELECTOR")]
    pub pairs: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ListFormat,
}

/// The arguments of `pair`.
#[derive(Debug, Args)]
pub struct PairArgs {
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Show pairs whose confidence is below X
    #[arg(long, value_name = "X", default_value = "0.8", value_parser = super::share)]
    pub below: f64,
    /// Only matching pairs (repeatable)
    #[arg(long = "pair", value_name = "SELECTOR")]
    pub pairs: Vec<String>,
    /// Write the doubtful pairs into the configuration as comments for review
    #[arg(long)]
    pub write: bool,
}

/// Formats of `list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Table,
    /// For programs
    Json,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Java file or folder; FILE.java#method names one method
    #[arg(value_name = "JAVA")]
    pub java: String,
    /// Python file or folder; FILE.py:function names one function
    #[arg(value_name = "PYTHON")]
    pub python: String,
    /// Configuration file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Suite file with inputs (repeatable)
    #[arg(long = "inputs", value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
    /// Run whole programs on this folder's tests: in/NAME with out/NAME, or NAME.in with NAME.out
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// Amount of work
    #[command(flatten)]
    pub sample: SampleArgs,
    /// Options that affect verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
    /// The gate
    #[command(flatten)]
    pub gate: GateArgs,
    /// Execution
    #[command(flatten)]
    pub work: WorkArgs,
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Id of a finding, or a unique prefix, with or without `MTS-`
    #[arg(value_name = "ID")]
    pub id: String,
    /// Folder of the repository of the run, or folder in which the check started
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Output folder of the run
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Report to read (default: report.json in the output folder)
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// Write a test of this side; the test fails as long as the sides differ
    #[arg(long, value_parser = choice::<TestTarget>(), value_name = "SIDE", conflicts_with = "json")]
    pub emit_test: Option<TestTarget>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON instead of the text for people
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `accept`.
#[derive(Debug, Args)]
pub struct AcceptArgs {
    /// Ids of findings, or unique prefixes
    #[arg(value_name = "ID", required_unless_present_any = ["list", "prune"], conflicts_with_all = ["list", "prune"])]
    pub ids: Vec<String>,
    /// The reason why both sides may differ here
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["list", "prune", "remove"])]
    pub reason: Option<String>,
    /// Last day of the entry (default: no end)
    #[arg(long, value_name = "YYYY-MM-DD", requires = "reason")]
    pub expires: Option<String>,
    /// Remove the entries of these ids from the list
    #[arg(long, conflicts_with_all = ["list", "prune", "reason"])]
    pub remove: bool,
    /// Remove the entries whose finding is gone, or whose Java file no longer exists
    #[arg(long, conflicts_with_all = ["list", "reason"])]
    pub prune: bool,
    /// Show the list
    #[arg(long, conflicts_with = "reason")]
    pub list: bool,
    /// Report with the ids (default: report.json in the output folder)
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// Output folder of the run
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Work in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
}

/// The arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// Work in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Replace an existing configuration
    #[arg(long)]
    pub force: bool,
    /// Also write GitHub workflows: the gate, and the comment and check run on pull requests
    #[arg(long)]
    pub workflow: bool,
}

/// The arguments of `doctor`.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
}

/// The arguments of `schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// File format
    #[arg(value_enum)]
    pub of: SchemaOf,
}

/// Files with a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// mts.yml
    Config,
    /// mts-out/report.json
    Report,
    /// mts/inputs/*.json
    Suite,
}

/// The arguments of `demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Create the repository in this folder and keep it (default: a scratch folder)
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
}

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Corpus of pairs: JSON lines, also gzipped, or a folder of a known layout
    #[arg(long, value_name = "FILE", env = "MTS_CORPUS", value_parser = path_or_nothing)]
    pub corpus: Option<PathBuf>,
    /// Compare the pairing with these labels instead of scoring a corpus: JSON lines, also gzipped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["corpus", "translator", "only", "inputs", "per_pair", "per_mutant", "counterparts", "list_mutants", "resume", "paper"])]
    pub pairing: Option<PathBuf>,
    /// Repository to which the labels of `--pairing` belong
    #[arg(long, value_name = "DIR", default_value = ".", requires = "pairing")]
    pub tree: PathBuf,
    /// Translator to score (repeatable). NAME is mirror, faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS',
    /// a description FILE.yml, or recorded:FILE with recorded translations
    #[arg(long, value_name = "NAME", default_value = MIRROR)]
    pub translator: Vec<String>,
    /// Record the translation of each mutant in this file, for recorded:FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_mutants", "resume"])]
    pub record: Option<PathBuf>,
    /// Do not use the cache of translations
    #[arg(long)]
    pub no_translation_cache: bool,
    /// Only programs whose id contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Run on the corpus's own inputs, on generated inputs, or on both
    #[arg(long, value_parser = choice::<CorpusInputs>(), value_name = "FROM", default_value = "given")]
    pub inputs: CorpusInputs,
    /// Write a JSON line for each pair
    #[arg(long, value_name = "FILE")]
    pub per_pair: Option<PathBuf>,
    /// Write a JSON line for each mutant
    #[arg(long, value_name = "FILE")]
    pub per_mutant: Option<PathBuf>,
    /// Write the papers' tables and figures into this folder: CSV, Markdown, SVG and JSON lines
    #[arg(long, value_name = "DIR", conflicts_with = "list_mutants")]
    pub output: Option<PathBuf>,
    /// Write the mirror's counterpart of each mutant, as a recording for `recorded:FILE`
    #[arg(long, value_name = "FILE")]
    pub counterparts: Option<PathBuf>,
    /// Stop after generation and print the number of mutants by program and operator
    #[arg(long)]
    pub list_mutants: bool,
    /// Write finished programs into this journal, and skip the programs that the journal already has
    #[arg(long, value_name = "FILE", conflicts_with = "list_mutants")]
    pub resume: Option<PathBuf>,
    /// Also run variants of both sides, with the mirror
    #[arg(long, conflicts_with = "list_mutants")]
    pub variants: bool,
    /// Show costs of each process, time to the first verdict and number of compiler runs
    #[arg(long, conflicts_with = "list_mutants")]
    pub throughput: bool,
    /// Compare with N mutants, each in new javac, java and python3 processes without a sandbox
    #[arg(long, value_name = "N", requires = "throughput")]
    pub against_processes: Option<NonZeroUsize>,
    /// Draw samples from a full run's `--per-mutant` verdicts; count intervals that contain the
    /// full score
    #[arg(long, value_name = "FILE", requires = "sample", conflicts_with_all = ["pairing", "list_mutants", "resume", "throughput", "paper"])]
    pub coverage: Option<PathBuf>,
    /// Number of samples to draw
    #[arg(long, value_name = "N", default_value = "200", requires = "coverage")]
    pub draws: NonZeroU64,
    /// Show the figures of Guizzo et al. 2023 beside the tables
    #[arg(long, conflicts_with = "json")]
    pub paper: bool,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Amount of work
    #[command(flatten)]
    pub sample: SampleArgs,
    /// Execution
    #[command(flatten)]
    pub runs: RunsArgs,
}

/// The arguments of `fragments`.
#[derive(Debug, Args)]
pub struct FragmentsArgs {
    /// Java file or folder; FILE.java#method names one method
    #[arg(value_name = "JAVA", requires = "python")]
    pub java: Option<String>,
    /// Python file or folder; FILE.py:function names one function
    #[arg(value_name = "PYTHON")]
    pub python: Option<String>,
    /// Configuration file
    #[arg(long, value_name = "FILE", requires = "java")]
    pub config: Option<PathBuf>,
    /// Suite file with inputs (repeatable)
    #[arg(long = "suite", value_name = "FILE", requires = "java")]
    pub suites: Vec<PathBuf>,
    /// Corpus of pairs instead of two files: JSON lines, also gzipped
    #[arg(long, value_name = "FILE", env = "MTS_CORPUS", value_parser = path_or_nothing)]
    pub corpus: Option<PathBuf>,
    /// Only programs of the corpus whose id contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Run on the corpus's own inputs, on generated inputs, or on both
    #[arg(long = "inputs", value_parser = choice::<CorpusInputs>(), value_name = "FROM", default_value = "given")]
    pub from: CorpusInputs,
    /// Test this translator instead of the port. NAME is faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS',
    /// or a description FILE.yml
    #[arg(long, value_name = "NAME")]
    pub translator: Option<String>,
    /// Do not use the cache of translations
    #[arg(long, requires = "translator")]
    pub no_translation_cache: bool,
    /// Show every fragment, also those that agree
    #[arg(long)]
    pub all: bool,
    /// Compare every variable that the statements write, even if no later code uses it
    #[arg(long)]
    pub rti_all_outs: bool,
    /// Write a JSON line for each pair
    #[arg(long, value_name = "FILE")]
    pub per_pair: Option<PathBuf>,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Execution
    #[command(flatten)]
    pub runs: RunsArgs,
}

/// Parses a path, and accepts empty text, which clap's own parser rejects.
///
/// The commands read an empty path as no path.
fn path_or_nothing(text: &str) -> Result<PathBuf, std::convert::Infallible> {
    Ok(PathBuf::from(text))
}

/// The arguments of `translate`.
#[derive(Debug, Args)]
pub struct TranslateArgs {
    /// Java file FILE.java or class name; #METHOD names one method
    #[arg(value_name = "SOURCE", required_unless_present = "support", conflicts_with = "support")]
    pub source: Option<String>,
    /// Style of the translation
    #[arg(long, value_parser = choice::<Mode>(), value_name = "MODE", default_value = "faithful")]
    pub mode: Mode,
    /// Keep Java's names instead of snake case
    #[arg(long)]
    pub keep_names: bool,
    /// Look for classes below this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the support module that translations import from
    #[arg(long)]
    pub support: bool,
}

/// The arguments of `metrics`.
#[derive(Debug, Args)]
pub struct MetricsArgs {
    /// Reference Python file
    #[arg(value_name = "REF.py")]
    pub reference: PathBuf,
    /// Python file to measure
    #[arg(value_name = "CAND.py")]
    pub candidate: PathBuf,
    /// Variant of BLEU
    #[arg(long, value_parser = choice::<Variant>(), value_name = "VARIANT", default_value = "avatar")]
    pub bleu: Variant,
    /// Weights of CodeBLEU's parts: n-grams, weighted n-grams, syntax, data flow [default: 0.25 each]
    #[arg(long, value_name = "N,W,S,D", value_delimiter = ',')]
    pub codebleu_weights: Vec<f64>,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
