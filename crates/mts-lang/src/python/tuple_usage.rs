//! Decides whether a function uses tuples instead of objects.
//!
//! A function uses tuples if it reads or unpacks its arguments by position, or returns tuples of the expected
//! length. A function that reads attributes or string keys uses objects.

use super::{definition, parts};
use crate::SourceFile;
use mts_model::Function;
use std::collections::BTreeMap;
use tree_sitter::Node;

/// Calls that return the elements of their argument, in another order or container.
const SAME: [&str; 6] = ["reversed", "sorted", "list", "tuple", "iter", "deque"];
/// Methods of a container that remove one of its elements and return the element.
const TAKES: [&str; 2] = ["pop", "popleft"];

/// The way in which a function uses objects of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The code of the function does not show which form it uses.
    Unknown,
    /// The function uses tuples.
    Tuple,
    /// The function uses objects with attributes or keys.
    Object,
}

/// Decides how a function uses objects of a class whose tuples would have `size` elements.
///
/// `known` lists the parameters that hold such objects. Each parameter has the number of containers
/// around its objects: 0 for an object, 1 for a list of objects. `returned` is the number of
/// containers around the objects in the result.
#[must_use]
pub fn tuples(file: &SourceFile, function: &Function, size: usize, known: &[(&str, u8)], returned: Option<u8>) -> Use {
    let Some(definition) = definition(file, function) else { return Use::Unknown };
    let mut reader = Reader {
        text: &file.text,
        size,
        known: known.iter().map(|(name, depth)| ((*name).to_owned(), *depth)).collect(),
        is_tuple: false,
        is_object: false,
    };
    // In a comprehension, the use of an element comes before its name, so visit the function twice.
    for _ in 0..2 {
        reader.inside(definition, returned);
    }
    match (reader.is_object, reader.is_tuple) {
        (true, _) => Use::Object,
        (false, true) => Use::Tuple,
        (false, false) => Use::Unknown,
    }
}

struct Reader<'t> {
    text: &'t str,
    size: usize,
    /// For each name, the number of containers around its objects.
    known: BTreeMap<String, u8>,
    is_tuple: bool,
    is_object: bool,
}

