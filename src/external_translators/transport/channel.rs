//! The trait of the transports, and the environment variables of programs.

use crate::external_translators::request::{Reply, SamplingParams, TranslateRequest};
use mts_model::TranslatorUsage;

/// A transport to a translator.
pub(in crate::external_translators) trait Channel: Send + Sync {
    /// Returns all facts that the answers depend on, apart from the request.
    fn identity(&self) -> Vec<String>;

    /// Returns one reply for each request, in order.
    fn ask(&self, questions: &[&TranslateRequest], params: &SamplingParams) -> Vec<Reply>;

    /// Returns the cost of all requests so far.
    fn usage(&self) -> TranslatorUsage;
}

/// Returns the environment variables that describe a request to a program.
pub(in crate::external_translators) fn variables(
    question: &TranslateRequest,
    params: &SamplingParams,
) -> Vec<(String, String)> {
    let mut all = vec![
        ("MTS_CLASS".to_owned(), question.class.clone()),
        ("MTS_METHOD".to_owned(), question.method.clone()),
        ("MTS_SIGNATURE".to_owned(), question.signature.clone()),
    ];
    all.extend(parameters(params));
    all
}

/// Returns the environment variables with the parameters of a model.
pub(in crate::external_translators) fn parameters(params: &SamplingParams) -> Vec<(String, String)> {
    let temperature = params.temperature.map(|value| ("MTS_TEMPERATURE".to_owned(), value.to_string()));
    let seed = params.seed.map(|value| ("MTS_SEED".to_owned(), value.to_string()));
    let prompt = (params.prompt > 0).then(|| ("MTS_PROMPT".to_owned(), params.prompt.to_string()));
    temperature.into_iter().chain(seed).chain(prompt).collect()
}
