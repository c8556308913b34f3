//! Computes graph similarity by Exas' feature vectors (Nguyen et al. 2009). The vectors count nodes by label and
//! degrees, and label paths of up to four nodes.
//!
//! Tran et al. 2019 do not define how a distance of vectors becomes a distance of graphs. This score is therefore
//! separate from the exact score, and RUBY uses it only if there is no exact score.

use crate::graphs::pdg::{EdgeKind, Graph};
use std::collections::HashMap;

/// Maximum number of nodes of a path.
const LONGEST: usize = 4;

/// Maximum number of paths of a graph.
const MOST_PATHS: usize = 5_000_000;

/// A feature of a graph, as numbers: a path or a node.
///
/// A path has the numbers of its labels and the kinds of the edges between them. A node has the number of its label,
/// its in-degree and its out-degree. Unused entries are [`NONE`].
type Feature = [u32; 2 * LONGEST];

/// The value of an unused entry.
const NONE: u32 = u32::MAX;

/// Returns the similarity: 1 - difference of the vectors / sum of the vectors.
///
/// The similarity of two empty graphs is 1. `None` if a graph has too many paths.
#[must_use]
pub fn similarity(left: &Graph, right: &Graph) -> Option<f64> {
    let (apart, both) = distance(left, right)?;
    Some(if both == 0 { 1.0 } else { 1.0 - apart as f64 / both as f64 })
}

/// Returns the difference and the sum of the feature counts of both graphs.
///
/// `None` if a graph has too many paths.
pub(crate) fn distance(left: &Graph, right: &Graph) -> Option<(u64, u64)> {
    let mut numbers = HashMap::new();
    let (left, right) = (features(left, &mut numbers)?, features(right, &mut numbers)?);
    let both = left.values().chain(right.values()).sum();
    let mut apart = 0;
    for (feature, count) in &left {
        apart += count.abs_diff(right.get(feature).copied().unwrap_or(0));
    }
    apart += right.iter().filter(|(feature, _)| !left.contains_key(*feature)).map(|(_, count)| count).sum::<u64>();
    Some((apart, both))
}

fn features<'g>(graph: &'g Graph, numbers: &mut HashMap<&'g str, u32>) -> Option<HashMap<Feature, u64>> {
    let mut labels = Vec::new();
    for label in &graph.labels {
        let next = numbers.len() as u32;
        labels.push(*numbers.entry(label).or_insert(next));
    }
    let mut next: Vec<Vec<(usize, EdgeKind)>> = vec![Vec::new(); labels.len()];
    let mut degrees = vec![(0_u32, 0_u32); labels.len()];
    for (from, to, kind) in &graph.edges {
        next[*from].push((*to, *kind));
        degrees[*to].0 += 1;
        degrees[*from].1 += 1;
    }
    let mut counts = HashMap::new();
    let mut paths = 0;
    // The paths that the loop still extends: the nodes, the number of nodes, and the feature of each path.
    let mut todo: Vec<([usize; LONGEST], usize, Feature)> = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        let (mut node, mut path) = ([NONE; 2 * LONGEST], [NONE; 2 * LONGEST]);
        // No path uses the last entry, so the feature of a node differs from the feature of each path.
        (node[0], node[1], node[2], node[2 * LONGEST - 1]) = (*label, degrees[at].0, degrees[at].1, 0);
        *counts.entry(node).or_default() += 1;
        path[0] = *label;
        todo.push(([at; LONGEST], 1, path));
        while let Some((nodes, length, path)) = todo.pop() {
            paths += 1;
            if paths > MOST_PATHS {
                return None;
            }
            *counts.entry(path).or_default() += 1;
            if length == LONGEST {
                continue;
            }
            for (to, kind) in &next[nodes[length - 1]] {
                if !nodes[..length].contains(to) {
                    let (mut nodes, mut path) = (nodes, path);
                    nodes[length] = *to;
                    (path[2 * length - 1], path[2 * length]) = (*kind as u32, labels[*to]);
                    todo.push((nodes, length + 1, path));
                }
            }
        }
    }
    Some(counts)
}
