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

/// The handle of the first translation; see [`Slot::handle`].
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

    /// Returns the slot with this handle. `None` if no program of the test has this handle.
    ///
    /// `count` is the number of programs.
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
    pub fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two | Self::Word => 2,
            Self::Number => 3,
        }
    }

    /// Returns the arguments as the manual writes them.
    #[must_use]
    pub fn in_manual(self) -> &'static str {
        match self {
            Self::One => "p",
            Self::Two => "p, q",
            Self::Word => "p, \"name\"",
            Self::Number => "p, q, n",
        }
    }
}

mts_model::named_values! {
    /// A function of expressions, with the description in the manual.
    PropertyFunction {
        /// The number of parameters, without the receiver.
        Arity = "arity",
        /// The number of `if`, `switch` and `match` statements and conditional expressions.
        /// A chain of `else if` counts once.
        Conditionals = "conditionals",
        /// The number of loop statements.
        Loops = "loops",
        /// The number of loop statements, comprehensions and streams.
        LoopsAll = "loops_all",
        /// The number of statements.
        Statements = "statements",
        /// The number of nodes of the syntax tree.
        Nodes = "nodes",
        /// The number of tokens.
        Tokens = "tokens",
        /// The text of the function.
        Text = "text",
        /// Whether the function calls something with this name.
        Calls = "calls",
        /// Whether javac compiles the function, or CPython compiles and imports it.
        /// `false` without a translation.
        Compiles = "compiles",
        /// Whether the function ends on every input without an exception.
        Runs = "runs",
        /// A list with one string per input: result or exception, changed arguments, output.
        Returns = "returns",
        /// Whether both functions have equal outcomes on every input.
        OutputsEqual = "outputs_equal",
        /// Whether a Java and a Python function have equal outcomes on every input.
        /// Floats may differ by `n` units in the last place of their type.
        OutputsClose = "outputs_close",
        /// The similarity BLEU of the second Python text, with the first as reference.
        Bleu = "bleu",
        /// The similarity RUBY of the second Python text, with the first as reference.
        Ruby = "ruby",
    }
}

impl PropertyFunction {
    /// Returns the kinds of arguments of the function.
    #[must_use]
    pub fn arguments(self) -> ArgumentKinds {
        match self {
            Self::Calls => ArgumentKinds::Word,
            Self::OutputsClose => ArgumentKinds::Number,
            Self::OutputsEqual | Self::Bleu | Self::Ruby => ArgumentKinds::Two,
            _ => ArgumentKinds::One,
        }
    }
}

/// A question about programs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramQuestion {
    /// The function.
    pub function: PropertyFunction,
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
