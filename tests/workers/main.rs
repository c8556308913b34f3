//! Tests both workers on the machine's own JDK and CPython. The tests cover their results, their
//! limits, their sandbox, and the behaviour of instrumented and transformed code.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests, a panic reports a failure"
)]

#[path = "../support/mod.rs"]
mod support;

#[cfg(target_os = "linux")]
mod containment;
mod execution;
mod iteration_order;
mod metamorphic;
mod nesting;
mod programs;
mod seeded_random;
mod state_injection;
mod threads;
mod translator_properties;
