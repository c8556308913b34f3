//! Sends requests with octocrab. This module has its own rules for waiting and retrying.
//!
//! The sum of all waits has a limit. The module keeps the token secret: the client removes the token from
//! every message about a request.

mod retry;

pub use retry::RetryPolicy;

use super::ActionsEnv;
use http_body_util::{BodyExt as _, Limited};
use mts_model::error::{Error, Result};
use octocrab::Octocrab;
use retry::{ResponseMeta, RetryDecision};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::cell::Cell;
use std::fmt;
use std::io::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The largest number of pages of a list. A page has 100 entries.
const MOST_PAGES: u32 = 50;

/// The largest answer in bytes. A page has 100 comments of at most 65,536 characters.
const MOST_BYTES: usize = 32 << 20;

/// The failure of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The token does not allow the request.
    Denied(String),
    /// The server failed, and the request may have had its effect.
    Unsure(String),
    /// Any other failure.
    Failed(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied(text) | Self::Unsure(text) | Self::Failed(text) => f.write_str(text),
        }
    }
}

/// The effect of a request that arrives more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Idempotency {
    /// The effect is the same as that of one request.
    Idempotent,
    /// The effect is repeated. Before a retry, the client checks whether the first request had its
    /// effect.
    NotIdempotent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HttpMethod {
    Get,
    Post,
    Patch,
    Put,
    Delete,
}

/// A final answer.
struct ApiAnswer {
    body: Json,
    /// Whether another page follows.
    more: bool,
}

/// A connection to one repository.
pub(super) struct Client {
    octocrab: Octocrab,
    /// The path `/repos/owner/name`.
    root: String,
    token: String,
    /// The login of the token's owner, if the environment sets it.
    login: Option<String>,
    retry_policy: RetryPolicy,
    /// The remaining waiting time.
    left: Cell<Duration>,
    /// Whether to log each request.
    verbose: bool,
}

impl Client {
    /// Creates a client for the repository of this run.
    ///
    /// # Errors
    /// Returns an error if the address of the interface is invalid.
    pub(super) fn new(around: &ActionsEnv, token: &str, retry_policy: RetryPolicy, verbose: bool) -> Result<Self> {
        let wrong = |error: octocrab::Error| {
            let text = error.to_string().replace(token, "***");
            Error::usage(format!("the address of the GitHub API is invalid: {text}"))
                .at(around.api.clone())
                .help("set GITHUB_API_URL to an address such as https://api.github.com")
        };
        let header = |name: &str| name.parse().map_err(|_| Error::bug(format!("`{name}` is not a header")));
        let octocrab = Octocrab::builder()
            .base_uri(around.api.as_str())
            .map_err(wrong)?
            .personal_token(token.to_owned())
            .set_connect_timeout(Some(retry_policy.answer))
            .add_header(header("accept")?, "application/vnd.github+json".to_owned())
            .add_header(header("x-github-api-version")?, "2022-11-28".to_owned())
            .build()
            .map_err(wrong)?;
        let root = format!("/repos/{}", around.repository);
        let (login, left) = (around.login.clone(), Cell::new(retry_policy.longest));
        Ok(Self { octocrab, root, token: token.to_owned(), login, retry_policy, left, verbose })
    }

    /// Reports whether the token belongs to a workflow or an app. The prefix of the token shows its
    /// kind.
    pub(super) fn is_installation(&self) -> bool {
        self.token.starts_with("ghs_")
    }

    /// Returns the login of the token's owner, if the environment sets it.
    pub(super) fn login(&self) -> Option<&str> {
        self.login.as_deref()
    }

