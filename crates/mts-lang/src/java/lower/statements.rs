//! Lowers Java's statements.

use super::{Lowering, inside, named_children, span};
use crate::ir::{Form, Kind};
use crate::java::{declarations, types};
use mts_model::{JavaType, NodeId, Span};
use tree_sitter::Node;

impl<'f> Lowering<'f> {
    /// Lowers a braced block or the body of a constructor.
    pub(in crate::java) fn block(&mut self, node: Node<'f>) -> NodeId {
        let id = self.add(Kind::Block, node);
        let statements = self.scoped(|l| l.list(children(node)));
        self.tree.adopt(id, statements);
        id
    }

    /// Lowers a statement list.
    fn list(&mut self, nodes: Vec<Node<'f>>) -> Vec<NodeId> {
        nodes.into_iter().filter_map(|node| self.statement(node)).collect()
    }

    /// Lowers the body of a loop or branch to a block.
    ///
    /// A body without braces has the form `Unbraced`.
    fn body(&mut self, node: Option<Node<'f>>, owner: Node<'f>) -> NodeId {
        let Some(node) = node else {
            let end = owner.end_byte();
            let id = self.add(Kind::Block, owner);
            self.at(id).span = Span::new(end, end);
            return id;
        };
        if node.kind() == "block" {
            return self.block(node);
        }
        let id = self.add(Kind::Block, node);
        self.at(id).form = Form::Unbraced;
        let statements = self.scoped(|l| l.list(vec![node]));
        self.tree.adopt(id, statements);
        id
    }

    /// Lowers one statement; `None` for an unknown node or too deep nesting.
    fn statement(&mut self, node: Node<'f>) -> Option<NodeId> {
        self.deeper(|l| l.statement_here(node)).flatten()
    }

    fn statement_here(&mut self, node: Node<'f>) -> Option<NodeId> {
        Some(match node.kind() {
            ";" => self.add(Kind::Empty, node),
            "block" => self.block(node),
            "expression_statement" => match named_children(node).first() {
                Some(inner) if inner.kind() == "switch_expression" => self.switch(*inner, Kind::Switch),
                Some(inner) => self.with_one(Kind::ExprStmt, node, *inner),
                None => return None,
            },
            "explicit_constructor_invocation" => {
                let id = self.add(Kind::ExprStmt, node);
                let call = self.constructor_call(node);
                self.tree.adopt(id, vec![call]);
                id
            }
            "local_variable_declaration" => self.declaration(node),
            "if_statement" => self.branch(node, Form::Plain),
            "while_statement" => {
                let id = self.add(Kind::While, node);
                let condition = self.condition(node)?;
                let body = self.body(node.child_by_field_name("body"), node);
                self.tree.adopt(id, vec![condition, body]);
                id
            }
            "do_statement" => {
                let id = self.add(Kind::DoWhile, node);
                let body = self.body(node.child_by_field_name("body"), node);
                let condition = self.condition(node)?;
                self.tree.adopt(id, vec![body, condition]);
                id
            }
            "for_statement" => self.scoped(|l| l.counted(node)),
            "enhanced_for_statement" => self.scoped(|l| l.for_each(node)),
            "return_statement" => {
                let expected = self.returns.clone();
                self.with_any(Kind::Return, node, &expected)
            }
            "throw_statement" => self.with_any(Kind::Throw, node, &JavaType::Unknown),
            "yield_statement" => self.with_any(Kind::Yield, node, &JavaType::Unknown),
            "assert_statement" => self.with_any(Kind::Assert, node, &JavaType::Unknown),
            "break_statement" => {
                let label = named_children(node).first().map(|n| self.text_of(*n).to_owned());
                self.add(Kind::Break { label }, node)
            }
            "continue_statement" => {
                let label = named_children(node).first().map(|n| self.text_of(*n).to_owned());
                self.add(Kind::Continue { label }, node)
            }
            "labeled_statement" => {
                let label = named_children(node).first().map_or("", |n| self.text_of(*n)).to_owned();
                let id = self.add(Kind::Labeled { label }, node);
                // The statement is the last child. The token `;` is not a named node.
                let last = children(node).pop();
                let statement = self.list(last.into_iter().collect());
                self.tree.adopt(id, statement);
                id
            }
            "synchronized_statement" => {
                let id = self.add(Kind::Synchronized, node);
                let lock = named_children(node).first().map(|n| self.expression(inside(*n)));
                let body = self.body(node.child_by_field_name("body"), node);
                self.tree.adopt(id, lock.into_iter().chain([body]).collect());
                id
            }
            "switch_expression" => self.switch(node, Kind::Switch),
            "try_statement" | "try_with_resources_statement" => self.scoped(|l| l.try_statement(node)),
            kind if declarations::is_class(kind) => {
                self.capture(node);
                self.add(Kind::Opaque("class_declaration"), node)
            }
            _ => return None,
        })
    }

