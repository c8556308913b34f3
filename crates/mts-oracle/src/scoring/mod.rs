//! Scores of pairs and runs, their intervals, and the gate over them. What is counted is decided in `verdict`.

pub mod gate;
mod gate_metric;
pub mod intervals;
pub mod scores;
mod share;
mod thresholds;
