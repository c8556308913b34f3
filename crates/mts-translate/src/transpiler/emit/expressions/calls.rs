//! Writes calls of the file's own methods, and of library methods.
//!
//! A table has the Python form of each library method.

use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::library::KNOWN;
use crate::transpiler::py_expr::{Precedence, PyExpr};
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{Expr, ExprKind, Signature};
use mts_model::jdk::{self, Order, TypeShape};
use mts_model::{JavaType, Primitive};

impl Emitter<'_> {
    pub(in crate::transpiler::emit) fn own_call(
        &mut self,
        class: usize,
        method: usize,
        receiver: Option<&Expr>,
        args: &[Expr],
    ) -> EmitResult<PyExpr> {
        let name = self.globals.methods[class][method].clone();
        let callee = match receiver {
            Some(receiver) => format!("{}.{name}", self.expression(receiver)?.at(Precedence::Atom)),
            None if self.globals.is_flat[class] => name,
            None => format!("{}.{name}", self.globals.classes[class]),
        };
        let callee = callee.strip_suffix(".__call__").map_or(callee.clone(), str::to_owned);
        let callee = match (callee.strip_suffix(".__str__"), callee.strip_suffix(".__hash__")) {
            (Some(object), _) => return Ok(PyExpr::call("str", &[PyExpr::atom(object)])),
            _ => callee,
        };
        let args = args.iter().map(|a| self.expression(a)).collect::<EmitResult<Vec<_>>>()?;
        Ok(PyExpr::call(&callee, &args))
    }

    /// Writes `new` for a class of the file.
    pub(in crate::transpiler::emit) fn instance(
        &mut self,
        class: usize,
        constructor: Option<usize>,
        args: &[Expr],
        captures: &[Expr],
    ) -> EmitResult<PyExpr> {
        let own = &self.program.classes[class];
        let is_anonymous = own.is_local && own.name.starts_with("Anonymous");
        if is_anonymous {
            self.local_class(class, captures)?;
        }
        let name = self.globals.classes[class].clone();
        let declares = own.methods.iter().any(|m| m.is_constructor);
        // An anonymous class uses the constructors of its superclass.
        let home = if declares || !is_anonymous {
            class
        } else {
            crate::transpiler::emit::module::inheritance::parents(self.program, class).first().copied().unwrap_or(class)
        };
        let method = constructor.map_or("__init__".to_owned(), |nth| self.globals.methods[home][nth].clone());
        let mut texts = Vec::new();
        if !self.hidden_params(class).is_empty() {
            texts.push(self.outer(own.outer.unwrap_or(class)));
        }
        for arg in args {
            texts.push(self.expression(arg)?);
        }
        if method == "__init__" {
            return Ok(PyExpr::call(&name, &texts));
        }
        Ok(PyExpr::call(&format!("{name}.__new__({name}).{method}"), &texts))
    }

    /// Writes `this(...)` or `super(...)`.
    pub(in crate::transpiler::emit) fn delegate(
        &mut self,
        class: Option<usize>,
        constructor: Option<usize>,
        args: &[Expr],
    ) -> EmitResult<PyExpr> {
        let mut texts = Vec::new();
        let Some(class) = class else {
            for arg in args {
                texts.push(self.expression(arg)?);
            }
            return Ok(PyExpr::call("super().__init__", &texts));
        };
        let method = constructor.map_or("__init__".to_owned(), |nth| self.globals.methods[class][nth].clone());
        let callee = if class == self.class {
            // Call the constructor by the name of this class, because the class of `self` may be a subclass with
            // another constructor.
            texts.push(PyExpr::atom("self"));
            format!("{}.{method}", self.globals.classes[class])
        } else {
            format!("super().{method}")
        };
        if !self.hidden_params(class).is_empty() {
            texts.push(PyExpr::atom("self.outer"));
        }
        for arg in args {
            texts.push(self.expression(arg)?);
        }
        Ok(PyExpr::call(&callee, &texts))
    }

    /// Writes a call of a library method by its Python form in the table.
    ///
    /// `row` is the row of the method in the table. If `as_statement` is true, no code uses the value of the call.
    pub(in crate::transpiler::emit) fn library_call(
        &mut self,
        e: &Expr,
        row: usize,
        args: &[Expr],
        as_statement: bool,
    ) -> EmitResult<PyExpr> {
        if row == usize::MAX {
            let mut texts = args.iter().map(|a| self.expression(a)).collect::<EmitResult<Vec<_>>>()?;
            let function = texts.remove(0);
            return Ok(PyExpr::call(&function.at(Precedence::Atom), &texts));
        }
        let statement = KNOWN.forms.get(row).map_or("", |forms| forms.statement);
        // The Python form for a statement may evaluate its parts in another order than Java.
        let in_order = !args.iter().any(has_effects)
            || args.split_last().is_some_and(|(_, others)| others.iter().all(|other| is_steady(other, args)));
        let form = if as_statement && !statement.is_empty() && (in_order || !statement.contains(" = ")) {
            statement
        } else {
            self.form(row)
        };
        let form = self.chosen(e, form, args)?;
        self.same_boxes(e, row, args)?;
        self.not_overridden(e, row, form)?;
        let (level, form) = level(form);
        // Remove the null check of the receiver if the receiver is never null.
        let bare = form.replace("unbox({0})", "{0}");
        let form = if form != bare && args.first().is_some_and(|first| self.is_never_null(first)) {
            bare.as_str()
        } else {
            form
        };
        let mut out = String::new();
        let mut rest = form;
        while let Some(open) = rest.find('{') {
            let (before, tail) = rest.split_at(open);
            let used = self.uses(before);
            out.push_str(&used);
            let digits = tail[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            let close = tail.find('}').unwrap_or(tail.len() - 1);
            let Ok(at) = tail[1..=digits].parse::<usize>() else {
                // These braces are text of the Python form, and not a place for an argument.
                out.push_str(&tail[..=close]);
                rest = &tail[close + 1..];
                continue;
            };
            let Some(arg) = args.get(at) else {
                return self.refuse(e, "a library call with too few arguments for its Python form");
            };
            let argument_text = self.argument_text(arg, &tail[1 + digits..close])?;
            out.push_str(&argument_text);
            rest = &tail[close + 1..];
        }
        let used = self.uses(rest);
        out.push_str(&used);
        // With the Python form `{0}`, the text of the call is only the text of its receiver.
        if form == "{0}" {
            return self.expression(&args[0]);
        }
        let level = if out.starts_with('-') { level.min(Precedence::Unary) } else { level };
        let text = PyExpr::new(out, level);
        Ok(match form {
            "abs({0})" if e.ty.primitive().is_some_and(Primitive::is_integral) && self.is_faithful() => {
                if self.ranges.exact(e).is_within(crate::transpiler::ranges::Interval::from_type(&e.ty)) {
                    text
                } else {
                    self.wrap(text, &e.ty)
                }
            }
            _ => text,
        })
    }

    /// Rejects a library call whose Python form may call another method of the file.
    ///
    /// Several library methods may have the same Python name, and a class of the file may override one of them.
    fn not_overridden(&self, e: &Expr, row: usize, form: &str) -> EmitResult<()> {
        let Some((name, _)) = form.strip_prefix("{0.}.").and_then(|rest| rest.split_once('(')) else { return Ok(()) };
        for class in 0..self.program.classes.len() {
            for parent in crate::transpiler::emit::module::inheritance::library_parents(self.program, class) {
                for method in &self.program.classes[class].methods {
                    if let Some((own, of)) =
                        crate::transpiler::emit::naming::overridden(parent.simple_class().unwrap_or(""), method)
                        && own == name
                        && of != row
                    {
                        let construct =
                            format!("a library call that may run the overriding method `{}` in Python", method.name);
                        return self.refuse(e, construct);
                    }
                }
            }
        }
        Ok(())
    }

    /// Rejects a library call that compares boxed values of different types.
    ///
    /// For example, Java never finds a `Long` in a list of `Integer`s, but Python finds an equal number.
    fn same_boxes(&self, e: &Expr, row: usize, args: &[Expr]) -> EmitResult<()> {
        let (Some(signature), Some((receiver, others))) = (KNOWN.library.row(row), args.split_first()) else {
            return Ok(());
        };
        let own = match &receiver.ty {
            JavaType::Class { args, .. } => args.clone(),
            other => vec![other.clone()],
        };
        for (wanted, arg) in signature.params.iter().zip(others) {
            let is_object = *wanted == JavaType::from_name("Object");
            if let (true, JavaType::Boxed(given)) = (is_object, &arg.ty)
                && own.iter().any(|ty| matches!(ty, JavaType::Boxed(_)))
                && !own.contains(&JavaType::Boxed(*given))
            {
                return self.refuse(e, "a comparison of boxed values of different types");
            }
        }
        Ok(())
    }

    fn argument_text(&mut self, arg: &Expr, mark: &str) -> EmitResult<String> {
        let level = match mark {
            "." | "p" => Precedence::Atom,
            "<" => Precedence::BitOr,
            "+" => Precedence::Add,
            "*" => Precedence::Unary,
            "!" => Precedence::Not,
            "i" => return self.index(arg),
            "s" => return Ok(self.text_of_element(arg)?.at(Precedence::Lambda)),
            "h" => return Ok(self.iterated(arg)?.at(Precedence::Lambda)),
            "d" => {
                let JavaType::Array(element) = &arg.ty else {
                    return self.refuse(arg, "the default element of a value that is not an array");
                };
                return Ok(crate::transpiler::emit::module::default(element).to_owned());
            }
            "r" => {
                if let ExprKind::Literal(Literal::Str(regex)) = &arg.kind
                    && is_portable(regex)
                {
                    return Ok(self.expression(arg)?.text);
                }
                return self.refuse(arg, "a regular expression that may have another meaning in Python");
            }
            _ => Precedence::Lambda,
        };
        Ok(self.expression(arg)?.at(level))
    }

    /// Writes the string of a value, as `println` and `append` print the value. The string of an array is the result of
    /// `Arrays.toString`.
    fn text_of_element(&mut self, arg: &Expr) -> EmitResult<PyExpr> {
        // If only this call boxes the value, the string is that of the value without its box.
        if let ExprKind::Convert(inner) = &arg.kind
            && matches!((&inner.ty, &arg.ty), (JavaType::Primitive(_), JavaType::Boxed(_)))
        {
            return self.text_of(inner);
        }
        match &arg.ty {
            JavaType::Array(element) if element.unboxed() != Some(Primitive::Float) => {
                let value = self.expression(arg)?;
                let name = if self.is_faithful() { self.helper("text") } else { "str".to_owned() };
                Ok(PyExpr::call(&name, &[value]))
            }
            _ => self.text_of(arg),
        }
    }

    /// Writes a value over which a loop iterates, in Java's order.
    pub(in crate::transpiler::emit) fn iterated(&mut self, e: &Expr) -> EmitResult<PyExpr> {
        let value = self.expression(e)?;
        let is_unordered = |name| {
            jdk::jdk_type(name).is_some_and(|row| row.shape == TypeShape::Set && row.order == Order::Open)
                || name == "KeyView"
                || (name == "Collection" && !matches!(e.kind, ExprKind::Library { .. }))
        };
        let is_hashed = e.ty.simple_class().is_some_and(is_unordered);
        if !is_hashed || !self.is_faithful() {
            return Ok(value);
        }
        let key = match &e.ty {
            JavaType::Class { args, .. } => args.first().cloned().unwrap_or_default(),
            _ => JavaType::Unknown,
        };
        let name = if matches!(&e.ty, JavaType::Class { name, .. } if name.ends_with("Collection")) {
            "in_order"
        } else {
            "hash_order"
        };
        if !matches!(
            key,
            JavaType::String
                | JavaType::Boxed(
                    Primitive::Int | Primitive::Char | Primitive::Boolean | Primitive::Short | Primitive::Byte
                )
        ) {
            return self.refuse(e, format!("the iteration order of a hash table with elements of type {key}"));
        }
        Ok(PyExpr::call(&self.helper(name), &[value]))
    }

    /// Chooses one of two Python forms of a library call, by the element type.
    fn chosen(&mut self, e: &Expr, form: &'static str, args: &[Expr]) -> EmitResult<&'static str> {
        let (separator, by_order) = if form.contains(" ~= ") { (" ~= ", false) } else { (" ~< ", true) };
        let Some((same, other)) = form.split_once(separator) else { return Ok(form) };
        let element = args.first().and_then(|first| match &first.ty {
            JavaType::Array(element) => Some((**element).clone()),
            JavaType::Class { args, .. } => args.first().cloned(),
            _ => None,
        });
        let plain = |ty: &JavaType| {
            matches!(ty, JavaType::Boxed(p) if !matches!(p, Primitive::Double | Primitive::Float))
                || (!by_order && *ty == JavaType::String)
        };
        let fits = element.as_ref().is_some_and(plain)
            && (by_order
                || args.get(1).is_none_or(|a| {
                    Some(&a.ty) == element.as_ref() || a.ty == JavaType::Null || matches!(a.ty, JavaType::Class { .. })
                }));
        if fits {
            Ok(same)
        } else if other == "!" {
            self.refuse(e, "a collection whose elements Python compares differently")
        } else {
            Ok(other)
        }
    }
}

/// Splits a form into the precedence that its first word names, and its other text.
fn level(form: &str) -> (Precedence, &str) {
    let levels = [
        ("cmp: ", Precedence::Compare),
        ("not: ", Precedence::Not),
        ("add: ", Precedence::Add),
        ("mul: ", Precedence::Mul),
        ("pow: ", Precedence::Power),
    ];
    let levels = levels.into_iter().chain([("abs32: ", Precedence::Atom), ("abs64: ", Precedence::Atom)]);
    for (word, level) in levels {
        if let Some(rest) = form.strip_prefix(word) {
            return (level, rest);
        }
    }
    (Precedence::Atom, form)
}

/// Reports whether the evaluation of an expression may have side effects.
pub(in crate::transpiler::emit) fn has_effects(e: &Expr) -> bool {
    e.has_expr(&|e| {
        matches!(
            e.kind,
            ExprKind::Assign(..)
                | ExprKind::Update { .. }
                | ExprKind::Call { .. }
                | ExprKind::SuperCall { .. }
                | ExprKind::SuperLibrary { .. }
                | ExprKind::New { .. }
        ) || matches!(e.kind, ExprKind::Library { row, .. } if KNOWN.library.row(row).is_none_or(Signature::has_effects))
    })
}

/// Reports whether the evaluation of other operands cannot change an expression's value.
///
/// Such an expression has only literals, and local variables that the other operands do not assign.
fn is_steady(e: &Expr, beside: &[Expr]) -> bool {
    !e.has_expr(&|e| match &e.kind {
        ExprKind::Local(variable) => {
            beside.iter().any(|b| b.has_expr(&|b| crate::transpiler::ranges::writes(b, *variable)))
        }
        ExprKind::Literal(_) | ExprKind::Convert(_) | ExprKind::This => false,
        _ => true,
    })
}

/// Reports whether a regular expression has the same meaning in Java and Python.
fn is_portable(regex: &str) -> bool {
    let mut chars = regex.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('d' | 'D' | 'w' | 'W' | 's' | 'S' | 't' | 'n' | 'r') => {}
                Some(c) if !c.is_alphanumeric() => {}
                _ => return false,
            },
            '[' if in_class => return false,
            '[' => in_class = true,
            ']' => in_class = false,
            '&' if in_class && chars.peek() == Some(&'&') => return false,
            '(' if chars.peek() == Some(&'?') => return false,
            '*' | '+' | '?' | '}' if chars.peek() == Some(&'+') && !in_class => return false,
            '$' if !in_class => return false,
            _ => {}
        }
    }
    true
}
