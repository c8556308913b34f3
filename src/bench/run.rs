//! Runs a corpus and measures every row like a pair of a repository.
//!
//! The translator is the mirror, a recording, the transpiler or an external translator.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::recording::RecordedRow;
use crate::bench::corpora::{self, CorpusInputs};
use crate::bench::corpus_jobs::{any_job, on_inputs};
use crate::bench::process_baseline::MutantSample;
use crate::bench::resource_usage;
use crate::bench::results::journal::{Finished, Journal};
use crate::bench::results::program_result::{MutantRow, PortRun, ProgramResult, RunCost};
use crate::bench::results::throughput::{Share, Throughput};
use crate::bench::translators::{external, recorded_mutants, translated};
pub use crate::external_translators::External;
use crate::run::options::{Bound, Options};
use crate::run::output::write_reports::{self, TerminalOptions};
use crate::run::plan::sampling;
use crate::run::results::build_report;
use crate::run::results::findings::changed_text;
use crate::run::results::pair_report;
use crate::run::workers;
use mts_engine::scheduler::{self, AnalysisResult, ResultSink};
use mts_engine::{GeneratedPair, PairJob, PairOutcome};
use mts_model::error::{Error, Result};
use mts_model::{KillReason, Operator, Pair, ProgressEvent, TextEdit, TranslatorUsage, Verdict};
use mts_translate::Translation;
use mts_translate::recorded::{RecordedTranslations, RecordedTranslator};
pub use mts_translate::transpiler::Mode;
use mts_translate::transpiler::Transpiler;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// The translator to score.
pub enum BenchTarget {
    /// The mirror, on the corpus's ports.
    Mirror,
    /// Another translator, through its recorded translations.
    Recorded {
        /// The name of the translator.
        name: String,
        /// The recorded translations.
        recorded: corpora::Recorded,
    },
    /// The built-in translator.
    Builtin(Mode),
    /// An external translator.
    External(External),
}

/// The result of a corpus run.
pub struct CorpusRun {
    /// The results of the measured rows, in the order of the corpus.
    pub programs: Vec<ProgramResult>,
    /// The skipped rows with the reasons.
    pub skipped: Vec<(String, String)>,
    /// The number of rows without a mutant of the translator.
    pub unlisted: usize,
    /// The cost of the run.
    pub spent: RunCost,
    /// The cost of the run by process.
    pub throughput: Throughput,
    /// The cost of an external translator.
    pub translator_usage: Option<TranslatorUsage>,
    /// The recording of an external translator. It is empty if the user requested no recording.
    pub record: String,
    /// The reason why the result is incomplete, if it is.
    pub incomplete: Option<String>,
}

/// A row before the run.
enum PreparedRow {
    /// A row to measure.
    Job { digest: String },
    /// A row with a result from a journal, or a skipped row.
    Finished(Finished),
}

