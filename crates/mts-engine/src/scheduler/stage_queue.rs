//! The bounded queue between the two stages of a worker pair.
//!
//! The memory of the waiting jobs is limited. The queue keeps both sides busy while one side runs a slow program. If
//! the Python stage falls behind, a spare CPython takes jobs too. A channel of a library would limit the number of
//! elements, and not their memory.

use crate::scheduler::job_group::JobGroup;
use crate::stages::output::JavaStageOutput;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The limit for the bytes of waiting outcomes. A single job may be larger.
const ROOM: usize = 32 << 20;

/// A job between its stages.
pub(crate) struct StagedJob {
    /// The index of the job.
    pub at: usize,
    /// The group of the job.
    pub group: Arc<JobGroup>,
    /// The output of the Java stage.
    pub java: JavaStageOutput,
}

/// The waiting jobs, and the state of both stages.
#[derive(Default)]
struct QueueState {
    jobs: VecDeque<(StagedJob, usize)>,
    bytes: usize,
    /// Whether the sender has ended, so that no more jobs come.
    is_closed: bool,
    /// The number of receivers.
    receivers: usize,
    /// Whether the Python stage runs a job.
    is_busy: bool,
    /// Whether the Java stage waits for space in the queue.
    is_full: bool,
}

#[derive(Default)]
struct SharedQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

/// The sender of the Java stage.
pub(crate) struct StageSender(Arc<SharedQueue>);

/// A receiver of the Python stage. The receiver returns jobs until the queue is closed and empty.
pub(crate) struct StageReceiver {
    queue: Arc<SharedQueue>,
    is_spare: bool,
}

/// Creates a queue with one sender and two receivers.
///
/// The second receiver is for the spare CPython.
pub(crate) fn open() -> (StageSender, StageReceiver, StageReceiver) {
    let queue: Arc<SharedQueue> = Arc::default();
    queue.lock().receivers = 2;
    let receiver = |is_spare| StageReceiver { queue: Arc::clone(&queue), is_spare };
    (StageSender(Arc::clone(&queue)), receiver(false), receiver(true))
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, condition: impl Fn(&QueueState) -> bool) -> MutexGuard<'_, QueueState> {
        self.changed.wait_while(self.lock(), |state| condition(state)).unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Reports whether the spare CPython should take jobs, because the Python stage is behind.
    ///
    /// The Python stage is behind if it runs a job and one of three conditions holds: the queue is half full, the Java
    /// stage waits for space, or the Java stage has ended. When the Java stage waits or has ended, a processor core is
    /// free.
    fn is_behind(&self) -> bool {
        self.is_busy && (self.bytes > ROOM / 2 || self.is_full || self.is_closed)
    }
}

impl StageSender {
    /// Sends a job when the queue has space. Returns false if no receiver is left.
    pub fn send(&self, job: StagedJob) -> bool {
        let weight = job.java.weight();
        let is_full = |queue: &QueueState| queue.receivers > 0 && queue.bytes > 0 && queue.bytes + weight > ROOM;
        let mut queue = self.0.lock();
        if is_full(&queue) {
            queue.is_full = true;
            self.0.changed.notify_all();
            drop(queue);
            queue = self.0.wait_while(is_full);
            queue.is_full = false;
        }
        if queue.receivers == 0 {
            return false;
        }
        queue.bytes += weight;
        queue.jobs.push_back((job, weight));
        drop(queue);
        self.0.changed.notify_all();
        true
    }
}

impl Drop for StageSender {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Iterator for StageReceiver {
    type Item = StagedJob;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.is_spare {
            self.queue.lock().is_busy = false;
        }
        let has_work = |queue: &QueueState| !queue.jobs.is_empty() && (!self.is_spare || queue.is_behind());
        let mut queue = self.queue.wait_while(|queue| !(has_work(queue) || queue.is_closed && queue.jobs.is_empty()));
        let (job, weight) = queue.jobs.pop_front()?;
        queue.bytes -= weight;
        queue.is_busy |= !self.is_spare;
        drop(queue);
        self.queue.changed.notify_all();
        Some(job)
    }
}

impl Drop for StageReceiver {
    fn drop(&mut self) {
        self.queue.lock().receivers -= 1;
        self.queue.changed.notify_all();
    }
}
