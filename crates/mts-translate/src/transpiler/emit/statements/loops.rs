//! Writes counted loops with `range`, and other loops with `while`.

use crate::transpiler::emit::expressions::calls::has_effects;
use crate::transpiler::emit::fragment::IntegerStyle;
use crate::transpiler::emit::jump_level::JumpLevel;
use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::py_expr::Precedence as Binding;
use crate::transpiler::ranges::{Interval, writes};
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{Expr, ExprKind, Stmt, StmtKind, Target};
use mts_model::jdk::{self, TypeShape};
use mts_model::{BinaryOp, JavaType};

/// A Java loop that the translation writes with `range`.
struct RangeLoop<'e> {
    variable: usize,
    start: &'e Expr,
    bound: &'e Expr,
    op: BinaryOp,
    step: i128,
}

impl Emitter<'_> {
    pub(in crate::transpiler::emit) fn while_loop(
        &mut self,
        target: Target,
        condition: &Expr,
        body: &[Stmt],
    ) -> EmitResult<()> {
        let condition = self.expression(condition)?.at(Binding::Lambda);
        self.python_loop(&format!("while {condition}:"), JumpLevel::new(target, true), |own| own.statements(body))
    }

    pub(in crate::transpiler::emit) fn do_while(
        &mut self,
        target: Target,
        body: &[Stmt],
        condition: &Expr,
    ) -> EmitResult<()> {
        let level = JumpLevel { foot: Some(condition.clone()), ..JumpLevel::new(target, true) };
        let body = &super::jumps::with_single_iteration(target, body)[..];
        self.python_loop("while True:", level, |own| {
            own.statements(body)?;
            if super::jumps::falls_through(body) {
                let text = own.expression(condition)?.at(Binding::Not);
                own.line(format!("if not {text}:"));
                own.indent += 1;
                own.line("break");
                own.indent -= 1;
            }
            Ok(())
        })
    }

    pub(in crate::transpiler::emit) fn for_loop(
        &mut self,
        target: Target,
        init: &[Stmt],
        condition: Option<&Expr>,
        update: &[Expr],
        body: &[Stmt],
    ) -> EmitResult<()> {
        if let Some(counted) = self.counted(init, condition, update, body) {
            let header = self.range(&counted)?;
            return self.python_loop(&header, JumpLevel::new(target, true), |own| own.statements(body));
        }
        self.statements(init)?;
        let condition = match condition {
            Some(condition) => self.expression(condition)?.at(Binding::Lambda),
            None => "True".to_owned(),
        };
        let level = JumpLevel { before_next: update.to_vec(), ..JumpLevel::new(target, true) };
        let body =
            &if update.is_empty() { body.to_vec() } else { super::jumps::with_single_iteration(target, body) }[..];
        self.python_loop(&format!("while {condition}:"), level, |own| {
            own.statements(body)?;
            if super::jumps::falls_through(body) {
                update.iter().try_for_each(|e| own.effect(e))?;
            }
            Ok(())
        })
    }

    fn range(&mut self, counted: &RangeLoop<'_>) -> EmitResult<String> {
        let name = self.local(counted.variable);
        let start = self.expression(counted.start)?.at(Binding::Lambda);
        let bound = self.expression(counted.bound)?;
        let bound = match counted.op {
            BinaryOp::Lt | BinaryOp::Gt => bound.at(Binding::Lambda),
            BinaryOp::Le => shifted(&bound.at(Binding::Add), "+"),
            _ => shifted(&bound.at(Binding::Add), "-"),
        };
        let args = match (counted.step, start.as_str()) {
            (1, "0") => bound,
            (1, _) => format!("{start}, {bound}"),
            (step, _) => format!("{start}, {bound}, {step}"),
        };
        Ok(format!("for {name} in range({args}):"))
    }

    /// Returns the parts of a loop that Python can write with `range`. `None` for another loop.
    ///
    /// In such a loop, only the update assigns the variable, the bound has the same value in every iteration, and the
    /// variable never overflows.
    fn counted<'e>(
        &self,
        init: &'e [Stmt],
        condition: Option<&'e Expr>,
        update: &'e [Expr],
        body: &[Stmt],
    ) -> Option<RangeLoop<'e>> {
        let [Stmt { kind: StmtKind::Declare { variable, value: Some(start) }, .. }] = init else { return None };
        let variable = *variable;
        let declared = self.variables.get(variable)?;
        if declared.ty != JavaType::INT && declared.ty != JavaType::from_name("long") {
            return None;
        }
        let ExprKind::Compare(op, left, bound) = &condition?.kind else { return None };
        if !matches!(left.kind, ExprKind::Local(at) if at == variable) {
            return None;
        }
        let [Expr { kind: ExprKind::Update { target, value, .. }, .. }] = update else { return None };
        if !matches!(target.kind, ExprKind::Local(at) if at == variable) {
            return None;
        }
        let step = step(value)?;
        let is_along = match op {
            BinaryOp::Lt | BinaryOp::Le => step > 0,
            BinaryOp::Gt | BinaryOp::Ge => step < 0,
            _ => false,
        };
        let stays = self.is_faithful()
            && self.integers != IntegerStyle::Unbounded
            && !self.ranges.exact(value).is_within(Interval::from_type(&declared.ty));
        if !is_along || stays || !self.is_fixed(bound, body) {
            return None;
        }
        if body.iter().any(|s| s.has_expr(&|e| writes(e, variable))) {
            return None;
        }
        Some(RangeLoop { variable, start, bound, op: *op, step })
    }

    /// Reports whether an expression has the same value in every iteration of a loop.
    fn is_fixed(&self, e: &Expr, body: &[Stmt]) -> bool {
        if has_effects(e) {
            return false;
        }
        !e.has_expr(&|part| match &part.kind {
            ExprKind::Local(variable) => body.iter().any(|s| s.has_expr(&|e| writes(e, *variable)) || s.has_stmt(&|s| matches!(s.kind, StmtKind::ForEach { variable: at, .. } | StmtKind::Declare { variable: at, .. } if at == *variable))),
            ExprKind::Literal(_)
            | ExprKind::Convert(_)
            | ExprKind::Negate(_)
            | ExprKind::Binary(..)
            | ExprKind::Length(_) => false,
            ExprKind::Library { row, .. } => {
                let form = self.form(*row);
                let is_text = matches!(form, "length({0})" | "sqrt({0})" | "max({0}, {1})" | "min({0}, {1})" | "math.sqrt({0})");
                let is_length = form == "len({0})" && matches!(part.parts().first(), Some(first) if first.ty == JavaType::String);
                !is_text && !is_length
            }
            _ => true,
        }) && e.ty != JavaType::Primitive(mts_model::Primitive::Double)
            && e.ty != JavaType::Primitive(mts_model::Primitive::Float)
    }

    /// Reports whether the type of a value is `Iterable` or a class of the file.
    fn is_bare_iterable(&self, e: &Expr) -> bool {
        let own = self.program.classes.iter().position(|c| Some(c.name.as_str()) == e.ty.simple_class());
        own.is_some() || e.ty.simple_class() == Some("Iterable")
    }

    pub(in crate::transpiler::emit) fn for_each(
        &mut self,
        target: Target,
        variable: usize,
        iterable: &Expr,
        element: &Expr,
        body: &[Stmt],
    ) -> EmitResult<()> {
        let mut values = self.iterated(iterable)?;
        if self.is_bare_iterable(iterable) {
            values = crate::transpiler::py_expr::PyExpr::call(&self.helper("elements"), &[values]);
        }
        if self.is_faithful() && !matches!(iterable.ty, JavaType::Array(_)) {
            let source = match &iterable.kind {
                // A view of a map shows later changes of the map, so check the map itself.
                ExprKind::Library { args, .. } => args.first(),
                _ => Some(iterable),
            };
            if let Some(Expr { kind: ExprKind::Local(list), .. }) = source
                && body.iter().any(|s| s.has_expr(&|e| may_change(e, *list)))
            {
                // The helper `each` needs a collection whose elements have positions. A queue may be a heap.
                let is_list =
                    |name: &str| jdk::shape_by_name(name) == Some(TypeShape::Sequence) && !name.ends_with("Queue");
                if !matches!(&iterable.ty, JavaType::Class { name, .. } if is_list(name)) {
                    let construct = "a for-each loop whose body may change the collection, which is not a list";
                    return self.refuse(iterable, construct);
                }
                values = crate::transpiler::py_expr::PyExpr::call(&self.helper("each"), &[values]);
            }
        }
        let name = self.local(variable);
        let header = format!("for {name} in {}:", values.at(Binding::Or));
        self.python_loop(&header, JumpLevel::new(target, true), |own| {
            own.implicit_values.push(crate::transpiler::py_expr::PyExpr::atom(name.clone()));
            let converted = own.expression(element);
            own.implicit_values.pop();
            let converted = converted?.text;
            if converted != name {
                own.line(format!("{name} = {converted}"));
            }
            own.statements(body)
        })
    }
}

