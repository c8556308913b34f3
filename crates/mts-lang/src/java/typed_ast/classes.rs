//! Handles inheritance among the classes of the file.
//!
//! The module also computes the types of members for the type of a receiver.

use super::library::{self, class_name};
use super::tree::{ClassKind, Expr, ExprKind, Method};
use super::{LowerResult, Lowerer, unsupported};
use mts_model::JavaType;
use std::collections::BTreeMap;
use tree_sitter::Node;

/// The type arguments by type parameter.
pub(super) type TypeArgs = BTreeMap<String, JavaType>;

/// The parameter types and the result type of a functional interface's method.
///
/// The third item is the class and the index of the method, if the file declares the interface.
pub(super) type FunctionShape = (Vec<JavaType>, JavaType, Option<(usize, usize)>);

impl Lowerer<'_> {
    /// Returns the class and its supertypes in the file.
    ///
    /// The order is nearest first, superclasses before interfaces.
    pub(super) fn ancestry(&self, class: usize) -> Vec<usize> {
        let mut line = vec![class];
        let mut at = 0;
        while at < line.len() {
            let own = &self.program.classes[line[at]];
            for parent in own.superclass.iter().chain(&own.interfaces) {
                if let Some(parent) = self.class_of(parent)
                    && !line.contains(&parent)
                {
                    line.push(parent);
                }
            }
            at += 1;
        }
        line
    }

    /// Returns the nearest supertype that the file does not declare, other than `Object`.
    pub(super) fn library_parent(&self, class: usize) -> Option<JavaType> {
        self.ancestry(class).into_iter().find_map(|class| {
            let own = &self.program.classes[class];
            let mut parents = own.superclass.iter().chain(&own.interfaces);
            parents.find(|ty| self.class_of(ty).is_none() && class_name(ty) != "Object").cloned()
        })
    }

    /// Returns the type of `this`.
    pub(super) fn this_type(&self, class: usize) -> JavaType {
        let own = &self.program.classes[class];
        let args = own.type_params.iter().map(|(name, _)| JavaType::from_name(name)).collect();
        JavaType::Class { name: own.name.clone(), args }
    }

    /// Returns the type arguments of `class` for a value of type `ty`.
    ///
    /// If `class` is neither the class of `ty` nor a supertype, the type arguments are the bounds of the type
    /// parameters.
    pub(super) fn type_args(&self, ty: &JavaType, class: usize) -> TypeArgs {
        self.supertype_args(ty, class, 8).unwrap_or_else(|| self.erased(&self.program.classes[class].type_params))
    }

    fn supertype_args(&self, ty: &JavaType, class: usize, steps: u32) -> Option<TypeArgs> {
        let at = self.class_of(ty)?;
        let own = &self.program.classes[at];
        let args: &[JavaType] = if let JavaType::Class { args, .. } = ty { args } else { &[] };
        let mut type_args = self.erased(&own.type_params);
        type_args.extend(own.type_params.iter().zip(args).map(|((name, _), arg)| (name.clone(), arg.clone())));
        if at == class {
            return Some(type_args);
        }
        let mut parents = own.superclass.iter().chain(&own.interfaces);
        parents.find_map(|parent| self.supertype_args(&replaced(parent, &type_args), class, steps.checked_sub(1)?))
    }

    /// Returns the type parameters with their bounds as type arguments.
    pub(super) fn erased(&self, params: &[(String, JavaType)]) -> TypeArgs {
        let mut type_args: TypeArgs = params.iter().cloned().collect();
        for _ in 0..params.len() {
            type_args = type_args.iter().map(|(name, bound)| (name.clone(), self.plain(bound, &type_args))).collect();
        }
        type_args
    }

    /// Replaces a bound that is a type parameter by the type argument of this parameter.
    fn plain(&self, bound: &JavaType, type_args: &TypeArgs) -> JavaType {
        match bound {
            JavaType::Class { name, args } if args.is_empty() => type_args.get(name).unwrap_or(bound).clone(),
            other => other.clone(),
        }
    }

    /// Returns the bound, if the type is a type parameter; otherwise returns the type itself.
    pub(super) fn upper(&self, ty: &JavaType) -> JavaType {
        let mut ty = ty.clone();
        for _ in 0..4 {
            let JavaType::Class { name, args } = &ty else { break };
            match self.type_params.iter().find(|(param, _)| param == name) {
                Some((_, bound)) if args.is_empty() => ty = bound.clone(),
                _ => break,
            }
        }
        ty
    }

    /// Returns the supertype of `ty` that has the same class as `wanted`.
    ///
    /// Returns `ty` if no supertype has this class.
    pub(super) fn as_supertype(&self, ty: &JavaType, wanted: &JavaType) -> JavaType {
        let upper = self.upper(ty);
        let Some(class) = self.class_of(&upper) else { return ty.clone() };
        if let Some(above) = self.class_of(wanted) {
            if above == class || !self.ancestry(class).contains(&above) {
                return ty.clone();
            }
            let type_args = self.type_args(&upper, above);
            let own = &self.program.classes[above];
            let args =
                own.type_params.iter().map(|(name, _)| type_args.get(name).cloned().unwrap_or_default()).collect();
            return JavaType::Class { name: own.name.clone(), args };
        }
        let found = self.ancestry(class).into_iter().find_map(|at| {
            let own = &self.program.classes[at];
            let mut parents = own.superclass.iter().chain(&own.interfaces);
            let parent = parents.find(|parent| class_name(parent) == class_name(wanted))?;
            Some(replaced(parent, &self.type_args(&upper, at)))
        });
        found.unwrap_or_else(|| ty.clone())
    }

    /// Reports whether the type is a visible type parameter.
    pub(super) fn is_type_param(&self, ty: &JavaType) -> bool {
        matches!(ty, JavaType::Class { name, args } if args.is_empty() && self.type_params.iter().any(|(param, _)| param == name))
    }

    /// Reports whether a value of type `from` is assignable to type `to`.
    ///
    /// With `boxing`, Java may box or unbox the value.
    pub(super) fn fits(&self, from: &JavaType, to: &JavaType, boxing: bool) -> bool {
        if from == to {
            return true;
        }
        if let (JavaType::Array(a), JavaType::Array(b)) = (from, to)
            && !matches!((&**a, &**b), (JavaType::Primitive(_), _) | (_, JavaType::Primitive(_)))
        {
            return self.fits(a, b, false);
        }
        if self.is_type_param(to) {
            return boxing || !matches!(from, JavaType::Primitive(_));
        }
        let from = &self.upper(from);
        match (self.class_of(from), self.class_of(to)) {
            (Some(from), Some(to)) => self.ancestry(from).contains(&to),
            (Some(from), None) => {
                class_name(to) == "Object"
                    || *to == JavaType::Unknown
                    || self.ancestry(from).into_iter().any(|class| {
                        let own = &self.program.classes[class];
                        own.superclass.iter().chain(&own.interfaces).any(|parent| library::fits(parent, to, false))
                    })
            }
            (None, Some(_)) => matches!(from, JavaType::Null | JavaType::Unknown),
            (None, None) => library::fits(from, to, boxing),
        }
    }

    /// Returns the class or supertype that declares a field or enum constant with this name.
    pub(super) fn field_owner(&self, class: usize, name: &str) -> Option<usize> {
        self.ancestry(class).into_iter().find(|at| {
            let own = &self.program.classes[*at];
            own.fields.iter().any(|f| f.name == name) || own.constants.iter().any(|c| c == name)
        })
    }

    /// Returns the signature of a functional interface's method; `None` for any other type.
    pub(super) fn functional(&self, ty: &JavaType) -> Option<FunctionShape> {
        let Some(class) = self.class_of(ty) else {
            return library::functional(ty).map(|(takes, gives)| (takes, gives, None));
        };
        if self.program.classes[class].kind != ClassKind::Interface {
            return None;
        }
        let mut found = Vec::new();
        for at in self.ancestry(class) {
            let methods = self.program.classes[at].methods.iter().enumerate();
            found.extend(methods.filter(|(_, m)| m.is_abstract && !m.is_static).map(|(method, _)| (at, method)));
        }
        let [(at, method)] = found[..] else { return None };
        let type_args = self.type_args(ty, at);
        let method_of = &self.program.classes[at].methods[method];
        let takes = method_of.variables.iter().take(method_of.params).map(|v| replaced(&v.ty, &type_args)).collect();
        Some((takes, replaced(&method_of.returns, &type_args), Some((at, method))))
    }

    /// Returns the instance of `class` that the code can use: `this` or an enclosing instance.
    pub(super) fn instance_of_class(&self, node: Node<'_>, class: usize) -> LowerResult<Expr> {
        let refused = |what: &str| unsupported(node, format!("an instance member {what}"));
        if self.is_static {
            return Err(refused("in a static method"));
        }
        let mut at = self.class;
        loop {
            if self.ancestry(at).contains(&class) {
                let ty = self.this_type(at);
                let kind = if at == self.class { ExprKind::This } else { ExprKind::Outer(at) };
                return Ok(self.expr(node, kind, ty));
            }
            let own = &self.program.classes[at];
            if !own.is_inner || (own.is_local && self.enclosing.is_static && self.is_outermost_local(at)) {
                return Err(refused("in a class without an outer instance"));
            }
            at = own.outer.ok_or_else(|| refused("of a class that does not enclose this code"))?;
        }
    }

    /// Reports whether a local class is directly inside a class that is not local.
    fn is_outermost_local(&self, class: usize) -> bool {
        self.program.classes[class].outer.is_none_or(|outer| !self.program.classes[outer].is_local)
    }

    /// Returns the method's parameter types and result type for a receiver.
    pub(super) fn signature(&self, method: &Method, type_args: &TypeArgs) -> (Vec<JavaType>, JavaType) {
        let takes = method.variables.iter().take(method.params).map(|v| replaced(&v.ty, type_args)).collect();
        (takes, replaced(&method.returns, type_args))
    }
}

