//! The end that every scoring command has: the output folder, progress while the run goes on, the
//! report in every format.

use crate::report::findings::Annotate;
use crate::report::progress::Progress;
use crate::report::{RENDERERS, annotations, escape, json, markdown, terminal};
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

/// The results so far, a line for each measured pair; gone when the report is there.
const PARTIAL: &str = "partial.jsonl";

/// How to tell a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminalOptions {
    /// Columns of standard error's terminal; `None` when it is none, and then there is no progress.
    pub progress: Option<usize>,
    /// Whether each measured pair is told in a line of its own.
    pub verbose: bool,
    /// Whether the result is coloured.
    pub color: bool,
    /// Columns of the result.
    pub width: usize,
}

/// Runs, and writes the output folder.
///
/// # Errors
/// When the folder cannot be had, or a runtime is missing.
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
            // Nobody is left who could be told that it cannot be written.
            _ = write(&folder, &report);
        }
        // Locked for good, so that nothing else is written before the process ends.
        std::mem::forget(finished);
    };
    let tell = |event: ProgressEvent| {
        if let ProgressEvent::PairDone { name, killed, counted } = &event {
            let line = serde_json::json!({ "pair": name, "killed": killed, "counted": counted });
            // A killed run leaves this file. If it cannot be written, the report fails too and says so.
            _ = folder.append_line(PARTIAL, &line.to_string());
        }
        if let Ok(mut progress) = progress.lock() {
            progress.on(&event);
        }
    };
    let report = crate::run::run(context, filter, options, materialize_base, &tell, &interrupted);
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
/// When a file cannot be written.
pub(crate) fn write(folder: &OutDir, report: &RunReport) -> Result<()> {
    RENDERERS.iter().try_for_each(|renderer| {
        let text = renderer.render(report)?;
        folder.write(renderer.file(), text.as_bytes()).map(|_| ())
    })
}

/// The findings as workflow commands, for a log that GitHub reads.
#[must_use]
pub fn annotations(report: &RunReport, annotate: Annotate) -> String {
    annotations::render(report, annotate)
}

/// Text for a log that GitHub reads. In it nothing from the repository is a workflow command.
#[must_use]
pub fn for_log(text: &str) -> String {
    escape::workflow_log(text, text.starts_with(['{', '[']))
}

/// Adds the summary to a file of a CI system. The system shows this file on the page of the job.
///
/// # Errors
/// When the file cannot be written.
pub fn append_summary(report: &RunReport, file: &Path) -> Result<()> {
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(file);
    let written =
        opened.and_then(|mut file| file.write_all(format!("{}\n", markdown::render_summary(report)).as_bytes()));
    written.map_err(|error| Error::io("add to the job summary", file, &error))
}

/// Whether results may be coloured, by the environment and by what standard output is.
#[must_use]
pub fn wants_color(is_terminal: bool) -> bool {
    terminal::TextStyle::wants_color(|name| std::env::var(name).ok(), is_terminal)
}

/// Progress on standard error.
pub(crate) fn progress(terminal: TerminalOptions) -> Mutex<Progress<std::io::Stderr>> {
    if terminal.verbose {
        return Mutex::new(Progress::in_lines(stderr()));
    }
    Mutex::new(Progress::new(stderr(), terminal.progress.filter(|_| stderr().is_terminal())))
}

/// The report as text for a person, or as JSON.
///
/// # Errors
/// A bug error when it has no JSON form.
pub fn text(report: &RunReport, as_json: bool, terminal: TerminalOptions) -> Result<String> {
    if as_json {
        return json::render(report);
    }
    Ok(terminal::render_with(report, terminal::TextStyle { color: terminal.color, width: terminal.width }))
}
