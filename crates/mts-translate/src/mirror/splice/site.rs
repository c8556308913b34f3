//! Finds splice sites.
//!
//! A splice site has Java expressions or statements, and the port's code that their translation may replace.

use super::super::alignment::NodeMatch;
use super::super::replay::{self, conversions::valued};
use super::splicer::Splicer;
use crate::mirror::alignment::variables::callee;
use crate::mirror::match_rules::{LoopParts, MatchKind, assignment, items};
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{NodeId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The Java code and the port's code of a splice site.
pub(super) struct SpliceSite {
    pub(super) java: Vec<NodeId>,
    pub(super) port: Vec<NodeId>,
    pub(super) is_statement: bool,
    pub(super) names: BTreeMap<String, String>,
}

/// The code that a site has in addition to statements without counterparts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Widening {
    Nothing,
    /// The statement itself, because it matches only a part of its counterpart.
    Itself,
    /// The assignment before the statement.
    ///
    /// For example, the port may have `s = sum(a)` for `s = 0` and a loop, or a list with elements for a new array and
    /// a loop.
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
    /// Returns the site of a Java node, if a splice can replace its counterpart.
    ///
    /// `None` also if the splice would replace all of the port's own code.
    pub(super) fn place(&self, j: NodeId) -> Option<SpliceSite> {
        self.counterpart(j).filter(|place| self.leaves_something(place.port[0]))
    }

    /// Returns the site of a Java node, if a translation can replace the node's counterpart.
    pub(super) fn counterpart(&self, j: NodeId) -> Option<SpliceSite> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let found = self.alignment.get(j).filter(|m| m.confidence >= 0.3).or_else(|| self.opposite(j))?;
        let kind = java.kind(j);
        let is_statement = kind.is_statement();
        if matches!(kind, Kind::Case { .. } | Kind::Catch { .. } | Kind::Group)
            || matches!(found.match_kind, MatchKind::Link(_))
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
            .filter(|place| !self.is_elsewhere(place))
    }

    /// Returns the operand of the parent's counterpart at the same index, if it is unmatched.
    ///
    /// The checks of the splice show whether this operand has the same value.
    fn opposite(&self, j: NodeId) -> Option<NodeMatch> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let parent = java.node(j).parent.filter(|_| self.alignment.get(j).is_none())?;
        let found = self.alignment.get(parent).filter(|m| m.match_kind == MatchKind::Same && m.confidence >= 0.3)?;
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
        (!is_somebodys).then_some(NodeMatch { python, whole: python, match_kind: MatchKind::Same, confidence: 0.3 })
    }

    /// Returns the site of adjacent statements that correspond only as a whole.
    ///
    /// The site has the code of both sides between the same two counterparts in matched lists. The port's code of the
    /// site has at most half of the nodes of the port's tree.
    pub(super) fn gap(&self, j: NodeId, with: Widening) -> Option<SpliceSite> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let list = java.node(j).parent.filter(|at| *java.kind(*at) == Kind::Block)?;
        let other = self.alignment.get(list)?.python;
        if *port.kind(other) != Kind::Block || !java.kind(j).is_statement() {
            return None;
        }
        let (own, others) = (java.children(list), port.children(other));
        let at = own.iter().position(|id| *id == j)?;
        let anchor = |id: NodeId| self.anchor(id, other);
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
            .filter(|place| !self.is_elsewhere(place))
    }

    /// Returns the index of a Java statement's counterpart in a list of the port.
    ///
    /// The statement of the port at this index contains the counterpart.
    pub(super) fn anchor(&self, j: NodeId, list: NodeId) -> Option<usize> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let mut inside = std::iter::once(j).chain(java.children(j).iter().copied());
        let found = inside.find_map(|at| self.alignment.get(at))?.python;
        let in_list =
            std::iter::once(found).chain(port.ancestors(found)).find(|at| port.node(*at).parent == Some(list))?;
        port.children(list).iter().position(|at| *at == in_list)
    }

    /// Reports whether code of the site may be elsewhere on the other side.
    ///
    /// With a splice, such code would then run twice or never.
    fn is_elsewhere(&self, place: &SpliceSite) -> bool {
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
        // Unmatched code elsewhere in the port may be the counterpart of unmatched code of the site.
        port.preorder(port.root).into_iter().any(|at| {
            let is_free = counts(port, at) && !taken.contains(&at) && !port.node(at).is_virtual && !found.contains(&at);
            is_free
                && !port.children(at).iter().any(|child| found.contains(child))
                && unmatched.iter().any(|own| is_alike(java, *own, port, at))
        })
    }

    /// Reports whether a Java expression is in a loop header and is not the condition.
    fn is_update(&self, j: NodeId, parent: NodeId) -> bool {
        let java = self.source.java_tree;
        matches!(java.kind(parent), Kind::For { .. }) && LoopParts::from_node(java, parent).condition != Some(j)
    }

    /// Reports whether a splice at this node keeps a part of the port's own code.
    ///
    /// Otherwise the mutant would test only the translation.
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

    /// Returns the port's name of each Java variable in a run of nodes.
    ///
    /// A variable that the nodes declare has no name. `None` if an outer variable has no name in the port, or if two
    /// variables with the same Java name have different names in the port.
    pub(super) fn names(&self, run: &[NodeId]) -> Option<BTreeMap<String, String>> {
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

/// Reports whether two statements may be counterparts.
///
/// The statements call functions with the same common name, or have the same kind.
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
