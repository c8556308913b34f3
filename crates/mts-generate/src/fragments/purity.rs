//! Checks purity: code accesses only named state and calls only deterministic functions.
//!
//! Named state is the variables of the function and the objects that these variables refer to.

use super::ineligible_reason::IneligibleReason;
use super::liveness::Locals;
use mts_lang::ir::{Kind, Tree};
use mts_lang::{SourceFile, java};
use mts_model::{BinaryOp, Function, FunctionKind, JavaType, NodeId, jdk};
use std::collections::BTreeSet;

/// Reports whether a context can hold a variable of this class.
fn is_context_class(class: &str) -> bool {
    jdk::jdk_type(class).is_some_and(|row| row.is_input && row.is_collection())
}

/// Reports whether a context can hold a variable of this type.
///
/// A context holds scalars, strings, and arrays and collections of such values. A collection must have
/// type arguments.
#[must_use]
pub fn is_context_type(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) | JavaType::Boxed(_) | JavaType::String => true,
        JavaType::Array(element) => is_context_type(element),
        JavaType::Class { args, .. } => {
            ty.simple_class().is_some_and(is_context_class) && !args.is_empty() && args.iter().all(is_context_type)
        }
        JavaType::Unknown | JavaType::Void | JavaType::Null | JavaType::Convention(_) | JavaType::ExitStatus => false,
    }
}

/// A check of the calls and names of one function.
pub struct Purity<'a> {
    file: &'a SourceFile,
    function: &'a Function,
    tree: &'a Tree,
    locals: &'a Locals,
}

impl<'a> Purity<'a> {
    /// Creates the check for one function.
    #[must_use]
    pub fn new(file: &'a SourceFile, function: &'a Function, tree: &'a Tree, locals: &'a Locals) -> Self {
        Self { file, function, tree, locals }
    }

    /// Checks that these nodes access only named state and call only deterministic functions.
    ///
    /// # Errors
    ///
    /// Returns an error with the first other access or call, or the first unsupported construct.
    pub fn check(&self, nodes: &[NodeId]) -> Result<(), IneligibleReason> {
        nodes.iter().flat_map(|node| self.tree.preorder(*node)).try_for_each(|id| self.node(id))
    }

    fn node(&self, id: NodeId) -> Result<(), IneligibleReason> {
        match self.tree.kind(id) {
            Kind::Name(name) => self.name(id, name),
            Kind::Attribute(name) => {
                let class = self.static_class(self.tree.child(id, 0));
                let is_constant = class.is_some_and(jdk::has_pure_constants);
                let is_class = (name.starts_with(char::is_uppercase)
                    || matches!(name.as_str(), "util" | "lang" | "math"))
                    && self.is_package(self.tree.child(id, 0));
                if is_constant || is_class { Ok(()) } else { Err(IneligibleReason::NonLocal(name.clone())) }
            }
            Kind::Call { name, has_receiver } => self.call(id, name, *has_receiver),
            Kind::New(ty) => match ty {
                JavaType::String | JavaType::Boxed(_) => Ok(()),
                JavaType::Class { .. } if ty.simple_class().is_some_and(jdk::has_pure_constructor) => Ok(()),
                other => Err(IneligibleReason::ImpureCall(format!("new {other}"))),
            },
            Kind::Opaque(what) => Err(IneligibleReason::Construct(what)),
            Kind::Synchronized => Err(IneligibleReason::Construct("synchronized")),
            // Two equal strings may be one object or two objects, and a context does not record the
            // difference.
            Kind::Binary(BinaryOp::Eq | BinaryOp::Ne) if self.are_strings(id) => {
                Err(IneligibleReason::Construct("a comparison of strings with `==`"))
            }
            Kind::SwitchExpr | Kind::Yield => Err(IneligibleReason::Construct("a switch expression")),
            Kind::InstanceOf(_) => Err(IneligibleReason::Construct("instanceof")),
            Kind::Assert => Err(IneligibleReason::Construct("assert")),
            _ => Ok(()),
        }
    }

