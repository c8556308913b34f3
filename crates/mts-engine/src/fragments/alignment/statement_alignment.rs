//! Aligns the statements of the Java function with the statements of the port.
//!
//! The module `mirror` of `mts-translate` finds counterparts of some statements. Between two of these statements, this
//! module aligns further statements of the same kind, from the last to the first. This further alignment is less
//! certain. The recorded states show whether the alignment is right.

use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;
use mts_translate::mirror::counterparts::Counterparts;
use std::collections::BTreeMap;

/// The statements and blocks of the port that are aligned with those of Java.
pub(crate) struct StatementAlignment {
    pub blocks: BTreeMap<NodeId, NodeId>,
    pub statements: BTreeMap<NodeId, NodeId>,
}

/// The kind of a statement. Only statements of the same kind are aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StatementKind {
    Return,
    Loop,
    Branch,
    Value,
    Effect,
    Other,
}

impl StatementAlignment {
    pub fn new(java: &Tree, python: &Tree, counterparts: &Counterparts<'_>) -> Self {
        let mut out = Self { blocks: BTreeMap::new(), statements: BTreeMap::new() };
        out.visit(java, python, counterparts, java.root, python.root);
        out
    }

    fn visit(&mut self, java: &Tree, python: &Tree, counterparts: &Counterparts<'_>, list: NodeId, block: NodeId) {
        self.blocks.insert(list, block);
        let (own, others) = (java.children(list).to_vec(), python.children(block).to_vec());
        let anchor = |id: NodeId| {
            let found = counterparts.statement(id)?;
            let mut up = std::iter::once(found).chain(python.ancestors(found));
            let in_list = up.find(|at| python.node(*at).parent == Some(block))?;
            others.iter().position(|at| *at == in_list)
        };
        let mut anchors: Vec<Option<usize>> = own.iter().map(|id| anchor(*id)).collect();
        fill_gaps(&mut anchors, others.len(), |j, p| statement_kind(java, own[j]) == statement_kind(python, others[p]));
        for (j, p) in own.iter().zip(&anchors).filter_map(|(j, p)| Some((*j, others[(*p)?]))) {
            self.statements.insert(j, p);
            self.align_children(java, python, counterparts, j, p);
        }
    }

    /// Aligns the blocks of two aligned statements, and the members of two aligned groups.
    fn align_children(&mut self, java: &Tree, python: &Tree, counterparts: &Counterparts<'_>, j: NodeId, p: NodeId) {
        let (own, others) = (java.children(j), python.children(p));
        if *java.kind(j) == Kind::Group && *python.kind(p) == Kind::Group && own.len() == others.len() {
            self.statements.extend(own.iter().copied().zip(others.iter().copied()));
            return;
        }
        let is_block = |tree: &Tree, id: &&NodeId| matches!(tree.kind(**id), Kind::Block | Kind::If);
        let mine: Vec<NodeId> = own.iter().filter(|id| is_block(java, id)).copied().collect();
        let theirs: Vec<NodeId> = others.iter().filter(|id| is_block(python, id)).copied().collect();
        for (a, b) in mine.into_iter().zip(theirs) {
            match (java.kind(a), python.kind(b)) {
                (Kind::Block, Kind::Block) => self.visit(java, python, counterparts, a, b),
                (Kind::If, Kind::If) => {
                    self.statements.insert(a, b);
                    self.align_children(java, python, counterparts, a, b);
                }
                _ => {}
            }
        }
    }

    /// Returns the port's expression with the same role as the Java expression `j`.
    pub fn expression(&self, java: &Tree, python: &Tree, j: NodeId) -> Option<NodeId> {
        let statement = java.statement_of(j);
        let mut at = self.statements.get(&statement).copied()?;
        let mut path = Vec::new();
        let mut up = j;
        while up != statement {
            let parent = java.node(up).parent?;
            path.push((parent, java.children(parent).iter().position(|c| *c == up)?));
            up = parent;
        }
        for (parent, place) in path.into_iter().rev() {
            if *python.kind(at) == Kind::ExprStmt {
                at = python.child(at, 0)?;
            }
            if *java.kind(parent) != Kind::ExprStmt {
                at = matching_child(java, parent, place, python, at)?;
            }
        }
        let node = python.node(at);
        (!node.is_virtual && !node.kind.is_statement() && !node.span.is_empty()).then_some(at)
    }
}