    fn condition(&mut self, node: Node<'f>) -> Option<NodeId> {
        Some(self.expression(inside(node.child_by_field_name("condition")?)))
    }

    fn with_one(&mut self, kind: Kind, node: Node<'f>, inner: Node<'f>) -> NodeId {
        let id = self.add(kind, node);
        let child = self.expression(inner);
        self.tree.adopt(id, vec![child]);
        id
    }

    /// Lowers a statement that consists of a keyword and expressions.
    fn with_any(&mut self, kind: Kind, node: Node<'f>, expected: &JavaType) -> NodeId {
        let id = self.add(kind, node);
        let inner = named_children(node).into_iter().map(|n| self.expression_as(n, expected)).collect();
        self.tree.adopt(id, inner);
        id
    }

    /// Lowers a declaration of variables.
    ///
    /// `int a = 1;` becomes a `Declare`; `int a = 1, b = 2;` becomes a `Group` of `Declare` nodes.
    fn declaration(&mut self, node: Node<'f>) -> NodeId {
        let mut cursor = node.walk();
        let declarators: Vec<Node<'f>> = node.children_by_field_name("declarator", &mut cursor).collect();
        if let [only] = declarators[..] {
            return self.declarator(node, only, span(node));
        }
        let id = self.add(Kind::Group, node);
        let parts = declarators.into_iter().map(|d| self.declarator(node, d, span(d))).collect();
        self.tree.adopt(id, parts);
        id
    }

    fn declarator(&mut self, node: Node<'f>, declarator: Node<'f>, at: Span) -> NodeId {
        let id = self.add(Kind::Declare, declarator);
        self.at(id).span = at;
        self.at(id).outer = at;
        let ty = types::dimensioned(self.declared_type(node), declarator.child_by_field_name("dimensions"), self.text);
        let is_var = ty.simple_class() == Some("var");
        let ty = if is_var { JavaType::Unknown } else { ty };
        let mut children = Vec::new();
        if let Some(name) = declarator.child_by_field_name("name") {
            let name = self.declare(name, ty.clone(), declarations::has_modifier(node, "final"));
            children.push(name);
            if let Some(value) = declarator.child_by_field_name("value") {
                // The variable is visible in its own initialiser.
                let value = self.expression_as(value, &ty);
                if is_var {
                    let inferred = self.ty(value).clone();
                    self.infer(name, inferred);
                }
                children.push(value);
            }
        }
        let declared = children.first().map_or(ty, |name| self.ty(*name).clone());
        self.at(id).ty = declared;
        self.tree.adopt(id, children);
        id
    }

    fn branch(&mut self, node: Node<'f>, form: Form) -> NodeId {
        let id = self.add(Kind::If, node);
        self.at(id).form = form;
        let mut children: Vec<NodeId> = self.condition(node).into_iter().collect();
        children.push(self.body(node.child_by_field_name("consequence"), node));
        if let Some(other) = node.child_by_field_name("alternative") {
            let other = if other.kind() == "if_statement" {
                self.deeper(|l| l.branch(other, Form::ElseIf))
            } else {
                Some(self.body(Some(other), node))
            };
            children.extend(other);
        }
        self.tree.adopt(id, children);
        id
    }

