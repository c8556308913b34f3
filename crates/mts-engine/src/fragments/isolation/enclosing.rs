//! Compares a fragment's isolated translation with its part of an enclosing fragment's translation.
//!
//! Both translations must behave the same, as Purity (He et al. 2020) compares a phrase with the
//! phrases that contain it.

use crate::fragments::alignment::candidates::FragmentAlignment;
use crate::fragments::alignment::state_mapping;
use crate::fragments::data::ContextResult;
use crate::fragments::data::FragmentRuns;
use crate::fragments::data::NumberedCandidates;
use crate::fragments::data::Recording;
use crate::fragments::examiner::FragmentExaminer;
use crate::fragments::execution::input_search::compare_functions;
use crate::fragments::execution::record::Recorder;
use crate::fragments::execution::run_extracted::run_counterpart;
use crate::fragments::isolation::isolated_translation::{IsolatedRun, assess, context, text_distance};
use crate::fragments::result::{EnclosingComparison, FragmentResult, IsolatedTranslation};
use crate::job::PairJob;
use mts_generate::fragments::contexts::{FragmentState, state_key};
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_generate::fragments::{Fragment, eligibility, extraction::state_recording};
use mts_generate::instrument::java::JavaContext;
use mts_model::error::Result;
use mts_model::{Input, InputOrigin, Outcome, Pair, Signature, Span};
use mts_oracle::fragments::{ContextVerdict, lacks_wraparound};
use mts_translate::PairSource;
use mts_translate::mirror::LazyAlignment;
use mts_workers::{JavaEntry, JavaUnit, PythonUnit, Runtime};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The highest number of comparisons of one function, in the order of the enclosing fragments.
const MOST: usize = 100;

/// Compares each isolated translation with the translations of enclosing fragments.
///
/// A difference changes the verdict of the inner fragment only. The result is in the order of the fragments.
///
/// # Errors
/// Returns an error if a worker does not start.
pub(crate) fn all(
    examiner: &FragmentExaminer<'_>,
    (tested, all_ran): (&[FragmentResult], &[FragmentRuns]),
    own: Vec<(IsolatedTranslation, Option<IsolatedRun>)>,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<IsolatedTranslation>> {
    let mut left = MOST;
    let mut found: Vec<Vec<EnclosingComparison>> = own.iter().map(|_| Vec::new()).collect();
    for (outer, (_, enclosing)) in own.iter().enumerate() {
        let Some(enclosing) = enclosing else { continue };
        let fragment = &tested[outer].fragment;
        let is_inside = |inner: Span| inner != fragment.span && fragment.span.contains(inner);
        let inner: Vec<InnerFragment<'_>> = own
            .iter()
            .enumerate()
            .filter_map(|(nth, (_, own))| {
                Some(InnerFragment { nth, tested: &tested[nth], ran: &all_ran[nth], own: own.as_ref()? })
            })
            .filter(|inner| is_inside(inner.tested.fragment.span))
            .take(left)
            .collect();
        left -= inner.len();
        if inner.is_empty() {
            continue;
        }
        let container = OuterFragment { examiner, fragment, ran: &all_ran[outer], own: enclosing };
        for (nth, comparison) in container.compared(&inner, jvm, cpython)? {
            found[nth].push(comparison);
        }
    }
    Ok(own.into_iter().zip(found).map(|((isolated, _), enclosing)| isolated.with_enclosing(enclosing)).collect())
}

/// A fragment inside an outer fragment.
struct InnerFragment<'a> {
    nth: usize,
    tested: &'a FragmentResult,
    ran: &'a FragmentRuns,
    own: &'a IsolatedRun,
}

/// A fragment that contains other fragments.
struct OuterFragment<'a> {
    examiner: &'a FragmentExaminer<'a>,
    fragment: &'a Fragment,
    ran: &'a FragmentRuns,
    own: &'a IsolatedRun,
}

