//! Makes replaced, inserted and deleted operators in the port.

use super::super::alignment::NodeMatch;
use super::{NOT_JAVA, OperatorSite, Replay, is_arithmetic, is_whole};
use crate::mirror::edits::edit_builder::{UnmirroredReason, binding, operator_strength, strength};
use crate::mirror::java_semantics::{self, OperationText};
use crate::mirror::match_rules::{MatchKind, flipped};
use mts_lang::ir::{Form, Kind, Literal, Tree};
use mts_model::{BinaryOp, JavaType, NodeId, Span, TextEdit, UnaryOp};

impl Replay<'_> {
    pub(super) fn replace_operator(&mut self, j: NodeId, op: BinaryOp) -> Result<(), UnmirroredReason> {
        let site = self.site(j)?;
        let (jl, jr) = (self.java.children(j)[0], self.java.children(j)[1]);
        let types = [self.ty(jl).clone(), self.ty(jr).clone()];
        let left = self.plan.atom(site.left);
        let right = match site.right {
            Some(right) => self.plan.atom(right),
            None => self.truth_literal(j).to_owned(),
        };
        let text = java_semantics::binary(op, [&types[0], &types[1]], &left, &right)
            .ok_or("the mirror does not know the type")?;
        match (text, site.match_kind) {
            (OperationText::Whole(text), MatchKind::Same) if self.is_real_by_division(j, site.whole) => {
                self.plan.put(site.whole, format!("float({text})"));
            }
            (OperationText::Operator(token), MatchKind::Same)
                if op.is_arithmetic() && self.is_real_by_division(j, site.whole) =>
            {
                self.plan.put(site.whole, format!("float({left} {token} {right})"));
            }
            (OperationText::Whole(text), MatchKind::Same | MatchKind::Truth) => self.plan.put(site.whole, text),
            (OperationText::Whole(text), MatchKind::Flipped) => {
                self.require_pure(site.whole)?;
                self.plan.put(site.whole, text);
            }
            (OperationText::Operator(token), MatchKind::Truth) => {
                self.plan.put(site.whole, format!("({left} {token} {right})"))
            }
            (OperationText::Operator(token), MatchKind::Same) => self.swap_token(&site, op, token),
            (OperationText::Operator(_), MatchKind::Flipped) => match flipped(op) {
                Some(op) => self.swap_token(&site, op, op.java()),
                None => {
                    self.require_pure(site.whole)?;
                    self.plan.put(site.whole, format!("({left} {} {right})", op.java()));
                }
            },
            (OperationText::Operator(token), MatchKind::Link(at)) => self.swap_link(&site, at, token)?,
            _ => return Err("the port has a chained comparison".into()),
        }
        Ok(())
    }

    /// Reports whether only the port's division makes the result a floating-point number.
    ///
    /// An example is `sum / n` for Java's `(double) sum / n`. A new operator must then also give a floating-point
    /// number.
    pub(super) fn is_real_by_division(&self, j: NodeId, p: NodeId) -> bool {
        let port = &self.alignment.port;
        let is_division = matches!(port.kind(p), Kind::Binary(BinaryOp::Div) | Kind::AugAssign(BinaryOp::Div));
        is_division
            && port.node(p).form == Form::True
            && is_whole(self.ty(j)) == Some(false)
            && !self.plan.is_local("float")
            && !port.children(p).iter().any(|at| is_real(port, *at))
    }

    /// Rejects an expression whose value may depend on the order of evaluation.
    fn require_pure(&self, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let calls = port
            .preorder(p)
            .into_iter()
            .any(|at| matches!(port.kind(at), Kind::Call { .. } | Kind::Walrus | Kind::Opaque(_)));
        if calls {
            Err("the port has the operands in another order, and the order of evaluation may matter".into())
        } else {
            Ok(())
        }
    }

    /// Replaces the operator between operands that stay, and adds the necessary parentheses.
    fn swap_token(&mut self, site: &OperatorSite, op: BinaryOp, token: &str) {
        let port = &self.alignment.port;
        let node = port.node(site.whole);
        let Some(right) = site.right else { return };
        let (first, second) =
            if site.match_kind == MatchKind::Flipped { (right, site.left) } else { (site.left, right) };
        let Kind::Binary(old) = *port.kind(site.whole) else { return };
        let token = match (node.form, op) {
            (Form::Is, BinaryOp::Ne) => "is not",
            (Form::Is, BinaryOp::Eq) => "is",
            _ => token,
        };
        if node.is_virtual || matches!(node.form, Form::Truncated | Form::Helper) {
            let own = operator_strength(op);
            let text = format!("{} {token} {}", self.plan.operand(first, own), self.plan.operand(second, own + 1));
            let text = if node.is_virtual && op.is_relational() { text } else { format!("({text})") };
            self.plan.put(site.whole, text);
            return;
        }
        let (whole, outer, op_span) = (node.span, node.outer, node.op);
        let (was, own) = (operator_strength(old), operator_strength(op));
        let mut edits = Vec::new();
        let mut wrap = |span: Span| {
            edits.push((span.start, "("));
            edits.push((span.end, ")"));
        };
        if own < was && outer == whole {
            wrap(whole);
        }
        for (operand, needed) in [(first, own), (second, own + 1)] {
            let inner = port.node(operand);
            let comparison = op.is_relational() && strength(port, operand) == binding::COMPARISON;
            if inner.outer == inner.span && (strength(port, operand) < needed || comparison) {
                wrap(inner.span);
            }
        }
        // If several parentheses have the same position, the outermost one opens first and closes last.
        let (opening, closing): (Vec<_>, Vec<_>) = edits.into_iter().partition(|(_, text)| *text == "(");
        for (at, text) in opening.into_iter().chain(closing.into_iter().rev()) {
            self.plan.edit(site.whole, TextEdit::insert(at, text));
        }
        self.plan.edit(site.whole, TextEdit::new(op_span, spaced(&self.plan.file.text, op_span, token)));
    }

    /// Replaces one operator of a chain such as `a < b < c`.
    fn swap_link(&mut self, site: &OperatorSite, at: usize, token: &str) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let children = port.children(site.whole);
        let gap = Span::new(port.node(children[at]).outer.end, port.node(children[at + 1]).outer.start);
        let text = gap.slice(&self.plan.file.text);
        let start = gap.start + (text.len() - text.trim_start().len());
        let span = Span::new(start, start + text.trim().len());
        if span.is_empty() || port.node(site.whole).is_virtual {
            return Err("the port has a chained comparison".into());
        }
        self.plan.edit(site.whole, TextEdit::new(span, token));
        Ok(())
    }

    pub(super) fn replace_by_boolean(&mut self, j: NodeId, value: bool) -> Result<(), UnmirroredReason> {
        let text = if value { "True" } else { "False" };
        let found = self.found(j)?;
        if self.is_whole_condition(j, found, 0.5) {
            let unlike =
                |java: &Kind, port: &Kind| matches!((java, port), (Kind::Binary(a), Kind::Binary(b)) if a != b);
            if unlike(self.java.kind(j), self.alignment.port.kind(found.python)) {
                // The port may have the opposite comparison with exchanged branches.
                return Err("conditions differ".into());
            }
            self.plan.put(found.python, text);
            return Ok(());
        }
        if found.match_kind == MatchKind::Tested && self.is_in_place(j, found.python) {
            self.plan.put(found.python, text);
        } else if matches!(self.java.kind(j), Kind::Binary(op) if op.is_relational()) {
            let site = self.site(j)?;
            if matches!(site.match_kind, MatchKind::Link(_)) {
                return Err("the port has a chained comparison".into());
            }
            self.plan.put(site.whole, text);
        } else {
            let whole = self.valued(j, found)?;
            self.plan.put(whole, text);
        }
        Ok(())
    }

    /// Reports whether both nodes are the whole conditions of matched statements.
    ///
    /// The confidence of their match must be at least `confidence`. The callers do not check the operands of such
    /// nodes.
    fn is_whole_condition(&self, j: NodeId, found: NodeMatch, confidence: f64) -> bool {
        let holder = self.java.node(j).parent.filter(|at| matches!(self.java.kind(*at), Kind::If | Kind::While));
        let Some(holder) = holder.filter(|at| self.java.child(*at, 0) == Some(j)) else { return false };
        let port = &self.alignment.port;
        self.alignment.get(holder).is_some_and(|other| {
            let condition = match port.kind(other.python) {
                Kind::For { inits, .. } => port.child(other.python, *inits),
                _ => port.child(other.python, 0),
            };
            other.match_kind == MatchKind::Same && found.confidence >= confidence && condition == Some(found.python)
        })
    }

    pub(super) fn insert_unary(&mut self, j: NodeId, op: UnaryOp) -> Result<(), UnmirroredReason> {
        if let Some(parent) = self.java.node(j).parent
            && matches!(self.java.kind(parent), Kind::Increment(_))
        {
            // The increment binds more tightly than the new operator. So muJava's text applies the operator to the
            // result of the increment.
            return Err(if self.is_unused(parent) {
                NOT_JAVA
            } else {
                UnmirroredReason::Other("increment inside an expression")
            });
        }
        let found = self.found(j)?;
        // Java's smallest integer is equal to its own negation. The port's number in its place is not.
        let is_smallest = matches!(self.java.kind(j), Kind::Attribute(name) if name == "MIN_VALUE");
        if found.match_kind == MatchKind::Sentinel && is_smallest && op == UnaryOp::Neg {
            return Err("Java's `MIN_VALUE` equals its own negation, but the port's constant does not".into());
        }
        let mut whole = self.valued(j, found)?;
        if matches!(self.java.kind(j), Kind::Binary(_)) {
            match (found.match_kind, self.alignment.port.kind(found.python)) {
                // The mutant negates the truth test that the port has in place of the comparison.
                (MatchKind::Tested, _)
                    if op == UnaryOp::Not
                        && self.is_in_place(j, found.python)
                        && !crate::mirror::splice::reuse_port::assigns(self.java, j) =>
                {
                    whole = found.python;
                }
                // The whole chain `a < b < c` is the counterpart of Java's conjunction.
                (MatchKind::Transparent, Kind::Chain(_)) => {}
                // The operator must be the same on both sides, because the port may have the opposite comparison.
                _ if op == UnaryOp::Not
                    && self.java.kind(j) == self.alignment.port.kind(found.python)
                    && self.is_whole_condition(j, found, 0.7) =>
                {
                    whole = found.python
                }
                _ => {
                    let site = self.site(j)?;
                    if matches!(site.match_kind, MatchKind::Link(_)) {
                        return Err("the port has a chained comparison".into());
                    }
                    whole = site.whole;
                }
            }
        }
        let ty = self.ty(j).clone();
        let is_char = ty.unboxed() == Some(mts_model::Primitive::Char);
        let text = match op {
            UnaryOp::Not => format!("(not {})", self.plan.operand(whole, binding::NOT)),
            _ if is_char && whole == found.python => {
                return Err("Java uses a character as a number, and the port uses a string".into());
            }
            UnaryOp::Complement => match java_semantics::PromotedType::from_type(&ty) {
                Some(java_semantics::PromotedType::Real) => return Err(NOT_JAVA),
                Some(_) => format!("(-1 - {})", self.plan.atom(whole)),
                None => return Err("the mirror does not know the type".into()),
            },
            UnaryOp::Neg => {
                let simple = matches!(self.alignment.port.kind(whole), Kind::Name(_));
                let operand = self.plan.atom(whole);
                if *self.alignment.port.kind(whole) == Kind::Length {
                    format!("(-{operand})")
                } else {
                    java_semantics::negative(&ty, &operand, simple).ok_or("the mirror does not know the type")?
                }
            }
            UnaryOp::Plus => format!("(+{})", self.plan.atom(whole)),
        };
        self.plan.put(whole, text);
        Ok(())
    }

    pub(super) fn delete_unary(&mut self, j: NodeId) -> Result<(), UnmirroredReason> {
        let found = self.found(j)?;
        if found.match_kind == MatchKind::OtherNotation {
            return self.delete_inner_negation(j, found.python);
        }
        let (Kind::Unary(own), Kind::Unary(other)) = (self.java.kind(j), self.alignment.port.kind(found.python)) else {
            return Err("operator differs".into());
        };
        let (inner, operand) = (self.java.children(j)[0], self.alignment.port.children(found.python)[0]);
        if own != other || found.match_kind != MatchKind::Same {
            return Err("operator differs".into());
        }
        if !self.is_in_place(inner, operand) {
            return Err("operand differs".into());
        }
        let text = self.plan.operand(operand, strength(&self.alignment.port, found.python));
        self.plan.put(found.python, text);
        Ok(())
    }

    /// Deletes the negation in `x not in d` or `x == False`.
    fn delete_inner_negation(&mut self, j: NodeId, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let children = port.children(p);
        if let Kind::Binary(_) = port.kind(p) {
            if !self.is_in_place(self.java.children(j)[0], children[0]) {
                return Err("operand differs".into());
            }
            let text = self.plan.operand(children[0], binding::COMPARISON);
            self.plan.put(p, text);
        } else {
            let gap = Span::new(port.node(children[0]).outer.end, port.node(children[1]).outer.start);
            let text = gap.slice(&self.plan.file.text);
            let at = text.find("not").ok_or("operator differs")?;
            let rest = text[at + 3..].len() - text[at + 3..].trim_start().len();
            let span = Span::new(gap.start + at, gap.start + at + 3 + rest);
            self.plan.edit(p, TextEdit::new(span, ""));
        }
        Ok(())
    }

    pub(super) fn keep_operand(&mut self, j: NodeId, left: bool) -> Result<(), UnmirroredReason> {
        let kept = self.java.children(j)[usize::from(!left)];
        if self.ty(j).is_boolean() && !self.may_be_boolean(kept) {
            return Err(NOT_JAVA);
        }
        if *self.ty(j) == JavaType::String && *self.ty(kept) != JavaType::String {
            return Err("the remaining operand is not a string".into());
        }
        self.require_type(j, kept)?;
        let site = self.site(j)?;
        let text = match (left, site.right, site.match_kind) {
            (_, _, MatchKind::Link(_)) => return Err("the port has a chained comparison".into()),
            (_, Some(right), MatchKind::Same)
                if self.is_real_by_division(j, site.whole) && is_whole(self.ty(kept)) == Some(false) =>
            {
                let kept = if left { site.left } else { right };
                format!("float({})", self.plan.operand(kept, binding::LOWEST))
            }
            (true, _, _) => self.plan.operand(site.left, strength(&self.alignment.port, site.whole)),
            (false, Some(right), _) => self.plan.operand(right, strength(&self.alignment.port, site.whole)),
            (false, None, _) => self.truth_literal(j).to_owned(),
        };
        self.plan.put(site.whole, text);
        Ok(())
    }

    /// Rejects an operand that would change an enclosing division.
    ///
    /// Java's division would change from floating-point to integer division, or the reverse.
    fn require_type(&self, j: NodeId, kept: NodeId) -> Result<(), UnmirroredReason> {
        let (Some(before), Some(mut after)) = (is_whole(self.ty(j)), is_whole(self.ty(kept))) else { return Ok(()) };
        if before == after {
            return Ok(());
        }
        let mut at = j;
        while let Some(parent) = self.java.node(at).parent {
            match self.java.kind(parent) {
                Kind::Binary(op) if is_arithmetic(*op) => {
                    let children = self.java.children(parent);
                    let other = children[usize::from(children[0] == at)];
                    let other = is_whole(self.ty(other)).unwrap_or(after);
                    let now = after && other;
                    if Some(now) == is_whole(self.ty(parent)) {
                        return Ok(());
                    }
                    if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                        return Err("the mutant changes a static type".into());
                    }
                    after = now;
                }
                Kind::Unary(_) => {}
                Kind::Declare | Kind::Assign | Kind::Return | Kind::AugAssign(_) => {
                    // In Java, a stored value has the declared type of the variable. In Python, the value keeps its own
                    // type.
                    return if after { Err("the mutant changes a static type".into()) } else { Err(NOT_JAVA) };
                }
                Kind::Call { .. } | Kind::New(_) => return Err("the mutant changes a static type".into()),
                _ => return Ok(()),
            }
            at = parent;
        }
        Ok(())
    }
}

/// Reports whether an expression of the port always gives a floating-point number.
fn is_real(port: &Tree, p: NodeId) -> bool {
    match port.kind(p) {
        Kind::Literal(Literal::Float(_)) => true,
        Kind::Call { name, .. } => ["float", "sqrt", "sin", "cos", "exp", "log"].contains(&name.as_str()),
        Kind::Binary(BinaryOp::Div) => port.node(p).form == Form::True,
        Kind::Binary(op) if op.is_arithmetic() => port.children(p).iter().any(|at| is_real(port, *at)),
        Kind::Unary(_) => port.child(p, 0).is_some_and(|at| is_real(port, at)),
        _ => false,
    }
}

/// Returns the operator token, with white space around it if the token is a word.
fn spaced(source: &str, span: Span, token: &str) -> String {
    let is_word = token.ends_with(|c: char| c.is_alphabetic());
    let before = source[..span.start].ends_with(char::is_whitespace);
    let after = source[span.end..].starts_with(char::is_whitespace);
    let left = if is_word && !before { " " } else { "" };
    let right = if is_word && !after { " " } else { "" };
    format!("{left}{token}{right}")
}
