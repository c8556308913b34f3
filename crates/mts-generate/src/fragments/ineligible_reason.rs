//! Reasons why a piece of a function is not an eligible fragment.
//!
//! A piece is a part of the function's text that may be a fragment. Content tokens are identifiers,
//! literals and operators.
//!
//! The modules `eligibility` and `purity` decide which reason applies.

use std::fmt;

/// The reason why a piece is not an eligible fragment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IneligibleReason {
    /// Too few content tokens, for example `-n` or `f(n)`.
    TooSmall,
    /// Too many content tokens.
    TooLarge,
    /// The piece reads no variable, so its value is constant.
    NoVariable,
    /// A context cannot hold the type of this variable or of the result.
    UnsupportedType(String),
    /// An expression with a side effect.
    WritingExpression,
    /// A `break` or `continue` jumps out of the piece.
    OuterJump,
    /// A `return` before the end of the function.
    EarlyReturn,
    /// A call that may depend on more than its arguments.
    ImpureCall(String),
    /// A name that is not a variable of the function.
    NonLocal(String),
    /// A construct that the tool cannot extract.
    Construct(&'static str),
    /// A variable that may be unassigned at the start of the piece.
    Unassigned(String),
    /// A block without an observable effect.
    NoEffect,
    /// The piece is neither an expression nor a sequence of statements of one block.
    NotAFragment,
}

impl fmt::Display for IneligibleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall => write!(f, "too small"),
            Self::TooLarge => write!(f, "too large"),
            Self::NoVariable => write!(f, "reads no variable"),
            Self::UnsupportedType(name) => write!(f, "unsupported type of {name}"),
            Self::WritingExpression => write!(f, "an expression with a side effect"),
            Self::OuterJump => write!(f, "a jump out of the fragment"),
            Self::EarlyReturn => write!(f, "an early return"),
            Self::ImpureCall(name) => write!(f, "calls {name}, which may have a side effect"),
            Self::NonLocal(name) => write!(f, "reads {name}, which is not a variable of the function"),
            Self::Construct(what) => write!(f, "holds {what}"),
            Self::Unassigned(name) => write!(f, "{name} may have no value"),
            Self::NoEffect => write!(f, "has no observable effect"),
            Self::NotAFragment => write!(f, "neither an expression nor statements of one block"),
        }
    }
}