    fn counted(&mut self, node: Node<'f>) -> NodeId {
        let id = self.add(Kind::Empty, node);
        let mut cursor = node.walk();
        let mut children = Vec::new();
        for init in node.children_by_field_name("init", &mut cursor) {
            if init.kind() == "local_variable_declaration" {
                let mut inner = init.walk();
                let declarators: Vec<Node<'f>> = init.children_by_field_name("declarator", &mut inner).collect();
                let is_only = declarators.len() == 1;
                for declarator in declarators {
                    // The `;` of the loop header is not part of the declaration.
                    let start = if is_only { init.start_byte() } else { declarator.start_byte() };
                    children.push(self.declarator(init, declarator, Span::new(start, declarator.end_byte())));
                }
            } else {
                children.push(self.expression(init));
            }
        }
        let inits = children.len();
        let condition = node.child_by_field_name("condition").map(|n| self.expression(n));
        children.extend(condition);
        let mut cursor = node.walk();
        let updates: Vec<Node<'f>> = node.children_by_field_name("update", &mut cursor).collect();
        let count = updates.len();
        for update in updates {
            let update = self.expression(update);
            children.push(update);
        }
        children.push(self.body(node.child_by_field_name("body"), node));
        self.at(id).kind = Kind::For { inits, has_condition: condition.is_some(), updates: count };
        self.tree.adopt(id, children);
        id
    }

    fn for_each(&mut self, node: Node<'f>) -> NodeId {
        let id = self.add(Kind::ForEach, node);
        let mut children = Vec::new();
        let ty = self.declared_type(node);
        let is_var = ty.simple_class() == Some("var");
        if let Some(name) = node.child_by_field_name("name") {
            let target = self.declare(name, ty, declarations::has_modifier(node, "final"));
            children.push(target);
            if let Some(over) = node.child_by_field_name("value") {
                let over = self.expression(over);
                if is_var {
                    let element = self.ty(over).element().cloned().unwrap_or_default();
                    self.infer(target, element);
                }
                children.push(over);
            }
        }
        children.push(self.body(node.child_by_field_name("body"), node));
        self.tree.adopt(id, children);
        id
    }

    /// Lowers a `switch`, as a statement or as an expression.
    pub(in crate::java) fn switch(&mut self, node: Node<'f>, kind: Kind) -> NodeId {
        let id = self.add(kind, node);
        let mut below: Vec<NodeId> = self.condition(node).into_iter().collect();
        let block = node.child_by_field_name("body");
        // The groups of a switch with colons share one scope. Labels without statements belong to
        // the next group.
        let groups = block.map(named_children).unwrap_or_default();
        let last = groups.len().saturating_sub(1);
        let cases: Vec<NodeId> = self.scoped(|l| {
            let mut cases = Vec::new();
            let mut waiting = Vec::new();
            for (at, group) in groups.into_iter().enumerate() {
                let is_bare = children(group).iter().all(|n| matches!(n.kind(), "switch_label" | ":"));
                waiting.push(group);
                if !is_bare || at == last {
                    cases.push(l.case(&std::mem::take(&mut waiting), group));
                }
            }
            cases
        });
        if cases.first().is_some_and(|case| self.tree.node(*case).form == Form::Arrow) {
            self.at(id).form = Form::Arrow;
        }
        below.extend(cases);
        self.tree.adopt(id, below);
        id
    }

