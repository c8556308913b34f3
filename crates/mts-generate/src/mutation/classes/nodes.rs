//! The type of class-level rules, and functions that find nodes of a Java class.

use super::file_classes::{ClassNode, FileClasses, MethodNode};
use mts_lang::syntax::{NodeId, Syntax};
use mts_model::{ClassChange, Operator, Site, TextEdit};

/// The changes that an operator found, each with its text edits.
pub(super) type ClassChanges = Vec<(ClassChange, Vec<TextEdit>)>;

/// The rule of a class-level operator.
pub struct ClassOperatorRule {
    /// The operator.
    pub operator: Operator,
    /// The function that returns the operator's changes of a file's classes, in source order.
    pub(super) find: fn(&FileClasses) -> ClassChanges,
}

/// Numbers the equal nodes of a method, so that the tool finds their counterparts.
///
/// Each site has the number of its node, from 0, and the number of all equal nodes.
pub(super) fn sites(class: &ClassNode, method: &MethodNode, places: &[NodeId]) -> Vec<(Site, NodeId)> {
    let site = |nth: usize| Site { class: class.name.clone(), method: method.name.clone(), nth: (nth, places.len()) };
    places.iter().enumerate().map(|(nth, place)| (site(nth), *place)).collect()
}

/// Returns nodes of a kind in a method's body, in order.
///
/// Nodes in nested classes are excluded.
pub(super) fn within<'s>(tree: &'s Syntax, method: &MethodNode, kind: &'s str) -> impl Iterator<Item = NodeId> + 's {
    let inner: Vec<std::ops::Range<NodeId>> =
        tree.below(method.body).filter(|id| tree.kind(*id) == "class_body").map(|id| tree.below(id)).collect();
    tree.below(method.body).filter(move |id| tree.kind(*id) == kind && !inner.iter().any(|range| range.contains(id)))
}

/// Returns the name of a called method and its receiver, if any.
pub(super) fn called(tree: &Syntax, call: NodeId) -> Option<(&str, Option<&str>)> {
    let name = tree.text(tree.field(call, "name")?);
    Some((name, tree.field(call, "object").map(|object| tree.text(object))))
}

/// Returns the arguments of a call or an object creation.
pub(super) fn arguments(tree: &Syntax, call: NodeId) -> Vec<NodeId> {
    tree.field(call, "arguments").map(|list| tree.parts(list).collect()).unwrap_or_default()
}

/// Returns an edit that replaces a node's text.
pub(super) fn replace(tree: &Syntax, id: NodeId, text: impl Into<String>) -> TextEdit {
    TextEdit::new(tree.node(id).span, text)
}
