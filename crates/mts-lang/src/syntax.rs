//! The concrete syntax tree of a text as plain data, for comparisons by grammar.

use super::{parse, python};
use crate::ir::Literal;
use mts_model::error::{Error, Result};
use mts_model::nesting::{MOST_LEVELS, MOST_TYPE_LEVELS};
use mts_model::{Language, Span};
use std::ops::Range;
use std::sync::LazyLock;

/// An index into [`Syntax::nodes`].
pub type NodeId = usize;

/// The syntax tree of a text. If the text has syntax errors, the tree has error nodes.
pub struct Syntax {
    /// The source text.
    pub text: String,
    /// Every node, parents before children and siblings in order. The first node is the root.
    pub nodes: Vec<SyntaxNode>,
}

/// A node of the grammar.
pub struct SyntaxNode {
    /// The grammar's name of the node, or the text of an anonymous node.
    pub kind: &'static str,
    /// True if the grammar names the node. Punctuation and keywords have no name.
    pub is_named: bool,
    /// The name of the node's field in the parent.
    pub field: Option<&'static str>,
    /// True if the parser inserted the node to continue after an error.
    pub is_missing: bool,
    /// True if the parser could not read the text of the node.
    pub is_error: bool,
    /// True if the node may occur anywhere, like a comment.
    pub is_extra: bool,
    /// The byte range of the node.
    pub span: Span,
    /// The number of ancestors.
    pub depth: usize,
    /// The parent. The root is its own parent.
    pub parent: NodeId,
    /// The children, in order.
    pub children: Vec<NodeId>,
    /// The index after the last descendant.
    pub end: NodeId,
    /// The value of a Python literal; `None` for other nodes and for Java.
    ///
    /// Also `None` for bytes, f-strings, strings with a `\N` escape, and imaginary numbers.
    pub literal: Option<Literal>,
}

