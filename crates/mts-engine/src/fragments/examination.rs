//! What came of all fragments of a pair.

use super::tested::Tested;
use mts_model::FragmentScores;
use std::collections::BTreeMap;

/// What came of a pair's fragments.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// Every admitted fragment.
    pub fragments: Vec<Tested>,
    /// Refused pieces by reason.
    pub refused: BTreeMap<String, usize>,
    /// Admitted pieces beyond the most of one function.
    pub beyond: usize,
    /// How they fared.
    pub scores: FragmentScores,
    /// Whether the functions agree on the inputs of the suite that they can be compared on.
    pub agrees: bool,
    /// Things to tell about assume comments.
    pub notes: Vec<String>,
}

impl Examined {
    pub(super) fn new(fragments: Vec<Tested>, refused: BTreeMap<String, usize>, beyond: usize, agrees: bool) -> Self {
        let mut scores = FragmentScores::default();
        fragments.iter().for_each(|tested| scores.count(tested.verdict, tested.contexts));
        Self { fragments, refused, beyond, scores, agrees, notes: Vec::new() }
    }

    /// How they fared, in a line.
    #[must_use]
    pub fn told(&self) -> String {
        let s = &self.scores;
        format!(
            "{} fragments, {} aligned, {} tested in {} contexts: {} agree, {} confirmed, {} latent, {} masked, {} outside",
            s.admitted, s.aligned, s.tested, s.contexts, s.agree, s.confirmed, s.latent, s.masked, s.outside
        )
    }
}
