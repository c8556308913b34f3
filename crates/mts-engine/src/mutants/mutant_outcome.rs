//! Builds the result of one mutant, and computes the budget of its counterpart.
//!
//! `mts_oracle::verdict` gives the verdict.

use crate::job::VerdictSettings;
use crate::mutants::java_mutant::JavaMutant;
use crate::outcome::MutantResult;
use mts_model::{CopyOutcomes, MutantVerdict, Outcome, State};
use mts_oracle::verdict::{CounterpartResult, MutantAssessment};
use mts_translate::Translation;

/// Returns the tick budget of a counterpart on an input.
///
/// `mutant` are the ticks of the Java mutant. `java` and `python` are the outcomes of the
/// originals.
pub(crate) fn counterpart_budget(settings: &VerdictSettings, mutant: u64, java: &Outcome, python: &Outcome) -> u64 {
    // If the port does not end, the ratio of Python's ticks to Java's ticks is unknown.
    let ended = matches!(python.state, State::Ok | State::Exception);
    settings.budgets.python(mutant, java.ticks, if ended { python.ticks } else { java.ticks })
}

/// Returns the result of a mutant's counterpart in the form for the oracle.
pub(crate) fn counterpart_result<'a>(
    translation: &'a Translation,
    answer: Option<&'a CopyOutcomes>,
    desugaring_holds: bool,
) -> CounterpartResult<'a> {
    match (translation, answer) {
        (Translation::Unmirrored(why), _) => CounterpartResult::Unmirrored(why.clone()),
        (Translation::Unreachable(why), _) => CounterpartResult::Unreachable(why.clone()),
        (Translation::Missing(why), _) => CounterpartResult::Missing(why.clone()),
        _ if !desugaring_holds => CounterpartResult::Unmirrored(
            "the port behaves differently after cargo mts desugars its `range` loop".into(),
        ),
        (_, Some(outcomes)) => CounterpartResult::Ran(outcomes),
        // Only counterparts of anomalous mutants do not run. The oracle ignores such mutants.
        (_, None) => CounterpartResult::Unreachable("the counterpart did not run".into()),
    }
}

/// Builds the result of a mutant. `python` are the outcomes of the counterpart, if it ran.
pub(crate) fn mutant_result(
    java: JavaMutant,
    assessment: MutantAssessment,
    python: Option<&CopyOutcomes>,
    usable: &[usize],
) -> MutantResult {
    let JavaMutant { generated, translation, outcomes: java, .. } = java;
    let mutant = generated.mutant.clone();
    let (edits, exact) = match &translation {
        Translation::Edits { edits, .. } => (edits.clone(), true),
        Translation::Spliced { splices, .. } => (splices.first().map(|s| s.edits.clone()).unwrap_or_default(), false),
        _ => (Vec::new(), false),
    };
    let nth = assessment.input.and_then(|input| usable.iter().position(|at| *at == input));
    let outcome = |side: &CopyOutcomes| side.outcomes.get(nth?).or(side.outcomes.last()).cloned();
    let separating = python.and_then(|python| Some((outcome(&java)?, outcome(python)?, assessment.component)));
    let is_module = matches!(translation, Translation::Module { .. });
    let module = (is_module && assessment.verdict.is_killed()).then_some(translation);
    MutantResult {
        verdict: MutantVerdict {
            id: mutant.id.clone(),
            operator: mutant.operator,
            verdict: assessment.verdict,
            exact,
            input: assessment.input,
            why: assessment.why,
        },
        java_state: java.state(),
        mutant,
        python_edits: edits,
        module,
        separating: separating.filter(|_| assessment.verdict.is_killed()),
        witness: None,
    }
}
