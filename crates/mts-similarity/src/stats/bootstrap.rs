//! Computes the percentile bootstrap (Efron 1979).
//!
//! The bootstrap draws samples of the programs with replacement, and computes a statistic of each sample. The spread of
//! these values gives an interval. The crate `statrs` has no bootstrap.

use mts_model::Random;

/// Number of samples for one interval.
const DRAWS: usize = 2_000;

/// Returns the 95 % interval of a statistic over `things`, such as programs.
///
/// `things` is the number of things. `None` if this number is 0, or if fewer than half of the samples have a statistic.
/// The function `statistic` gets the indexes of the sampled things in the order of the draws. An index may occur
/// several times.
#[must_use]
pub fn interval(things: usize, seed: u64, statistic: impl Fn(&[usize]) -> Option<f64>) -> Option<(f64, f64)> {
    if things == 0 {
        return None;
    }
    let mut random = Random::new(seed);
    let mut found = Vec::with_capacity(DRAWS);
    let mut drawn = vec![0; things];
    for _ in 0..DRAWS {
        drawn.iter_mut().for_each(|place| *place = random.below(things));
        found.extend(statistic(&drawn));
    }
    if found.len() < DRAWS / 2 {
        return None;
    }
    found.sort_by(f64::total_cmp);
    Some((quantile(&found, 0.025), quantile(&found, 0.975)))
}

/// Returns a quantile by linear interpolation (Hyndman, Fan 1996, type 7).
///
/// `sorted` has a value, and `share` is from 0 to 1.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = place.floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
    let at = below as usize;
    let above = sorted.get(at + 1).copied().unwrap_or(sorted[at]);
    sorted[at] + (above - sorted[at]) * (place - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 20] =
        [0.0, 0.1, 0.05, 0.9, 0.4, 0.0, 0.33, 0.75, 1.0, 0.2, 0.15, 0.6, 0.0, 0.08, 0.5, 0.95, 0.3, 0.0, 0.45, 0.7];

    #[expect(clippy::approx_constant, reason = "it is no part of a circle")]
    const GOLDEN: (f64, f64) = (0.2305, 0.5235);

    fn mean(drawn: &[usize]) -> Option<f64> {
        Some(drawn.iter().map(|at| VALUES[*at]).sum::<f64>() / drawn.len() as f64)
    }

    #[test]
    fn the_interval_is_near_that_of_scipy() {
        // scipy 1.17.1: scipy.stats.bootstrap((VALUES,), numpy.mean, n_resamples=200_000,
        // method='percentile', rng=1).
        let (low, high) = interval(VALUES.len(), 7, mean).expect("an interval");
        // The standard deviation of each end of the interval is near 0.004 with 2,000 samples.
        assert!((low - GOLDEN.0).abs() < 0.015 && (high - GOLDEN.1).abs() < 0.015, "{low} {high}");
    }

    #[test]
    fn the_same_seed_gives_the_same_interval_and_no_values_give_none() {
        assert_eq!(interval(20, 7, mean), interval(20, 7, mean));
        assert_ne!(interval(20, 7, mean), interval(20, 8, mean));
        assert_eq!(interval(0, 7, mean), None);
        assert_eq!(interval(3, 7, |_| None), None);
    }

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy 2.4.6: numpy.quantile([1, 2, 4, 8], [0.025, 0.5, 0.975]).
        let sorted = [1.0, 2.0, 4.0, 8.0];
        let seen = [0.025, 0.5, 0.975].map(|share| quantile(&sorted, share));
        assert!(seen.iter().zip([1.075, 3.0, 7.7]).all(|(a, b)| (a - b).abs() < 1e-12), "{seen:?}");
    }
}
