//! Takes the results of a benchmark's jobs, and writes them to the journal.

use crate::bench::process_baseline::MutantSample;
use crate::bench::results::journal::{Finished, Journal};
use crate::bench::run::preparation::{PreparedRow, RowJob};
use crate::bench::run::program::program;
use crate::bench::run::target::BenchTarget;
use crate::bench::translators::translated;
use crate::report::progress::Progress;
use crate::run::options::Options;
use crate::run::output::write_reports::{self, TerminalOptions};
use crate::run::results::build_report;
use mts_engine::scheduler::AnalysisResult;
use mts_engine::{GeneratedPair, PairOutcome};
use mts_model::error::{Error, Result};
use mts_model::{Pair, ProgressEvent, Verdict};
use mts_translate::Translation;
use std::io::Stderr;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// A row whose job runs, without the job.
pub(super) struct RunningRow {
    pub id: String,
    pub pair: Pair,
    /// The translation of the original program, if the translator is not the mirror.
    pub original: Option<Translation>,
    digest: String,
}

/// The receiver of the results. It takes each result as soon as a job ends.
pub(super) struct RowSink<'a> {
    /// The rows of the jobs, in their order.
    rows: &'a [RunningRow],
    scored: &'a BenchTarget,
    options: &'a Options,
    journal: Option<&'a Journal>,
    started: Instant,
    progress: Mutex<Progress<Stderr>>,
    first_verdict: OnceLock<f64>,
    sample: Option<Mutex<MutantSample>>,
    /// The first error of a write to the journal.
    unwritten: Mutex<Option<Error>>,
}

/// The data that a sink collected besides the results.
pub(super) struct Observed {
    /// The time from the start to the first verdict, in seconds.
    pub first_verdict: Option<f64>,
    /// The sample for the process baseline, if the user requested it.
    pub sample: Option<MutantSample>,
}

/// The rows of a run, without the jobs, which the scheduler consumes.
#[derive(Default)]
pub(super) struct SeparateRows {
    /// All rows in order. A row whose job runs has no result yet.
    pub known: Vec<(String, Option<Finished>)>,
    /// The rows whose jobs run.
    pub running: Vec<RunningRow>,
    /// The jobs of these rows.
    pub jobs: Vec<GeneratedPair>,
}

impl SeparateRows {
    /// Separates the jobs from their rows. A row without a job keeps its result.
    pub fn new(rows: Vec<(String, PreparedRow)>) -> Self {
        let mut separate = Self::default();
        for (id, row) in rows {
            match row {
                PreparedRow::Finished(finished) => separate.known.push((id, Some(finished))),
                PreparedRow::Job(job) => {
                    let RowJob { pair, digest, original } = *job;
                    let row = RunningRow { id: id.clone(), pair: pair.job().pair.clone(), original, digest };
                    separate.running.push(row);
                    separate.jobs.push(pair);
                    separate.known.push((id, None));
                }
            }
        }
        separate
    }
}

impl<'a> RowSink<'a> {
    /// Creates the sink of a run that started at `started`.
    pub fn new(
        rows: &'a [RunningRow],
        (scored, options): (&'a BenchTarget, &'a Options),
        journal: Option<&'a Journal>,
        sample: Option<MutantSample>,
        (started, terminal): (Instant, TerminalOptions),
    ) -> Self {
        let sink = Self {
            rows,
            scored,
            options,
            journal,
            started,
            progress: write_reports::progress(terminal),
            first_verdict: OnceLock::new(),
            sample: sample.map(Mutex::new),
            unwritten: Mutex::new(None),
        };
        sink.report_progress(&ProgressEvent::Planned { pairs: rows.len() });
        sink
    }

    /// Converts the answer to a job to the result of its row.
    ///
    /// `at` is the index of the job. The function also writes the result to the journal.
    pub fn finish(&self, at: usize, answer: AnalysisResult) -> Finished {
        let row = &self.rows[at];
        let verdicts = answer.as_ref().map(|measured| measured.verdicts()).unwrap_or_default();
        self.report_progress(&build_report::progress(row.pair.name(), &verdicts));
        let finished = match answer {
            Ok(measured) => self.measured(row, &measured),
            Err(reason) => Finished::Skipped(reason.to_string()),
        };
        self.write(row, &finished);
        finished
    }

    /// Ends the progress display, and returns the data besides the results.
    ///
    /// # Errors
    /// Returns the first error of a write to the journal.
    pub fn close(self) -> Result<Observed> {
        if let Ok(mut progress) = self.progress.lock() {
            progress.finish();
        }
        match self.unwritten.into_inner().ok().flatten() {
            Some(error) => Err(error),
            None => Ok(Observed {
                first_verdict: self.first_verdict.into_inner(),
                sample: self.sample.and_then(|sample| sample.into_inner().ok()),
            }),
        }
    }

    fn report_progress(&self, event: &ProgressEvent) {
        if let Ok(mut progress) = self.progress.lock() {
            progress.on(event);
        }
    }

    /// Returns the result of a measured row, and adds its mutants to the sample.
    fn measured(&self, row: &RunningRow, measured: &PairOutcome) -> Finished {
        self.first_verdict.get_or_init(|| self.started.elapsed().as_secs_f64());
        if let Some(Ok(mut sample)) = self.sample.as_ref().map(Mutex::lock) {
            sample.see(&row.id, measured);
        }
        let has_port = !self.scored.is_recorded() || row.original.is_some();
        let text = (!self.scored.follows_port()).then(|| measured.job.python.text.clone());
        let stub = row.original.as_ref().and_then(translated::stub_outcome);
        let rules = &self.options.settings.rules;
        let port = has_port.then(|| translated::program_outcome(measured, stub, text, rules));
        Finished::Measured(Box::new(program(row.id.clone(), measured, port)))
    }

    /// Adds a result to the journal.
    ///
    /// The journal does not get a result of an external translator if a mutant has no verdict. So the next run requests
    /// the translation again.
    fn write(&self, row: &RunningRow, finished: &Finished) {
        let is_external = matches!(self.scored, BenchTarget::External(_));
        let journal = self.journal.filter(|_| !is_external || has_all_verdicts(finished));
        if let Some(Err(error)) = journal.map(|journal| journal.add(&row.id, &row.digest, finished.clone()))
            && let Ok(mut slot) = self.unwritten.lock()
        {
            slot.get_or_insert(error);
        }
    }
}

/// Reports whether every mutant of a program has a verdict.
fn has_all_verdicts(finished: &Finished) -> bool {
    match finished {
        Finished::Measured(program) => program.mutants.iter().all(|mutant| mutant.verdict != Verdict::Unknown),
        Finished::Skipped(_) => true,
    }
}