/// Measures every row for which the translator has mutants.
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
    let clock = Instant::now();
    let meter = resource_usage::Meter::start();
    // Variants that change both sides apply only to the port of the corpus.
    let options = &if matches!(scored, BenchTarget::Mirror) { options.clone() } else { options.without_variants() };
    let support = if let BenchTarget::Builtin(_) = scored { Some(translated::support()?) } else { None };
    let support = support.as_ref().map(tempfile::TempDir::path);
    let Prepared { rows: mut prepared, jobs, recorded, originals, unlisted } =
        prepare(rows, scored, from, options, journal, support)?;
    let progress = write_reports::progress(terminal);
    let tell = |event: ProgressEvent| {
        if let Ok(mut progress) = progress.lock() {
            progress.on(&event);
        }
    };
    tell(ProgressEvent::Planned { pairs: jobs.len() });
    let (ids, jobs): (Vec<(String, Pair)>, Vec<GeneratedPair>) =
        jobs.into_iter().map(|(id, job)| ((id, job.pair.clone()), job.into())).unzip();
    let jobs = sampling::pace_programs(jobs, options, clock);
    let digest_of: BTreeMap<String, String> = prepared
        .iter()
        .filter_map(
            |(id, row)| if let PreparedRow::Job { digest } = row { Some((id.clone(), digest.clone())) } else { None },
        )
        .collect();
    let mut lanes = workers::lanes(options, jobs.iter().map(GeneratedPair::job))?;
    if let Some(recorded) = &recorded {
        lanes.iter_mut().for_each(|lane| lane.translator = Box::new(recorded.clone()));
    }
    if let BenchTarget::Builtin(mode) = scored {
        lanes.iter_mut().for_each(|lane| lane.translator = Box::new(Transpiler { mode: *mode }));
    }
    if let BenchTarget::External(external) = scored {
        lanes.iter_mut().for_each(|lane| lane.translator = Box::new(external.clone()));
    }
    let unwritten: Mutex<Option<Error>> = Mutex::new(None);
    let against = against.map(Mutex::new);
    let first_verdict = OnceLock::new();
    let finish = |at: usize, answer: AnalysisResult| {
        let (id, pair) = &ids[at];
        tell(build_report::progress(pair, &answer.as_ref().map(|measured| measured.verdicts()).unwrap_or_default()));
        if let Ok(measured) = &answer {
            first_verdict.get_or_init(|| clock.elapsed().as_secs_f64());
            if let Some(Ok(mut draw)) = against.as_ref().map(Mutex::lock) {
                draw.see(id, measured);
            }
        }
        let finished = match answer {
            Ok(measured) => {
                let has_port = recorded.is_none() || originals.contains_key(id);
                let text = (!matches!(scored, BenchTarget::Mirror)).then(|| measured.job.python.text.clone());
                let stub = originals.get(id).and_then(translated::stub_outcome);
                let port =
                    has_port.then(|| translated::program_outcome(&measured, stub, text, &options.settings.rules));
                Finished::Measured(Box::new(program(id.clone(), &measured, port)))
            }
            Err(reason) => Finished::Skipped(reason.to_string()),
        };
        let digest = digest_of.get(id).map_or("", String::as_str);
        // If the external translator was not reachable, the next run requests the translation
        // again.
        let journal = journal.filter(|_| !matches!(scored, BenchTarget::External(_)) || is_settled(&finished));
        if let Some(Err(error)) = journal.map(|journal| journal.add(id, digest, finished.clone()))
            && let Ok(mut slot) = unwritten.lock()
        {
            slot.get_or_insert(error);
        }
        finished
    };
    let sink = ResultSink { known: &|_, _, _| None, waiting: &|_, _| {}, finish: &finish };
    let answers = scheduler::run_jobs(jobs, &mut lanes, &options.settings, sink)?;
    let compiled = lanes.iter().map(|lane| lane.jvm.compiled()).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    drop(lanes);
    if let Ok(mut progress) = progress.lock() {
        progress.finish();
    }
    if let Some(error) = unwritten.into_inner().ok().flatten() {
        return Err(error);
    }
    let mutants = answers.iter().map(|answer| if let Finished::Measured(p) = answer { p.mutants.len() } else { 0 });
    let mutants = u64::try_from(mutants.sum::<usize>()).unwrap_or(u64::MAX);
    let open = prepared.iter_mut().filter(|(_, row)| matches!(row, PreparedRow::Job { .. }));
    for ((_, row), answer) in open.zip(answers) {
        *row = PreparedRow::Finished(answer);
    }
    let (mut programs, mut skipped) = (Vec::new(), Vec::new());
    for (id, row) in prepared {
        match row {
            PreparedRow::Finished(Finished::Measured(program)) => programs.push(*program),
            PreparedRow::Finished(Finished::Skipped(reason)) => skipped.push((id, reason)),
            PreparedRow::Job { .. } => return Err(Error::bug(format!("{id} has no result"))),
        }
    }
    let mut record = String::new();
    if let BenchTarget::External(external) = scored {
        for (id, pair) in &ids {
            record += &external::record(external, id, pair, originals.get(id))?;
        }
    }
    let sum = |of: fn(&ProgramResult) -> u64| programs.iter().map(of).sum::<u64>();
    let (counted, unknown) = (sum(|p| p.scores.counted), sum(|p| p.scores.unknown));
    let unasked = originals.values().filter(|translation| matches!(translation, Translation::Unreachable(_))).count();
    let whole = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let incomplete =
        external::incomplete("mutants", (counted, unknown), (whole(programs.len() + skipped.len()), whole(unasked)));
    let used = meter.stop();
    let seconds = clock.elapsed().as_secs_f64();
    let spent = RunCost { mutants, seconds, cpu_seconds: used.cpu_seconds, peak_rss_mb: used.peak_rss_mb };
    let share = |role| {
        let (cpu_seconds, peak_rss_mb) = used.by_role.get(&role).copied().unwrap_or_default();
        Share { cpu_seconds, peak_rss_mb, cpu_ms_per_mutant: None }
    };
    let draw = against.and_then(|draw| draw.into_inner().ok());
    let throughput = Throughput {
        mutants,
        seconds,
        first_verdict_seconds: first_verdict.into_inner(),
        tool: share(resource_usage::ProcessRole::Tool),
        java: share(resource_usage::ProcessRole::Java),
        python: share(resource_usage::ProcessRole::Python),
        units: compiled.0,
        rounds_per_unit: (compiled.0 > 0).then(|| compiled.1 as f64 / compiled.0 as f64),
        scripted: draw.map(|draw| draw.run(options)).transpose()?,
        ..Throughput::default()
    };
    let translator_usage = if let BenchTarget::External(external) = scored { Some(external.usage()) } else { None };
    let throughput = throughput.derived();
    Ok(CorpusRun { programs, skipped, unlisted, spent, throughput, translator_usage, record, incomplete })
}

