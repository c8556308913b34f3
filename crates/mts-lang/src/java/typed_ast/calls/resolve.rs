//! Resolves names: classes, fields and constants of the file, and constants of the JDK.

use crate::ir::Literal;
use crate::java::library;
use crate::java::typed_ast::library::class_name;
use crate::java::typed_ast::tree::{Expr, ExprKind};
use crate::java::typed_ast::{LowerResult, Lowerer, unsupported};
use mts_model::JavaType;
use mts_model::jdk::{self, JdkConstant, JdkType, TypeShape};
use tree_sitter::Node;

impl Lowerer<'_> {
    /// Returns the class of the file with this simple name.
    ///
    /// If several classes have this name, returns the nearest class.
    pub(in crate::java::typed_ast) fn class_named(&self, name: &str) -> Option<usize> {
        let simple = name.rsplit('.').next().unwrap_or(name);
        let classes = &self.program.classes;
        let mut around = Vec::new();
        let mut at = Some(self.class);
        while let Some(class) = at {
            around.push(class);
            at = classes.get(class).and_then(|c| c.outer);
        }
        let distance = |class: usize| {
            let outer = classes[class].outer;
            around.iter().position(|a| *a == class || Some(*a) == outer).unwrap_or(usize::MAX)
        };
        (0..classes.len()).filter(|class| classes[*class].name == simple).min_by_key(|class| distance(*class))
    }

    /// Returns the index of the class that `ty` names, if the file declares this class.
    pub(in crate::java::typed_ast) fn class_of(&self, ty: &JavaType) -> Option<usize> {
        match ty {
            JavaType::Class { name, .. } => self.class_named(name),
            _ => None,
        }
    }

    /// Returns the class of the first static import that may name this method.
    ///
    /// An import of `*` may import every name.
    pub(in crate::java::typed_ast) fn imported(&self, method: &str) -> Option<String> {
        let root = self.world.file.root();
        crate::java::types::named_children(root).into_iter().filter(|n| n.kind() == "import_declaration").find_map(
            |n| {
                let text = self.text(n).strip_prefix("import")?.trim().strip_prefix("static ")?;
                let path: String = text.trim_end_matches(';').split_whitespace().collect();
                let (class, name) = path.rsplit_once('.')?;
                (name == method || name == "*").then(|| class.rsplit('.').next().unwrap_or(class).to_owned())
            },
        )
    }

    /// Returns the enum of the file that is the type of a value.
    pub(in crate::java::typed_ast) fn enum_of(&self, ty: &JavaType) -> Option<usize> {
        self.class_of(ty).filter(|class| !self.program.classes[*class].constants.is_empty())
    }

    /// Checks that a declared type is known.
    ///
    /// # Errors
    ///
    /// Returns an error if the type is unknown.
    pub(in crate::java::typed_ast) fn known_type(&self, ty: &JavaType, node: Node<'_>) -> LowerResult<()> {
        match ty {
            JavaType::Array(element) => self.known_type(element, node),
            JavaType::Class { name, args } => {
                let known = self.class_named(name).is_some()
                    || self.is_type_param(&JavaType::from_name(name))
                    || self.library.knows(name)
                    || self.functional(ty).is_some()
                    || jdk::is_above_boxes(&class_name(ty))
                    || jdk::is_exception_name(name)
                    || jdk::exception(name).is_some()
                    || jdk::type_shape(name) == TypeShape::Text
                    || name == "Class";
                if !known {
                    return Err(unsupported(node, format!("the type {name}")));
                }
                args.iter().try_for_each(|arg| self.known_type(arg, node))
            }
            _ => Ok(()),
        }
    }

    /// Returns the field with this name that is visible without a receiver.
    pub(in crate::java::typed_ast) fn visible_field(&self, node: Node<'_>, name: &str) -> Option<Expr> {
        let mut at = Some(self.class);
        while let Some(outer) = at {
            if let Some(class) = self.field_owner(outer, name) {
                let own = &self.program.classes[class];
                let Some(field) = own.fields.iter().find(|f| f.name == name) else {
                    let kind = ExprKind::Static { class, name: name.to_owned() };
                    return Some(self.expr(node, kind, self.this_type(class)));
                };
                if field.is_static {
                    return Some(self.expr(node, ExprKind::Static { class, name: name.to_owned() }, field.ty.clone()));
                }
                let ty = crate::java::typed_ast::classes::replaced(
                    &field.ty,
                    &self.type_args(&self.this_type(outer), class),
                );
                let base = self.instance_of_class(node, outer).unwrap_or_else(|_| {
                    // A static context has no such field. The caller reports the error.
                    self.expr(node, ExprKind::Implicit, self.this_type(outer))
                });
                let kind = ExprKind::Field { base: Box::new(base), class, name: name.to_owned() };
                return Some(self.expr(node, kind, ty));
            }
            at = self.program.classes[outer].outer;
        }
        None
    }

    /// Returns the static field or enum constant `name` of a class.
    ///
    /// The class is a class of the file or of the JDK.
    pub(in crate::java::typed_ast) fn static_field(&self, node: Node<'_>, class: &str, name: &str) -> Option<Expr> {
        if let Some(at) = self.class_named(class) {
            let at = self.field_owner(at, name)?;
            let owner = &self.program.classes[at];
            let ty = match owner.fields.iter().find(|f| f.name == name) {
                Some(field) if field.is_static => field.ty.clone(),
                None => JavaType::from_name(&owner.name),
                Some(_) => return None,
            };
            return Some(self.expr(node, ExprKind::Static { class: at, name: name.to_owned() }, ty));
        }
        let simple = class.rsplit('.').next().unwrap_or(class);
        let package = class.strip_suffix(simple).unwrap_or_default();
        let is_of_jdk = |row: &JdkType| package.strip_suffix('.').is_none_or(|package| package == row.package);
        let literal = match jdk::jdk_type(simple).filter(|row| is_of_jdk(row)).and(jdk::constant(simple, name))? {
            JdkConstant::Bool(value) => Literal::Bool(value),
            JdkConstant::Int(value) => Literal::Int(value.to_string()),
            JdkConstant::Char(value) => Literal::Char(value),
            JdkConstant::Float(value) => Literal::Float(value),
            JdkConstant::Ignored(ty) => {
                return Some(self.expr(node, ExprKind::Literal(Literal::Null), JavaType::from_name(ty)));
            }
        };
        let ty = library::static_field(simple, name);
        Some(self.expr(node, ExprKind::Literal(literal), ty.unboxed().map_or(ty, JavaType::Primitive)))
    }
}
