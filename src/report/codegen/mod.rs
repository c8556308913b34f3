//! Values and calls as code of either language, for people to paste and for tests. Pure text: what a
//! value is rendered to evaluates back to it, by the static types of the Java side. Which call is
//! shown, and around what, is decided by whoever asks.

pub mod emit_test;
mod invocation;
pub mod java;
pub mod python;

pub use invocation::{Code, Invocation, Refusal, unshared};
