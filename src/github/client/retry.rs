//! Decides from GitHub's answer whether and when to send a request again. The client waits.
//!
//! The decision needs GitHub's rate limit headers, which the retry layers of HTTP libraries do not read.

use std::time::Duration;

/// The number of retries and the waiting times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The largest number of retries of a request.
    pub retries: u32,
    /// The largest sum of all waits of a command.
    pub longest: Duration,
    /// The wait after a fault of the server. The wait doubles with each attempt.
    pub fault: Duration,
    /// The wait at a secondary rate limit if GitHub states no time. The wait doubles with each attempt.
    ///
    /// GitHub requires at least a minute.
    pub secondary: Duration,
    /// The time limit of a request without an answer.
    pub answer: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            retries: 3,
            longest: Duration::from_secs(180),
            fault: Duration::from_secs(1),
            secondary: Duration::from_secs(60),
            answer: Duration::from_secs(30),
        }
    }
}

/// The parts of an answer that determine a retry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResponseMeta<'a> {
    pub status: u16,
    /// The header `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
    /// The header `x-ratelimit-remaining`.
    pub remaining: Option<u64>,
    /// The header `x-ratelimit-reset`, in seconds since 1970.
    pub reset: Option<u64>,
    pub message: &'a str,
}

/// The decision about a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetryDecision {
    /// A rate limit refused the request. The client sends the request again after this time.
    Limited(Duration),
    /// The server failed, and the request may have had its effect. The client may retry after this
    /// time.
    Fault(Duration),
    /// The answer is final.
    Final,
}

impl RetryPolicy {
    /// Decides from an answer. `attempt` counts from 0, and `now` is in seconds since 1970.
    pub(super) fn read(&self, meta: &ResponseMeta<'_>, attempt: u32, now: u64) -> RetryDecision {
        let doubled = |base: Duration| base.saturating_mul(1_u32.checked_shl(attempt).unwrap_or(u32::MAX));
        let asked = meta.retry_after.map(Duration::from_secs);
        match meta.status {
            403 | 429 => {
                let text = meta.message.to_ascii_lowercase();
                let by_text = text.contains("rate limit") || text.contains("abuse detection");
                if let Some(wait) = asked {
                    RetryDecision::Limited(wait)
                } else if let (Some(0), Some(reset)) = (meta.remaining, meta.reset) {
                    // Wait one second more, because the two clocks may differ.
                    RetryDecision::Limited(Duration::from_secs(reset.saturating_sub(now) + 1))
                } else if meta.status == 429 || by_text {
                    RetryDecision::Limited(doubled(self.secondary))
                } else {
                    RetryDecision::Final
                }
            }
            502..=504 => RetryDecision::Fault(asked.unwrap_or_else(|| doubled(self.fault))),
            _ => RetryDecision::Final,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(meta: ResponseMeta<'_>) -> RetryDecision {
        RetryPolicy::default().read(&meta, 1, 1_000)
    }

    #[test]
    fn the_client_waits_for_a_rate_limit_as_long_as_github_says() {
        let seconds = Duration::from_secs;
        let limited = ResponseMeta { status: 429, retry_after: Some(7), ..ResponseMeta::default() };
        assert_eq!(read(limited), RetryDecision::Limited(seconds(7)));
        let primary = ResponseMeta { status: 403, remaining: Some(0), reset: Some(1_030), ..ResponseMeta::default() };
        assert_eq!(read(primary), RetryDecision::Limited(seconds(31)));
        let text = "You have exceeded a secondary rate limit. Please wait a few minutes.";
        let secondary = ResponseMeta { status: 403, message: text, remaining: Some(4_999), ..ResponseMeta::default() };
        assert_eq!(read(secondary), RetryDecision::Limited(seconds(120)), "a minute, doubled at the second time");
    }

    #[test]
    fn a_denied_request_is_final_and_a_server_error_is_repeated() {
        let denied =
            ResponseMeta { status: 403, message: "Resource not accessible by integration", ..ResponseMeta::default() };
        assert_eq!(read(denied), RetryDecision::Final);
        assert_eq!(read(ResponseMeta { status: 422, ..ResponseMeta::default() }), RetryDecision::Final);
        assert_eq!(
            read(ResponseMeta { status: 502, ..ResponseMeta::default() }),
            RetryDecision::Fault(Duration::from_secs(2))
        );
    }
}
