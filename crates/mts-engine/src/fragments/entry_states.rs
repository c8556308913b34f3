//! Collects the states at the entry of a fragment and makes contexts from them.
//!
//! Contexts are recorded states, and states with aliased, changed or combined values.

use crate::fragments::data::ContextResult;
use crate::fragments::data::EntryStates;
use crate::fragments::data::FragmentRuns;
use crate::fragments::examiner::FragmentExaminer;
use crate::fragments::execution::bounded_runs;
use crate::fragments::execution::run_extracted::compare_results;
use mts_generate::fragments::Fragment;
use mts_generate::fragments::contexts::{self, FragmentState, state_key};
use mts_model::Outcome;
use mts_oracle::fragments::ContextVerdict;
use std::collections::{BTreeMap, BTreeSet};

/// The highest number of contexts of one fragment. The next four numbers limit the states from inputs of the suite, the
/// states from other inputs, the states with a changed variable, and the states with aliased variables. If the suite
/// gives fewer states, other inputs give more.
const CONTEXTS: usize = 200;
const RECORDED: usize = 40;
const OTHER: usize = 30;
const CHANGED: usize = 90;
const ALIASED: usize = 10;

impl FragmentExaminer<'_> {
    /// Creates the contexts of a fragment. The extracted functions have not run in these contexts yet.
    pub fn contexts(&self, at: u32, fragment: &Fragment) -> FragmentRuns {
        let entries = self.entries(at);
        let (contexts, recorded) = self.make_contexts(fragment, &entries);
        FragmentRuns { entries, contexts, recorded, java: None, results: None }
    }

    /// Returns the states at the entry of a fragment. States from the suite's inputs come first.
    fn entries(&self, place: u32) -> EntryStates {
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        let mut out = EntryStates { states: Vec::new(), inputs: Vec::new() };
        for (at, visits) in self.recorded.java_visits.iter().enumerate() {
            for state in visits.get(&place).into_iter().flatten().flatten() {
                let nth = *found.entry(state_key(state)).or_insert_with(|| {
                    out.states.push(state.clone());
                    out.inputs.push(Vec::new());
                    out.states.len() - 1
                });
                if out.inputs[nth].last() != Some(&at) {
                    out.inputs[nth].push(at);
                }
            }
        }
        out
    }

    /// Returns the contexts of a fragment, and the number of recorded contexts.
    fn make_contexts(&self, fragment: &Fragment, entries: &EntryStates) -> (Vec<FragmentState>, usize) {
        let is_from_suite = |nth: &usize| entries.inputs[*nth].first().is_some_and(|at| *at < self.suite_len);
        let from_suite = (0..entries.states.len()).filter(is_from_suite).count().min(RECORDED);
        let others = (entries.states.len() - from_suite).min(OTHER + RECORDED - from_suite);
        let mut out: Vec<FragmentState> = entries.states.iter().take(from_suite + others).cloned().collect();
        let recorded = out.len();
        let variables: Vec<_> = fragment.variables().collect();
        let mut seen: BTreeSet<String> = out.iter().map(|state| state_key(state)).collect();
        let aliased = contexts::aliased(&out, &variables, ALIASED);
        let changed = contexts::one_variable_changed(&out, &variables, CHANGED);
        let combined = contexts::combined(&variables, CONTEXTS);
        out.extend(aliased.into_iter().chain(changed).chain(combined).filter(|state| seen.insert(state_key(state))));
        out.truncate(CONTEXTS);
        (out, recorded)
    }

    /// Compares the outcomes of both sides in all contexts, recorded contexts first.
    pub fn compared(
        &self,
        fragment: &Fragment,
        ran: &FragmentRuns,
        java: Vec<Outcome>,
        python: Vec<Outcome>,
    ) -> Vec<ContextResult> {
        let mut results = compare_results(fragment, &ran.contexts, java, python, self.rules);
        // If an input of the suite reaches the context, a rejection by Java counts as a difference.
        for (nth, own) in results.iter_mut().enumerate() {
            if own.verdict == ContextVerdict::Rejected && self.is_from_suite(ran, nth) {
                own.verdict = ContextVerdict::Differ;
            }
        }
        results
    }

    /// Reports whether an input of the suite reaches the context `nth`.
    fn is_from_suite(&self, ran: &FragmentRuns, nth: usize) -> bool {
        let inputs = ran.entries.inputs.get(nth).filter(|_| nth < ran.recorded);
        inputs.and_then(|inputs| inputs.first()).is_some_and(|input| *input < self.suite_len)
    }

    /// Reports whether the Python side runs in a context, given Java's outcome in the context.
    pub fn can_run_port(&self, ran: &FragmentRuns, nth: usize, java: &Outcome) -> bool {
        bounded_runs::can_run_port(java, self.is_from_suite(ran, nth), self.rules)
    }
}
