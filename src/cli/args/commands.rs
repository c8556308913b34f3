//! The flags of each command.

use super::choice;
use super::{GateArgs, PlaceArgs, RunsArgs, SampleArgs, ScopeArgs, TellArgs, VerdictArgs, WorkArgs};
use crate::corpus::CorpusInputs;
use clap::{Args, ValueEnum};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// `run`
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Where to work
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Which revisions
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Only the pairs of part K of N, one-based; `merge` puts the parts together and judges the gate
    #[arg(long, value_name = "K/N")]
    pub shard: Option<String>,
    /// The baseline.json of a run on the base, which is then not measured again (may be repeated)
    #[arg(long = "baseline", value_name = "FILE")]
    pub baselines: Vec<PathBuf>,
    /// How much is run
    #[command(flatten)]
    pub sample: SampleArgs,
    /// What bears on verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
    /// The gate
    #[command(flatten)]
    pub gate: GateArgs,
    /// How to work
    #[command(flatten)]
    pub work: WorkArgs,
}

/// `plan`
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Where to work
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Which revisions
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Most parts to split into
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub shards: u32,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ListFormat,
    /// What bears on verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
}

/// `merge`
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The reports of all parts: files, or folders with them
    #[arg(value_name = "PART", required = true)]
    pub parts: Vec<PathBuf>,
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// How to tell
    #[command(flatten)]
    pub tell: TellArgs,
}

/// `list`
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Where to work
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Revision to list (default: the working tree)
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
    /// Only pairs that match
    #[arg(long = "pair", value_name = "SELECTOR")]
    pub pairs: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ListFormat,
}

/// `pair`
#[derive(Debug, Args)]
pub struct PairArgs {
    /// Where to work
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Pairs of a lower confidence are doubtful
    #[arg(long, value_name = "X", default_value = "0.8", value_parser = confidence)]
    pub below: f64,
    /// Only pairs that match
    #[arg(long = "pair", value_name = "SELECTOR")]
    pub pairs: Vec<String>,
    /// Write the doubtful pairs into the configuration, as comments for a person to confirm
    #[arg(long)]
    pub write: bool,
}

/// A share.
fn confidence(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1".to_owned())
}

/// Formats of `list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Table,
    /// For programs
    Json,
}

/// `check`
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
    /// Suite file with inputs (may be repeated)
    #[arg(long = "inputs", value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
    /// Both sides are whole programs: folder of their tests, in/NAME with out/NAME, or NAME.in with NAME.out
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// How much is run
    #[command(flatten)]
    pub sample: SampleArgs,
    /// What bears on verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
    /// The gate
    #[command(flatten)]
    pub gate: GateArgs,
    /// How to work
    #[command(flatten)]
    pub work: WorkArgs,
}

/// `explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Id of a finding, or the beginning of one, with or without `MTS-`
    #[arg(value_name = "ID")]
    pub id: String,
    /// Folder of the repository that was run, or the one that a check was started in
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Output folder of the run
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Report to read (default: report.json in the output folder)
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// Write a test of this side that fails as long as the sides differ
    #[arg(long, value_enum, value_name = "SIDE", conflicts_with = "json")]
    pub emit_test: Option<SideArg>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON instead of the text for people
    #[arg(long)]
    pub json: bool,
}

/// Sides of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    /// A JUnit 5 class that asserts what Python gave
    Java,
    /// A pytest file that asserts what Java gave
    Python,
}

/// `accept`
#[derive(Debug, Args)]
pub struct AcceptArgs {
    /// Ids of findings, or unique beginnings of ids
    #[arg(value_name = "ID", required_unless_present_any = ["list", "prune"], conflicts_with_all = ["list", "prune"])]
    pub ids: Vec<String>,
    /// Why the sides may differ here
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["list", "prune", "remove"])]
    pub reason: Option<String>,
    /// Last day on which it is accepted (default: for ever)
    #[arg(long, value_name = "YYYY-MM-DD", requires = "reason")]
    pub expires: Option<String>,
    /// Take the entries of these ids off the list
    #[arg(long, conflicts_with_all = ["list", "prune", "reason"])]
    pub remove: bool,
    /// Take off the list what no finding of the report needs any more
    #[arg(long, conflicts_with_all = ["list", "reason"])]
    pub prune: bool,
    /// Show the list
    #[arg(long, conflicts_with = "reason")]
    pub list: bool,
    /// The report that the ids are from (default: report.json in the output folder)
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// Output folder of the run
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Work in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
}

