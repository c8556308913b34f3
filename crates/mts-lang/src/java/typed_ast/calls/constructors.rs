//! Lowers `new`, and calls of constructors from constructors.

use super::{Arg, is_open};
use crate::java::typed_ast::classes::TypeArgs;
use crate::java::typed_ast::library::class_name;
use crate::java::typed_ast::tree::{Expr, ExprKind};
use crate::java::typed_ast::{LowerResult, Lowerer, named_children, unsupported};
use crate::java::types;
use mts_model::{JavaType, jdk};
use tree_sitter::Node;

impl Lowerer<'_> {
    /// Chooses a constructor of a class of the file, and lowers its arguments.
    pub(in crate::java::typed_ast) fn constructed(
        &mut self,
        node: Node<'_>,
        class: usize,
        args: Vec<Node<'_>>,
    ) -> LowerResult<(Option<usize>, Vec<Expr>)> {
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
    ) -> LowerResult<(Option<usize>, Vec<Expr>, TypeArgs)> {
        let type_args = self.type_args(ty, class);
        let Some(at) = self.overload(class, &args, &type_args, |m| m.is_constructor) else {
            if !args.is_empty() || self.program.classes[class].methods.iter().any(|m| m.is_constructor) {
                let name = &self.program.classes[class].name;
                return Err(unsupported(node, format!("this call of a constructor of {name}")));
            }
            return Ok((None, Vec::new(), type_args));
        };
        let program = self.program;
        let (args, _) = self.fitted(node, &program.classes[class].methods[at], args, type_args.clone())?;
        Ok((Some(at), args, type_args))
    }

    /// Lowers `new` of a class of the file.
    pub(in crate::java::typed_ast) fn instance(
        &mut self,
        node: Node<'_>,
        class: usize,
        ty: JavaType,
        args: Vec<Arg<'_>>,
    ) -> LowerResult<Expr> {
        if self.program.classes[class].is_abstract {
            return Err(unsupported(node, "an instance of an abstract class"));
        }
        let (constructor, args, _) = self.constructor(node, class, &ty, args)?;
        let own = &self.program.classes[class];
        if own.is_inner && !own.is_local {
            // The new object needs an instance of the enclosing class. Check that the code has such an instance.
            self.instance_of_class(node, own.outer.unwrap_or(class))?;
        }
        Ok(self.expr(node, ExprKind::New { class, constructor, args, captures: Vec::new() }, ty))
    }

    pub(in crate::java::typed_ast) fn creation(
        &mut self,
        node: Node<'_>,
        wanted: Option<&JavaType>,
    ) -> LowerResult<Expr> {
        let args = node.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let mut written = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        // The expected type of the value gives the type arguments of `<>`.
        let is_diamond = node.child_by_field_name("type").is_some_and(|n| self.text(n).contains('<'));
        if let (JavaType::Class { name, args }, Some(JavaType::Class { args: from, .. })) = (&written, wanted)
            && args.is_empty()
            && is_diamond
        {
            written = JavaType::Class { name: name.clone(), args: from.clone() };
        }
        if named_children(node).iter().any(|n| n.kind() == "class_body") {
            return self.anonymous(node, written, args);
        }
        if node
            .child_by_field_name("type")
            .is_some_and(|ty| node.child(0).is_some_and(|n| n.kind() != "new" && n.end_byte() < ty.start_byte()))
        {
            return Err(unsupported(node, "`outer.new Inner()`"));
        }
        if let Some(class) = self.class_of(&written) {
            let args = self.arguments(args)?;
            return self.instance(node, class, written, args);
        }
        let name = class_name(&written);
        if jdk::is_exception_name(&name) {
            let args =
                args.into_iter().map(|n| self.value_of(n, &JavaType::String)).collect::<LowerResult<Vec<_>>>()?;
            return Ok(self.expr(node, ExprKind::NewException(args), written));
        }
        let ty = match (&written, wanted) {
            (JavaType::Class { name, args }, Some(JavaType::Class { args: from, .. })) if args.is_empty() => {
                JavaType::Class { name: name.clone(), args: from.clone() }
            }
            _ => written,
        };
        let args = self.arguments(args)?;
        let mut call = self.library_call(node, &ty, None, "new", args, None)?;
        if let (JavaType::Class { args: now, .. }, JavaType::Class { args: then, .. }) = (&ty, &call.ty)
            && (now.is_empty() && !is_open(&call.ty) && !then.is_empty())
        {
            return Ok(call);
        }
        call.ty = ty;
        Ok(call)
    }

    /// Lowers `new T(...) { ... }`.
    fn anonymous(&mut self, node: Node<'_>, written: JavaType, args: Vec<Node<'_>>) -> LowerResult<Expr> {
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
        let ty = JavaType::from_name(&own.name);
        // If the class has methods, the object has the type of the anonymous class, because a `var`
        // gives access to these methods. Otherwise the object has the supertype.
        let ty = if own.methods.is_empty() { written } else { ty };
        Ok(self.expr(node, ExprKind::New { class, constructor, args, captures }, ty))
    }

    /// Lowers `this(...)` or `super(...)`.
    pub(in crate::java::typed_ast) fn delegated(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let word = node.child_by_field_name("constructor").map_or("", |n| self.text(n));
        let args = node.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        if node.child_by_field_name("object").is_some() {
            return Err(unsupported(node, "`outer.super(...)`"));
        }
        let args = self.arguments(args)?;
        let superclass = self.program.classes[self.class].superclass.clone();
        let target = if word == "this" {
            Some((self.class, self.this_type(self.class)))
        } else {
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
                        Arg::Open(node) => Err(unsupported(node, "a lambda as an argument of `super(...)`")),
                    })
                    .collect::<LowerResult<Vec<_>>>()?;
                ExprKind::Delegate { class: None, constructor: None, args }
            }
        };
        Ok(self.expr(node, kind, JavaType::Void))
    }
}
