//! Gives other crates the counterparts that the alignment of the mirror finds.
//!
//! Here, a counterpart is code of the port that may do the same as a Java node. The caller runs both sides to check
//! this.

use super::alignment::Alignment;
use super::alignment::variables::normal;
use super::match_rules::MatchKind;
use super::replay::conversions::valued;
use crate::PairSource;
use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;

/// The counterparts of Java nodes and names in one port.
pub struct Counterparts<'a> {
    java: &'a Tree,
    python: &'a Tree,
    alignment: &'a Alignment,
}

impl<'a> Counterparts<'a> {
    /// Aligns the two functions of the pair.
    #[must_use]
    pub fn new(source: &PairSource<'a>) -> Self {
        Self { java: source.java_tree, python: source.python_tree, alignment: source.alignment() }
    }

    /// Returns candidates for the counterpart of a Java expression, the most likely first.
    ///
    /// The candidates are the matched Python node with the conversions of its type, with all calls around it, and
    /// alone. The last candidate is the node at the same position in the counterpart of the parent node.
    #[must_use]
    pub fn expressions(&self, j: NodeId) -> Vec<NodeId> {
        let mut out = Vec::new();
        let found = self.alignment.get(j).filter(|m| !matches!(m.match_kind, MatchKind::Link(_) | MatchKind::Tested));
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

    /// Returns the counterpart of a Java node, if it is a complete expression.
    ///
    /// An edit can replace such a counterpart, because it has the same position and the same truth value as the Java
    /// node. Its operands may be swapped (`a < b`, `b > a`). `None` if the counterpart is only a part of a larger node.
    #[must_use]
    pub fn in_place(&self, j: NodeId) -> Option<NodeId> {
        let found = self.alignment.get(j)?;
        let is_own = matches!(found.match_kind, MatchKind::Same | MatchKind::Flipped | MatchKind::Truth);
        let node = self.python.nodes.get(found.whole.0 as usize)?;
        let is_own = match (self.java.kind(j), &node.kind) {
            (Kind::Binary(own), Kind::Binary(other)) => {
                is_own && (own == other || found.match_kind == MatchKind::Flipped)
            }
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

    /// Returns the node at the same position in the counterpart of the parent node.
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

    /// Returns the Python statement that may be the counterpart of a Java statement.
    ///
    /// If the statement itself has no counterpart, the result is the statement around the counterpart of the first node
    /// in it that has one.
    #[must_use]
    pub fn statement(&self, j: NodeId) -> Option<NodeId> {
        let known = self.java.preorder(j).into_iter().filter_map(|at| self.alignment.get(at));
        let known = known.map(|found| found.python).find(|p| (p.0 as usize) < self.python.nodes.len())?;
        Some(self.python.statement_of(known))
    }

    /// Returns the Python name of a Java variable.
    #[must_use]
    pub fn name(&self, j: NodeId) -> Option<&str> {
        let variable = self.alignment.variables.get(j)?;
        self.alignment.names.get(&variable).map(String::as_str)
    }
}

/// Reports whether two names are equal, apart from case and underscores.
#[must_use]
pub fn is_same_name(java: &str, python: &str) -> bool {
    normal(java) == normal(python)
}
