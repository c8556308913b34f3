//! Lowers a Python function or script to the common IR: the state and helpers.
//!
//! The modules `statements` and `expressions` lower the constructs.

pub(super) mod expressions;
pub(super) mod literals;
pub(super) mod statements;

use super::{declarations, docstring, parts, span_of};
use crate::ir::{Form, Kind, Literal, Node as Lowered, Tree};
use mts_model::{Language, NodeId, Span};
use tree_sitter::Node;

/// The state of a lowering.
pub(super) struct Lowering<'s> {
    pub(super) source: &'s str,
    pub(super) tree: Tree,
}

impl<'s> Lowering<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let tree = Tree { language: Language::Python, nodes: Vec::new(), root: NodeId(0), params: Vec::new() };
        Self { source, tree }
    }

    /// Lowers a function definition, without its docstring and receiver.
    pub(super) fn function(mut self, definition: Node<'_>) -> Tree {
        let Some(body) = definition.child_by_field_name("body") else { return self.tree };
        self.tree.root = self.suite(body, docstring(body));
        let all = definition.child_by_field_name("parameters").map(parts).unwrap_or_default();
        for part in all {
            let name = match part.kind() {
                "identifier" => Some(part),
                "default_parameter" | "typed_default_parameter" => part.child_by_field_name("name"),
                "typed_parameter" | "list_splat_pattern" | "dictionary_splat_pattern" => parts(part).into_iter().next(),
                _ => None,
            };
            if let Some(name) = name {
                let text = span_of(name).slice(self.source).trim_start_matches('*').to_owned();
                let id = self.leaf(Kind::Name(text), name);
                self.tree.params.push(id);
            }
        }
        if declarations::has_receiver(definition, self.source) && !self.tree.params.is_empty() {
            self.tree.params.remove(0);
        }
        self.tree
    }

    /// Lowers module-level code, including the block of `if __name__ == "__main__":`.
    ///
    /// The tree has no definitions and imports.
    pub(super) fn script(mut self, module: Node<'_>) -> Tree {
        let mut statements = Vec::new();
        for node in parts(module) {
            match node.kind() {
                "function_definition" | "class_definition" | "decorated_definition" => {}
                kind if kind.starts_with("import_") || kind == "future_import_statement" => {}
                "if_statement" if self.asks_for_main(node) => {
                    let body = node.child_by_field_name("consequence").map(parts).unwrap_or_default();
                    statements.extend(body);
                }
                _ => statements.push(node),
            }
        }
        if docstring(module).is_some() {
            statements.remove(0);
        }
        let ends = statements.first().zip(statements.last());
        let span = ends.map_or_else(|| span_of(module), |(a, b)| Span::new(a.start_byte(), b.end_byte()));
        let root = self.tree.add(Lowered::new(Kind::Block, span));
        let mut children = Vec::new();
        for statement in statements {
            self.statement(statement, &mut children);
        }
        self.tree.adopt(root, children);
        self.tree.root = root;
        self.tree
    }

    /// Reports whether an `if` is `if __name__ == "__main__":` without another branch.
    fn asks_for_main(&self, node: Node<'_>) -> bool {
        let condition = node.child_by_field_name("condition").map(|condition| self.text(condition));
        let plain: String = condition.unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect();
        let plain = plain.replace('\'', "\"");
        let is_asked = matches!(plain.trim_matches(['(', ')']), "__name__==\"__main__\"" | "\"__main__\"==__name__");
        is_asked && node.child_by_field_name("alternative").is_none()
    }

    /// Returns the text of a grammar node.
    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        span_of(node).slice(self.source)
    }

    /// Adds a node without children, with the span of a grammar node.
    pub(super) fn leaf(&mut self, kind: Kind, node: Node<'_>) -> NodeId {
        self.tree.add(Lowered::new(kind, span_of(node)))
    }

    /// Adds a node whose children are expressions.
    pub(super) fn with(&mut self, kind: Kind, node: Node<'_>, children: &[Node<'_>]) -> NodeId {
        let id = self.leaf(kind, node);
        let lowered = children.iter().map(|child| self.expression(*child)).collect();
        self.tree.adopt(id, lowered);
        id
    }

    /// Adds a node for a construct without its own kind.
    pub(super) fn opaque(&mut self, node: Node<'_>) -> NodeId {
        let id = self.leaf(Kind::Opaque(grammar_name(node.kind())), node);
        let mut children = Vec::new();
        for part in parts(node) {
            self.reachable(part, &mut children);
        }
        self.tree.adopt(id, children);
        id
    }

    /// Lowers the expressions and statements inside a construct without its own kind.
    fn reachable(&mut self, node: Node<'_>, into: &mut Vec<NodeId>) {
        match node.kind() {
            "block" => into.push(self.suite(node, None)),
            "function_definition"
            | "class_definition"
            | "decorated_definition"
            | "type"
            | "string_start"
            | "string_end"
            | "string_content"
            | "type_conversion"
            | "dotted_name"
            | "aliased_import"
            | "escape_sequence" => {}
            "argument_list" | "with_clause" | "with_item" | "pair" | "keyword_argument" | "list_splat"
            | "dictionary_splat" | "interpolation" | "format_specifier" | "format_expression" | "if_clause"
            | "for_in_clause" | "as_pattern" | "as_pattern_target" | "string" | "expression_list" | "else_clause"
            | "except_clause" | "finally_clause" | "case_clause" | "case_pattern" | "chevron" => {
                for part in parts(node) {
                    self.reachable(part, into);
                }
            }
            kind if kind.ends_with("_statement") => self.statement(node, into),
            _ => into.push(self.expression(node)),
        }
    }

    /// Adds a virtual node, which has no text in the source.
    pub(super) fn unwritten(&mut self, kind: Kind, at: usize, children: Vec<NodeId>) -> NodeId {
        let mut node = Lowered::new(kind, Span::new(at, at));
        node.is_virtual = true;
        let id = self.tree.add(node);
        self.tree.adopt(id, children);
        id
    }

    /// Adds a virtual integer literal, which has no text in the source.
    pub(super) fn unwritten_int(&mut self, value: &str, at: usize) -> NodeId {
        self.unwritten(Kind::Literal(Literal::Int(value.to_owned())), at, Vec::new())
    }

    pub(super) fn set_form(&mut self, id: NodeId, form: Form) {
        self.tree.nodes[id.0 as usize].form = form;
    }

    pub(super) fn set_op(&mut self, id: NodeId, op: Span) {
        self.tree.nodes[id.0 as usize].op = op;
    }

    pub(super) fn set_outer(&mut self, id: NodeId, outer: Span) {
        self.tree.nodes[id.0 as usize].outer = outer;
    }
}

/// Static names of opaque constructs.
///
/// The names that a loaded grammar returns are not `'static`.
const OPAQUE: &[&str] = &[
    "assert_statement",
    "augmented_assignment",
    "await",
    "boolean_operator",
    "call",
    "class_definition",
    "comparison_operator",
    "concatenated_string",
    "conditional_expression",
    "decorated_definition",
    "delete_statement",
    "dictionary",
    "dictionary_splat",
    "ellipsis",
    "exec_statement",
    "expression_statement",
    "float",
    "for_statement",
    "function_definition",
    "global_statement",
    "import_from_statement",
    "import_statement",
    "integer",
    "keyword_argument",
    "lambda",
    "list_splat",
    "match_statement",
    "nonlocal_statement",
    "print_statement",
    "raise_statement",
    "set",
    "slice",
    "string",
    "subscript",
    "try_statement",
    "with_statement",
    "yield",
];

fn grammar_name(kind: &str) -> &'static str {
    OPAQUE.iter().find(|name| **name == kind).copied().unwrap_or("other")
}