    fn are_strings(&self, id: NodeId) -> bool {
        self.tree.children(id).iter().all(|operand| self.tree.node(*operand).ty == JavaType::String)
    }

    fn name(&self, id: NodeId, name: &str) -> Result<(), IneligibleReason> {
        if self.locals.get(name).is_some() {
            return Ok(());
        }
        let parent = self.tree.node(id).parent;
        let is_base = parent.is_some_and(|at| {
            self.tree.child(at, 0) == Some(id)
                && matches!(self.tree.kind(at), Kind::Attribute(_) | Kind::Call { has_receiver: true, .. })
        });
        if is_base && (jdk::has_pure_constants(name) || matches!(name, "java" | "util" | "lang"))
            || java::constants(self.file).contains(name)
        {
            return Ok(());
        }
        Err(IneligibleReason::NonLocal(name.to_owned()))
    }

    fn is_package(&self, id: Option<NodeId>) -> bool {
        id.is_some_and(|id| match self.tree.kind(id) {
            Kind::Name(name) => name == "java",
            Kind::Attribute(name) => name == "util" || name == "lang" || name == "math",
            _ => false,
        })
    }

    /// Returns the class that a receiver names, if the receiver is a class name.
    fn static_class(&self, id: Option<NodeId>) -> Option<&str> {
        match self.tree.kind(id?) {
            Kind::Name(name) | Kind::Attribute(name)
                if name.starts_with(char::is_uppercase) && self.locals.get(name).is_none() =>
            {
                Some(name)
            }
            _ => None,
        }
    }

    fn call(&self, id: NodeId, name: &str, has_receiver: bool) -> Result<(), IneligibleReason> {
        let refused = || Err(IneligibleReason::ImpureCall(name.to_owned()));
        if jdk::is_unsteady(name) {
            return refused();
        }
        let receiver = self.tree.child(id, 0).filter(|_| has_receiver);
        let Some(receiver) = receiver else {
            return if self.is_pure_method(name) { Ok(()) } else { refused() };
        };
        if let Some(class) = self.static_class(Some(receiver)) {
            let own = self.function.scope.last().is_some_and(|own| own == class) && self.is_pure_method(name);
            return if jdk::has_pure_statics(class) || own { Ok(()) } else { refused() };
        }
        let is_held = match &self.tree.node(receiver).ty {
            JavaType::String | JavaType::Boxed(_) | JavaType::Array(_) => true,
            ty @ JavaType::Class { .. } => ty.simple_class().is_some_and(jdk::is_pure),
            // A receiver of unknown type is a call, an element or a variable, which this check examines too.
            JavaType::Unknown => matches!(self.tree.kind(receiver), Kind::Call { .. } | Kind::Index | Kind::Name(_)),
            _ => false,
        };
        if is_held && !jdk::is_impure_object_method(name) { Ok(()) } else { refused() }
    }

    /// Reports whether all methods with this name in the class are static and pure.
    fn is_pure_method(&self, name: &str) -> bool {
        self.is_pure_within(name, &mut BTreeSet::new())
    }

    fn is_pure_within(&self, name: &str, seen: &mut BTreeSet<String>) -> bool {
        if !seen.insert(name.to_owned()) || name == self.function.name {
            return self.function.kind == FunctionKind::StaticMethod || name != self.function.name;
        }
        let own = |f: &&Function| f.name == name && f.scope == self.function.scope;
        let methods: Vec<&Function> = self.file.functions.iter().filter(own).collect();
        !methods.is_empty()
            && methods.iter().all(|method| {
                if method.kind != FunctionKind::StaticMethod {
                    return false;
                }
                let Some(tree) = self.file.lower(method) else { return false };
                let locals = Locals::from_function(&tree, method);
                let inner = Purity { file: self.file, function: method, tree: &tree, locals: &locals };
                tree.preorder(tree.root).into_iter().all(|id| match tree.kind(id) {
                    Kind::Call { name, has_receiver: false } => self.is_pure_within(name, seen),
                    _ => inner.node(id).is_ok(),
                })
            })
    }
}
