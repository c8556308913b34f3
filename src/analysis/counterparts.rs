//! The Python variants of a pair: which counterparts are run, under which numbers.

use crate::instrument::python::PythonVariant;
use crate::model::TextEdit;
use crate::translation::Translation;

/// Numbers of the Python variants: counterparts to run, and openings of loops to be shown to
/// change nothing.
pub(super) struct Counterparts<'a> {
    /// Variant number and text, the original (0) first.
    pub texts: Vec<(u32, PythonVariant<'a>)>,
    /// Variant number and edits of every distinct opening.
    pub openings: Vec<(u32, &'a [TextEdit])>,
    /// Variant number and index of the mutant.
    pub mutants: Vec<(u32, usize)>,
    /// For each mutant, the opening that has to be faithful.
    pub opening_of: Vec<Option<usize>>,
}

impl<'a> Counterparts<'a> {
    /// Numbers the counterparts of the mutants that `counts` says are not anomalous.
    pub fn new(translations: &'a [Translation], counts: impl Fn(usize) -> bool) -> Self {
        let mut plan = Self {
            texts: vec![(0, PythonVariant::Edits(&[]))],
            openings: Vec::new(),
            mutants: Vec::new(),
            opening_of: vec![None; translations.len()],
        };
        for (at, translation) in translations.iter().enumerate().filter(|(at, _)| counts(*at)) {
            let text = match translation {
                Translation::Edits { edits, opened, .. } => {
                    plan.opening_of[at] = (!opened.is_empty()).then(|| plan.opening(opened));
                    PythonVariant::Edits(edits)
                }
                Translation::Spliced { splices, .. } => match splices.first() {
                    Some(splice) => PythonVariant::Edits(&splice.edits),
                    None => continue,
                },
                Translation::Module { text, qualname, on_instance } => {
                    PythonVariant::Module { text, qualname, on_instance: *on_instance }
                }
                Translation::Unmirrored(_) | Translation::Missing | Translation::Unreachable(_) => continue,
            };
            let variant = plan.add(text);
            plan.mutants.push((variant, at));
        }
        plan
    }

    /// The place of an opening in the list; many mutants share one.
    fn opening(&mut self, edits: &'a [TextEdit]) -> usize {
        if let Some(known) = self.openings.iter().position(|(_, known)| *known == edits) {
            return known;
        }
        let variant = self.add(PythonVariant::Edits(edits));
        self.openings.push((variant, edits));
        self.openings.len() - 1
    }

    fn add(&mut self, text: PythonVariant<'a>) -> u32 {
        let variant = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push((variant, text));
        variant
    }
}
