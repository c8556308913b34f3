//! Builds the control flow of a function from its statements.

use super::flow::{Effects, Flow, unsupported};
use super::statements::Builder;
use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// Returns the control flow of a function.
///
/// # Errors
/// Returns the unsupported syntax as the error if the function has such syntax.
pub(super) fn control_flow(syntax: &Syntax, function: NodeId) -> Result<Flow, String> {
    if syntax.node(function).children.iter().any(|child| syntax.kind(*child) == "async") {
        return Err(unsupported(syntax, function));
    }
    let parameters = syntax.field(function, "parameters").map(|id| parameters(syntax, id)).unwrap_or_default();
    let body = syntax.field(function, "body").ok_or_else(|| unsupported(syntax, function))?;
    let mut locals: BTreeSet<String> = parameters.iter().cloned().collect();
    assigned(syntax, body, &mut locals);
    let mut builder = Builder::new(syntax, &locals);
    let entry = Effects { defines: parameters.iter().cloned().collect(), ..Effects::default() };
    builder.add(format!("entry {}", parameters.len()), entry);
    let mut ends = builder.block(body, vec![(0, true)])?;
    ends.append(&mut builder.exits);
    // The entry is a predicate. Its true branch runs the function, and its false branch goes to the exit.
    ends.push((0, false));
    let exit = builder.nodes.len();
    for (from, branch) in ends {
        builder.nodes[from].next.push((exit, branch));
    }
    let free = builder.nodes.iter().flat_map(|node| node.effects.free.iter().cloned()).collect();
    Ok(Flow { nodes: builder.nodes, free })
}

/// Returns the names of the parameters.
fn parameters(syntax: &Syntax, list: NodeId) -> Vec<String> {
    let name = |id: NodeId| {
        let named = syntax.field(id, "name").unwrap_or(id);
        let is_name = |id: &NodeId| syntax.kind(*id) == "identifier";
        syntax.below(named).find(is_name).map(|id| syntax.text(id).to_owned())
    };
    syntax.parts(list).filter_map(name).collect()
}

/// Collects the names that a body assigns. These names are local variables.
fn assigned(syntax: &Syntax, body: NodeId, locals: &mut BTreeSet<String>) {
    for id in syntax.below(body) {
        if matches!(syntax.kind(id), "assignment" | "augmented_assignment" | "for_statement") {
            let mut todo: Vec<NodeId> = syntax.field(id, "left").into_iter().collect();
            while let Some(target) = todo.pop() {
                match syntax.kind(target) {
                    "identifier" => {
                        locals.insert(syntax.text(target).to_owned());
                    }
                    "attribute" | "subscript" => {}
                    _ => todo.extend(syntax.parts(target)),
                }
            }
        }
    }
}
