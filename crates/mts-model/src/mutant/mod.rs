//! A Java mutant: the change of a common IR node, as text edits.
//!
//! The common IR is the intermediate representation of both languages in `mts-lang`. A translator makes the counterpart
//! of a mutant in Python.

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

/// The index of a node in a function's common IR (`mts_lang::ir::Tree`).
///
/// The index is valid only for that tree.
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
    /// All four forms, in muJava's order.
    pub const ALL: [Self; 4] = [Self::PreIncrement, Self::PreDecrement, Self::PostIncrement, Self::PostDecrement];

    /// Reports whether the value of the expression is the new value of the variable (`++x`).
    #[must_use]
    pub fn is_prefix(self) -> bool {
        matches!(self, Self::PreIncrement | Self::PreDecrement)
    }

    /// Returns the added number: 1 or -1.
    #[must_use]
    pub fn delta(self) -> i8 {
        if matches!(self, Self::PreIncrement | Self::PostIncrement) { 1 } else { -1 }
    }
}

/// The change of a node in the common IR of a Java function.
///
/// The field `node` of each variant is the changed node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Another operator replaces the operator of a `Binary` node (AORB, ROR, COR, SOR, LOR).
    ReplaceOperator {
        /// The binary node.
        node: NodeId,
        /// The new operator.
        op: BinaryOp,
    },
    /// `true` or `false` replaces an expression or an `if` or `while` condition (ROR, SDL).
    ReplaceByBoolean {
        /// The expression.
        node: NodeId,
        /// The literal.
        value: bool,
    },
    /// A unary operator goes before a whole expression (AOIU `-x`, LOI `~x`, COI `!(e)`).
    InsertUnary {
        /// The expression.
        node: NodeId,
        /// The operator.
        op: UnaryOp,
    },
    /// The operand replaces a `Unary` node (AODU, COD, LOD, ODL).
    DeleteUnary {
        /// The unary node.
        node: NodeId,
    },
    /// An increment of a variable replaces a use of the variable (AOIS).
    InsertIncrement {
        /// The name, attribute or length.
        node: NodeId,
        /// The form of the increment.
        form: IncrementForm,
    },
    /// Another form replaces an `Increment` node (AORS).
    ReplaceIncrement {
        /// The increment.
        node: NodeId,
        /// The new form.
        form: IncrementForm,
    },
    /// The operand replaces an `Increment` node (AODS, ODL).
    DeleteIncrement {
        /// The increment.
        node: NodeId,
    },
    /// Another operator or plain `=` replaces the operator of an `AugAssign` node (ASRS, ODL).
    ReplaceAssignOperator {
        /// The augmented assignment.
        node: NodeId,
        /// The new operator; `None` for plain `=`.
        op: Option<BinaryOp>,
    },
    /// An operand replaces a `Binary` node (ODL, VDL, CDL).
    KeepOperand {
        /// The binary node.
        node: NodeId,
        /// Whether the left operand stays. If not, the right operand stays.
        left: bool,
    },
    /// The mutant deletes a unary or increment node (VDL, CDL: `i++;` -> `;`).
    DeleteExpression {
        /// The unary or increment node.
        node: NodeId,
    },
    /// The mutant deletes a statement (SDL).
    DeleteStatement {
        /// The statement.
        node: NodeId,
    },
    /// The mutant deletes the condition of a `for`, which is then always true (SDL).
    DeleteCondition {
        /// The `For` node.
        node: NodeId,
        /// Whether the mutant also deletes an expression list in the initialiser, like muJava's defect.
        init_lost: bool,
    },
    /// The mutant deletes the whole update of a `for` (SDL).
    DeleteUpdate {
        /// The `For` node.
        node: NodeId,
        /// Whether the mutant also deletes an expression list in the initialiser, like muJava's defect.
        init_lost: bool,
    },
    /// A literal replaces the expression of a `return` (SDL). The literal is Java text: `0`,
    /// `true`, `false`, `""`.
    ReturnLiteral {
        /// The `Return` node.
        node: NodeId,
        /// Java text of the literal.
        literal: String,
    },
    /// The mutant deletes a catch clause and one statement of the `try` body (SDL).
    DeleteCatch {
        /// The `Catch` clause.
        node: NodeId,
        /// The deleted statement of the `try` body.
        statement: NodeId,
    },
    /// The mutant deletes one group of a `switch` (SDL).
    DeleteCase {
        /// The `Case` node.
        node: NodeId,
    },
    /// `for (;;)` replaces the head of a for-each loop (SDL).
    EndlessForEach {
        /// The `ForEach` node.
        node: NodeId,
    },
    /// A change of the text without a known change of the tree.
    ///
    /// Mutants of other tools and class-level mutants have this variant.
    Opaque {
        /// The root of the function's tree.
        node: NodeId,
    },
}

impl Change {
    /// Returns the changed node.
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
    /// The id: `MTS-` and 12 hex digits of a hash. Edits outside of the function do not change the id of a method-level
    /// mutant.
    ///
    /// The hash covers the pair, the operator, and the normalised text before and after the edit. The hash also covers
    /// the number of earlier equal mutants in the function. For a class-level mutant, the hash covers the pair, the
    /// operator and the [`ClassChange`].
    pub id: String,
    /// The mutation operator of this mutant.
    pub operator: Operator,
    /// The change of the common IR.
    pub change: Change,
    /// The change as text edits with byte offsets in the Java file.
    pub edits: Vec<TextEdit>,
    /// The one-based line in the Java file.
    pub line: u32,
    /// The change in one line, for people. An example is `i < n => i <= n`.
    pub summary: String,
}