/// Returns the child of `at` with the role of child `place` of `parent`.
///
/// `parent` is a Java node, and `at` is a Python node.
fn matching_child(java: &Tree, parent: NodeId, place: usize, python: &Tree, at: NodeId) -> Option<NodeId> {
    let (own, others) = (java.children(parent), python.children(at));
    match (java.kind(parent), python.kind(at)) {
        (Kind::Declare | Kind::Assign | Kind::AugAssign(_), Kind::Assign | Kind::Declare | Kind::AugAssign(_)) => {
            others.get(1).copied().filter(|_| place == 1)
        }
        (Kind::Return, Kind::Return) | (Kind::Unary(_), Kind::Unary(_)) => others.first().copied(),
        (Kind::If | Kind::While, Kind::If | Kind::While) => others.first().copied().filter(|_| place == 0),
        (Kind::Binary(_), Kind::Binary(_)) | (Kind::Conditional, Kind::Conditional) => others.get(place).copied(),
        (Kind::Call { .. }, Kind::Call { .. }) if own.len() == others.len() => others.get(place).copied(),
        (Kind::Cast(_), Kind::Call { name, .. }) if ["int", "chr", "float"].contains(&name.as_str()) => {
            others.last().copied()
        }
        (Kind::Cast(_), _) => Some(at),
        _ => None,
    }
}

/// Aligns statements of the same kind between two aligned statements, from last to first.
fn fill_gaps(anchors: &mut [Option<usize>], others: usize, is_like: impl Fn(usize, usize) -> bool) {
    let mut low = 0;
    let mut from = 0;
    let known: Vec<(usize, usize)> = anchors.iter().enumerate().filter_map(|(j, p)| Some((j, (*p)?))).collect();
    for (upto, high) in known.into_iter().chain([(anchors.len(), others)]) {
        let mut j = upto;
        if low <= high {
            for p in (low..high).rev() {
                if let Some(found) = (from..j).rev().find(|own| anchors[*own].is_none() && is_like(*own, p)) {
                    anchors[found] = Some(p);
                    j = found;
                }
            }
        }
        (from, low) = (upto + 1, high + 1);
    }
}

fn statement_kind(tree: &Tree, id: NodeId) -> StatementKind {
    match tree.kind(id) {
        Kind::Return => StatementKind::Return,
        kind if kind.is_loop() => StatementKind::Loop,
        Kind::If => StatementKind::Branch,
        Kind::Declare | Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::Group => StatementKind::Value,
        Kind::ExprStmt => match tree.child(id, 0).map(|inner| tree.kind(inner)) {
            Some(Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_)) => StatementKind::Value,
            _ => StatementKind::Effect,
        },
        _ => StatementKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::fill_gaps;

    #[test]
    fn statements_between_counterparts_align_by_kind_from_the_end() {
        // Java: value, effect, return; the port: return alone.
        let (own, others) = (['v', 'e', 'r'], ['r']);
        let mut anchors = vec![None; 3];
        fill_gaps(&mut anchors, 1, |j, p| own[j] == others[p]);
        assert_eq!(anchors, [None, None, Some(0)]);
        let (own, others) = (['v', 'v', 'l', 'r'], ['v', 'l', 'v', 'r']);
        let mut anchors = vec![None, None, Some(1), None];
        fill_gaps(&mut anchors, 4, |j, p| own[j] == others[p]);
        assert_eq!(anchors, [None, Some(0), Some(1), Some(3)]);
    }
}
