//! Makes one change of the Java function in the port.
//!
//! Inserted code has Java's meaning, and the other code of the port stays as it is. If the module is not sure that the
//! counterpart is exact, it gives no counterpart.

mod control_dependence;
pub(super) mod conversions;
mod increments;
mod loops;
mod operators;
mod reassociation;
mod side_effects;
mod statements;

use super::alignment::variables::JavaVariable;
use super::alignment::{Alignment, NodeMatch};
use super::edits::edit_builder::{EditBuilder, UnmirroredReason};
use super::match_rules::{MatchKind, is_same_literal};
use crate::{PairSource, Translation};
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, Change, JavaType, NodeId};

/// The reason for a change that gives invalid Java code.
///
/// The engine never runs the counterpart of such a mutant.
const NOT_JAVA: UnmirroredReason = UnmirroredReason::Other("the mutant does not compile in Java");

/// Returns the counterpart of one change, as edits of the port.
///
/// # Errors
/// Returns the reason if the change has no counterpart.
pub(super) fn replay(
    source: &PairSource<'_>,
    alignment: &Alignment,
    change: &Change,
) -> Result<Translation, UnmirroredReason> {
    let plan = EditBuilder::new(&alignment.port, source.python, &source.pair.python);
    let mut replay = Replay { java: source.java_tree, returns: &source.pair.java.returns, alignment, plan };
    replay.change(change)?;
    replay.drop_steps(change)?;
    if let Some(node) = condition_change(change) {
        replay.require_structure(node)?;
    }
    replay.refuse_appended(change)?;
    replay.plan.finish()
}

/// Returns the counterpart of a change whose text also regroups operands.
///
/// # Errors
/// Returns the reason if the change has no counterpart.
pub(super) fn regroup(
    source: &PairSource<'_>,
    alignment: &Alignment,
    change: &Change,
    read: &Tree,
) -> Result<Translation, UnmirroredReason> {
    let plan = EditBuilder::new(&alignment.port, source.python, &source.pair.python);
    let mut replay = Replay { java: source.java_tree, returns: &source.pair.java.returns, alignment, plan };
    replay.reassociate(change, read)?;
    if let Some(node) = condition_change(change) {
        replay.require_structure(node)?;
    }
    replay.plan.finish()
}

/// Reports whether the conditions around a Java node control the same statements on both sides.
pub(super) fn governs_alike(source: &PairSource<'_>, alignment: &Alignment, j: NodeId) -> bool {
    let plan = EditBuilder::new(&alignment.port, source.python, &source.pair.python);
    let replay = Replay { java: source.java_tree, returns: &source.pair.java.returns, alignment, plan };
    replay.require_structure(j).is_ok()
}

/// Returns the expression that a change modifies, if it may be a condition.
fn condition_change(change: &Change) -> Option<NodeId> {
    match change {
        Change::ReplaceOperator { node, .. }
        | Change::ReplaceByBoolean { node, .. }
        | Change::InsertUnary { node, .. }
        | Change::DeleteUnary { node }
        | Change::InsertIncrement { node, .. }
        | Change::DeleteIncrement { node }
        | Change::KeepOperand { node, .. }
        | Change::DeleteCondition { node, .. } => Some(*node),
        _ => None,
    }
}

struct Replay<'a> {
    java: &'a Tree,
    returns: &'a JavaType,
    alignment: &'a Alignment,
    plan: EditBuilder<'a>,
}

/// The counterpart of a binary Java node.
struct OperatorSite {
    /// The Python node of the whole operation.
    whole: NodeId,
    /// The counterpart of the left operand.
    left: NodeId,
    /// The counterpart of the right operand. `None` if the port has a truth test in place of the operation.
    right: Option<NodeId>,
    match_kind: MatchKind,
}

