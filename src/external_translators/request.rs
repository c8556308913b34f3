//! Requests to a translator, and its replies.

use mts_model::Why;

/// What is to be translated.
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

/// How a translator is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingParams {
    /// How many answers are wanted, the best first. Fewer may come.
    pub candidates: usize,
    /// How freely a model chooses; its own default where nobody says.
    pub temperature: Option<f64>,
    /// What a model's choices follow from, as far as it keeps to that.
    pub seed: Option<u64>,
    /// Which of the described prompts is used, from 0.
    pub prompt: usize,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Texts, at least one, the best first. `extract_code` decides whether they are translations.
    Texts(Vec<String>),
    /// The translator answered without a translation; the text says why.
    Missing(Why),
    /// The translator could not be asked: why.
    Unreachable(Why),
}
