//! Which Python node is the counterpart of which Java node, and why. Variables are unified while
//! statements are matched by an edit script over statement lists; the best-scoring way of
//! [`super::shapes`] decides below that. Deterministic: ties go to the first.

use super::names::{Variable, Variables, normal};
use super::port;
use super::shapes::{How, Loop, Shape, Sides, assignment, leaves_early};
use crate::lang::core::{Kind, Tree};
use crate::model::{NodeId, Pair};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Below this share of common weight two statements are not matched.
const STATEMENT_THRESHOLD: f64 = 0.3;
/// How often names are voted on before they are settled.
const ROUNDS: usize = 3;

/// The counterpart of a Java node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Match {
    /// The Python node.
    pub python: NodeId,
    /// The same with the wrappers around it that Java does not need (`ord(...)`, `int(...)`).
    pub whole: NodeId,
    /// How they are spelled against each other.
    pub how: How,
    /// Share of their weight that they have in common, 0 to 1.
    pub confidence: f64,
}

/// The alignment of a Java function and its port.
pub(super) struct Alignment {
    /// The port's tree, with some shorthand spelled out as nodes without text (see [`port`]).
    pub port: Tree,
    matches: Vec<Option<Match>>,
    /// Python statement of an increment that Java has inside an expression.
    pub splits: BTreeMap<NodeId, NodeId>,
    /// Which Java variable each name is.
    pub variables: Variables,
    /// Python name of each variable that has one.
    pub names: BTreeMap<Variable, String>,
}

impl Alignment {
    /// Aligns two functions.
    pub fn new(pair: &Pair, java: &Tree, python: &Tree) -> Self {
        let variables = Variables::of(java);
        let mut port = python.clone();
        let mut names = BTreeMap::new();
        for round in 0..=ROUNDS {
            let settled = round == ROUNDS;
            let mut matcher = Matcher::new(pair, java, &port, &variables, &names, round, settled);
            matcher.commit(java.root, port.root);
            let Matcher { matches, splits, votes, .. } = matcher;
            if settled {
                return Self { port, matches, splits, variables, names };
            }
            names = elect(pair, java, &port, &variables, &votes);
            port::spell_out(java, &mut port, &matches);
        }
        Self { matches: vec![None; java.nodes.len()], port, splits: BTreeMap::new(), variables, names }
    }

    /// The counterpart of a Java node.
    pub fn get(&self, j: NodeId) -> Option<Match> {
        self.matches.get(j.0 as usize).copied().flatten()
    }
}

type Votes = BTreeMap<Variable, BTreeMap<String, f64>>;

/// The Python name of each Java variable: the one it was matched with most.
fn elect(pair: &Pair, java: &Tree, port: &Tree, variables: &Variables, votes: &Votes) -> BTreeMap<Variable, String> {
    let mut out = BTreeMap::new();
    let no_votes = BTreeMap::new();
    for at in 0..variables.names.len() {
        let variable = Variable(at);
        let mut count = votes.get(&variable).unwrap_or(&no_votes).clone();
        if at < java.params.len() {
            if let Some(name) = param_name(pair, port, at) {
                *count.entry(name).or_insert(0.0) += 1.5;
            }
        } else {
            for (name, votes) in &mut count {
                if normal(name) == normal(&variables.names[at]) {
                    *votes += 0.5;
                }
            }
        }
        let mut best: Option<(&String, f64)> = None;
        for (name, votes) in &count {
            if best.is_none_or(|(_, most)| *votes > most) {
                best = Some((name, *votes));
            }
        }
        if let Some((name, _)) = best {
            out.insert(variable, name.clone());
        }
    }
    out
}

/// The Python parameter that takes a Java parameter's place.
fn param_name(pair: &Pair, port: &Tree, at: usize) -> Option<String> {
    let position = pair.arguments.get(at).copied().unwrap_or(at);
    match port.params.get(position).map(|id| port.kind(*id)) {
        Some(Kind::Name(name)) => Some(name.clone()),
        _ => None,
    }
}

