//! Lowers Python's statements to the common IR.

use super::Lowering;
use crate::ir::{Form, Kind, Literal, Node as Lowered};
use crate::python::{parts, span_of};
use mts_model::{BinaryOp, IncrementForm, NodeId, Span, UnaryOp};
use tree_sitter::Node;

impl Lowering<'_> {
    /// Lowers an indented block, without the docstring `skip` if there is one.
    pub(in crate::python) fn suite(&mut self, block: Node<'_>, skip: Option<Node<'_>>) -> NodeId {
        let statements: Vec<Node<'_>> =
            parts(block).into_iter().filter(|n| skip.is_none_or(|doc| doc.id() != n.id())).collect();
        let span = match (statements.first(), statements.last()) {
            (Some(first), Some(last)) => Span::new(first.start_byte(), last.end_byte()),
            _ => span_of(block),
        };
        let id = self.tree.add(Lowered::new(Kind::Block, span));
        let header = block.parent().map_or(0, |p| p.start_position().row);
        let before = &self.source[..span.start];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        if block.start_position().row == header || !line.trim().is_empty() {
            self.set_form(id, Form::Unbraced);
        }
        let mut children = Vec::new();
        for statement in statements {
            self.statement(statement, &mut children);
        }
        self.tree.adopt(id, children);
        id
    }

    /// Lowers one statement.
    pub(in crate::python) fn statement(&mut self, node: Node<'_>, into: &mut Vec<NodeId>) {
        let id = match node.kind() {
            "expression_statement" => self.expression_statement(node),
            "if_statement" => self.if_chain(node),
            "while_statement" => {
                let id = self.leaf(Kind::While, node);
                let mut children = Vec::new();
                if let Some(condition) = node.child_by_field_name("condition") {
                    children.push(self.expression(condition));
                }
                children.extend(node.child_by_field_name("body").map(|b| self.suite(b, None)));
                let rest = node.child_by_field_name("alternative").and_then(|a| a.child_by_field_name("body"));
                children.extend(rest.map(|b| self.suite(b, None)));
                self.tree.adopt(id, children);
                id
            }
            "for_statement" => self.for_statement(node),
            "return_statement" => self.with(Kind::Return, node, &parts(node)),
            "raise_statement" if node.child_by_field_name("cause").is_none() && parts(node).len() < 2 => {
                self.with(Kind::Throw, node, &parts(node))
            }
            "assert_statement" => self.with(Kind::Assert, node, &parts(node)),
            "break_statement" => self.leaf(Kind::Break { label: None }, node),
            "continue_statement" => self.leaf(Kind::Continue { label: None }, node),
            "pass_statement" => self.leaf(Kind::Empty, node),
            "try_statement" => self.try_statement(node),
            "match_statement" => self.match_statement(node),
            _ => self.opaque(node),
        };
        into.push(id);
    }

    fn expression_statement(&mut self, node: Node<'_>) -> NodeId {
        let inner = parts(node);
        let [only] = inner.as_slice() else { return self.opaque(node) };
        match only.kind() {
            "ellipsis" => self.leaf(Kind::Empty, node),
            "assignment" => self.assignment(node, *only),
            _ => {
                let id = self.leaf(Kind::ExprStmt, node);
                let expression =
                    if only.kind() == "augmented_assignment" { self.augmented(*only) } else { self.expression(*only) };
                self.tree.adopt(id, vec![expression]);
                id
            }
        }
    }

    fn assignment(&mut self, statement: Node<'_>, node: Node<'_>) -> NodeId {
        let mut targets: Vec<(Node<'_>, Span)> = Vec::new();
        let mut at = node;
        let value = loop {
            let Some(left) = at.child_by_field_name("left") else { return self.opaque(statement) };
            targets.push((left, token(at, "=")));
            match at.child_by_field_name("right") {
                Some(right) if right.kind() == "assignment" => at = right,
                Some(right) if right.kind() == "augmented_assignment" => return self.opaque(statement),
                other => break other,
            }
        };
        let Some(value) = value else {
            let target = targets[0].0;
            return self.with(Kind::Declare, statement, &[target]);
        };
        if let [(target, op)] = targets.as_slice() {
            let (lefts, rights) = (elements(*target), elements(value));
            if let (Some(lefts), Some(rights)) = (lefts, rights)
                && lefts.len() == rights.len()
                && lefts.iter().chain(&rights).all(|n| !n.kind().contains("splat"))
            {
                let pairs = lefts.into_iter().zip(rights).map(|(l, r)| (l, r, *op)).collect();
                return self.group(statement, Form::Tuple, pairs);
            }
            let id = self.leaf(Kind::ExprStmt, statement);
            let assign = self.assign(*target, value, *op);
            self.tree.adopt(id, vec![assign]);
            return id;
        }
        let pairs = targets.into_iter().map(|(target, op)| (target, value, op)).collect();
        self.group(statement, Form::Chained, pairs)
    }

    fn group(&mut self, statement: Node<'_>, form: Form, pairs: Vec<(Node<'_>, Node<'_>, Span)>) -> NodeId {
        let id = self.leaf(Kind::Group, statement);
        self.set_form(id, form);
        let children = pairs.into_iter().map(|(target, value, op)| self.assign(target, value, op)).collect();
        self.tree.adopt(id, children);
        id
    }

    fn assign(&mut self, target: Node<'_>, value: Node<'_>, op: Span) -> NodeId {
        let id = self.tree.add(Lowered::new(Kind::Assign, Span::new(target.start_byte(), value.end_byte())));
        self.set_op(id, op);
        let children = vec![self.expression(target), self.expression(value)];
        self.tree.adopt(id, children);
        id
    }

    fn augmented(&mut self, node: Node<'_>) -> NodeId {
        let (Some(target), Some(operator), Some(value)) =
            (node.child_by_field_name("left"), node.child_by_field_name("operator"), node.child_by_field_name("right"))
        else {
            return self.opaque(node);
        };
        let text = self.text(operator).trim_end_matches('=');
        let Some(op) = binary(text) else { return self.opaque(node) };
        let one = self.text(value) == "1";
        let form = match op {
            BinaryOp::Add if one => Some(IncrementForm::PostIncrement),
            BinaryOp::Sub if one => Some(IncrementForm::PostDecrement),
            _ => None,
        };
        let id = match form {
            Some(form) => self.with(Kind::Increment(form), node, &[target]),
            None => self.with(Kind::AugAssign(op), node, &[target, value]),
        };
        self.set_op(id, span_of(operator));
        self.set_form(id, division(text));
        id
    }

    /// Lowers `if` with its `elif` branches as nested `if`s.
    fn if_chain(&mut self, node: Node<'_>) -> NodeId {
        let mut cursor = node.walk();
        let rest: Vec<Node<'_>> = node.children_by_field_name("alternative", &mut cursor).collect();
        self.if_link(node, &rest, node.end_byte())
    }

    fn if_link(&mut self, node: Node<'_>, rest: &[Node<'_>], end: usize) -> NodeId {
        let id = self.tree.add(Lowered::new(Kind::If, Span::new(node.start_byte(), end)));
        if node.kind() == "elif_clause" {
            self.set_form(id, Form::ElseIf);
        }
        let mut children = Vec::new();
        children.extend(node.child_by_field_name("condition").map(|c| self.expression(c)));
        children.extend(node.child_by_field_name("consequence").map(|c| self.suite(c, None)));
        if let Some((next, after)) = rest.split_first() {
            if next.kind() == "elif_clause" {
                children.push(self.if_link(*next, after, end));
            } else if let Some(body) = next.child_by_field_name("body") {
                children.push(self.suite(body, None));
            }
        }
        self.tree.adopt(id, children);
        id
    }

    fn for_statement(&mut self, node: Node<'_>) -> NodeId {
        let (Some(target), Some(iterable), Some(body)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"), node.child_by_field_name("body"))
        else {
            return self.opaque(node);
        };
        let is_async = node.child(0).is_some_and(|c| c.kind() == "async");
        if is_async || node.child_by_field_name("alternative").is_some() {
            let id = self.leaf(Kind::Opaque("for_else"), node);
            let mut children = vec![self.expression(target), self.expression(iterable), self.suite(body, None)];
            let rest = node.child_by_field_name("alternative").and_then(|a| a.child_by_field_name("body"));
            children.extend(rest.map(|b| self.suite(b, None)));
            self.tree.adopt(id, children);
            return id;
        }
        if target.kind() == "identifier"
            && let Some(range) = Range::from_call(iterable, self.source)
        {
            return self.counted(node, target, &range, body);
        }
        let id = self.leaf(Kind::ForEach, node);
        let children = vec![self.expression(target), self.expression(iterable), self.suite(body, None)];
        self.tree.adopt(id, children);
        id
    }

    /// Lowers `for i in range(...)` with virtual initialiser, condition and update.
    fn counted(&mut self, node: Node<'_>, target: Node<'_>, range: &Range<'_>, body: Node<'_>) -> NodeId {
        let id = self.leaf(Kind::For { inits: 1, has_condition: true, updates: 1 }, node);
        self.set_form(id, Form::Range);
        let at = range.call.start_byte();
        let name = self.text(target).to_owned();
        let init = {
            let init = self.unwritten(Kind::Assign, at, Vec::new());
            let variable = self.expression(target);
            let value = match range.start {
                Some(start) => self.expression(start),
                None => self.unwritten_int("0", at),
            };
            self.tree.adopt(init, vec![variable, value]);
            init
        };
        let condition = {
            let op = if range.descending { BinaryOp::Gt } else { BinaryOp::Lt };
            let condition = self.unwritten(Kind::Binary(op), at, Vec::new());
            let variable = self.unwritten(Kind::Name(name.clone()), at, Vec::new());
            let stop = self.expression(range.stop);
            self.tree.adopt(condition, vec![variable, stop]);
            condition
        };
        let update = {
            let one = range.step.is_none_or(|step| self.text(step) == "1");
            let kind = match (one, range.descending) {
                (true, false) => Kind::Increment(IncrementForm::PostIncrement),
                (true, true) => Kind::Increment(IncrementForm::PostDecrement),
                (false, false) => Kind::AugAssign(BinaryOp::Add),
                (false, true) => Kind::AugAssign(BinaryOp::Sub),
            };
            let is_aug = matches!(kind, Kind::AugAssign(_));
            let update = self.unwritten(kind, at, Vec::new());
            let mut children = vec![self.unwritten(Kind::Name(name), at, Vec::new())];
            if is_aug && let Some(step) = range.step {
                children.push(self.expression(step));
            }
            self.tree.adopt(update, children);
            update
        };
        let body = self.suite(body, None);
        self.tree.adopt(id, vec![init, condition, update, body]);
        id
    }

    fn try_statement(&mut self, node: Node<'_>) -> NodeId {
        let clauses = parts(node);
        let groups = node.children(&mut node.walk()).any(|c| c.kind() == "except_group_clause");
        if groups || clauses.iter().any(|c| c.kind() == "else_clause") {
            return self.opaque(node);
        }
        let has_finally = clauses.iter().any(|c| c.kind() == "finally_clause");
        let id = self.leaf(Kind::Try { resources: 0, has_finally }, node);
        let mut children = Vec::new();
        for clause in clauses {
            match clause.kind() {
                "block" => children.push(self.suite(clause, None)),
                "except_clause" => children.push(self.except_clause(clause)),
                "finally_clause" => {
                    let block = parts(clause).into_iter().find(|n| n.kind() == "block");
                    children.extend(block.map(|b| self.suite(b, None)));
                }
                _ => {}
            }
        }
        self.tree.adopt(id, children);
        id
    }

    fn except_clause(&mut self, clause: Node<'_>) -> NodeId {
        let mut classes = Vec::new();
        let mut name = None;
        for part in parts(clause) {
            let (kinds, alias) = match part.kind() {
                "block" => continue,
                "as_pattern" => (parts(part).into_iter().next(), part.child_by_field_name("alias")),
                _ if classes.is_empty() => (Some(part), None),
                _ => (None, Some(part)),
            };
            if let Some(kinds) = kinds {
                let inner = if kinds.kind() == "tuple" { parts(kinds) } else { vec![kinds] };
                classes.extend(inner.into_iter().map(|n| self.text(n).to_owned()));
            }
            name = name.or(alias);
        }
        let id = self.leaf(Kind::Catch { classes }, clause);
        let mut children = Vec::new();
        if let Some(name) = name {
            let text = self.text(name).to_owned();
            children.push(self.leaf(Kind::Name(text), name));
        }
        let block = parts(clause).into_iter().find(|n| n.kind() == "block");
        children.extend(block.map(|b| self.suite(b, None)));
        self.tree.adopt(id, children);
        id
    }

    /// Lowers `match` over literals and dotted names as a `switch`.
    ///
    /// A `match` with a guard or another pattern is opaque.
    fn match_statement(&mut self, node: Node<'_>) -> NodeId {
        let Some(body) = node.child_by_field_name("body") else { return self.opaque(node) };
        let subjects: Vec<Node<'_>> = node.children_by_field_name("subject", &mut node.walk()).collect();
        let cases = parts(body);
        let plain = cases.iter().all(|case| {
            case.child_by_field_name("guard").is_none()
                && labels(*case, self.source).is_some()
                && case.child_by_field_name("consequence").is_some()
        });
        let [subject] = subjects.as_slice() else { return self.opaque(node) };
        if !plain {
            return self.opaque(node);
        }
        let id = self.leaf(Kind::Switch, node);
        let mut children = vec![self.expression(*subject)];
        for case in cases {
            let (found, is_default) = labels(case, self.source).unwrap_or_default();
            let case_id = self.leaf(Kind::Case { labels: found.len(), is_default }, case);
            let mut inner: Vec<NodeId> = found.into_iter().map(|label| self.label(label)).collect();
            inner.extend(case.child_by_field_name("consequence").map(|b| self.suite(b, None)));
            self.tree.adopt(case_id, inner);
            children.push(case_id);
        }
        self.tree.adopt(id, children);
        id
    }

    fn label(&mut self, node: Node<'_>) -> NodeId {
        match node.kind() {
            "dotted_name" => {
                let text = self.text(node);
                let name = text.rsplit('.').next().unwrap_or(text).to_owned();
                self.leaf(Kind::Name(name), node)
            }
            _ => match super::literals::integer(self.text(node).trim_start_matches('-').trim()) {
                Some(Literal::Int(digits)) if self.text(node).starts_with('-') => {
                    let id = self.leaf(Kind::Unary(UnaryOp::Neg), node);
                    let digit = self.leaf(Kind::Literal(Literal::Int(digits)), node);
                    self.tree.adopt(id, vec![digit]);
                    id
                }
                Some(literal) => self.leaf(Kind::Literal(literal), node),
                None => self.expression(node),
            },
        }
    }
}

