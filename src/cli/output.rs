//! Writes to standard output and standard error.
//!
//! No other module of the command line does so, except that clap prints its help and its errors.

use crate::run::output::write_reports::{self, TerminalOptions};
use crate::run::results::redaction::Secrets;
use mts_model::error::{Error, ExitCode, Result};
use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

/// Writes a result to standard output. A closed pipe is not an error.
///
/// # Errors
/// Returns an error if the write to standard output fails for any other reason.
pub fn result(text: &str) -> Result<ExitCode> {
    commands(&for_this_log(text))
}

/// Writes workflow commands, or text without workflow commands, to standard output.
///
/// # Errors
/// Returns an error if the write to standard output fails. A closed pipe is not an error.
pub fn commands(text: &str) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::environment(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(ExitCode::Passed),
    }
}

/// Writes a message to standard error, and ignores a failed write. Control characters are escaped.
pub fn status(text: &str) {
    commands_to_stderr(&for_this_log(&write_reports::without_controls(text)));
}

/// Writes workflow commands to standard error. GitHub reads commands from standard error too.
pub fn commands_to_stderr(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// Reports whether the tool runs in GitHub Actions, which reads workflow commands from the output.
#[must_use]
pub fn is_in_actions() -> bool {
    std::env::var("GITHUB_ACTIONS").is_ok_and(|word| word == "true")
}

/// Replaces secrets, and in GitHub Actions makes workflow commands plain text.
fn for_this_log(text: &str) -> Cow<'_, str> {
    static SECRETS: OnceLock<Secrets> = OnceLock::new();
    let text = SECRETS.get_or_init(|| Secrets::from_process(Vec::new())).redact_text(text);
    if is_in_actions() { Cow::Owned(write_reports::for_log(&text)) } else { text }
}

/// Returns the widths of the terminals, in columns, and whether the output has colors.
#[must_use]
pub fn terminal() -> TerminalOptions {
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let errors = terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| usize::from(width.0));
    TerminalOptions {
        progress: errors,
        verbose: false,
        color: write_reports::wants_color(std::io::stdout().is_terminal()),
        width: columns.unwrap_or(100),
    }
}
