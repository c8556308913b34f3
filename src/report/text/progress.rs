//! Shows the progress of a run.
//!
//! On a terminal, the writer overwrites one line of standard error. With `--verbose`, the writer
//! writes a line for each pair. Otherwise the writer writes nothing. One line without a bar needs no
//! crate such as `indicatif`.

use super::terminal::fit;
use crate::report::escape::terminal as safe;
use mts_model::ProgressEvent;
use std::io::Write;

/// A writer of progress to a stream, never to standard output.
pub struct Progress<W: Write> {
    stream: W,
    /// The number of columns of the terminal. `None` means that the stream is not a terminal.
    width: Option<usize>,
    pairs: usize,
    done: usize,
    /// The text about the last pair.
    last: String,
    /// Whether the last line on the screen shows progress.
    ///
    /// The writer may overwrite such a line.
    is_open: bool,
    /// Whether each pair gets its own permanent line.
    in_lines: bool,
}

impl<W: Write> Progress<W> {
    /// Creates a writer. `width` is the width of the terminal, or `None` if the stream is not a
    /// terminal.
    pub fn new(stream: W, width: Option<usize>) -> Self {
        Self { stream, width, pairs: 0, done: 0, last: String::new(), is_open: false, in_lines: false }
    }

    /// Creates a writer with a line for each pair, for a log.
    pub fn in_lines(stream: W) -> Self {
        Self { in_lines: true, ..Self::new(stream, None) }
    }

    /// Writes the progress after an event. The function ignores errors of the stream.
    pub fn on(&mut self, event: &ProgressEvent) {
        match event {
            ProgressEvent::Planned { pairs } => self.pairs = *pairs,
            ProgressEvent::PairDone { name, killed, counted } => {
                self.done += 1;
                self.last = format!(", {} {killed} of {counted} killed", safe(name));
            }
        }
        self.draw();
    }

    /// Removes the progress line.
    pub fn finish(&mut self) {
        self.clear();
        _ = self.stream.flush();
    }

    fn draw(&mut self) {
        if self.in_lines && self.done > 0 {
            _ = writeln!(self.stream, "{}/{} pairs{}", self.done, self.pairs, self.last);
            return;
        }
        let Some(width) = self.width.filter(|_| self.pairs > 0) else { return };
        let line = format!("{}/{} pairs{}", self.done, self.pairs, self.last);
        // Some terminals wrap a full line, so leave one column free.
        _ = write!(self.stream, "\r\u{1b}[2K{}", fit(&line, width.saturating_sub(1)));
        _ = self.stream.flush();
        self.is_open = true;
    }

    fn clear(&mut self) {
        if self.is_open {
            _ = write!(self.stream, "\r\u{1b}[2K");
            self.is_open = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_progress(width: Option<usize>) -> String {
        progress_of(&|bytes| Progress::new(bytes, width))
    }

    fn progress_of(make: &dyn Fn(&mut Vec<u8>) -> Progress<&mut Vec<u8>>) -> String {
        let mut bytes = Vec::new();
        let mut progress = make(&mut bytes);
        for event in [
            ProgressEvent::Planned { pairs: 2 },
            ProgressEvent::PairDone { name: "Money.split".into(), killed: 1, counted: 9 },
        ] {
            progress.on(&event);
        }
        progress.finish();
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn a_terminal_has_one_progress_line_that_is_overwritten_and_removed() {
        let text = shown_progress(Some(80));
        assert!(text.contains("\r\u{1b}[2K1/2 pairs, Money.split 1 of 9 killed"), "{text:?}");
        assert_eq!(text.lines().count(), 1, "{text:?}");
        assert!(text.ends_with("\r\u{1b}[2K"), "nothing is left behind");
    }

    #[test]
    fn without_a_terminal_no_progress_line_is_written() {
        assert_eq!(shown_progress(None), "");
    }

    #[test]
    fn a_log_has_a_permanent_line_for_each_pair() {
        assert_eq!(progress_of(&|bytes| Progress::in_lines(bytes)), "1/2 pairs, Money.split 1 of 9 killed\n");
    }

    #[test]
    fn the_progress_line_is_cut_to_the_width_of_the_terminal() {
        assert!(shown_progress(Some(20)).contains("1/2 pairs, Money...\r"), "{:?}", shown_progress(Some(20)));
    }
}
