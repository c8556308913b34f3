//! Computes the exact edit distance of two dependence graphs.
//!
//! The distance is the minimum number of nodes and edges to delete, insert or relabel. An edge stays only if both of
//! its ends have a match in the other graph. The search is branch and bound over assignments of nodes. The crate
//! `petgraph` tests isomorphism, and has no edit distance.

use crate::graphs::pdg::{EdgeKind, Graph};
use std::collections::{BTreeMap, HashMap};

/// The highest product of the two numbers of nodes for an exact comparison.
pub const MOST_PAIRS: usize = 225;

/// The highest number of assignments that the search tries, about a second of work. The limit is a count and not a
/// time, so that the result is the same on every machine.
const MOST_TRIED: usize = 1_500_000;

/// Returns the edit distance; the distance of equal graphs is always 0.
///
/// `None` if different graphs are too large, or if the search exceeds its limit.
#[must_use]
pub fn distance(left: &Graph, right: &Graph) -> Option<usize> {
    if left == right {
        return Some(0);
    }
    let fits = |graph: &Graph| graph.labels.len() < 64;
    if left.labels.len() * right.labels.len() > MOST_PAIRS || !fits(left) || !fits(right) {
        return None;
    }
    // The search assigns the nodes of the smaller graph; the distance is symmetric.
    let (left, right) = if left.labels.len() <= right.labels.len() { (left, right) } else { (right, left) };
    let mut numbers = HashMap::new();
    let (left, right) = (Side::new(left, &mut numbers), Side::new(right, &mut numbers));
    let order = order(&left, &right);
    let mut search = MappingSearch { left, right, order, image: Vec::new(), best: usize::MAX, tried: 0 };
    let (all_left, all_right) = (search.left.all(), search.right.all());
    search.descend(0, 0, all_left, all_right);
    (search.tried <= MOST_TRIED).then_some(search.best)
}

/// Returns the graph similarity: 1 - distance / size of both graphs.
///
/// The size is the number of nodes and edges. `None` if [`distance`] has no result.
#[must_use]
pub fn similarity(left: &Graph, right: &Graph) -> Option<f64> {
    let sizes = (left.size() + right.size()).max(1);
    Some(1.0 - distance(left, right)? as f64 / sizes as f64)
}

/// A graph whose sets of nodes are the bits of an integer.
struct Side {
    labels: Vec<usize>,
    /// For each kind of edge: the successors of each node, without the node itself.
    next: [Vec<u64>; 3],
    /// For each kind of edge: the predecessors of each node, without the node itself.
    previous: [Vec<u64>; 3],
    /// The kinds of the edges from each node to itself.
    own: Vec<u8>,
}

impl Side {
    fn new<'g>(graph: &'g Graph, numbers: &mut HashMap<&'g str, usize>) -> Self {
        let nodes = graph.labels.len();
        let mut side = Self {
            labels: Vec::with_capacity(nodes),
            next: std::array::from_fn(|_| vec![0; nodes]),
            previous: std::array::from_fn(|_| vec![0; nodes]),
            own: vec![0; nodes],
        };
        for label in &graph.labels {
            let next = numbers.len();
            side.labels.push(*numbers.entry(label).or_insert(next));
        }
        for (from, to, kind) in &graph.edges {
            let kind = EdgeKind::ALL.iter().position(|one| one == kind).unwrap_or(0);
            if from == to {
                side.own[*from] |= 1 << kind;
            } else {
                side.next[kind][*from] |= 1 << to;
                side.previous[kind][*to] |= 1 << from;
            }
        }
        side
    }

    /// Returns the set of all nodes.
    fn all(&self) -> u64 {
        (1 << self.labels.len()) - 1
    }

    /// Returns the kinds of edges from one node to another.
    fn between(&self, from: usize, to: usize) -> u8 {
        (0..3).map(|kind| ((self.next[kind][from] >> to & 1) as u8) << kind).sum()
    }

    /// Returns the number of edges of each kind between a node and other nodes.
    ///
    /// `set` has the other nodes. `edges` is `next` for the edges from the node, or `previous` for the edges to the
    /// node.
    fn into(&self, edges: &[Vec<u64>; 3], at: usize, set: u64) -> [u32; 3] {
        std::array::from_fn(|kind| (edges[kind][at] & set).count_ones())
    }

    /// Returns the number of edges of each kind inside a set of nodes.
    fn inside(&self, set: u64) -> [u32; 3] {
        let mut sum = [0; 3];
        for at in bits(set) {
            for (total, count) in sum.iter_mut().zip(self.into(&self.next, at, set)) {
                *total += count;
            }
        }
        sum
    }
}

/// Returns the minimum number of edits between two multisets of edges.
///
/// `left` and `right` have the number of edges of each kind.
fn edge_count_distance(left: [u32; 3], right: [u32; 3]) -> usize {
    let common: u32 = left.iter().zip(right).map(|(a, b)| (*a).min(b)).sum();
    (left.iter().sum::<u32>().max(right.iter().sum()) - common) as usize
}