/// A step of an edit script; what is left out was inserted or deleted.
enum Step {
    Pair(usize, usize),
    /// Two Java statements are one of Python.
    Fold(usize, usize),
    /// One Java statement is two of Python.
    Unfold(usize, usize),
}

struct Matcher<'s> {
    sides: Sides<'s>,
    pair: &'s Pair,
    variables: &'s Variables,
    names: &'s BTreeMap<Variable, String>,
    round: usize,
    settled: bool,
    memo: HashMap<(u32, u32), f64>,
    weights: [Vec<f64>; 2],
    matches: Vec<Option<Match>>,
    splits: BTreeMap<NodeId, NodeId>,
    votes: Votes,
    used: BTreeSet<NodeId>,
}

impl<'s> Matcher<'s> {
    fn new(
        pair: &'s Pair,
        java: &'s Tree,
        python: &'s Tree,
        variables: &'s Variables,
        names: &'s BTreeMap<Variable, String>,
        round: usize,
        settled: bool,
    ) -> Self {
        Self {
            sides: Sides { java, python, java_name: &pair.java.name, python_name: &pair.python.name },
            pair,
            variables,
            names,
            round,
            settled,
            memo: HashMap::new(),
            weights: [weights(java), weights(python)],
            matches: vec![None; java.nodes.len()],
            splits: BTreeMap::new(),
            votes: BTreeMap::new(),
            used: BTreeSet::new(),
        }
    }

    /// How much the two have in common, everything below included.
    fn score(&mut self, j: NodeId, p: NodeId) -> f64 {
        if let Some(known) = self.memo.get(&(j.0, p.0)) {
            return *known;
        }
        let score = match self.name_pair(j, p) {
            Some((variable, name)) => self.name_score(variable, &name),
            None => self.best(j, p).map_or(0.0, |(score, _)| score),
        };
        self.memo.insert((j.0, p.0), score);
        score
    }

