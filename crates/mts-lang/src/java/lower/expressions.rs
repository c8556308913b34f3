//! Lowers Java's expressions and gives them their static types.

use super::literals;
use super::operators::misread_cast;
use super::{Binding, Lowering, inside, named_children, span};
use crate::ir::{Form, Kind, Literal};
use crate::java::library::{self, Shape};
use crate::java::types;
use mts_model::{JavaType, NodeId, Primitive, Span};
use tree_sitter::Node;

impl<'f> Lowering<'f> {
    /// Lowers an expression. Parentheses around the expression widen its `outer` span.
    pub(in crate::java) fn expression(&mut self, node: Node<'f>) -> NodeId {
        self.expression_as(node, &JavaType::Unknown)
    }

    /// Lowers an expression like [`Lowering::expression`], with an expected type.
    ///
    /// The expected type gives the types of array initialisers and `switch` expressions.
    pub(in crate::java) fn expression_as(&mut self, node: Node<'f>, expected: &JavaType) -> NodeId {
        let mut inner = node;
        while inner.kind() == "parenthesized_expression" {
            let within = inside(inner);
            if within == inner {
                break;
            }
            inner = within;
        }
        let id = match self.deeper(|l| l.bare(inner, expected)) {
            Some(id) => id,
            None => self.add(Kind::Opaque("nesting"), inner),
        };
        // `parent` is slow, because it searches the node from the root. Call it only for these nodes.
        let cast = if node.kind().ends_with("type_identifier") { node.parent() } else { None };
        self.at(id).outer = match cast {
            // The parentheses belong to the expression that the grammar misreads as a cast.
            Some(cast) => {
                let close = node.next_sibling().map_or(node.end_byte(), |n| n.end_byte());
                Span::new(cast.start_byte(), close)
            }
            None => span(node),
        };
        id
    }

    fn bare(&mut self, node: Node<'f>, expected: &JavaType) -> NodeId {
        match node.kind() {
            "identifier" => self.name(node),
            "type_identifier" | "scoped_type_identifier" => self.misread_name(node),
            "this" => {
                let ty = match self.class {
                    Some(class) => JavaType::from_name(&self.symbols.classes[class].name),
                    None => JavaType::Unknown,
                };
                self.typed(Kind::Name("this".to_owned()), node, ty)
            }
            "super" => self.add(Kind::Name("super".to_owned()), node),
            "binary_expression" => self.binary(node),
            "cast_expression" | "unary_expression" if misread_cast(node).is_some() => self.binary(node),
            "unary_expression" => self.unary(node),
            "update_expression" => self.increment(node),
            "assignment_expression" => self.assignment(node),
            "ternary_expression" => self.conditional(node, expected),
            "cast_expression" => {
                let mut cursor = node.walk();
                let first = node.children_by_field_name("type", &mut cursor).next();
                let ty = first.map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
                let id = self.typed(Kind::Cast(ty.clone()), node, ty);
                self.adopt_fields(id, node, &["value"])
            }
            "instanceof_expression" => self.instance_of(node),
            "field_access" => self.field_access(node),
            "array_access" => {
                let id = self.add(Kind::Index, node);
                self.adopt_fields(id, node, &["array", "index"]);
                if let Some(JavaType::Array(element)) = self.tree.child(id, 0).map(|base| self.ty(base).clone()) {
                    self.at(id).ty = *element;
                }
                self.set_assignable(id);
                id
            }
            "method_invocation" => self.call(node),
            "object_creation_expression" => self.creation(node),
            "array_creation_expression" => self.array_creation(node),
            "array_initializer" => self.array_literal(node, expected),
            "lambda_expression" => self.in_lambda(|l| l.lambda(node)),
            "switch_expression" => {
                let id = self.switch(node, Kind::SwitchExpr);
                self.at(id).ty = expected.clone();
                id
            }
            "class_literal" => self.add(Kind::Opaque("class_literal"), node),
            "method_reference" => self.add(Kind::Opaque("method_reference"), node),
            _ => self.literal(node),
        }
    }

