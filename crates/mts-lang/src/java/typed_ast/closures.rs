//! Lowers bodies inside bodies: lambdas with statements, method references, local classes.
//!
//! Each body has its own variables and captures variables of the enclosing bodies.

use super::declarations;
use super::library::class_name;
use super::lowerer::LoweredMember;
use super::tree::{Expr, ExprKind, Method, Stmt, StmtKind};
use super::{Enclosing, LowerResult, Lowerer, LoweringContext, first, line, named_children, unsupported};
use crate::java::types;
use mts_model::{JavaType, Span};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// Lowers the members of a class, and returns the variables that they capture.
pub(super) fn class(
    world: LoweringContext<'_>,
    class: usize,
    enclosing: &Enclosing,
) -> (Vec<LoweredMember>, Vec<String>) {
    let header = &world.declared.classes[class];
    let (mut done, mut captured) = (Vec::new(), Vec::new());
    let mut finish = |lowerer: Lowerer<'_>| {
        done.extend(lowerer.done);
        captured.extend(lowerer.captured.iter().map(|(name, _)| name.clone()));
        (lowerer.variables, lowerer.captured, done.len())
    };
    let mut parts = Vec::new();
    for (at, node) in declarations::field_nodes(world.file, header).into_iter().enumerate() {
        let Some(node) = node else { continue };
        let mut lowerer = Lowerer::new(world, class, header.fields[at].is_static, enclosing);
        let init = lowerer.value_of(node, &header.fields[at].ty);
        let (variables, _, _) = finish(lowerer);
        parts.push(LoweredMember::Field { class, field: at, variables, init });
    }
    for (at, node) in declarations::constant_nodes(world.file, header).into_iter().enumerate() {
        let Some(node) = node else { continue };
        let mut lowerer = Lowerer::new(world, class, true, enclosing);
        let args = lowerer.constructed(node, class, named_children(node)).map(|(_, args)| args);
        finish(lowerer);
        parts.push(LoweredMember::Constant { class, constant: at, args });
    }
    for (at, node) in declarations::method_nodes(world.file, header).into_iter().enumerate() {
        let Some(node) = node else { continue };
        let method = &header.methods[at];
        if method.is_abstract {
            let (variables, captures) = (method.variables.clone(), Vec::new());
            parts.push(LoweredMember::Method { class, method: at, variables, captures, body: Ok(Vec::new()) });
            continue;
        }
        let mut lowerer = Lowerer::new(world, class, method.is_static, enclosing);
        let body = lowerer.method(node, method);
        let (variables, captured, _) = finish(lowerer);
        // These expressions are placeholders. The lowering of the enclosing body replaces each
        // placeholder by the captured value.
        let place = |name: &str| Expr {
            kind: ExprKind::Implicit,
            ty: JavaType::from_name(name),
            span: Span::new(0, 0),
            line: line(node),
        };
        let captures = captured.iter().map(|(name, own)| (place(name), *own)).collect();
        parts.push(LoweredMember::Method { class, method: at, variables, captures, body });
    }
    captured.sort();
    captured.dedup();
    done.extend(parts);
    (done, captured)
}

