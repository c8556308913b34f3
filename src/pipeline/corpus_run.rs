//! Runs a corpus: every row as a pair of two files that exist nowhere else, measured like a pair
//! of a repository, on the corpus's own inputs, with the mirror, with recorded translations or with
//! the built-in translator.

use super::finish::{self, Screen};
use super::options::Options;
use super::scripted::Draw;
use super::{assemble, evidence, recordings, translated, usage, workers};
use crate::analysis::{Measured, PairJob, lanes};
use crate::corpus::throughput::{Share, Throughput};
use crate::corpus::{CorpusInputs, CorpusRow, Finished, Journal, MutantRow, ProgramResult, RecordedRow, Spent};
use crate::error::{Error, Result};
use crate::execution::{JavaEntry, PythonEntry};
use crate::inputs::Known;
use crate::instrument::{java::JavaContext, python::PythonContext};
use crate::lang::{self, SourceFile};
use crate::model::{Event, KillReason, Language, Operator, Pair, PairReason, Verdict};
use crate::translation::builtin::Builtin;
pub use crate::translation::builtin::Mode;
use crate::translation::recorded::{Recorded, Recording};
use crate::{inputs, mutation};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

/// What is scored.
pub enum Scored {
    /// The corpus's own ports, by the mirror.
    Mirror,
    /// Another translator, by what was recorded of it.
    Recorded {
        /// Its name.
        name: String,
        /// The recorded mutants.
        rows: Vec<RecordedRow>,
    },
    /// The built-in translator.
    Builtin(Mode),
}

/// What a corpus run gives.
pub struct CorpusRun {
    /// Rows that were measured, in the order of the corpus.
    pub programs: Vec<ProgramResult>,
    /// Rows that could not be, with the reason.
    pub left_out: Vec<(String, String)>,
    /// Number of rows that the translator has no mutants of.
    pub unlisted: usize,
    /// What it took.
    pub spent: Spent,
    /// The same by process.
    pub throughput: Throughput,
}

/// A row on its way.
enum Row {
    /// To be measured.
    Job { digest: String },
    /// Known from an earlier run, or not to be measured.
    Finished(Finished),
}

