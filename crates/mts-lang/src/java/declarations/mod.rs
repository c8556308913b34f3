//! Finds the methods and constructors of a file, with signature, position and comments.
//!
//! The module skips members of anonymous and local classes, because no other code can call them.
//! The module also skips the methods of tests.

pub(super) mod class_declaration;
pub(super) mod class_facts;
pub(super) mod classes;
mod constants;
pub(super) mod enums;
mod function_node;
pub(super) mod imports;
pub(super) mod mutates_receiver;
mod nodes;
mod test_methods;

pub(crate) use function_node::node_of;
pub(super) use nodes::{has_modifier, is_class, is_function, params, type_variables};

use super::types::{self};
use crate::SourceFile;
use mts_model::{Function, FunctionKind, JavaType, Language, Span, TypeVariable};
use test_methods::TestMethods;
use tree_sitter::Node;

/// Returns methods and constructors with a body, and abstract methods, in source order.
///
/// The lists omit native methods.
pub(crate) fn functions(file: &SourceFile) -> (Vec<Function>, Vec<Function>) {
    let scope = compact_class(file).into_iter().collect();
    let tests = TestMethods::new(file);
    let mut found =
        FunctionFinder { file, tests, package: String::new(), scope, variables: Vec::new(), functions: Vec::new() };
    found.members(file.root());
    found.functions.into_iter().partition(Function::has_body)
}

/// Returns the name of the implicit class of a compact source file.
///
/// The name is the name of the file without `.java`. Returns `None` if the file has a syntax error or no top-level
/// method.
fn compact_class(file: &SourceFile) -> Option<String> {
    if file.root().has_error() {
        // With an extra brace, the parser also puts methods at the top level of the file.
        return None;
    }
    let mut cursor = file.root().walk();
    file.root().children(&mut cursor).find(|node| is_function(node.kind()))?;
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    Some(name.strip_suffix(".java").unwrap_or(name).to_owned())
}

struct FunctionFinder<'f> {
    file: &'f SourceFile,
    tests: TestMethods<'f>,
    package: String,
    scope: Vec<String>,
    /// The type variables of the classes of `scope`.
    variables: Vec<TypeVariable>,
    functions: Vec<Function>,
}

impl FunctionFinder<'_> {
    /// Visits the direct members of a file, class body or error region.
    fn members(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let depth = self.scope.len();
        let mut header = false;
        for child in node.children(&mut cursor) {
            let kind = child.kind();
            if kind == "package_declaration" {
                self.package = imports::dotted_name(child, &self.file.text);
            } else if is_function(kind) && !self.tests.contains(child) {
                self.function(child, node);
            } else if is_class(kind) {
                let name = child.child_by_field_name("name").map(|n| self.text(n).to_owned()).unwrap_or_default();
                let count = self.variables.len();
                self.scope.push(name);
                self.variables.extend(type_variables(child, &self.file.text));
                self.members(child);
                self.scope.pop();
                self.variables.truncate(count);
            } else if matches!(kind, "class_body" | "interface_body" | "enum_body" | "enum_body_declarations" | "ERROR")
            {
                self.members(child);
            } else if node.kind() == "ERROR" {
                // If the parser cannot find the end of a class body, the tokens of the class header
                // are direct children here.
                if header && kind == "identifier" {
                    self.scope.push(self.text(child).to_owned());
                }
                header = matches!(kind, "class" | "interface" | "enum" | "record");
            }
        }
        if node.kind() != "ERROR" || node.parent().is_some_and(|p| p.kind() != "program") {
            self.scope.truncate(depth);
        }
    }

    fn text(&self, node: Node<'_>) -> &str {
        node.utf8_text(self.file.text.as_bytes()).unwrap_or("")
    }

    fn function(&mut self, node: Node<'_>, owner: Node<'_>) {
        let text = &self.file.text;
        let Some(name) = node.child_by_field_name("name") else { return };
        let body = node.child_by_field_name("body");
        let is_method = node.kind() == "method_declaration";
        let returns = node.child_by_field_name("type").map_or(JavaType::Void, |n| types::of_node(n, text));
        let own_params = if node.kind() == "compact_constructor_declaration" {
            let record = owner.parent().filter(|n| n.kind() == "record_declaration");
            record.and_then(|n| n.child_by_field_name("parameters"))
        } else {
            node.child_by_field_name("parameters")
        };
        let kind = match (is_method, has_modifier(node, "static")) {
            _ if body.is_none() && has_modifier(node, "native") => return,
            _ if body.is_none() => FunctionKind::Abstract,
            (false, _) => FunctionKind::Constructor,
            (true, true) => FunctionKind::StaticMethod,
            (true, false) => FunctionKind::Method,
        };
        self.functions.push(Function {
            language: Language::Java,
            file: self.file.path.clone(),
            package: self.package.clone(),
            scope: self.scope.clone(),
            name: self.text(name).to_owned(),
            kind,
            params: params(own_params, text),
            returns: types::dimensioned(returns, node.child_by_field_name("dimensions"), text),
            span: Span::new(node.start_byte(), node.end_byte()),
            body: body.map_or(Span::new(node.end_byte(), node.end_byte()), |body| {
                Span::new(body.start_byte(), body.end_byte())
            }),
            line: line_of(name.start_position().row),
            last_line: line_of(node.end_position().row),
            parent: None,
            comment: self.comment(node, body),
            type_variables: self.variables.iter().cloned().chain(type_variables(node, text)).collect(),
            captured: None,
            broken: broken(node),
        });
    }

    /// Returns the comments directly before the declaration and at the start of its body.
    fn comment(&self, node: Node<'_>, body: Option<Node<'_>>) -> String {
        let mut parts = Vec::new();
        let mut next = node;
        while let Some(before) = next.prev_sibling().filter(|n| n.kind().ends_with("_comment")) {
            let is_apart = next.start_position().row > before.end_position().row + 1;
            // A comment after code on the same line belongs to that code.
            let trails = before.prev_sibling().is_some_and(|n| {
                n.end_position().row == before.start_position().row && !matches!(n.kind(), "{" | "modifiers")
            });
            if is_apart || trails {
                break;
            }
            parts.push(self.text(before));
            next = before;
        }
        parts.reverse();
        // A comment between the annotations and the signature is a child of the declaration.
        let mut cursor = node.walk();
        parts.extend(node.children(&mut cursor).filter(|n| n.kind().ends_with("_comment")).map(|n| self.text(n)));
        if let Some(body) = body {
            let mut cursor = body.walk();
            let head = body.children(&mut cursor).skip(1).take_while(|n| n.kind().ends_with("_comment"));
            parts.extend(head.map(|n| self.text(n)));
        }
        parts.join("\n")
    }
}

fn line_of(row: usize) -> u32 {
    u32::try_from(row).unwrap_or(u32::MAX - 1) + 1
}

/// Returns the first syntax error inside the node; `None` if the node has no error.
fn broken(node: Node<'_>) -> Option<String> {
    if !node.has_error() {
        return None;
    }
    let mut todo = vec![node];
    let mut cursor = node.walk();
    while let Some(node) = todo.pop() {
        if node.is_missing() {
            let line = line_of(node.start_position().row);
            return Some(format!("syntax error at line {line}: missing `{}`", node.kind()));
        }
        if node.is_error() {
            return Some(format!("syntax error at line {}", line_of(node.start_position().row)));
        }
        let from = todo.len();
        todo.extend(node.children(&mut cursor).filter(Node::has_error));
        todo[from..].reverse();
    }
    Some("syntax error".to_owned())
}
