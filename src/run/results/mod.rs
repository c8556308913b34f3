//! The results of pairs: rows of the report, findings, baselines and checkpoints.

pub mod baseline;
pub mod build_report;
pub mod changed_text;
pub mod checkpoint;
pub mod collector;
mod diagnosis;
pub mod pair_findings;
pub mod pair_results;
pub mod program_report;
pub mod redaction;
pub mod timestamp;
pub mod variants;
