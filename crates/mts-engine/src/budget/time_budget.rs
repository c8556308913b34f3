//! Divides the time limit of a run among its pairs.
//!
//! If the time is too short, the run drops the fragments of a pair first, then its variants, then
//! mutants.
//!
//! Each pair starts with a share of its mutants. The share is the same for all pairs that have not
//! started. The budget estimates how much cost fits into one second, and corrects this estimate
//! after each pair. The budget never stops a running pair. Therefore the run ends near the limit
//! and not exactly at the limit.

use mts_generate::mutation::sample::Draw;
use mts_model::report::OptionalAnalysis;
use std::collections::BTreeMap;
use std::iter::Sum;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The number of units of a whole share of mutants. One unit is a millionth of the mutants.
const WHOLE: u64 = 1_000_000;
/// The assumed cost per second of one worker pair, before the first measured pair. The unit of a cost is one
/// microsecond of one worker pair.
const INITIAL_RATE: f64 = 1e6;
/// The number of measured seconds that count as much as `INITIAL_RATE`.
const PRIOR_SECONDS: f64 = 1.0;

/// The estimated cost of a pair, in microseconds of one worker pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCost {
    /// The cost of the mutants, and of each analysis that the run may not omit.
    pub mutants: u64,
    /// The cost of the variants, if the run may drop them.
    pub variants: u64,
    /// The cost of the fragments, if the run may drop them.
    pub fragments: u64,
}

impl PairCost {
    /// Returns the sum of all costs of the pair.
    #[must_use]
    pub fn total(self) -> u64 {
        self.mutants + self.variants + self.fragments
    }

    /// Returns this cost without the cost `other`, which is a part of this cost.
    fn without(self, other: Self) -> Self {
        Self {
            mutants: self.mutants.saturating_sub(other.mutants),
            variants: self.variants.saturating_sub(other.variants),
            fragments: self.fragments.saturating_sub(other.fragments),
        }
    }

    /// Returns the analyses of this pair that the run omits for lack of time.
    ///
    /// `waiting` is the cost of all pairs that have not started. `free` is the cost that the run can still pay in the
    /// remaining time.
    fn dropped(self, waiting: Self, free: f64) -> Vec<OptionalAnalysis> {
        let lacks = |needed: u64| free < needed as f64;
        let mut dropped = Vec::new();
        if self.fragments > 0 && lacks(waiting.total()) {
            dropped.push(OptionalAnalysis::Fragments);
        }
        if self.variants > 0 && lacks(waiting.mutants + waiting.variants) {
            dropped.push(OptionalAnalysis::Variants);
        }
        dropped
    }

    /// Returns the cost of the part of the pair that runs.
    ///
    /// This part is a share of the mutants (`share`, in millionths), and the other analyses except those in `dropped`.
    fn of_run(self, share: u64, dropped: &[OptionalAnalysis]) -> f64 {
        let kept = |analysis, cost: u64| if dropped.contains(&analysis) { 0 } else { cost };
        let (variants, fragments) =
            (kept(OptionalAnalysis::Variants, self.variants), kept(OptionalAnalysis::Fragments, self.fragments));
        self.mutants as f64 * share as f64 / WHOLE as f64 + (variants + fragments) as f64
    }
}

impl Sum for PairCost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |a, b| Self {
            mutants: a.mutants + b.mutants,
            variants: a.variants + b.variants,
            fragments: a.fragments + b.fragments,
        })
    }
}

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
    waiting: PairCost,
    /// The costs of all started pairs, also of the finished ones. Only the parts that run count.
    begun: f64,
    /// The costs of the finished pairs.
    done: f64,
    /// The share of each started pair, in millionths.
    shares: BTreeMap<usize, u64>,
}

/// The part of a pair that runs.
pub(crate) struct PairPortion {
    pub draw: Draw,
    /// The analyses of the pair that the run omits.
    pub dropped: Vec<OptionalAnalysis>,
    pub allotment: Allotment,
}

/// The cost of a running pair. When Rust drops this value, the budget counts the pair as finished.
pub struct Allotment {
    budget: Arc<TimeBudget>,
    cost: f64,
}

impl TimeBudget {
    /// Creates a budget that starts at `started`, for pairs with this total cost.
    #[must_use]
    pub fn new(started: Instant, time: Duration, seed: u64, workers: usize, costs: PairCost) -> Arc<Self> {
        let state = Mutex::new(BudgetState { waiting: costs, ..BudgetState::default() });
        Arc::new(Self { started, time, seed, workers: workers.max(1) as f64, state })
    }

    /// Starts a pair and returns its share. `None` if the time is over.
    pub(crate) fn begin(self: &Arc<Self>, pair: usize, cost: PairCost) -> Option<PairPortion> {
        self.begin_at(pair, cost, self.started.elapsed())
    }

    /// Skips a pair with this cost, so that the other pairs get its time.
    pub(crate) fn skip(&self, cost: PairCost) {
        if let Ok(mut state) = self.state.lock() {
            state.waiting = state.waiting.without(cost);
        }
    }

