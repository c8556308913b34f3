//! What each subcommand does, one file a subcommand. Flags and configuration files are read by `cli`; what a run
//! consists of is `run`'s.

pub mod accept;
pub mod check;
pub mod explain;
pub mod merge;
pub mod plan;
pub mod project;
pub mod run;
pub mod schema;
pub mod translators;
