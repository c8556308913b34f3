//! The control flow of a function's statements: which may run after which, and what each uses and defines.

use super::statements::Builder;
use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// What running a node does to names.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Local variables it reads.
    pub(super) uses: BTreeSet<String>,
    /// Local variables it sets.
    pub(super) defines: BTreeSet<String>,
    /// Local variables whose object it changes: what defined them before still matters.
    pub(super) changes: BTreeSet<String>,
    /// Names from outside the function.
    pub(super) free: BTreeSet<String>,
}

/// A node: the entry, a simple statement or a predicate.
pub(super) struct Node {
    pub(super) label: String,
    pub(super) effects: Effects,
    /// What may run next, and whether it does so because the node is true. The number of nodes is the exit.
    pub(super) next: Vec<(usize, bool)>,
}

/// The statements of a function in source order, its entry first.
pub(super) struct Flow {
    pub(super) nodes: Vec<Node>,
    /// Names that the function takes from outside.
    pub(super) free: BTreeSet<String>,
}

impl Flow {
    /// The flow of a function definition, or what it has that is not supported.
    pub(super) fn of(syntax: &Syntax, function: NodeId) -> Result<Self, String> {
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
        // Whether anything runs at all is decided at the entry.
        ends.push((0, false));
        let exit = builder.nodes.len();
        for (from, branch) in ends {
            builder.nodes[from].next.push((exit, branch));
        }
        let free = builder.nodes.iter().flat_map(|node| node.effects.free.iter().cloned()).collect();
        Ok(Self { nodes: builder.nodes, free })
    }
}

/// The reason why a function has no graph: what its syntax is called, and where it is.
pub(super) fn unsupported(syntax: &Syntax, id: NodeId) -> String {
    let line = syntax.text[..syntax.node(id).span.start].matches('\n').count() + 1;
    let is_async = syntax.node(id).children.iter().any(|child| syntax.kind(*child) == "async");
    let name = if is_async { format!("async {}", syntax.kind(id)) } else { syntax.kind(id).to_owned() };
    format!("in line {line} what dependence graphs do not cover: {}", name.replace('_', " "))
}

/// The names of the parameters.
fn parameters(syntax: &Syntax, list: NodeId) -> Vec<String> {
    let name = |id: NodeId| {
        let named = syntax.field(id, "name").unwrap_or(id);
        let is_name = |id: &NodeId| syntax.kind(*id) == "identifier";
        syntax.below(named).find(is_name).map(|id| syntax.text(id).to_owned())
    };
    syntax.parts(list).filter_map(name).collect()
}

/// Names that are assigned somewhere in a body, which makes them local.
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
