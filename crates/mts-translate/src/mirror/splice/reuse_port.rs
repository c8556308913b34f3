//! Keeps the port's text in a splice for code that the edit does not change.
//!
//! The splice has the port's text for such expressions. If the port has another value in place of such an expression,
//! there is no splice.

use crate::PairSource;
use crate::mirror::alignment::inline_helpers::SAME;
use crate::mirror::alignment::variables::callee;
use crate::mirror::alignment::{Alignment, NodeMatch};
use crate::mirror::edits::edit_builder::EditBuilder;
use crate::mirror::match_rules::{MatchKind, is_same_literal};
use crate::mirror::replay::conversions::valued;
use crate::transpiler::UncheckedOps;
use mts_lang::ir::{Form, Kind, Literal, Tree};
use mts_model::{BinaryOp, JavaType, NodeId, Primitive, Span, TextEdit, UnaryOp, jdk};
use std::collections::BTreeMap;

/// The port's texts of Java expressions, by their range in the original Java file.
pub(in crate::mirror) type ReusedTexts = BTreeMap<Span, String>;

/// Collects the unchanged expressions of a place that have counterparts at the same place.
///
/// `None` if the port has another value at one of these expressions, or if a limit such as `Integer.MAX_VALUE` has no
/// counterpart there.
pub(in crate::mirror) fn kept(
    source: &PairSource<'_>,
    alignment: &Alignment,
    [place, region]: [&[NodeId]; 2],
    edits: &[TextEdit],
) -> Option<ReusedTexts> {
    let java = source.java_tree;
    let plan = EditBuilder::new(&alignment.port, source.python, &source.pair.python);
    let is_touched = |id: NodeId| is_touched(java, id, edits);
    if returns_constant(java, place, &alignment.port, region) {
        return None;
    }
    // True if the edit changes the operation itself, and not only its operands.
    let is_replaced = |id: NodeId| is_touched(id) && !edits.iter().all(|edit| stays_as(java, id, edit));
    let mut out = ReusedTexts::new();
    let mut todo = place.to_vec();
    while let Some(id) = todo.pop() {
        if contradicts(java, alignment, id, [&is_touched, &is_replaced]) {
            return None;
        }
        let is_free = !is_touched(id) && !place.contains(&id);
        let own = || {
            own_text(java, alignment, (&plan, region), id).or_else(|| own_effect(java, alignment, (&plan, region), id))
        };
        let text = is_free.then(own).flatten();
        match text {
            Some(text) => {
                out.insert(java.node(id).span, text);
            }
            None if is_limit(java, id) => return None,
            None => todo.extend(java.children(id)),
        }
    }
    Some(out)
}

/// Collects the operations, indexes and lengths that the translation must leave unchecked.
///
/// The ranges are in the original Java file. The change does not touch this code, and the port has no wraps or checks
/// there. The translation must not add wraps or checks, because the tests are about the port's own behaviour. `None` if
/// the port has `/` for Java's integer division, because the translation would correct this division.
pub(in crate::mirror) fn unchecked(
    source: &PairSource<'_>,
    alignment: &Alignment,
    [place, region]: [&[NodeId]; 2],
    edits: &[TextEdit],
) -> Option<UncheckedOps> {
    let (java, port) = (source.java_tree, &alignment.port);
    let wraps = region.iter().any(|p| port.preorder(*p).into_iter().any(|at| is_wrap(port, at)));
    let mut out = UncheckedOps::default();
    for id in place.iter().flat_map(|j| java.preorder(*j)) {
        if !wraps {
            let untouched = measures(java, id).iter().filter(|own| !is_touched(java, **own, edits));
            out.indexes.extend(untouched.map(|own| java.node(*own).span));
        }
        let is_division = match java.kind(id) {
            Kind::Binary(op) | Kind::AugAssign(op) if op.is_arithmetic() || op.is_shift() => {
                matches!(op, BinaryOp::Div | BinaryOp::Rem)
            }
            Kind::Unary(UnaryOp::Neg) | Kind::Increment(_) => false,
            _ => continue,
        };
        if !edits.iter().all(|edit| stays_as(java, id, edit)) {
            continue;
        }
        let own = alignment
            .get(id)
            .filter(|m| matches!(m.match_kind, MatchKind::Same | MatchKind::OtherNotation | MatchKind::Transparent));
        if is_division && java.node(id).ty.unboxed().is_some_and(Primitive::is_integral) {
            let form = own.map(|m| (port.kind(m.python), port.node(m.python).form));
            match form {
                Some((Kind::Binary(BinaryOp::Div), Form::True)) => return None,
                Some((Kind::Binary(BinaryOp::Div), Form::Floor) | (Kind::Binary(BinaryOp::Rem), _)) => {}
                _ => continue,
            }
        } else if wraps {
            continue;
        }
        out.operations.insert((java.node(id).span, java.node(id).op.start));
    }
    Some(out)
}

