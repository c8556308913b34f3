//! `cargo mts fragments`: tests fragments of two files, of two folders, or of a corpus.
//!
//! Each fragment is referentially transparent: its outcome depends only on its variables.

use crate::bench::corpora::CorpusInputs;
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpus_jobs;
use crate::bench::translators::{external, translated};
use crate::commands::translators::properties::Checkable;
use crate::run::context::RunContext;
use crate::run::jobs::{self, build_env};
use crate::run::options::Options;
use crate::run::properties::checkable::program;
use crate::run::{plan, workers};
use mts_engine::fragments::{
    EnclosingComparison, FragmentReport, FragmentResult, FragmentTranslator, FunctionOutcome, IsolatedTranslation,
    IsolationWitness, TranslatorAnswer, TranslatorFailures, examine,
};
use mts_engine::properties::TestProgram;
use mts_engine::scheduler::WorkerPair;
use mts_engine::{PairJob, VerdictSettings};
use mts_model::error::{Error, Result};
use mts_model::nesting::spawn_for_trees;
use mts_model::{
    EnclosingRow, FragmentRow, IsolatedRow, IsolatedVerdict, Language, Outcome, PairFragments, State, TranslatorUsage,
};
use mts_oracle::{OutcomeComponent, display};
use mts_translate::Translation;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

pub use crate::report::fragments::render;
pub use crate::report::search::describe_usage;
pub use mts_generate::fragments::LiveOut;

/// The result of the command.
pub struct Fragments {
    /// The fragments of the pairs, in the order of the pairs.
    pub pairs: Vec<PairFragments>,
    /// The pairs whose fragments the tool cannot test, with the reasons.
    pub skipped: Vec<(String, String)>,
    /// The pairs for which the tool could not reach the translator, with the reasons.
    pub unreachable: Vec<(String, String)>,
    /// The cost and the failures of the translator; `None` if no translator ran.
    pub translator: Option<TranslatorReport>,
    /// The reason why the result is incomplete; `None` for a complete result.
    pub incomplete: Option<String>,
    /// The wall-clock time of the command, in seconds.
    pub seconds: f64,
}

/// The cost and the failures of a translator.
pub struct TranslatorReport {
    /// The cost of an external translator; `None` for the built-in translator.
    pub usage: Option<TranslatorUsage>,
    /// The failed translations of functions and fragments.
    pub failures: TranslatorFailures,
}

/// The function that receives the results of the pairs, in the order of the pairs.
///
/// Each call comes as soon as this pair and all earlier pairs are done.
pub type PairSink<'t> = dyn FnMut(&PairFragments) -> Result<()> + Send + 't;

/// Tests the fragments of the programs of a corpus.
///
/// # Errors
/// Returns an error if a runtime is missing or cannot start, or if `report_pair` returns an error.
pub fn examine_corpus(
    rows: &[CorpusRow],
    from: CorpusInputs,
    translator: Option<&Checkable>,
    options: &Options,
    report_pair: &mut PairSink<'_>,
) -> Result<Fragments> {
    let (mut jobs, mut skipped) = (Vec::new(), Vec::new());
    for row in rows {
        match corpus_jobs::job(row).and_then(|job| corpus_jobs::on_inputs(job, from, options)) {
            Ok(job) => jobs.push((row.id.clone(), job)),
            Err(reason) => skipped.push((row.id.clone(), reason)),
        }
    }
    all(jobs, skipped, translator, options, report_pair)
}

