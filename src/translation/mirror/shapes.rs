//! The ways in which a Java node and a Python node can be counterparts: for each, how much they
//! have in common themselves, and which nodes below them then belong together. Choosing between
//! the ways is the business of `alignment`.

use super::names::{callee, normal};
use crate::lang::core::{Kind, Literal, Tree};
use crate::model::{BinaryOp, NodeId, UnaryOp};

/// How a Java node and its counterpart are spelled against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// Node for node.
    Same,
    /// Operands the other way round: `a < b`, `b > a`.
    Flipped,
    /// `x != 0` against `x` taken as a condition, `x == 0` against `not x`.
    Truth,
    /// `x++` or `x += y` against `x = x + y`.
    Spelled,
    /// One comparison of a chain `a < b < c`: its number.
    Link(usize),
    /// `if (c) return x; return y;` against `return x if c else y` or `return c`.
    Folded,
    /// The `return x` of such an `if`.
    FoldedThen,
    /// The `return y` of such an `if`.
    FoldedElse,
    /// The largest or smallest number against what the port takes for it.
    Sentinel,
    /// `a[i] = x` against `a.append(x)`.
    Appended,
    /// A Java node whose operand is the counterpart (a cast), or a part of a larger one.
    Through,
}

/// One way to see two nodes as counterparts.
pub(super) struct Shape {
    /// What they have in common themselves.
    pub own: f64,
    pub how: How,
    /// Nodes below that belong together.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Statement lists below that are matched in order.
    pub lists: Vec<(Vec<NodeId>, Vec<NodeId>)>,
    /// Nodes that belong together without anything below them.
    pub also: Vec<(NodeId, NodeId, How)>,
    /// The Python node is only a wrapper around the counterpart (`int(...)`, `ord(...)`).
    pub wraps: bool,
}

impl Shape {
    pub fn new(own: f64, how: How, pairs: Vec<(NodeId, NodeId)>) -> Self {
        Self { own, how, pairs, lists: Vec::new(), also: Vec::new(), wraps: false }
    }
}

/// Both trees, and the name of the Java function and of its port.
pub(super) struct Sides<'t> {
    pub java: &'t Tree,
    pub python: &'t Tree,
    pub java_name: &'t str,
    pub python_name: &'t str,
}

