//! Computes CodeBLEU's data-flow match for Python.
//!
//! The data flow of a text says, for each use of a name, which earlier places gave the name its value. The match is the
//! share of the reference's data flow that the candidate also has. The published package orders these places by a hash
//! that changes between runs. This module orders them as in the text.

use crate::trees::syntax_match::kept;
use mts_lang::syntax::{NodeId, Syntax};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How a name gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// The value comes from an earlier use of the name, or a parameter's default.
    ComesFrom,
    /// An assignment or a `for` sets the value.
    ComputedFrom,
}

/// An occurrence of a name, and the places that gave the name its value.
///
/// A position is the index of a leaf of the syntax tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The position of the occurrence.
    pub at: usize,
    /// How the name gets its value.
    pub relation: Relation,
    /// The positions of the places that gave the name its value.
    pub sources: BTreeSet<usize>,
}

/// The data flow of a text.
pub struct DataFlow {
    /// The text of each leaf.
    leaves: Vec<String>,
    /// The flows, in ascending order of their positions.
    pub flows: Vec<Flow>,
}

/// A flow in which numbers replace the names, in order of first occurrence.
type Normal = (usize, Relation, Vec<usize>);

/// For each known name, the positions that gave the name its value.
type State = BTreeMap<String, BTreeSet<usize>>;

/// The highest number of visited nodes. The walk visits each loop twice, so it visits the code in n nested loops 2^n
/// times.
const MOST_VISITS: usize = 1_000_000;

/// The highest depth of a syntax tree.
pub(crate) const DEEPEST: usize = 400;

impl DataFlow {
    /// Computes the data flow of a text.
    ///
    /// # Errors
    /// Returns the reason if the text is nested too deeply or has too many nested loops.
    pub fn from_syntax(tree: &Syntax) -> Result<Self, String> {
        if tree.depth() > DEEPEST {
            return Err(format!("nested deeper than {DEEPEST} levels"));
        }
        let kept = kept(tree);
        let mut positions = HashMap::new();
        let mut leaves = Vec::new();
        let mut at = 0;
        while at < tree.nodes.len() {
            if kept[at] && is_leaf(tree, at) {
                positions.insert(at, leaves.len());
                leaves.push(tree.text(at).to_owned());
            }
            at = if is_leaf(tree, at) { tree.node(at).end } else { at + 1 };
        }
        let mut collector = FlowCollector { tree, kept, positions, visits: 0 };
        let mut flows = collector.flows(0, &mut State::new());
        if collector.visits > MOST_VISITS {
            return Err("too complex: it has too many nested loops".to_owned());
        }
        flows.sort_by_key(|flow| flow.at);
        let mut used = BTreeSet::new();
        for flow in flows.iter().filter(|flow| !flow.sources.is_empty()) {
            used.insert(flow.at);
            used.extend(&flow.sources);
        }
        flows.retain(|flow| used.contains(&flow.at));
        let mut merged: Vec<Flow> = Vec::new();
        for flow in flows {
            match merged.last_mut().filter(|last| last.at == flow.at) {
                Some(last) => {
                    last.relation = flow.relation;
                    last.sources.extend(flow.sources);
                }
                None => merged.push(flow),
            }
        }
        Ok(Self { leaves, flows: merged })
    }

    /// Returns the name at a position.
    #[must_use]
    pub fn name(&self, position: usize) -> &str {
        &self.leaves[position]
    }

