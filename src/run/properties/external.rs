//! Opens the translators that somebody describes, with the cache of this machine.

use crate::config::TranslatorConfig;
use crate::external_translators::{Cache, External};
use mts_model::error::Result;
use mts_workers::default_cache;

/// The translator that is described. With `keeps` what it makes can be recorded.
///
/// # Errors
/// As [`External::open`].
pub fn open(described: &TranslatorConfig, uses_cache: bool, keeps: bool) -> Result<External> {
    let cache = default_cache().filter(|_| uses_cache);
    External::open(described, cache.as_deref().map(Cache::below), keeps)
}
