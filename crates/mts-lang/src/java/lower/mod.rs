//! Lowers a Java function to the common IR.
//!
//! This file holds the state of the lowering, local variables and scopes. Other files lower
//! statements and expressions.

pub(super) mod expressions;
pub(super) mod literals;
pub(super) mod operators;
pub(super) mod statements;
pub(super) mod symbols;

use super::declarations;
use super::types::{self, named_children};
use crate::SourceFile;
use crate::ir::{Kind, Node as Core, Tree};
use crate::source_file::LoweredFunction;
use mts_model::{Function, JavaType, Language, NodeId, Span};
use std::sync::Arc;
use symbols::Symbols;
use tree_sitter::Node;

/// Largest nesting depth of statements and expressions. The tool does not analyse a function with deeper nesting.
const DEEPEST: usize = 256;

/// A parameter or local variable.
struct Local {
    name: String,
    ty: JavaType,
    is_final: bool,
    /// The number of lambdas around the declaration.
    lambdas: usize,
    /// True if a lambda or class body uses the variable.
    ///
    /// The variable must then stay effectively final.
    is_captured: bool,
}

/// The declaration that a name refers to.
pub(super) enum Binding {
    Local(usize),
    Field { ty: JavaType, is_final: bool },
    None,
}

/// The state of the lowering.
pub(super) struct Lowering<'f> {
    pub(super) text: &'f str,
    pub(super) tree: Tree,
    pub(super) symbols: &'f Symbols,
    /// The enclosing class.
    pub(super) class: Option<usize>,
    /// The declared result type of the function.
    pub(super) returns: JavaType,
    locals: Vec<Local>,
    /// The indexes of the visible locals, innermost last.
    visible: Vec<usize>,
    lambdas: usize,
    depth: usize,
    is_too_deep: bool,
    /// The uses of locals: the node of each use, and the index of the local.
    ///
    /// At the end, when all captures are known, the lowering decides which of these nodes are writable.
    uses: Vec<(NodeId, usize)>,
    assignable: Vec<NodeId>,
}

/// Lowers a function of this file to the common IR.
///
/// Returns `None` if the function has no body or is nested too deeply.
pub(crate) fn lower(file: &SourceFile, function: &Function) -> Option<LoweredFunction> {
    let node = declarations::node_of(file, function)?;
    let body = node.child_by_field_name("body")?;
    let symbols = file.symbols.get_or_init(|| Symbols::from_root(file.root(), &file.text));
    let class = symbols.by_scope(&function.scope);
    let mut lowering = Lowering {
        text: &file.text,
        tree: Tree { language: Language::Java, nodes: Vec::new(), root: NodeId(0), params: Vec::new() },
        symbols,
        class,
        returns: function.returns.clone(),
        locals: Vec::new(),
        visible: Vec::new(),
        lambdas: 0,
        depth: 0,
        is_too_deep: false,
        uses: Vec::new(),
        assignable: Vec::new(),
    };
    lowering.parameters(node, function);
    lowering.tree.root = lowering.block(body);
    lowering.finish()
}

impl<'f> Lowering<'f> {
    fn finish(self) -> Option<LoweredFunction> {
        if self.is_too_deep {
            return None;
        }
        let mut writable = vec![false; self.tree.nodes.len()];
        for (id, local) in self.uses {
            let local = &self.locals[local];
            writable[id.0 as usize] = !local.is_final && !local.is_captured;
        }
        for id in self.assignable {
            writable[id.0 as usize] = true;
        }
        Some(LoweredFunction { tree: Arc::new(self.tree), writable: writable.into() })
    }

    /// Adds one `Name` for each parameter.
    ///
    /// A compact constructor has the parameters of its record.
    fn parameters(&mut self, node: Node<'f>, function: &Function) {
        let list = node.child_by_field_name("parameters").or_else(|| {
            let record = node.parent()?.parent().filter(|n| n.kind() == "record_declaration")?;
            record.child_by_field_name("parameters")
        });
        let mut declared: Vec<(Node<'f>, bool)> = Vec::new();
        if let Some(list) = list {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                let name = match child.kind() {
                    "formal_parameter" => child.child_by_field_name("name"),
                    "spread_parameter" => {
                        let mut inner = child.walk();
                        let declarator = child.named_children(&mut inner).find(|n| n.kind() == "variable_declarator");
                        declarator.and_then(|n| n.child_by_field_name("name"))
                    }
                    _ => None,
                };
                declared.extend(name.map(|n| (n, declarations::has_modifier(child, "final"))));
            }
        }
        for (param, (name, is_final)) in function.params.iter().zip(declared) {
            let id = self.declare(name, param.ty.clone(), is_final);
            self.tree.params.push(id);
        }
    }