    fn typed(&mut self, kind: Kind, node: Node<'_>, ty: JavaType) -> NodeId {
        let id = self.add(kind, node);
        self.at(id).ty = ty;
        id
    }

    /// Lowers these fields of `node` and makes the results the children of `id`.
    pub(in crate::java) fn adopt_fields(&mut self, id: NodeId, node: Node<'f>, fields: &[&str]) -> NodeId {
        let children: Vec<NodeId> =
            fields.iter().filter_map(|f| node.child_by_field_name(f)).map(|n| self.expression(n)).collect();
        self.tree.adopt(id, children);
        id
    }

    fn literal(&mut self, node: Node<'f>) -> NodeId {
        let text = self.text_of(node);
        let prim = |p: Primitive| JavaType::Primitive(p);
        let (literal, ty) = match node.kind() {
            "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal" => {
                literals::integer(text)
            }
            "decimal_floating_point_literal" | "hex_floating_point_literal" => literals::float(text),
            "true" | "false" => (Literal::Bool(node.kind() == "true"), JavaType::BOOLEAN),
            "character_literal" => (literals::character(text), prim(Primitive::Char)),
            "string_literal" => (literals::string(text), JavaType::String),
            "null_literal" => (Literal::Null, JavaType::Null),
            _ => {
                let id = self.add(Kind::Opaque("expression"), node);
                let inner = named_children(node).into_iter().filter(|n| is_expression(n.kind()));
                let children = inner.map(|n| self.expression(n)).collect();
                self.tree.adopt(id, children);
                return id;
            }
        };
        self.typed(Kind::Literal(literal), node, ty)
    }

    fn instance_of(&mut self, node: Node<'f>) -> NodeId {
        let class = node.child_by_field_name("right").map_or("", |n| self.text_of(n)).to_owned();
        let id = self.typed(Kind::InstanceOf(class), node, JavaType::BOOLEAN);
        self.adopt_fields(id, node, &["left"]);
        if let (Some(name), Some(class)) = (node.child_by_field_name("name"), node.child_by_field_name("right")) {
            // The tree has no node for the variable of the pattern. Later code needs only the type of the variable.
            let ty = types::of_node(class, self.text);
            self.declare(name, ty, false);
        }
        id
    }

    fn field_access(&mut self, node: Node<'f>) -> NodeId {
        let name = node.child_by_field_name("field").map_or("", |n| self.text_of(n)).to_owned();
        let id = self.add(Kind::Attribute(name.clone()), node);
        self.adopt_fields(id, node, &["object"]);
        self.attribute(id, name, node.child_by_field_name("object"));
        id
    }

    /// Lowers a variable or field that the grammar reads as the type of a cast.
    fn misread_name(&mut self, node: Node<'f>) -> NodeId {
        if node.kind() == "type_identifier" {
            return self.name(node);
        }
        let parts = named_children(node);
        let name = parts.last().map_or("", |n| self.text_of(*n)).to_owned();
        let id = self.add(Kind::Attribute(name.clone()), node);
        let object = parts.first().copied();
        let base = object.map(|n| self.misread_name(n));
        self.tree.adopt(id, base.into_iter().collect());
        self.attribute(id, name, object);
        id
    }

    /// Resolves the field `name` of the lowered object.
    ///
    /// The field is a length, a field of the file, or a constant of the JDK.
    fn attribute(&mut self, id: NodeId, name: String, object: Option<Node<'f>>) {
        let Some(base) = self.tree.child(id, 0) else { return };
        let base_ty = self.ty(base).clone();
        let class = self.class_named(object);
        if name == "length" && class.is_none() && matches!(base_ty, JavaType::Array(_) | JavaType::Unknown) {
            self.at(id).kind = Kind::Length;
            self.at(id).form = Form::Field;
            self.at(id).ty = JavaType::INT;
            return;
        }
        let owner = match (&class, &base_ty) {
            (Some(class), _) => self.symbols.by_name(class),
            (None, JavaType::Class { name, .. }) => self.symbols.by_name(name),
            _ if matches!(self.tree.kind(base), Kind::Name(n) if n == "super") => self.class,
            _ => None,
        };
        if let Some((ty, is_final)) = owner.and_then(|owner| self.symbols.field_of(owner, &name, &base_ty)) {
            self.at(id).ty = ty;
            if !is_final {
                self.set_assignable(id);
            }
        } else if let Some(class) = class {
            self.at(id).ty = library::static_field(&class, &name);
        }
    }

