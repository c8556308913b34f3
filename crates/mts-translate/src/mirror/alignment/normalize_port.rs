//! Rewrites short forms in the port's tree in the longer form that Java has.
//!
//! The new nodes have no text in the Python file. If a mutant changes such a node, the edit writes its text. For
//! example, `range(1, n + 1)` gets the condition `i <= n` of Java, and `s += x` becomes `s = s + x`.

use super::node_match::NodeMatch;
use crate::mirror::match_rules::{augmented_operator, bounds, least};
use mts_lang::ir::{Form, Kind, Literal, Node, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp};

/// Replaces short forms of the port by the longer forms that Java has.
///
/// `matches` says which Java code corresponds to each short form.
pub(in crate::mirror) fn expand_short_forms(java: &Tree, port: &mut Tree, matches: &[Option<NodeMatch>]) {
    for id in java.preorder(java.root) {
        let Some(found) = matches.get(id.0 as usize).copied().flatten() else { continue };
        if found.python.0 as usize >= port.nodes.len() {
            continue;
        }
        match (java.kind(id), port.kind(found.python)) {
            (Kind::Assign | Kind::Call { .. }, Kind::AugAssign(_) | Kind::Increment(_))
                if !port.node(found.python).is_virtual =>
            {
                augmented(port, found.python);
            }
            (Kind::Binary(BinaryOp::And), Kind::Binary(BinaryOp::Lt)) if port.node(found.python).is_virtual => {
                least_bound(java, id, port, found.python);
            }
            (Kind::Binary(op), Kind::Binary(_)) if port.node(found.python).is_virtual => {
                bound(java, id, *op, port, found.python, matches);
            }
            _ => {}
        }
    }
}

/// Replaces `x op= y` by `x = x op y`.
fn augmented(port: &mut Tree, id: NodeId) {
    let Some(op) = augmented_operator(port, id) else { return };
    let at = port.node(id).span.start;
    let form = port.node(id).form;
    let children = port.children(id).to_vec();
    let copy = copied(port, children[0]);
    let value = children
        .get(1)
        .copied()
        .unwrap_or_else(|| unwritten(port, Kind::Literal(Literal::Int("1".into())), at, Vec::new()));
    let binary = unwritten(port, Kind::Binary(op), at, vec![copy, value]);
    port.nodes[binary.0 as usize].form = form;
    let node = &mut port.nodes[id.0 as usize];
    node.kind = Kind::Assign;
    node.form = Form::Plain;
    port.adopt(id, vec![children[0], binary]);
}

/// Splits a comparison with a minimum into two comparisons, if Java has two.
///
/// For example, `j < min(a, b)` becomes `j < a and j < b`.
fn least_bound(java: &Tree, j: NodeId, port: &mut Tree, p: NodeId) {
    let [variable, limit] = port.children(p) else { return };
    let (variable, Some([a, b]), Some(_)) = (*variable, least(port, *limit), bounds(java, j)) else { return };
    let at = port.node(p).span.start;
    let variable_copy = copied(port, variable);
    let left = unwritten(port, Kind::Binary(BinaryOp::Lt), at, vec![variable, a]);
    let right = unwritten(port, Kind::Binary(BinaryOp::Lt), at, vec![variable_copy, b]);
    port.nodes[p.0 as usize].kind = Kind::Binary(BinaryOp::And);
    port.adopt(p, vec![left, right]);
}

/// Copies an expression. The nodes of the copy have no text.
fn copied(port: &mut Tree, id: NodeId) -> NodeId {
    let node = port.node(id).clone();
    let children = node.children.iter().map(|c| copied(port, *c)).collect();
    unwritten(port, node.kind, node.span.start, children)
}

fn unwritten(port: &mut Tree, kind: Kind, at: usize, children: Vec<NodeId>) -> NodeId {
    let mut node = Node::new(kind, mts_model::Span::new(at, at));
    node.is_virtual = true;
    let id = port.add(node);
    port.adopt(id, children);
    id
}

/// Splits an integer expression such as `n + 1` into base and integer.
///
/// The base is `None` for a constant.
fn linear(tree: &Tree, id: NodeId) -> (Option<NodeId>, i64) {
    let int = |id: NodeId| match tree.kind(id) {
        Kind::Literal(Literal::Int(digits)) => digits.parse::<i64>().ok().filter(|n| *n < i64::from(i32::MAX)),
        _ => None,
    };
    if let Some(value) = int(id) {
        return (None, value);
    }
    match (tree.kind(id), tree.children(id)) {
        (Kind::Unary(UnaryOp::Neg), [inner]) => int(*inner).map_or((Some(id), 0), |value| (None, -value)),
        (Kind::Binary(BinaryOp::Add), [base, value]) if int(*value).is_some() => {
            let (inner, more) = linear(tree, *base);
            (inner, more + int(*value).unwrap_or(0))
        }
        (Kind::Binary(BinaryOp::Sub), [base, value]) if int(*value).is_some() => {
            let (inner, more) = linear(tree, *base);
            (inner, more - int(*value).unwrap_or(0))
        }
        (Kind::Binary(BinaryOp::Add), [value, base]) if int(*value).is_some() => {
            let (inner, more) = linear(tree, *base);
            (inner, more + int(*value).unwrap_or(0))
        }
        _ => (Some(id), 0),
    }
}

