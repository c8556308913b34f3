//! When a request to an endpoint is sent again, and after how long. Pure.

use std::time::Duration;

/// The longest wait that an endpoint may ask for; more is a refusal.
const LONGEST: Duration = Duration::from_secs(120);
/// The first wait where it names none; doubled each time.
const FIRST: Duration = Duration::from_millis(500);

/// How long to wait before the next attempt; nothing where there should be none. `attempt` counts from 0,
/// `asked` is the answer's `Retry-After`, `now` is in seconds since 1970.
pub(super) fn wait(attempt: u32, retries: u32, asked: Option<&str>, now: u64) -> Option<Duration> {
    if attempt >= retries {
        return None;
    }
    let own = FIRST.saturating_mul(1 << attempt.min(10)).min(LONGEST);
    let wait = asked.and_then(|text| retry_after(text, now)).unwrap_or(own);
    (wait <= LONGEST).then_some(wait)
}

/// `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
fn retry_after(text: &str, now: u64) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    date(text).map(|at| Duration::from_secs(at.saturating_sub(now)))
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, rest) = text.split_once(", ")?;
    let parts: Vec<&str> = rest.split(' ').collect();
    let [day, month, year, time, "GMT"] = parts.as_slice() else { return None };
    let month = MONTHS.iter().position(|name| name == month)?;
    let (day, year): (u64, u64) = (day.parse().ok()?, year.parse().ok()?);
    let mut clock = time.split(':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if !(1970..=9999).contains(&year) || !(1..=31).contains(&day) {
        return None;
    }
    let leaps = |year: u64| year / 4 - year / 100 + year / 400;
    let is_leap = leaps(year) != leaps(year - 1);
    let before: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let days = (year - 1970) * 365 + leaps(year - 1) - leaps(1969)
        + before.get(month)?
        + u64::from(is_leap && month > 1)
        + day
        - 1;
    Some(days * 86400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_given_the_time_that_it_asks_for() {
        let seconds = |attempt, asked| wait(attempt, 3, asked, 784_111_777).map(|wait| wait.as_secs_f64());
        assert_eq!(seconds(0, Some("7")), Some(7.0));
        assert_eq!(seconds(0, Some("0.25")), Some(0.25));
        assert_eq!(seconds(0, Some("Sun, 06 Nov 1994 08:49:40 GMT")), Some(3.0));
        assert_eq!(seconds(0, Some("Sun, 06 Nov 1994 08:49:30 GMT")), Some(0.0), "it is past");
        assert_eq!(seconds(0, Some("3600")), None, "nobody waits an hour for one answer");
        assert_eq!((seconds(0, None), seconds(2, Some("soon"))), (Some(0.5), Some(2.0)));
        assert_eq!(seconds(3, Some("1")), None, "there are three retries");
    }

    #[test]
    fn dates_are_read_over_leap_years() {
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Thu, 29 Feb 2024 12:00:00 GMT"), Some(1_709_208_000));
        assert_eq!(date("Fri, 01 Mar 2024 00:00:00 GMT"), Some(1_709_251_200));
        assert_eq!(date("Sun, 22 Nov 2026 11:40:15 GMT"), Some(1_795_347_615));
        assert_eq!(date("Sun Nov  6 08:49:37 1994"), None);
    }
}
