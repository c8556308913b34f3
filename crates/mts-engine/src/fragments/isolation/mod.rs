//! Translations of fragments in isolation, and their comparisons.
//!
//! Only runs with a translator need them.

pub(crate) mod enclosing;
pub(crate) mod isolated_translation;
pub(crate) mod translator_queries;
