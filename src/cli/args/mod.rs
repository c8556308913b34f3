//! The command-line arguments as clap parses them, and the configuration keys that flags override.
//!
//! `resolve` applies the flags that override a key. Each command reads its other flags.

mod commands;
mod fix;
mod gate;
mod properties;
mod publish;
mod search;
mod shared;
mod values;
mod verdict;

pub use commands::*;
pub use fix::FixArgs;
pub use gate::GateArgs;
pub use properties::{PropertiesArgs, PropertiesCheckArgs, PropertiesCommand, PropertiesListArgs};
pub use publish::PublishArgs;
pub use search::SearchArgs;
pub use shared::*;
use values::{choice, share};
pub use verdict::VerdictArgs;

use clap::{Parser, Subcommand};

/// `cargo mts`, also as `cargo-mts`.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-mts",
    bin_name = "cargo mts",
    version,
    about = "Check that Java source and its Python port still mean the same",
    after_help = exit_codes(),
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

fn exit_codes() -> String {
    let mut text = String::from("Exit codes:\n");
    for code in mts_model::error::ExitCode::ALL {
        text.push_str(&format!("  {:>3}  {}\n", code as u8, code.meaning()));
    }
    text
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Score the pairs that a change touches, and apply the gate
    Run(RunArgs),
    /// List every Java method with its Python port
    List(ListArgs),
    /// Show doubtful pairs, or write them into the configuration for review
    Pair(PairArgs),
    /// Show what a run would measure, and on how many machines
    Plan(PlanArgs),
    /// Join the shards of a run, and apply the gate
    Merge(MergeArgs),
    /// Score two files or two folders, without a repository
    Check(CheckArgs),
    /// Explain one finding of a report, or write it as a test
    Explain(ExplainArgs),
    /// Write fixes of a report into the port, and run the pairs again
    Fix(Box<FixArgs>),
    /// Accept findings: the gate ignores them, the score counts them
    Accept(AcceptArgs),
    /// Write a first, commented configuration
    Init(InitArgs),
    /// Check that this machine has the tools that a run needs
    Doctor(DoctorArgs),
    /// Print the JSON schema of a file that the tool reads or writes
    Schema(SchemaArgs),
    /// Create a small ported repository and run on it
    Demo(DemoArgs),
    /// Score a corpus of pairs
    Bench(BenchArgs),
    /// Run parts of the functions in isolation, in many states
    Fragments(Box<FragmentsArgs>),
    /// Translate a Java file or method to Python
    Translate(TranslateArgs),
    /// List or check properties of translators and ports
    Properties(PropertiesArgs),
    /// Search for a better translation with a model
    Search(Box<SearchArgs>),
    /// Measure the similarity of two Python files: BLEU, CodeBLEU, RUBY
    Metrics(MetricsArgs),
    /// Write a run's result to its pull request on GitHub
    Publish(PublishArgs),
    /// Print a completion script
    Completions(CompletionsArgs),
    /// Print the man page
    Man,
}
