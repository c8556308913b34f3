//! Computes the scores of pairs and runs and their intervals, and applies the gate. Module `verdict` decides which
//! mutants count.

pub mod gate;
pub mod intervals;
pub mod scores;
mod share;

pub use share::share;
