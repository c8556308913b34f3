//! The results of pairs: rows of the report, findings, baselines and checkpoints.

pub mod baseline;
pub mod build_report;
pub mod checkpoint;
pub mod collector;
pub mod findings;
pub mod pair_report;
pub mod pair_results;
pub mod program_report;
pub mod redaction;
mod root_causes;
pub mod timestamp;
