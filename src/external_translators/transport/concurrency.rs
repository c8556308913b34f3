//! Limits the number of concurrent requests over all workers.
//!
//! The standard library has no semaphore for threads. The semaphore of this module is short, so the module needs no
//! crate.

use mts_model::nesting::spawn_for_trees;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// A limit of concurrent requests.
#[derive(Debug)]
pub(super) struct ConcurrencyLimit {
    count: usize,
    free: Mutex<usize>,
    left: Condvar,
}

/// The permission for one running request.
struct Permit<'s>(&'s ConcurrencyLimit);

impl ConcurrencyLimit {
    pub(super) fn new(count: usize) -> Self {
        Self { count: count.max(1), free: Mutex::new(count.max(1)), left: Condvar::new() }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    fn take(&self) -> Permit<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.left.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Permit(self)
    }

    /// Runs `work` on each item, in as many threads as the limit allows. The results are in order.
    pub(super) fn each<T: Sync, A: Send>(&self, items: &[T], work: impl Fn(&T) -> A + Sync) -> Vec<A> {
        let next = AtomicUsize::new(0);
        let done: Vec<Mutex<Option<A>>> = items.iter().map(|_| Mutex::new(None)).collect();
        let run = || {
            while let Some((item, slot)) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                items.get(at).zip(done.get(at))
            } {
                let _permit = self.take();
                let answer = work(item);
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.count.min(items.len()) {
                // If a thread cannot start, the other threads do its work.
                _ = spawn_for_trees(scope, run);
            }
            run();
        });
        // If a thread panics, the scope panics too. So every slot has a result here.
        done.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_order_and_concurrent_requests_stay_within_the_limit() {
        let (limit, now, most) = (ConcurrencyLimit::new(3), AtomicUsize::new(0), AtomicUsize::new(0));
        let items: Vec<usize> = (0..40).collect();
        let ask = |item: &usize| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(1));
            now.fetch_sub(1, Ordering::SeqCst);
            item * 2
        };
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert_eq!(limit.each(&items, ask), items.iter().map(|i| i * 2).collect::<Vec<_>>()));
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 3);
    }
}
