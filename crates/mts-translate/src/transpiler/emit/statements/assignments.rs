//! Writes assignments and increments, as statements and as values.

use crate::transpiler::emit::expressions::calls::has_effects;
use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence, PyExpr};
use mts_lang::java::typed_ast::{Expr, ExprKind};
use mts_model::{BinaryOp, JavaType};

impl Emitter<'_> {
    /// Writes the statement `target = value;`.
    pub(in crate::transpiler::emit) fn assign_statement(&mut self, target: &Expr, value: &Expr) -> EmitResult<()> {
        if let ExprKind::Index(array, index) = &target.kind
            && self.is_faithful()
            && !can_commute(&[array, index], value)
        {
            let text = self.put("put", array, index, value)?;
            self.line(text.text);
            return Ok(());
        }
        if let ExprKind::Field { base, class, name } = &target.kind
            && self.is_faithful()
            && !can_commute(&[base], value)
        {
            let text = self.put_field("put_field", base, *class, name, value)?;
            self.line(text.text);
            return Ok(());
        }
        let place = self.place(target)?;
        let value = self.expression(value)?.at(Precedence::Lambda);
        self.line(format!("{place} = {value}"));
        Ok(())
    }

    /// Writes the statement `target op= value;` or `target++;`.
    pub(in crate::transpiler::emit) fn update_statement(&mut self, target: &Expr, value: &Expr) -> EmitResult<()> {
        let parts: Vec<&Expr> = match &target.kind {
            ExprKind::Index(array, index) => vec![array, index],
            ExprKind::Field { base, .. } => vec![base],
            _ => Vec::new(),
        };
        if parts.iter().any(|part| has_effects(part)) || !can_commute(&parts, value) {
            let text = self.update_value(target, value, false)?;
            self.line(text.text);
            return Ok(());
        }
        let place = self.place(target)?;
        self.implicit_values.push(PyExpr::atom(place.clone()));
        let text = self.expression(value);
        self.implicit_values.pop();
        let text = text?.at(Precedence::Lambda);
        let line = shortened(&place, &text, value).unwrap_or_else(|| format!("{place} = {text}"));
        self.line(line);
        Ok(())
    }

    /// Writes the target of an assignment.
    fn place(&mut self, target: &Expr) -> EmitResult<String> {
        if let ExprKind::Static { class, .. } = target.kind {
            let name = self.static_place(class, static_name(target));
            if self.globals.is_flat[class] {
                self.globals_written.insert(name.clone());
            }
            return Ok(name);
        }
        Ok(self.expression(target)?.text)
    }

    /// Writes an assignment whose value other code uses.
    pub(in crate::transpiler::emit) fn assign_value(&mut self, target: &Expr, value: &Expr) -> EmitResult<PyExpr> {
        match &target.kind {
            ExprKind::Index(array, index) => self.put("put", array, index, value),
            ExprKind::Field { base, class, name } => self.put_field("put_field", base, *class, name, value),
            ExprKind::Static { class, name } if !self.globals.is_flat[*class] => {
                let owner = PyExpr::atom(self.globals.classes[*class].clone());
                let value = self.expression(value)?;
                let name = PyExpr::atom(format!("\"{}\"", self.field_name(*class, name)));
                Ok(PyExpr::call(&self.helper("put_field"), &[owner, name, value]))
            }
            _ => {
                let place = self.place(target)?;
                let value = self.expression(value)?.at(Precedence::Lambda);
                Ok(PyExpr::new(format!("({place} := {value})"), Precedence::Atom))
            }
        }
    }

    /// Writes an update whose new or old value other code uses.
    pub(in crate::transpiler::emit) fn update_value(
        &mut self,
        target: &Expr,
        value: &Expr,
        gives_old: bool,
    ) -> EmitResult<PyExpr> {
        match &target.kind {
            ExprKind::Index(array, index) => {
                let checks = self.is_faithful() && !self.unchecked.indexes.contains(&index.span);
                let (array, a) = self.store_part(array, value, index)?;
                let (index, i) = self.store_part(index, value, index)?;
                let checked = if checks { format!("{}({i})", self.helper("at")) } else { i };
                self.implicit_values.push(PyExpr::atom(format!("{a}[{checked}]")));
                let value = self.expression(value);
                self.implicit_values.pop();
                let name = self.helper(if gives_old { "replace" } else { "put" });
                Ok(PyExpr::call(&name, &[array, index, value?]))
            }
            ExprKind::Field { base, class, name } => {
                let (base, b) = self.store_part(base, value, base)?;
                let name = self.field_name(*class, name);
                self.update_field(base, &format!("{b}.{name}"), &name, value, gives_old)
            }
            ExprKind::Static { class, name } if !self.globals.is_flat[*class] => {
                let owner = PyExpr::atom(self.globals.classes[*class].clone());
                let name = self.field_name(*class, name);
                let place = format!("{}.{name}", owner.text);
                self.update_field(owner, &place, &name, value, gives_old)
            }
            _ => {
                let place = self.place(target)?;
                self.implicit_values.push(PyExpr::atom(place.clone()));
                let new = self.expression(value);
                self.implicit_values.pop();
                let new = new?.at(Precedence::Lambda);
                if !gives_old {
                    return Ok(PyExpr::atom(format!("({place} := {new})")));
                }
                Ok(PyExpr::atom(format!("({place}, {place} := {new})[0]")))
            }
        }
    }

    fn update_field(
        &mut self,
        owner: PyExpr,
        place: &str,
        name: &str,
        value: &Expr,
        gives_old: bool,
    ) -> EmitResult<PyExpr> {
        self.implicit_values.push(PyExpr::atom(place.to_owned()));
        let value = self.expression(value);
        self.implicit_values.pop();
        let helper = self.helper(if gives_old { "replace_field" } else { "put_field" });
        Ok(PyExpr::call(&helper, &[owner, PyExpr::atom(format!("\"{name}\"")), value?]))
    }

    /// Stores a part of a target in a variable, for a second use.
    ///
    /// The function returns the text for the first use, and the text for later uses.
    fn store_part(&mut self, part: &Expr, value: &Expr, other: &Expr) -> EmitResult<(PyExpr, String)> {
        let text = self.expression(part)?;
        let simple = match &part.kind {
            ExprKind::Local(variable) => !writes_local(value, *variable) && !writes_local(other, *variable),
            ExprKind::Literal(_) | ExprKind::This => true,
            _ => false,
        };
        if simple {
            return Ok((text.clone(), text.text));
        }
        let name = self.names.fresh("held");
        Ok((PyExpr::atom(format!("({name} := {})", text.at(Precedence::Lambda))), name))
    }

    fn put(&mut self, helper: &str, array: &Expr, index: &Expr, value: &Expr) -> EmitResult<PyExpr> {
        let args = [self.expression(array)?, self.expression(index)?, self.expression(value)?];
        Ok(PyExpr::call(&self.helper(helper), &args))
    }

    fn put_field(&mut self, helper: &str, base: &Expr, class: usize, name: &str, value: &Expr) -> EmitResult<PyExpr> {
        let name = PyExpr::atom(format!("\"{}\"", self.field_name(class, name)));
        let args = [self.expression(base)?, name, self.expression(value)?];
        Ok(PyExpr::call(&self.helper(helper), &args))
    }
}

