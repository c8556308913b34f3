//! Examines the fragments of one pair, up to a verdict on each fragment.
//!
//! `alignment` finds the counterpart of a fragment in the port, and `execution` runs functions and
//! extracted fragments. `entry_states` makes contexts, and `assumptions` may exclude some of them.
//! `fragment_test` examines one fragment, and `isolation` compares a fragment with its isolated
//! translation. `mts_generate::fragments` finds the eligible fragments, and `mts_oracle::fragments`
//! gives the verdicts.

mod alignment;
mod assumptions;
pub(crate) mod data;
mod entry_states;
mod examine;
mod examiner;
pub(crate) mod execution;
mod fragment_test;
mod isolation;
mod result;
mod subsumption;

pub use examine::examine;
pub(crate) use examine::examine_aligned;
pub use isolation::translator_queries::{FragmentTranslator, TranslatorAnswer, TranslatorFailures};
pub use result::{
    ContextWitness, EnclosingComparison, FragmentReport, FragmentResult, FunctionOutcome, IsolatedTranslation,
    IsolationWitness, ReachingInput,
};
