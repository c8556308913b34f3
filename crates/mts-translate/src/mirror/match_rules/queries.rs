//! Answers questions about the tree of one side.
//!
//! Examples are the statements of a list, the parts of a loop, early exits, and the sizes of new arrays.

use super::{MatchContext, MatchKind};
use crate::mirror::alignment::inline_helpers::SAME;
use crate::mirror::alignment::variables::{callee, normal};
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp};

/// The parts of a loop.
pub(in crate::mirror) struct LoopParts {
    pub inits: Vec<NodeId>,
    pub condition: Option<NodeId>,
    pub updates: Vec<NodeId>,
    pub body: NodeId,
}

/// Returns three nodes of `for index, element in enumerate(collection)`.
///
/// The nodes are the index, the element and the collection.
pub(in crate::mirror) fn enumerated(tree: &Tree, id: NodeId) -> Option<(NodeId, NodeId, NodeId)> {
    let (Kind::ForEach, [target, all, ..]) = (tree.kind(id), tree.children(id)) else { return None };
    let ([index, element], Kind::Tuple) = (tree.children(*target), tree.kind(*target)) else { return None };
    match (tree.kind(*all), tree.children(*all)) {
        (Kind::Call { name, has_receiver: false }, [base]) if name == "enumerate" => Some((*index, *element, *base)),
        _ => None,
    }
}

impl LoopParts {
    /// Returns the parts of a `For` or `While`.
    pub fn from_node(tree: &Tree, id: NodeId) -> Self {
        let children = tree.children(id);
        match tree.kind(id) {
            Kind::For { inits, has_condition, updates } => {
                let after = inits + usize::from(*has_condition);
                Self {
                    inits: children[..*inits].to_vec(),
                    condition: has_condition.then(|| children[*inits]),
                    updates: children[after..after + updates].to_vec(),
                    body: children[after + updates],
                }
            }
            _ => Self {
                inits: Vec::new(),
                condition: children.first().copied(),
                updates: Vec::new(),
                body: children.get(1).copied().unwrap_or(id),
            },
        }
    }
}

/// Returns the statements of a list that the matcher compares.
///
/// The statements of nested blocks are part of the list. The result has no empty statements, no imports, no
/// declarations without a value, and no `global` or `nonlocal`. If the first branch of an `if` always leaves the list,
/// the result has the statements of its `else` after the `if`.
pub(in crate::mirror) fn items(tree: &Tree, list: NodeId) -> Vec<NodeId> {
    let mut out = Vec::new();
    for child in tree.children(list) {
        match tree.kind(*child) {
            Kind::Block | Kind::Group => out.extend(items(tree, *child)),
            Kind::Empty => {}
            Kind::Declare if tree.children(*child).len() < 2 => {}
            Kind::Opaque("import_statement" | "import_from_statement" | "global_statement" | "nonlocal_statement") => {}
            _ => push_item(tree, *child, &mut out),
        }
    }
    out
}

pub(in crate::mirror) fn push_item(tree: &Tree, statement: NodeId, out: &mut Vec<NodeId>) {
    out.push(statement);
    if leaves_early(tree, statement)
        && let Some(other) = tree.child(statement, 2)
    {
        match tree.kind(other) {
            Kind::If => push_item(tree, other, out),
            _ => out.extend(items(tree, other)),
        }
    }
}

/// Reports whether a statement is an `if` whose first branch always leaves the list.
pub(in crate::mirror) fn leaves_early(tree: &Tree, statement: NodeId) -> bool {
    *tree.kind(statement) == Kind::If && tree.child(statement, 1).is_some_and(|then| leaves(tree, then))
}

pub(in crate::mirror) fn leaves(tree: &Tree, block: NodeId) -> bool {
    tree.children(block).last().is_some_and(|last| {
        matches!(tree.kind(*last), Kind::Return | Kind::Break { .. } | Kind::Continue { .. } | Kind::Throw)
    })
}