/// Measures every row that the translator has mutants of. What the journal knows is taken from it, and
/// what is measured is added to it. Mutants that `against` draws run the scripted way afterwards.
///
/// # Errors
/// When a runtime is missing or cannot be started, a recorded mutant fits no program, or the journal
/// cannot be written.
pub fn run(
    rows: &[CorpusRow],
    scored: &Scored,
    from: CorpusInputs,
    options: &Options,
    journal: Option<&Journal>,
    against: Option<Draw>,
    screen: Screen,
) -> Result<CorpusRun> {
    let clock = Instant::now();
    let meter = usage::Meter::start();
    let support = if let Scored::Builtin(_) = scored { Some(translated::support()?) } else { None };
    let support = support.as_ref().map(tempfile::TempDir::path);
    let Prepared { rows: mut prepared, jobs, recorded, unlisted } =
        prepare(rows, scored, from, options, journal, support)?;
    let progress = finish::progress(screen);
    let tell = |event: Event| {
        if let Ok(mut progress) = progress.lock() {
            progress.on(&event);
        }
    };
    tell(Event::Planned { pairs: jobs.len() });
    let (ids, jobs): (Vec<(String, Pair)>, Vec<PairJob>) =
        jobs.into_iter().map(|(id, job)| ((id, job.pair.clone()), job)).unzip();
    let digest_of: BTreeMap<String, String> = prepared
        .iter()
        .filter_map(|(id, row)| if let Row::Job { digest } = row { Some((id.clone(), digest.clone())) } else { None })
        .collect();
    let mut lanes = workers::lanes(options, &jobs)?;
    if let Some(recorded) = &recorded {
        lanes.iter_mut().for_each(|lane| lane.translator = Box::new(recorded.clone()));
    }
    if let Scored::Builtin(mode) = scored {
        lanes.iter_mut().for_each(|lane| lane.translator = Box::new(Builtin { mode: *mode }));
    }
    let unwritten: Mutex<Option<Error>> = Mutex::new(None);
    let against = against.map(Mutex::new);
    let first_verdict = OnceLock::new();
    let answers = lanes::measure(jobs, &mut lanes, &options.settings, &|_, _| None, &|at, answer| {
        let (id, pair) = &ids[at];
        tell(assemble::progress(pair, &answer.as_ref().map(Measured::verdicts).unwrap_or_default()));
        if let Ok(measured) = &answer {
            first_verdict.get_or_init(|| clock.elapsed().as_secs_f64());
            if let Some(Ok(mut draw)) = against.as_ref().map(Mutex::lock) {
                draw.see(id, measured);
            }
        }
        let finished = match answer {
            Ok(measured) => Finished::Measured(Box::new(program(id.clone(), &measured, recorded.is_none()))),
            Err(reason) => Finished::LeftOut(reason),
        };
        let digest = digest_of.get(id).map_or("", String::as_str);
        if let Some(Err(error)) = journal.map(|journal| journal.add(id, digest, finished.clone()))
            && let Ok(mut slot) = unwritten.lock()
        {
            slot.get_or_insert(error);
        }
        finished
    })?;
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
    let open = prepared.iter_mut().filter(|(_, row)| matches!(row, Row::Job { .. }));
    for ((_, row), answer) in open.zip(answers) {
        *row = Row::Finished(answer);
    }
    let (mut programs, mut left_out) = (Vec::new(), Vec::new());
    for (id, row) in prepared {
        match row {
            Row::Finished(Finished::Measured(program)) => programs.push(*program),
            Row::Finished(Finished::LeftOut(reason)) => left_out.push((id, reason)),
            Row::Job { .. } => return Err(Error::bug(format!("{id} was left without an answer"))),
        }
    }
    let used = meter.stop();
    let seconds = clock.elapsed().as_secs_f64();
    let spent = Spent { mutants, seconds, cpu_seconds: used.cpu_seconds, peak_rss_mb: used.peak_rss_mb };
    let share = |role| {
        let (cpu_seconds, peak_rss_mb) = used.by_role.get(&role).copied().unwrap_or_default();
        Share { cpu_seconds, peak_rss_mb, cpu_ms_per_mutant: None }
    };
    let draw = against.and_then(|draw| draw.into_inner().ok());
    let throughput = Throughput {
        mutants,
        seconds,
        first_verdict_seconds: first_verdict.into_inner(),
        tool: share(usage::Role::Tool),
        java: share(usage::Role::Java),
        python: share(usage::Role::Python),
        units: compiled.0,
        rounds_per_unit: (compiled.0 > 0).then(|| compiled.1 as f64 / compiled.0 as f64),
        scripted: draw.map(|draw| draw.run(options)).transpose()?,
        ..Throughput::default()
    };
    Ok(CorpusRun { programs, left_out, unlisted, spent, throughput: throughput.derived() })
}

/// What is to be done.
struct Prepared {
    /// Every row that counts, in the order of the corpus.
    rows: Vec<(String, Row)>,
    /// Those to be measured.
    jobs: Vec<(String, PairJob)>,
    /// The translator, where it is not the mirror.
    recorded: Option<Recorded>,
    /// Number of rows without recorded mutants.
    unlisted: usize,
}

