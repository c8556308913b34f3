//! Owns the command line of `cargo mts`, and its runs from revisions to reports.
//!
//! The crates in `crates/` read source text, run the code of pairs, and compute verdicts. The tool
//! compares a Java source with its Python port. On each pull request, the tool checks whether both
//! sides still mean the same. The tool also checks whether both sides change in the same way after
//! the same small change (mutants).
//!
//! The modules are, from the highest layer to the lowest:
//!
//! - [`cli`] reads the flags.
//! - [`commands`] has one module for each subcommand, and [`demo`] has the repository of the demo.
//! - [`mod@bench`] scores a corpus.
//! - [`run`] has the stages of a run.
//! - [`github`] writes a report to a pull request.
//! - [`report`] renders the report.
//! - [`external_translators`] sends requests to external translators.
//! - [`config`] reads `mts.yml`, and [`git`] reads the repository.
//!
//! A module uses only modules of lower layers (`tests/cli/architecture`).

pub mod bench;
pub mod cli;
pub mod commands;
pub mod config;
pub mod demo;
pub mod external_translators;
pub mod git;
pub mod github;
pub mod report;
pub mod run;
