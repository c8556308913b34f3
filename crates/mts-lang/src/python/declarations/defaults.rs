//! Finds the parameters of a function that take a boolean, a number or a string.

use super::super::{definition, parts};
use crate::SourceFile;
use mts_model::{Function, JavaType};
use tree_sitter::Node;

/// Reports whether a parameter takes only booleans, numbers or strings.
///
/// The annotation of the parameter must be such a type, or its default must be such a literal. If the function calls
/// the parameter, the parameter also takes functions, so the result is false.
#[must_use]
pub fn takes_plain_value(file: &SourceFile, function: &Function, place: usize) -> bool {
    let Some(param) = function.params.get(place).filter(|param| !param.is_rest) else { return false };
    let Some(node) = definition(file, function) else { return false };
    let own = |node: Node<'_>| file.text.get(node.byte_range()).unwrap_or_default();
    let is_default = |part: &Node<'_>| {
        let is_own = part.child_by_field_name("name").is_some_and(|name| own(name) == param.name);
        is_own && part.kind() == "default_parameter" && part.child_by_field_name("value").is_some_and(is_literal)
    };
    let is_plain = matches!(param.ty, JavaType::Primitive(_) | JavaType::String)
        || node.child_by_field_name("parameters").map(parts).unwrap_or_default().iter().any(is_default);
    is_plain && !node.child_by_field_name("body").is_some_and(|body| is_called(body, &param.name, &file.text))
}

/// Reports whether an expression is a literal of a boolean, a number or a string.
fn is_literal(node: Node<'_>) -> bool {
    match node.kind() {
        "true" | "false" | "integer" | "float" | "string" | "concatenated_string" => true,
        "unary_operator" => node.child_by_field_name("argument").is_some_and(is_literal),
        _ => false,
    }
}

/// Reports whether code calls a name, or tests with `callable` whether it is callable.
fn is_called(node: Node<'_>, name: &str, text: &str) -> bool {
    let is_name = |node: Node<'_>| {
        node.kind() == "identifier"
            && node.byte_range().len() == name.len()
            && text.get(node.byte_range()) == Some(name)
    };
    let called = node.child_by_field_name("function").filter(|_| node.kind() == "call");
    let asks = called.is_some_and(|called| text.get(called.byte_range()) == Some("callable"))
        && node.child_by_field_name("arguments").is_some_and(|arguments| parts(arguments).into_iter().any(is_name));
    asks || called.is_some_and(is_name) || parts(node).into_iter().any(|part| is_called(part, name, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn a_parameter_is_plain_by_its_annotation_or_by_its_default() {
        let text = "def f(a, b: int, c=True, d=-1.5, e='x', g=None, h: Callable = True, k=False, m=0, *r):\n    \
                    return k(a) if callable(m) else c\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parsed");
        let function = &file.functions[0];
        let plain: Vec<&str> = (0..function.params.len())
            .filter(|place| takes_plain_value(&file, function, *place))
            .map(|place| function.params[place].name.as_str())
            .collect();
        assert_eq!(plain, ["b", "c", "d", "e"]);
    }
}
