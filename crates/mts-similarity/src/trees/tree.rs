//! Holds labelled trees of Python texts, and computes the exact edit distance of two trees.
//!
//! The distance is the minimum number of nodes to delete, insert and rename (Zhang and Shasha 1989). A library has its
//! own costs of these edits, and RUBY defines other costs. So this module implements the distance.

use mts_lang::syntax::{NodeId, Syntax};
use std::collections::HashMap;

/// A labelled tree in postorder: children before their parent, siblings in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The label of each node.
    pub labels: Vec<String>,
    /// The number of nodes in the sub-tree of each node, itself included.
    pub sizes: Vec<usize>,
}

/// The highest number of cells in the table of sub-tree distances. A cell has 4 bytes.
const MOST_CELLS: usize = 36_000_000;

/// The highest number of steps of the inner loop, which take a few seconds.
const MOST_STEPS: usize = 6_000_000_000;

impl Tree {
    /// Builds the tree that RUBY compares: the named nodes of the syntax tree without comments.
    ///
    /// The label of a node is its kind. The label of a leaf also contains its text, and a string is a leaf. The label
    /// of an operation also contains its operators.
    #[must_use]
    pub fn from_syntax(syntax: &Syntax) -> Self {
        let mut tree = Self { labels: Vec::new(), sizes: Vec::new() };
        // The open nodes, each with the number of nodes in the result at the time when the loop opened the node.
        let mut open: Vec<(NodeId, usize)> = Vec::new();
        let mut at = 0;
        loop {
            while let Some((id, before)) = open.last().copied() {
                if at < syntax.nodes.len() && syntax.below(id).contains(&at) {
                    break;
                }
                open.pop();
                tree.labels.push(label(syntax, id, tree.labels.len() == before));
                tree.sizes.push(tree.labels.len() - before);
            }
            let Some(node) = syntax.nodes.get(at) else { return tree };
            if node.is_named && !syntax.is_trivia(at) {
                open.push((at, tree.labels.len()));
            }
            at = if node.kind == "string" || syntax.is_trivia(at) { node.end } else { at + 1 };
        }
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.labels.len()
    }

    /// Writes the tree in bracket notation.
    #[must_use]
    pub fn brackets(&self) -> String {
        let mut done: Vec<String> = Vec::new();
        for (at, label) in self.labels.iter().enumerate() {
            let (mut left, mut inside) = (self.sizes[at] - 1, Vec::new());
            let mut child = at;
            while left > 0 {
                left -= self.sizes[child - 1];
                inside.push(done.pop().unwrap_or_default());
                child -= self.sizes[child - 1];
            }
            inside.reverse();
            done.push(format!("{{{label}{}}}", inside.concat()));
        }
        done.concat()
    }

    /// Returns the mirrored tree. Two mirrored trees have the same distance as the two trees.
    fn mirrored(&self) -> Self {
        // The postorder of the mirrored tree is the reversed preorder of this tree.
        let mut order = Vec::with_capacity(self.size());
        let mut todo: Vec<usize> = if self.size() == 0 { Vec::new() } else { vec![self.size() - 1] };
        while let Some(at) = todo.pop() {
            order.push(at);
            let (mut child, first) = (at, at + 1 - self.sizes[at]);
            let mut children = Vec::new();
            while child > first {
                children.push(child - 1);
                child -= self.sizes[child - 1];
            }
            // Push the last child first. The first child is then on top of the stack.
            todo.extend(children);
        }
        order.reverse();
        Self {
            labels: order.iter().map(|at| self.labels[*at].clone()).collect(),
            sizes: order.iter().map(|at| self.sizes[*at]).collect(),
        }
    }

    /// Returns the key roots of the algorithm of Zhang and Shasha.
    ///
    /// A key root is the highest of the nodes whose sub-trees have the same leftmost leaf.
    fn keyroots(&self) -> Vec<usize> {
        let mut highest: HashMap<usize, usize> = HashMap::new();
        for at in 0..self.size() {
            highest.insert(at + 1 - self.sizes[at], at);
        }
        let mut roots: Vec<usize> = highest.into_values().collect();
        roots.sort_unstable();
        roots
    }

