//! Flags that several commands have.

use super::{VerdictArgs, choice};
use crate::github::Annotate;
use crate::run::options::Bound;
use clap::{Args, ValueEnum};
use mts_model::SandboxMode;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// Working folder.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Work in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", default_value = ".")]
    pub directory: PathBuf,
    /// Configuration file (default: mts.yml at the root of the repository)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Revisions and pairs.
#[derive(Debug, Args)]
pub struct ScopeArgs {
    /// Compare with this revision (default: from the CI event or the repository, see the manual)
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// Test this revision (default: the working tree, or HEAD in a CI event)
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
    /// Test the working tree, also in a CI event
    #[arg(long, conflicts_with = "head")]
    pub worktree: bool,
    /// Analyse every pair, not only the pairs that the change touches
    #[arg(long)]
    pub all: bool,
    /// Only matching pairs: path/File.java#Class.method(int,long) or path/file.py:Qual.name (repeatable)
    #[arg(long = "pair", value_name = "SELECTOR")]
    pub pairs: Vec<String>,
}

/// The options of a command that runs code but has no gate.
#[derive(Debug, Args)]
pub struct RunsArgs {
    /// Number of worker pairs that run at once (default: half the cores). A worker pair is one JVM and one CPython
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Sandbox for the code under test
    #[arg(long, value_parser = choice::<SandboxMode>(), value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// Options that affect verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
}

/// Amount of work.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SampleArgs {
    /// Run N mutants, drawn with the seed in proportion from each operator of each pair
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    pub sample: Option<NonZeroU64>,
    /// Run as many mutants as this wall-clock time allows, such as 90s, 10m or 1h
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

/// Parses a duration with a unit. A number without a unit means seconds.
fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let of_unit =
        |(unit, seconds): (&str, f64)| Some(text.strip_suffix(unit)?.trim_end().parse::<f64>().ok()? * seconds);
    let seconds = units.into_iter().find_map(of_unit).filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a time above 0, such as 90s, 10m or 1h".to_owned())
}

/// Execution.
#[derive(Debug, Args)]
#[command(next_help_heading = "Execution and output")]
pub struct WorkArgs {
    /// Output folder
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Number of worker pairs that run at once (default: half the cores). A worker pair is one JVM and one CPython
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Sandbox for the code under test
    #[arg(long, value_parser = choice::<SandboxMode>(), value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// Log each measured pair on standard error, also without a terminal
    #[arg(long)]
    pub verbose: bool,
    /// Print the wall-clock time of each pair and step on standard error
    #[arg(long)]
    pub timings: bool,
    /// Output
    #[command(flatten)]
    pub output_args: OutputArgs,
}

/// Output of the result.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputArgs {
    /// Print the report as JSON on standard output instead of the text for people
    #[arg(long)]
    pub json: bool,
    /// Print findings as GitHub workflow commands (auto: if GITHUB_ACTIONS is true)
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub annotations: When,
    /// Findings to print as workflow commands
    #[arg(long, value_parser = choice::<Annotate>(), value_name = "WHICH", default_value = "all")]
    pub annotate: Annotate,
}

/// When to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// In a job of GitHub Actions
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
