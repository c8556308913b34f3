//! The flags of `properties`.

use super::{ListFormat, PlaceArgs, RunsArgs, ScopeArgs};
use clap::{Args, Subcommand};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// `properties`
#[derive(Debug, Args)]
pub struct PropertiesArgs {
    /// What to do with them
    #[command(subcommand)]
    pub command: PropertiesCommand,
}

/// The subcommands of `properties`.
#[derive(Debug, Subcommand)]
pub enum PropertiesCommand {
    /// Show the properties with what they say
    List(PropertiesListArgs),
    /// Check properties of pairs, or of a translator on a corpus
    Check(Box<PropertiesCheckArgs>),
}

/// `properties list`
#[derive(Debug, Args)]
pub struct PropertiesListArgs {
    /// Where the configuration is
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The properties that guide a search for a better translation, not those that test
    #[arg(long)]
    pub search: bool,
    /// Only properties whose name matches this glob (may be repeated)
    #[arg(long = "property", value_name = "GLOB")]
    pub properties: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ListFormat,
}

/// `properties check`
#[derive(Debug, Args)]
pub struct PropertiesCheckArgs {
    /// Where to work
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Which revisions and pairs, without a corpus
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Check translators on a corpus of pairs, one JSON object a line, .gz too: its Java functions and inputs are used
    #[arg(long, value_name = "FILE", conflicts_with_all = ["base", "head", "worktree", "all", "pairs"])]
    pub corpus: Option<PathBuf>,
    /// Translators to check, separated by commas: faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS', or a description FILE.yml
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "faithful", requires = "corpus")]
    pub translator: Vec<String>,
    /// Ask translators again for what they answered in earlier runs, and keep nothing of their answers
    #[arg(long, requires = "corpus")]
    pub no_translation_cache: bool,
    /// Answers that a translator is asked for at a time, separated by commas; a test fails only where all fail
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1", requires = "corpus")]
    pub beam: Vec<NonZeroUsize>,
    /// Tests of each property (default: 500 for a property of one program, else 2500; 50 with --search)
    #[arg(long, value_name = "N", requires = "corpus")]
    pub budget: Option<NonZeroU64>,
    /// The properties that guide a search for a better translation, not those that test
    #[arg(long, requires = "corpus")]
    pub search: bool,
    /// Only properties whose name matches this glob (may be repeated)
    #[arg(long = "property", value_name = "GLOB")]
    pub properties: Vec<String>,
    /// Only programs whose id contains this text
    #[arg(long, value_name = "TEXT", requires = "corpus")]
    pub only: Option<String>,
    /// Violations of each property that are shown with their programs
    #[arg(long, value_name = "N", default_value = "0")]
    pub examples: usize,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// How it is run
    #[command(flatten)]
    pub runs: RunsArgs,
}
