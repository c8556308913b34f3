//! Results of the search for a better translation: sampling parameters, attempts, and the best translation.

use crate::TranslatorUsage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sampling parameters of a request to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// Sampling temperature.
    pub temperature: f64,
    /// Seed of the request; null if the request has none.
    pub seed: Option<u64>,
    /// Zero-based index of the prompt in the translator's description.
    pub prompt: usize,
}

/// Fitness of a translation; smaller is better (Eniser et al. 2024, Algorithm 1).
///
/// First the violated properties count, then all violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fitness {
    /// Properties with a violation.
    pub properties: u64,
    /// Violations of all of them.
    pub violations: u64,
}

/// Parameters that the search changes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchFrom {
    /// The last parameters.
    #[default]
    Last,
    /// The parameters of the best translation so far.
    Best,
}

/// One attempt of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// Parameters of the request.
    pub parameters: Parameters,
    /// Its fitness; null without a translation.
    pub fitness: Option<Fitness>,
    /// Violations by property, without zeros.
    pub violated: BTreeMap<String, u64>,
    /// Tests whose precondition held.
    pub tests: u64,
    /// Tests without a result.
    pub inconclusive: u64,
    /// Number of different requests up to here.
    pub queries: u64,
}

/// The search for one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchResult {
    /// Name of the translated function.
    pub name: String,
    /// The translator.
    pub translator: String,
    /// Whether the search was interrupted; it keeps the best translation so far.
    pub interrupted: bool,
    /// Every translation, in order.
    pub attempts: Vec<Attempt>,
    /// Zero-based index of the best attempt; null without one.
    pub best: Option<usize>,
    /// Text of the best translation.
    pub translation: Option<String>,
    /// Inputs on which it agrees with Java; null if it could not run.
    pub inputs_equal: Option<u64>,
    /// Inputs on which it ran.
    pub inputs: Option<u64>,
    /// Why it could not run, if so.
    pub not_run: Option<String>,
    /// Cost of the requests.
    pub usage: TranslatorUsage,
}

impl SearchResult {
    /// Whether the last translation is the best one so far.
    #[must_use]
    pub fn is_new_best(&self) -> bool {
        self.best.is_some() && self.best == self.attempts.len().checked_sub(1)
    }

    /// Fitness of the best translation.
    #[must_use]
    pub fn fitness(&self) -> Option<Fitness> {
        self.attempts.get(self.best?)?.fitness
    }
}
