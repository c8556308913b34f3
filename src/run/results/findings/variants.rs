//! The scores and findings of a measured pair's variants, and a summary for people.

use crate::run::results::findings::changed_text::change;
use mts_engine::PairOutcome;
use mts_model::{Finding, TextEdit, VariantScores};
use mts_oracle::findings::FindingContext;
use mts_oracle::findings::{VariantEvidence, variant_finding};
use std::collections::{BTreeMap, BTreeSet};

/// Counts the verdicts of the variants, or returns `None` if the run makes no variants.
pub(crate) fn scores(measured: &PairOutcome) -> Option<VariantScores> {
    let mut scores = VariantScores::default();
    measured.variants.as_ref()?.iter().for_each(|variant| scores.count(variant.verdict));
    Some(scores)
}

/// Describes the failed variants in one line, or returns `None` if no variant failed.
pub(crate) fn describe_failures(scores: &VariantScores) -> Option<String> {
    let VariantScores { tested, broken, invalid_transformation, .. } = scores;
    let tool = if *invalid_transformation > 0 {
        format!("; variants with an invalid transformation: {invalid_transformation}")
    } else {
        String::new()
    };
    let failed = broken + invalid_transformation;
    (failed > 0).then(|| format!("variants that do not keep the behaviour: {failed} of {tested}{tool}"))
}

/// Returns a finding for each broken variant and for each invalid transformation.
pub(crate) fn findings(
    measured: &PairOutcome,
    place: &FindingContext<'_>,
    accepted: &BTreeSet<String>,
) -> Vec<Finding> {
    let (java, python) = (&measured.job.java.text, &measured.job.python.text);
    let mut ordinals: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for variant in measured.variants.iter().flatten() {
        let Some(paired) = &variant.paired else { continue };
        let ordinal = ordinals.entry((variant.transformation.name(), &paired.subject)).or_default();
        *ordinal += 1;
        let line = |edits: &[TextEdit], text: &str, else_at: u32| {
            edits.iter().map(|edit| edit.span.line(text)).min().unwrap_or(else_at)
        };
        let witness = variant.witness.as_ref();
        let evidence = VariantEvidence {
            transformation: variant.transformation,
            verdict: variant.verdict,
            why: &variant.why,
            subject: &paired.subject,
            ordinal: *ordinal - 1,
            lines: (line(&paired.java, java, place.line_java), line(&paired.python, python, place.line_python)),
            java_edit: change(java, &paired.java),
            python_edit: change(python, &paired.python),
            input: witness.and_then(|witness| Some((measured.input(witness.input)?, witness.component))),
            outcomes: witness.map(|witness| (witness.side, &witness.first, &witness.second)),
        };
        found.extend(variant_finding(place, &evidence, accepted));
    }
    found
}
