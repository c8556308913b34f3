//! Computes BLEU (Papineni et al. 2002) in the variants of published figures.
//!
//! The variants differ in smoothing, and in the reference length for the brevity penalty. Each library has only one
//! variant, so this module implements all of them.

use std::collections::{HashMap, HashSet};

/// Maximum length of n-grams.
const ORDERS: usize = 4;

// With several references, AVATAR (Ahmad et al. 2023) takes the length of the shortest one. NLTK's `method1` replaces a
// count of 0 matches by 0.1, and `method2` adds one to the counts for n-gram lengths of two and more. For the k-th
// n-gram length without a match, sacreBLEU's default smoothing takes 1 / 2^k as the count.
mts_model::named_values! {
    /// A published variant of BLEU.
    Variant = AvatarAddOneAll {
        /// Add one to every count, as in AVATAR's tables.
        AvatarAddOneAll = "avatar",
        /// NLTK's method 1, as in CodeBLEU.
        NltkMethod1 = "nltk-method1",
        /// NLTK's method 2.
        NltkMethod2 = "nltk-method2",
        /// sacreBLEU without smoothing.
        SacrebleuNone = "sacrebleu-none",
        /// sacreBLEU's default.
        SacrebleuExp = "sacrebleu-exp",
        /// sacreBLEU's add-k with 1.
        SacrebleuAddOne = "sacrebleu-add-one",
        /// Without smoothing. The brevity penalty is the quotient of the lengths (Tran et al. 2019, II-C).
        PlainRatio = "plain-ratio",
    }
}

/// The counts of n-grams and tokens for BLEU. The counts of a corpus are the sums of the counts of its texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of the candidate's n-grams that also occur in a reference, for each length.
    ///
    /// The count of an n-gram is at most its highest count in a reference.
    pub matches: [u64; ORDERS],
    /// The number of the candidate's n-grams, for each length.
    pub possible: [u64; ORDERS],
    /// The number of tokens of the candidate.
    pub candidate: u64,
    /// The number of tokens of the shortest reference.
    pub shortest: u64,
    /// The number of tokens of the reference whose length is closest to the candidate's.
    ///
    /// If two references are equally close, the shorter one counts.
    pub closest: u64,
}

/// Returns the n-grams of a text, each with its number of occurrences.
pub(super) fn ngrams<'a, 't>(tokens: &'a [&'t str], n: usize) -> HashMap<&'a [&'t str], u64> {
    let mut counts = HashMap::new();
    for gram in tokens.windows(n) {
        *counts.entry(gram).or_default() += 1;
    }
    counts
}

impl Counts {
    /// Counts one candidate against its references.
    #[must_use]
    pub fn new(references: &[&[&str]], candidate: &[&str]) -> Self {
        let mut counts = Self { candidate: candidate.len() as u64, ..Self::default() };
        let lengths = || references.iter().map(|reference| reference.len() as u64);
        counts.shortest = lengths().min().unwrap_or(0);
        counts.closest = lengths().min_by_key(|length| (length.abs_diff(counts.candidate), *length)).unwrap_or(0);
        for n in 1..=ORDERS {
            let of_references: Vec<_> = references.iter().map(|reference| ngrams(reference, n)).collect();
            for (gram, count) in ngrams(candidate, n) {
                let most = of_references.iter().filter_map(|counts| counts.get(gram)).max();
                counts.matches[n - 1] += count.min(most.copied().unwrap_or(0));
                counts.possible[n - 1] += count;
            }
        }
        counts
    }

    /// Adds the counts of another candidate.
    pub fn add(&mut self, other: &Self) {
        for n in 0..ORDERS {
            self.matches[n] += other.matches[n];
            self.possible[n] += other.possible[n];
        }
        self.candidate += other.candidate;
        self.shortest += other.shortest;
        self.closest += other.closest;
    }

