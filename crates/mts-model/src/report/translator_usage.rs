//! Cost of an external translator.

use serde::{Deserialize, Serialize};

/// Cost of an external translator. It differs between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TranslatorUsage {
    /// Number of different texts to translate.
    pub texts: u64,
    /// Texts with an answer in the cache.
    pub cached: u64,
    /// Runs of a program, starts of a batch program, or requests, repeated ones included.
    pub requests: u64,
    /// Requests that were repeated.
    pub retries: u64,
    /// Tokens of prompts, as the endpoint counts them.
    pub prompt_tokens: u64,
    /// Tokens of answers.
    pub completion_tokens: u64,
    /// Cost of the tokens by the configured price; `None` without a price.
    pub cost: Option<f64>,
    /// Whether another run gets the same answers: false for a live model, and at a temperature without a fixed seed.
    pub reproducible: bool,
}
