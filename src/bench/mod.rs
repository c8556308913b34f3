//! Benchmarks: scores a corpus of Java-Python programs and writes the tables.
//!
//! This module contains the corpora and their results. The module `run` handles the pairs of a
//! repository.

pub mod corpora;
pub mod corpus_jobs;
pub mod evaluation;
pub mod interval_coverage;
pub mod pairing;
pub mod process_baseline;
pub mod resource_usage;
pub mod results;
pub mod run;
pub mod translators;
