//! Finds the names of a file that can be classes.
//!
//! They are the file's classes, results of `namedtuple` and `make_dataclass`, aliases, and imports.

use crate::SourceFile;
use crate::python::parts;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Returns a class name in lower case and without underscores.
///
/// A port often writes `HttpClient` as `HTTPClient`.
#[must_use]
pub fn plain_class(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Returns every name that can be a class, in the form of [`plain_class`].
#[must_use]
pub fn class_names(file: &SourceFile) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(file.root(), &file.text, &mut found);
    found
}

fn collect(node: Node<'_>, text: &str, found: &mut BTreeSet<String>) {
    let mut add = |name: Option<Node<'_>>| {
        let name = name.and_then(|name| text.get(name.byte_range())).unwrap_or_default();
        let is_capital = name.trim_start_matches('_').starts_with(char::is_uppercase);
        if is_capital {
            found.insert(plain_class(name));
        }
    };
    match node.kind() {
        "class_definition" => {
            let name = node.child_by_field_name("name").and_then(|name| text.get(name.byte_range()));
            found.extend(name.map(plain_class));
        }
        "assignment" => {
            let right = node.child_by_field_name("right").map(|right| right.kind());
            if matches!(right, Some("call" | "identifier" | "attribute" | "subscript")) {
                add(node.child_by_field_name("left").filter(|left| left.kind() == "identifier"));
            }
        }
        "import_from_statement" => {
            let module = node.child_by_field_name("module_name");
            for part in parts(node).into_iter().filter(|part| Some(*part) != module) {
                add(part.child_by_field_name("alias").or(Some(part)));
            }
        }
        _ => {}
    }
    parts(node).into_iter().for_each(|part| collect(part, text, found));
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn classes_are_found_however_they_are_made() {
        let text = "from shapes import Line, _oval as Oval\nfrom Kinds import sorts\n\
                    Point = namedtuple('Point', 'x y')\nBox = make_dataclass('Box', ['a'])\nItem = shapes.Thing\n\
                    class _HTTPClient:\n  class inner(NamedTuple):\n    pass\nif PY3:\n  class Extra: pass\n\
                    LIMIT = 3\nedit = (1, 2)\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let found = class_names(&file);
        let wanted = ["box", "extra", "httpclient", "inner", "item", "line", "oval", "point"];
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
        assert!(found.contains(&plain_class("HttpClient")));
    }
}
