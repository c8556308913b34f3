//! The results of a benchmark: data, journal and tables.

pub mod fingerprint;
pub mod journal;
pub mod json_lines;
pub mod program_result;
pub mod published;
pub mod tables;
pub mod throughput;
