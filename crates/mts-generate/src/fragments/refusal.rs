//! Why a piece of a function may not stand alone. Which pieces are refused is decided by `eligibility` and `purity`.

use std::fmt;

/// Why a piece may not stand alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// Too few content tokens: a name, a literal, a call on names.
    Small,
    /// Too many.
    Large,
    /// It reads no variable.
    Closed,
    /// A variable, or the result, has a type that no context holds.
    Type(String),
    /// It writes, and is no statement.
    Writes,
    /// A jump leaves it.
    Jump,
    /// It returns, and is not the end of the function.
    Return,
    /// A call that may do more than its arguments say.
    Call(String),
    /// Something beyond the function's variables.
    Field(String),
    /// A construct without a stand-alone form.
    Construct(&'static str),
    /// A variable may have no value yet where it begins.
    Unset(String),
    /// It leaves nothing behind.
    Nothing,
    /// No expression, nor statements of one block.
    Shape,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small => write!(f, "too small"),
            Self::Large => write!(f, "too large"),
            Self::Closed => write!(f, "reads no variable"),
            Self::Type(name) => write!(f, "type of {name}"),
            Self::Writes => write!(f, "an expression that writes"),
            Self::Jump => write!(f, "a jump out of it"),
            Self::Return => write!(f, "an early return"),
            Self::Call(name) => write!(f, "calls {name}"),
            Self::Field(name) => write!(f, "reads {name}, no variable of the function"),
            Self::Construct(what) => write!(f, "holds {what}"),
            Self::Unset(name) => write!(f, "{name} may have no value"),
            Self::Nothing => write!(f, "leaves nothing behind"),
            Self::Shape => write!(f, "no expression or statements of one block"),
        }
    }
}
