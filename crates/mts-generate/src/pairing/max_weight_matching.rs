//! Computes a maximum-weight bipartite matching.
//!
//! The matching uses each node at most once, and its total weight is the highest possible. The
//! callers define the weights. The crate `pathfinding` needs a dense matrix and places every row, and
//! the matching of `petgraph` ignores weights.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::{Add, Neg, Sub};

/// The weight of an edge: the first component decides, the others break ties.
///
/// Sums of weights compare component by component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EdgeWeight([i64; PLACES]);

const PLACES: usize = 5;

impl EdgeWeight {
    /// Creates a weight from the first components. The other components are zero.
    pub(super) fn new<const N: usize>(places: [i64; N]) -> Self {
        Self(std::array::from_fn(|at| places.get(at).copied().unwrap_or_default()))
    }

    /// Returns the first component.
    pub(super) fn first(self) -> i64 {
        self.0[0]
    }
}

/// Converts a share or log odds to thousandths, for a component of a weight.
pub(super) fn thousandths(x: f64) -> i64 {
    (x * 1000.0).round() as i64
}

impl Add for EdgeWeight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}

impl Neg for EdgeWeight {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.map(i64::neg))
    }
}

impl Sub for EdgeWeight {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

/// An edge between a left and a right node.
///
/// The matching never contains an edge without positive weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) weight: EdgeWeight,
}

/// Returns the indexes of the edges of a maximum-weight matching, in order.
///
/// The same list of edges always gives the same result.
///
/// The method is Kuhn's method with potentials. The function places the left nodes one after the other by
/// Dijkstra's shortest paths (Edmonds and Karp 1972, "Theoretical Improvements in Algorithmic Efficiency for
/// Network Flow Problems"), and uses only existing edges. A path stays in its connected component. An
/// unmatched left node costs nothing.
pub(super) fn assign(edges: &[Edge]) -> Vec<usize> {
    let mut solver = Solver::new(edges);
    for left in 0..solver.of_left.len() {
        solver.place(left);
    }
    let mut chosen: Vec<usize> = solver.taken.iter().flatten().copied().collect();
    chosen.sort_unstable();
    chosen
}

/// Returns the same edges as [`assign`], each with its margin.
///
/// The margin is the loss of total weight in the best matching without the edge.
pub(super) fn assign_with_margins(edges: &[Edge]) -> Vec<(usize, EdgeWeight)> {
    let chosen = assign(edges);
    let component_of = components(edges);
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, component) in component_of.iter().enumerate() {
        members.entry(*component).or_default().push(at);
    }
    let margin = |without: &usize| {
        let component = &members[&component_of[*without]];
        let rest: Vec<Edge> = component.iter().filter(|at| *at != without).map(|at| edges[*at]).collect();
        let own: Vec<usize> = chosen.iter().copied().filter(|at| component_of[*at] == component_of[*without]).collect();
        sum_weights(edges, &own) - sum_weights(&rest, &assign(&rest))
    };
    chosen.iter().map(|at| (*at, margin(at))).collect()
}

/// Returns the number of the connected component of each edge.
fn components(edges: &[Edge]) -> Vec<usize> {
    let mut at: BTreeMap<(bool, usize), Vec<usize>> = BTreeMap::new();
    for (edge, Edge { left, right, .. }) in edges.iter().enumerate() {
        at.entry((false, *left)).or_default().push(edge);
        at.entry((true, *right)).or_default().push(edge);
    }
    let mut component_of: Vec<Option<usize>> = vec![None; edges.len()];
    for start in 0..edges.len() {
        let mut open = vec![start];
        while let Some(edge) = open.pop().filter(|_| component_of[start].is_none_or(|known| known == start)) {
            if component_of[edge].replace(start).is_none() {
                // Visit the edges of each node only once.
                for end in [(false, edges[edge].left), (true, edges[edge].right)] {
                    open.extend(at.remove(&end).unwrap_or_default());
                }
            }
        }
    }
    component_of.into_iter().flatten().collect()
}

/// Returns the total weight of a set of edges.
fn sum_weights(edges: &[Edge], chosen: &[usize]) -> EdgeWeight {
    chosen.iter().fold(EdgeWeight::default(), |sum, at| sum + edges[*at].weight)
}

struct Solver<'e> {
    edges: &'e [Edge],
    /// The left node of each edge.
    ///
    /// The nodes of a side have new numbers, from 0, in the order of the caller's numbers.
    lefts: Vec<usize>,
    rights: Vec<usize>,
    /// The edges of each left node.
    of_left: Vec<Vec<usize>>,
    /// The matched edge of each left node and of each right node.
    taken: Vec<Option<usize>>,
    taken_right: Vec<Option<usize>>,
    /// The potentials of the nodes; the cost of an edge is its negated weight.
    ///
    /// An edge never costs less than the sum of its nodes' potentials. A matched edge costs exactly
    /// this sum.
    price_left: Vec<EdgeWeight>,
    price_right: Vec<EdgeWeight>,
}

