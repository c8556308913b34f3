//! Finds facts about a function's class that the tool needs to call the function.
//!
//! The facts are the binary name, the constructors, the state and the visibility.

use super::{has_modifier, is_class};
use crate::SourceFile;
use crate::java::declarations;
use mts_model::{Function, FunctionKind, JavaType};
use tree_sitter::Node;

/// The code that may call a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// The modifier `private`.
    Private,
    /// No modifier.
    Package,
    /// The modifier `protected`.
    Protected,
    /// The modifier `public`. Every member of an interface without `private` is public too.
    Public,
}

/// Facts about a function and its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    /// The binary name of the class, such as `acme.Outer$Inner`.
    pub class: String,
    /// True if the function is a static method.
    pub is_static: bool,
    /// True if an object of the class needs an outer instance.
    ///
    /// The class or an enclosing class is then inner.
    pub is_inner: bool,
    /// True if the class is abstract or an interface, without direct instances.
    pub is_abstract: bool,
    /// True if the class is an enum, so that its instances are its constants.
    pub is_enum: bool,
    /// The parameter types of each constructor; of the default constructor if none is declared.
    ///
    /// Empty for an interface.
    pub constructors: Vec<Vec<JavaType>>,
    /// True if the file has a static field with state.
    ///
    /// Every static field has state, except a final primitive or string with a constant
    /// initialiser.
    pub has_static_state: bool,
    /// The code that may call the function.
    pub visibility: Visibility,
}

/// Returns the facts about a function of this file.
#[must_use]
pub fn facts(file: &SourceFile, function: &Function) -> ClassFacts {
    let node = declarations::node_of(file, function);
    let mut classes = Vec::new();
    let mut at = node;
    while let Some(here) = at {
        if is_class(here.kind()) {
            classes.push(here);
        }
        at = here.parent();
    }
    let own = classes.first().copied();
    let names = function.scope.join("$");
    let class = if function.package.is_empty() { names } else { format!("{}.{names}", function.package) };
    ClassFacts {
        class,
        is_static: function.kind == FunctionKind::StaticMethod,
        is_inner: classes.windows(2).any(|pair| is_inner(pair[0], pair[1])),
        is_abstract: own.is_some_and(|n| n.kind() == "interface_declaration" || has_modifier(n, "abstract")),
        is_enum: own.is_some_and(|n| n.kind() == "enum_declaration"),
        // A compact source file is a class with a default constructor.
        constructors: own.map_or_else(|| vec![Vec::new()], |n| constructors(n, &file.text)),
        has_static_state: has_static_state(file.root(), &file.text),
        visibility: node.map_or(Visibility::Package, |n| visibility(n, own)),
    }
}

/// Reports whether `class`, a member of `outer`, is an inner class.
///
/// Enums, records, interfaces and members of interfaces are static, with or without the modifier.
fn is_inner(class: Node<'_>, outer: Node<'_>) -> bool {
    class.kind() == "class_declaration" && !has_modifier(class, "static") && outer.kind() != "interface_declaration"
}

fn visibility(node: Node<'_>, class: Option<Node<'_>>) -> Visibility {
    if has_modifier(node, "private") {
        Visibility::Private
    } else if has_modifier(node, "public") || class.is_some_and(|n| n.kind() == "interface_declaration") {
        Visibility::Public
    } else if has_modifier(node, "protected") {
        Visibility::Protected
    } else {
        Visibility::Package
    }
}

pub(in crate::java) fn constructors(class: Node<'_>, text: &str) -> Vec<Vec<JavaType>> {
    let types = |list: Option<Node<'_>>| declarations::params(list, text).into_iter().map(|p| p.ty).collect();
    let mut found = Vec::new();
    if class.kind() == "record_declaration" {
        found.push(types(class.child_by_field_name("parameters")));
    }
    let mut todo: Vec<Node<'_>> = class.child_by_field_name("body").into_iter().collect();
    while let Some(body) = todo.pop() {
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            match member.kind() {
                "constructor_declaration" => found.push(types(member.child_by_field_name("parameters"))),
                "enum_body_declarations" => todo.push(member),
                _ => {}
            }
        }
    }
    if found.is_empty() && class.kind() != "interface_declaration" {
        found.push(Vec::new());
    }
    found
}

/// Reports whether a class of the file has a static field with state.
fn has_static_state(root: Node<'_>, text: &str) -> bool {
    let mut todo = vec![root];
    let mut cursor = root.walk();
    while let Some(node) = todo.pop() {
        let kind = node.kind();
        let is_implicitly_static = kind == "constant_declaration";
        let is_static = is_implicitly_static || (kind == "field_declaration" && has_modifier(node, "static"));
        if is_static && !is_constant(node, is_implicitly_static, text) {
            return true;
        }
        if is_class(kind) || kind.ends_with("_body") || kind == "program" || kind == "enum_body_declarations" {
            todo.extend(node.named_children(&mut cursor));
        }
    }
    false
}

fn is_constant(field: Node<'_>, is_final: bool, text: &str) -> bool {
    if !is_final && !has_modifier(field, "final") {
        return false;
    }
    let ty = field.child_by_field_name("type").map_or(JavaType::Unknown, |n| crate::java::types::of_node(n, text));
    if !matches!(ty, JavaType::Primitive(_) | JavaType::String) {
        return false;
    }
    let mut cursor = field.walk();
    field.children_by_field_name("declarator", &mut cursor).all(|declarator| {
        declarator.child_by_field_name("dimensions").is_none()
            && declarator.child_by_field_name("value").is_some_and(|n| is_constant_expression(n, text))
    })
}

/// Reports whether an expression consists only of literals, names and operators.
///
/// The last part of a qualified name must have no lower-case letter, as in `Limits.MAX_SIZE`.
fn is_constant_expression(node: Node<'_>, text: &str) -> bool {
    let mut todo = vec![node];
    let mut cursor = node.walk();
    while let Some(node) = todo.pop() {
        match node.kind() {
            "binary_expression"
            | "unary_expression"
            | "parenthesized_expression"
            | "ternary_expression"
            | "cast_expression" => todo.extend(node.named_children(&mut cursor)),
            "field_access" => {
                let name = node.child_by_field_name("field").and_then(|n| text.get(n.byte_range())).unwrap_or("");
                if name.chars().any(char::is_lowercase) {
                    return false;
                }
            }
            kind => {
                let is_plain = kind.ends_with("_literal")
                    || kind.ends_with("_type")
                    || matches!(kind, "identifier" | "type_identifier" | "true" | "false" | "null_literal")
                    || kind.ends_with("_comment");
                if !is_plain || kind == "class_literal" {
                    return false;
                }
            }
        }
    }
    true
}
