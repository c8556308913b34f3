//! Makes changes of increments and augmented assignments in the port.

use super::{NOT_JAVA, Replay};
use crate::mirror::edits::desugar_range;
use crate::mirror::edits::edit_builder::{UnmirroredReason, binding};
use crate::mirror::java_semantics::{self, OperationText, PromotedType};
use crate::mirror::match_rules::{MatchKind, augmented_operator, self_assignment};
use mts_lang::ir::{Kind, Literal};
use mts_model::{BinaryOp, IncrementForm, JavaType, NodeId, TextEdit, jdk};

impl Replay<'_> {
    /// Replaces a use of a variable by an assignment expression that increments it.
    pub(super) fn insert_increment(&mut self, j: NodeId, form: IncrementForm) -> Result<(), UnmirroredReason> {
        if *self.java.kind(j) == Kind::Length {
            return Err(NOT_JAVA);
        }
        if matches!(self.java.kind(j), Kind::Attribute(name) if jdk::is_limit(name) || name == "length") {
            return Err(NOT_JAVA);
        }
        let found = self.found(j)?;
        let port = &self.alignment.port;
        if found.match_kind == MatchKind::Transparent && self.alignment.single_use_values.contains_key(&j) {
            return self.step_value(j, found.python, form);
        }
        let Kind::Name(name) = port.kind(found.python) else {
            return Err("the port has an expression instead of the variable".into());
        };
        let name = name.clone();
        let variable = self.alignment.variables.get(j);
        if variable.and_then(|variable| self.alignment.names.get(&variable)).is_some_and(|own| *own != name) {
            return Err("the port has another variable at this place".into());
        }
        let inside = |wanted: fn(&Kind) -> bool| port.ancestors(found.python).any(|at| wanted(port.kind(at)));
        if inside(|kind| matches!(kind, Kind::Lambda | Kind::Opaque("lambda"))) {
            return Err("the mirror cannot write an assignment expression here".into());
        }
        let in_comprehension = inside(|kind| *kind == Kind::Comprehension);
        if !self.plan.is_local(&name) {
            return Err("the variable is not local in the port".into());
        }
        if self.is_read_unseen(j) {
            return Err("the port reads the value once, and Java reads it several times".into());
        }
        let next =
            java_semantics::stepped(self.ty(j), &name, form.delta()).ok_or("the mirror does not know the type")?;
        let text =
            if form.is_prefix() { format!("({name} := {next})") } else { format!("({name}, {name} := {next})[0]") };
        self.plan.written.insert(name);
        if in_comprehension {
            return self.take_out(j, found.python, &text);
        }
        self.plan.put(found.python, text);
        Ok(())
    }

    /// Reports whether Java reads a variable again in the statement, and the port does not.
    ///
    /// In this case, only Java would read the incremented value.
    fn is_read_unseen(&self, j: NodeId) -> bool {
        let statement = self.java.statement_of(j);
        let is_plain = matches!(self.java.kind(statement), Kind::ExprStmt | Kind::Return | Kind::Declare);
        let variable = self.alignment.variables.get(j);
        let own = self.java.preorder(statement).into_iter().skip_while(|at| *at != j).skip(1);
        let mut reads = own.filter(|at| self.alignment.variables.get(*at) == variable);
        is_plain && reads.any(|at| self.alignment.get(at).is_none())
    }

    /// Increments the value in place of a variable that the port does not have. Java does not use the variable again,
    /// so it is enough to change this value.
    fn step_value(&mut self, j: NodeId, p: NodeId, form: IncrementForm) -> Result<(), UnmirroredReason> {
        self.require_readable(p)?;
        let value = self.plan.atom(p);
        let next =
            java_semantics::stepped(self.ty(j), &value, form.delta()).ok_or("the mirror does not know the type")?;
        let text = if form.is_prefix() { format!("({next})") } else { format!("({value}, {next})[0]") };
        self.plan.put(p, text);
        Ok(())
    }

    /// Moves a value into a new statement before the statement with the value.
    ///
    /// The move is necessary at places where Python does not allow an assignment expression. An example is the size in
    /// a comprehension. Java evaluates this size once.
    fn take_out(&mut self, j: NodeId, p: NodeId, text: &str) -> Result<(), UnmirroredReason> {
        const NAME: &str = "mts_taken";
        let refused = Err("the mirror cannot write an assignment expression here".into());
        // Java's statement must not read the variable before this place.
        let own = self.java.statement_of(j);
        let variable = self.alignment.variables.get(j);
        let mut reads = self.java.preorder(own).into_iter().filter(|at| matches!(self.java.kind(*at), Kind::Name(_)));
        let first = reads.find(|at| self.alignment.variables.get(*at) == variable);
        let port = &self.alignment.port;
        let statement = port.statement_of(p);
        let at = port.node(statement).span.start;
        let plain = matches!(port.kind(statement), Kind::ExprStmt | Kind::Return);
        let Some(indent) = desugar_range::indentation(&self.plan.file.text, at) else { return refused };
        if first != Some(j) || !plain || self.plan.file.text.contains(NAME) {
            return refused;
        }
        let before = format!("{NAME} = {text}\n{indent}");
        self.plan.edit(statement, TextEdit::insert(at, before));
        self.plan.put(p, NAME);
        Ok(())
    }

    pub(super) fn replace_increment(&mut self, j: NodeId, form: IncrementForm) -> Result<(), UnmirroredReason> {
        let Kind::Increment(own) = *self.java.kind(j) else { return Err(NOT_JAVA) };
        if let Some(statement) = self.alignment.splits.get(&j).copied() {
            if own.is_prefix() != form.is_prefix() {
                return Err("the port has the increment at another place".into());
            }
            let inner = self.alignment.port.children(statement)[0];
            return self.restep(j, inner, form.delta());
        }
        let found = self.found(j)?;
        if !self.is_unused(j) {
            return Err("increment inside an expression".into());
        }
        if !matches!(found.match_kind, MatchKind::Same | MatchKind::OtherNotation) {
            return Err("increment inside an expression".into());
        }
        if own.delta() == form.delta() {
            return Ok(());
        }
        self.require_only_copy(j, found.python)?;
        self.restep(j, found.python, form.delta())
    }

    /// Reverses the direction of `x += 1` or `x = x + 1`.
    fn restep(&mut self, j: NodeId, p: NodeId, delta: i8) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let operand = self.java.children(j)[0];
        let target = *port.children(p).first().ok_or("increment differs")?;
        if !self.is_in_place(operand, target) && !self.is_same_target(operand, target) {
            return Err("operand differs".into());
        }
        let own = match port.kind(p) {
            Kind::Increment(form) => form.delta(),
            _ => match self_assignment(port, p) {
                Some((BinaryOp::Add, ..)) => 1,
                Some((BinaryOp::Sub, ..)) => -1,
                _ => return Err("increment differs".into()),
            },
        };
        let Kind::Increment(java_form) = *self.java.kind(j) else { return Err(NOT_JAVA) };
        if own != java_form.delta() {
            return Err("operator differs".into());
        }
        let place = self.plan.text(target);
        self.require_readable(target)?;
        let next =
            java_semantics::stepped(self.ty(operand), &place, delta).ok_or("the mirror does not know the type")?;
        self.note_written(target);
        self.plan.put(p, format!("{place} = {next}"));
        Ok(())
    }

    fn is_same_target(&self, j: NodeId, p: NodeId) -> bool {
        // The update of a `range` loop has no text, but it has a copy of the loop variable.
        match (self.java.kind(j), self.alignment.port.kind(p)) {
            (Kind::Name(_), Kind::Name(name)) => {
                self.alignment.variables.get(j).and_then(|v| self.alignment.names.get(&v)) == Some(name)
            }
            _ => false,
        }
    }

    /// Rejects a target with side effects, because the new code evaluates the target twice.
    fn require_readable(&self, target: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let has_effect = port
            .preorder(target)
            .into_iter()
            .any(|at| matches!(port.kind(at), Kind::Call { .. } | Kind::Walrus | Kind::Opaque(_) | Kind::Lambda));
        if has_effect { Err("the mutant would evaluate code with possible side effects twice".into()) } else { Ok(()) }
    }

    pub(super) fn note_written(&mut self, target: NodeId) {
        if let Kind::Name(name) = self.alignment.port.kind(target) {
            self.plan.written.insert(name.clone());
        }
    }

    pub(super) fn delete_increment(&mut self, j: NodeId) -> Result<(), UnmirroredReason> {
        if self.is_unused(j) {
            return Err(NOT_JAVA);
        }
        let statement = self.alignment.splits.get(&j).copied().ok_or("increment inside an expression")?;
        let target = self.alignment.port.children(self.alignment.port.children(statement)[0])[0];
        self.note_written(target);
        self.plan.put(statement, "pass");
        Ok(())
    }

    pub(super) fn replace_assign_operator(&mut self, j: NodeId, op: Option<BinaryOp>) -> Result<(), UnmirroredReason> {
        let Kind::AugAssign(own) = *self.java.kind(j) else { return Err(NOT_JAVA) };
        let (jt, jv) = (self.java.children(j)[0], self.java.children(j)[1]);
        let found = self.found(j)?;
        if !matches!(found.match_kind, MatchKind::Same | MatchKind::OtherNotation) {
            return Err("operator differs".into());
        }
        self.require_only_copy(j, found.python)?;
        let port = &self.alignment.port;
        let p = found.python;
        let (other, target, value) = match port.kind(p) {
            Kind::AugAssign(op) => (*op, port.children(p)[0], Some(port.children(p)[1])),
            Kind::Increment(_) => (augmented_operator(port, p).ok_or("operator differs")?, port.children(p)[0], None),
            _ => {
                let (op, target, value) = self_assignment(port, p).ok_or("operator differs")?;
                (op, target, Some(value))
            }
        };
        if other != own {
            return Err("operator differs".into());
        }
        let one = |kind: &Kind| matches!(kind, Kind::Literal(Literal::Int(n)) if n == "1");
        let value_fits = value.map_or_else(|| one(self.java.kind(jv)), |value| self.is_in_place(jv, value));
        if !(self.is_in_place(jt, target) || self.is_same_target(jt, target)) || !value_fits {
            return Err("operand differs".into());
        }
        let value_text = value.map_or_else(|| "1".to_owned(), |value| self.plan.operand(value, binding::LOWEST));
        self.note_written(target);
        let place = self.plan.text(target);
        let Some(op) = op else {
            self.plan.put(p, format!("{place} = {value_text}"));
            return Ok(());
        };
        let (tt, vt) = (self.ty(jt).clone(), self.ty(jv).clone());
        if tt == JavaType::String {
            return Err(NOT_JAVA);
        }
        let target_number = PromotedType::from_type(&tt);
        let operand = value.map_or_else(|| "1".to_owned(), |value| self.plan.atom(value));
        let text =
            java_semantics::binary(op, [&tt, &vt], &place, &operand).ok_or("the mirror does not know the type")?;
        let narrows = op.is_arithmetic()
            && match (target_number, PromotedType::from_type(&vt)) {
                (Some(PromotedType::Int), Some(PromotedType::Int)) => {
                    !matches!(tt.unboxed(), Some(mts_model::Primitive::Int))
                }
                (Some(a), Some(b)) => {
                    a != PromotedType::Real && a != b && !(a == PromotedType::Long && b == PromotedType::Int)
                }
                _ => true,
            };
        if narrows {
            return Err("the assignment may narrow the value in Java".into());
        }
        let is_made_real = op.is_arithmetic() && op != BinaryOp::Div && self.is_real_by_division(jt, p);
        match text {
            OperationText::Operator(token) if is_made_real => {
                self.require_readable(target)?;
                self.plan.put(p, format!("{place} = float({place} {token} {operand})"));
            }
            OperationText::Operator(token) if !port.node(p).is_virtual && !matches!(port.kind(p), Kind::Assign) => {
                self.plan.edit(p, TextEdit::new(port.node(p).op, format!("{token}=")));
            }
            OperationText::Operator(token) => {
                self.require_readable(target)?;
                self.plan.put(p, format!("{place} = {place} {token} {operand}"));
            }
            OperationText::Whole(text) => {
                self.require_readable(target)?;
                self.plan.put(p, format!("{place} = {text}"));
            }
        }
        Ok(())
    }
}
