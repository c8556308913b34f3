//! Makes the jobs of a benchmark from the rows of the corpus, and finds the rows with known results.

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

/// The data from which the jobs are made.
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
    /// All rows with mutants, in the order of the corpus.
    pub rows: Vec<(String, PreparedRow)>,
    /// The function that makes the translator of each worker pair.
    pub translators: Box<TranslatorFactory>,
    /// The number of rows without recorded mutants.
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

/// A row of the corpus with its pair, before the draw.
struct Candidate<'r> {
    row: &'r CorpusRow,
    /// The recorded mutants. `None` if the recording does not name the program.
    recorded: Option<&'r [&'r RecordedRow]>,
    /// The pair, or the reason why the row has none. The pair is made here only for the draw.
    pair: Option<std::result::Result<GeneratedPair, String>>,
}

/// A row of the corpus that belongs to the run.
struct OpenRow<'r> {
    row: &'r CorpusRow,
    recorded: Option<&'r [&'r RecordedRow]>,
    digest: String,
    /// The pair to measure, or the known result.
    pair: std::result::Result<GeneratedPair, Finished>,
}

/// Makes the jobs of the rows that have no result yet.
///
/// # Errors
/// Returns an error if a recorded mutant matches no program, or if the translator has no translation
/// of any program.
pub(super) fn prepare(rows: &[CorpusRow], of: Preparation<'_>) -> Result<Prepared> {
    let recorded = of.scored.recorded_rows();
    // The draw counts the mutants of all programs, because it must not depend on known results.
    let is_counted = matches!(of.options.bound, Bound::Mutants(_)) && !of.scored.is_recorded();
    let candidates = rows.iter().map(|row| Candidate {
        row,
        recorded: recorded.get(row.id.as_str()).map(Vec::as_slice),
        pair: is_counted.then(|| make_pair(row, of.options)),
    });
    let candidates: Vec<Candidate<'_>> = candidates.collect();
    let draws = draws(&candidates, of);
    let is_listed = |one: &Candidate<'_>| one.recorded.is_some() || !of.scored.is_recorded();
    let (listed, unlisted): (Vec<_>, Vec<_>) = candidates.into_iter().partition(is_listed);
    let open: Vec<OpenRow<'_>> = listed.into_iter().map(|one| OpenRow::new(one, of)).collect();
    let originals = originals(of.scored, &open)?;
    let mut recordings: BTreeMap<String, Vec<RecordedMutant>> = BTreeMap::new();
    let mut prepared = Vec::with_capacity(open.len());
    for row in open {
        let (id, recorded) = (row.row.id.clone(), row.recorded);
        let sampling = draws.get(id.as_str()).cloned().unwrap_or_default();
        let row = row.prepare(originals.get(&id), sampling, of);
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

/// Draws the mutants of all programs, if the run has a limit.
fn draws<'r>(candidates: &[Candidate<'r>], of: Preparation<'_>) -> BTreeMap<&'r str, Sampling> {
    let generated = |pair: &GeneratedPair| pair.count_mutants(&of.options.settings);
    let count = |one: &Candidate<'r>| match &one.pair {
        Some(pair) => pair.as_ref().map_or(0, generated),
        None => one.recorded.map_or(0, |rows| rows.len() as u64),
    };
    let counts: Vec<(&str, u64)> = candidates.iter().map(|one| (one.row.id.as_str(), count(one))).collect();
    sampling::draw_programs(&counts, of.options)
}

/// Makes the pair of a row.
fn make_pair(row: &CorpusRow, options: &Options) -> std::result::Result<GeneratedPair, String> {
    corpus_jobs::any_job(row, options).map(GeneratedPair::from)
}

impl<'r> OpenRow<'r> {
    /// Finds the known result of a row: its result in the journal, or the reason to skip the row.
    fn new(Candidate { row, recorded, pair }: Candidate<'r>, of: Preparation<'_>) -> Self {
        let digest = digest(row, of.scored, recorded);
        let known = of.journal.and_then(|journal| journal.finished(&digest)).cloned();
        let pair = || pair.unwrap_or_else(|| make_pair(row, of.options)).map_err(Finished::Skipped);
        let pair = known.map_or_else(pair, Err);
        Self { row, recorded, digest, pair }
    }

    /// Makes the job of the row, with the translation of the original program as its port.
    fn prepare(self, original: Option<&Translation>, sampling: Sampling, of: Preparation<'_>) -> PreparedRow {
        let pair = match self.pair {
            Ok(pair) => pair,
            Err(finished) => return PreparedRow::Finished(finished),
        };
        let ready = with_original(pair, original, of.support).and_then(|pair| {
            let (generator, suite) = corpus_jobs::inputs(pair.job(), of.from, of.options)?;
            Ok(pair.with_inputs(generator, suite).with_sampling(sampling))
        });
        match ready {
            Ok(pair) => PreparedRow::Job(Box::new(RowJob { pair, digest: self.digest, original: original.cloned() })),
            Err(reason) => PreparedRow::Finished(Finished::Skipped(reason)),
        }
    }
}

/// Returns the pair with the translation of its Java code as its port, if there is one.
///
/// The result is another pair, so its mutants have other ids.
fn with_original(
    pair: GeneratedPair,
    original: Option<&Translation>,
    support: Option<&Path>,
) -> std::result::Result<GeneratedPair, String> {
    let Some(original) = original else { return Ok(pair) };
    let job = translated::with_port(pair.into_job(), original)?;
    let python_context = match support {
        Some(support) => PythonContext { path: vec![support.to_path_buf()], ..job.python_context },
        None => job.python_context,
    };
    Ok(PairJob { python_context, ..job }.into())
}

/// Returns the translations of the original programs that are known before the run.
fn originals(scored: &BenchTarget, open: &[OpenRow<'_>]) -> Result<BTreeMap<String, Translation>> {
    let jobs = open.iter().filter_map(|open| Some((open.row.id.as_str(), open.pair.as_ref().ok()?.job())));
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