/// `init`
#[derive(Debug, Args)]
pub struct InitArgs {
    /// Work in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Replace an existing configuration
    #[arg(long)]
    pub force: bool,
}

/// `doctor`
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Where to work
    #[command(flatten)]
    pub place: PlaceArgs,
}

/// `schema`
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// Which file
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

/// `demo`
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Make the repository here and keep it (default: a temporary folder)
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
}

/// `bench`
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Corpus of pairs: a file with one JSON object a line, .gz too, or a folder of a layout that is known
    #[arg(long, value_name = "FILE", env = "MTS_CORPUS", value_parser = path_or_nothing)]
    pub corpus: Option<PathBuf>,
    /// Measure the pairing instead: labelled pairs, one JSON object a line, .gz too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["corpus", "translator", "only", "inputs", "per_pair", "per_mutant", "counterparts", "list_mutants", "resume", "paper"])]
    pub pairing: Option<PathBuf>,
    /// The repository that the labels are about
    #[arg(long, value_name = "DIR", default_value = ".", requires = "pairing")]
    pub tree: PathBuf,
    /// Translator to score: mirror, faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS', its description FILE.yml, or recorded:FILE with what another one made (may be repeated)
    #[arg(long, value_name = "NAME", default_value = "mirror")]
    pub translator: Vec<String>,
    /// Write what the translator makes of each mutant, for recorded:FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_mutants", "resume"])]
    pub record: Option<PathBuf>,
    /// Ask translators again for what they answered in earlier runs, and keep nothing of their answers
    #[arg(long)]
    pub no_translation_cache: bool,
    /// Only programs whose id contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Run on the corpus's own inputs, on generated ones, or on both
    #[arg(long, value_parser = choice::<CorpusInputs>(), value_name = "FROM", default_value = "given")]
    pub inputs: CorpusInputs,
    /// Write a JSON line for each pair
    #[arg(long, value_name = "FILE")]
    pub per_pair: Option<PathBuf>,
    /// Write a JSON line for each mutant
    #[arg(long, value_name = "FILE")]
    pub per_mutant: Option<PathBuf>,
    /// Write the tables and figures of the papers here: CSV, Markdown and SVG, and a JSON line for each pair
    #[arg(long, value_name = "DIR", conflicts_with = "list_mutants")]
    pub output: Option<PathBuf>,
    /// Write the mirror's counterpart of each mutant, as a recording that `recorded:FILE` reads
    #[arg(long, value_name = "FILE")]
    pub counterparts: Option<PathBuf>,
    /// Stop after generation and print the number of mutants by program and operator
    #[arg(long)]
    pub list_mutants: bool,
    /// Keep a journal of finished programs here, and go on where it ends
    #[arg(long, value_name = "FILE", conflicts_with = "list_mutants")]
    pub resume: Option<PathBuf>,
    /// Run variants of both sides beside the mirror's mutants
    #[arg(long, conflicts_with = "list_mutants")]
    pub variants: bool,
    /// Show what each process took, the first verdict and the rounds of the compiler
    #[arg(long, conflicts_with = "list_mutants")]
    pub throughput: bool,
    /// Run N mutants, drawn with the seed, by a javac, a java and a python3 each, without a sandbox, and show how much longer that takes
    #[arg(long, value_name = "N", requires = "throughput")]
    pub against_scripted: Option<NonZeroUsize>,
    /// Draw samples of `--sample` mutants from the verdicts of a full run (`--per-mutant` wrote them), and show how often their intervals hold its scores; nothing is run
    #[arg(long, value_name = "FILE", requires = "sample", conflicts_with_all = ["pairing", "list_mutants", "resume", "throughput", "paper"])]
    pub coverage: Option<PathBuf>,
    /// How many samples
    #[arg(long, value_name = "N", default_value = "200", requires = "coverage")]
    pub draws: NonZeroU64,
    /// Show what Guizzo et al. 2023 printed for their translators beside the tables
    #[arg(long, conflicts_with = "json")]
    pub paper: bool,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// How much is run
    #[command(flatten)]
    pub sample: SampleArgs,
    /// How it is run
    #[command(flatten)]
    pub runs: RunsArgs,
}

