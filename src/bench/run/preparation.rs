//! Makes the jobs of a benchmark from the rows of the corpus.
//!
//! The module also finds the rows whose results are in the journal.

use crate::bench::corpora::CorpusInputs;
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::recording::RecordedRow;
use crate::bench::corpus_jobs;
use crate::bench::results::journal::{Finished, Journal};
use crate::bench::run::target::{BenchTarget, digest};
use crate::bench::translators::{external, recorded_mutants, translated};
use crate::run::options::{Bound, Options};
use crate::run::plan::sampling;
use crate::run::workers::TranslatorFactory;
use mts_engine::{GeneratedPair, PairJob, Sampling};
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_translate::Translation;
use mts_translate::recorded::RecordedMutant;
use mts_translate::transpiler::Transpiler;
use std::collections::BTreeMap;
use std::path::Path;

/// The data from which the module makes the jobs.
#[derive(Clone, Copy)]
pub(super) struct Preparation<'a> {
    pub scored: &'a BenchTarget,
    pub from: CorpusInputs,
    pub options: &'a Options,
    pub journal: Option<&'a Journal>,
    /// The folder with the support module of the transpiler.
    pub support: Option<&'a Path>,
}

/// The jobs of a run, and the rows with known results.
pub(super) struct Prepared {
    /// All rows that belong to the run, in the order of the corpus.
    pub rows: Vec<(String, PreparedRow)>,
    /// The function that makes the translator of each worker pair.
    pub translators: Box<TranslatorFactory>,
    /// The number of rows that the recording lacks.
    pub unlisted: usize,
    /// The number of original programs for which the translator was not reachable.
    pub unreachable: usize,
}

/// A row before the run.
pub(super) enum PreparedRow {
    /// A row to measure.
    Job(Box<RowJob>),
    /// A row with a result from a journal, or a skipped row.
    Finished(Finished),
}

/// The job of a row.
pub(super) struct RowJob {
    pub pair: GeneratedPair,
    pub digest: String,
    /// The translation of the original program, if the translator is not the mirror.
    pub original: Option<Translation>,
}

/// A row of the corpus that belongs to the run.
struct OpenRow<'r> {
    row: &'r CorpusRow,
    /// The recorded mutants, if the translator is a recording.
    recorded: Option<&'r [&'r RecordedRow]>,
    digest: String,
    /// The result from the journal.
    known: Option<Finished>,
    /// The job with the corpus's port, or the result of a row without a job.
    job: std::result::Result<PairJob, Finished>,
}

/// A row of the corpus with the port to measure.
struct PortedRow<'r> {
    row: &'r CorpusRow,
    recorded: Option<&'r [&'r RecordedRow]>,
    digest: String,
    original: Option<Translation>,
    /// The pair to measure, or the known result.
    pair: std::result::Result<GeneratedPair, Finished>,
    /// The number of mutants; 0 if the run needs no number.
    ///
    /// A row with a known result counts too, so that the draw does not depend on known results.
    mutants: u64,
}

/// Makes the jobs of the rows that have no result yet.
///
/// # Errors
/// Returns an error if a recorded mutant matches no program, or if the translator has no translation
/// of any program.
pub(super) fn prepare(rows: &[CorpusRow], of: Preparation<'_>) -> Result<Prepared> {
    let recorded = of.scored.recorded_rows();
    let is_listed = |row: &&CorpusRow| recorded.contains_key(row.id.as_str()) || !of.scored.is_recorded();
    let (listed, unlisted): (Vec<&CorpusRow>, Vec<&CorpusRow>) = rows.iter().partition(is_listed);
    let recorded_of = |row: &CorpusRow| recorded.get(row.id.as_str()).map(Vec::as_slice);
    let open: Vec<OpenRow<'_>> = listed.into_iter().map(|row| OpenRow::new(row, recorded_of(row), of)).collect();
    let originals = originals(of.scored, &open)?;
    let with_port = open.into_iter().map(|row| (originals.get(&row.row.id).cloned(), row));
    let ported: Vec<PortedRow<'_>> = with_port.map(|(original, row)| row.with_port(original, of)).collect();
    let mutants: Vec<u64> = ported.iter().map(|row| row.mutants).collect();
    let mut recordings: BTreeMap<String, Vec<RecordedMutant>> = BTreeMap::new();
    let mut prepared = Vec::with_capacity(ported.len());
    for (row, sampling) in ported.into_iter().zip(sampling::draw_programs(&mutants, of.options)) {
        let (id, recorded) = (row.row.id.clone(), row.recorded);
        let row = row.prepare(sampling, of);
        if let (PreparedRow::Job(job), Some(recorded)) = (&row, recorded) {
            let recording = recorded_mutants::recording(&job.pair, recorded, &of.options.settings)?;
            recordings.insert(job.pair.job().pair.key(), recording);
        }
        prepared.push((id, row));
    }
    Ok(Prepared {
        rows: prepared,
        translators: of.scored.translators(recordings),
        unlisted: unlisted.len(),
        unreachable: originals.values().filter(|one| matches!(one, Translation::Unreachable(_))).count(),
    })
}

