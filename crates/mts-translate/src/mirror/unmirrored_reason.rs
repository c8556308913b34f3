//! Names the kind of the Java statement that lacks a counterpart.
//!
//! The tables of reasons then show which kinds of statements ports omit.

use super::alignment::Alignment;
use super::edits::edit_builder::UnmirroredReason;
use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;

/// Returns the reason why a mutant is unmirrored, as text.
///
/// If the node has no counterpart, the text names the kind of the outermost statement without a counterpart.
pub(super) fn reason(java: &Tree, alignment: &Alignment, node: NodeId, reason: UnmirroredReason) -> String {
    if let UnmirroredReason::Other(words) = reason {
        return words.to_owned();
    }
    let is_matched = |at: NodeId| {
        let inner = java.child(at, 0).filter(|_| *java.kind(at) == Kind::ExprStmt);
        alignment.get(at).is_some() || inner.is_some_and(|inner| alignment.get(inner).is_some())
    };
    let counts = |at: &NodeId| java.kind(*at).is_statement() && !matches!(java.kind(*at), Kind::Block | Kind::Group);
    let around = std::iter::once(node).chain(java.ancestors(node)).filter(counts);
    let outermost = around.take_while(|at| !is_matched(*at)).last();
    format!("{reason} of {}", outermost.map_or("a value in a matched statement", |at| words(java, at)))
}

fn words(java: &Tree, statement: NodeId) -> &'static str {
    match java.kind(statement) {
        kind if kind.is_loop() => "a loop",
        Kind::If | Kind::Switch | Kind::Case { .. } => "a branch",
        Kind::Declare => "a variable",
        Kind::ExprStmt => match java.child(statement, 0).map(|inner| java.kind(inner)) {
            Some(Kind::Call { .. } | Kind::New(_)) => "a call",
            _ => "an assignment",
        },
        Kind::Return => "a return",
        Kind::Break { .. } | Kind::Continue { .. } | Kind::Throw => "a jump",
        _ => "another statement",
    }
}
