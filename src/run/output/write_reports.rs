//! Runs a scoring command: creates the output folder, shows progress and writes the reports.

use crate::report::findings::Annotate;
use crate::report::progress::Progress;
use crate::report::{RENDERERS, annotations, escape, json, markdown, terminal, timings};
use crate::run::RunOutput;
use crate::run::context::{MaterializeBase, RunContext};
use crate::run::options::Options;
use crate::run::output::output_dir::OutDir;
use crate::run::plan::PairFilter;
use crate::run::results::baseline;
use mts_model::ProgressEvent;
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The file with one line for each finished pair at each revision. The tool removes the file after the write of the
/// report.
const PARTIAL: &str = "partial.jsonl";

/// The options for output on a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminalOptions {
    /// The width of the terminal on standard error, in columns.
    ///
    /// `None` if standard error is not a terminal. The run then shows no progress unless `verbose` is set.
    pub progress: Option<usize>,
    /// `true` to log each measured pair on its own line.
    pub verbose: bool,
    /// `true` for a result with colors.
    pub color: bool,
    /// The width of the result, in columns.
    pub width: usize,
}

/// Runs the pairs and writes the output folder.
///
/// # Errors
/// Returns the errors of [`crate::run::run`], and an environment error if the folder or a file cannot be written.
pub fn run(
    context: &RunContext<'_>,
    filter: &PairFilter<'_>,
    options: &Options,
    materialize_base: MaterializeBase<'_>,
    out: &Path,
    terminal: TerminalOptions,
) -> Result<RunReport> {
    let folder = OutDir::create(out)?;
    let progress = progress(terminal);
    let finished = Mutex::new(false);
    let interrupted = |report: RunReport| {
        let Ok(finished) = finished.lock() else { return };
        if !*finished {
            let written = write(&folder, &report);
            // Another thread may hold the lock while it waits for the terminal.
            if let Ok(mut progress) = progress.try_lock() {
                progress.finish();
            }
            let line = match written {
                Ok(()) => format!("{}; the reports are in {}", report.headline, out.display()),
                Err(error) => format!("error: {error}"),
            };
            // The tool cannot report a failed write to the terminal, because the process ends.
            _ = writeln!(stderr(), "{}", for_log(&escape::terminal(&line)));
        }
        // This code never releases the lock, so no other thread writes before the process ends.
        std::mem::forget(finished);
    };
    let report_progress = |event: ProgressEvent| {
        if let ProgressEvent::PairDone { name, killed, counted } = &event {
            let line = serde_json::json!({ "pair": name, "killed": killed, "counted": counted });
            // A user who kills the run can read this file. If this write fails, the write of the report fails too and
            // returns the error.
            _ = folder.append_line(PARTIAL, &line.to_string());
        }
        if let Ok(mut progress) = progress.lock() {
            progress.on(&event);
        }
    };
    let report = crate::run::run(context, filter, options, materialize_base, &report_progress, &interrupted);
    if let Ok(mut progress) = progress.lock() {
        progress.finish();
    }
    let RunOutput { report, baseline, checkpoint } = report?;
    let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
    write(&folder, &report)?;
    *finished = true;
    match baseline {
        Some(baseline) => folder.write(baseline::FILE, baseline.render()?.as_bytes()).map(|_| ())?,
        None => folder.remove(baseline::FILE)?,
    }
    folder.remove(PARTIAL)?;
    if let Some(checkpoint) = checkpoint {
        checkpoint.remove();
    }
    Ok(report)
}

/// Writes the report in every format.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub(crate) fn write(folder: &OutDir, report: &RunReport) -> Result<()> {
    RENDERERS.iter().try_for_each(|renderer| {
        let text = renderer.render(report)?;
        folder.write(renderer.file(), text.as_bytes()).map(|_| ())
    })
}

/// Renders the findings as workflow commands, for a log that GitHub reads.
#[must_use]
pub fn annotations(report: &RunReport, annotate: Annotate) -> String {
    annotations::render(report, annotate)
}

/// Escapes text for a log that GitHub reads.
///
/// In the result, text from the repository is never a workflow command.
#[must_use]
pub fn for_log(text: &str) -> String {
    escape::workflow_log(text, text.starts_with(['{', '[']))
}

/// Escapes the control characters in each line of a message.
#[must_use]
pub fn without_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let plain = line.strip_suffix('\n').unwrap_or(line);
        out.extend([&*escape::terminal(plain), &line[plain.len()..]]);
    }
    out
}

/// Appends the summary to a file of the CI system.
///
/// The CI system shows the file on the page of the job.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn append_summary(report: &RunReport, file: &Path) -> Result<()> {
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(file);
    let written =
        opened.and_then(|mut file| file.write_all(format!("{}\n", markdown::render_summary(report)).as_bytes()));
    written.map_err(|error| Error::io("add to the job summary", file, &error))
}

/// Reports whether results may have colors.
///
/// The environment and the kind of standard output decide.
#[must_use]
pub fn wants_color(is_terminal: bool) -> bool {
    terminal::TextStyle::wants_color(|name| std::env::var(name).ok(), is_terminal)
}

/// Creates the progress display on standard error.
pub(crate) fn progress(terminal: TerminalOptions) -> Mutex<Progress<std::io::Stderr>> {
    if terminal.verbose {
        return Mutex::new(Progress::in_lines(stderr()));
    }
    Mutex::new(Progress::new(stderr(), terminal.progress.filter(|_| stderr().is_terminal())))
}

/// Renders the report as text for people, or as JSON.
///
/// # Errors
/// Returns an internal error if the report has no JSON form.
pub fn text(report: &RunReport, as_json: bool, terminal: TerminalOptions) -> Result<String> {
    if as_json {
        return json::render(report);
    }
    Ok(terminal::render_with(report, terminal::TextStyle { color: terminal.color, width: terminal.width }))
}

/// Renders the times of the pairs as text for people.
#[must_use]
pub fn timings(report: &RunReport) -> String {
    timings::render(report)
}

#[cfg(test)]
mod tests {
    use super::without_controls;

    #[test]
    fn a_message_keeps_its_lines_and_loses_control_sequences() {
        let text = without_controls("error: bad glob `\u{1b}]0;x\u{7}`\n  help: \u{202e}write it\n");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
        assert_eq!(text.lines().count(), 2);
        assert_eq!(without_controls("a\n  b\n"), "a\n  b\n");
    }
}
