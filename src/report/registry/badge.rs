//! Writes `mts-out/badge.json`: the overall score, in the format of shields.io's endpoint badge.

use crate::report::format::open_mts;
use crate::report::renderer::Renderer;
use mts_model::error::{Error, Result};
use mts_model::report::{Conclusion, RunReport};
use serde_json::json;

/// The renderer of `mts-out/badge.json`.
pub struct Badge;

impl Renderer for Badge {
    fn name(&self) -> &'static str {
        "badge"
    }

    fn file(&self) -> &'static str {
        "badge.json"
    }

    fn description(&self) -> &'static str {
        "a badge (a small image with the score)"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        render(report)
    }
}

/// Renders the badge: the label `MTS`, the score without accepted kills, and a colour.
///
/// The score covers all pairs. Without a score, the badge has words. The colour shows the conclusion,
/// and whether the gate warns.
///
/// # Errors
/// Returns an internal error if the badge cannot be written as JSON.
pub fn render(report: &RunReport) -> Result<String> {
    let clear = report.gate.warnings.is_empty();
    let (color, is_error) = match report.conclusion {
        Conclusion::Passed if clear => ("brightgreen", false),
        Conclusion::Passed => ("yellow", false),
        Conclusion::Failed => ("red", false),
        Conclusion::Incomplete => ("lightgrey", true),
    };
    let message = match report.scores.mts_open {
        _ if report.conclusion == Conclusion::Incomplete => "incomplete".to_owned(),
        Some(_) => open_mts(&report.scores),
        None => "no mutant counts".to_owned(),
    };
    let badge = json!({ "schemaVersion": 1, "label": "MTS", "message": message, "color": color, "isError": is_error });
    let text = serde_json::to_string_pretty(&badge)
        .map_err(|e| Error::bug(format!("cargo mts cannot write the badge as JSON: {e}")))?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use serde_json::Value as Json;

    /// Returns the table of <https://shields.io/badges/endpoint-badge> as a JSON schema.
    fn schema() -> Json {
        let text = json!({ "type": "string" });
        json!({
            "type": "object",
            "required": ["schemaVersion", "label", "message"],
            "additionalProperties": false,
            "properties": {
                "schemaVersion": { "const": 1 },
                "label": text, "color": text, "labelColor": text, "namedLogo": text, "logoSvg": text,
                "logoColor": text, "style": text,
                "message": { "type": "string", "minLength": 1 },
                "isError": { "type": "boolean" },
                "logoSize": { "enum": ["auto"] },
            },
        })
    }

    fn badge(report: &RunReport) -> Json {
        serde_json::from_str(&render(report).expect("a badge")).expect("JSON")
    }

    #[test]
    fn every_badge_is_valid_by_the_schema_of_the_endpoint() {
        let validator = jsonschema::validator_for(&schema()).expect("a schema");
        for report in test_reports::all() {
            let badge = badge(&report);
            assert!(validator.is_valid(&badge), "{badge}");
        }
    }

    #[test]
    fn the_score_is_the_message_and_the_conclusion_the_colour() {
        let failed = badge(&test_reports::failed());
        assert_eq!((&failed["message"], &failed["color"]), (&json!("0.15"), &json!("red")));
        let empty = badge(&test_reports::empty());
        assert_eq!((&empty["message"], &empty["color"]), (&json!("no mutant counts"), &json!("brightgreen")));
        let incomplete = RunReport { conclusion: Conclusion::Incomplete, ..test_reports::failed() };
        assert_eq!(badge(&incomplete)["isError"], true);
        let mut warned = test_reports::passed();
        warned.gate.warnings = vec!["one side changed".to_owned()];
        assert_eq!(badge(&warned)["color"], "yellow");
    }
}
