//! Owns the scores of pairs and runs, their intervals, and the gate. Deciding what counts is left to `verdict`.

pub mod gate;
mod gate_metric;
pub mod intervals;
pub mod scores;
mod share;