impl<'t> Reader<'t> {
    fn own(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn read(&mut self, node: Node<'_>, returned: Option<u8>) {
        match node.kind() {
            "assignment" | "for_statement" | "for_in_clause" => {
                let is_for = node.kind() != "assignment";
                if let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
                {
                    self.bind(left, right, is_for);
                }
            }
            "subscript" if self.is_element(node.child_by_field_name("value")) => {
                match node.child_by_field_name("subscript") {
                    Some(at) if at.kind() == "integer" => {
                        self.is_tuple |= self.own(at).parse::<usize>().is_ok_and(|at| at < self.size);
                    }
                    Some(at) if at.kind() == "string" => self.is_object = true,
                    _ => {}
                }
            }
            "attribute" if self.is_element(node.child_by_field_name("object")) => self.is_object = true,
            "return_statement" | "yield" if returned.is_some() => {
                let shown = parts(node).into_iter().next();
                let is_direct = returned == Some(0) && shown.is_some_and(|shown| self.is_whole(shown));
                self.is_tuple |= is_direct;
            }
            "tuple" if returned.is_some_and(|depth| depth > 0) && self.is_whole(node) => {
                let parent = node.parent().map(|around| around.kind());
                // Count only tuples in `append((a, b))` and `[(a, b)]`. Other calls use tuples for
                // other purposes.
                let is_added = parent == Some("argument_list")
                    && node.parent().and_then(|list| list.parent()?.child_by_field_name("function")).is_some_and(
                        |called| {
                            let name = self.own(called).rsplit('.').next();
                            matches!(name, Some("append" | "appendleft" | "insert" | "add"))
                        },
                    );
                self.is_tuple |= is_added || matches!(parent, Some("list" | "list_comprehension"));
            }
            // A nested function has its own `return` statements.
            "function_definition" => return self.inside(node, None),
            _ => {}
        }
        self.inside(node, returned);
    }

    fn inside(&mut self, node: Node<'_>, returned: Option<u8>) {
        parts(node).into_iter().for_each(|part| self.read(part, returned));
    }

    fn is_whole(&self, node: Node<'_>) -> bool {
        matches!(node.kind(), "tuple" | "expression_list") && parts(node).len() == self.size
    }

    fn is_element(&self, node: Option<Node<'_>>) -> bool {
        node.and_then(|node| self.depth(node)) == Some(0)
    }

    /// Returns the number of containers around the objects in a value.
    ///
    /// Returns `None` if the value holds no objects.
    fn depth(&self, node: Node<'_>) -> Option<u8> {
        match node.kind() {
            "identifier" => self.known.get(self.own(node)).copied(),
            "parenthesized_expression" => self.depth(*parts(node).first()?),
            "subscript" => {
                let around = self.depth(node.child_by_field_name("value")?)?;
                let is_slice = node.child_by_field_name("subscript").is_some_and(|at| at.kind() == "slice");
                if is_slice { Some(around) } else { around.checked_sub(1) }
            }
            "call" => {
                let called = node.child_by_field_name("function")?;
                if called.kind() == "attribute" {
                    let takes = called.child_by_field_name("attribute").is_some_and(|n| TAKES.contains(&self.own(n)));
                    let around = self.depth(called.child_by_field_name("object").filter(|_| takes)?)?;
                    return around.checked_sub(1);
                }
                let is_same = SAME.contains(&self.own(called));
                self.depth(*parts(node.child_by_field_name("arguments").filter(|_| is_same)?).first()?)
            }
            _ => None,
        }
    }

    /// Records how an assignment's target unpacks a value or its elements.
    fn bind(&mut self, left: Node<'_>, right: Node<'_>, is_for: bool) {
        let called = right.child_by_field_name("function").map(|called| self.own(called)).filter(|_| is_for);
        let names = pattern(left);
        let args = right.child_by_field_name("arguments").map(parts).unwrap_or_default();
        match (called, names.as_slice()) {
            (Some("enumerate"), [_, element]) => {
                let around = args.first().and_then(|list| self.depth(*list));
                self.hold(*element, around.and_then(|around| around.checked_sub(1)));
            }
            (Some("zip"), names) => {
                for (name, list) in names.iter().zip(args) {
                    let around = self.depth(list);
                    self.hold(*name, around.and_then(|around| around.checked_sub(1)));
                }
            }
            _ => {
                let depth = self.depth(right);
                self.hold(left, if is_for { depth.and_then(|around| around.checked_sub(1)) } else { depth });
            }
        }
    }

    fn hold(&mut self, target: Node<'_>, depth: Option<u8>) {
        let Some(depth) = depth else { return };
        let names = pattern(target);
        if target.kind() == "identifier" {
            self.known.insert(self.own(target).to_owned(), depth);
        } else if depth == 0 {
            self.is_tuple |= names.len() == self.size;
        } else {
            names.into_iter().for_each(|name| self.hold(name, Some(depth - 1)));
        }
    }
}

/// Returns the targets into which code unpacks a value.
///
/// The result is empty if code does not unpack the value.
fn pattern(target: Node<'_>) -> Vec<Node<'_>> {
    let is_pattern = matches!(target.kind(), "pattern_list" | "tuple_pattern" | "list_pattern");
    if is_pattern { parts(target) } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn tuple_use(params: &str, body: &str, given: &[(&str, u8)], returned: Option<u8>) -> Use {
        let text = format!("def f({params}):\n    {body}\n");
        let file = SourceFile::parse("t.py", text, Language::Python).expect("parses");
        tuples(&file, &file.functions[0], 2, given, returned)
    }

    #[test]
    fn a_function_that_unpacks_its_argument_uses_tuples() {
        let list = [("edits", 1)];
        for body in [
            "return [text for kind, text in edits]",
            "return [edit[1] for edit in edits]",
            "for i, (kind, text) in enumerate(edits): pass",
            "while edits: kind, text = edits.pop()",
            "return edits[0][1]",
            "for (a, b), n in zip(edits[1:], [3]): pass",
        ] {
            assert_eq!(tuple_use("edits", body, &list, None), Use::Tuple, "{body}");
        }
        assert_eq!(tuple_use("edit", "kind, text = edit", &[("edit", 0)], None), Use::Tuple);
        assert_eq!(tuple_use("a, b", "return (a, b)", &[], Some(0)), Use::Tuple);
        assert_eq!(tuple_use("a, b", "all.append((a, b))", &[], Some(1)), Use::Tuple);
    }

    #[test]
    fn a_function_that_reads_attributes_uses_objects_and_one_that_reads_nothing_is_unknown() {
        let list = [("edits", 1)];
        for body in
            ["return [edit.text for edit in edits]", "return edits[0].text, edits[0][1]", "return edits[0]['kind']"]
        {
            assert_eq!(tuple_use("edits", body, &list, None), Use::Object, "{body}");
        }
        // These bodies unpack the list itself, another value, or a tuple of another size.
        for body in ["return edits[0]", "for k, v in d.items(): pass", "a, b = b, a", "for a, b, c in edits: pass"] {
            assert_eq!(tuple_use("edits, d, a, b", body, &list, None), Use::Unknown, "{body}");
        }
        assert_eq!(tuple_use("a, b", "all.append((a, b))", &[], None), Use::Unknown);
        assert_eq!(tuple_use("a, b", "return foo((a, b))", &[], Some(0)), Use::Unknown);
    }
}
