//! The subcommands, one file each.
//!
//! `cli` reads the flags and the files. `run` contains the stages of a run.

pub mod accept;
pub mod check;
pub mod explain;
mod finding_ids;
pub mod fix;
pub mod merge;
pub mod plan;
pub mod project;
pub mod run;
pub mod schema;
pub mod translators;
