//! The rules of the method-level operators, one family of operators in each file.
//!
//! This module holds the list of rules. The module `mutation` decides which mutants to keep. The
//! rows of `mts_model::Operator` hold the texts for the manual.

mod arithmetic;
mod assignment;
mod conditional;
mod deletion;
mod increment;
mod logical;
mod relational;
mod statement;

use super::context::Context;
use mts_model::{Change, Operator};

/// The rule of an operator.
pub(super) struct OperatorRule {
    pub(super) operator: Operator,
    /// The function that returns the operator's changes of a function, in source order.
    pub(super) find: fn(&Context<'_>) -> Vec<Change>,
}

/// The rule of every method-level operator, in the order of [`Operator::ALL`].
pub(super) const RULES: &[OperatorRule] = &[
    OperatorRule { operator: Operator::AORB, find: arithmetic::aorb },
    OperatorRule { operator: Operator::AORS, find: increment::aors },
    OperatorRule { operator: Operator::AOIU, find: arithmetic::aoiu },
    OperatorRule { operator: Operator::AOIS, find: increment::aois },
    OperatorRule { operator: Operator::AODU, find: arithmetic::aodu },
    OperatorRule { operator: Operator::AODS, find: increment::aods },
    OperatorRule { operator: Operator::ROR, find: relational::ror },
    OperatorRule { operator: Operator::COR, find: conditional::cor },
    OperatorRule { operator: Operator::COD, find: conditional::cod },
    OperatorRule { operator: Operator::COI, find: conditional::coi },
    OperatorRule { operator: Operator::SOR, find: logical::sor },
    OperatorRule { operator: Operator::LOR, find: logical::lor },
    OperatorRule { operator: Operator::LOI, find: logical::loi },
    OperatorRule { operator: Operator::LOD, find: logical::lod },
    OperatorRule { operator: Operator::ASRS, find: assignment::asrs },
    OperatorRule { operator: Operator::SDL, find: statement::sdl },
    OperatorRule { operator: Operator::VDL, find: deletion::vdl },
    OperatorRule { operator: Operator::CDL, find: deletion::cdl },
    OperatorRule { operator: Operator::ODL, find: deletion::odl },
];
