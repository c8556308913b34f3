//! Reasons for a missing translation: an invalid answer, or an unreachable translator.

use super::request::Reply;
use mts_model::Why;

/// The reason why an answer is not a translation. The field `why` of a mutant shows this reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidAnswer {
    /// The answer did not arrive in time, or the program used up its processor time.
    TimedOut,
    /// The output is larger than the limit.
    OutputLimit,
    /// The program ended with an exit status other than 0, or by a signal.
    Failed,
    /// The translator reported that it has no translation.
    Refuses,
    /// The answer has no text.
    Empty,
    /// The answer is not UTF-8.
    Encoding,
    /// The answer is incomplete: the token limit was reached, or a fence is open.
    Incomplete,
    /// The answer has prose around the code.
    Prose,
    /// The answer has several blocks of code.
    Blocks,
    /// The answer does not contain the requested function.
    Absent,
    /// The answer contains the requested function more than once.
    Several,
    /// A line of a batch translator does not follow the protocol.
    Protocol,
}

impl InvalidAnswer {
    /// All reasons.
    pub const ALL: [Self; 12] = [
        Self::TimedOut,
        Self::OutputLimit,
        Self::Failed,
        Self::Refuses,
        Self::Empty,
        Self::Encoding,
        Self::Incomplete,
        Self::Prose,
        Self::Blocks,
        Self::Absent,
        Self::Several,
        Self::Protocol,
    ];

    /// Returns the name of the reason in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::TimedOut => "no answer in time",
            Self::OutputLimit => "too much output",
            Self::Failed => "the translator failed",
            Self::Refuses => "the translator refused",
            Self::Empty => "an empty answer",
            Self::Encoding => "not UTF-8",
            Self::Incomplete => "the answer is incomplete",
            Self::Prose => "prose around the code",
            Self::Blocks => "several blocks of code",
            Self::Absent => "the answer does not contain the function",
            Self::Several => "the answer contains the function more than once",
            Self::Protocol => "the answer does not follow the protocol",
        }
    }

    /// Returns the reason with a detail.
    #[must_use]
    pub fn why(self, detail: &str) -> Why {
        why(self.word(), detail)
    }

    pub(super) fn reply(self, detail: &str) -> Reply {
        Reply::Missing(self.why(detail))
    }
}

/// The reason why a translator was not reachable. The field `why` of a mutant shows this reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportError {
    /// The program did not start.
    NotStarted,
    /// There was no connection, or the connection broke.
    Connection,
    /// The endpoint refused the key (401, 403).
    Denied,
    /// There were too many requests, or the quota is used up (429).
    Limited,
    /// The endpoint failed (408, 5xx).
    Server,
    /// The endpoint refused the request (any other status).
    Rejected,
    /// The answer is incomplete or does not follow the protocol.
    Garbled,
}

impl TransportError {
    /// All reasons.
    pub const ALL: [Self; 7] =
        [Self::NotStarted, Self::Connection, Self::Denied, Self::Limited, Self::Server, Self::Rejected, Self::Garbled];

    /// Returns the name of the reason in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::NotStarted => "not started",
            Self::Connection => "no connection",
            Self::Denied => "the endpoint refused the key",
            Self::Limited => "rate limit or quota reached",
            Self::Server => "the endpoint failed",
            Self::Rejected => "the endpoint refused the request",
            Self::Garbled => "an invalid answer",
        }
    }

    /// Returns the reason with a detail.
    #[must_use]
    pub fn why(self, detail: &str) -> Why {
        why(self.word(), detail)
    }
}

/// Returns a reason with a detail from another program, cut to one short line.
fn why(word: &str, detail: &str) -> Why {
    let line = detail.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).take(300).collect();
    Why { detail: Some(line).filter(|line| !line.is_empty()), ..word.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_short_line_and_begins_with_its_name() {
        assert_eq!(
            InvalidAnswer::Failed.why("exit status 1:\n  no\x1b[31m").to_string(),
            "the translator failed: exit status 1: no[31m"
        );
        assert_eq!(TransportError::Denied.why("").to_string(), "the endpoint refused the key");
        let names: std::collections::BTreeSet<&str> =
            InvalidAnswer::ALL.iter().map(|f| f.word()).chain(TransportError::ALL.iter().map(|u| u.word())).collect();
        assert_eq!(names.len(), InvalidAnswer::ALL.len() + TransportError::ALL.len(), "no two have one name");
        assert!(names.iter().all(|name| !name.contains(':')));
    }
}