/// Reports whether the run counts the mutants of each pair for its limit.
fn is_counted(of: Preparation<'_>) -> bool {
    matches!(of.options.bound, Bound::Mutants(_)) && !of.scored.is_recorded()
}

impl<'r> OpenRow<'r> {
    /// Makes the job of a row, unless the journal has the row's result.
    ///
    /// A run that draws a sample needs the number of mutants of every row. Then the function makes the job in any case.
    fn new(row: &'r CorpusRow, recorded: Option<&'r [&'r RecordedRow]>, of: Preparation<'_>) -> Self {
        let digest = digest(row, of.scored, recorded);
        let known = of.journal.and_then(|journal| journal.finished(&digest)).cloned();
        let job = match &known {
            Some(finished) if !is_counted(of) => Err(finished.clone()),
            _ => corpus_jobs::any_job(row, of.options).map_err(Finished::Skipped),
        };
        Self { row, recorded, digest, known, job }
    }

    /// Makes the pair, with the translation of the original program as its port.
    fn with_port(self, original: Option<Translation>, of: Preparation<'_>) -> PortedRow<'r> {
        let Self { row, recorded, digest, known, job } = self;
        let ported = |job: &PairJob| with_original(job, original.as_ref(), of.support).map_err(Finished::Skipped);
        let generated = |job| GeneratedPair::new(job, of.scored.follows_port());
        let pair = job.as_ref().map_err(Clone::clone).and_then(ported).map(generated);
        let count = |pair: &GeneratedPair| pair.count_mutants(&of.options.settings);
        let mutants = match (recorded, &pair, job) {
            (Some(recorded), ..) => recorded.len() as u64,
            _ if !is_counted(of) => 0,
            (None, Ok(pair), _) => count(pair),
            (None, Err(_), Ok(job)) => count(&generated(job)),
            (None, Err(_), Err(_)) => 0,
        };
        PortedRow { row, recorded, digest, original, pair: known.map_or(pair, Err), mutants }
    }
}

impl PortedRow<'_> {
    /// Adds the inputs and the sample of mutants to the pair.
    fn prepare(self, sampling: Sampling, of: Preparation<'_>) -> PreparedRow {
        let pair = match self.pair {
            Ok(pair) => pair,
            Err(finished) => return PreparedRow::Finished(finished),
        };
        match corpus_jobs::inputs(pair.job(), of.from, of.options) {
            Ok((generator, suite)) => {
                let pair = pair.with_inputs(generator, suite).with_sampling(sampling);
                PreparedRow::Job(Box::new(RowJob { pair, digest: self.digest, original: self.original }))
            }
            Err(reason) => PreparedRow::Finished(Finished::Skipped(reason)),
        }
    }
}

/// Returns the job with the translation of its Java code as its port.
///
/// Without a translation, the job keeps its port.
fn with_original(
    job: &PairJob,
    original: Option<&Translation>,
    support: Option<&Path>,
) -> std::result::Result<PairJob, String> {
    let Some(original) = original else { return Ok(job.clone()) };
    let job = translated::with_port(job.clone(), original)?;
    Ok(match support {
        Some(support) => {
            let python_context = PythonContext { path: vec![support.to_path_buf()], ..job.python_context };
            PairJob { python_context, ..job }
        }
        None => job,
    })
}

/// Returns the translations of the original programs, by program id.
///
/// A row with a known result gets no translation. The mirror translates no original program.
fn originals(scored: &BenchTarget, open: &[OpenRow<'_>]) -> Result<BTreeMap<String, Translation>> {
    let jobs = open.iter().filter(|open| open.known.is_none());
    let jobs = jobs.filter_map(|open| Some((open.row.id.as_str(), open.job.as_ref().ok()?)));
    let jobs: Vec<(&str, &PairJob)> = jobs.collect();
    match scored {
        BenchTarget::External(external) if !jobs.is_empty() => external::originals(external, &jobs),
        BenchTarget::Builtin(mode) => {
            let transpiler = Transpiler { mode: *mode };
            let translations =
                jobs.iter().map(|(id, job)| ((*id).to_owned(), transpiler.whole(&job.java, &job.pair.java)));
            Ok(translations.collect())
        }
        BenchTarget::Recorded { recorded, .. } => {
            let known = |(id, job): &(&str, &PairJob)| {
                let original = recorded.originals.get(*id)?;
                Some(
                    recorded_mutants::translation(&original.answer, &job.pair)
                        .map(|translation| ((*id).to_owned(), translation)),
                )
            };
            jobs.iter().filter_map(known).collect()
        }
        _ => Ok(BTreeMap::new()),
    }
}
