//! Writes Java expressions as Python text.

pub(super) mod arithmetic;
pub(super) mod calls;
pub(super) mod closures;
pub(super) mod conversions;
pub(super) mod nulls;

use super::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence, PyExpr, float, string};
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{ClassKind, Expr, ExprKind};
use mts_model::{BinaryOp, JavaType, Primitive};

impl Emitter<'_> {
    /// Writes an expression, and returns its text with its precedence.
    pub(super) fn expression(&mut self, e: &Expr) -> EmitResult<PyExpr> {
        use ExprKind as K;
        if !self.kept.is_empty()
            && !matches!(e.kind, K::Convert(_))
            && let Some(text) = self.kept.get(&e.span)
        {
            return Ok(PyExpr::atom(text.clone()));
        }
        Ok(match &e.kind {
            K::Literal(literal) => self.literal(literal, &e.ty),
            K::Local(variable) => PyExpr::atom(self.local(*variable)),
            K::This => PyExpr::atom("self"),
            K::Implicit => self.implicit_values.last().cloned().unwrap_or_else(|| PyExpr::atom("_")),
            K::Field { base, class, name } => {
                let base = self.expression(base)?.at(Precedence::Atom);
                PyExpr::atom(format!("{base}.{}", self.field_name(*class, name)))
            }
            K::Static { class, name } => PyExpr::atom(self.static_place(*class, name)),
            K::Negate(_) | K::Complement(_) | K::Binary(..) => self.arithmetic(e, false)?,
            K::Not(inner) => {
                if let K::Compare(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) = &inner.kind {
                    let op = if *op == BinaryOp::Eq { BinaryOp::Ne } else { BinaryOp::Eq };
                    return self.comparison(op, a, b);
                }
                if let K::Not(again) = &inner.kind {
                    return self.expression(again);
                }
                let inner = self.expression(inner)?;
                match inner.text.strip_suffix(" == 0").filter(|_| inner.level == Precedence::Compare) {
                    Some(count) => PyExpr::new(format!("{count} != 0"), Precedence::Compare),
                    None => inner.negated(),
                }
            }
            K::Compare(op, a, b) => self.comparison(*op, a, b)?,
            K::And(a, b) => {
                let (a, b) = (self.expression(a)?.at(Precedence::And), self.expression(b)?.at(Precedence::Not));
                PyExpr::new(format!("{a} and {b}"), Precedence::And)
            }
            K::Or(a, b) => {
                let (a, b) = (self.expression(a)?.at(Precedence::Or), self.expression(b)?.at(Precedence::And));
                PyExpr::new(format!("{a} or {b}"), Precedence::Or)
            }
            K::Concat(parts) => self.concat(parts)?,
            K::Conditional(condition, then, other) => {
                let then = self.expression(then)?.at(Precedence::Or);
                let condition = self.expression(condition)?.at(Precedence::Or);
                let other = self.expression(other)?.at(Precedence::Conditional);
                PyExpr::new(format!("{then} if {condition} else {other}"), Precedence::Conditional)
            }
            K::Assign(target, value) => self.assign_value(target, value)?,
            K::Update { target, value, gives_old } => self.update_value(target, value, *gives_old)?,
            K::Index(array, index) => {
                let array = self.expression(array)?.at(Precedence::Atom);
                let index = self.index(index)?;
                PyExpr::atom(format!("{array}[{index}]"))
            }
            K::Length(array) => PyExpr::call("len", &[self.expression(array)?]),
            K::NewArray(dims) => self.new_array(dims, &e.ty)?,
            K::ArrayLiteral(parts) => {
                let parts = parts
                    .iter()
                    .map(|p| Ok(self.expression(p)?.at(Precedence::Lambda)))
                    .collect::<EmitResult<Vec<_>>>()?;
                PyExpr::atom(format!("[{}]", parts.join(", ")))
            }
            K::Convert(inner) => self.conversion(e, inner, false)?,
            K::InstanceOf(inner, ty) => {
                let class = self.program.classes.iter().position(|c| Some(c.name.as_str()) == ty.simple_class());
                let Some(class) = class else { return self.refuse(e, format!("instanceof {ty}")) };
                let name = self.globals.classes[class].clone();
                let inner = self.expression(inner)?;
                PyExpr::call("isinstance", &[inner, PyExpr::atom(name)])
            }
            K::Call { class, method, receiver, args } => self.own_call(*class, *method, receiver.as_deref(), args)?,
            K::Library { row, args } => self.library_call(e, *row, args, false)?,
            K::New { class, constructor, args, captures } => self.instance(*class, *constructor, args, captures)?,
            K::SuperCall { class, method, args } => {
                let name = format!("{}.{}", self.globals.classes[*class], self.globals.methods[*class][*method]);
                let args = args.iter().map(|a| self.expression(a)).collect::<EmitResult<Vec<_>>>()?;
                PyExpr::call(&name, &[vec![PyExpr::atom("self")], args].concat())
            }
            K::SuperLibrary { row, args } => {
                let form = self.form(*row);
                let base = super::module::inheritance::library_parents(self.program, self.class);
                let base = base.first().and_then(super::naming::base).filter(|base| !base.is_empty());
                let name = form.strip_prefix("{0.}.").and_then(|rest| rest.split_once('(')).map(|(name, _)| name);
                let (Some(base), Some(name)) = (base, name) else { return self.refuse(e, "this call of super") };
                let base = self.uses(base);
                let args = args.iter().map(|a| self.expression(a)).collect::<EmitResult<Vec<_>>>()?;
                PyExpr::call(&format!("{base}.{name}"), &args)
            }
            K::Delegate { class, constructor, args } => self.delegate(*class, *constructor, args)?,
            K::Outer(class) => self.outer(*class),
            K::ClassLiteral(class) => PyExpr::atom(self.globals.classes[*class].clone()),
            K::OfEnum(class, name) => {
                let class = PyExpr::atom(self.globals.classes[*class].clone());
                match name {
                    None => PyExpr::call("list", &[class]),
                    Some(name) => {
                        let name = self.expression(name)?;
                        PyExpr::call(&self.helper("enum_of"), &[class, name])
                    }
                }
            }
            K::Implement { class, method, function } => {
                let name = self.globals.methods[*class][*method].clone();
                let function = self.expression(function)?;
                let class = PyExpr::atom(self.globals.classes[*class].clone());
                PyExpr::call(&self.helper("implement"), &[class, PyExpr::atom(string(&name)), function])
            }
            K::Closure(method) => self.closure(method)?,
            K::Cast(inner, class) => {
                let inner = self.expression(inner)?;
                let class = PyExpr::atom(self.globals.classes[*class].clone());
                if self.is_faithful() { PyExpr::call(&self.helper("cast"), &[inner, class]) } else { inner }
            }
            K::NewException(args) => {
                let name = super::super::library_class(&e.ty);
                let Some(class) = super::super::exceptions::raised(&name) else {
                    return self.refuse(e, format!("the exception {name}"));
                };
                let args = args.iter().map(|a| self.expression(a)).collect::<EmitResult<Vec<_>>>()?;
                PyExpr::call(class, &args)
            }
            K::Lambda { params, body } => self.lambda(params, body)?,
            K::Switch(subject, cases) => self.switch_value(subject, cases)?,
        })
    }

    fn literal(&mut self, literal: &Literal, ty: &JavaType) -> PyExpr {
        match literal {
            Literal::Int(digits) if matches!(ty.unboxed(), Some(Primitive::Double | Primitive::Float)) => {
                float(digits.parse().unwrap_or(0.0))
            }
            Literal::Int(digits) => {
                let level = if digits.starts_with('-') { Precedence::Unary } else { Precedence::Atom };
                PyExpr::new(digits.clone(), level)
            }
            Literal::Float(value) => {
                let text = float(*value);
                if text.text.contains("math.") {
                    self.used.insert("math".to_owned());
                }
                text
            }
            Literal::Char(c) => PyExpr::atom(string(&c.to_string())),
            Literal::Str(text) => PyExpr::atom(string(text)),
            Literal::Bool(true) => PyExpr::atom("True"),
            Literal::Bool(false) => PyExpr::atom("False"),
            Literal::Null => PyExpr::atom("None"),
        }
    }

    pub(super) fn field_name(&self, class: usize, name: &str) -> String {
        self.globals.fields.get(&(class, name.to_owned())).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// Returns the Python name of a static field or constant, if necessary with its class.
    pub(super) fn static_place(&self, class: usize, name: &str) -> String {
        let own = self.field_name(class, name);
        if self.globals.is_flat[class] { own } else { format!("{}.{own}", self.globals.classes[class]) }
    }

    /// Writes the index of an array or list element.
    ///
    /// Java rejects a negative index, and Python does not. So the text checks an index that may be negative.
    pub(super) fn index(&mut self, index: &Expr) -> EmitResult<String> {
        let is_bare = self.unchecked.indexes.contains(&index.span);
        let checks = self.is_faithful() && !is_bare && self.ranges.value(index).low < 0;
        let text = self.expression(index)?;
        Ok(if checks {
            format!("{}({})", self.helper("at"), text.at(Precedence::Lambda))
        } else {
            text.at(Precedence::Lambda)
        })
    }

    pub(super) fn comparison(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> EmitResult<PyExpr> {
        let is_null = |e: &Expr| e.ty == JavaType::Null;
        let is_object = |e: &Expr| !matches!(e.ty, JavaType::Primitive(_)) && !e.is_text_literal();
        let is_reference = is_object(a) || is_object(b);
        let word = match op {
            BinaryOp::Eq if is_null(a) || is_null(b) || is_reference => "is",
            BinaryOp::Ne if is_null(a) || is_null(b) || is_reference => "is not",
            op => op.java(),
        };
        // Both languages compare characters by their codes.
        if let (Some(x), Some(y)) = (as_char(a), as_char(b)) {
            let (x, y) = (self.char_text(x)?, self.char_text(y)?);
            return Ok(PyExpr::new(format!("{x} {word} {y}"), Precedence::Compare));
        }
        let exact = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let (x, y) = (self.operand(a, !exact, true)?, self.operand(b, !exact, true)?);
        Ok(PyExpr::new(format!("{} {word} {}", x.at(Precedence::BitOr), y.at(Precedence::BitOr)), Precedence::Compare))
    }

    fn char_text(&mut self, side: CharOperand<'_>) -> EmitResult<String> {
        match side {
            CharOperand::Char(e) => Ok(self.expression(e)?.at(Precedence::BitOr)),
            CharOperand::Code(c) => Ok(string(&c.to_string())),
        }
    }

    fn concat(&mut self, parts: &[Expr]) -> EmitResult<PyExpr> {
        let mut texts = Vec::new();
        for part in parts {
            texts.push(self.text_of(part)?);
        }
        if !self.is_faithful()
            && let Some(text) = formatted(parts, &texts)
        {
            return Ok(PyExpr::atom(text));
        }
        let texts: Vec<String> = texts.iter().map(|t| t.at(Precedence::Mul)).collect();
        Ok(PyExpr::new(texts.join(" + "), Precedence::Add))
    }

    /// Writes the string into which Java's `+` converts a value.
    pub(super) fn text_of(&mut self, e: &Expr) -> EmitResult<PyExpr> {
        let is_faithful = self.is_faithful();
        let text = self.expression(e)?;
        let call = |own: &mut Self, name: &str, text: PyExpr| {
            let name = if name == "str" { name.to_owned() } else { own.helper(name) };
            PyExpr::call(&name, &[text])
        };
        Ok(match &e.ty {
            JavaType::Null => PyExpr::atom("\"null\""),
            JavaType::Primitive(Primitive::Char) => text,
            JavaType::Primitive(Primitive::Boolean | Primitive::Double | Primitive::Float) if !is_faithful => {
                call(self, "str", text)
            }
            JavaType::Primitive(Primitive::Boolean) => call(self, "text", text),
            JavaType::Primitive(Primitive::Double) => call(self, "float_text", text),
            JavaType::Primitive(Primitive::Float) => call(self, "float32_text", text),
            JavaType::Primitive(_) => call(self, "str", text),
            JavaType::String if !is_faithful || self.is_never_null(e) => text,
            JavaType::Array(_) => return self.refuse(e, "the conversion of an array to a string"),
            JavaType::Boxed(Primitive::Float) => return self.refuse(e, "the conversion of a `Float` to a string"),
            JavaType::Boxed(Primitive::Char) if self.is_never_null(e) => text,
            ty => {
                if let Some(class) =
                    self.program.classes.iter().position(|c| Some(c.name.as_str()) == ty.simple_class())
                    && !self.has_text(class)
                {
                    let construct = format!("the conversion of {ty} to a string: {ty} or a subclass has no `toString`");
                    return self.refuse(e, construct);
                }
                call(self, if is_faithful { "text" } else { "str" }, text)
            }
        })
    }

    /// Reports whether the translation can write the string of every object of a class.
    fn has_text(&self, class: usize) -> bool {
        let classes = &self.program.classes;
        let says = |at: usize| {
            let line = super::module::inheritance::ancestry(self.program, at);
            line.iter().any(|c| classes[*c].kind == ClassKind::Enum)
                || line.iter().any(|c| self.globals.methods[*c].iter().any(|m| m == "__str__"))
                || line.iter().any(|c| !super::module::inheritance::library_parents(self.program, *c).is_empty())
        };
        let below =
            (0..classes.len()).filter(|at| super::module::inheritance::ancestry(self.program, *at).contains(&class));
        below.filter(|at| !classes[*at].is_abstract).all(says)
    }

    fn new_array(&mut self, dims: &[Expr], ty: &JavaType) -> EmitResult<PyExpr> {
        let mut element = ty;
        for _ in dims {
            if let JavaType::Array(inner) = element {
                element = inner;
            }
        }
        let initial = super::module::default(element);
        let is_faithful = self.is_faithful();
        if let [one] = dims {
            let checks = is_faithful && !self.unchecked.indexes.contains(&one.span) && self.ranges.value(one).low < 0;
            let count = self.expression(one)?;
            let count = if checks { PyExpr::call(&self.helper("size"), &[count]) } else { count };
            return Ok(PyExpr::new(format!("[{initial}] * {}", count.at(Precedence::Unary)), Precedence::Mul));
        }
        let counts = dims.iter().map(|d| self.expression(d)).collect::<EmitResult<Vec<_>>>()?;
        // A comprehension would repeat the side effects of the dimensions.
        if is_faithful || dims.iter().any(calls::has_effects) {
            let args: Vec<PyExpr> = std::iter::once(PyExpr::atom(initial)).chain(counts).collect();
            return Ok(PyExpr::call(&self.helper("new_array"), &args));
        }
        let mut counts = counts.into_iter().rev();
        let inner = counts.next().map_or(String::new(), |c| c.at(Precedence::Unary));
        let mut text = format!("[{initial}] * {inner}");
        for count in counts {
            text = format!("[{text} for _ in range({})]", count.at(Precedence::Lambda));
        }
        Ok(PyExpr::atom(text))
    }
}

enum CharOperand<'e> {
    Char(&'e Expr),
    Code(char),
}

/// Returns the character of a comparison operand, also if Java promotes it to a number.
fn as_char(e: &Expr) -> Option<CharOperand<'_>> {
    match &e.kind {
        ExprKind::Convert(inner) if inner.ty == JavaType::Primitive(Primitive::Char) && e.ty == JavaType::INT => {
            match inner.kind {
                ExprKind::Literal(Literal::Char(c)) => Some(CharOperand::Code(c)),
                _ => Some(CharOperand::Char(inner)),
            }
        }
        _ if e.ty == JavaType::Primitive(Primitive::Char) => Some(CharOperand::Char(e)),
        _ => None,
    }
}

/// Returns an f-string of the parts of a concatenation.
///
/// `None` if no part is a literal, or if some Python versions do not accept this f-string.
fn formatted(parts: &[Expr], texts: &[PyExpr]) -> Option<String> {
    let mut out = String::from("f\"");
    let mut has_literal = false;
    for (part, text) in parts.iter().zip(texts) {
        if let ExprKind::Literal(Literal::Str(value)) = &part.kind {
            has_literal = true;
            let quoted = string(value);
            out.push_str(&quoted[1..quoted.len() - 1].replace('{', "{{").replace('}', "}}"));
            continue;
        }
        let inner = text.text.strip_prefix("str(").and_then(|t| t.strip_suffix(')'));
        let inner = inner
            .filter(|t| t.matches('(').count() == t.matches(')').count() && !t.starts_with(')'))
            .unwrap_or(&text.text);
        if inner.contains(['"', '\\', '{', '}', '\'']) || inner.contains(":=") || inner.contains("lambda") {
            return None;
        }
        out.push_str(&format!("{{{inner}}}"));
    }
    out.push('"');
    has_literal.then_some(out)
}