/// Tests the fragments of the pairs of a run. A translator's translations can replace the ports.
///
/// # Errors
/// Returns the errors of [`examine_corpus`], and a usage error if a selector matches nothing.
pub(crate) fn examine_context(
    context: &RunContext<'_>,
    filter: &plan::PairFilter<'_>,
    translator: Option<&Checkable>,
    options: &Options,
    report_pair: &mut PairSink<'_>,
) -> Result<Fragments> {
    filter.check(context.head)?;
    let plan = plan::plan(context.base_with_rules(), context.head, &options.pairing, filter);
    let (jobs, _builds) = build_env::configure(jobs::jobs(context, &plan, options)?, context, options)?;
    let (mut own, mut skipped) = (Vec::new(), Vec::new());
    for pair in jobs.pairs {
        let name = pair.planned.name.clone();
        match pair.jobs {
            Ok(jobs) => own.push((name, jobs.head.into_job())),
            Err(reason) => skipped.push((name, reason.to_string())),
        }
    }
    all(own, skipped, translator, options, report_pair)
}

/// Runs every job on one of the worker pairs.
///
/// The results have the order of the jobs.
fn all(
    jobs: Vec<(String, PairJob)>,
    mut skipped: Vec<(String, String)>,
    translator: Option<&Checkable>,
    options: &Options,
    report_pair: &mut PairSink<'_>,
) -> Result<Fragments> {
    let clock = Instant::now();
    let support = translator.map(|_| translated::support()).transpose()?;
    // The sandbox of a worker allows only the folders known at its start. So the code sets the path
    // before a worker starts.
    let with_support = |job: PairJob| match &support {
        Some(support) => job.with_path(vec![support.path().to_path_buf()]),
        None => job,
    };
    let (names, jobs): (Vec<String>, Vec<PairJob>) =
        jobs.into_iter().map(|(name, job)| (name, with_support(job))).unzip();
    let mut worker_pairs = workers::start_worker_pairs(options, jobs.iter())?;
    let next = AtomicUsize::new(0);
    let (failed, failures): (Mutex<Option<Error>>, Mutex<TranslatorFailures>) = (Mutex::new(None), Mutex::default());
    let slots: PairSlots = Mutex::new(jobs.iter().map(|_| None).collect());
    let sink = Mutex::new((0, report_pair));
    std::thread::scope(|scope| -> Result<()> {
        for worker_pair in &mut worker_pairs {
            let (jobs, names, next, failed, failures) = (&jobs, &names, &next, &failed, &failures);
            let (slots, sink) = (&slots, &sink);
            spawn_for_trees(scope, move || {
                let mut translator = translator.map(|own| CountingTranslator { inner: own.answers(), failures });
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(job), Some(name)) = (jobs.get(at), names.get(at)) else { return };
                    let result = one(name, job, translator.as_mut(), &options.settings, worker_pair)
                        .and_then(|result| keep(slots, at, result, sink));
                    if let Err(error) = result {
                        if let Ok(mut slot) = failed.lock() {
                            slot.get_or_insert(error);
                        }
                        return;
                    }
                }
            })?;
        }
        Ok(())
    })?;
    if let Some(error) = failed.into_inner().ok().flatten() {
        return Err(error);
    }
    let (mut pairs, mut unreachable) = (Vec::new(), Vec::new());
    for (name, slot) in names.into_iter().zip(slots.into_inner().unwrap_or_default()) {
        match slot {
            Some(Ok(pair)) => pairs.push(pair),
            Some(Err(NoResult::Skipped(reason))) => skipped.push((name, reason)),
            Some(Err(NoResult::Unreachable(reason))) => unreachable.push((name, reason)),
            None => return Err(Error::bug(format!("{name} has no result"))),
        }
    }
    let failures = failures.into_inner().unwrap_or_default();
    let translator = translator.map(|own| TranslatorReport { usage: own.usage(), failures });
    let incomplete = incomplete(&pairs, unreachable.len());
    Ok(Fragments { pairs, skipped, unreachable, translator, incomplete, seconds: clock.elapsed().as_secs_f64() })
}

/// The result of each job; `None` until the job ends.
type PairSlots = Mutex<Vec<Option<std::result::Result<PairFragments, NoResult>>>>;