impl Sides<'_> {
    /// Every way in which the two can be counterparts, best spelling first.
    pub fn shapes(&self, j: NodeId, p: NodeId) -> Vec<Shape> {
        let mut out = Vec::new();
        let (jk, pk) = (self.java.kind(j), self.python.kind(p));
        if jk.is_statement() || is_assignment(jk) && is_assignment_statement(self.python, p) {
            self.statement_shapes(j, p, &mut out);
        }
        if !jk.is_statement() && !pk.is_statement() {
            self.expression_shapes(j, p, &mut out);
        }
        out
    }

    fn statement_shapes(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (jc, pc) = (self.java.children(j), self.python.children(p));
        if let (Some((jt, jv)), Some((pt, pv))) = (assignment(self.java, j), assignment(self.python, p)) {
            let mut shape = Shape::new(1.0, How::Same, vec![(jt, pt), (jv, pv)]);
            shape.also.extend(inner_assignments(self, j, p));
            out.push(shape);
        }
        match (self.java.kind(j), self.python.kind(p)) {
            (Kind::Block, Kind::Block) => {
                let mut shape = Shape::new(0.0, How::Same, Vec::new());
                shape.lists.push((items(self.java, j), items(self.python, p)));
                out.push(shape);
            }
            (Kind::ExprStmt, Kind::ExprStmt) => out.push(Shape::new(0.1, How::Same, vec![(jc[0], pc[0])])),
            (_, Kind::ExprStmt) if is_assignment(self.java.kind(j)) => {
                out.push(Shape::new(0.1, How::Same, vec![(j, pc[0])]));
            }
            (Kind::ExprStmt, pk) if is_assignment(pk) && is_assignment(self.java.kind(jc[0])) => {
                out.push(Shape::new(0.1, How::Same, vec![(jc[0], p)]));
            }
            (Kind::If, Kind::If) => {
                let mut shape = Shape::new(1.0, How::Same, vec![(jc[0], pc[0])]);
                shape.pairs.push((jc[1], pc[1]));
                let (je, pe) = (nested_else(self.java, j), nested_else(self.python, p));
                if !je.is_empty() || !pe.is_empty() {
                    shape.lists.push((je, pe));
                }
                out.push(shape);
            }
            (Kind::While, Kind::While) => {
                out.push(Shape::new(1.0, How::Same, vec![(jc[0], pc[0]), (jc[1], pc[1])]));
            }
            (Kind::DoWhile, Kind::While) => {
                out.push(Shape::new(0.5, How::Same, vec![(jc[0], pc[1]), (jc[1], pc[0])]));
                self.do_while(j, p, out);
            }
            (Kind::For { .. }, Kind::For { .. } | Kind::While) | (Kind::While, Kind::For { .. }) => {
                self.counted(j, p, out);
            }
            (Kind::For { .. } | Kind::While, Kind::ForEach) => {
                if let (Some(jb), Some(pb)) = (jc.last(), pc.last()) {
                    out.push(Shape::new(0.4, How::Same, vec![(*jb, *pb)]));
                }
            }
            (Kind::ForEach, Kind::ForEach)
            | (Kind::Return, Kind::Return)
            | (Kind::Throw, Kind::Throw)
            | (Kind::Assert, Kind::Assert) => {
                let pairs = jc.iter().copied().zip(pc.iter().copied()).collect();
                out.push(Shape::new(1.0, How::Same, pairs));
            }
            (Kind::Break { .. }, Kind::Break { .. }) | (Kind::Continue { .. }, Kind::Continue { .. }) => {
                out.push(Shape::new(1.0, How::Same, Vec::new()));
            }
            (Kind::Try { .. }, Kind::Try { .. }) if jc.len() == pc.len() => {
                out.push(Shape::new(1.0, How::Same, jc.iter().copied().zip(pc.iter().copied()).collect()));
            }
            (Kind::Catch { .. }, Kind::Catch { .. }) => {
                let ends = jc.last().copied().into_iter().zip(pc.last().copied()).collect();
                out.push(Shape::new(1.0, How::Same, ends));
            }
            (Kind::Labeled { .. }, _) => {
                let mut shape = Shape::new(0.0, How::Through, vec![(jc[0], p)]);
                shape.own = 0.5;
                out.push(shape);
            }
            _ => {}
        }
        self.conditional_assignment(j, p, out);
    }

    /// `do B while (c)` against `while True: B; if not c: break`.
    fn do_while(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let pc = self.python.children(p);
        if *self.python.kind(pc[0]) != Kind::Literal(Literal::Bool(true)) {
            return;
        }
        let mut body = items(self.python, pc[1]);
        let Some(last) = body.pop() else { return };
        let Some((condition, Kind::Break { .. })) = guarded(self.python, last) else { return };
        let Kind::Unary(UnaryOp::Not) = self.python.kind(condition) else { return };
        let jc = self.java.children(j);
        let mut shape = Shape::new(1.0, How::Same, vec![(jc[1], self.python.children(condition)[0])]);
        shape.lists.push((items(self.java, jc[0]), body));
        out.push(shape);
    }

    /// Counted loops against each other and against `while` with the update at the end of its body.
    fn counted(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (js, ps) = (Loop::of(self.java, j), Loop::of(self.python, p));
        let mut shape = Shape::new(1.0, How::Same, Vec::new());
        shape.pairs.extend(js.condition.zip(ps.condition));
        let (mut jb, mut pb) = (items(self.java, js.body), items(self.python, ps.body));
        if js.inits.len() == ps.inits.len() {
            shape.pairs.extend(js.inits.iter().copied().zip(ps.inits.iter().copied()));
        } else {
            shape.lists.push((js.inits, ps.inits));
        }
        if js.updates.len() == ps.updates.len() {
            shape.pairs.extend(js.updates.iter().copied().zip(ps.updates.iter().copied()));
        } else {
            jb.extend(js.updates);
            pb.extend(ps.updates);
        }
        shape.also.push((js.body, ps.body, How::Same));
        shape.lists.push((jb, pb));
        out.push(shape);
    }

    /// `if (c) t = x; else t = y;` against `t = x if c else y`, and the other way round.
    fn conditional_assignment(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        if let (Some((c, (t, x), (_, y))), Some((pt, pv))) = (branches(self.java, j), assignment(self.python, p))
            && *self.python.kind(pv) == Kind::Conditional
        {
            let pc = self.python.children(pv);
            out.push(Shape::new(1.0, How::Folded, vec![(t, pt), (c, pc[0]), (x, pc[1]), (y, pc[2])]));
        }
        if let (Some((jt, jv)), Some((c, (t, x), (_, y)))) = (assignment(self.java, j), branches(self.python, p))
            && *self.java.kind(jv) == Kind::Conditional
        {
            let jc = self.java.children(jv);
            out.push(Shape::new(1.0, How::Folded, vec![(jt, t), (jc[0], c), (jc[1], x), (jc[2], y)]));
        }
    }

    /// Two Java statements against one of Python: `if (c) return x; return y;`, `t = e; return t;`.
    pub fn fold(&self, first: NodeId, second: NodeId, p: NodeId) -> Option<Shape> {
        if let Some(value) = named_return(self.java, first, second) {
            let own = *self.python.children(p).first().filter(|_| *self.python.kind(p) == Kind::Return)?;
            return Some(Shape::new(1.0, How::Folded, vec![(value, own)]));
        }
        let (condition, x, y) = returns(self.java, first, second)?;
        let (jx, jy) = (*self.java.children(x).first()?, *self.java.children(y).first()?);
        let value = *self.python.children(p).first().filter(|_| *self.python.kind(p) == Kind::Return)?;
        let mut shape = if *self.python.kind(value) == Kind::Conditional {
            let pc = self.python.children(value);
            Shape::new(3.0, How::Folded, vec![(condition, pc[0]), (jx, pc[1]), (jy, pc[2])])
        } else if is_bool(self.java, jx, true) && is_bool(self.java, jy, false) {
            Shape::new(4.0, How::Folded, vec![(condition, value)])
        } else {
            return None;
        };
        shape.also.extend([(x, p, How::FoldedThen), (y, p, How::FoldedElse)]);
        Some(shape)
    }

    /// One Java statement against two of Python.
    pub fn unfold(&self, j: NodeId, first: NodeId, second: NodeId) -> Option<Shape> {
        if let Some(value) = named_return(self.python, first, second) {
            let own = *self.java.children(j).first().filter(|_| *self.java.kind(j) == Kind::Return)?;
            return Some(Shape::new(1.0, How::Folded, vec![(own, value)]));
        }
        let (condition, x, y) = returns(self.python, first, second)?;
        let (px, py) = (*self.python.children(x).first()?, *self.python.children(y).first()?);
        let value = *self.java.children(j).first().filter(|_| *self.java.kind(j) == Kind::Return)?;
        if *self.java.kind(value) == Kind::Conditional {
            let jc = self.java.children(value);
            return Some(Shape::new(3.0, How::Folded, vec![(jc[0], condition), (jc[1], px), (jc[2], py)]));
        }
        let is_condition = is_bool(self.python, px, true) && is_bool(self.python, py, false);
        is_condition.then(|| Shape::new(3.0, How::Folded, vec![(value, condition)]))
    }

    fn expression_shapes(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (jk, pk) = (self.java.kind(j), self.python.kind(p));
        let (jc, pc) = (self.java.children(j), self.python.children(p));
        let zip = || jc.iter().copied().zip(pc.iter().copied()).collect::<Vec<_>>();
        match (jk, pk) {
            (Kind::Literal(a), Kind::Literal(b)) => {
                out.push(Shape::new(if same_literal(a, b) { 1.0 } else { 0.3 }, How::Same, Vec::new()));
            }
            (Kind::Unary(a), Kind::Unary(b)) if a == b => out.push(Shape::new(1.0, How::Same, zip())),
            (Kind::Binary(a), Kind::Binary(b)) => {
                out.push(Shape::new(if a == b { 1.0 } else { 0.2 }, How::Same, zip()));
                if flipped(*a) == Some(*b) {
                    out.push(Shape::new(0.9, How::Flipped, vec![(jc[0], pc[1]), (jc[1], pc[0])]));
                }
            }
            (Kind::Binary(BinaryOp::And), Kind::Chain(ops)) => self.chain(j, p, ops, out),
            (Kind::Index, Kind::Index) | (Kind::Conditional, Kind::Conditional) | (Kind::Assign, Kind::Assign) => {
                out.push(Shape::new(1.0, How::Same, zip()));
            }
            (Kind::Length, Kind::Length) => out.push(Shape::new(1.0, How::Same, zip())),
            (Kind::Attribute(a), Kind::Attribute(b)) if normal(a) == normal(b) => {
                out.push(Shape::new(1.0, How::Same, zip()));
            }
            (Kind::AugAssign(a), Kind::AugAssign(b)) => {
                out.push(Shape::new(if a == b { 1.0 } else { 0.2 }, How::Same, zip()));
            }
            (Kind::Increment(a), Kind::Increment(b)) => {
                let own = if a.delta() == b.delta() { 1.0 } else { 0.2 };
                out.push(Shape::new(own, How::Same, zip()));
            }
            (Kind::AugAssign(op), Kind::Increment(form)) => {
                let sign = if form.delta() > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                let one = matches!(self.java.kind(jc[1]), Kind::Literal(Literal::Int(n)) if n == "1");
                if *op == sign && one {
                    out.push(Shape::new(2.0, How::Spelled, vec![(jc[0], pc[0])]));
                }
            }
            (Kind::AugAssign(a), Kind::Assign) => {
                if let Some((b, left, right)) = spelled_out(self.python, p)
                    && *a == b
                {
                    out.push(Shape::new(1.0, How::Spelled, vec![(jc[0], left), (jc[1], right)]));
                }
            }
            // Taken up again by `Port::spell_out`.
            (Kind::Assign, Kind::AugAssign(_) | Kind::Increment(_)) => {
                if let Some((a, left, right)) = spelled_out(self.java, j)
                    && Some(a) == augmented_operator(self.python, p)
                {
                    let mut shape = Shape::new(1.5, How::Spelled, vec![(left, pc[0])]);
                    shape.pairs.extend(pc.get(1).map(|value| (right, *value)));
                    out.push(shape);
                }
            }
            (Kind::Increment(_), Kind::Name(_)) => out.push(Shape::new(0.0, How::Through, vec![(jc[0], p)])),
            (Kind::Increment(form), Kind::Assign) => {
                if let Some((op, left, right)) = spelled_out(self.python, p) {
                    let sign = if form.delta() > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                    let one = matches!(self.python.kind(right), Kind::Literal(Literal::Int(n)) if n == "1");
                    if op == sign && one {
                        out.push(Shape::new(1.0, How::Spelled, vec![(jc[0], left)]));
                    }
                }
            }
            (Kind::ArrayLiteral, Kind::ArrayLiteral | Kind::Tuple) if jc.len() == pc.len() => {
                out.push(Shape::new(1.0, How::Same, zip()));
            }
            (Kind::NewArray { dims, .. }, _) => {
                let found = dimensions(self.python, p);
                if *dims > 0 && found.len() == *dims {
                    let pairs = jc[..*dims].iter().copied().zip(found).collect();
                    out.push(Shape::new(1.0, How::Same, pairs));
                } else if *dims == 0 && *pk == Kind::ArrayLiteral {
                    out.push(Shape::new(1.0, How::Same, jc.first().map(|a| (*a, p)).into_iter().collect()));
                }
            }
            (Kind::Call { .. }, _) => self.calls(j, p, out),
            _ => {}
        }
        self.truth(j, p, out);
        self.negated(j, p, out);
        self.elements(j, p, out);
        if let (Kind::Cast(_), [inner]) = (jk, jc) {
            out.push(Shape::new(0.5, How::Through, vec![(*inner, p)]));
        }
        if let Kind::Call { name, has_receiver } = pk
            && let Some(inner) = pc.last()
            && is_wrapper(name, *has_receiver, pc.len())
            && !matches!(jk, Kind::Cast(_))
        {
            let mut shape = Shape::new(-0.05, How::Same, vec![(j, *inner)]);
            shape.wraps = true;
            out.push(shape);
        }
        if let (Kind::Cast(_), Kind::Call { name, .. }) = (jk, pk)
            && pc.len() == 1
            && ["int", "float", "ord", "chr", "str"].contains(&name.as_str())
        {
            out.push(Shape::new(1.0, How::Same, vec![(jc[0], pc[0])]));
        }
    }

    /// `!d.containsKey(k)` against `k not in d`, `!x` against `x == False`.
    fn negated(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (Kind::Unary(UnaryOp::Not), [inner]) = (self.java.kind(j), self.java.children(j)) else { return };
        let pc = self.python.children(p);
        match self.python.kind(p) {
            Kind::Binary(BinaryOp::Eq) if is_bool(self.python, pc[1], false) => {
                out.push(Shape::new(1.0, How::Spelled, vec![(*inner, pc[0])]));
            }
            Kind::Call { name, .. } if name == "not in" => {
                if let Some(call) = callee(self.java, *inner)
                    && call.name == "in"
                    && let [container, element] = call.arguments.as_slice()
                {
                    out.push(Shape::new(2.0, How::Spelled, vec![(*container, pc[1]), (*element, pc[0])]));
                }
            }
            _ => {}
        }
    }

    /// Elements and parts of collections and strings that Java reaches by methods.
    fn elements(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (jc, pc) = (self.java.children(j), self.python.children(p));
        if let (Kind::Attribute(limit), true) = (self.java.kind(j), is_sentinel(self.python, p))
            && matches!(limit.as_str(), "MAX_VALUE" | "MIN_VALUE")
        {
            out.push(Shape::new(1.2, How::Sentinel, Vec::new()));
        }
        if let (Some((target, value)), Kind::Call { name, has_receiver: true }) =
            (assignment(self.java, j), self.python.kind(p))
            && let (Kind::Index, [list, item]) = (self.java.kind(target), pc)
            && name == "append"
        {
            let base = self.java.children(target)[0];
            out.push(Shape::new(1.0, How::Appended, vec![(base, *list), (value, *item)]));
        }
        let Kind::Call { name, has_receiver: true } = self.java.kind(j) else { return };
        match (name.as_str(), jc) {
            ("put" | "set", [base, key, value]) => match (self.python.kind(p), pc) {
                (Kind::Assign, [target, own]) if *self.python.kind(*target) == Kind::Index => {
                    let place = self.python.children(*target);
                    let pairs = vec![(*base, place[0]), (*key, place[1]), (*value, *own)];
                    out.push(Shape::new(2.0, How::Same, pairs));
                }
                // Taken up again by `port::spell_out`.
                (Kind::AugAssign(_) | Kind::Increment(_), [target, ..])
                    if *self.python.kind(*target) == Kind::Index && is_step(self.java, *base, *key, *value) =>
                {
                    let place = self.python.children(*target);
                    let mut shape = Shape::new(2.0, How::Spelled, vec![(*base, place[0]), (*key, place[1])]);
                    let right = self.java.children(*value)[1];
                    shape.pairs.extend(pc.get(1).map(|own| (right, *own)));
                    out.push(shape);
                }
                _ => {}
            },
            ("substring" | "subList", [base, bounds @ ..]) => {
                let Kind::Slice { lower, upper, step: false } = self.python.kind(p) else { return };
                let mut shape = Shape::new(1.0, How::Same, vec![(*base, pc[0])]);
                if *lower && let Some(from) = bounds.first() {
                    shape.pairs.push((*from, pc[1]));
                }
                if *upper && let Some(to) = bounds.get(1) {
                    shape.pairs.push((*to, pc[1 + usize::from(*lower)]));
                }
                out.push(shape);
            }
            ("keySet" | "toCharArray" | "intValue", [base]) => {
                out.push(Shape::new(0.4, How::Through, vec![(*base, p)]));
            }
            _ => {}
        }
    }

    fn calls(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let Some(jcall) = callee(self.java, j) else { return };
        let pc = self.python.children(p);
        if let (Kind::Binary(BinaryOp::Eq), "equals", [a, b]) =
            (self.python.kind(p), jcall.name.as_str(), jcall.arguments.as_slice())
        {
            out.push(Shape::new(1.0, How::Same, vec![(*a, pc[0]), (*b, pc[1])]));
            return;
        }
        let Some(mut pcall) = callee(self.python, p) else { return };
        // `x in d` has the container last.
        if pcall.name == "in" && pcall.arguments.len() == 2 {
            pcall.arguments.reverse();
        }
        let own_name = normal_eq(&jcall.name, self.java_name) && normal_eq(&pcall.name, self.python_name);
        let same_name = jcall.name == pcall.name || own_name;
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
        out.push(Shape::new(own, How::Same, ja.into_iter().zip(pa).collect()));
    }

    /// `x != 0` against a condition `x`, `x == 0` and `x == false` against `not x`.
    fn truth(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let Kind::Binary(op) = self.java.kind(j) else { return };
        let jc = self.java.children(j);
        let positive = match (op, self.java.kind(jc[1])) {
            (BinaryOp::Ne, Kind::Literal(Literal::Int(n))) if n == "0" => true,
            (BinaryOp::Eq, Kind::Literal(Literal::Int(n))) if n == "0" => false,
            (BinaryOp::Eq, Kind::Literal(Literal::Bool(value))) => *value,
            (BinaryOp::Ne, Kind::Literal(Literal::Bool(value))) => !*value,
            _ if op.is_relational() && matches!(self.java.kind(jc[1]), Kind::Literal(_)) => {
                // Another comparison than the port's test for truth: only what is below agrees.
                let is_test = !matches!(self.python.kind(p), Kind::Binary(op) if op.is_relational());
                if is_test {
                    out.push(Shape::new(0.3, How::Same, vec![(jc[0], p)]));
                }
                return;
            }
            _ => return,
        };
        if positive {
            out.push(Shape::new(1.0, How::Truth, vec![(jc[0], p)]));
        } else if *self.python.kind(p) == Kind::Unary(UnaryOp::Not) {
            out.push(Shape::new(1.5, How::Truth, vec![(jc[0], self.python.children(p)[0])]));
        }
    }

    /// `a < b && b < c` against `a < b < c`.
    fn chain(&self, j: NodeId, p: NodeId, ops: &[BinaryOp], out: &mut Vec<Shape>) {
        let [left, right] = self.java.children(j) else { return };
        let (Kind::Binary(a), Kind::Binary(b)) = (self.java.kind(*left), self.java.kind(*right)) else { return };
        let pc = self.python.children(p);
        if ops != [*a, *b] {
            return;
        }
        let (lc, rc) = (self.java.children(*left), self.java.children(*right));
        let mut shape = Shape::new(3.0, How::Through, vec![(lc[0], pc[0]), (lc[1], pc[1]), (rc[1], pc[2])]);
        shape.also.extend([(*left, p, How::Link(0)), (*right, p, How::Link(1)), (rc[0], pc[1], How::Same)]);
        out.push(shape);
    }
}

