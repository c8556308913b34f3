//! Runs programs that are no workers: a user's own command, and tools of a build. What they are told and what
//! follows from their answers is left to the callers.

pub mod build_tool;
pub mod command;
pub mod cpu_limit;
pub mod line_client;
