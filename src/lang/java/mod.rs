//! The Java side of `lang`.

use super::SourceFile;
use super::core::Tree;
use crate::model::Function;

/// Every method and constructor with a body, in source order.
pub(in crate::lang) fn functions(_file: &SourceFile) -> Vec<Function> {
    Vec::new()
}

/// The common tree of one of them.
pub(in crate::lang) fn lower(_file: &SourceFile, _function: &Function) -> Option<Tree> {
    None
}