    /// Returns the flows with numbers in place of names, in order of first occurrence. In each flow, the function
    /// numbers the sources before the name. A source occurs once, and the sources have the order of the text.
    #[must_use]
    pub fn normalised(&self) -> Vec<Normal> {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut number = |position: usize| {
            let next = numbers.len();
            *numbers.entry(self.leaves[position].as_str()).or_insert(next)
        };
        let mut out = Vec::with_capacity(self.flows.len());
        for flow in &self.flows {
            let mut sources = Vec::new();
            for source in &flow.sources {
                let source = number(*source);
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
            out.push((number(flow.at), flow.relation, sources));
        }
        out
    }
}

/// Returns the share of the reference's flows that the candidate has.
///
/// `None` if the reference has no flows. Each flow of the candidate matches at most once.
#[must_use]
pub fn dataflow_match(reference: &DataFlow, candidate: &DataFlow) -> Option<f64> {
    let mut has: HashMap<Normal, usize> = HashMap::new();
    for flow in candidate.normalised() {
        *has.entry(flow).or_default() += 1;
    }
    let wanted = reference.normalised();
    let mut matched = 0;
    for flow in &wanted {
        if let Some(left) = has.get_mut(flow).filter(|left| **left > 0) {
            *left -= 1;
            matched += 1;
        }
    }
    (!wanted.is_empty()).then(|| f64::from(matched) / wanted.len() as f64)
}

fn is_leaf(tree: &Syntax, id: NodeId) -> bool {
    tree.node(id).children.is_empty() || tree.kind(id) == "string"
}

struct FlowCollector<'t> {
    tree: &'t Syntax,
    kept: Vec<bool>,
    positions: HashMap<NodeId, usize>,
    visits: usize,
}

