//! Determines the cause of a difference from the place whose repair removes it.

use super::splicer::Splicer;
use crate::mirror::match_rules::LoopParts;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{BinaryOp, Cause, NodeId, Primitive};

impl Splicer<'_> {
    /// Returns the cause of a difference that disappears if an operation gets Java's meaning.
    ///
    /// `is_bounded` is true if integers overflow in the repair, as in Java.
    pub(super) fn cause_of_operation(&self, j: NodeId, p: NodeId, is_bounded: bool) -> Cause {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let (own, other) = (java.kind(j), port.kind(p));
        let is_integral = java.node(j).ty.unboxed().is_some_and(Primitive::is_integral);
        match (own, other) {
            (Kind::Binary(BinaryOp::Div) | Kind::AugAssign(BinaryOp::Div), _) if is_integral => {
                match port.node(p).form {
                    Form::Floor => Cause::FloorDivision,
                    Form::True => Cause::TrueDivision,
                    _ => Cause::WrongExpression,
                }
            }
            (Kind::Binary(BinaryOp::Rem), Kind::Binary(BinaryOp::Rem)) => Cause::RemainderSign,
            (Kind::Binary(a), Kind::Binary(b)) if a != b => match () {
                () if is_loop_condition(java, j) => Cause::LoopBound,
                () if a.is_relational() && is_condition(java, j) => Cause::WrongCondition,
                () => Cause::WrongOperator,
            },
            (Kind::Binary(BinaryOp::Eq | BinaryOp::Ne), _) if self.compares_references(j) => Cause::Identity,
            (Kind::Binary(op), Kind::Binary(_)) if op.is_shift() => Cause::Shift,
            (Kind::Binary(op), Kind::Binary(_)) if op.is_arithmetic() && is_integral && is_bounded => Cause::Overflow,
            (Kind::Unary(_) | Kind::Increment(_), Kind::Unary(_) | Kind::Increment(_)) if is_integral && is_bounded => {
                Cause::Overflow
            }
            (Kind::Literal(_), Kind::Literal(_)) => Cause::WrongLiteral,
            (Kind::Cast(_), _) => Cause::Narrowing,
            (Kind::Call { .. }, _) => Cause::LibraryCall,
            _ => self.cause_of_expression(j),
        }
    }

    /// Returns the cause of a difference that the translation of `j` removes.
    ///
    /// The translation of the whole Java expression `j` replaces the port's expression.
    pub(super) fn cause_of_expression(&self, j: NodeId) -> Cause {
        let java = self.source.java_tree;
        match () {
            () if is_loop_condition(java, j) => Cause::LoopBound,
            () if is_condition(java, j) => Cause::WrongCondition,
            () => Cause::WrongExpression,
        }
    }

    /// Reports whether no operand of an operation is a primitive.
    fn compares_references(&self, j: NodeId) -> bool {
        let java = self.source.java_tree;
        java.children(j).iter().all(|operand| java.node(*operand).ty.primitive().is_none())
    }

    /// Returns the cause of a difference that disappears if Java statements replace the port's
    /// statements.
    pub(super) fn cause_of_statements(&self, own: &[NodeId], others: &[NodeId]) -> Cause {
        let java = self.source.java_tree;
        let is_throw = |tree: &Tree, list: &[NodeId]| matches!(list, [only] if *tree.kind(*only) == Kind::Throw);
        match (own, others) {
            ([], _) => Cause::ExtraStatement,
            (_, []) if own.iter().any(|j| matches!(java.kind(*j), Kind::If | Kind::Switch)) => Cause::MissingBranch,
            (_, []) => Cause::MissingStatement,
            _ if is_throw(java, own) && is_throw(&self.alignment.port, others) => Cause::ExceptionType,
            _ => Cause::WrongStatement,
        }
    }
}

/// Reports whether an expression is a part of the condition of a loop.
fn is_loop_condition(tree: &Tree, id: NodeId) -> bool {
    let holder = tree.statement_of(id);
    let is_inside = |condition: NodeId| condition == id || tree.ancestors(id).any(|at| at == condition);
    matches!(tree.kind(holder), Kind::For { .. } | Kind::While)
        && LoopParts::from_node(tree, holder).condition.is_some_and(is_inside)
}

/// Reports whether an expression is a part of the condition of a branch.
fn is_condition(tree: &Tree, id: NodeId) -> bool {
    let is_first = |holder: NodeId| {
        matches!(tree.kind(holder), Kind::If | Kind::Conditional)
            && tree.child(holder, 0).is_some_and(|first| first == id || tree.ancestors(id).any(|at| at == first))
    };
    tree.ancestors(id).take_while(|at| !matches!(tree.kind(*at), Kind::Block)).any(is_first)
}
