//! Proposes counterparts of a fragment in the port.
//!
//! The candidates of an expression are the counterparts of the mirror, the node with the same role
//! in an aligned statement, and nodes with similar text. The candidates of a block are ranges of
//! aligned statements. `fragment_test` selects a candidate by recorded states.

use crate::fragments::alignment::statement_alignment::StatementAlignment;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_generate::fragments::free_variables::PortFunction;
use mts_generate::fragments::{ContextVariable, Fragment, FragmentKind, distance};
use mts_lang::ir::{Kind, Tree};
use mts_model::{NodeId, Span};
use mts_translate::PairSource;
use mts_translate::mirror::counterparts::{Counterparts, is_same_name};
use std::collections::BTreeMap;

/// The lowest similarity of tokens at which a node of the port is a candidate.
pub(crate) const SIMILAR: f64 = 0.6;
/// The highest number of candidates for the counterpart of one fragment.
const MOST: usize = 3;

/// Both functions of a pair, with the alignment of their nodes and statements.
pub(crate) struct FragmentAlignment<'a> {
    source: &'a PairSource<'a>,
    counterparts: Counterparts<'a>,
    statement_alignment: StatementAlignment,
    port: PortFunction<'a>,
    /// The expressions of the port that may be the counterpart of an expression.
    ///
    /// Names, literals, comprehensions and tuples are not in the list.
    expressions: Vec<NodeId>,
}

impl<'a> FragmentAlignment<'a> {
    pub fn new(source: &'a PairSource<'a>) -> Self {
        let port = PortFunction::new(source.python, &source.pair.python, source.python_tree);
        let tree = source.python_tree;
        let fits = |id: &NodeId| {
            let node = tree.node(*id);
            let is_leaf = matches!(node.kind, Kind::Name(_) | Kind::Literal(_) | Kind::Comprehension | Kind::Tuple);
            !node.is_virtual && !node.kind.is_statement() && !is_leaf && !node.span.is_empty()
        };
        let expressions = tree.preorder(tree.root).into_iter().filter(fits).collect();
        let counterparts = Counterparts::new(source);
        let statement_alignment = StatementAlignment::new(source.java_tree, tree, &counterparts);
        Self { source, counterparts, statement_alignment, port, expressions }
    }

    /// Returns the candidates for the fragment's counterpart, most likely first.
    pub fn candidates(&self, fragment: &Fragment) -> Vec<FragmentCounterpart> {
        let names = self.names(fragment);
        let mut out: Vec<FragmentCounterpart> = Vec::new();
        let parts = match fragment.kind {
            FragmentKind::Expression => self.expressions(fragment, &names),
            FragmentKind::Block | FragmentKind::Ending => self.blocks(fragment),
        };
        for nodes in parts {
            if let Some(part) = self.counterpart(fragment, &nodes, &names)
                && !out.iter().any(|known| known.span == part.span)
            {
                out.push(part);
            }
            if out.len() == MOST {
                break;
            }
        }
        out
    }

    /// Returns the Python name of each free variable of the fragment, if known.
    pub fn free_names(&self, fragment: &Fragment) -> Vec<Option<String>> {
        let names = self.names(fragment);
        fragment.free.iter().map(|variable| names.get(&variable.name).cloned()).collect()
    }

    /// Returns the Python names of the function's variables, if known, by Java name.
    ///
    /// If a variable has several Python names, a name inside the fragment has priority.
    fn names(&self, fragment: &Fragment) -> BTreeMap<String, String> {
        let java = self.source.java_tree;
        let inside: Vec<NodeId> = fragment.nodes.iter().flat_map(|node| java.preorder(*node)).collect();
        let everywhere = java.params.iter().copied().chain(java.preorder(java.root));
        let mut out = BTreeMap::new();
        for id in inside.iter().copied().chain(everywhere) {
            if let Kind::Name(name) = java.kind(id)
                && !out.contains_key(name)
                && let Some(own) = self.counterparts.name(id)
            {
                out.insert(name.clone(), own.to_owned());
            }
        }
        for variable in fragment.variables().chain(&fragment.live_outs) {
            if !out.contains_key(&variable.name)
                && let Some(own) = self.port.names().find(|own| is_same_name(&variable.name, own))
            {
                out.insert(variable.name.clone(), own.to_owned());
            }
        }
        out
    }

    fn expressions(&self, fragment: &Fragment, names: &BTreeMap<String, String>) -> Vec<Vec<NodeId>> {
        let Some(node) = fragment.nodes.first() else { return Vec::new() };
        let (java, tree) = (self.source.java_tree, self.source.python_tree);
        let mut out: Vec<NodeId> = self.counterparts.expressions(*node);
        let in_place = self.statement_alignment.expression(java, tree, *node);
        // If Java returns or assigns the whole fragment, the best candidate is the whole value that the aligned
        // statement of the port returns or assigns.
        let is_whole = java.node(*node).parent.is_some_and(|parent| java.kind(parent).is_statement());
        let at = if is_whole { 0 } else { out.len() };
        out.splice(at..at, in_place);
        // In `sum(x for x in a)`, the brackets belong to the call and not to the generator.
        out.retain(|id| !matches!(tree.kind(*id), Kind::Comprehension | Kind::Tuple));
        let java = self.java_tokens(fragment, names);
        let mut similar: Vec<(f64, NodeId)> = self
            .expressions
            .iter()
            .map(|id| {
                let own = distance::tokens(tree.node(*id).span.slice(&self.source.python.text));
                (distance::similarity(&java, &own, distance::common_spelling), *id)
            })
            .filter(|(share, _)| *share >= SIMILAR)
            .collect();
        similar.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        out.extend(similar.into_iter().take(2).map(|(_, id)| id));
        out.into_iter().map(|id| vec![id]).collect()
    }

