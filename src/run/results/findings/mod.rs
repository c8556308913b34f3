//! Collects the findings of a measured pair.
//!
//! The module gives each finding its evidence. A finding on a mutant or a variant also gets the changed lines of both
//! sides.
//!
//! The crate `mts-oracle` writes the text of a finding, and `report` formats it.

pub mod changed_text;
mod diagnosis;
pub mod variants;

use crate::run::results::findings::changed_text::change;
use mts_engine::PairOutcome;
use mts_engine::fragments::FunctionOutcome;
use mts_lang::{SourceFile, java};
use mts_model::{Finding, Function, KillReason, Language, State, Verdict};
use mts_oracle::findings::{self, FindingContext, KillEvidence};
use mts_oracle::findings::{FragmentEvidence, fragment_finding};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the findings of one pair.
///
/// `drift` is the only side that changed. `None` means that the pair has no drift.
#[must_use]
pub fn findings(measured: &PairOutcome, drift: Option<Language>, accepted: &BTreeSet<String>) -> Vec<Finding> {
    let job = &measured.job;
    let (key, params): (String, Vec<String>) =
        (job.pair.key(), job.pair.java.params.iter().map(|p| p.name.clone()).collect());
    let (line_java, line_python) = (job.pair.java.line, job.pair.python.line);
    let place = FindingContext {
        key: &key,
        line_java,
        line_python,
        params: &params,
        is_private: is_private(&job.java, &job.pair.java),
    };
    let inputs = &job.suite.inputs;
    let mut found = findings::original_findings(
        &place,
        &measured.originals,
        inputs,
        &measured.java_original,
        &measured.python_original,
        &measured.witnesses,
        &measured.reproductions,
        accepted,
    );
    found = diagnosis::with_diagnoses(found, measured, &place);
    for result in &measured.mutants {
        let shown = result.witness.as_ref();
        let evidence = KillEvidence {
            mutant: &result.mutant,
            java_edit: change(&job.java.text, &result.mutant.edits),
            python_edit: change(&job.python.text, &result.python_edits),
            line_python: result.python_edits.iter().map(|edit| edit.span.line(&job.python.text)).min(),
            input: shown.map(|shown| &shown.input).or(result.verdict.input.and_then(|at| inputs.get(at))),
            caused_by_other: match (result.verdict.verdict, shown) {
                (Verdict::Killed(KillReason::NotCompiled), _) => measured.python_original.state() == State::NotCompiled,
                (_, Some(shown)) => shown.caused_by_other,
                _ => result.verdict.input.is_some_and(|at| differs(measured, at)),
            },
            outcomes: match shown {
                Some(shown) => Some((&shown.java, &shown.python, shown.component)),
                None => result.separating.as_ref().map(|(java, python, part)| (java, python, *part)),
            },
        };
        found.extend(findings::mutant_finding(&place, &result.verdict, &evidence, accepted));
    }
    found.extend(of_fragments(measured, &place, accepted));
    found.extend(crate::run::results::findings::variants::findings(measured, &place, accepted));
    found.extend(drift.map(|side| findings::drift_finding(&place, side, accepted)));
    found
}

/// Returns findings on the fragments that differ and that no smaller fragment explains.
fn of_fragments(measured: &PairOutcome, place: &FindingContext<'_>, accepted: &BTreeSet<String>) -> Vec<Finding> {
    let Some(Ok(examined)) = &measured.fragments else { return Vec::new() };
    let (java, python) = (&measured.job.java.text, &measured.job.python.text);
    let mut in_order: Vec<_> = examined.fragments.iter().collect();
    in_order.sort_by_key(|tested| tested.fragment.span);
    let mut ordinals: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for tested in in_order {
        let text = tested.fragment.span.slice(java);
        let ordinal = ordinals.entry(text).or_default();
        *ordinal += 1;
        if let (Some(part), Some(witness), false) = (&tested.part, &tested.witness, tested.is_explained) {
            let state = tested.describe(&witness.state);
            let other = part.text(python);
            let evidence = FragmentEvidence {
                verdict: tested.verdict,
                texts: (text, &other),
                lines: (tested.fragment.span.line(java), part.span.line(python)),
                ordinal: *ordinal - 1,
                context: (&state, &witness.java, &witness.python),
                detail: &witness.detail,
                java_suspect: tested.fragment.compares_boxes,
                reaching_input: tested.reaching_input.as_ref().and_then(|reached| match &reached.outcome {
                    FunctionOutcome::Differ { component, .. } => {
                        Some((&reached.input, &reached.java, &reached.python, *component))
                    }
                    FunctionOutcome::Agree => None,
                }),
                is_outside: tested.reaching_input.as_ref().is_some_and(|reached| reached.is_outside),
            };
            found.extend(fragment_finding(place, &evidence, accepted));
        }
    }
    found
}

/// Returns the inputs on which the original functions differ, by the id of the finding.
///
/// The result contains only inputs that count for CA. A user can accept the finding by its id.
#[must_use]
pub fn differing(measured: &PairOutcome) -> BTreeMap<String, BTreeSet<usize>> {
    let pair = &measured.job.pair;
    let (key, params): (String, Vec<String>) = (pair.key(), pair.java.params.iter().map(|p| p.name.clone()).collect());
    let place = FindingContext {
        key: &key,
        line_java: pair.java.line,
        line_python: pair.python.line,
        params: &params,
        is_private: false,
    };
    let (inputs, java, python) = (&measured.job.suite.inputs, &measured.java_original, &measured.python_original);
    findings::inputs_by_original_finding(&place, &measured.originals, inputs, java, python)
}

/// Reports whether a Java function has the modifier `private`.
#[must_use]
pub fn is_private(file: &SourceFile, function: &Function) -> bool {
    java::facts(file, function).visibility == java::Visibility::Private
}

/// Reports whether the original functions differ on this input.
fn differs(measured: &PairOutcome, input: usize) -> bool {
    measured.originals.per_input.get(input).is_some_and(|compared| compared.differs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_modifier_makes_a_function_private() {
        let text = "class A {\n  public /* not private */ int f(int x) { return x; }\n  private int g() { return 1; }\n\
                    @Deprecated\n  private A() {}\n  @Note(\"private\") int h() { return 1; }\n}\n";
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).unwrap();
        let private: Vec<&str> =
            file.functions.iter().filter(|function| is_private(&file, function)).map(|f| f.name.as_str()).collect();
        assert_eq!(private, ["g", "A"]);
    }
}
