//! Runs a corpus: every row as a pair of two files that exist nowhere else, measured like a pair
//! of a repository, on the corpus's own inputs.

use super::finish::{self, Screen};
use super::options::Options;
use super::{assemble, evidence, usage, workers};
use crate::analysis::{Measured, PairJob, lanes};
use crate::corpus::{CorpusInputs, CorpusRow, MutantRow, ProgramResult, Spent};
use crate::error::Result;
use crate::execution::{JavaEntry, PythonEntry};
use crate::instrument::{java::JavaContext, python::PythonContext};
use crate::lang::{self, SourceFile};
use crate::model::{Event, Language, Operator, Pair, PairReason, Verdict};
use crate::{inputs, mutation};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// What a corpus run gives.
pub struct CorpusRun {
    /// Rows that were measured, in the order of the corpus.
    pub programs: Vec<ProgramResult>,
    /// Rows that could not be, with the reason.
    pub left_out: Vec<(String, String)>,
    /// What it took.
    pub spent: Spent,
}

/// Measures every row.
///
/// # Errors
/// When a runtime is missing or cannot be started.
pub fn run(rows: &[CorpusRow], options: &Options, from: CorpusInputs, screen: Screen) -> Result<CorpusRun> {
    let clock = Instant::now();
    let meter = usage::Meter::start();
    let (mut jobs, mut left_out) = (Vec::new(), Vec::new());
    for row in rows {
        match job(row).and_then(|job| on_inputs(job, from, options)) {
            Ok(job) => jobs.push((row.id.clone(), job)),
            Err(reason) => left_out.push((row.id.clone(), reason)),
        }
    }
    let progress = finish::progress(screen);
    let tell = |event: Event| {
        if let Ok(mut progress) = progress.lock() {
            progress.on(&event);
        }
    };
    tell(Event::Planned { pairs: jobs.len() });
    let (ids, jobs): (Vec<(String, Pair)>, Vec<PairJob>) =
        jobs.into_iter().map(|(id, job)| ((id, job.pair.clone()), job)).unzip();
    let mut lanes = workers::lanes(options, &jobs)?;
    let answers = lanes::measure(jobs, &mut lanes, &options.settings, &|at, answer| {
        let (id, pair) = &ids[at];
        tell(assemble::progress(pair, &answer));
        answer.map(|measured| program(id.clone(), &measured)).map_err(|reason| (id.clone(), reason))
    })?;
    drop(lanes);
    if let Ok(mut progress) = progress.lock() {
        progress.finish();
    }
    let mut programs = Vec::new();
    for answer in answers {
        match answer {
            Ok(program) => programs.push(program),
            Err(row) => left_out.push(row),
        }
    }
    let (cpu_seconds, peak_rss_mb) = meter.stop();
    Ok(CorpusRun {
        programs,
        left_out,
        spent: Spent { seconds: clock.elapsed().as_secs_f64(), cpu_seconds, peak_rss_mb },
    })
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

fn job(row: &CorpusRow) -> std::result::Result<PairJob, String> {
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
            },
            isolate: facts.has_static_state,
            sourcepath: Vec::new(),
            classpath: Vec::new(),
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
    })
}

/// The job on the corpus's own inputs, on generated ones, or on both.
fn on_inputs(mut job: PairJob, from: CorpusInputs, options: &Options) -> std::result::Result<PairJob, String> {
    let given = match from {
        CorpusInputs::Given => return Ok(job),
        CorpusInputs::Generated => Vec::new(),
        CorpusInputs::Both => std::mem::take(&mut job.suite.inputs),
    };
    let not_read = || "it has a form that is not understood".to_owned();
    let java = job.java.lower(&job.pair.java).ok_or_else(not_read)?;
    let python = job.python.lower(&job.pair.python).ok_or_else(not_read)?;
    job.suite = inputs::pool(&job.pair, &java, &python, &given, options.max_inputs, options.seed, None);
    if job.suite.inputs.is_empty() { Err(job.suite.notes.join("; ")) } else { Ok(job) }
}

fn program(id: String, measured: &Measured) -> ProgramResult {
    let row = |m: &crate::analysis::measure::MutantResult| MutantRow {
        mutant: m.mutant.id.clone(),
        operator: m.mutant.operator,
        line: m.mutant.line,
        state: m.java_state,
        verdict: m.verdict.verdict,
        mirrored: m.verdict.verdict.is_counted(),
        exact: m.verdict.exact,
        why: m.verdict.why.clone(),
        java_edit: evidence::change(&measured.job.java.text, &m.mutant.edits),
        python_edit: evidence::change(&measured.job.python.text, &m.python_edits),
    };
    let scores = assemble::scores(measured, &BTreeSet::new());
    let killed = measured.mutants.iter().filter(|m| matches!(m.verdict.verdict, Verdict::Killed(_))).count();
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
