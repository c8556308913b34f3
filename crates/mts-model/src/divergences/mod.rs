//! The table of semantic divergences: Java code whose obvious port means something else in Python. One row for each,
//! read by the mirror (what code it inserts), by fragments (which parts to try first) and by the manual.

mod arithmetic;
mod evaluation;
mod objects;
mod text;

use crate::BinaryOp;

/// One divergence.
#[derive(Clone, Copy, Debug)]
pub struct Divergence {
    /// Its name.
    pub id: &'static str,
    /// The difference, in a few words.
    pub title: &'static str,
    /// Java's code.
    pub java: &'static str,
    /// The port that looks alike.
    pub port: &'static str,
    /// A call on which the two differ.
    pub example: Example,
    /// Java code that may have it.
    pub code: &'static [JavaCode],
    /// Python code that means what Java's operator means.
    pub meaning: &'static [Meaning],
}

/// A call on which Java and its port differ; `!Name` is an exception.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Arguments, as Java code.
    pub arguments: &'static str,
    /// Java's result.
    pub java: &'static str,
    /// The port's result.
    pub port: &'static str,
}

/// A kind of Java code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JavaCode {
    /// A binary operator on such operands.
    Binary(BinaryOp, OperandTypes),
    /// `+=` and the like.
    CompoundAssignment,
    /// `++` or `--`.
    Increment,
    /// A cast.
    Cast,
    /// `new` of an array with more than one dimension.
    NestedArray,
    /// A constant of this name.
    Constant(&'static str),
    /// A call of a method of this name.
    Call(&'static str),
}

/// Static types of the operands of a Java operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandTypes {
    /// Any, also where the source does not tell.
    Any,
    /// The result is a primitive or its box.
    Numbers,
    /// One is a `char`.
    Characters,
    /// The left one is a `boolean`.
    Booleans,
    /// Neither is a primitive.
    References,
    /// Both are boxes.
    Boxes,
}

/// Python code with the meaning of a Java operator.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// The operator.
    pub op: BinaryOp,
    /// Operands that it is for.
    pub on: MeaningOn,
    /// The code. `{left}` and `{right}` are the operands, `{distance}` is the masked distance of a shift, `{low}` the
    /// lowest value of the result's type and `{span}` the number of its values.
    pub text: &'static str,
    /// Whether the result has to be brought back into the range of its type.
    pub wraps: bool,
}

/// Operands of a Java operator after promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeaningOn {
    /// Integers, the right one a literal.
    IntegerByLiteral,
    /// Integers.
    Integers,
    /// Floating-point numbers.
    Reals,
    /// Truth values on both sides.
    Truths,
}

impl MeaningOn {
    /// The operands in words.
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

/// Title and rows of each chapter of the table.
pub const CHAPTERS: &[(&str, &[Divergence])] = &[
    ("Numbers", arithmetic::ROWS),
    ("Text", text::ROWS),
    ("Evaluation and control flow", evaluation::ROWS),
    ("Objects and the library", objects::ROWS),
];

/// A row without knowledge for the tool.
const PLAIN: Divergence = Divergence {
    id: "",
    title: "",
    java: "",
    port: "",
    example: Example { arguments: "", java: "", port: "" },
    code: &[],
    meaning: &[],
};

/// Every divergence.
pub fn all() -> impl Iterator<Item = &'static Divergence> {
    CHAPTERS.iter().flat_map(|(_, rows)| *rows)
}

/// The meaning of an operator on such operands; `None` where Python's own operator has it.
#[must_use]
pub fn meaning(op: BinaryOp, on: MeaningOn) -> Option<&'static Meaning> {
    all().flat_map(|divergence| divergence.meaning).find(|meaning| meaning.op == op && meaning.on == on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_complete_and_has_its_own_name() {
        let mut ids = BTreeSet::new();
        for row in all() {
            assert!(ids.insert(row.id), "{} stands twice", row.id);
            let cells = [row.id, row.title, row.java, row.port, row.example.arguments];
            assert!(cells.iter().all(|cell| !cell.is_empty()), "{}", row.id);
            assert_ne!(row.example.java, row.example.port, "{}", row.id);
        }
    }

    #[test]
    fn an_operator_has_one_meaning_on_its_operands() {
        let meanings: Vec<&Meaning> = all().flat_map(|row| row.meaning).collect();
        for (nth, one) in meanings.iter().enumerate() {
            assert!(!meanings[..nth].iter().any(|other| other.op == one.op && other.on == one.on), "{one:?}");
        }
    }
}
