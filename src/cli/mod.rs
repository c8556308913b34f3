//! The command line.
//!
//! This module parses the flags, applies the flags to the configuration, and calls the library.
//! Then the module prints the result and returns an exit code. Results go to standard output,
//! messages to standard error.

mod accept;
pub mod args;
mod bench;
mod demo;
mod explain;
mod fix;
mod output;
mod publish;
mod resolve;
mod run;
mod translators;

use crate::commands::project::{doctor, init, list, pair};
use crate::commands::schema;
use args::{Cli, Command, ListArgs, ListFormat, PairArgs, PlaceArgs, SchemaOf};
use clap::{CommandFactory, FromArgMatches};
use mts_model::error::{Error, ExitCode, Result};
use mts_model::nesting::with_tree_stack;
use std::ffi::OsString;
use translators::{fragments, metrics, properties, search, translate};

/// Returns clap's definition of the command line.
///
/// The help, the completions, the man page and the tests of the documents use the definition.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command line `arguments` and returns the exit code.
///
/// The first argument is the program's name. Cargo starts `cargo mts X` as `cargo-mts mts X`, so
/// this function drops the second argument if it is `mts`.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|word| word == "mts") {
        arguments.remove(1);
    }
    let parsed = command().try_get_matches_from(&arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // clap prints help and version to standard output, and errors to standard error. This
            // code ignores a closed pipe.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::Usage as u8 } else { ExitCode::Passed as u8 };
        }
    };
    match with_tree_stack(|| dispatch(cli.command)).flatten() {
        Ok(code) => code as u8,
        Err(error) => {
            output::status(&format!("error: {error}\n"));
            error.code as u8
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    match command {
        Command::Run(args) => run::run(args),
        Command::Plan(args) => run::plan(args),
        Command::Merge(args) => run::merge(args),
        Command::List(args) => list(args),
        Command::Pair(args) => pair(args),
        Command::Check(args) => run::check(args),
        Command::Explain(args) => explain::explain(&args),
        Command::Fix(args) => fix::fix(*args),
        Command::Accept(args) => accept::accept(args),
        Command::Init(args) => output::result(&init::init(&args.directory, args.force, args.workflow)?),
        Command::Doctor(args) => {
            let (text, code) = doctor::doctor(&args.place.directory, args.place.config.as_deref());
            output::result(&text).map(|_| code)
        }
        Command::Schema(args) => schema(args.of),
        Command::Demo(args) => demo::demo(args),
        Command::Bench(args) => bench::bench(args),
        Command::Fragments(args) => fragments::fragments(*args),
        Command::Translate(args) => translate::translate(args),
        Command::Properties(args) => properties::properties(args.command),
        Command::Search(args) => search::search(*args),
        Command::Metrics(args) => metrics::metrics(args),
        Command::Publish(args) => publish::publish(&args),
        Command::Completions(args) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut self::command(), "cargo-mts", &mut script);
            output::result(&String::from_utf8_lossy(&script))
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(self::command())
                .render(&mut page)
                .map_err(|error| Error::bug(format!("cannot render the man page: {error}")))?;
            output::result(&String::from_utf8_lossy(&page))
        }
    }
}

fn list(args: ListArgs) -> Result<ExitCode> {
    let as_json = args.format == ListFormat::Json;
    let PlaceArgs { directory, config } = args.place;
    let request =
        crate::run::repository::revision_pairs::ListRequest { directory, config, head: args.head, pairs: args.pairs };
    let (text, unread) = list::list(&request, as_json)?;
    for row in &unread {
        output::status(&format!("note: {}: {}\n", row.name, row.reason));
    }
    output::result(&text)
}

fn pair(args: PairArgs) -> Result<ExitCode> {
    let PlaceArgs { directory, config } = args.place;
    let request =
        crate::run::repository::revision_pairs::ListRequest { directory, config, head: None, pairs: args.pairs };
    output::result(&pair::doubtful(&request, args.below, args.write)?)
}

fn schema(of: SchemaOf) -> Result<ExitCode> {
    let schema = match of {
        SchemaOf::Config => schema::config_schema(),
        SchemaOf::Report => schema::report_schema(),
        SchemaOf::Suite => schema::suite_schema(),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(|e| Error::bug(e.to_string()))?;
    output::result(&format!("{text}\n"))
}
