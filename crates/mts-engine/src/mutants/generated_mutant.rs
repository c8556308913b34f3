//! A mutant before its run, with its origin. `mutation_targets` generates the mutants.

use mts_lang::SourceFile;
use mts_model::{ClassChange, Mutant, TextEdit};
use mts_translate::{ForeignMutant, Translation};
use std::sync::{Arc, OnceLock};

/// The mutants of a pair. A second round of the pair runs the same mutants.
pub(crate) type GeneratedMutants = Vec<Arc<GeneratedMutant>>;

/// A mutant of a pair, and its origin.
pub(crate) struct GeneratedMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// The origin of the mutant. The origin decides how the tool makes the counterpart.
    pub origin: MutantOrigin,
    /// The translation of the mutant. The translator of the run makes the translation on first use.
    pub(super) translation: OnceLock<Translation>,
}

/// The origin of a mutant.
pub(crate) enum MutantOrigin {
    /// A mutation operator changed the function with this index in the list of functions.
    Function(usize),
    /// The translator supplied the mutant. `Some` holds the Java file, if the mutant is a whole
    /// file.
    Foreign(Option<Arc<SourceFile>>),
    /// A class-level change of the Java file.
    Class(ClassChange),
    /// A transformation of both sides. The value holds the port's edits, or the reason why there is
    /// no counterpart.
    Paired(Result<Vec<TextEdit>, &'static str>),
}

impl From<ForeignMutant> for GeneratedMutant {
    fn from(one: ForeignMutant) -> Self {
        Self::new(one.mutant, MutantOrigin::Foreign(one.class))
    }
}

impl GeneratedMutant {
    /// Creates a mutant without a translation.
    pub fn new(mutant: Mutant, origin: MutantOrigin) -> Self {
        Self { mutant, origin, translation: OnceLock::new() }
    }

    /// Returns the whole Java file of the mutant, if the translator supplied one.
    pub fn class(&self) -> Option<&Arc<SourceFile>> {
        if let MutantOrigin::Foreign(class) = &self.origin { class.as_ref() } else { None }
    }
}
