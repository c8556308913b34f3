//! Returns a function's tokens without comments, blank lines and docstring.
//!
//! Two revisions of a function are equal if these tokens are equal. If code of the file reads docstrings, the tokens
//! include the docstrings.

use super::{definition, docstring, is_trivia, parts, span_of};
use crate::SourceFile;
use mts_model::Function;
use tree_sitter::Node;

/// Words in a file that show that its code may read docstrings.
const DOCSTRING_READERS: [&str; 4] = ["__doc__", "getdoc", "doctest", "docopt"];

/// Words in a file that show that its code may read type hints.
const HINT_READERS: [&str; 6] =
    ["__annotations__", "get_type_hints", "get_annotations", "signature(", "singledispatch", "pydantic"];

/// The type hints that change the kind of a data class's field.
const FIELD_KINDS: [&str; 3] = ["ClassVar", "InitVar", "KW_ONLY"];

/// The text of a file, with the facts that decide which tokens are code.
#[derive(Clone, Copy)]
pub(super) struct CodeText<'t> {
    text: &'t str,
    /// Whether the code of the file may read docstrings, so that docstrings count as code.
    pub reads_docstrings: bool,
    /// Whether the code of the file may read type hints.
    reads_hints: bool,
}

impl<'t> CodeText<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let has_word = |words: &[&str]| words.iter().any(|word| text.contains(word));
        Self { text, reads_docstrings: has_word(&DOCSTRING_READERS), reads_hints: has_word(&HINT_READERS) }
    }
}

/// Returns the tokens of a function with its decorators and nested functions.
///
/// `INDENT`, `DEDENT` and `NEWLINE` mark the layout. Therefore a statement that moves to another block is a change.
/// For an attribute of a class, the only item is its text.
#[must_use]
pub fn tokens(file: &SourceFile, function: &Function) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(node) = definition(file, function) {
        let whole = node.parent().filter(|p| p.kind() == "decorated_definition").unwrap_or(node);
        Tokens::new(CodeText::new(&file.text), Detail::Full, &mut out).push(whole, None);
    } else {
        out.push(function.span.slice(&file.text).to_owned());
    }
    out
}

/// Returns the tokens that show how other code calls a function.
///
/// These tokens are the function's decorators and its header, without type hints that have no effect at run time.
#[must_use]
pub fn header_tokens(file: &SourceFile, function: &Function) -> Vec<String> {
    let mut out = Vec::new();
    let Some(node) = definition(file, function) else { return out };
    let mut tokens = Tokens::new(CodeText::new(&file.text), Detail::Code, &mut out);
    let body = node.child_by_field_name("body").map(|body| body.id());
    for around in [node.parent().filter(|p| p.kind() == "decorated_definition"), Some(node)].into_iter().flatten() {
        let mut cursor = around.walk();
        let inner = [body, Some(node.id())];
        for child in around.children(&mut cursor).filter(|child| !inner.contains(&Some(child.id()))) {
            tokens.push(child, Some(around.kind()));
        }
    }
    out
}

/// Returns the tokens of any code without comments, and without docstrings that no code reads.
///
/// `detail` decides whether the list has type hints and the bodies of inner definitions.
pub(super) fn code_tokens(node: Node<'_>, source: CodeText<'_>, detail: Detail) -> Vec<String> {
    let mut out = Vec::new();
    Tokens::new(source, detail, &mut out).push(node, None);
    out
}

/// The tokens of a node that [`code_tokens`] returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// All tokens.
    Full,
    /// All tokens except type hints without effect at run time.
    Code,
    /// As in [`Detail::Code`]; an inner function or class gives only its name.
    Outline,
}

/// Reports whether a part of a node is a type hint.
fn is_hint(node: Node<'_>, parent: Option<&str>) -> bool {
    match parent {
        Some("typed_parameter" | "typed_default_parameter" | "assignment") => matches!(node.kind(), "type" | ":"),
        Some("function_definition") => matches!(node.kind(), "type" | "->"),
        _ => false,
    }
}

/// Reports whether code has a call or an assignment inside of an expression.
pub(super) fn has_effects(node: Node<'_>) -> bool {
    matches!(node.kind(), "call" | "named_expression") || parts(node).into_iter().any(has_effects)
}

/// Collects the tokens of a text.
struct Tokens<'t> {
    source: CodeText<'t>,
    detail: Detail,
    out: &'t mut Vec<String>,
}

impl<'t> Tokens<'t> {
    fn new(source: CodeText<'t>, detail: Detail, out: &'t mut Vec<String>) -> Self {
        Self { source, detail, out }
    }

    /// Reports whether a part of a node only states a type.
    ///
    /// Such a part has no effect at run time.
    fn is_only_hint(&self, node: Node<'_>, parent: Option<&str>) -> bool {
        let is_read = |node: Node<'_>| {
            let text = span_of(node).slice(self.source.text);
            self.source.reads_hints || has_effects(node) || FIELD_KINDS.iter().any(|kind| text.contains(kind))
        };
        is_hint(node, parent) && !(node.is_named() && is_read(node))
    }

    fn push(&mut self, node: Node<'_>, parent: Option<&str>) {
        if is_trivia(node) || self.detail != Detail::Full && self.is_only_hint(node, parent) {
            return;
        }
        if self.detail == Detail::Outline && matches!(node.kind(), "function_definition" | "class_definition") {
            let name = node.child_by_field_name("name");
            self.out.extend(name.map(|name| span_of(name).slice(self.source.text).to_owned()));
            return;
        }
        if node.child_count() == 0 || node.kind() == "string" {
            let text = span_of(node).slice(self.source.text);
            // The grammar has a node for `;` between statements. The layout markers already show
            // the end of a statement.
            if !text.is_empty() && text != ";" {
                self.out.push(text.to_owned());
            }
            return;
        }
        let is_block = node.kind() == "block";
        let of_definition = matches!(parent, Some("function_definition" | "class_definition"));
        let skip = if is_block && of_definition && !self.source.reads_docstrings { docstring(node) } else { None };
        if is_block {
            self.out.push("INDENT".to_owned());
        }
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if skip.is_some_and(|doc| doc.id() == child.id()) {
                continue;
            }
            self.push(child, Some(node.kind()));
            if is_block && child.is_named() && !is_trivia(child) {
                self.out.push("NEWLINE".to_owned());
            }
        }
        if is_block {
            self.out.push("DEDENT".to_owned());
        }
    }
}
