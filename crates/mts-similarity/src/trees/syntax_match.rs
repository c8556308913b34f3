//! Computes CodeBLEU's syntax match.
//!
//! The match is the share of the reference's sub-trees that the candidate has. The module compares
//! sub-trees by S-expressions without text and operators.

use mts_lang::syntax::Syntax;
use std::collections::{HashMap, HashSet};

/// The shape of a sub-tree: the kind of its root, and its children.
///
/// Each child has its field and its shape number.
type SubtreeShape = (String, Vec<(Option<&'static str>, usize)>);

/// The number of each shape. Equal shapes have equal numbers.
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
                // In an S-expression, the parser shows the first character of text that it cannot
                // parse.
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

/// Reports for each node whether it is outside comments and docstrings.
///
/// CodeBLEU removes comments and docstrings before it parses.
pub(crate) fn kept(tree: &Syntax) -> Vec<bool> {
    let mut kept: Vec<bool> = Vec::with_capacity(tree.nodes.len());
    for (id, node) in tree.nodes.iter().enumerate() {
        let above = id == 0 || kept[node.parent];
        kept.push(above && !tree.is_trivia(id) && !tree.is_docstring(id));
    }
    kept
}

/// Returns the share of the reference's sub-trees whose shape the candidate has. A shape may match
/// repeatedly.
#[must_use]
pub fn syntax_match(reference: &Syntax, candidate: &Syntax) -> f64 {
    let mut shapes = Shapes::default();
    let has: HashSet<usize> = shapes.number(candidate).into_iter().collect();
    let wanted = shapes.number(reference);
    wanted.iter().filter(|shape| has.contains(shape)).count() as f64 / wanted.len() as f64
}
