//! The times of a run, and other data that differ between two equal runs.

use crate::named_option;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All data of the report that differ between two equal runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timings {
    /// Wall seconds of the run.
    pub seconds: f64,
    /// Start of the run, RFC 3339 in UTC.
    pub started: String,
    /// Seconds to the first verdict; null without a verdict.
    pub first_verdict: Option<f64>,
    /// Number of worker pairs.
    pub workers: usize,
    /// Wall seconds before the first pair starts. The tool then reads revisions, pairs functions and builds the
    /// project.
    #[serde(default)]
    pub preparation: f64,
    /// The times of the measured pairs. A pair whose results come from an interrupted run has no times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairTimings>,
    /// Pairs whose results come from an interrupted run with the same settings.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub resumed: usize,
    /// Number of results that the run took from a baseline. Null without a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineUse>,
}

/// The times of one pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairTimings {
    /// Name of the pair.
    pub name: String,
    /// Wall seconds of each step at the tested revision. Steps of several pairs may run at the same time.
    pub head: StepTimes,
    /// Wall seconds of each step at the base; empty without a measured base.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub base: StepTimes,
}

/// Wall seconds by step.
pub type StepTimes = BTreeMap<Step, f64>;

impl PairTimings {
    /// Returns the wall seconds of all steps at both revisions.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.head.values().chain(self.base.values()).fold(0.0, |sum, seconds| sum + seconds)
    }

    /// Returns the wall seconds of a step at both revisions.
    #[must_use]
    pub fn of_step(&self, step: Step) -> f64 {
        [&self.head, &self.base].iter().filter_map(|times| times.get(&step)).fold(0.0, |sum, seconds| sum + seconds)
    }
}

named_option! {
    /// A step of the measurement of a pair.
    Step {
        /// Mutants, counterparts and their texts.
        Generate = "generate",
        /// Compilation of the Java texts, objects on both sides, and the choice of the inputs.
        Inputs = "inputs",
        /// The hunt for inputs with different results.
        Hunt = "hunt",
        /// The Java function, its mutants and its variants.
        Java = "java",
        /// The port, the counterparts and the variants in Python.
        Python = "python",
        /// Reproduction and smaller inputs for the findings. The step includes the time in which another pair uses the
        /// JVM.
        Evidence = "evidence",
        /// Causes and fixes of the findings. The step includes the time for which it waits for the JVM.
        Diagnosis = "diagnosis",
        /// Fragments of the functions. The step includes the time for which it waits for the JVM.
        Fragments = "fragments",
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Numbers of pairs at the base with a reused and with a new result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BaselineUse {
    /// Pairs whose result at the base comes from the baseline.
    pub reused: usize,
    /// Pairs that ran at the base.
    pub measured: usize,
    /// The reason why this run cannot use the baseline, if any.
    pub incompatible: Option<String>,
}
