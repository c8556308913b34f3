//! The questions that expressions ask about programs and their translations, and the answers.

use std::sync::Arc;

/// A variable of a test: a Java function or its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The Java function with this zero-based index; `x1` has index 0.
    Source(usize),
    /// The translation with this zero-based index; `d1` has index 0.
    Translated(usize),
}

/// The first handle of a translation.
const TRANSLATED: i64 = 100;

impl Slot {
    /// Returns the name of this slot in the expressions of a property.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Source(at) => format!("x{}", at + 1),
            Self::Translated(at) => format!("d{}", at + 1),
        }
    }

    /// Returns the number that represents this slot in expressions.
    #[must_use]
    pub fn handle(self) -> i64 {
        let (base, at) = match self {
            Self::Source(at) => (0, at),
            Self::Translated(at) => (TRANSLATED, at),
        };
        base + i64::try_from(at).unwrap_or(0)
    }

    /// Returns the slot with this handle. `count` is the number of programs.
    #[must_use]
    pub fn from_handle(handle: i64, count: usize) -> Option<Self> {
        let (slot, at): (fn(usize) -> Self, i64) =
            if handle >= TRANSLATED { (Self::Translated, handle - TRANSLATED) } else { (Self::Source, handle) };
        usize::try_from(at).ok().filter(|at| *at < count).map(slot)
    }
}

/// The kinds of arguments of a function in expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKinds {
    /// One program.
    One,
    /// Two programs.
    Two,
    /// A program and a string.
    Word,
    /// Two programs and an integer.
    Number,
}

impl ArgumentKinds {
    /// Returns the number of arguments.
    #[must_use]
    pub fn arguments(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two | Self::Word => 2,
            Self::Number => 3,
        }
    }
}

/// The functions of expressions, with their descriptions.
pub const FUNCTIONS: &[(&str, ArgumentKinds, &str)] = &[
    ("arity", ArgumentKinds::One, "number of parameters without the receiver"),
    (
        "conditionals",
        ArgumentKinds::One,
        "number of `if`, `switch` and `match` statements and conditional expressions; a chain counts once",
    ),
    ("loops", ArgumentKinds::One, "number of loop statements"),
    ("loops_all", ArgumentKinds::One, "loop statements, comprehensions and streams"),
    ("statements", ArgumentKinds::One, "number of statements"),
    ("nodes", ArgumentKinds::One, "number of nodes of the common IR"),
    ("tokens", ArgumentKinds::One, "number of tokens"),
    ("text", ArgumentKinds::One, "the function's text"),
    ("calls", ArgumentKinds::Word, "whether the function calls a function with this name"),
    ("compiles", ArgumentKinds::One, "whether javac or CPython accepts the function"),
    ("runs", ArgumentKinds::One, "whether the function ends without an exception on every input"),
    (
        "returns",
        ArgumentKinds::One,
        "the outcome of the function on each input: result or exception, changed arguments, output",
    ),
    ("outputs_equal", ArgumentKinds::Two, "whether both functions have equal outcomes on every input"),
    (
        "outputs_close",
        ArgumentKinds::Number,
        "whether a Java function and a Python function have equal outcomes; floats may differ by this number of units in the last place",
    ),
    ("bleu", ArgumentKinds::Two, "the similarity BLEU of the second Python text, with the first as reference"),
    ("ruby", ArgumentKinds::Two, "the similarity RUBY of the second Python text, with the first as reference"),
];

/// A question about programs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramQuestion {
    /// The name of the function, from [`FUNCTIONS`].
    pub function: &'static str,
    /// The programs of the question.
    pub slots: Vec<Slot>,
    /// The string or number argument. Empty if the function has none.
    pub word: String,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyAnswer {
    /// A number, for example of loops.
    Count(usize),
    /// A boolean.
    Truth(bool),
    /// A share from 0 to 1.
    Share(f64),
    /// A string.
    Text(Arc<String>),
    /// A list of strings, one for each input.
    Texts(Arc<Vec<String>>),
    /// No answer, for this reason.
    Unknown(String),
}
