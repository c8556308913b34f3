//! Examines one fragment, from its candidates to its verdict.
//!
//! This module aligns the fragment, runs it in its contexts, and searches for an input that
//! confirms a difference.

use crate::fragments::alignment::candidates::SIMILAR;
use crate::fragments::alignment::state_mapping;
use crate::fragments::data::ContextResult;
use crate::fragments::data::FragmentRuns;
use crate::fragments::data::NumberedCandidates;
use crate::fragments::examiner::FragmentExaminer;
use crate::fragments::execution::input_search::{self, ReachedInput, SearchTarget};
use crate::fragments::execution::run_extracted::run_counterpart;
use crate::fragments::execution::state_patch;
use crate::fragments::result::{ContextWitness, Doubt, FragmentResult, FunctionOutcome, ReachingInput};
use mts_generate::fragments::Fragment;
use mts_generate::fragments::contexts::{self, FragmentState, state_key};
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_model::error::Result;
use mts_model::{FragmentVerdict, Input, Outcome};
use mts_oracle::fragments::{ContextVerdict, lacks_wraparound};
use mts_oracle::verdict::is_unhandled;
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use std::collections::{BTreeMap, BTreeSet};

/// The highest number of inputs of one search whose states run in the extracted functions.
const TRIED: usize = 12;