    fn begin_at(self: &Arc<Self>, pair: usize, cost: PairCost, now: Duration) -> Option<PairPortion> {
        let mut state = self.state.lock().ok()?;
        let (share, dropped) = match state.shares.get(&pair) {
            Some(share) => (*share, Vec::new()),
            None => {
                let free = self.free(&state, now)?;
                let share = (free / state.waiting.mutants.max(1) as f64).min(1.0);
                #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "it lies between 0 and 1")]
                let share = (share * WHOLE as f64).ceil() as u64;
                (share, cost.dropped(state.waiting, free))
            }
        };
        if share == 0 {
            return None;
        }
        state.shares.insert(pair, share);
        state.waiting = state.waiting.without(cost);
        let cost = cost.of_run(share, &dropped);
        state.begun += cost;
        drop(state);
        // The start of the draw differs between pairs. With the same start for all pairs, either
        // every small pair or no small pair would get a mutant.
        let before = (pair as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % WHOLE;
        let draw = Draw { seed: self.seed, take: share, of: WHOLE, before };
        Some(PairPortion { draw, dropped, allotment: Allotment { budget: Arc::clone(self), cost } })
    }

    /// Returns the cost that the run can still pay for pairs that have not started.
    ///
    /// `None` if the time is over.
    fn free(&self, state: &BudgetState, now: Duration) -> Option<f64> {
        let left = self.time.checked_sub(now).filter(|left| !left.is_zero())?.as_secs_f64();
        let rate = (state.done + INITIAL_RATE * self.workers * PRIOR_SECONDS) / (now.as_secs_f64() + PRIOR_SECONDS);
        Some((left * rate - (state.begun - state.done)).max(0.0))
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

    fn mutants(cost: u64) -> PairCost {
        PairCost { mutants: cost, ..PairCost::default() }
    }

    /// Runs pairs of equal cost one after another.
    ///
    /// Each pair takes `seconds` with all its mutants. Returns the total seconds and the shares.
    fn run(pairs: usize, cost: u64, seconds: f64, bound: u64) -> (f64, Vec<f64>) {
        let all = mutants(cost * pairs as u64);
        let budget = TimeBudget::new(Instant::now(), Duration::from_secs(bound), 7, 1, all);
        let (mut clock, mut shares) = (0.0, Vec::new());
        for pair in 0..pairs {
            let now = Duration::from_secs_f64(clock);
            let Some(PairPortion { draw, allotment, .. }) = budget.begin_at(pair, mutants(cost), now) else { break };
            let share = draw.take as f64 / draw.of as f64;
            clock += share * seconds;
            drop(allotment);
            shares.push(share);
        }
        (clock, shares)
    }

    #[test]
    fn every_pair_gets_a_share_of_the_time_even_if_the_cost_estimate_is_wrong() {
        // 100 pairs of 2 s in 50 s: a quarter of the mutants of each pair runs, even if the
        // estimate is 10 times too low or too high.
        for cost in [200_000, 2_000_000, 20_000_000] {
            let (clock, shares) = run(100, cost, 2.0, 50);
            assert_eq!(shares.len(), 100, "{cost}");
            assert!((45.0..=51.0).contains(&clock), "{cost}: {clock}");
            assert!(shares[20..].iter().all(|share| (0.05..0.6).contains(share)), "{cost}: {shares:?}");
        }
    }

    #[test]
    fn enough_time_runs_all_mutants_and_no_time_runs_none() {
        assert_eq!(run(5, 1_000_000, 1.0, 1_000).1, [1.0; 5]);
        let over = TimeBudget::new(Instant::now(), Duration::ZERO, 7, 1, mutants(10));
        assert!(over.begin(0, mutants(10)).is_none());
    }

    #[test]
    fn the_other_pairs_get_the_time_of_a_skipped_pair() {
        let share = |skipped: u64| {
            let budget = TimeBudget::new(Instant::now(), Duration::from_secs(4), 7, 1, mutants(8_000_000));
            budget.skip(mutants(skipped));
            budget.begin_at(0, mutants(4_000_000), Duration::ZERO).expect("there is time").draw.take
        };
        assert_eq!(share(4_000_000), 2 * share(0));
    }

    #[test]
    fn the_base_of_a_pair_runs_the_same_share_of_mutants_as_its_head() {
        let budget = TimeBudget::new(Instant::now(), Duration::from_secs(2), 7, 1, mutants(8_000_000));
        let share = |cost, now| {
            let share = budget.begin_at(3, mutants(cost), Duration::from_secs(now))?;
            Some(share.draw.take)
        };
        assert_eq!(share(1_000_000, 0), share(2_000_000, 5), "also when the time is over meanwhile");
    }

    #[test]
    fn a_run_short_of_time_drops_fragments_then_variants_then_mutants() {
        let pair = PairCost { mutants: 1_000_000, variants: 100_000, fragments: 2_000_000 };
        let run = |milliseconds: u64| {
            let time = Duration::from_millis(milliseconds);
            let budget = TimeBudget::new(Instant::now(), time, 7, 1, [pair, pair].into_iter().sum());
            let share = budget.begin_at(0, pair, Duration::ZERO).expect("there is time");
            (share.dropped, share.draw.take == share.draw.of)
        };
        let (fragments, variants) = (OptionalAnalysis::Fragments, OptionalAnalysis::Variants);
        assert_eq!(run(6_300), (vec![], true));
        assert_eq!(run(6_000), (vec![fragments], true));
        assert_eq!(run(2_100), (vec![fragments, variants], true));
        assert_eq!(run(1_900), (vec![fragments, variants], false));
    }

    #[test]
    fn an_analysis_that_must_run_is_not_dropped() {
        let budget = TimeBudget::new(Instant::now(), Duration::from_millis(1), 7, 1, mutants(8_000_000));
        assert_eq!(budget.begin_at(0, mutants(4_000_000), Duration::ZERO).expect("there is time").dropped, []);
    }
}
