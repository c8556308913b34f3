//! The random numbers of the tool, for example for generated inputs, variants and resampling.
//!
//! This crate implements SplitMix64 itself, because the same seed must give the same inputs with every version of every
//! dependency. The module uses the constants of the publication. The callers choose the seeds.

/// The generator SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixing function.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates a generator with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    ///
    /// The bias of the method is below `bound` / 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.bits()) * (bound as u128);
        usize::try_from(product >> 64).unwrap_or_default()
    }

    /// Returns a number in `low..=high`, or `low` if the range is empty.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        if low > high {
            return low;
        }
        // The width is at most 2^64, so that the product has at most 128 bits.
        let width = u128::from(high.abs_diff(low)) + 1;
        let step = (u128::from(self.bits()) * width) >> 64;
        low.wrapping_add_unsigned(u64::try_from(step).unwrap_or_default())
    }

    /// Returns a length in `low..=high`, or `low` if the range is empty.
    pub fn length(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// Returns true with a probability of `percent` / 100.
    pub fn draw_bool(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of the items, or `None` if there are no items.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.get(self.below(items.len()))
    }

    /// Shuffles the items with the method of Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_numbers_equal_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn random_numbers_are_within_their_range() {
        let mut random = Random::new(0);
        assert_eq!(random.below(0), 0);
        assert_eq!(random.between(3, 2), 3);
        for _ in 0..200 {
            assert!((-2..=2).contains(&random.between(-2, 2)));
            assert!((1..=3).contains(&random.length(1, 3)));
        }
        let wide = random.between(i64::MIN, i64::MAX);
        assert!((i64::MIN..=i64::MAX).contains(&wide));
    }
}
