//! Translates with a chat endpoint: sends, waits, retries, and counts the cost.
//!
//! This module keeps the key secret. The key comes from the environment and goes into one header,
//! and the module removes the key from the text of each failed request.

use super::chat_api::{self, ChatAnswer, ChatRequest};
use super::concurrency::ConcurrencyLimit;
use super::{prompt, retry};
use crate::config::{Endpoint, TranslatorConfig};
use crate::external_translators::failure::{InvalidAnswer, TransportError};
use crate::external_translators::request::{Reply, SamplingParams, TranslateRequest};
use crate::external_translators::transport::channel::Channel;
use mts_model::error::{Error, Result};
use mts_model::{TranslatorUsage, Why};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// The number of consecutive failed requests after which the module stops sending requests.
const MOST_IN_A_ROW: u32 = 8;

/// A chat endpoint.
pub(super) struct Http {
    agent: ureq::Agent,
    endpoint: Endpoint,
    url: String,
    templates: Vec<String>,
    key: Option<String>,
    output: u64,
    limit: ConcurrencyLimit,
    usage: Mutex<TranslatorUsage>,
    /// The reason why the module sends no more requests.
    over: OnceLock<Why>,
    in_a_row: AtomicU32,
}

/// A failed request, with the reason and the decision about a retry.
struct FailedRequest {
    kind: TransportError,
    detail: String,
    /// The outer `None` means no retry. The inner value is the wait that the endpoint requests;
    /// `None` if the endpoint requests no wait.
    retry_after: Option<Option<String>>,
    /// Whether all other requests would fail too.
    for_all: bool,
}

impl Http {
    pub(super) fn new(described: &TranslatorConfig, endpoint: &Endpoint) -> Result<Self> {
        let base = endpoint.url.trim_end_matches('/');
        let url =
            if base.ends_with("/chat/completions") { base.to_owned() } else { format!("{base}/chat/completions") };
        let key = std::env::var(&endpoint.key_env).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
        if key.is_some() && !url.starts_with("https://") && !is_local(&url) {
            let error = Error::usage("the key would go over the network without encryption").at(url);
            return Err(error.help(format!("use https, or unset {}", endpoint.key_env)));
        }
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .root_certs(if url.starts_with("https://") { roots() } else { RootCerts::Specific(Arc::new(Vec::new())) })
            .build();
        let config = ureq::Agent::config_builder()
            .tls_config(tls)
            // A request to this machine never uses a proxy.
            .proxy(if is_local(&url) { None } else { ureq::Proxy::try_from_env() })
            .timeout_global(Some(described.time))
            .http_status_as_error(false)
            // An answer must not redirect the request, because the request contains the key.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("cargo-mts/", env!("CARGO_PKG_VERSION")))
            .build();
        let mut templates = endpoint.prompts.clone();
        if templates.is_empty() {
            templates.push(prompt::DEFAULT.to_owned());
        }
        Ok(Self {
            agent: ureq::Agent::new_with_config(config),
            endpoint: endpoint.clone(),
            url,
            templates,
            key,
            output: u64::try_from(described.output).unwrap_or(u64::MAX),
            limit: ConcurrencyLimit::new(described.concurrency),
            usage: Mutex::new(TranslatorUsage::default()),
            over: OnceLock::new(),
            in_a_row: AtomicU32::new(0),
        })
    }

    fn one(&self, question: &TranslateRequest, params: &SamplingParams) -> Reply {
        let template = self.templates.get(params.prompt).or(self.templates.first());
        let prompt = prompt::fill_template(template.map_or(prompt::DEFAULT, String::as_str), question);
        let (mut texts, mut faults): (Vec<String>, Vec<Why>) = (Vec::new(), Vec::new());
        // Some endpoints give only one choice, so repeat the request until there are enough
        // choices.
        while texts.len() + faults.len() < params.candidates.max(1) {
            let done = texts.len() + faults.len();
            let more = SamplingParams {
                candidates: params.candidates.max(1) - done,
                seed: params.seed.map(|seed| seed.wrapping_add(done as u64)),
                ..*params
            };
            match self.patiently(&prompt, &more) {
                Ok(answer) => {
                    for choice in answer.choices.into_iter().take(more.candidates) {
                        match choice {
                            Ok(text) => texts.push(text),
                            Err(fault) => faults.push(fault),
                        }
                    }
                }
                Err(Reply::Unreachable(_) | Reply::Missing(_)) if !texts.is_empty() => break,
                Err(reply) => return reply,
            }
        }
        match (texts.is_empty(), faults.into_iter().next()) {
            (true, Some(fault)) => Reply::Missing(fault),
            _ => Reply::Texts(texts),
        }
    }

