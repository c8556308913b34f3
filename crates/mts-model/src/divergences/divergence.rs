//! The types of the rows in the table of divergences between Java and Python.

use crate::{BinaryOp, JavaType, Primitive, UnaryOp};

/// Java code whose obvious port has another meaning in Python: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Divergence {
    /// The name of the divergence, such as `int-div-floor`.
    pub id: &'static str,
    /// The difference, in a few words.
    pub title: &'static str,
    /// An example of the Java code, such as `a / b`.
    pub java: &'static str,
    /// The obvious port of this Java code, such as `a // b`. The port has another meaning.
    pub port: &'static str,
    /// A call on which Java and the port differ.
    pub example: Example,
    /// The kinds of Java code that may have this divergence. The fragment analysis tests such code first.
    pub code: &'static [JavaCode],
    /// The Python code with the same meaning as the binary Java operator.
    ///
    /// The list has one element for each operator and each kind of operands.
    pub meaning: &'static [Meaning],
    /// The Python code with the same meaning as each unary Java operator on an integer.
    pub unary: &'static [UnaryMeaning],
}

/// A call on which Java and the port differ. A result `!Name` means the exception `Name`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The arguments, as Java code.
    pub arguments: &'static str,
    /// Java's result.
    pub java: &'static str,
    /// The port's result.
    pub port: &'static str,
}

/// A kind of Java code that may have a divergence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JavaCode {
    /// A binary operator on operands of these types.
    Binary(BinaryOp, OperandTypes),
    /// A compound assignment such as `+=`.
    CompoundAssignment,
    /// `++` or `--`.
    Increment,
    /// A cast.
    Cast,
    /// `new` of an array with more than one dimension.
    NestedArray,
    /// A constant with this name.
    Constant(&'static str),
    /// A call of a method with this name.
    Call(&'static str),
}

/// The static types of the operands of a Java operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandTypes {
    /// Any types, also types that the source file does not determine.
    Any,
    /// Types for which the result of the operator is a primitive or a wrapper class.
    Numbers,
    /// At least one operand is a `char` or a `Character`.
    Characters,
    /// The left operand is a `boolean`.
    Booleans,
    /// Neither operand is a primitive.
    References,
    /// Both operands are objects of wrapper classes, such as `Integer`.
    Boxes,
}

impl OperandTypes {
    /// Reports whether the operands and the result of a binary operator have these types.
    #[must_use]
    pub fn holds(self, operands: [&JavaType; 2], result: &JavaType) -> bool {
        match self {
            Self::Any => true,
            Self::Numbers => result.unboxed().is_some(),
            Self::Characters => operands.iter().any(|ty| ty.unboxed() == Some(Primitive::Char)),
            Self::Booleans => operands[0].is_boolean(),
            Self::References => operands.iter().all(|ty| ty.primitive().is_none()),
            Self::Boxes => operands.iter().all(|ty| matches!(ty, JavaType::Boxed(_))),
        }
    }
}

/// Python code with the same meaning as a binary operator on one kind of operands.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// The operator.
    pub op: BinaryOp,
    /// The kind of operands for which the Python code is correct.
    pub on: MeaningOn,
    /// The Python code. `{left}` and `{right}` are the operands. `{distance}` is the distance of a shift, reduced
    /// modulo 32 or 64 as in Java. `{low}` is the lowest value of the result's type, and `{span}` is the number of
    /// values of this type.
    pub text: &'static str,
    /// Whether the mirror must reduce the result to the range of its type.
    ///
    /// If true, Java's result can overflow, and Python's integers cannot.
    pub wraps: bool,
}

/// Python code with the same meaning as a unary Java operator on an integer.
#[derive(Clone, Copy, Debug)]
pub struct UnaryMeaning {
    /// The operator.
    pub op: UnaryOp,
    /// The Python code. `{operand}` is the operand, and `{low}` is the lowest value of its promoted type. The code may
    /// evaluate the operand several times.
    pub text: &'static str,
}

/// The kind of the operands of a Java operator, after numeric promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeaningOn {
    /// Both operands are integers, and the right operand is a literal.
    IntegerByLiteral,
    /// Both operands are integers.
    Integers,
    /// At least one operand is a floating-point number, so Java computes with such numbers.
    Reals,
    /// Both operands are booleans.
    Truths,
}

impl MeaningOn {
    /// Returns the kind of the operands of `left op right`, given their Java types.
    ///
    /// For a bitwise operator, the kind is `Truths` if both operands are booleans, else `Integers`. For a shift, only
    /// the type of the left operand decides, and the result is `None` if this type is not an integer type. For other
    /// operators, the result is `None` if the type of an operand is unknown or not a number type.
    #[must_use]
    pub fn from_operation(op: BinaryOp, left: &JavaType, right: &JavaType, right_is_literal: bool) -> Option<Self> {
        let number = |ty: &JavaType| ty.unboxed().filter(|ty| ty.is_arithmetic());
        if op.is_bitwise() {
            let are_booleans = [left, right].iter().all(|ty| ty.unboxed() == Some(Primitive::Boolean));
            return Some(if are_booleans { Self::Truths } else { Self::Integers });
        }
        if op.is_shift() {
            return number(left)?.is_integral().then_some(Self::Integers);
        }
        let (left, right) = (number(left)?, number(right)?);
        Some(match left.is_integral() && right.is_integral() {
            false => Self::Reals,
            true if op == BinaryOp::Div && right_is_literal => Self::IntegerByLiteral,
            true => Self::Integers,
        })
    }

    /// Describes the operands in words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::IntegerByLiteral => "integers, the right one a literal",
            Self::Integers => "integers",
            Self::Reals => "floating-point numbers",
            Self::Truths => "booleans",
        }
    }
}

/// A row with empty fields: the default values of the fields of a row.
pub(super) const PLAIN: Divergence = Divergence {
    id: "",
    title: "",
    java: "",
    port: "",
    example: Example { arguments: "", java: "", port: "" },
    code: &[],
    meaning: &[],
    unary: &[],
};