impl OuterFragment<'_> {
    /// Compares every inner fragment that has a part in the outer translation.
    fn compared(
        &self,
        subjects: &[InnerFragment<'_>],
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Vec<(usize, EnclosingComparison)>> {
        let Some(job) = self.job() else { return Ok(Vec::new()) };
        let (program, Some((_, python_tree))) = (&self.own.program, &self.own.port.function) else {
            return Ok(Vec::new());
        };
        let (java_tree, python_text) = (&program.tree, &job.python.text);
        let alignment = &LazyAlignment::default();
        let source =
            PairSource { pair: &job.pair, java: &job.java, java_tree, python: &job.python, python_tree, alignment };
        let alignment = FragmentAlignment::new(&source);
        let mut placed: Vec<(&InnerFragment<'_>, Fragment, NumberedCandidates)> = Vec::new();
        let mut next = 1;
        for inner in subjects {
            let Some(inside) = self.inside(inner) else { continue };
            let numbered = alignment.candidates(&inside).into_iter().map(|part| {
                next += 1;
                (next - 1, part)
            });
            let parts: NumberedCandidates = numbered.collect();
            placed.push((inner, inside, parts));
        }
        let own: Vec<(u32, &Fragment)> = (1..).zip(placed.iter().map(|(_, inside, _)| inside)).collect();
        let parts: Vec<(u32, &FragmentCounterpart)> =
            placed.iter().flat_map(|(.., parts)| parts).map(|(place, part)| (*place, part)).collect();
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        let edits = (vec![state_recording::java(java_tree, &own)], vec![state_recording::python(python_text, &parts)]);
        let Some(recorder) = Recorder::new(&job, &edits.0, &edits.1) else { return Ok(Vec::new()) };
        let input = |state: &FragmentState| Input {
            receiver: None,
            args: state.iter().take(self.fragment.free.len()).cloned().collect(),
            origin: InputOrigin::Generated,
        };
        let inputs: Vec<Input> = self.ran.contexts[..self.ran.recorded].iter().map(input).collect();
        let recorded = recorder.run((&inputs, inputs.len()), self.examiner.rules, jvm, cpython)?;
        let agrees = |at: &usize| {
            let (java, python) = (recorded.java.get(*at), recorded.python.get(*at));
            let outcome = java
                .zip(python)
                .and_then(|(a, b)| compare_functions(&job, (&inputs[*at], true), a, b, self.examiner.rules));
            outcome.is_some_and(|outcome| outcome.agrees())
        };
        let agreeing: Vec<usize> = (0..inputs.len()).filter(agrees).collect();
        let mut found = Vec::new();
        for (at, (inner, inside, parts)) in (1..).zip(&placed) {
            let seen = OuterRecording { at, inside, recorded: &recorded, agreeing: &agreeing };
            let Some((part, results)) = self.part(&job, inner, &seen, parts, cpython)? else { continue };
            let names = alignment.free_names(inside);
            found.push((inner.nth, self.enclosing(&job, inner, part, &names, &results)));
        }
        Ok(found)
    }

    /// Returns the outer fragment and its translation as a pair.
    fn job(&self) -> Option<PairJob> {
        let (own, job) = (self.own, self.examiner.job);
        let ((python, _), (qualname, on_instance)) = (own.port.function.as_ref()?, own.port.entry_point.as_ref()?);
        let function = &own.program.function;
        let entry = JavaEntry {
            method: function.name.clone(),
            signature: Signature {
                params: function.params.iter().map(|param| param.ty.clone()).collect(),
                returns: function.returns.clone(),
            },
            is_static: true,
            receiver: Vec::new(),
            ..job.java_context.entry.clone()
        };
        let pair = Pair {
            java: function.clone(),
            python: python.clone(),
            arguments: (0..function.params.len()).collect(),
            ..job.pair.clone()
        };
        Some(PairJob {
            pair,
            java: own.program.java.clone(),
            python: own.port.file.clone(),
            java_context: JavaContext { entry, ..job.java_context.clone() },
            python_context: context(job, self.fragment, qualname, *on_instance),
            generator: None,
            class_changes: Arc::default(),
            ..job.clone()
        })
    }

    /// Returns the inner fragment in the text of the outer fragment's program.
    ///
    /// `None` if the fragment is not eligible there, or differs from the inner fragment.
    fn inside(&self, inner: &InnerFragment<'_>) -> Option<Fragment> {
        let (program, fragment) = (&self.own.program, &inner.tested.fragment);
        let whole = self.fragment.span.slice(&self.examiner.job.java.text);
        let body = program.function.span.slice(&program.java.text);
        // The search starts after the signature of the function.
        let head = body.find('{')?;
        let start = program.function.span.start + head + body[head..].find(whole)?;
        let from = start + (fragment.span.start - self.fragment.span.start);
        let span = Span::new(from, from + (fragment.span.end - fragment.span.start));
        let found =
            eligibility::examine_span(&program.java, &program.function, &program.tree, span, self.examiner.outs)
                .ok()?;
        let outcome_eq = found.kind == fragment.kind
            && found.ty == fragment.ty
            && found.free == fragment.free
            && found.live_outs == fragment.live_outs
            && found.observed == fragment.observed;
        // Guards belong to the whole function, not to the outer fragment.
        outcome_eq.then(|| Fragment { guards: Vec::new(), guard_only: Vec::new(), assumptions: Vec::new(), ..found })
    }

    /// Returns the part of the outer translation with the states of the inner fragment.
    ///
    /// The second value has the results of this part in the fragment's contexts.
    fn part<'p>(
        &self,
        job: &PairJob,
        inner: &InnerFragment<'_>,
        seen: &OuterRecording<'_>,
        parts: &'p NumberedCandidates,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Option<(&'p FragmentCounterpart, Vec<ContextResult>)>> {
        let (fragment, ran, rules) = (&inner.tested.fragment, inner.ran, self.examiner.rules);
        let free = fragment.free.len();
        let contexts: Vec<FragmentState> =
            ran.contexts.iter().map(|state| state[..free.min(state.len())].to_vec()).collect();
        let java: Vec<Outcome> = inner.own.results.iter().map(|result| result.java.clone()).collect();
        let visits: Vec<_> = seen
            .agreeing
            .iter()
            .map(|at| (&seen.recorded.java_visits[*at], &seen.recorded.python_visits[*at]))
            .collect();
        let there: BTreeSet<String> = visits
            .iter()
            .flat_map(|(java, _)| java.get(&seen.at).into_iter().flatten().flatten())
            .map(|state| state_key(state))
            .collect();
        for (place, part) in parts {
            let numbers = (seen.at, *place);
            let Some(held) =
                state_mapping::find_representations(seen.inside, part, numbers, (&visits, usize::MAX), rules)
            else {
                continue;
            };
            let can_run_port = |nth: usize| self.examiner.can_run_port(ran, nth, &java[nth]);
            let Some(python) =
                run_counterpart(job, seen.inside, part, &held, (&contexts, &java), &can_run_port, cpython)?
            else {
                continue;
            };
            let results = self.examiner.compared(fragment, ran, java.clone(), python);
            let differs =
                || results.iter().zip(&contexts).filter(|(result, _)| result.verdict == ContextVerdict::Differ);
            // The parts differ, although both fragments agree as a whole. So the part is not a counterpart, or a later
            // step compensates the difference. In both cases, the comparison gives no result.
            let is_doubtful = differs().any(|(_, state)| there.contains(&state_key(state)));
            let is_wrap = differs().all(|(result, _)| lacks_wraparound(&result.java, &result.python, &fragment.ty));
            let leaves_wrap = is_wrap && differs().next().is_some() && self.agrees();
            if !is_doubtful && !leaves_wrap {
                return Ok(Some((part, results)));
            }
        }
        Ok(None)
    }

    /// Reports whether the outer translation agrees with Java in every context that counts.
    fn agrees(&self) -> bool {
        self.own
            .results
            .iter()
            .zip(&self.own.inside)
            .all(|(result, inside)| !inside || result.verdict != ContextVerdict::Differ)
    }

    fn enclosing(
        &self,
        job: &PairJob,
        inner: &InnerFragment<'_>,
        part: &FragmentCounterpart,
        names: &[Option<String>],
        results: &[ContextResult],
    ) -> EnclosingComparison {
        let own = inner.own;
        let fragment = &inner.tested.fragment;
        let found = assess(fragment, &inner.ran.contexts, &own.inside, &own.results, Some(results));
        EnclosingComparison {
            span: self.fragment.span,
            verdict: found.verdict,
            python: part.span.slice(&job.python.text).to_owned(),
            distance: text_distance(job, Some(part), names, &own.port),
            contexts: found.contexts,
            witness: found.witness,
        }
    }
}

/// The recording of an inner fragment during a run of the outer fragment.
struct OuterRecording<'s> {
    /// The number of the place where the tool recorded the inner fragment's states.
    at: u32,
    /// The inner fragment in the outer fragment's text.
    inside: &'s Fragment,
    recorded: &'s Recording,
    /// The inputs on which both sides agree.
    agreeing: &'s [usize],
}
