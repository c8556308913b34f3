//! Translates fragments in isolation, and compares the translations.
//!
//! Only runs with a translator use this module.

pub(crate) mod enclosing;
pub(crate) mod isolated_translation;
pub(crate) mod translator_queries;
