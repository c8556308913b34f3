//! Maps Java variables to names of the port by votes.
//!
//! Each match of a Java name with a Python name is a vote.

use super::variables::{JavaVariable, Variables, normal};
use mts_lang::ir::{Kind, Tree};
use mts_model::{NodeId, Pair};
use std::collections::{BTreeMap, BTreeSet};

/// The votes for each Java variable: the number of its matches with each Python name.
pub(super) type Votes = BTreeMap<JavaVariable, BTreeMap<String, f64>>;

/// Chooses the Python name of each Java variable: the name with the most votes.
///
/// The function adds votes for the parameter at the same position and for a name with the same spelling. It ignores
/// names that cannot have the value of the variable.
pub(super) fn elect(
    pair: &Pair,
    java: &Tree,
    port: &Tree,
    variables: &Variables,
    votes: &Votes,
) -> BTreeMap<JavaVariable, String> {
    let mut out = BTreeMap::new();
    let no_votes = BTreeMap::new();
    for at in 0..variables.names.len() {
        let variable = JavaVariable(at);
        let mut count = votes.get(&variable).unwrap_or(&no_votes).clone();
        if at < java.params.len() {
            if let Some(name) = param_name(pair, port, at) {
                if variables.is_written(java, variable) || !is_overwritten(port, &name) {
                    *count.entry(name).or_insert(0.0) += 1.5;
                } else {
                    // If the port assigns this name another value, the name does not stand for Java's parameter.
                    count.remove(&name);
                }
            }
        } else {
            let started = variables.started_as(java, variable);
            let is_other = |name: &String| {
                let own = (0..java.params.len()).find(|at| param_name(pair, port, *at).as_ref() == Some(name));
                own.is_some_and(|own| started != Some(JavaVariable(own)))
            };
            // A name that the port never assigns is a constant of the module. Such a name can match only a variable
            // with the same spelling.
            let has_same_words = |name: &str| normal(name) == normal(&variables.names[at]);
            count.retain(|name, _| !is_other(name) && (has_same_words(name) || is_assigned(port, name)));
            for (name, votes) in &mut count {
                if normal(name) == normal(&variables.names[at]) {
                    *votes += 0.5;
                }
            }
        }
        let mut best: Option<(&String, f64)> = None;
        for (name, votes) in &count {
            if best.is_none_or(|(_, most)| *votes > most) {
                best = Some((name, *votes));
            }
        }
        if let Some((name, _)) = best {
            out.insert(variable, name.clone());
        }
    }
    out
}

/// Reports whether the port may assign a name.
///
/// A parameter, a statement, or code that the tree does not model can assign the name.
fn is_assigned(port: &Tree, name: &str) -> bool {
    let holds =
        |id: NodeId| port.preorder(id).into_iter().any(|at| matches!(port.kind(at), Kind::Name(own) if own == name));
    let gives = |at: NodeId| match port.kind(at) {
        Kind::Assign | Kind::Walrus | Kind::Declare | Kind::AugAssign(_) | Kind::Increment(_) | Kind::ForEach => {
            port.child(at, 0).is_some_and(holds)
        }
        Kind::Comprehension | Kind::Lambda | Kind::Catch { .. } | Kind::Try { .. } | Kind::Opaque(_) => holds(at),
        _ => false,
    };
    port.params.iter().any(|param| holds(*param)) || port.preorder(port.root).into_iter().any(gives)
}

/// Reports whether the port assigns another value to a name.
///
/// A conversion of the name's own value (`s = list(s)`) does not count.
fn is_overwritten(port: &Tree, name: &str) -> bool {
    let is = |id: NodeId| matches!(port.kind(id), Kind::Name(own) if own == name);
    let is_converted = |value: NodeId| match (port.kind(value), port.children(value)) {
        (Kind::Call { .. }, [.., last]) => is(*last),
        _ => false,
    };
    port.preorder(port.root).into_iter().any(|at| match (port.kind(at), port.children(at)) {
        (Kind::Assign | Kind::Walrus, [target, value]) => is(*target) && !is_converted(*value),
        (Kind::AugAssign(_) | Kind::Increment(_) | Kind::ForEach, [target, ..]) => is(*target),
        _ => false,
    })
}

/// Returns the additional names of variables for converted values, as in `chars = list(s)`.
pub(super) fn converted(port: &Tree, names: &BTreeMap<JavaVariable, String>) -> BTreeSet<(JavaVariable, String)> {
    let assigned = port.preorder(port.root).into_iter().filter_map(|at| match (port.kind(at), port.children(at)) {
        (Kind::Assign, [target, value]) => Some((port.kind(*target), *value)),
        _ => None,
    });
    assigned
        .filter_map(|(target, value)| {
            let (Kind::Name(new), Kind::Name(old)) = (target, port.kind(form_of(port, value)?)) else { return None };
            let mut called = names.iter().filter(|(_, name)| *name == old);
            let (variable, _) = called.next().filter(|_| called.next().is_none())?;
            (!names.values().any(|name| name == new)).then(|| (*variable, new.clone()))
        })
        .collect()
}

/// Returns the operand of a conversion to a string, a list or a tuple.
fn form_of(port: &Tree, value: NodeId) -> Option<NodeId> {
    let Kind::Call { name, has_receiver } = port.kind(value) else { return None };
    let is_form = matches!((name.as_str(), has_receiver), ("list" | "str" | "tuple", false) | ("join", true));
    port.children(value).last().copied().filter(|_| is_form)
}

/// Returns the Python parameter that corresponds to a Java parameter.
pub(super) fn param_name(pair: &Pair, port: &Tree, at: usize) -> Option<String> {
    let position = pair.arguments.get(at).copied().unwrap_or(at);
    match port.params.get(position).map(|id| port.kind(*id)) {
        Some(Kind::Name(name)) => Some(name.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_lang::SourceFile;
    use mts_model::Language;

    #[test]
    fn every_form_of_binding_assigns_a_name() {
        let text = "from math import inf\n\n\ndef f(a, k=2):\n    best = low = inf\n    for i, x in enumerate(a):\n        best = min(best, x)\n        low -= MOD\n    if (n := len(a)) > 2:\n        return [y for y in a]\n    return best\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parses");
        let tree = file.lower(&file.functions[0]).expect("lowers");
        let given = |names: &[&str]| names.iter().map(|name| is_assigned(&tree, name)).collect::<Vec<_>>();
        assert_eq!(given(&["a", "k", "best", "low", "i", "x", "n"]), [true; 7]);
        assert_eq!(given(&["inf", "MOD", "min", "none"]), [false; 4]);
    }
}
