//! The context of all operators: the typed tree, and muJava's predicates on nodes.
//!
//! The predicates `is_var`, `is_field`, `is_index`, `is_arith` and `is_bool` have the names and meanings of muJava.

use mts_lang::SourceFile;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{Change, Function, JavaType, NodeId, Operator, OperatorProfile};
use std::sync::Arc;

/// A mutation operator and the function that finds its changes.
pub(super) struct OperatorRule {
    pub(super) operator: Operator,
    /// The function that returns the operator's changes of a function, in source order.
    pub(super) find: fn(&Context<'_>) -> Vec<Change>,
}

/// A function under mutation.
pub(super) struct Context<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a SourceFile,
    pub(super) function: &'a Function,
    pub(super) tree: &'a Tree,
    pub(super) profile: OperatorProfile,
    /// For each node, whether Java allows a further assignment to the node.
    ///
    /// Empty in profile `MuJava`, which does not need the values.
    writable: Arc<[bool]>,
}

impl<'a> Context<'a> {
    pub(super) fn new(file: &'a SourceFile, function: &'a Function, tree: &'a Tree, profile: OperatorProfile) -> Self {
        let writable = match profile {
            OperatorProfile::Default => file.writable(function),
            OperatorProfile::MuJava => Arc::default(),
        };
        Self { text: &file.text, file, function, tree, profile, writable }
    }

    pub(super) fn is_mujava(&self) -> bool {
        self.profile == OperatorProfile::MuJava
    }

    pub(super) fn kind(&self, id: NodeId) -> &'a Kind {
        self.tree.kind(id)
    }

    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).parent
    }

    /// Returns the index of the node among its parent's children.
    pub(super) fn position(&self, id: NodeId) -> usize {
        let siblings = self.parent(id).map_or(&[][..], |parent| self.tree.children(parent));
        siblings.iter().position(|at| *at == id).unwrap_or(0)
    }

    /// Returns the children that operators may mutate.
    ///
    /// Declared names are excluded. In profile `Default` `case` labels are excluded too, because Java requires
    /// constants there.
    pub(super) fn inner(&self, id: NodeId) -> &'a [NodeId] {
        let children = self.tree.children(id);
        let skipped = match self.kind(id) {
            Kind::Declare | Kind::ForEach => 1,
            Kind::Catch { .. } | Kind::Lambda => children.len().saturating_sub(1),
            Kind::Case { labels, .. } if !self.is_mujava() => *labels,
            _ => 0,
        };
        children.get(skipped..).unwrap_or(&[])
    }

    /// Returns the nodes that operators may mutate, children before parents, in source order.
    ///
    /// This order is the usual order of muJava.
    pub(super) fn postorder(&self) -> Vec<NodeId> {
        let mut out = Vec::new();
        let mut todo = vec![self.tree.root];
        while let Some(id) = todo.pop() {
            out.push(id);
            todo.extend(self.inner(id));
        }
        out.reverse();
        out
    }

    /// Reports whether the node is a simple name other than `this` and `super`.
    pub(super) fn is_var(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Name(name) if name != "this" && name != "super")
    }

    /// Reports whether the node is a field access such as `a.b` or `arr.length`.
    pub(super) fn is_field(&self, id: NodeId) -> bool {
        match self.kind(id) {
            Kind::Attribute(_) => true,
            Kind::Length => self.tree.node(id).form == Form::Field,
            _ => false,
        }
    }

    /// Reports whether the node is `a[i]`. A call such as `list.get(i)` is not an index.
    pub(super) fn is_index(&self, id: NodeId) -> bool {
        *self.kind(id) == Kind::Index && self.tree.node(id).form == Form::Plain
    }

    pub(super) fn is_var_or_field(&self, id: NodeId) -> bool {
        self.is_var(id) || self.is_field(id)
    }

    /// Reports whether the type of the node is a primitive type other than `boolean`.
    ///
    /// In profile `MuJava`, muJava must also know the type.
    pub(super) fn is_arith(&self, id: NodeId) -> bool {
        self.tree.node(id).ty.is_arithmetic() && (!self.is_mujava() || self.is_known_to_mujava(id))
    }

    /// Reports whether the type of the node is the primitive type `boolean`.
    ///
    /// In profile `MuJava`, muJava must also know the type.
    pub(super) fn is_bool(&self, id: NodeId) -> bool {
        self.tree.node(id).ty.is_boolean() && (!self.is_mujava() || self.is_known_to_mujava(id))
    }

    /// Reports whether muJava knows the type of the expression.
    ///
    /// muJava knows neither type arguments nor boxing. If the receiver of a call has type arguments, muJava knows
    /// the type of the call only if the result is primitive and no argument is primitive. muJava does not know the
    /// type of an expression that uses a call of unknown type (docs/mutants/mujava.md, section 7).
    fn is_known_to_mujava(&self, id: NodeId) -> bool {
        let children = self.tree.children(id);
        match self.kind(id) {
            Kind::Binary(op) if op.is_relational() => true,
            Kind::Binary(_) | Kind::Unary(_) => children.iter().all(|child| self.is_known_to_mujava(*child)),
            Kind::Conditional => children.iter().skip(1).all(|child| self.is_known_to_mujava(*child)),
            Kind::Call { has_receiver: true, .. } | Kind::Index => {
                let Some((receiver, args)) = children.split_first() else { return true };
                let is_generic =
                    matches!(&self.tree.node(*receiver).ty, JavaType::Class { args, .. } if !args.is_empty());
                if is_generic {
                    let ty = &self.tree.node(id).ty;
                    ty.primitive().is_some() && args.iter().all(|arg| self.tree.node(*arg).ty.primitive().is_none())
                } else {
                    self.is_index(id) || args.iter().all(|arg| self.is_known_to_mujava(*arg))
                }
            }
            Kind::Call { .. } => children.iter().all(|arg| self.is_known_to_mujava(*arg)),
            _ => true,
        }
    }

    /// Reports whether the node is a unary operator in muJava's sense, including `++` and `--`.
    pub(super) fn is_unary(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Unary(_) | Kind::Increment(_))
    }

    pub(super) fn is_assignment(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Assign | Kind::AugAssign(_))
    }

    /// Reports whether Java allows another assignment to the node. Always false in profile `MuJava`.
    pub(super) fn is_writable(&self, id: NodeId) -> bool {
        self.writable.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// Reports whether the code writes to the node: the target of an assignment or increment.
    pub(super) fn is_target(&self, id: NodeId) -> bool {
        self.parent(id).is_some_and(|parent| match self.kind(parent) {
            Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) => self.tree.child(parent, 0) == Some(id),
            _ => false,
        })
    }

    /// Reports whether no code uses the value of the expression.
    ///
    /// The expression is then a statement, or an initialiser or update of a `for`.
    pub(super) fn is_unused(&self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return true };
        let at = self.position(id);
        match self.kind(parent) {
            Kind::ExprStmt => true,
            Kind::For { inits, has_condition, .. } => at < *inits || at >= *inits + usize::from(*has_condition),
            _ => false,
        }
    }

    /// Returns the nearest lambda around the node, inside the function.
    pub(super) fn lambda_around(&self, id: NodeId) -> Option<NodeId> {
        self.tree.ancestors(id).find(|at| *self.kind(*at) == Kind::Lambda)
    }
}