impl Replay<'_> {
    fn change(&mut self, change: &Change) -> Result<(), UnmirroredReason> {
        match change {
            Change::ReplaceOperator { node, op } => self.replace_operator(*node, *op),
            Change::ReplaceByBoolean { node, value } => self.replace_by_boolean(*node, *value),
            Change::InsertUnary { node, op } => self.insert_unary(*node, *op),
            Change::DeleteUnary { node } => self.delete_unary(*node),
            Change::InsertIncrement { node, form } => self.insert_increment(*node, *form),
            Change::ReplaceIncrement { node, form } => self.replace_increment(*node, *form),
            Change::DeleteIncrement { node } => self.delete_increment(*node),
            Change::ReplaceAssignOperator { node, op } => self.replace_assign_operator(*node, *op),
            Change::KeepOperand { node, left } => self.keep_operand(*node, *left),
            Change::DeleteExpression { node } => self.blank(*node),
            Change::DeleteStatement { node } => self.delete_statement(*node),
            Change::DeleteCondition { node, init_lost } => self.delete_condition(*node, *init_lost),
            Change::DeleteUpdate { node, init_lost } => self.delete_update(*node, *init_lost),
            Change::ReturnLiteral { node, literal } => self.return_literal(*node, literal),
            Change::DeleteCatch { node, statement } => self.delete_catch(*node, *statement),
            Change::DeleteCase { .. } => Err("the mirror does not delete a switch case".into()),
            Change::EndlessForEach { .. } => Err("the mirror does not make a for-each loop endless".into()),
            Change::Opaque { .. } => Err("another tool made the mutant".into()),
        }
    }

    /// Rejects a change of `i` if the port has `a.append(x)` for Java's `a[i] = x`.
    ///
    /// The two statements do the same only while `i` increases by one at each assignment.
    ///
    /// # Errors
    /// Returns the reason if the function rejects the change.
    fn refuse_appended(&self, change: &Change) -> Result<(), UnmirroredReason> {
        if self.plan.written.is_empty() {
            return Ok(());
        }
        // Compare Java variables and not names, because several Java variables may have the same name in the port.
        let changed = self.java.preorder(change.node());
        let touched: Vec<JavaVariable> =
            changed.into_iter().filter_map(|at| self.alignment.variables.get(at)).collect();
        for id in self.java.preorder(self.java.root) {
            let Some((target, _)) = super::match_rules::assignment(self.java, id) else { continue };
            if self.alignment.get(id).is_some_and(|m| m.match_kind == MatchKind::Appended) {
                let index = self.java.children(target).get(1).map(|at| self.java.preorder(*at)).unwrap_or_default();
                let names = index.into_iter().filter_map(|at| self.alignment.variables.get(at));
                let own = names.filter(|variable| touched.contains(variable));
                let mut ported = own.filter_map(|variable| self.alignment.names.get(&variable));
                if ported.any(|name| self.plan.written.contains(name)) {
                    return Err("the port appends an element that Java assigns".into());
                }
            }
        }
        Ok(())
    }

    fn found(&self, j: NodeId) -> Result<NodeMatch, UnmirroredReason> {
        self.alignment.get(j).ok_or(UnmirroredReason::NoCounterpart)
    }

    /// Reports whether the counterpart of a Java operand is exactly this Python node.
    ///
    /// Literals must be equal.
    fn is_in_place(&self, j: NodeId, p: NodeId) -> bool {
        if let Kind::Literal(literal) = self.java.kind(j) {
            return match self.alignment.port.kind(p) {
                Kind::Literal(other) => is_same_literal(literal, other),
                // `ord('a')` in Python is `'a'` in Java.
                Kind::Call { name, .. } if name == "ord" => {
                    self.alignment.get(j).is_some_and(|m| m.whole == p && self.is_in_place(j, m.python))
                }
                _ => false,
            };
        }
        let Some(found) = self.alignment.get(j) else { return false };
        if self.is_text_of_number(j, p) {
            return false;
        }
        // The value that the port tests is the counterpart of the operand. Only the port has the test itself.
        let tested = || self.java.child(j, 0).and_then(|operand| self.alignment.get(operand));
        let certain = if found.match_kind == MatchKind::Tested {
            tested().map_or(0.0, |m| m.confidence)
        } else {
            found.confidence
        };
        (found.whole == p || found.python == p) && certain >= 0.5
    }

    /// Returns the counterparts of a binary Java operator and of its operands.
    fn site(&self, j: NodeId) -> Result<OperatorSite, UnmirroredReason> {
        let Kind::Binary(op) = self.java.kind(j) else { return Err(UnmirroredReason::NoCounterpart) };
        let found = self.found(j)?;
        let port = &self.alignment.port;
        let (jl, jr) = (self.java.children(j)[0], self.java.children(j)[1]);
        let children = port.children(found.python);
        // For `Math.floor(a / b)` and `a // b`, a new operator would remove the floor too.
        let is_floored = |at: NodeId| {
            matches!(self.java.kind(at), Kind::Call { name, .. } if name == "floor")
                && self.alignment.get(at).is_some_and(|m| m.python == found.python)
        };
        if self.java.node(j).parent.is_some_and(is_floored) {
            return Err("the port has no separate text for the operator".into());
        }
        match (found.match_kind, port.kind(found.python)) {
            (MatchKind::Same | MatchKind::Flipped, Kind::Binary(own)) => {
                let is_flipped = found.match_kind == MatchKind::Flipped;
                let expected = if is_flipped { super::match_rules::flipped(*op) } else { Some(*op) };
                if expected != Some(*own) {
                    return Err("operator differs".into());
                }
                let (l, r) = if is_flipped { (children[1], children[0]) } else { (children[0], children[1]) };
                if !self.is_in_place(jl, l) || !self.is_in_place(jr, r) {
                    return Err("operand differs".into());
                }
                Ok(OperatorSite { whole: found.python, left: l, right: Some(r), match_kind: found.match_kind })
            }
            (MatchKind::Truth, _) => {
                let inner = self.found(jl)?;
                if inner.confidence < 0.5 {
                    return Err("operand differs".into());
                }
                Ok(OperatorSite {
                    whole: found.python,
                    left: self.valued(jl, inner)?,
                    right: None,
                    match_kind: MatchKind::Truth,
                })
            }
            (MatchKind::Link(at), Kind::Chain(_)) => {
                let (l, r) = (children[at], children[at + 1]);
                if !self.is_in_place(jl, l) || !self.is_in_place(jr, r) {
                    return Err("operand differs".into());
                }
                Ok(OperatorSite { whole: found.python, left: l, right: Some(r), match_kind: found.match_kind })
            }
            (MatchKind::Same, _) => Err("operator differs".into()),
            _ => Err("the port has no separate text for the operator".into()),
        }
    }

    /// Returns the Java type of a node.
    fn ty(&self, j: NodeId) -> &JavaType {
        &self.java.node(j).ty
    }

    /// Reports whether the value of a Java node may be boolean.
    ///
    /// Its type is boolean or unknown.
    fn may_be_boolean(&self, j: NodeId) -> bool {
        matches!(self.ty(j).unboxed(), Some(mts_model::Primitive::Boolean)) || *self.ty(j) == JavaType::Unknown
    }

    /// Returns the literal of a Java comparison such as `x != 0`, as Python text.
    ///
    /// The port has a truth test in place of this comparison, without the literal.
    fn truth_literal(&self, j: NodeId) -> &str {
        match self.java.child(j, 1).map(|r| self.java.kind(r)) {
            Some(Kind::Literal(Literal::Bool(true))) => "True",
            Some(Kind::Literal(Literal::Bool(false))) => "False",
            Some(Kind::Literal(Literal::Int(digits))) => digits,
            _ => "0",
        }
    }

    /// Reports whether Java does not use the value of a node.
    fn is_unused(&self, j: NodeId) -> bool {
        let Some(parent) = self.java.node(j).parent else { return true };
        match self.java.kind(parent) {
            Kind::ExprStmt => true,
            Kind::For { .. } => super::match_rules::LoopParts::from_node(self.java, parent).updates.contains(&j),
            _ => false,
        }
    }

    /// Returns the statement that consists only of this Python expression. For another node, the result is the node
    /// itself.
    fn python_statement(&self, p: NodeId) -> NodeId {
        let port = &self.alignment.port;
        match port.node(p).parent {
            Some(parent) if *port.kind(parent) == Kind::ExprStmt => parent,
            _ => p,
        }
    }
}

/// Reports whether operands of this type have integer arithmetic.
///
/// `None` if the type is neither a primitive nor a wrapper class.
fn is_whole(ty: &JavaType) -> Option<bool> {
    ty.unboxed().map(mts_model::Primitive::is_integral)
}

/// Reports whether an operator is one of `+ - * / %`.
fn is_arithmetic(op: BinaryOp) -> bool {
    op.is_arithmetic()
}

#[cfg(test)]
pub(in crate::mirror) mod tests;
