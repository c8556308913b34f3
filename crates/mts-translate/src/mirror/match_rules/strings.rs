//! Matches strings that code builds from values.
//!
//! Java concatenates the values, and a port may format them. The values are counterparts in order. The literal text
//! between the values differs too much for a comparison.

use super::{MatchCandidate, MatchContext, MatchKind};
use crate::mirror::alignment::variables::callee;
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, JavaType, NodeId};

/// The highest number of `+` in a chain that the module compares as one string.
const LONGEST: usize = 256;

impl MatchContext<'_> {
    /// Matches `"n" + n` with `f"n{n}"`, `"n%d" % n`, `"n{}".format(n)` and `"n" + str(n)`.
    pub(super) fn texts(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        if *self.java.kind(j) != Kind::Binary(BinaryOp::Add) || self.java.node(j).ty != JavaType::String {
            return;
        }
        if is_long(self.java, j) || is_long(self.python, p) {
            return;
        }
        let Some(python) = built(self.python, p) else { return };
        self.values(&[j], 1.0, python, out);
    }

    /// Matches the arguments of output calls, such as `print("n" + n)` and `print("n", n)`.
    pub(super) fn printed(&self, java: &[NodeId], arguments: &[NodeId], out: &mut Vec<MatchCandidate>) {
        let named = |id: &NodeId| matches!(self.python.kind(*id), Kind::Opaque("keyword_argument"));
        let mut python = Vec::new();
        for argument in arguments.iter().filter(|id| !named(id)) {
            match built(self.python, *argument) {
                Some(inner) => python.extend(inner),
                None => python.push(*argument),
            }
        }
        python.retain(|id| !is_text(self.python, *id));
        // Java's `System.out` has a weight of two and no counterpart in Python, so add its weight.
        self.values(java, 3.0, python, out);
    }

    /// Matches `println(a + " to " + b)` with `print(a)`, `print("to")` and `print(b)`.
    pub fn outputs(&self, j: NodeId, statements: &[NodeId]) -> Option<MatchCandidate> {
        let call = |tree: &Tree, id: NodeId| {
            let inner = tree.child(id, 0).filter(|_| *tree.kind(id) == Kind::ExprStmt)?;
            callee(tree, inner).filter(|call| call.name == "print").map(|call| call.arguments)
        };
        let java = call(self.java, j)?;
        let mut arguments = Vec::new();
        for statement in statements {
            arguments.extend(call(self.python, *statement)?);
        }
        let mut out = Vec::new();
        self.printed(&java, &arguments, &mut out);
        out.pop()
    }

    fn values(&self, texts: &[NodeId], own: f64, python: Vec<NodeId>, out: &mut Vec<MatchCandidate>) {
        let mut java = Vec::new();
        for text in texts {
            concatenated(self.java, *text, &mut java);
        }
        // Each literal and each operator between the values counts as partly equal.
        let mut joined = java.len() as f64 - 1.0;
        java.retain(|id| !is_text(self.java, *id));
        joined += joined + 1.0 - java.len() as f64;
        if java.len() == python.len() && !java.is_empty() {
            out.push(MatchCandidate::new(
                own + 0.7 * joined,
                MatchKind::Transparent,
                java.into_iter().zip(python).collect(),
            ));
        }
    }
}

/// Reports whether a chain of `+` is too long to compare its parts.
///
/// The matcher then compares only the operands of the chain, one by one. Every part of a chain is a chain too, so the
/// comparison of all parts takes quadratic time.
fn is_long(tree: &Tree, id: NodeId) -> bool {
    let (mut open, mut count) = (vec![id], 0);
    while let Some(id) = open.pop() {
        if *tree.kind(id) == Kind::Binary(BinaryOp::Add) {
            count += 1;
            if count > LONGEST {
                return true;
            }
            open.extend(tree.children(id));
        }
    }
    false
}

fn is_text(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.kind(id), Kind::Literal(Literal::Str(_) | Literal::Char(_)))
}

/// Collects the operands of a chain of `+` that concatenates strings in Java.
///
/// In `1 + 2 + "x"`, Java first adds `1 + 2`, so this sum is one operand.
fn concatenated(tree: &Tree, id: NodeId, into: &mut Vec<NodeId>) {
    if *tree.kind(id) == Kind::Binary(BinaryOp::Add) && tree.node(id).ty == JavaType::String {
        for child in tree.children(id) {
            concatenated(tree, *child, into);
        }
    } else {
        into.push(id);
    }
}

/// Returns the values in an expression that builds a string.
///
/// `None` if the form of the expression is unknown.
fn built(tree: &Tree, id: NodeId) -> Option<Vec<NodeId>> {
    let children = tree.children(id);
    match (tree.kind(id), children) {
        (Kind::Opaque("string" | "concatenated_string"), _) => Some(children.to_vec()),
        (Kind::Binary(BinaryOp::Rem), [format, values]) if is_text(tree, *format) => {
            Some(if *tree.kind(*values) == Kind::Tuple { tree.children(*values).to_vec() } else { vec![*values] })
        }
        (Kind::Call { name, has_receiver: true }, [format, values @ ..])
            if name == "format" && is_text(tree, *format) =>
        {
            Some(values.to_vec())
        }
        (Kind::Binary(BinaryOp::Add), [left, right]) => {
            let mut out = built(tree, *left).unwrap_or_else(|| vec![*left]);
            out.extend(built(tree, *right).unwrap_or_else(|| vec![*right]));
            let is_string =
                |id: &NodeId| is_text(tree, *id) || matches!(tree.kind(*id), Kind::Call { name, .. } if name == "str");
            let is_string = out.iter().any(is_string)
                || [left, right].iter().any(|side| matches!(tree.kind(**side), Kind::Opaque(_)));
            out.retain(|id| !is_text(tree, *id));
            is_string.then_some(out)
        }
        _ => None,
    }
}
