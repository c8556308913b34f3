//! Selects few candidates that reach many goals: a greedy set cover in tiers.
//!
//! The result is deterministic. `input_selection` finds the goals that each candidate reaches.

use std::collections::BTreeSet;

/// A candidate of the set cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The size of the candidate. Of two candidates with the same gain, the cover takes the smaller one.
    pub size: u128,
    /// The goals that the candidate reaches, by tier. One goal of an earlier tier outweighs all
    /// goals of later tiers.
    pub reaches: Vec<Vec<usize>>,
}

/// The goals that the candidates selected so far reach, by tier.
#[derive(Default)]
struct ReachedGoals(Vec<BTreeSet<usize>>);

impl ReachedGoals {
    fn take(&mut self, candidate: &Candidate) {
        if self.0.len() < candidate.reaches.len() {
            self.0.resize(candidate.reaches.len(), BTreeSet::new());
        }
        for (reached, goals) in self.0.iter_mut().zip(&candidate.reaches) {
            reached.extend(goals);
        }
    }

    /// Returns the number of new goals in each tier.
    fn gain(&self, candidate: &Candidate) -> Vec<usize> {
        let new = |(tier, goals): (usize, &Vec<usize>)| {
            let known = self.0.get(tier);
            let fresh = |goal: &&usize| known.is_none_or(|known| !known.contains(goal));
            goals.iter().filter(fresh).collect::<BTreeSet<_>>().len()
        };
        candidate.reaches.iter().enumerate().map(new).collect()
    }
}

/// Selects candidates in addition to `fixed`, and returns their indexes, best first.
///
/// The function stops at `most` candidates, or if no candidate reaches a new goal. Each step takes
/// the candidate with the largest gain, tier by tier. With equal gains, the step takes the smaller
/// candidate, then the earlier one.
#[must_use]
pub fn cover(candidates: &[Candidate], fixed: &[usize], most: usize) -> Vec<usize> {
    let mut reached = ReachedGoals::default();
    fixed.iter().filter_map(|at| candidates.get(*at)).for_each(|candidate| reached.take(candidate));
    let mut left: Vec<usize> = (0..candidates.len()).filter(|at| !fixed.contains(at)).collect();
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let best = left.iter().enumerate().map(|(place, at)| (reached.gain(&candidates[*at]), place, *at));
        // `max_by` returns the last of equal items. Therefore the order of size and index is
        // reversed.
        let best = best.max_by(|(gain, _, at), (other_gain, _, other)| {
            let sizes = candidates[*other].size.cmp(&candidates[*at].size);
            gain.cmp(other_gain).then(sizes).then(other.cmp(at))
        });
        let Some((gain, place, at)) = best else { break };
        if gain.iter().all(|new| *new == 0) {
            break;
        }
        left.remove(place);
        reached.take(&candidates[at]);
        chosen.push(at);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reaching(size: u128, reaches: &[&[usize]]) -> Candidate {
        Candidate { size, reaches: reaches.iter().map(|tier| tier.to_vec()).collect() }
    }

    #[test]
    fn one_branch_outweighs_many_mutants() {
        let all = [reaching(1, &[&[], &[1, 2, 3, 4]]), reaching(9, &[&[7], &[]])];
        assert_eq!(cover(&all, &[], 1), [1]);
        assert_eq!(cover(&all, &[], 9), [1, 0]);
    }

    #[test]
    fn of_inputs_with_equal_gain_the_smallest_and_then_the_first_is_selected() {
        let all = [reaching(5, &[&[1]]), reaching(3, &[&[1]]), reaching(3, &[&[1]])];
        assert_eq!(cover(&all, &[], 9), [1]);
    }

    #[test]
    fn the_cover_adds_no_input_for_targets_that_fixed_inputs_reach() {
        let all = [reaching(1, &[&[1, 2]]), reaching(1, &[&[2]]), reaching(1, &[&[3]])];
        assert_eq!(cover(&all, &[0], 9), [2]);
    }

    fn pool() -> impl Strategy<Value = Vec<Candidate>> {
        let tier = || proptest::collection::vec(0usize..12, 0..6);
        let one = (0u128..20, tier(), tier()).prop_map(|(size, a, b)| Candidate { size, reaches: vec![a, b] });
        proptest::collection::vec(one, 0..24)
    }

    fn covered(all: &[Candidate], chosen: &[usize]) -> BTreeSet<(usize, usize)> {
        let goals = |at: &usize| {
            let tiers = all[*at].reaches.iter().enumerate();
            tiers.flat_map(|(tier, goals)| goals.iter().map(move |goal| (tier, *goal))).collect::<Vec<_>>()
        };
        chosen.iter().flat_map(goals).collect()
    }

    proptest! {
        #[test]
        fn the_cover_reaches_every_target_that_the_pool_reaches(all in pool()) {
            let chosen = cover(&all, &[], all.len());
            let everyone: Vec<usize> = (0..all.len()).collect();
            prop_assert_eq!(covered(&all, &chosen), covered(&all, &everyone));
        }

        #[test]
        fn a_smaller_limit_gives_the_beginning_of_the_same_list(all in pool(), most in 0usize..8) {
            let whole = cover(&all, &[], all.len());
            prop_assert_eq!(cover(&all, &[], most), whole[..most.min(whole.len())].to_vec());
        }

        #[test]
        fn no_input_is_chosen_twice_and_no_fixed_input_is_chosen(all in pool(), first in 0usize..4) {
            let fixed: Vec<usize> = (0..first.min(all.len())).collect();
            let chosen = cover(&all, &fixed, all.len());
            let distinct: BTreeSet<usize> = chosen.iter().copied().collect();
            prop_assert!(distinct.len() == chosen.len() && chosen.iter().all(|at| !fixed.contains(at)));
        }

        #[test]
        fn the_order_of_the_pool_affects_only_ties(all in pool(), turn in 0usize..24) {
            // Different sizes avoid ties.
            let sized = all.into_iter().enumerate();
            let sized: Vec<Candidate> = sized.map(|(at, one)| Candidate { size: at as u128, ..one }).collect();
            let mut turned = sized.clone();
            turned.rotate_left(turn % sized.len().max(1));
            let sizes = |all: &[Candidate]| cover(all, &[], all.len()).iter().map(|at| all[*at].size).collect::<Vec<_>>();
            prop_assert_eq!(sizes(&sized), sizes(&turned));
        }
    }
}
