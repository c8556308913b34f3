//! The diagnosis of a finding: why the sides differ, and a tested fix.
//!
//! A [`Cause`] names a group of repairs. If the cause is a difference between the two languages, the table of
//! divergences has rows for the single cases.

use super::EditedLines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

crate::named_option! {
    /// The cause of a difference between the two original functions.
    ///
    /// A cause is proved by repair: the port gets Java's meaning at one place, and then both sides agree.
    Cause {
        /// Java's integer division rounds toward zero, and `//` rounds down.
        FloorDivision = "floor-division",
        /// Java divides integers to an integer, and `/` gives a float.
        TrueDivision = "true-division",
        /// Java's remainder has the dividend's sign, and Python's has the divisor's sign.
        RemainderSign = "remainder-sign",
        /// Java's integers overflow, and Python's do not.
        Overflow = "overflow",
        /// Java shifts a fixed number of bits, and Python's integers have no fixed width.
        Shift = "shift",
        /// A Java cast changes the value, and the port has no such conversion.
        Narrowing = "narrowing",
        /// Java compares the identity of objects, and the port compares their values.
        Identity = "identity",
        /// The port uses another operator.
        WrongOperator = "wrong-operator",
        /// The port uses another literal.
        WrongLiteral = "wrong-literal",
        /// The port's loop has other bounds.
        LoopBound = "loop-bound",
        /// The port tests another condition.
        WrongCondition = "wrong-condition",
        /// A library function of the port has another meaning than Java's.
        LibraryCall = "library-call",
        /// The port raises another exception.
        ExceptionType = "exception-type",
        /// The port computes another value at this place.
        WrongExpression = "wrong-expression",
        /// The port lacks a branch of the Java code.
        MissingBranch = "missing-branch",
        /// The port lacks a statement of the Java code.
        MissingStatement = "missing-statement",
        /// The port has a statement that Java does not have.
        ExtraStatement = "extra-statement",
        /// The port does something else at this place.
        WrongStatement = "wrong-statement",
    }
}

impl Cause {
    /// Describes the cause, with a lower-case first letter for the middle of a sentence.
    #[must_use]
    pub fn clause(self) -> String {
        let text = crate::NamedOption::description(self);
        // A first word that is a name, such as `Java`, keeps its capital letter.
        match text.split_once(' ') {
            Some((article @ ("The" | "A"), rest)) => format!("{} {rest}", article.to_lowercase()),
            _ => text.to_owned(),
        }
    }
}

/// Where and why the original functions differ.
///
/// The tool changed the port at the places so that each has Java's meaning, and ran the changed port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// The places that have to change together, in the order of the port's text.
    pub places: Vec<DiagnosedPlace>,
    /// Number of inputs of the finding on which the changed port agrees with Java.
    pub explained: u64,
    /// Number of inputs of the finding.
    pub inputs: u64,
    /// The tested change of the port that removes every difference of the finding. Null without such a change.
    pub fix: Option<Fix>,
}

/// A place at which the port does not have Java's meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiagnosedPlace {
    /// The cause.
    pub cause: Cause,
    /// One-based line in the Java file.
    pub line_java: u32,
    /// One-based line in the Python file.
    pub line_python: u32,
    /// The Java code; empty if the port has an extra statement.
    pub java: String,
    /// The code of the port; empty if the port lacks a statement.
    pub python: String,
}

/// A change of the port that removes the difference. The tool ran the changed port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    /// One-based first line in the Python file that the change touches.
    pub line: u32,
    /// The exact lines before and after the change. An inserted line comes with the line before it, which stays.
    pub change: EditedLines,
    /// Number of the pair's inputs on which both sides agree after the change.
    pub inputs: u64,
    /// Number of further generated inputs on which both sides agree after the change.
    pub further_inputs: u64,
    /// Number of inputs that show another difference before and after the change. Zero if the change removes all
    /// differences.
    #[serde(default)]
    pub remaining_inputs: u64,
}

impl Diagnosis {
    /// Returns the causes of the places, each once, in the order of the places.
    #[must_use]
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes = Vec::new();
        for place in &self.places {
            if !causes.contains(&place.cause) {
                causes.push(place.cause);
            }
        }
        causes
    }
}
