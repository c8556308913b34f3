//! What asking somebody else's translator took.

use serde::{Deserialize, Serialize};

/// What asking somebody else's translator took. It differs between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TranslatorUsage {
    /// Different texts that a translation was wanted of.
    pub texts: u64,
    /// Those whose answer was known from an earlier run.
    pub cached: u64,
    /// Runs of a program, starts of a batch program, or requests, repeated ones included.
    pub requests: u64,
    /// Requests that were repeated.
    pub retries: u64,
    /// Tokens of prompts, as the endpoint counts them.
    pub prompt_tokens: u64,
    /// Tokens of answers.
    pub completion_tokens: u64,
    /// What the tokens cost by the described price; `None` without one.
    pub cost: Option<f64>,
    /// Whether another run would be answered alike: not by a live model, and at a temperature only by a fixed seed.
    pub reproducible: bool,
}