/// Returns the labels of a `case`, and whether the case is the default.
///
/// Returns `None` for any other pattern.
fn labels<'t>(case: Node<'t>, source: &str) -> Option<(Vec<Node<'t>>, bool)> {
    let mut found = Vec::new();
    let mut is_default = false;
    let mut todo: Vec<Node<'t>> = parts(case).into_iter().filter(|n| n.kind() == "case_pattern").collect();
    todo.reverse();
    while let Some(pattern) = todo.pop() {
        if span_of(pattern).slice(source) == "_" {
            is_default = true;
            continue;
        }
        match pattern.kind() {
            "case_pattern" if parts(pattern).is_empty() => found.push(pattern),
            "case_pattern" | "union_pattern" => todo.extend(parts(pattern).into_iter().rev()),
            "integer" | "float" | "string" | "concatenated_string" | "true" | "false" | "none" => found.push(pattern),
            // A single name binds a value. A dotted name is a constant.
            "dotted_name" if parts(pattern).len() > 1 => found.push(pattern),
            _ => return None,
        }
    }
    Some((found, is_default))
}

/// A call of `range` with a known direction.
struct Range<'t> {
    call: Node<'t>,
    start: Option<Node<'t>>,
    stop: Node<'t>,
    step: Option<Node<'t>>,
    descending: bool,
}

