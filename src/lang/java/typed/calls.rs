//! Calls: of methods of the file, of the library, and of constructors.

use super::library::{Argument, Bound, class_name, fits, functional, functional_method};
use super::tree::{Expr, ExprKind, Method};
use super::{Lowered, Lowerer, named, unsupported};
use crate::lang::java::types;
use crate::model::JavaType;
use tree_sitter::Node;

impl Lowerer<'_> {
    pub(super) fn call(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> Lowered<Expr> {
        let name = node.child_by_field_name("name").map_or("", |n| self.text(n)).to_owned();
        let args = node.child_by_field_name("arguments").map(named).unwrap_or_default();
        let Some(object) = node.child_by_field_name("object") else {
            return self.own_call(node, self.class, None, &name, args);
        };
        if object.kind() == "super" {
            return Err(unsupported(node, "a call of super"));
        }
        if let Some(class) = printer(self.text(object)) {
            return self.library_call(node, &JavaType::named(class), None, &name, args, wanted);
        }
        if matches!(object.kind(), "identifier" | "field_access") && self.is_class_name(object) {
            let class: String = self.text(object).split_whitespace().collect();
            if let Some(own) = self.class_named(&class) {
                return self.own_call(node, own, None, &name, args);
            }
            return self.library_call(node, &JavaType::named(&class), None, &name, args, wanted);
        }
        let receiver = self.expression(object, None)?;
        if let Some(class) = self.class_of(&receiver.ty) {
            return self.own_call(node, class, Some(receiver), &name, args);
        }
        let ty = match &receiver.ty {
            JavaType::Primitive(_) | JavaType::Void | JavaType::Unknown | JavaType::Null => {
                return Err(unsupported(node, format!("the method `{name}` of a value of unknown type")));
            }
            ty => ty.clone(),
        };
        self.library_call(node, &ty, Some(receiver), &name, args, wanted)
    }

    /// A method of the file; without a receiver also of the classes around.
    fn own_call(
        &mut self,
        node: Node<'_>,
        class: usize,
        receiver: Option<Expr>,
        name: &str,
        args: Vec<Node<'_>>,
    ) -> Lowered<Expr> {
        let args = args.into_iter().map(|n| self.expression(n, None)).collect::<Lowered<Vec<_>>>()?;
        let mut at = Some(class);
        while let Some(class) = at {
            if let Some(method) = self.overload(class, &args, |m| m.name == name && !m.is_constructor) {
                let found = &self.program.classes[class].methods[method];
                let (is_static, returns) = (found.is_static, found.returns.clone());
                let args = self.fitted(node, found, args)?;
                let receiver = match receiver {
                    _ if is_static => None,
                    Some(receiver) => Some(Box::new(receiver)),
                    None if self.is_static => {
                        return Err(unsupported(node, format!("the instance method `{name}` in a static one")));
                    }
                    None => {
                        let ty = JavaType::named(&self.program.classes[class].name);
                        Some(Box::new(self.expr(node, ExprKind::This, ty)))
                    }
                };
                return Ok(self.expr(node, ExprKind::Call { class, method, receiver, args }, returns));
            }
            at = if receiver.is_none() { self.program.classes[class].outer } else { None };
        }
        Err(unsupported(node, format!("the method `{name}`")))
    }

    /// The first of the class's methods that the arguments fit, in Java's phases.
    fn overload(&self, class: usize, args: &[Expr], is_meant: impl Fn(&Method) -> bool) -> Option<usize> {
        let methods = &self.program.classes[class].methods;
        let fits_all = |m: &Method, boxing: bool| {
            m.params == args.len() && m.variables.iter().zip(args).all(|(p, a)| fits(&a.ty, &p.ty, boxing))
        };
        let exact = |m: &Method| m.params == args.len() && m.variables.iter().zip(args).all(|(p, a)| p.ty == a.ty);
        let find = |wanted: &dyn Fn(&Method) -> bool| methods.iter().position(|m| is_meant(m) && wanted(m));
        find(&exact)
            .or_else(|| find(&|m| fits_all(m, false)))
            .or_else(|| find(&|m| fits_all(m, true)))
            .or_else(|| find(&|m| m.is_varargs && args.len() + 1 >= m.params))
            .or_else(|| find(&|m| m.params == args.len()))
    }

    /// The arguments converted to a method's parameters, variable ones packed.
    fn fitted(&self, node: Node<'_>, method: &Method, args: Vec<Expr>) -> Lowered<Vec<Expr>> {
        let last = method.params.saturating_sub(1);
        let direct = args.len() == method.params
            && (!method.is_varargs || args.last().is_some_and(|a| fits(&a.ty, &method.variables[last].ty, false)));
        if direct {
            return args.into_iter().zip(&method.variables).map(|(a, p)| self.convert(a, &p.ty)).collect();
        }
        let array = method.variables[last].ty.clone();
        let JavaType::Array(element) = &array else { return Err(unsupported(node, "a call with other arguments")) };
        let mut fixed = Vec::new();
        let mut packed = Vec::new();
        for (at, arg) in args.into_iter().enumerate() {
            if at < last {
                fixed.push(self.convert(arg, &method.variables[at].ty)?);
            } else {
                packed.push(self.convert(arg, element)?);
            }
        }
        fixed.push(self.expr(node, ExprKind::ArrayLiteral(packed), array.clone()));
        Ok(fixed)
    }

    pub(super) fn library_call(
        &mut self,
        node: Node<'_>,
        ty: &JavaType,
        receiver: Option<Expr>,
        name: &str,
        args: Vec<Node<'_>>,
        wanted: Option<&JavaType>,
    ) -> Lowered<Expr> {
        let mut known = Vec::new();
        let mut lowered: Vec<Option<Expr>> = Vec::new();
        for arg in &args {
            if matches!(arg.kind(), "lambda_expression" | "method_reference") {
                known.push(Argument::Lambda(arity(*arg)));
                lowered.push(None);
                continue;
            }
            let value = self.expression(*arg, None)?;
            known.push(Argument::Typed(value.ty.clone()));
            lowered.push(Some(value));
        }
        let class = class_name(ty);
        if let (Some(function), Some((takes, gives))) = (&receiver, functional(ty))
            && functional_method(&class) == Some(name)
        {
            return self.applied(node, function.clone(), takes, gives, lowered);
        }
        let bound = self.library.bind(ty, receiver.is_none(), name, &known);
        let Some(Bound { row, params, mut returns, packs }) = bound else {
            let types: Vec<String> =
                lowered.iter().map(|a| a.as_ref().map_or("lambda".to_owned(), |a| a.ty.to_string())).collect();
            return Err(unsupported(node, format!("the call {class}.{name}({})", types.join(", "))));
        };
        let mut values = Vec::new();
        for ((node, value), wanted) in args.iter().zip(lowered).zip(&params) {
            values.push(match value {
                Some(value) => self.convert(value, wanted)?,
                None => self.value_of(*node, wanted)?,
            });
        }
        if packs {
            let fixed = self.library.row(row).map_or(0, |row| row.params.len()).saturating_sub(1);
            let packed = values.split_off(fixed.min(values.len()));
            let element = packed.first().map_or_else(|| JavaType::named("Object"), |first| first.ty.clone());
            values.push(self.expr(node, ExprKind::ArrayLiteral(packed), element.array_of()));
        }
        let values = receiver.into_iter().chain(values).collect();
        if let (JavaType::Array(_), "clone") = (ty, name) {
            returns = ty.clone();
        }
        if let (true, Some(wanted)) = (is_open(&returns), wanted) {
            returns = wanted.clone();
        }
        Ok(self.expr(node, ExprKind::Library { row, args: values }, returns))
    }

    /// A call of a functional interface's method.
    fn applied(
        &self,
        node: Node<'_>,
        function: Expr,
        takes: Vec<JavaType>,
        gives: JavaType,
        args: Vec<Option<Expr>>,
    ) -> Lowered<Expr> {
        let mut values = vec![function];
        for (arg, ty) in args.into_iter().zip(takes) {
            let arg = arg.ok_or_else(|| unsupported(node, "a lambda given to a lambda"))?;
            values.push(self.convert(arg, &ty)?);
        }
        Ok(self.expr(node, ExprKind::Library { row: usize::MAX, args: values }, gives))
    }

    pub(super) fn creation(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> Lowered<Expr> {
        if named(node).iter().any(|n| n.kind() == "class_body") {
            return Err(unsupported(node, "an anonymous class"));
        }
        let written = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        let args = node.child_by_field_name("arguments").map(named).unwrap_or_default();
        if let Some(class) = self.class_of(&written) {
            let args = args.into_iter().map(|n| self.expression(n, None)).collect::<Lowered<Vec<_>>>()?;
            let constructor = self.overload(class, &args, |m| m.is_constructor);
            let args = match constructor {
                Some(at) => self.fitted(node, &self.program.classes[class].methods[at], args)?,
                None => args,
            };
            return Ok(self.expr(node, ExprKind::New { class, args }, written));
        }
        let name = class_name(&written);
        if name.ends_with("Exception") || name.ends_with("Error") {
            let args = args.into_iter().map(|n| self.value_of(n, &JavaType::String)).collect::<Lowered<Vec<_>>>()?;
            return Ok(self.expr(node, ExprKind::NewException(args), written));
        }
        // `<>` takes its arguments from where the value goes.
        let ty = match (&written, wanted) {
            (JavaType::Class { name, args }, Some(JavaType::Class { args: from, .. })) if args.is_empty() => {
                JavaType::Class { name: name.clone(), args: from.clone() }
            }
            _ => written,
        };
        let mut made = self.library_call(node, &ty, None, "new", args, None)?;
        if let (JavaType::Class { args: now, .. }, JavaType::Class { args: then, .. }) = (&ty, &made.ty)
            && (now.is_empty() && !is_open(&made.ty) && !then.is_empty())
        {
            return Ok(made);
        }
        made.ty = ty;
        Ok(made)
    }
}

/// The class under which `System.out`'s methods are known.
fn printer(object: &str) -> Option<&'static str> {
    let plain: String = object.split_whitespace().collect();
    (plain == "System.out").then_some("PrintStream")
}

fn arity(node: Node<'_>) -> Option<usize> {
    let params = node.child_by_field_name("parameters")?;
    Some(if params.kind() == "identifier" { 1 } else { named(params).len() })
}

/// Whether a type argument is missing in it.
fn is_open(ty: &JavaType) -> bool {
    match ty {
        JavaType::Unknown => true,
        JavaType::Array(element) => is_open(element),
        JavaType::Class { args, .. } => args.iter().any(is_open),
        _ => false,
    }
}
