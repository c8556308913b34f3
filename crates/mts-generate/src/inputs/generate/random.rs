//! Seeds of generated inputs; [`Random`] is the stream of one seed.

pub use mts_model::Random;

/// Returns the seed of a pair: the first eight bytes of a BLAKE3 hash.
///
/// The hash covers the run's seed and the pair's key. Therefore a new pair does not change the
/// inputs of other pairs.
#[must_use]
pub fn seed(base_seed: u64, pair_key: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"mts inputs 1\0");
    hasher.update(&base_seed.to_le_bytes());
    hasher.update(pair_key.as_bytes());
    let mut first = [0u8; 8];
    hasher.finalize_xof().fill(&mut first);
    u64::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_has_its_own_stable_seed() {
        assert_eq!(seed(0, "a"), seed(0, "a"));
        assert_ne!(seed(0, "a"), seed(0, "b"));
        assert_ne!(seed(0, "a"), seed(1, "a"));
    }
}
