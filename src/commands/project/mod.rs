//! Subcommands about a project that run no pair: what is paired, what is missing, how to begin.

pub mod doctor;
pub mod init;
pub mod list;
pub mod pair;
