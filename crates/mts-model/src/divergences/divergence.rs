//! A semantic divergence as data.

use crate::{BinaryOp, JavaType, Primitive, UnaryOp};

/// One semantic divergence.
#[derive(Clone, Copy, Debug)]
pub struct Divergence {
    /// The name of the divergence.
    pub id: &'static str,
    /// The difference, in a few words.
    pub title: &'static str,
    /// The Java code.
    pub java: &'static str,
    /// The obvious port of the Java code, which has another meaning.
    pub port: &'static str,
    /// A call on which Java and the port differ.
    pub example: Example,
    /// The kinds of Java code that may have this divergence.
    pub code: &'static [JavaCode],
    /// The Python code with the same meaning as a binary Java operator.
    ///
    /// There is one element for each operator and kind of operands.
    pub meaning: &'static [Meaning],
    /// The Python code with the same meaning as each unary Java operator on an integer.
    pub unary: &'static [UnaryMeaning],
}

/// A call on which Java and its port differ. A result `!Name` means the exception `Name`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The arguments, as Java code.
    pub arguments: &'static str,
    /// Java's result.
    pub java: &'static str,
    /// The port's result.
    pub port: &'static str,
}

/// A kind of Java code.
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

/// Python code with the meaning of a Java operator.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// The operator.
    pub op: BinaryOp,
    /// The operands to which the code applies.
    pub on: MeaningOn,
    /// The Python code. `{left}` and `{right}` are the operands, and `{distance}` is the masked
    /// distance of a shift. `{low}` is the lowest value of the result's type, and `{span}` is the
    /// number of values of the type.
    pub text: &'static str,
    /// Whether the mirror must wrap the result into the range of its type.
    pub wraps: bool,
}

/// Python code with the meaning of a unary Java operator on an integer.
#[derive(Clone, Copy, Debug)]
pub struct UnaryMeaning {
    /// The operator.
    pub op: UnaryOp,
    /// The Python code. `{operand}` is the operand, and `{low}` is the lowest value of its promoted type. The code may
    /// evaluate the operand several times.
    pub text: &'static str,
}

/// The operands of a Java operator after promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeaningOn {
    /// Integers; the right operand is a literal.
    IntegerByLiteral,
    /// Integers.
    Integers,
    /// Floating-point numbers.
    Reals,
    /// Both operands are booleans.
    Truths,
}

impl MeaningOn {
    /// Returns the operands of `left op right`, given their Java types.
    ///
    /// The operands of a bitwise operator are integers unless both operands are booleans. For a shift, only the left
    /// operand counts, and the result is `None` if this operand is not an integer. For other operators, the result is
    /// `None` if the type of an operand is unknown or not a number.
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

/// A row with empty fields. Each row of the table copies the fields that it does not set.
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
