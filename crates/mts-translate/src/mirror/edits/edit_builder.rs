//! Collects the changes of one mutant in the port, as text edits.
//!
//! The module handles operator precedence, and nodes that have no text in the Python file. The module `finish` adds
//! Java's evaluation order and rewrites `range` loops. The module `replay` decides which nodes change.

use mts_lang::SourceFile;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::span::apply;
use mts_model::{BinaryOp, Function, NodeId, Span, TextEdit, UnaryOp};
use std::collections::{BTreeMap, BTreeSet};

/// The reason why a mutant is unmirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mirror) enum UnmirroredReason {
    /// The alignment has no match for the Java node.
    NoCounterpart,
    /// Another reason, as a short phrase. Tables count the mutants with each phrase.
    Other(&'static str),
}

impl From<&'static str> for UnmirroredReason {
    fn from(words: &'static str) -> Self {
        Self::Other(words)
    }
}

impl std::fmt::Display for UnmirroredReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoCounterpart => "no counterpart",
            Self::Other(words) => words,
        })
    }
}

/// The precedence of expressions in Python. A higher number binds more tightly.
pub(in crate::mirror) mod binding {
    pub const LOWEST: u8 = 0;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const NOT: u8 = 4;
    pub const COMPARISON: u8 = 5;
    pub const ATOM: u8 = 20;
}

/// Collects the changes of one mutant.
pub(in crate::mirror) struct EditBuilder<'a> {
    pub port: &'a Tree,
    pub file: &'a SourceFile,
    pub function: &'a Function,
    /// The edits of nodes that have text in the Python file.
    pub edits: Vec<TextEdit>,
    /// The new texts of nodes that have no text in the Python file.
    pub unwritten: BTreeMap<NodeId, String>,
    /// The names that may have other values than in the port without the mutant.
    ///
    /// The mutant changes, adds or removes an assignment of such a name.
    pub written: BTreeSet<String>,
    /// The names whose assignment the mutant removes, so that they keep their previous values.
    pub lost: BTreeSet<String>,
    /// The changed nodes.
    pub sites: Vec<NodeId>,
    /// The loops whose initialiser the mutant removes.
    pub without_init: BTreeSet<NodeId>,
}

impl<'a> EditBuilder<'a> {
    pub fn new(port: &'a Tree, file: &'a SourceFile, function: &'a Function) -> Self {
        Self {
            port,
            file,
            function,
            edits: Vec::new(),
            unwritten: BTreeMap::new(),
            written: BTreeSet::new(),
            lost: BTreeSet::new(),
            sites: Vec::new(),
            without_init: BTreeSet::new(),
        }
    }

    /// Replaces the text of a node, and keeps the parentheses around the node.
    pub fn put(&mut self, id: NodeId, text: impl Into<String>) {
        self.sites.push(id);
        if self.port.node(id).is_virtual {
            self.unwritten.insert(id, text.into());
        } else {
            self.edits.push(TextEdit::new(self.port.node(id).span, text));
        }
    }

    /// Adds an edit at a node.
    pub fn edit(&mut self, site: NodeId, edit: TextEdit) {
        self.sites.push(site);
        self.edits.push(edit);
    }

    /// Returns the text of a range after all edits inside it.
    pub(super) fn edited(&self, span: Span) -> String {
        let inside: Vec<TextEdit> = self
            .edits
            .iter()
            .filter(|edit| span.contains(edit.span))
            .map(|edit| {
                let at = Span::new(edit.span.start - span.start, edit.span.end - span.start);
                TextEdit::new(at, edit.text.clone())
            })
            .collect();
        let text = span.slice(&self.file.text);
        apply(text, &inside).unwrap_or_else(|| text.to_owned())
    }

    /// Returns the text of a node after the edits, without surrounding parentheses.
    pub fn text(&self, id: NodeId) -> String {
        if let Some(text) = self.unwritten.get(&id) {
            return text.clone();
        }
        let node = self.port.node(id);
        if !node.is_virtual {
            return if self.is_recomposed(id) { self.composed_text(id) } else { self.edited(node.span) };
        }
        self.composed_text(id)
    }

    /// Reports whether the mutant changed a node without text inside an assignment.
    ///
    /// The Python file then has no correct text for the assignment.
    pub(super) fn is_recomposed(&self, id: NodeId) -> bool {
        *self.port.kind(id) == Kind::Assign
            && self.unwritten.keys().any(|changed| self.port.ancestors(*changed).any(|at| at == id))
    }

