//! Matches expressions, library calls and truth tests.

use super::queries::{
    assignment, augmented_operator, bounds, dimensions, flipped, is_bool, is_same_literal, is_same_place, is_sentinel,
    is_step, is_wrapper, least, self_assignment, spread,
};
use super::{MatchCandidate, MatchContext, MatchKind};
use crate::mirror::alignment::variables::{callee, normal};
use crate::mirror::counterparts::is_same_name;
use mts_lang::ir::{Form, Kind, Literal, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp, jdk};

impl MatchContext<'_> {
    pub(super) fn expression_candidates(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (jk, pk) = (self.java.kind(j), self.python.kind(p));
        let (jc, pc) = (self.java.children(j), self.python.children(p));
        let zip = || jc.iter().copied().zip(pc.iter().copied()).collect::<Vec<_>>();
        match (jk, pk) {
            (Kind::Literal(a), Kind::Literal(b)) => {
                out.push(MatchCandidate::new(
                    if is_same_literal(a, b) { 1.0 } else { 0.3 },
                    MatchKind::Same,
                    Vec::new(),
                ));
            }
            (Kind::Unary(a), Kind::Unary(b)) if a == b => out.push(MatchCandidate::new(1.0, MatchKind::Same, zip())),
            (Kind::Binary(a), Kind::Binary(b)) => {
                out.push(MatchCandidate::new(if a == b { 1.0 } else { 0.2 }, MatchKind::Same, zip()));
                if flipped(*a) == Some(*b) {
                    out.push(MatchCandidate::new(0.9, MatchKind::Flipped, vec![(jc[0], pc[1]), (jc[1], pc[0])]));
                }
            }
            (Kind::Binary(BinaryOp::And), Kind::Chain(ops)) => self.chain(j, p, ops, out),
            (Kind::Index, Kind::Index) | (Kind::Conditional, Kind::Conditional) | (Kind::Assign, Kind::Assign) => {
                out.push(MatchCandidate::new(1.0, MatchKind::Same, zip()));
            }
            (Kind::Length, Kind::Length) => out.push(MatchCandidate::new(1.0, MatchKind::Same, zip())),
            (Kind::Attribute(a), Kind::Attribute(b)) if normal(a) == normal(b) => {
                out.push(MatchCandidate::new(1.0, MatchKind::Same, zip()));
            }
            (Kind::AugAssign(a), Kind::AugAssign(b)) => {
                out.push(MatchCandidate::new(if a == b { 1.0 } else { 0.2 }, MatchKind::Same, zip()));
            }
            (Kind::Increment(a), Kind::Increment(b)) => {
                let own = if a.delta() == b.delta() { 1.0 } else { 0.2 };
                out.push(MatchCandidate::new(own, MatchKind::Same, zip()));
            }
            (Kind::AugAssign(op), Kind::Increment(form)) => {
                let sign = if form.delta() > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                let one = matches!(self.java.kind(jc[1]), Kind::Literal(Literal::Int(n)) if n == "1");
                if *op == sign && one {
                    out.push(MatchCandidate::new(2.0, MatchKind::OtherNotation, vec![(jc[0], pc[0])]));
                }
            }
            (Kind::AugAssign(a), Kind::Assign) => {
                if let Some((b, left, right)) = self_assignment(self.python, p)
                    && *a == b
                {
                    out.push(MatchCandidate::new(1.0, MatchKind::OtherNotation, vec![(jc[0], left), (jc[1], right)]));
                }
            }
            // `normalize_port::expand_short_forms` uses this match to rewrite the port.
            (Kind::Assign, Kind::AugAssign(_) | Kind::Increment(_)) => {
                if let Some((a, left, right)) = self_assignment(self.java, j)
                    && Some(a) == augmented_operator(self.python, p)
                {
                    let mut candidate = MatchCandidate::new(1.5, MatchKind::OtherNotation, vec![(left, pc[0])]);
                    candidate.pairs.extend(pc.get(1).map(|value| (right, *value)));
                    out.push(candidate);
                }
            }
            (Kind::Increment(_), Kind::Name(_)) => {
                out.push(MatchCandidate::new(0.0, MatchKind::Transparent, vec![(jc[0], p)]))
            }
            (Kind::Increment(form), Kind::Assign) => {
                if let Some((op, left, right)) = self_assignment(self.python, p) {
                    let sign = if form.delta() > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                    let one = matches!(self.python.kind(right), Kind::Literal(Literal::Int(n)) if n == "1");
                    if op == sign && one {
                        out.push(MatchCandidate::new(1.0, MatchKind::OtherNotation, vec![(jc[0], left)]));
                    }
                }
            }
            (Kind::ArrayLiteral, Kind::ArrayLiteral | Kind::Tuple) if jc.len() == pc.len() => {
                out.push(MatchCandidate::new(1.0, MatchKind::Same, zip()));
            }
            (Kind::NewArray { dims, .. }, _) => {
                let found = dimensions(self.python, p);
                if *dims > 0 && found.len() == *dims {
                    let pairs = jc[..*dims].iter().copied().zip(found).collect();
                    out.push(MatchCandidate::new(1.0, MatchKind::Same, pairs));
                } else if *dims == 0 && *pk == Kind::ArrayLiteral {
                    out.push(MatchCandidate::new(
                        1.0,
                        MatchKind::Same,
                        jc.first().map(|a| (*a, p)).into_iter().collect(),
                    ));
                }
            }
            (Kind::New(_), _) if jc.is_empty() && is_empty_collection(self.python, p) => {
                out.push(MatchCandidate::new(1.0, MatchKind::Same, Vec::new()));
            }
            (Kind::Call { .. }, _) => self.calls(j, p, out),
            _ => {}
        }
        self.least_bound(j, p, out);
        self.chosen(j, p, out);
        self.texts(j, p, out);
        self.truth(j, p, out);
        self.negated(j, p, out);
        self.elements(j, p, out);
        if let (Kind::Cast(_), [inner]) = (jk, jc) {
            out.push(MatchCandidate::new(0.5, MatchKind::Transparent, vec![(*inner, p)]));
        }
        if let Kind::Call { name, has_receiver } = pk
            && let Some(inner) = pc.last()
            && is_wrapper(name, *has_receiver, pc.len())
            && !matches!(jk, Kind::Cast(_))
        {
            let mut candidate = MatchCandidate::new(-0.05, MatchKind::Same, vec![(j, *inner)]);
            candidate.wraps = true;
            out.push(candidate);
        }
        if let (Kind::Cast(_), Kind::Call { name, .. }) = (jk, pk)
            && pc.len() == 1
            && ["int", "float", "ord", "chr", "str"].contains(&name.as_str())
        {
            out.push(MatchCandidate::new(1.0, MatchKind::Same, vec![(jc[0], pc[0])]));
        }
    }

    /// Matches a Java condition with a Python conditional expression.
    ///
    /// The expression is `True if c else False`, or `1 if c else 0`.
    fn chosen(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (Kind::Conditional, [condition, yes, no]) = (self.python.kind(p), self.python.children(p)) else { return };
        let is = |at: NodeId, value: bool| match self.python.kind(at) {
            Kind::Literal(Literal::Bool(own)) => *own == value,
            Kind::Literal(Literal::Int(digits)) => *digits == u8::from(value).to_string(),
            _ => false,
        };
        if self.java.node(j).ty.is_boolean() && is(*yes, true) && is(*no, false) {
            let mut candidate = MatchCandidate::new(-0.05, MatchKind::Same, vec![(j, *condition)]);
            candidate.wraps = true;
            out.push(candidate);
        }
    }

    /// Matches negations: `!d.containsKey(k)` with `k not in d`, `!x` with `x == False`, `a >= b` with `not a < b`.
    pub(super) fn negated(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        // For `a >= b` and `not a < b`, the operands are counterparts, but the operators are not.
        if let (Kind::Unary(UnaryOp::Not), [inner]) = (self.python.kind(p), self.python.children(p))
            && let Kind::Binary(op) = self.python.kind(*inner)
            && is_opposite(self.java.kind(j), *op)
        {
            let operands = self.java.children(j).iter().copied().zip(self.python.children(*inner).iter().copied());
            out.push(MatchCandidate::new(1.5, MatchKind::Transparent, operands.collect()));
        }
        let (Kind::Unary(UnaryOp::Not), [inner]) = (self.java.kind(j), self.java.children(j)) else { return };
        let pc = self.python.children(p);
        match self.python.kind(p) {
            Kind::Binary(op) if is_opposite(self.java.kind(*inner), *op) => {
                let operands = self.java.children(*inner).iter().copied().zip(pc.iter().copied());
                out.push(MatchCandidate::new(1.5, MatchKind::Transparent, operands.collect()));
            }
            Kind::Binary(BinaryOp::Eq) if is_bool(self.python, pc[1], false) => {
                out.push(MatchCandidate::new(1.0, MatchKind::OtherNotation, vec![(*inner, pc[0])]));
            }
            Kind::Call { name, .. } if name == "not in" => {
                if let Some(call) = callee(self.java, *inner)
                    && call.name == "in"
                    && let [container, element] = call.arguments.as_slice()
                {
                    out.push(MatchCandidate::new(
                        2.0,
                        MatchKind::OtherNotation,
                        vec![(*container, pc[1]), (*element, pc[0])],
                    ));
                }
            }
            _ => {}
        }
    }

    /// Matches calls that read or change collections and strings, and limits such as `Integer.MAX_VALUE`.
    pub(super) fn elements(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (jc, pc) = (self.java.children(j), self.python.children(p));
        if let Kind::Attribute(limit) = self.java.kind(j)
            && jdk::is_limit(limit)
            && is_sentinel(self.python, p)
        {
            out.push(MatchCandidate::new(1.2, MatchKind::Sentinel, Vec::new()));
        }
        if let (Some((target, value)), Kind::Call { name, has_receiver: true }) =
            (assignment(self.java, j), self.python.kind(p))
            && let (Kind::Index, [list, item]) = (self.java.kind(target), pc)
            && name == "append"
        {
            let base = self.java.children(target)[0];
            out.push(MatchCandidate::new(1.0, MatchKind::Appended, vec![(base, *list), (value, *item)]));
        }
        let Kind::Call { name, has_receiver: true } = self.java.kind(j) else { return };
        match (name.as_str(), jc) {
            ("put" | "set", [base, key, value]) => match (self.python.kind(p), pc) {
                (Kind::Assign, [target, own]) if *self.python.kind(*target) == Kind::Index => {
                    let place = self.python.children(*target);
                    let pairs = vec![(*base, place[0]), (*key, place[1]), (*value, *own)];
                    out.push(MatchCandidate::new(2.0, MatchKind::Same, pairs));
                }
                // `normalize_port::expand_short_forms` uses this match to rewrite the port.
                (Kind::AugAssign(_) | Kind::Increment(_), [target, ..])
                    if *self.python.kind(*target) == Kind::Index && is_step(self.java, *base, *key, *value) =>
                {
                    let place = self.python.children(*target);
                    let mut candidate =
                        MatchCandidate::new(2.0, MatchKind::OtherNotation, vec![(*base, place[0]), (*key, place[1])]);
                    let right = self.java.children(*value)[1];
                    candidate.pairs.extend(pc.get(1).map(|own| (right, *own)));
                    out.push(candidate);
                }
                _ => {}
            },
            ("substring" | "subList", [base, bounds @ ..]) => {
                let Kind::Slice { lower, upper, step: false } = self.python.kind(p) else { return };
                let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, vec![(*base, pc[0])]);
                if *lower && let Some(from) = bounds.first() {
                    candidate.pairs.push((*from, pc[1]));
                }
                if *upper && let Some(to) = bounds.get(1) {
                    candidate.pairs.push((*to, pc[1 + usize::from(*lower)]));
                }
                out.push(candidate);
            }
            ("append", [base, value]) if is_builder(self.java, *base) => {
                let (target, own) = match (self.python.kind(p), pc) {
                    (Kind::AugAssign(BinaryOp::Add), [target, own]) => (*target, *own),
                    (Kind::Assign, _) => match self_assignment(self.python, p) {
                        Some((BinaryOp::Add, target, own)) => (target, own),
                        _ => return,
                    },
                    _ => return,
                };
                out.push(MatchCandidate::new(1.5, MatchKind::OtherNotation, vec![(*base, target), (*value, own)]));
            }
            ("toString", [base]) if is_builder(self.java, *base) => {
                let joined = match (self.python.kind(p), pc) {
                    (Kind::Call { name, has_receiver: true }, [_, list]) if name == "join" => *list,
                    _ => p,
                };
                out.push(MatchCandidate::new(0.6, MatchKind::Transparent, vec![(*base, joined)]));
            }
            ("keySet" | "toCharArray" | "intValue" | "getAsInt" | "getAsLong" | "getAsDouble", [base]) => {
                out.push(MatchCandidate::new(0.4, MatchKind::Transparent, vec![(*base, p)]));
            }
            // Python's operator `//` already rounds down, so Java's `floor` has no counterpart.
            ("floor", [_, value])
                if *self.python.kind(p) == Kind::Binary(BinaryOp::Div) && self.python.node(p).form == Form::Floor =>
            {
                out.push(MatchCandidate::new(0.4, MatchKind::Transparent, vec![(*value, p)]));
            }
            ("stream", [_, value]) if !is_call(self.python, p, name) => {
                out.push(MatchCandidate::new(0.4, MatchKind::Transparent, vec![(*value, p)]));
            }
            ("copyOfRange", [_, base, from, to]) => {
                let Kind::Slice { lower, upper: true, step: false } = self.python.kind(p) else { return };
                let mut candidate =
                    MatchCandidate::new(1.0, MatchKind::Same, vec![(*base, pc[0]), (*to, pc[1 + usize::from(*lower)])]);
                if *lower {
                    candidate.pairs.push((*from, pc[1]));
                }
                out.push(candidate);
            }
            ("peek" | "peekLast" | "getLast" | "lastElement", [base]) => {
                if let (Kind::Index, [list, at]) = (self.python.kind(p), pc)
                    && is_last(self.python, *list, *at)
                {
                    out.push(MatchCandidate::new(2.0, MatchKind::Same, vec![(*base, *list)]));
                }
            }
            _ => {}
        }
    }

    pub(super) fn calls(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let Some(jcall) = callee(self.java, j) else { return };
        let pc = self.python.children(p);
        if let (Kind::Binary(BinaryOp::Eq), "equals", [a, b]) =
            (self.python.kind(p), jcall.name.as_str(), jcall.arguments.as_slice())
        {
            out.push(MatchCandidate::new(1.0, MatchKind::Same, vec![(*a, pc[0]), (*b, pc[1])]));
            return;
        }
        let Some(mut pcall) = callee(self.python, p) else { return };
        // In Python's `x in d`, the container is the last operand.
        if pcall.name == "in" && pcall.arguments.len() == 2 {
            pcall.arguments.reverse();
        }
        let own_name = is_same_name(&jcall.name, self.java_name) && is_same_name(&pcall.name, self.python_name);
        let same_name = jcall.name == pcall.name || own_name;
        if jcall.name == "print" && pcall.name == "print" {
            self.printed(&jcall.arguments, &pcall.arguments, out);
        }
        let (ja, pa) = if same_name && matches!(jcall.name.as_str(), "min" | "max") {
            (spread(self.java, j, &jcall.name), spread(self.python, p, &pcall.name))
        } else {
            (jcall.arguments, pcall.arguments)
        };
        let own = match (same_name, ja.len() == pa.len()) {
            (true, true) => 1.0,
            (true, false) => 0.4,
            (false, true) => 0.2,
            (false, false) => return,
        };
        out.push(MatchCandidate::new(own, MatchKind::Same, ja.into_iter().zip(pa).collect()));
    }

    /// Matches a Java comparison with a literal and a Python condition.
    ///
    /// `x != 0` and `x == true` match `x`; `x == 0` and `x == false` match `not x`.
    pub(super) fn truth(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let Kind::Binary(op) = self.java.kind(j) else { return };
        let jc = self.java.children(j);
        let positive = match (op, self.java.kind(jc[1])) {
            (BinaryOp::Ne, Kind::Literal(Literal::Int(n))) if n == "0" => true,
            (BinaryOp::Eq, Kind::Literal(Literal::Int(n))) if n == "0" => false,
            // In Python, `x % 2` and `x & 1` are 0 or 1, so Java's `x % 2 == 1` matches the condition `x % 2`.
            (BinaryOp::Eq | BinaryOp::Ne, Kind::Literal(Literal::Int(n)))
                if n == "1" && is_parity(self.java, jc[0]) =>
            {
                *op == BinaryOp::Eq
            }
            (BinaryOp::Eq, Kind::Literal(Literal::Bool(value))) => *value,
            (BinaryOp::Ne, Kind::Literal(Literal::Bool(value))) => !*value,
            _ if op.is_relational() && matches!(self.java.kind(jc[1]), Kind::Literal(_)) => {
                // The port only tests the truth value of the operand, so only the operands match.
                let holder = self.python.node(p).parent;
                let is_tested = holder.is_some_and(|at| match self.python.kind(at) {
                    Kind::Unary(UnaryOp::Not) | Kind::Binary(BinaryOp::And | BinaryOp::Or) => true,
                    Kind::If | Kind::While | Kind::Conditional => self.python.child(at, 0) == Some(p),
                    _ => false,
                });
                if !is_tested {
                    return;
                }
                let tested = match (self.python.kind(p), self.python.children(p)) {
                    (Kind::Binary(op), _) if op.is_relational() => return,
                    (Kind::Unary(UnaryOp::Not), [inner]) => *inner,
                    _ => p,
                };
                out.push(MatchCandidate::new(0.3, MatchKind::Tested, vec![(jc[0], tested)]));
                return;
            }
            _ => return,
        };
        if positive {
            out.push(MatchCandidate::new(1.0, MatchKind::Truth, vec![(jc[0], p)]));
        } else if *self.python.kind(p) == Kind::Unary(UnaryOp::Not) {
            out.push(MatchCandidate::new(1.5, MatchKind::Truth, vec![(jc[0], self.python.children(p)[0])]));
        }
    }

    /// Matches `j < a && j < b` with the condition of `range(..., min(a, b))`.
    /// `normalize_port::expand_short_forms` uses this match to rewrite the port.
    pub(super) fn least_bound(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let Some([(variable, a), (other, b)]) = bounds(self.java, j) else { return };
        if !self.python.node(p).is_virtual || *self.python.kind(p) != Kind::Binary(BinaryOp::Lt) {
            return;
        }
        let [own, limit] = self.python.children(p) else { return };
        let Some([first, second]) = least(self.python, *limit) else { return };
        let mut candidate =
            MatchCandidate::new(3.0, MatchKind::Transparent, vec![(variable, *own), (a, first), (b, second)]);
        candidate.local_score += if self.java.kind(variable) == self.java.kind(other) { 1.0 } else { 0.0 };
        out.push(candidate);
    }

    /// Matches `a < b && b < c` with `a < b < c`.
    pub(super) fn chain(&self, j: NodeId, p: NodeId, ops: &[BinaryOp], out: &mut Vec<MatchCandidate>) {
        let [left, right] = self.java.children(j) else { return };
        let (Kind::Binary(a), Kind::Binary(b)) = (self.java.kind(*left), self.java.kind(*right)) else { return };
        let pc = self.python.children(p);
        if ops != [*a, *b] {
            return;
        }
        let (lc, rc) = (self.java.children(*left), self.java.children(*right));
        let mut candidate =
            MatchCandidate::new(3.0, MatchKind::Transparent, vec![(lc[0], pc[0]), (lc[1], pc[1]), (rc[1], pc[2])]);
        candidate.also.extend([
            (*left, p, MatchKind::Link(0)),
            (*right, p, MatchKind::Link(1)),
            (rc[0], pc[1], MatchKind::Same),
        ]);
        out.push(candidate);
    }
}