    /// Lowers a `case` group or a `case` rule.
    ///
    /// A group is `case 1: case 2: ...`, and a rule is `case 1, 2 -> ...`.
    fn case(&mut self, groups: &[Node<'f>], node: Node<'f>) -> NodeId {
        let id = self.add(Kind::Empty, node);
        let start = groups.first().map_or(node.start_byte(), Node::start_byte);
        self.at(id).span.start = start;
        self.at(id).outer.start = start;
        let is_arrow = node.kind() == "switch_rule";
        let (labels, statements): (Vec<Node<'f>>, Vec<Node<'f>>) = groups
            .iter()
            .flat_map(|group| children(*group))
            .filter(|n| !matches!(n.kind(), ":" | "->"))
            .partition(|n| n.kind() == "switch_label");
        let mut is_default = false;
        let mut below = Vec::new();
        for label in labels {
            let values = named_children(label);
            is_default |= values.is_empty();
            for value in values {
                below.push(match value.kind() {
                    "pattern" | "guard" => self.add(Kind::Opaque("pattern"), value),
                    _ => self.expression(value),
                });
            }
        }
        let labels = below.len();
        let block = if is_arrow {
            self.at(id).form = Form::Arrow;
            self.body(statements.first().copied(), node)
        } else {
            let block = self.add(Kind::Block, node);
            let start = statements.first().map_or(node.end_byte(), Node::start_byte);
            let end = statements.last().map_or(node.end_byte(), Node::end_byte);
            self.at(block).span = Span::new(start, end);
            self.at(block).outer = Span::new(start, end);
            let statements = self.list(statements);
            self.tree.adopt(block, statements);
            block
        };
        below.push(block);
        self.at(id).kind = Kind::Case { labels, is_default };
        self.tree.adopt(id, below);
        id
    }

    fn try_statement(&mut self, node: Node<'f>) -> NodeId {
        let id = self.add(Kind::Empty, node);
        let mut children = Vec::new();
        if let Some(list) = node.child_by_field_name("resources") {
            for resource in named_children(list) {
                children.push(self.resource(resource));
            }
        }
        let resources = children.len();
        children.push(self.body(node.child_by_field_name("body"), node));
        let mut has_finally = false;
        for part in named_children(node) {
            if part.kind() == "catch_clause" {
                let catch = self.scoped(|l| l.catch(part));
                children.push(catch);
            } else if part.kind() == "finally_clause" {
                has_finally = true;
                children.push(self.body(named_children(part).first().copied(), part));
            }
        }
        self.at(id).kind = Kind::Try { resources, has_finally };
        self.tree.adopt(id, children);
        id
    }

    fn resource(&mut self, node: Node<'f>) -> NodeId {
        let Some(name) = node.child_by_field_name("name") else {
            let used = named_children(node).first().copied().unwrap_or(node);
            return self.expression(used);
        };
        let id = self.add(Kind::Declare, node);
        let ty = self.declared_type(node);
        let name = self.declare(name, ty.clone(), true);
        let value = node.child_by_field_name("value").map(|n| self.expression(n));
        self.at(id).ty = ty;
        self.tree.adopt(id, [name].into_iter().chain(value).collect());
        id
    }

    fn catch(&mut self, node: Node<'f>) -> NodeId {
        let id = self.add(Kind::Empty, node);
        let mut classes = Vec::new();
        let mut children = Vec::new();
        if let Some(parameter) = named_children(node).into_iter().find(|n| n.kind() == "catch_formal_parameter") {
            let listed = named_children(parameter).into_iter().find(|n| n.kind() == "catch_type");
            classes =
                listed.map(named_children).unwrap_or_default().iter().map(|n| self.text_of(*n).to_owned()).collect();
            if let Some(name) = parameter.child_by_field_name("name") {
                let ty = if let [only] = &classes[..] { JavaType::from_name(only) } else { JavaType::Unknown };
                children.push(self.declare(name, ty, classes.len() > 1));
            }
        }
        children.push(self.body(node.child_by_field_name("body"), node));
        self.at(id).kind = Kind::Catch { classes };
        self.tree.adopt(id, children);
        id
    }
}

/// Returns all children except braces and comments.
///
/// The token `;` is a statement, but not a named node.
fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|n| !n.is_extra() && !matches!(n.kind(), "{" | "}")).collect()
}
