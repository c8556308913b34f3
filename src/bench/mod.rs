//! Benchmarks: scores a corpus of Java-Python programs and writes its tables. Owns corpora and their results; a pair
//! of a repository is `run`'s.

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
