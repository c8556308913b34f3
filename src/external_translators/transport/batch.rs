//! Translates with a program that handles many texts.
//!
//! The program stays alive until the end of the run. The program reads each request as one line of JSON, and writes
//! each answer as one line of JSON, in any order. After a fault, this module sends the remaining requests one by one,
//! so that a fault belongs to one text.

use super::command::{identity, program_of};
use crate::config::{CommandConfig, TranslatorConfig};
use crate::external_translators::failure::{InvalidAnswer, TransportError};
use crate::external_translators::request::{Reply, SamplingParams, TranslateRequest};
use crate::external_translators::transport::channel::{Channel, parameters};
use mts_model::TranslatorUsage;
use mts_model::error::Result;
use mts_workers::commands::command::UserCommand;
use mts_workers::{LineClient, LineEvent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The largest number of lines that answer no open request. More such lines count as too much
/// output.
const MOST_STRAY: usize = 1000;

/// A request, as one line of JSON.
#[derive(Serialize)]
struct BatchQuestion<'q> {
    id: &'q str,
    java: &'q str,
    class: &'q str,
    method: &'q str,
    signature: &'q str,
    candidates: usize,
}

/// An answer, as one line of JSON. The reader ignores unknown keys.
#[derive(Deserialize)]
struct BatchAnswer {
    id: String,
    #[serde(default)]
    python: Option<String>,
    #[serde(default)]
    candidates: Option<Vec<String>>,
    #[serde(default)]
    error: Option<String>,
}

/// The environment variables with the parameters of a program.
type Parameters = Vec<(String, String)>;

/// The batch programs of a translator.
pub(super) struct Batch {
    program: UserCommand,
    limit: super::concurrency::ConcurrencyLimit,
    identity: Vec<String>,
    /// The idle programs with their parameters.
    idle: Mutex<Vec<(Parameters, LineClient)>>,
    starts: AtomicU64,
    named: AtomicU64,
}

/// The result of a round with a program.
enum RoundEnd {
    /// The program answered all requests.
    Done,
    /// The program left requests unanswered, for this reason.
    Invalid(InvalidAnswer, String),
    /// A program from an earlier round ended before its first answer. This module then repeats the round.
    Gone,
    /// The program cannot start, for this reason.
    NotStarted(String),
}