/// Replaces the type parameters in a type by type arguments.
pub(super) fn replaced(ty: &JavaType, type_args: &TypeArgs) -> JavaType {
    match ty {
        JavaType::Class { name, args } if args.is_empty() => type_args.get(name).unwrap_or(ty).clone(),
        JavaType::Class { name, args } => {
            JavaType::Class { name: name.clone(), args: args.iter().map(|a| replaced(a, type_args)).collect() }
        }
        JavaType::Array(element) => replaced(element, type_args).array_of(),
        other => other.clone(),
    }
}

/// Infers type arguments from the type `arg` of a value, and adds them to `type_args`.
///
/// `wanted` is the declared type, which may contain the type parameters `params`.
pub(super) fn infer(wanted: &JavaType, arg: &JavaType, params: &[(String, JavaType)], type_args: &mut TypeArgs) {
    match (wanted, arg) {
        (_, JavaType::Null | JavaType::Unknown | JavaType::Void) => {}
        (JavaType::Class { name, args }, _) if args.is_empty() && params.iter().any(|(param, _)| param == name) => {
            let boxed = arg.primitive().map_or_else(|| arg.clone(), JavaType::Boxed);
            type_args.entry(name.clone()).or_insert(boxed);
        }
        (JavaType::Class { args: wanted, .. }, JavaType::Class { args, .. }) => {
            wanted.iter().zip(args).for_each(|(w, a)| infer(w, a, params, type_args));
        }
        (JavaType::Array(wanted), JavaType::Array(arg)) if !matches!(**arg, JavaType::Primitive(_)) => {
            infer(wanted, arg, params, type_args);
        }
        _ => {}
    }
}