    /// Returns the BLEU score. The score of an empty candidate is 0.
    #[must_use]
    pub fn score(&self, variant: Variant) -> f64 {
        let reference = if variant == Variant::AvatarAddOneAll { self.shortest } else { self.closest };
        // Without a matching token, the score is 0. AVATAR's variant is an exception, because it adds one to the counts
        // of single tokens too.
        if self.candidate == 0 || (variant != Variant::AvatarAddOneAll && self.matches[0] == 0) {
            return 0.0;
        }
        let mut halved = 1.0;
        let mut logarithms = 0.0;
        for n in 0..ORDERS {
            let (matched, possible) = (self.matches[n] as f64, self.possible[n] as f64);
            let precision = match variant {
                Variant::AvatarAddOneAll => (matched + 1.0) / (possible + 1.0),
                Variant::NltkMethod1 if matched == 0.0 => 0.1 / possible.max(1.0),
                Variant::NltkMethod1 => matched / possible,
                Variant::NltkMethod2 if n > 0 => (matched + 1.0) / (possible.max(1.0) + 1.0),
                Variant::SacrebleuAddOne if n > 0 => (matched + 1.0) / (possible + 1.0),
                Variant::SacrebleuExp if matched == 0.0 && possible > 0.0 => {
                    halved *= 2.0;
                    1.0 / (halved * possible)
                }
                _ if possible == 0.0 => 0.0,
                _ => matched / possible,
            };
            if precision == 0.0 {
                return 0.0;
            }
            logarithms += precision.ln();
        }
        let (candidate, reference) = (self.candidate as f64, reference as f64);
        let penalty = match variant {
            _ if candidate > reference => 1.0,
            Variant::PlainRatio => candidate / reference,
            _ => (1.0 - reference / candidate).exp(),
        };
        penalty * (logarithms / ORDERS as f64).exp()
    }
}

/// Returns BLEU of one candidate against one reference.
#[must_use]
pub fn bleu(reference: &[&str], candidate: &[&str], variant: Variant) -> f64 {
    Counts::new(&[reference], candidate).score(variant)
}

/// Returns the Python keywords that CodeBLEU lists.
pub(super) fn keywords() -> HashSet<&'static str> {
    "False None True and as assert async await break class continue def del elif else except finally for from \
     global if import in is lambda match case type nonlocal not or pass raise return try while with yield"
        .split_whitespace()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_references_are_pooled_and_the_one_of_the_closest_length_counts_as_length() {
        let (short, long): (Vec<&str>, Vec<&str>) = (vec!["a", "b"], vec!["a", "c", "d", "e"]);
        let counts = Counts::new(&[&short, &long], &["a", "a", "c"]);
        assert_eq!((counts.matches[0], counts.matches[1], counts.possible), (2, 1, [3, 2, 1, 0]));
        assert_eq!((counts.shortest, counts.closest), (2, 2));
        let counts = Counts::new(&[&short, &long], &["a", "a", "c", "c", "c"]);
        assert_eq!((counts.shortest, counts.closest), (2, 4));
    }

    #[test]
    fn the_plain_ratio_uses_the_quotient_of_the_lengths_as_brevity_penalty() {
        // By hand, from the formula of Tran et al. 2019, II-C: every n-gram occurs, and 4 of 5 tokens are there.
        let reference = ["a", "b", "c", "d", "e"];
        let near = |candidate: &[&str], score: f64| {
            assert!((bleu(&reference, candidate, Variant::PlainRatio) - score).abs() < 1e-12);
        };
        near(&reference[..4], 0.8);
        near(&reference, 1.0);
        // One token more: 5/6, 4/5, 3/4 and 2/3 of the n-grams, and no penalty.
        near(&["a", "b", "c", "d", "e", "f"], (5.0_f64 / 6.0 * 0.8 * 0.75 * 2.0 / 3.0).powf(0.25));
    }

    #[test]
    fn an_empty_candidate_has_the_score_0() {
        for variant in [Variant::AvatarAddOneAll, Variant::NltkMethod1, Variant::SacrebleuExp] {
            assert_eq!(bleu(&["a"], &[], variant), 0.0);
            assert_eq!(bleu(&[], &[], variant), 0.0);
        }
    }
}
