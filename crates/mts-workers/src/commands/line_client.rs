//! Exchanges lines with a running user's command. The caller defines the contents of the lines.

use crate::commands::command::{RunningCommand, UserCommand};
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The time that a command has to end after its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// An event from the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEvent {
    /// A line, without the line break.
    Line(Vec<u8>),
    /// No line came within the time limit.
    TimedOut,
    /// A line was longer than the output limit.
    OutputLimit,
    /// The command ended in this way, or closed its standard output.
    Ended(String),
}

/// A running command that exchanges lines. The command ends when this value is dropped.
#[derive(Debug)]
pub struct LineClient {
    running: RunningCommand,
    send: Option<Sender<String>>,
    events: Receiver<Result<Vec<u8>, ()>>,
}

impl LineClient {
    /// Starts the program with the additional environment variables `more`.
    ///
    /// # Errors
    /// Returns an error if the program does not start.
    pub fn start(program: &UserCommand, more: &[(String, String)]) -> Result<Self, String> {
        let mut running = RunningCommand::start(program, more)?;
        let (send, lines) = mpsc::channel::<String>();
        let (event_sender, events) = mpsc::sync_channel(64);
        let (stdin, stdout) = (running.child.stdin.take(), running.child.stdout.take());
        if let Some(mut stdin) = stdin {
            // A separate thread writes, because the pipes of both directions may be full at once.
            std::thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = stdout {
            let most = program.output;
            std::thread::spawn(move || {
                let mut stdout = BufReader::new(stdout);
                while let Some(line) = line(&mut stdout, most) {
                    let is_last = line.is_err();
                    if event_sender.send(line).is_err() || is_last {
                        return;
                    }
                }
            });
        }
        Ok(Self { running, send: Some(send), events })
    }

    /// Sends a line. If the command has ended, the next [`LineClient::receive`] reports it.
    pub fn send(&self, line: &str) {
        if let Some(send) = &self.send {
            _ = send.send(format!("{line}\n"));
        }
    }

    /// Waits for a line.
    pub fn receive(&mut self, time: Duration) -> LineEvent {
        match self.events.recv_timeout(time) {
            Ok(Ok(line)) => LineEvent::Line(line),
            Ok(Err(())) => LineEvent::OutputLimit,
            Err(RecvTimeoutError::Timeout) => LineEvent::TimedOut,
            Err(RecvTimeoutError::Disconnected) => match self.running.wait(Instant::now() + GRACE) {
                Some(status) => LineEvent::Ended(self.running.describe_end(status)),
                None => LineEvent::Ended("the command closed its standard output".to_owned()),
            },
        }
    }
}

impl Drop for LineClient {
    fn drop(&mut self) {
        // After its input is closed, the command can end by itself.
        self.send = None;
        self.running.wait(Instant::now() + GRACE);
    }
}

/// Returns the next line, without its line break.
///
/// The result is an error if the line is longer than `most` bytes, and `None` at the end of the output.
fn line(from: &mut impl BufRead, most: usize) -> Option<Result<Vec<u8>, ()>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = from.take(limit).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Some(if bytes.len() > most { Err(()) } else { Ok(bytes) })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn talk(script: &str) -> LineClient {
        let words = ["sh", "-c", script].map(str::to_owned).to_vec();
        let program = UserCommand { words, env: Vec::new(), time: Duration::from_secs(20), cpu: None, output: 100 };
        LineClient::start(&program, &[]).expect("starts")
    }

    #[test]
    fn a_program_answers_line_by_line_and_its_exit_is_an_event() {
        let mut cat = talk("while read line; do echo \"<$line>\"; [ \"$line\" = two ] && exit 7; done");
        let long = Duration::from_secs(20);
        cat.send("one");
        assert_eq!(cat.receive(long), LineEvent::Line(b"<one>".to_vec()));
        cat.send("two");
        assert_eq!(cat.receive(long), LineEvent::Line(b"<two>".to_vec()));
        assert_eq!(cat.receive(long), LineEvent::Ended("exit status 7".to_owned()));
    }

    #[test]
    fn a_timeout_and_an_endless_line_are_events() {
        assert_eq!(talk("sleep 60").receive(Duration::from_millis(100)), LineEvent::TimedOut);
        assert_eq!(talk("yes | tr -d '\\n'").receive(Duration::from_secs(20)), LineEvent::OutputLimit);
    }
}
