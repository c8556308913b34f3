//! Finds positions of tick counters in Python text.
//!
//! A counter is a call after the docstring of every function, at the start of every loop body, and as
//! the first condition of every `for` of a comprehension.

use super::is_plain_string;
use crate::SourceFile;
use crate::ticks::Tick;
use mts_model::error::Result;
use mts_model::injected_names::python_tick;
use mts_model::{Language, TextEdit};
use tree_sitter::Node;

/// Returns the counters of a whole file, in source order.
#[must_use]
pub fn ticks(file: &SourceFile) -> Vec<Tick> {
    of_tree(file.root(), &file.text)
}

/// Returns the counters of a text that is not a file of the project.
///
/// # Errors
///
/// Returns an internal error if tree-sitter cannot load the grammar.
pub fn ticks_of(text: &str) -> Result<Vec<Tick>> {
    let (tree, _) = crate::parse(text, Language::Python)?;
    Ok(of_tree(tree.root_node(), text))
}

/// Returns the insertions of [`ticks`] as edits.
#[must_use]
pub fn tick_edits(file: &SourceFile) -> Vec<TextEdit> {
    ticks(file).into_iter().flat_map(|tick| tick.edits).collect()
}

fn of_tree(root: Node<'_>, text: &str) -> Vec<Tick> {
    let mut found = Vec::new();
    crate::preorder(root, |node| match node.kind() {
        "function_definition" | "for_statement" | "while_statement" => found.extend(of_body(node, text)),
        // The counter returns `None`, so the condition is always true.
        "for_in_clause" if !is_printed(node) => {
            found.push(Tick::at(node.end_byte(), format!(" if not {}", python_tick())))
        }
        _ => {}
    });
    found.sort_by_key(|tick| tick.covers.start);
    found
}

/// Reports whether the node is inside an f-string.
///
/// The form `{a=}` prints the text of the expression, so a counter inside would change the output.
fn is_printed(node: Node<'_>) -> bool {
    std::iter::successors(node.parent(), Node::parent).any(|outer| outer.kind() == "interpolation")
}

fn of_body(node: Node<'_>, text: &str) -> Option<Tick> {
    let body = node.child_by_field_name("body")?;
    let mut cursor = body.walk();
    let mut statements = body.named_children(&mut cursor).filter(|child| child.kind() != "comment");
    let mut first = statements.next()?;
    if node.kind() == "function_definition" && is_docstring(first) {
        // If the body has only a docstring, no code can run endlessly.
        first = statements.next()?;
    }
    let at = first.start_byte();
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = &text[line..at];
    Some(if is_simple(first) || !indent.chars().all(char::is_whitespace) {
        Tick::at(at, format!("{}; ", python_tick()))
    } else {
        // A compound statement needs its own line.
        Tick::at(at, format!("{}\n{indent}", python_tick()))
    })
}

fn is_docstring(statement: Node<'_>) -> bool {
    statement.kind() == "expression_statement" && statement.named_child(0).is_some_and(is_plain_string)
}

fn is_simple(statement: Node<'_>) -> bool {
    !matches!(
        statement.kind(),
        "if_statement"
            | "for_statement"
            | "while_statement"
            | "try_statement"
            | "with_statement"
            | "match_statement"
            | "function_definition"
            | "class_definition"
            | "decorated_definition"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{Language, span};

    fn ticked(text: &str) -> String {
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        span::apply(text, &tick_edits(&file)).expect("fits").replace(python_tick(), "T")
    }

    #[test]
    fn a_function_counts_after_its_docstring_and_a_loop_at_the_start_of_its_body() {
        assert_eq!(
            ticked("def f(a):\n    \"\"\"Doc.\"\"\"\n    for x in a:\n        y += x\n    return y\n"),
            "def f(a):\n    \"\"\"Doc.\"\"\"\n    T\n    for x in a:\n        T; y += x\n    return y\n"
        );
    }

    #[test]
    fn a_suite_on_the_line_of_its_header_stays_on_that_line() {
        assert_eq!(ticked("while a: b(); c()\n"), "while a: T; b(); c()\n");
        assert_eq!(ticked("def f(): return 1\n"), "def f(): T; return 1\n");
    }

    #[test]
    fn each_for_of_a_comprehension_counts_before_its_own_conditions() {
        assert_eq!(
            ticked("y = [a for b in c if b for a in b]\n"),
            "y = [a for b in c if not T if b for a in b if not T]\n"
        );
        assert_eq!(ticked("y = sum(a for a in b)\n"), "y = sum(a for a in b if not T)\n");
        assert_eq!(ticked("y = f'{[a for a in b]=}'\n"), "y = f'{[a for a in b]=}'\n", "its text is printed");
        assert_eq!(
            ticked("y = {a: {b for b in a} for a in c()}\n"),
            "y = {a: {b for b in a if not T} for a in c() if not T}\n"
        );
        assert_eq!(
            ticked("async def f(): return [a async for a in b]\n"),
            "async def f(): T; return [a async for a in b if not T]\n"
        );
    }

    #[test]
    fn counters_do_not_change_comments_decorators_and_global_statements() {
        assert_eq!(
            ticked("@d\ndef f():\n    # why\n    global n\n    n = 1\n"),
            "@d\ndef f():\n    # why\n    T; global n\n    n = 1\n"
        );
        assert_eq!(
            ticked("from __future__ import annotations\nx = 1\n"),
            "from __future__ import annotations\nx = 1\n"
        );
    }

    #[test]
    fn a_counter_keeps_tabs_and_a_function_with_only_a_docstring_gets_none() {
        assert_eq!(ticked("def f():\n\tif a:\n\t\tb()\n"), "def f():\n\tT\n\tif a:\n\t\tb()\n");
        assert_eq!(ticked("def f():\n    'doc'\n"), "def f():\n    'doc'\n");
    }
}
