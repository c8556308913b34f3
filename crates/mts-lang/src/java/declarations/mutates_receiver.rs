//! Decides whether a method modifies its receiver, by the assignments in its body.
//!
//! The module does not read the called methods.

use crate::SourceFile;
use crate::java::declarations;
use mts_model::{Function, jdk};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Reports whether a method assigns a field of its object and has no loop.
///
/// The method must also have no call with the name of a JDK method that may block or start a thread. An assignment to
/// an element of an array in a field counts too.
#[must_use]
pub fn sets_fields(file: &SourceFile, function: &Function) -> bool {
    let Some(body) = declarations::node_of(file, function).and_then(|node| node.child_by_field_name("body")) else {
        return false;
    };
    let text = |node: Node<'_>| file.text.get(node.byte_range()).unwrap_or_default();
    let mut own: BTreeSet<&str> = function.params.iter().map(|param| param.name.as_str()).collect();
    let (mut targets, mut todo) = (Vec::new(), vec![body]);
    while let Some(node) = todo.pop() {
        match node.kind() {
            "while_statement" | "do_statement" | "for_statement" | "enhanced_for_statement" => return false,
            "method_invocation" if node.child_by_field_name("name").is_some_and(|name| jdk::may_block(text(name))) => {
                return false;
            }
            // The code of these nodes runs at another time, or on another object.
            "lambda_expression" | "class_body" | "class_declaration" => continue,
            "variable_declarator" | "catch_formal_parameter" | "resource" => {
                own.extend(node.child_by_field_name("name").map(text));
            }
            "assignment_expression" => targets.extend(node.child_by_field_name("left")),
            "update_expression" => targets.extend(node.named_child(0)),
            _ => {}
        }
        let mut cursor = node.walk();
        todo.extend(node.named_children(&mut cursor));
    }
    let is_field = |mut target: Node<'_>| {
        while target.kind() == "array_access" {
            let Some(array) = target.child_by_field_name("array") else { return false };
            target = array;
        }
        match target.kind() {
            "identifier" => !own.contains(text(target)),
            "field_access" => target.child_by_field_name("object").is_some_and(|of| of.kind() == "this"),
            _ => false,
        }
    };
    targets.into_iter().any(is_field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn a_method_mutates_its_object_if_it_assigns_a_field_and_cannot_hang() {
        let is_changed = |body: &str| {
            let text = format!("class A {{ int n; int[] all; void f(int p) {{ {body} }} }}");
            let file = SourceFile::parse("A.java", text, Language::Java).expect("parses");
            sets_fields(&file, &file.functions[0])
        };
        for body in ["n = p;", "this.n = 1;", "if (p > 0) { n++; }", "all[p] = 2;", "try { g(); } finally { n = 1; }"] {
            assert!(is_changed(body), "{body}");
        }
        let others = [
            "p = 1;",
            "int n = 1; n = p;",
            "other.n = p;",
            "g(n);",
            "while (n > 0) { n--; }",
            "n = 1; wait();",
            "Runnable r = () -> { n = 1; };",
        ];
        for body in others {
            assert!(!is_changed(body), "{body}");
        }
    }
}
