//! Standard output and standard error: the only place that writes to either.

use crate::run::output::write_reports::{self, TerminalOptions};
use mts_model::error::{Error, ExitCode, Result};
use std::borrow::Cow;
use std::io::{IsTerminal, Write};

/// Writes a result to standard output. A reader that went away is success.
///
/// # Errors
/// When standard output cannot be written for another reason.
pub fn result(text: &str) -> Result<ExitCode> {
    commands(&for_this_log(text))
}

/// Writes workflow commands, or text that holds none, to standard output.
///
/// # Errors
/// As [`result`].
pub fn commands(text: &str) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::environment(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(ExitCode::Passed),
    }
}

/// Writes a message to standard error; a failure is ignored.
pub fn status(text: &str) {
    commands_to_stderr(&for_this_log(text));
}

/// Writes workflow commands to standard error, which GitHub reads as well.
pub fn commands_to_stderr(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// Whether GitHub reads what is printed here.
#[must_use]
pub fn in_actions() -> bool {
    std::env::var("GITHUB_ACTIONS").is_ok_and(|word| word == "true")
}

fn for_this_log(text: &str) -> Cow<'_, str> {
    if in_actions() { Cow::Owned(write_reports::for_log(text)) } else { Cow::Borrowed(text) }
}

/// The width and the colours of the terminals.
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
