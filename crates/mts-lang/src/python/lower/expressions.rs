//! Lowers Python's expressions to the common IR.

use super::Lowering;
use super::literals;
use super::statements::{binary, division};
use crate::ir::{Form, Kind, Literal};
use crate::python::{parts, span_of};
use mts_model::{BinaryOp, NodeId, UnaryOp};
use tree_sitter::Node;

impl Lowering<'_> {
    /// Lowers one expression. Parentheses around the expression widen its outer span.
    pub(in crate::python) fn expression(&mut self, node: Node<'_>) -> NodeId {
        let mut inner = node;
        while inner.kind() == "parenthesized_expression" {
            match parts(inner).as_slice() {
                [only] => inner = *only,
                _ => break,
            }
        }
        let id = self.bare(inner);
        if inner.id() != node.id() {
            self.set_outer(id, span_of(node));
        }
        id
    }

    fn bare(&mut self, node: Node<'_>) -> NodeId {
        let text = self.text(node);
        match node.kind() {
            "identifier" => self.leaf(Kind::Name(text.to_owned()), node),
            "true" => self.leaf(Kind::Literal(Literal::Bool(true)), node),
            "false" => self.leaf(Kind::Literal(Literal::Bool(false)), node),
            "none" => self.leaf(Kind::Literal(Literal::Null), node),
            "integer" => self.literal(literals::integer(text), node),
            "float" => self.literal(literals::float(text), node),
            "string" | "concatenated_string" => {
                let value = literals::string(node, self.source).map(Literal::Str);
                self.literal(value, node)
            }
            "unary_operator" => self.unary(node, "operator"),
            "not_operator" => self.unary(node, ""),
            "binary_operator" | "boolean_operator" => self.binary_operator(node),
            "comparison_operator" => self.comparison(node),
            "conditional_expression" => match parts(node).as_slice() {
                [then, condition, other] => self.with(Kind::Conditional, node, &[*condition, *then, *other]),
                _ => self.opaque(node),
            },
            "subscript" => self.subscript(node),
            "attribute" => {
                let name = node.child_by_field_name("attribute").map(|a| self.text(a).to_owned()).unwrap_or_default();
                let object: Vec<Node<'_>> = node.child_by_field_name("object").into_iter().collect();
                self.with(Kind::Attribute(name), node, &object)
            }
            "call" => self.call(node),
            "lambda" => self.lambda(node),
            "list" | "list_pattern" => self.with(Kind::ArrayLiteral, node, &parts(node)),
            "tuple" | "expression_list" | "pattern_list" | "tuple_pattern" => {
                self.with(Kind::Tuple, node, &parts(node))
            }
            "named_expression" => self.with(Kind::Walrus, node, &parts(node)),
            "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => {
                self.comprehension(node)
            }
            _ => self.opaque(node),
        }
    }

    fn literal(&mut self, value: Option<Literal>, node: Node<'_>) -> NodeId {
        match value {
            Some(value) => self.leaf(Kind::Literal(value), node),
            None => self.opaque(node),
        }
    }

    fn unary(&mut self, node: Node<'_>, field: &str) -> NodeId {
        let operator = if field.is_empty() { node.child(0) } else { node.child_by_field_name(field) };
        let (Some(operator), Some(argument)) = (operator, node.child_by_field_name("argument")) else {
            return self.opaque(node);
        };
        let op = match self.text(operator) {
            "-" => UnaryOp::Neg,
            "+" => UnaryOp::Plus,
            "~" => UnaryOp::Complement,
            _ => UnaryOp::Not,
        };
        let id = self.with(Kind::Unary(op), node, &[argument]);
        self.set_op(id, span_of(operator));
        id
    }

    fn binary_operator(&mut self, node: Node<'_>) -> NodeId {
        let (Some(left), Some(operator), Some(right)) =
            (node.child_by_field_name("left"), node.child_by_field_name("operator"), node.child_by_field_name("right"))
        else {
            return self.opaque(node);
        };
        let text = self.text(operator);
        if text == "**" {
            let id = self.with(Kind::Call { name: "pow".to_owned(), has_receiver: false }, node, &[left, right]);
            self.set_op(id, span_of(operator));
            self.set_form(id, Form::Idiom);
            return id;
        }
        let Some(op) = binary(text) else { return self.opaque(node) };
        let id = self.with(Kind::Binary(op), node, &[left, right]);
        self.set_op(id, span_of(operator));
        self.set_form(id, division(text));
        id
    }

    fn comparison(&mut self, node: Node<'_>) -> NodeId {
        let operands = parts(node);
        let mut cursor = node.walk();
        let operators: Vec<Node<'_>> = node.children_by_field_name("operators", &mut cursor).collect();
        let texts: Vec<String> =
            operators.iter().map(|n| self.text(*n).split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        if let ([spelling], [left, right]) = (texts.as_slice(), operands.as_slice()) {
            let (kind, form) = match spelling.as_str() {
                "in" | "not in" => (Kind::Call { name: spelling.clone(), has_receiver: false }, Form::Idiom),
                "is" => (Kind::Binary(BinaryOp::Eq), Form::Is),
                "is not" => (Kind::Binary(BinaryOp::Ne), Form::Is),
                "<>" => (Kind::Binary(BinaryOp::Ne), Form::Plain),
                other => match BinaryOp::from_java(other) {
                    Some(op) => (Kind::Binary(op), Form::Plain),
                    None => return self.opaque(node),
                },
            };
            let id = self.with(kind, node, &[*left, *right]);
            self.set_op(id, span_of(operators[0]));
            self.set_form(id, form);
            return id;
        }
        let ops: Option<Vec<BinaryOp>> = texts.iter().map(|s| BinaryOp::from_java(s)).collect();
        match ops {
            Some(ops) if operands.len() == ops.len() + 1 => self.with(Kind::Chain(ops), node, &operands),
            _ => self.opaque(node),
        }
    }

    fn subscript(&mut self, node: Node<'_>) -> NodeId {
        let Some(base) = node.child_by_field_name("value") else { return self.opaque(node) };
        let mut cursor = node.walk();
        let inside: Vec<Node<'_>> = node.children_by_field_name("subscript", &mut cursor).collect();
        let [only] = inside.as_slice() else { return self.opaque(node) };
        if only.kind() != "slice" {
            return self.with(Kind::Index, node, &[base, *only]);
        }
        let mut bounds: [Option<Node<'_>>; 3] = [None; 3];
        let mut at = 0;
        let mut cursor = only.walk();
        for child in only.children(&mut cursor) {
            if child.kind() == ":" {
                at += 1;
            } else if child.is_named() && !child.is_extra() && at < 3 {
                bounds[at] = Some(child);
            }
        }
        let kind = Kind::Slice { lower: bounds[0].is_some(), upper: bounds[1].is_some(), step: bounds[2].is_some() };
        let children: Vec<Node<'_>> = std::iter::once(base).chain(bounds.into_iter().flatten()).collect();
        self.with(kind, node, &children)
    }

    fn call(&mut self, node: Node<'_>) -> NodeId {
        let (Some(mut function), Some(list)) =
            (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
        else {
            return self.opaque(node);
        };
        // Ports of casts often write `(int)(x)`, which means `int(x)`.
        while function.kind() == "parenthesized_expression"
            && let [inner] = parts(function).as_slice()
        {
            function = *inner;
        }
        // In `sum(x for x in xs)` the generator is the only argument.
        let arguments = if list.kind() == "generator_expression" { vec![list] } else { parts(list) };
        let plain = arguments.iter().all(|a| a.kind() != "keyword_argument" && !a.kind().contains("splat"));
        let (name, receiver) = match function.kind() {
            "identifier" => (self.text(function), None),
            "attribute" => {
                let name = function.child_by_field_name("attribute").map_or("", |n| self.text(n));
                (name, function.child_by_field_name("object"))
            }
            _ => return self.opaque(node),
        };
        let is_math = receiver.is_some_and(|r| self.text(r) == "math");
        if plain && let [only] = arguments.as_slice() {
            let truncates = (receiver.is_none() && name == "int") || (is_math && name == "trunc");
            if truncates && let Some(id) = self.truncated(node, *only) {
                return id;
            }
            if receiver.is_none() && name == "len" {
                let id = self.with(Kind::Length, node, &[*only]);
                self.set_form(id, Form::Function);
                return id;
            }
            if name == "get"
                && let Some(receiver) = receiver
            {
                let id = self.with(Kind::Index, node, &[receiver, *only]);
                self.set_form(id, Form::Method);
                return id;
            }
        }
        let kind = Kind::Call { name: name.to_owned(), has_receiver: receiver.is_some() };
        let children: Vec<Node<'_>> = receiver.into_iter().chain(arguments).collect();
        self.with(kind, node, &children)
    }

    /// Lowers `int(a / b)` as a truncated division.
    fn truncated(&mut self, call: Node<'_>, argument: Node<'_>) -> Option<NodeId> {
        let mut inner = argument;
        while inner.kind() == "parenthesized_expression" {
            inner = *parts(inner).first()?;
        }
        if inner.kind() != "binary_operator" {
            return None;
        }
        let operator = inner.child_by_field_name("operator").filter(|n| self.text(*n) == "/")?;
        let operands = [inner.child_by_field_name("left")?, inner.child_by_field_name("right")?];
        let id = self.with(Kind::Binary(BinaryOp::Div), call, &operands);
        self.set_op(id, span_of(operator));
        self.set_form(id, Form::Truncated);
        Some(id)
    }

    fn lambda(&mut self, node: Node<'_>) -> NodeId {
        let Some(body) = node.child_by_field_name("body") else { return self.opaque(node) };
        let list = node.child_by_field_name("parameters").map(parts).unwrap_or_default();
        if list.iter().any(|p| p.kind() != "identifier") {
            return self.opaque(node);
        }
        let children: Vec<Node<'_>> = list.into_iter().chain([body]).collect();
        self.with(Kind::Lambda, node, &children)
    }

    fn comprehension(&mut self, node: Node<'_>) -> NodeId {
        let id = self.leaf(Kind::Comprehension, node);
        let mut children = Vec::new();
        for part in parts(node) {
            match part.kind() {
                "pair" | "if_clause" => children.extend(parts(part).into_iter().map(|n| self.expression(n))),
                "for_in_clause" => {
                    let target = part.child_by_field_name("left");
                    let iterable = part.child_by_field_name("right");
                    children.extend([target, iterable].into_iter().flatten().map(|n| self.expression(n)));
                }
                _ => children.push(self.expression(part)),
            }
        }
        self.tree.adopt(id, children);
        id
    }
}
