//! Computes liveness in a Java function: live-in and live-out variables, and definite assignment.
//!
//! The analysis identifies variables by name. If two variables with one name have two types, the
//! name has no type. Where the analysis is not exact, it reports too many variables.

use mts_lang::ir::{Kind, Tree};
use mts_model::{Function, JavaType, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of an access to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Reads the value.
    Read,
    /// Assigns a value.
    Write,
    /// Declares the variable.
    Declare,
}

/// One access of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The name of the variable.
    pub name: String,
    /// The node of the name.
    pub node: NodeId,
    /// The kind of the access.
    pub kind: AccessKind,
}

/// A variable of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The type; `None` if unknown, or if two variables with this name have different types.
    pub ty: Option<JavaType>,
    /// True if the variable is a parameter.
    pub is_param: bool,
    /// True if the function assigns the variable outside its declaration.
    pub is_reassigned: bool,
    /// True if the variable has a value from its declaration on.
    pub has_value: bool,
}

/// The variables of a function, by name.
#[derive(Clone, Debug, Default)]
pub struct Locals {
    by_name: BTreeMap<String, Local>,
}

impl Locals {
    /// Collects the parameters and all variables that the body declares.
    #[must_use]
    pub fn from_function(tree: &Tree, function: &Function) -> Self {
        let mut found = Self::default();
        for param in &function.params {
            found.add(&param.name, &param.ty, true, true);
        }
        for id in tree.preorder(tree.root) {
            let (declared, has_value) = match (tree.kind(id), tree.children(id)) {
                (Kind::Declare, children) => (children.first(), children.len() > 1),
                (Kind::ForEach, children) => (children.first(), true),
                (Kind::Catch { .. }, [name, _]) => (Some(name), true),
                (Kind::Lambda, [params @ .., _]) => {
                    for param in params {
                        if let Kind::Name(name) = tree.kind(*param) {
                            found.add(name, &JavaType::Unknown, false, true);
                        }
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(at) = declared
                && let Kind::Name(name) = tree.kind(*at)
            {
                found.add(name, &tree.node(*at).ty.clone(), false, has_value);
            }
        }
        let all = accesses(tree, &[tree.root]);
        for (at, access) in all.iter().enumerate() {
            let is_first = at > 0 && all[at - 1].kind == AccessKind::Declare && all[at - 1].node == access.node;
            if access.kind == AccessKind::Write
                && !is_first
                && let Some(local) = found.by_name.get_mut(&access.name)
            {
                local.is_reassigned = true;
            }
        }
        found.narrow_to_constructed(tree);
        found
    }

    /// Narrows a variable's type to the class of its only value, a new object.
    ///
    /// For example, a variable of type `Map` that holds only a new `HashMap` gets the type `HashMap`, because the
    /// class decides the iteration order. A variable that may hold an object of an anonymous class gets no type.
    fn narrow_to_constructed(&mut self, tree: &Tree) {
        for id in tree.preorder(tree.root) {
            if let (Kind::Declare | Kind::Assign, [name, value]) = (tree.kind(id), tree.children(id))
                && let (Kind::Name(name), Kind::Opaque("object_creation_expression")) =
                    (tree.kind(*name), tree.kind(*value))
                && let Some(local) = self.by_name.get_mut(name)
            {
                local.ty = None;
                continue;
            }
            if let (Kind::Declare, [name, value]) = (tree.kind(id), tree.children(id))
                && let (Kind::Name(name), Kind::New(JavaType::Class { name: class, .. })) =
                    (tree.kind(*name), tree.kind(*value))
                && let Some(local) = self.by_name.get_mut(name)
                && !local.is_reassigned
                && let Some(JavaType::Class { name: declared, args }) = &mut local.ty
                && !args.is_empty()
            {
                declared.clone_from(class);
            }
        }
    }

    fn add(&mut self, name: &str, ty: &JavaType, is_param: bool, has_value: bool) {
        let new = Local { ty: Some(ty.clone()), is_param, is_reassigned: false, has_value };
        self.by_name
            .entry(name.to_owned())
            .and_modify(|known| {
                if known.ty.as_ref() != Some(ty) {
                    known.ty = None;
                }
                known.is_param &= is_param;
                known.has_value &= has_value;
            })
            .or_insert(new);
    }

    /// Creates variables with known names and unknown types.
    #[must_use]
    pub fn from_names(names: impl IntoIterator<Item = String>) -> Self {
        let unknown = Local { ty: None, is_param: false, is_reassigned: true, has_value: false };
        Self { by_name: names.into_iter().map(|name| (name, unknown.clone())).collect() }
    }

    /// Returns every variable, in the order of the names.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Local)> {
        self.by_name.iter().map(|(name, local)| (name.as_str(), local))
    }

    /// Returns the variable with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Local> {
        self.by_name.get(name)
    }
}

/// Returns the accesses in these nodes, in evaluation order.
#[must_use]
pub fn accesses(tree: &Tree, nodes: &[NodeId]) -> Vec<Access> {
    let mut walk = AccessCollector { tree, out: Vec::new() };
    nodes.iter().for_each(|node| walk.visit(*node));
    walk.out
}

struct AccessCollector<'t> {
    tree: &'t Tree,
    out: Vec<Access>,
}

