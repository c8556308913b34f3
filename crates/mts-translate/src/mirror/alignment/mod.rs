//! Finds, for each node of a Java function, the matching node of the port.
//!
//! An edit script aligns statement lists, and the same pass collects votes that map Java variables to Python names. For
//! expressions, the rule of [`super::match_rules`] with the highest score decides. The result is deterministic: of
//! candidates with equal scores, the first candidate wins.

pub(super) mod inline_helpers;
mod inlined_values;
mod lists;
mod matcher;
mod name_voting;
mod node_match;
pub(super) mod normalize_port;
pub(super) mod single_use;
pub(super) mod variables;

use inlined_values::InlinedValues;
use matcher::Matcher;
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::{NodeId, Pair};
use name_voting::{converted, elect};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use variables::{JavaVariable, Variables};

pub(super) use node_match::NodeMatch;

/// The alignment of a pair, which the mirror computes at the first use.
#[derive(Default)]
pub struct LazyAlignment(OnceLock<Alignment>);

impl LazyAlignment {
    /// Returns the alignment. The function calls `make` at the first use.
    pub(super) fn get_or_init(&self, make: impl FnOnce() -> Alignment) -> &Alignment {
        self.0.get_or_init(make)
    }
}

/// The number of rounds in which the matches vote on the names of variables.
const ROUNDS: usize = 3;

/// The alignment of a Java function and its port: the matches of nodes and names.
pub(super) struct Alignment {
    /// The port's tree, in which longer forms replace some short forms (see [`normalize_port`]).
    pub port: Tree,
    matches: Vec<Option<NodeMatch>>,
    /// The reads of Java variables that are read once, with the values (see [`single_use`]).
    pub single_use_values: BTreeMap<NodeId, NodeId>,
    /// The Python statement of each Java increment that is part of an expression.
    pub splits: BTreeMap<NodeId, NodeId>,
    /// The Java variable that each name of the Java function denotes.
    pub variables: Variables,
    /// The Python name of each Java variable that has a name in the port.
    pub names: BTreeMap<JavaVariable, String>,
}

impl Alignment {
    /// Aligns a Java function and its port.
    pub fn new(pair: &Pair, java: &Tree, python: &Tree, file: &SourceFile) -> Self {
        let variables = Variables::resolve(java);
        let single_use_values = single_use::values(java, &variables);
        let mut port = python.clone();
        inline_helpers::see_through(&mut port, file);
        let mut names = BTreeMap::new();
        for round in 0..=ROUNDS {
            let is_last = round == ROUNDS;
            let aliases = converted(&port, &names);
            let known = InlinedValues::find(java, &variables, &port);
            let mut matcher = Matcher::new(
                pair,
                java,
                &port,
                (&variables, &single_use_values, &known),
                (&names, &aliases),
                round,
                is_last,
            );
            matcher.commit(java.root, port.root);
            let Matcher { matches, splits, votes, .. } = matcher;
            if is_last {
                return Self { port, matches, single_use_values, splits, variables, names };
            }
            names = elect(pair, java, &port, &variables, &votes);
            normalize_port::expand_short_forms(java, &mut port, &matches);
        }
        Self {
            matches: vec![None; java.nodes.len()],
            port,
            single_use_values,
            splits: BTreeMap::new(),
            variables,
            names,
        }
    }

    /// Returns the counterpart of a Java node.
    pub fn get(&self, j: NodeId) -> Option<NodeMatch> {
        self.matches.get(j.0 as usize).copied().flatten()
    }
}