fn normal_eq(a: &str, b: &str) -> bool {
    normal(a) == normal(b)
}

/// A loop taken apart.
pub(super) struct Loop {
    pub inits: Vec<NodeId>,
    pub condition: Option<NodeId>,
    pub updates: Vec<NodeId>,
    pub body: NodeId,
}

impl Loop {
    /// The parts of a `For` or `While`.
    pub fn of(tree: &Tree, id: NodeId) -> Self {
        let children = tree.children(id);
        match tree.kind(id) {
            Kind::For { inits, has_condition, updates } => {
                let after = inits + usize::from(*has_condition);
                Self {
                    inits: children[..*inits].to_vec(),
                    condition: has_condition.then(|| children[*inits]),
                    updates: children[after..after + updates].to_vec(),
                    body: children[after + updates],
                }
            }
            _ => Self {
                inits: Vec::new(),
                condition: children.first().copied(),
                updates: Vec::new(),
                body: children.get(1).copied().unwrap_or(id),
            },
        }
    }
}

/// The statements of a list as they are matched: bare blocks and groups opened, what does nothing
/// left out, and after an `if` whose branch leaves, its `else` as if it followed.
pub(super) fn items(tree: &Tree, list: NodeId) -> Vec<NodeId> {
    let mut out = Vec::new();
    for child in tree.children(list) {
        match tree.kind(*child) {
            Kind::Block | Kind::Group => out.extend(items(tree, *child)),
            Kind::Empty => {}
            Kind::Declare if tree.children(*child).len() < 2 => {}
            Kind::Opaque("import_statement" | "import_from_statement" | "global_statement" | "nonlocal_statement") => {}
            _ => push_item(tree, *child, &mut out),
        }
    }
    out
}

