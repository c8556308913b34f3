//! The cost of an external translator.

use serde::{Deserialize, Serialize};

/// The cost of an external translator, which differs between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TranslatorUsage {
    /// The number of different texts to translate.
    pub texts: u64,
    /// The number of texts whose answer the cache has.
    pub cached: u64,
    /// The number of requests to a model, including repeated requests.
    ///
    /// For a translator program, this number counts the runs of the program. A batch program answers many requests at
    /// once, so the number counts its starts.
    pub requests: u64,
    /// The number of repeated requests.
    pub retries: u64,
    /// The number of prompt tokens, as the endpoint counts them.
    pub prompt_tokens: u64,
    /// The number of answer tokens.
    pub completion_tokens: u64,
    /// The cost of the tokens by the configured price. `None` without a price.
    pub cost: Option<f64>,
    /// Whether another run gets the same answers. False for a live model, and for a temperature without a fixed seed.
    pub reproducible: bool,
}
