//! Migration CI: on every pull request of a Java-to-Python port, tells whether the two sides still
//! mean the same, and would after the next small change.
//!
//! Data flows one way: `git` finds the changed lines, `lang` the functions, `pairing` the pairs,
//! `inputs` what to call them with, `mutation` the Java mutants, `translation` their counterparts,
//! `instrument` and `execution` run both sides, `judgement` compares and scores, `report` tells.
//! `pipeline` is that sentence as code. Rooms know only rooms on floors below them
//! (`tests/architecture.rs`).

pub mod analysis;
pub mod builds;
pub mod cli;
pub mod config;
pub mod corpus;
pub mod demo;
pub mod error;
pub mod execution;
pub mod fragments;
pub mod git;
pub mod github;
pub mod inputs;
pub mod instrument;
pub mod judgement;
pub mod lang;
pub mod metrics;
pub mod model;
pub mod mutation;
pub mod outdir;
pub mod pairing;
pub mod pipeline;
pub mod report;
pub mod shards;
pub mod translation;
pub mod translators;
pub mod variants;
