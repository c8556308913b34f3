//! Tests `bench`, and the commands for corpora and files: translators, translation, similarity,
//! search.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests, a panic reports a failure"
)]

#[path = "../support/mod.rs"]
mod support;

mod causes;
mod evaluation;
mod external_translators;
mod programs;
mod resume;
mod search;
mod server;
mod similarity;
mod translate;
