//! The counts and scores of a pair or of a whole run.

use crate::{FragmentScores, Operator, PropertyCounts, VariantScores};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts and scores. MTS: lower is better; `None` when nothing was counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scores {
    /// killed / counted (Guizzo et al. 2023, section 3).
    pub mts: Option<f64>,
    /// The same without accepted kills.
    pub mts_open: Option<f64>,
    /// Denominator: killed + survived.
    pub counted: u64,
    /// Numerator.
    pub killed: u64,
    /// Kills recorded as intended.
    pub accepted: u64,
    /// Of the counted, those whose counterpart is exact; the others are spliced. 0 with a translator
    /// other than the mirror.
    #[serde(default)]
    pub exact: u64,
    /// Java mutants without an outcome on some input.
    pub anomalous: u64,
    /// Mutants whose edit has no counterpart in the port.
    pub unmirrored: u64,
    /// Mutants without a verdict.
    pub unknown: u64,
    /// Mutants that were not made: ignore comments, `mutation.skip`, calls to loggers.
    #[serde(default)]
    pub ignored: u64,
    /// Equal inputs / inputs on the originals.
    pub ca_tests: Option<f64>,
    /// Inputs on which the originals were compared.
    pub inputs: u64,
    /// Inputs on which they are equal.
    pub inputs_equal: u64,
    /// Inputs that agree but for a drift of type.
    pub inputs_drifted: u64,
    /// Inputs on which they differ in a way that is recorded as intended.
    #[serde(default)]
    pub inputs_accepted: u64,
    /// Kills by reason.
    pub kill_reasons: BTreeMap<String, u64>,
    /// By operator.
    pub per_operator: BTreeMap<Operator, OperatorScore>,
    /// How the fragments fared; absent where none were asked for, and at the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragments: Option<FragmentScores>,
    /// How variants fared; absent where none were asked for, and at the base. No part of `mts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<VariantScores>,
    /// How the properties that people state of pairs fared; absent where there are none, and at the base. No part of
    /// `mts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub properties: Option<PropertyCounts>,
    /// What is known of the mutants that were not run; absent where all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

impl Scores {
    /// Counted mutants with a spliced counterpart; `None` where no counterpart is exact.
    #[must_use]
    pub fn spliced(&self) -> Option<u64> {
        self.counted.checked_sub(self.exact).filter(|_| self.exact > 0)
    }
}

/// A sample of the mutants: its size, and where the scores over all of them lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// Mutants that were made.
    pub made: u64,
    /// Of these, those that were run. The counts beside are about them alone.
    pub run: u64,
    /// How many mutants each of them was drawn to stand for; over several pairs the mean.
    pub weight: f64,
    /// 95 % interval of `mts`.
    pub mts: Option<Interval>,
    /// 95 % interval of `mts_open`.
    pub mts_open: Option<Interval>,
    /// Made and run by operator.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operators: BTreeMap<Operator, [u64; 2]>,
}

/// Where a score lies that a sample gives an estimate of, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Counts of one operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorScore {
    /// Denominator.
    pub counted: u64,
    /// Numerator.
    pub killed: u64,
    /// Kills recorded as intended.
    pub accepted: u64,
    /// killed / counted.
    pub mts: Option<f64>,
    /// 95 % interval of `mts`; absent where all of its mutants were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}
