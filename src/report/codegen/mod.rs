//! Writes values and calls as Java or Python code, for people and for tests.
//!
//! The code of a value evaluates to this value. The static Java types decide the form of the code:
//! the value 7 is `7L` for a `long`.

pub mod emit_test;
mod invocation;
pub mod java;
pub mod python;

pub use invocation::{Code, Invocation, Refusal, unshared};