    /// Writes the text of a node from the texts of its children.
    fn composed_text(&self, id: NodeId) -> String {
        let children = self.port.children(id);
        match (self.port.kind(id), children) {
            (Kind::Name(name), _) => name.clone(),
            (Kind::Literal(mts_lang::ir::Literal::Int(digits)), _) => digits.clone(),
            (Kind::Unary(UnaryOp::Neg), [inner]) => format!("-{}", self.operand(*inner, binding::ATOM)),
            (Kind::Binary(op), [left, right]) => {
                let own = strength(self.port, id);
                let spelling = match op {
                    BinaryOp::And => "and",
                    BinaryOp::Or => "or",
                    _ if self.port.node(id).form == Form::Floor => "//",
                    _ => op.java(),
                };
                format!("{} {spelling} {}", self.operand(*left, own), self.operand(*right, own + 1))
            }
            (Kind::Index, [base, index]) => format!("{}[{}]", self.operand(*base, binding::ATOM), self.text(*index)),
            (Kind::Attribute(name), [base]) => format!("{}.{name}", self.operand(*base, binding::ATOM)),
            (Kind::Length, [base]) => format!("len({})", self.text(*base)),
            (Kind::Assign, [target, value]) => format!("{} = {}", self.text(*target), self.text(*value)),
            (Kind::AugAssign(op), [target, value]) => {
                format!("{} {}= {}", self.text(*target), op.java(), self.text(*value))
            }
            (Kind::Increment(form), [target]) => {
                format!("{} {}= 1", self.text(*target), if form.delta() > 0 { '+' } else { '-' })
            }
            _ => self.edited(self.port.node(id).span),
        }
    }

    /// Returns the text of a node as an operand of an operator.
    ///
    /// The text has parentheses if the precedence of the node is lower than `needed`.
    pub fn operand(&self, id: NodeId, needed: u8) -> String {
        let node = self.port.node(id);
        if self.unwritten.contains_key(&id) || self.edits.iter().any(|edit| edit.span == node.span) {
            return self.text(id);
        }
        if !node.is_virtual && node.outer != node.span {
            return self.edited(node.outer);
        }
        let text = self.text(id);
        if strength(self.port, id) >= needed { text } else { format!("({text})") }
    }

    /// Returns the text of a node in a form that is correct in every context.
    ///
    /// The text has parentheses if a context needs them.
    pub fn atom(&self, id: NodeId) -> String {
        self.operand(id, binding::ATOM)
    }

    /// Reports whether a name is a local variable of the port.
    ///
    /// A name is local if it is a parameter, or if a statement of the port assigns it. Only such a name can be the
    /// target of `:=`.
    pub fn is_local(&self, name: &str) -> bool {
        let is = |id: &NodeId| matches!(self.port.kind(*id), Kind::Name(n) if n == name);
        self.port.params.iter().any(is)
            || self.port.preorder(self.port.root).into_iter().any(|id| {
                let children = self.port.children(id);
                match self.port.kind(id) {
                    Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::ForEach | Kind::Walrus => {
                        let targets = children.first().copied().into_iter();
                        targets.clone().any(|t| is(&t))
                            || targets
                                .flat_map(|t| self.port.children(t))
                                .any(|t| *self.port.kind(children[0]) == Kind::Tuple && is(t))
                    }
                    _ => false,
                }
            })
    }
}

/// Returns the precedence of an expression (see [`binding`]).
pub(in crate::mirror) fn strength(tree: &Tree, id: NodeId) -> u8 {
    match tree.kind(id) {
        Kind::Lambda | Kind::Conditional => 1,
        Kind::Walrus | Kind::Tuple | Kind::Assign => binding::LOWEST,
        Kind::Binary(_) if matches!(tree.node(id).form, Form::Truncated | Form::Helper) => binding::ATOM,
        Kind::Binary(op) => operator_strength(*op),
        Kind::Chain(_) => binding::COMPARISON,
        Kind::Unary(UnaryOp::Not) => binding::NOT,
        Kind::Unary(_) => 12,
        Kind::Call { name, has_receiver: false } if tree.node(id).form == Form::Idiom => {
            if name == "pow" {
                13
            } else {
                binding::COMPARISON
            }
        }
        Kind::Opaque("yield" | "await" | "other" | "dictionary_splat" | "list_splat" | "keyword_argument") => {
            binding::LOWEST
        }
        _ => binding::ATOM,
    }
}

/// Returns the precedence of a Python operator (see [`binding`]).
pub(in crate::mirror) fn operator_strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => binding::OR,
        BinaryOp::And => binding::AND,
        op if op.is_relational() => binding::COMPARISON,
        BinaryOp::BitOr => 6,
        BinaryOp::BitXor => 7,
        BinaryOp::BitAnd => 8,
        op if op.is_shift() => 9,
        BinaryOp::Add | BinaryOp::Sub => 10,
        _ => 11,
    }
}
