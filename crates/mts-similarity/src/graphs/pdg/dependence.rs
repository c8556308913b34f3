//! Computes dependences from the control flow: control dependence by post-dominance, data
//! dependence by reaching definitions.

use super::flow::Flow;
use super::graph::{EdgeKind, Graph};
use std::collections::BTreeSet;

/// Returns the dependence graph of a function.
///
/// # Errors
/// Returns an error with the variable's name if the function uses a variable before any definition.
pub(super) fn graph(flow: &Flow) -> Result<Graph, String> {
    let labels = flow.nodes.iter().map(|node| node.label.clone()).collect();
    let mut edges = control(flow);
    edges.extend(data(flow)?);
    Ok(Graph { labels, edges })
}

/// Sets of numbers as bits, one set for each row.
struct Sets {
    words: usize,
    rows: Vec<Vec<u64>>,
}

impl Sets {
    fn new(rows: usize, members: usize, is_full: bool) -> Self {
        let words = members.div_ceil(64);
        Self { words, rows: vec![vec![if is_full { u64::MAX } else { 0 }; words]; rows] }
    }

    fn has(&self, row: usize, member: usize) -> bool {
        self.rows[row][member / 64] >> (member % 64) & 1 == 1
    }
}

fn insert(row: &mut [u64], member: usize) {
    row[member / 64] |= 1 << (member % 64);
}

/// Returns the control dependences (Ferrante et al. 1987).
///
/// Node m depends on the branch from node a to node b if m post-dominates b, and m does not strictly post-dominate a.
fn control(flow: &Flow) -> BTreeSet<(usize, usize, EdgeKind)> {
    let exit = flow.nodes.len();
    // For each node: all nodes that every path from the node to the exit contains, including the node itself. Every
    // node has a path to the exit. The test of a loop can end the loop, and the code after a loop, a `break`, a
    // `return` or a `raise` leads to the exit.
    let mut after = Sets::new(exit + 1, exit + 1, true);
    after.rows[exit] = vec![0; after.words];
    insert(&mut after.rows[exit], exit);
    let mut changed = true;
    while changed {
        changed = false;
        for (at, node) in flow.nodes.iter().enumerate().rev() {
            let mut row = vec![u64::MAX; after.words];
            for (next, _) in &node.next {
                row.iter_mut().zip(&after.rows[*next]).for_each(|(word, other)| *word &= other);
            }
            insert(&mut row, at);
            if row != after.rows[at] {
                after.rows[at] = row;
                changed = true;
            }
        }
    }
    let mut edges = BTreeSet::new();
    for (at, node) in flow.nodes.iter().enumerate() {
        for (next, branch) in &node.next {
            let kind = if *branch { EdgeKind::ControlTrue } else { EdgeKind::ControlFalse };
            let depends = |m: &usize| after.has(*next, *m) && !(after.has(at, *m) && *m != at);
            edges.extend((0..exit).filter(depends).map(|m| (at, m, kind)));
        }
    }
    edges
}

fn data(flow: &Flow) -> Result<BTreeSet<(usize, usize, EdgeKind)>, String> {
    let mut definitions: Vec<(usize, &str)> = Vec::new();
    for (at, node) in flow.nodes.iter().enumerate() {
        definitions.extend(node.effects.defines.iter().chain(&node.effects.changes).map(|name| (at, name.as_str())));
    }
    let mut before = Sets::new(flow.nodes.len() + 1, definitions.len(), false);
    let mut changed = true;
    while changed {
        changed = false;
        for (at, node) in flow.nodes.iter().enumerate() {
            let mut row = before.rows[at].clone();
            for (number, (by, name)) in definitions.iter().enumerate() {
                if *by == at {
                    insert(&mut row, number);
                } else if node.effects.defines.contains(*name) {
                    row[number / 64] &= !(1 << (number % 64));
                }
            }
            for (next, _) in &node.next {
                for (word, new) in before.rows[*next].iter_mut().zip(&row) {
                    changed |= *word | new != *word;
                    *word |= new;
                }
            }
        }
    }
    let mut edges = BTreeSet::new();
    for (at, node) in flow.nodes.iter().enumerate() {
        for used in &node.effects.uses {
            let reaching = definitions.iter().enumerate().filter(|(n, (_, name))| name == used && before.has(at, *n));
            let found: Vec<_> = reaching.map(|(_, (by, _))| (*by, at, EdgeKind::Data)).collect();
            if found.is_empty() {
                return Err(format!("a use of `{used}` without a definition before it"));
            }
            edges.extend(found);
        }
    }
    Ok(edges)
}
