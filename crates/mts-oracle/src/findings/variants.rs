//! Builds the findings on variants.

use super::finding::{FindingContext, attach_witness, finding_id, new_finding};
use crate::display;
use crate::outcomes::OutcomeComponent;
use mts_model::report::EditedLines;
use mts_model::{Finding, FindingKind, Input, Language, Outcome, Severity, Transformation, VariantVerdict};
use std::collections::BTreeSet;

/// The evidence for a finding on a variant.
#[derive(Clone, Debug)]
pub struct VariantEvidence<'a> {
    /// The transformation.
    pub transformation: Transformation,
    /// The verdict on the variant.
    pub verdict: VariantVerdict,
    /// The reason of the verdict, as a text for people.
    pub why: &'a str,
    /// The changed code, without generated names.
    pub subject: &'a str,
    /// The number of earlier variants with the same changed code.
    pub ordinal: usize,
    /// The one-based lines of the changes, in Java and in Python.
    pub lines: (u32, u32),
    /// The lines that the variant changes on the Java side.
    pub java_edit: Option<EditedLines>,
    /// The lines that the variant changes on the Python side.
    pub python_edit: Option<EditedLines>,
    /// The input that shows the verdict, and the component that differs.
    pub input: Option<(&'a Input, OutcomeComponent)>,
    /// The side that behaves differently, with its outcomes before and after the transformation.
    pub outcomes: Option<(Language, &'a Outcome, &'a Outcome)>,
}

/// Builds the finding on a variant; `None` if its verdict is not a finding.
#[must_use]
pub fn variant_finding(
    place: &FindingContext<'_>,
    evidence: &VariantEvidence<'_>,
    accepted: &BTreeSet<String>,
) -> Option<Finding> {
    let name = evidence.transformation.name();
    let subject = brief(evidence.subject);
    let of = if subject.is_empty() { String::new() } else { format!(" of `{subject}`") };
    let side = evidence.outcomes.map_or(Language::Python, |(side, ..)| side);
    let (severity, cause) = match evidence.verdict {
        VariantVerdict::Broken => {
            let cause = format!(
                "{name}{of} preserves Java's behaviour, but the port behaves differently after the transformation: {}",
                evidence.why
            );
            (Severity::Warning, cause)
        }
        VariantVerdict::InvalidTransformation => {
            let side = if side == Language::Java { "Java" } else { "Python" };
            let cause = format!(
                "a fault of cargo mts, not of the project: {name}{of} should preserve the behaviour, but the {side} \
                 side behaves differently after the transformation ({})",
                evidence.why
            );
            (Severity::Note, cause)
        }
        _ => return None,
    };
    let mut finding = new_finding(place, FindingKind::Variant, &cause);
    finding.id = finding_id(place.key, FindingKind::Variant, name, evidence.subject, evidence.ordinal);
    finding.transformation = Some(evidence.transformation);
    finding.accepted = accepted.contains(&finding.id);
    finding.severity = severity;
    (finding.line_java, finding.line_python) = evidence.lines;
    finding.java_edit.clone_from(&evidence.java_edit);
    finding.python_edit.clone_from(&evidence.python_edit);
    attach_witness(&mut finding, place, evidence.input.map(|(input, _)| input), None);
    if let (Some((side, before, after)), Some((_, component))) = (evidence.outcomes, evidence.input) {
        let describe = |outcome| display::outcome(outcome, side, component, place.params);
        let own = Some(format!("{} after the change, {} before it", describe(after), describe(before)));
        let slot = if side == Language::Java { &mut finding.java_outcome } else { &mut finding.python_outcome };
        *slot = own;
    }
    Some(finding)
}

/// Cuts a long text.
fn brief(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{State, Value};

    fn returned_field(n: i64) -> Outcome {
        Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) }
    }

    #[test]
    fn a_variant_finding_is_marked_and_its_id_does_not_depend_on_the_drawn_name() {
        let place = FindingContext { key: "A.f", line_java: 1, line_python: 2, params: &[], is_private: false };
        let (before, after) = (returned_field(1), returned_field(2));
        let input = Input { receiver: None, args: Vec::new(), origin: mts_model::InputOrigin::Generated };
        let finding_of = |verdict, name: &str| {
            let edit = Some(EditedLines { before: vec!["a".to_owned()], after: vec![name.to_owned()] });
            let evidence = VariantEvidence {
                transformation: Transformation::RenameParam,
                verdict,
                why: "so",
                subject: "a",
                ordinal: 0,
                lines: (3, 4),
                java_edit: edit.clone(),
                python_edit: edit,
                input: Some((&input, OutcomeComponent::Return)),
                outcomes: Some((Language::Python, &before, &after)),
            };
            variant_finding(&place, &evidence, &BTreeSet::new())
        };
        let broken = finding_of(VariantVerdict::Broken, "x").expect("a finding");
        assert_eq!((broken.severity, broken.transformation), (Severity::Warning, Some(Transformation::RenameParam)));
        assert_eq!(broken.python_outcome.as_deref(), Some("returns 2 after the change, returns 1 before it"));
        let invalid_transformation = finding_of(VariantVerdict::InvalidTransformation, "y").expect("a finding");
        assert_eq!((invalid_transformation.id, invalid_transformation.severity), (broken.id, Severity::Note));
        assert!(invalid_transformation.cause.starts_with("a fault of cargo mts"), "{}", invalid_transformation.cause);
        assert!(
            finding_of(VariantVerdict::Preserved, "x").is_none()
                && finding_of(VariantVerdict::Inconclusive, "x").is_none()
        );
    }
}