fn push_item(tree: &Tree, statement: NodeId, out: &mut Vec<NodeId>) {
    out.push(statement);
    if leaves_early(tree, statement)
        && let Some(other) = tree.child(statement, 2)
    {
        match tree.kind(other) {
            Kind::If => push_item(tree, other, out),
            _ => out.extend(items(tree, other)),
        }
    }
}

/// Whether a statement is an `if` whose first branch never falls through.
pub(super) fn leaves_early(tree: &Tree, statement: NodeId) -> bool {
    *tree.kind(statement) == Kind::If && tree.child(statement, 1).is_some_and(|then| leaves(tree, then))
}

fn leaves(tree: &Tree, block: NodeId) -> bool {
    tree.children(block).last().is_some_and(|last| {
        matches!(tree.kind(*last), Kind::Return | Kind::Break { .. } | Kind::Continue { .. } | Kind::Throw)
    })
}

/// The `else` of an `if`, as a list, where it is not taken as following.
fn nested_else(tree: &Tree, statement: NodeId) -> Vec<NodeId> {
    match tree.child(statement, 2) {
        Some(other) if !leaves_early(tree, statement) => match tree.kind(other) {
            Kind::If => {
                let mut out = Vec::new();
                push_item(tree, other, &mut out);
                out
            }
            _ => items(tree, other),
        },
        _ => Vec::new(),
    }
}

