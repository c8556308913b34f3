//! Lowers expressions to the typed AST.

use super::tree::{Expr, ExprKind};
use super::{LowerResult, Lowerer, first, named_children, unsupported};
use crate::ir::Literal;
use crate::java::lower::literals;
use crate::java::types;
use mts_model::{JavaType, Primitive, Span};
use tree_sitter::Node;

impl Lowerer<'_> {
    pub(super) fn expr(&self, node: Node<'_>, kind: ExprKind, ty: JavaType) -> Expr {
        Expr { kind, ty, span: Span::new(node.start_byte(), node.end_byte()), line: super::line(node) }
    }

    /// Lowers an expression and converts its value to the expected type.
    pub(super) fn value_of(&mut self, node: Node<'_>, ty: &JavaType) -> LowerResult<Expr> {
        let value = self.expression(node, Some(ty))?;
        self.convert(value, ty)
    }

    /// Lowers an expression whose value no code uses.
    pub(super) fn effect(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        self.expression(node, None)
    }

    /// Lowers an expression.
    ///
    /// The type `wanted` determines the types of lambdas, method references, `<>`, array initialisers and generic
    /// calls.
    pub(super) fn expression(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let literal = |own: &Self, (literal, ty): (Literal, JavaType)| own.expr(node, ExprKind::Literal(literal), ty);
        let text = self.text(node);
        Ok(match node.kind() {
            "parenthesized_expression" => return self.expression(first(node)?, wanted),
            "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal" => {
                literal(self, literals::integer(text))
            }
            "decimal_floating_point_literal" | "hex_floating_point_literal" => literal(self, literals::float(text)),
            "true" | "false" => literal(self, (Literal::Bool(text == "true"), JavaType::BOOLEAN)),
            "null_literal" => literal(self, (Literal::Null, JavaType::Null)),
            "character_literal" => match literals::character(text) {
                value @ Literal::Char(_) => literal(self, (value, JavaType::Primitive(Primitive::Char))),
                _ => return Err(unsupported(node, "a character literal that is a lone UTF-16 surrogate")),
            },
            "string_literal" => match literals::string(text) {
                Literal::Str(value) if !literals::has_lone_surrogate(text) => {
                    literal(self, (Literal::Str(value), JavaType::String))
                }
                _ => return Err(unsupported(node, "a string literal with a lone UTF-16 surrogate")),
            },
            "identifier" => return self.name(node),
            "this" => {
                let ty = self.this_type(self.class);
                self.expr(node, ExprKind::This, ty)
            }
            "class_literal" => {
                let ty = types::of_node(first(node)?, self.text);
                let class = self.class_of(&ty).ok_or_else(|| unsupported(node, format!("the class {ty}")))?;
                self.expr(node, ExprKind::ClassLiteral(class), JavaType::from_name("Class"))
            }
            "method_reference" => return self.reference(node, wanted),
            "unary_expression" => return self.unary(node),
            "binary_expression" => return self.binary(node),
            "assignment_expression" => return self.assignment(node),
            "update_expression" => return self.increment(node),
            "ternary_expression" => return self.ternary(node, wanted),
            "cast_expression" => return self.cast(node),
            "instanceof_expression" => return self.instance_of(node),
            "array_access" => return self.index(node),
            "field_access" => return self.field(node),
            "method_invocation" => return self.call(node, wanted),
            "object_creation_expression" => return self.creation(node, wanted),
            "array_creation_expression" => return self.array(node),
            "array_initializer" => return self.elements(node, wanted),
            "lambda_expression" => return self.lambda(node, wanted),
            "switch_expression" => return self.switch_value(node, wanted),
            kind => return Err(unsupported(node, format!("the expression `{}`", kind.replace('_', " ")))),
        })
    }

    fn name(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let name = self.text(node);
        if let Some(local) = self.local(name) {
            let ty = self.variables[local].ty.clone();
            return Ok(self.expr(node, ExprKind::Local(local), ty));
        }
        let field =
            self.visible_field(node, name).ok_or_else(|| unsupported(node, format!("the unknown name `{name}`")))?;
        if matches!(&field.kind, ExprKind::Field { base, .. } if matches!(base.kind, ExprKind::Implicit)) {
            return Err(unsupported(node, format!("the instance field `{name}` in a static method")));
        }
        Ok(field)
    }

    fn cast(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let (Some(ty), Some(value)) = (node.child_by_field_name("type"), node.child_by_field_name("value")) else {
            return Err(unsupported(node, "a cast without a type"));
        };
        let ty = types::of_node(ty, self.text);
        let value = self.expression(value, Some(&ty))?;
        self.cast_of(node, value)
    }

    /// Applies the cast in the node to a value.
    pub(super) fn cast_of(&self, node: Node<'_>, value: Expr) -> LowerResult<Expr> {
        let ty = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        self.known_type(&ty, node)?;
        if self.is_type_param(&ty) || matches!(&ty, JavaType::Array(element) if self.is_type_param(element)) {
            // Java does not check this cast at run time.
            return Ok(super::calls::conversions::retyped(value, &ty));
        }
        if let Some(class) = self.class_of(&ty) {
            let fits = self.fits(&value.ty, &ty, false);
            if self.program.classes[class].kind == super::ClassKind::Interface && self.functional(&ty).is_some() && fits
            {
                return Ok(super::calls::conversions::retyped(value, &ty));
            }
            let kind = ExprKind::Cast(Box::new(value.clone()), class);
            return Ok(if fits { super::calls::conversions::retyped(value, &ty) } else { self.expr(node, kind, ty) });
        }
        if super::library::class_name(&ty) == "Comparable" {
            return Ok(super::calls::conversions::retyped(value, &ty));
        }
        let is_checked = |ty: &JavaType| !matches!(ty, JavaType::Primitive(_) | JavaType::Boxed(_));
        if matches!(value.ty, JavaType::Class { .. } | JavaType::Unknown)
            && super::library::class_name(&value.ty) == "Object"
            && is_checked(&ty)
            && !matches!(ty, JavaType::Class { ref args, .. } if !args.is_empty())
            && super::library::class_name(&ty) != "Object"
        {
            return Err(unsupported(node, format!("a checked cast to {ty}")));
        }
        if matches!(value.ty, JavaType::Class { .. } | JavaType::Unknown) {
            let is_known = matches!(ty, JavaType::Primitive(Primitive::Int | Primitive::Double | Primitive::Boolean));
            if ty.unboxed().is_some() && !is_known {
                return Err(unsupported(node, format!("a checked cast to {ty}")));
            }
        }
        let mut cast = self.convert(value, &ty)?;
        cast.span = Span::new(node.start_byte(), node.end_byte());
        Ok(cast)
    }

    fn instance_of(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let left =
            node.child_by_field_name("left").ok_or_else(|| unsupported(node, "`instanceof` without an operand"))?;
        if let Some(part) = node.child_by_field_name("pattern") {
            return Err(unsupported(part, "a record pattern"));
        }
        let ty = node.child_by_field_name("right").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        if self.class_of(&ty).is_none() || self.is_type_param(&ty) {
            return Err(unsupported(node, format!("`instanceof {ty}`")));
        }
        let mut value = self.expression(left, None)?;
        if let Some(name) = node.child_by_field_name("name") {
            let name = self.text(name).to_owned();
            let variable = self.declare(&name, ty.clone());
            let target = self.expr(node, ExprKind::Local(variable), ty.clone());
            let value_of = super::calls::conversions::retyped(value, &ty);
            value = self.expr(node, ExprKind::Assign(Box::new(target), Box::new(value_of)), ty.clone());
        }
        Ok(self.expr(node, ExprKind::InstanceOf(Box::new(value), ty), JavaType::BOOLEAN))
    }

    fn index(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let (Some(array), Some(index)) = (node.child_by_field_name("array"), node.child_by_field_name("index")) else {
            return Err(unsupported(node, "an index without an array"));
        };
        let array = self.expression(array, None)?;
        let JavaType::Array(element) = array.ty.clone() else {
            return Err(unsupported(node, format!("an index on a value of type {}", array.ty)));
        };
        let index = self.expression(index, None)?;
        let index = self.promote(index)?;
        Ok(self.expr(node, ExprKind::Index(Box::new(array), Box::new(index)), *element))
    }

    fn field(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let (Some(object), Some(field)) = (node.child_by_field_name("object"), node.child_by_field_name("field"))
        else {
            return Err(unsupported(node, "a field access without an object"));
        };
        let name = self.text(field);
        if name == "this" {
            let class = self.class_named(self.text(object));
            let class = class.ok_or_else(|| unsupported(node, "`Outer.this` of a class outside of the file"))?;
            return self.instance_of_class(node, class);
        }
        if object.kind() == "super" {
            let found = self.program.classes[self.class].superclass.clone().and_then(|ty| self.class_of(&ty));
            let class = found.and_then(|class| self.field_owner(class, name));
            let class = class.ok_or_else(|| unsupported(node, format!("the field `{name}` of `super`")))?;
            let this = self.expr(node, ExprKind::This, self.this_type(self.class));
            return self.field_of(node, this, class, name);
        }
        // A name that is not a variable is a class.
        if matches!(object.kind(), "identifier" | "field_access") && self.is_class_name(object) {
            let class: String = self.text(object).split_whitespace().collect();
            let found = self.static_field(node, &class, name);
            return found.ok_or_else(|| unsupported(node, format!("the constant {class}.{name}")));
        }
        let base = self.expression(object, None)?;
        if matches!(base.ty, JavaType::Array(_)) && name == "length" {
            return Ok(self.expr(node, ExprKind::Length(Box::new(base)), JavaType::INT));
        }
        let ty = self.upper(&base.ty);
        let class = self.class_of(&ty).and_then(|class| self.field_owner(class, name));
        let class = class.ok_or_else(|| unsupported(node, format!("the field `{name}` of a value of type {ty}")))?;
        self.field_of(node, base, class, name)
    }

    fn field_of(&self, node: Node<'_>, base: Expr, class: usize, name: &str) -> LowerResult<Expr> {
        let found = self.program.classes[class].fields.iter().find(|f| f.name == name);
        let found = found.ok_or_else(|| unsupported(node, format!("the field `{name}`")))?;
        if found.is_static {
            return Ok(self.expr(node, ExprKind::Static { class, name: name.to_owned() }, found.ty.clone()));
        }
        let ty = super::classes::replaced(&found.ty, &self.type_args(&self.upper(&base.ty), class));
        let kind = ExprKind::Field { base: Box::new(base), class, name: name.to_owned() };
        Ok(self.expr(node, kind, ty))
    }

    /// Reports whether a name or a chain of names is a class, not a variable.
    pub(super) fn is_class_name(&self, node: Node<'_>) -> bool {
        if node.kind() == "field_access"
            && let (Some(object), Some(field)) = (node.child_by_field_name("object"), node.child_by_field_name("field"))
        {
            let class: String = self.text(object).split_whitespace().collect();
            if self.text(field) == "this" || self.static_field(node, &class, self.text(field)).is_some() {
                return false;
            }
        }
        let mut head = node;
        while head.kind() == "field_access" {
            let Some(inner) = head.child_by_field_name("object") else { return false };
            head = inner;
        }
        let name = self.text(head);
        head.kind() == "identifier" && !self.sees_local(name) && self.visible_field(head, name).is_none()
    }

    fn array(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let base = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        self.known_type(&base, node)?;
        let mut ty = base;
        let mut dims = Vec::new();
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node.children_by_field_name("dimensions", &mut cursor).collect();
        for part in parts {
            if part.kind() == "dimensions_expr" {
                let size = self.expression(first(part)?, None)?;
                dims.push(self.promote(size)?);
                ty = ty.array_of();
            } else {
                ty = types::dimensioned(ty, Some(part), self.text);
            }
        }
        match node.child_by_field_name("value") {
            Some(value) => self.elements(value, Some(&ty)),
            None => Ok(self.expr(node, ExprKind::NewArray(dims), ty)),
        }
    }

    fn elements(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let Some(JavaType::Array(element)) = wanted else {
            return Err(unsupported(node, "an array initialiser without a type"));
        };
        let parts =
            named_children(node).into_iter().map(|n| self.value_of(n, element)).collect::<LowerResult<Vec<_>>>()?;
        Ok(self.expr(node, ExprKind::ArrayLiteral(parts), JavaType::Array(element.clone())))
    }
}
