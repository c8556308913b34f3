//! Decides whether and when to send a request again. All functions of the module are pure.
//!
//! The decision needs the header `Retry-After` and the limits of the configuration.

use std::time::Duration;

/// The longest wait that an endpoint may request. A longer wait counts as a refusal.
const LONGEST: Duration = Duration::from_secs(120);
/// The first wait if the endpoint requests no wait. The wait doubles with each attempt.
const FIRST: Duration = Duration::from_millis(500);

/// Returns the time to wait before the next attempt, or `None` for no further attempt.
///
/// `attempt` counts from 0, `asked` is the answer's `Retry-After`, and `now` is in seconds since
/// 1970.
pub(super) fn wait(attempt: u32, retries: u32, asked: Option<&str>, now: u64) -> Option<Duration> {
    if attempt >= retries {
        return None;
    }
    let own = FIRST.saturating_mul(1 << attempt.min(10)).min(LONGEST);
    let wait = asked.and_then(|text| retry_after(text, now)).unwrap_or(own);
    (wait <= LONGEST).then_some(wait)
}

/// Parses `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
fn retry_after(text: &str, now: u64) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Duration::from_secs(u64::try_from(date.as_second()).ok()?.saturating_sub(now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_retry_waits_as_long_as_the_endpoint_requests() {
        let seconds = |attempt, asked| wait(attempt, 3, asked, 784_111_777).map(|wait| wait.as_secs_f64());
        assert_eq!(seconds(0, Some("7")), Some(7.0));
        assert_eq!(seconds(0, Some("0.25")), Some(0.25));
        assert_eq!(seconds(0, Some("Sun, 06 Nov 1994 08:49:40 GMT")), Some(3.0));
        assert_eq!(seconds(0, Some("Sun, 06 Nov 1994 08:49:30 GMT")), Some(0.0), "the time is past");
        assert_eq!(seconds(0, Some("Sun Nov  6 08:49:40 1994")), Some(0.5), "it is no date of HTTP today");
        assert_eq!(seconds(0, Some("3600")), None, "an hour is too long for one answer");
        assert_eq!((seconds(0, None), seconds(2, Some("soon"))), (Some(0.5), Some(2.0)));
        assert_eq!(seconds(3, Some("1")), None, "there are three retries");
    }
}
