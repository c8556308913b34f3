//! Syntax nodes that declare classes and functions.

use crate::java::types::{self, named_children};
use mts_model::{JavaType, Param, TypeVariable};
use tree_sitter::Node;

/// Reports whether a node of this kind declares a function.
pub(in crate::java) fn is_function(kind: &str) -> bool {
    matches!(kind, "method_declaration" | "constructor_declaration" | "compact_constructor_declaration")
}

/// Reports whether a node of this kind declares a class, interface, enum, record or annotation.
pub(in crate::java) fn is_class(kind: &str) -> bool {
    matches!(
        kind,
        "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration"
    )
}

/// Reports whether the declaration has this modifier (`static`, `final`, ...).
pub(in crate::java) fn has_modifier(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    let Some(modifiers) = node.children(&mut cursor).find(|n| n.kind() == "modifiers") else { return false };
    let mut cursor = modifiers.walk();
    modifiers.children(&mut cursor).any(|n| n.kind() == word)
}

/// Returns the parameters of a `formal_parameters` node.
pub(in crate::java) fn params(node: Option<Node<'_>>, text: &str) -> Vec<Param> {
    let Some(node) = node else { return Vec::new() };
    let mut cursor = node.walk();
    let mut params = Vec::new();
    for child in node.named_children(&mut cursor) {
        let own = |name: Option<Node<'_>>, ty: JavaType, optional: bool| Param {
            name: name.map_or("", |n| n.utf8_text(text.as_bytes()).unwrap_or("")).to_owned(),
            ty,
            optional,
            is_rest: false,
        };
        match child.kind() {
            "formal_parameter" => {
                let ty = child.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, text));
                let ty = types::dimensioned(ty, child.child_by_field_name("dimensions"), text);
                params.push(own(child.child_by_field_name("name"), ty, false));
            }
            "spread_parameter" => {
                let mut inner = child.walk();
                let parts: Vec<Node<'_>> =
                    child.named_children(&mut inner).filter(|n| n.kind() != "modifiers" && !n.is_extra()).collect();
                let ty = parts.first().map_or(JavaType::Unknown, |n| types::of_node(*n, text));
                let declarator = parts.last().filter(|n| n.kind() == "variable_declarator");
                let name = declarator.and_then(|n| n.child_by_field_name("name"));
                params.push(own(name, ty.array_of(), true));
            }
            _ => {}
        }
    }
    params
}

/// Returns the type variables that a class or a method declares.
pub(in crate::java) fn type_variables(node: Node<'_>, text: &str) -> Vec<TypeVariable> {
    let one = |param: Node<'_>| {
        let parts = named_children(param);
        let name = parts.iter().find(|part| matches!(part.kind(), "type_identifier" | "identifier"))?;
        let bound = parts.iter().find(|part| part.kind() == "type_bound");
        let bound = bound.and_then(|bound| named_children(*bound).first().copied());
        let name = text.get(name.byte_range())?.to_owned();
        Some(TypeVariable { name, bound: bound.map(|bound| types::of_node(bound, text)) })
    };
    let list = named_children(node).into_iter().find(|child| child.kind() == "type_parameters");
    list.map(named_children).unwrap_or_default().into_iter().filter_map(one).collect()
}
