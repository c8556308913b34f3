//! Equality of outcomes: result or exception, arguments, receiver, output; whole programs by their output. Values
//! are compared in `equality`, and what a difference means is decided in `verdict`.

mod compare;
pub(crate) mod component;
pub(crate) mod locate;
pub(crate) mod null_dereference;
mod preexisting;
pub mod programs;

pub use compare::compare_outcomes;
pub use component::{Comparison, OutcomeComponent};
