//! What the module around a Python function says about running it: whether it keeps state between
//! calls, and how an instance of its class is made.

use super::functions::{decorators, params};
use super::{definition, parts};
use crate::lang::SourceFile;
use crate::model::{Function, FunctionKind, JavaType, Param};
use tree_sitter::Node;

/// Facts about the surroundings of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleFacts {
    /// Whether the module has state that a call may change: a top-level or class-level assignment
    /// whose value is not an immutable constant, or a `global` statement.
    pub has_module_state: bool,
    /// Parameters of the enclosing class's `__init__` without the receiver, also of the one that `dataclass` or
    /// `NamedTuple` writes; empty when the class has none of its own, `None` outside of a class.
    pub class_has_init_params: Option<Vec<Param>>,
    /// Whether it is a property's getter or setter: it is not called by its name.
    pub is_property: bool,
}

/// The facts of one function of this file.
#[must_use]
pub fn facts(file: &SourceFile, function: &Function) -> ModuleFacts {
    let has_module_state = stateful(file.root(), &file.text) || has_global(file.root());
    let class = definition(file, function).and_then(|node| {
        let block = std::iter::successors(node.parent(), |n| n.parent())
            .find(|n| !matches!(n.kind(), "decorated_definition" | "block"))?;
        (block.kind() == "class_definition").then_some(block)
    });
    let class_has_init_params = class.map(|class| init(class, &file.text));
    let is_property = function.kind == FunctionKind::Method
        && definition(file, function).is_some_and(|node| decorators(node, &file.text).into_iter().any(makes_property));
    ModuleFacts { has_module_state, class_has_init_params, is_property }
}

/// The names of all properties of a file.
#[must_use]
pub fn properties(file: &SourceFile) -> Vec<String> {
    let (mut found, mut todo) = (Vec::new(), Vec::new());
    if file.text.contains("property") {
        todo.push(file.root());
    }
    while let Some(node) = todo.pop() {
        if node.kind() == "function_definition" && decorators(node, &file.text).into_iter().any(makes_property) {
            found.extend(node.child_by_field_name("name").map(|name| super::span_of(name).of(&file.text).to_owned()));
        }
        todo.extend(parts(node));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a decorator makes a property of a method: `property`, `functools.cached_property`, `name.setter`.
fn makes_property(decorator: &str) -> bool {
    let last = decorator.rsplit('.').next().unwrap_or(decorator);
    matches!(last, "property" | "cached_property" | "abstractproperty") || matches!(last, "setter" if last != decorator)
}

/// Whether a statement list at module or class level assigns something that can change.
fn stateful(list: Node<'_>, text: &str) -> bool {
    parts(list).into_iter().any(|part| match part.kind() {
        "expression_statement" => parts(part).into_iter().any(|e| match e.kind() {
            "assignment" => value(e).is_some_and(|v| !constant(v, text)),
            "augmented_assignment" => true,
            _ => false,
        }),
        "class_definition" => part.child_by_field_name("body").is_some_and(|body| stateful(body, text)),
        "decorated_definition"
        | "if_statement"
        | "try_statement"
        | "block"
        | "else_clause"
        | "elif_clause"
        | "except_clause" => stateful(part, text),
        _ => false,
    })
}

/// The value at the end of a chain of assignments.
fn value(assignment: Node<'_>) -> Option<Node<'_>> {
    let right = assignment.child_by_field_name("right")?;
    if right.kind() == "assignment" { value(right) } else { Some(right) }
}

/// Whether an expression is an immutable constant.
fn constant(node: Node<'_>, text: &str) -> bool {
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
        | "conditional_expression" => parts(node).into_iter().all(|n| constant(n, text)),
        // Their values cannot be changed by anybody.
        "call" => {
            let callee = node.child_by_field_name("function").map(|f| super::span_of(f).of(text));
            let arguments = node.child_by_field_name("arguments");
            callee.is_some_and(|name| ["float", "int", "str", "bool", "frozenset", "complex"].contains(&name))
                && arguments.is_some_and(|a| parts(a).into_iter().all(|n| constant(n, text)))
        }
        _ => false,
    }
}

/// Whether there is a `global` statement anywhere.
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

/// Parameters of the class's own `__init__`.
fn init(class: Node<'_>, text: &str) -> Vec<Param> {
    let Some(body) = class.child_by_field_name("body") else { return Vec::new() };
    for part in parts(body) {
        let Some(node) = (match part.kind() {
            "decorated_definition" => part.child_by_field_name("definition"),
            _ => Some(part),
        }) else {
            continue;
        };
        let named_init = node.child_by_field_name("name").is_some_and(|n| super::span_of(n).of(text) == "__init__");
        if node.kind() == "function_definition" && named_init {
            let mut found = node.child_by_field_name("parameters").map(|p| params(p, text)).unwrap_or_default();
            if !found.is_empty() {
                found.remove(0);
            }
            return found;
        }
    }
    if has_fields(class, text) { fields(body, text) } else { Vec::new() }
}

/// Whether a class has an `__init__` made of its annotated fields.
fn has_fields(class: Node<'_>, text: &str) -> bool {
    let last = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    let decorated = decorators(class, text).into_iter().any(|decorator| {
        let name = decorator.split('(').next().unwrap_or(decorator).trim();
        last(name) == "dataclass" || matches!(name, "attrs.define" | "attrs.frozen" | "attrs.mutable" | "attr.define")
    });
    let bases = class.child_by_field_name("superclasses").map(parts).unwrap_or_default();
    decorated || bases.into_iter().any(|base| last(super::span_of(base).of(text)) == "NamedTuple")
}

/// The annotated fields of a class body as parameters. What is of the class (`ClassVar`) or made afterwards
/// (`field(init=False)`) is none.
fn fields(body: Node<'_>, text: &str) -> Vec<Param> {
    let statements = parts(body).into_iter().filter(|part| part.kind() == "expression_statement");
    let assignments = statements.flat_map(parts).filter(|part| part.kind() == "assignment");
    let field = |assignment: Node<'_>| {
        let (name, ty) = (assignment.child_by_field_name("left")?, assignment.child_by_field_name("type")?);
        let value = assignment.child_by_field_name("right").map(|value| super::span_of(value).of(text));
        let is_made_later = value.is_some_and(|value| value.contains("init=False") || value.contains("init = False"));
        let is_of_the_class = super::span_of(ty).of(text).contains("ClassVar");
        if name.kind() != "identifier" || is_made_later || is_of_the_class {
            return None;
        }
        let name = super::span_of(name).of(text).to_owned();
        Some(Param { name, ty: JavaType::Unknown, optional: value.is_some() })
    };
    assignments.filter_map(field).collect()
}
