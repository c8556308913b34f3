//! Finds positions of tick counters in Java text.
//!
//! The module also finds the parts of a method declaration that a renamed copy needs.

use crate::SourceFile;
use crate::ticks::Tick;
use mts_model::error::Result;
use mts_model::injected_names::java_tick;
use mts_model::{Function, Language, Span, TextEdit};
use tree_sitter::Node;

/// Returns the call that counts a tick, with a blank before the call.
fn inserted() -> String {
    format!(" {}", java_tick())
}

/// Returns the counters of a whole file, in source order.
#[must_use]
pub fn ticks(file: &SourceFile) -> Vec<Tick> {
    of_tree(file.root())
}

/// Returns the counters of a text that is not a file of the project.
///
/// # Errors
///
/// Returns an internal error if tree-sitter cannot load the grammar.
pub fn ticks_of(text: &str) -> Result<Vec<Tick>> {
    let (tree, _) = crate::parse(text, Language::Java)?;
    Ok(of_tree(tree.root_node()))
}

/// Returns the insertions of [`ticks`] as edits.
#[must_use]
pub fn tick_edits(file: &SourceFile) -> Vec<TextEdit> {
    ticks(file).into_iter().flat_map(|tick| tick.edits).collect()
}

fn of_tree(root: Node<'_>) -> Vec<Tick> {
    let mut found = Vec::new();
    crate::preorder(root, |node| found.extend(of_node(node)));
    found.sort_by_key(|tick| (tick.covers.start, std::cmp::Reverse(tick.covers.end)));
    found
}

fn of_node(node: Node<'_>) -> Option<Tick> {
    let body = || node.child_by_field_name("body");
    match node.kind() {
        "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
            Some(Tick::at(start_of_constructor(body()?), inserted()))
        }
        // The body of a lambda without a block cannot contain a statement.
        "lambda_expression" => {
            body().filter(|body| body.kind() == "block").map(|body| Tick::at(body.start_byte() + 1, inserted()))
        }
        "for_statement" | "enhanced_for_statement" | "while_statement" | "do_statement" => {
            let body = body()?;
            Some(if body.kind() == "block" {
                Tick::at(body.start_byte() + 1, inserted())
            } else {
                let covers = Span::new(body.start_byte(), body.end_byte());
                let open = TextEdit::insert(covers.start, format!("{{ {} ", java_tick()));
                Tick { covers, edits: vec![open, TextEdit::insert(covers.end, " }")] }
            })
        }
        _ => None,
    }
}

/// The parts of a method declaration that a copy under another name needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The text range of the name.
    pub name: Span,
    /// The annotations on the method. A copy cannot have `@Override`.
    pub annotations: Vec<Span>,
    /// The parameter names in order.
    pub params: Vec<String>,
    /// True if the method returns nothing.
    pub is_void: bool,
}

/// Returns the position in a constructor where the bodies of several copies can start.
///
/// The position is a byte offset after `this(...)` or `super(...)`, or after the opening brace. The
/// copies of the code behind this position become branches of one constructor.
///
/// `None` if the function is not a constructor, or if the copies cannot be branches: the code
/// contains a lambda or a class, or calls another constructor later. A lambda may use only
/// parameters that no branch assigns, so another branch could make a lambda invalid.
#[must_use]
pub fn constructor_start(file: &SourceFile, function: &Function) -> Option<usize> {
    let mut node = file.root().descendant_for_byte_range(function.body.start, function.body.end)?;
    while !matches!(node.kind(), "constructor_declaration" | "compact_constructor_declaration") {
        node = node.parent()?;
        if matches!(node.kind(), "method_declaration" | "class_body") {
            return None;
        }
    }
    let body = node.child_by_field_name("body")?;
    let start = start_of_constructor(body);
    // In Java 25, other statements may come before the call of another constructor.
    let is_late_call = |node: Node<'_>| {
        let name = node.child_by_field_name("name").map(|name| &file.text[name.byte_range()]);
        node.kind() == "method_invocation" && matches!(name, Some("super" | "this"))
    };
    let mut is_shared = true;
    crate::preorder(body, |node| {
        is_shared &= !matches!(node.kind(), "lambda_expression" | "class_body") && !is_late_call(node);
    });
    is_shared.then_some(start)
}

