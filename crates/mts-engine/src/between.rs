//! What waits between the two stages of a lane: as many jobs as memory has room for, so that neither
//! side stands still while the other is at a slow program. A stand-in takes jobs as well, once the
//! Python side has fallen behind.

use super::measure::JavaDone;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of outcomes that may wait, beside the jobs that are worked on. One job may be larger.
const ROOM: usize = 32 << 20;

/// The jobs that wait, and who still comes for them.
#[derive(Default)]
struct Waiting {
    jobs: VecDeque<(usize, JavaDone, usize)>,
    bytes: usize,
    /// No more jobs will come.
    is_closed: bool,
    /// Ends that take jobs.
    takers: usize,
    /// The Python stage is at a job.
    is_busy: bool,
    /// The Java stage waits for room.
    is_full: bool,
}

#[derive(Default)]
struct Held {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

/// The Java stage's end.
pub(super) struct Putting(Arc<Held>);

/// A Python stage's end: its jobs, until there are no more.
pub(super) struct Taking {
    held: Arc<Held>,
    is_stand_in: bool,
}

/// The Java stage's end, the Python stage's, and that of the Python stage's stand-in.
pub(super) fn stages() -> (Putting, Taking, Taking) {
    let held: Arc<Held> = Arc::default();
    held.lock().takers = 2;
    let taking = |is_stand_in| Taking { held: Arc::clone(&held), is_stand_in };
    (Putting(Arc::clone(&held)), taking(false), taking(true))
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, condition: impl Fn(&Waiting) -> bool) -> MutexGuard<'_, Waiting> {
        self.changed.wait_while(self.lock(), |waiting| condition(waiting)).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Whether the Python stage has more before it than it can soon do: it is at a job, and half the room
    /// is taken, or the Java side waits or is through, and its core is free.
    fn is_behind(&self) -> bool {
        self.is_busy && (self.bytes > ROOM / 2 || self.is_full || self.is_closed)
    }
}

impl Putting {
    /// Hands a job over, as soon as there is room; false when nobody takes any more.
    pub fn put(&self, at: usize, job: JavaDone) -> bool {
        let weight = job.weight();
        let is_full = |held: &Waiting| held.takers > 0 && held.bytes > 0 && held.bytes + weight > ROOM;
        let mut held = self.0.lock();
        if is_full(&held) {
            held.is_full = true;
            self.0.changed.notify_all();
            drop(held);
            held = self.0.wait_while(is_full);
            held.is_full = false;
        }
        if held.takers == 0 {
            return false;
        }
        held.bytes += weight;
        held.jobs.push_back((at, job, weight));
        drop(held);
        self.0.changed.notify_all();
        true
    }
}

impl Drop for Putting {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Iterator for Taking {
    type Item = (usize, JavaDone);

    fn next(&mut self) -> Option<Self::Item> {
        if !self.is_stand_in {
            self.held.lock().is_busy = false;
        }
        let has_work = |held: &Waiting| !held.jobs.is_empty() && (!self.is_stand_in || held.is_behind());
        let mut held = self.held.wait_while(|held| !(has_work(held) || held.is_closed && held.jobs.is_empty()));
        let (at, job, weight) = held.jobs.pop_front()?;
        held.bytes -= weight;
        held.is_busy |= !self.is_stand_in;
        drop(held);
        self.held.changed.notify_all();
        Some((at, job))
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        self.held.lock().takers -= 1;
        self.held.changed.notify_all();
    }
}
