//! What the splices of one pair share. The splices are made by the files beside this one.

use crate::PairSource;
use crate::mirror::alignment::Alignment;
use std::collections::BTreeSet;

/// What the splices of one pair share.
pub(in crate::mirror) struct Splicer<'a> {
    pub(super) source: &'a PairSource<'a>,
    pub(super) alignment: &'a Alignment,
    /// Words of the port's function.
    pub(super) words: BTreeSet<String>,
}
