//! Names by the customs of both languages.

/// What a port calls a Java exception by Python's custom: `NotFoundError` for `NotFoundException`.
#[must_use]
pub fn customary(java: &str) -> Option<String> {
    let stem = java.strip_suffix("Exception").filter(|stem| !stem.is_empty())?;
    Some(format!("{stem}Error"))
}
