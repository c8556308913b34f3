//! The Java side: functions, class facts, tokens, and lowering with static types.

mod declarations;
mod definitions;
mod downlevel;
mod library;
mod lower;
mod tokens;
mod types;

#[cfg(test)]
mod tests;

pub use declarations::class_declaration::{ClassDeclaration, Declarations};
pub use declarations::class_facts::{ClassFacts, Visibility, facts};
pub use declarations::classes::{classes, enums, imports, package, public_class};
pub use declarations::mutates_receiver::sets_fields;
pub use tokens::{frame, token_spans, tokens};

pub(crate) use declarations::{functions, node_of};
pub(crate) use definitions::definitions;
pub(crate) use downlevel::readable;
pub(crate) use lower::symbols::Symbols;

pub mod probes;
pub mod ticks;
pub mod typed_ast;

use super::SourceFile;
use crate::ir::Tree;
use mts_model::Function;

/// Lowers a function of this file to the common IR.
pub(crate) fn lower(file: &SourceFile, function: &Function) -> Option<Tree> {
    Some(lower::lower(file, function)?.tree)
}

/// Reports for each node of the common IR whether Java allows another assignment to it.
///
/// Java allows assignments to variables that are not final and not captured by a lambda or class
/// body, to fields of the file that are not final, and to array elements. The list is empty if the
/// function has no tree.
#[must_use]
pub fn writable(file: &SourceFile, function: &Function) -> Vec<bool> {
    lower::lower(file, function).map(|lowered| lowered.writable).unwrap_or_default()
}
