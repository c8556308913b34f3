//! Owns how many jobs run on several pairs of workers: the order, the queue between the two stages, spare workers. What
//! happens to one job is left to `stages`.

pub(crate) mod evidence;
pub(crate) mod pool;
pub(crate) mod stage_queue;
pub(crate) mod worker_pair;

pub use pool::{AnalysisResult, run_jobs};
pub use worker_pair::{Cpython, SpawnCpython, WorkerPair};
