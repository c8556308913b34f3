//! `cargo mts fragments`: what the referentially transparent fragments of pairs show, of two files or folders, or of
//! the programs of a corpus.

use super::options::Options;
use super::properties::{Checkable, program};
use super::{Subject, building, corpus_run, jobs, plan, translated, workers};
use crate::analysis::fragments::{Alone, Examined, Tested, examine};
use crate::analysis::lanes::Lane;
use crate::analysis::properties::Translates;
use crate::analysis::{PairJob, Settings};
use crate::corpus::{CorpusInputs, CorpusRow};
use crate::error::{Error, Result};
use crate::judgement::{Part, describe};
use crate::model::{AloneRow, FragmentRow, Language, Outcome, PairFragments, State};
use crate::translation::Translation;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

pub use crate::report::fragments::render;

/// What is known of the fragments of some pairs.
pub struct Fragments {
    /// The pairs, in order.
    pub pairs: Vec<PairFragments>,
    /// Pairs that cannot take part, with the reason.
    pub left_out: Vec<(String, String)>,
    /// Wall seconds of all of it.
    pub seconds: f64,
}

/// Examines the programs of a corpus.
///
/// # Errors
/// When a runtime is missing or cannot be started.
pub fn of_corpus(
    rows: &[CorpusRow],
    from: CorpusInputs,
    translator: Option<&Checkable>,
    options: &Options,
) -> Result<Fragments> {
    let (mut jobs, mut left_out) = (Vec::new(), Vec::new());
    for row in rows {
        match corpus_run::job(row).and_then(|job| corpus_run::on_inputs(job, from, options)) {
            Ok(job) => jobs.push((row.id.clone(), job)),
            Err(reason) => left_out.push((row.id.clone(), reason)),
        }
    }
    all(jobs, left_out, translator, options)
}

/// Examines the pairs that a subject has; with a translator, its translations in the place of their ports.
///
/// # Errors
/// As [`of_corpus`]; a usage error for a selector that names nothing.
pub(super) fn of_subject(
    subject: &Subject<'_>,
    scope: &plan::Scope<'_>,
    translator: Option<&Checkable>,
    options: &Options,
) -> Result<Fragments> {
    scope.check(subject.head)?;
    let plan = plan::plan(subject.base, subject.head, &options.pairing, scope);
    let mut jobs = jobs::jobs(subject, &plan, options)?;
    let _builds = building::place(&mut jobs, subject, options);
    let (mut own, mut left_out) = (Vec::new(), Vec::new());
    for (planned, head) in plan.pairs.iter().zip(&jobs.head) {
        let name = planned.head.name();
        match head {
            Ok(at) => own.push((name, jobs.ready[*at].clone())),
            Err(reason) => left_out.push((name, reason.clone())),
        }
    }
    all(own, left_out, translator, options)
}

