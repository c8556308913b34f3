//! Runs a corpus and measures every row like a pair of a repository.
//!
//! The translator is the mirror, a recording, the transpiler or an external translator. `preparation`
//! makes the jobs, and `row_sink` takes their results.

mod preparation;
mod program;
mod row_sink;
mod target;

use crate::bench::corpora::CorpusInputs;
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpus_jobs;
use crate::bench::process_baseline::MutantSample;
use crate::bench::resource_usage::{Meter, ProcessRole, Usage};
use crate::bench::results::journal::{Finished, Journal};
use crate::bench::results::program_result::{ProgramResult, RunCost};
use crate::bench::results::throughput::{ProcessCost, Throughput};
use crate::bench::translators::{external, translated};
pub use crate::external_translators::External;
use crate::run::options::Options;
use crate::run::output::write_reports::TerminalOptions;
use crate::run::plan::sampling;
use crate::run::workers;
use mts_engine::GeneratedPair;
use mts_engine::scheduler::{self, ResultSink, WorkerPair};
use mts_model::error::{Error, Result};
use mts_model::{Operator, TranslatorUsage};
pub use mts_translate::mirror::MIRROR;
pub use mts_translate::transpiler::Mode;
use preparation::{Preparation, Prepared};
use row_sink::{RowSink, RunningRow, SeparateRows};
use std::collections::BTreeMap;
use std::time::Instant;
pub use target::BenchTarget;
use tempfile::TempDir;

/// The result of a corpus run.
pub struct CorpusRun {
    /// The results of the measured rows, in the order of the corpus.
    pub programs: Vec<ProgramResult>,
    /// The skipped rows with the reasons.
    pub skipped: Vec<(String, String)>,
    /// The number of rows that the recording lacks. Other translators lack no row.
    pub unlisted: usize,
    /// The cost of the run.
    pub spent: RunCost,
    /// The cost of the run by process.
    pub throughput: Throughput,
    /// The cost of an external translator.
    pub translator_usage: Option<TranslatorUsage>,
    /// The recording of an external translator. The recording is empty if the user requested no recording.
    pub record: String,
    /// The reason why the result is incomplete; `None` for a complete result.
    pub incomplete: Option<String>,
}

/// Measures every row. For a recording, measures only the rows that the recording contains.
///
/// The function takes known results from the journal, and adds new results to the journal.
/// Afterwards the function runs the mutants of the sample `against`, each in its own processes.
///
/// # Errors
/// Returns an error if a runtime is missing or cannot start, if a recorded mutant matches no
/// program, or if the journal cannot be written.
pub fn run(
    rows: &[CorpusRow],
    scored: &BenchTarget,
    from: CorpusInputs,
    options: &Options,
    journal: Option<&Journal>,
    against: Option<MutantSample>,
    terminal: TerminalOptions,
) -> Result<CorpusRun> {
    let (clock, meter) = (Instant::now(), Meter::start());
    // A variant changes both sides, so a run makes variants only with the ports of the corpus.
    let options = &if scored.follows_port() { options.clone() } else { options.without_variants() };
    let support = if let BenchTarget::Builtin(_) = scored { Some(translated::support()?) } else { None };
    let support = support.as_ref().map(TempDir::path);
    let Prepared { rows, translators, unlisted, unreachable } =
        preparation::prepare(rows, Preparation { scored, from, options, journal, support })?;
    let SeparateRows { known, running, jobs } = SeparateRows::new(rows);
    let sink = RowSink::new(&running, (scored, options), journal, against, (clock, terminal));
    let jobs = sampling::pace_programs(jobs, options, clock);
    let mut worker_pairs =
        workers::start_worker_pairs_with(options, jobs.iter().map(GeneratedPair::job), &translators)?;
    let finish = |at, answer| sink.finish(at, answer);
    let results = ResultSink { known: &|_, _, _| None, waiting: &|_, _| {}, finish: &finish };
    let answers = scheduler::run_jobs(jobs, &mut worker_pairs, &options.settings, results)?;
    let compiled = compiled(&worker_pairs);
    drop(worker_pairs);
    let observed = sink.close()?;
    let mutants = count_mutants(&answers);
    let (programs, skipped) = with_answers(known, answers)?;
    let record = record(scored, &running)?;
    let incomplete = incomplete(&programs, skipped.len(), unreachable);
    let used = meter.stop();
    let seconds = clock.elapsed().as_secs_f64();
    let spent = RunCost { mutants, seconds, cpu_seconds: used.cpu_seconds, peak_rss_mb: used.peak_rss_mb };
    let process_baseline = observed.sample.map(|sample| sample.run(options)).transpose()?;
    let first_verdict_seconds = observed.first_verdict;
    let throughput =
        Throughput { first_verdict_seconds, process_baseline, ..throughput(spent, &used, compiled) }.derived();
    let translator_usage = if let BenchTarget::External(external) = scored { Some(external.usage()) } else { None };
    Ok(CorpusRun { programs, skipped, unlisted, spent, throughput, translator_usage, record, incomplete })
}