    /// Returns the text of a node.
    pub(super) fn text_of(&self, node: Node<'_>) -> &'f str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// Adds a node with the span of the syntax node.
    pub(super) fn add(&mut self, kind: Kind, node: Node<'_>) -> NodeId {
        self.tree.add(Core::new(kind, span(node)))
    }

    /// Returns the node with this id, so that the caller can change the node.
    pub(super) fn at(&mut self, id: NodeId) -> &mut Core {
        &mut self.tree.nodes[id.0 as usize]
    }

    /// Returns the static type of a lowered expression.
    pub(super) fn ty(&self, id: NodeId) -> &JavaType {
        &self.tree.node(id).ty
    }

    /// Runs `walk` one level deeper.
    ///
    /// Returns `None` if the level is too deep. The tool does not analyse such a function.
    pub(super) fn deeper<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEEPEST {
            self.is_too_deep = true;
            return None;
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        Some(result)
    }

    /// Runs `walk` in a new scope. The declarations of `walk` are not visible afterwards.
    pub(super) fn scoped<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.visible.len();
        let result = walk(self);
        self.visible.truncate(mark);
        result
    }

    /// Runs `walk` like [`Lowering::scoped`], inside a lambda.
    pub(super) fn in_lambda<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.lambdas += 1;
        let result = self.scoped(walk);
        self.lambdas -= 1;
        result
    }

    /// Declares a local variable and returns its `Name` node.
    pub(super) fn declare(&mut self, name: Node<'_>, ty: JavaType, is_final: bool) -> NodeId {
        let text = self.text_of(name).to_owned();
        let id = self.add(Kind::Name(text.clone()), name);
        self.at(id).ty = ty.clone();
        let local = self.locals.len();
        self.locals.push(Local { name: text, ty, is_final, lambdas: self.lambdas, is_captured: false });
        self.visible.push(local);
        self.uses.push((id, local));
        id
    }

    /// Sets the type of a declared local from its initialiser (`var`).
    pub(super) fn infer(&mut self, name: NodeId, ty: JavaType) {
        if let Some((_, local)) = self.uses.iter().rev().find(|(id, _)| *id == name) {
            self.locals[*local].ty = ty.clone();
        }
        self.at(name).ty = ty;
    }

    /// Returns the declaration of a name without a qualifier.
    ///
    /// The declaration is a visible local, otherwise a field of an enclosing class.
    pub(super) fn binding(&self, name: &str) -> Binding {
        if let Some(local) = self.visible.iter().rev().find(|at| self.locals[**at].name == name) {
            return Binding::Local(*local);
        }
        match self.class.and_then(|class| self.symbols.visible_field(class, name)) {
            Some(field) => Binding::Field { ty: field.ty.clone(), is_final: field.is_final },
            None => Binding::None,
        }
    }

    /// Lowers a name that the code uses as an expression.
    pub(super) fn name(&mut self, node: Node<'_>) -> NodeId {
        let text = self.text_of(node);
        let id = self.add(Kind::Name(text.to_owned()), node);
        match self.binding(text) {
            Binding::Local(local) => {
                let lambdas = self.lambdas;
                let variable = &mut self.locals[local];
                variable.is_captured |= variable.lambdas < lambdas;
                let ty = variable.ty.clone();
                self.at(id).ty = ty;
                self.uses.push((id, local));
            }
            Binding::Field { ty, is_final } => {
                self.at(id).ty = ty;
                if !is_final {
                    self.assignable.push(id);
                }
            }
            Binding::None => {}
        }
        id
    }

    /// Marks a node as assignable.
    pub(super) fn set_assignable(&mut self, id: NodeId) {
        self.assignable.push(id);
    }

    /// Marks the locals that a class body uses as captured, without lowering the body.
    pub(super) fn capture(&mut self, body: Node<'_>) {
        let mut todo = vec![body];
        let mut cursor = body.walk();
        while let Some(node) = todo.pop() {
            if node.kind() == "identifier"
                && let Binding::Local(local) = self.binding(self.text_of(node))
            {
                self.locals[local].is_captured = true;
            }
            todo.extend(node.named_children(&mut cursor));
        }
    }

    /// Returns the type in the `type` field of a declaration.
    pub(super) fn declared_type(&self, node: Node<'_>) -> JavaType {
        let ty = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        types::dimensioned(ty, node.child_by_field_name("dimensions"), self.text)
    }
}

/// Returns the byte range of a syntax node.
pub(super) fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// Returns the node inside the parentheses of a statement, such as `if (...)`.
pub(super) fn inside(node: Node<'_>) -> Node<'_> {
    if node.kind() == "parenthesized_expression" { named_children(node).first().copied().unwrap_or(node) } else { node }
}
