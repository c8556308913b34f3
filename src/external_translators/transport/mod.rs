//! The ways to a translator: a program for each text, a program for many texts, a chat endpoint. Owns bounds, retries and
//! how many requests run at a time.

mod batch;
pub(super) mod channel;
mod chat_api;
mod command;
mod concurrency;
mod http;
mod prompt;
mod retry;

use crate::config::{Kind, TranslatorConfig};
use channel::Channel;
use mts_model::error::Result;

/// The way to the translator that is described.
pub(super) fn open(described: &TranslatorConfig) -> Result<Box<dyn Channel>> {
    Ok(match &described.kind {
        Kind::Command(program) => Box::new(command::Command::new(described, program)?),
        Kind::Batch(program) => Box::new(batch::Batch::new(described, program)?),
        Kind::Http(endpoint) => Box::new(http::Http::new(described, endpoint)?),
    })
}
