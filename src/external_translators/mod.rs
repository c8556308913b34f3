//! Other people's translators: programs and chat endpoints that are asked for the translation of a Java class.
//! Owns the asking (bounds, repeating, the cache of answers, what it took) and the reading of answers. What
//! is made of a translation is `translation`'s, how one is described `config`'s, and who asks for what is
//! decided above. With `github` it is the one room with a network, for endpoints that a user described.

pub mod answer;
mod batch;
mod cache;
mod command;
mod external;
mod http;
mod prompt;
mod retry;
mod seats;
mod wire;

pub use cache::Cache;
pub use external::{External, Made, question, translation};

use crate::config::{Described, Kind};
use mts_model::TranslatorUsage;
use mts_model::error::Result;

/// What is to be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The whole Java class.
    pub java: String,
    /// Its name.
    pub class: String,
    /// The method that will be called.
    pub method: String,
    /// That method's head as Java writes it: `int gcd(int a, int b)`.
    pub signature: String,
}

/// How a translator is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asking {
    /// How many answers are wanted, the best first. Fewer may come.
    pub candidates: usize,
    /// How freely a model chooses; its own default where nobody says.
    pub temperature: Option<f64>,
    /// What a model's choices follow from, as far as it keeps to that.
    pub seed: Option<u64>,
    /// Which of the described prompts is used, from 0.
    pub prompt: usize,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Texts, at least one, the best first. Whether they are translations is told by [`answer::read`].
    Texts(Vec<String>),
    /// The translator answered, and gave no translation: a [`Fault`] with what there is to say.
    Missing(String),
    /// The translator could not be asked: why.
    Unreachable(String),
}

/// Why what came back is no translation. The first words of a mutant's `why`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
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

impl Fault {
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

    /// Its name with what there is to say besides.
    #[must_use]
    pub fn told(self, detail: &str) -> String {
        told(self.word(), detail)
    }

    fn reply(self, detail: &str) -> Reply {
        Reply::Missing(self.told(detail))
    }
}

/// Why a translator could not be asked. The first words of a mutant's `why`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
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

impl Unreached {
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

    /// Its name with what there is to say besides.
    #[must_use]
    pub fn told(self, detail: &str) -> String {
        told(self.word(), detail)
    }
}

/// What somebody else said is cut to one short line.
fn told(word: &str, detail: &str) -> String {
    let line = detail.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).take(300).collect();
    if line.is_empty() { word.to_owned() } else { format!("{word}: {line}") }
}

/// A way to a translator.
trait Channel: Send + Sync {
    /// Everything that bears on its answers beside the question and how it is asked.
    fn identity(&self) -> Vec<String>;

    /// One reply for each question, in order.
    fn ask(&self, questions: &[&Question], asking: &Asking) -> Vec<Reply>;

    /// Whether it may answer the same question in another way.
    fn is_live(&self) -> bool;

    /// What it took so far.
    fn usage(&self) -> TranslatorUsage;
}

/// The way to the translator that is described.
fn channel(described: &Described) -> Result<Box<dyn Channel>> {
    Ok(match &described.kind {
        Kind::Command(program) => Box::new(command::Command::new(described, program)?),
        Kind::Batch(program) => Box::new(batch::Batch::new(described, program)?),
        Kind::Http(endpoint) => Box::new(http::Http::new(described, endpoint)?),
    })
}

/// How a question is put into the environment of a program.
fn variables(question: &Question, asking: &Asking) -> Vec<(String, String)> {
    let mut all = vec![
        ("MTS_CLASS".to_owned(), question.class.clone()),
        ("MTS_METHOD".to_owned(), question.method.clone()),
        ("MTS_SIGNATURE".to_owned(), question.signature.clone()),
    ];
    all.extend(parameters(asking));
    all
}

/// The parameters of a model in the environment of a program.
fn parameters(asking: &Asking) -> Vec<(String, String)> {
    let temperature = asking.temperature.map(|value| ("MTS_TEMPERATURE".to_owned(), value.to_string()));
    let seed = asking.seed.map(|value| ("MTS_SEED".to_owned(), value.to_string()));
    let prompt = (asking.prompt > 0).then(|| ("MTS_PROMPT".to_owned(), asking.prompt.to_string()));
    temperature.into_iter().chain(seed).chain(prompt).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_short_line_and_begins_with_its_name() {
        assert_eq!(Fault::Dies.told("exit status 1:\n  no\x1b[31m"), "the translator failed: exit status 1: no[31m");
        assert_eq!(Unreached::Denied.told(""), "not authorised");
        let names: std::collections::BTreeSet<&str> =
            Fault::ALL.iter().map(|f| f.word()).chain(Unreached::ALL.iter().map(|u| u.word())).collect();
        assert_eq!(names.len(), Fault::ALL.len() + Unreached::ALL.len(), "no two have one name");
        assert!(names.iter().all(|name| !name.contains(':')));
    }
}
