//! The rules of the method-level operators, one family of operators in each file.
//!
//! The module `mutation` decides which mutants to keep. The definitions of `mts_model::Operator` hold the texts for
//! the manual.

mod arithmetic;
mod assignment;
mod conditional;
mod deletion;
mod increment;
mod logical;
mod relational;
mod statement;

use super::context::OperatorRule;

/// Returns the rule of every method-level operator, in the order of `Operator::ALL`.
pub(super) fn rules() -> Vec<&'static OperatorRule> {
    let families = [
        arithmetic::RULES,
        assignment::RULES,
        conditional::RULES,
        deletion::RULES,
        increment::RULES,
        logical::RULES,
        relational::RULES,
        statement::RULES,
    ];
    let mut rules: Vec<&OperatorRule> = families.into_iter().flatten().collect();
    rules.sort_by_key(|rule| rule.operator);
    rules
}
