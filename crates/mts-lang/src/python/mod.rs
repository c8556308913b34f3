//! The Python side: functions, their common IRs, tokens, and facts about the module.

mod declarations;
mod definitions;
mod lower;
mod str_methods;
#[cfg(test)]
mod tests;
mod tokens;
mod tuple_usage;

pub mod lexer;
pub mod scopes;
pub mod ticks;

use super::SourceFile;
use crate::ir::{Literal, Tree};
use mts_model::{Function, FunctionKind, Language, Span};
use tree_sitter::Node;

pub use declarations::array_forms::array_form;
pub use declarations::classes::{base_classes, class_names, classes_of_constants, is_unimplemented, plain_class};
pub use declarations::constants::{Constant, constants};
pub use declarations::constructors::{ClassConstructor, class_constructors};
pub use declarations::imports::imported_modules;
pub use declarations::module_facts::{ModuleFacts, facts};
pub use declarations::property_aliases::{PropertyAlias, property_aliases};
pub use str_methods::STR_METHODS;
pub use tokens::tokens;
pub use tuple_usage::{Use, tuples};

pub(crate) use definitions::definitions;

/// Returns every function, also nested ones, and every attribute of a class.
///
/// Both lists are in source order.
pub(crate) fn functions(file: &SourceFile) -> (Vec<Function>, Vec<Function>) {
    declarations::functions(file)
}

/// Returns the module-level code of a file as a function.
pub(crate) fn script(file: &SourceFile) -> Function {
    declarations::script(file)
}

/// Lowers a function of the file to the common IR.
pub(crate) fn lower(file: &SourceFile, function: &Function) -> Option<Tree> {
    if function.kind == FunctionKind::Program {
        return Some(lower::Lowering::new(&file.text).script(file.root()));
    }
    let definition = definition(file, function)?;
    Some(lower::Lowering::new(&file.text).function(definition))
}

/// Returns the value of a literal.
///
/// Returns `None` for other nodes, for bytes and interpolations, and for imaginary numbers.
pub(crate) fn literal(node: Node<'_>, source: &str) -> Option<Literal> {
    match node.kind() {
        "integer" => lower::literals::integer(span_of(node).slice(source)),
        "float" => lower::literals::float(span_of(node).slice(source)),
        "string" => lower::literals::string(node, source).map(Literal::Str),
        _ => None,
    }
}

/// Reports whether the grammar parses a text as Python without errors.
#[must_use]
pub fn parses(text: &str) -> bool {
    super::parse(text, Language::Python).is_ok_and(|(tree, _)| !tree.root_node().has_error())
}

/// Returns the `function_definition` node of a function of this file.
pub(crate) fn definition<'f>(file: &'f SourceFile, function: &Function) -> Option<Node<'f>> {
    let span = function.span;
    let mut node = file.root().descendant_for_byte_range(span.start, span.end)?;
    loop {
        match node.kind() {
            "function_definition" if node.end_byte() == span.end => return Some(node),
            "decorated_definition" => node = node.child_by_field_name("definition")?,
            _ => {
                let mut cursor = node.walk();
                let inner = node
                    .named_children(&mut cursor)
                    .find(|child| child.start_byte() <= span.start && child.end_byte() >= span.end)?;
                node = inner;
            }
        }
    }
}

/// Returns the byte range of a node.
pub(crate) fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// Returns the named children without comments and line continuations.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !is_trivia(*child)).collect()
}

/// Reports whether a node is a comment or a line continuation.
fn is_trivia(node: Node<'_>) -> bool {
    node.is_extra() || matches!(node.kind(), "comment" | "line_continuation")
}

/// Returns the docstring of a suite.
fn docstring(block: Node<'_>) -> Option<Node<'_>> {
    let first = *parts(block).first()?;
    if first.kind() != "expression_statement" {
        return None;
    }
    let inner = parts(first);
    (inner.len() == 1 && is_plain_string(inner[0])).then_some(first)
}

/// Reports whether a node is a string that Python does not compute. An f-string can run code.
fn is_plain_string(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    match node.kind() {
        "string" => node.named_children(&mut cursor).all(|child| child.kind() != "interpolation"),
        "concatenated_string" => node.named_children(&mut cursor).all(is_plain_string),
        kind => matches!(kind, "comment" | "line_continuation"),
    }
}
