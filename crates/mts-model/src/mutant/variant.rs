//! Words for variants of a pair: ways to make another function of one or of two, what comes of making it on both
//! sides, and how many fared how.

use crate::Operator;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to make another function of one, or of two (Eniser et al. 2024, appendix A.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Transformation {
    /// A parameter gets another name.
    RenameParam,
    /// One more parameter, of type `int`, that changes nothing.
    AddParam,
    /// One more conditional that changes nothing.
    AddConditional,
    /// One more loop that changes nothing.
    AddLoop,
    /// The condition of an `if` is another one.
    ChBranchCond,
    /// A loop is left out.
    RmLoop,
    /// Two functions become one, with a parameter that chooses.
    Merge,
}

impl Transformation {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::RenameParam,
        Self::AddParam,
        Self::AddConditional,
        Self::AddLoop,
        Self::ChBranchCond,
        Self::RmLoop,
        Self::Merge,
    ];

    /// Its name in properties, in the configuration and in reports.
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

    /// How many functions it is made of.
    #[must_use]
    pub fn takes(self) -> usize {
        if self == Self::Merge { 2 } else { 1 }
    }

    /// Whether the function still does what it did.
    #[must_use]
    pub fn keeps_behaviour(self) -> bool {
        self.operator().is_none()
    }

    /// The mutation operator that it is where it may change what the function does.
    #[must_use]
    pub fn operator(self) -> Option<Operator> {
        match self {
            Self::ChBranchCond => Some(Operator::ChBranchCond),
            Self::RmLoop => Some(Operator::RmLoop),
            _ => None,
        }
    }
}

/// What comes of a variant that is made on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariantVerdict {
    /// Both sides do what they did.
    Kept,
    /// The Python variant does something else than the port: the port depends on what a change of this kind may
    /// alter.
    Broken,
    /// A variant that has to do what its original does does not, and the change is to blame, not the project.
    InvalidTransformation,
    /// No outcome to compare: it takes many times the original's ticks, or a side is not the same twice.
    Unclear,
    /// The change has no counterpart in the port.
    Unpaired,
}

/// How the variants of one pair, or of many, fared that keep behaviour. No part of MTS.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VariantScores {
    /// Variants that were run on both sides to an end: `kept`, `broken` and `invalid_transformation`.
    pub tested: u64,
    /// Those after which both sides do what they did.
    pub kept: u64,
    /// Those after which the port does something else.
    pub broken: u64,
    /// Those that this tool made wrongly.
    pub invalid_transformation: u64,
    /// Without an outcome to compare.
    pub unclear: u64,
    /// Without a counterpart in the port.
    pub unpaired: u64,
}

impl VariantScores {
    /// Counts one more.
    pub fn count(&mut self, verdict: VariantVerdict) {
        match verdict {
            VariantVerdict::Kept => self.kept += 1,
            VariantVerdict::Broken => self.broken += 1,
            VariantVerdict::InvalidTransformation => self.invalid_transformation += 1,
            VariantVerdict::Unclear => self.unclear += 1,
            VariantVerdict::Unpaired => self.unpaired += 1,
        }
        self.settle();
    }

    /// Those of several pairs together.
    #[must_use]
    pub fn sum<'s>(all: impl Iterator<Item = &'s Self>) -> Self {
        let mut out = Self::default();
        for one in all {
            out.kept += one.kept;
            out.broken += one.broken;
            out.invalid_transformation += one.invalid_transformation;
            out.unclear += one.unclear;
            out.unpaired += one.unpaired;
        }
        out.settle();
        out
    }

    fn settle(&mut self) {
        self.tested = self.kept + self.broken + self.invalid_transformation;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_run_to_an_end_counts_as_tested() {
        let mut one = VariantScores::default();
        for verdict in [VariantVerdict::Kept, VariantVerdict::Broken, VariantVerdict::Unclear] {
            one.count(verdict);
        }
        assert_eq!((one.tested, one.unclear), (2, 1));
        let mut other = VariantScores::default();
        other.count(VariantVerdict::InvalidTransformation);
        let sum = VariantScores::sum([&one, &other].into_iter());
        assert_eq!((sum.tested, sum.invalid_transformation, sum.unclear), (3, 1, 1));
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