/// Every job on one of the lanes; the results in the order of the jobs.
fn all(
    jobs: Vec<(String, PairJob)>,
    mut left_out: Vec<(String, String)>,
    translator: Option<&Checkable>,
    options: &Options,
) -> Result<Fragments> {
    let clock = Instant::now();
    let support = translator.map(|_| translated::support()).transpose()?;
    let (names, mut jobs): (Vec<String>, Vec<PairJob>) = jobs.into_iter().unzip();
    if let Some(support) = &support {
        // Before the workers start, which may read nothing else.
        jobs.iter_mut().for_each(|job| job.python_context.path = vec![support.path().to_path_buf()]);
    }
    let mut lanes = workers::lanes(options, &jobs)?;
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    let made: Vec<Mutex<Option<std::result::Result<PairFragments, String>>>> =
        jobs.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for lane in &mut lanes {
            let (jobs, names, next, failed, made) = (&jobs, &names, &next, &failed, &made);
            scope.spawn(move || {
                let mut translator = translator.map(Checkable::translator);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(job), Some(name)) = (jobs.get(at), names.get(at)) else { return };
                    match one(name, job, translator.as_deref_mut(), &options.settings, lane) {
                        Ok(told) => {
                            if let Ok(mut slot) = made[at].lock() {
                                *slot = Some(told);
                            }
                        }
                        Err(error) => {
                            if let Ok(mut slot) = failed.lock() {
                                slot.get_or_insert(error);
                            }
                            return;
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = failed.into_inner().ok().flatten() {
        return Err(error);
    }
    let mut pairs = Vec::new();
    for (name, slot) in names.into_iter().zip(made) {
        match slot.into_inner().ok().flatten() {
            Some(Ok(pair)) => pairs.push(pair),
            Some(Err(reason)) => left_out.push((name, reason)),
            None => return Err(Error::bug(format!("{name} was left without an answer"))),
        }
    }
    Ok(Fragments { pairs, left_out, seconds: clock.elapsed().as_secs_f64() })
}

/// The fragments of a pair, or of its Java function and what a translator makes of it.
fn one(
    name: &str,
    job: &PairJob,
    translator: Option<&mut (dyn Translates + 'static)>,
    settings: &Settings,
    lane: &mut Lane,
) -> Result<std::result::Result<PairFragments, String>> {
    let (jvm, cpython) = (lane.jvm.as_mut(), lane.cpython.as_mut());
    let Some(translator) = translator else {
        return Ok(examine(job, settings, None, jvm, cpython)?.map(|examined| told(name, job, &examined)));
    };
    if !job.java_context.entry.is_static {
        return Ok(Err("a translator is asked for static methods only".to_owned()));
    }
    let program = match program(name, job) {
        Ok(program) => program,
        Err(reason) => return Ok(Err(reason)),
    };
    let port = translator.answers(&program, 1)?.unwrap_or_default().into_iter().next();
    let Some((text, (qualname, on_instance))) = port.and_then(|port| Some((port.file.text.clone(), port.made?))) else {
        return Ok(Err("the translator has no translation of it".to_owned()));
    };
    let job = match translated::placed(job.clone(), &Translation::Module { text, qualname, on_instance }) {
        Ok(job) => job,
        Err(reason) => return Ok(Err(reason)),
    };
    Ok(examine(&job, settings, Some(translator), jvm, cpython)?.map(|examined| told(name, &job, &examined)))
}

/// A pair's fragments in words.
#[must_use]
pub fn told(name: &str, job: &PairJob, examined: &Examined) -> PairFragments {
    PairFragments {
        name: name.to_owned(),
        scores: examined.scores.clone(),
        fragments: examined.fragments.iter().map(|tested| row(job, tested)).collect(),
        refused: examined.refused.clone(),
        beyond: examined.beyond,
        agrees: examined.agrees,
        notes: examined.notes.clone(),
    }
}

fn row(job: &PairJob, tested: &Tested) -> FragmentRow {
    let (java, python) = (&job.java.text, &job.python.text);
    let names: Vec<String> = job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let lifted = tested.lifted.as_ref();
    FragmentRow {
        verdict: tested.verdict,
        why: tested.why.to_owned(),
        java: tested.fragment.span.of(java).to_owned(),
        python: tested.part.as_ref().map(|part| part.span.of(python).to_owned()),
        line_java: tested.fragment.span.line(java),
        line_python: tested.part.as_ref().map(|part| part.span.line(python)),
        contexts: tested.contexts as u64,
        context: tested.witness.as_ref().map(|witness| tested.told(&witness.state)),
        is_recorded: tested.witness.as_ref().is_some_and(|witness| witness.is_recorded),
        apart: tested.witness.as_ref().map_or(0, |witness| witness.apart.0 as u64),
        difference: tested.witness.as_ref().map(|witness| witness.detail.clone()),
        input: lifted.map(|lifted| describe::input(&names, &lifted.input)),
        functions: lifted.map(|lifted| lifted.detail.clone()).filter(|detail| !detail.is_empty()),
        is_explained: tested.is_explained,
        alike: tested.part.as_ref().map(|part| part.alike),
        alone: tested.alone.as_ref().map(|alone| alone_row(tested, alone)),
    }
}

fn alone_row(tested: &Tested, alone: &Alone) -> AloneRow {
    let shown = alone.witness.as_ref().map(|(_, java, own, part)| {
        let part_of = |outcome: &Outcome| match outcome.state {
            State::Exception => Part::Exception,
            _ => Part::Return,
        };
        let side = |label: &str, outcome: &Outcome, language| {
            format!("{label} {}", describe::outcome(outcome, language, part_of(outcome), &[]))
        };
        let place = part.as_ref().map(|part| side("in its place", part, Language::Python));
        [side("Java", java, Language::Java), side("alone", own, Language::Python)].into_iter().chain(place).collect()
    });
    AloneRow {
        verdict: alone.verdict,
        why: alone.why.to_owned(),
        python: alone.python.clone(),
        distance: alone.distance.map(|distance| distance as u64),
        contexts: alone.contexts as u64,
        context: alone.witness.as_ref().map(|(state, ..)| tested.told(state)),
        shown: shown.unwrap_or_default(),
    }
}
