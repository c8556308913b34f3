//! The transformations of one function as typed changes. A change says nothing of a language: numbers, names, places of
//! the tree.

use mts_model::NodeId;

/// One change of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum VariantChange {
    /// Parameter number `param` gets this name.
    RenameParam {
        /// Its place among the parameters, the receiver left out.
        param: usize,
        /// The new name.
        name: String,
    },
    /// A parameter behind the others, and a first statement that uses it.
    AddParam {
        /// Its name.
        name: String,
        /// The statement.
        form: NeutralStatement,
    },
    /// A first statement.
    Insert(NeutralStatement),
    /// Another condition for an `if`.
    ReplaceCondition {
        /// The condition.
        node: NodeId,
        /// What stands there instead.
        by: ConstantCondition,
    },
    /// A loop less.
    RemoveLoop {
        /// The loop.
        node: NodeId,
    },
}

/// A statement that changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum NeutralStatement {
    /// The added parameter less a number.
    Subtract(i64),
    /// The added parameter and a number.
    Add(i64),
    /// The added parameter becomes a number.
    Set(i64),
    /// A local variable of this name: the parameter times a number.
    Product(String, i64),
    /// A local variable of this name: the parameter and a number.
    Sum(String, i64),
    /// An `if` of this condition around a local variable of this name with a number.
    If(ConstantCondition, String, i64),
    /// A variable that a loop over another one counts up so many times.
    Count(String, String, i64),
    /// A variable that adds up the numbers below this one.
    Total(String, String, i64),
}

/// A condition without variables.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantCondition {
    /// `true` or `false`.
    Constant(bool),
    /// Two numbers are the same.
    Same(i64, i64),
    /// `a / b + c == d * e`, of whole numbers from 1 to 10.
    Quotient([i64; 5]),
    /// `a.b / c == d.e`, likewise.
    Decimal([i64; 5]),
    /// `a * b == c`, of whole numbers from 1 to 100.
    Product([i64; 3]),
    /// Two texts are the same, or are not.
    Texts(String, String, bool),
}
