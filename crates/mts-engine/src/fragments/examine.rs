//! Examines the fragments of one pair, from the two functions to a report.
//!
//! `mts_generate::fragments` finds the eligible fragments; `mts_oracle::fragments` gives the
//! verdicts.

use crate::fragments::alignment::candidates::FragmentAlignment;
use crate::fragments::assumptions::AssumeComments;
use crate::fragments::data::{FragmentRuns, NumberedCandidates, Recording, Visits};
use crate::fragments::examiner::FragmentExaminer;
use crate::fragments::execution::record::Recorder;
use crate::fragments::execution::run_extracted::ExtractedUnits;
use crate::fragments::isolation::translator_queries::FragmentTranslator;
use crate::fragments::isolation::{enclosing, isolated_translation};
use crate::fragments::result::{FragmentReport, FragmentResult};
use crate::fragments::subsumption;
use crate::job::{PairJob, VerdictSettings};
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_generate::fragments::{self, EligibleFragments, Fragment, extraction::state_recording};
use mts_generate::inputs;
use mts_model::Input;
use mts_model::error::Result;
use mts_oracle::Rules;
use mts_translate::PairSource;
use mts_translate::mirror::LazyAlignment;
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use std::collections::BTreeMap;

/// The highest numbers of suite inputs and generated inputs on which states are recorded.
const SUITE_INPUTS: usize = 64;
const GENERATED_INPUTS: usize = 48;