impl FlowCollector<'_> {
    fn flows(&mut self, id: NodeId, state: &mut State) -> Vec<Flow> {
        self.visits += 1;
        if self.visits > MOST_VISITS {
            return Vec::new();
        }
        let mut flows = match self.tree.kind(id) {
            _ if is_leaf(self.tree, id) => return self.leaf(id, state),
            "default_parameter" => self.default_parameter(id, state),
            "assignment" | "augmented_assignment" => match self.sides(id) {
                Some(sides) => self.assign(&sides, state),
                None => return Vec::new(),
            },
            "for_in_clause" => {
                let ends = (self.tree.field(id, "left"), self.tree.node(id).children.last());
                match ends {
                    (Some(left), Some(right)) => self.assign(&[(left, *right)], state),
                    _ => return Vec::new(),
                }
            }
            "if_statement" => self.branches(id, state),
            "for_statement" => {
                let sides = self.sides(id).unwrap_or_default();
                // The published package does the same: with an `else`, the body is not the last child, and the walk
                // skips the body.
                let body = self.children(id).last().copied().filter(|last| self.tree.kind(*last) == "block");
                self.twice(state, |collector, state| {
                    let mut flows = collector.assign(&sides, state);
                    flows.extend(body.map(|body| collector.flows(body, state)).unwrap_or_default());
                    flows
                })
            }
            "while_statement" => {
                let children = self.children(id);
                self.twice(state, |collector, state| collector.sequence(&children, state))
            }
            _ => {
                let (first, rest): (Vec<_>, Vec<_>) =
                    self.children(id).into_iter().partition(|child| self.tree.kind(*child) == "for_in_clause");
                let mut flows = self.sequence(&first, state);
                flows.extend(self.sequence(&rest, state));
                flows
            }
        };
        flows.sort_by_key(|flow| flow.at);
        flows
    }

    fn children(&self, id: NodeId) -> Vec<NodeId> {
        self.tree.node(id).children.iter().copied().filter(|child| self.kept[*child]).collect()
    }

    fn sequence(&mut self, ids: &[NodeId], state: &mut State) -> Vec<Flow> {
        let mut flows = Vec::new();
        for id in ids {
            flows.extend(self.flows(*id, state));
        }
        flows
    }

    fn leaf(&self, id: NodeId, state: &mut State) -> Vec<Flow> {
        let (Some(at), text) = (self.positions.get(&id).copied(), self.tree.text(id)) else { return Vec::new() };
        if self.tree.kind(id) == text {
            return Vec::new();
        }
        let known = state.get(text).cloned();
        if known.is_none() && self.tree.kind(id) == "identifier" {
            state.insert(text.to_owned(), BTreeSet::from([at]));
        }
        vec![Flow { at, relation: Relation::ComesFrom, sources: known.unwrap_or_default() }]
    }

    /// Returns the positions of the leaves below a node that are neither keywords nor punctuation.
    fn variables(&self, id: NodeId) -> Vec<usize> {
        let is_variable = |at: &NodeId| self.tree.kind(*at) != self.tree.text(*at);
        self.tree.below(id).filter(is_variable).filter_map(|at| self.positions.get(&at).copied()).collect()
    }

    fn default_parameter(&mut self, id: NodeId, state: &mut State) -> Vec<Flow> {
        let (Some(name), Some(value)) = (self.tree.field(id, "name"), self.tree.field(id, "value")) else {
            return Vec::new();
        };
        let mut flows = self.flows(value, state);
        let values = self.variables(value);
        for at in self.variables(name) {
            for source in &values {
                flows.push(Flow { at, relation: Relation::ComesFrom, sources: BTreeSet::from([*source]) });
            }
            self.define(at, id, state);
        }
        flows
    }

    /// Returns pairs of the left and right sides of an assignment. If both sides have the same number of items, each
    /// left item is a pair with its right item.
    fn sides(&self, id: NodeId) -> Option<Vec<(NodeId, NodeId)>> {
        let (left, right) = (self.tree.field(id, "left")?, self.tree.field(id, "right")?);
        let items = |id| -> Vec<NodeId> {
            self.children(id).into_iter().filter(|child| self.tree.kind(*child) != ",").collect()
        };
        let (lefts, rights) = (items(left), items(right));
        let same_length = !lefts.is_empty() && lefts.len() == rights.len();
        Some(if same_length { lefts.into_iter().zip(rights).collect() } else { vec![(left, right)] })
    }

    fn assign(&mut self, sides: &[(NodeId, NodeId)], state: &mut State) -> Vec<Flow> {
        let rights: Vec<NodeId> = sides.iter().map(|(_, right)| *right).collect();
        let mut flows = self.sequence(&rights, state);
        for (left, right) in sides {
            let sources: BTreeSet<usize> = self.variables(*right).into_iter().collect();
            for at in self.variables(*left) {
                flows.push(Flow { at, relation: Relation::ComputedFrom, sources: sources.clone() });
                self.define(at, *left, state);
            }
        }
        flows
    }

    /// Records position `at` as the source of its name, if the leaf is inside `within`.
    fn define(&self, at: usize, within: NodeId, state: &mut State) {
        let leaf = self.tree.below(within).find(|id| self.positions.get(id) == Some(&at));
        if let Some(leaf) = leaf {
            state.insert(self.tree.text(leaf).to_owned(), BTreeSet::from([at]));
        }
    }

    fn branches(&mut self, id: NodeId, state: &mut State) -> Vec<Flow> {
        let before = state.clone();
        let mut flows = Vec::new();
        let mut ends = Vec::new();
        let mut has_else = false;
        for child in self.children(id) {
            let kind = self.tree.kind(child);
            if matches!(kind, "elif_clause" | "else_clause") {
                has_else |= kind == "else_clause";
                let mut own = before.clone();
                flows.extend(self.flows(child, &mut own));
                ends.push(own);
            } else {
                flows.extend(self.flows(child, state));
            }
        }
        if !has_else {
            ends.push(before);
        }
        for end in ends {
            for (name, positions) in end {
                state.entry(name).or_default().extend(positions);
            }
        }
        flows
    }

    /// Visits a loop twice, so that values from its end reach its start.
    ///
    /// The function merges flows with the same position and the same relation into one flow.
    fn twice(&mut self, state: &mut State, mut pass: impl FnMut(&mut Self, &mut State) -> Vec<Flow>) -> Vec<Flow> {
        let mut merged: BTreeMap<(usize, Relation), BTreeSet<usize>> = BTreeMap::new();
        let mut order = Vec::new();
        for _ in 0..2 {
            for flow in pass(self, state) {
                let key = (flow.at, flow.relation);
                if !merged.contains_key(&key) {
                    order.push(key);
                }
                merged.entry(key).or_default().extend(flow.sources);
            }
        }
        let flow = |(at, relation)| Flow { at, relation, sources: merged.remove(&(at, relation)).unwrap_or_default() };
        order.into_iter().map(flow).collect()
    }
}