fn prepare(
    rows: &[CorpusRow],
    scored: &Scored,
    from: CorpusInputs,
    options: &Options,
    journal: Option<&Journal>,
    support: Option<&Path>,
) -> Result<Prepared> {
    let mut by_program: BTreeMap<&str, Vec<&RecordedRow>> = BTreeMap::new();
    if let Scored::Recorded { rows, .. } = scored {
        rows.iter().for_each(|row| by_program.entry(&row.id).or_default().push(row));
    }
    let mut prepared = Prepared { rows: Vec::new(), jobs: Vec::new(), recorded: None, unlisted: 0 };
    let mut recordings: BTreeMap<String, Recording> = BTreeMap::new();
    for row in rows {
        let recorded = by_program.get(row.id.as_str());
        if recorded.is_none() && matches!(scored, Scored::Recorded { .. }) {
            prepared.unlisted += 1;
            continue;
        }
        let own = |job: PairJob| match (scored, support) {
            (Scored::Builtin(mode), Some(support)) => translated::job(job, *mode, support),
            _ => Ok(job),
        };
        let job = match job(row).and_then(own).and_then(|job| on_inputs(job, from, options)) {
            Ok(job) => job,
            Err(reason) => {
                prepared.rows.push((row.id.clone(), Row::Finished(Finished::LeftOut(reason))));
                continue;
            }
        };
        let digest = digest(row, scored, recorded.map(Vec::as_slice));
        if let Some(finished) = journal.and_then(|journal| journal.finished(&digest)) {
            prepared.rows.push((row.id.clone(), Row::Finished(finished.clone())));
            continue;
        }
        if let Some(recorded) = recorded {
            let recording = recordings::recording(&job, recorded, &options.settings)?;
            recordings.insert(job.pair.key(), recording);
        }
        prepared.rows.push((row.id.clone(), Row::Job { digest }));
        prepared.jobs.push((row.id.clone(), job));
    }
    if let Scored::Recorded { name, .. } = scored {
        prepared.recorded = Some(Recorded::new(name.clone(), recordings));
    }
    Ok(prepared)
}

