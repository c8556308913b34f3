//! Lowers a Java function to the common IR: the state of the walk, local variables and their
//! scopes. Statements and expressions have rooms of their own.

pub(super) mod expressions;
pub(super) mod literals;
pub(super) mod operators;
pub(super) mod statements;
pub(super) mod symbols;

use super::{declarations, types};
use crate::SourceFile;
use crate::ir::{Kind, Node as Core, Tree};
use mts_model::{Function, JavaType, Language, NodeId, Span};
use symbols::Symbols;
use tree_sitter::Node;

/// Nesting beyond this is no code that a person wrote; such a function is not analysed.
const DEEPEST: usize = 256;

/// A function's tree, and what else the walk found out.
pub(super) struct Lowered {
    pub(super) tree: Tree,
    /// For each node whether Java lets it be assigned again.
    pub(super) writable: Vec<bool>,
}

/// A parameter or local variable.
struct Local {
    name: String,
    ty: JavaType,
    is_final: bool,
    /// How many lambdas stand around its declaration.
    lambdas: usize,
    /// Used inside a lambda or class body: it has to stay effectively final.
    is_captured: bool,
}

/// What a name stands for.
pub(super) enum Binding {
    Local(usize),
    Field { ty: JavaType, is_final: bool },
    None,
}

/// The walk's state.
pub(super) struct Lowering<'f> {
    pub(super) text: &'f str,
    pub(super) tree: Tree,
    pub(super) symbols: Symbols,
    /// The class around the function.
    pub(super) class: Option<usize>,
    /// The function's declared result.
    pub(super) returns: JavaType,
    locals: Vec<Local>,
    /// Indexes of the locals in sight, innermost last.
    visible: Vec<usize>,
    lambdas: usize,
    depth: usize,
    is_too_deep: bool,
    /// Uses of locals, to be judged when all captures are known.
    uses: Vec<(NodeId, usize)>,
    assignable: Vec<NodeId>,
}

/// Lowers one function.
pub(super) fn lower(file: &SourceFile, function: &Function) -> Option<Lowered> {
    let node = declarations::node_of(file, function)?;
    let body = node.child_by_field_name("body")?;
    let symbols = Symbols::of(file.root(), &file.text);
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
    fn finish(self) -> Option<Lowered> {
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
        Some(Lowered { tree: self.tree, writable })
    }

    /// One `Name` a parameter. A compact constructor has those of its record, at the record.
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

    /// The node's text.
    pub(super) fn of(&self, node: Node<'_>) -> &'f str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// Adds a node that stands where the syntax node does.
    pub(super) fn add(&mut self, kind: Kind, node: Node<'_>) -> NodeId {
        self.tree.add(Core::new(kind, span(node)))
    }

    /// The node, to be changed.
    pub(super) fn at(&mut self, id: NodeId) -> &mut Core {
        &mut self.tree.nodes[id.0 as usize]
    }

    /// The static type of a lowered expression.
    pub(super) fn ty(&self, id: NodeId) -> &JavaType {
        &self.tree.node(id).ty
    }

    /// Goes one level down, unless that is too deep: then `None`, and the function is given up.
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

    /// Runs `walk` in a scope of its own: what it declares is out of sight afterwards.
    pub(super) fn scoped<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.visible.len();
        let result = walk(self);
        self.visible.truncate(mark);
        result
    }

    /// Like [`Lowering::scoped`], inside a lambda.
    pub(super) fn in_lambda<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.lambdas += 1;
        let result = self.scoped(walk);
        self.lambdas -= 1;
        result
    }

    /// Declares a local variable; its `Name` node.
    pub(super) fn declare(&mut self, name: Node<'_>, ty: JavaType, is_final: bool) -> NodeId {
        let text = self.of(name).to_owned();
        let id = self.add(Kind::Name(text.clone()), name);
        self.at(id).ty = ty.clone();
        let local = self.locals.len();
        self.locals.push(Local { name: text, ty, is_final, lambdas: self.lambdas, is_captured: false });
        self.visible.push(local);
        self.uses.push((id, local));
        id
    }

    /// Corrects the type of a declared local, once its initialiser is known (`var`).
    pub(super) fn infer(&mut self, name: NodeId, ty: JavaType) {
        if let Some((_, local)) = self.uses.iter().rev().find(|(id, _)| *id == name) {
            self.locals[*local].ty = ty.clone();
        }
        self.at(name).ty = ty;
    }

    /// What a bare name stands for: a local in sight, else a field of a class around.
    pub(super) fn binding(&self, name: &str) -> Binding {
        if let Some(local) = self.visible.iter().rev().find(|at| self.locals[**at].name == name) {
            return Binding::Local(*local);
        }
        match self.class.and_then(|class| self.symbols.visible_field(class, name)) {
            Some(field) => Binding::Field { ty: field.ty.clone(), is_final: field.is_final },
            None => Binding::None,
        }
    }

    /// Lowers a name used as an expression.
    pub(super) fn name(&mut self, node: Node<'_>) -> NodeId {
        let text = self.of(node);
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

    /// Marks a node as one that can be assigned again.
    pub(super) fn set_assignable(&mut self, id: NodeId) {
        self.assignable.push(id);
    }

    /// A class body inside the function is not entered; the locals it uses have to stay final.
    pub(super) fn capture(&mut self, body: Node<'_>) {
        let mut todo = vec![body];
        let mut cursor = body.walk();
        while let Some(node) = todo.pop() {
            if node.kind() == "identifier"
                && let Binding::Local(local) = self.binding(self.of(node))
            {
                self.locals[local].is_captured = true;
            }
            todo.extend(node.named_children(&mut cursor));
        }
    }

    /// The type of the `type` field of a declaration.
    pub(super) fn declared_type(&self, node: Node<'_>) -> JavaType {
        let ty = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        types::dimensioned(ty, node.child_by_field_name("dimensions"), self.text)
    }
}

/// The bytes of a syntax node.
pub(super) fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// The named children, comments left out.
pub(super) fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|n| !n.is_extra()).collect()
}

/// What stands inside parentheses that belong to a statement (`if (...)`).
pub(super) fn inside(node: Node<'_>) -> Node<'_> {
    if node.kind() == "parenthesized_expression" { named(node).first().copied().unwrap_or(node) } else { node }
}
