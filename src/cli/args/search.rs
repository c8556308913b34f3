//! The flags of `search`.

use super::{PlaceArgs, VerdictArgs, choice};
use clap::Args;
use mts_model::SandboxMode;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The arguments of `search`.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Pair to translate, path/File.java#Class.method(int), or a corpus FILE.jsonl
    #[arg(value_name = "PAIR|FILE")]
    pub what: String,
    /// File FILE.yml that describes a model and its temperature, seed or prompts
    #[arg(long, value_name = "FILE")]
    pub translator: String,
    /// Place of the repository and the configuration
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Only programs of the corpus whose id contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Highest number of translations (default: search.iterations, 20)
    #[arg(long, value_name = "N")]
    pub iterations: Option<NonZeroUsize>,
    /// Tests of each property for each translation (default: search.tests, 50)
    #[arg(long, value_name = "N")]
    pub tests: Option<NonZeroUsize>,
    /// Change the parameters of the best translation so far, not of the last translation
    #[arg(long)]
    pub from_best: bool,
    /// Write each new best translation to this file
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Do not use the cache of translations
    #[arg(long)]
    pub no_translation_cache: bool,
    /// Sandbox for the code under test
    #[arg(long, value_parser = choice::<SandboxMode>(), value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// Print one JSON array on standard output
    #[arg(long)]
    pub json: bool,
    /// Options that affect verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
}
