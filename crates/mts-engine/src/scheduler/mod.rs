//! Runs many jobs on several pairs of workers: their order, the queue between the two stages, spare
//! workers.
//!
//! `stages` runs one job.

pub(crate) mod pool;
pub(crate) mod stage_queue;
pub(crate) mod worker_pair;

pub use pool::{AnalysisResult, ResultSink, run_jobs};
pub use worker_pair::{Cpython, SpawnCpython, WorkerPair};
