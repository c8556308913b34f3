//! Maps Java's exceptions to Python classes by the catalogue of the JDK, for translations.

use mts_model::jdk;

/// Returns the Python class that a translation raises for a Java exception.
pub(super) fn raised(java: &str) -> Option<&'static str> {
    caught(java).and_then(|classes| classes.first().copied())
}

/// Returns the Python classes that a translation catches for a Java exception.
pub(super) fn caught(java: &str) -> Option<&'static [&'static str]> {
    let row = jdk::exception(java.rsplit('.').next().unwrap_or(java))?;
    Some(row.translated).filter(|classes| !classes.is_empty())
}