/// Returns the statements of an `else`. The result is empty if [`items`] puts these statements after the `if`.
pub(in crate::mirror) fn nested_else(tree: &Tree, statement: NodeId) -> Vec<NodeId> {
    match tree.child(statement, 2) {
        Some(other) if !leaves_early(tree, statement) => match tree.kind(other) {
            Kind::If => {
                let mut out = Vec::new();
                push_item(tree, other, &mut out);
                out
            }
            _ => items(tree, other),
        },
        _ => Vec::new(),
    }
}

/// Returns the condition of an `if` without `else`, and the kind of its only statement.
pub(in crate::mirror) fn guarded(tree: &Tree, statement: NodeId) -> Option<(NodeId, &Kind)> {
    let [condition, then] = tree.children(statement) else { return None };
    let [only] = tree.children(*then) else { return None };
    (*tree.kind(statement) == Kind::If).then(|| (*condition, tree.kind(*only)))
}

/// Returns the condition and both `return` statements of `if (c) return x; return y;`.
pub(in crate::mirror) fn returns(tree: &Tree, first: NodeId, second: NodeId) -> Option<(NodeId, NodeId, NodeId)> {
    if *tree.kind(first) != Kind::If || *tree.kind(second) != Kind::Return {
        return None;
    }
    let [only] = tree.children(tree.child(first, 1)?) else { return None };
    (*tree.kind(*only) == Kind::Return).then(|| (tree.children(first)[0], *only, second))
}

/// Returns the value `e` of `t = e; return t`.
pub(in crate::mirror) fn named_return(tree: &Tree, first: NodeId, second: NodeId) -> Option<NodeId> {
    let (target, value) = assignment(tree, first)?;
    let returned = *tree.children(second).first().filter(|_| *tree.kind(second) == Kind::Return)?;
    (matches!(tree.kind(target), Kind::Name(_)) && tree.kind(target) == tree.kind(returned)).then_some(value)
}

pub(in crate::mirror) type AssignmentNodes = (NodeId, NodeId);

/// Returns the parts of an `if` whose two branches assign the same variable or element. The parts are the condition,
/// and the target and value of each branch.
pub(in crate::mirror) fn branches(
    tree: &Tree,
    statement: NodeId,
) -> Option<(NodeId, AssignmentNodes, AssignmentNodes)> {
    let [condition, then, other] = tree.children(statement) else { return None };
    if *tree.kind(statement) != Kind::If {
        return None;
    }
    let ([x], [y]) = (tree.children(*then), tree.children(*other)) else { return None };
    let (x, y) = (assignment(tree, *x)?, assignment(tree, *y)?);
    is_same_place(tree, x.0, y.0).then_some((*condition, x, y))
}

/// Returns the target and the value of a declaration or assignment. The node may be a statement or an expression.
pub(in crate::mirror) fn assignment(tree: &Tree, id: NodeId) -> Option<AssignmentNodes> {
    let inner = match tree.kind(id) {
        Kind::ExprStmt => *tree.children(id).first()?,
        _ => id,
    };
    match (tree.kind(inner), tree.children(inner)) {
        (Kind::Declare | Kind::Assign, [target, value]) => Some((*target, *value)),
        _ => None,
    }
}

/// Returns the assignment nodes inside two assignment statements.
pub(in crate::mirror) fn inner_assignments(
    context: &MatchContext<'_>,
    j: NodeId,
    p: NodeId,
) -> Option<(NodeId, NodeId, MatchKind)> {
    let inside = |tree: &Tree, id: NodeId| match tree.kind(id) {
        Kind::ExprStmt => tree.child(id, 0),
        _ => Some(id),
    };
    let (ji, pi) = (inside(context.java, j)?, inside(context.python, p)?);
    (ji != j).then_some((ji, pi, MatchKind::Same))
}

/// Returns the variable and bound of each comparison (`x < a && x < b`).
///
/// `None` if the comparisons have different variables.
pub(in crate::mirror) fn bounds(tree: &Tree, id: NodeId) -> Option<[(NodeId, NodeId); 2]> {
    let (Kind::Binary(BinaryOp::And), [left, right]) = (tree.kind(id), tree.children(id)) else { return None };
    let one = |id: NodeId| match (tree.kind(id), tree.children(id)) {
        (Kind::Binary(BinaryOp::Lt), [variable, bound]) if matches!(tree.kind(*variable), Kind::Name(_)) => {
            Some((*variable, *bound))
        }
        _ => None,
    };
    let (first, second) = (one(*left)?, one(*right)?);
    (tree.kind(first.0) == tree.kind(second.0)).then_some([first, second])
}

