//! Gives reruns the JVM before the next Java stage.
//!
//! A Java stage holds the JVM for seconds, and the next stage follows at once. The evidence of a
//! pair needs the JVM for many short requests. Without turns, each request would wait for a whole
//! Java stage, and the Python stages of later pairs would wait for the evidence.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of threads that rerun calls, or wait for the JVM to do so.
#[derive(Default)]
pub(crate) struct JvmTurns {
    reruns: Mutex<usize>,
    changed: Condvar,
}

/// A thread's permission to rerun calls. The next Java stage waits until the permission is dropped.
pub(crate) struct RerunTurn<'t>(&'t JvmTurns);

impl JvmTurns {
    /// Returns the permission to rerun calls. The next Java stage waits until the permission is dropped.
    pub fn begin_reruns(&self) -> RerunTurn<'_> {
        *self.lock() += 1;
        RerunTurn(self)
    }

    /// Waits until no thread reruns calls.
    pub fn wait_for_reruns(&self) {
        let ended = self.changed.wait_while(self.lock(), |reruns| *reruns > 0);
        drop(ended.unwrap_or_else(PoisonError::into_inner));
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.reruns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RerunTurn<'_> {
    fn drop(&mut self) {
        *self.0.lock() -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_java_stage_waits_until_every_rerun_has_ended() {
        let (turns, has_ended) = (JvmTurns::default(), AtomicBool::new(false));
        let (first, second) = (turns.begin_reruns(), turns.begin_reruns());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                turns.wait_for_reruns();
                assert!(has_ended.load(Ordering::SeqCst), "both turns have ended");
            });
            drop(first);
            has_ended.store(true, Ordering::SeqCst);
            drop(second);
        });
        turns.wait_for_reruns();
    }
}
