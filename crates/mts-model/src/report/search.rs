//! Results of the search for a better translation: the attempts and the best translation.

use crate::TranslatorUsage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sampling parameters of a request to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// Sampling temperature.
    pub temperature: f64,
    /// Seed of the request. `None` if the request has none.
    pub seed: Option<u64>,
    /// Zero-based index of the prompt in the translator's description.
    pub prompt: usize,
}

/// The fitness of a translation; smaller is better (Eniser et al. 2024, Algorithm 1).
///
/// The order compares the number of violated properties first, then the number of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fitness {
    /// The number of properties with a violation.
    pub properties: u64,
    /// The number of violations of all properties.
    pub violations: u64,
}

/// The parameters from which the search computes the next parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchFrom {
    /// The parameters of the last attempt.
    #[default]
    Last,
    /// The parameters of the best translation so far.
    Best,
}

/// One attempt of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The parameters of the request.
    pub parameters: Parameters,
    /// The fitness of the translation. `None` without a translation.
    pub fitness: Option<Fitness>,
    /// The number of violations of each violated property, by the name of the property.
    pub violated: BTreeMap<String, u64>,
    /// The number of tests whose precondition was not false.
    pub tests: u64,
    /// The number of tests without a result.
    pub inconclusive: u64,
    /// The number of different requests up to and including this attempt.
    pub queries: u64,
}

/// The result of the search for a translation of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchResult {
    /// Name of the translated function.
    pub name: String,
    /// The translator.
    pub translator: String,
    /// Whether a signal interrupted the search. The result keeps the best translation so far.
    pub interrupted: bool,
    /// All attempts, in order.
    pub attempts: Vec<Attempt>,
    /// The zero-based index of the best attempt. `None` without a translation.
    pub best: Option<usize>,
    /// The text of the best translation.
    pub translation: Option<String>,
    /// The number of inputs on which the best translation agrees with Java. `None` if it could not
    /// run.
    pub inputs_equal: Option<u64>,
    /// The number of inputs on which the best translation ran.
    pub inputs: Option<u64>,
    /// The reason why the best translation could not run, if any.
    pub not_run: Option<String>,
    /// The cost of the requests.
    pub usage: TranslatorUsage,
}

impl SearchResult {
    /// Reports whether the last attempt is the best one so far.
    #[must_use]
    pub fn is_new_best(&self) -> bool {
        self.best.is_some() && self.best == self.attempts.len().checked_sub(1)
    }

    /// Returns the fitness of the best translation.
    #[must_use]
    pub fn fitness(&self) -> Option<Fitness> {
        self.attempts.get(self.best?)?.fitness
    }
}
