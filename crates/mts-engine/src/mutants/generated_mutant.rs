//! A mutant before its run, with its origin. `mutation_targets` generates the mutants.

use mts_lang::SourceFile;
use mts_model::{ClassChange, Mutant, TextEdit};
use mts_translate::ForeignMutant;
use std::sync::Arc;

/// A mutant of a pair, and its origin.
pub(crate) struct GeneratedMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// The origin, which decides how the mutant is translated.
    pub origin: MutantOrigin,
}

/// The origin of a mutant.
pub(crate) enum MutantOrigin {
    /// The function with this index in the list of targets.
    Function(usize),
    /// The translator supplied the mutant. `Some` holds the Java file, if the mutant is a whole
    /// file.
    Foreign(Option<Arc<SourceFile>>),
    /// A class-level change.
    Class(ClassChange),
    /// A transformation of both sides. It holds the port's edits, or the reason why there is no
    /// counterpart.
    Paired(Result<Vec<TextEdit>, &'static str>),
}

impl From<ForeignMutant> for GeneratedMutant {
    fn from(one: ForeignMutant) -> Self {
        Self { mutant: one.mutant, origin: MutantOrigin::Foreign(one.class) }
    }
}

impl GeneratedMutant {
    /// Returns the whole Java file of the mutant, if the translator supplied one.
    pub fn class(&self) -> Option<&Arc<SourceFile>> {
        if let MutantOrigin::Foreign(class) = &self.origin { class.as_ref() } else { None }
    }
}

impl AsRef<Mutant> for GeneratedMutant {
    fn as_ref(&self) -> &Mutant {
        &self.mutant
    }
}
