//! Finds the constants of a file: final fields with a primitive or string value.

use super::{has_modifier, is_class};
use crate::SourceFile;
use crate::java::types;
use mts_model::JavaType;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Returns the names of final fields with a primitive or string type and an initialiser.
pub(super) fn declared(file: &SourceFile) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut todo = vec![file.root()];
    while let Some(node) = todo.pop() {
        let kind = node.kind();
        let is_final = kind == "constant_declaration" || (kind == "field_declaration" && has_modifier(node, "final"));
        if is_final {
            found.extend(names(node, &file.text));
        }
        // Only bodies contain fields, so skip methods and expressions.
        if is_class(kind) || kind.ends_with("_body") || matches!(kind, "program" | "enum_body_declarations" | "ERROR") {
            let mut cursor = node.walk();
            todo.extend(node.named_children(&mut cursor));
        }
    }
    found
}

/// Returns the names that a field declaration binds to a primitive or string value.
fn names(field: Node<'_>, text: &str) -> Vec<String> {
    let ty = field.child_by_field_name("type").map_or(JavaType::Unknown, |node| types::of_node(node, text));
    let mut names = Vec::new();
    if !matches!(ty, JavaType::Primitive(_) | JavaType::String) {
        return names;
    }
    let mut cursor = field.walk();
    for declarator in field.children_by_field_name("declarator", &mut cursor) {
        let is_array = declarator.child_by_field_name("dimensions").is_some();
        let has_value = declarator.child_by_field_name("value").is_some();
        let name = declarator.child_by_field_name("name").and_then(|name| text.get(name.byte_range()));
        names.extend(name.filter(|_| has_value && !is_array).map(str::to_owned));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn constants_are_final_fields_with_a_plain_value() {
        let text = "class A { // final int COMMENT = 1;\n  static final int SIZE = count, MOST = 2;\n\
                    static int count = 3;\n\
                    final String name = \"final int TEXT = 4\";\n  final int late;\n  final int[] all = {};\n\
                    final Integer boxed = 5;\n  interface I { long DEFAULT = 6; }\n\
                    int f() { final int local = 7; return local; }\n}\n";
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses");
        let found: Vec<String> = declared(&file).into_iter().collect();
        assert_eq!(found, ["DEFAULT", "MOST", "SIZE", "name"]);
    }
}
