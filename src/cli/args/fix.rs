//! Arguments of `fix`.

use super::{PlaceArgs, RunsArgs};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fix`.
#[derive(Debug, Args)]
pub struct FixArgs {
    /// Ids of findings with a fix, or unique prefixes
    #[arg(value_name = "ID", required_unless_present_any = ["all", "drift"], conflicts_with_all = ["all", "drift"])]
    pub ids: Vec<String>,
    /// Write the fixes of all findings that are not accepted
    #[arg(long, conflicts_with = "drift")]
    pub all: bool,
    /// Write the fixes of the pairs in which only Java changed
    #[arg(long)]
    pub drift: bool,
    /// Show the changes and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Write into a working tree with changes that are not committed
    #[arg(long)]
    pub allow_dirty: bool,
    /// Report with the fixes (default: report.json in the output folder)
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// Output folder of the run
    #[arg(long, value_name = "DIR", default_value = "mts-out")]
    pub out: PathBuf,
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Execution
    #[command(flatten)]
    pub runs: RunsArgs,
}
