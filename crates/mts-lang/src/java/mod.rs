//! The Java side: functions, class facts, tokens, and the lowering of a function to the common IR with static types. It
//! reads one file at a time; declarations of other files are unknown.

mod declarations;
mod downlevel;
mod library;
mod lower;
mod tokens;
mod types;

#[cfg(test)]
mod tests;

pub use declarations::class_facts::{ClassFacts, Visibility, facts};
pub use declarations::classes::{ClassDeclaration, Declarations, classes, enums, imports, package, public_class};
pub use declarations::mutates_receiver::sets_fields;
pub use tokens::{frame, token_spans, tokens};

pub(crate) use declarations::{functions, node_of};
pub(crate) use downlevel::readable;

pub mod probes;
pub mod ticks;
pub mod typed_ast;

use super::SourceFile;
use crate::ir::Tree;
use mts_model::Function;

/// The common IR of a function of this file.
pub(crate) fn lower(file: &SourceFile, function: &Function) -> Option<Tree> {
    Some(lower::lower(file, function)?.tree)
}

/// For each node of the function's common IR, whether Java allows to assign it again.
///
/// These are variables that are not final and not captured by a lambda or class body, fields of the file that are not
/// final, and array elements. Empty if the function has no tree.
#[must_use]
pub fn writable(file: &SourceFile, function: &Function) -> Vec<bool> {
    lower::lower(file, function).map(|lowered| lowered.writable).unwrap_or_default()
}
