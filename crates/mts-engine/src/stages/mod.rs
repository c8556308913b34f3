//! The two stages of a pair on its two workers, and reruns of finished pairs.

pub(crate) mod compile_error;
pub(crate) mod error;
pub(crate) mod java;
pub(crate) mod java_texts;
pub(crate) mod output;
pub(crate) mod python;
pub(crate) mod requirements;
pub(crate) mod rerun;