impl AccessCollector<'_> {
    fn add(&mut self, id: NodeId, kind: AccessKind) {
        match self.tree.kind(id) {
            Kind::Name(name) => self.out.push(Access { name: name.clone(), node: id, kind }),
            Kind::Tuple | Kind::ArrayLiteral if kind != AccessKind::Read => {
                self.tree.children(id).iter().for_each(|inner| self.add(*inner, kind));
            }
            _ => {}
        }
    }

    fn all(&mut self, ids: &[NodeId]) {
        ids.iter().for_each(|id| self.visit(*id));
    }

    /// Visits an assignment target: a target with an index reads its container and index.
    fn target(&mut self, id: NodeId) {
        if !matches!(self.tree.kind(id), Kind::Name(_) | Kind::Tuple) {
            self.visit(id);
        }
    }

    fn visit(&mut self, id: NodeId) {
        let children = self.tree.children(id);
        match (self.tree.kind(id), children) {
            (Kind::Name(_), _) => self.add(id, AccessKind::Read),
            (Kind::Declare, [name, value @ ..]) => {
                self.all(value);
                self.add(*name, AccessKind::Declare);
                if !value.is_empty() {
                    self.add(*name, AccessKind::Write);
                }
            }
            (Kind::Assign, [target, value]) => {
                self.target(*target);
                self.visit(*value);
                self.add(*target, AccessKind::Write);
            }
            (Kind::AugAssign(_), [target, value]) => {
                self.visit(*target);
                self.visit(*value);
                self.add(*target, AccessKind::Write);
            }
            (Kind::Increment(_), [target]) => {
                self.visit(*target);
                self.add(*target, AccessKind::Write);
            }
            (Kind::ForEach, [target, iterable, body]) => {
                self.visit(*iterable);
                self.add(*target, AccessKind::Declare);
                self.add(*target, AccessKind::Write);
                self.visit(*body);
            }
            (Kind::For { inits, has_condition, updates }, _) => {
                let head = inits + usize::from(*has_condition);
                let updates = head + updates;
                self.all(&children[..head.min(children.len())]);
                self.all(children.get(updates..).unwrap_or_default());
                self.all(children.get(head..updates).unwrap_or_default());
            }
            (Kind::Walrus, [name, value]) => {
                self.visit(*value);
                self.add(*name, AccessKind::Write);
            }
            (Kind::Catch { .. }, [name, body]) => {
                self.add(*name, AccessKind::Declare);
                self.add(*name, AccessKind::Write);
                self.visit(*body);
            }
            (Kind::Lambda, [params @ .., body]) => {
                for param in params {
                    self.add(*param, AccessKind::Declare);
                    self.add(*param, AccessKind::Write);
                }
                self.visit(*body);
            }
            _ => self.all(children),
        }
    }
}

/// Returns the live-in variables, in order of first read.
///
/// A variable is live-in if the code reads it before it is definitely assigned.
#[must_use]
pub fn free(tree: &Tree, nodes: &[NodeId], locals: &Locals) -> Vec<String> {
    let mut bound: BTreeSet<String> = BTreeSet::new();
    let mut out = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let mut inside: BTreeSet<String> = BTreeSet::new();
        for access in accesses(tree, &[*node]) {
            match access.kind {
                AccessKind::Declare => {
                    inside.insert(access.name);
                }
                // One branch may write a variable that another branch reads. Only a variable that every path assigns
                // counts as assigned.
                AccessKind::Write => {}
                AccessKind::Read => {
                    let is_bound = bound.contains(&access.name)
                        || inside.contains(&access.name)
                        || is_written_before(tree, *node, access.node, &access.name);
                    if !is_bound && locals.get(&access.name).is_some() && !out.contains(&access.name) {
                        out.push(access.name);
                    }
                }
            }
        }
        for access in accesses(tree, &nodes[at..=at]) {
            let is_sure = access.kind == AccessKind::Declare || is_always_written(tree, *node, &access.name);
            if access.kind != AccessKind::Read && is_sure {
                bound.insert(access.name);
            }
        }
    }
    out
}