    fn best(&mut self, j: NodeId, p: NodeId) -> Option<(f64, Shape)> {
        let mut best: Option<(f64, Shape)> = None;
        for shape in self.sides.shapes(j, p) {
            let score = self.shape_score(&shape);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, shape));
            }
        }
        best
    }

    fn shape_score(&mut self, shape: &Shape) -> f64 {
        let mut score = shape.own;
        for (j, p) in &shape.pairs {
            score += self.score(*j, *p);
        }
        for (js, ps) in &shape.lists {
            score += self.script(js, ps).0;
        }
        score
    }

    /// A Java name and the Python name or `self.` attribute it is compared with.
    fn name_pair(&self, j: NodeId, p: NodeId) -> Option<(Variable, String)> {
        let Kind::Name(_) = self.sides.java.kind(j) else { return None };
        let variable = self.variables.get(j)?;
        match self.sides.python.kind(p) {
            Kind::Name(name) => Some((variable, name.clone())),
            Kind::Attribute(name) if !self.variables.is_local[variable.0] => {
                let base = self.sides.python.child(p, 0)?;
                let is_self = matches!(self.sides.python.kind(base), Kind::Name(n) if n == "self" || n == "cls");
                is_self.then(|| (variable, name.clone()))
            }
            _ => None,
        }
    }

    fn name_score(&self, variable: Variable, name: &str) -> f64 {
        if self.round > 0 {
            return if self.names.get(&variable).is_some_and(|known| known == name) { 1.0 } else { 0.0 };
        }
        let java = &self.variables.names[variable.0];
        let same = normal(java) == normal(name) || (java == "this" && name == "self");
        let taken = |at: usize| param_name(self.pair, self.sides.python, at);
        if variable.0 < self.sides.java.params.len() {
            return match taken(variable.0) {
                Some(own) if own == name => 1.0,
                _ if same => 0.5,
                _ => 0.1,
            };
        }
        if same {
            return 0.9;
        }
        let is_param = (0..self.sides.java.params.len()).any(|at| taken(at).is_some_and(|own| own == name));
        if is_param { 0.1 } else { 0.3 }
    }

    fn similarity(&mut self, j: NodeId, p: NodeId) -> f64 {
        let most = self.weight(self.sides.java, 0, j).max(self.weight(self.sides.python, 1, p)).max(1.0);
        (self.score(j, p) / most).min(1.0)
    }

    /// What a node weighs by itself: an `else` that is taken as following does not count.
    fn weight(&self, tree: &Tree, side: usize, id: NodeId) -> f64 {
        let own = self.weights[side][id.0 as usize];
        match tree.child(id, 2) {
            Some(other) if leaves_early(tree, id) => own - self.weights[side][other.0 as usize],
            _ => own,
        }
    }

    /// The best edit script between two statement lists.
    fn script(&mut self, js: &[NodeId], ps: &[NodeId]) -> (f64, Vec<Step>) {
        let width = ps.len() + 1;
        // Best score of the lists' rests, from each place on.
        let mut best = vec![0.0; (js.len() + 1) * width];
        let mut choice: Vec<u8> = vec![0; best.len()];
        for a in (0..=js.len()).rev() {
            for b in (0..=ps.len()).rev() {
                let mut found = (0.0, 0);
                let mut offer = |score: f64, how: u8| {
                    if score > found.0 {
                        found = (score, how);
                    }
                };
                if a < js.len() && b < ps.len() {
                    if self.similarity(js[a], ps[b]) >= STATEMENT_THRESHOLD {
                        offer(self.score(js[a], ps[b]) + best[(a + 1) * width + b + 1], 1);
                    }
                    if a + 1 < js.len()
                        && let Some(shape) = self.sides.fold(js[a], js[a + 1], ps[b])
                    {
                        offer(self.shape_score(&shape) + best[(a + 2) * width + b + 1], 2);
                    }
                    if b + 1 < ps.len()
                        && let Some(shape) = self.sides.unfold(js[a], ps[b], ps[b + 1])
                    {
                        offer(self.shape_score(&shape) + best[(a + 1) * width + b + 2], 3);
                    }
                }
                if a < js.len() {
                    offer(best[(a + 1) * width + b], 4);
                }
                if b < ps.len() {
                    offer(best[a * width + b + 1], 5);
                }
                best[a * width + b] = found.0;
                choice[a * width + b] = found.1;
            }
        }
        let mut steps = Vec::new();
        let (mut a, mut b) = (0, 0);
        loop {
            match choice[a * width + b] {
                1 => {
                    steps.push(Step::Pair(a, b));
                    (a, b) = (a + 1, b + 1);
                }
                2 => {
                    steps.push(Step::Fold(a, b));
                    (a, b) = (a + 2, b + 1);
                }
                3 => {
                    steps.push(Step::Unfold(a, b));
                    (a, b) = (a + 1, b + 2);
                }
                4 => a += 1,
                5 => b += 1,
                _ => break,
            }
        }
        (best[0], steps)
    }

    fn set(&mut self, j: NodeId, p: NodeId, how: How) {
        let confidence = self.similarity(j, p);
        self.used.insert(p);
        let slot = &mut self.matches[j.0 as usize];
        if slot.is_none() {
            *slot = Some(Match { python: p, whole: p, how, confidence });
        }
    }

    /// Takes two nodes as counterparts, and what belongs together below them.
    fn commit(&mut self, j: NodeId, p: NodeId) {
        if let Some((variable, name)) = self.name_pair(j, p) {
            if self.settled {
                if self.names.get(&variable).is_some_and(|known| *known == name) {
                    self.set(j, p, How::Same);
                }
            } else {
                *self.votes.entry(variable).or_default().entry(name).or_insert(0.0) += 1.0;
            }
            return;
        }
        if let Some((score, shape)) = self.best(j, p)
            && score > 0.0
        {
            self.accept(j, p, &shape);
        }
    }

    fn accept(&mut self, j: NodeId, p: NodeId, shape: &Shape) {
        if shape.wraps {
            self.commit(j, shape.pairs[0].1);
            if let Some(found) = &mut self.matches[j.0 as usize] {
                found.whole = p;
            }
            return;
        }
        for (a, b, how) in &shape.also {
            self.set(*a, *b, *how);
        }
        for (a, b) in &shape.pairs {
            self.commit(*a, *b);
        }
        if shape.how == How::Through
            && let [(inner, target)] = shape.pairs.as_slice()
            && *target == p
        {
            let found = self.matches[inner.0 as usize];
            self.matches[j.0 as usize] = found.map(|m| Match { how: How::Through, ..m });
        } else {
            self.set(j, p, shape.how);
        }
        for (js, ps) in &shape.lists {
            self.commit_lists(js, ps);
        }
    }

    fn commit_lists(&mut self, js: &[NodeId], ps: &[NodeId]) {
        let (_, steps) = self.script(js, ps);
        for step in &steps {
            match *step {
                Step::Pair(a, b) => self.commit(js[a], ps[b]),
                Step::Fold(a, b) => {
                    if let Some(shape) = self.sides.fold(js[a], js[a + 1], ps[b]) {
                        self.accept(js[a], ps[b], &shape);
                    }
                }
                Step::Unfold(a, b) => {
                    if let Some(shape) = self.sides.unfold(js[a], ps[b], ps[b + 1]) {
                        self.accept(js[a], ps[b], &shape);
                    }
                }
            }
        }
        self.commit_initialisers(js, ps, &steps);
        self.commit_moved(js, ps);
        self.commit_splits(js, ps, &steps);
    }

    /// Initialisers that stand before the loop on one side and in its header on the other.
    fn commit_initialisers(&mut self, js: &[NodeId], ps: &[NodeId], steps: &[Step]) {
        for step in steps {
            let Step::Pair(a, b) = *step else { continue };
            let (java, python) = (self.sides.java, self.sides.python);
            if !java.kind(js[a]).is_loop() || !python.kind(ps[b]).is_loop() {
                continue;
            }
            let (jl, pl) = (Loop::of(java, js[a]), Loop::of(python, ps[b]));
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
        let (Some((jt, _)), Some((pt, _))) = (assignment(self.sides.java, j), assignment(self.sides.python, p)) else {
            return false;
        };
        self.score(jt, pt) >= 0.3
    }

    /// Simple assignments that changed their places.
    fn commit_moved(&mut self, js: &[NodeId], ps: &[NodeId]) {
        for j in js {
            if self.matches[j.0 as usize].is_some() || assignment(self.sides.java, *j).is_none() {
                continue;
            }
            let free: Vec<NodeId> = ps.iter().copied().filter(|p| !self.used.contains(p)).collect();
            if let Some(found) = free.into_iter().find(|p| self.similarity(*j, *p) >= 0.75) {
                self.commit(*j, found);
            }
        }
    }

    /// `a[i++] = x` against `a[i] = x; i += 1`.
    fn commit_splits(&mut self, js: &[NodeId], ps: &[NodeId], steps: &[Step]) {
        for step in steps {
            let Step::Pair(a, b) = *step else { continue };
            let java = self.sides.java;
            for id in java.preorder(js[a]) {
                let Kind::Increment(form) = java.kind(id) else { continue };
                let aside = if form.is_prefix() { b.checked_sub(1) } else { Some(b + 1) };
                let Some(other) = aside.and_then(|at| ps.get(at)).copied() else { continue };
                if id == js[a] || self.used.contains(&other) || *self.sides.python.kind(other) != Kind::ExprStmt {
                    continue;
                }
                let Some(inner) = self.sides.python.child(other, 0) else { continue };
                let same_sign =
                    matches!(self.sides.python.kind(inner), Kind::Increment(f) if f.delta() == form.delta());
                if same_sign && self.similarity(id, inner) >= 0.9 {
                    self.used.insert(other);
                    self.splits.insert(id, other);
                }
            }
        }
    }
}

/// Weight of each subtree: one a node, nothing for what only groups.
fn weights(tree: &Tree) -> Vec<f64> {
    let mut out = vec![0.0; tree.nodes.len()];
    let mut order = tree.preorder(tree.root);
    order.reverse();
    for id in order {
        let own = if matches!(tree.kind(id), Kind::Block | Kind::Group | Kind::ExprStmt) { 0.0 } else { 1.0 };
        let below: f64 = tree.children(id).iter().map(|c| out[c.0 as usize]).sum();
        out[id.0 as usize] = own + below;
    }
    out
}
