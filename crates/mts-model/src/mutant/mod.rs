//! A mutant of the Java side: a typed change at one node of the common IR, and its text edits. Translators make the
//! mutant of the Python side.

mod class_change;
mod operator;
mod variant;
mod verdict;

pub use class_change::{ClassChange, Site};
pub use operator::{BinaryOp, Operator, OperatorDefinition, UnaryOp};
pub use variant::{Transformation, VariantScores, VariantVerdict};
pub use verdict::{KillReason, MutantVerdict, Verdict, Why};

use crate::TextEdit;
use serde::{Deserialize, Serialize};

/// A node of a function's common IR (`mts_lang::ir::Tree`); an index, valid for that tree only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// The four forms of `++` and `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncrementForm {
    /// `++x`
    PreIncrement,
    /// `--x`
    PreDecrement,
    /// `x++`
    PostIncrement,
    /// `x--`
    PostDecrement,
}

impl IncrementForm {
    /// All four, in muJava's order.
    pub const ALL: [Self; 4] = [Self::PreIncrement, Self::PreDecrement, Self::PostIncrement, Self::PostDecrement];

    /// Whether the expression has the new value (`++x`).
    #[must_use]
    pub fn is_prefix(self) -> bool {
        matches!(self, Self::PreIncrement | Self::PreDecrement)
    }

    /// 1 or -1.
    #[must_use]
    pub fn delta(self) -> i8 {
        if matches!(self, Self::PreIncrement | Self::PostIncrement) { 1 } else { -1 }
    }
}

/// The change of a mutation to a node of the Java function's common IR.
///
/// `node` is the changed node; the variant says what it becomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The operator of a `Binary` node becomes another (AORB, ROR, COR, SOR, LOR).
    ReplaceOperator {
        /// The binary node.
        node: NodeId,
        /// The new operator.
        op: BinaryOp,
    },
    /// An expression, or the condition of `if`, `while`, becomes `true` or `false` (ROR, SDL).
    ReplaceByBoolean {
        /// The expression.
        node: NodeId,
        /// The literal.
        value: bool,
    },
    /// A unary operator is put before the whole expression (AOIU `-x`, LOI `~x`, COI `!(e)`).
    InsertUnary {
        /// The expression.
        node: NodeId,
        /// The operator.
        op: UnaryOp,
    },
    /// A `Unary` node becomes its operand (AODU, COD, LOD, ODL).
    DeleteUnary {
        /// The unary node.
        node: NodeId,
    },
    /// A use of a variable becomes an increment of it (AOIS).
    InsertIncrement {
        /// The name, attribute or length.
        node: NodeId,
        /// Which of the four.
        form: IncrementForm,
    },
    /// An `Increment` node becomes another form (AORS).
    ReplaceIncrement {
        /// The increment.
        node: NodeId,
        /// The new form.
        form: IncrementForm,
    },
    /// An `Increment` node becomes its operand (AODS, ODL).
    DeleteIncrement {
        /// The increment.
        node: NodeId,
    },
    /// The operator of an `AugAssign` becomes another (ASRS), or plain `=` (ODL).
    ReplaceAssignOperator {
        /// The augmented assignment.
        node: NodeId,
        /// The new operator; `None` for plain `=`.
        op: Option<BinaryOp>,
    },
    /// A `Binary` node becomes one of its operands (ODL, VDL, CDL).
    KeepOperand {
        /// The binary node.
        node: NodeId,
        /// Whether it becomes the left operand, else the right one.
        left: bool,
    },
    /// A unary or increment node is deleted (VDL, CDL: `i++;` -> `;`).
    DeleteExpression {
        /// The unary or increment node.
        node: NodeId,
    },
    /// A statement is deleted (SDL).
    DeleteStatement {
        /// The statement.
        node: NodeId,
    },
    /// The condition of a `for` is deleted, so it is always true (SDL).
    DeleteCondition {
        /// The `For` node.
        node: NodeId,
        /// Whether an expression list as initialiser is deleted too, a defect of muJava.
        init_lost: bool,
    },
    /// The whole update of a `for` is deleted (SDL).
    DeleteUpdate {
        /// The `For` node.
        node: NodeId,
        /// Whether an expression list as initialiser is deleted too, a defect of muJava.
        init_lost: bool,
    },
    /// `return e` becomes `return <literal>` (SDL); the literal is Java text: `0 true false ""`.
    ReturnLiteral {
        /// The `Return` node.
        node: NodeId,
        /// Java text of the literal.
        literal: String,
    },
    /// A catch clause and one statement of the `try` body are deleted (SDL).
    DeleteCatch {
        /// The `Catch` clause.
        node: NodeId,
        /// The statement of the body.
        statement: NodeId,
    },
    /// One group of a `switch` is deleted (SDL).
    DeleteCase {
        /// The `Case` node.
        node: NodeId,
    },
    /// A for-each loses its variable and collection: `for (;;)` (SDL).
    EndlessForEach {
        /// The `ForEach` node.
        node: NodeId,
    },
    /// A mutant of another tool, known only as text.
    Opaque {
        /// The root of the function's tree.
        node: NodeId,
    },
}

impl Change {
    /// The changed node.
    #[must_use]
    pub fn node(&self) -> NodeId {
        match self {
            Self::ReplaceOperator { node, .. }
            | Self::ReplaceByBoolean { node, .. }
            | Self::InsertUnary { node, .. }
            | Self::DeleteUnary { node }
            | Self::InsertIncrement { node, .. }
            | Self::ReplaceIncrement { node, .. }
            | Self::DeleteIncrement { node }
            | Self::ReplaceAssignOperator { node, .. }
            | Self::KeepOperand { node, .. }
            | Self::DeleteExpression { node }
            | Self::DeleteStatement { node }
            | Self::DeleteCondition { node, .. }
            | Self::DeleteUpdate { node, .. }
            | Self::ReturnLiteral { node, .. }
            | Self::DeleteCatch { node, .. }
            | Self::DeleteCase { node }
            | Self::EndlessForEach { node }
            | Self::Opaque { node } => *node,
        }
    }
}

/// A mutant of a Java function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// `MTS-` and 12 hex digits of a hash, stable under edits elsewhere.
    ///
    /// The hash covers pair, kind, operator, the edited node's normalised text and its ordinal in the function.
    pub id: String,
    /// The operator that made it.
    pub operator: Operator,
    /// Its change of the IR.
    pub change: Change,
    /// The change as text edits with byte offsets in the Java file.
    pub edits: Vec<TextEdit>,
    /// One-based line in the Java file.
    pub line: u32,
    /// For people: `i < n => i <= n`.
    pub summary: String,
}