/// Examines the fragments of a pair.
///
/// With a translator, the engine also examines the isolated translation of each fragment. The port
/// must be a translation by the same translator.
///
/// # Errors
/// Returns an error if the run must end. The inner error is the reason why the run skips this pair.
pub fn examine(
    job: &PairJob,
    settings: &VerdictSettings,
    translator: Option<&mut dyn FragmentTranslator>,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<std::result::Result<FragmentReport, String>> {
    let not_read = |name: &str| format!("cargo mts cannot analyse {name}");
    let Some(java_tree) = &job.java.lower(&job.pair.java) else { return Ok(Err(not_read(&job.pair.java.name))) };
    let Some(python_tree) = &job.python.lower(&job.pair.python) else {
        return Ok(Err(not_read(&job.pair.python.name)));
    };
    let alignment = &LazyAlignment::default();
    let source =
        PairSource { pair: &job.pair, java: &job.java, java_tree, python: &job.python, python_tree, alignment };
    examine_aligned(job, &source, settings, translator, jvm, cpython)
}

/// Examines the fragments of a pair like [`examine`], with the alignment of `source`.
pub(crate) fn examine_aligned(
    job: &PairJob,
    source: &PairSource<'_>,
    settings: &VerdictSettings,
    translator: Option<&mut dyn FragmentTranslator>,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<std::result::Result<FragmentReport, String>> {
    let java_tree = source.java_tree;
    let EligibleFragments { fragments, ineligible, over_limit } =
        fragments::eligible_fragments(&job.java, &job.pair.java, java_tree, settings.outs);
    let (comments, fragments) = AssumeComments::attach(job, java_tree, fragments);
    let report = |tested: Vec<FragmentResult>, agrees: bool| FragmentReport {
        notes: comments.describe(&tested),
        ..FragmentReport::new(tested, ineligible, over_limit, agrees)
    };
    if fragments.is_empty() {
        return Ok(Ok(report(Vec::new(), true)));
    }
    let alignment = FragmentAlignment::new(source);
    let parts = numbered_candidates(&alignment, &fragments);
    let (tried, suite_len) = inputs_to_try(job);
    if tried.is_empty() {
        return Ok(Err(format!("no inputs: {}", job.suite.notes.join("; "))));
    }
    let Some((recorder, recorded)) =
        recorded(job, java_tree, &fragments, &parts, (&tried, suite_len), &settings.rules, jvm, cpython)?
    else {
        return Ok(Err("cargo mts cannot record the states of the functions".to_owned()));
    };
    let Some(forms) = ExtractedUnits::new(job, &fragments) else {
        return Ok(Err("cargo mts cannot add the extracted functions to the Java class".to_owned()));
    };
    let examiner = FragmentExaminer {
        job,
        java_tree,
        rules: &settings.rules,
        outs: settings.outs,
        forms: &forms,
        recorder: &recorder,
        recorded: &recorded,
        tried: &tried,
        suite_len,
    };
    let (tested, all_ran) = test_all(&examiner, fragments, parts, translator.is_some(), jvm, cpython)?;
    let tested = examiner.search_inputs(tested, jvm, cpython)?;
    let tested = subsumption::deferred_to_enclosing(tested);
    let tested = match translator {
        Some(translator) => test_isolated(&examiner, &alignment, (tested, &all_ran), translator, jvm, cpython)?,
        None => tested,
    };
    Ok(Ok(report(subsumption::with_explained(tested), examiner.agrees())))
}

/// Returns the candidates for the counterpart of each fragment. The numbers of the candidates start at 1.
fn numbered_candidates(alignment: &FragmentAlignment<'_>, fragments: &[Fragment]) -> Vec<NumberedCandidates> {
    let mut numbers = 1_u32..;
    let numbered = |fragment: &Fragment| {
        let parts = alignment.candidates(fragment).into_iter();
        parts.zip(numbers.by_ref()).map(|(part, number)| (number, part)).collect()
    };
    fragments.iter().map(numbered).collect()
}

/// Returns the inputs to record, and how many of them are from the suite.
///
/// The inputs of the suite come first.
fn inputs_to_try(job: &PairJob) -> (Vec<Input>, usize) {
    let suite: Vec<Input> = job.suite.inputs.iter().take(SUITE_INPUTS).cloned().collect();
    let suite_len = suite.len();
    let needs_receiver = suite.iter().any(|input| input.receiver.is_some());
    let mut tried = suite.clone();
    if let (false, Some(generator)) = (needs_receiver, &job.generator) {
        let pool = inputs::pool(&job.pair, Ok(generator), &suite, GENERATED_INPUTS, job.suite.seed);
        let further = pool.inputs.into_iter().skip(suite_len).filter(|input| !input.has_recipes());
        tried.extend(further.take(GENERATED_INPUTS));
    }
    (tried, suite_len)
}

/// Tests each fragment in its contexts.
///
/// The second list of the result has the runs of the fragments. If `keeps_runs` is false, this list is empty.
fn test_all(
    examiner: &FragmentExaminer<'_>,
    fragments: Vec<Fragment>,
    parts: Vec<NumberedCandidates>,
    keeps_runs: bool,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<(Vec<FragmentResult>, Vec<FragmentRuns>)> {
    let (mut tested, mut all_ran) = (Vec::new(), Vec::new());
    for (at, (fragment, parts)) in (1..).zip(fragments.into_iter().zip(parts)) {
        let (one, ran) = examiner.test(at, fragment, parts, jvm, cpython)?;
        tested.push(one);
        if keeps_runs {
            all_ran.push(ran);
        }
    }
    Ok((tested, all_ran))
}

/// Tests the isolated translation of each fragment, alone and in the enclosing fragments.
fn test_isolated(
    examiner: &FragmentExaminer<'_>,
    alignment: &FragmentAlignment<'_>,
    (tested, all_ran): (Vec<FragmentResult>, &[FragmentRuns]),
    translator: &mut dyn FragmentTranslator,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<FragmentResult>> {
    let names = |fragment: &Fragment| alignment.free_names(fragment);
    let own = isolated_translation::all(examiner, (&tested, all_ran), &names, translator, jvm, cpython)?;
    let isolated = enclosing::all(examiner, (&tested, all_ran), own, jvm, cpython)?;
    let with_isolated = |(one, isolated)| FragmentResult { isolated: Some(isolated), ..one };
    Ok(tested.into_iter().zip(isolated).map(with_isolated).collect())
}

/// Records the states of both functions on the inputs.
///
/// One run records all places. If this run records no state on a side, the tool repeats the run on this side for each
/// single place. `None` if the tool cannot make the code that records.
#[expect(clippy::too_many_arguments, reason = "all that is known of a pair's fragments, and both workers")]
fn recorded(
    job: &PairJob,
    java_tree: &mts_lang::ir::Tree,
    all: &[Fragment],
    parts: &[NumberedCandidates],
    inputs: (&[Input], usize),
    rules: &Rules,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Option<(Recorder, Recording)>> {
    let numbered: Vec<(u32, &Fragment)> = (1..).zip(all).collect();
    let placed: Vec<(u32, &FragmentCounterpart)> = parts.iter().flatten().map(|(place, part)| (*place, part)).collect();
    let python_text = &job.python.text;
    let java_all = vec![state_recording::java(java_tree, &numbered)];
    let python_all = vec![state_recording::python(python_text, &placed)];
    let Some(recorder) = Recorder::new(job, &java_all, &python_all) else { return Ok(None) };
    let found = recorder.run(inputs, rules, jvm, cpython)?;
    let is_silent = |visits: &[Visits]| visits.iter().all(BTreeMap::is_empty);
    let (java, python) = (is_silent(&found.java_visits), is_silent(&found.python_visits));
    if !java && (!python || placed.is_empty()) {
        return Ok(Some((recorder, found)));
    }
    let java_edits = match java {
        true => numbered.iter().map(|one| state_recording::java(java_tree, std::slice::from_ref(one))).collect(),
        false => java_all,
    };
    let python_edits = match python {
        true => placed.iter().map(|one| state_recording::python(python_text, std::slice::from_ref(one))).collect(),
        false => python_all,
    };
    let Some(recorder) = Recorder::new(job, &java_edits, &python_edits) else { return Ok(None) };
    let found = recorder.run(inputs, rules, jvm, cpython)?;
    Ok(Some((recorder, found)))
}