/// Stores a job's result, and sends each result whose earlier jobs have ended.
fn keep(
    slots: &PairSlots,
    at: usize,
    result: std::result::Result<PairFragments, NoResult>,
    sink: &Mutex<(usize, &mut PairSink<'_>)>,
) -> Result<()> {
    let (Ok(mut slots), Ok(mut sink)) = (slots.lock(), sink.lock()) else { return Ok(()) };
    slots[at] = Some(result);
    let (next, report_pair) = &mut *sink;
    while let Some(Some(result)) = slots.get(*next) {
        *next += 1;
        if let Ok(pair) = result {
            report_pair(pair)?;
        }
    }
    Ok(())
}

/// A translator that counts its failures.
struct CountingTranslator<'f> {
    inner: Box<dyn FragmentTranslator>,
    failures: &'f Mutex<TranslatorFailures>,
}

impl FragmentTranslator for CountingTranslator<'_> {
    fn each(&mut self, programs: &[&TestProgram]) -> Result<Vec<TranslatorAnswer>> {
        let answers = self.inner.each(programs)?;
        if let Ok(mut failures) = self.failures.lock() {
            answers.iter().for_each(|answer| failures.count(answer));
        }
        Ok(answers)
    }
}

/// The reason why a pair has no result.
enum NoResult {
    /// The tool cannot test the fragments of the pair, for this reason.
    Skipped(String),
    /// The tool could not reach the translator for the pair, for this reason.
    Unreachable(String),
}

/// Returns the reason why the result is incomplete.
///
/// The result is incomplete if the translator was too often not reachable. Otherwise the function returns `None`.
fn incomplete(pairs: &[PairFragments], unreachable: usize) -> Option<String> {
    let whole = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let rows = || pairs.iter().flat_map(|pair| &pair.fragments).filter_map(|row| row.isolated.as_ref());
    let unknown = rows().filter(|isolated| isolated.verdict == IsolatedVerdict::Unknown).count();
    let counts = (whole(rows().count() - unknown), whole(unknown));
    external::incomplete("fragments", counts, (whole(pairs.len() + unreachable), whole(unreachable)))
}

/// Tests the fragments of a pair.
///
/// With a translator, its translation of the pair's Java function replaces the port.
fn one(
    name: &str,
    job: &PairJob,
    translator: Option<&mut CountingTranslator<'_>>,
    settings: &VerdictSettings,
    worker_pair: &mut WorkerPair,
) -> Result<std::result::Result<PairFragments, NoResult>> {
    let (jvm, cpython) = (worker_pair.jvm.as_mut(), worker_pair.cpython.as_mut());
    let Some(translator) = translator else {
        let examined = examine(job, settings, None, jvm, cpython)?;
        return Ok(examined.map(|examined| pair_fragments(name, job, &examined)).map_err(NoResult::Skipped));
    };
    if !job.java_context.entry.is_static {
        return Ok(Err(NoResult::Skipped("cargo mts gives only static methods to a translator".to_owned())));
    }
    let program = match program(name, job) {
        Ok(program) => program,
        Err(reason) => return Ok(Err(NoResult::Skipped(reason))),
    };
    let port = match translator.each(&[&program])?.pop() {
        Some(TranslatorAnswer::Translated(port)) => port,
        Some(TranslatorAnswer::Missing(why)) => {
            return Ok(Err(NoResult::Skipped(format!("the translator cannot translate the function: {why}"))));
        }
        Some(TranslatorAnswer::Unreachable(why)) => return Ok(Err(NoResult::Unreachable(why.to_string()))),
        None => return Ok(Err(NoResult::Unreachable("no reply".to_owned()))),
    };
    let Some((qualname, on_instance)) = port.entry_point else {
        return Err(Error::bug("a translation does not say how to call its function"));
    };
    let module = Translation::Module { text: port.file.text.clone(), qualname, on_instance };
    let job = match translated::with_port(job.clone(), &module) {
        Ok(job) => job,
        Err(reason) => return Ok(Err(NoResult::Skipped(reason))),
    };
    let examined = examine(&job, settings, Some(translator), jvm, cpython)?;
    Ok(examined.map(|examined| pair_fragments(name, &job, &examined)).map_err(NoResult::Skipped))
}

