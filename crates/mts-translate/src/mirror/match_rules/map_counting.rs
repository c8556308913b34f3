//! Matches statements that count in a map.
//!
//! One side tests for the key and stores an initial value, and the other side uses a default value. Several nodes of
//! one side correspond to one node of the other side. These nodes help to match names, but an edit of such a node has
//! no counterpart.

use super::queries::{assignment, augmented_operator, is_same_place};
use super::{MatchCandidate, MatchContext, MatchKind};
use crate::mirror::alignment::variables::callee;
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, Language, NodeId};

/// The similarity of two such statements.
///
/// The number is larger than the weight of the code that only one side has.
const OWN: f64 = 4.0;

/// A statement that increments a map's element, with a default for new keys.
struct MapCount {
    base: NodeId,
    key: NodeId,
    operator: BinaryOp,
    /// The added amount. `None` for `+= 1`.
    by: Option<NodeId>,
    /// Whether the statement branches on whether the map has the key.
    is_branched: bool,
    /// Whether the statement itself has a default, as in `d.get(k, 0)`.
    has_default: bool,
}

impl MatchContext<'_> {
    /// Matches code that counts in a map, if only one side branches.
    ///
    /// An example is `if (d.containsKey(k)) d.put(k, d.get(k) + 1); else d.put(k, 1);` with `d[k] = d.get(k, 0) + 1`.
    pub(super) fn counting(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (Some(java), Some(port)) = (counting(self.java, j), counting(self.python, p)) else { return };
        let is_default =
            |tree: &Tree, one: &MapCount| one.is_branched || one.has_default || has_default_value(tree, one.base);
        let have_defaults = is_default(self.java, &java) && is_default(self.python, &port);
        if java.is_branched == port.is_branched || java.operator != port.operator || !have_defaults {
            return;
        }
        let mut candidate = MatchCandidate::new(OWN, MatchKind::Transparent, Vec::new());
        candidate.hints = vec![(java.base, port.base), (java.key, port.key)];
        candidate.hints.extend(java.by.zip(port.by));
        out.push(candidate);
    }
}

fn counting(tree: &Tree, id: NodeId) -> Option<MapCount> {
    match (tree.kind(id), tree.children(id)) {
        (Kind::If, [condition, then, other]) => {
            let ([.., last], [first]) = (tree.children(*then), tree.children(*other)) else { return None };
            let (is_there, first_place) = (tested_key(tree, *condition)?, find_stored_element(tree, *first)?);
            let step = stepped(tree, *last, tree.children(*then).first().filter(|at| *at != last).copied())?;
            let is_one = is_same_place(tree, step.base, first_place.0)
                && is_same_place(tree, step.key, first_place.1)
                && is_same_place(tree, step.base, is_there.0)
                && is_same_place(tree, step.key, is_there.1)
                && tree.children(*then).len() <= 2;
            is_one.then_some(MapCount { is_branched: true, ..step })
        }
        _ => stepped(tree, id, None),
    }
}

/// Returns the container and the key of a condition such as `k in d`.
fn tested_key(tree: &Tree, condition: NodeId) -> Option<(NodeId, NodeId)> {
    if let (Kind::Binary(BinaryOp::Ne), [place, null]) = (tree.kind(condition), tree.children(condition))
        && *tree.kind(*null) == Kind::Literal(Literal::Null)
    {
        return element(tree, *place);
    }
    let call = callee(tree, condition).filter(|call| call.name == "in")?;
    let [first, second] = call.arguments.as_slice() else { return None };
    let (container, key) = if tree.language == Language::Python { (*second, *first) } else { (*first, *second) };
    let keys = matches!(tree.kind(container), Kind::Call { name, .. } if name == "keys");
    Some((if keys { tree.child(container, 0)? } else { container }, key))
}

/// Returns the container, the key and the value of a statement that stores an element.
fn find_stored_element(tree: &Tree, id: NodeId) -> Option<(NodeId, NodeId, NodeId)> {
    if let Some((target, value)) = assignment(tree, id) {
        let (base, key) = element(tree, target)?;
        return Some((base, key, value));
    }
    let inner = tree.child(id, 0).filter(|_| *tree.kind(id) == Kind::ExprStmt).unwrap_or(id);
    match (tree.kind(inner), tree.children(inner)) {
        (Kind::Call { name, has_receiver: true }, [base, key, value]) if name == "put" => Some((*base, *key, *value)),
        _ => None,
    }
}

/// Returns the parts of a statement that stores the old value plus an amount. The statement `before` may read the old
/// value into a variable.
fn stepped(tree: &Tree, id: NodeId, before: Option<NodeId>) -> Option<MapCount> {
    let inner = tree.child(id, 0).filter(|_| *tree.kind(id) == Kind::ExprStmt).unwrap_or(id);
    if let Some(operator) = augmented_operator(tree, inner) {
        let (base, key) = element(tree, tree.child(inner, 0)?)?;
        return Some(MapCount {
            base,
            key,
            operator,
            by: tree.child(inner, 1),
            is_branched: false,
            has_default: false,
        });
    }
    let (base, key, value) = find_stored_element(tree, id)?;
    let (Kind::Binary(operator), [old, by]) = (tree.kind(value), tree.children(value)) else { return None };
    let mut old = *old;
    if let Some(statement) = before {
        let (name, own) = assignment(tree, statement)?;
        is_same_place(tree, name, old).then_some(())?;
        old = own;
    }
    let (from, at) = element(tree, old)?;
    let is_own = is_same_place(tree, from, base) && is_same_place(tree, at, key);
    let has_default = tree.children(old).len() > 2;
    is_own.then_some(MapCount { base, key, operator: *operator, by: Some(*by), is_branched: false, has_default })
}

/// Reports whether a map has a default value for every key, as a `defaultdict` has.
fn has_default_value(tree: &Tree, base: NodeId) -> bool {
    let is_default = |value: NodeId| matches!(tree.kind(value), Kind::Call { name, .. } if name == "defaultdict" || name == "Counter");
    tree.preorder(tree.root)
        .into_iter()
        .filter_map(|at| assignment(tree, at))
        .any(|(target, value)| is_same_place(tree, target, base) && is_default(value))
}

/// Returns the container and the key of `d[k]`, `d.get(k)`, `d.get(k, 0)` and `d.getOrDefault(k,
/// 0)`.
fn element(tree: &Tree, id: NodeId) -> Option<(NodeId, NodeId)> {
    match (tree.kind(id), tree.children(id)) {
        (Kind::Index, [base, key]) => Some((*base, *key)),
        (Kind::Call { name, has_receiver: true }, [base, key, _]) if name == "get" || name == "getOrDefault" => {
            Some((*base, *key))
        }
        _ => None,
    }
}