fn is_call(tree: &Tree, id: NodeId, wanted: &str) -> bool {
    matches!(tree.kind(id), Kind::Call { name, .. } if name == wanted)
}

/// Reports whether an index selects the last element, such as `-1` or `len(list) - 1`.
fn is_last(tree: &Tree, list: NodeId, at: NodeId) -> bool {
    let is_one = |id: NodeId| *tree.kind(id) == Kind::Literal(Literal::Int("1".to_owned()));
    match (tree.kind(at), tree.children(at)) {
        (Kind::Unary(UnaryOp::Neg), [one]) => is_one(*one),
        (Kind::Binary(BinaryOp::Sub), [length, one]) => {
            is_one(*one)
                && *tree.kind(*length) == Kind::Length
                && tree.child(*length, 0).is_some_and(|own| is_same_place(tree, own, list))
        }
        _ => false,
    }
}

/// Reports whether two comparisons of the same operands are negations of each other.
pub(super) fn is_opposite(java: &Kind, python: BinaryOp) -> bool {
    let Kind::Binary(op) = java else { return false };
    matches!(
        (op, python),
        (BinaryOp::Lt, BinaryOp::Ge)
            | (BinaryOp::Ge, BinaryOp::Lt)
            | (BinaryOp::Gt, BinaryOp::Le)
            | (BinaryOp::Le, BinaryOp::Gt)
            | (BinaryOp::Eq, BinaryOp::Ne)
            | (BinaryOp::Ne, BinaryOp::Eq)
    )
}

