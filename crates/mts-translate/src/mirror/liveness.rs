//! Finds the live variables after a statement of the port.
//!
//! A name is live after a statement if the port may later read the name before it assigns the name again. The result
//! may have too many names, because a construct that the analysis does not know counts as a read of all names in it.

use super::edits::desugar_range;
use super::match_rules::LoopParts;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::NodeId;
use std::collections::BTreeSet;

type NameSet = BTreeSet<String>;

/// Returns the names that are live after this statement.
///
/// `None` if the statement is inside a construct that the analysis does not know.
pub(super) fn after(tree: &Tree, statement: NodeId) -> Option<NameSet> {
    let mut walk = LivenessAnalysis { tree, wanted: statement, found: None };
    walk.before(tree.root, &NameSet::new(), &LiveAtJumps::default());
    // A nested function may read its names at any time.
    let captured = tree.preorder(tree.root).into_iter().filter(|at| {
        matches!(tree.kind(*at), Kind::Lambda | Kind::Opaque("function_definition" | "class_definition" | "lambda"))
    });
    let captured: Vec<String> = captured.flat_map(|at| desugar_range::names(tree, at)).collect();
    walk.found.map(|mut found| {
        found.extend(captured);
        found
    })
}

/// The names that are live at the targets of `break`, `continue` and exceptions.
#[derive(Clone, Default)]
struct LiveAtJumps {
    on_break: NameSet,
    on_continue: NameSet,
    /// The names that are live at the start of enclosing exception handlers.
    caught: NameSet,
}

struct LivenessAnalysis<'t> {
    tree: &'t Tree,
    wanted: NodeId,
    found: Option<NameSet>,
}

