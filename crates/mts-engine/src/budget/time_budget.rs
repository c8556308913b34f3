//! Shares the time of a run with a time limit between its pairs.
//!
//! Each pair starts with a share of its mutants. The share is the same for all pairs that have not
//! started. The budget estimates the cost of a mutant, and corrects the estimate after each pair.
//! No pair is interrupted, so that the run ends near the limit and not exactly at the limit.

use mts_generate::mutation::sample::Draw;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The unit of a share: one millionth.
const WHOLE: u64 = 1_000_000;
/// The assumed cost per second before the first measured pair. Costs are microseconds of one pair
/// of workers.
const INITIAL_RATE: f64 = 1e6;
/// The weight of the assumption, in seconds.
const PRIOR_SECONDS: f64 = 1.0;

/// The time budget of all pairs of a run.
pub struct TimeBudget {
    started: Instant,
    time: Duration,
    seed: u64,
    workers: f64,
    state: Mutex<BudgetState>,
}

#[derive(Default)]
struct BudgetState {
    /// The costs of the pairs that have not started.
    waiting: u64,
    /// The costs of the running pairs, for the mutants that run.
    begun: f64,
    /// The costs of the finished pairs.
    done: f64,
    /// The share of each started pair, in millionths.
    shares: BTreeMap<usize, u64>,
}

/// A running pair. The pair is finished when this value is dropped.
pub struct Allotment {
    budget: Arc<TimeBudget>,
    cost: f64,
}

impl TimeBudget {
    /// Creates a budget that starts at `started`, for pairs with this total cost.
    #[must_use]
    pub fn new(started: Instant, time: Duration, seed: u64, workers: usize, costs: u64) -> Arc<Self> {
        let state = Mutex::new(BudgetState { waiting: costs, ..BudgetState::default() });
        Arc::new(Self { started, time, seed, workers: workers.max(1) as f64, state })
    }

    /// Starts a pair and returns its share. `None` if the time is over.
    pub(crate) fn begin(self: &Arc<Self>, pair: usize, cost: u64) -> Option<(Draw, Allotment)> {
        self.begin_at(pair, cost, self.started.elapsed())
    }

    /// Skips a pair of this cost, so that other pairs get its time.
    pub(crate) fn skip(&self, cost: u64) {
        if let Ok(mut state) = self.state.lock() {
            state.waiting = state.waiting.saturating_sub(cost);
        }
    }

    fn begin_at(self: &Arc<Self>, pair: usize, cost: u64, now: Duration) -> Option<(Draw, Allotment)> {
        let mut state = self.state.lock().ok()?;
        let share = match state.shares.get(&pair) {
            Some(share) => *share,
            None => self.share(&state, now)?,
        };
        if share == 0 {
            return None;
        }
        state.shares.insert(pair, share);
        state.waiting = state.waiting.saturating_sub(cost);
        let cost = cost as f64 * share as f64 / WHOLE as f64;
        state.begun += cost;
        drop(state);
        // The start of the draw differs between pairs. With equal starts, either all small pairs or
        // none would get a mutant.
        let before = (pair as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % WHOLE;
        Some((Draw { seed: self.seed, take: share, of: WHOLE, before }, Allotment { budget: Arc::clone(self), cost }))
    }

    fn share(&self, state: &BudgetState, now: Duration) -> Option<u64> {
        let left = self.time.checked_sub(now).filter(|left| !left.is_zero())?.as_secs_f64();
        let rate = (state.done + INITIAL_RATE * self.workers * PRIOR_SECONDS) / (now.as_secs_f64() + PRIOR_SECONDS);
        let free = (left * rate - (state.begun - state.done)).max(0.0);
        let share = (free / state.waiting.max(1) as f64).min(1.0);
        #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "it lies between 0 and 1")]
        Some((share * WHOLE as f64).ceil() as u64)
    }
}

impl Drop for Allotment {
    fn drop(&mut self) {
        if let Ok(mut state) = self.budget.state.lock() {
            state.done += self.cost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs pairs of equal cost one after another, where each pair takes `seconds` with all
    /// mutants.
    ///
    /// Returns the total seconds and the shares.
    fn run(pairs: usize, cost: u64, seconds: f64, bound: u64) -> (f64, Vec<f64>) {
        let budget = TimeBudget::new(Instant::now(), Duration::from_secs(bound), 7, 1, cost * pairs as u64);
        let (mut clock, mut shares) = (0.0, Vec::new());
        for pair in 0..pairs {
            let Some((draw, allotment)) = budget.begin_at(pair, cost, Duration::from_secs_f64(clock)) else { break };
            let share = draw.take as f64 / draw.of as f64;
            clock += share * seconds;
            drop(allotment);
            shares.push(share);
        }
        (clock, shares)
    }

    #[test]
    fn the_time_is_spread_over_all_pairs_whatever_was_estimated() {
        // 100 pairs of 2 s in 50 s: a quarter of each pair runs, also if the estimate is 10 times
        // too low or too high.
        for cost in [200_000, 2_000_000, 20_000_000] {
            let (clock, shares) = run(100, cost, 2.0, 50);
            assert_eq!(shares.len(), 100, "{cost}");
            assert!((45.0..=51.0).contains(&clock), "{cost}: {clock}");
            assert!(shares[20..].iter().all(|share| (0.05..0.6).contains(share)), "{cost}: {shares:?}");
        }
    }

    #[test]
    fn with_time_enough_everything_is_run_and_without_any_nothing_is() {
        assert_eq!(run(5, 1_000_000, 1.0, 1_000).1, [1.0; 5]);
        let over = TimeBudget::new(Instant::now(), Duration::ZERO, 7, 1, 10);
        assert!(over.begin(0, 10).is_none());
    }

    #[test]
    fn the_time_of_a_pair_that_is_not_measured_is_the_others() {
        let share = |skipped: u64| {
            let budget = TimeBudget::new(Instant::now(), Duration::from_secs(4), 7, 1, 8_000_000);
            budget.skip(skipped);
            budget.begin_at(0, 4_000_000, Duration::ZERO).expect("there is time").0.take
        };
        assert_eq!(share(4_000_000), 2 * share(0));
    }

    #[test]
    fn the_base_of_a_pair_has_the_share_of_its_head() {
        let budget = TimeBudget::new(Instant::now(), Duration::from_secs(2), 7, 1, 8_000_000);
        let share = |cost, now| budget.begin_at(3, cost, Duration::from_secs(now)).map(|(draw, _)| draw.take);
        assert_eq!(share(1_000_000, 0), share(2_000_000, 5), "also when the time is over meanwhile");
    }
}