/// Reports whether an expression is `x % 2` or `x & 1`.
fn is_parity(tree: &Tree, id: NodeId) -> bool {
    let (Kind::Binary(op), [_, right]) = (tree.kind(id), tree.children(id)) else { return false };
    match (op, tree.kind(*right)) {
        (BinaryOp::Rem, Kind::Literal(Literal::Int(n))) => n == "2",
        (BinaryOp::BitAnd, Kind::Literal(Literal::Int(n))) => n == "1",
        _ => false,
    }
}

/// Reports whether a Java value is a `StringBuilder` or `StringBuffer`.
fn is_builder(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).ty.simple_class().is_some_and(jdk::is_text_builder)
}

/// Reports whether an expression is an empty collection in Python: `[]`, `{}`, `dict()`, `''` and
/// similar.
fn is_empty_collection(tree: &Tree, id: NodeId) -> bool {
    match tree.kind(id) {
        Kind::ArrayLiteral | Kind::Opaque("dictionary") => tree.children(id).is_empty(),
        Kind::Literal(Literal::Str(text)) => text.is_empty(),
        Kind::Call { name, has_receiver: false } => {
            let is_default = name == "defaultdict";
            is_default
                || tree.children(id).is_empty() && ["dict", "set", "list", "deque", "Counter"].contains(&name.as_str())
        }
        _ => false,
    }
}