impl FragmentExaminer<'_> {
    /// Aligns a fragment and runs it in its contexts.
    pub fn test(
        &self,
        at: u32,
        fragment: Fragment,
        parts: NumberedCandidates,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<(FragmentResult, FragmentRuns)> {
        let mut ran = self.contexts(at, &fragment);
        let mut out = FragmentResult::with_reason(
            fragment,
            FragmentVerdict::Unaligned,
            "the port has no counterpart of the fragment",
        );
        out.assumptions_checked = self.assumptions_checked(at, &out.fragment, &ran, jvm)?;
        if parts.is_empty() {
            return Ok((out, ran));
        }
        if ran.entries.states.is_empty() {
            (out.verdict, out.why) = (FragmentVerdict::Untestable, Some("no input reaches the fragment"));
            return Ok((out, ran));
        }
        let agreeing = self.agreeing();
        self.align(at, &mut out, &mut ran, parts, &agreeing, jvm, cpython)?;
        if out.part.is_some() {
            self.check_counterpart(&mut out, &mut ran, &agreeing, cpython)?;
            self.assess(at, &mut out, &ran, jvm)?;
        }
        Ok((out, ran))
    }

    /// Finds the counterpart with the same states as the fragment.
    #[expect(clippy::too_many_arguments, reason = "all that is known of one fragment, and both workers")]
    fn align(
        &self,
        at: u32,
        out: &mut FragmentResult,
        ran: &mut FragmentRuns,
        parts: NumberedCandidates,
        agreeing: &[usize],
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<()> {
        let is_reached = ran.entries.inputs.iter().flatten().any(|input| agreeing.contains(input));
        // If the functions do not agree on any input, the first state on each input still
        // identifies the counterpart.
        let shown_by: Vec<usize> = if is_reached { agreeing.to_vec() } else { (0..self.tried.len()).collect() };
        let most = if is_reached { usize::MAX } else { 1 };
        let visits: Vec<_> = shown_by
            .iter()
            .map(|input| (&self.recorded.java_visits[*input], &self.recorded.python_visits[*input]))
            .collect();
        out.why = Some("no candidate in the port goes through the same states");
        let mut fallback = None;
        for (place, part) in parts {
            let Some(held) =
                state_mapping::find_representations(&out.fragment, &part, (at, place), (&visits, most), self.rules)
            else {
                continue;
            };
            let java = match &ran.java {
                Some(known) => known.clone(),
                None => ran.java.insert(self.forms.java(&out.fragment, at, &ran.contexts, jvm)?).clone(),
            };
            let can_run_port = |nth: usize| self.can_run_port(ran, nth, &java[nth]);
            let states = (ran.contexts.as_slice(), java.as_slice());
            let Some(python) = run_counterpart(self.job, &out.fragment, &part, &held, states, &can_run_port, cpython)?
            else {
                continue;
            };
            let results = self.compared(&out.fragment, ran, java, python);
            let doubtful = is_doubtful(ran, &results, agreeing);
            let is_alike = part.similarity >= SIMILAR;
            // Without an input on which the functions agree, only the texts show that fragment and counterpart belong
            // together.
            if !doubtful && (is_reached || is_alike) {
                fallback = Some((part, held, results));
                break;
            }
            if is_alike && fallback.is_none() {
                fallback = Some((part, held, results));
            }
        }
        let Some((part, held, results)) = fallback else { return Ok(()) };
        if results.iter().all(|result| result.verdict == ContextVerdict::Unknown) {
            (out.verdict, out.why) = (FragmentVerdict::Untestable, Some("an extracted function does not run"));
            return Ok(());
        }
        (out.part, out.representations, out.why) = (Some(part), held, None);
        ran.results = Some(results);
        Ok(())
    }

    /// Checks a counterpart that differs on inputs on which the functions agree.
    ///
    /// There are three possible reasons: a later step of the port compensates the difference, the
    /// port has the opposite condition, or the counterpart is wrong. To detect a compensated
    /// difference, the tool puts Java's values into the port. If the port then behaves as before, a
    /// later step compensates the difference.
    fn check_counterpart(
        &self,
        out: &mut FragmentResult,
        ran: &mut FragmentRuns,
        agreeing: &[usize],
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<()> {
        let (Some(part), Some(results)) = (&out.part, &ran.results) else { return Ok(()) };
        if !is_doubtful(ran, results, agreeing) {
            return Ok(());
        }
        let inputs: Vec<Input> = agreeing.iter().map(|at| self.tried[*at].clone()).collect();
        let plain: Vec<Outcome> = agreeing.iter().map(|at| self.recorded.python[*at].clone()).collect();
        let states = (&ran.contexts[..ran.recorded], &results[..ran.recorded]);
        out.doubt = state_patch::doubt(
            self.job,
            &out.fragment,
            (part, &out.representations),
            states,
            (&inputs, &plain),
            cpython,
        )?;
        if out.doubt == Doubt::None || !out.fragment.is_condition {
            return Ok(());
        }
        let opposite = FragmentCounterpart { is_negated: true, ..part.clone() };
        let Some(java) = ran.java.clone() else { return Ok(()) };
        let can_run_port = |nth: usize| self.can_run_port(ran, nth, &java[nth]);
        let states = (ran.contexts.as_slice(), java.as_slice());
        let Some(python) =
            run_counterpart(self.job, &out.fragment, &opposite, &out.representations, states, &can_run_port, cpython)?
        else {
            return Ok(());
        };
        let results = self.compared(&out.fragment, ran, java, python);
        if !is_doubtful(ran, &results, agreeing) {
            (out.part, out.doubt, ran.results) = (Some(opposite), Doubt::None, Some(results));
        }
        Ok(())
    }

    /// Collects the results of all contexts and gives the verdict.
    fn assess(
        &self,
        at: u32,
        out: &mut FragmentResult,
        ran: &FragmentRuns,
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<()> {
        let Some(results) = &ran.results else { return Ok(()) };
        let (contexts, recorded, entries) = (&ran.contexts, ran.recorded, &ran.entries);
        out.contexts = results.iter().filter(|result| result.verdict != ContextVerdict::Unknown).count();
        out.known.tested = out.contexts;
        let unrecorded: Vec<usize> =
            (recorded..contexts.len()).filter(|nth| results[*nth].verdict == ContextVerdict::Differ).collect();
        let asked: Vec<FragmentState> = unrecorded.iter().map(|nth| contexts[*nth].clone()).collect();
        let inside = self.inside(at, out, &asked, jvm)?;
        let is_inside =
            |nth: usize| nth < recorded || unrecorded.iter().position(|m| *m == nth).is_some_and(|m| inside[m]);
        let mut differing: Vec<((usize, u128), usize)> = Vec::new();
        for nth in 0..contexts.len() {
            match results[nth].verdict {
                ContextVerdict::Differ if is_inside(nth) => {
                    let near =
                        contexts[..recorded].iter().map(|own| contexts::state_distance(own, &contexts[nth])).min();
                    differing.push((near.unwrap_or((usize::MAX, u128::MAX)), nth));
                }
                ContextVerdict::Differ | ContextVerdict::Rejected => out.known.dismissed += 1,
                ContextVerdict::Agree | ContextVerdict::Unknown => {}
            }
        }
        differing.sort_unstable();
        out.known.differing = differing.len();
        out.differing = differing.iter().map(|(_, nth)| contexts[*nth].clone()).collect();
        let lacks_wrap = |nth: &usize| lacks_wraparound(&results[*nth].java, &results[*nth].python, &out.fragment.ty);
        out.lacks_wraparound = differing.iter().all(|(_, nth)| lacks_wrap(nth));
        out.witness = differing.first().map(|(apart, nth)| ContextWitness {
            state: contexts[*nth].clone(),
            java: results[*nth].java.clone(),
            python: results[*nth].python.clone(),
            detail: results[*nth].detail.clone(),
            is_recorded: *nth < recorded,
            distance: *apart,
        });
        for (_, nth) in differing.iter().filter(|(_, nth)| *nth < recorded) {
            for input in &entries.inputs[*nth] {
                if let Some(outcome) = self.compare_functions(*input) {
                    out.add_reaching_input(self.reaching_input(*input, outcome));
                }
            }
        }
        out.decide_verdict();
        Ok(())
    }

    fn reaching_input(&self, at: usize, outcome: FunctionOutcome) -> ReachingInput {
        ReachingInput {
            is_outside: is_unhandled(&self.recorded.java[at], &self.tried[at], self.rules),
            input: self.tried[at].clone(),
            java: self.recorded.java[at].clone(),
            python: self.recorded.python[at].clone(),
            outcome,
            is_from_suite: at < self.suite_len,
        }
    }

    /// Searches for inputs that reach the differing contexts of unconfirmed fragments.
    pub fn search_inputs(
        &self,
        mut tested: Vec<FragmentResult>,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Vec<FragmentResult>> {
        let open: Vec<OpenFragment> = tested.iter().enumerate().filter_map(OpenFragment::new).collect();
        if open.is_empty() {
            return Ok(tested);
        }
        let targets: Vec<SearchTarget<'_>> = open.iter().map(|one| self.search_target(one)).collect();
        let mut tries: BTreeMap<u32, usize> = BTreeMap::new();
        let mut found: Vec<(usize, ReachingInput)> = Vec::new();
        let mut check = |target: &SearchTarget<'_>,
                         reached: &ReachedInput,
                         jvm: &mut dyn Runtime<JavaUnit>,
                         cpython: &mut dyn Runtime<PythonUnit>| {
            let Some(one) = open.iter().find(|one| one.place == target.at) else { return Ok(false) };
            let tries = tries.entry(one.place).or_default();
            let is_there = one.knows(reached) || self.differs_there(one, reached, tries, jvm, cpython)?;
            if !is_there {
                return Ok(false);
            }
            let reaching_input = self.found_input(reached);
            let is_confirmed = reaching_input.is_confirmation();
            found.push((one.index, reaching_input));
            Ok(is_confirmed)
        };
        let seed = self.job.suite.seed;
        input_search::search(self.job, self.recorder, &targets, self.rules, seed, &mut check, jvm, cpython)?;
        for (at, reaching_input) in found {
            tested[at].add_reaching_input(reaching_input);
        }
        tested.iter_mut().for_each(FragmentResult::decide_verdict);
        Ok(tested)
    }

    /// Returns the target of the search for one fragment.
    fn search_target<'o>(&self, one: &'o OpenFragment) -> SearchTarget<'o> {
        let visits = self.recorded.java_visits.iter().enumerate();
        let reaching = visits.filter(|(_, visits)| visits.contains_key(&one.place)).map(|(input, _)| input);
        SearchTarget {
            at: one.place,
            fragment: &one.result.fragment,
            contexts: one.result.differing.clone(),
            bases: reaching.take(8).map(|input| self.tried[input].clone()).collect(),
        }
    }

    /// Reports whether the extracted functions differ in a state of this input.
    ///
    /// The functions themselves must differ on the input. `tries` counts the inputs of the fragment
    /// that ran so far, up to the limit.
    fn differs_there(
        &self,
        one: &OpenFragment,
        reached: &ReachedInput,
        tries: &mut usize,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<bool> {
        if reached.outcome.agrees() || *tries >= TRIED {
            return Ok(false);
        }
        *tries += 1;
        let FragmentResult { fragment, part: Some(part), representations, .. } = &one.result else { return Ok(false) };
        let states: Vec<FragmentState> = reached.states.iter().take(16).cloned().collect();
        let results =
            self.forms.run_both(fragment, one.place, part, representations, &states, self.rules, jvm, cpython)?;
        let differs = |result: &ContextResult| result.verdict == ContextVerdict::Differ;
        Ok(results.is_some_and(|results| results.iter().any(differs)))
    }

    /// Returns an input that the search found, with the outcomes of the functions.
    fn found_input(&self, reached: &ReachedInput) -> ReachingInput {
        ReachingInput {
            is_outside: is_unhandled(&reached.java, &reached.input, self.rules),
            input: reached.input.clone(),
            java: reached.java.clone(),
            python: reached.python.clone(),
            outcome: reached.outcome.clone(),
            is_from_suite: false,
        }
    }
}

/// A fragment whose differing contexts no input confirms yet.
struct OpenFragment {
    /// The index of the fragment in the list of all fragments.
    index: usize,
    /// The number of the fragment in its recordings: the index plus one.
    place: u32,
    /// The result before the search.
    result: FragmentResult,
    /// The keys of the differing states.
    known: BTreeSet<String>,
}

impl OpenFragment {
    /// Returns the fragment at an index for the search. `None` if it needs no search.
    fn new((index, result): (usize, &FragmentResult)) -> Option<Self> {
        let is_open = !result.differing.is_empty() && !result.is_confirmed_inside() && result.part.is_some();
        is_open.then(|| Self {
            index,
            place: u32::try_from(index + 1).unwrap_or(u32::MAX),
            known: result.differing.iter().map(|state| state_key(state)).collect(),
            result: result.clone(),
        })
    }

    /// Reports whether an input reaches a state that is known to differ.
    fn knows(&self, reached: &ReachedInput) -> bool {
        reached.states.iter().any(|state| self.known.contains(&state_key(state)))
    }
}

/// Reports whether the sides differ in a recorded state while the functions agree.
fn is_doubtful(ran: &FragmentRuns, results: &[ContextResult], agreeing: &[usize]) -> bool {
    let agrees = |nth: usize| ran.entries.inputs[nth].iter().any(|input| agreeing.contains(input));
    (0..ran.recorded).any(|nth| results[nth].verdict == ContextVerdict::Differ && agrees(nth))
}