impl Syntax {
    /// Parses a Python text.
    ///
    /// # Errors
    ///
    /// Returns a usage error if the text is nested too deeply. Returns an internal error if tree-sitter
    /// cannot load the grammar.
    pub fn python(text: &str) -> Result<Self> {
        /// The grammar of Python. The names of nodes live only as long as the grammar, so the grammar is static.
        static GRAMMAR: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_python::LANGUAGE.into());
        Self::from_text(text, Language::Python, &GRAMMAR)
    }

    /// Parses a Java text, without values of literals.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`Syntax::python`].
    pub fn java(text: &str) -> Result<Self> {
        static GRAMMAR: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_java::LANGUAGE.into());
        Self::from_text(text, Language::Java, &GRAMMAR)
    }

    fn from_text(text: &str, language: Language, grammar: &'static tree_sitter::Language) -> Result<Self> {
        let (tree, too_deep) = parse(text, language)?;
        if let Some(part) = too_deep.first() {
            return Err(Error::usage(format!("the code at line {} is nested too deeply", part.line(text))).help(
                format!("code may have at most {MOST_LEVELS} levels, and a type at most {MOST_TYPE_LEVELS} levels"),
            ));
        }
        let mut nodes: Vec<SyntaxNode> = Vec::new();
        let mut above: Vec<NodeId> = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let (node, id) = (cursor.node(), nodes.len());
            let parent = above.last().copied().unwrap_or(id);
            if parent != id {
                nodes[parent].children.push(id);
            }
            nodes.push(SyntaxNode {
                kind: grammar.node_kind_for_id(node.kind_id()).unwrap_or(""),
                is_named: node.is_named(),
                field: cursor.field_id().and_then(|id| grammar.field_name_for_id(id.get())),
                is_missing: node.is_missing(),
                is_error: node.is_error(),
                is_extra: node.is_extra(),
                span: Span::new(node.start_byte(), node.end_byte()),
                depth: above.len(),
                parent,
                children: Vec::new(),
                end: id + 1,
                literal: (language == Language::Python).then(|| python::literal(node, text)).flatten(),
            });
            if cursor.goto_first_child() {
                above.push(id);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Ok(Self { text: text.to_owned(), nodes });
                }
                let end = nodes.len();
                if let Some(left) = above.pop() {
                    nodes[left].end = end;
                }
            }
        }
    }

    /// Returns the node with this id.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &SyntaxNode {
        &self.nodes[id]
    }

    /// Returns the grammar's name of a node.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> &'static str {
        self.nodes[id].kind
    }

    /// Returns the text of a node.
    #[must_use]
    pub fn text(&self, id: NodeId) -> &str {
        self.nodes[id].span.slice(&self.text)
    }

    /// Returns the ids of the node and all its descendants.
    #[must_use]
    pub fn below(&self, id: NodeId) -> Range<NodeId> {
        id..self.nodes[id].end
    }

    /// Returns the first child in the field with this name.
    #[must_use]
    pub fn field(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.nodes[id].children.iter().copied().find(|child| self.nodes[*child].field == Some(name))
    }

    /// Returns the named children without Python's comments and line continuations.
    ///
    /// Comments of Java stay.
    pub fn parts(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes[id].children.iter().copied().filter(|child| self.nodes[*child].is_named && !self.is_trivia(*child))
    }

    /// Reports whether a node is a comment or a line continuation of Python.
    #[must_use]
    pub fn is_trivia(&self, id: NodeId) -> bool {
        matches!(self.nodes[id].kind, "comment" | "line_continuation")
    }

    /// Reports whether a node is a Python statement that consists of a string.
    #[must_use]
    pub fn is_docstring(&self, id: NodeId) -> bool {
        self.nodes[id].kind == "expression_statement"
            && matches!(self.nodes[id].children[..], [only] if self.kind(only) == "string")
    }

    /// Returns the line of the first syntax error, counted from 1; `None` without an error.
    #[must_use]
    pub fn first_error(&self) -> Option<usize> {
        let broken = self.nodes.iter().find(|node| node.is_error || node.is_missing)?;
        Some(self.text[..broken.span.start].matches('\n').count() + 1)
    }

    /// Returns the number of nodes on the longest path from the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.depth + 1).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax_nodes_are_those_of_the_grammar_with_their_positions() {
        let tree = Syntax::python("def f(a):\n    return a + 1  # sum\n").expect("a tree");
        let seen: Vec<(&str, Option<&str>)> =
            tree.nodes.iter().filter(|node| node.is_named).map(|node| (node.kind, node.field)).collect();
        assert_eq!(
            seen,
            [
                ("module", None),
                ("function_definition", None),
                ("identifier", Some("name")),
                ("parameters", Some("parameters")),
                ("identifier", None),
                ("block", Some("body")),
                ("return_statement", None),
                ("binary_operator", None),
                ("identifier", Some("left")),
                ("integer", Some("right")),
                ("comment", None),
            ]
        );
        assert_eq!(tree.first_error(), None);
        assert_eq!(tree.depth(), 6);
    }

    #[test]
    fn the_descendants_of_a_node_follow_it_in_the_list() {
        let tree = Syntax::python("x = [1, (2, 3)]\ny = 4\n").expect("a tree");
        for (id, node) in tree.nodes.iter().enumerate() {
            for child in &node.children {
                assert_eq!(tree.node(*child).parent, id);
                assert!(tree.below(id).contains(child) && tree.node(*child).end <= node.end);
            }
            let under = tree.nodes.iter().enumerate().filter(|(at, other)| *at != 0 && other.parent == id).count();
            assert_eq!(under, node.children.len());
        }
        assert_eq!(tree.below(0), 0..tree.nodes.len());
    }

    #[test]
    fn the_first_syntax_error_has_its_line() {
        let tree = Syntax::python("a = 1\nb = (\n").expect("a tree");
        assert_eq!(tree.first_error(), Some(2));
        assert_eq!(Syntax::python("").expect("a tree").first_error(), None);
    }
}
