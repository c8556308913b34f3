//! Requests to a translator, and its replies.

use mts_model::Why;

/// A request for a translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslateRequest {
    /// The whole Java class.
    pub java: String,
    /// Its name.
    pub class: String,
    /// The method that will be called.
    pub method: String,
    /// That method's head as Java writes it: `int gcd(int a, int b)`.
    pub signature: String,
}

/// The parameters of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingParams {
    /// How many answers are wanted, the best first. Fewer may come.
    pub candidates: usize,
    /// The temperature of a model; its own default where `None`.
    pub temperature: Option<f64>,
    /// The seed of a model, as far as it uses one.
    pub seed: Option<u64>,
    /// Which of the described prompts is used, from 0.
    pub prompt: usize,
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Texts, at least one, the best first. `extract_code` decides whether they are translations.
    Texts(Vec<String>),
    /// The reason why the answer is no translation.
    Missing(Why),
    /// The reason why the translator could not be reached.
    Unreachable(Why),
}
