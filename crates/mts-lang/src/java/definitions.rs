//! Finds the definitions of a Java file: class headers, members, initialisers and imports.

use super::declarations::{has_modifier, is_class, is_function};
use crate::definitions::{Definition, base_names};
use mts_model::{Span, jdk};
use tree_sitter::Node;

/// Returns the definitions of a file, in source order.
pub(crate) fn definitions(root: Node<'_>, text: &str) -> Vec<Definition> {
    let mut finder = Finder { text, found: Vec::new() };
    finder.members(root, &[]);
    finder.found
}

struct Finder<'t> {
    text: &'t str,
    found: Vec<Definition>,
}

impl Finder<'_> {
    fn members(&mut self, node: Node<'_>, scope: &[String]) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            let span = Span::new(child.start_byte(), child.end_byte());
            let names = |names: Vec<String>| Definition::new(names, scope, span, tokens(child, self.text, None));
            let of_class = |definition| Definition { class: Some(scope.to_vec()), ..definition };
            match child.kind() {
                kind if kind.ends_with("_comment") || kind == "package_declaration" => {}
                "import_declaration" => {
                    let last = tokens(child, self.text, None).into_iter().rev().find(|token| token != ";");
                    self.found.push(names(last.into_iter().collect()));
                }
                "class_body" | "interface_body" | "enum_body" | "enum_body_declarations" => self.members(child, scope),
                kind if is_class(kind) => self.class(child, scope),
                "field_declaration" | "constant_declaration" => {
                    let mut cursor = child.walk();
                    let variables = child.named_children(&mut cursor).filter(|n| n.kind() == "variable_declarator");
                    let declared = variables.map(|n| self.name(n)).collect();
                    self.found.push(names(declared));
                }
                "enum_constant" => self.found.push(names(vec![self.name(child)])),
                "method_declaration" => {
                    let name = self.name(child);
                    let is_implicit = jdk::is_called_implicitly(&name);
                    let all = scope.last().cloned().filter(|_| is_implicit).into_iter().chain([name]).collect();
                    let definition = Definition { is_virtual: is_virtual(child), ..names(all) };
                    self.found.push(if is_implicit { of_class(definition) } else { definition });
                }
                kind if is_function(kind) => self.found.push(of_class(names(vec![self.name(child)]))),
                _ => self.found.push(of_class(names(Vec::new()))),
            }
        }
    }

    /// Adds the header of a class and then the members of the class.
    fn class(&mut self, node: Node<'_>, scope: &[String]) {
        let body = node.child_by_field_name("body");
        let name = self.name(node);
        let inner = [scope, std::slice::from_ref(&name)].concat();
        let span = Span::new(node.start_byte(), body.map_or(node.end_byte(), |body| body.start_byte()));
        let header = Definition::new(vec![name], scope, span, tokens(node, self.text, body));
        self.found.push(Definition { class: Some(inner.clone()), bases: bases(node, self.text), ..header });
        if let Some(body) = body {
            self.members(body, &inner);
        }
    }

    fn name(&self, node: Node<'_>) -> String {
        let name = node.child_by_field_name("name");
        name.and_then(|n| n.utf8_text(self.text.as_bytes()).ok()).unwrap_or_default().to_owned()
    }
}

/// Reports whether code may call a method through a base class or an interface.
fn is_virtual(method: Node<'_>) -> bool {
    !has_modifier(method, "private") && !has_modifier(method, "static")
}

/// Returns the names of the base class and the interfaces of a class.
fn bases(class: Node<'_>, text: &str) -> Vec<String> {
    let mut cursor = class.walk();
    let is_list = |n: &Node<'_>| matches!(n.kind(), "superclass" | "super_interfaces" | "extends_interfaces");
    class.named_children(&mut cursor).filter(is_list).flat_map(|list| base_names(&text[list.byte_range()])).collect()
}

/// Reports whether a modifier belongs to a declaration of this kind.
fn is_modifier_of(modifier: Node<'_>, kind: &str) -> bool {
    modifier.parent().and_then(|modifiers| modifiers.parent()).is_some_and(|owner| owner.kind() == kind)
}

/// Returns the tokens of a node without comments, annotations, access modifiers and `final`.
///
/// `private` stays at a method, because it can select another overload. `final` stays at a field,
/// because it can change the order of the initialisation. The list also omits the tokens of the node
/// `but`.
fn tokens(node: Node<'_>, text: &str, but: Option<Node<'_>>) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut todo = vec![node];
    let mut cursor = node.walk();
    while let Some(node) = todo.pop() {
        let kind = node.kind();
        let says_nothing = match kind {
            "annotation" | "marker_annotation" | "public" | "protected" => true,
            "private" => !is_modifier_of(node, "method_declaration"),
            "final" => !is_modifier_of(node, "field_declaration"),
            _ => false,
        };
        if says_nothing || kind.ends_with("_comment") || but == Some(node) {
            continue;
        }
        if node.child_count() == 0 || kind == "string_literal" {
            if node.end_byte() > node.start_byte() {
                tokens.push(text[node.start_byte()..node.end_byte()].to_owned());
            }
            continue;
        }
        let from = todo.len();
        todo.extend(node.children(&mut cursor));
        todo[from..].reverse();
    }
    tokens
}
