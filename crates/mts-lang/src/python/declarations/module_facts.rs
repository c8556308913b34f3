//! Finds facts about a function's module that the tool needs to run the function.
//!
//! The facts describe state between calls, and the construction of the function's class.

use super::constructors;
use super::decorators;
use crate::SourceFile;
use crate::python::{definition, parts};
use mts_model::{Function, FunctionKind, Param};
use tree_sitter::Node;

/// Facts about a function's module and class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleFacts {
    /// True if the module has mutable state.
    ///
    /// Mutable state is a module-level or class-level assignment of a value other than an immutable
    /// constant, or a `global` statement.
    pub has_module_state: bool,
    /// The positional parameters of the enclosing class's constructor, without the receiver.
    ///
    /// The list is empty if the parameters are unknown; `None` for a function outside a class.
    pub class_has_init_params: Option<Vec<Param>>,
    /// True if the constructor of the enclosing class requires keyword-only arguments.
    ///
    /// No Java argument fills such an argument.
    pub class_needs_names: bool,
    /// True if the function is the getter or setter of a property.
    pub is_property: bool,
    /// True if the parameters do not limit the number of arguments.
    ///
    /// The function has `*args`, `**kwargs`, or a decorator that can replace it.
    pub takes_any_number: bool,
}

/// Returns the facts of one function of this file.
#[must_use]
pub fn facts(file: &SourceFile, function: &Function) -> ModuleFacts {
    let has_module_state = is_stateful(file.root(), &file.text) || has_global(file.root());
    let class = definition(file, function).and_then(|node| {
        let block = std::iter::successors(node.parent(), |n| n.parent())
            .find(|n| !matches!(n.kind(), "decorated_definition" | "block"))?;
        (block.kind() == "class_definition").then_some(block)
    });
    let constructor_params = class.map(|class| constructors::constructor_params(class, &file.text));
    let class_needs_names =
        constructor_params.as_ref().is_some_and(|constructor_params| constructor_params.needs_names);
    let class_has_init_params = constructor_params.map(|constructor_params| constructor_params.params);
    let is_property = function.kind == FunctionKind::Method
        && definition(file, function).is_some_and(|node| decorators(node, &file.text).into_iter().any(makes_property));
    let takes_any_number = definition(file, function).is_some_and(|node| is_open(node, &file.text));
    ModuleFacts { has_module_state, class_has_init_params, class_needs_names, is_property, takes_any_number }
}

/// Reports whether a function belongs to a property of the same name, as with `@size.setter`.
#[must_use]
pub fn is_accessor(file: &SourceFile, function: &Function) -> bool {
    let is_of_name = |decorator: &str| {
        let rest = decorator.strip_prefix(function.name.as_str());
        rest.is_some_and(|rest| matches!(rest, ".setter" | ".getter" | ".deleter"))
    };
    definition(file, function).is_some_and(|node| decorators(node, &file.text).into_iter().any(is_of_name))
}

/// Reports whether a definition may take more arguments than it has parameters.
fn is_open(definition: Node<'_>, text: &str) -> bool {
    let keeps = |decorator: &&str| matches!(*decorator, "staticmethod" | "classmethod");
    let is_splat = |part: Node<'_>| {
        let inner = if part.kind() == "typed_parameter" { parts(part).into_iter().next() } else { Some(part) };
        inner.is_some_and(|inner| inner.kind().ends_with("_splat_pattern"))
    };
    let params = definition.child_by_field_name("parameters");
    params.is_some_and(|params| parts(params).into_iter().any(is_splat))
        || !decorators(definition, text).iter().all(keeps)
}

/// Reports whether a decorator makes a property from a method.
///
/// Examples are `property`, `functools.cached_property` and `name.setter`.
fn makes_property(decorator: &str) -> bool {
    let last = decorator.rsplit('.').next().unwrap_or(decorator);
    matches!(last, "property" | "cached_property" | "abstractproperty") || matches!(last, "setter" if last != decorator)
}

/// Reports whether statements at module or class level assign a mutable value.
fn is_stateful(list: Node<'_>, text: &str) -> bool {
    parts(list).into_iter().any(|part| match part.kind() {
        "expression_statement" => parts(part).into_iter().any(|e| match e.kind() {
            "assignment" => value(e).is_some_and(|v| !is_constant(v, text)),
            "augmented_assignment" => true,
            _ => false,
        }),
        "class_definition" => part.child_by_field_name("body").is_some_and(|body| is_stateful(body, text)),
        "decorated_definition"
        | "if_statement"
        | "try_statement"
        | "block"
        | "else_clause"
        | "elif_clause"
        | "except_clause" => is_stateful(part, text),
        _ => false,
    })
}

/// Returns the value at the end of a chain of assignments.
fn value(assignment: Node<'_>) -> Option<Node<'_>> {
    let right = assignment.child_by_field_name("right")?;
    if right.kind() == "assignment" { value(right) } else { Some(right) }
}

/// Reports whether an expression counts as an immutable constant.
///
/// Names and attributes count as constants, whatever their values.
fn is_constant(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "integer"
        | "float"
        | "string"
        | "concatenated_string"
        | "true"
        | "false"
        | "none"
        | "ellipsis"
        | "identifier"
        | "attribute"
        | "lambda" => true,
        "tuple"
        | "expression_list"
        | "parenthesized_expression"
        | "unary_operator"
        | "binary_operator"
        | "comparison_operator"
        | "boolean_operator"
        | "not_operator"
        | "conditional_expression" => parts(node).into_iter().all(|n| is_constant(n, text)),
        // These calls return immutable values.
        "call" => {
            let callee = node.child_by_field_name("function").map(|f| crate::python::span_of(f).slice(text));
            let arguments = node.child_by_field_name("arguments");
            callee.is_some_and(|name| ["float", "int", "str", "bool", "frozenset", "complex"].contains(&name))
                && arguments.is_some_and(|a| parts(a).into_iter().all(|n| is_constant(n, text)))
        }
        _ => false,
    }
}

/// Reports whether the code contains a `global` statement.
fn has_global(root: Node<'_>) -> bool {
    let mut todo = vec![root];
    while let Some(node) = todo.pop() {
        if node.kind() == "global_statement" {
            return true;
        }
        todo.extend(parts(node));
    }
    false
}
