//! Matches statements, such as loops with loops, and branches with conditional expressions.

use super::expressions::is_opposite;
use super::queries::{
    LoopParts, assignment, branches, enumerated, guarded, inner_assignments, is_assignment, is_bool, items,
    leaves_early, named_return, nested_else, returns,
};
use super::{MatchCandidate, MatchContext, MatchKind};
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp};

impl MatchContext<'_> {
    pub(super) fn statement_candidates(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (jc, pc) = (self.java.children(j), self.python.children(p));
        if let (Some((jt, jv)), Some((pt, pv))) = (assignment(self.java, j), assignment(self.python, p)) {
            let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, vec![(jt, pt), (jv, pv)]);
            candidate.also.extend(inner_assignments(self, j, p));
            out.push(candidate);
        }
        match (self.java.kind(j), self.python.kind(p)) {
            (Kind::Block, Kind::Block) => {
                let mut candidate = MatchCandidate::new(0.0, MatchKind::Same, Vec::new());
                candidate.lists.push((items(self.java, j), items(self.python, p)));
                out.push(candidate);
            }
            (Kind::ExprStmt, Kind::ExprStmt) => {
                out.push(MatchCandidate::new(0.1, MatchKind::Same, vec![(jc[0], pc[0])]))
            }
            (_, Kind::ExprStmt) if is_assignment(self.java.kind(j)) => {
                out.push(MatchCandidate::new(0.1, MatchKind::Same, vec![(j, pc[0])]));
            }
            (Kind::ExprStmt, pk) if is_assignment(pk) && is_assignment(self.java.kind(jc[0])) => {
                out.push(MatchCandidate::new(0.1, MatchKind::Same, vec![(jc[0], p)]));
            }
            (Kind::If, Kind::If) => {
                let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, vec![(jc[0], pc[0])]);
                candidate.pairs.push((jc[1], pc[1]));
                candidate.also.push((jc[1], pc[1], MatchKind::Same));
                let (je, pe) = (nested_else(self.java, j), nested_else(self.python, p));
                if !je.is_empty() || !pe.is_empty() {
                    candidate.lists.push((je, pe));
                }
                let block =
                    |tree: &Tree, other: Option<&NodeId>| other.copied().filter(|at| *tree.kind(*at) == Kind::Block);
                if let (Some(own), Some(other)) = (block(self.java, jc.get(2)), block(self.python, pc.get(2)))
                    && leaves_early(self.java, j) == leaves_early(self.python, p)
                {
                    candidate.also.push((own, other, MatchKind::Same));
                }
                out.push(candidate);
            }
            (Kind::While, Kind::While) => {
                let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, vec![(jc[0], pc[0]), (jc[1], pc[1])]);
                candidate.also.push((jc[1], pc[1], MatchKind::Same));
                out.push(candidate);
                self.guarded_head(j, p, out);
            }
            (Kind::DoWhile, Kind::While) => {
                out.push(MatchCandidate::new(0.5, MatchKind::Same, vec![(jc[0], pc[1]), (jc[1], pc[0])]));
                self.do_while(j, p, out);
            }
            (Kind::For { .. }, Kind::For { .. } | Kind::While) | (Kind::While, Kind::For { .. }) => {
                self.counted(j, p, out);
                self.guarded_head(j, p, out);
                self.guarded_body(j, p, out);
            }
            (Kind::For { .. } | Kind::While, Kind::ForEach) => {
                if let (Some(jb), Some(pb)) = (jc.last(), pc.last()) {
                    let mut candidate = MatchCandidate::new(0.4, MatchKind::Same, vec![(*jb, *pb)]);
                    let counted =
                        LoopParts::from_node(self.java, j).inits.first().and_then(|init| self.java.child(*init, 0));
                    candidate.hints.extend(counted.zip(enumerated(self.python, p).map(|(index, ..)| index)));
                    out.push(candidate);
                }
            }
            (Kind::ForEach, Kind::ForEach)
            | (Kind::Return, Kind::Return)
            | (Kind::Throw, Kind::Throw)
            | (Kind::Assert, Kind::Assert) => {
                let pairs = jc.iter().copied().zip(pc.iter().copied()).collect();
                out.push(MatchCandidate::new(1.0, MatchKind::Same, pairs));
            }
            (Kind::Break { .. }, Kind::Break { .. }) | (Kind::Continue { .. }, Kind::Continue { .. }) => {
                out.push(MatchCandidate::new(1.0, MatchKind::Same, Vec::new()));
            }
            (Kind::Try { .. }, Kind::Try { .. }) if jc.len() == pc.len() => {
                out.push(MatchCandidate::new(
                    1.0,
                    MatchKind::Same,
                    jc.iter().copied().zip(pc.iter().copied()).collect(),
                ));
            }
            (Kind::Catch { .. }, Kind::Catch { .. }) => {
                let ends = jc.last().copied().into_iter().zip(pc.last().copied()).collect();
                out.push(MatchCandidate::new(1.0, MatchKind::Same, ends));
            }
            (Kind::Labeled { .. }, _) => {
                let mut candidate = MatchCandidate::new(0.0, MatchKind::Transparent, vec![(jc[0], p)]);
                candidate.local_score = 0.5;
                out.push(candidate);
            }
            _ => {}
        }
        self.conditional_assignment(j, p, out);
        self.counting(j, p, out);
        self.extremes(j, p, out);
    }

    /// Matches `do B while (c)` with `while True: B; if not c: break`.
    pub(super) fn do_while(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let pc = self.python.children(p);
        if *self.python.kind(pc[0]) != Kind::Literal(Literal::Bool(true)) {
            return;
        }
        let mut body = items(self.python, pc[1]);
        let Some(last) = body.pop() else { return };
        let Some((condition, Kind::Break { .. })) = guarded(self.python, last) else { return };
        let Kind::Unary(UnaryOp::Not) = self.python.kind(condition) else { return };
        let jc = self.java.children(j);
        let mut candidate =
            MatchCandidate::new(1.0, MatchKind::Same, vec![(jc[1], self.python.children(condition)[0])]);
        candidate.lists.push((items(self.java, jc[0]), body));
        out.push(candidate);
    }

    /// Matches a part of Java's condition with a `break` in the port's loop.
    ///
    /// The loop body of the port begins with `if not c: break`. Examples are `while (c)` with `while True`, and
    /// `for (...; b && c; ...)` with a loop over `b`.
    fn guarded_head(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (js, ps) = (LoopParts::from_node(self.java, j), LoopParts::from_node(self.python, p));
        let (Some(condition), Some(own)) = (js.condition, ps.condition) else { return };
        let mut body = items(self.python, ps.body);
        if body.is_empty() || js.inits.len() != ps.inits.len() || js.updates.len() != ps.updates.len() {
            return;
        }
        let Some((guard, Kind::Break { .. })) = guarded(self.python, body.remove(0)) else { return };
        let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, Vec::new());
        let rest = if *self.python.kind(own) == Kind::Literal(Literal::Bool(true)) {
            condition
        } else {
            let (Kind::Binary(BinaryOp::And), [first, rest]) =
                (self.java.kind(condition), self.java.children(condition))
            else {
                return;
            };
            candidate.pairs.push((*first, own));
            *rest
        };
        match (self.python.kind(guard), self.python.children(guard)) {
            (Kind::Unary(UnaryOp::Not), [inner]) => candidate.pairs.push((rest, *inner)),
            // The operators are the negations of each other, and the operands are the same.
            (Kind::Binary(op), operands) if is_opposite(self.java.kind(rest), *op) => {
                candidate.pairs.extend(self.java.children(rest).iter().copied().zip(operands.iter().copied()));
                candidate.local_score += 1.0;
            }
            _ => return,
        }
        candidate.pairs.extend(js.inits.into_iter().zip(ps.inits));
        candidate.pairs.extend(js.updates.into_iter().zip(ps.updates));
        candidate.lists.push((items(self.java, js.body), body));
        candidate.also.push((js.body, ps.body, MatchKind::Same));
        out.push(candidate);
    }

    /// Matches a Java loop with two conditions and a Python loop with a guarded body.
    ///
    /// Java has `for (...; b && c; ...)`. The port has a loop over `b` whose whole body is inside `if c`. If `c` is
    /// false, Java leaves the loop, but the port continues without an effect. So an edit of `c` has no counterpart.
    fn guarded_body(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (js, ps) = (LoopParts::from_node(self.java, j), LoopParts::from_node(self.python, p));
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
        let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, vec![(*first, own)]);
        candidate.hints.push((*rest, *guard));
        candidate.pairs.extend(js.inits.into_iter().zip(ps.inits));
        candidate.pairs.extend(js.updates.into_iter().zip(ps.updates));
        candidate.lists.push((items(self.java, js.body), items(self.python, *then)));
        candidate.also.push((js.body, *then, MatchKind::Same));
        out.push(candidate);
    }

    /// Matches two loops by their initialisers, conditions, updates and bodies.
    ///
    /// At least one loop is a counted loop. The other loop may be a `while` with the update at the end of its body.
    pub(super) fn counted(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (js, ps) = (LoopParts::from_node(self.java, j), LoopParts::from_node(self.python, p));
        let mut candidate = MatchCandidate::new(1.0, MatchKind::Same, Vec::new());
        candidate.pairs.extend(js.condition.zip(ps.condition));
        let (mut jb, mut pb) = (items(self.java, js.body), items(self.python, ps.body));
        if js.inits.len() == ps.inits.len() {
            candidate.pairs.extend(js.inits.iter().copied().zip(ps.inits.iter().copied()));
        } else {
            candidate.lists.push((js.inits, ps.inits));
        }
        if js.updates.len() == ps.updates.len() {
            candidate.pairs.extend(js.updates.iter().copied().zip(ps.updates.iter().copied()));
        } else {
            jb.extend(js.updates);
            pb.extend(ps.updates);
        }
        candidate.also.push((js.body, ps.body, MatchKind::Same));
        candidate.lists.push((jb, pb));
        out.push(candidate);
    }

    /// Matches an `if` with two assignments and an assignment of a conditional expression.
    ///
    /// An example is `if (c) t = x; else t = y;` with `t = x if c else y`. Either side may have the `if`.
    pub(super) fn conditional_assignment(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        if let (Some((c, (t, x), (_, y))), Some((pt, pv))) = (branches(self.java, j), assignment(self.python, p))
            && *self.python.kind(pv) == Kind::Conditional
        {
            let pc = self.python.children(pv);
            out.push(MatchCandidate::new(1.0, MatchKind::Folded, vec![(t, pt), (c, pc[0]), (x, pc[1]), (y, pc[2])]));
        }
        if let (Some((jt, jv)), Some((c, (t, x), (_, y)))) = (assignment(self.java, j), branches(self.python, p))
            && *self.java.kind(jv) == Kind::Conditional
        {
            let jc = self.java.children(jv);
            out.push(MatchCandidate::new(1.0, MatchKind::Folded, vec![(jt, t), (jc[0], c), (jc[1], x), (jc[2], y)]));
        }
    }

    /// Matches two Java statements with one Python statement.
    ///
    /// The Java statements are `if (c) return x; return y;` or `t = e; return t;`.
    pub fn fold(&self, first: NodeId, second: NodeId, p: NodeId) -> Option<MatchCandidate> {
        if let Some(value) = named_return(self.java, first, second) {
            let own = *self.python.children(p).first().filter(|_| *self.python.kind(p) == Kind::Return)?;
            return Some(MatchCandidate::new(1.0, MatchKind::Folded, vec![(value, own)]));
        }
        let (condition, x, y) = returns(self.java, first, second)?;
        let (jx, jy) = (*self.java.children(x).first()?, *self.java.children(y).first()?);
        let value = *self.python.children(p).first().filter(|_| *self.python.kind(p) == Kind::Return)?;
        let mut candidate = if *self.python.kind(value) == Kind::Conditional {
            let pc = self.python.children(value);
            MatchCandidate::new(3.0, MatchKind::Folded, vec![(condition, pc[0]), (jx, pc[1]), (jy, pc[2])])
        } else if is_bool(self.java, jx, true) && is_bool(self.java, jy, false) {
            MatchCandidate::new(4.0, MatchKind::Folded, vec![(condition, value)])
        } else {
            return None;
        };
        candidate.also.extend([(x, p, MatchKind::FoldedThen), (y, p, MatchKind::FoldedElse)]);
        Some(candidate)
    }

    /// Matches one Java statement with two Python statements.
    pub fn unfold(&self, j: NodeId, first: NodeId, second: NodeId) -> Option<MatchCandidate> {
        if let Some(value) = named_return(self.python, first, second) {
            let own = *self.java.children(j).first().filter(|_| *self.java.kind(j) == Kind::Return)?;
            return Some(MatchCandidate::new(1.0, MatchKind::Folded, vec![(own, value)]));
        }
        let (condition, x, y) = returns(self.python, first, second)?;
        let (px, py) = (*self.python.children(x).first()?, *self.python.children(y).first()?);
        let value = *self.java.children(j).first().filter(|_| *self.java.kind(j) == Kind::Return)?;
        if *self.java.kind(value) == Kind::Conditional {
            let jc = self.java.children(value);
            return Some(MatchCandidate::new(
                3.0,
                MatchKind::Folded,
                vec![(jc[0], condition), (jc[1], px), (jc[2], py)],
            ));
        }
        let is_condition = is_bool(self.python, px, true) && is_bool(self.python, py, false);
        is_condition.then(|| MatchCandidate::new(3.0, MatchKind::Folded, vec![(value, condition)]))
    }
}