    /// Returns the work of the algorithm: the number of nodes below all key roots.
    fn work(&self) -> usize {
        self.keyroots().iter().map(|root| self.sizes[*root]).sum()
    }
}

/// Returns the label of a node.
fn label(syntax: &Syntax, id: NodeId, is_leaf: bool) -> String {
    let kind = syntax.kind(id);
    if is_leaf {
        return if kind == "block" { kind.to_owned() } else { format!("{kind}:{}", syntax.text(id)) };
    }
    let operators = match kind {
        "binary_operator" | "unary_operator" | "boolean_operator" | "augmented_assignment" | "comparison_operator" => {
            let signs = syntax.node(id).children.iter().filter(|child| !syntax.node(**child).is_named);
            signs.map(|sign| syntax.text(*sign)).collect::<Vec<_>>().join(" ")
        }
        "not_operator" => "not".to_owned(),
        _ => return kind.to_owned(),
    };
    format!("{kind}:{operators}")
}

/// Returns the edit distance of two trees. `None` if the trees differ and are too large.
#[must_use]
pub fn distance(left: &Tree, right: &Tree) -> Option<usize> {
    if left == right {
        return Some(0);
    }
    if left.size() * right.size() > MOST_CELLS {
        return None;
    }
    // Mirrored trees have the same distance, but can need less work.
    let (across, back) = (left.work() * right.work(), (left.mirrored(), right.mirrored()));
    let backwards = back.0.work() * back.1.work();
    if across.min(backwards) > MOST_STEPS {
        return None;
    }
    let (left, right) = if backwards < across { (&back.0, &back.1) } else { (left, right) };
    Some(zhang_shasha(left, right))
}

fn zhang_shasha(left: &Tree, right: &Tree) -> usize {
    if left.size() == 0 || right.size() == 0 {
        return left.size().max(right.size());
    }
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut number = |label| -> u32 {
        let next = numbers.len() as u32;
        *numbers.entry(label).or_insert(next)
    };
    let left_labels: Vec<u32> = left.labels.iter().map(|label| number(label.as_str())).collect();
    let right_labels: Vec<u32> = right.labels.iter().map(|label| number(label.as_str())).collect();
    let width = right.size();
    // The distance between each sub-tree of `left` and each sub-tree of `right`.
    let mut trees = vec![0_u32; left.size() * width];
    let stride = width + 1;
    let mut forests = vec![0_u32; (left.size() + 1) * stride];
    let right_roots = right.keyroots();
    for i in left.keyroots() {
        let rows = left.sizes[i];
        let first_left = i + 1 - rows;
        for j in right_roots.iter().copied() {
            let columns = right.sizes[j];
            let first_right = j + 1 - columns;
            for (y, cell) in forests[..=columns].iter_mut().enumerate() {
                *cell = y as u32;
            }
            for x in 1..=rows {
                let node = first_left + x - 1;
                // The number of nodes that come before the sub-tree of this node.
                let before_left = x - left.sizes[node];
                let (above, here) = forests.split_at_mut(x * stride);
                let above_row = &above[(x - 1) * stride..][..=columns];
                let here = &mut here[..=columns];
                here[0] = x as u32;
                for y in 1..=columns {
                    let other = first_right + y - 1;
                    let before_right = y - right.sizes[other];
                    let one_less = above_row[y].min(here[y - 1]) + 1;
                    here[y] = if before_left == 0 && before_right == 0 {
                        let renamed = u32::from(left_labels[node] != right_labels[other]);
                        let least = one_less.min(above_row[y - 1] + renamed);
                        trees[node * width + other] = least;
                        least
                    } else {
                        let prefix_distance = match before_left {
                            0 => before_right as u32,
                            rows => above[rows * stride + before_right],
                        };
                        one_less.min(prefix_distance + trees[node * width + other])
                    };
                }
            }
        }
    }
    trees[trees.len() - 1] as usize
}

/// Returns the tree similarity: 1 - distance / number of nodes of both trees.
///
/// `None` if [`distance`] has no result.
#[must_use]
pub fn similarity(left: &Tree, right: &Tree) -> Option<f64> {
    let sizes = (left.size() + right.size()).max(1);
    Some(1.0 - distance(left, right)? as f64 / sizes as f64)
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
