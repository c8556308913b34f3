//! Requests to a translator, and its replies.

use mts_model::Why;

/// A request for a translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslateRequest {
    /// The text of the whole Java class.
    pub java: String,
    /// The name of the Java class.
    pub class: String,
    /// The name of the method to translate.
    pub method: String,
    /// The signature of the method in Java: `int gcd(int a, int b)`.
    pub signature: String,
}

/// The parameters of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingParams {
    /// The number of requested answers, the best first. The translator may give fewer.
    pub candidates: usize,
    /// The temperature of the model. `None` means the model's default.
    pub temperature: Option<f64>,
    /// The seed of the model, if the model uses one.
    pub seed: Option<u64>,
    /// The index of the configured prompt, from 0.
    pub prompt: usize,
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// At least one text, the best first. `extract_code` checks whether the texts are translations.
    Texts(Vec<String>),
    /// The reason why the answer is not a translation.
    Missing(Why),
    /// The reason why the translator was not reachable.
    Unreachable(Why),
}
