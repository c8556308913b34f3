//! The flags of `search`.

use super::{PlaceArgs, VerdictArgs, choice};
use clap::Args;
use mts_model::SandboxMode;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// `search`
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Pair whose Java function is translated, path/File.java#Class.method(int); or a corpus FILE.jsonl
    #[arg(value_name = "PAIR|FILE")]
    pub what: String,
    /// Description FILE.yml of a model whose temperature, seed or prompt can be set
    #[arg(long, value_name = "FILE")]
    pub translator: String,
    /// Where the repository and the configuration are
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Only programs of the corpus whose id contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Most translations that are tried (default: search.iterations, 20)
    #[arg(long, value_name = "N")]
    pub iterations: Option<NonZeroUsize>,
    /// Tests of each property for each translation (default: search.tests, 50)
    #[arg(long, value_name = "N")]
    pub tests: Option<NonZeroUsize>,
    /// Change the best parameters so far, not the last ones
    #[arg(long)]
    pub from_best: bool,
    /// Write the best translation here, whenever there is a better one
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Ask the translator again for what it answered in earlier runs, and keep nothing of its answers
    #[arg(long)]
    pub no_translation_cache: bool,
    /// Sandbox mode
    #[arg(long, value_parser = choice::<SandboxMode>(), value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// Print one JSON array on standard output
    #[arg(long)]
    pub json: bool,
    /// What bears on verdicts
    #[command(flatten)]
    pub verdict: VerdictArgs,
}
