//! Places: a Java expression, a statement or neighbours, with what of the port may take their translation.

use super::super::alignment::NodeMatch;
use super::super::replay::{self, conversions::valued};
use super::splicer::Splicer;
use crate::mirror::alignment::variables::callee;
use crate::mirror::match_rules::{LoopParts, MatchKind, assignment, items};
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{NodeId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A Java node, or neighbours in one list, and the place of the port that is to take its translation.
pub(super) struct SpliceSite {
    pub(super) java: Vec<NodeId>,
    pub(super) port: Vec<NodeId>,
    pub(super) is_statement: bool,
    pub(super) names: BTreeMap<String, String>,
}

/// What belongs to a gap besides statements that have no counterpart of their own.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Widening {
    Nothing,
    /// The statement itself: what it was matched with is only a part of its counterpart.
    Itself,
    /// The assignment before: `s = 0` and a loop may be `s = sum(a)`, a new array and a loop may be
    /// a filled one.
    Before,
}

impl SpliceSite {
    pub(super) fn java_span(&self, tree: &Tree) -> Span {
        let ends = self.java.first().zip(self.java.last());
        ends.map_or_else(Span::default, |(first, last)| {
            Span::new(tree.node(*first).outer.start, tree.node(*last).outer.end)
        })
    }
}

