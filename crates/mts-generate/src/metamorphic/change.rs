//! Transformations of one function as typed changes, independent of the language.

use mts_model::NodeId;

/// A change of one function.
#[derive(Clone, Debug, PartialEq)]
pub enum VariantChange {
    /// Parameter number `param` gets this name.
    RenameParam {
        /// Its index among the parameters, without the receiver.
        param: usize,
        /// The new name.
        name: String,
    },
    /// Adds a last parameter, and a first statement that uses it.
    AddParam {
        /// Its name.
        name: String,
        /// The statement.
        form: NeutralStatement,
    },
    /// A first statement.
    Insert(NeutralStatement),
    /// Replaces the condition of an `if`.
    ReplaceCondition {
        /// The condition.
        node: NodeId,
        /// The new condition.
        by: ConstantCondition,
    },
    /// Removes a loop.
    RemoveLoop {
        /// The loop.
        node: NodeId,
    },
}

/// A statement without effect on the result.
#[derive(Clone, Debug, PartialEq)]
pub enum NeutralStatement {
    /// Subtracts a number from the added parameter.
    Subtract(i64),
    /// Adds a number to the added parameter.
    Add(i64),
    /// Sets the added parameter to a number.
    Set(i64),
    /// A local variable of this name: the parameter times a number.
    Product(String, i64),
    /// A local variable of this name: the parameter and a number.
    Sum(String, i64),
    /// An `if` of this condition around a local variable of this name with a number.
    If(ConstantCondition, String, i64),
    /// A variable that a loop over another variable increments so many times.
    Count(String, String, i64),
    /// A variable that adds up the numbers below this one.
    Total(String, String, i64),
}

/// A condition without variables.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantCondition {
    /// `true` or `false`.
    Constant(bool),
    /// A comparison of two numbers for equality.
    Same(i64, i64),
    /// The condition `a / b + c == d * e`. Its numbers are whole, from 1 to 10.
    Quotient([i64; 5]),
    /// `a.b / c == d.e`, likewise.
    Decimal([i64; 5]),
    /// `a * b == c`, of whole numbers from 1 to 100.
    Product([i64; 3]),
    /// A comparison of two strings for equality, or its negation.
    Texts(String, String, bool),
}