/// Reports whether an expression is a call that may change the size of a collection.
///
/// Such a call is a library method of the collection, or a method of the file with the collection as an argument.
fn may_change(e: &Expr, list: usize) -> bool {
    match &e.kind {
        ExprKind::Library { row, args } => {
            let is_its_own = args.first().is_some_and(|a| matches!(a.kind, ExprKind::Local(v) if v == list));
            is_its_own && crate::transpiler::library::KNOWN.library.row(*row).is_some_and(|row| row.resizes())
        }
        ExprKind::Call { args, .. } => args.iter().any(|a| matches!(a.kind, ExprKind::Local(v) if v == list)),
        _ => false,
    }
}

/// Returns the constant that an update adds to its variable. `None` for another update.
fn step(value: &Expr) -> Option<i128> {
    match &value.kind {
        ExprKind::Convert(inner) => step(inner),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
            let by = constant(right)?;
            (left.is_implicit() && by != 0).then_some(if *op == BinaryOp::Add { by } else { -by })
        }
        _ => None,
    }
}

fn constant(e: &Expr) -> Option<i128> {
    match &e.kind {
        ExprKind::Literal(Literal::Int(digits)) => digits.parse().ok(),
        ExprKind::Convert(inner) => constant(inner),
        _ => None,
    }
}

/// Writes the bound plus or minus 1, and simplifies `- 1 + 1`.
fn shifted(bound: &str, sign: &str) -> String {
    let back = if sign == "+" { " - 1" } else { " + 1" };
    match bound.strip_suffix(back) {
        Some(whole) if !whole.contains(" if ") => whole.to_owned(),
        _ => match bound.parse::<i128>() {
            Ok(number) => (if sign == "+" { number + 1 } else { number - 1 }).to_string(),
            Err(_) => format!("{bound} {sign} 1"),
        },
    }
}
