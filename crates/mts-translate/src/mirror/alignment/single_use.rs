//! Finds Java variables whose value the function reads only once.
//!
//! At the place of this read, the port may have the value itself in place of a variable.

use super::variables::{JavaVariable, Variables};
use crate::mirror::match_rules::{assignment, is_same};
use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;
use std::collections::BTreeMap;

/// Maps each read of such a variable to the value of the variable.
///
/// The statement before the read assigns the variable, and no other code reads or assigns the variable. In the
/// statement with the read, no read of a local variable comes before this read. The result also has the third statement
/// of a swap, because a port may write a swap as one statement.
pub(in crate::mirror) fn values(java: &Tree, variables: &Variables) -> BTreeMap<NodeId, NodeId> {
    let mut named: BTreeMap<JavaVariable, Vec<NodeId>> = BTreeMap::new();
    let all = java.preorder(java.root);
    for (at, variable) in all.iter().filter_map(|at| Some((*at, variables.get(*at)?))) {
        named.entry(variable).or_default().push(at);
    }
    named.values().filter_map(|places| single(java, variables, places)).collect()
}

/// Returns the only read of a variable among these places, with the variable's value.
fn single(java: &Tree, variables: &Variables, places: &[NodeId]) -> Option<(NodeId, NodeId)> {
    let is_bare = |at: NodeId| {
        java.node(at).parent.is_some_and(|own| *java.kind(own) == Kind::Declare && java.children(own).len() == 1)
    };
    let used: Vec<NodeId> = places.iter().copied().filter(|at| !is_bare(*at)).collect();
    let [given, read] = used.as_slice() else { return None };
    let giving = java.statement_of(*given);
    let (target, value) = assignment(java, giving)?;
    let own = java.node(giving).parent.filter(|own| *java.kind(*own) == Kind::Block)?;
    let using = java.statement_of(*read);
    let mut next = java.children(own).iter().skip_while(|at| **at != giving).skip(1);
    let (second, third) = (*next.next()?, next.next());
    if target != *given || java.ancestors(*read).any(|at| *java.kind(at) == Kind::Lambda) {
        return None;
    }
    if third == Some(&using) {
        // The swap `t = a; a = b; b = t`
        let ((a, b), (to, from)) = (assignment(java, second)?, assignment(java, using)?);
        return (from == *read && is_same(java, a, value) && is_same(java, b, to)).then_some((*read, value));
    }
    let is_plain = matches!(java.kind(using), Kind::ExprStmt | Kind::Return | Kind::Declare);
    let mut names = java.preorder(using).into_iter().filter(|at| {
        let is_declared = *java.kind(using) == Kind::Declare && java.child(using, 0) == Some(*at);
        !is_declared && variables.get(*at).is_some_and(|variable| variables.is_local[variable.0])
    });
    (second == using && is_plain && names.next() == Some(*read)).then_some((*read, value))
}
