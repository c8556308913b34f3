//! Matches the nodes of a Java function and its port, from the outermost statements inwards. The module `name_voting`
//! matches names, and the module `lists` matches statement lists.

use super::inlined_values::{InlinedValues, LoopElement};
use super::name_voting::{Votes, param_name};
use super::node_match::NodeMatch;
use super::variables::{JavaVariable, Variables, normal};
use crate::mirror::match_rules::{LoopParts, MatchCandidate, MatchContext, MatchKind, assignment, items, leaves_early};
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{NodeId, Pair};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The lowest similarity of two matched statements.
const STATEMENT_THRESHOLD: f64 = 0.3;

/// The lowest similarity of two matching conditions whose bodies differ.
pub(super) const HEADER_THRESHOLD: f64 = 0.8;

/// The lowest common weight of two bodies under the same condition.
const COMMON_IN_BODY: f64 = 2.0;

/// The highest number of pairs of nodes that the matcher compares. Further pairs do not match.
///
/// The number of pairs grows with the square of the length of a function.
const MOST_PAIRS: usize = 2_000_000;

/// The highest number of pairs of statements for one edit script.
const MOST_CELLS: usize = 300 * 300;

/// The lowest length of a part of a list that is too long for [`MOST_CELLS`].
const SHORTEST_PART: usize = 8;

/// The highest number of port statements that correspond to one output statement of Java.
const MOST_OUTPUTS: usize = 4;

/// A step of an edit script, with positions in both lists.
///
/// A statement without a step has no counterpart in the other list.
pub(super) enum EditStep {
    Pair(usize, usize),
    /// Two Java statements correspond to one Python statement.
    Fold(usize, usize),
    /// One Java statement corresponds to two Python statements.
    Unfold(usize, usize),
    /// One Java output statement corresponds to several output statements of the port.
    SplitOutput(usize, usize, usize),
}

impl EditStep {
    /// Returns this step with both numbers added to its positions.
    fn moved(self, java: usize, python: usize) -> Self {
        match self {
            Self::Pair(j, p) => Self::Pair(j + java, p + python),
            Self::Fold(j, p) => Self::Fold(j + java, p + python),
            Self::Unfold(j, p) => Self::Unfold(j + java, p + python),
            Self::SplitOutput(j, p, many) => Self::SplitOutput(j + java, p + python, many),
        }
    }
}

pub(super) struct Matcher<'s> {
    pub(super) context: MatchContext<'s>,
    pub(super) pair: &'s Pair,
    pub(super) variables: &'s Variables,
    pub(super) single_use_values: &'s BTreeMap<NodeId, NodeId>,
    pub(super) known: &'s InlinedValues,
    pub(super) names: &'s BTreeMap<JavaVariable, String>,
    pub(super) aliases: &'s BTreeSet<(JavaVariable, String)>,
    pub(super) round: usize,
    pub(super) has_final_names: bool,
    pub(super) memo: HashMap<(u32, u32), f64>,
    pub(super) weights: [Vec<f64>; 2],
    pub(super) matches: Vec<Option<NodeMatch>>,
    pub(super) splits: BTreeMap<NodeId, NodeId>,
    pub(super) votes: Votes,
    pub(super) used: BTreeSet<NodeId>,
}