/// The shortest paths from one left node.
#[derive(Default)]
struct Paths {
    /// The distances of reached left nodes.
    lefts: BTreeMap<usize, EdgeWeight>,
    /// The distances of right nodes, and the last edge of the path.
    rights: BTreeMap<usize, (EdgeWeight, usize)>,
    open: BinaryHeap<Reverse<(EdgeWeight, usize)>>,
}

/// The end of a path.
enum PathEnd {
    /// A right node without a match.
    Free(usize),
    /// A left node that has no match afterwards.
    Unmatched(usize),
}

impl<'e> Solver<'e> {
    fn new(edges: &'e [Edge]) -> Self {
        let number = |end: fn(&Edge) -> usize| {
            let known: BTreeSet<usize> = edges.iter().map(end).collect();
            let numbers: BTreeMap<usize, usize> = known.into_iter().zip(0..).collect();
            let end_of: Vec<usize> = edges.iter().map(|edge| numbers[&end(edge)]).collect();
            (numbers.len(), end_of)
        };
        let ((left_count, lefts), (right_count, rights)) = (number(|edge| edge.left), number(|edge| edge.right));
        let mut of_left = vec![Vec::new(); left_count];
        for (at, left) in lefts.iter().enumerate().filter(|(at, _)| edges[*at].weight > EdgeWeight::default()) {
            of_left[*left].push(at);
        }
        Self {
            edges,
            lefts,
            rights,
            of_left,
            taken: vec![None; left_count],
            taken_right: vec![None; right_count],
            price_left: vec![EdgeWeight::default(); left_count],
            price_right: vec![EdgeWeight::default(); right_count],
        }
    }

    /// Returns the reduced cost of an edge, which is never negative.
    fn reduced(&self, edge: usize) -> EdgeWeight {
        -self.edges[edge].weight - self.price_left[self.lefts[edge]] - self.price_right[self.rights[edge]]
    }

    /// Matches a left node if the total weight is then higher.
    ///
    /// For this match the function may move or remove the matches of other left nodes.
    fn place(&mut self, start: usize) {
        let costs = self.of_left[start].iter().map(|at| -self.edges[*at].weight - self.price_right[self.rights[*at]]);
        self.price_left[start] = costs.chain([EdgeWeight::default()]).min().unwrap_or_default();
        let mut paths = Paths::default();
        let mut best = self.reach(start, EdgeWeight::default(), &mut paths);
        while let Some(Reverse((length, right))) = paths.open.pop() {
            if length >= best.0 {
                break;
            }
            // The search has already found a shorter path to this node.
            if paths.rights[&right].0 < length {
                continue;
            }
            let Some(edge) = self.taken_right[right] else {
                best = (length, PathEnd::Free(right));
                break;
            };
            let unmatched = self.reach(self.lefts[edge], length, &mut paths);
            if unmatched.0.cmp(&best.0) == Ordering::Less {
                best = unmatched;
            }
        }
        self.reprice(&paths, best.0);
        self.take(best.1, start, &paths);
    }

    /// Extends the paths from a left node, which has the distance `length` from the start.
    ///
    /// Returns the cost of a path after which this left node has no match.
    fn reach(&self, left: usize, length: EdgeWeight, paths: &mut Paths) -> (EdgeWeight, PathEnd) {
        paths.lefts.insert(left, length);
        for edge in &self.of_left[left] {
            let (right, so_far) = (self.rights[*edge], length + self.reduced(*edge));
            if paths.rights.get(&right).is_none_or(|known| so_far < known.0) {
                paths.rights.insert(right, (so_far, *edge));
                paths.open.push(Reverse((so_far, right)));
            }
        }
        (length - self.price_left[left], PathEnd::Unmatched(left))
    }

    fn reprice(&mut self, paths: &Paths, length: EdgeWeight) {
        for (left, own) in paths.lefts.iter().filter(|(_, own)| **own < length) {
            self.price_left[*left] = self.price_left[*left] + length - *own;
        }
        for (right, (own, _)) in paths.rights.iter().filter(|(_, (own, _))| *own < length) {
            self.price_right[*right] = self.price_right[*right] - (length - *own);
        }
    }

