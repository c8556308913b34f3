//! Words for the search for a better translation: what is asked of a model, what a translation came to, what the
//! search took.

use crate::TranslatorUsage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a model is asked with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// How freely it chooses.
    pub temperature: f64,
    /// What its choices follow from, as far as it keeps to that; null where none is sent.
    pub seed: Option<u64>,
    /// Which of the prompts of its description, from 0.
    pub prompt: usize,
}

/// How bad a translation is; the smaller, the better: violated properties first, then all violations (Eniser et
/// al. 2024, Algorithm 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fitness {
    /// Properties with a violation.
    pub properties: u64,
    /// Violations of all of them.
    pub violations: u64,
}

/// Which parameters the next ones are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchFrom {
    /// The last ones, good or bad.
    #[default]
    Last,
    /// Those of the best translation so far.
    Best,
}

/// One translation that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// What the translator was asked with.
    pub parameters: Parameters,
    /// How bad it is; null where the translator had no translation.
    pub fitness: Option<Fitness>,
    /// Violations by property; those without any are left out.
    pub violated: BTreeMap<String, u64>,
    /// Tests whose precondition held.
    pub tests: u64,
    /// Tests of which nothing can be said.
    pub unclear: u64,
    /// Different texts that the translator was asked for up to here.
    pub queries: u64,
}

/// The search for one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchResult {
    /// What was translated.
    pub name: String,
    /// The translator.
    pub translator: String,
    /// Whether it was interrupted: the best so far is kept.
    pub interrupted: bool,
    /// Every translation, in order.
    pub attempts: Vec<Attempt>,
    /// The best one's place, from 0; null where there was none.
    pub best: Option<usize>,
    /// Its text.
    pub translation: Option<String>,
    /// Inputs on which it does what Java does; null where it could not be run.
    pub inputs_equal: Option<u64>,
    /// Inputs it was run on.
    pub inputs: Option<u64>,
    /// Why it could not be run, if so.
    pub not_run: Option<String>,
    /// What asking took.
    pub usage: TranslatorUsage,
}

impl SearchResult {
    /// Whether the last translation is the best one so far.
    #[must_use]
    pub fn is_new_best(&self) -> bool {
        self.best.is_some() && self.best == self.attempts.len().checked_sub(1)
    }

    /// How bad the best translation is.
    #[must_use]
    pub fn fitness(&self) -> Option<Fitness> {
        self.attempts.get(self.best?)?.fitness
    }
}
