//! Which Python node is the counterpart of which Java node, and why. Variables are unified while
//! statements are matched by an edit script over statement lists; the best-scoring way of
//! [`super::match_rules`] decides below that. Deterministic: ties go to the first.

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
use variables::{JavaVariable, Variables};

pub(super) use node_match::NodeMatch;

/// How often names are voted on before they are settled.
const ROUNDS: usize = 3;

/// The alignment of a Java function and its port.
pub(super) struct Alignment {
    /// The port's tree, with some shorthand spelled out as nodes without text (see [`port`]).
    pub port: Tree,
    matches: Vec<Option<NodeMatch>>,
    /// Reads of variables of one use, with the values that they read (see [`temporaries`]).
    pub temporaries: BTreeMap<NodeId, NodeId>,
    /// Python statement of an increment that Java has inside an expression.
    pub splits: BTreeMap<NodeId, NodeId>,
    /// Which Java variable each name is.
    pub variables: Variables,
    /// Python name of each variable that has one.
    pub names: BTreeMap<JavaVariable, String>,
}

impl Alignment {
    /// Aligns two functions.
    pub fn new(pair: &Pair, java: &Tree, python: &Tree, file: &SourceFile) -> Self {
        let variables = Variables::resolve(java);
        let temporaries = single_use::values(java, &variables);
        let mut port = python.clone();
        inline_helpers::see_through(&mut port, file);
        let mut names = BTreeMap::new();
        for round in 0..=ROUNDS {
            let settled = round == ROUNDS;
            let aliases = converted(&port, &names);
            let known = InlinedValues::find(java, &variables, &port);
            let mut matcher =
                Matcher::new(pair, java, &port, (&variables, &temporaries, &known), (&names, &aliases), round, settled);
            matcher.commit(java.root, port.root);
            let Matcher { matches, splits, votes, .. } = matcher;
            if settled {
                return Self { port, matches, temporaries, splits, variables, names };
            }
            names = elect(pair, java, &port, &variables, &votes);
            normalize_port::spell_out(java, &mut port, &matches);
        }
        Self { matches: vec![None; java.nodes.len()], port, temporaries, splits: BTreeMap::new(), variables, names }
    }

    /// The counterpart of a Java node.
    pub fn get(&self, j: NodeId) -> Option<NodeMatch> {
        self.matches.get(j.0 as usize).copied().flatten()
    }
}
