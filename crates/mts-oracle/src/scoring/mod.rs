//! Owns the scores of pairs and runs, their intervals, and the gate. Module `verdict` decides which
//! mutants count.

pub mod gate;
pub mod intervals;
pub mod scores;
mod share;