/// `if (c) <jump>` without `else`: the condition and the jump.
fn guarded(tree: &Tree, statement: NodeId) -> Option<(NodeId, &Kind)> {
    let [condition, then] = tree.children(statement) else { return None };
    let [only] = tree.children(*then) else { return None };
    (*tree.kind(statement) == Kind::If).then(|| (*condition, tree.kind(*only)))
}

/// `if (c) return x;` followed by `return y;`: condition and both returns.
fn returns(tree: &Tree, first: NodeId, second: NodeId) -> Option<(NodeId, NodeId, NodeId)> {
    if *tree.kind(first) != Kind::If || *tree.kind(second) != Kind::Return {
        return None;
    }
    let [only] = tree.children(tree.child(first, 1)?) else { return None };
    (*tree.kind(*only) == Kind::Return).then(|| (tree.children(first)[0], *only, second))
}

/// `t = e` followed by `return t`: the value.
fn named_return(tree: &Tree, first: NodeId, second: NodeId) -> Option<NodeId> {
    let (target, value) = assignment(tree, first)?;
    let returned = *tree.children(second).first().filter(|_| *tree.kind(second) == Kind::Return)?;
    (matches!(tree.kind(target), Kind::Name(_)) && tree.kind(target) == tree.kind(returned)).then_some(value)
}

