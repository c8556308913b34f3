//! The subcommands that work on translations of functions and programs.

pub mod fragments;
pub mod metrics;
pub mod properties;
pub mod search;
pub mod translate;