/// Returns both arguments of `min(a, b)`.
pub(in crate::mirror) fn least(tree: &Tree, id: NodeId) -> Option<[NodeId; 2]> {
    match (tree.kind(id), tree.children(id)) {
        (Kind::Call { name, has_receiver: false }, [a, b]) if name == "min" => Some([*a, *b]),
        _ => None,
    }
}

/// Reports whether a node of this kind assigns.
pub(in crate::mirror) fn is_assignment(kind: &Kind) -> bool {
    matches!(kind, Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_))
}

pub(in crate::mirror) fn is_assignment_statement(tree: &Tree, id: NodeId) -> bool {
    *tree.kind(id) == Kind::ExprStmt && tree.child(id, 0).is_some_and(|inner| is_assignment(tree.kind(inner)))
}

/// Returns the operator, `x` and `y` of `x = x + y`.
pub(in crate::mirror) fn self_assignment(tree: &Tree, assign: NodeId) -> Option<(BinaryOp, NodeId, NodeId)> {
    let (target, mut value) = assignment(tree, assign)?;
    // The value may be inside a conversion, as in `x = int(x * y)`, or inside a helper that wraps numbers.
    if let (Kind::Call { name, has_receiver: false }, [inner]) = (tree.kind(value), tree.children(value))
        && (name == "int" || name == SAME)
    {
        value = *inner;
    }
    let Kind::Binary(op) = tree.kind(value) else { return None };
    let [left, right] = tree.children(value) else { return None };
    is_same_place(tree, target, *left).then_some((*op, target, *right))
}

/// Returns the operator of `x op= y`. For an increment, the result is `+` or `-`.
pub(in crate::mirror) fn augmented_operator(tree: &Tree, id: NodeId) -> Option<BinaryOp> {
    match tree.kind(id) {
        Kind::AugAssign(op) => Some(*op),
        Kind::Increment(form) if form.delta() > 0 => Some(BinaryOp::Add),
        Kind::Increment(_) => Some(BinaryOp::Sub),
        _ => None,
    }
}

/// Reports whether a Python call such as `ord(c)` only converts its operand.
///
/// Java needs no call for such a conversion.
pub(in crate::mirror) fn is_wrapper(name: &str, has_receiver: bool, children: usize) -> bool {
    match name {
        SAME => !has_receiver && children == 1,
        "keys" => has_receiver && children == 1,
        "floor" | "trunc" => children == 1 + usize::from(has_receiver),
        "int" | "float" | "ord" | "chr" | "bool" | "str" | "list" => !has_receiver && children == 1,
        _ => false,
    }
}

/// Reports whether a stored value has the form `d.get(k) + v`, with any operator.
pub(in crate::mirror) fn is_step(tree: &Tree, base: NodeId, key: NodeId, value: NodeId) -> bool {
    let (Kind::Binary(_), [left, _]) = (tree.kind(value), tree.children(value)) else { return false };
    let place = tree.children(*left);
    matches!(tree.kind(*left), Kind::Index) && is_same_place(tree, place[0], base) && is_same_place(tree, place[1], key)
}

/// Reports whether ports use an expression in place of the largest or smallest number.
pub(in crate::mirror) fn is_sentinel(tree: &Tree, id: NodeId) -> bool {
    match (tree.kind(id), tree.children(id)) {
        (Kind::Unary(UnaryOp::Neg), [inner]) => is_sentinel(tree, *inner),
        (Kind::Attribute(name), _) => matches!(name.as_str(), "maxsize" | "inf" | "maxint"),
        (Kind::Name(name), _) => {
            matches!(normal(name).as_str(), "inf" | "intmax" | "intmin" | "maxint" | "minint" | "maxsize")
        }
        (Kind::Call { name, .. }, [value]) if name == "float" => {
            matches!(tree.kind(*value), Kind::Literal(Literal::Str(_)))
        }
        (Kind::Call { name, .. }, [base, _]) => name == "pow" && matches!(tree.kind(*base), Kind::Literal(_)),
        (Kind::Binary(BinaryOp::Add | BinaryOp::Sub), [left, _]) => is_sentinel(tree, *left),
        (Kind::Literal(Literal::Int(digits)), _) => digits.len() >= 4,
        (Kind::Literal(Literal::Float(value)), _) => *value >= 1e3,
        _ => false,
    }
}

