//! Values and calls as code of either language, for people and for tests. Pure text: the code of a value evaluates
//! to that value, by the static types of the Java side. The caller chooses the call.

pub mod emit_test;
mod invocation;
pub mod java;
pub mod python;

pub use invocation::{Code, Invocation, Refusal, unshared};
