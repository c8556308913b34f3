//! The subcommands, one file each. `cli` reads flags and files; `run` owns the stages of a run.

pub mod accept;
pub mod check;
pub mod explain;
pub mod merge;
pub mod plan;
pub mod project;
pub mod run;
pub mod schema;
pub mod translators;
