//! Finds path conditions: conditions that hold whenever a function reaches a fragment.
//!
//! The conditions come from enclosing branches and loops, from operands that run earlier, from
//! early exits, and from loop counters. The module drops a condition if code between the condition
//! and the fragment may change the value of the condition.

use crate::fragments::liveness::{self, AccessKind, Locals};
use crate::fragments::purity::{Purity, is_context_type};
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp};

/// Limits of a loop counter.
///
/// A counter starts at a value and has steps of at most `STEP`. The module assumes that its value never exceeds
/// `PASSES`, because no run makes so many passes of a loop.
const STEP: i64 = 1000;
const PASSES: i64 = 1 << 24;

/// A condition as a Java expression, and the names that the expression reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The expression.
    pub text: String,
    /// The variables of the function that the expression reads.
    pub names: Vec<String>,
}

/// Returns the conditions that hold whenever the function reaches a node, nearest first.
#[must_use]
pub fn guards(tree: &Tree, source: &str, node: NodeId, locals: &Locals, purity: &Purity<'_>) -> Vec<Guard> {
    let collector = GuardCollector { tree, source, node, locals, purity };
    let mut out: Vec<Guard> = Vec::new();
    let mut at = node;
    while let Some(parent) = tree.node(at).parent {
        for guard in collector.implied_by(parent, at) {
            if !out.contains(&guard) {
                out.push(guard);
            }
        }
        at = parent;
    }
    out
}

/// Returns the range of a counter as a condition.
///
/// A counter is a variable that starts at small numbers and changes by small constants. The range assumes that no
/// run makes enough passes for an overflow. Returns `None` if the variable is no counter.
#[must_use]
pub fn counter(tree: &Tree, name: &str) -> Option<String> {
    let is_it = |id: NodeId| matches!(tree.kind(id), Kind::Name(own) if own == name);
    if tree.params.iter().any(|param| is_it(*param)) {
        return None;
    }
    let mut starts: Vec<i64> = Vec::new();
    let (mut rises, mut falls) = (false, false);
    let mut counted = |by: i64| {
        rises |= by > 0;
        falls |= by < 0;
    };
    for id in tree.preorder(tree.root) {
        let children = tree.children(id);
        if !children.first().is_some_and(|target| is_it(*target)) {
            continue;
        }
        match (tree.kind(id), children) {
            (Kind::Declare | Kind::Assign, [_, value]) => starts.push(small(tree, *value)?),
            (Kind::AugAssign(BinaryOp::Add), [_, step]) => counted(small(tree, *step)?),
            (Kind::AugAssign(BinaryOp::Sub), [_, step]) => counted(-small(tree, *step)?),
            (Kind::Increment(form), _) => counted(form.delta().into()),
            (Kind::AugAssign(_) | Kind::ForEach | Kind::Catch { .. } | Kind::Lambda, _) => return None,
            _ => {}
        }
    }
    let (least, most) = (*starts.iter().min()?, *starts.iter().max()?);
    let least = if falls { least.min(-PASSES) } else { least };
    let most = if rises { most.max(PASSES) } else { most };
    Some(format!("({name} >= {least} && {name} <= {most})"))
}

/// Returns the value of a literal, if the value is small.
fn small(tree: &Tree, id: NodeId) -> Option<i64> {
    let number = match (tree.kind(id), tree.children(id)) {
        (Kind::Literal(Literal::Int(digits)), _) => digits.parse::<i64>().ok()?,
        (Kind::Unary(UnaryOp::Neg), [inner]) => -small(tree, *inner)?,
        _ => return None,
    };
    (-STEP..=STEP).contains(&number).then_some(number)
}

struct GuardCollector<'a> {
    tree: &'a Tree,
    source: &'a str,
    node: NodeId,
    locals: &'a Locals,
    purity: &'a Purity<'a>,
}