/// Returns the index node of an element, or the length nodes of a new array.
pub(super) fn measures(java: &Tree, id: NodeId) -> &[NodeId] {
    match java.kind(id) {
        Kind::Index => java.children(id).get(1..).unwrap_or_default(),
        Kind::NewArray { dims, .. } => java.children(id).get(..*dims).unwrap_or_default(),
        _ => &[],
    }
}

/// Reports whether an edit may change a node.
fn is_touched(java: &Tree, id: NodeId, edits: &[TextEdit]) -> bool {
    let own = java.node(id).outer;
    edits.iter().any(|edit| {
        let (from, to) = (edit.span.start, edit.span.end);
        if edit.span.is_empty() { own.start <= from && from <= own.end } else { from < own.end && own.start < to }
    })
}

/// Reports whether an edit does not change the operation itself.
///
/// Such an edit is outside of the operation, or inside an operand.
fn stays_as(java: &Tree, id: NodeId, edit: &TextEdit) -> bool {
    let own = java.node(id).outer;
    let is_at_its_end = edit.span.is_empty() && (edit.span.start == own.start || edit.span.end == own.end);
    is_at_its_end
        || edit.span.end <= own.start
        || own.end <= edit.span.start
        || java.children(id).iter().any(|child| java.node(*child).outer.contains(edit.span))
}

/// Reports whether a node of the port wraps a number.
///
/// A mask, a remainder by a power of two, and a fixed-width type of a library wrap numbers.
fn is_wrap(port: &Tree, id: NodeId) -> bool {
    const LEAST: u64 = 0x7F;
    const FIXED_WIDTHS: [&str; 9] = ["int8", "int16", "int32", "int64", "byte", "short", "intc", "long", "longlong"];
    let is_large = |at: &NodeId| match port.kind(*at) {
        Kind::Literal(Literal::Int(digits)) => {
            digits.parse::<u64>().map_or(true, |n| n > LEAST && (n.is_power_of_two() || (n + 1).is_power_of_two()))
        }
        Kind::Binary(BinaryOp::Shl) => true,
        Kind::Call { name, .. } if name == SAME => true,
        Kind::Call { name, .. } => name == "pow",
        Kind::Name(name) => name.chars().all(|c| c.is_uppercase() || c == '_' || c.is_numeric()),
        _ => false,
    };
    match port.kind(id) {
        Kind::Binary(BinaryOp::BitAnd | BinaryOp::Rem) | Kind::AugAssign(BinaryOp::BitAnd | BinaryOp::Rem) => {
            port.children(id).iter().any(is_large)
        }
        // For a function of the port's file, the alignment has already found whether it wraps numbers. Of library
        // functions, only the fixed-width types of `ctypes` and `numpy` count.
        Kind::Call { name, .. } if name == SAME => port.node(id).form == Form::Helper,
        Kind::Call { name, .. } => {
            let own = name.strip_prefix("c_");
            let unsigned = own.unwrap_or(name);
            own == Some("int") || FIXED_WIDTHS.contains(&unsigned.strip_prefix('u').unwrap_or(unsigned))
        }
        _ => false,
    }
}

