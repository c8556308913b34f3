//! The shared data of the splices of one pair; the other files of this folder create the splices.

use crate::PairSource;
use crate::mirror::alignment::Alignment;
use std::collections::BTreeSet;

/// Creates the splices of one pair.
pub(in crate::mirror) struct Splicer<'a> {
    pub(super) source: &'a PairSource<'a>,
    pub(super) alignment: &'a Alignment,
    /// Identifiers in the port's function.
    pub(super) words: BTreeSet<String>,
}
