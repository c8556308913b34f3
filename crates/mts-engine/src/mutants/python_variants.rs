//! Numbers the Python variants of a pair, and finds the inputs to assess them.

use crate::outcome::comparison::outcome_eq;
use mts_generate::instrument::python::PythonVariant;
use mts_model::{Outcome, State, TextEdit, VariantOutcomes};
use mts_oracle::verdict::OriginalsComparison;
use mts_translate::Translation;

/// The numbers of the Python variants: counterparts, and desugared loops that must keep behaviour.
pub(crate) struct PythonVariants<'a> {
    /// The variant number and the text of each variant, with the original (0) first.
    pub texts: Vec<(u32, PythonVariant<'a>)>,
    /// The variant number and the edits of each different desugaring.
    pub desugarings: Vec<(u32, &'a [TextEdit])>,
    /// The variant number and the index of each mutant.
    pub mutants: Vec<(u32, usize)>,
    /// For each mutant the index of the desugaring that must keep behaviour.
    pub desugaring_of: Vec<Option<usize>>,
}

impl<'a> PythonVariants<'a> {
    /// Numbers the counterparts of the mutants that `counts` accepts, because they are not
    /// anomalous.
    pub fn new(translations: &'a [Translation], counts: impl Fn(usize) -> bool) -> Self {
        let mut plan = Self {
            texts: vec![(0, PythonVariant::Edits(&[]))],
            desugarings: Vec::new(),
            mutants: Vec::new(),
            desugaring_of: vec![None; translations.len()],
        };
        for (at, translation) in translations.iter().enumerate().filter(|(at, _)| counts(*at)) {
            let text = match translation {
                Translation::Edits { edits, desugaring, .. } => {
                    plan.desugaring_of[at] = (!desugaring.is_empty()).then(|| plan.add_desugaring(desugaring));
                    PythonVariant::Edits(edits)
                }
                Translation::Spliced { splices, .. } => match splices.first() {
                    Some(splice) => PythonVariant::Edits(&splice.edits),
                    None => continue,
                },
                Translation::Module { text, qualname, on_instance } => {
                    PythonVariant::Module { text, qualname, on_instance: *on_instance }
                }
                Translation::Unmirrored(_) | Translation::Missing(_) | Translation::Unreachable(_) => continue,
            };
            let variant = plan.add(text);
            plan.mutants.push((variant, at));
        }
        plan
    }

    /// Returns the index of a desugaring in the list. Many mutants share a desugaring.
    fn add_desugaring(&mut self, edits: &'a [TextEdit]) -> usize {
        if let Some(known) = self.desugarings.iter().position(|(_, known)| *known == edits) {
            return known;
        }
        let variant = self.add(PythonVariant::Edits(edits));
        self.desugarings.push((variant, edits));
        self.desugarings.len() - 1
    }

    /// Adds a text and returns its variant number.
    pub fn add(&mut self, text: PythonVariant<'a>) -> u32 {
        let variant = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push((variant, text));
        variant
    }
}

/// Returns the inputs on which mutants are assessed, and Java's outcomes on them.
///
/// Inputs on which the originals cannot be compared are skipped. The outcome that ended a run stays
/// in the result.
pub(crate) fn comparable(
    ran: &[usize],
    java: &[VariantOutcomes],
    originals: &OriginalsComparison,
) -> (Vec<usize>, Vec<VariantOutcomes>) {
    let is_comparable = |nth: usize| ran.get(nth).is_some_and(|at| originals.usable.contains(at));
    let retained = |run: &VariantOutcomes| {
        let last = run.outcomes.len().saturating_sub(1);
        let outcomes = run.outcomes.iter().enumerate();
        let stays = |(nth, o): &(usize, &Outcome)| is_comparable(*nth) || (*nth == last && o.state != State::Ok);
        let outcomes = outcomes.filter(stays).map(|(_, o)| o.clone()).collect();
        VariantOutcomes { variant: run.variant, outcomes }
    };
    let usable = ran.iter().enumerate().filter(|(nth, _)| is_comparable(*nth)).map(|(_, at)| *at).collect();
    (usable, java.iter().map(retained).collect())
}

/// Reports whether desugaring keeps the outcomes of the port on all usable inputs.
pub(crate) fn behaves_the_same(desugared: &VariantOutcomes, port: &VariantOutcomes, usable: &[usize]) -> bool {
    desugared.outcomes.len() == usable.len()
        && desugared.outcomes.iter().zip(usable).all(|(a, at)| port.outcomes.get(*at).is_some_and(|b| outcome_eq(a, b)))
}
