//! Computes Wilcoxon's exact signed-rank test (1945). The p-value is the probability, over all choices of signs, of a
//! rank sum that is at least as far from the mean as the observed sum. Equal values get their mean rank. The crate
//! `statrs` does not have this test.

use super::ranks::ranks;

/// The result of the test on paired differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signed {
    /// The smaller of two sums: of the ranks of positive differences, and of negative differences.
    pub statistic: f64,
    /// Two-sided p-value.
    pub p: f64,
    /// Number of differences that are not zero; the test ignores zeros.
    pub n: usize,
}

/// Runs the test on differences. `None` if all differences are zero.
#[must_use]
pub fn signed_ranks(differences: &[f64]) -> Option<Signed> {
    let kept: Vec<f64> = differences.iter().copied().filter(|x| x.abs() > 1e-12).collect();
    if kept.is_empty() {
        return None;
    }
    // Values that differ only by rounding count as equal.
    let sizes: Vec<f64> = kept.iter().map(|x| (x.abs() * 1e12).round()).collect();
    // Mean ranks are multiples of a half, so doubled ranks are integers.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "twice a rank is a small integer")]
    let doubled: Vec<usize> = ranks(&sizes).into_iter().map(|rank| (2.0 * rank).round() as usize).collect();
    let whole: usize = doubled.iter().sum();
    let positive: usize = doubled.iter().zip(&kept).filter(|(_, x)| **x > 0.0).map(|(rank, _)| rank).sum();
    let least = positive.min(whole - positive);
    // The probability of each rank sum. The loop adds one rank in each step.
    let mut chance = vec![0.0; whole + 1];
    chance[0] = 1.0;
    let mut reach = 0;
    for rank in doubled {
        reach += rank;
        for sum in (0..=reach).rev() {
            let with = if sum >= rank { chance[sum - rank] } else { 0.0 };
            chance[sum] = (chance[sum] + with) / 2.0;
        }
    }
    let below: f64 = chance[..=least].iter().sum();
    Some(Signed { statistic: least as f64 / 2.0, p: (2.0 * below).min(1.0), n: kept.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WITHOUT_TIES: [f64; 12] = [0.11, -0.25, 0.4, 0.32, 0.07, -0.05, 0.61, 0.18, 0.29, -0.02, 0.55, 0.44];
    const GOLDEN_A: (f64, f64) = (9.0, 0.01611328125);
    const WITH_TIES: [f64; 15] = [0.5, 0.5, -0.25, 0.0, 0.25, 0.75, -0.5, 0.25, 0.0, 1.0, 0.75, 0.5, 0.25, -0.25, 1.0];
    const GOLDEN_B: (f64, f64) = (13.5, 0.026611328125);

    fn near(differences: &[f64], statistic: f64, p: f64) {
        let seen = signed_ranks(differences).expect("some differ");
        assert!((seen.statistic - statistic).abs() < 1e-12 && (seen.p - p).abs() < 1e-12, "{seen:?}");
    }

    #[test]
    fn p_is_that_of_scipy_without_ties() {
        // scipy 1.17.1: scipy.stats.wilcoxon(x, method='exact').
        near(&WITHOUT_TIES, GOLDEN_A.0, GOLDEN_A.1);
    }

    #[test]
    fn p_is_that_of_scipy_with_ties_over_all_signs() {
        // scipy 1.17.1: scipy.stats.wilcoxon(x, zero_method='wilcox',
        // method=PermutationMethod(n_resamples=2**20)), which tries all 2**n signs.
        near(&WITH_TIES, GOLDEN_B.0, GOLDEN_B.1);
    }

    #[test]
    fn differences_of_zero_are_ignored() {
        assert_eq!(signed_ranks(&[0.0, 0.0]), None);
        assert_eq!(signed_ranks(&[]), None);
        assert_eq!(signed_ranks(&[0.0, 0.5]), signed_ranks(&[0.5]));
    }

    proptest! {
        #[test]
        fn the_test_does_not_depend_on_the_sign_of_all_differences(all in proptest::collection::vec(-20i32..20, 1..60)) {
            let one: Vec<f64> = all.iter().map(|x| f64::from(*x) / 7.0).collect();
            let turned: Vec<f64> = one.iter().map(|x| -x).collect();
            prop_assert_eq!(signed_ranks(&one), signed_ranks(&turned));
            prop_assert!(signed_ranks(&one).is_none_or(|seen| (0.0..=1.0).contains(&seen.p)));
        }
    }
}
