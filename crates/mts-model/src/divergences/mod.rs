//! Holds the table of semantic divergences between Java and Python.
//!
//! A divergence is Java code whose obvious port has another meaning in Python. The mirror takes the
//! Python code that it inserts from a row. The fragment analysis uses the rows to find the Java
//! code to test first. The manual prints the table.

mod arithmetic;
mod divergence;
mod evaluation;
mod objects;
mod text;

use crate::{BinaryOp, UnaryOp};
use divergence::PLAIN;
pub use divergence::{Divergence, Example, JavaCode, Meaning, MeaningOn, OperandTypes, UnaryMeaning};

/// The Python code that wraps `{value}` into the range of an integer type.
///
/// `{low}` and `{high}` are the lowest and highest value of the type, `{offset}` is `{low}` without its minus sign, and
/// `{span}` is the number of values of the type.
pub const WRAP: &str = "(lambda v: v if {low} <= v <= {high} else (v + {offset}) % {span} - {offset})({value})";

/// The Python code for the value of an integer variable `{place}` after `++` or `--`.
///
/// `{sign}` is `+` or `-`. `{from}` is the value at which Java overflows, and `{to}` is the value after the overflow.
pub const STEP_OF_INTEGER: &str = "{place} {sign} 1 if {place} != {from} else {to}";

/// The Python code for the value of a `char` variable `{place}` after `++` or `--`.
///
/// `{sign}` is `+` or `-`. The value is a string in Python, or a number if the port uses code points.
pub const STEP_OF_CHAR: &str =
    "chr((ord({place}) {sign} 1) % 0x10000) if {place}.__class__ is ''.__class__ else ({place} {sign} 1) % 0x10000";

/// The Python code for the value of a floating-point variable `{place}` after `++` or `--`.
///
/// `{sign}` is `+` or `-`.
pub const STEP_OF_REAL: &str = "{place} {sign} 1";

/// The title and the rows of each chapter of the table.
pub const CHAPTERS: &[(&str, &[Divergence])] = &[
    ("Numbers", arithmetic::ROWS),
    ("Text", text::ROWS),
    ("Evaluation and control flow", evaluation::ROWS),
    ("Objects and the library", objects::ROWS),
];

/// Returns every divergence of the table.
pub fn all() -> impl Iterator<Item = &'static Divergence> {
    CHAPTERS.iter().flat_map(|(_, rows)| *rows)
}

/// Returns the Python code with the same meaning as a binary operator on such operands.
///
/// `None` if no row has such code. The mirror then writes Python's operator with the same text, such as `+`.
#[must_use]
pub fn meaning(op: BinaryOp, on: MeaningOn) -> Option<&'static Meaning> {
    all().flat_map(|divergence| divergence.meaning).find(|meaning| meaning.op == op && meaning.on == on)
}

/// Returns the Python code with the same meaning as a unary operator on an integer.
///
/// `None` if no row has such code. Python's operator then has the same meaning.
#[must_use]
pub fn unary_meaning(op: UnaryOp) -> Option<&'static UnaryMeaning> {
    all().flat_map(|divergence| divergence.unary).find(|meaning| meaning.op == op)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_complete_and_has_a_unique_id() {
        let mut ids = BTreeSet::new();
        for row in all() {
            assert!(ids.insert(row.id), "{} occurs twice", row.id);
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
