//! Owns the stages that one pair goes through on the two workers, and reruns of a finished pair. Spreading pairs over
//! workers is left to `scheduler`.

pub(crate) mod compile_error;
pub(crate) mod error;
pub(crate) mod java;
pub(crate) mod java_texts;
pub(crate) mod output;
pub(crate) mod python;
pub(crate) mod rerun;
