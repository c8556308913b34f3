//! Flags that several commands have.

use super::choice;
use crate::github::Annotate;
use crate::pipeline::options::Bound;
use clap::{Args, ValueEnum};
use mts_model::{ExceptionMode, FailOn, GateAction, GateOn, OperatorProfile, OutputRule, SandboxMode};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// Where to work.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Work in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Configuration file (default: mts.yml at the root of the repository)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Which revisions, and what of them.
#[derive(Debug, Args)]
pub struct ScopeArgs {
    /// Compare with this revision (default: what a CI event or the repository says, see the manual)
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// Test this revision (default: the working tree; HEAD where a CI event says what happened to it)
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
    /// Test the files as they lie there, where a CI event would have HEAD tested
    #[arg(long, conflicts_with = "head")]
    pub worktree: bool,
    /// Every pair, not only those that changed
    #[arg(long)]
    pub all: bool,
    /// Only pairs that match: path/File.java#Class.method(int,long) or path/file.py:Qual.name
    #[arg(long = "pair", value_name = "SELECTOR")]
    pub pairs: Vec<String>,
}

/// Settings that bear on verdicts; they override the configuration.
#[derive(Debug, Args, Default)]
pub struct VerdictArgs {
    /// Seed of generated inputs, decimal or 0x hex
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    /// Most inputs for a pair
    #[arg(long, value_name = "N")]
    pub max_inputs: Option<NonZeroUsize>,
    /// Mutation operators, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub operators: Vec<String>,
    /// Class-level mutation operators, separated by commas, or `all`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub class_operators: Vec<String>,
    /// Operators as defined, or with muJava's quirks
    #[arg(long, value_parser = choice::<OperatorProfile>())]
    pub profile: Option<OperatorProfile>,
    /// A drift of type (int against float, boolean against 0) is a difference
    #[arg(long)]
    pub strict_types: bool,
    /// One relative tolerance for every float
    #[arg(long, value_name = "X")]
    pub rel_tol: Option<f64>,
    /// Floats must be the same, -0.0 and 0.0 apart
    #[arg(long, conflicts_with = "rel_tol")]
    pub exact_floats: bool,
    /// When the outputs of whole programs are equal
    #[arg(long, value_parser = choice::<OutputRule>(), value_name = "RULE")]
    pub compare: Option<OutputRule>,
    /// Seconds of processor time that a run of one side may take on an input or test, in the place of a budget of ticks for the unmutated sides (AVATAR: 30 of the clock)
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<NonZeroU64>,
    /// On mutants, exceptions are anomalies (paper) or outputs (compare)
    #[arg(long, value_parser = choice::<ExceptionMode>(), value_name = "MODE")]
    pub exceptions: Option<ExceptionMode>,
}

/// How a command that measures without a gate runs.
#[derive(Debug, Args)]
pub struct RunsArgs {
    /// Pairs of workers (default: half the cores)
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Sandbox mode
    #[arg(long, value_parser = choice::<SandboxMode>(), value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// What bears on verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
}

/// The gate; each overrides the configuration's key of the same name.
#[derive(Debug, Args, Default)]
#[command(next_help_heading = "Gate")]
pub struct GateArgs {
    /// Highest MTS of a pair
    #[arg(long, value_name = "X")]
    pub max_mts: Option<f64>,
    /// Highest MTS over all pairs
    #[arg(long, value_name = "X")]
    pub max_overall_mts: Option<f64>,
    /// Highest MTS of a pair without a base
    #[arg(long, value_name = "X")]
    pub new_max_mts: Option<f64>,
    /// Highest rise of a pair's MTS against the base
    #[arg(long, value_name = "X")]
    pub max_mts_increase: Option<f64>,
    /// Lowest share of inputs on which the unmutated pair agrees
    #[arg(long, value_name = "X")]
    pub min_ca: Option<f64>,
    /// Pairs with fewer counted mutants are shown, not gated
    #[arg(long, value_name = "N")]
    pub min_mutants: Option<u64>,
    /// A pair with a smaller share of mirrored mutants is inconclusive
    #[arg(long, value_name = "X")]
    pub min_mirrored: Option<f64>,
    /// Run pieces of the functions alone too
    #[arg(long)]
    pub fragments: bool,
    /// Most confirmed fragments of a pair
    #[arg(long, value_name = "N")]
    pub max_confirmed_fragments: Option<u64>,
    /// Most latent fragments of a pair
    #[arg(long, value_name = "N")]
    pub max_latent_fragments: Option<u64>,
    /// Run variants of both sides beside the mutants
    #[arg(long)]
    pub variants: bool,
    /// Most variants of a pair after which the port does something else
    #[arg(long, value_name = "N")]
    pub max_broken_variants: Option<u64>,
    /// When one side changed without the other
    #[arg(long, value_parser = choice::<GateAction>(), value_name = "ACTION")]
    pub on_drift: Option<GateAction>,
    /// When a pair is inconclusive
    #[arg(long, value_parser = choice::<GateAction>(), value_name = "ACTION")]
    pub on_inconclusive: Option<GateAction>,
    /// When there is no pair to analyse
    #[arg(long, value_parser = choice::<GateAction>(), value_name = "ACTION")]
    pub on_no_pairs: Option<GateAction>,
    /// What fails the gate
    #[arg(long, value_parser = choice::<FailOn>(), value_name = "WHAT")]
    pub fail_on: Option<FailOn>,
    /// What of a sampled score is compared with the thresholds (`on` in the configuration)
    #[arg(long, value_parser = choice::<GateOn>(), value_name = "WHAT")]
    pub gate_on: Option<GateOn>,
}

/// How much is run.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SampleArgs {
    /// Run N mutants, drawn with the seed from those of all pairs, of each operator of each pair its share
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    pub sample: Option<NonZeroU64>,
    /// Run as many mutants of each pair as this wall time allows, such as 90s, 10m or 1h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub budget: Option<Duration>,
}

impl From<SampleArgs> for Bound {
    fn from(args: SampleArgs) -> Self {
        match (args.sample, args.budget) {
            (Some(mutants), _) => Self::Mutants(mutants.get()),
            (None, Some(time)) => Self::Time(time),
            (None, None) => Self::All,
        }
    }
}

/// A time with its unit; seconds without one.
fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let of_unit =
        |(unit, seconds): (&str, f64)| Some(text.strip_suffix(unit)?.trim_end().parse::<f64>().ok()? * seconds);
    let seconds = units.into_iter().find_map(of_unit).filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "a time above 0, such as 90s, 10m or 1h".to_owned())
}

/// How to work.
#[derive(Debug, Args)]
pub struct WorkArgs {
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Pairs of workers (default: half the cores)
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Whether code under test must run inside the sandbox
    #[arg(long, value_parser = choice::<SandboxMode>(), value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// Tell each measured pair on standard error, where that is no terminal too
    #[arg(long)]
    pub verbose: bool,
    /// How to tell
    #[command(flatten)]
    pub tell: TellArgs,
}

/// How to tell the result.
#[derive(Clone, Copy, Debug, Args)]
pub struct TellArgs {
    /// Print the report as JSON on standard output instead of the text for people
    #[arg(long)]
    pub json: bool,
    /// Print findings as GitHub workflow commands (auto: where GITHUB_ACTIONS is true)
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub annotations: When,
    /// Which of them
    #[arg(long, value_parser = choice::<Annotate>(), value_name = "WHICH", default_value = "all")]
    pub annotate: Annotate,
}

/// When something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// Where it makes sense
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
