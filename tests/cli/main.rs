//! Tests the command line. The tests cover the output of every command, the manual against the
//! code, `explain` and the tests that it emits, and the layers of the source itself.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests, a panic reports a failure"
)]

#[path = "../support/mod.rs"]
mod support;

mod architecture;
mod catalogue;
mod codegen;
mod commands;
mod demo;
mod docs;
mod documented;
mod explain;
mod explain_programs;
mod generated_tables;
