//! Numbers the Python copies of a pair, and finds the inputs to assess them.

use crate::mutants::java_mutant::JavaMutant;
use crate::outcome::comparison::is_same_outcome;
use mts_generate::instrument::python::PythonCopy;
use mts_model::{CopyOutcomes, Outcome, State, TextEdit};
use mts_oracle::verdict::OriginalsComparison;
use mts_translate::Translation;

/// The numbers of the Python copies: counterparts, and desugared loops that must keep behaviour.
pub(crate) struct PythonCopies<'a> {
    /// The number and the text of each copy, with the original (0) first.
    pub texts: Vec<(u32, PythonCopy<'a>)>,
    /// The number and the edits of each different desugaring of a `range` loop.
    pub desugarings: Vec<(u32, &'a [TextEdit])>,
    /// The counterparts that run, in the order of the mutants.
    pub counterparts: Vec<NumberedCounterpart>,
}

/// A counterpart that runs.
#[derive(Clone, Copy)]
pub(crate) struct NumberedCounterpart {
    /// The number of the copy.
    pub copy: u32,
    /// The index of the mutant.
    pub mutant: usize,
    /// The index of the desugaring that the counterpart uses. A desugaring must not change the port's behaviour.
    pub desugaring: Option<usize>,
}

impl<'a> PythonCopies<'a> {
    /// Numbers the counterparts of the mutants that count, because they are not anomalous.
    pub fn new(mutants: &'a [JavaMutant]) -> Self {
        let mut plan =
            Self { texts: vec![(0, PythonCopy::Edits(&[]))], desugarings: Vec::new(), counterparts: Vec::new() };
        for (mutant, one) in mutants.iter().enumerate().filter(|(_, one)| one.is_counted) {
            let (text, desugaring) = match &one.translation {
                Translation::Edits { edits, desugaring, .. } => {
                    let desugaring = (!desugaring.is_empty()).then(|| plan.add_desugaring(desugaring));
                    (PythonCopy::Edits(edits), desugaring)
                }
                Translation::Spliced { splices, .. } => match splices.first() {
                    Some(splice) => (PythonCopy::Edits(&splice.edits), None),
                    None => continue,
                },
                Translation::Module { text, qualname, on_instance } => {
                    (PythonCopy::Module { text, qualname, on_instance: *on_instance }, None)
                }
                Translation::Unmirrored(_) | Translation::Missing(_) | Translation::Unreachable(_) => continue,
            };
            let copy = plan.add(text);
            plan.counterparts.push(NumberedCounterpart { copy, mutant, desugaring });
        }
        plan
    }

    /// Returns the index of a desugaring in the list. Many mutants share a desugaring.
    fn add_desugaring(&mut self, edits: &'a [TextEdit]) -> usize {
        if let Some(known) = self.desugarings.iter().position(|(_, known)| *known == edits) {
            return known;
        }
        let copy = self.add(PythonCopy::Edits(edits));
        self.desugarings.push((copy, edits));
        self.desugarings.len() - 1
    }

    /// Adds a text and returns the number of its copy.
    pub fn add(&mut self, text: PythonCopy<'a>) -> u32 {
        let copy = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push((copy, text));
        copy
    }
}

/// Returns those of the inputs `ran` on which mutants are assessed.
///
/// The function skips inputs on which the tool cannot compare the originals.
pub(crate) fn comparable_inputs(ran: &[usize], originals: &OriginalsComparison) -> Vec<usize> {
    ran.iter().copied().filter(|at| originals.usable.contains(at)).collect()
}

/// Returns Java's outcomes on the comparable inputs.
///
/// `run` has the outcomes on the inputs `ran`. The outcome that ended a run stays in the result.
pub(crate) fn on_comparable(run: CopyOutcomes, ran: &[usize], originals: &OriginalsComparison) -> CopyOutcomes {
    let is_comparable = |nth: usize| ran.get(nth).is_some_and(|at| originals.usable.contains(at));
    let last = run.outcomes.len().saturating_sub(1);
    let stays = |(nth, o): &(usize, Outcome)| is_comparable(*nth) || (*nth == last && o.state != State::Ok);
    let outcomes = run.outcomes.into_iter().enumerate().filter(stays).map(|(_, o)| o).collect();
    CopyOutcomes { outcomes, ..run }
}

/// Reports whether desugaring keeps the outcomes of the port on all usable inputs.
pub(crate) fn behaves_the_same(desugared: &CopyOutcomes, port: &CopyOutcomes, usable: &[usize]) -> bool {
    desugared.outcomes.len() == usable.len()
        && desugared
            .outcomes
            .iter()
            .zip(usable)
            .all(|(a, at)| port.outcomes.get(*at).is_some_and(|b| is_same_outcome(a, b)))
}