/// Returns the minimum number of edits between the edges of two pairs of nodes.
///
/// `left` and `right` have one bit for each kind of edge.
fn edge_distance(left: u8, right: u8) -> usize {
    (left.count_ones().max(right.count_ones()) - (left & right).count_ones()) as usize
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// Returns the order in which the search assigns the nodes of the left graph.
///
/// The next node is the node with the most edges to earlier nodes. If several nodes have this number, the next node is
/// the node whose label is rarest in the right graph. A label that the right graph lacks counts as frequent. If several
/// nodes have such a label, the node with the most edges to later nodes is next.
fn order(left: &Side, right: &Side) -> Vec<usize> {
    let (mut order, mut rest) = (Vec::new(), left.all());
    while rest != 0 {
        let done = left.all() & !rest;
        let weight = |at: &usize| {
            let near = |set| -> u32 {
                let (next, previous) = (left.into(&left.next, *at, set), left.into(&left.previous, *at, set));
                next.iter().sum::<u32>() + previous.iter().sum::<u32>()
            };
            let alike = right.labels.iter().filter(|label| **label == left.labels[*at]).count();
            (near(done), std::cmp::Reverse(if alike == 0 { usize::MAX } else { alike }), near(rest))
        };
        let Some(best) = bits(rest).max_by_key(weight) else { break };
        order.push(best);
        rest &= !(1 << best);
    }
    order
}

struct MappingSearch {
    left: Side,
    right: Side,
    order: Vec<usize>,
    /// The matching node of each assigned node; `None` if the edit deletes the assigned node.
    image: Vec<Option<usize>>,
    best: usize,
    tried: usize,
}

impl MappingSearch {
    fn descend(&mut self, depth: usize, cost: usize, rest_left: u64, rest_right: u64) {
        let Some(node) = self.order.get(depth).copied() else {
            // The edit inserts each unmatched node of the other graph, with all its edges.
            self.best = self.best.min(cost + self.bound(0, rest_right));
            return;
        };
        let rest_left = rest_left & !(1 << node);
        let mut choices: Vec<(usize, bool, usize, Option<usize>)> = Vec::new();
        for image in bits(rest_right).map(Some).chain([None]) {
            self.tried += 1;
            let rest_right = image.map_or(rest_right, |other| rest_right & !(1 << other));
            let cost = cost + self.cost(node, image);
            self.image.push(image);
            let bound = cost + self.bound(rest_left, rest_right);
            self.image.pop();
            let alike = image.is_some_and(|other| self.left.labels[node] == self.right.labels[other]);
            choices.push((bound, !alike, cost, image));
        }
        choices.sort_by_key(|(bound, unlike, ..)| (*bound, *unlike));
        for (bound, _, cost, image) in choices {
            if bound >= self.best || self.tried > MOST_TRIED {
                break;
            }
            self.image.push(image);
            let rest_right = image.map_or(rest_right, |other| rest_right & !(1 << other));
            self.descend(depth + 1, cost, rest_left, rest_right);
            self.image.pop();
        }
    }

    /// Returns the cost of a match.
    ///
    /// The cost covers the label of the node, its edges to itself, and its edges to the nodes that the search has
    /// assigned before.
    fn cost(&self, node: usize, image: Option<usize>) -> usize {
        let (left, right) = (&self.left, &self.right);
        let mut cost = match image {
            Some(other) => usize::from(left.labels[node] != right.labels[other]),
            None => 1,
        };
        cost += edge_distance(left.own[node], image.map_or(0, |other| right.own[other]));
        for (before, matched) in self.order.iter().zip(&self.image) {
            let (to, from) = match (image, matched) {
                (Some(other), Some(matched)) => (right.between(other, *matched), right.between(*matched, other)),
                _ => (0, 0),
            };
            cost += edge_distance(left.between(node, *before), to) + edge_distance(left.between(*before, node), from);
        }
        cost
    }

    /// Returns a lower bound for the cost of all assignments that remain.
    ///
    /// The bound compares only counts: the labels of the remaining nodes, the edges among these nodes, and the edges
    /// between these nodes and the assigned nodes.
    fn bound(&self, rest_left: u64, rest_right: u64) -> usize {
        let (left, right) = (&self.left, &self.right);
        let mut labels: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
        let mut own = ([0; 3], [0; 3]);
        for at in bits(rest_left) {
            labels.entry(left.labels[at]).or_default().0 += 1;
            (0..3).for_each(|kind| own.0[kind] += u32::from(left.own[at] >> kind & 1));
        }
        for at in bits(rest_right) {
            labels.entry(right.labels[at]).or_default().1 += 1;
            (0..3).for_each(|kind| own.1[kind] += u32::from(right.own[at] >> kind & 1));
        }
        let common: u32 = labels.values().map(|(a, b)| a.min(b)).sum();
        let mut bound = (rest_left.count_ones().max(rest_right.count_ones()) - common) as usize;
        bound +=
            edge_count_distance(own.0, own.1) + edge_count_distance(left.inside(rest_left), right.inside(rest_right));
        for (at, image) in self.order.iter().zip(&self.image) {
            let distance = |edges: &[Vec<u64>; 3], other: &[Vec<u64>; 3]| {
                let there = image.map_or([0; 3], |image| right.into(other, image, rest_right));
                edge_count_distance(left.into(edges, *at, rest_left), there)
            };
            bound += distance(&left.next, &right.next) + distance(&left.previous, &right.previous);
        }
        bound
    }
}

#[cfg(test)]
#[path = "graph_edit_tests.rs"]
mod tests;