    /// Matches each left node on a path with the next right node.
    ///
    /// The function follows the path back to its start.
    fn take(&mut self, end: PathEnd, start: usize, paths: &Paths) {
        let mut right = match end {
            PathEnd::Free(right) => right,
            PathEnd::Unmatched(left) if left == start => return,
            PathEnd::Unmatched(left) => {
                let Some(edge) = self.taken[left].take() else { return };
                self.rights[edge]
            }
        };
        loop {
            let edge = paths.rights[&right].1;
            let left = self.lefts[edge];
            self.taken_right[right] = Some(edge);
            let before = self.taken[left].replace(edge);
            if left == start {
                return;
            }
            let Some(before) = before else { return };
            right = self.rights[before];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn weight(first: i64) -> EdgeWeight {
        EdgeWeight::new([first])
    }

    fn edges(all: &[(usize, usize, i64)]) -> Vec<Edge> {
        all.iter().map(|(left, right, first)| Edge { left: *left, right: *right, weight: weight(*first) }).collect()
    }

    /// Returns the best total weight of all choices of edges.
    fn brute_force(edges: &[Edge], lefts: &mut BTreeSet<usize>, rights: &mut BTreeSet<usize>) -> EdgeWeight {
        let Some((first, rest)) = edges.split_first() else { return EdgeWeight::default() };
        let without = brute_force(rest, lefts, rights);
        if lefts.contains(&first.left) || rights.contains(&first.right) {
            return without;
        }
        lefts.insert(first.left);
        rights.insert(first.right);
        let with = first.weight + brute_force(rest, lefts, rights);
        lefts.remove(&first.left);
        rights.remove(&first.right);
        with.max(without)
    }

    #[test]
    fn two_good_matches_win_over_the_single_best_match() {
        let all = edges(&[(0, 0, 10), (0, 1, 9), (1, 0, 8)]);
        assert_eq!(assign(&all), [1, 2]);
        assert_eq!(sum_weights(&all, &[1, 2]), weight(17));
    }

    #[test]
    fn a_node_stays_unmatched_if_its_match_would_lower_the_total_weight() {
        assert_eq!(assign(&edges(&[(0, 0, 10), (0, 1, 2), (1, 0, 7)])), [0]);
        assert_eq!(assign(&edges(&[(1, 0, 7), (0, 0, 10)])), [1]);
        assert_eq!(assign(&edges(&[(0, 0, 0), (1, 1, -3)])), [0_usize; 0]);
        assert_eq!(assign(&[]), [0_usize; 0]);
    }

    #[test]
    fn later_weights_decide_only_between_equal_first_weights() {
        let with = |second: i64| Edge { left: 0, right: 1, weight: EdgeWeight::new([5, second]) };
        let other = Edge { left: 0, right: 0, weight: EdgeWeight::new([5, 3, 9, 9]) };
        assert_eq!(assign(&[other, with(4)]), [1]);
        assert_eq!(assign(&[other, with(2)]), [0]);
        let more = Edge { left: 0, right: 2, weight: EdgeWeight::new([6]) };
        assert_eq!(assign(&[other, with(4), more]), [2]);
    }

    #[test]
    fn a_margin_is_the_difference_to_the_next_best_matching() {
        let margins =
            |all: &[Edge]| assign_with_margins(all).into_iter().map(|(at, by)| (at, by.first())).collect::<Vec<_>>();
        assert_eq!(margins(&edges(&[(0, 0, 10), (0, 1, 9), (1, 0, 8)])), [(1, 7), (2, 7)]);
        // Another left node needs the other node of the competing edge.
        assert_eq!(margins(&edges(&[(0, 0, 10), (0, 1, 9), (1, 1, 8), (7, 7, 1)])), [(0, 9), (2, 8), (3, 1)]);
    }

    proptest! {
        #[test]
        fn no_other_matching_has_a_larger_weight(
            cells in prop::collection::vec((0usize..5, 0usize..5, -3i64..12, 0i64..3), 0..13)
        ) {
            let all: Vec<Edge> = cells
                .iter()
                .map(|(left, right, first, second)| {
                    Edge { left: *left, right: *right, weight: EdgeWeight::new([*first, *second]) }
                })
                .collect();
            let chosen = assign(&all);
            let ends = |end: fn(&Edge) -> usize| chosen.iter().map(|at| end(&all[*at])).collect::<BTreeSet<_>>();
            prop_assert_eq!(ends(|edge| edge.left).len(), chosen.len());
            prop_assert_eq!(ends(|edge| edge.right).len(), chosen.len());
            prop_assert_eq!(sum_weights(&all, &chosen), brute_force(&all, &mut BTreeSet::new(), &mut BTreeSet::new()));
        }

        #[test]
        fn a_margin_equals_the_loss_of_total_weight_without_the_edge(
            cells in prop::collection::vec((0usize..4, 0usize..4, -3i64..12), 0..10)
        ) {
            let all = edges(&cells);
            let best = |edges: &[Edge]| brute_force(edges, &mut BTreeSet::new(), &mut BTreeSet::new());
            for (at, margin) in assign_with_margins(&all) {
                let rest: Vec<Edge> = [&all[..at], &all[at + 1..]].concat();
                prop_assert_eq!(margin, best(&all) - best(&rest));
            }
        }

        #[test]
        fn other_components_do_not_change_the_matching_of_a_component(
            here in prop::collection::vec((0usize..5, 0usize..5, 1i64..12), 0..13),
            there in prop::collection::vec((5usize..9, 5usize..9, 1i64..12), 0..13),
        ) {
            let (here, there) = (edges(&here), edges(&there));
            let both: Vec<Edge> = here.iter().chain(&there).copied().collect();
            let beside: Vec<usize> = assign(&there).into_iter().map(|at| at + here.len()).collect();
            prop_assert_eq!(assign(&both), [assign(&here), beside].concat());
        }
    }
}
