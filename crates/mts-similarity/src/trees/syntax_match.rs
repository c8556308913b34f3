//! Computes CodeBLEU's syntax match.
//!
//! The match is the share of the reference's sub-trees that the candidate also has. The module compares the
//! S-expressions of sub-trees, without the text of names and without operators.

use mts_lang::syntax::Syntax;
use std::collections::{HashMap, HashSet};

/// The shape of a sub-tree: the kind of its root, and its children.
///
/// The entry of a child has its field name and the number of its shape.
type SubtreeShape = (String, Vec<(Option<&'static str>, usize)>);

/// The table that gives each shape a number. Equal shapes have the same number.
#[derive(Default)]
struct Shapes(HashMap<SubtreeShape, usize>);

impl Shapes {
    /// Returns the shape numbers of the root and of every node with children.
    fn number(&mut self, tree: &Syntax) -> Vec<usize> {
        let mut numbers = vec![0; tree.nodes.len()];
        let kept = kept(tree);
        let mut found = Vec::new();
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            if !kept[id] {
                continue;
            }
            let children = || node.children.iter().copied().filter(|child| kept[*child]);
            let shown = |child: usize| {
                let below = tree.node(child);
                (below.is_named || below.is_missing).then_some((below.field, numbers[child]))
            };
            let root = match node {
                _ if node.is_missing => format!("MISSING {}", node.kind),
                // In an S-expression, the parser shows the first character of a text that it cannot parse.
                _ if node.is_error && node.children.is_empty() => {
                    format!("UNEXPECTED {:?}", tree.text(id).chars().next())
                }
                _ => node.kind.to_owned(),
            };
            let shape = (root, children().filter_map(shown).collect());
            let next = self.0.len();
            numbers[id] = *self.0.entry(shape).or_insert(next);
            if id == 0 || children().next().is_some() {
                found.push(numbers[id]);
            }
        }
        found
    }
}

/// Returns, for each node, whether the node is outside comments and docstrings.
///
/// CodeBLEU removes comments and docstrings before it parses a text.
pub(crate) fn kept(tree: &Syntax) -> Vec<bool> {
    let mut kept: Vec<bool> = Vec::with_capacity(tree.nodes.len());
    for (id, node) in tree.nodes.iter().enumerate() {
        let above = id == 0 || kept[node.parent];
        kept.push(above && !tree.is_trivia(id) && !tree.is_docstring(id));
    }
    kept
}

/// Returns the share of the reference's sub-trees whose shape the candidate has. One sub-tree of the candidate can
/// match several sub-trees of the reference.
#[must_use]
pub fn syntax_match(reference: &Syntax, candidate: &Syntax) -> f64 {
    let mut shapes = Shapes::default();
    let has: HashSet<usize> = shapes.number(candidate).into_iter().collect();
    let wanted = shapes.number(reference);
    wanted.iter().filter(|shape| has.contains(shape)).count() as f64 / wanted.len() as f64
}