impl Splicer<'_> {
    /// The place of the port for a Java node, where there is one that a text can be put in.
    pub(super) fn place(&self, j: NodeId) -> Option<SpliceSite> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let found = self.alignment.get(j).filter(|m| m.confidence >= 0.3).or_else(|| self.opposite(j))?;
        let kind = java.kind(j);
        let is_statement = kind.is_statement();
        if matches!(kind, Kind::Case { .. } | Kind::Catch { .. } | Kind::Group)
            || matches!(found.how, MatchKind::Link(_))
        {
            return None;
        }
        let parent = java.node(j).parent?;
        let is_first = java.child(parent, 0) == Some(j);
        let p = if is_statement {
            if matches!(java.kind(parent), Kind::Labeled { .. } | Kind::For { .. }) && *kind != Kind::Block {
                return None;
            }
            match port.node(found.python).parent {
                Some(at) if *port.kind(at) == Kind::ExprStmt => at,
                _ => found.python,
            }
        } else {
            let is_target = matches!(
                java.kind(parent),
                Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::Declare | Kind::ForEach
            );
            let is_effect = matches!(java.kind(parent), Kind::ExprStmt) || self.is_update(j, parent);
            if is_first && is_target || is_effect {
                return None;
            }
            valued(port, &java.node(j).ty, found).ok()?
        };
        let holder = port.node(p).parent?;
        let pk = port.kind(p);
        let fits = pk.is_statement() == is_statement
            && !port.node(p).is_virtual
            && !matches!(pk, Kind::Group | Kind::Catch { .. } | Kind::Case { .. })
            && (*kind == Kind::Block) == (*pk == Kind::Block)
            && port.node(p).form != Form::ElseIf
            && *port.kind(holder) != Kind::Group
            && !port.children(p).is_empty();
        let names = self.names(&[j])?;
        let leaf = matches!(pk, Kind::Name(_) | Kind::Literal(_)) && !is_statement;
        (fits || leaf && !port.node(p).is_virtual && *port.kind(holder) != Kind::Group)
            .then(|| SpliceSite { java: vec![j], port: vec![p], is_statement, names })
            .filter(|place| self.leaves_something(p) && !self.stands_elsewhere(place))
    }

    /// What stands in the place of an operand that has no counterpart: the operand of the same counterpart, if
    /// it is nobody's. Whether it has the same value is for the runs to show.
    fn opposite(&self, j: NodeId) -> Option<NodeMatch> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let parent = java.node(j).parent.filter(|_| self.alignment.get(j).is_none())?;
        let found = self.alignment.get(parent).filter(|m| m.how == MatchKind::Same && m.confidence >= 0.3)?;
        let (own, other) = (java.kind(parent), port.kind(found.python));
        let counts = match (own, other) {
            (Kind::Binary(a), Kind::Binary(b)) => a == b,
            (Kind::Index, Kind::Index) | (Kind::Return, Kind::Return) | (Kind::Assign, Kind::Assign) => true,
            _ => false,
        };
        let at = java.children(parent).iter().position(|child| *child == j)?;
        let python = port.child(found.python, at).filter(|_| counts)?;
        let is_somebodys = java
            .preorder(java.root)
            .into_iter()
            .any(|other| self.alignment.get(other).is_some_and(|m| m.python == python || m.whole == python));
        (!is_somebodys).then_some(NodeMatch { python, whole: python, how: MatchKind::Same, confidence: 0.3 })
    }

    /// Neighbours that stand for one another as a whole: what both sides have between the same
    /// counterparts in lists that are counterparts. More than half of the port is no place in it.
    pub(super) fn gap(&self, j: NodeId, with: Widening) -> Option<SpliceSite> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let list = java.node(j).parent.filter(|at| *java.kind(*at) == Kind::Block)?;
        let other = self.alignment.get(list)?.python;
        if *port.kind(other) != Kind::Block || !java.kind(j).is_statement() {
            return None;
        }
        let (own, others) = (java.children(list), port.children(other));
        let at = own.iter().position(|id| *id == j)?;
        // The statement of the port's list that the counterpart of one of Java's is, or stands in.
        let anchor = |id: NodeId| {
            let mut inside = std::iter::once(id).chain(java.children(id).iter().copied());
            let found = inside.find_map(|at| self.alignment.get(at))?.python;
            let in_list =
                std::iter::once(found).chain(port.ancestors(found)).find(|at| port.node(*at).parent == Some(other));
            others.iter().position(|at| Some(*at) == in_list)
        };
        let itself = anchor(j);
        if itself.is_some() != (with == Widening::Itself) {
            return None;
        }
        let mut befores = (0..at).rev().filter_map(|nth| Some((nth, anchor(own[nth])?)));
        let mut before = befores.next();
        if with == Widening::Before {
            let (nth, place) = before?;
            assignment(java, own[nth]).zip(assignment(port, others[place]))?;
            before = befores.next();
        }
        let after = (at + 1..own.len()).find_map(|nth| Some((nth, anchor(own[nth])?)));
        let (from, first) = before.map_or((0, 0), |(nth, place)| (nth + 1, place + 1));
        let (upto, last) = after.unwrap_or((own.len(), others.len()));
        let (run, others) = (own.get(from..upto)?.to_vec(), others.get(first..last)?.to_vec());
        let weight = |ids: &[NodeId]| ids.iter().map(|id| port.preorder(*id).len()).sum::<usize>();
        let is_more = with != Widening::Itself || run.len() > 1 || others.len() > 1;
        let holds_own = itself.is_none_or(|place| (first..last).contains(&place));
        if others.is_empty() || 2 * weight(&others) > weight(&[port.root]) || !is_more || !holds_own {
            return None;
        }
        let names = self.names(&run)?;
        Some(SpliceSite { java: run, port: others, is_statement: true, names })
            .filter(|place| !self.stands_elsewhere(place))
    }

    /// Whether the port does, or may do, outside of the place what Java does inside, or the other way
    /// round: both would then do it, or neither.
    fn stands_elsewhere(&self, place: &SpliceSite) -> bool {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        if !place.is_statement {
            return !place.java.iter().all(|j| replay::governs_alike(self.source, self.alignment, *j));
        }
        let below = |tree: &Tree, ids: &[NodeId]| ids.iter().flat_map(|id| tree.preorder(*id)).collect();
        let inside: BTreeSet<NodeId> = below(java, &place.java);
        let taken: BTreeSet<NodeId> = below(port, &place.port);
        let holders: BTreeSet<NodeId> = place.port.iter().flat_map(|p| port.ancestors(*p)).collect();
        let counts = |tree: &Tree, at: NodeId| {
            let is_text = || tree.child(at, 0).is_some_and(|inner| matches!(tree.kind(inner), Kind::Literal(_)));
            let kind = tree.kind(at);
            kind.is_statement()
                && !matches!(kind, Kind::Block | Kind::Group | Kind::Empty)
                && !(*kind == Kind::ExprStmt && is_text())
        };
        let mut found = BTreeSet::new();
        let mut unmatched = Vec::new();
        for at in java.preorder(java.root) {
            found.extend(self.alignment.splits.get(&at).copied());
            let is_own = inside.contains(&at);
            let Some(own) = self.alignment.get(at).or_else(|| self.alignment.get(java.child(at, 0)?)) else {
                if is_own && counts(java, at) {
                    unmatched.push(at);
                }
                continue;
            };
            found.extend([own.python].into_iter().chain(port.node(own.python).parent));
            let is_holder = holders.contains(&own.python) && !is_own;
            let is_place = place.java.contains(&at) || place.port.contains(&own.python);
            if counts(java, at) && is_own != taken.contains(&own.python) && !is_holder && !is_place {
                return true;
            }
        }
        // What is nobody's counterpart elsewhere in the port may be what the place lacks.
        port.preorder(port.root).into_iter().any(|at| {
            let is_free = counts(port, at) && !taken.contains(&at) && !port.node(at).is_virtual && !found.contains(&at);
            is_free
                && !port.children(at).iter().any(|child| found.contains(child))
                && unmatched.iter().any(|own| is_alike(java, *own, port, at))
        })
    }

    /// Whether a Java expression is an update in the header of a loop.
    fn is_update(&self, j: NodeId, parent: NodeId) -> bool {
        let java = self.source.java_tree;
        matches!(java.kind(parent), Kind::For { .. }) && LoopParts::from_node(java, parent).condition != Some(j)
    }

    /// Whether anything of the port's own making stays: else the translation would stand trial.
    fn leaves_something(&self, p: NodeId) -> bool {
        let port = &self.alignment.port;
        let around: BTreeSet<NodeId> = port.ancestors(p).collect();
        let list = items(port, port.root);
        list.iter().any(|at| *at != p && !around.contains(at))
            || around.iter().any(|at| {
                let counts = !matches!(port.kind(*at), Kind::Block | Kind::Return | Kind::ExprStmt | Kind::Group);
                counts && port.children(*at).len() > 1
            })
    }

    /// The port's name for each variable that a Java node names; new variables have none. `None` where
    /// one that comes from outside has none, or one name would stand for two.
    fn names(&self, run: &[NodeId]) -> Option<BTreeMap<String, String>> {
        let java = self.source.java_tree;
        let inside: BTreeSet<NodeId> = run.iter().flat_map(|j| java.preorder(*j)).collect();
        let all = java.params.iter().copied().chain(java.preorder(java.root));
        let mut out: BTreeMap<String, String> = BTreeMap::new();
        for at in &inside {
            let (Kind::Name(name), Some(variable)) = (java.kind(*at), self.alignment.variables.get(*at)) else {
                continue;
            };
            if !self.alignment.variables.is_local[variable.0] {
                continue;
            }
            match self.alignment.names.get(&variable) {
                Some(own) if out.get(name).is_none_or(|known| known == own) => {
                    out.insert(name.clone(), own.clone());
                }
                Some(_) => return None,
                None => {
                    let is_outside =
                        |id: NodeId| self.alignment.variables.get(id) == Some(variable) && !inside.contains(&id);
                    if { all.clone() }.any(is_outside) || out.contains_key(name) {
                        return None;
                    }
                }
            }
        }
        Some(out)
    }
}

/// Whether two statements may be each other's counterpart, to go by what they are.
fn is_alike(java: &Tree, j: NodeId, port: &Tree, p: NodeId) -> bool {
    let inside = |tree: &Tree, id: NodeId| tree.child(id, 0).filter(|_| *tree.kind(id) == Kind::ExprStmt).unwrap_or(id);
    let (j, p) = (inside(java, j), inside(port, p));
    match (callee(java, j), callee(port, p)) {
        (Some(a), Some(b)) => a.name == b.name,
        (None, None) => {
            let is_assignment =
                |kind: &Kind| matches!(kind, Kind::Declare | Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_));
            let (a, b) = (java.kind(j), port.kind(p));
            std::mem::discriminant(a) == std::mem::discriminant(b)
                || a.is_loop() && b.is_loop()
                || is_assignment(a) && is_assignment(b)
        }
        _ => false,
    }
}
