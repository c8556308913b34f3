//! Standard output and standard error: the only place that writes to either.

use crate::error::{Error, ExitCode, Result};
use crate::pipeline::finish::{self, Screen};
use std::io::{IsTerminal, Write};

/// Writes a result to standard output. A reader that went away is success.
///
/// # Errors
/// When standard output cannot be written for another reason.
pub fn result(text: &str) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::environment(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(ExitCode::Passed),
    }
}

/// Writes talk to standard error; when that fails there is nobody to tell.
pub fn talk(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// What is known of the terminals.
#[must_use]
pub fn screen() -> Screen {
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let errors = terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| usize::from(width.0));
    Screen {
        progress: errors,
        color: finish::wants_color(std::io::stdout().is_terminal()),
        width: columns.unwrap_or(100),
    }
}
