//! Variants of a pair: the transformations, the verdicts, and the counts of the verdicts.

use crate::Operator;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::AddAssign;

/// A transformation of one function or of two (Eniser et al. 2024, appendix A.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Transformation {
    /// Renames a parameter.
    RenameParam,
    /// Adds an unused parameter of type `int`.
    AddParam,
    /// Adds a conditional without an effect.
    AddConditional,
    /// Adds a loop without an effect.
    AddLoop,
    /// Replaces the condition of an `if`.
    ChBranchCond,
    /// Deletes a loop.
    RmLoop,
    /// Merges two functions into one, with a parameter that selects one of the two functions.
    Merge,
}

impl Transformation {
    /// All transformations.
    pub const ALL: [Self; 7] = [
        Self::RenameParam,
        Self::AddParam,
        Self::AddConditional,
        Self::AddLoop,
        Self::ChBranchCond,
        Self::RmLoop,
        Self::Merge,
    ];

    /// Returns the name of this transformation in properties, configuration and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RenameParam => "renameParam",
            Self::AddParam => "addParam",
            Self::AddConditional => "addConditional",
            Self::AddLoop => "addLoop",
            Self::ChBranchCond => "chBranchCond",
            Self::RmLoop => "rmLoop",
            Self::Merge => "merge",
        }
    }

    /// Returns the number of functions that the transformation needs.
    #[must_use]
    pub fn takes(self) -> usize {
        if self == Self::Merge { 2 } else { 1 }
    }

    /// Reports whether this transformation preserves behaviour.
    #[must_use]
    pub fn keeps_behaviour(self) -> bool {
        self.operator().is_none()
    }

    /// Returns the mutation operator of a transformation that may change behaviour.
    ///
    /// `None` for a transformation that preserves behaviour.
    #[must_use]
    pub fn operator(self) -> Option<Operator> {
        match self {
            Self::ChBranchCond => Some(Operator::ChBranchCond),
            Self::RmLoop => Some(Operator::RmLoop),
            _ => None,
        }
    }
}

/// Verdict on a variant that exists on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariantVerdict {
    /// Both sides behave as before.
    Preserved,
    /// The Python variant behaves differently: the port depends on something that the transformation may alter.
    Broken,
    /// This tool made a variant that does not preserve behaviour.
    InvalidTransformation,
    /// The variant has no outcome to compare. The variant takes many times the ticks of the original, or a side is
    /// nondeterministic.
    Inconclusive,
    /// The transformation has no counterpart in the port.
    Unmirrored,
}

/// Counts of the variants that must preserve behaviour, of one pair or of many. Not part of MTS.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VariantScores {
    /// Variants with a verdict from both sides: `preserved`, `broken` and `invalid_transformation`.
    pub tested: u64,
    /// Variants on which both sides behave as before.
    pub preserved: u64,
    /// Variants on which the port behaves differently.
    pub broken: u64,
    /// Variants that this tool transformed wrongly.
    pub invalid_transformation: u64,
    /// Variants without an outcome to compare.
    pub inconclusive: u64,
    /// Variants without a counterpart in the port.
    pub unmirrored: u64,
}

impl VariantScores {
    /// Counts one verdict.
    pub fn count(&mut self, verdict: VariantVerdict) {
        match verdict {
            VariantVerdict::Preserved => self.preserved += 1,
            VariantVerdict::Broken => self.broken += 1,
            VariantVerdict::InvalidTransformation => self.invalid_transformation += 1,
            VariantVerdict::Inconclusive => self.inconclusive += 1,
            VariantVerdict::Unmirrored => self.unmirrored += 1,
        }
        self.update_tested();
    }

    fn update_tested(&mut self) {
        self.tested = self.preserved + self.broken + self.invalid_transformation;
    }
}

impl AddAssign<&Self> for VariantScores {
    fn add_assign(&mut self, other: &Self) {
        self.preserved += other.preserved;
        self.broken += other.broken;
        self.invalid_transformation += other.invalid_transformation;
        self.inconclusive += other.inconclusive;
        self.unmirrored += other.unmirrored;
        self.update_tested();
    }
}

impl<'s> Sum<&'s Self> for VariantScores {
    fn sum<I: Iterator<Item = &'s Self>>(all: I) -> Self {
        let mut sum = Self::default();
        all.for_each(|own| sum += own);
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_with_a_conclusive_verdict_counts_as_tested() {
        let mut one = VariantScores::default();
        for verdict in [VariantVerdict::Preserved, VariantVerdict::Broken, VariantVerdict::Inconclusive] {
            one.count(verdict);
        }
        assert_eq!((one.tested, one.inconclusive), (2, 1));
        let mut other = VariantScores::default();
        other.count(VariantVerdict::InvalidTransformation);
        let sum: VariantScores = [&one, &other].into_iter().sum();
        assert_eq!((sum.tested, sum.invalid_transformation, sum.inconclusive), (3, 1, 1));
    }

    #[test]
    fn a_kind_has_one_name_everywhere() {
        for kind in Transformation::ALL {
            assert_eq!(serde_json::to_value(kind).expect("a name"), kind.name());
            if let Some(operator) = kind.operator() {
                assert_eq!(
                    (operator.name(), serde_json::to_value(operator).expect("a name")),
                    (kind.name(), kind.name().into())
                );
            }
        }
    }
}
