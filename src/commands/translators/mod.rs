//! Subcommands about translations of single functions and programs: fragments, properties, search, similarity.

pub mod fragments;
pub mod metrics;
pub mod properties;
pub mod search;
pub mod translate;
