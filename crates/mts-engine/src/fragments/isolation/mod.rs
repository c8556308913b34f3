//! Owns the translations of fragments in isolation and their comparison. Only runs with a translator need them.

pub(crate) mod enclosing;
pub(crate) mod isolated_translation;
pub(crate) mod translator_queries;
