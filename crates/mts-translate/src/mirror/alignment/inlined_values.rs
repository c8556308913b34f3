//! Finds values that have a name on only one of the two sides.
//!
//! The other side repeats the expression at each use. Such values are lengths that do not change, and the elements of
//! loops over a collection.

use super::variables::{JavaVariable, Variables};
use crate::mirror::match_rules::enumerated;
use mts_lang::ir::{Kind, Literal, Tree};
use mts_lang::python;
use mts_model::{JavaType, NodeId};
use std::collections::BTreeMap;

/// The values that have a name on only one side, by this name.
pub(super) struct InlinedValues {
    /// The container whose length each Java variable holds.
    pub(super) java: BTreeMap<JavaVariable, NodeId>,
    /// The container whose length each name of the port holds.
    pub(super) port: BTreeMap<String, NodeId>,
    pub(super) elements: Vec<LoopElement>,
}

/// A loop with a named element: `for index, name in enumerate(base)` or `for name in base`.
pub(super) struct LoopElement {
    pub(super) node: NodeId,
    pub(super) name: String,
    pub(super) base: NodeId,
    pub(super) index: Option<NodeId>,
}

impl InlinedValues {
    pub fn find(java: &Tree, variables: &Variables, port: &Tree) -> Self {
        let of_java = java.preorder(java.root).into_iter().filter_map(|at| {
            let (Kind::Declare, [name, value]) = (java.kind(at), java.children(at)) else { return None };
            let (variable, base) = (variables.get(*name)?, measured(java, *value)?);
            let is_fixed = matches!(java.node(base).ty, JavaType::Array(_) | JavaType::String);
            let root = variables.get(root(java, base))?;
            let stays = !variables.is_written(java, variable) && !variables.is_written(java, root);
            (is_fixed && stays).then_some((variable, base))
        });
        let mut writes: BTreeMap<&str, Vec<Option<NodeId>>> = BTreeMap::new();
        let mut elements = Vec::new();
        for at in port.preorder(port.root) {
            let children = port.children(at);
            let (Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::ForEach | Kind::Walrus, [target, ..]) =
                (port.kind(at), children)
            else {
                continue;
            };
            let value = children.get(1).filter(|_| *port.kind(at) == Kind::Assign);
            let named = port.preorder(*target).into_iter().filter_map(|id| match port.kind(id) {
                Kind::Name(name) => Some(name.as_str()),
                _ => None,
            });
            for name in named {
                writes.entry(name).or_default().push(value.and_then(|value| measured(port, *value)));
            }
            if *port.kind(at) == Kind::ForEach {
                elements.extend(element(port, at));
            }
        }
        let of_port = writes.iter().filter_map(|(name, values)| match values.as_slice() {
            [Some(base)] if !is_resized(port, *base) => Some(((*name).to_owned(), *base)),
            _ => None,
        });
        let is_written_once = |e: &LoopElement| writes.get(e.name.as_str()).is_some_and(|all| all.len() == 1);
        let port_lengths = of_port.collect();
        elements.retain(is_written_once);
        Self { java: of_java.collect(), port: port_lengths, elements }
    }
}

/// Reports whether the port may change the length of a container after measuring it.
///
/// The name with the measured length then has another value than the length. The analysis does not follow aliases.
fn is_resized(port: &Tree, base: NodeId) -> bool {
    let root = root(port, base);
    let Kind::Name(name) = port.kind(root) else { return true };
    let is_root = |id: NodeId| matches!(port.kind(id), Kind::Name(own) if own == name);
    let is_at = |id: NodeId| is_root(id) || (*port.kind(id) == Kind::Index && port.child(id, 0).is_some_and(is_root));
    // Reports whether the code at `at` always runs before the port measures the length.
    let is_over = |at: NodeId| {
        let is_loop = |id: &NodeId| matches!(port.kind(*id), Kind::ForEach | Kind::While | Kind::For { .. });
        let is_around = |around: NodeId| port.ancestors(base).any(|above| above == around);
        port.node(at).span.end <= port.node(base).span.start && !port.ancestors(at).filter(is_loop).any(is_around)
    };
    port.preorder(port.root).into_iter().any(|at| match (port.kind(at), port.children(at)) {
        (Kind::Call { name, has_receiver: true }, [receiver, ..]) => {
            python::may_resize(name) && is_at(*receiver) && !is_over(at)
        }
        (Kind::Assign | Kind::AugAssign(_) | Kind::ForEach | Kind::Walrus, [target, ..]) => {
            let targets = if *port.kind(*target) == Kind::Tuple { port.children(*target) } else { &[*target] };
            let is_changed = |target: &NodeId| {
                let is_slice = matches!(port.kind(*target), Kind::Slice { .. });
                // `a[i] = row` replaces a row, so it may change the length of a row.
                is_root(*target)
                    || (base != root && is_at(*target))
                    || (is_slice && port.child(*target, 0).is_some_and(is_at))
            };
            targets.iter().any(is_changed) && !is_over(*target)
        }
        _ => false,
    })
}

/// Returns the container whose length the code takes.
///
/// The container is a variable, or the element of a variable at a literal index.
fn measured(tree: &Tree, value: NodeId) -> Option<NodeId> {
    let base = tree.child(value, 0).filter(|_| *tree.kind(value) == Kind::Length)?;
    let is_plain = match (tree.kind(base), tree.children(base)) {
        (Kind::Name(_), _) => true,
        (Kind::Index, [of, at]) => {
            matches!((tree.kind(*of), tree.kind(*at)), (Kind::Name(_), Kind::Literal(Literal::Int(_))))
        }
        _ => false,
    };
    is_plain.then_some(base)
}

fn root(tree: &Tree, base: NodeId) -> NodeId {
    if *tree.kind(base) == Kind::Index { tree.child(base, 0).unwrap_or(base) } else { base }
}

fn element(port: &Tree, node: NodeId) -> Option<LoopElement> {
    let (index, target, base) = match (enumerated(port, node), port.children(node)) {
        (Some((index, target, base)), _) => (Some(index), target, base),
        (None, [target, base, ..]) => (None, *target, *base),
        _ => return None,
    };
    let (Kind::Name(name), Kind::Name(_)) = (port.kind(target), port.kind(base)) else { return None };
    Some(LoopElement { node, name: name.clone(), base, index })
}
