//! Converts types in the source to [`JavaType`], and implements numeric promotions.
//!
//! The rules are those of the Java Language Specification, chapter 5.

use mts_model::nesting::MOST_TYPE_LEVELS;
use mts_model::{JavaType, Primitive};
use tree_sitter::Node;

/// Returns the named children without comments.
pub(super) fn named_children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|n| !n.is_extra()).collect()
}

/// Returns the type that a type node names, without annotations. A wildcard becomes its bound.
pub(super) fn of_node(node: Node<'_>, text: &str) -> JavaType {
    match node.kind() {
        "array_type" => {
            let element = node.child_by_field_name("element").map_or(JavaType::Unknown, |n| of_node(n, text));
            dimensioned(element, node.child_by_field_name("dimensions"), text)
        }
        "annotated_type" => last_named(node).map_or(JavaType::Unknown, |n| of_node(n, text)),
        "wildcard" => match last_named(node).filter(|n| n.kind() != "super" && !n.kind().contains("annotation")) {
            Some(bound) => of_node(bound, text),
            None => JavaType::from_name("Object"),
        },
        "generic_type" => {
            let mut cursor = node.walk();
            let mut name = String::new();
            let mut args = Vec::new();
            for child in node.named_children(&mut cursor) {
                if child.kind() == "type_arguments" {
                    let mut inner = child.walk();
                    let written = child.named_children(&mut inner).filter(|n| !n.is_extra());
                    args = written.map(|n| of_node(n, text)).collect();
                } else if !child.is_extra() {
                    name = plain_name(child, text);
                }
            }
            match JavaType::from_name(&name) {
                JavaType::Class { name, .. } => JavaType::Class { name, args },
                other => other,
            }
        }
        _ => JavaType::from_name(&plain_name(node, text)),
    }
}

/// Returns `ty` with the array dimensions of the `dimensions` node (`int a[][]`).
pub(super) fn dimensioned(ty: JavaType, dimensions: Option<Node<'_>>, text: &str) -> JavaType {
    let Some(node) = dimensions else { return ty };
    let brackets = node.utf8_text(text.as_bytes()).unwrap_or("").matches('[').count();
    (0..brackets.min(MOST_TYPE_LEVELS)).fold(ty, |ty, _| ty.array_of())
}

/// Returns a (scoped) type name without type arguments, annotations and white space.
fn plain_name(node: Node<'_>, text: &str) -> String {
    if node.child_count() == 0 {
        return node.utf8_text(text.as_bytes()).unwrap_or("").to_owned();
    }
    let mut cursor = node.walk();
    let parts: Vec<String> = node
        .named_children(&mut cursor)
        .filter(|n| matches!(n.kind(), "type_identifier" | "identifier" | "scoped_type_identifier" | "generic_type"))
        .map(|n| plain_name(n, text))
        .collect();
    if parts.is_empty() { node.utf8_text(text.as_bytes()).unwrap_or("").to_owned() } else { parts.join(".") }
}

fn last_named(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|n| !n.is_extra()).last()
}

/// Applies unary numeric promotion (JLS 5.6).
///
/// `byte`, `short` and `char` become `int`. Wrappers are unboxed. Types that are not numeric become unknown.
pub(super) fn unary_promotion(ty: &JavaType) -> JavaType {
    match ty.unboxed() {
        Some(Primitive::Boolean) | None => JavaType::Unknown,
        Some(Primitive::Byte | Primitive::Short | Primitive::Char) => JavaType::INT,
        Some(wide) => JavaType::Primitive(wide),
    }
}

/// Applies binary numeric promotion (JLS 5.6). The result is unknown if one side is not numeric.
pub(super) fn binary_promotion(left: &JavaType, right: &JavaType) -> JavaType {
    let (Some(a), Some(b)) = (left.unboxed(), right.unboxed()) else { return JavaType::Unknown };
    if a == Primitive::Boolean || b == Primitive::Boolean {
        return JavaType::Unknown;
    }
    let widest = [Primitive::Double, Primitive::Float, Primitive::Long].into_iter().find(|p| a == *p || b == *p);
    JavaType::Primitive(widest.unwrap_or(Primitive::Int))
}

/// Returns the type of `condition ? then : other` (JLS 15.25).
///
/// `fits` says that one branch is an integer literal from 0 to 127, which fits every numeric type. The function omits
/// the rules for lambdas and generics.
pub(super) fn conditional(then: &JavaType, other: &JavaType, fits: bool) -> JavaType {
    if then == other {
        return then.clone();
    }
    match (then, other) {
        (JavaType::Null, ty) | (ty, JavaType::Null) => ty.primitive().map_or_else(|| ty.clone(), JavaType::Boxed),
        _ => match (then.unboxed(), other.unboxed()) {
            (Some(a), Some(b)) if a == b => JavaType::Primitive(a),
            (Some(narrow @ (Primitive::Byte | Primitive::Short | Primitive::Char)), Some(Primitive::Int))
            | (Some(Primitive::Int), Some(narrow @ (Primitive::Byte | Primitive::Short | Primitive::Char)))
                if fits =>
            {
                JavaType::Primitive(narrow)
            }
            (Some(Primitive::Byte), Some(Primitive::Short)) | (Some(Primitive::Short), Some(Primitive::Byte)) => {
                JavaType::Primitive(Primitive::Short)
            }
            (Some(_), Some(_)) => binary_promotion(then, other),
            _ => JavaType::Unknown,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_gives_the_wider_type_and_at_least_int() {
        let prim = JavaType::Primitive;
        assert_eq!(binary_promotion(&prim(Primitive::Char), &prim(Primitive::Byte)), JavaType::INT);
        assert_eq!(binary_promotion(&prim(Primitive::Long), &prim(Primitive::Float)), prim(Primitive::Float));
        assert_eq!(binary_promotion(&JavaType::Boxed(Primitive::Int), &JavaType::INT), JavaType::INT);
        assert_eq!(binary_promotion(&JavaType::BOOLEAN, &JavaType::INT), JavaType::Unknown);
        assert_eq!(unary_promotion(&prim(Primitive::Short)), JavaType::INT);
    }

    #[test]
    fn a_conditional_is_boxed_with_null_and_stays_narrow_with_a_small_constant() {
        assert_eq!(conditional(&JavaType::INT, &JavaType::Null, false), JavaType::Boxed(Primitive::Int));
        let char = JavaType::Primitive(Primitive::Char);
        assert_eq!(conditional(&char, &JavaType::INT, true), char);
        assert_eq!(conditional(&char, &JavaType::INT, false), JavaType::INT);
    }
}
