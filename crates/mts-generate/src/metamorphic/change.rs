//! Transformations of one function as typed changes, the same for both languages.

use mts_model::NodeId;

/// A change of one function.
#[derive(Clone, Debug, PartialEq)]
pub enum VariantChange {
    /// Renames parameter number `param`.
    RenameParam {
        /// The index among the parameters, without the receiver.
        param: usize,
        /// The new name.
        name: String,
    },
    /// Adds a last parameter, and a first statement that uses the parameter.
    AddParam {
        /// The name of the parameter.
        name: String,
        /// The statement.
        form: NeutralStatement,
    },
    /// Inserts a first statement.
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
    /// Declares a local variable with this name. Its value is the parameter times a number.
    Product(String, i64),
    /// Declares a local variable with this name. Its value is the parameter plus a number.
    Sum(String, i64),
    /// An `if` with this condition. The body declares a local variable with this name and number.
    If(ConstantCondition, String, i64),
    /// Declares two variables. A loop over the second variable increments the first variable this
    /// many times.
    Count(String, String, i64),
    /// Declares two variables. A loop over the second variable adds the numbers below this number
    /// to the first variable.
    Total(String, String, i64),
}

/// A condition without variables.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantCondition {
    /// `true` or `false`.
    Constant(bool),
    /// A comparison of two numbers for equality.
    Same(i64, i64),
    /// The condition `a / b + c == d * e`. The numbers are whole, from 1 to 10.
    Quotient([i64; 5]),
    /// The condition `a.b / c == d.e`. The letters are integers from 1 to 10.
    Decimal([i64; 5]),
    /// The condition `a * b == c`. The numbers are whole, from 1 to 100.
    Product([i64; 3]),
    /// A comparison of two strings: `==` if the last field is true, otherwise `!=`.
    Texts(String, String, bool),
}
