//! Finds the enums that a file declares, with their constants in order.

use crate::SourceFile;
use tree_sitter::Node;

/// Returns the simple name and the constants of every enum, including nested enums.
pub(in crate::java) fn declared(file: &SourceFile) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    // A walk through the tree is slow, and few files have an enum.
    if !file.text.contains("enum") {
        return found;
    }
    let text = |node: Node<'_>| file.text.get(node.byte_range()).unwrap_or_default().to_owned();
    let mut todo = vec![file.root()];
    while let Some(node) = todo.pop() {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        if node.kind() == "enum_declaration"
            && let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body"))
        {
            let mut cursor = body.walk();
            let constants = body.named_children(&mut cursor).filter(|member| member.kind() == "enum_constant");
            let names = constants.filter_map(|constant| constant.child_by_field_name("name")).map(text);
            found.push((text(name), names.collect()));
        }
        // Only bodies contain declarations, so skip statements and expressions.
        todo.extend(children.into_iter().rev().filter(|child| {
            let kind = child.kind();
            kind.ends_with("_declaration") || kind.ends_with("_body") || kind == "enum_body_declarations"
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn enums_are_found_in_every_place_of_declaration() {
        let text = "package p;\nenum Color { RED, GREEN { int n() { return 1; } }; int n() { return 0; } enum Deep { A } }\n\
                    class Outer { interface I { enum Side { LEFT, RIGHT } } String s = \"enum Not { X }\"; }\n";
        let file = SourceFile::parse("p/Color.java", text.to_owned(), Language::Java).expect("parses");
        let found = declared(&file);
        let named = |name: &str| found.iter().find(|(own, _)| own == name).map(|(_, all)| all.join(" "));
        assert_eq!(named("Color").as_deref(), Some("RED GREEN"));
        assert_eq!(named("Deep").as_deref(), Some("A"));
        assert_eq!(named("Side").as_deref(), Some("LEFT RIGHT"));
        assert_eq!(found.len(), 3);
    }
}