/// Maps ranges of unchanged operations to the mutated Java file.
///
/// An insertion at an end of a range may belong to an operand or not. The result has the ranges for both cases, and
/// only one of them is the range of an operation.
pub(in crate::mirror) fn moved_unchecked(unchecked: &UncheckedOps, edits: &[TextEdit]) -> UncheckedOps {
    let shifted = |at: usize, is_after: bool| {
        let before = edits.iter().filter(|e| e.span.end < at || e.span.end == at && (is_after || !e.span.is_empty()));
        before.fold(at, |at, edit| at + edit.text.len() - edit.span.len())
    };
    let readings = [(false, false), (false, true), (true, false), (true, true)];
    let moved = |span: Span| readings.map(|(from, to)| Span::new(shifted(span.start, from), shifted(span.end, to)));
    let operations = unchecked.operations.iter().flat_map(|(span, operator)| {
        let operator = shifted(*operator, true);
        moved(*span).map(|span| (span, operator))
    });
    UncheckedOps {
        operations: operations.collect(),
        indexes: unchecked.indexes.iter().flat_map(|span| moved(*span)).collect(),
    }
}

/// Returns the port's text of the assignment or call that corresponds to a Java statement.
pub(super) fn own_effect(
    java: &Tree,
    alignment: &Alignment,
    (plan, region): (&EditBuilder<'_>, &[NodeId]),
    id: NodeId,
) -> Option<String> {
    let port = &alignment.port;
    let found = alignment
        .get(id)
        .filter(|m| m.confidence >= 0.8 && matches!(m.match_kind, MatchKind::Same | MatchKind::OtherNotation))?;
    let is_effect = matches!(java.kind(id), Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::Call { .. })
        && *java.kind(java.node(id).parent?) == Kind::ExprStmt;
    let holder = port.node(found.python).parent?;
    let is_statement = *port.kind(holder) == Kind::ExprStmt && port.ancestors(holder).any(|at| region.contains(&at));
    (is_effect && is_statement && !port.node(holder).is_virtual).then(|| plan.text(found.python))
}

/// Maps ranges of the original Java file to the mutated Java file.
pub(in crate::mirror) fn moved(kept: &ReusedTexts, edits: &[TextEdit]) -> ReusedTexts {
    let shifted = |at: usize| {
        let before = edits.iter().filter(|edit| edit.span.end <= at);
        before.fold(at, |at, edit| at + edit.text.len() - edit.span.len())
    };
    kept.iter().map(|(span, text)| (Span::new(shifted(span.start), shifted(span.end)), text.clone())).collect()
}

/// Returns the port's text of a Java expression. `None` if the counterpart is not a value at the same place.
pub(super) fn own_text(
    java: &Tree,
    alignment: &Alignment,
    (plan, region): (&EditBuilder<'_>, &[NodeId]),
    id: NodeId,
) -> Option<String> {
    let found = alignment.get(id).filter(|m| m.confidence >= 0.5)?;
    let node = java.node(id);
    let is_plain =
        matches!(found.match_kind, MatchKind::Same | MatchKind::Flipped | MatchKind::Sentinel | MatchKind::Transparent);
    let is_simple = matches!(node.kind, Kind::Name(_) | Kind::Literal(_) | Kind::Lambda);
    let is_target = node.parent.is_some_and(|parent| {
        let target = matches!(
            java.kind(parent),
            Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::Declare | Kind::ForEach
        );
        target && java.child(parent, 0) == Some(id) || matches!(java.kind(parent), Kind::ExprStmt)
    });
    if node.kind.is_statement() || !is_plain || is_simple || is_target || assigns(java, id) {
        return None;
    }
    let own = if node.ty.unboxed() == Some(Primitive::Char) {
        found.python
    } else {
        valued(&alignment.port, &node.ty, found).ok()?
    };
    let port = &alignment.port;
    let is_inside = std::iter::once(own).chain(port.ancestors(own)).any(|at| region.contains(&at));
    (!port.kind(own).is_statement() && is_inside).then(|| plan.atom(own))
}

/// Reports whether the code assigns a variable or a field.
pub(in crate::mirror) fn assigns(java: &Tree, id: NodeId) -> bool {
    let is = |at: NodeId| matches!(java.kind(at), Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_));
    java.preorder(id).into_iter().any(is)
}

/// Reports whether an operation and its counterpart compute different things.
///
/// An operand differs, as in `i < n` and `i < n - 1`, or in `return i == n` and `return True`. Or the operators of two
/// comparisons differ, and the edit does not change the comparison itself.
fn contradicts(
    java: &Tree,
    alignment: &Alignment,
    id: NodeId,
    [is_touched, is_replaced]: [&dyn Fn(NodeId) -> bool; 2],
) -> bool {
    let port = &alignment.port;
    let Some(found) = alignment.get(id) else { return false };
    if found.match_kind == MatchKind::Tested {
        return !is_replaced(id);
    }
    let (own, other) = (java.children(id), port.children(found.python));
    let counts = match (java.kind(id), port.kind(found.python)) {
        // Another comparison operator gives another condition. Another arithmetic operator may be a part of the same
        // value.
        (Kind::Binary(a), Kind::Binary(b)) if a != b => {
            return found.match_kind == MatchKind::Same && a.is_relational() && b.is_relational() && !is_replaced(id);
        }
        (Kind::Binary(_), Kind::Binary(_)) | (Kind::Index, Kind::Index) | (Kind::Return, Kind::Return) => true,
        (Kind::Block, Kind::Block) => return returns_constant(java, own, port, other),
        (Kind::Call { .. }, Kind::Call { .. }) => {
            return found.match_kind == MatchKind::Same
                && calls_another(java, alignment, [id, found.python], is_touched);
        }
        _ => false,
    };
    if found.match_kind != MatchKind::Same || !counts || own.len() != other.len() {
        return false;
    }
    let is_value = |kind: &Kind| matches!(kind, Kind::Name(_) | Kind::Literal(_) | Kind::Binary(_) | Kind::Index);
    own.iter().zip(other).any(|(a, b)| {
        let is_elsewhere = || {
            let is_other = |m: NodeMatch| m.match_kind == MatchKind::Same && m.python != *b && m.whole != *b;
            alignment.get(*a).is_none_or(is_other)
        };
        match (java.kind(*a), port.kind(*b)) {
            (Kind::Literal(x), Kind::Literal(y)) => !is_same_literal(x, y),
            (_, Kind::Literal(Literal::Bool(_))) => alignment.get(*a).is_none(),
            (Kind::Literal(_) | Kind::Name(_), y) | (y, Kind::Literal(_) | Kind::Name(_)) => {
                is_value(y) && is_elsewhere()
            }
            _ => false,
        }
    })
}

/// Reports whether an unchanged argument of a call has no counterpart. Constants do not count.
fn calls_another(java: &Tree, alignment: &Alignment, [j, p]: [NodeId; 2], is_touched: &dyn Fn(NodeId) -> bool) -> bool {
    let Some((own, mut other)) = callee(java, j).zip(callee(&alignment.port, p)) else { return false };
    // In Python's `x in d`, the container is the last operand.
    if matches!(alignment.port.kind(p), Kind::Call { name, .. } if name == "in" || name == "not in") {
        other.arguments.reverse();
    }
    let is_unlike = |a: NodeId| !is_touched(a) && !is_constant(java, a) && alignment.get(a).is_none();
    own.name == other.name && own.arguments.len() == other.arguments.len() && own.arguments.into_iter().any(is_unlike)
}

/// Reports whether the port only returns a constant, and Java returns a computed value.
fn returns_constant(java: &Tree, own: &[NodeId], port: &Tree, other: &[NodeId]) -> bool {
    let value = |tree: &Tree, list: &[NodeId]| match list {
        [only] if *tree.kind(*only) == Kind::Return => tree.child(*only, 0),
        _ => None,
    };
    let both = value(java, own).zip(value(port, other));
    both.is_some_and(|(a, b)| !is_constant(java, a) && is_constant(port, b))
}

fn is_constant(tree: &Tree, id: NodeId) -> bool {
    tree.preorder(id).into_iter().all(|at| matches!(tree.kind(at), Kind::Literal(_) | Kind::Unary(_)))
}

/// Reports whether a node is a limit such as `Integer.MAX_VALUE`.
///
/// The port may use any number in place of a limit.
fn is_limit(java: &Tree, id: NodeId) -> bool {
    let is_number = java.node(id).ty != JavaType::Unknown;
    is_number && matches!(java.kind(id), Kind::Attribute(name) if jdk::is_limit(name))
}
