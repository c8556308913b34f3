//! Computes Spearman's rank correlation (1904). The crate `statrs` has no rank correlation.

use super::beta;
use super::ranks::ranks;

/// The rank correlation of two measures of the same things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rho {
    /// Spearman's rho, from -1 to 1.
    pub rho: f64,
    /// Two-sided p-value. The value is exact for up to nine pairs. For more pairs, the value is from the t distribution
    /// with n - 2 degrees of freedom.
    pub p: f64,
    /// Number of compared pairs of values.
    pub n: usize,
}

/// The highest number of pairs of values for an exact p-value, which needs 9! orders.
const MOST_EXACT: usize = 9;

/// Returns Spearman's rho of pairs of values.
///
/// `None` if there are fewer than three pairs, or if a measure has the same value in all pairs.
#[must_use]
pub fn spearman(pairs: &[(f64, f64)]) -> Option<Rho> {
    let n = pairs.len();
    if n < 3 {
        return None;
    }
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (x, y) = (ranks(&x), ranks(&y));
    let rho = pearson(&x, &y)?;
    if n <= MOST_EXACT {
        return Some(Rho { rho, p: exact(&x, &y), n });
    }
    let freedom = n as f64 - 2.0;
    // P(|t| > t0) = I(freedom / (freedom + t0^2); freedom / 2, 1 / 2), and the first argument is equal to 1 - rho^2.
    let p = beta::regularized((1.0 - rho * rho).max(0.0), freedom / 2.0, 0.5);
    Some(Rho { rho, p, n })
}

/// Returns the exact two-sided p-value of the correlation of two rankings.
///
/// For each order of `y`, the function computes the sum of the products with `x`. It counts the orders with at most the
/// observed sum, and the orders with at least the observed sum. The p-value is twice the smaller share of all orders,
/// and at most 1.
fn exact(x: &[f64], y: &[f64]) -> f64 {
    // Mean ranks are multiples of a half, so doubled ranks are integers, and equal sums are equal.
    let doubled = |ranks: &[f64]| ranks.iter().map(|rank| 2.0 * rank).collect::<Vec<f64>>();
    let (x, mut y) = (doubled(x), doubled(y));
    let products = |y: &[f64]| x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>();
    let observed = products(&y);
    let (mut orders, mut below, mut above) = (1_u32, 1_u32, 1_u32);
    // Heap's algorithm (1963) makes each next order by a swap of two values.
    let mut counts = vec![0; y.len()];
    let mut at = 1;
    while at < y.len() {
        if counts[at] == at {
            counts[at] = 0;
            at += 1;
            continue;
        }
        y.swap(at, if at % 2 == 0 { 0 } else { counts[at] });
        counts[at] += 1;
        at = 1;
        orders += 1;
        let sum = products(&y);
        below += u32::from(sum <= observed);
        above += u32::from(sum >= observed);
    }
    (2.0 * f64::from(below.min(above)) / f64::from(orders)).min(1.0)
}

fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let (mx, my) = (mean(x), mean(y));
    let sum = |of: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).map(|(a, b)| of(a - mx, b - my)).sum::<f64>();
    let both = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    (both > 0.0).then(|| (sum(&|a, b| a * b) / both).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GOLDEN_A: (f64, f64) = (-0.9170316077960288, 0.000187378533873736);
    const GOLDEN_B: (f64, f64) = (0.19885368120992467, 0.6309523809523809);

    fn near(seen: Option<Rho>, rho: f64, p: f64) {
        let seen = seen.expect("a rho");
        assert!((seen.rho - rho).abs() < 1e-12 && (seen.p - p).abs() < 1e-9, "{seen:?}");
    }

    #[test]
    fn rho_and_its_p_are_those_of_scipy() {
        // scipy 1.17.1: scipy.stats.spearmanr, and for up to nine pairs scipy.stats.permutation_test over all orders.
        let x = [1.0, 0.5, 0.5, 0.9, 0.0, 1.0, 0.3, 0.7, 1.0, 0.2];
        let y = [0.0, 0.4, 0.6, 0.1, 1.0, 0.05, 0.9, 0.35, 0.2, 0.55];
        let pairs: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        near(spearman(&pairs), GOLDEN_A.0, GOLDEN_A.1);
        let weak = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0].into_iter().zip([2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0]);
        near(spearman(&weak.collect::<Vec<_>>()), GOLDEN_B.0, GOLDEN_B.1);
        near(spearman(&[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), 1.0, 1.0 / 3.0);
        let six = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 6.0), (6.0, 5.0)];
        near(spearman(&six), 0.8285714285714287, 0.058333333333333334);
    }

    #[test]
    fn a_constant_variable_has_no_rank_correlation() {
        assert_eq!(spearman(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
        assert_eq!(spearman(&[(1.0, 2.0), (2.0, 3.0)]), None);
    }

    proptest! {
        #[test]
        fn rho_is_symmetric_bounded_and_depends_only_on_the_order(
            pairs in proptest::collection::vec((-50i32..50, -50i32..50), 3..40)
        ) {
            let real: Vec<(f64, f64)> = pairs.iter().map(|(a, b)| (f64::from(*a), f64::from(*b))).collect();
            let turned: Vec<(f64, f64)> = real.iter().map(|(a, b)| (*b, *a)).collect();
            let bent: Vec<(f64, f64)> = real.iter().map(|(a, b)| (a.powi(3), b.exp())).collect();
            match (spearman(&real), spearman(&turned), spearman(&bent)) {
                (Some(one), Some(two), Some(three)) => {
                    prop_assert!((one.rho - two.rho).abs() < 1e-12 && (one.rho - three.rho).abs() < 1e-12);
                    prop_assert!((-1.0..=1.0).contains(&one.rho) && (0.0..=1.0).contains(&one.p));
                }
                (None, None, None) => {}
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }
}
