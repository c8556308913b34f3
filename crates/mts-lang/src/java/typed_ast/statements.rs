//! Lowers statements to the typed AST.

use super::declarations::comments;
use super::tree::{Catch, Expr, ExprKind, Resource, Stmt, StmtKind, Target};
use super::{Jumpable, LowerResult, Lowerer, first, line, named_children, unsupported};
use crate::java::types;
use mts_model::{JavaType, Span};
use tree_sitter::Node;

impl Lowerer<'_> {
    /// Lowers the statements of a block, or of a constructor's body.
    pub(super) fn block(&mut self, node: Node<'_>) -> LowerResult<Vec<Stmt>> {
        self.scoped(|own| own.sequence(named_children(node)))
    }

    pub(super) fn sequence(&mut self, nodes: Vec<Node<'_>>) -> LowerResult<Vec<Stmt>> {
        let mut out = Vec::new();
        for node in nodes {
            let comments = comments::before(node, self.text);
            let from = out.len();
            self.statement(node, None, &mut out)?;
            if let Some(first) = out.get_mut(from) {
                first.comments = comments;
            }
        }
        Ok(out)
    }

    /// Lowers the body of a statement: a block, a single statement, or nothing.
    fn body(&mut self, node: Option<Node<'_>>) -> LowerResult<Vec<Stmt>> {
        let Some(node) = node else { return Ok(Vec::new()) };
        if node.kind() == "block" {
            return self.block(node);
        }
        self.scoped(|own| {
            let mut out = Vec::new();
            own.statement(node, None, &mut out)?;
            Ok(out)
        })
    }

    fn statement(&mut self, node: Node<'_>, label: Option<String>, out: &mut Vec<Stmt>) -> LowerResult<()> {
        macro_rules! push {
            ($kind:expr) => {{
                let kind = $kind;
                out.push(Stmt { kind, line: line(node), comments: Vec::new() });
            }};
        }
        match node.kind() {
            ";" => {}
            "block" => push!(StmtKind::Block(self.block(node)?)),
            "local_variable_declaration" => {
                let base = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    if self.declared_by_switch(declarator, &base, out)? {
                        continue;
                    }
                    push!(self.declarator(declarator, &base)?);
                }
            }
            "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration" => {
                let class =
                    self.class_at(node).ok_or_else(|| unsupported(node, "a class declaration inside a method"))?;
                let captures = self.inner_class(node, class);
                push!(StmtKind::Class(class, captures));
            }
            "explicit_constructor_invocation" => push!(StmtKind::Expr(self.delegated(node)?)),
            "yield_statement" => {
                let value = first(node)?;
                self.yielded(value, out)?;
            }
            "expression_statement" => {
                let inner = first(node)?;
                if inner.kind() == "switch_expression" {
                    push!(self.switch_statement(inner, label)?);
                } else {
                    push!(StmtKind::Expr(self.effect(inner)?));
                }
            }
            "labeled_statement" => {
                let parts = named_children(node);
                let (Some(name), Some(inner)) = (parts.first(), parts.get(1)) else {
                    return Err(unsupported(node, "a label without a statement"));
                };
                let name = self.text(*name).to_owned();
                if matches!(
                    inner.kind(),
                    "for_statement"
                        | "enhanced_for_statement"
                        | "while_statement"
                        | "do_statement"
                        | "switch_expression"
                ) {
                    return self.statement(*inner, Some(name), out);
                }
                let (target, body) = self.jumpable(Some(name), Jumpable::Labelled, |own| own.body(Some(*inner)))?;
                push!(StmtKind::Labelled { target, body });
            }
            "if_statement" => {
                // The `if` opens no scope, because the variable of a pattern may be visible after the `if`.
                let condition = self.condition(node)?;
                let then = self.body(node.child_by_field_name("consequence"))?;
                let other = self.body(node.child_by_field_name("alternative"))?;
                push!(StmtKind::If { condition, then, other });
            }
            "while_statement" => {
                let (target, (condition, body)) =
                    self.looped(label, |own| Ok((own.condition(node)?, own.body(node.child_by_field_name("body"))?)))?;
                push!(StmtKind::While { target, condition, body });
            }
            "do_statement" => {
                let (target, (body, condition)) =
                    self.looped(label, |own| Ok((own.body(node.child_by_field_name("body"))?, own.condition(node)?)))?;
                push!(StmtKind::DoWhile { target, body, condition });
            }
            "for_statement" => push!(self.for_statement(node, label)?),
            "enhanced_for_statement" => push!(self.for_each(node, label)?),
            "return_statement" => {
                if let Some(switch) = named_children(node).first().filter(|n| super::switches::is_long(**n)) {
                    return self.switch_into(*switch, super::SwitchUse::Return, out);
                }
                let returns = self.returns.clone();
                let value = named_children(node).first().map(|n| self.value_of(*n, &returns)).transpose()?;
                push!(StmtKind::Return(value));
            }
            "break_statement" | "continue_statement" => push!(self.jump(node)?),
            "switch_expression" => push!(self.switch_statement(node, label)?),
            "throw_statement" => push!(StmtKind::Throw(self.expression(first(node)?, None)?)),
            "assert_statement" => push!(StmtKind::Assert),
            "try_statement" | "try_with_resources_statement" => push!(self.try_statement(node)?),
            "synchronized_statement" => {
                let body = self.body(node.child_by_field_name("body"))?;
                push!(StmtKind::Block(body));
            }
            kind => return Err(unsupported(node, format!("the statement `{}`", kind.replace('_', " ")))),
        }
        Ok(())
    }

    /// Lowers a variable whose initialiser is a switch with statements.
    ///
    /// The switch assigns the variable. For another initialiser or the type `var`, returns `false` and lowers nothing.
    fn declared_by_switch(&mut self, node: Node<'_>, base: &JavaType, out: &mut Vec<Stmt>) -> LowerResult<bool> {
        let value = node.child_by_field_name("value").filter(|n| super::switches::is_long(*n));
        let Some(value) = value.filter(|_| *base != JavaType::from_name("var")) else { return Ok(false) };
        let name = node.child_by_field_name("name").map_or("", |n| self.text(n)).to_owned();
        let variable = self.declare(&name, base.clone());
        let kind = StmtKind::Declare { variable, value: None };
        out.push(Stmt { kind, line: line(node), comments: Vec::new() });
        self.switch_into(value, super::SwitchUse::Variable(variable), out)?;
        Ok(true)
    }

    fn declarator(&mut self, node: Node<'_>, base: &JavaType) -> LowerResult<StmtKind> {
        let name = node.child_by_field_name("name").map_or("", |n| self.text(n)).to_owned();
        let mut ty = types::dimensioned(base.clone(), node.child_by_field_name("dimensions"), self.text);
        let value = node.child_by_field_name("value");
        if ty == JavaType::from_name("var") {
            let inferred = value.map(|n| self.expression(n, None)).transpose()?;
            ty = inferred.as_ref().map_or(JavaType::Unknown, |value| value.ty.clone());
            return Ok(StmtKind::Declare { variable: self.declare(&name, ty), value: inferred });
        }
        self.known_type(&ty, node)?;
        let value = value.map(|n| self.expression(n, Some(&ty))).transpose()?;
        // Keep the type of a map's key set, because the key set is a view of the map.
        if let Some(JavaType::Class { name, .. }) = value.as_ref().map(|value| &value.ty)
            && name == "KeyView"
        {
            ty = value.as_ref().map_or(ty, |value| value.ty.clone());
        }
        let value = value.map(|value| self.convert(value, &ty)).transpose()?;
        Ok(StmtKind::Declare { variable: self.declare(&name, ty), value })
    }

    fn condition(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let condition = node
            .child_by_field_name("condition")
            .ok_or_else(|| unsupported(node, "a statement without its condition"))?;
        self.value_of(condition, &JavaType::BOOLEAN)
    }

    /// Numbers a loop and lowers its body.
    fn looped<T>(
        &mut self,
        label: Option<String>,
        inside: impl FnOnce(&mut Self) -> LowerResult<T>,
    ) -> LowerResult<(Target, T)> {
        self.jumpable(label, Jumpable::Loop, inside)
    }

    pub(super) fn jumpable<T>(
        &mut self,
        label: Option<String>,
        kind: Jumpable,
        inside: impl FnOnce(&mut Self) -> LowerResult<T>,
    ) -> LowerResult<(Target, T)> {
        let target = self.targets;
        self.targets += 1;
        self.jumps.push((label, target, kind));
        let result = self.scoped(inside);
        self.jumps.pop();
        Ok((target, result?))
    }

    fn for_statement(&mut self, node: Node<'_>, label: Option<String>) -> LowerResult<StmtKind> {
        let (target, (init, condition, update, body)) = self.looped(label, |own| {
            let mut init = Vec::new();
            let mut cursor = node.walk();
            for part in node.children_by_field_name("init", &mut cursor) {
                if part.kind() == "local_variable_declaration" {
                    own.statement(part, None, &mut init)?;
                } else {
                    let kind = StmtKind::Expr(own.effect(part)?);
                    init.push(Stmt { kind, line: line(part), comments: Vec::new() });
                }
            }
            let condition = node.child_by_field_name("condition").map(|n| own.value_of(n, &JavaType::BOOLEAN));
            let condition = condition.transpose()?;
            let mut cursor = node.walk();
            let update: Vec<Node<'_>> = node.children_by_field_name("update", &mut cursor).collect();
            let update = update.into_iter().map(|n| own.effect(n)).collect::<LowerResult<Vec<Expr>>>()?;
            Ok((init, condition, update, own.body(node.child_by_field_name("body"))?))
        })?;
        Ok(StmtKind::For { target, init, condition, update, body })
    }

    fn for_each(&mut self, node: Node<'_>, label: Option<String>) -> LowerResult<StmtKind> {
        let (Some(value), Some(name)) = (node.child_by_field_name("value"), node.child_by_field_name("name")) else {
            return Err(unsupported(node, "a for-each without a value"));
        };
        let iterable = self.expression(value, None)?;
        let own = self.class_of(&self.upper(&iterable.ty));
        let of = match own {
            Some(class) => self.library_parent(class).map(|ty| {
                let through = self.ancestry(class).into_iter().find(|at| {
                    let at = &self.program.classes[*at];
                    at.superclass.iter().chain(&at.interfaces).any(|parent| *parent == ty)
                });
                super::classes::replaced(&ty, &self.type_args(&iterable.ty, through.unwrap_or(class)))
            }),
            None => Some(iterable.ty.clone()),
        };
        let of = of
            .and_then(|ty| ty.element().cloned())
            .ok_or_else(|| unsupported(value, format!("a for-each over a value of type {}", iterable.ty)))?;
        let mut ty = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
        if ty == JavaType::from_name("var") {
            ty = of.clone();
        }
        let name = self.text(name).to_owned();
        let place = Span::new(name_start(node), name_start(node));
        let item = Expr { kind: ExprKind::Implicit, ty: of, span: place, line: line(node) };
        let element = self.convert(item, &ty)?;
        let (target, (variable, body)) = self.looped(label, |own| {
            let variable = own.declare(&name, ty);
            Ok((variable, own.body(node.child_by_field_name("body"))?))
        })?;
        Ok(StmtKind::ForEach { target, variable, iterable, element, body })
    }

    fn jump(&mut self, node: Node<'_>) -> LowerResult<StmtKind> {
        let is_break = node.kind() == "break_statement";
        let label = named_children(node).first().map(|n| self.text(*n).to_owned());
        let found = self.jumps.iter().rev().find(|(name, _, kind)| match &label {
            Some(label) => name.as_ref() == Some(label),
            None => *kind == Jumpable::Loop || (is_break && *kind == Jumpable::Switch),
        });
        let target = found
            .map(|(_, target, _)| *target)
            .ok_or_else(|| unsupported(node, "a `break` or `continue` outside a loop or switch"))?;
        Ok(if is_break { StmtKind::Break(target) } else { StmtKind::Continue(target) })
    }

    fn try_statement(&mut self, node: Node<'_>) -> LowerResult<StmtKind> {
        let (resources, body) = self.scoped(|own| {
            let listed = node.child_by_field_name("resources").map(named_children).unwrap_or_default();
            let resources = listed.into_iter().map(|n| own.resource(n)).collect::<LowerResult<Vec<_>>>()?;
            Ok((resources, own.body(node.child_by_field_name("body"))?))
        })?;
        let (mut catches, mut last) = (Vec::new(), Vec::new());
        for part in named_children(node) {
            match part.kind() {
                "catch_clause" => {
                    let header = named_children(part)
                        .into_iter()
                        .find(|n| n.kind() == "catch_formal_parameter")
                        .ok_or_else(|| unsupported(part, "a `catch` without an exception class"))?;
                    let kinds = named_children(header).into_iter().find(|n| n.kind() == "catch_type");
                    let classes: Vec<String> = kinds
                        .map(named_children)
                        .unwrap_or_default()
                        .into_iter()
                        .map(|n| self.text(n).to_owned())
                        .collect();
                    let name = header.child_by_field_name("name").map_or("", |n| self.text(n)).to_owned();
                    let ty = JavaType::from_name(classes.first().map_or("Exception", String::as_str));
                    let (variable, body) = self.scoped(|own| {
                        let variable = own.declare(&name, ty);
                        Ok((variable, own.body(part.child_by_field_name("body"))?))
                    })?;
                    catches.push(Catch { classes, variable, body });
                }
                "finally_clause" => last = self.body(Some(first(part)?))?,
                _ => {}
            }
        }
        Ok(StmtKind::Try { resources, body, catches, last })
    }

    fn resource(&mut self, node: Node<'_>) -> LowerResult<Resource> {
        let (variable, value, object) = match node.child_by_field_name("value") {
            Some(value) => {
                let base = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, self.text));
                let StmtKind::Declare { variable, value: Some(given) } = self.declarator(node, &base)? else {
                    return Err(unsupported(value, "a resource without a value"));
                };
                let ty = self.variables[variable].ty.clone();
                (Some(variable), given, self.expr(node, ExprKind::Local(variable), ty))
            }
            None => {
                let value = self.expression(first(node)?, None)?;
                (None, value.clone(), value)
            }
        };
        let class = self.class_of(&self.upper(&object.ty));
        let class = class.ok_or_else(|| unsupported(node, format!("a resource of type {}", object.ty)))?;
        let close = self.own_call(node, class, Some(object), "close", Vec::new())?;
        Ok(Resource { variable, value, close })
    }
}

fn name_start(node: Node<'_>) -> usize {
    node.child_by_field_name("name").map_or(node.start_byte(), |n| n.start_byte())
}
