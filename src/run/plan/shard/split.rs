//! Assigns each pair to a shard by estimated cost.
//!
//! Every machine computes the same result.

use mts_model::error::{Error, Result};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The smallest estimated cost for one more shard (see `run::plan::shard` for the unit).
///
/// The cost is about one minute of work of one worker pair. A smaller shard saves less time than
/// its machine and its runtimes need to start.
const COST_OF_A_SHARD: u64 = 60_000_000;

/// The highest number of shards, which exceeds the job matrix of any CI system.
const MOST: u32 = 1_000;

/// The number of one shard and the number of all shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShardSpec {
    /// The number of this shard, one-based.
    pub index: u32,
    /// The number of all shards.
    pub of: u32,
}

impl fmt::Display for ShardSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for ShardSpec {
    type Err = Error;

    /// Parses text such as `2/5`.
    fn from_str(text: &str) -> Result<Self> {
        let wrong = || {
            Error::usage(format!("`{text}` is not a shard"))
                .help("write K/N, for example 1/3 for the first of three shards; N is at most 1,000")
        };
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        let shard = Self { index: number(index)?, of: number(of)? };
        if (1..=shard.of).contains(&shard.index) && shard.of <= MOST { Ok(shard) } else { Err(wrong()) }
    }
}

/// Returns the one-based shard of each pair.
///
/// The most expensive pair comes first. Each pair goes to the shard with the lowest cost so far.
/// For equal costs, the first pair or shard wins, so every machine gets the same result.
#[must_use]
pub fn assign(costs: &[u64], of: u32) -> Vec<u32> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by_key(|at| (u64::MAX - costs[*at], *at));
    let mut loads = vec![0u64; of.max(1) as usize];
    let mut shards = vec![1; costs.len()];
    for at in order {
        let least = (0..loads.len()).min_by_key(|shard| (loads[*shard], *shard)).unwrap_or_default();
        // A pair without cost still counts as 1, so that such pairs spread over the shards.
        loads[least] = loads[least].saturating_add(costs[at].max(1));
        shards[at] = u32::try_from(least + 1).unwrap_or(u32::MAX);
    }
    shards
}

/// Returns the useful number of shards, at most `most`.
///
/// Without a pair, the number is 0. If the most expensive pair alone decides the duration, more
/// shards do not save time.
#[must_use]
pub fn wanted(costs: &[u64], most: u32) -> u32 {
    let Some(dearest) = costs.iter().max() else { return 0 };
    let all: u64 = costs.iter().fold(0, |sum, cost| sum.saturating_add(*cost));
    let by_work = all.div_ceil(COST_OF_A_SHARD).max(1);
    let by_dearest = all.div_ceil((*dearest).max(1)).max(1);
    u32::try_from(by_work.min(by_dearest)).unwrap_or(u32::MAX).min(most.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_shard_number_is_between_1_and_the_number_of_shards() {
        assert_eq!("2/5".parse::<ShardSpec>().expect("a shard"), ShardSpec { index: 2, of: 5 });
        assert_eq!(ShardSpec { index: 2, of: 5 }.to_string(), "2/5");
        for wrong in ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/2", "1/1001", "1/2/3"] {
            assert!(wrong.parse::<ShardSpec>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_most_expensive_pairs_are_assigned_first() {
        assert_eq!(assign(&[1, 9, 8, 2], 2), [1, 1, 2, 2]);
        assert_eq!(assign(&[5, 5, 5], 3), [1, 2, 3]);
        assert_eq!(assign(&[0, 0], 3), [1, 2]);
    }

    #[test]
    fn the_number_of_shards_follows_the_cost_of_starting_one() {
        assert_eq!(wanted(&[], 8), 0);
        assert_eq!(wanted(&[1, 1, 1], 8), 1);
        assert_eq!(wanted(&[COST_OF_A_SHARD; 5], 8), 5);
        assert_eq!(wanted(&[COST_OF_A_SHARD; 50], 8), 8);
        assert_eq!(wanted(&[10 * COST_OF_A_SHARD, 1], 8), 2);
    }

    proptest! {
        #[test]
        fn every_pair_is_in_exactly_one_shard(costs in proptest::collection::vec(0u64..1_000, 0..60), of in 1u32..12) {
            let shards = assign(&costs, of);
            prop_assert_eq!(shards.len(), costs.len());
            prop_assert!(shards.iter().all(|shard| (1..=of).contains(shard)));
        }

        #[test]
        fn no_shard_has_more_than_twice_the_necessary_cost(costs in proptest::collection::vec(1u64..1_000, 1..60), of in 1u32..12) {
            let shards = assign(&costs, of);
            let load = |shard: u32| shards.iter().zip(&costs).filter(|(p, _)| **p == shard).map(|(_, c)| c).sum::<u64>();
            let longest = (1..=of).map(load).max().unwrap_or_default();
            let needed = (costs.iter().sum::<u64>().div_ceil(u64::from(of))).max(*costs.iter().max().expect("one"));
            // List scheduling takes less than twice the best time (Graham 1969).
            prop_assert!(longest < 2 * needed, "{longest} against {needed}");
        }
    }
}