/// Returns the position after a first statement `this(...)` or `super(...)`.
///
/// Without such a statement, returns the position after the opening brace.
fn start_of_constructor(body: Node<'_>) -> usize {
    let mut cursor = body.walk();
    let first = body.named_children(&mut cursor).find(|child| !child.is_extra());
    let call = first.filter(|first| first.kind() == "explicit_constructor_invocation");
    call.map_or(body.start_byte() + 1, |call| call.end_byte())
}

/// Returns the declaration of a method; `None` for constructors, which cannot have another name.
#[must_use]
pub fn declaration(file: &SourceFile, function: &Function) -> Option<Declaration> {
    let mut node = file.root().descendant_for_byte_range(function.body.start, function.body.end)?;
    while node.kind() != "method_declaration" {
        node = node.parent()?;
        if matches!(node.kind(), "constructor_declaration" | "compact_constructor_declaration" | "class_body") {
            return None;
        }
    }
    let span = |node: Node<'_>| Span::new(node.start_byte(), node.end_byte());
    let mut cursor = node.walk();
    let modifiers = node.named_children(&mut cursor).find(|child| child.kind() == "modifiers");
    let annotations = modifiers.map_or_else(Vec::new, |modifiers| {
        let mut cursor = modifiers.walk();
        let all = modifiers.named_children(&mut cursor);
        all.filter(|child| matches!(child.kind(), "annotation" | "marker_annotation")).map(span).collect()
    });
    let list = node.child_by_field_name("parameters")?;
    let mut cursor = list.walk();
    let mut params = Vec::new();
    for param in list.named_children(&mut cursor) {
        let name = match param.kind() {
            "formal_parameter" => param.child_by_field_name("name")?,
            "spread_parameter" => {
                let mut inner = param.walk();
                let declarator = param.named_children(&mut inner).find(|c| c.kind() == "variable_declarator")?;
                declarator.child_by_field_name("name")?
            }
            _ => continue,
        };
        params.push(span(name).slice(&file.text).to_owned());
    }
    Some(Declaration {
        name: span(node.child_by_field_name("name")?),
        annotations,
        params,
        is_void: node.child_by_field_name("type")?.kind() == "void_type",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::span;

    fn ticked(text: &str) -> String {
        let file = SourceFile::parse("T.java", text.to_owned(), Language::Java).expect("parses");
        span::apply(text, &tick_edits(&file)).expect("fits").replace(java_tick(), "T;")
    }

    fn body(text: &str) -> String {
        let whole = ticked(&format!("class A {{ void f() {{{text}}} }}"));
        let start = "class A { void f() { T;".len();
        whole[start..whole.len() - 3].to_owned()
    }

    #[test]
    fn a_loop_with_braces_gets_its_counter_at_the_start_of_its_body() {
        assert_eq!(body("for (;;) { x(); }"), "for (;;) { T; x(); }");
        assert_eq!(body("do { x(); } while (a);"), "do { T; x(); } while (a);");
        assert_eq!(body("for (int i : a) {}"), "for (int i : a) { T;}");
    }

    #[test]
    fn loops_without_braces_get_braces_also_nested_loops() {
        assert_eq!(body("while (a) x();"), "while (a) { T; x(); }");
        assert_eq!(body("for (;;) for (;;) ;"), "for (;;) { T; for (;;) { T; ; } }");
        assert_eq!(body("do x(); while (a);"), "do { T; x(); } while (a);");
    }

    #[test]
    fn a_label_stays_on_its_loop() {
        assert_eq!(body("l: for (;;) continue l;"), "l: for (;;) { T; continue l; }");
    }

    #[test]
    fn a_constructor_counts_after_its_first_call_and_a_lambda_with_a_block_counts() {
        assert_eq!(ticked("class A { A() { super(); x(); } }"), "class A { A() { super(); T; x(); } }");
        assert_eq!(body("r(() -> { x(); }, y -> y);"), "r(() -> { T; x(); }, y -> y);");
    }
}
