//! Holds the data that all splices of one pair share. The other modules of this folder make the splices.

use crate::PairSource;
use crate::mirror::alignment::Alignment;
use crate::transpiler::TypedFile;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The data that all splices of one pair share.
pub(in crate::mirror) struct Splicer<'a> {
    pub(super) source: &'a PairSource<'a>,
    pub(super) alignment: &'a Alignment,
    /// The names that occur in the text of the port's function.
    pub(super) words: BTreeSet<String>,
    /// The typed tree of the Java file. The first use computes the tree. `None` inside the cell means that the file has
    /// no typed tree.
    pub(super) typed: OnceCell<Option<TypedFile>>,
}

impl Splicer<'_> {
    /// Returns the typed tree of the original Java file. `None` if the file has no typed tree.
    pub(super) fn typed(&self) -> Option<&TypedFile> {
        self.typed.get_or_init(|| TypedFile::new(self.source.java)).as_ref()
    }
}