fn static_name(target: &Expr) -> &str {
    match &target.kind {
        ExprKind::Static { name, .. } => name,
        _ => "",
    }
}

/// Reports whether the evaluation of the value assigns the variable.
fn writes_local(value: &Expr, variable: usize) -> bool {
    value.has_expr(&|e| crate::transpiler::ranges::writes(e, variable))
}

/// Reports whether the evaluation of the value cannot change the parts of a target. The parts then have the same values
/// before and after the evaluation.
fn can_commute(parts: &[&Expr], value: &Expr) -> bool {
    if parts.iter().any(|part| has_effects(part)) {
        return false;
    }
    if !has_effects(value) {
        return true;
    }
    // A call cannot change local variables, but it can change fields and elements.
    parts.iter().all(|part| {
        !part.has_expr(&|e| match &e.kind {
            ExprKind::Local(variable) => writes_local(value, *variable),
            ExprKind::Literal(_)
            | ExprKind::This
            | ExprKind::Convert(_)
            | ExprKind::Binary(..)
            | ExprKind::Negate(_) => false,
            _ => true,
        })
    })
}

/// Returns `x += e` for `x = x + e`. `None` if the assignment has another form.
fn shortened(place: &str, text: &str, value: &Expr) -> Option<String> {
    let (op, left) = match &value.kind {
        ExprKind::Binary(op, left, _) => (*op, left),
        ExprKind::Concat(_) => {
            let rest = text.strip_prefix(place)?.strip_prefix(" + ")?;
            return Some(format!("{place} += {rest}"));
        }
        _ => return None,
    };
    if !left.is_implicit() || value.ty == JavaType::Unknown {
        return None;
    }
    let rest = text.strip_prefix(place)?.strip_prefix(' ')?;
    let sign = match op {
        BinaryOp::Div if rest.starts_with("// ") => "//",
        op => op.java(),
    };
    let operand = rest.strip_prefix(sign)?.strip_prefix(' ')?;
    let operand = match operand.strip_prefix('(').and_then(|o| o.strip_suffix(')')) {
        Some(inner) if is_balanced(inner) && !inner.contains(":=") && !inner.contains(',') => inner,
        _ => operand,
    };
    Some(format!("{place} {sign}= {operand}"))
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    text.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    }) && depth == 0
}
