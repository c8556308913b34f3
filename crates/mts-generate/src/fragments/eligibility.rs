//! Decides which expressions and statements of a function are eligible fragments.
//!
//! A piece is an expression or a sequence of statements that may be a fragment. The module gives the reason why a
//! piece is not eligible.

use super::conditions::path_conditions;
use super::divergence_hints::{compares_boxes, hints};
use super::ineligible_reason::IneligibleReason;
use super::liveness::{self, Locals};
use super::purity::{Purity, is_context_type};
use super::{ContextVariable, Fragment, FragmentKind, distance};
use mts_lang::SourceFile;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{BinaryOp, Function, JavaType, NodeId, Primitive, Span, UnaryOp};
use serde::Serialize;
use std::collections::BTreeMap;

/// Smallest number of content tokens of an expression, and largest number of any fragment.
///
/// Content tokens are identifiers, literals and operators.
const TOKENS: (usize, usize) = (3, 40);
/// Largest number of statements of a block.
const STATEMENTS: usize = 6;
/// Largest number of fragments of one function.
const MOST: usize = 50;

/// The rule that decides which variables are the live-out results of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum LiveOut {
    /// Variables that the function uses after the block.
    #[default]
    Used,
    /// Every variable that the block writes and that is in scope at the block's end.
    ///
    /// This choice also shows differences that no later code uses yet.
    All,
}

/// The eligible fragments of a function, and counts of the ineligible ones.
#[derive(Clone, Debug, Default)]
pub struct EligibleFragments {
    /// The fragments, in the order in which the tool tests them.
    ///
    /// Fragments with more divergence hints come first, then smaller fragments, then earlier fragments.
    pub fragments: Vec<Fragment>,
    /// Number of ineligible pieces by reason.
    pub ineligible: BTreeMap<String, usize>,
    /// Number of eligible fragments beyond the limit of one function.
    pub over_limit: usize,
}

/// Finds the eligible fragments of a function.
#[must_use]
pub fn eligible_fragments(file: &SourceFile, function: &Function, tree: &Tree, outs: LiveOut) -> EligibleFragments {
    let locals = Locals::from_function(tree, function);
    let examiner = Examiner { file, function, tree, locals: &locals, outs };
    let mut out = EligibleFragments::default();
    for piece in examiner.pieces() {
        match examiner.examine(&piece) {
            Ok(fragment) => out.fragments.push(fragment),
            Err(reason) => *out.ineligible.entry(category(&reason)).or_default() += 1,
        }
    }
    out.fragments.sort_by_key(|f| (std::cmp::Reverse(f.hints), f.tokens, f.span));
    out.over_limit = out.fragments.len().saturating_sub(MOST);
    out.fragments.truncate(MOST);
    out
}

/// Examines the piece with exactly this text range and returns the fragment.
///
/// # Errors
///
/// Returns an error with the reason if the piece is not eligible.
pub fn examine_span(
    file: &SourceFile,
    function: &Function,
    tree: &Tree,
    span: Span,
    outs: LiveOut,
) -> Result<Fragment, IneligibleReason> {
    let locals = Locals::from_function(tree, function);
    let examiner = Examiner { file, function, tree, locals: &locals, outs };
    let all = tree.preorder(tree.root);
    let expression = |id: &&NodeId| {
        let node = tree.node(**id);
        (node.span == span || node.outer == span) && !node.kind.is_statement() && !node.is_virtual
    };
    if let Some(found) = all.iter().find(expression) {
        return examiner.examine(&[*found]);
    }
    for block in all.iter().filter(|id| matches!(tree.kind(**id), Kind::Block)) {
        let children = tree.children(*block);
        let first = children.iter().position(|c| tree.node(*c).outer.start == span.start);
        let last = children.iter().position(|c| tree.node(*c).outer.end == span.end);
        if let (Some(first), Some(last)) = (first, last)
            && first <= last
        {
            return examiner.examine(&children[first..=last]);
        }
    }
    Err(IneligibleReason::NotAFragment)
}

fn category(reason: &IneligibleReason) -> String {
    match reason {
        IneligibleReason::ImpureCall(_) => "an impure call".to_owned(),
        IneligibleReason::NonLocal(_) => "a name that is not a variable of the function".to_owned(),
        IneligibleReason::UnsupportedType(_) => "an unsupported type".to_owned(),
        IneligibleReason::Unassigned(_) => "a variable without a value".to_owned(),
        IneligibleReason::Construct(what) => format!("holds {what}"),
        other => other.to_string(),
    }
}

