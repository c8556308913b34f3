//! Matches the statements of two lists by an edit script.
//!
//! After that, the module matches some statements that the edit script leaves unmatched.

use super::matcher::{EditStep, HEADER_THRESHOLD, Matcher, governed};
use crate::mirror::match_rules::{LoopParts, assignment};
use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;

impl Matcher<'_> {
    pub(super) fn commit_lists(&mut self, js: &[NodeId], ps: &[NodeId]) {
        let (_, steps) = self.script(js, ps);
        for step in &steps {
            match *step {
                EditStep::Pair(a, b) => self.commit(js[a], ps[b]),
                EditStep::Fold(a, b) => {
                    if let Some(candidate) = self.context.fold(js[a], js[a + 1], ps[b]) {
                        self.accept(js[a], ps[b], &candidate);
                    }
                }
                EditStep::Unfold(a, b) => {
                    if let Some(candidate) = self.context.unfold(js[a], ps[b], ps[b + 1]) {
                        self.accept(js[a], ps[b], &candidate);
                    }
                }
                // The Java output statement corresponds to several statements, so match only the values that it prints.
                EditStep::SplitOutput(a, b, many) => {
                    let candidate = self.context.outputs(js[a], &ps[b..b + many]);
                    for (j, p) in candidate.map(|candidate| candidate.pairs).unwrap_or_default() {
                        self.commit(j, p);
                    }
                }
            }
        }
        self.commit_alone(js, ps, &steps);
        self.commit_initialisers(js, ps, &steps);
        self.commit_moved(js, ps);
        self.commit_splits(js, ps, &steps);
    }

    /// Matches the only loop or branch between two matched statements on each side.
    ///
    /// Both conditions must be similar, and Java's condition must have at least three nodes. The bodies may differ.
    fn commit_alone(&mut self, js: &[NodeId], ps: &[NodeId], steps: &[EditStep]) {
        let (mut from, mut first) = (0, 0);
        let ends = steps.iter().map(|step| match *step {
            EditStep::Pair(a, b) => ((a, b), (a + 1, b + 1)),
            EditStep::Fold(a, b) => ((a, b), (a + 2, b + 1)),
            EditStep::Unfold(a, b) => ((a, b), (a + 1, b + 2)),
            EditStep::SplitOutput(a, b, many) => ((a, b), (a + 1, b + many)),
        });
        for ((upto, last), (next, next_other)) in ends.chain([((js.len(), ps.len()), (0, 0))]) {
            let only = |tree: &Tree, list: &[NodeId]| {
                let mut found = list.iter().filter_map(|at| Some((*at, governed(tree, *at)?.0)));
                found.next().filter(|_| found.next().is_none())
            };
            let own = only(self.context.java, &js[from..upto]);
            if let Some(((j, asked), (p, other))) = own.zip(only(self.context.python, &ps[first..last]))
                && self.context.java.kind(j).is_loop() == self.context.python.kind(p).is_loop()
                && self.weight(self.context.java, 0, asked) >= 3.0
                && self.similarity(asked, other) >= HEADER_THRESHOLD
            {
                self.commit(j, p);
            }
            (from, first) = (next, next_other);
        }
    }

    /// Matches loop initialisers at different places.
    ///
    /// One side has the initialiser before the loop, and the other side has it in the header of the loop.
    fn commit_initialisers(&mut self, js: &[NodeId], ps: &[NodeId], steps: &[EditStep]) {
        for step in steps {
            let EditStep::Pair(a, b) = *step else { continue };
            let (java, python) = (self.context.java, self.context.python);
            if !java.kind(js[a]).is_loop() || !python.kind(ps[b]).is_loop() {
                continue;
            }
            let (jl, pl) = (LoopParts::from_node(java, js[a]), LoopParts::from_node(python, ps[b]));
            if jl.inits.len() == pl.inits.len() {
                continue;
            }
            for init in jl.inits {
                if self.matches[init.0 as usize].is_some() {
                    continue;
                }
                let before = ps[..b].iter().rev().copied().filter(|p| !self.used.contains(p)).collect::<Vec<_>>();
                if let Some(found) = before.into_iter().find(|p| self.is_same_assignment(init, *p)) {
                    self.commit(init, found);
                }
            }
            for init in pl.inits {
                if self.used.contains(&init) {
                    continue;
                }
                let before = js[..a].iter().rev().copied().filter(|j| self.matches[j.0 as usize].is_none());
                let before: Vec<NodeId> = before.collect();
                if let Some(found) = before.into_iter().find(|j| self.is_same_assignment(*j, init)) {
                    self.commit(found, init);
                }
            }
        }
    }

    fn is_same_assignment(&mut self, j: NodeId, p: NodeId) -> bool {
        let (Some((jt, _)), Some((pt, _))) = (assignment(self.context.java, j), assignment(self.context.python, p))
        else {
            return false;
        };
        self.score(jt, pt) >= 0.3
    }

    /// Matches unmatched Java assignments with similar statements anywhere in the port's list.
    fn commit_moved(&mut self, js: &[NodeId], ps: &[NodeId]) {
        for j in js {
            if self.matches[j.0 as usize].is_some() || assignment(self.context.java, *j).is_none() {
                continue;
            }
            let free: Vec<NodeId> = ps.iter().copied().filter(|p| !self.used.contains(p)).collect();
            if let Some(found) = free.into_iter().find(|p| self.similarity(*j, *p) >= 0.75) {
                self.commit(*j, found);
            }
        }
    }

    /// Matches `a[i++] = x` with `a[i] = x; i += 1`.
    fn commit_splits(&mut self, js: &[NodeId], ps: &[NodeId], steps: &[EditStep]) {
        for step in steps {
            let EditStep::Pair(a, b) = *step else { continue };
            let java = self.context.java;
            for id in java.preorder(js[a]) {
                let Kind::Increment(form) = java.kind(id) else { continue };
                let aside = if form.is_prefix() { b.checked_sub(1) } else { Some(b + 1) };
                let Some(other) = aside.and_then(|at| ps.get(at)).copied() else { continue };
                if id == js[a] || self.used.contains(&other) || *self.context.python.kind(other) != Kind::ExprStmt {
                    continue;
                }
                let Some(inner) = self.context.python.child(other, 0) else { continue };
                let same_sign =
                    matches!(self.context.python.kind(inner), Kind::Increment(f) if f.delta() == form.delta());
                if same_sign && self.similarity(id, inner) >= 0.9 {
                    self.used.insert(other);
                    self.splits.insert(id, other);
                }
            }
        }
    }
}
