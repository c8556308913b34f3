//! Opens the translators that a user describes, with the translation cache of this machine.

use crate::config::TranslatorConfig;
use crate::external_translators::{Cache, External};
use mts_model::error::Result;
use mts_workers::default_cache;

/// Opens the described translator.
///
/// If `keeps` is true, the translator keeps its translations for a recording.
///
/// # Errors
/// Returns the errors of [`External::open`].
pub fn open(described: &TranslatorConfig, uses_cache: bool, keeps: bool) -> Result<External> {
    let cache = default_cache().filter(|_| uses_cache);
    External::open(described, cache.as_deref().map(Cache::from_folder), keeps)
}
