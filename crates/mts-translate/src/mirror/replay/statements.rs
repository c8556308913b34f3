//! Deletes and empties statements, and replaces returned values by literals.

use super::{NOT_JAVA, Replay};
use crate::mirror::edits::edit_builder::{UnmirroredReason, binding};
use crate::mirror::match_rules::{MatchKind, assignment, items, leaves_early};
use mts_lang::ir::{Form, Kind, Literal};
use mts_model::{NodeId, Primitive, TextEdit};

impl Replay<'_> {
    /// Makes the deletion of `i++;`: deletes the statement or the loop update of the port.
    pub(super) fn blank(&mut self, j: NodeId) -> Result<(), UnmirroredReason> {
        let parent = self.java.node(j).parent;
        match parent.map(|at| (at, self.java.kind(at))) {
            Some((statement, Kind::ExprStmt)) => self.delete_statement(statement),
            Some((_, Kind::For { .. })) if self.is_unused(j) => self.drop_update(j),
            _ => Err(NOT_JAVA),
        }
    }

    pub(super) fn delete_statement(&mut self, j: NodeId) -> Result<(), UnmirroredReason> {
        let found = self.found(j)?;
        if found.confidence < 0.5 && !matches!(self.java.kind(j), Kind::If | Kind::For { .. } | Kind::While) {
            return Err("statements differ".into());
        }
        let port = &self.alignment.port;
        if self.assigns_another(j, found.python) {
            return Err("statements differ".into());
        }
        self.note_assigned(found.python);
        match (self.java.kind(j), port.kind(found.python)) {
            (Kind::If, Kind::Return) => {
                let text = self.else_value(j, found.python)?;
                self.plan.put(found.python, format!("return {text}"));
                Ok(())
            }
            (Kind::If, Kind::If) => self.delete_if(j, found.python),
            (Kind::For { .. } | Kind::While | Kind::DoWhile | Kind::ForEach, _) => self.delete_loop(j, found.python),
            _ => self.pass(found.python),
        }
    }

    /// Reports whether the port stores a literal where Java stores a computed value.
    ///
    /// The value has no counterpart.
    ///
    /// For example, Java has `d.put(k, d.get(k) + 1)`, and the port has `d[k] = 0` and a later `d[k] += 1`.
    fn assigns_another(&self, j: NodeId, p: NodeId) -> bool {
        let inside = match (self.java.kind(j), self.java.children(j)) {
            (Kind::ExprStmt, [inner]) => *inner,
            _ => j,
        };
        let value = match (self.java.kind(inside), self.java.children(inside)) {
            (Kind::Call { name, has_receiver: true }, [_, _, value]) if name == "put" || name == "set" => *value,
            (Kind::Assign, [_, value]) => *value,
            _ => return false,
        };
        let Some((_, own)) = assignment(&self.alignment.port, p) else { return false };
        let is_literal = |kind: &Kind| matches!(kind, Kind::Literal(_));
        is_literal(self.alignment.port.kind(own))
            && !is_literal(self.java.kind(value))
            && self.alignment.get(value).is_none()
    }

    /// Returns the port's text of the value that Java returns without the deleted `if`.
    ///
    /// In the port, one `return` corresponds to the `if` and to Java's `return` after it.
    fn else_value(&self, j: NodeId, p: NodeId) -> Result<String, UnmirroredReason> {
        let port = &self.alignment.port;
        let value = *port.children(p).first().ok_or(UnmirroredReason::NoCounterpart)?;
        let is_folded = self.alignment.get(j).is_some_and(|m| m.match_kind == MatchKind::Folded);
        match port.kind(value) {
            _ if !is_folded || self.java.children(j).len() > 2 => Err("statements differ".into()),
            Kind::Conditional => Ok(self.plan.operand(port.children(value)[2], binding::LOWEST)),
            _ => Ok("False".to_owned()),
        }
    }

    /// Replaces a statement by `pass`.
    ///
    /// In a tuple assignment or a chained assignment, the function removes only one part.
    pub(super) fn pass(&mut self, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let statement = self.python_statement(p);
        if port.node(statement).is_virtual {
            return self.drop_virtual(statement);
        }
        if let Some(group) = port.node(statement).parent.filter(|at| *port.kind(*at) == Kind::Group) {
            return self.drop_part(group, statement);
        }
        self.plan.put(statement, "pass");
        Ok(())
    }

    fn drop_part(&mut self, group: NodeId, part: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let rest: Vec<NodeId> = port.children(group).iter().copied().filter(|at| *at != part).collect();
        let sides: Option<Vec<(NodeId, NodeId)>> = rest.iter().map(|at| assignment(port, *at)).collect();
        let sides = sides.filter(|all| !all.is_empty()).ok_or("the port assigns several variables in one statement")?;
        let targets: Vec<String> = sides.iter().map(|(target, _)| self.plan.text(*target)).collect();
        let text = if port.node(group).form == Form::Chained {
            format!("{} = {}", targets.join(" = "), self.plan.operand(sides[0].1, binding::LOWEST))
        } else {
            let values: Vec<String> = sides.iter().map(|(_, value)| self.plan.operand(*value, 1)).collect();
            format!("{} = {}", targets.join(", "), values.join(", "))
        };
        self.plan.put(group, text);
        Ok(())
    }

    /// Records the names that a deleted statement assigns.
    pub(super) fn note_assigned(&mut self, p: NodeId) {
        let port = &self.alignment.port;
        for at in port.preorder(p) {
            if let Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) = port.kind(at)
                && let Some(target) = port.child(at, 0)
            {
                self.note_written(target);
                if !port.node(at).is_virtual
                    && let (Kind::Assign, Kind::Name(name)) = (port.kind(at), port.kind(target))
                {
                    self.plan.lost.insert(name.clone());
                }
            }
        }
    }

    fn delete_if(&mut self, j: NodeId, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let (java_else, python_else) = (self.java.child(j, 2), port.child(p, 2));
        match (java_else, python_else) {
            // The branch always leaves, so the rest of the list is its `else`.
            (None, Some(_)) if leaves_early(self.java, j) && leaves_early(port, p) => {
                let condition = port.children(p)[0];
                self.plan.put(condition, "False");
                return Ok(());
            }
            (None, Some(_)) => return Err("else has no counterpart".into()),
            (Some(_), None) => return self.delete_following(j, p),
            _ => {}
        }
        if port.node(p).form == Form::ElseIf {
            self.plan.put(p, "else: pass");
        } else {
            self.plan.put(p, "pass");
        }
        Ok(())
    }

    /// Deletes the statements after the port's `if` that correspond to Java's `else`.
    fn delete_following(&mut self, j: NodeId, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let Some(other) = self.java.child(j, 2).filter(|_| leaves_early(self.java, j) && leaves_early(port, p)) else {
            return Err("else has no counterpart".into());
        };
        let java_rest = match self.java.kind(other) {
            Kind::If => vec![other],
            _ => items(self.java, other),
        };
        let list = port.node(p).parent.ok_or(UnmirroredReason::NoCounterpart)?;
        let all = port.children(list);
        let at = all.iter().position(|id| *id == p).ok_or(UnmirroredReason::NoCounterpart)?;
        let rest = &all[at + 1..];
        let matched = rest.len() == java_rest.len()
            && java_rest.iter().zip(rest).all(|(a, b)| self.alignment.get(*a).is_some_and(|m| m.python == *b));
        if !matched || *port.kind(list) != Kind::Block || port.node(p).form == Form::ElseIf {
            return Err("else has no counterpart".into());
        }
        let rest = rest.to_vec();
        self.plan.put(p, "pass");
        for id in rest {
            self.plan.put(id, "pass");
        }
        Ok(())
    }

    pub(super) fn return_literal(&mut self, j: NodeId, literal: &str) -> Result<(), UnmirroredReason> {
        let found = self.found(j)?;
        let text = match (literal, self.returns.primitive()) {
            ("true", _) => "True",
            ("false", _) => "False",
            ("0", Some(Primitive::Float | Primitive::Double)) => "0.0",
            ("0", Some(Primitive::Char)) => "'\\x00'",
            ("0", _) => "0",
            _ => "''",
        };
        let port = &self.alignment.port;
        if *port.kind(found.python) != Kind::Return {
            return self.return_of_two(j, found.python, text);
        }
        match (found.match_kind, port.children(found.python)) {
            (MatchKind::FoldedThen | MatchKind::FoldedElse, [value]) => {
                let is_then = found.match_kind == MatchKind::FoldedThen;
                if *port.kind(*value) == Kind::Conditional {
                    let part = port.children(*value)[if is_then { 1 } else { 2 }];
                    self.plan.put(part, text);
                } else {
                    let condition = self.plan.operand(*value, binding::OR);
                    let (yes, no) = if is_then { (text, "False") } else { ("True", text) };
                    self.plan.put(*value, format!("({yes} if {condition} else {no})"));
                }
            }
            (MatchKind::Same | MatchKind::Folded, [value]) => self.plan.put(*value, text),
            (MatchKind::Same, []) => self.plan.put(found.python, format!("return {text}")),
            _ => return Err("statements differ".into()),
        }
        Ok(())
    }

    /// Replaces the value of a `return` for which the port has two statements.
    ///
    /// The two statements are an `if` with a `return` and another `return`, or an assignment and a `return` of the
    /// name.
    fn return_of_two(&mut self, j: NodeId, p: NodeId, text: &str) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let value = *self.java.children(j).first().ok_or(UnmirroredReason::NoCounterpart)?;
        let is_folded = self.alignment.get(j).is_some_and(|m| m.match_kind == MatchKind::Folded);
        let is_test = matches!(text, "True" | "False") && *self.java.kind(value) != Kind::Conditional;
        let target = match (port.kind(p), assignment(port, p)) {
            (Kind::If, _) if is_folded && is_test => port.children(p)[0],
            (_, Some((_, own))) if is_folded => own,
            _ => return Err("statements differ".into()),
        };
        self.plan.put(target, text);
        Ok(())
    }

    /// Deletes a statement of a `try` body, and makes the catch clause catch nothing.
    pub(super) fn delete_catch(&mut self, j: NodeId, statement: NodeId) -> Result<(), UnmirroredReason> {
        let found = self.found(j)?;
        let port = &self.alignment.port;
        let Kind::Catch { .. } = port.kind(found.python) else { return Err(UnmirroredReason::NoCounterpart) };
        let span = port.node(found.python).span;
        let clauses = |tree: &mts_lang::ir::Tree, at: NodeId| {
            tree.node(at)
                .parent
                .map_or(0, |t| tree.children(t).iter().filter(|c| matches!(tree.kind(**c), Kind::Catch { .. })).count())
        };
        if clauses(self.java, j) != clauses(port, found.python) {
            return Err("catch clauses differ".into());
        }
        self.delete_statement(statement)?;
        self.plan.edit(found.python, TextEdit::new(span, "except (): pass"));
        Ok(())
    }

    /// Reports whether a Python condition is the literal `True`.
    pub(super) fn is_endless(&self, p: NodeId) -> bool {
        *self.alignment.port.kind(p) == Kind::Literal(Literal::Bool(true))
    }
}
