//! Runs programs that are not workers: users' commands and build tools.
//!
//! The callers define the inputs and interpret the answers.

pub mod build_tool;
pub mod command;
pub mod cpu_limit;
pub(crate) mod environment_packages;
pub mod line_client;
pub mod python_environment;