/// `fragments`
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
    /// Suite file with inputs (may be repeated)
    #[arg(long = "suite", value_name = "FILE", requires = "java")]
    pub suites: Vec<PathBuf>,
    /// Corpus of pairs, one JSON object a line, .gz too, where there are no two files
    #[arg(long, value_name = "FILE", env = "MTS_CORPUS", value_parser = path_or_nothing)]
    pub corpus: Option<PathBuf>,
    /// Only programs of the corpus whose id contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Run on the corpus's own inputs, on generated ones, or on both
    #[arg(long = "inputs", value_parser = choice::<CorpusInputs>(), value_name = "FROM", default_value = "given")]
    pub from: CorpusInputs,
    /// Translator that is asked for each function and for each fragment alone, in the place of the port: faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS', or a description FILE.yml
    #[arg(long, value_name = "NAME")]
    pub translator: Option<String>,
    /// Ask the translator again for what it answered in earlier runs, and keep nothing of its answers
    #[arg(long, requires = "translator")]
    pub no_translation_cache: bool,
    /// Show every fragment, those that agree too
    #[arg(long)]
    pub all: bool,
    /// Compare every variable that statements write, those too that the function does not use afterwards
    #[arg(long)]
    pub rti_all_outs: bool,
    /// Write a JSON line for each pair
    #[arg(long, value_name = "FILE")]
    pub per_pair: Option<PathBuf>,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// How it is run
    #[command(flatten)]
    pub runs: RunsArgs,
}

/// A path; the empty one, which clap's own parser refuses, is none.
fn path_or_nothing(text: &str) -> Result<PathBuf, std::convert::Infallible> {
    Ok(PathBuf::from(text))
}

/// `translate`
#[derive(Debug, Args)]
pub struct TranslateArgs {
    /// What to translate: FILE.java or a class found by its name, each with #METHOD for one method
    #[arg(value_name = "SOURCE", required_unless_present = "support", conflicts_with = "support")]
    pub source: Option<String>,
    /// How
    #[arg(long, value_enum, value_name = "MODE", default_value = "faithful")]
    pub mode: ModeArg,
    /// Keep Java's names instead of writing them in snake case
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

/// Modes of `translate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    /// Java's meaning on every input
    Faithful,
    /// What a maintainer would write
    Plain,
}

/// `metrics`
#[derive(Debug, Args)]
pub struct MetricsArgs {
    /// The Python file to measure against
    #[arg(value_name = "REF.py")]
    pub reference: PathBuf,
    /// The Python file to measure
    #[arg(value_name = "CAND.py")]
    pub candidate: PathBuf,
    /// How BLEU counts
    #[arg(long, value_enum, value_name = "VARIANT", default_value = "avatar")]
    pub bleu: BleuArg,
    /// Weights of CodeBLEU's parts: n-grams, weighted n-grams, syntax, data flow [default: 0.25 each]
    #[arg(long, value_name = "N,W,S,D", value_delimiter = ',')]
    pub codebleu_weights: Vec<f64>,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Variants of BLEU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BleuArg {
    /// One is added to every count, as in AVATAR's tables
    Avatar,
    /// NLTK's method 1, as in CodeBLEU
    NltkMethod1,
    /// NLTK's method 2
    NltkMethod2,
    /// sacreBLEU without smoothing
    SacrebleuNone,
    /// sacreBLEU's default
    SacrebleuExp,
    /// sacreBLEU's add-k with 1
    SacrebleuAddOne,
}

/// `completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
