//! The data of OpenAI's chat interface (`POST /chat/completions`).
//!
//! The module makes a request from a prompt, and reads texts and token counts from an answer.
//! `http` sends the requests.

use crate::external_translators::failure::InvalidAnswer;
use crate::external_translators::request::SamplingParams;
use mts_model::Why;
use serde::{Deserialize, Serialize};

/// The body of a request.
#[derive(Serialize)]
pub(super) struct ChatRequest<'r> {
    pub(super) model: &'r str,
    pub(super) messages: [Message<'r>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct Message<'r> {
    pub(super) role: &'static str,
    pub(super) content: &'r str,
}

impl<'r> ChatRequest<'r> {
    pub(super) fn new(model: &'r str, prompt: &'r str, params: &SamplingParams, max_tokens: Option<u64>) -> Self {
        Self {
            model,
            messages: [Message { role: "user", content: prompt }],
            temperature: params.temperature,
            seed: params.seed,
            n: (params.candidates > 1).then_some(params.candidates),
            max_tokens,
        }
    }
}

/// The content of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChatAnswer {
    /// The text of each choice, or the reason why the choice has no text.
    pub(super) choices: Vec<Result<String, Why>>,
    pub(super) prompt_tokens: u64,
    pub(super) completion_tokens: u64,
}

#[derive(Deserialize)]
struct Body {
    choices: Vec<ChatChoice>,
    #[serde(default)]
    usage: Option<Tokens>,
}

#[derive(Deserialize)]
struct ChatChoice {
    message: ChatReply,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ChatReply {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

impl ChatAnswer {
    /// Parses the body of a successful answer.
    ///
    /// # Errors
    /// Returns an error with the reason if the body does not follow the protocol.
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(body).map_err(|_| "not UTF-8".to_owned())?;
        let body: Body = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if body.choices.is_empty() {
            return Err("the answer has no choices".to_owned());
        }
        let tokens = body.usage.unwrap_or(Tokens { prompt_tokens: 0, completion_tokens: 0 });
        Ok(Self {
            choices: body.choices.into_iter().map(ChatChoice::text).collect(),
            prompt_tokens: tokens.prompt_tokens,
            completion_tokens: tokens.completion_tokens,
        })
    }
}

impl ChatChoice {
    fn text(self) -> Result<String, Why> {
        match (self.finish_reason.as_deref(), self.message.content, self.message.refusal) {
            (Some("length"), ..) => Err(InvalidAnswer::Incomplete.why("the model reached its limit of tokens")),
            (_, _, Some(refusal)) => Err(InvalidAnswer::Refuses.why(&refusal)),
            (Some("content_filter"), ..) => Err(InvalidAnswer::Refuses.why("the content filter stopped the answer")),
            (_, Some(text), None) => Ok(text),
            (_, None, None) => Err(InvalidAnswer::Empty.why("")),
        }
    }
}

/// Returns the message and the code of an endpoint's refusal.
pub(super) fn refusal(body: &[u8]) -> (String, String) {
    let json: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let error = &json["error"];
    let text = error["message"].as_str().or(error.as_str()).or(json["message"].as_str()).unwrap_or_default();
    (text.to_owned(), error["code"].as_str().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_request_has_only_the_requested_parameters() {
        let params = SamplingParams { candidates: 1, temperature: None, seed: None, prompt: 0 };
        let request = serde_json::to_value(ChatRequest::new("m", "p", &params, None)).expect("serializes");
        assert_eq!(request, json!({"model": "m", "messages": [{"role": "user", "content": "p"}]}));
        let params = SamplingParams { candidates: 3, temperature: Some(0.5), seed: Some(7), prompt: 0 };
        let request = serde_json::to_value(ChatRequest::new("m", "p", &params, Some(9))).expect("serializes");
        assert_eq!((&request["n"], &request["temperature"]), (&json!(3), &json!(0.5)));
        assert_eq!((&request["seed"], &request["max_tokens"]), (&json!(7), &json!(9)));
    }

    #[test]
    fn an_answer_has_a_text_or_a_reason_for_each_choice() {
        let body = json!({
            "choices": [
                {"message": {"content": "def f(): pass"}, "finish_reason": "stop"},
                {"message": {"content": "def f("}, "finish_reason": "length"},
                {"message": {"content": null, "refusal": "I cannot"}},
                {"message": {"content": null}},
            ],
            "usage": {"prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 14},
        });
        let answer = ChatAnswer::read(body.to_string().as_bytes()).expect("reads");
        assert_eq!((answer.prompt_tokens, answer.completion_tokens), (10, 4));
        let failure = |text: &str| Err(Why::parse(text));
        assert_eq!(
            answer.choices,
            [
                Ok("def f(): pass".to_owned()),
                failure("the answer is incomplete: the model reached its limit of tokens"),
                failure("the translator refused: I cannot"),
                failure("an empty answer"),
            ]
        );
    }

    #[test]
    fn an_invalid_answer_is_an_error() {
        for body in ["", "<html>", r#"{"choices": [{"mess"#, "{}", r#"{"choices": []}"#] {
            assert!(ChatAnswer::read(body.as_bytes()).is_err(), "{body}");
        }
        assert!(ChatAnswer::read(b"{\"choices\": \xff").is_err());
        let body = br#"{"error": {"message": "No quota", "code": "insufficient_quota"}}"#;
        assert_eq!(refusal(body), ("No quota".to_owned(), "insufficient_quota".to_owned()));
        assert_eq!(refusal(b"Bad Gateway"), (String::new(), String::new()));
    }
}
