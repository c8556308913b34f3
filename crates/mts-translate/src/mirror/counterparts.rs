//! The mirror's alignment for others than the mirror: which part of the port may stand for a piece of Java.
//! What it offers is a proposal; running both shows whether it holds.

use super::alignment::Alignment;
use super::alignment::variables::normal;
use super::match_rules::MatchKind;
use super::replay::conversions::valued;
use crate::PairSource;
use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;

/// Which nodes and names of a port stand for which of Java's.
pub struct Counterparts<'a> {
    java: &'a Tree,
    python: &'a Tree,
    alignment: Alignment,
}

impl<'a> Counterparts<'a> {
    /// Aligns the pair.
    #[must_use]
    pub fn new(source: &'a PairSource<'a>) -> Self {
        let alignment = Alignment::new(source.pair, source.java_tree, source.python_tree, source.python);
        Self { java: source.java_tree, python: source.python_tree, alignment }
    }

    /// Parts of the port that may stand for a Java expression, most likely first: with the conversions that belong
    /// to its type, with all that stand around it, and what plays its part in the counterpart of its parent.
    #[must_use]
    pub fn expressions(&self, j: NodeId) -> Vec<NodeId> {
        let mut out = Vec::new();
        let found = self.alignment.get(j).filter(|m| !matches!(m.how, MatchKind::Link(_) | MatchKind::Tested));
        if let Some(found) = found {
            out.extend(valued(&self.alignment.port, &self.java.node(j).ty, found).ok());
            out.extend([found.whole, found.python]);
        }
        out.extend(self.by_role(j));
        let mut seen = Vec::new();
        out.retain(|id| {
            self.has_text(*id) && !seen.contains(id) && {
                seen.push(*id);
                true
            }
        });
        out
    }

    /// The node of the port that stands for a Java node in its place, with the same truth: not one that is tested
    /// with its operands the other way round, nor a part of something larger.
    #[must_use]
    pub fn in_place(&self, j: NodeId) -> Option<NodeId> {
        let found = self.alignment.get(j)?;
        let is_own = matches!(found.how, MatchKind::Same | MatchKind::Flipped | MatchKind::Truth);
        let node = self.python.nodes.get(found.whole.0 as usize)?;
        let is_own = match (self.java.kind(j), &node.kind) {
            (Kind::Binary(own), Kind::Binary(other)) => is_own && (own == other || found.how == MatchKind::Flipped),
            _ => is_own,
        };
        (is_own && !node.is_virtual && !node.span.is_empty()).then_some(found.whole)
    }

    fn has_text(&self, p: NodeId) -> bool {
        self.python
            .nodes
            .get(p.0 as usize)
            .is_some_and(|node| !node.is_virtual && !node.span.is_empty() && !node.kind.is_statement())
    }

    /// The child of the parent's counterpart that stands where the node stands.
    fn by_role(&self, j: NodeId) -> Option<NodeId> {
        let parent = self.java.node(j).parent?;
        let own = self.java.children(parent);
        let place = own.iter().position(|c| *c == j)?;
        let found = self.alignment.get(parent).or_else(|| {
            let above = self.java.node(parent).parent?;
            self.alignment.get(above).filter(|_| matches!(self.java.kind(above), Kind::ExprStmt | Kind::Group))
        })?;
        let mut other = found.python;
        if *self.python.nodes.get(other.0 as usize).map(|node| &node.kind)? == Kind::ExprStmt {
            other = self.python.child(other, 0)?;
        }
        let others = self.python.children(other);
        let is_one_role = match (self.java.kind(parent), self.python.kind(other)) {
            (Kind::Declare | Kind::Assign, Kind::Assign | Kind::Declare) => place == 1,
            (Kind::AugAssign(_), Kind::AugAssign(_)) | (Kind::Return, Kind::Return) => true,
            (Kind::If | Kind::While | Kind::Conditional, Kind::If | Kind::While | Kind::Conditional) => place == 0,
            (Kind::Binary(_), Kind::Binary(_)) => true,
            (Kind::Call { .. }, Kind::Call { .. }) => own.len() == others.len(),
            _ => false,
        };
        others.get(place).copied().filter(|_| is_one_role)
    }

    /// The statement of the port that a Java statement's counterpart is, or the first that something in it has.
    #[must_use]
    pub fn statement(&self, j: NodeId) -> Option<NodeId> {
        let known = self.java.preorder(j).into_iter().filter_map(|at| self.alignment.get(at));
        let known = known.map(|found| found.python).find(|p| (p.0 as usize) < self.python.nodes.len())?;
        Some(self.python.statement_of(known))
    }

    /// Python's name of the variable that a Java name node stands for.
    #[must_use]
    pub fn name(&self, j: NodeId) -> Option<&str> {
        let variable = self.alignment.variables.get(j)?;
        self.alignment.names.get(&variable).map(String::as_str)
    }
}

/// Whether two names are spellings of one: camel case, snake case and leading underscores aside.
#[must_use]
pub fn are_one_name(java: &str, python: &str) -> bool {
    normal(java) == normal(python)
}
