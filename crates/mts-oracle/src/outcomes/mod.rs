//! Compares outcomes: result or exception, arguments, receiver, output.
//!
//! This module compares whole programs by their output. Module `equality` compares values, and
//! `verdict` decides the meaning of a difference.

mod compare;
pub(crate) mod component;
pub(crate) mod evidence;
pub(crate) mod locate;
pub(crate) mod null_dereference;
mod preexisting;
pub mod programs;
mod text_builders;

pub use compare::compare_outcomes;
pub use component::{Comparison, ComparisonDetail, OutcomeComponent};
