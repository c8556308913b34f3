//! Owns the questions that expressions ask about programs and their translations, and the answers.

use std::sync::Arc;

/// A variable of a test: a Java function or its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// `x1` is number 0.
    Source(usize),
    /// `d1` is number 0.
    Translated(usize),
}

/// First handle of a translation.
const TRANSLATED: i64 = 100;

impl Slot {
    /// Its name in expressions.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Source(at) => format!("x{}", at + 1),
            Self::Translated(at) => format!("d{}", at + 1),
        }
    }

    /// Its opaque number in expressions.
    #[must_use]
    pub fn handle(self) -> i64 {
        let (base, at) = match self {
            Self::Source(at) => (0, at),
            Self::Translated(at) => (TRANSLATED, at),
        };
        base + i64::try_from(at).unwrap_or(0)
    }

    /// The slot with this number among `count` programs.
    #[must_use]
    pub fn from_handle(handle: i64, count: usize) -> Option<Self> {
        let (slot, at): (fn(usize) -> Self, i64) =
            if handle >= TRANSLATED { (Self::Translated, handle - TRANSLATED) } else { (Self::Source, handle) };
        usize::try_from(at).ok().filter(|at| *at < count).map(slot)
    }
}

/// The arguments of a function in expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKinds {
    /// One program.
    One,
    /// Two programs.
    Two,
    /// A program and a text.
    Word,
    /// Two programs and an integer.
    Number,
}

impl ArgumentKinds {
    /// Number of arguments.
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
    ("nodes", ArgumentKinds::One, "number of nodes of the common tree"),
    ("tokens", ArgumentKinds::One, "number of tokens"),
    ("text", ArgumentKinds::One, "the function's text"),
    ("calls", ArgumentKinds::Word, "whether something of this name is called"),
    ("compiles", ArgumentKinds::One, "whether javac or CPython accepts it"),
    ("runs", ArgumentKinds::One, "whether it ends without an exception on every input"),
    ("returns", ArgumentKinds::One, "its outcome on each input: result or exception, changed arguments, output"),
    ("outputs_equal", ArgumentKinds::Two, "whether both have equal outcomes on every input"),
    (
        "outputs_close",
        ArgumentKinds::Number,
        "likewise, floats so many units in the last place apart at most; of a Java function and a Python one",
    ),
    ("bleu", ArgumentKinds::Two, "BLEU of the second Python text against the first"),
    ("ruby", ArgumentKinds::Two, "RUBY of the second Python text against the first"),
];

/// One question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramQuestion {
    /// One of [`FUNCTIONS`].
    pub function: &'static str,
    /// The programs.
    pub slots: Vec<Slot>,
    /// The text or number; empty where none is taken.
    pub word: String,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyAnswer {
    /// A number of things.
    Count(usize),
    /// A boolean.
    Truth(bool),
    /// A share.
    Share(f64),
    /// A text.
    Text(Arc<String>),
    /// One text an input.
    Texts(Arc<Vec<String>>),
    /// There is no answer, for this reason.
    Unknown(String),
}
