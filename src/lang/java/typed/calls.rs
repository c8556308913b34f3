//! Calls: of methods of the file, of the library, and of constructors.

use super::classes::{Given, infer, replaced};
use super::library::{Argument, Bound, class_name, functional_method};
use super::tree::{Expr, ExprKind, Method};
use super::{Lowered, Lowerer, named, unsupported};
use crate::lang::java::types;
use crate::model::JavaType;
use tree_sitter::Node;

/// An argument: read already, or one that the parameter's type has to be known for.
#[derive(Clone)]
pub(super) enum Arg<'t> {
    /// A value.
    Value(Expr),
    /// A lambda, a method reference, or a call whose type comes from where it goes.
    Open(Node<'t>),
}

impl Lowerer<'_> {
    /// The arguments of a call, those read whose own types say enough.
    pub(super) fn arguments<'t>(&mut self, nodes: Vec<Node<'t>>) -> Lowered<Vec<Arg<'t>>> {
        let one = |node: Node<'t>| {
            let mut inner = node;
            while let Some(only) = (inner.kind() == "parenthesized_expression").then(|| named(inner)).and_then(|n| n.first().copied()) {
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

    pub(super) fn call(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> Lowered<Expr> {
        let name = node.child_by_field_name("name").map_or("", |n| self.text(n)).to_owned();
        let args = node.child_by_field_name("arguments").map(named).unwrap_or_default();
        let Some(object) = node.child_by_field_name("object") else {
            let args = self.arguments(args)?;
            return self.own_call(node, self.class, None, &name, args);
        };
        let args = self.arguments(args)?;
        if object.kind() == "super" {
            return self.super_call(node, self.class, &name, args);
        }
        if let Some(class) = printer(self.text(object)) {
            return self.library_call(node, &JavaType::named(class), None, &name, args, wanted);
        }
        if matches!(object.kind(), "identifier" | "field_access") && self.is_class_name(object) {
            let class: String = self.text(object).split_whitespace().collect();
            if let Some(class) = class.strip_suffix(".super").and_then(|class| self.class_named(class)) {
                return self.super_call(node, class, &name, args);
            }
            if let Some(own) = self.class_named(&class) {
                return self.own_call(node, own, None, &name, args);
            }
            return self.library_call(node, &JavaType::named(&class), None, &name, args, wanted);
        }
        let receiver = self.expression(object, None)?;
        self.called(node, receiver, &name, args, wanted)
    }

    /// A method of an object.
    pub(super) fn called(
        &mut self,
        node: Node<'_>,
        receiver: Expr,
        name: &str,
        args: Vec<Arg<'_>>,
        wanted: Option<&JavaType>,
    ) -> Lowered<Expr> {
        let ty = self.upper(&receiver.ty);
        if let Some(class) = self.class_of(&ty) {
            return self.own_call(node, class, Some(receiver), name, args);
        }
        if matches!(ty, JavaType::Primitive(_) | JavaType::Void | JavaType::Unknown | JavaType::Null) {
            return Err(unsupported(node, format!("the method `{name}` of a value of unknown type")));
        }
        self.library_call(node, &ty, Some(receiver), name, args, wanted)
    }

    /// A method of the file; without a receiver also of the classes around.
    pub(super) fn own_call(
        &mut self,
        node: Node<'_>,
        class: usize,
        receiver: Option<Expr>,
        name: &str,
        args: Vec<Arg<'_>>,
    ) -> Lowered<Expr> {
        let mut at = Some(class);
        while let Some(outer) = at {
            for class in self.ancestry(outer) {
                let through = receiver.as_ref().map_or_else(|| self.this_type(outer), |r| self.upper(&r.ty));
                let given = self.given(&through, class);
                let Some(method) = self.overload(class, &args, &given, |m| m.name == name && !m.is_constructor && !m.is_initializer)
                else {
                    continue;
                };
                let program = self.program;
                let found = &program.classes[class].methods[method];
                let (args, returns) = self.fitted(node, found, args, given)?;
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
            return self.library_call(node, &JavaType::named(&class), None, name, args, None);
        }
        // What every object has.
        if matches!(name, "equals" | "hashCode" | "toString" | "getClass") {
            let receiver = match receiver {
                Some(receiver) => receiver,
                None => self.instance_of_class(node, class)?,
            };
            return self.library_call(node, &JavaType::named("Object"), Some(receiver), name, args, None);
        }
        Err(unsupported(node, format!("the method `{name}`")))
    }

    /// What every enum has.
    fn of_enum(
        &mut self,
        node: Node<'_>,
        class: usize,
        receiver: Option<&Expr>,
        name: &str,
        args: &[Arg<'_>],
    ) -> Lowered<Option<Expr>> {
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
                Some(self.library_call(node, &JavaType::named("Enum"), Some(this), name, args.to_vec(), None)?)
            }
            _ => None,
        })
    }

    /// `super.name(...)`, or `Interface.super.name(...)`.
    fn super_call(&mut self, node: Node<'_>, class: usize, name: &str, args: Vec<Arg<'_>>) -> Lowered<Expr> {
        if self.is_static {
            return Err(unsupported(node, "super in a static method"));
        }
        let from = usize::from(class == self.class);
        let this = self.this_type(self.class);
        for class in self.ancestry(class).into_iter().skip(from) {
            let given = self.given(&this, class);
            let found = self.overload(class, &args, &given, |m| m.name == name && !m.is_constructor && !m.is_abstract);
            if let Some(method) = found {
                let program = self.program;
                let (args, returns) = self.fitted(node, &program.classes[class].methods[method], args, given)?;
                return Ok(self.expr(node, ExprKind::SuperCall { class, method, args }, returns));
            }
        }
        let Some(parent) = self.library_parent(self.class) else {
            return Err(unsupported(node, format!("the method `{name}` of super")));
        };
        let this = self.expr(node, ExprKind::This, this);
        let mut found = self.library_call(node, &parent, Some(this), name, args, None)?;
        if let ExprKind::Library { row, args } = found.kind {
            found.kind = ExprKind::SuperLibrary { row, args };
        }
        Ok(found)
    }

    /// The first of the class's methods that the arguments fit, in Java's phases.
    fn overload(&self, class: usize, args: &[Arg<'_>], given: &Given, is_meant: impl Fn(&Method) -> bool) -> Option<usize> {
        let methods = &self.program.classes[class].methods;
        let takes = |m: &Method| {
            let mut all = given.clone();
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
                // Types that are not known fit anything.
                let only = |m: &&Method| is_meant(m) && m.params == args.len();
                (methods.iter().filter(only).count() == 1).then(|| methods.iter().position(|m| only(&m))).flatten()
            })
    }

    /// The arguments converted to a method's parameters, variable ones packed, and the type of its result.
    fn fitted(
        &mut self,
        node: Node<'_>,
        method: &Method,
        args: Vec<Arg<'_>>,
        mut given: Given,
    ) -> Lowered<(Vec<Expr>, JavaType)> {
        let params = &method.type_params;
        params.iter().for_each(|(name, _)| {
            given.remove(name);
        });
        let last = method.params.saturating_sub(1);
        let raw: Vec<JavaType> = method.variables.iter().take(method.params).map(|v| v.ty.clone()).collect();
        let direct = args.len() == method.params
            && (!method.is_varargs
                || args.last().is_none_or(|a| match a {
                    Arg::Value(value) => {
                        let mut all = given.clone();
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
                infer(&wanted, &self.seen_as(&value.ty, &wanted), params, &mut given);
            }
        }
        let mut values = Vec::new();
        for (at, arg) in args.into_iter().enumerate() {
            let wanted = slot(at);
            let mut known = given.clone();
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
                    self.infer_result(&wanted, &value, params, &mut given);
                    value
                }
            });
        }
        if !direct && method.is_varargs {
            let mut known = self.erased(params);
            known.extend(given.clone());
            let packed = values.split_off(last.min(values.len()));
            let array = replaced(&raw[last], &known);
            values.push(self.expr(node, ExprKind::ArrayLiteral(packed), array));
        } else if values.len() != method.params {
            return Err(unsupported(node, "a call with other arguments"));
        }
        let mut all = self.erased(params);
        all.extend(given);
        Ok((values, replaced(&method.returns, &all)))
    }

    /// What the value of a lambda says of type parameters.
    pub(super) fn infer_result(&self, wanted: &JavaType, function: &Expr, params: &[(String, JavaType)], given: &mut Given) {
        let Some((_, gives, _)) = self.functional(wanted) else {
            return infer(wanted, &function.ty, params, given);
        };
        if let Some(ty) = result(function) {
            infer(&gives, &ty, params, given);
        }
    }

    pub(super) fn library_call(
        &mut self,
        node: Node<'_>,
        ty: &JavaType,
        receiver: Option<Expr>,
        name: &str,
        args: Vec<Arg<'_>>,
        wanted: Option<&JavaType>,
    ) -> Lowered<Expr> {
        let class = class_name(ty);
        if let (Some(function), Some((takes, gives, _))) = (&receiver, self.functional(ty))
            && functional_method(&class) == Some(name)
        {
            return self.applied(node, function.clone(), takes, gives, args);
        }
        let known: Vec<Argument> = args.iter().map(Self::as_known).collect();
        let bound = self.library.bind(ty, receiver.is_none(), name, &known, wanted, &|from, to, boxing| self.fits(from, to, boxing));
        let Some(Bound { row, params, raw, mut given, mut returns, packs }) = bound else {
            let types: Vec<String> = args
                .iter()
                .map(|a| match a {
                    Arg::Value(value) => value.ty.to_string(),
                    Arg::Open(_) => "lambda".to_owned(),
                })
                .collect();
            return Err(unsupported(node, format!("the call {class}.{name}({})", types.join(", "))));
        };
        let mut values = Vec::new();
        let mut is_inferred = false;
        for ((arg, wanted), raw) in args.into_iter().zip(&params).zip(&raw) {
            values.push(match arg {
                Arg::Value(value) => self.convert(value, wanted)?,
                Arg::Open(node) => {
                    let wanted = super::library::substituted(raw, &given);
                    let value = self.value_of(node, &wanted)?;
                    if let (Some((_, gives, _)), Some(ty)) = (self.functional(raw), result(&value)) {
                        super::library::unify(&gives, &ty, &mut given);
                    } else {
                        super::library::unify(raw, &value.ty, &mut given);
                    }
                    is_inferred = true;
                    value
                }
            });
        }
        if is_inferred {
            returns = self.library.returns(row, &given);
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

    /// An argument as the library knows it.
    fn as_known(arg: &Arg<'_>) -> Argument {
        match arg {
            Arg::Open(node) if node.kind() == "lambda_expression" => Argument::Lambda(arity(*node)),
            Arg::Open(_) => Argument::Lambda(None),
            Arg::Value(value) => Argument::Typed(value.ty.clone()),
        }
    }

    /// A call of a functional interface's method.
    fn applied(
        &mut self,
        node: Node<'_>,
        function: Expr,
        takes: Vec<JavaType>,
        gives: JavaType,
        args: Vec<Arg<'_>>,
    ) -> Lowered<Expr> {
        let mut values = vec![function];
        for (arg, ty) in args.into_iter().zip(takes) {
            values.push(match arg {
                Arg::Value(value) => self.convert(value, &ty)?,
                Arg::Open(node) => self.value_of(node, &ty)?,
            });
        }
        Ok(self.expr(node, ExprKind::Library { row: usize::MAX, args: values }, gives))
    }

    /// A constructor of a class of the file with its arguments.
    pub(super) fn constructed(
        &mut self,
        node: Node<'_>,
        class: usize,
        args: Vec<Node<'_>>,
    ) -> Lowered<(Option<usize>, Vec<Expr>)> {
        let args = self.arguments(args)?;
        let (constructor, args, _) = self.constructor(node, class, &self.this_type(class), args)?;
        Ok((constructor, args))
    }

    fn constructor(
        &mut self,
        node: Node<'_>,
        class: usize,
        ty: &JavaType,
        args: Vec<Arg<'_>>,
    ) -> Lowered<(Option<usize>, Vec<Expr>, Given)> {
        let given = self.given(ty, class);
        let Some(at) = self.overload(class, &args, &given, |m| m.is_constructor) else {
            if !args.is_empty() || self.program.classes[class].methods.iter().any(|m| m.is_constructor) {
                return Err(unsupported(node, format!("a constructor of {}", self.program.classes[class].name)));
            }
            return Ok((None, Vec::new(), given));
        };
        let program = self.program;
        let (args, _) = self.fitted(node, &program.classes[class].methods[at], args, given.clone())?;
        Ok((Some(at), args, given))
    }

    /// `new` of a class of the file.
    pub(super) fn instance(
        &mut self,
        node: Node<'_>,
        class: usize,
        ty: JavaType,
        args: Vec<Arg<'_>>,
    ) -> Lowered<Expr> {
        if self.program.classes[class].is_abstract {
            return Err(unsupported(node, "an instance of an abstract class"));
        }
        let (constructor, args, _) = self.constructor(node, class, &ty, args)?;
        let own = &self.program.classes[class];
        if own.is_inner && !own.is_local {
            // It belongs to an instance of the class around.
            self.instance_of_class(node, own.outer.unwrap_or(class))?;
        }
        Ok(self.expr(node, ExprKind::New { class, constructor, args, captures: Vec::new() }, ty))
    }

    pub(super) fn creation(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> Lowered<Expr> {
        let args = node.child_by_field_name("arguments").map(named).unwrap_or_default();
        let mut written = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        // `<>` takes its arguments from where the value goes.
        let is_diamond = node.child_by_field_name("type").is_some_and(|n| self.text(n).contains('<'));
        if let (JavaType::Class { name, args }, Some(JavaType::Class { args: from, .. })) = (&written, wanted)
            && args.is_empty()
            && is_diamond
        {
            written = JavaType::Class { name: name.clone(), args: from.clone() };
        }
        if named(node).iter().any(|n| n.kind() == "class_body") {
            return self.anonymous(node, written, args);
        }
        if node.child_by_field_name("type").is_some_and(|ty| node.child(0).is_some_and(|n| n.kind() != "new" && n.end_byte() < ty.start_byte())) {
            return Err(unsupported(node, "an instance made through another"));
        }
        if let Some(class) = self.class_of(&written) {
            let args = self.arguments(args)?;
            return self.instance(node, class, written, args);
        }
        let name = class_name(&written);
        if name.ends_with("Exception") || name.ends_with("Error") {
            let args = args.into_iter().map(|n| self.value_of(n, &JavaType::String)).collect::<Lowered<Vec<_>>>()?;
            return Ok(self.expr(node, ExprKind::NewException(args), written));
        }
        let ty = match (&written, wanted) {
            (JavaType::Class { name, args }, Some(JavaType::Class { args: from, .. })) if args.is_empty() => {
                JavaType::Class { name: name.clone(), args: from.clone() }
            }
            _ => written,
        };
        let args = self.arguments(args)?;
        let mut made = self.library_call(node, &ty, None, "new", args, None)?;
        if let (JavaType::Class { args: now, .. }, JavaType::Class { args: then, .. }) = (&ty, &made.ty)
            && (now.is_empty() && !is_open(&made.ty) && !then.is_empty())
        {
            return Ok(made);
        }
        made.ty = ty;
        Ok(made)
    }

    /// `new T(...) { ... }`
    fn anonymous(&mut self, node: Node<'_>, written: JavaType, args: Vec<Node<'_>>) -> Lowered<Expr> {
        let class = self.class_at(node).ok_or_else(|| unsupported(node, "an anonymous class"))?;
        let parent = self.class_of(&written);
        let args = self.arguments(args)?;
        let (constructor, args) = match parent {
            Some(parent) => {
                let (constructor, args, _) = self.constructor(node, parent, &written, args)?;
                (constructor, args)
            }
            None if args.is_empty() => (None, Vec::new()),
            None => return Err(unsupported(node, "an anonymous class with arguments")),
        };
        let captures = self.inner_class(node, class);
        let own = &self.program.classes[class];
        let ty = JavaType::named(&own.name);
        // What is declared in it can be seen through `var` alone; elsewhere it is what it extends.
        let ty = if own.methods.is_empty() { written } else { ty };
        Ok(self.expr(node, ExprKind::New { class, constructor, args, captures }, ty))
    }

    /// `this(...)` or `super(...)`.
    pub(super) fn delegated(&mut self, node: Node<'_>) -> Lowered<Expr> {
        let word = node.child_by_field_name("constructor").map_or("", |n| self.text(n));
        let args = node.child_by_field_name("arguments").map(named).unwrap_or_default();
        if node.child_by_field_name("object").is_some() {
            return Err(unsupported(node, "super of another instance"));
        }
        let args = self.arguments(args)?;
        let superclass = self.program.classes[self.class].superclass.clone();
        let target = if word == "this" { Some((self.class, self.this_type(self.class))) } else {
            superclass.as_ref().and_then(|ty| Some((self.class_of(ty)?, ty.clone())))
        };
        let kind = match target {
            Some((class, ty)) => {
                let (constructor, args, _) = self.constructor(node, class, &ty, args)?;
                ExprKind::Delegate { class: Some(class), constructor, args }
            }
            None => {
                let args = args
                    .into_iter()
                    .map(|arg| match arg {
                        Arg::Value(value) => Ok(value),
                        Arg::Open(node) => Err(unsupported(node, "a lambda given to super")),
                    })
                    .collect::<Lowered<Vec<_>>>()?;
                ExprKind::Delegate { class: None, constructor: None, args }
            }
        };
        Ok(self.expr(node, kind, JavaType::Void))
    }
}

/// The type of what a lambda gives.
fn result(function: &Expr) -> Option<JavaType> {
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
