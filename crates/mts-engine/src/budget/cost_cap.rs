//! Limits the cost of a pair.
//!
//! The cap prevents that one slow or large pair delays the run. The cost is the sum of three numbers: the ticks of the
//! Java original, the ticks to construct its objects, and the bytes of its outcomes. The cap drops inputs first, then
//! mutants. But if a pair has very many mutants, the cap first drops some of them. The cap never drops an input that a
//! user wrote. The longer the code of a Java function is, the fewer of its mutants run. The module `time_budget` limits
//! the wall-clock time.

use mts_model::{CopyOutcomes, Input, Outcome, Reason, State};

/// The highest number of the original's ticks on all selected inputs of a pair together.
const ORIGINALS: u64 = 2_000_000;
/// The highest cost of all mutants of a pair on all inputs, in ticks.
///
/// The cap assumes that a mutant needs as many ticks as the original. A byte of an outcome costs one tick.
const MUTANTS: u64 = 20_000_000;
/// The lowest cost of one call, in ticks. This cost covers sending, running and comparing the call.
const CALL: u64 = 200;
/// The lowest number of a pair's mutants that the cap retains, even slow mutants.
const LEAST: u64 = 8;
/// The number of mutants that are enough to estimate the score of a pair. If a pair has more mutants, the cap first
/// drops mutants above this number, and then inputs.
const SAMPLE: u64 = 128;

/// The highest number of bytes of the Java code of all mutants of a pair. Each mutant is a copy of the whole function,
/// and javac compiles about one million bytes in a second.
const CODE: u64 = 4 << 20;
/// The number of bytes of Java code that cost one tick in a call.
const BYTES_IN_TICK: u64 = 32;
/// The ticks that the cost does not include: those for 2 KiB of code.
const FREE_TICKS: u64 = 64;

/// Returns the indexes of the cheapest inputs with a total cost of at most [`ORIGINALS`].
///
/// `chosen` yields the index of each selected input and the ticks of the Java original on it. The cheapest input is
/// always in the result.
pub(crate) fn cap_inputs(chosen: impl Iterator<Item = (usize, u64)>) -> Vec<usize> {
    affordable(chosen, ORIGINALS)
}

/// Returns how many mutants of a pair fit the limit for Java code. `code` is the size of one mutant
/// in bytes.
#[must_use]
pub fn affordable_mutants(mutants: u64, code: usize) -> u64 {
    mutants.min((CODE / (code as u64).max(1)).max(LEAST))
}

/// Returns the ticks that a call costs because the function is long.
///
/// `code` is the size of the function in bytes. The JIT compiler of the JVM does not compile a very long method. Such a
/// method is slow even without loops and calls, but only loops and calls use ticks.
pub(crate) fn ticks_of_code(code: usize) -> u64 {
    (code as u64 / BYTES_IN_TICK).saturating_sub(FREE_TICKS)
}

/// The mutants of a pair that run after the cap.
pub(crate) struct MutantQuota {
    /// The number of mutants that run. The cap selects them evenly from all mutants.
    most: usize,
    all: usize,
    /// The number of inputs on which mutants could run, before the cap.
    inputs: usize,
}

impl MutantQuota {
    /// Reports whether the mutant with this copy number runs.
    pub fn runs(&self, copy: u32) -> bool {
        let at = (copy as usize).saturating_sub(1);
        self.most >= self.all || at * self.most / self.all != (at + 1) * self.most / self.all
    }

    /// Returns the outcomes of the mutants that do not run.
    pub fn skipped(&self) -> impl Iterator<Item = CopyOutcomes> {
        let not_run = || vec![Outcome::ended(State::Incomplete, Reason::NotRun)];
        let copies = (1u32..).take(self.all).filter(|copy| !self.runs(*copy));
        copies.map(move |copy| CopyOutcomes { copy, outcomes: not_run() })
    }

    /// Returns how many generated mutants each running mutant represents.
    pub fn weight(&self) -> f64 {
        self.all.max(1) as f64 / self.most.min(self.all).max(1) as f64
    }

    /// Returns a note for the report if some mutants do not run on all inputs.
    pub fn describe(&self, ran: usize) -> Option<String> {
        let Self { most, all, inputs } = self;
        let text = || {
            format!(
                "calls are long or have large outcomes, so {most} of {all} mutants run, on {ran} of {inputs} inputs"
            )
        };
        (ran < *inputs || most < all).then(text)
    }
}

/// Drops inputs and mutants until their cost is below the limit.
///
/// Removes the dropped inputs from `usable`, and returns how many mutants run. `bounds` are the outcomes of the
/// original, and `all` is the number of mutants. Without `bounds`, all inputs and mutants run.
pub(crate) fn cap_mutants(
    usable: &mut Vec<usize>,
    inputs: &[Input],
    bounds: Option<&[Outcome]>,
    all: usize,
) -> MutantQuota {
    let quota = MutantQuota { most: all, all, inputs: usable.len() };
    let Some(original) = bounds.filter(|_| !usable.is_empty()) else { return quota };
    let most = MUTANTS / (all as u64).clamp(1, SAMPLE);
    let cost =
        |at: usize| original.get(at).map_or(CALL, |outcome| (outcome.all_ticks() + outcome.weight() as u64).max(CALL));
    let is_user_written = |at: &usize| inputs.get(*at).is_some_and(Input::is_user_written);
    let (user_written, generated): (Vec<usize>, Vec<usize>) = usable.iter().partition(|at| is_user_written(at));
    let taken = user_written.iter().map(|at| cost(*at)).fold(0, u64::saturating_add);
    let mut retained = if user_written.is_empty() || taken < most {
        affordable(generated.iter().map(|at| (*at, cost(*at))), most.saturating_sub(taken))
    } else {
        Vec::new()
    };
    retained.extend(user_written);
    retained.sort_unstable();
    let each = retained.iter().map(|at| cost(*at)).fold(0, u64::saturating_add).max(1);
    *usable = retained;
    let most = usize::try_from((MUTANTS / each).max(LEAST)).unwrap_or(usize::MAX).min(all);
    MutantQuota { most, ..quota }
}

