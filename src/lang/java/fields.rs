//! The fields in which objects of a class store something that is true of them at any time. Leaves aside what they
//! only keep for later: a `transient` field, and one that a method without parameters sets and gives, as those do that
//! compute a value when it is first asked for.

use super::declarations::{self, has_modifier};
use tree_sitter::Node;

/// The names of a class's own fields of that kind, in order.
pub(super) fn stored(class: Node<'_>, text: &str) -> Vec<String> {
    let of = |node: Node<'_>| text.get(node.byte_range()).unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    if class.kind() == "record_declaration" {
        let components = declarations::params(class.child_by_field_name("parameters"), text);
        found.extend(components.into_iter().map(|param| param.name));
    }
    let Some(body) = class.child_by_field_name("body") else { return found };
    let mut cursor = body.walk();
    let own: Vec<Node<'_>> = body.named_children(&mut cursor).collect();
    // Those of an enum stand behind its constants.
    let inner = own.iter().filter(|node| node.kind() == "enum_body_declarations");
    let inner = inner.flat_map(|node| node.named_children(&mut node.walk()).collect::<Vec<_>>());
    let members: Vec<Node<'_>> = inner.chain(own.iter().copied()).collect();
    for field in members.iter().filter(|node| node.kind() == "field_declaration") {
        let is_stored = !has_modifier(*field, "static") && !has_modifier(*field, "transient");
        for declarator in field.children_by_field_name("declarator", &mut field.walk()).filter(|_| is_stored) {
            found.extend(declarator.child_by_field_name("name").map(|name| of(name).to_owned()));
        }
    }
    let methods = members.iter().filter(|node| node.kind() == "method_declaration");
    let without =
        methods.filter(|node| node.child_by_field_name("parameters").is_some_and(|all| all.named_child_count() == 0));
    let kept: Vec<&str> = without.flat_map(|method| kept_for_later(*method, text)).collect();
    found.retain(|field| !kept.contains(&field.as_str()));
    found
}

/// What a method both sets and returns, by plain names.
fn kept_for_later<'t>(method: Node<'_>, text: &'t str) -> Vec<&'t str> {
    let plain = |node: Node<'_>| {
        let text = text.get(node.byte_range()).unwrap_or_default();
        text.strip_prefix("this.").unwrap_or(text)
    };
    let (mut set, mut given, mut todo) = (Vec::new(), Vec::new(), vec![method]);
    while let Some(node) = todo.pop() {
        match node.kind() {
            "assignment_expression" => set.extend(node.child_by_field_name("left").map(plain)),
            "return_statement" => {
                given.extend(node.named_child(0).map(values).unwrap_or_default().into_iter().map(plain))
            }
            _ => {}
        }
        todo.extend(node.named_children(&mut node.walk()));
    }
    set.retain(|name| given.contains(name));
    set
}

/// What an expression may have the value of: an assignment has that of what it sets.
fn values(node: Node<'_>) -> Vec<Node<'_>> {
    let parts = match node.kind() {
        "parenthesized_expression" => vec![node.named_child(0)],
        "ternary_expression" => vec![node.child_by_field_name("consequence"), node.child_by_field_name("alternative")],
        "assignment_expression" => vec![node.child_by_field_name("left")],
        _ => return vec![node],
    };
    parts.into_iter().flatten().flat_map(values).collect()
}

#[cfg(test)]
mod tests {
    use super::super::classes;
    use crate::lang::SourceFile;
    use crate::model::Language;

    #[test]
    fn fields_are_those_that_say_something_of_an_object_at_any_time() {
        let of = |text: &str| {
            let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses");
            classes(&file)[0].fields.join(" ")
        };
        assert_eq!(
            of("class A { static int n; int a, b = 2; private String c; transient int d; void f() { int e; } }"),
            "a b c"
        );
        assert_eq!(of("record R(int a, String b) { static int c; }"), "a b");
        assert_eq!(of("enum E { X(1); private final int size; E(int n) { size = n; } }"), "size");
        let lazy = "class A { int a, b, c; int a() { if (a == 0) { this.a = 7; } return a; } \
                    int b() { return b == 0 ? b = 3 : b; } int add(int n) { c = c + n; return c; } }";
        assert_eq!(of(lazy), "c");
        assert_eq!(of("class A { int a, b; int a() { return (a = 3); } int b() { b = 2; return b + 1; } }"), "b");
    }
}