/// Rewrites the condition of a `range` loop in the form of Java's condition.
///
/// The function rewrites only a condition that accepts the same integers as Java's condition.
fn bound(java: &Tree, j: NodeId, op: BinaryOp, port: &mut Tree, p: NodeId, matches: &[Option<NodeMatch>]) {
    let Kind::Binary(own) = *port.kind(p) else { return };
    let shift = match (op, own) {
        (BinaryOp::Le, BinaryOp::Lt) => 1,
        (BinaryOp::Ge, BinaryOp::Gt) => -1,
        (BinaryOp::Lt, BinaryOp::Lt) | (BinaryOp::Gt, BinaryOp::Gt) => 0,
        _ => return,
    };
    let ([_, x], [variable, y]) = (java.children(j), port.children(p)) else { return };
    let (x, y, variable) = (*x, *y, *variable);
    // `range(1, int(sqrt(n)) + 1)` corresponds to `i <= Math.sqrt(n)`. Only `range` needs an integer, so the `int(...)`
    // is not a difference.
    let is_fraction = |id: NodeId| java.node(id).ty.unboxed().is_some_and(|ty| !ty.is_integral());
    let floored = |id: NodeId| floored(port, id).filter(|_| op == BinaryOp::Le && is_fraction(x));
    let ((jbase, jc), (pbase, pc)) = (linear(java, x), linear(port, floored(y).unwrap_or(y)));
    if pc != jc + shift || (shift == 0 && java.kind(x) == port.kind(y)) {
        return;
    }
    let base = match (jbase, pbase) {
        (None, None) => None,
        (Some(a), Some(b)) if is_counterpart(java, a, port, b, matches) => Some(b),
        (Some(a), Some(b)) => match floored(b) {
            Some(inner) if is_counterpart(java, a, port, inner, matches) => Some(inner),
            _ => return,
        },
        _ => return,
    };
    let at = port.node(p).span.start;
    let int = |port: &mut Tree, value: i64| {
        let literal = unwritten(port, Kind::Literal(Literal::Int(value.unsigned_abs().to_string())), at, Vec::new());
        if value < 0 { unwritten(port, Kind::Unary(UnaryOp::Neg), at, vec![literal]) } else { literal }
    };
    let limit = match (java.kind(x), base) {
        (_, None) => int(port, jc),
        (Kind::Binary(side @ (BinaryOp::Add | BinaryOp::Sub)), Some(base)) if jc != 0 => {
            let value = int(port, jc.abs());
            unwritten(port, Kind::Binary(*side), at, vec![base, value])
        }
        (_, Some(base)) if jbase == Some(x) => base,
        _ => return,
    };
    port.nodes[p.0 as usize].kind = Kind::Binary(op);
    port.adopt(p, vec![variable, limit]);
}

/// Returns the argument of `int(...)` or `math.floor(...)`.
fn floored(port: &Tree, id: NodeId) -> Option<NodeId> {
    let Kind::Call { name, has_receiver } = port.kind(id) else { return None };
    let is_floor = matches!((name.as_str(), has_receiver), ("int", false) | ("floor", _));
    port.children(id).last().copied().filter(|_| is_floor)
}

/// Reports whether two bases of [`linear`] may have the same value.
///
/// The bases are counterparts, or they have the same form apart from their names.
fn is_counterpart(java: &Tree, a: NodeId, port: &Tree, b: NodeId, matches: &[Option<NodeMatch>]) -> bool {
    if matches.get(a.0 as usize).copied().flatten().is_some_and(|m| m.python == b) {
        return true;
    }
    let (ac, bc) = (java.children(a), port.children(b));
    match (java.kind(a), port.kind(b)) {
        // A later step maps the names. If that step does not map these two names, the operands stay unmatched.
        (Kind::Name(_), Kind::Name(_)) | (Kind::Length, Kind::Length) => true,
        (x, y) => {
            x == y
                && !ac.is_empty()
                && ac.len() == bc.len()
                && ac.iter().zip(bc).all(|(a, b)| is_counterpart(java, *a, port, *b, matches))
        }
    }
}
