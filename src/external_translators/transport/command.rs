//! Translates with a program that runs once for each text.
//!
//! The program reads Java on its standard input and writes Python on its standard output.

use super::concurrency::ConcurrencyLimit;
use crate::config::{CommandConfig, TranslatorConfig};
use crate::external_translators::failure::{InvalidAnswer, TransportError};
use crate::external_translators::request::{Reply, SamplingParams, TranslateRequest};
use crate::external_translators::transport::channel::{Channel, variables};
use mts_model::TranslatorUsage;
use mts_model::error::{Error, Result};
use mts_workers::commands::command::{self, CommandResult, UserCommand};
use mts_workers::commands::cpu_limit::CpuBound;
use std::sync::atomic::{AtomicU64, Ordering};

/// A program that runs once for each text.
pub(super) struct Command {
    program: UserCommand,
    limit: ConcurrencyLimit,
    identity: Vec<String>,
    requests: AtomicU64,
}

impl Command {
    pub(super) fn new(described: &TranslatorConfig, called: &CommandConfig) -> Result<Self> {
        let program = program_of(described, called)?;
        let identity = identity("command", described, called, &program);
        let limit = ConcurrencyLimit::new(described.concurrency);
        Ok(Self { program, limit, identity, requests: AtomicU64::new(0) })
    }

    fn one(&self, question: &TranslateRequest, params: &SamplingParams) -> Reply {
        let mut texts = Vec::new();
        for candidate in 0..params.candidates.max(1) {
            self.requests.fetch_add(1, Ordering::Relaxed);
            let mut variables = variables(question, params);
            variables.push(("MTS_CANDIDATE".to_owned(), candidate.to_string()));
            match reply(self.program.run(&variables, &question.java)) {
                Ok(text) => texts.push(text),
                Err(fault) if texts.is_empty() => return fault,
                // The program gives no further candidates.
                Err(_) => break,
            }
        }
        Reply::Texts(texts)
    }
}

/// Returns the output of a program, or the reply that describes its failure.
fn reply(ended: CommandResult) -> Result<String, Reply> {
    Err(match ended {
        CommandResult::Answered(bytes) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(error) => InvalidAnswer::Encoding.reply(&format!("byte {}", error.utf8_error().valid_up_to() + 1)),
        },
        CommandResult::Failed(how) => InvalidAnswer::Failed.reply(&how),
        CommandResult::TimedOut => InvalidAnswer::TimedOut.reply(""),
        CommandResult::CpuLimit => InvalidAnswer::TimedOut.reply("the program used up its processor time"),
        CommandResult::OutputLimit => InvalidAnswer::OutputLimit.reply(""),
        CommandResult::NotStarted(why) => Reply::Unreachable(TransportError::NotStarted.why(&why)),
    })
}

impl Channel for Command {
    fn identity(&self) -> Vec<String> {
        self.identity.clone()
    }

    fn ask(&self, questions: &[&TranslateRequest], params: &SamplingParams) -> Vec<Reply> {
        self.limit.each(questions, |question| self.one(question, params))
    }

    fn usage(&self) -> TranslatorUsage {
        TranslatorUsage {
            requests: self.requests.load(Ordering::Relaxed),
            reproducible: true,
            ..TranslatorUsage::default()
        }
    }
}

/// Returns the configured program with its environment variables.
pub(super) fn program_of(described: &TranslatorConfig, called: &CommandConfig) -> Result<UserCommand> {
    let name = called.words.first().map_or("", String::as_str);
    if command::locate(name).is_none() {
        let error =
            Error::environment(format!("cannot find the program `{name}` of the translator {}", described.name));
        return Err(error.help("write the path of the program, or add its folder to PATH"));
    }
    let passed = called.env.iter().filter_map(|name| Some((name.clone(), std::env::var(name).ok()?)));
    let env = passed.chain(called.set.clone()).collect();
    let bound = |time| {
        let launcher = std::env::current_exe();
        let failed = |error| Error::environment(format!("cannot find the path of the cargo-mts program: {error}"));
        launcher.map(|launcher| CpuBound { time, launcher }).map_err(failed)
    };
    let cpu = called.cpu.map(bound).transpose()?;
    Ok(UserCommand { words: called.words.clone(), env, time: described.time, cpu, output: described.output })
}

/// Returns the facts that a program's answers depend on.
///
/// These facts are the configured version, the words of the command line, and the files and the environment variables
/// of the program.
pub(super) fn identity(
    kind: &str,
    described: &TranslatorConfig,
    called: &CommandConfig,
    program: &UserCommand,
) -> Vec<String> {
    let mut all = vec![kind.to_owned(), described.version.clone(), command::content_hash(program)];
    all.extend(called.words.iter().cloned());
    // The tool stores only a hash of the identity, so nobody can read a secret variable from a key.
    all.extend(program.env.iter().map(|(name, value)| format!("{name}={value}")));
    all
}