impl LivenessAnalysis<'_> {
    fn reads(&self, id: NodeId) -> NameSet {
        desugar_range::names(self.tree, id).into_iter().collect()
    }

    /// Returns the names to which an assignment with this target gives new values.
    fn assigned_names(&self, target: NodeId) -> NameSet {
        match (self.tree.kind(target), self.tree.children(target)) {
            (Kind::Name(name), _) => NameSet::from([name.clone()]),
            (Kind::Tuple, parts) => parts.iter().flat_map(|part| self.assigned_names(*part)).collect(),
            _ => NameSet::new(),
        }
    }

    /// Returns the names that are live before a statement. `after` has the names that are live after it.
    fn before(&mut self, id: NodeId, after: &NameSet, jumps: &LiveAtJumps) -> NameSet {
        if id == self.wanted {
            let mut found = self.found.take().unwrap_or_default();
            found.extend(after.iter().cloned());
            found.extend(jumps.caught.iter().cloned());
            self.found = Some(found);
        }
        let tree = self.tree;
        let children = tree.children(id);
        match tree.kind(id) {
            Kind::Block => {
                let mut live = after.clone();
                for child in children.iter().rev() {
                    live = self.before(*child, &live, jumps);
                }
                live
            }
            Kind::If => {
                let mut live = self.reads(children[0]);
                live.extend(self.before(children[1], after, jumps));
                match children.get(2) {
                    Some(other) => live.extend(self.before(*other, after, jumps)),
                    None => live.extend(after.iter().cloned()),
                }
                live
            }
            Kind::While => {
                let left = match children.get(2) {
                    Some(other) => self.before(*other, after, jumps),
                    None => after.clone(),
                };
                let mut head = self.reads(children[0]);
                head.extend(left);
                self.around(children[1], head, &NameSet::new(), after, jumps)
            }
            Kind::For { .. } if tree.node(id).form == Form::Range => {
                let parts = LoopParts::from_node(tree, id);
                let variable = parts.inits.first().and_then(|init| tree.child(*init, 0));
                let assigned = variable.map(|at| self.assigned_names(at)).unwrap_or_default();
                let mut live = self.around(parts.body, after.clone(), &assigned, after, jumps);
                // Python evaluates start, bound and step once, and does not read the variable in the header.
                let header = &children[..children.len() - 1];
                live.extend(header.iter().flat_map(|part| self.reads(*part)).filter(|name| !assigned.contains(name)));
                live
            }
            Kind::ForEach => {
                let assigned = self.assigned_names(children[0]);
                let mut live = self.around(children[2], after.clone(), &assigned, after, jumps);
                live.extend(self.reads(children[1]));
                live
            }
            Kind::Break { .. } => jumps.on_break.clone(),
            Kind::Continue { .. } => jumps.on_continue.clone(),
            Kind::Return | Kind::Throw => {
                let mut live = self.reads(id);
                live.extend(jumps.caught.iter().cloned());
                live
            }
            Kind::ExprStmt | Kind::Group | Kind::Declare | Kind::Assign => self.simple(id, after),
            _ => {
                let mut live = self.reads(id);
                live.extend(after.iter().cloned());
                let inside = LiveAtJumps {
                    on_break: live.union(&jumps.on_break).cloned().collect(),
                    on_continue: live.union(&jumps.on_continue).cloned().collect(),
                    caught: live.union(&jumps.caught).cloned().collect(),
                };
                for child in children.iter().filter(|child| tree.kind(**child).is_statement()) {
                    self.before(*child, &live.clone(), &inside);
                }
                live
            }
        }
    }

    /// Returns the names that are live before a loop. `head` has the names that are live when the loop ends at its
    /// head, and `assigned` has the names that the header assigns.
    fn around(
        &mut self,
        body: NodeId,
        head: NameSet,
        assigned: &NameSet,
        after: &NameSet,
        jumps: &LiveAtJumps,
    ) -> NameSet {
        let mut live = head;
        loop {
            let inside =
                LiveAtJumps { on_break: after.clone(), on_continue: live.clone(), caught: jumps.caught.clone() };
            let within = self.before(body, &live.clone(), &inside);
            let before = live.len();
            live.extend(within.into_iter().filter(|name| !assigned.contains(name)));
            if live.len() == before {
                return live;
            }
        }
    }

    /// Returns the names that are live before an assignment or a call.
    ///
    /// Such a statement reads all its values before it assigns its first name.
    fn simple(&self, id: NodeId, after: &NameSet) -> NameSet {
        let tree = self.tree;
        let inner = |at: NodeId| if *tree.kind(at) == Kind::ExprStmt { tree.child(at, 0).unwrap_or(at) } else { at };
        let parts: Vec<NodeId> = match tree.kind(id) {
            Kind::Group => tree.children(id).iter().map(|child| inner(*child)).collect(),
            _ => vec![inner(id)],
        };
        let (mut live, mut reads) = (after.clone(), NameSet::new());
        for part in parts {
            match (tree.kind(part), tree.children(part)) {
                (Kind::Assign | Kind::Declare, [target, value]) => {
                    let assigned = self.assigned_names(*target);
                    live.retain(|name| !assigned.contains(name));
                    if assigned.is_empty() {
                        reads.extend(self.reads(*target));
                    }
                    reads.extend(self.reads(*value));
                }
                _ => reads.extend(self.reads(part)),
            }
        }
        live.extend(reads);
        live
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_lang::SourceFile;
    use mts_model::Language;

    /// Returns the live names after the statement that starts with `place`.
    fn left(body: &str, place: &str) -> Vec<String> {
        let text = format!("def f(a, n):\n{body}");
        let file = SourceFile::parse("t.py", text.clone(), Language::Python).expect("parses");
        let tree = file.lower(&file.functions[0]).expect("lowers");
        let is = |at: &NodeId| {
            *tree.kind(*at) != Kind::Block && tree.kind(*at).is_statement() && tree.text(*at, &text).starts_with(place)
        };
        let at = tree.preorder(tree.root).into_iter().find(is).expect("there");
        after(&tree, at).expect("understood").into_iter().collect()
    }

    #[test]
    fn a_name_is_live_until_it_is_reassigned() {
        assert_eq!(left("    s = sum(a)\n    s = s + n\n    return s\n", "s = sum"), ["n", "s"]);
        assert_eq!(left("    s = sum(a)\n    s = n\n    return s\n", "s = sum"), ["n"]);
        assert_eq!(left("    s = 1\n    s, n = n, s\n    return s\n", "s = 1"), ["n", "s"]);
    }

    #[test]
    fn variables_that_the_next_iteration_reads_are_live_after_the_body() {
        let body = "    s = t = 0\n    while n:\n        t = s\n        s = n\n        n -= 1\n    return a\n";
        assert_eq!(left(body, "t = s"), ["a", "n"]);
        assert_eq!(left(body, "s = n"), ["a", "n", "s"]);
        let range = "    for i in range(n):\n        i = 3\n    for i in range(n):\n        a[i] = 0\n    return a\n";
        assert_eq!(left(range, "i = 3"), ["a", "n"]);
        assert_eq!(left("    for i in range(n):\n        i = 3\n    return i\n", "i = 3"), ["i"]);
    }

    #[test]
    fn liveness_follows_jumps() {
        let body = "    while n:\n        s = 1\n        t = 2\n        if n > 3:\n            break\n        return t\n    return s\n";
        assert_eq!(left(body, "s = 1"), ["n", "s"]);
        assert_eq!(left(body, "t = 2"), ["n", "s", "t"]);
    }

    #[test]
    fn variables_that_a_nested_function_reads_are_always_live() {
        let body = "    s = 1\n    def g():\n        return s\n    return g\n";
        assert!(left(body, "s = 1").contains(&"s".to_owned()));
    }
}
