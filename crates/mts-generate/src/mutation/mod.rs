//! Method-level mutation operators of muJava on the common IR of a Java function.
//!
//! The operators follow Ma, Offutt 2005 and Offutt, Ma, Kwon 2006. The deletion operators follow
//! Deng, Offutt, Li 2013. An operator returns typed changes ([`Change`]). The module `edits` writes
//! changes as text, and `mutant_id` gives each mutant its id. The engine runs the mutants.

pub mod classes;
mod context;
mod edits;
mod mutant_id;
mod operators;
mod reachability;
pub mod sample;
pub mod suppress;
mod type_check;

#[cfg(test)]
mod operator_laws;
#[cfg(test)]
mod test_support;

use context::Context;

use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::{Change, Function, Mutant, NodeId, Operator, OperatorProfile, TextEdit};
use serde::Serialize;
use std::collections::BTreeSet;

/// The choice of mutants to generate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MutationOptions {
    /// The profile: exactly like muJava, or with the default rules.
    pub profile: OperatorProfile,
    /// The operators. Order and repetition do not matter.
    pub operators: Vec<Operator>,
}

impl Default for MutationOptions {
    fn default() -> Self {
        Self { profile: OperatorProfile::Default, operators: Operator::ALL.to_vec() }
    }
}

/// Makes mutants from changes that another module chose.
///
/// Each item of `changes` is an operator, the changed node and the edits. The ids and summaries have the same form
/// as those of [`mutants`].
#[must_use]
pub fn mutants_from_changes(
    file: &SourceFile,
    function: &Function,
    tree: &Tree,
    pair_key: &str,
    changes: impl IntoIterator<Item = (Operator, NodeId, Vec<TextEdit>)>,
) -> Vec<Mutant> {
    let context = Context::new(file, function, tree, OperatorProfile::Default);
    let mut namer = mutant_id::MutantNamer::new(&context, pair_key);
    changes.into_iter().map(|(operator, node, edits)| namer.name(operator, Change::Opaque { node }, edits)).collect()
}

/// Returns the mutants of a function with new ids, which depend on `pair_key`.
#[must_use]
pub fn under_key(
    file: &SourceFile,
    function: &Function,
    tree: &Tree,
    pair_key: &str,
    profile: OperatorProfile,
    mutants: Vec<Mutant>,
) -> Vec<Mutant> {
    let context = Context::new(file, function, tree, profile);
    let mut namer = mutant_id::MutantNamer::new(&context, pair_key);
    mutants.into_iter().map(|mutant| namer.name(mutant.operator, mutant.change, mutant.edits)).collect()
}

/// Returns the mutants of a Java function, by operator, then in source order.
///
/// `tree` is the function's common IR; `pair_key` is part of the ids. Profile `Default` omits mutants
/// that certainly do not compile, and mutants with the text of another mutant or of the original. In
/// profile `MuJava` a method named `main` has no mutants.
#[must_use]
pub fn mutants(
    file: &SourceFile,
    function: &Function,
    tree: &Tree,
    pair_key: &str,
    options: &MutationOptions,
) -> Vec<Mutant> {
    if options.profile == OperatorProfile::MuJava && function.name == "main" {
        return Vec::new();
    }
    let context = Context::new(file, function, tree, options.profile);
    let checked = reachability::ReachabilityCheck::new(&context);
    let mut namer = mutant_id::MutantNamer::new(&context, pair_key);
    let mut seen = BTreeSet::new();
    let mut mutants = Vec::new();
    for rule in operators::rules() {
        if !options.operators.contains(&rule.operator) {
            continue;
        }
        for change in (rule.find)(&context) {
            let is_default = options.profile == OperatorProfile::Default;
            if is_default && !(type_check::fits(&context, &change) && checked.allows(&change)) {
                continue;
            }
            let edits = edits::edits(&context, &change);
            if is_default && !edits::text_change(&context, &edits).is_some_and(|key| seen.insert(key)) {
                continue;
            }
            mutants.push(namer.name(rule.operator, change, edits));
        }
    }
    mutants
}
