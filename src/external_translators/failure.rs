//! Reasons for a missing translation: an invalid answer, or a translator that could not be reached.

use super::request::Reply;
use mts_model::Why;

/// Why an answer is no translation: the reason in a mutant's `why`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidAnswer {
    /// No answer within the bound of time.
    Hangs,
    /// More output than the bound allows.
    Floods,
    /// The program ended with an exit status other than 0, or by a signal.
    Dies,
    /// The translator said itself that it has none.
    Refuses,
    /// The answer has no text.
    Empty,
    /// The answer is not UTF-8.
    Encoding,
    /// The answer ends in the middle: a model's bound of tokens, or a fence that is not closed.
    CutOff,
    /// There are words around the code.
    Prose,
    /// There are several blocks of code.
    Blocks,
    /// The function asked for is not in it.
    Absent,
    /// The function asked for is there more than once.
    Several,
    /// A line of a batch translator that is none of the protocol.
    Protocol,
}

impl InvalidAnswer {
    /// Every fault.
    pub const ALL: [Self; 12] = [
        Self::Hangs,
        Self::Floods,
        Self::Dies,
        Self::Refuses,
        Self::Empty,
        Self::Encoding,
        Self::CutOff,
        Self::Prose,
        Self::Blocks,
        Self::Absent,
        Self::Several,
        Self::Protocol,
    ];

    /// Its name in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Hangs => "no answer in time",
            Self::Floods => "too much output",
            Self::Dies => "the translator failed",
            Self::Refuses => "the translator refused",
            Self::Empty => "an empty answer",
            Self::Encoding => "not UTF-8",
            Self::CutOff => "cut off",
            Self::Prose => "prose around the code",
            Self::Blocks => "several blocks of code",
            Self::Absent => "another function",
            Self::Several => "the function more than once",
            Self::Protocol => "not the protocol",
        }
    }

    /// The reason with a detail.
    #[must_use]
    pub fn why(self, detail: &str) -> Why {
        why(self.word(), detail)
    }

    pub(super) fn reply(self, detail: &str) -> Reply {
        Reply::Missing(self.why(detail))
    }
}

/// Why a translator could not be reached: the reason in a mutant's `why`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportError {
    /// The program could not be started.
    NotStarted,
    /// No connection, or one that broke.
    Connection,
    /// The endpoint does not know us (401, 403).
    Denied,
    /// Too many requests, or no quota left (429).
    Limited,
    /// The endpoint failed (5xx).
    Server,
    /// The endpoint does not take the request (any other status).
    Rejected,
    /// An answer that is cut off or none of the protocol.
    Garbled,
}

impl TransportError {
    /// Every one.
    pub const ALL: [Self; 7] =
        [Self::NotStarted, Self::Connection, Self::Denied, Self::Limited, Self::Server, Self::Rejected, Self::Garbled];

    /// Its name in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::NotStarted => "not started",
            Self::Connection => "no connection",
            Self::Denied => "not authorised",
            Self::Limited => "limited",
            Self::Server => "the endpoint failed",
            Self::Rejected => "the endpoint refused the request",
            Self::Garbled => "a garbled answer",
        }
    }

    /// The reason with a detail.
    #[must_use]
    pub fn why(self, detail: &str) -> Why {
        why(self.word(), detail)
    }
}

/// A reason with the words of another program as its detail. The detail is cut to one short line.
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
            InvalidAnswer::Dies.why("exit status 1:\n  no\x1b[31m").to_string(),
            "the translator failed: exit status 1: no[31m"
        );
        assert_eq!(TransportError::Denied.why("").to_string(), "not authorised");
        let names: std::collections::BTreeSet<&str> =
            InvalidAnswer::ALL.iter().map(|f| f.word()).chain(TransportError::ALL.iter().map(|u| u.word())).collect();
        assert_eq!(names.len(), InvalidAnswer::ALL.len() + TransportError::ALL.len(), "no two have one name");
        assert!(names.iter().all(|name| !name.contains(':')));
    }
}