type Assigned = (NodeId, NodeId);

/// An `if` whose two branches assign the same name: condition, and target and value of each.
fn branches(tree: &Tree, statement: NodeId) -> Option<(NodeId, Assigned, Assigned)> {
    let [condition, then, other] = tree.children(statement) else { return None };
    if *tree.kind(statement) != Kind::If {
        return None;
    }
    let ([x], [y]) = (tree.children(*then), tree.children(*other)) else { return None };
    let (x, y) = (assignment(tree, *x)?, assignment(tree, *y)?);
    same_place(tree, x.0, y.0).then_some((*condition, x, y))
}

/// Target and value of a declaration or assignment, as a statement or not.
pub(super) fn assignment(tree: &Tree, id: NodeId) -> Option<Assigned> {
    let inner = match tree.kind(id) {
        Kind::ExprStmt => *tree.children(id).first()?,
        _ => id,
    };
    match (tree.kind(inner), tree.children(inner)) {
        (Kind::Declare | Kind::Assign, [target, value]) => Some((*target, *value)),
        _ => None,
    }
}

/// The assignment nodes inside two assignment statements.
fn inner_assignments(sides: &Sides<'_>, j: NodeId, p: NodeId) -> Option<(NodeId, NodeId, How)> {
    let inside = |tree: &Tree, id: NodeId| match tree.kind(id) {
        Kind::ExprStmt => tree.child(id, 0),
        _ => Some(id),
    };
    let (ji, pi) = (inside(sides.java, j)?, inside(sides.python, p)?);
    (ji != j).then_some((ji, pi, How::Same))
}

