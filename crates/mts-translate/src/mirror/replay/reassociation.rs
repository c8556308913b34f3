//! Makes a change in the port whose Java text also regroups operands.
//!
//! For example, a tool replaces `-` in `(a - b) / c` by `+` and omits the parentheses: `a + b / c`. The operands and
//! operators have the same order on both sides. So the module combines the port's operands as Java parses them. The
//! port's own operators stay, and the new operator has Java's meaning.

use super::Replay;
use crate::mirror::edits::edit_builder::{UnmirroredReason, binding, operator_strength};
use crate::mirror::java_semantics::{self, OperationText};
use crate::mirror::match_rules::MatchKind;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{BinaryOp, Change, JavaType, NodeId};

const REASON: UnmirroredReason =
    UnmirroredReason::Other("the mutant's text lacks parentheses, so Java groups the operands differently");

/// A chain of operands and operators in one Java tree, from left to right.
#[derive(Default)]
struct OperandChain {
    operands: Vec<NodeId>,
    operators: Vec<(NodeId, BinaryOp)>,
}

impl Replay<'_> {
    pub(super) fn reassociate(&mut self, change: &Change, read: &Tree) -> Result<(), UnmirroredReason> {
        let (Change::ReplaceOperator { node, .. } | Change::KeepOperand { node, .. }) = change else {
            return Err(REASON);
        };
        let is_operator = |at: &NodeId| matches!(self.java.kind(*at), Kind::Binary(_));
        let top = self.java.ancestors(*node).take_while(is_operator).last().unwrap_or(*node);
        let place = self.java.preorder(self.java.root).iter().position(|at| *at == top).ok_or(REASON)?;
        let all = read.preorder(read.root);
        let new = *all.get(place).ok_or(REASON)?;
        let mut before = OperandChain::default();
        self.expected(top, change, &mut before);
        let mut after = OperandChain::default();
        collect(read, new, &mut after);
        let same_operators = before.operators.iter().map(|(_, op)| op).eq(after.operators.iter().map(|(_, op)| op));
        let same_operands = before.operands.len() == after.operands.len()
            && before.operands.iter().zip(&after.operands).all(|(a, b)| below(self.java, *a) == below(read, *b));
        // The code around the chain must have as many nodes as before.
        let around =
            self.java.nodes.len() - self.java.preorder(top).len() == read.nodes.len() - read.preorder(new).len();
        if !same_operators || !same_operands || !around {
            return Err(REASON);
        }
        if is_other(self.ty(top), &read.node(new).ty) {
            return Err("the mutant changes a static type".into());
        }
        let whole = self.site(top)?.whole;
        let (text, _) = self.grouped(change, &before, read, new, &mut (0, 0))?;
        self.plan.put(whole, format!("({text})"));
        Ok(())
    }

    /// Collects the operands and operators of the chain after the change.
    fn expected(&self, at: NodeId, change: &Change, into: &mut OperandChain) {
        let (Kind::Binary(own), [left, right]) = (self.java.kind(at), self.java.children(at)) else {
            into.operands.push(at);
            return;
        };
        match change {
            Change::KeepOperand { node, left: is_left } if *node == at => {
                self.expected(if *is_left { *left } else { *right }, change, into);
            }
            _ => {
                self.expected(*left, change, into);
                let op = if let Change::ReplaceOperator { node, op } = change
                    && *node == at
                {
                    *op
                } else {
                    *own
                };
                into.operators.push((at, op));
                self.expected(*right, change, into);
            }
        }
    }

    /// Returns the port's text of a part of the chain, and its precedence. `next` counts the operands and operators
    /// that the function has already written.
    fn grouped(
        &mut self,
        change: &Change,
        chain: &OperandChain,
        read: &Tree,
        at: NodeId,
        next: &mut (usize, usize),
    ) -> Result<(String, u8), UnmirroredReason> {
        let (Kind::Binary(_), [left, right]) = (read.kind(at), read.children(at)) else {
            let operand = *chain.operands.get(next.0).ok_or(REASON)?;
            next.0 += 1;
            return Ok((self.plan.atom(self.operand_in_port(operand)?), binding::ATOM));
        };
        let (left_text, left_strength) = self.grouped(change, chain, read, *left, next)?;
        let (old, op) = *chain.operators.get(next.1).ok_or(REASON)?;
        next.1 += 1;
        let (right_text, right_strength) = self.grouped(change, chain, read, *right, next)?;
        let types = [&read.node(*left).ty, &read.node(*right).ty];
        let within = |text: String, own: u8, needed: u8| if own >= needed { text } else { format!("({text})") };
        let is_new = matches!(change, Change::ReplaceOperator { node, .. } if *node == old);
        let token = if is_new {
            let atom = |text: &str, own: u8| within(text.to_owned(), own, binding::ATOM);
            let (a, b) = (atom(&left_text, left_strength), atom(&right_text, right_strength));
            match java_semantics::binary(op, types, &a, &b).ok_or("the mirror does not know the type")? {
                OperationText::Whole(text) => return Ok((text, binding::ATOM)),
                OperationText::Operator(token) => token.to_owned(),
            }
        } else {
            // With another type, the port's own operator would apply to other values than before.
            if is_other(self.ty(old), &read.node(at).ty) {
                return Err("the mutant changes a static type".into());
            }
            if self.is_truncated(old) {
                let needed = operator_strength(op);
                let left = within(left_text, left_strength, needed);
                let right = within(right_text, right_strength, needed + 1);
                return Ok((format!("int({left} / {right})"), binding::ATOM));
            }
            self.own_token(old)?
        };
        let own = operator_strength(op);
        let is_relational = op.is_relational();
        let left_text = within(left_text, left_strength, own + u8::from(is_relational));
        Ok((format!("{left_text} {token} {}", within(right_text, right_strength, own + 1)), own))
    }

    /// Reports whether the port writes the division as `int(a / b)`.
    fn is_truncated(&self, j: NodeId) -> bool {
        let port = &self.alignment.port;
        let is = |at: NodeId| port.node(at).form == Form::Truncated && !port.node(at).is_virtual;
        self.site(j).is_ok_and(|site| site.match_kind == MatchKind::Same && is(site.whole))
            && self.reject_converted_operands(j).is_ok()
    }

    /// Returns the port's token of an operator that the mutant does not change.
    fn own_token(&self, j: NodeId) -> Result<String, UnmirroredReason> {
        let port = &self.alignment.port;
        let site = self.site(j)?;
        let node = port.node(site.whole);
        if site.match_kind != MatchKind::Same || node.is_virtual || matches!(node.form, Form::Truncated | Form::Helper)
        {
            return Err(REASON);
        }
        self.reject_converted_operands(j)?;
        Ok(node.op.slice(&self.plan.file.text).to_owned())
    }

    /// Rejects an operator with a conversion around an operand that is itself an operation.
    fn reject_converted_operands(&self, j: NodeId) -> Result<(), UnmirroredReason> {
        let site = self.site(j)?;
        let (jl, jr) = (self.java.children(j)[0], self.java.children(j)[1]);
        for (inner, side) in [(jl, Some(site.left)), (jr, site.right)] {
            if matches!(self.java.kind(inner), Kind::Binary(_)) && side != Some(self.site(inner)?.whole) {
                return Err(REASON);
            }
        }
        Ok(())
    }

    /// Returns the counterpart of an operand, from the counterpart of its operator.
    fn operand_in_port(&self, j: NodeId) -> Result<NodeId, UnmirroredReason> {
        let parent = self.java.node(j).parent.ok_or(REASON)?;
        let site = self.site(parent)?;
        if site.match_kind != MatchKind::Same {
            return Err(REASON);
        }
        if self.java.child(parent, 0) == Some(j) { Ok(site.left) } else { site.right.ok_or(REASON) }
    }
}

/// Collects the operands and operators of a chain, from left to right.
fn collect(tree: &Tree, at: NodeId, into: &mut OperandChain) {
    let (Kind::Binary(op), [left, right]) = (tree.kind(at), tree.children(at)) else {
        into.operands.push(at);
        return;
    };
    collect(tree, *left, into);
    into.operators.push((at, *op));
    collect(tree, *right, into);
}

fn below(tree: &Tree, at: NodeId) -> Vec<&Kind> {
    tree.preorder(at).into_iter().map(|id| tree.kind(id)).collect()
}

/// Reports whether two types differ, apart from boxing.
fn is_other(a: &JavaType, b: &JavaType) -> bool {
    match (a.unboxed(), b.unboxed()) {
        (Some(a), Some(b)) => a != b,
        _ => a != b,
    }
}
