//! Plain data of the examination of a fragment: recorded states, contexts, and their outcomes.
//!
//! The other modules of this folder make and read the data.

use mts_generate::fragments::contexts::FragmentState;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_model::Outcome;
use mts_oracle::fragments::ContextVerdict;
use std::collections::BTreeMap;

/// The recorded states at each place of a function, in the order of visits. `None` if the recorder could not read a
/// state.
pub(crate) type Visits = BTreeMap<u32, Vec<Option<FragmentState>>>;

/// The outcomes of both functions and the recorded states, for each input.
pub(crate) struct Recording {
    pub java: Vec<Outcome>,
    pub python: Vec<Outcome>,
    pub java_visits: Vec<Visits>,
    pub python_visits: Vec<Visits>,
}

/// The states in which inputs reach a fragment, each with the indexes of these inputs.
pub(crate) struct EntryStates {
    pub states: Vec<FragmentState>,
    pub inputs: Vec<Vec<usize>>,
}

/// The contexts of a fragment, and the outcomes of its extracted functions in the contexts.
pub(crate) struct FragmentRuns {
    pub entries: EntryStates,
    pub contexts: Vec<FragmentState>,
    /// The number of recorded contexts. The recorded contexts come first.
    pub recorded: usize,
    /// Java's outcomes in the contexts, if the extracted Java function ran.
    pub java: Option<Vec<Outcome>>,
    /// The outcomes of both sides in the contexts, if the fragment has a counterpart.
    pub results: Option<Vec<ContextResult>>,
}

/// The outcomes of both sides in one context, with the verdict.
#[derive(Clone, Debug)]
pub(crate) struct ContextResult {
    pub verdict: ContextVerdict,
    pub java: Outcome,
    pub python: Outcome,
    pub detail: String,
}

/// The candidates for a fragment's counterpart, with the numbers of their places.
pub(crate) type NumberedCandidates = Vec<(u32, FragmentCounterpart)>;
