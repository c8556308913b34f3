//! Samples the mutants of a run, stratified by pair and operator.
//!
//! The module puts all mutants of the run in one sequence: by pair, then by operator. The sample takes mutants at
//! equal distances in this sequence (systematic sampling; Cochran 1977, chapter 8). The mutants of one operator in a
//! pair are ordered by a random number that depends only on the seed and the mutant's id (permanent random numbers;
//! Ohlsson 1995). So if two revisions share a mutant, mostly both samples or no sample contains the mutant. The
//! sample depends only on the seed and the mutants.

use mts_model::Operator;
use serde::Serialize;
use std::collections::BTreeMap;

/// The parameters of the sample for the mutants of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// The seed of the run.
    pub seed: u64,
    /// The number of mutants in the sample of the whole run.
    pub take: u64,
    /// The number of all mutants of the run.
    ///
    /// The number is at least one, and not less than `take`.
    pub of: u64,
    /// The number of mutants in the sequence before the mutants of this pair.
    pub before: u64,
}

impl Draw {
    /// Returns one draw for each pair, from its number of mutants.
    ///
    /// Returns `None` if the sample holds all mutants.
    #[must_use]
    pub fn from_counts(mutants: &[u64], take: u64, seed: u64) -> Option<Vec<Self>> {
        let of: u64 = mutants.iter().sum();
        let mut before = 0;
        let mut draw = |own: &u64| {
            let draw = Self { seed, take, of, before };
            before += own;
            draw
        };
        (take < of).then(|| mutants.iter().map(&mut draw).collect())
    }

    /// Returns the number of mutants that each sampled mutant represents.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.of as f64 / self.take.max(1) as f64
    }

    /// Returns for each mutant of the pair whether the mutant is in the sample.
    ///
    /// `mutants` holds the operator and the id of each mutant.
    #[must_use]
    pub fn marks(&self, mutants: &[(Operator, &str)]) -> Vec<bool> {
        let mut strata: BTreeMap<Operator, Vec<usize>> = BTreeMap::new();
        for (at, (operator, _)) in mutants.iter().enumerate() {
            strata.entry(*operator).or_default().push(at);
        }
        let mut drawn = vec![false; mutants.len()];
        let mut before = self.before;
        for places in strata.values_mut() {
            let after = before + places.len() as u64;
            let most = usize::try_from(self.mark(after) - self.mark(before)).unwrap_or(usize::MAX);
            before = after;
            places.sort_by_cached_key(|at| (number(self.seed, mutants[*at].1), *at));
            places.iter().take(most).for_each(|at| drawn[*at] = true);
        }
        drawn
    }

    /// Returns the number of sampled mutants before this position of the sequence.
    fn mark(&self, place: u64) -> u64 {
        let all = u128::from(self.of.max(1));
        let start = (u128::from(number(self.seed, "start")) * all) >> 64;
        let marks = (u128::from(place) * u128::from(self.take) + start) / all;
        u64::try_from(marks).unwrap_or(u64::MAX)
    }
}

/// Returns the permanent random number of a mutant.
fn number(seed: u64, id: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.update(id.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Generates pairs with these numbers of mutants of three operators.
    fn mutants_of_pairs(pairs: &[[usize; 3]]) -> Vec<Vec<(Operator, String)>> {
        let operators = [Operator::AORB, Operator::ROR, Operator::SDL];
        let pair = |(nth, counts): (usize, &[usize; 3])| {
            let own = operators.iter().zip(counts);
            own.flat_map(|(op, n)| (0..*n).map(move |at| (*op, format!("{nth}-{op}-{at}")))).collect()
        };
        pairs.iter().enumerate().map(pair).collect()
    }

    fn drawn(pairs: &[Vec<(Operator, String)>], take: u64, seed: u64) -> Vec<Vec<bool>> {
        let counts: Vec<u64> = pairs.iter().map(|pair| pair.len() as u64).collect();
        let Some(draws) = Draw::from_counts(&counts, take, seed) else {
            return pairs.iter().map(|pair| vec![true; pair.len()]).collect();
        };
        let marks = |(draw, pair): (&Draw, &Vec<(Operator, String)>)| {
            draw.marks(&pair.iter().map(|(op, id)| (*op, id.as_str())).collect::<Vec<_>>())
        };
        draws.iter().zip(pairs).map(marks).collect()
    }

    fn count(marks: &[bool]) -> u64 {
        marks.iter().filter(|mark| **mark).count() as u64
    }

    proptest! {
        #[test]
        fn a_sample_has_the_requested_size_and_a_proportional_share_of_every_stratum(
            pairs in proptest::collection::vec([0usize..40, 0usize..9, 0usize..5], 1..20), take in 1u64..400, seed: u64,
        ) {
            let pairs = mutants_of_pairs(&pairs);
            let all: u64 = pairs.iter().map(|pair| pair.len() as u64).sum();
            let marks = drawn(&pairs, take, seed);
            prop_assert_eq!(marks.iter().map(|marks| count(marks)).sum::<u64>(), take.min(all));
            let share = take.min(all) as f64 / all.max(1) as f64;
            for (pair, marks) in pairs.iter().zip(&marks) {
                for operator in [Operator::AORB, Operator::ROR, Operator::SDL] {
                    let of = pair.iter().zip(marks).filter(|((op, _), _)| *op == operator);
                    let (n, run) = of.fold((0, 0), |(n, run), (_, mark)| (n + 1, run + u64::from(*mark)));
                    let expected = f64::from(n) * share;
                    prop_assert!((run as f64 - expected).abs() < 1.0, "{} of {} where {} are expected", run, n, expected);
                }
            }
        }
    }

    #[test]
    fn every_mutant_has_the_same_chance() {
        let pairs = mutants_of_pairs(&[[7, 1, 2], [1, 0, 0], [30, 4, 5]]);
        let mut hits: Vec<Vec<u32>> = pairs.iter().map(|pair| vec![0; pair.len()]).collect();
        for seed in 0..4_000 {
            for (hits, marks) in hits.iter_mut().zip(drawn(&pairs, 10, seed)) {
                hits.iter_mut().zip(marks).for_each(|(hits, mark)| *hits += u32::from(mark));
            }
        }
        // The expected number is 800 (10 of 50). The standard deviation is 25.3, and the test
        // allows five standard deviations.
        assert!(hits.iter().flatten().all(|hits| (673..=927).contains(hits)), "{hits:?}");
    }

    #[test]
    fn a_mutant_that_both_revisions_have_is_drawn_at_both_or_at_neither() {
        let head = mutants_of_pairs(&[[40, 0, 0]]);
        // The base has the same mutants, without the four that the change removed.
        let base: Vec<Vec<(Operator, String)>> = vec![head[0][4..].to_vec()];
        let (head, base) = (drawn(&head, 20, 5), drawn(&base, 18, 5));
        let alike = head[0][4..].iter().zip(&base[0]).filter(|(head, base)| head == base).count();
        assert!(alike >= 32, "{alike} of 36");
    }
}