impl<'t> Range<'t> {
    fn from_call(node: Node<'t>, source: &str) -> Option<Self> {
        let callee = node.child_by_field_name("function").filter(|_| node.kind() == "call")?;
        if !matches!(span_of(callee).slice(source), "range" | "xrange") {
            return None;
        }
        let arguments = parts(node.child_by_field_name("arguments")?);
        if arguments.iter().any(|a| a.kind().contains("splat") || a.kind() == "keyword_argument") {
            return None;
        }
        match arguments.as_slice() {
            [stop] => Some(Self { call: node, start: None, stop: *stop, step: None, descending: false }),
            [start, stop] => Some(Self { call: node, start: Some(*start), stop: *stop, step: None, descending: false }),
            [start, stop, step] => {
                let mut inner = *step;
                let mut descending = false;
                loop {
                    match inner.kind() {
                        "parenthesized_expression" => inner = *parts(inner).first()?,
                        "unary_operator" if span_of(inner).slice(source).starts_with('-') && !descending => {
                            descending = true;
                            inner = inner.child_by_field_name("argument")?;
                        }
                        "integer" if span_of(inner).slice(source).trim_start_matches('0').is_empty() => return None,
                        "integer" => break,
                        _ => return None,
                    }
                }
                Some(Self { call: node, start: Some(*start), stop: *stop, step: Some(inner), descending })
            }
            _ => None,
        }
    }
}

/// Returns the elements of a tuple with or without parentheses, as target or value.
fn elements(node: Node<'_>) -> Option<Vec<Node<'_>>> {
    matches!(node.kind(), "pattern_list" | "tuple_pattern" | "expression_list" | "tuple").then(|| parts(node))
}

/// Returns the span of a token among a node's children.
fn token(node: Node<'_>, text: &str) -> Span {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|c| c.kind() == text).map(span_of).unwrap_or_default()
}

/// Returns the common operator of a Python operator.
pub(in crate::python) fn binary(text: &str) -> Option<BinaryOp> {
    match text {
        "//" => Some(BinaryOp::Div),
        "and" => Some(BinaryOp::And),
        "or" => Some(BinaryOp::Or),
        ">>>" | "&&" | "||" => None,
        other => BinaryOp::from_java(other),
    }
}

/// Returns the form of a Python division.
pub(in crate::python) fn division(text: &str) -> Form {
    match text {
        "//" => Form::Floor,
        "/" => Form::True,
        _ => Form::Plain,
    }
}
