//! Normalizes values that the languages write differently.
//!
//! These values are names of fields and constants, strings, exceptions, and results of special
//! methods. Module `equality` compares the values.

pub(crate) mod exceptions;
pub(crate) mod names;
pub(crate) mod return_conventions;
pub(crate) mod texts;
