//! Holds the shared data of the splices of one pair. The other files of this folder create the
//! splices.

use crate::PairSource;
use crate::mirror::alignment::Alignment;
use std::collections::BTreeSet;

/// The data from which the splices of one pair are made.
pub(in crate::mirror) struct Splicer<'a> {
    pub(super) source: &'a PairSource<'a>,
    pub(super) alignment: &'a Alignment,
    /// The identifiers in the port's function.
    pub(super) words: BTreeSet<String>,
}
