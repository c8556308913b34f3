//! Suppresses mutants by ignore comments ([`comments`]), and mutants in certain calls ([`calls`]).
//!
//! Certain calls, such as calls of a logger, have no influence on the result of a function. The callers of this
//! module decide which revision's comments count, and to which pairs a rule applies.

pub mod calls;
pub mod comments;

use mts_model::Operator;
use mts_model::glob::Glob;
use std::collections::BTreeSet;

/// The suppressed mutants of one pair, and comments that apply only after the merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoredMutants {
    /// The ids of the suppressed mutants.
    pub ids: BTreeSet<String>,
    /// The rules that suppressed the mutants, for people.
    pub notes: Vec<String>,
    /// Conditions of assume comments that have an effect only after the merge.
    pub assumptions_not_in_force: BTreeSet<String>,
}

/// Returns the operators that match a name or a glob such as `AO*`.
///
/// The match ignores the case of letters.
#[must_use]
pub fn operators_named(name: &str) -> Vec<Operator> {
    let Ok(glob) = Glob::from_name_pattern_in_any_case(name) else { return Vec::new() };
    let all = Operator::ALL.iter().chain(Operator::CLASS);
    all.copied().filter(|operator| glob.is_match(operator.name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_an_operator_or_a_glob_over_them_in_any_case() {
        assert_eq!(operators_named("aois"), [Operator::AOIS]);
        assert_eq!(operators_named("CO*"), [Operator::COR, Operator::COD, Operator::COI]);
        assert_eq!(operators_named("iod"), [Operator::IOD], "of classes too");
        assert_eq!(operators_named("NOPE"), []);
        assert_eq!(operators_named("[").len(), 0);
    }
}
