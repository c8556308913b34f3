//! The library of `cargo mts`, which compares a Java source with its Python port.
//!
//! On each pull request, the tool checks whether both sides still mean the same. The tool also
//! checks whether both sides change in the same way after the same small change (mutants).
//!
//! Data flows in one direction. `git` finds the changed lines, `lang` finds the functions, and
//! `pairing` finds the pairs. `inputs` generates the arguments of the calls, and `mutation`
//! generates the Java mutants. `translation` makes the counterparts of the mutants. `instrument`
//! and `workers` run both sides. `oracle` compares the outcomes and computes the scores. `report`
//! writes the report. `run` calls these stages in this order. A module uses only modules of lower
//! layers (`tests/cli/architecture`).

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
