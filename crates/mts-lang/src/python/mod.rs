//! The Python side: functions, their common IRs, tokens, and facts about the module.

mod builtin_methods;
mod declarations;
mod definitions;
mod lower;
mod nodes;
#[cfg(test)]
mod tests;
mod tokens;
mod tuple_usage;

pub mod lexer;
pub mod scopes;
pub mod ticks;

use super::SourceFile;
use crate::ir::{Literal, Tree};
use mts_model::{Function, FunctionKind, Language};
use tree_sitter::Node;

pub use builtin_methods::{STR_METHODS, may_resize, modifies, modifies_list};
pub use declarations::array_forms::array_form;
pub use declarations::classes::{base_classes, class_names, classes_of_constants, is_unimplemented, plain_class};
pub use declarations::constants::{Constant, constants, enums};
pub use declarations::constructors::{ClassConstructor, class_constructors};
pub use declarations::defaults::takes_plain_value;
pub use declarations::imports::imported_modules;
pub use declarations::module_facts::{ModuleFacts, facts, is_accessor};
pub use declarations::property_aliases::{PropertyAlias, property_aliases};
pub(crate) use nodes::{definition, span_of};
use nodes::{docstring, is_plain_string, is_trivia, parts};
pub use tokens::{header_tokens, tokens};
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
/// Returns `None` for other nodes, for bytes, f-strings and strings with a `\N` escape, and for imaginary numbers.
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
