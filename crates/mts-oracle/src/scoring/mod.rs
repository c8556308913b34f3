//! Owns the scores of pairs and runs, their intervals, and the gate. Module `verdict` decides which
//! mutants count.

pub mod gate;
mod gate_metric;
pub mod intervals;
pub mod scores;
mod share;
mod weak_evidence;
