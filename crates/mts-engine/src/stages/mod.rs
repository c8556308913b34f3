//! The two stages of a pair on the two workers, and reruns of a finished pair.
//!
//! `scheduler` distributes pairs to workers.

pub(crate) mod compile_error;
pub(crate) mod error;
pub(crate) mod java;
pub(crate) mod java_texts;
pub(crate) mod output;
pub(crate) mod python;
pub(crate) mod requirements;
pub(crate) mod rerun;