impl GuardCollector<'_> {
    /// Returns the conditions that hold at a child because of its parent.
    ///
    /// For example, the condition of an `if` holds at its first branch.
    fn implied_by(&self, parent: NodeId, child: NodeId) -> Vec<Guard> {
        let tree = self.tree;
        let children = tree.children(parent);
        let Some(place) = children.iter().position(|c| *c == child) else { return Vec::new() };
        let found: Vec<Option<Guard>> = match (tree.kind(parent), children) {
            (Kind::If | Kind::Conditional, [condition, ..]) if place > 0 => {
                vec![self.condition(*condition, place == 1, child)]
            }
            (Kind::While, [condition, _, ..]) if place == 1 => vec![self.condition(*condition, true, child)],
            (Kind::Binary(op @ (BinaryOp::And | BinaryOp::Or)), [left, _]) if place == 1 => {
                vec![self.condition(*left, *op == BinaryOp::And, child)]
            }
            (Kind::For { inits, has_condition, .. }, _) => {
                let condition = children.get(*inits).filter(|_| *has_condition && place > *inits);
                let from = children.iter().take(*inits).filter(|_| place >= *inits);
                let counted = from.filter_map(|init| self.counted(parent, *init));
                condition.map(|c| self.condition(*c, true, child)).into_iter().chain(counted.map(Some)).collect()
            }
            (Kind::Block, _) => children[..place]
                .iter()
                .map(|before| match (tree.kind(*before), tree.children(*before)) {
                    (Kind::If, [condition, then]) if self.leaves(*then) => self.condition(*condition, false, *before),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    /// Reports whether the statement always ends with a `return`, `throw`, `break` or `continue`.
    fn leaves(&self, id: NodeId) -> bool {
        match self.tree.kind(id) {
            Kind::Return | Kind::Throw | Kind::Break { .. } | Kind::Continue { .. } => true,
            Kind::Block => self.tree.children(id).last().is_some_and(|last| self.leaves(*last)),
            _ => false,
        }
    }

    /// Returns the condition or its negation, if its variables are unchanged at the fragment.
    ///
    /// `holds` is false for the negation. The function searches for changes from the start of the node `from` to the
    /// fragment.
    fn condition(&self, condition: NodeId, holds: bool, from: NodeId) -> Option<Guard> {
        let tree = self.tree;
        self.purity.check(&[condition]).ok()?;
        let accesses = liveness::accesses(tree, &[condition]);
        if accesses.iter().any(|access| access.kind != AccessKind::Read) {
            return None;
        }
        let names = self.names(condition)?;
        let start = tree.node(from).outer.start;
        let end = tree.node(self.node).outer.start;
        // Only code between the condition and the fragment can change the value of the condition.
        let is_changed = liveness::accesses(tree, &[tree.root]).iter().any(|access| {
            let at = tree.node(access.node).span.start;
            access.kind == AccessKind::Write && names.contains(&access.name) && at >= start && at < end
        });
        let text = tree.node(condition).span.slice(self.source);
        let text = if holds { format!("({text})") } else { format!("!({text})") };
        (!is_changed).then_some(Guard { text, names })
    }

    /// Returns the variables that a condition reads.
    ///
    /// Returns `None` if a context cannot hold one of the variables.
    fn names(&self, id: NodeId) -> Option<Vec<String>> {
        let names = liveness::free(self.tree, &[id], self.locals);
        let fits = |name: &String| self.locals.get(name).and_then(|l| l.ty.as_ref()).is_some_and(is_context_type);
        names.iter().all(fits).then_some(names)
    }

    /// Returns `i >= a` for a loop `for (int i = a; ...; i++)`.
    ///
    /// For `i--` the condition is `i <= a`.
    ///
    /// The loop must not write `i` or a variable of `a` elsewhere.
    fn counted(&self, head: NodeId, init: NodeId) -> Option<Guard> {
        let tree = self.tree;
        let assignment = match tree.kind(init) {
            Kind::ExprStmt => tree.child(init, 0)?,
            _ => init,
        };
        let [target, value] = tree.children(assignment) else { return None };
        let (Kind::Declare | Kind::Assign, Kind::Name(name)) = (tree.kind(assignment), tree.kind(*target)) else {
            return None;
        };
        let Kind::For { inits, has_condition, updates } = tree.kind(head) else { return None };
        let from = inits + usize::from(*has_condition);
        let updates = tree.children(head).get(from..from + updates)?;
        let counts_up = |id: NodeId| match (tree.kind(id), tree.children(id)) {
            (Kind::Increment(form), [of]) if self.is(*of, name) => Some(form.delta() > 0),
            _ => None,
        };
        let up = updates.iter().find_map(|id| counts_up(*id).or_else(|| tree.child(*id, 0).and_then(counts_up)))?;
        let names = self.names(*value)?;
        let writes = liveness::accesses(tree, &[head]).into_iter().filter(|access| access.kind == AccessKind::Write);
        let (own, others): (Vec<_>, Vec<_>) = writes.partition(|access| access.name == *name);
        if own.len() != 2 || others.iter().any(|access| names.contains(&access.name)) || names.contains(name) {
            return None;
        }
        self.purity.check(&[*value]).ok()?;
        let relation = if up { ">=" } else { "<=" };
        let text = format!("({name} {relation} ({}))", tree.node(*value).span.slice(self.source));
        Some(Guard { text, names: std::iter::once(name.clone()).chain(names).collect() })
    }

    fn is(&self, id: NodeId, name: &str) -> bool {
        matches!(self.tree.kind(id), Kind::Name(own) if own == name)
    }
}