    /// Reads an object of the repository.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        let answer = self.send(HttpMethod::Get, &format!("{}{path}", self.root), None, Idempotency::Idempotent).await?;
        self.read(answer.body)
    }

    /// Reads an object outside of the repository.
    pub(super) async fn get_outside<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        let answer = self.send(HttpMethod::Get, path, None, Idempotency::Idempotent).await?;
        self.read(answer.body)
    }

    /// Reads the pages of a list, below `key` or at the top level.
    ///
    /// The client reads at most [`MOST_PAGES`] pages, and ignores the others.
    ///
    /// The client counts the pages itself, so that the client never sends the token to an address
    /// from an answer.
    pub(super) async fn list<T: DeserializeOwned>(&self, path: &str, key: Option<&str>) -> Result<Vec<T>, Failure> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let mut all = Vec::new();
        for page in 1..=MOST_PAGES {
            let path = format!("{}{path}{joint}per_page=100&page={page}", self.root);
            let mut answer = self.send(HttpMethod::Get, &path, None, Idempotency::Idempotent).await?;
            let body = match key {
                Some(key) => answer.body[key].take(),
                None => answer.body,
            };
            let rows: Vec<T> = self.read(body)?;
            all.extend(rows);
            if !answer.more {
                break;
            }
        }
        Ok(all)
    }

    /// Replaces an object. A second request has no further effect.
    pub(super) async fn replace<T: DeserializeOwned>(&self, path: &str, body: &Json) -> Result<T, Failure> {
        let answer =
            self.send(HttpMethod::Patch, &format!("{}{path}", self.root), Some(body), Idempotency::Idempotent).await?;
        self.read(answer.body)
    }

    /// Replaces the text of a review.
    pub(super) async fn put<T: DeserializeOwned>(&self, path: &str, body: &Json) -> Result<T, Failure> {
        let answer =
            self.send(HttpMethod::Put, &format!("{}{path}", self.root), Some(body), Idempotency::Idempotent).await?;
        self.read(answer.body)
    }

    /// Deletes an object. A missing object, or an object that the token may not delete, is not a
    /// failure.
    pub(super) async fn delete(&self, path: &str) -> Result<(), Failure> {
        let path = format!("{}{path}", self.root);
        match self.send(HttpMethod::Delete, &path, None, Idempotency::Idempotent).await {
            Err(Failure::Denied(_)) => Ok(()),
            answer => answer.map(|_| ()),
        }
    }

    /// Creates an object. After a fault, `lookup` checks whether the object exists before a retry.
    pub(super) async fn create<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &Json,
        lookup: impl AsyncFn() -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        self.send_with_lookup(HttpMethod::Post, path, body, lookup).await
    }

    /// Adds to an object.
    ///
    /// A second request would add the data twice. After a fault, `lookup` checks whether the first
    /// request had its effect.
    pub(super) async fn append<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &Json,
        lookup: impl AsyncFn() -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        self.send_with_lookup(HttpMethod::Patch, path, body, lookup).await
    }

    async fn send_with_lookup<T: DeserializeOwned>(
        &self,
        method: HttpMethod,
        path: &str,
        body: &Json,
        lookup: impl AsyncFn() -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        let path = format!("{}{path}", self.root);
        let mut attempt = 0;
        loop {
            match self.send(method, &path, Some(body), Idempotency::NotIdempotent).await {
                Ok(answer) => return self.read(answer.body),
                Err(Failure::Unsure(why)) => {
                    let wait = self.retry_policy.fault.saturating_mul(1 << attempt.min(16));
                    let goes_on = attempt < self.retry_policy.retries && self.wait(wait).await;
                    if let Some(found) = lookup().await? {
                        return Ok(found);
                    }
                    if !goes_on {
                        return Err(Failure::Failed(why));
                    }
                    attempt += 1;
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    async fn send(
        &self,
        method: HttpMethod,
        path: &str,
        body: Option<&Json>,
        idempotency: Idempotency,
    ) -> Result<ApiAnswer, Failure> {
        let mut attempt = 0;
        loop {
            let (advice, why) = match self.once(method, path, body, attempt).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err((advice, failure))) => (advice, failure),
                Err(text) => {
                    let wait = self.retry_policy.fault.saturating_mul(1 << attempt.min(16));
                    (RetryDecision::Fault(wait), Failure::Unsure(text))
                }
            };
            let wait = match advice {
                RetryDecision::Final => return Err(why),
                RetryDecision::Fault(_) if idempotency == Idempotency::NotIdempotent => {
                    return Err(Failure::Unsure(why.to_string()));
                }
                RetryDecision::Limited(wait) | RetryDecision::Fault(wait) => wait,
            };
            if attempt >= self.retry_policy.retries {
                let retries = if attempt == 1 { "1 retry".to_owned() } else { format!("{attempt} retries") };
                return Err(Failure::Failed(format!("{why}; publish stopped after {retries}")));
            }
            if !self.wait(wait).await {
                let (asked, most) = (wait.as_secs(), self.retry_policy.longest.as_secs());
                return Err(Failure::Failed(format!(
                    "{why}; a wait of {asked} s would exceed the limit of {most} s in total"
                )));
            }
            attempt += 1;
        }
    }

    /// Sends one request, without a retry.
    ///
    /// The result is an answer, a refusal with a retry decision, or a text that describes why there is no answer.
    async fn once(
        &self,
        method: HttpMethod,
        path: &str,
        body: Option<&Json>,
        attempt: u32,
    ) -> Result<Result<ApiAnswer, (RetryDecision, Failure)>, String> {
        let exchange = async {
            let response = match method {
                HttpMethod::Get => self.octocrab._get(path).await,
                HttpMethod::Post => self.octocrab._post(path, body).await,
                HttpMethod::Patch => self.octocrab._patch(path, body).await,
                HttpMethod::Put => self.octocrab._put(path, body).await,
                HttpMethod::Delete => self.octocrab._delete(path, body).await,
            };
            let response = response.map_err(|error| causes(&error))?;
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            let number = |name: &str| header(name).and_then(|text| text.trim().parse::<u64>().ok());
            let status = response.status().as_u16();
            let limits = (number("retry-after"), number("x-ratelimit-remaining"), number("x-ratelimit-reset"));
            let more = header("link").is_some_and(|links| links.contains("rel=\"next\""));
            let bytes = Limited::new(response.into_body(), MOST_BYTES).collect().await;
            let bytes = bytes.map_err(|error| causes(error.as_ref()))?.to_bytes();
            Ok::<_, String>((status, limits, more, bytes))
        };
        let name = self.name(method, path);
        let (status, (retry_after, remaining, reset), more, bytes) =
            match tokio::time::timeout(self.retry_policy.answer, exchange).await {
                Ok(Ok(done)) => {
                    self.log(&format!("{name}: {}", done.0));
                    done
                }
                Ok(Err(why)) => return Err(self.clean(&format!("{name}: {why}"))),
                Err(_) => return Err(format!("{name}: no answer within {} s", self.retry_policy.answer.as_secs())),
            };
        let json: Json = serde_json::from_slice(&bytes).unwrap_or(Json::Null);
        if (200..300).contains(&status) {
            return Ok(Ok(ApiAnswer { body: json, more }));
        }
        let message = refusal_text(&json);
        let meta = ResponseMeta { status, retry_after, remaining, reset, message: &message };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let failure = self.clean(&format!("{name}: {status} {message}"));
        let advice = self.retry_policy.read(&meta, attempt, now);
        Ok(Err(match (advice, status) {
            (RetryDecision::Final, 401 | 403 | 404) => (advice, Failure::Denied(failure)),
            _ => (advice, Failure::Failed(failure)),
        }))
    }

    /// Logs a line with `--verbose`. The line never contains a header or a body.
    fn log(&self, line: &str) {
        if self.verbose {
            // There is no way to report that the log failed.
            _ = writeln!(std::io::stderr(), "{}", self.clean(line));
        }
    }

    /// Waits, and returns `true`, if enough waiting time is left.
    async fn wait(&self, wait: Duration) -> bool {
        let Some(left) = self.left.get().checked_sub(wait) else { return false };
        self.left.set(left);
        self.log(&format!("publish waits {:.1} s", wait.as_secs_f64()));
        tokio::time::sleep(wait).await;
        true
    }

    fn read<T: DeserializeOwned>(&self, body: Json) -> Result<T, Failure> {
        serde_json::from_value(body)
            .map_err(|error| Failure::Failed(self.clean(&format!("cargo mts cannot read GitHub's answer: {error}"))))
    }

    fn name(&self, method: HttpMethod, path: &str) -> String {
        let verb = match method {
            HttpMethod::Get => "GET",
            HttpMethod::Post => "POST",
            HttpMethod::Patch => "PATCH",
            HttpMethod::Put => "PUT",
            HttpMethod::Delete => "DELETE",
        };
        format!("{verb} {}", path.split('?').next().unwrap_or(path))
    }

    fn clean(&self, text: &str) -> String {
        crate::report::escape::terminal(&text.replace(&self.token, "***"))
    }
}

/// Returns GitHub's message for a refusal, at most 300 characters.
fn refusal_text(json: &Json) -> String {
    let mut text = json["message"].as_str().unwrap_or("no message").to_owned();
    for error in json["errors"].as_array().into_iter().flatten() {
        let part = error.as_str().or_else(|| error["message"].as_str());
        text.extend(part.map(|part| format!("; {part}")));
    }
    text.chars().take(300).collect()
}

/// Describes an error with its causes.
fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut next: Option<&dyn std::error::Error> = Some(error);
    while let Some(one) = next.filter(|_| parts.len() < 6) {
        let text = one.to_string();
        let text = text.lines().next().unwrap_or_default().trim().to_owned();
        if !text.is_empty() && !parts.contains(&text) {
            parts.push(text);
        }
        next = one.source();
    }
    parts.join(": ")
}
