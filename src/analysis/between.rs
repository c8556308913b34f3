//! What waits between the two stages of a lane: as many jobs as memory has room for, so that neither
//! side stands still while the other is at a slow program.

use super::measure::JavaDone;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Bytes of outcomes that may wait, beside the job that is worked on. One job may be larger.
const ROOM: usize = 32 << 20;

/// Bytes that wait; `None` once nothing is taken any more.
type Held = (Mutex<Option<usize>>, Condvar);

/// The Java stage's end.
pub(super) struct Putting {
    jobs: Sender<(usize, JavaDone, usize)>,
    held: Arc<Held>,
}

/// The Python stage's end.
pub(super) struct Taking {
    jobs: Receiver<(usize, JavaDone, usize)>,
    held: Arc<Held>,
}

/// Both ends.
pub(super) fn stages() -> (Putting, Taking) {
    let (sender, receiver) = channel();
    let held: Arc<Held> = Arc::new((Mutex::new(Some(0)), Condvar::new()));
    (Putting { jobs: sender, held: Arc::clone(&held) }, Taking { jobs: receiver, held })
}

impl Putting {
    /// Hands a job over, as soon as there is room; false when the other end is gone.
    pub fn put(&self, at: usize, job: JavaDone) -> bool {
        let weight = job.weight();
        let (held, changed) = &*self.held;
        let full = |held: &mut Option<usize>| held.is_some_and(|held| held > 0 && held + weight > ROOM);
        let lock = held.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lock = changed.wait_while(lock, full).unwrap_or_else(PoisonError::into_inner);
        let Some(held) = lock.as_mut() else { return false };
        *held += weight;
        drop(lock);
        self.jobs.send((at, job, weight)).is_ok()
    }
}

impl Iterator for Taking {
    type Item = (usize, JavaDone);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, job, weight) = self.jobs.recv().ok()?;
        let (held, changed) = &*self.held;
        if let Some(held) = held.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            *held -= weight;
        }
        changed.notify_one();
        Some((at, job))
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        let (held, changed) = &*self.held;
        *held.lock().unwrap_or_else(PoisonError::into_inner) = None;
        changed.notify_all();
    }
}
