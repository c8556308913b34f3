//! The Python classes that stand for Java's exceptions in a translation, from the catalogue of the JDK.

use mts_model::jdk;

/// The Python class to raise.
pub(super) fn raised(java: &str) -> Option<&'static str> {
    caught(java).and_then(|classes| classes.first().copied())
}

/// The Python classes to catch.
pub(super) fn caught(java: &str) -> Option<&'static [&'static str]> {
    let row = jdk::exception(java.rsplit('.').next().unwrap_or(java))?;
    Some(row.translated).filter(|classes| !classes.is_empty())
}
