//! Migration CI: on every pull request of a Java-to-Python port, tells whether the two sides still
//! mean the same, and would after the next small change.
//!
//! Data flows one way: `git` finds the changed lines, `lang` the functions, `pairing` the pairs,
//! `inputs` what to call them with, `mutation` the Java mutants, `translation` their counterparts,
//! `instrument` and `execution` run both sides, `judgement` compares and scores, `report` tells.
//! `pipeline` is that sentence as code. Rooms know only rooms on floors below them
//! (`tests/cli/architecture`).

pub mod cli;
pub mod config;
pub mod corpus;
pub mod demo;
pub mod external_translators;
pub mod git;
pub mod github;
pub mod outdir;
pub mod pipeline;
pub mod report;
pub mod shards;
