//! `cargo mts schema`: prints the JSON schemas of the tool's files.

/// Returns the JSON schema of the configuration.
#[must_use]
pub fn config_schema() -> serde_json::Value {
    crate::config::schema()
}

/// Returns the JSON schema of `mts-out/report.json`.
#[must_use]
pub fn report_schema() -> serde_json::Value {
    crate::report::json::schema()
}

/// Returns the JSON schema of the suite files.
#[must_use]
pub fn suite_schema() -> serde_json::Value {
    mts_generate::inputs::suite_file::schema()
}
