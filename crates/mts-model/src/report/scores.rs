//! The counts and scores of a pair or of a whole run.

use crate::{FragmentScores, Operator, PropertyCounts, VariantScores};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts and scores. A lower MTS is better. MTS is null if no mutant counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scores {
    /// MTS: killed / counted (Guizzo et al. 2023, section 3).
    pub mts: Option<f64>,
    /// MTS without the accepted kills: (killed - accepted) / counted.
    pub mts_open: Option<f64>,
    /// Counted mutants: killed and survived.
    pub counted: u64,
    /// Killed mutants.
    pub killed: u64,
    /// Killed mutants on the accept list.
    pub accepted: u64,
    /// Counted mutants with an exact counterpart. The counterparts of the other counted mutants are spliced. Zero with
    /// a translator other than the mirror.
    #[serde(default)]
    pub exact: u64,
    /// Mutants whose Java code does not compile, or has no output on some input.
    pub anomalous: u64,
    /// Mutants whose edit has no counterpart in the port.
    pub unmirrored: u64,
    /// Mutants without a verdict.
    pub unknown: u64,
    /// Mutants that the tool did not generate. The reason is an ignore comment, `mutation.skip`, or a call to a logger.
    #[serde(default)]
    pub ignored: u64,
    /// CA: `inputs_equal` / `inputs`; null without inputs.
    pub ca_tests: Option<f64>,
    /// Inputs on which the tool compared the originals.
    pub inputs: u64,
    /// Inputs on which the originals agree.
    pub inputs_equal: u64,
    /// Inputs on which the originals differ only in type.
    pub inputs_type_drifted: u64,
    /// Inputs on which the originals differ, and in which an object has a placeholder. Absent if there are no such
    /// inputs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inputs_undecided: u64,
    /// Inputs on which the originals have an accepted difference.
    #[serde(default)]
    pub inputs_accepted: u64,
    /// Number of different inputs that the functions can get. Absent if the number is large or unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs_possible: Option<u64>,
    /// Branches of the Java function that the inputs take. Absent if unknown, and in the scores of all pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<BranchCoverage>,
    /// Hunt for inputs on which the originals differ. Absent without a hunt, and in the scores of all pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunt: Option<HuntCounts>,
    /// Number of killed mutants, by reason.
    pub kill_reasons: BTreeMap<String, u64>,
    /// Counts for each mutation operator.
    pub per_operator: BTreeMap<Operator, OperatorScore>,
    /// Counts of fragments. Absent if the run did not request fragments, and at the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragments: Option<FragmentScores>,
    /// Counts of variants. Absent if the run did not request variants, and at the base. Not part of `mts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<VariantScores>,
    /// Counts of pair properties; absent without properties, and at the base. Not part of `mts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub properties: Option<PropertyCounts>,
    /// Sample of the mutants; absent if all mutants ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

impl Scores {
    /// Returns the counted mutants with a spliced counterpart. `None` if no counterpart is exact.
    #[must_use]
    pub fn spliced(&self) -> Option<u64> {
        self.counted.checked_sub(self.exact).filter(|_| self.exact > 0)
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The branches of a Java function, and those that its inputs take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchCoverage {
    /// Branches that an input takes.
    pub taken: u64,
    /// All branches.
    pub all: u64,
}

/// Hunt for inputs on which the originals of a pair differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HuntCounts {
    /// Inputs of the hunt, without the inputs of the suite, that the tool compared.
    pub calls: u64,
    /// Inputs with a difference that the hunt added to the inputs of the pair.
    pub found: u64,
    /// Branches of the Java function that the chosen inputs and the hunt take. Absent without branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<BranchCoverage>,
}

/// A sample of the mutants: its size, and intervals for the scores of all mutants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// Mutants that the tool generated.
    pub generated: u64,
    /// Generated mutants that ran. The scores count only these mutants.
    pub run: u64,
    /// Number of generated mutants for each mutant that ran. For several pairs, the mean.
    pub weight: f64,
    /// 95 % interval of `mts`.
    pub mts: Option<Interval>,
    /// 95 % interval of `mts_open`.
    pub mts_open: Option<Interval>,
    /// For each operator, the number of generated mutants and the number of mutants that ran.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operators: BTreeMap<Operator, [u64; 2]>,
}

/// Confidence interval of an estimated score, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Counts of one mutation operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorScore {
    /// Counted mutants.
    pub counted: u64,
    /// Killed mutants.
    pub killed: u64,
    /// Killed mutants on the accept list.
    pub accepted: u64,
    /// MTS of this operator: killed / counted.
    pub mts: Option<f64>,
    /// 95 % interval of `mts`; absent if all mutants ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}
