//! Owns one pair's fragments, pieces of a function that may stand alone, up to a verdict on each.
//!
//! `alignment` finds the counterpart of a fragment in the port, `execution` runs functions and extracted fragments,
//! `entry_states` makes contexts that `assumptions` may rule out, `fragment_test` examines one fragment, and `isolation`
//! compares it with its translation in isolation. Deciding which pieces may stand alone is left to
//! `mts_generate::fragments`, the verdict to `mts_oracle::fragments`.

mod alignment;
mod assumptions;
mod data;
mod entry_states;
mod examine;
mod examiner;
mod execution;
mod fragment_test;
mod isolation;
mod result;
mod subsumption;

pub use examine::examine;
pub(crate) use examine::examine_aligned;
pub use isolation::translator_queries::{FragmentTranslator, TranslatorAnswer, TranslatorFailures};
pub use result::{
    ContextWitness, EnclosingComparison, FragmentReport, FragmentResult, IsolatedTranslation, IsolationWitness,
    ReachingInput,
};
