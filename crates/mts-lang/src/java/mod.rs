//! The Java side of `lang`: functions, class facts, tokens, and the lowering of a function to the
//! common tree with static types. Everything is read from one file; what another file declares is
//! unknown here.

mod changes;
mod classes;
mod declarations;
mod enums;
mod expressions;
mod facts;
mod library;
mod literals;
mod lowering;
mod newer;
mod operators;
mod statements;
mod symbols;
mod tokens;
mod types;

#[cfg(test)]
mod tests;

pub use changes::sets_fields;
pub use classes::{ClassDeclaration, Declarations, classes, enums, imports, package, public_class};
pub use facts::{ClassFacts, Visibility, facts};
pub use tokens::{frame, token_spans, tokens};

pub(crate) use declarations::{functions, node_of};
pub(crate) use newer::readable;

pub mod probes;
pub mod ticks;
pub mod typed_ast;

use super::SourceFile;
use super::core::Tree;
use mts_model::Function;

/// The common tree of a function of this file.
pub(crate) fn lower(file: &SourceFile, function: &Function) -> Option<Tree> {
    Some(lowering::lower(file, function)?.tree)
}

/// For each node of the function's common tree whether Java lets it be assigned again: variables
/// that are not final and not captured by a lambda or class body, fields of the file that are not
/// final, array elements. Empty when the function has no tree.
#[must_use]
pub fn writable(file: &SourceFile, function: &Function) -> Vec<bool> {
    lowering::lower(file, function).map(|lowered| lowered.writable).unwrap_or_default()
}