/// The jobs of a run, and the rows with known results.
struct Prepared {
    /// All rows with mutants, in the order of the corpus.
    rows: Vec<(String, PreparedRow)>,
    /// The rows to measure.
    jobs: Vec<(String, PairJob)>,
    /// The translator, if it is not the mirror.
    recorded: Option<RecordedTranslator>,
    /// The translations of the original programs, if the translator is not the mirror.
    originals: BTreeMap<String, Translation>,
    /// The number of rows without recorded mutants.
    unlisted: usize,
}

/// Reports whether every mutant of a program has a verdict.
fn is_settled(finished: &Finished) -> bool {
    match finished {
        Finished::Measured(program) => program.mutants.iter().all(|mutant| mutant.verdict != Verdict::Unknown),
        Finished::Skipped(_) => true,
    }
}

fn prepare<'r>(
    rows: &'r [CorpusRow],
    scored: &BenchTarget,
    from: CorpusInputs,
    options: &Options,
    journal: Option<&Journal>,
    support: Option<&Path>,
) -> Result<Prepared> {
    let mut by_program: BTreeMap<&str, Vec<&RecordedRow>> = BTreeMap::new();
    if let BenchTarget::Recorded { recorded, .. } = scored {
        for id in recorded.originals.keys() {
            by_program.entry(id).or_default();
        }
        recorded.rows.iter().for_each(|row| by_program.entry(&row.id).or_default().push(row));
    }
    let is_recorded = matches!(scored, BenchTarget::Recorded { .. });
    let is_counted = matches!(options.bound, Bound::Mutants(_)) && !is_recorded;
    // Count the mutants of all programs, because the draw must not depend on known results.
    let jobs: Vec<Option<_>> = rows.iter().map(|row| is_counted.then(|| any_job(row, options))).collect();
    let mutants = |(row, job): (&'r CorpusRow, &Option<std::result::Result<PairJob, String>>)| {
        let recorded = by_program.get(row.id.as_str()).map_or(0, |rows| rows.len() as u64);
        let count = |job: &PairJob| mts_engine::count_mutants(job, &options.settings);
        (row.id.as_str(), job.as_ref().map_or(recorded, |job| job.as_ref().map_or(0, count)))
    };
    let counts: Vec<(&str, u64)> = rows.iter().zip(&jobs).map(mutants).collect();
    let draws = sampling::draw_programs(&counts, options);
    let mut prepared =
        Prepared { rows: Vec::new(), jobs: Vec::new(), recorded: None, originals: BTreeMap::new(), unlisted: 0 };
    let mut open: Vec<(usize, &CorpusRow, PairJob)> = Vec::new();
    for (row, job) in rows.iter().zip(jobs) {
        let recorded = by_program.get(row.id.as_str());
        if recorded.is_none() && is_recorded {
            prepared.unlisted += 1;
            continue;
        }
        let digest = digest(row, scored, recorded.map(Vec::as_slice));
        let place = prepared.rows.len();
        let finished = match journal.and_then(|journal| journal.finished(&digest)) {
            Some(finished) => Some(finished.clone()),
            None => match job.unwrap_or_else(|| any_job(row, options)) {
                Ok(job) => {
                    open.push((place, row, job));
                    None
                }
                Err(reason) => Some(Finished::Skipped(reason)),
            },
        };
        prepared.rows.push((row.id.clone(), finished.map_or(PreparedRow::Job { digest }, PreparedRow::Finished)));
    }
    prepared.originals = originals(scored, &open)?;
    let mut recordings: BTreeMap<String, RecordedTranslations> = BTreeMap::new();
    for (place, row, job) in open {
        let own = |job: PairJob| match (scored, support, prepared.originals.get(&row.id)) {
            (BenchTarget::Builtin(_), Some(support), Some(translation)) => {
                let mut job = translated::with_port(job, translation)?;
                job.python_context.path = vec![support.to_path_buf()];
                Ok(job)
            }
            (_, _, Some(translation)) => translated::with_port(job, translation),
            _ => Ok(job),
        };
        let job = match own(job).and_then(|job| on_inputs(job, from, options)) {
            Ok(job) => PairJob { sampling: draws.get(row.id.as_str()).cloned().unwrap_or_default(), ..job },
            Err(reason) => {
                prepared.rows[place].1 = PreparedRow::Finished(Finished::Skipped(reason));
                continue;
            }
        };
        if let Some(recorded) = by_program.get(row.id.as_str()) {
            let recording = recorded_mutants::recording(&job, recorded, &options.settings)?;
            recordings.insert(job.pair.key(), recording);
        }
        prepared.jobs.push((row.id.clone(), job));
    }
    if let BenchTarget::Recorded { name, .. } = scored {
        prepared.recorded = Some(RecordedTranslator::new(name.clone(), recordings));
    }
    Ok(prepared)
}

