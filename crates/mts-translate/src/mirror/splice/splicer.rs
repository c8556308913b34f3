//! Holds the shared data of the splices of one pair. The other files of this folder create the
//! splices.

use crate::PairSource;
use crate::mirror::alignment::Alignment;
use crate::transpiler::TypedFile;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The data that all splices of one pair share.
pub(in crate::mirror) struct Splicer<'a> {
    pub(super) source: &'a PairSource<'a>,
    pub(super) alignment: &'a Alignment,
    /// The identifiers in the port's function.
    pub(super) words: BTreeSet<String>,
    /// The typed tree of the Java file, computed at the first use.
    pub(super) typed: OnceCell<Option<TypedFile>>,
}

impl Splicer<'_> {
    /// Returns the typed tree of the original Java file.
    pub(super) fn typed(&self) -> Option<&TypedFile> {
        self.typed.get_or_init(|| TypedFile::new(self.source.java)).as_ref()
    }
}