/// Reports whether earlier code definitely assigns the variable.
///
/// Earlier code is an earlier statement or an initialiser of an enclosing `for`.
fn is_written_before(tree: &Tree, upto: NodeId, node: NodeId, name: &str) -> bool {
    let mut at = node;
    while at != upto {
        let Some(parent) = tree.node(at).parent else { return false };
        let children = tree.children(parent);
        let Some(place) = children.iter().position(|child| *child == at) else { return false };
        let found = match tree.kind(parent) {
            Kind::Block | Kind::Group => children[..place].iter().any(|before| is_always_written(tree, *before, name)),
            Kind::For { inits, .. } => {
                place >= *inits && children[..*inits].iter().any(|before| is_always_written(tree, *before, name))
            }
            _ => false,
        };
        if found {
            return true;
        }
        at = parent;
    }
    false
}

/// Reports whether every path through the node assigns the variable.
#[must_use]
pub fn is_always_written(tree: &Tree, id: NodeId, name: &str) -> bool {
    let is_it = |at: NodeId| matches!(tree.kind(at), Kind::Name(own) if own == name);
    let children = tree.children(id);
    match (tree.kind(id), children) {
        (Kind::Declare, [target, _]) => is_it(*target),
        (Kind::Assign | Kind::AugAssign(_), [target, value]) => is_it(*target) || is_always_written(tree, *value, name),
        (Kind::Increment(_), [target]) => is_it(*target),
        (Kind::ExprStmt | Kind::Block | Kind::Group, _) => children.iter().any(|c| is_always_written(tree, *c, name)),
        (Kind::If, [condition, then, rest @ ..]) => {
            is_always_written(tree, *condition, name)
                || matches!(rest, [other] if is_always_written(tree, *then, name) && is_always_written(tree, *other, name))
        }
        (Kind::For { inits, .. }, _) => children.iter().take(*inits).any(|c| is_always_written(tree, *c, name)),
        (Kind::While, [condition, ..]) => is_always_written(tree, *condition, name),
        (Kind::DoWhile, [body, condition]) => {
            is_always_written(tree, *body, name) || is_always_written(tree, *condition, name)
        }
        _ => false,
    }
}

/// Reports whether code after these nodes reads the variable.
///
/// The next pass of an enclosing loop counts as later code. `is_free` is true if the variable is
/// live-in at these nodes.
#[must_use]
pub fn is_live_after(tree: &Tree, nodes: &[NodeId], name: &str, is_free: bool) -> bool {
    let inside: BTreeSet<NodeId> = nodes.iter().flat_map(|node| tree.preorder(*node)).collect();
    let Some(first) = nodes.first() else { return false };
    let (Some(end), in_loop) = (
        nodes.iter().map(|node| tree.node(*node).outer.end).max(),
        tree.ancestors(*first).filter(|at| tree.kind(*at).is_loop()).last(),
    ) else {
        return false;
    };
    if is_free && in_loop.is_some() {
        return true;
    }
    let around: BTreeSet<NodeId> = in_loop.map(|at| tree.preorder(at).into_iter().collect()).unwrap_or_default();
    accesses(tree, &[tree.root]).iter().any(|access| {
        access.kind == AccessKind::Read
            && access.name == name
            && !inside.contains(&access.node)
            && (tree.node(access.node).span.start >= end || around.contains(&access.node))
    })
}

/// Reports whether the variable is definitely assigned at the node.
#[must_use]
pub fn has_value_at(tree: &Tree, node: NodeId, name: &str, locals: &Locals) -> bool {
    locals.get(name).is_some_and(|local| local.has_value) || is_written_before(tree, tree.root, node, name)
}

/// Reports whether the variable is in scope at the end of these nodes.
#[must_use]
pub fn is_in_scope(tree: &Tree, nodes: &[NodeId], name: &str) -> bool {
    let declares = |id: NodeId| {
        let own = |at: NodeId| {
            matches!(tree.kind(at), Kind::Declare)
                && tree.child(at, 0).is_some_and(|n| matches!(tree.kind(n), Kind::Name(own) if own == name))
        };
        own(id) || matches!(tree.kind(id), Kind::Group) && tree.children(id).iter().any(|c| own(*c))
    };
    let declared_inside = nodes.iter().flat_map(|node| tree.preorder(*node)).any(|at| {
        let is_loop_target = matches!(tree.kind(at), Kind::ForEach)
            && tree.child(at, 0).is_some_and(|n| matches!(tree.kind(n), Kind::Name(own) if own == name));
        matches!(tree.kind(at), Kind::Declare) && declares(at) || is_loop_target
    });
    !declared_inside || nodes.iter().any(|node| declares(*node))
}
