//! The flags of `properties`.

use super::{ListFormat, PlaceArgs, RunsArgs, ScopeArgs};
use clap::{Args, Subcommand};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// The arguments of `properties`.
#[derive(Debug, Args)]
pub struct PropertiesArgs {
    /// Subcommand
    #[command(subcommand)]
    pub command: PropertiesCommand,
}

/// The subcommands of `properties`.
#[derive(Debug, Subcommand)]
pub enum PropertiesCommand {
    /// Show the properties with their rules
    List(PropertiesListArgs),
    /// Check properties of pairs, or of translators on a corpus
    Check(Box<PropertiesCheckArgs>),
}

/// The arguments of `properties list`.
#[derive(Debug, Args)]
pub struct PropertiesListArgs {
    /// Place of the configuration
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Show the properties that guide `search`, not the properties that test translators and ports
    #[arg(long)]
    pub search: bool,
    /// Only properties whose name matches this glob (repeatable)
    #[arg(long = "property", value_name = "GLOB")]
    pub properties: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ListFormat,
}

/// The arguments of `properties check`.
#[derive(Debug, Args)]
pub struct PropertiesCheckArgs {
    /// Working folder
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Revisions and pairs, without a corpus
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Check translators on the Java functions and inputs of this corpus: JSON lines, also gzipped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["base", "head", "worktree", "all", "pairs"])]
    pub corpus: Option<PathBuf>,
    /// Translators to check, separated by commas. Each name is faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM
    /// ARGS', or a description FILE.yml
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "faithful", requires = "corpus")]
    pub translator: Vec<String>,
    /// Do not use the cache of translations
    #[arg(long, requires = "corpus")]
    pub no_translation_cache: bool,
    /// Answers per translator request, separated by commas; a test fails only if all answers fail
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1", requires = "corpus")]
    pub beam: Vec<NonZeroUsize>,
    /// Tests of each property (default: 500 for one-program properties, else 2500; 50 with --search)
    #[arg(long, value_name = "N", requires = "corpus")]
    pub budget: Option<NonZeroU64>,
    /// Check the properties that guide `search`, not the properties that test translators and ports
    #[arg(long, requires = "corpus")]
    pub search: bool,
    /// Only properties whose name matches this glob (repeatable)
    #[arg(long = "property", value_name = "GLOB")]
    pub properties: Vec<String>,
    /// Only programs whose id contains this text
    #[arg(long, value_name = "TEXT", requires = "corpus")]
    pub only: Option<String>,
    /// Show this many violations of each property with their programs
    #[arg(long, value_name = "N", default_value = "0")]
    pub examples: usize,
    /// Print one JSON array on standard output
    #[arg(long)]
    pub json: bool,
    /// Execution
    #[command(flatten)]
    pub runs: RunsArgs,
}