/// Returns the translations of the original programs that are known before the run.
fn originals(scored: &BenchTarget, open: &[(usize, &CorpusRow, PairJob)]) -> Result<BTreeMap<String, Translation>> {
    let jobs: Vec<(&str, &PairJob)> = open.iter().map(|(_, row, job)| (row.id.as_str(), job)).collect();
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

/// Returns a hash of the program and the translator.
///
/// The hash and the settings determine the result of the program.
fn digest(row: &CorpusRow, scored: &BenchTarget, recorded: Option<&[&RecordedRow]>) -> String {
    let mut hasher = blake3::Hasher::new();
    let (kind, own) = match scored {
        BenchTarget::Mirror => ("mirror", None),
        BenchTarget::Recorded { recorded, .. } => {
            ("recorded", recorded.originals.get(&row.id).map(|original| original.digest.clone()))
        }
        BenchTarget::Builtin(Mode::Faithful) => ("faithful", None),
        BenchTarget::Builtin(Mode::Plain) => ("plain", None),
        BenchTarget::External(external) => ("external", Some(external.identity())),
    };
    hasher.update(kind.as_bytes());
    let rows = recorded.into_iter().flatten().map(|row| &row.digest);
    for digest in std::iter::once(&row.digest).chain(own.as_ref()).chain(rows) {
        hasher.update(digest.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_owned()
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
        let job = any_job(row, options)?;
        let mut counts = BTreeMap::new();
        for mutant in mts_engine::generate_mutants(&job, &options.settings)? {
            *counts.entry(mutant.operator).or_default() += 1;
        }
        Ok(counts)
    };
    rows.iter().map(|row| (row.id.clone(), count(row))).collect()
}

/// Returns the result of one program. Without a port, the result has no CA.
fn program(id: String, measured: &PairOutcome, port: Option<PortRun>) -> ProgramResult {
    let change = |text: &str, edits: &[TextEdit]| {
        changed_text::change(text, edits).map(|lines| lines.to_string()).unwrap_or_default()
    };
    let row = |m: &mts_engine::MutantResult| MutantRow {
        mutant: m.mutant.id.clone(),
        operator: m.mutant.operator,
        line: m.mutant.line,
        change: m.mutant.summary.clone(),
        state: m.java_state,
        verdict: m.verdict.verdict,
        mirrored: m.verdict.verdict.is_counted() && m.verdict.verdict != Verdict::Killed(KillReason::Missing),
        exact: m.verdict.exact,
        why: m.verdict.why.clone(),
        java_edit: change(&measured.job.java.text, &m.mutant.edits),
        python_edit: change(&measured.job.python.text, &m.python_edits),
        edits: m.python_edits.clone(),
    };
    let mut scores = pair_report::scores(measured, &BTreeSet::new());
    if port.is_none() {
        (scores.ca_tests, scores.inputs, scores.inputs_equal, scores.inputs_drifted) = (None, 0, 0, 0);
    }
    scores.variants = crate::run::results::findings::variants::scores(measured);
    let killed = measured.mutants.iter().filter(|m| m.verdict.verdict.is_killed()).count();
    ProgramResult {
        id,
        findings: u64::try_from(killed + usize::from(scores.inputs_equal < scores.inputs)).unwrap_or(u64::MAX),
        java_mutants: u64::try_from(measured.adequacy.mutants).unwrap_or(u64::MAX),
        distinguished: u64::try_from(measured.adequacy.distinguished).unwrap_or(u64::MAX),
        port,
        mutants: measured.mutants.iter().map(row).collect(),
        scores,
    }
}