/// Reports whether two expressions of one tree stand for the same variable or element.
pub(in crate::mirror) fn is_same_place(tree: &Tree, a: NodeId, b: NodeId) -> bool {
    let (ac, bc) = (tree.children(a), tree.children(b));
    let plain = match tree.kind(a) {
        Kind::Name(_) | Kind::Index | Kind::Attribute(_) | Kind::Literal(_) | Kind::Binary(_) | Kind::Length => true,
        Kind::Call { name, .. } => name == SAME,
        _ => false,
    };
    plain
        && tree.kind(a) == tree.kind(b)
        && ac.len() == bc.len()
        && ac.iter().zip(bc).all(|(x, y)| is_same_place(tree, *x, *y))
}

/// Reports whether two expressions of one tree have equal nodes.
pub(in crate::mirror) fn is_same(tree: &Tree, a: NodeId, b: NodeId) -> bool {
    let (ac, bc) = (tree.children(a), tree.children(b));
    tree.kind(a) == tree.kind(b) && ac.len() == bc.len() && ac.iter().zip(bc).all(|(x, y)| is_same(tree, *x, *y))
}

/// Reports whether a Java literal and a Python literal are equal.
///
/// `False` is not equal to 0, but 1.0 is equal to 1. A Java char is equal to a Python string of length one, and to the
/// code of the char.
pub(in crate::mirror) fn is_same_literal(java: &Literal, python: &Literal) -> bool {
    match (java, python) {
        (Literal::Char(c), Literal::Str(s)) => s.chars().eq([*c]),
        (Literal::Char(c), Literal::Int(code)) => code.parse() == Ok(u32::from(*c)),
        (Literal::Float(a), Literal::Int(b)) | (Literal::Int(b), Literal::Float(a)) => {
            b.parse::<f64>().ok() == Some(*a)
        }
        _ => java == python,
    }
}

pub(in crate::mirror) fn is_bool(tree: &Tree, id: NodeId, value: bool) -> bool {
    *tree.kind(id) == Kind::Literal(Literal::Bool(value))
}

/// Returns the operator that gives the same result with swapped operands.
pub(in crate::mirror) fn flipped(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Add
        | BinaryOp::Mul
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor => op,
        _ => return None,
    })
}

/// Returns the arguments of nested calls: `min(a, min(b, c))` has three.
pub(in crate::mirror) fn spread(tree: &Tree, id: NodeId, name: &str) -> Vec<NodeId> {
    match callee(tree, id) {
        Some(call) if call.name == name => call.arguments.iter().flat_map(|a| spread(tree, *a, name)).collect(),
        _ => vec![id],
    }
}

/// Returns the sizes of a new list with fixed dimensions, the outermost first. Examples are `[0] * n` and
/// `[[0] * m for _ in range(n)]`.
pub(in crate::mirror) fn dimensions(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let children = tree.children(id);
    match (tree.kind(id), children) {
        (Kind::Binary(BinaryOp::Mul), [list, size]) if *tree.kind(*list) == Kind::ArrayLiteral => {
            let inner = tree.children(*list);
            let mut out = vec![*size];
            if let [only] = inner {
                out.extend(dimensions(tree, *only));
            }
            out
        }
        (Kind::Comprehension, [element, _, iterable]) => {
            let Kind::Call { name, has_receiver: false } = tree.kind(*iterable) else { return Vec::new() };
            let size = match tree.children(*iterable) {
                [size] => *size,
                [start, size] if *tree.kind(*start) == Kind::Literal(Literal::Int("0".to_owned())) => *size,
                _ => return Vec::new(),
            };
            if name != "range" {
                return Vec::new();
            }
            let mut out = vec![size];
            out.extend(dimensions(tree, *element));
            out
        }
        _ => Vec::new(),
    }
}
