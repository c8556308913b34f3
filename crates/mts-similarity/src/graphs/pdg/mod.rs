//! Builds the program dependence graph of a Python function (Ferrante et al. 1987). The nodes are the entry, the simple
//! statements and the predicates. The edges are control and data dependences. The graph does not depend on the names of
//! local variables.

mod builtins;
mod control_flow;
mod dependence;
mod expressions;
mod flow;
mod functions;
mod graph;
mod statements;

pub use graph::{EdgeKind, Graph};
use mts_lang::syntax::Syntax;

/// Returns the graphs of the function that both texts define.
///
/// This function is the first function of the reference whose name each text defines exactly once. If there is no such
/// function, the result has the graph of the first function of each text.
///
/// # Errors
/// Returns the reason if a text is nested too deeply or has no function. Also returns the reason if a function has
/// unsupported syntax or uses a variable without a definition, or if the candidate reads an undefined name.
pub fn of_both(reference: &Syntax, candidate: &Syntax) -> Result<(Graph, Graph), String> {
    for (side, syntax) in [("reference", reference), ("candidate", candidate)] {
        if syntax.depth() > crate::trees::dataflow::DEEPEST {
            return Err(format!("the {side} is nested deeper than {} levels", crate::trees::dataflow::DEEPEST));
        }
    }
    let (left, right) = functions::common(reference, candidate)?;
    let left = control_flow::control_flow(reference, left).map_err(|reason| format!("the reference has {reason}"))?;
    let right = control_flow::control_flow(candidate, right).map_err(|reason| format!("the candidate has {reason}"))?;
    let bound = functions::bound(candidate);
    let unknown = right.free.iter().find(|name| {
        !(left.free.contains(*name) || builtins::is_builtin(name) || bound.contains(*name) || bound.contains("*"))
    });
    if let Some(name) = unknown {
        return Err(format!("the candidate uses `{name}`, which has no definition"));
    }
    let graph = |flow: &flow::Flow, side| dependence::graph(flow).map_err(|reason| format!("the {side} has {reason}"));
    Ok((graph(&left, "reference")?, graph(&right, "candidate")?))
}

#[cfg(test)]
mod tests;
