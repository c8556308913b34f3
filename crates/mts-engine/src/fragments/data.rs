//! Owns the plain data that the parts of a fragment's examination pass to each other: recorded states, contexts, and
//! the outcomes in them. Making and reading them is left to the files around this one.

use mts_generate::fragments::contexts::FragmentState;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_model::Outcome;
use mts_oracle::fragments::ContextVerdict;
use std::collections::BTreeMap;

/// The states at each place, in the order in which it was reached; `None` where one could not be read.
pub(crate) type Visits = BTreeMap<u32, Vec<Option<FragmentState>>>;

/// The outcomes of both functions and the states that they came through, by input.
pub(crate) struct Recording {
    pub java: Vec<Outcome>,
    pub python: Vec<Outcome>,
    pub java_visits: Vec<Visits>,
    pub python_visits: Vec<Visits>,
}

/// The states at a fragment's entry, each with the inputs that lead to it.
pub(crate) struct EntryStates {
    pub states: Vec<FragmentState>,
    pub inputs: Vec<Vec<usize>>,
}

/// The contexts of a fragment, and the outcomes of its extracted functions in them.
pub(crate) struct FragmentRuns {
    pub entries: EntryStates,
    pub contexts: Vec<FragmentState>,
    /// How many of them were recorded; these come first.
    pub recorded: usize,
    /// Java's outcomes, where its extracted function ran.
    pub java: Option<Vec<Outcome>>,
    /// Both sides' outcomes, where a counterpart was found.
    pub results: Option<Vec<ContextResult>>,
}

/// The outcomes of both sides in one context, compared.
#[derive(Clone, Debug)]
pub(crate) struct ContextResult {
    pub verdict: ContextVerdict,
    pub java: Outcome,
    pub python: Outcome,
    pub detail: String,
}

/// Candidates for a fragment's counterpart, with the numbers of their places.
pub(crate) type NumberedCandidates = Vec<(u32, FragmentCounterpart)>;