/// Returns the indexes of the cheapest items with a total cost of at most `most`.
///
/// The indexes are in ascending order. The cheapest item is always in the result.
fn affordable(costs: impl Iterator<Item = (usize, u64)>, most: u64) -> Vec<usize> {
    let mut costs: Vec<(u64, usize)> = costs.map(|(at, cost)| (cost, at)).collect();
    costs.sort_unstable();
    let mut sum = 0_u64;
    let fits = |(nth, (cost, _)): &(usize, (u64, usize))| {
        sum = sum.saturating_add(*cost);
        *nth == 0 || sum <= most
    };
    let mut retained: Vec<usize> = costs.into_iter().enumerate().take_while(fits).map(|(_, (_, at))| at).collect();
    retained.sort_unstable();
    retained
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::InputOrigin;

    fn ran(ticks: &[u64]) -> Vec<Outcome> {
        ticks.iter().map(|ticks| Outcome { ticks: *ticks, ..Outcome::new(State::Ok) }).collect()
    }

    fn input(origin: InputOrigin) -> Input {
        Input { receiver: None, args: Vec::new(), origin }
    }

    #[test]
    fn cheap_pairs_run_all_their_inputs_and_mutants() {
        let inputs = vec![input(InputOrigin::Generated); 3];
        let mut usable = vec![0, 1, 2];
        assert_eq!(cap_mutants(&mut usable, &inputs, Some(&ran(&[10, 500, 3_000])), 100).most, 100);
        assert_eq!(usable, [0, 1, 2]);
        assert_eq!(cap_inputs([(4, 10), (2, 5)].into_iter()), [2, 4]);
    }

    #[test]
    fn slow_inputs_of_a_slow_pair_do_not_run_unless_a_user_wrote_them() {
        let mut inputs = vec![input(InputOrigin::Generated); 3];
        let mut usable = vec![0, 1, 2];
        assert_eq!(cap_mutants(&mut usable, &inputs, Some(&ran(&[160_000, 120_000, 3_600_000])), 60).most, 60);
        assert_eq!(usable, [0, 1]);
        inputs[2] = input(InputOrigin::Suite);
        let mut usable = vec![0, 1, 2];
        let quota = cap_mutants(&mut usable, &inputs, Some(&ran(&[160_000, 120_000, 3_600_000])), 60);
        assert_eq!(
            quota.describe(1).as_deref(),
            Some("calls are long or have large outcomes, so 8 of 60 mutants run, on 1 of 3 inputs")
        );
        assert_eq!(usable, [2]);
        assert_eq!(cap_inputs([(0, 1_500_000), (1, 400_000), (2, 900_000)].into_iter()), [1, 2]);
    }

    #[test]
    fn a_pair_with_many_mutants_runs_a_sample_of_them_on_more_inputs() {
        let inputs = vec![input(InputOrigin::Generated); 9];
        let mut usable: Vec<usize> = (0..9).collect();
        let setup = |_| Outcome { ticks: 1_000, setup_ticks: 20_000, ..Outcome::new(State::Ok) };
        let quota = cap_mutants(&mut usable, &inputs, Some(&(0..9).map(setup).collect::<Vec<_>>()), 600);
        assert_eq!(usable.len(), 7);
        assert!((128..=140).contains(&quota.most), "{}", quota.most);
    }

    #[test]
    fn only_long_functions_have_fewer_mutants_and_a_higher_cost_per_call() {
        assert_eq!((affordable_mutants(3_000, 1_000), ticks_of_code(1_000)), (3_000, 0));
        assert_eq!((affordable_mutants(80_000, 40_000), ticks_of_code(40_000)), (104, 1_186));
        assert_eq!(affordable_mutants(80_000, 4_000_000), LEAST);
        assert_eq!(affordable_mutants(3, usize::MAX), 3);
    }

    #[test]
    fn the_mutants_that_are_run_are_spread_evenly() {
        let some = MutantQuota { most: 3, all: 10, inputs: 1 };
        assert_eq!((1..=10).filter(|copy| some.runs(*copy)).collect::<Vec<u32>>(), [4, 7, 10]);
        assert_eq!(some.skipped().map(|run| run.copy).collect::<Vec<u32>>(), [1, 2, 3, 5, 6, 8, 9]);
        let all = MutantQuota { most: 10, all: 10, inputs: 1 };
        assert!((1..=10).all(|copy| all.runs(copy)) && all.describe(1).is_none());
    }
}
