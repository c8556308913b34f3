//! Lowers calls of the file's methods: overload resolution and conversion of arguments.

pub(super) mod cast_ambiguity;
pub(super) mod constructors;
pub(super) mod conversions;
pub(super) mod library_calls;
pub(super) mod resolve;

use super::classes::{TypeArgs, infer, replaced};
use super::tree::{Expr, ExprKind, Method};
use super::{LowerResult, Lowerer, named_children, unsupported};
use mts_model::JavaType;
use tree_sitter::Node;

/// An argument that is lowered, or that needs the type of the parameter first.
#[derive(Clone)]
pub(super) enum Arg<'t> {
    /// A value.
    Value(Expr),
    /// A lambda, a method reference, or a call whose type depends on its target.
    Open(Node<'t>),
}

impl Lowerer<'_> {
    /// Lowers the arguments of a call.
    ///
    /// An argument whose type depends on its parameter stays [`Arg::Open`].
    pub(super) fn arguments<'t>(&mut self, nodes: Vec<Node<'t>>) -> LowerResult<Vec<Arg<'t>>> {
        let one = |node: Node<'t>| {
            let mut inner = node;
            while let Some(only) = (inner.kind() == "parenthesized_expression")
                .then(|| named_children(inner))
                .and_then(|n| n.first().copied())
            {
                inner = only;
            }
            if matches!(inner.kind(), "lambda_expression" | "method_reference") {
                return Ok(Arg::Open(inner));
            }
            match self.expression(node, None) {
                Ok(value) => Ok(Arg::Value(value)),
                Err(_) if inner.kind() == "method_invocation" => Ok(Arg::Open(inner)),
                Err(problem) => Err(problem),
            }
        };
        nodes.into_iter().map(one).collect()
    }

    pub(super) fn call(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let name = node.child_by_field_name("name").map_or("", |n| self.text(n)).to_owned();
        let args = node.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let Some(object) = node.child_by_field_name("object") else {
            let args = self.arguments(args)?;
            return self.own_call(node, self.class, None, &name, args);
        };
        let args = self.arguments(args)?;
        if object.kind() == "super" {
            return self.super_call(node, self.class, &name, args);
        }
        if let Some(class) = printer(self.text(object)) {
            return self.library_call(node, &JavaType::from_name(class), None, &name, args, wanted);
        }
        if matches!(object.kind(), "identifier" | "field_access") && self.is_class_name(object) {
            let class: String = self.text(object).split_whitespace().collect();
            if let Some(class) = class.strip_suffix(".super").and_then(|class| self.class_named(class)) {
                return self.super_call(node, class, &name, args);
            }
            if let Some(own) = self.class_named(&class) {
                return self.own_call(node, own, None, &name, args);
            }
            return self.library_call(node, &JavaType::from_name(&class), None, &name, args, wanted);
        }
        let receiver = self.expression(object, None)?;
        self.called(node, receiver, &name, args, wanted)
    }

    /// Lowers a call of a method of an object.
    pub(super) fn called(
        &mut self,
        node: Node<'_>,
        receiver: Expr,
        name: &str,
        args: Vec<Arg<'_>>,
        wanted: Option<&JavaType>,
    ) -> LowerResult<Expr> {
        let ty = self.upper(&receiver.ty);
        if let Some(class) = self.class_of(&ty) {
            return self.own_call(node, class, Some(receiver), name, args);
        }
        if matches!(ty, JavaType::Primitive(_) | JavaType::Void | JavaType::Unknown | JavaType::Null) {
            return Err(unsupported(node, format!("a call of the method `{name}` on a value of unknown type")));
        }
        self.library_call(node, &ty, Some(receiver), name, args, wanted)
    }

    /// Lowers a call on an object or a class of the file.
    ///
    /// The method may be inherited, also from the JDK. A call without a receiver may also reach a method of an
    /// enclosing class or a statically imported method.
    pub(super) fn own_call(
        &mut self,
        node: Node<'_>,
        class: usize,
        receiver: Option<Expr>,
        name: &str,
        args: Vec<Arg<'_>>,
    ) -> LowerResult<Expr> {
        let mut at = Some(class);
        while let Some(outer) = at {
            for class in self.ancestry(outer) {
                let through = receiver.as_ref().map_or_else(|| self.this_type(outer), |r| self.upper(&r.ty));
                let type_args = self.type_args(&through, class);
                let Some(method) = self
                    .overload(class, &args, &type_args, |m| m.name == name && !m.is_constructor && !m.is_initializer)
                else {
                    continue;
                };
                let program = self.program;
                let found = &program.classes[class].methods[method];
                let (args, returns) = self.fitted(node, found, args, type_args)?;
                let receiver = match receiver {
                    _ if found.is_static => None,
                    Some(receiver) => Some(Box::new(receiver)),
                    None => Some(Box::new(self.instance_of_class(node, class)?)),
                };
                return Ok(self.expr(node, ExprKind::Call { class, method, receiver, args }, returns));
            }
            if let Some(found) = self.of_enum(node, outer, receiver.as_ref(), name, &args)? {
                return Ok(found);
            }
            if let Some(parent) = self.library_parent(outer) {
                let this = match &receiver {
                    Some(receiver) => receiver.clone(),
                    None => self.instance_of_class(node, outer)?,
                };
                if let Ok(found) = self.library_call(node, &parent, Some(this), name, args.clone(), None) {
                    return Ok(found);
                }
            }
            at = if receiver.is_none() { self.program.classes[outer].outer } else { None };
        }
        if let (None, Some(class)) = (&receiver, self.imported(name)) {
            return self.library_call(node, &JavaType::from_name(&class), None, name, args, None);
        }
        // Every object has these methods.
        if name == "getClass" || mts_model::jdk::is_object_method(name, args.len()) {
            let receiver = match receiver {
                Some(receiver) => receiver,
                None => self.instance_of_class(node, class)?,
            };
            return self.library_call(node, &JavaType::from_name("Object"), Some(receiver), name, args, None);
        }
        Err(unsupported(node, format!("this call of the method `{name}`")))
    }

    /// Lowers calls of the methods that every enum has.
    fn of_enum(
        &mut self,
        node: Node<'_>,
        class: usize,
        receiver: Option<&Expr>,
        name: &str,
        args: &[Arg<'_>],
    ) -> LowerResult<Option<Expr>> {
        if self.program.classes[class].constants.is_empty() {
            return Ok(None);
        }
        let ty = self.this_type(class);
        Ok(match (receiver, name, args) {
            (None, "values", []) => Some(self.expr(node, ExprKind::OfEnum(class, None), ty.array_of())),
            (None, "valueOf", [Arg::Value(text)]) => {
                Some(self.expr(node, ExprKind::OfEnum(class, Some(Box::new(text.clone()))), ty))
            }
            (_, "ordinal" | "name" | "compareTo" | "toString", _) => {
                let this = match receiver {
                    Some(receiver) => receiver.clone(),
                    None => self.instance_of_class(node, class)?,
                };
                Some(self.library_call(node, &JavaType::from_name("Enum"), Some(this), name, args.to_vec(), None)?)
            }
            _ => None,
        })
    }

    /// Lowers `super.name(...)`, or `Interface.super.name(...)`.
    fn super_call(&mut self, node: Node<'_>, class: usize, name: &str, args: Vec<Arg<'_>>) -> LowerResult<Expr> {
        if self.is_static {
            return Err(unsupported(node, "`super` in a static method"));
        }
        let from = usize::from(class == self.class);
        let this = self.this_type(self.class);
        for class in self.ancestry(class).into_iter().skip(from) {
            let type_args = self.type_args(&this, class);
            let found =
                self.overload(class, &args, &type_args, |m| m.name == name && !m.is_constructor && !m.is_abstract);
            if let Some(method) = found {
                let program = self.program;
                let (args, returns) = self.fitted(node, &program.classes[class].methods[method], args, type_args)?;
                return Ok(self.expr(node, ExprKind::SuperCall { class, method, args }, returns));
            }
        }
        let Some(parent) = self.library_parent(self.class) else {
            return Err(unsupported(node, format!("this call of the method `{name}` of `super`")));
        };
        let this = self.expr(node, ExprKind::This, this);
        let mut found = self.library_call(node, &parent, Some(this), name, args, None)?;
        if let ExprKind::Library { row, args } = found.kind {
            found.kind = ExprKind::SuperLibrary { row, args };
        }
        Ok(found)
    }

    /// Returns the overload that accepts the arguments.
    ///
    /// An overload with exactly the argument types comes first. Then the search follows Java's three phases: without
    /// boxing, with boxing, with variable arguments.
    pub(super) fn overload(
        &self,
        class: usize,
        args: &[Arg<'_>],
        type_args: &TypeArgs,
        is_meant: impl Fn(&Method) -> bool,
    ) -> Option<usize> {
        let methods = &self.program.classes[class].methods;
        let takes = |m: &Method| {
            let mut all = type_args.clone();
            all.extend(self.erased(&m.type_params));
            self.signature(m, &all).0
        };
        let one = |arg: &Arg<'_>, ty: &JavaType, boxing: bool| match arg {
            Arg::Value(value) => self.fits(&value.ty, ty, boxing),
            Arg::Open(node) if node.kind() == "lambda_expression" => {
                self.functional(ty).is_some_and(|(takes, _, _)| arity(*node).is_none_or(|n| n == takes.len()))
            }
            Arg::Open(_) => !matches!(ty, JavaType::Primitive(_)),
        };
        let fits_all = |m: &Method, boxing: bool| {
            m.params == args.len() && takes(m).iter().zip(args).all(|(ty, arg)| one(arg, ty, boxing))
        };
        let exact = |m: &Method| {
            m.params == args.len()
                && takes(m).iter().zip(args).all(|(ty, arg)| matches!(arg, Arg::Value(value) if value.ty == *ty))
        };
        let most_specific = |boxing: bool| {
            let fitting: Vec<usize> =
                (0..methods.len()).filter(|at| is_meant(&methods[*at]) && fits_all(&methods[*at], boxing)).collect();
            let below = |a: usize, b: usize| {
                takes(&methods[a]).iter().zip(takes(&methods[b])).all(|(x, y)| self.fits(x, &y, false))
            };
            fitting.iter().copied().find(|a| fitting.iter().all(|b| below(*a, *b))).or(fitting.first().copied())
        };
        let find = |wanted: &dyn Fn(&Method) -> bool| methods.iter().position(|m| is_meant(m) && wanted(m));
        find(&exact)
            .or_else(|| most_specific(false))
            .or_else(|| most_specific(true))
            .or_else(|| find(&|m| m.is_varargs && args.len() + 1 >= m.params))
            .or_else(|| {
                // If no overload fits, accept the only method with this number of parameters.
                let only = |m: &&Method| is_meant(m) && m.params == args.len();
                (methods.iter().filter(only).count() == 1).then(|| methods.iter().position(|m| only(&m))).flatten()
            })
    }

    /// Returns the converted arguments of a call, and the result type of the call.
    ///
    /// The function packs variable arguments into an array.
    pub(super) fn fitted(
        &mut self,
        node: Node<'_>,
        method: &Method,
        args: Vec<Arg<'_>>,
        mut type_args: TypeArgs,
    ) -> LowerResult<(Vec<Expr>, JavaType)> {
        let params = &method.type_params;
        params.iter().for_each(|(name, _)| {
            type_args.remove(name);
        });
        let last = method.params.saturating_sub(1);
        let raw: Vec<JavaType> = method.variables.iter().take(method.params).map(|v| v.ty.clone()).collect();
        let direct = args.len() == method.params
            && (!method.is_varargs
                || args.last().is_none_or(|a| match a {
                    Arg::Value(value) => {
                        let mut all = type_args.clone();
                        all.extend(self.erased(params));
                        self.fits(&value.ty, &replaced(&raw[last], &all), false)
                    }
                    Arg::Open(_) => !matches!(raw[last], JavaType::Array(_)),
                }));
        let slot = |at: usize| -> JavaType {
            match raw.get(at.min(last)) {
                Some(JavaType::Array(element)) if !direct && at >= last => (**element).clone(),
                Some(ty) => ty.clone(),
                None => JavaType::Unknown,
            }
        };
        for (at, arg) in args.iter().enumerate() {
            if let Arg::Value(value) = arg {
                let wanted = slot(at);
                infer(&wanted, &self.as_supertype(&value.ty, &wanted), params, &mut type_args);
            }
        }
        let mut values = Vec::new();
        for (at, arg) in args.into_iter().enumerate() {
            let wanted = slot(at);
            let mut known = type_args.clone();
            if let Arg::Value(_) = arg {
                self.erased(params).into_iter().for_each(|(name, bound)| {
                    known.entry(name).or_insert(bound);
                });
            } else {
                params.iter().for_each(|(name, _)| {
                    known.entry(name.clone()).or_insert(JavaType::Unknown);
                });
            }
            let ty = replaced(&wanted, &known);
            values.push(match arg {
                Arg::Value(value) => self.convert(value, &ty)?,
                Arg::Open(node) => {
                    let value = self.value_of(node, &ty)?;
                    self.infer_result(&wanted, &value, params, &mut type_args);
                    value
                }
            });
        }
        if !direct && method.is_varargs {
            let mut known = self.erased(params);
            known.extend(type_args.clone());
            let packed = values.split_off(last.min(values.len()));
            let array = replaced(&raw[last], &known);
            values.push(self.expr(node, ExprKind::ArrayLiteral(packed), array));
        } else if values.len() != method.params {
            return Err(unsupported(node, "a call whose number of arguments does not match"));
        }
        let mut all = self.erased(params);
        all.extend(type_args);
        Ok((values, replaced(&method.returns, &all)))
    }

    /// Infers type parameters from the value of a lambda.
    pub(super) fn infer_result(
        &self,
        wanted: &JavaType,
        function: &Expr,
        params: &[(String, JavaType)],
        type_args: &mut TypeArgs,
    ) {
        let Some((_, gives, _)) = self.functional(wanted) else {
            return infer(wanted, &function.ty, params, type_args);
        };
        if let Some(ty) = result(function) {
            infer(&gives, &ty, params, type_args);
        }
    }
}

