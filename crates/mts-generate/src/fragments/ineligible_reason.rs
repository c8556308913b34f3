//! Why a piece of a function may not stand alone. Which pieces are refused is decided by `eligibility` and `purity`.

use std::fmt;

/// Why a piece may not stand alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IneligibleReason {
    /// Too few content tokens: a name, a literal, a call on names.
    TooSmall,
    /// Too many.
    TooLarge,
    /// It reads no variable.
    NoVariable,
    /// A variable, or the result, has a type that no context holds.
    UnsupportedType(String),
    /// It writes, and is no statement.
    WritingExpression,
    /// A jump leaves it.
    OuterJump,
    /// It returns, and is not the end of the function.
    EarlyReturn,
    /// A call that may do more than its arguments say.
    ImpureCall(String),
    /// Something beyond the function's variables.
    NonLocal(String),
    /// A construct without a stand-alone form.
    Construct(&'static str),
    /// A variable may have no value yet where it begins.
    Unassigned(String),
    /// It leaves nothing behind.
    NoEffect,
    /// No expression, nor statements of one block.
    NotAFragment,
}

impl fmt::Display for IneligibleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall => write!(f, "too small"),
            Self::TooLarge => write!(f, "too large"),
            Self::NoVariable => write!(f, "reads no variable"),
            Self::UnsupportedType(name) => write!(f, "type of {name}"),
            Self::WritingExpression => write!(f, "an expression that writes"),
            Self::OuterJump => write!(f, "a jump out of it"),
            Self::EarlyReturn => write!(f, "an early return"),
            Self::ImpureCall(name) => write!(f, "calls {name}"),
            Self::NonLocal(name) => write!(f, "reads {name}, no variable of the function"),
            Self::Construct(what) => write!(f, "holds {what}"),
            Self::Unassigned(name) => write!(f, "{name} may have no value"),
            Self::NoEffect => write!(f, "leaves nothing behind"),
            Self::NotAFragment => write!(f, "no expression or statements of one block"),
        }
    }
}
