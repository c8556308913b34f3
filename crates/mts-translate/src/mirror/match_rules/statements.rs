//! Statements as counterparts: loops against loops, branches against conditional expressions.

use super::expressions::is_opposite;
use super::queries::{
    Loop, assignment, branches, enumerated, guarded, inner_assignments, is_assignment, is_bool, items, leaves_early,
    named_return, nested_else, returns,
};
use super::{How, Shape, Sides};
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp};

impl Sides<'_> {
    pub(super) fn statement_shapes(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
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
                shape.also.push((jc[1], pc[1], How::Same));
                let (je, pe) = (nested_else(self.java, j), nested_else(self.python, p));
                if !je.is_empty() || !pe.is_empty() {
                    shape.lists.push((je, pe));
                }
                let block =
                    |tree: &Tree, other: Option<&NodeId>| other.copied().filter(|at| *tree.kind(*at) == Kind::Block);
                if let (Some(own), Some(other)) = (block(self.java, jc.get(2)), block(self.python, pc.get(2)))
                    && leaves_early(self.java, j) == leaves_early(self.python, p)
                {
                    shape.also.push((own, other, How::Same));
                }
                out.push(shape);
            }
            (Kind::While, Kind::While) => {
                let mut shape = Shape::new(1.0, How::Same, vec![(jc[0], pc[0]), (jc[1], pc[1])]);
                shape.also.push((jc[1], pc[1], How::Same));
                out.push(shape);
                self.guarded_head(j, p, out);
            }
            (Kind::DoWhile, Kind::While) => {
                out.push(Shape::new(0.5, How::Same, vec![(jc[0], pc[1]), (jc[1], pc[0])]));
                self.do_while(j, p, out);
            }
            (Kind::For { .. }, Kind::For { .. } | Kind::While) | (Kind::While, Kind::For { .. }) => {
                self.counted(j, p, out);
                self.guarded_head(j, p, out);
                self.guarded_body(j, p, out);
            }
            (Kind::For { .. } | Kind::While, Kind::ForEach) => {
                if let (Some(jb), Some(pb)) = (jc.last(), pc.last()) {
                    let mut shape = Shape::new(0.4, How::Same, vec![(*jb, *pb)]);
                    let counted = Loop::of(self.java, j).inits.first().and_then(|init| self.java.child(*init, 0));
                    shape.hints.extend(counted.zip(enumerated(self.python, p).map(|(index, ..)| index)));
                    out.push(shape);
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
        self.counting(j, p, out);
        self.extremes(j, p, out);
    }

    /// `do B while (c)` against `while True: B; if not c: break`.
    pub(super) fn do_while(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
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

    /// A part of Java's condition against `if not c: break` at the head of the port's body:
    /// `while (c)` against `while True`, `for (...; b && c; ...)` against a loop over `b`.
    fn guarded_head(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (js, ps) = (Loop::of(self.java, j), Loop::of(self.python, p));
        let (Some(condition), Some(own)) = (js.condition, ps.condition) else { return };
        let mut body = items(self.python, ps.body);
        if body.is_empty() || js.inits.len() != ps.inits.len() || js.updates.len() != ps.updates.len() {
            return;
        }
        let Some((guard, Kind::Break { .. })) = guarded(self.python, body.remove(0)) else { return };
        let mut shape = Shape::new(1.0, How::Same, Vec::new());
        let rest = if *self.python.kind(own) == Kind::Literal(Literal::Bool(true)) {
            condition
        } else {
            let (Kind::Binary(BinaryOp::And), [first, rest]) =
                (self.java.kind(condition), self.java.children(condition))
            else {
                return;
            };
            shape.pairs.push((*first, own));
            *rest
        };
        match (self.python.kind(guard), self.python.children(guard)) {
            (Kind::Unary(UnaryOp::Not), [inner]) => shape.pairs.push((rest, *inner)),
            // The operator says the opposite; the operands are the same.
            (Kind::Binary(op), operands) if is_opposite(self.java.kind(rest), *op) => {
                shape.pairs.extend(self.java.children(rest).iter().copied().zip(operands.iter().copied()));
                shape.own += 1.0;
            }
            _ => return,
        }
        shape.pairs.extend(js.inits.into_iter().zip(ps.inits));
        shape.pairs.extend(js.updates.into_iter().zip(ps.updates));
        shape.lists.push((items(self.java, js.body), body));
        shape.also.push((js.body, ps.body, How::Same));
        out.push(shape);
    }

    /// `for (...; b && c; ...)` against a loop over `b` whose body is under `if c`: where `c` once fails,
    /// Java stops and the port goes on without doing anything. An edit of `c` has no place.
    fn guarded_body(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
        let (js, ps) = (Loop::of(self.java, j), Loop::of(self.python, p));
        let (Some(condition), Some(own)) = (js.condition, ps.condition) else { return };
        let body = items(self.python, ps.body);
        let (Kind::Binary(BinaryOp::And), [first, rest], [only]) =
            (self.java.kind(condition), self.java.children(condition), body.as_slice())
        else {
            return;
        };
        let ([guard, then], Kind::If) = (self.python.children(*only), self.python.kind(*only)) else { return };
        if js.inits.len() != ps.inits.len() || js.updates.len() != ps.updates.len() {
            return;
        }
        let mut shape = Shape::new(1.0, How::Same, vec![(*first, own)]);
        shape.hints.push((*rest, *guard));
        shape.pairs.extend(js.inits.into_iter().zip(ps.inits));
        shape.pairs.extend(js.updates.into_iter().zip(ps.updates));
        shape.lists.push((items(self.java, js.body), items(self.python, *then)));
        shape.also.push((js.body, *then, How::Same));
        out.push(shape);
    }

    /// Counted loops against each other and against `while` with the update at the end of its body.
    pub(super) fn counted(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
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
    pub(super) fn conditional_assignment(&self, j: NodeId, p: NodeId, out: &mut Vec<Shape>) {
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
}