/// Returns the type of a lambda's result; a primitive type becomes its wrapper.
///
/// Returns `None` if the expression is not a lambda.
pub(super) fn result(function: &Expr) -> Option<JavaType> {
    let ty = match &function.kind {
        ExprKind::Lambda { body, .. } => body.ty.clone(),
        ExprKind::Closure(method) => method.returns.clone(),
        ExprKind::Implement { function, .. } => return result(function),
        _ => return None,
    };
    Some(match ty {
        JavaType::Primitive(p) => JavaType::Boxed(p),
        other => other,
    })
}

/// Returns the class of `System.out`; `None` for any other text.
fn printer(object: &str) -> Option<&'static str> {
    let plain: String = object.split_whitespace().collect();
    (plain == "System.out").then_some("PrintStream")
}

pub(super) fn arity(node: Node<'_>) -> Option<usize> {
    let params = node.child_by_field_name("parameters")?;
    Some(if params.kind() == "identifier" { 1 } else { named_children(params).len() })
}

/// Reports whether a type is unknown, or has an unknown element or type argument.
pub(super) fn is_open(ty: &JavaType) -> bool {
    match ty {
        JavaType::Unknown => true,
        JavaType::Array(element) => is_open(element),
        JavaType::Class { args, .. } => args.iter().any(is_open),
        _ => false,
    }
}