    /// Returns the class that an expression names, such as `Math` in `Math.max`.
    ///
    /// Returns `None` for a variable, and if the last part of the name does not begin with a capital letter.
    fn class_named(&self, node: Option<Node<'f>>) -> Option<String> {
        let node = node.filter(|n| {
            matches!(n.kind(), "identifier" | "field_access" | "type_identifier" | "scoped_type_identifier")
        })?;
        let text: String = self.text_of(node).split_whitespace().collect();
        let first = text.split('.').next()?;
        if first == "this" || first == "super" || !matches!(self.binding(first), Binding::None) {
            return None;
        }
        // The last part of a qualified class name starts with a capital letter.
        let last = text.rsplit('.').next()?;
        last.starts_with(char::is_uppercase).then_some(text)
    }

    fn arguments(&mut self, node: Node<'f>) -> Vec<NodeId> {
        let list = node.child_by_field_name("arguments");
        list.map(named_children).unwrap_or_default().into_iter().map(|n| self.expression(n)).collect()
    }

    fn call(&mut self, node: Node<'f>) -> NodeId {
        let name = node.child_by_field_name("name").map_or("", |n| self.text_of(n)).to_owned();
        let object = node.child_by_field_name("object");
        let class = self.class_named(object);
        let id = self.add(Kind::Call { name: name.clone(), has_receiver: object.is_some() }, node);
        let receiver = object.map(|n| self.expression(n));
        let args = self.arguments(node);
        let arg_types: Vec<JavaType> = args.iter().map(|a| self.ty(*a).clone()).collect();
        let receiver_ty = receiver.map_or(JavaType::Unknown, |r| self.ty(r).clone());
        let on_super = receiver.is_some_and(|r| matches!(self.tree.kind(r), Kind::Name(n) if n == "super"));
        let ty = match (&class, receiver) {
            (None, None) => {
                let found = self.class.and_then(|at| self.symbols.visible_method(at, &name, &arg_types));
                found.unwrap_or_default()
            }
            (Some(class), _) => match self.symbols.by_name(class) {
                Some(at) => self.symbols.method(at, &name, &JavaType::Unknown, &arg_types).unwrap_or_default(),
                None => library::static_method(class, &name, &arg_types),
            },
            (None, Some(_)) => {
                let owner = match &receiver_ty {
                    JavaType::Class { name, .. } => self.symbols.by_name(name),
                    _ if on_super => self.class,
                    _ => None,
                };
                let own = owner.and_then(|at| self.symbols.method(at, &name, &receiver_ty, &arg_types));
                own.unwrap_or_else(|| library::method(&receiver_ty, &name, &arg_types))
            }
        };
        self.at(id).ty = ty;
        if class.is_none() && receiver.is_some() && !on_super {
            self.normal_form(id, &name, &receiver_ty, args.len());
        }
        self.tree.adopt(id, receiver.into_iter().chain(args).collect());
        id
    }

    /// Turns a call that reads a length or element into a `Length` or `Index`.
    ///
    /// Examples are `list.size()` and `text.charAt(i)`.
    fn normal_form(&mut self, id: NodeId, name: &str, receiver: &JavaType, args: usize) {
        let shapes = library::shapes(receiver);
        let (kind, ty) = match args {
            0 if shapes.iter().any(|shape| shape.length_method() == name) => (Kind::Length, JavaType::INT),
            1 if shapes.iter().any(|shape| shape.element_method() == Some(name)) => {
                let of_text = shapes.contains(&Shape::Text).then_some(JavaType::Primitive(Primitive::Char));
                (Kind::Index, of_text.unwrap_or_else(|| self.ty(id).clone()))
            }
            _ => return,
        };
        let node = self.at(id);
        node.kind = kind;
        node.form = Form::Method;
        node.ty = ty;
    }