/// A hash of what a program's result depends on beside the settings.
fn digest(row: &CorpusRow, scored: &Scored, recorded: Option<&[&RecordedRow]>) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(match scored {
        Scored::Mirror => b"mirror".as_slice(),
        Scored::Recorded { .. } => b"recorded".as_slice(),
        Scored::Builtin(Mode::Faithful) => b"faithful".as_slice(),
        Scored::Builtin(Mode::Plain) => b"plain".as_slice(),
    });
    for digest in std::iter::once(&row.digest).chain(recorded.into_iter().flatten().map(|row| &row.digest)) {
        hasher.update(digest.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Number of mutants by operator for every row, without running anything.
///
/// # Errors
/// The reason for a row that cannot be read, by its id.
pub fn list(
    rows: &[CorpusRow],
    options: &Options,
) -> BTreeMap<String, std::result::Result<BTreeMap<Operator, u64>, String>> {
    let count = |row: &CorpusRow| {
        let job = job(row)?;
        let tree = job.java.lower(&job.pair.java).ok_or("the Java function has a form that is not understood")?;
        let mut counts = BTreeMap::new();
        for mutant in mutation::mutants(&job.java, &job.pair.java, &tree, &job.pair.key(), &options.settings.mutation) {
            *counts.entry(mutant.operator).or_default() += 1;
        }
        Ok(counts)
    };
    rows.iter().map(|row| (row.id.clone(), count(row))).collect()
}

/// A row as a pair of two files that exist nowhere else.
pub(super) fn job(row: &CorpusRow) -> std::result::Result<PairJob, String> {
    let parse = |path: String, text: &str, language| {
        SourceFile::parse(&path, text.to_owned(), language).map(Arc::new).map_err(|error| error.to_string())
    };
    let java = parse(format!("{}.java", row.java_class), &row.java, Language::Java)?;
    let python = parse(format!("{}.py", row.id), &row.python, Language::Python)?;
    let function = |file: &SourceFile, name: &str, arity: usize| {
        let mut named = file.functions.iter().filter(|f| f.name == name && f.params.len() == arity);
        named.next().cloned().ok_or_else(|| format!("no function {name} with {arity} parameters in {}", file.path))
    };
    let source = function(&java, &row.java_method, row.java_params.len())?;
    let target = function(&python, &row.python_function, row.java_params.len())?;
    let facts = lang::java::facts(&java, &source);
    if !facts.is_static {
        return Err(format!("{} is not static", source.qualified()));
    }
    let arguments: Vec<usize> = (0..row.java_params.len()).collect();
    let signature = row.signature();
    Ok(PairJob {
        java_context: JavaContext {
            entry: JavaEntry {
                class: facts.class,
                method: source.name.clone(),
                signature: signature.clone(),
                is_static: true,
                receiver: Vec::new(),
                makers: Vec::new(),
                only_makes: false,
            },
            isolate: facts.has_static_state,
            sourcepath: Vec::new(),
            classes: Vec::new(),
            classpath: Vec::new(),
            level: Vec::new(),
        },
        python_context: PythonContext {
            entry: PythonEntry {
                module: "port".to_owned(),
                path: python.path.clone(),
                qualname: target.qualified(),
                on_instance: false,
                is_constructor: false,
                arguments: arguments.clone(),
            },
            path: Vec::new(),
            signature,
            receiver: Vec::new(),
            makers: Vec::new(),
        },
        pair: Pair {
            java: source,
            python: target,
            arguments,
            reason: PairReason { rule: "corpus".to_owned(), detail: "a row of the corpus".to_owned(), confidence: 1.0 },
        },
        java,
        python,
        suite: row.suite(),
        is_shown: false,
        ignored: mutation::suppress::Ignored::default(),
    })
}

/// The job on the corpus's own inputs, on generated ones, or on both.
pub(super) fn on_inputs(
    mut job: PairJob,
    from: CorpusInputs,
    options: &Options,
) -> std::result::Result<PairJob, String> {
    let given = match from {
        CorpusInputs::Given => return Ok(job),
        CorpusInputs::Generated => Vec::new(),
        CorpusInputs::Both => std::mem::take(&mut job.suite.inputs),
    };
    let not_read = || "it has a form that is not understood".to_owned();
    let java = job.java.lower(&job.pair.java).ok_or_else(not_read)?;
    let python = job.python.lower(&job.pair.python).ok_or_else(not_read)?;
    job.suite = inputs::pool(&job.pair, &java, &python, &given, options.max_inputs, options.seed, Known::default());
    if job.suite.inputs.is_empty() { Err(job.suite.notes.join("; ")) } else { Ok(job) }
}

/// The result of one program. CA is about the port, and says nothing of another translator.
fn program(id: String, measured: &Measured, of_port: bool) -> ProgramResult {
    let row = |m: &crate::analysis::measure::MutantResult| MutantRow {
        mutant: m.mutant.id.clone(),
        operator: m.mutant.operator,
        line: m.mutant.line,
        change: m.mutant.summary.clone(),
        state: m.java_state,
        verdict: m.verdict.verdict,
        mirrored: m.verdict.verdict.is_counted() && m.verdict.verdict != Verdict::Killed(KillReason::Missing),
        exact: m.verdict.exact,
        why: m.verdict.why.clone(),
        java_edit: evidence::change(&measured.job.java.text, &m.mutant.edits),
        python_edit: evidence::change(&measured.job.python.text, &m.python_edits),
        edits: m.python_edits.clone(),
    };
    let mut scores = assemble::scores(measured, &BTreeSet::new());
    if !of_port {
        (scores.ca_tests, scores.inputs, scores.inputs_equal, scores.inputs_drifted) = (None, 0, 0, 0);
    }
    let killed = measured.mutants.iter().filter(|m| m.verdict.verdict.is_killed()).count();
    let disagrees = usize::from(scores.inputs_equal < scores.inputs);
    ProgramResult {
        id,
        findings: u64::try_from(killed + disagrees).unwrap_or(u64::MAX),
        java_mutants: u64::try_from(measured.worth.mutants).unwrap_or(u64::MAX),
        told_apart: u64::try_from(measured.worth.told_apart).unwrap_or(u64::MAX),
        mutants: measured.mutants.iter().map(row).collect(),
        scores,
    }
}