impl Batch {
    pub(super) fn new(described: &TranslatorConfig, called: &CommandConfig) -> Result<Self> {
        let program = program_of(described, called)?;
        let identity = identity("batch", described, called, &program);
        let limit = super::concurrency::ConcurrencyLimit::new(described.concurrency);
        let (starts, named) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self { program, limit, identity, idle: Mutex::new(Vec::new()), starts, named })
    }

    /// Translates the requests that one program gets.
    fn share(&self, questions: &[&TranslateRequest], params: &SamplingParams) -> Vec<Reply> {
        let mut replies: Vec<Option<Reply>> = vec![None; questions.len()];
        let mut at_once = usize::MAX;
        loop {
            let open = (0..questions.len()).filter(|at| replies[*at].is_none()).take(at_once).collect::<Vec<_>>();
            let Some(first) = open.first().copied() else { break };
            match self.round(questions, &open, &mut replies, params) {
                // After `Gone`, the next round uses another program. A new program never counts as
                // gone.
                RoundEnd::Done | RoundEnd::Gone => {}
                RoundEnd::NotStarted(why) => {
                    replies.iter_mut().filter(|reply| reply.is_none()).for_each(|reply| {
                        *reply = Some(Reply::Unreachable(TransportError::NotStarted.why(&why)));
                    });
                }
                RoundEnd::Invalid(fault, why) if open.len() == 1 => replies[first] = Some(fault.reply(&why)),
                RoundEnd::Invalid(..) => at_once = 1,
            }
        }
        replies.into_iter().map(|reply| reply.unwrap_or_else(|| InvalidAnswer::Empty.reply(""))).collect()
    }

    /// Sends the open requests to a program. The program stays alive unless there is a fault.
    fn round(
        &self,
        questions: &[&TranslateRequest],
        open: &[usize],
        replies: &mut [Option<Reply>],
        params: &SamplingParams,
    ) -> RoundEnd {
        let with = parameters(params);
        let idle = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            // The search does not return to earlier parameters, so end the programs with other
            // parameters.
            idle.retain(|(own, _)| *own == with);
            idle.pop().map(|(_, talk)| talk)
        };
        let was_idle = idle.is_some();
        let mut talk = match idle.map_or_else(|| self.start(params), Ok) {
            Ok(talk) => talk,
            Err(why) => return RoundEnd::NotStarted(why),
        };
        // The ids are unique, so this module recognizes an answer to an earlier round.
        let mut waiting = BTreeMap::new();
        for at in open {
            let id = self.named.fetch_add(1, Ordering::Relaxed).to_string();
            let TranslateRequest { java, class, method, signature } = questions[*at];
            let candidates = params.candidates.max(1);
            let line = BatchQuestion { id: &id, java, class, method, signature, candidates };
            // JSON can represent every object with strings and a number, so this call does not
            // fail.
            talk.send(&serde_json::to_string(&line).unwrap_or_default());
            waiting.insert(id, *at);
        }
        let mut stray = 0;
        while !waiting.is_empty() {
            let line = match talk.receive(self.program.time) {
                LineEvent::Line(line) => line,
                LineEvent::TimedOut => return RoundEnd::Invalid(InvalidAnswer::TimedOut, String::new()),
                LineEvent::OutputLimit => return RoundEnd::Invalid(InvalidAnswer::OutputLimit, String::new()),
                LineEvent::Ended(_) if was_idle && waiting.len() == open.len() => return RoundEnd::Gone,
                LineEvent::Ended(how) => return RoundEnd::Invalid(InvalidAnswer::Failed, how),
            };
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let Ok(line) = String::from_utf8(line) else {
                return RoundEnd::Invalid(InvalidAnswer::Encoding, String::new());
            };
            let answered: BatchAnswer = match serde_json::from_str(&line) {
                Ok(answered) => answered,
                Err(error) => return RoundEnd::Invalid(InvalidAnswer::Protocol, error.to_string()),
            };
            match waiting.remove(&answered.id) {
                Some(at) => replies[at] = Some(answered.reply(params)),
                None => stray += 1,
            }
            if stray > MOST_STRAY {
                return RoundEnd::Invalid(
                    InvalidAnswer::OutputLimit,
                    "the program answered requests that do not exist".to_owned(),
                );
            }
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((with, talk));
        RoundEnd::Done
    }

    fn start(&self, params: &SamplingParams) -> Result<LineClient, String> {
        self.starts.fetch_add(1, Ordering::Relaxed);
        LineClient::start(&self.program, &parameters(params))
    }
}

impl BatchAnswer {
    fn reply(self, params: &SamplingParams) -> Reply {
        let mut texts: Vec<String> = self.python.into_iter().chain(self.candidates.into_iter().flatten()).collect();
        texts.truncate(params.candidates.max(1));
        match (texts.is_empty(), self.error) {
            (_, Some(why)) => InvalidAnswer::Refuses.reply(&why),
            (true, None) => InvalidAnswer::Protocol.reply("the answer has no `python`, no `candidates` and no `error`"),
            (false, None) => Reply::Texts(texts),
        }
    }
}

impl Channel for Batch {
    fn identity(&self) -> Vec<String> {
        self.identity.clone()
    }

    fn ask(&self, questions: &[&TranslateRequest], params: &SamplingParams) -> Vec<Reply> {
        let each = questions.len().div_ceil(self.limit.count()).max(1);
        let shares: Vec<&[&TranslateRequest]> = questions.chunks(each).collect();
        self.limit.each(&shares, |share| self.share(share, params)).concat()
    }

    fn usage(&self) -> TranslatorUsage {
        TranslatorUsage {
            requests: self.starts.load(Ordering::Relaxed),
            reproducible: true,
            ..TranslatorUsage::default()
        }
    }
}