impl<'s> Matcher<'s> {
    pub(super) fn new(
        pair: &'s Pair,
        java: &'s Tree,
        python: &'s Tree,
        (variables, single_use_values, known): (&'s Variables, &'s BTreeMap<NodeId, NodeId>, &'s InlinedValues),
        (names, aliases): (&'s BTreeMap<JavaVariable, String>, &'s BTreeSet<(JavaVariable, String)>),
        round: usize,
        has_final_names: bool,
    ) -> Self {
        Self {
            context: MatchContext { java, python, java_name: &pair.java.name, python_name: &pair.python.name },
            pair,
            variables,
            single_use_values,
            known,
            names,
            aliases,
            round,
            has_final_names,
            memo: HashMap::new(),
            weights: [weights(java), weights(python)],
            matches: vec![None; java.nodes.len()],
            splits: BTreeMap::new(),
            votes: BTreeMap::new(),
            used: BTreeSet::new(),
        }
    }

    /// Returns the weight of the code that two sub-trees have in common.
    pub(super) fn score(&mut self, j: NodeId, p: NodeId) -> f64 {
        if let Some(known) = self.memo.get(&(j.0, p.0)) {
            return *known;
        }
        if self.memo.len() >= MOST_PAIRS {
            return 0.0;
        }
        let score = match self.name_pair(j, p) {
            Some((variable, name)) => self.name_score(variable, &name),
            None => self.best(j, p).map_or(0.0, |(score, _)| score),
        };
        self.memo.insert((j.0, p.0), score);
        score
    }

    pub(super) fn best(&mut self, j: NodeId, p: NodeId) -> Option<(f64, MatchCandidate)> {
        let mut best: Option<(f64, MatchCandidate)> = None;
        for candidate in
            self.context.candidates(j, p).into_iter().chain(self.inlined(j, p)).chain(self.written_out(j, p))
        {
            let score = self.candidate_score(&candidate);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, candidate));
            }
        }
        best
    }

    /// Matches a Java variable that is read once with the port's code for its value.
    fn inlined(&self, j: NodeId, p: NodeId) -> Option<MatchCandidate> {
        let value = *self.single_use_values.get(&j).filter(|_| !self.context.python.kind(p).is_statement())?;
        let variable = self.variables.get(j)?;
        (!self.names.contains_key(&variable))
            .then(|| MatchCandidate::new(0.0, MatchKind::Transparent, vec![(value, p)]))
    }

    pub(super) fn candidate_score(&mut self, candidate: &MatchCandidate) -> f64 {
        let mut score = candidate.local_score;
        for (j, p) in &candidate.pairs {
            score += self.score(*j, *p);
        }
        for (j, p) in &candidate.hints {
            score += self.score(*j, *p);
        }
        for (js, ps) in &candidate.lists {
            score += self.script(js, ps).0;
        }
        score
    }

    /// Returns a Java variable and a Python name or `self` attribute that may correspond.
    pub(super) fn name_pair(&self, j: NodeId, p: NodeId) -> Option<(JavaVariable, String)> {
        let Kind::Name(_) = self.context.java.kind(j) else { return None };
        let variable = self.variables.get(j)?;
        match self.context.python.kind(p) {
            Kind::Name(name) => Some((variable, name.clone())),
            Kind::Attribute(name) if !self.variables.is_local[variable.0] => {
                let base = self.context.python.child(p, 0)?;
                let is_self = matches!(self.context.python.kind(base), Kind::Name(n) if n == "self" || n == "cls");
                is_self.then(|| (variable, name.clone()))
            }
            _ => None,
        }
    }

    fn name_score(&self, variable: JavaVariable, name: &str) -> f64 {
        if self.round > 0 {
            return if self.is_called(variable, name) { 1.0 } else { 0.0 };
        }
        let java = &self.variables.names[variable.0];
        let same = normal(java) == normal(name) || (java == "this" && name == "self");
        let taken = |at: usize| param_name(self.pair, self.context.python, at);
        if variable.0 < self.context.java.params.len() {
            return match taken(variable.0) {
                Some(own) if own == name => 1.0,
                _ if same => 0.5,
                _ => 0.1,
            };
        }
        if same {
            return 0.9;
        }
        let is_param = (0..self.context.java.params.len()).any(|at| taken(at).is_some_and(|own| own == name));
        if is_param { 0.1 } else { 0.3 }
    }

    pub(super) fn is_called(&self, variable: JavaVariable, name: &str) -> bool {
        self.names.get(&variable).is_some_and(|known| known == name)
            || self.aliases.contains(&(variable, name.to_owned()))
    }

    pub(super) fn similarity(&mut self, j: NodeId, p: NodeId) -> f64 {
        let most = self.weight(self.context.java, 0, j).max(self.weight(self.context.python, 1, p)).max(1.0);
        (self.score(j, p) / most).min(1.0)
    }

    /// Reports whether two statements may be counterparts.
    ///
    /// Either the statements are similar, or their conditions are nearly the same and their bodies have enough common
    /// code. Two similar loops must also pass [`Self::is_one_loop`].
    pub(super) fn may_match(&mut self, j: NodeId, p: NodeId) -> bool {
        let (java, python) = (self.context.java, self.context.python);
        if self.similarity(j, p) >= STATEMENT_THRESHOLD {
            return !(java.kind(j).is_loop() && python.kind(p).is_loop()) || self.is_one_loop(j, p);
        }
        let (Some((asked, own)), Some((other, others))) = (governed(java, j), governed(python, p)) else {
            return false;
        };
        java.kind(j).is_loop() == python.kind(p).is_loop()
            && self.similarity(asked, other) >= HEADER_THRESHOLD
            && self.script(&own, &others).0 >= COMMON_IN_BODY
    }

    /// Reports whether two similar loops are counterparts.
    ///
    /// Their bodies have common code, or one body is empty, or their conditions are nearly the same.
    fn is_one_loop(&mut self, j: NodeId, p: NodeId) -> bool {
        let Some((_, candidate)) = self.best(j, p) else { return false };
        let (java, python) = (self.context.java, self.context.python);
        let is_body = |at: NodeId| matches!(java.kind(at), Kind::Block);
        let mut common = 0.0;
        let mut is_bare = false;
        for (own, other) in candidate.pairs.iter().filter(|(own, _)| is_body(*own)) {
            common += self.score(*own, *other);
            is_bare |= items(java, *own).is_empty() || items(python, *other).is_empty();
        }
        for (own, others) in &candidate.lists {
            common += self.script(own, others).0;
            is_bare |= own.is_empty() || others.is_empty();
        }
        let asked = governed(java, j).zip(governed(python, p));
        common > 0.0
            || is_bare
            || asked.is_some_and(|((own, _), (other, _))| self.similarity(own, other) >= HEADER_THRESHOLD)
    }

    /// Returns the weight of a node and of all nodes below it.
    ///
    /// If the first branch of an `if` always leaves the list, the statements of its `else` count as later statements of
    /// the list. The weight of the `if` then does not include its `else`.
    pub(super) fn weight(&self, tree: &Tree, side: usize, id: NodeId) -> f64 {
        let own = self.weights[side][id.0 as usize];
        match tree.child(id, 2) {
            Some(other) if leaves_early(tree, id) => own - self.weights[side][other.0 as usize],
            _ => own,
        }
    }

    /// Returns the edit script with the highest score for two statement lists.
    ///
    /// The matcher divides very long lists into parts, the same number on both sides, and compares part by part.
    pub(super) fn script(&mut self, js: &[NodeId], ps: &[NodeId]) -> (f64, Vec<EditStep>) {
        if js.len() * ps.len() <= MOST_CELLS {
            return self.script_of_part(js, ps);
        }
        let longest = js.len().max(ps.len());
        let parts = longest.div_ceil((MOST_CELLS / longest).max(SHORTEST_PART));
        let (mut score, mut steps) = (0.0, Vec::new());
        for part in 0..parts {
            let range = |length: usize| length * part / parts..length * (part + 1) / parts;
            let (own, others) = (range(js.len()), range(ps.len()));
            let (first, other) = (own.start, others.start);
            let (own_score, own_steps) = self.script_of_part(&js[own], &ps[others]);
            score += own_score;
            steps.extend(own_steps.into_iter().map(|step| step.moved(first, other)));
        }
        (score, steps)
    }

    /// Returns the edit script with the highest score, without dividing the lists.
    fn script_of_part(&mut self, js: &[NodeId], ps: &[NodeId]) -> (f64, Vec<EditStep>) {
        let width = ps.len() + 1;
        // For each pair of positions, the best score of the two remaining lists.
        let mut best = vec![0.0; (js.len() + 1) * width];
        let mut choice: Vec<usize> = vec![0; best.len()];
        for a in (0..=js.len()).rev() {
            for b in (0..=ps.len()).rev() {
                let mut found = (0.0, 0);
                let mut offer = |score: f64, how: usize| {
                    if score > found.0 {
                        found = (score, how);
                    }
                };
                if a < js.len() && b < ps.len() {
                    if self.may_match(js[a], ps[b]) {
                        offer(self.score(js[a], ps[b]) + best[(a + 1) * width + b + 1], 1);
                    }
                    if a + 1 < js.len()
                        && let Some(candidate) = self.context.fold(js[a], js[a + 1], ps[b])
                    {
                        offer(self.candidate_score(&candidate) + best[(a + 2) * width + b + 1], 2);
                    }
                    if b + 1 < ps.len()
                        && let Some(candidate) = self.context.unfold(js[a], ps[b], ps[b + 1])
                    {
                        offer(self.candidate_score(&candidate) + best[(a + 1) * width + b + 2], 3);
                    }
                    for many in 2..=MOST_OUTPUTS.min(ps.len() - b) {
                        if let Some(candidate) = self.context.outputs(js[a], &ps[b..b + many]) {
                            offer(self.candidate_score(&candidate) + best[(a + 1) * width + b + many], 4 + many);
                        }
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
                    steps.push(EditStep::Pair(a, b));
                    (a, b) = (a + 1, b + 1);
                }
                2 => {
                    steps.push(EditStep::Fold(a, b));
                    (a, b) = (a + 2, b + 1);
                }
                3 => {
                    steps.push(EditStep::Unfold(a, b));
                    (a, b) = (a + 1, b + 2);
                }
                4 => a += 1,
                5 => b += 1,
                0 => break,
                more => {
                    let many = more - 4;
                    steps.push(EditStep::SplitOutput(a, b, many));
                    (a, b) = (a + 1, b + many);
                }
            }
        }
        (best[0], steps)
    }

    pub(super) fn set(&mut self, j: NodeId, p: NodeId, match_kind: MatchKind) {
        let confidence = self.similarity(j, p);
        self.used.insert(p);
        let slot = &mut self.matches[j.0 as usize];
        if slot.is_none() {
            *slot = Some(NodeMatch { python: p, whole: p, match_kind, confidence });
        }
    }

    /// Records the Java node `j` and the port's node `p` as counterparts.
    ///
    /// The function also records the matching nodes below them. If both nodes are names that are not final yet, the
    /// function only adds a vote for this pair of names.
    pub(super) fn commit(&mut self, j: NodeId, p: NodeId) {
        if let Some((variable, name)) = self.name_pair(j, p) {
            if self.has_final_names {
                if self.is_called(variable, &name) {
                    self.set(j, p, MatchKind::Same);
                }
            } else {
                *self.votes.entry(variable).or_default().entry(name).or_insert(0.0) += 1.0;
            }
            return;
        }
        if let Some((score, candidate)) = self.best(j, p)
            && score > 0.0
        {
            self.accept(j, p, &candidate);
        }
    }

    pub(super) fn accept(&mut self, j: NodeId, p: NodeId, candidate: &MatchCandidate) {
        if candidate.wraps {
            self.commit(j, candidate.pairs[0].1);
            if let Some(found) = &mut self.matches[j.0 as usize] {
                found.whole = p;
            }
            return;
        }
        for (a, b, match_kind) in &candidate.also {
            self.set(*a, *b, *match_kind);
        }
        for (a, b) in &candidate.pairs {
            self.commit(*a, *b);
        }
        if !self.has_final_names {
            for (a, b) in &candidate.hints {
                self.commit(*a, *b);
            }
        }
        if candidate.match_kind == MatchKind::Transparent
            && let [(inner, target)] = candidate.pairs.as_slice()
            && *target == p
        {
            let found = self.matches[inner.0 as usize];
            self.matches[j.0 as usize] = found.map(|m| NodeMatch { match_kind: MatchKind::Transparent, ..m });
        } else {
            self.set(j, p, candidate.match_kind);
        }
        for (js, ps) in &candidate.lists {
            self.commit_lists(js, ps);
        }
    }
}