struct Examiner<'a> {
    file: &'a SourceFile,
    function: &'a Function,
    tree: &'a Tree,
    locals: &'a Locals,
    outs: LiveOut,
}

impl Examiner<'_> {
    /// Returns all pieces: expressions with their own source text, and sequences of statements.
    fn pieces(&self) -> Vec<Vec<NodeId>> {
        let tree = self.tree;
        let mut out = Vec::new();
        for id in tree.preorder(tree.root) {
            let node = tree.node(id);
            if node.kind == Kind::Block {
                let children = tree.children(id);
                for from in 0..children.len() {
                    for upto in from..children.len().min(from + STATEMENTS) {
                        let run = &children[from..=upto];
                        let is_all = id == tree.root && run.len() == children.len();
                        let is_plain = run.len() == 1 && self.is_plain(run[0]);
                        if !is_all && !is_plain {
                            out.push(run.to_vec());
                        }
                    }
                }
            } else if !node.kind.is_statement() && !node.is_virtual && self.is_value(id) {
                out.push(vec![id]);
            }
        }
        out
    }

    /// Reports whether a statement alone is too simple to be a fragment.
    ///
    /// Such a statement only holds one expression, jumps, or is empty.
    fn is_plain(&self, id: NodeId) -> bool {
        let tree = self.tree;
        match tree.kind(id) {
            Kind::Declare | Kind::Return | Kind::Empty | Kind::Break { .. } | Kind::Continue { .. } | Kind::Throw => {
                true
            }
            Kind::ExprStmt => tree.child(id, 0).is_some_and(|inner| {
                let target = tree.child(inner, 0).map(|target| tree.kind(target));
                matches!((tree.kind(inner), target), (Kind::Assign, Some(Kind::Name(_))))
            }),
            _ => false,
        }
    }

    /// Reports whether an expression may be a fragment.
    ///
    /// These expressions are never fragments: names, literals, fields, array literals, assignments, increments,
    /// targets of assignments, `case` labels, whole statements, initialisers and updates of a `for`, and lambdas
    /// with the code in them.
    fn is_value(&self, id: NodeId) -> bool {
        let tree = self.tree;
        let Some(parent) = tree.node(id).parent else { return false };
        let is_first = tree.child(parent, 0) == Some(id);
        let in_lambda = tree.ancestors(id).any(|at| matches!(tree.kind(at), Kind::Lambda));
        let is_target = is_first
            && matches!(
                tree.kind(parent),
                Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::Declare | Kind::ForEach
            );
        let is_case = matches!(tree.kind(parent), Kind::Case { .. });
        let is_update = matches!(tree.kind(parent), Kind::For { .. } | Kind::ExprStmt) && !self.is_condition(id);
        let is_candidate = !matches!(
            tree.kind(id),
            Kind::Name(_)
                | Kind::Literal(_)
                | Kind::Lambda
                | Kind::Assign
                | Kind::AugAssign(_)
                | Kind::Increment(_)
                | Kind::ArrayLiteral
                | Kind::Attribute(_)
        );
        is_candidate && !is_target && !is_case && !is_update && !in_lambda
    }

    /// Reports whether the code uses the value only as true or false.
    fn is_condition(&self, id: NodeId) -> bool {
        let tree = self.tree;
        let Some(parent) = tree.node(id).parent else { return false };
        let place = tree.children(parent).iter().position(|c| *c == id);
        match tree.kind(parent) {
            Kind::If | Kind::While | Kind::Conditional => place == Some(0),
            Kind::DoWhile => place == Some(1),
            Kind::For { inits, has_condition, .. } => *has_condition && place == Some(*inits),
            Kind::Binary(BinaryOp::And | BinaryOp::Or) | Kind::Unary(UnaryOp::Not) => self.is_condition(parent),
            _ => false,
        }
    }

    fn examine(&self, nodes: &[NodeId]) -> Result<Fragment, IneligibleReason> {
        let (tree, source) = (self.tree, &self.file.text);
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else {
            return Err(IneligibleReason::NotAFragment);
        };
        let is_expression = !tree.kind(*first).is_statement();
        let span = match is_expression {
            true => tree.node(*first).span,
            false => Span::new(tree.node(*first).outer.start, tree.node(*last).outer.end),
        };
        let tokens = distance::tokens(span.slice(source)).len();
        if is_expression && tokens < TOKENS.0 {
            return Err(IneligibleReason::TooSmall);
        }
        if tokens > TOKENS.1 {
            return Err(IneligibleReason::TooLarge);
        }
        let kind = if is_expression { FragmentKind::Expression } else { self.statements_kind(nodes)? };
        let purity = Purity::new(self.file, self.function, tree, self.locals);
        purity.check(nodes)?;
        let mut free = liveness::free(tree, nodes, self.locals);
        let mut written: Vec<String> = Vec::new();
        for access in liveness::accesses(tree, nodes) {
            if access.kind == liveness::AccessKind::Write
                && self.locals.get(&access.name).is_some()
                && !written.contains(&access.name)
            {
                written.push(access.name);
            }
        }
        if is_expression && !self.is_only_lambda(nodes, &written) {
            return Err(IneligibleReason::WritingExpression);
        }
        let mut live_outs = Vec::new();
        if kind == FragmentKind::Block {
            let has_value = |name: &String| {
                free.contains(name)
                    || nodes.iter().any(|node| liveness::is_always_written(tree, *node, name))
                    || liveness::has_value_at(tree, *first, name, self.locals)
            };
            let counts = |name: &String| match self.outs {
                LiveOut::Used => liveness::is_live_after(tree, nodes, name, free.contains(name)),
                LiveOut::All => has_value(name) || liveness::is_live_after(tree, nodes, name, free.contains(name)),
            };
            let is_out = |name: &String| liveness::is_in_scope(tree, nodes, name) && counts(name);
            live_outs = written.iter().filter(|name| is_out(name)).cloned().collect();
            // If only some paths write a variable, it keeps its old value on the other paths. The context must then
            // have this old value.
            let kept = |name: &&String| !nodes.iter().any(|node| liveness::is_always_written(tree, *node, name));
            let kept: Vec<String> =
                live_outs.iter().filter(kept).filter(|name| !free.contains(name)).cloned().collect();
            free.extend(kept);
        }
        if free.is_empty() {
            return Err(IneligibleReason::NoVariable);
        }
        if let Some(name) = free.iter().find(|name| !liveness::has_value_at(tree, *first, name, self.locals)) {
            return Err(IneligibleReason::Unassigned(name.clone()));
        }
        let ty = match kind {
            FragmentKind::Expression => self.value_type(*first)?,
            FragmentKind::Block => JavaType::Void,
            FragmentKind::Ending => self.function.returns.clone(),
        };
        let (free, live_outs) = (self.typed(&free)?, self.typed(&live_outs)?);
        let observed: Vec<usize> =
            (0..free.len()).filter(|at| self.is_observed(nodes, &free[*at], &live_outs)).collect();
        if kind == FragmentKind::Block
            && live_outs.is_empty()
            && !observed.iter().any(|at| self.may_change(nodes, &free[*at].name))
        {
            return Err(IneligibleReason::NoEffect);
        }
        let found = path_conditions::guards(tree, source, *first, self.locals, &purity);
        let mut guard_only: Vec<String> = Vec::new();
        for name in found.iter().flat_map(|guard| &guard.names) {
            if !free.iter().any(|own| own.name == *name) && !guard_only.contains(name) {
                guard_only.push(name.clone());
            }
        }
        let counters = free.iter().filter_map(|variable| path_conditions::counter(tree, &variable.name));
        let guards = found.into_iter().map(|guard| guard.text).chain(counters).collect();
        Ok(Fragment {
            kind,
            nodes: nodes.to_vec(),
            span,
            free,
            live_outs,
            observed,
            ty,
            is_condition: is_expression && self.is_condition(*first),
            guards,
            guard_only: self.typed(&guard_only)?,
            assumptions: Vec::new(),
            hints: hints(tree, nodes),
            compares_boxes: compares_boxes(tree, nodes),
            tokens,
        })
    }

    /// Reports whether the expression writes nothing except the parameters of its own lambdas.
    fn is_only_lambda(&self, nodes: &[NodeId], written: &[String]) -> bool {
        let tree = self.tree;
        let all: Vec<NodeId> = nodes.iter().flat_map(|node| tree.preorder(*node)).collect();
        let writes = |id: &&NodeId| matches!(tree.kind(**id), Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_));
        let lambdas = all.iter().any(|id| matches!(tree.kind(*id), Kind::Lambda));
        !all.iter().any(|id| writes(&id)) && (written.is_empty() || lambdas)
    }

    /// Returns the kind of a sequence of statements, if no jump leaves the sequence.
    ///
    /// Only a sequence at the end of the function may have a `return`.
    fn statements_kind(&self, nodes: &[NodeId]) -> Result<FragmentKind, IneligibleReason> {
        let tree = self.tree;
        let Some(parent) = nodes.first().and_then(|first| tree.node(*first).parent) else {
            return Err(IneligibleReason::NotAFragment);
        };
        if !matches!(tree.kind(parent), Kind::Block) || tree.node(parent).form == Form::Unbraced {
            return Err(IneligibleReason::NotAFragment);
        }
        let is_end = parent == tree.root && tree.children(parent).last() == nodes.last();
        let inside = |id: NodeId, around: &dyn Fn(&Kind) -> bool| {
            tree.ancestors(id).take_while(|at| *at != parent).any(|at| around(tree.kind(at)))
        };
        let mut returns = false;
        for id in nodes.iter().flat_map(|node| tree.preorder(*node)) {
            match tree.kind(id) {
                Kind::Return if inside(id, &|kind| matches!(kind, Kind::Lambda)) => {}
                Kind::Return if is_end => returns = true,
                Kind::Return => return Err(IneligibleReason::EarlyReturn),
                Kind::Break { label: Some(label) } | Kind::Continue { label: Some(label) }
                    if !inside(id, &|kind| matches!(kind, Kind::Labeled { label: own } if own == label)) =>
                {
                    return Err(IneligibleReason::OuterJump);
                }
                Kind::Break { label: None } if !inside(id, &|kind| kind.is_loop() || *kind == Kind::Switch) => {
                    return Err(IneligibleReason::OuterJump);
                }
                Kind::Continue { label: None } if !inside(id, &|kind| kind.is_loop()) => {
                    return Err(IneligibleReason::OuterJump);
                }
                _ => {}
            }
        }
        Ok(if is_end && (returns || self.function.returns == JavaType::Void) {
            FragmentKind::Ending
        } else {
            FragmentKind::Block
        })
    }

    fn value_type(&self, id: NodeId) -> Result<JavaType, IneligibleReason> {
        let tree = self.tree;
        let own = tree.node(id).ty.clone();
        let is_returned = tree.node(id).parent.is_some_and(|at| *tree.kind(at) == Kind::Return);
        match own {
            JavaType::Void | JavaType::Null => Err(IneligibleReason::UnsupportedType("the value".to_owned())),
            JavaType::Unknown if is_returned => Ok(self.function.returns.clone()),
            // A char that the function returns as a number has the type of the function's result.
            JavaType::Primitive(Primitive::Char)
                if is_returned && self.function.returns.primitive().is_some_and(Primitive::is_integral) =>
            {
                Ok(self.function.returns.clone())
            }
            // The extracted function returns the value as an object, and the runtime class of this
            // object decides the comparison.
            other => Ok(other),
        }
    }

    fn typed(&self, names: &[String]) -> Result<Vec<ContextVariable>, IneligibleReason> {
        let one = |name: &String| {
            let ty = self.locals.get(name).and_then(|local| local.ty.clone()).filter(is_context_type);
            ty.map(|ty| ContextVariable { name: name.clone(), ty })
                .ok_or_else(|| IneligibleReason::UnsupportedType(name.clone()))
        };
        names.iter().map(one).collect()
    }

    /// Reports whether the tool must compare the object of a variable after the fragment.
    ///
    /// The tool compares an object that is not a live-out result if later code or the caller of the function may use
    /// the object.
    fn is_observed(&self, nodes: &[NodeId], variable: &ContextVariable, live_outs: &[ContextVariable]) -> bool {
        if variable.ty.unboxed().is_some() || variable.ty == JavaType::String || live_outs.contains(variable) {
            return false;
        }
        let local = self.locals.get(&variable.name);
        let is_callers = local.is_some_and(|local| local.is_param && !local.is_reassigned);
        is_callers || liveness::is_live_after(self.tree, nodes, &variable.name, true)
    }

    /// Reports whether these nodes may mutate the object of a variable.
    ///
    /// The nodes mutate the object if they write an element, call a method, or pass the object to
    /// other code.
    fn may_change(&self, nodes: &[NodeId], name: &str) -> bool {
        let tree = self.tree;
        let holds =
            |id: NodeId| tree.preorder(id).into_iter().any(|at| matches!(tree.kind(at), Kind::Name(n) if n == name));
        nodes.iter().flat_map(|node| tree.preorder(*node)).any(|id| match tree.kind(id) {
            Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) => {
                tree.child(id, 0).is_some_and(|target| matches!(tree.kind(target), Kind::Index) && holds(target))
            }
            Kind::Call { .. } => tree.children(id).iter().any(|c| holds(*c)),
            _ => false,
        })
    }
}
