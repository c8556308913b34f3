//! How values are compared, as the configuration sets it: types, tolerances, exceptions, output of programs.

use super::normalization::exceptions::ExceptionTable;
use super::result::Equality;
use mts_model::{ExceptionMode, OutputRule, State, TypeMode};

/// How values are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// Whether a drift of type is a difference.
    pub types: TypeMode,
    /// One relative tolerance for every float, Java `float` included; `None` for 1e-9 and 1e-5.
    pub rel_tol: Option<f64>,
    /// How many units in the last place of their type two floats may be apart, in place of any tolerance.
    pub ulps: Option<u64>,
    /// Floats bit by bit, NaN aside: no tolerance, and -0.0 differs from 0.0.
    pub exact_floats: bool,
    /// Which Python exceptions stand for which Java ones.
    pub exceptions: ExceptionTable,
    /// What a Java mutant's exception counts as.
    pub exceptions_mode: ExceptionMode,
    /// How the outputs of whole programs are compared.
    pub programs: OutputRule,
}

impl Rules {
    /// Whether a run of a Java mutant that ended so has an output that can be compared.
    #[must_use]
    pub fn is_output(&self, state: State) -> bool {
        match state {
            State::Ok => true,
            State::Exception => self.exceptions_mode == ExceptionMode::Compare,
            _ => false,
        }
    }

    /// What values of different types are: drifted where they are equal as values and types are not
    /// strict, else different.
    pub(crate) fn drift_if(&self, equal: bool) -> Equality {
        if equal && self.types != TypeMode::Strict { Equality::Drift } else { Equality::Different }
    }
}
