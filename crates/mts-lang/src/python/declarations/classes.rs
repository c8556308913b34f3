//! Finds the names of a file that can be classes.
//!
//! Such names are the file's classes, results of `namedtuple` and `make_dataclass`, aliases, and
//! imports. A name without its own class statement must begin with a capital letter.

use super::constants::has_no_base;
use crate::SourceFile;
use crate::python::{definition, parts};
use mts_model::Function;
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

/// Returns the names of the defined classes, and whether each class only holds constants.
///
/// Such a class has no base, no decorator and no constructor, so no code constructs objects of the
/// class. The names have the form of [`plain_class`].
#[must_use]
pub fn classes_of_constants(file: &SourceFile) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    definitions(file.root(), &file.text, &mut found);
    found
}

/// Returns the classes of a file, each with the names of its base classes.
///
/// The names have no module prefix. The names include the keyword arguments of the class, such as `metaclass=Meta`.
#[must_use]
pub fn base_classes(file: &SourceFile) -> Vec<(String, Vec<String>)> {
    let own = |node: Node<'_>| file.text.get(node.byte_range()).unwrap_or_default();
    let last = |base: Node<'_>| own(base).rsplit('.').next().unwrap_or_default().to_owned();
    let (mut found, mut todo) = (Vec::new(), vec![file.root()]);
    while let Some(node) = todo.pop() {
        if let ("class_definition", Some(name)) = (node.kind(), node.child_by_field_name("name")) {
            let bases = node.child_by_field_name("superclasses").map(parts).unwrap_or_default();
            found.push((own(name).to_owned(), bases.into_iter().map(last).collect()));
        }
        todo.extend(parts(node));
    }
    found
}

/// Reports whether the body of a function only raises `NotImplementedError`.
#[must_use]
pub fn is_unimplemented(file: &SourceFile, function: &Function) -> bool {
    let Some(body) = definition(file, function).and_then(|node| node.child_by_field_name("body")) else { return false };
    let text = |node: Node<'_>| file.text.get(node.byte_range()).unwrap_or_default();
    let is_comment = |node: &Node<'_>| {
        let is_text = node.kind() == "expression_statement" && parts(*node).iter().all(|part| part.kind() == "string");
        is_text || node.kind() == "comment"
    };
    let code: Vec<Node<'_>> = parts(body).into_iter().filter(|node| !is_comment(node)).collect();
    matches!(code[..], [only] if only.kind() == "raise_statement" && text(only).contains("NotImplementedError"))
}

fn definitions(node: Node<'_>, text: &str, found: &mut Vec<(String, bool)>) {
    let own = |node: Node<'_>| text.get(node.byte_range()).unwrap_or_default();
    if node.kind() == "class_definition" {
        let is_decorated = node.parent().is_some_and(|around| around.kind() == "decorated_definition");
        let body = node.child_by_field_name("body").map(parts).unwrap_or_default();
        let has_constructor = body.into_iter().any(|part| {
            let part = part.child_by_field_name("definition").unwrap_or(part);
            part.child_by_field_name("name").is_some_and(|name| matches!(own(name), "__init__" | "__new__"))
        });
        let is_plain = !is_decorated && !has_constructor && has_no_base(node, text);
        found.extend(node.child_by_field_name("name").map(|name| (plain_class(own(name)), is_plain)));
    }
    parts(node).into_iter().for_each(|part| definitions(part, text, found));
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
    fn classes_are_found_in_every_form_of_their_definition() {
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

    #[test]
    fn a_class_without_base_and_constructor_has_only_constants() {
        let text = "class Kind(object):\n  A = 1\n  def of(n): pass\nclass Edit:\n  def __init__(self): pass\n  class Part:\n    \
                    B = 2\nclass Mode(Enum):\n  A = 1\n@dataclass\nclass Box:\n  a: int = 1\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let found = classes_of_constants(&file);
        let classes: Vec<(&str, bool)> = found.iter().map(|(name, holds)| (name.as_str(), *holds)).collect();
        assert_eq!(classes, [("kind", true), ("edit", false), ("part", true), ("mode", false), ("box", false)]);
    }
}