/// Returns the number of compiled units and the number of compiler runs for them.
fn compiled(worker_pairs: &[WorkerPair]) -> (u64, u64) {
    worker_pairs.iter().map(|worker_pair| worker_pair.jvm.compiled()).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// Returns the number of measured mutants.
fn count_mutants(answers: &[Finished]) -> u64 {
    let mutants = answers.iter().map(|answer| if let Finished::Measured(p) = answer { p.mutants.len() } else { 0 });
    whole(mutants.sum())
}

/// The measured programs, and the skipped rows with the reasons.
type RowResults = (Vec<ProgramResult>, Vec<(String, String)>);

/// Joins the known results with the jobs' answers, in the order of the rows.
fn with_answers(known: Vec<(String, Option<Finished>)>, answers: Vec<Finished>) -> Result<RowResults> {
    let (mut programs, mut skipped) = (Vec::new(), Vec::new());
    let mut answers = answers.into_iter();
    for (id, known) in known {
        match known.or_else(|| answers.next()) {
            Some(Finished::Measured(program)) => programs.push(*program),
            Some(Finished::Skipped(reason)) => skipped.push((id, reason)),
            None => return Err(Error::bug(format!("{id} has no result"))),
        }
    }
    Ok((programs, skipped))
}

/// Returns the recording of an external translator. Other translators have none.
fn record(scored: &BenchTarget, running: &[RunningRow]) -> Result<String> {
    let BenchTarget::External(external) = scored else { return Ok(String::new()) };
    running.iter().map(|row| external::record(external, &row.id, &row.pair, row.original.as_ref())).collect()
}

/// Returns the reason why the result is incomplete, or `None` for a complete result.
fn incomplete(programs: &[ProgramResult], skipped: usize, unreachable: usize) -> Option<String> {
    let sum = |of: fn(&ProgramResult) -> u64| programs.iter().map(of).sum::<u64>();
    let mutants = (sum(|p| p.scores.counted), sum(|p| p.scores.unknown));
    external::incomplete("mutants", mutants, (whole(programs.len() + skipped), whole(unreachable)))
}

/// Returns the cost of the run by process.
fn throughput(spent: RunCost, used: &Usage, (units, rounds): (u64, u64)) -> Throughput {
    let share = |role| {
        let (cpu_seconds, peak_rss_mb) = used.by_role.get(&role).copied().unwrap_or_default();
        ProcessCost { cpu_seconds, peak_rss_mb, cpu_ms_per_mutant: None }
    };
    Throughput {
        mutants: spent.mutants,
        seconds: spent.seconds,
        tool: share(ProcessRole::Tool),
        java: share(ProcessRole::Java),
        python: share(ProcessRole::Python),
        units,
        rounds_per_unit: (units > 0).then(|| rounds as f64 / units as f64),
        ..Throughput::default()
    }
}

fn whole(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// Counts the mutants of every row by operator, without running them.
///
/// # Errors
/// Returns the reason for each row that cannot be parsed, under the row's id.
pub fn list(
    rows: &[CorpusRow],
    options: &Options,
) -> BTreeMap<String, std::result::Result<BTreeMap<Operator, u64>, String>> {
    let count = |row: &CorpusRow| {
        let pair = GeneratedPair::from(corpus_jobs::any_job(row, options)?);
        let mut counts = BTreeMap::new();
        for mutant in pair.mutants(&options.settings)? {
            *counts.entry(mutant.operator).or_default() += 1;
        }
        Ok(counts)
    };
    rows.iter().map(|row| (row.id.clone(), count(row))).collect()
}
