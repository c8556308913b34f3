//! `mts-out/report.json`: the report as it is, its schema, and reading it back. Key order is the order of
//! the fields, so equal runs give equal bytes but for `timings`.

use mts_model::error::{Error, Result};
use mts_model::report::{REPORT_VERSION, RunReport, Timings};

/// The report as indented JSON with a newline at its end.
///
/// # Errors
/// A bug error when the report cannot be written as JSON.
pub fn render(report: &RunReport) -> Result<String> {
    let mut text = serde_json::to_string_pretty(report)
        .map_err(|e| Error::bug(format!("the report cannot be written as JSON: {e}")))?;
    text.push('\n');
    Ok(text)
}

/// Reads a report.
///
/// # Errors
/// A usage error when the text is no report, or one of another version.
pub fn parse(text: &str) -> Result<RunReport> {
    let json: serde_json::Value =
        serde_json::from_str(text).map_err(|e| Error::usage(format!("the report is not JSON: {e}")))?;
    let version = json.get("version").and_then(serde_json::Value::as_u64);
    if version != Some(u64::from(REPORT_VERSION)) {
        let found = version.map_or_else(|| "none".to_owned(), |v| v.to_string());
        return Err(Error::usage(format!("the report has version {found}, known is {REPORT_VERSION}"))
            .help("write it again with this version of cargo mts"));
    }
    serde_json::from_value(json).map_err(|e| Error::usage(format!("the report cannot be read: {e}")))
}

/// The schema of the report.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(RunReport).to_value()
}

/// 16 hex digits over everything but the timings: equal for equal results. The pull request comment is
/// rewritten when it changes.
///
/// # Errors
/// As [`render`].
pub fn digest(report: &RunReport) -> Result<String> {
    let still = RunReport { timings: Timings::default(), ..report.clone() };
    let text = render(&still)?;
    Ok(blake3::hash(text.as_bytes()).to_hex()[..16].to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_report_is_read_back_as_it_was_written() {
        for report in sample::all() {
            let text = render(&report).expect("it is JSON");
            assert!(text.ends_with("}\n"));
            assert_eq!(parse(&text).expect("it is a report"), report);
        }
    }

    #[test]
    fn every_report_keeps_to_its_schema() {
        let validator = jsonschema::validator_for(&schema()).expect("the schema is one");
        for report in sample::all() {
            let json = serde_json::to_value(&report).expect("it is JSON");
            let errors: Vec<String> = validator.iter_errors(&json).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{errors:?}");
        }
        assert!(!validator.is_valid(&serde_json::json!({"version": 1})));
    }

    #[test]
    fn a_report_of_another_version_is_refused_with_advice() {
        let error = parse(r#"{"version": 99}"#).expect_err("from the future");
        assert!(error.to_string().contains("version 99"), "{error}");
    }

    #[test]
    fn the_digest_does_not_see_the_clock() {
        let report = sample::failed();
        let mut later = report.clone();
        later.timings.seconds = 99.0;
        assert_eq!(digest(&report).expect("a digest"), digest(&later).expect("a digest"));
        later.seed = "0x0".into();
        assert_ne!(digest(&report).expect("a digest"), digest(&later).expect("a digest"));
    }
}
