//! Writes values and calls as Java or Python code, for people and for tests.
//!
//! The code of a value evaluates to this value, under the static types of the Java side. The caller
//! chooses the call.

pub mod emit_test;
mod invocation;
pub mod java;
pub mod python;

pub use invocation::{Code, Invocation, Refusal, unshared};
