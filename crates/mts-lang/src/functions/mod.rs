//! Finds the places that name a function or its parameters.

mod mentions;
pub mod signature_spans;

pub use mentions::mentions;