impl Lowerer<'_> {
    /// Returns the names that a body inside this body can use.
    fn around(&self) -> Enclosing {
        let mut locals = self.enclosing.locals.clone();
        for scope in &self.scopes {
            locals.extend(scope.iter().map(|(name, at)| (name.clone(), self.variables[*at].ty.clone())));
        }
        Enclosing { locals, type_params: self.type_params.clone(), is_static: self.is_static }
    }

    /// Lowers a class inside this body, and returns the variables that it captures.
    pub(super) fn inner_class(&mut self, node: Node<'_>, at: usize) -> Vec<Expr> {
        let mut enclosing = self.around();
        // The members of the class hide the locals of the enclosing body.
        for class in self.ancestry(at) {
            for field in &self.program.classes[class].fields {
                enclosing.locals.remove(&field.name);
            }
        }
        let (done, captured) = class(self.world, at, &enclosing);
        let here: BTreeMap<String, Expr> =
            captured.into_iter().filter_map(|name| Some((name.clone(), self.captured_here(node, &name)?))).collect();
        for mut part in done {
            if let LoweredMember::Method { class, captures, .. } = &mut part
                && *class == at
            {
                for (outer, _) in captures {
                    if let JavaType::Class { name, .. } = &outer.ty
                        && let Some(found) = here.get(name)
                    {
                        *outer = found.clone();
                    }
                }
            }
            self.done.push(part);
        }
        here.into_values().collect()
    }

    fn captured_here(&mut self, node: Node<'_>, name: &str) -> Option<Expr> {
        let at = self.local(name)?;
        Some(self.expr(node, ExprKind::Local(at), self.variables[at].ty.clone()))
    }

    /// Returns the local or anonymous class whose declaration or `new` starts at this node.
    pub(super) fn class_at(&self, node: Node<'_>) -> Option<usize> {
        self.program.classes.iter().position(|class| class.is_local && class.start == node.start_byte())
    }

    pub(super) fn lambda(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let ty = wanted.cloned().unwrap_or_default();
        let (takes, gives, own) =
            self.functional(&ty).ok_or_else(|| unsupported(node, format!("a lambda of type {ty}")))?;
        let (Some(params), Some(body)) = (node.child_by_field_name("parameters"), node.child_by_field_name("body"))
        else {
            return Err(unsupported(node, "a lambda without a body"));
        };
        let mut declared = Vec::new();
        let names: Vec<String> = match params.kind() {
            "identifier" => vec![self.text(params).to_owned()],
            "inferred_parameters" => named_children(params).into_iter().map(|n| self.text(n).to_owned()).collect(),
            _ => {
                declared = crate::java::declarations::params(Some(params), self.text);
                declared.iter().map(|p| p.name.clone()).collect()
            }
        };
        if names.len() != takes.len() {
            let construct = format!("a lambda of type {ty} whose number of parameters is {}", names.len());
            return Err(unsupported(node, construct));
        }
        let takes: Vec<JavaType> = takes
            .into_iter()
            .enumerate()
            .map(|(at, ty)| match declared.get(at) {
                Some(param) if param.ty != JavaType::from_name("var") => param.ty.clone(),
                _ => ty,
            })
            .collect();
        let function = if body.kind() == "block" || has_bodies(body) {
            self.closure(node, body, &names, &takes, &gives, &ty)?
        } else {
            self.scoped(|own| {
                let params: Vec<usize> = names.iter().zip(takes).map(|(name, ty)| own.declare(name, ty)).collect();
                let value = own.expression(body, Some(&gives).filter(|ty| **ty != JavaType::Void))?;
                let value = own.converted_result(value, &gives)?;
                Ok(own.expr(node, ExprKind::Lambda { params, body: Box::new(value) }, ty.clone()))
            })?
        };
        Ok(self.implemented(node, function, own))
    }

    /// Converts a lambda's value to the result type of the interface's method.
    fn converted_result(&self, value: Expr, gives: &JavaType) -> LowerResult<Expr> {
        if matches!(gives, JavaType::Unknown | JavaType::Void) {
            return Ok(match value.ty {
                JavaType::Primitive(p) if *gives == JavaType::Unknown => {
                    super::calls::conversions::wrapped(value, &JavaType::Boxed(p))
                }
                _ => value,
            });
        }
        self.convert(value, gives)
    }

    /// Makes an object from a function that implements an interface of the file.
    ///
    /// `own` is the class and the method of this interface. Without `own`, returns the function unchanged.
    fn implemented(&self, node: Node<'_>, function: Expr, own: Option<(usize, usize)>) -> Expr {
        let Some((class, method)) = own else { return function };
        let ty = function.ty.clone();
        self.expr(node, ExprKind::Implement { class, method, function: Box::new(function) }, ty)
    }

    fn closure(
        &mut self,
        node: Node<'_>,
        body: Node<'_>,
        names: &[String],
        takes: &[JavaType],
        gives: &JavaType,
        ty: &JavaType,
    ) -> LowerResult<Expr> {
        let mut inner = Lowerer::new(self.world, self.class, self.is_static, &self.around());
        inner.type_params = self.type_params.clone();
        inner.returns = gives.clone();
        for (name, ty) in names.iter().zip(takes) {
            inner.declare(name, ty.clone());
        }
        let statements = if body.kind() == "block" {
            inner.block(body)?
        } else {
            let value = inner.expression(body, Some(gives).filter(|ty| **ty != JavaType::Void))?;
            let value = inner.converted_result(value, gives)?;
            let kind = if *gives == JavaType::Void { StmtKind::Expr(value) } else { StmtKind::Return(Some(value)) };
            vec![Stmt { kind, line: line(body), comments: Vec::new() }]
        };
        let Lowerer { variables, captured, done, .. } = inner;
        self.done.extend(done);
        let captures =
            captured.iter().filter_map(|(name, own)| Some((self.captured_here(node, name)?, *own))).collect();
        let returns = match gives {
            JavaType::Unknown => returned(&statements).unwrap_or_default(),
            known => known.clone(),
        };
        let method = Method {
            is_static: self.is_static,
            params: names.len(),
            variables,
            returns,
            captures,
            body: Ok(statements),
            ..Method::new("", node)
        };
        Ok(self.expr(node, ExprKind::Closure(Box::new(method)), ty.clone()))
    }

    /// Lowers `Class::method`, `object::method` or `Class::new` to a lambda.
    pub(super) fn reference(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let ty = wanted.cloned().unwrap_or_default();
        let (mut takes, gives, own) =
            self.functional(&ty).ok_or_else(|| unsupported(node, format!("a method reference of type {ty}")))?;
        let target = first(node)?;
        let text = self.text(node);
        let name = text.rsplit("::").next().unwrap_or("").trim().to_owned();
        let is_class =
            matches!(target.kind(), "array_type" | "generic_type" | "type_identifier" | "scoped_type_identifier")
                || (matches!(target.kind(), "identifier" | "field_access") && self.is_class_name(target));
        let class = if is_class { type_of(target, self.text) } else { JavaType::Unknown };
        self.scoped(|lowerer| {
            // Java evaluates the receiver once, when it evaluates the method reference.
            let receiver = if is_class { None } else { Some(lowerer.expression(target, None)?) };
            if let Some(receiver) = &receiver
                && !matches!(receiver.kind, ExprKind::Local(_) | ExprKind::This | ExprKind::Static { .. })
            {
                return Err(unsupported(node, "a method reference on a computed value"));
            }
            if let (true, Some(first)) = (is_class, takes.first_mut())
                && matches!(first, JavaType::Unknown)
            {
                *first = class.clone();
            }
            let params: Vec<usize> =
                takes.iter().enumerate().map(|(at, ty)| lowerer.declare(&format!("value{at}"), ty.clone())).collect();
            let args: Vec<Expr> = params
                .iter()
                .zip(&takes)
                .map(|(at, ty)| lowerer.expr(node, ExprKind::Local(*at), ty.clone()))
                .collect();
            let value = match receiver {
                Some(receiver) => lowerer.call_on(node, receiver, &name, args)?,
                None if name == "new" => lowerer.construct(node, &class, args)?,
                None => lowerer.call_of(node, &class, &name, args)?,
            };
            let value = lowerer.converted_result(value, &gives)?;
            let function = lowerer.expr(node, ExprKind::Lambda { params, body: Box::new(value) }, ty.clone());
            Ok(lowerer.implemented(node, function, own))
        })
    }

    /// Lowers `new` with these arguments.
    fn construct(&mut self, node: Node<'_>, ty: &JavaType, args: Vec<Expr>) -> LowerResult<Expr> {
        if let (JavaType::Array(_), [size]) = (ty, args.as_slice()) {
            let size = self.promote(size.clone())?;
            return Ok(self.expr(node, ExprKind::NewArray(vec![size]), ty.clone()));
        }
        if let Some(class) = self.class_of(ty) {
            return self.instance(node, class, ty.clone(), args.into_iter().map(super::calls::Arg::Value).collect());
        }
        let args = args.into_iter().map(super::calls::Arg::Value).collect();
        let call = self.library_call(node, ty, None, "new", args, None)?;
        Ok(Expr { ty: ty.clone(), ..call })
    }

    /// Lowers a call of a static method, otherwise a call on the first argument.
    fn call_of(&mut self, node: Node<'_>, class: &JavaType, name: &str, args: Vec<Expr>) -> LowerResult<Expr> {
        let values = |args: &[Expr]| args.iter().cloned().map(super::calls::Arg::Value).collect::<Vec<_>>();
        let static_call = match self.class_of(class) {
            Some(own) => self.own_call(node, own, None, name, values(&args)),
            None => self.library_call(node, class, None, name, values(&args), None),
        };
        match (static_call, args.split_first()) {
            (Err(_), Some((receiver, rest))) => {
                let mut receiver = receiver.clone();
                if matches!(receiver.ty, JavaType::Unknown) || class_name(&receiver.ty) == "Object" {
                    receiver.ty = class.clone();
                }
                self.call_on(node, receiver, name, rest.to_vec())
            }
            (found, _) => found,
        }
    }

    /// Lowers a call of a method of an object.
    fn call_on(&mut self, node: Node<'_>, receiver: Expr, name: &str, args: Vec<Expr>) -> LowerResult<Expr> {
        let args = args.into_iter().map(super::calls::Arg::Value).collect();
        self.called(node, receiver, name, args, None)
    }
}

/// Returns the type of the first value that the statements of a closure return.
fn returned(statements: &[Stmt]) -> Option<JavaType> {
    statements.iter().find_map(|s| match &s.kind {
        StmtKind::Return(Some(value)) => Some(value.ty.clone()),
        _ => s.parts().1.into_iter().find_map(|s| returned(std::slice::from_ref(s))),
    })
}

/// Returns the class that the name before `::` means.
fn type_of(node: Node<'_>, text: &str) -> JavaType {
    match node.kind() {
        "identifier" | "field_access" => {
            JavaType::from_name(&text.get(node.byte_range()).unwrap_or("").split_whitespace().collect::<String>())
        }
        _ => types::of_node(node, text),
    }
}

/// Reports whether the node contains a lambda with statements or an anonymous class.
fn has_bodies(node: Node<'_>) -> bool {
    let is_body = |n: &Node<'_>| {
        (n.kind() == "block" && node.kind() == "lambda_expression")
            || (n.kind() == "class_body" && node.kind() == "object_creation_expression")
    };
    named_children(node).iter().any(|n| is_body(n) || has_bodies(*n))
}
