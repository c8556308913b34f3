//! Computes CodeBLEU for Python (Ren et al. 2020) as the package `codebleu` 0.7.0 does.
//!
//! This module computes the weighted n-gram match, and the weighted sum of all four parts.

use crate::texts::bleu::{keywords, ngrams};
use mts_model::error::{Error, Result};

/// The weights of the four parts: n-grams, weighted n-grams, syntax, data flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights([f64; 4]);

impl Default for Weights {
    fn default() -> Self {
        Self([0.25; 4])
    }
}

impl Weights {
    /// Creates custom weights.
    ///
    /// # Errors
    /// Returns an error if a weight is negative, or if the weights do not add up to 1.
    pub fn new(weights: [f64; 4]) -> Result<Self> {
        let sum: f64 = weights.iter().sum();
        let fits = weights.iter().all(|weight| *weight >= 0.0) && (sum - 1.0).abs() < 1e-9;
        let error = || {
            Error::usage(format!(
                "the weights of CodeBLEU must add up to 1 and must not be negative; their sum is {sum}"
            ))
            .help("write, for example, `--codebleu-weights 0.25,0.25,0.25,0.25`")
        };
        fits.then_some(Self(weights)).ok_or_else(error)
    }

    /// Computes CodeBLEU from its four parts. `dataflow` is `None` if the reference has no data flow; this part is then
    /// 1.
    #[must_use]
    pub fn codebleu(&self, ngram: f64, weighted: f64, syntax: f64, dataflow: Option<f64>) -> f64 {
        let parts = [ngram, weighted, syntax, dataflow.unwrap_or(1.0)];
        self.0.iter().zip(parts).map(|(weight, part)| weight * part).sum()
    }
}

/// Weight of a token that is not a keyword.
const ORDINARY: f64 = 0.2;

/// Returns the weighted n-gram match of a candidate.
///
/// The match is the geometric mean of four shares, for the n-gram lengths 1 to 4: the share of the reference's n-grams
/// that the candidate has. Among single tokens, a keyword has five times the weight of another token. The function
/// multiplies the match by 1/e if the candidate has only one token. The match of an empty candidate is 0.
#[must_use]
pub fn weighted_ngram_match(reference: &[&str], candidate: &[&str]) -> f64 {
    if candidate.is_empty() {
        return 0.0;
    }
    let keywords = keywords();
    let mut logarithms = 0.0;
    for n in 1..=4 {
        let has = ngrams(candidate, n);
        let (mut found, mut all) = (0.0_f64, 0.0_f64);
        let mut grams: Vec<_> = ngrams(reference, n).into_iter().collect();
        // The order of the terms changes a sum of floats, so sort the terms.
        grams.sort_unstable();
        for (gram, count) in grams {
            let weight = if n > 1 || keywords.contains(gram[0]) { 1.0 } else { ORDINARY };
            found += weight * count.min(has.get(gram).copied().unwrap_or(0)) as f64;
            all += weight * count as f64;
        }
        if n == 1 && found == 0.0 {
            return 0.0;
        }
        logarithms += ((if found == 0.0 { 0.1 } else { found }) / all.max(1.0)).ln();
    }
    // The package passes the pair (tokens, weights) in place of the reference's tokens. So the package computes the
    // brevity penalty with a reference length of 2.
    let short = if candidate.len() > 1 { 1.0 } else { (-1.0_f64).exp() };
    short * (logarithms / 4.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_1() {
        assert!(Weights::new([0.1, 0.1, 0.4, 0.4]).is_ok());
        for wrong in [[0.5; 4], [1.5, -0.5, 0.0, 0.0], [f64::NAN, 0.0, 0.5, 0.5]] {
            assert!(Weights::new(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_keyword_weighs_five_times_as_much() {
        let with = weighted_ngram_match(&["return", "a"], &["return", "b"]);
        let without = weighted_ngram_match(&["return", "a"], &["given", "a"]);
        // For single tokens, the shares are 1 of 1.2 and 0.2 of 1.2. The factors of all longer
        // n-grams are equal.
        assert!((with / without - 5.0_f64.powf(0.25)).abs() < 1e-12);
    }
}
