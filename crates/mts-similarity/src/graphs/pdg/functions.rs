//! Finds module-level functions, and the names that the module binds.

use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// Returns the two functions to compare: one of the reference, one of the candidate.
///
/// # Errors
/// Returns the reason if a text has no function at its top level.
pub(super) fn common(reference: &Syntax, candidate: &Syntax) -> Result<(NodeId, NodeId), String> {
    let (lefts, rights) = (top_level(reference), top_level(candidate));
    let (Some(first_left), Some(first_right)) = (lefts.first(), rights.first()) else {
        let side = if lefts.is_empty() { "reference" } else { "candidate" };
        return Err(format!("the {side} has no function at its top level"));
    };
    let only = |syntax: &Syntax, all: &[NodeId], wanted: &str| {
        let mut named = all.iter().copied().filter(|id| name(syntax, *id) == wanted);
        named.next().filter(|_| named.next().is_none())
    };
    let shared = lefts.iter().find_map(|left| {
        let name = name(reference, *left);
        Some((only(reference, &lefts, name)?, only(candidate, &rights, name)?))
    });
    Ok(shared.unwrap_or((*first_left, *first_right)))
}

fn top_level(syntax: &Syntax) -> Vec<NodeId> {
    let undecorated = |id| match syntax.kind(id) {
        "decorated_definition" => syntax.field(id, "definition"),
        _ => Some(id),
    };
    syntax.parts(0).filter_map(undecorated).filter(|id| syntax.kind(*id) == "function_definition").collect()
}

fn name(syntax: &Syntax, function: NodeId) -> &str {
    syntax.field(function, "name").map_or("", |id| syntax.text(id))
}

/// Returns the names that the module's top level imports, defines or assigns. The name `*` is included if the module
/// imports all names of another module.
pub(super) fn bound(syntax: &Syntax) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for statement in syntax.parts(0) {
        match syntax.kind(statement) {
            "import_statement" | "import_from_statement" | "future_import_statement" => {
                for id in syntax.parts(statement).filter(|id| syntax.node(*id).field != Some("module_name")) {
                    let alias = if syntax.kind(id) == "aliased_import" { syntax.field(id, "alias") } else { None };
                    let text = syntax.text(alias.unwrap_or(id));
                    names.insert(text.split('.').next().unwrap_or(text).trim().to_owned());
                }
            }
            "function_definition" | "class_definition" => {
                names.insert(name(syntax, statement).to_owned());
            }
            "decorated_definition" => {
                let definition = syntax.field(statement, "definition");
                names.extend(definition.map(|id| name(syntax, id).to_owned()));
            }
            "expression_statement" => {
                for id in syntax.below(statement).filter(|id| syntax.kind(*id) == "assignment") {
                    let left = syntax.field(id, "left").map_or(0..0, |left| syntax.below(left));
                    let is_name = |id: &NodeId| syntax.kind(*id) == "identifier";
                    names.extend(left.filter(is_name).map(|id| syntax.text(id).to_owned()));
                }
            }
            _ => {}
        }
    }
    names
}