    /// Sends a request until the endpoint answers or until a retry is useless.
    fn patiently(&self, prompt: &str, params: &SamplingParams) -> Result<ChatAnswer, Reply> {
        let mut attempt = 0;
        loop {
            if let Some(why) = self.over.get() {
                return Err(Reply::Unreachable(why.clone()));
            }
            let failed = match self.exchange(prompt, params) {
                Ok(Ok(answer)) => {
                    self.in_a_row.store(0, Ordering::Relaxed);
                    self.count(|usage| {
                        usage.prompt_tokens += answer.prompt_tokens;
                        usage.completion_tokens += answer.completion_tokens;
                    });
                    return Ok(answer);
                }
                Ok(Err(fault)) => return Err(fault.reply("")),
                Err(failed) => failed,
            };
            let why = failed.kind.why(&self.clean(&failed.detail));
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            let wait =
                failed.retry_after.and_then(|asked| retry::wait(attempt, self.endpoint.retries, asked.as_deref(), now));
            let Some(wait) = wait else {
                let in_a_row = self.in_a_row.fetch_add(1, Ordering::Relaxed) + 1;
                if failed.for_all || in_a_row >= MOST_IN_A_ROW {
                    _ = self.over.set(why.clone());
                }
                return Err(Reply::Unreachable(why));
            };
            std::thread::sleep(wait);
            self.count(|usage| usage.retries += 1);
            attempt += 1;
        }
    }

    /// Sends one request and reads the answer.
    fn exchange(
        &self,
        prompt: &str,
        params: &SamplingParams,
    ) -> Result<Result<ChatAnswer, InvalidAnswer>, FailedRequest> {
        self.count(|usage| usage.requests += 1);
        let failed = |kind, detail: String, retry_after| FailedRequest { kind, detail, retry_after, for_all: false };
        let request = ChatRequest::new(&self.endpoint.model, prompt, params, self.endpoint.max_tokens);
        let body =
            serde_json::to_string(&request).map_err(|e| failed(TransportError::Rejected, e.to_string(), None))?;
        let mut post = self.agent.post(&self.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            post = post.header("authorization", format!("Bearer {key}"));
        }
        let broken = |error: ureq::Error| failed(TransportError::Connection, error.to_string(), Some(None));
        let mut response = post.send(body).map_err(broken)?;
        let status = response.status().as_u16();
        let asked = response.headers().get("retry-after").and_then(|value| value.to_str().ok()).map(str::to_owned);
        let body = match response.body_mut().with_config().limit(self.output).read_to_vec() {
            Ok(body) => body,
            Err(ureq::Error::BodyExceedsLimit(_)) => return Ok(Err(InvalidAnswer::OutputLimit)),
            Err(error) => return Err(failed(TransportError::Garbled, error.to_string(), Some(None))),
        };
        if status == 200 {
            return ChatAnswer::read(&body).map(Ok).map_err(|why| failed(TransportError::Garbled, why, Some(None)));
        }
        let (words, code) = chat_api::refusal(&body);
        let no_quota = code == "insufficient_quota";
        let (kind, retry_after) = match status {
            401 | 403 => (TransportError::Denied, None),
            429 if no_quota => (TransportError::Limited, None),
            429 => (TransportError::Limited, Some(asked)),
            408 | 500..=599 => (TransportError::Server, Some(asked)),
            _ => (TransportError::Rejected, None),
        };
        let for_all = kind == TransportError::Denied || no_quota || status == 404;
        Err(FailedRequest { kind, detail: format!("{status} {words}"), retry_after, for_all })
    }

    fn count(&self, change: impl FnOnce(&mut TranslatorUsage)) {
        if let Ok(mut usage) = self.usage.lock() {
            change(&mut usage);
        }
    }

    fn clean(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| text.replace(key.as_str(), "***"))
    }
}

impl Channel for Http {
    fn identity(&self) -> Vec<String> {
        let Endpoint { model, max_tokens, .. } = &self.endpoint;
        let mut all = vec!["http".to_owned(), self.url.clone(), model.clone(), format!("{max_tokens:?}")];
        all.extend(self.templates.iter().cloned());
        all
    }

    fn ask(&self, questions: &[&TranslateRequest], params: &SamplingParams) -> Vec<Reply> {
        self.limit.each(questions, |question| self.one(question, params))
    }

    fn usage(&self) -> TranslatorUsage {
        let mut usage = self.usage.lock().map(|usage| *usage).unwrap_or_default();
        usage.cost = self.endpoint.price.map(|price| {
            #[expect(clippy::cast_precision_loss, reason = "counts of tokens are far below 2^53")]
            let cost = |tokens: u64, million: f64| tokens as f64 * million / 1e6;
            cost(usage.prompt_tokens, price.prompt) + cost(usage.completion_tokens, price.completion)
        });
        usage
    }
}

/// Returns the certificates that this system trusts.
fn roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    let certificates: Vec<Certificate<'static>> =
        found.iter().map(|certificate| Certificate::from_der(certificate.as_ref()).to_owned()).collect();
    RootCerts::Specific(Arc::new(certificates))
}

/// Reports whether an address is on this machine.
fn is_local(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url).split('/').next().unwrap_or_default();
    if host.contains('@') {
        return false;
    }
    let host = if let Some(six) = host.strip_prefix('[') { six.split(']').next() } else { host.split(':').next() };
    matches!(host, Some("localhost" | "127.0.0.1" | "::1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_machine_is_distinguished_from_others() {
        for local in ["http://localhost:8080/v1", "http://127.0.0.1/v1", "http://[::1]:80/v1"] {
            assert!(is_local(local), "{local}");
        }
        for other in ["http://example.org/v1", "http://localhost.example.org/", "http://localhost@example.org/"] {
            assert!(!is_local(other), "{other}");
        }
    }
}