/// Returns the condition of a branch or loop, and the statements under it.
pub(super) fn governed(tree: &Tree, id: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
    match tree.kind(id) {
        Kind::If => {
            let below = tree.children(id).iter().skip(1);
            let list = |at: &NodeId| if *tree.kind(*at) == Kind::If { vec![*at] } else { items(tree, *at) };
            Some((tree.child(id, 0)?, below.flat_map(list).collect()))
        }
        Kind::While | Kind::For { .. } => {
            let parts = LoopParts::from_node(tree, id);
            Some((parts.condition?, items(tree, parts.body)))
        }
        _ => None,
    }
}

/// Returns the weight of each sub-tree: its number of nodes, without grouping nodes.
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

impl Matcher<'_> {
    /// Matches a name with the code for its value on the other side.
    pub(super) fn written_out(&self, j: NodeId, p: NodeId) -> Option<MatchCandidate> {
        let (java, port) = (self.context.java, self.context.python);
        let hinted = |own: f64, hints: Vec<(NodeId, NodeId)>| {
            let mut candidate = MatchCandidate::new(own, MatchKind::Transparent, Vec::new());
            candidate.hints = hints;
            Some(candidate)
        };
        match (java.kind(j), port.kind(p)) {
            (Kind::Name(_), Kind::Length) => {
                let variable = self.variables.get(j).filter(|own| !self.names.contains_key(own))?;
                hinted(1.0, vec![(*self.known.java.get(&variable)?, port.child(p, 0)?)])
            }
            (Kind::Length, Kind::Name(name)) => {
                let base = *self.known.port.get(name)?;
                hinted(1.0, vec![(java.child(j, 0)?, base)])
            }
            (Kind::Index, Kind::Name(name)) => {
                let (base, at) = (java.child(j, 0)?, java.child(j, 1)?);
                let variable = self.variables.get(at)?;
                let is_around = |e: &&LoopElement| e.name == *name && port.ancestors(p).any(|above| above == e.node);
                let element = self.known.elements.iter().rev().find(is_around)?;
                match element.index.map(|index| (index, port.kind(index))) {
                    // An element at another index is another element.
                    Some((_, Kind::Name(own))) if self.round > 0 && !self.is_called(variable, own) => None,
                    Some((index, _)) => hinted(1.0, vec![(base, element.base), (at, index)]),
                    None if self.round > 0
                        && !self.names.contains_key(&variable)
                        && self.counts_from_0(j, variable) =>
                    {
                        hinted(2.0, vec![(base, element.base)])
                    }
                    None => None,
                }
            }
            _ => None,
        }
    }

    /// Reports whether an enclosing `for` initialises this variable with 0.
    fn counts_from_0(&self, j: NodeId, variable: JavaVariable) -> bool {
        let java = self.context.java;
        java.ancestors(j).filter(|at| matches!(java.kind(*at), Kind::For { .. })).any(|at| {
            let init = LoopParts::from_node(java, at).inits.first().and_then(|init| assignment(java, *init));
            init.is_some_and(|(name, value)| {
                let is_0 = matches!(java.kind(value), Kind::Literal(Literal::Int(digits)) if digits == "0");
                is_0 && self.variables.get(name) == Some(variable)
            })
        })
    }
}
