//! When a refused request may be sent again, and after how long: a pure reading of what GitHub answered.
//! Who waits, and what a repeated request could do twice, is the client's business.

use std::time::Duration;

/// How often and how long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A request is sent again at most so often.
    pub retries: u32,
    /// All waiting of a command together.
    pub longest: Duration,
    /// After a fault of the server, doubled each time.
    pub fault: Duration,
    /// At a secondary rate limit that names no time, doubled each time. GitHub asks for at least a minute.
    pub secondary: Duration,
    /// Until a request without an answer is given up.
    pub answer: Duration,
}

impl Default for Patience {
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

/// What an answer says that bears on repeating its request.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told<'a> {
    pub status: u16,
    /// `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
    /// `x-ratelimit-remaining`.
    pub remaining: Option<u64>,
    /// `x-ratelimit-reset`, in seconds since 1970.
    pub reset: Option<u64>,
    pub message: &'a str,
}

/// Whether to send it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// It was turned away for its number and had no effect: again after so long.
    Limited(Duration),
    /// The server failed; the request may have had its effect. Again after so long, if it may be repeated.
    Fault(Duration),
    /// The answer is final.
    Final,
}

impl Patience {
    /// Reads an answer; `attempt` counts from 0, `now` in seconds since 1970.
    pub(super) fn read(&self, told: &Told<'_>, attempt: u32, now: u64) -> Advice {
        let doubled = |base: Duration| base.saturating_mul(1_u32.checked_shl(attempt).unwrap_or(u32::MAX));
        let asked = told.retry_after.map(Duration::from_secs);
        match told.status {
            403 | 429 => {
                let text = told.message.to_ascii_lowercase();
                let by_text = text.contains("rate limit") || text.contains("abuse detection");
                if let Some(wait) = asked {
                    Advice::Limited(wait)
                } else if let (Some(0), Some(reset)) = (told.remaining, told.reset) {
                    // A second more: the clocks need not agree.
                    Advice::Limited(Duration::from_secs(reset.saturating_sub(now) + 1))
                } else if told.status == 429 || by_text {
                    Advice::Limited(doubled(self.secondary))
                } else {
                    Advice::Final
                }
            }
            502..=504 => Advice::Fault(asked.unwrap_or_else(|| doubled(self.fault))),
            _ => Advice::Final,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(told: Told<'_>) -> Advice {
        Patience::default().read(&told, 1, 1_000)
    }

    #[test]
    fn a_limit_is_waited_for_as_long_as_github_says() {
        let seconds = Duration::from_secs;
        let limited = Told { status: 429, retry_after: Some(7), ..Told::default() };
        assert_eq!(read(limited), Advice::Limited(seconds(7)));
        let primary = Told { status: 403, remaining: Some(0), reset: Some(1_030), ..Told::default() };
        assert_eq!(read(primary), Advice::Limited(seconds(31)));
        let text = "You have exceeded a secondary rate limit. Please wait a few minutes.";
        let secondary = Told { status: 403, message: text, remaining: Some(4_999), ..Told::default() };
        assert_eq!(read(secondary), Advice::Limited(seconds(120)), "a minute, doubled at the second time");
    }

    #[test]
    fn a_denial_is_final_and_a_fault_is_not() {
        let denied = Told { status: 403, message: "Resource not accessible by integration", ..Told::default() };
        assert_eq!(read(denied), Advice::Final);
        assert_eq!(read(Told { status: 422, ..Told::default() }), Advice::Final);
        assert_eq!(read(Told { status: 502, ..Told::default() }), Advice::Fault(Duration::from_secs(2)));
    }
}
