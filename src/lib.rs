//! Migration CI: on every pull request of a Java-to-Python port, tells whether the two sides still
//! mean the same, and would after the next small change.
//!
//! Data flows one way: `git` finds the changed lines, `lang` the functions, `pairing` the pairs,
//! `inputs` what to call them with, `mutation` the Java mutants, `translation` their counterparts,
//! `instrument` and `workers` run both sides, `oracle` compares and scores, `report` tells.
//! `run` is that sentence as code. A module uses only modules of lower layers
//! (`tests/cli/architecture`).

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