/// Whether it assigns.
fn is_assignment(kind: &Kind) -> bool {
    matches!(kind, Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_))
}

fn is_assignment_statement(tree: &Tree, id: NodeId) -> bool {
    *tree.kind(id) == Kind::ExprStmt && tree.child(id, 0).is_some_and(|inner| is_assignment(tree.kind(inner)))
}

/// `x = x + y`: the operator, `x` and `y`.
pub(super) fn spelled_out(tree: &Tree, assign: NodeId) -> Option<(BinaryOp, NodeId, NodeId)> {
    let (target, value) = assignment(tree, assign)?;
    let Kind::Binary(op) = tree.kind(value) else { return None };
    let [left, right] = tree.children(value) else { return None };
    same_place(tree, target, *left).then_some((*op, target, *right))
}

/// The operator of `x op= y` or `x += 1`.
pub(super) fn augmented_operator(tree: &Tree, id: NodeId) -> Option<BinaryOp> {
    match tree.kind(id) {
        Kind::AugAssign(op) => Some(*op),
        Kind::Increment(form) if form.delta() > 0 => Some(BinaryOp::Add),
        Kind::Increment(_) => Some(BinaryOp::Sub),
        _ => None,
    }
}

/// Whether a call leaves its only operand as it is, for what Java does without it.
fn is_wrapper(name: &str, has_receiver: bool, children: usize) -> bool {
    match name {
        "keys" => has_receiver && children == 1,
        "floor" | "trunc" => children == 1 + usize::from(has_receiver),
        "int" | "float" | "ord" | "chr" | "bool" | "str" | "list" => !has_receiver && children == 1,
        _ => false,
    }
}