    /// Lowers `this(...)` or `super(...)` of a constructor.
    pub(in crate::java) fn constructor_call(&mut self, node: Node<'f>) -> NodeId {
        let name = node.child_by_field_name("constructor").map_or("super", |n| self.text_of(n)).to_owned();
        let id = self.add(Kind::Call { name, has_receiver: false }, node);
        let end = node.child_by_field_name("arguments").map_or(node.end_byte(), |n| n.end_byte());
        self.at(id).span.end = end;
        self.at(id).outer.end = end;
        self.at(id).ty = JavaType::Void;
        let args = self.arguments(node);
        self.tree.adopt(id, args);
        id
    }

    fn creation(&mut self, node: Node<'f>) -> NodeId {
        let ty = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        let body = named_children(node).into_iter().find(|n| n.kind() == "class_body");
        let id = self.typed(Kind::New(ty.clone()), node, ty);
        if let Some(body) = body {
            self.at(id).kind = Kind::Opaque("object_creation_expression");
            self.capture(body);
        }
        // In `outer.new Inner()`, the outer instance is the first child.
        let is_qualified = node.child(0).is_some_and(|n| n.kind() != "new");
        let mut children = Vec::new();
        if is_qualified && let Some(outer) = named_children(node).first() {
            self.at(id).kind = Kind::Opaque("object_creation_expression");
            children.push(self.expression(*outer));
        }
        children.extend(self.arguments(node));
        self.tree.adopt(id, children);
        id
    }

    fn array_creation(&mut self, node: Node<'f>) -> NodeId {
        let element = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        let mut of = element;
        let mut sizes = Vec::new();
        for child in named_children(node) {
            match child.kind() {
                "dimensions_expr" => {
                    of = of.array_of();
                    sizes.extend(named_children(child).into_iter().rfind(|n| is_expression(n.kind())));
                }
                "dimensions" => of = types::dimensioned(of, Some(child), self.text),
                _ => {}
            }
        }
        let id = self.typed(Kind::NewArray { of: of.clone(), dims: sizes.len() }, node, of.clone());
        let mut children: Vec<NodeId> = sizes.into_iter().map(|n| self.expression(n)).collect();
        if let Some(value) = node.child_by_field_name("value") {
            children.push(self.array_literal(value, &of));
        }
        self.tree.adopt(id, children);
        id
    }

    fn array_literal(&mut self, node: Node<'f>, expected: &JavaType) -> NodeId {
        let id = self.typed(Kind::ArrayLiteral, node, expected.clone());
        let element = match expected {
            JavaType::Array(element) => (**element).clone(),
            _ => JavaType::Unknown,
        };
        let children = named_children(node).into_iter().map(|n| self.expression_as(n, &element)).collect();
        self.tree.adopt(id, children);
        id
    }

    fn lambda(&mut self, node: Node<'f>) -> NodeId {
        let id = self.add(Kind::Lambda, node);
        let mut children = Vec::new();
        if let Some(list) = node.child_by_field_name("parameters") {
            let names = if list.kind() == "identifier" { vec![list] } else { named_children(list) };
            for name in names {
                let ty = if name.kind() == "formal_parameter" { self.declared_type(name) } else { JavaType::Unknown };
                let name = name.child_by_field_name("name").unwrap_or(name);
                children.push(self.declare(name, ty, false));
            }
        }
        if let Some(body) = node.child_by_field_name("body") {
            // A `return` inside the lambda belongs to the lambda.
            let returns = std::mem::take(&mut self.returns);
            let body = if body.kind() == "block" { self.block(body) } else { self.expression(body) };
            self.returns = returns;
            children.push(body);
        }
        self.tree.adopt(id, children);
        id
    }
}

/// Reports whether a syntax node of this kind is an expression.
fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(
            kind,
            "identifier" | "this" | "field_access" | "array_access" | "method_invocation" | "true" | "false"
        )
}
