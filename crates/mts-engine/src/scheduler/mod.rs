//! Runs many jobs on several worker pairs.
//!
//! This module has the order of the jobs, the queue between the two stages, the turns at the JVM,
//! and spare workers. `stages` runs one job.

pub(crate) mod job_group;
pub(crate) mod jvm_turns;
pub(crate) mod pool;
pub(crate) mod stage_queue;
pub(crate) mod worker_pair;

pub use pool::{AnalysisResult, ResultSink, run_jobs};
pub use worker_pair::{Cpython, SpawnCpython, WorkerPair};
