//! The transports to a translator.
//!
//! A transport is a program for each text, a program for many texts, or a chat endpoint. The transports apply the
//! limits, the retries and the number of concurrent requests.

mod batch;
pub(super) mod channel;
mod chat_api;
mod command;
mod concurrency;
mod http;
mod prompt;
mod retry;

use crate::config::{TranslatorConfig, TranslatorKind};
use channel::Channel;
use mts_model::error::Result;

/// Opens the transport to the configured translator.
pub(super) fn open(described: &TranslatorConfig) -> Result<Box<dyn Channel>> {
    Ok(match &described.kind {
        TranslatorKind::Command(program) => Box::new(command::Command::new(described, program)?),
        TranslatorKind::Batch(program) => Box::new(batch::Batch::new(described, program)?),
        TranslatorKind::Http(endpoint) => Box::new(http::Http::new(described, endpoint)?),
    })
}
