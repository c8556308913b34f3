//! Writes `mts-out/report.json`, reads it, and returns its schema.
//!
//! Keys have the order of the fields of [`RunReport`], so equal runs give equal bytes except in
//! `timings`.

use crate::report::renderer::Renderer;
use mts_model::error::{Error, Result};
use mts_model::report::{REPORT_FILE, REPORT_VERSION, RunReport, Timings};

/// The renderer of `mts-out/report.json`.
pub struct Json;

impl Renderer for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn file(&self) -> &'static str {
        REPORT_FILE
    }

    fn description(&self) -> &'static str {
        "programs"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        render(report)
    }
}

/// Renders the report as indented JSON with a newline at its end.
///
/// # Errors
/// Returns an internal error if the report cannot be written as JSON.
pub fn render(report: &RunReport) -> Result<String> {
    let mut text = serde_json::to_string_pretty(report)
        .map_err(|e| Error::bug(format!("cargo mts cannot write the report as JSON: {e}")))?;
    text.push('\n');
    Ok(text)
}

/// Parses a report.
///
/// # Errors
/// Returns a usage error if the text is not a report, or if the report has another version.
pub fn parse(text: &str) -> Result<RunReport> {
    let json: serde_json::Value =
        serde_json::from_str(text).map_err(|e| Error::usage(format!("the report is not JSON: {e}")))?;
    let version = json.get("version").and_then(serde_json::Value::as_u64);
    if version != Some(u64::from(REPORT_VERSION)) {
        let found = version.map_or_else(|| "none".to_owned(), |v| v.to_string());
        let message =
            format!("the report has format version {found}, and this cargo mts reads version {REPORT_VERSION}");
        return Err(Error::usage(message).help(
            "run cargo mts again to write a new report, or use the version of cargo mts that wrote this report",
        ));
    }
    serde_json::from_value(json).map_err(|e| Error::usage(format!("cannot read the report: {e}")))
}

/// Returns the JSON schema of the report.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(RunReport).to_value()
}

/// Returns a digest of 16 hex digits over the report without its timings.
///
/// Equal results have equal digests. `publish` rewrites the pull request comment if the digest
/// changes.
///
/// # Errors
/// Returns an error if [`render`] returns one.
pub fn digest(report: &RunReport) -> Result<String> {
    let still = RunReport { timings: Timings::default(), ..report.clone() };
    let text = render(&still)?;
    Ok(blake3::hash(text.as_bytes()).to_hex()[..16].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::report::{ChangedSides, PairStatus, PortCallKind, ReportCommand};
    use mts_model::{CallKind, ComponentKind, StatefulSide};

    #[test]
    fn a_written_report_is_read_back_unchanged() {
        for report in test_reports::all() {
            let text = render(&report).expect("it is JSON");
            assert!(text.ends_with("}\n"));
            assert_eq!(parse(&text).expect("it is a report"), report);
        }
    }

    #[test]
    fn every_report_is_valid_by_its_schema() {
        let validator = jsonschema::validator_for(&schema()).expect("the schema is one");
        for report in test_reports::all() {
            let json = serde_json::to_value(&report).expect("it is JSON");
            let errors: Vec<String> = validator.iter_errors(&json).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{errors:?}");
        }
        assert!(!validator.is_valid(&serde_json::json!({"version": 1})));
    }

    #[test]
    fn a_report_of_another_version_is_an_error_with_help() {
        for version in [1, 99] {
            let error = parse(&format!(r#"{{"version": {version}}}"#)).expect_err("another version");
            assert!(error.message.contains(&format!("version {version},")), "{error}");
            assert!(error.help.contains("run cargo mts again"), "{error}");
        }
    }

    #[test]
    fn an_unknown_word_of_another_build_does_not_refuse_the_report() {
        fn read<T: serde::de::DeserializeOwned>() -> T {
            serde_json::from_str("\"a new word\"").expect("a value")
        }
        assert_eq!((read(), read()), (PairStatus::NotGated, ChangedSides::None));
        assert_eq!((read(), read()), (PortCallKind::Function, CallKind::Function));
        assert_eq!((read(), read()), (ComponentKind::State, StatefulSide::Unknown));
        assert_eq!(read::<ReportCommand>(), ReportCommand::Run);
    }

    #[test]
    fn the_digest_does_not_depend_on_timings() {
        let report = test_reports::failed();
        let mut later = report.clone();
        later.timings.seconds = 99.0;
        assert_eq!(digest(&report).expect("a digest"), digest(&later).expect("a digest"));
        later.seed = "0x0".into();
        assert_ne!(digest(&report).expect("a digest"), digest(&later).expect("a digest"));
    }
}