/// `d.get(k) + v` or `d.getOrDefault(k, 0) + v` for the element that is put.
fn is_step(tree: &Tree, base: NodeId, key: NodeId, value: NodeId) -> bool {
    let (Kind::Binary(_), [left, _]) = (tree.kind(value), tree.children(value)) else { return false };
    let place = tree.children(*left);
    matches!(tree.kind(*left), Kind::Index) && same_place(tree, place[0], base) && same_place(tree, place[1], key)
}

/// What ports write for the largest or smallest number.
fn is_sentinel(tree: &Tree, id: NodeId) -> bool {
    match (tree.kind(id), tree.children(id)) {
        (Kind::Unary(UnaryOp::Neg), [inner]) => is_sentinel(tree, *inner),
        (Kind::Attribute(name), _) => matches!(name.as_str(), "maxsize" | "inf" | "maxint"),
        (Kind::Name(name), _) => {
            matches!(normal(name).as_str(), "inf" | "intmax" | "intmin" | "maxint" | "minint" | "maxsize")
        }
        (Kind::Call { name, .. }, [value]) if name == "float" => {
            matches!(tree.kind(*value), Kind::Literal(Literal::Str(_)))
        }
        (Kind::Call { name, .. }, [base, _]) => name == "pow" && matches!(tree.kind(*base), Kind::Literal(_)),
        (Kind::Binary(BinaryOp::Add | BinaryOp::Sub), [left, _]) => is_sentinel(tree, *left),
        (Kind::Literal(Literal::Int(digits)), _) => digits.len() >= 4,
        (Kind::Literal(Literal::Float(value)), _) => *value >= 1e3,
        _ => false,
    }
}

/// Whether two expressions of one tree name the same variable or element.
pub(super) fn same_place(tree: &Tree, a: NodeId, b: NodeId) -> bool {
    let (ac, bc) = (tree.children(a), tree.children(b));
    let plain = matches!(
        tree.kind(a),
        Kind::Name(_) | Kind::Index | Kind::Attribute(_) | Kind::Literal(_) | Kind::Binary(_) | Kind::Length
    );
    plain
        && tree.kind(a) == tree.kind(b)
        && ac.len() == bc.len()
        && ac.iter().zip(bc).all(|(x, y)| same_place(tree, *x, *y))
}

/// Literals of equal meaning; `False` is not 0, and a Java char is a Python string of length one.
pub(super) fn same_literal(java: &Literal, python: &Literal) -> bool {
    match (java, python) {
        (Literal::Char(c), Literal::Str(s)) => s.chars().eq([*c]),
        (Literal::Float(a), Literal::Int(b)) | (Literal::Int(b), Literal::Float(a)) => {
            b.parse::<f64>().ok() == Some(*a)
        }
        _ => java == python,
    }
}

fn is_bool(tree: &Tree, id: NodeId, value: bool) -> bool {
    *tree.kind(id) == Kind::Literal(Literal::Bool(value))
}

/// The operator that says the same of swapped operands.
pub(super) fn flipped(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Add
        | BinaryOp::Mul
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor => op,
        _ => return None,
    })
}

/// The arguments of nested calls of one function: `min(a, min(b, c))` has three.
fn spread(tree: &Tree, id: NodeId, name: &str) -> Vec<NodeId> {
    match callee(tree, id) {
        Some(call) if call.name == name => call.arguments.iter().flat_map(|a| spread(tree, *a, name)).collect(),
        _ => vec![id],
    }
}

/// The sizes of a list made like a Java array, outermost first: `[0] * n`, `[[0] * m for _ in range(n)]`.
fn dimensions(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let children = tree.children(id);
    match (tree.kind(id), children) {
        (Kind::Binary(BinaryOp::Mul), [list, size]) if *tree.kind(*list) == Kind::ArrayLiteral => {
            let inner = tree.children(*list);
            let mut out = vec![*size];
            if let [only] = inner {
                out.extend(dimensions(tree, *only));
            }
            out
        }
        (Kind::Comprehension, [element, _, iterable]) => {
            let Kind::Call { name, has_receiver: false } = tree.kind(*iterable) else { return Vec::new() };
            let size = match tree.children(*iterable) {
                [size] => *size,
                [start, size] if *tree.kind(*start) == Kind::Literal(Literal::Int("0".to_owned())) => *size,
                _ => return Vec::new(),
            };
            if name != "range" {
                return Vec::new();
            }
            let mut out = vec![size];
            out.extend(dimensions(tree, *element));
            out
        }
        _ => Vec::new(),
    }
}