/// Converts the fragments of a pair to rows of a report.
#[must_use]
pub fn pair_fragments(name: &str, job: &PairJob, examined: &FragmentReport) -> PairFragments {
    PairFragments {
        name: name.to_owned(),
        scores: examined.scores.clone(),
        fragments: examined.fragments.iter().map(|tested| row(job, tested)).collect(),
        ineligible: examined.refused.clone(),
        over_limit: examined.beyond,
        agrees: examined.agrees,
        notes: examined.notes.clone(),
    }
}

fn row(job: &PairJob, tested: &FragmentResult) -> FragmentRow {
    let (java, python) = (&job.java.text, &job.python.text);
    let names: Vec<String> = job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let reaching = tested.reaching_input.as_ref();
    FragmentRow {
        verdict: tested.verdict,
        why: tested.why.unwrap_or_default().to_owned(),
        java: tested.fragment.span.slice(java).to_owned(),
        python: tested.part.as_ref().map(|part| part.text(python).into_owned()),
        line_java: tested.fragment.span.line(java),
        line_python: tested.part.as_ref().map(|part| part.span.line(python)),
        contexts: tested.contexts as u64,
        context: tested.witness.as_ref().map(|witness| tested.describe(&witness.state)),
        is_recorded: tested.witness.as_ref().is_some_and(|witness| witness.is_recorded),
        context_distance: tested.witness.as_ref().map_or(0, |witness| witness.distance.0 as u64),
        difference: tested.witness.as_ref().map(|witness| witness.detail.clone()),
        input: reaching.map(|reaching| display::input(&names, &reaching.input)),
        functions: reaching.and_then(|reaching| match &reaching.outcome {
            FunctionOutcome::Differ { detail, .. } => Some(detail.clone()),
            FunctionOutcome::Agree => None,
        }),
        is_explained: tested.is_explained,
        java_suspect: tested.fragment.compares_boxes && tested.witness.is_some(),
        similarity: tested.part.as_ref().map(|part| part.similarity),
        isolated: tested.isolated.as_ref().map(|isolated| isolated_row(java, tested, isolated)),
    }
}

fn isolated_row(java: &str, tested: &FragmentResult, isolated: &IsolatedTranslation) -> IsolatedRow {
    let around = |around: &EnclosingComparison| EnclosingRow {
        java: around.span.slice(java).to_owned(),
        verdict: around.verdict,
        python: around.python.clone(),
        distance: around.distance.map(|distance| distance as u64),
        contexts: around.contexts as u64,
        context: around.witness.as_ref().map(|(state, ..)| tested.describe(state)),
        outcomes: around.witness.as_ref().map(describe_witness).unwrap_or_default(),
    };
    IsolatedRow {
        verdict: isolated.verdict,
        why: isolated.why.clone().unwrap_or_default(),
        python: isolated.python.clone(),
        distance: isolated.distance.map(|distance| distance as u64),
        contexts: isolated.contexts as u64,
        context: isolated.witness.as_ref().map(|(state, ..)| tested.describe(state)),
        outcomes: isolated.witness.as_ref().map(describe_witness).unwrap_or_default(),
        enclosing: isolated.enclosing.iter().map(around).collect(),
    }
}

/// Describes the outcomes of Java, of the isolated translation and of the part.
///
/// Without a whole translation, there is no part.
fn describe_witness((_, java, own, part): &IsolationWitness) -> Vec<String> {
    let part_of = |outcome: &Outcome| match outcome.state {
        State::Exception => OutcomeComponent::Exception,
        _ => OutcomeComponent::Return,
    };
    let side = |label: &str, outcome: &Outcome, language| {
        format!("{label} {}", display::outcome(outcome, language, part_of(outcome), &[]))
    };
    let place = part.as_ref().map(|part| side("the part", part, Language::Python));
    [side("Java", java, Language::Java), side("the isolated translation", own, Language::Python)]
        .into_iter()
        .chain(place)
        .collect()
}
