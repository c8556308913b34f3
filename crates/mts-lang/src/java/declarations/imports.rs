//! Finds the imports of a file.

use super::class_declaration::Import;
use crate::SourceFile;
use mts_model::Span;
use tree_sitter::Node;

/// Returns the imports of a file, in order.
pub(super) fn declared(file: &SourceFile) -> Vec<Import> {
    let mut found = Vec::new();
    let mut todo = vec![file.root()];
    while let Some(node) = todo.pop() {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "import_declaration" => found.extend(import(child, &file.text)),
                // After a syntax error, the parser may put imports below a node of the error.
                "ERROR" => todo.push(child),
                _ => {}
            }
        }
    }
    found
}

fn import(declaration: Node<'_>, text: &str) -> Option<Import> {
    let mut cursor = declaration.walk();
    let is_wildcard = declaration.named_children(&mut cursor).any(|child| child.kind() == "asterisk");
    Some(dotted_name(declaration, text)).filter(|name| !name.is_empty()).map(|name| Import { name, is_wildcard })
}

/// Returns the name in a package declaration or an import, without white space and comments.
pub(super) fn dotted_name(declaration: Node<'_>, text: &str) -> String {
    fn collect<'t>(node: Node<'_>, text: &'t str, names: &mut Vec<&'t str>) {
        if node.kind() == "identifier" {
            names.extend(text.get(node.byte_range()));
        }
        if matches!(node.kind(), "identifier" | "scoped_identifier" | "package_declaration" | "import_declaration") {
            let mut cursor = node.walk();
            node.named_children(&mut cursor).for_each(|child| collect(child, text, names));
        }
    }
    let mut names = Vec::new();
    collect(declaration, text, &mut names);
    names.join(".")
}

/// Returns the places of the imports of a file, and the position for another import.
#[must_use]
pub fn import_spans(file: &SourceFile) -> (Vec<Span>, usize) {
    let root = file.root();
    let mut cursor = root.walk();
    let (mut found, mut end) = (Vec::new(), 0);
    for node in root.named_children(&mut cursor) {
        let is_import = node.kind() == "import_declaration";
        if is_import {
            found.push(Span::new(node.start_byte(), node.end_byte()));
        }
        if is_import || node.kind() == "package_declaration" {
            end = node.end_byte();
        }
    }
    (found, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn only_import_declarations_are_imports() {
        let text = "package p;\n/*\nimport in.Comment;\n*/\nimport a.b.C; import static d . E.f;\nimport g.*;\n\
                    class A { String s = \"\"\"\n  import in.Text;\n  \"\"\"; }\n";
        let file = SourceFile::parse("p/A.java", text.to_owned(), Language::Java).expect("parses");
        let found: Vec<(String, bool)> = declared(&file).into_iter().map(|one| (one.name, one.is_wildcard)).collect();
        assert_eq!(found, [("a.b.C", false), ("d.E.f", false), ("g", true)].map(|(name, all)| (name.to_owned(), all)));
    }
}