    fn java_tokens(&self, fragment: &Fragment, names: &BTreeMap<String, String>) -> Vec<String> {
        let own = distance::tokens(fragment.span.slice(&self.source.java.text));
        own.into_iter().map(|token| names.get(&token).cloned().unwrap_or(token)).collect()
    }

    /// Returns ranges of statements of the port that may be the counterpart of a block.
    ///
    /// Each range lies between the counterparts of the statements before and after the fragment.
    fn blocks(&self, fragment: &Fragment) -> Vec<Vec<NodeId>> {
        let (java, python) = (self.source.java_tree, self.source.python_tree);
        let Some(list) = fragment.nodes.first().and_then(|first| java.node(*first).parent) else { return Vec::new() };
        let own = java.children(list);
        let Some(from) = own.iter().position(|id| Some(id) == fragment.nodes.first()) else { return Vec::new() };
        let upto = from + fragment.nodes.len();
        let Some(block) = self.statement_alignment.blocks.get(&list).copied() else { return Vec::new() };
        let others = python.children(block);
        let anchor = |id: NodeId| others.iter().position(|at| Some(at) == self.statement_alignment.statements.get(&id));
        let anchors: Vec<Option<usize>> = own.iter().map(|id| anchor(*id)).collect();
        let inside = || anchors[from..upto].iter().flatten();
        let (Some(low), Some(high)) = (inside().min().copied(), inside().max().copied()) else { return Vec::new() };
        let outside = anchors.iter().enumerate().filter(|(at, _)| *at < from || *at >= upto);
        if outside.filter_map(|(_, place)| *place).any(|place| (low..=high).contains(&place)) {
            return Vec::new();
        }
        let before = anchors[..from].iter().rev().flatten().next().map(|place| place + 1);
        let after = anchors[upto..].iter().flatten().next().copied();
        let widest_low = before.unwrap_or(if from == 0 { 0 } else { low }).min(low);
        let widest_high = match after {
            Some(place) => place.saturating_sub(1).max(high),
            None if upto == own.len() => others.len() - 1,
            None => high,
        };
        let ranges = [(low, high), (low, widest_high), (widest_low, high), (widest_low, widest_high)];
        ranges.into_iter().filter_map(|(low, high)| others.get(low..=high).map(<[NodeId]>::to_vec)).collect()
    }

    fn counterpart(
        &self,
        fragment: &Fragment,
        nodes: &[NodeId],
        names: &BTreeMap<String, String>,
    ) -> Option<FragmentCounterpart> {
        let tree = self.source.python_tree;
        let (first, last) = (tree.node(*nodes.first()?), tree.node(*nodes.last()?));
        let is_block = fragment.kind != FragmentKind::Expression;
        if first.is_virtual
            || self.port.is_tied_to_function(nodes)
            || is_block && holds_return(tree, nodes, fragment.kind)
        {
            return None;
        }
        let span = Span::new(first.span.start, last.span.end);
        let reads = self.port.reads(nodes);
        // The port may only write a variable here. The counterpart needs this variable only if the variable is a
        // live-out variable of the fragment.
        let live_outs: Vec<String> =
            fragment.live_outs.iter().map(|out| names.get(&out.name).cloned()).collect::<Option<Vec<_>>>()?;
        let used = |own: &String| reads.contains(own) || live_outs.contains(own);
        let own: Vec<Option<String>> =
            fragment.variables().map(|v| names.get(&v.name).filter(|own| used(own)).cloned()).collect();
        // A block has no counterpart if the port has no variable for one of the block's free variables.
        let is_without = |v: &ContextVariable| !names.contains_key(&v.name);
        if is_block && fragment.free.iter().any(is_without) {
            return None;
        }
        let own_names: Vec<&String> = own.iter().flatten().collect();
        let has_duplicate = own_names.iter().enumerate().any(|(at, name)| own_names[..at].contains(name));
        if has_duplicate || !reads.iter().all(|name| own_names.contains(&name)) {
            return None;
        }
        let tokens = distance::tokens(span.slice(&self.source.python.text));
        let similarity = distance::similarity(&self.java_tokens(fragment, names), &tokens, distance::common_spelling);
        Some(FragmentCounterpart { span, is_block, names: own, live_outs, similarity, is_negated: false })
    }
}

/// Reports whether a fragment of the kind `Block` contains a `return` statement.
///
/// The kind `Ending` may contain `return` statements, so the result for it is false.
fn holds_return(tree: &Tree, nodes: &[NodeId], piece: FragmentKind) -> bool {
    let all = || nodes.iter().flat_map(|node| tree.preorder(*node));
    let returns = all().any(|id| matches!(tree.kind(id), Kind::Return));
    piece == FragmentKind::Block && returns
}
