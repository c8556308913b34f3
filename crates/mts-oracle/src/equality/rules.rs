//! Defines the rules of comparison that the configuration sets.
//!
//! The rules are for types, tolerances, exceptions, and the output of programs.

use super::normalization::exceptions::ExceptionTable;
use super::result::Equality;
use mts_model::{ExceptionMode, GateDomain, OutputRule, State, TypeMode};
use serde::Serialize;

/// The rules of comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rules {
    /// The rule that says whether a type drift is a difference.
    pub types: TypeMode,
    /// One relative tolerance for every float, also for Java's `float`. `None` means 1e-9, and 1e-5
    /// for Java's `float`.
    pub rel_tol: Option<f64>,
    /// The maximum distance of equal floats, in units in the last place. This distance replaces
    /// every tolerance.
    pub ulps: Option<u64>,
    /// Whether the tool compares floats bit by bit. There is no tolerance, and -0.0 differs from
    /// 0.0. NaN equals NaN.
    pub exact_floats: bool,
    /// The Python exceptions that correspond to each Java exception.
    pub exceptions: ExceptionTable,
    /// The rule for an exception of a Java mutant: an output or an anomaly.
    pub exceptions_mode: ExceptionMode,
    /// The inputs on which a difference is an error.
    pub domain: GateDomain,
    /// The rule for comparing the outputs of whole programs.
    pub programs: OutputRule,
}

impl Rules {
    /// Reports whether a Java mutant's run in this state has an output to compare.
    #[must_use]
    pub fn is_output(&self, state: State) -> bool {
        match state {
            State::Ok => true,
            State::Exception => self.exceptions_mode == ExceptionMode::Compare,
            _ => false,
        }
    }

    /// Returns the result for values of different types.
    ///
    /// The result is a type drift if the values are equal and types are not strict.
    pub(crate) fn type_drift_if(&self, equal: bool) -> Equality {
        if equal && self.types != TypeMode::Strict { Equality::TypeDrift } else { Equality::Different }
    }
}
