//! The results of a benchmark: their data, the journal that keeps them, and the tables printed from them.

pub mod fingerprint;
pub mod journal;
pub mod json_lines;
pub mod program_result;
pub mod published;
pub mod tables;
pub mod throughput;
