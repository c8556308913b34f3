//! The table of the gate's keys. Each key is declared only here.
//!
//! The rows of the table define the section `gate` of `mts.yml`, with its schema and its table in the manual. The rows
//! also define the flags of the command line and the thresholds of a report. `mts-oracle` applies the rules.

use super::{FailOn, GateAction, GateDomain, GateOn, checked_numbers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Calls the macro `$expand` with the table of the gate's keys.
///
/// Each row has the documentation, the name, the type, the default, the flag, and the name of the flag's value in
/// `--help`.
#[macro_export]
macro_rules! gate_keys {
    ($expand:ident) => {
        $expand! {
            /// Highest MTS (share of killed mutants) of each pair.
            #[serde(deserialize_with = "checked_numbers::share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            max_mts: f64 = 0.20, "max-mts" "X";
            /// Highest MTS over the mutants of all pairs. Without this key, the gate checks only the MTS of each pair.
            #[serde(deserialize_with = "checked_numbers::optional_share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            max_overall_mts: Option<f64> = None, "max-overall-mts" "X";
            /// Highest MTS of a pair that the base does not have. Without this key, `max-mts` applies.
            #[serde(deserialize_with = "checked_numbers::optional_share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            new_max_mts: Option<f64> = None, "new-max-mts" "X";
            /// Highest rise of a pair's MTS since the base. Only mutants that count at both revisions matter.
            #[serde(deserialize_with = "checked_numbers::share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            max_mts_increase: f64 = 0.02, "max-mts-increase" "X";
            /// Lowest CA: the share of inputs on which the original functions agree. If a pair fails because of a
            /// smaller share, the exit code is 11.
            #[serde(deserialize_with = "checked_numbers::share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            min_ca: f64 = 1.0, "min-ca" "X";
            /// Inputs on which a difference of the original functions is an error: `edge` or `all`. With `edge`, only
            /// the inputs for which the function was written count, with edge cases such as an empty array. A
            /// difference on another input is a warning. With `all`, every input counts.
            domain: GateDomain = GateDomain::Edge, "domain" "WHAT";
            /// The gate does not check the MTS of a pair with fewer counted mutants. The gate still checks the CA of
            /// this pair.
            #[serde(deserialize_with = "checked_numbers::count")]
            min_mutants: u64 = 10, "min-mutants" "N";
            /// Lowest share of mirrored mutants of a pair. A mutant is mirrored if the tool could make its change in
            /// the port too. A pair with a smaller share is inconclusive (it has no result).
            #[serde(deserialize_with = "checked_numbers::share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            min_mirrored: f64 = 0.5, "min-mirrored" "X";
            /// Lowest number of inputs of a pair. A pair with fewer inputs is inconclusive (it has no result), unless
            /// its functions can take no further different input.
            #[serde(deserialize_with = "checked_numbers::count")]
            min_inputs: u64 = 5, "min-inputs" "N";
            /// Lowest share of the Java function's branches that the inputs of a pair take. A pair with a smaller share
            /// is inconclusive.
            #[serde(deserialize_with = "checked_numbers::share")]
            #[schemars(range(min = 0.0, max = 1.0))]
            min_branches: f64 = 0.25, "min-branches" "X";
            /// Highest number of confirmed fragments of a pair. A fragment is a part of the Java function. A confirmed
            /// fragment differs from its counterpart in the port, and the whole functions differ too. A fragment does
            /// not count if it is accepted, or if a smaller fragment inside it has the same or a more severe verdict.
            /// If you set this key, the tool runs fragments even if `fragments.enabled` is false.
            max_confirmed_fragments: Option<u64> = None, "max-confirmed-fragments" "N";
            /// Highest number of latent fragments of a pair. A latent fragment differs from its counterpart in the port
            /// only in states for which the tool found no input. A fragment does not count if it is accepted, or if a
            /// smaller fragment inside it has the same or a more severe verdict. If you set this key, the tool runs
            /// fragments even if `fragments.enabled` is false.
            max_latent_fragments: Option<u64> = None, "max-latent-fragments" "N";
            /// Highest number of broken variants of a pair. A variant is a function after a change that must keep the
            /// behaviour. In a broken variant, this change alters the behaviour of the port. Accepted variants do not
            /// count. If you set this key, the tool runs variants even if `variants.enabled` is false.
            max_broken_variants: Option<u64> = None, "max-broken-variants" "N";
            /// Action if one side of a pair changed without the other.
            on_drift: GateAction = GateAction::Warn, "on-drift" "ACTION";
            /// Action if a pair is inconclusive.
            on_inconclusive: GateAction = GateAction::Warn, "on-inconclusive" "ACTION";
            /// Action if a pair is inconclusive, and was not inconclusive at the base. An example is a rewritten
            /// or removed port.
            on_newly_inconclusive: GateAction = GateAction::Fail, "on-newly-inconclusive" "ACTION";
            /// Action if the change touches no pair.
            on_no_pairs: GateAction = GateAction::Pass, "on-no-pairs" "ACTION";
            /// Rules that fail the run. `regression`: only what the change made new or worse. `threshold`: every limit,
            /// but not the rise of MTS. `any`: both. `never`: none, so that a run only reports.
            fail_on: FailOn = FailOn::Regression, "fail-on" "WHAT";
            /// Number that the gate checks if the tool runs only a sample of the mutants. `estimate` is the estimate of
            /// MTS. `lower-bound` is the upper end of the interval of MTS. This end is also the lower bound of another
            /// share: the share of mutants on which both sides agree. The flag is `--gate-on`.
            on: GateOn = GateOn::Estimate, "gate-on" "WHAT";
        }
    };
}

macro_rules! thresholds {
    ($(
        $(#[doc = $doc:literal])+
        $(#[serde($($serde:tt)*)])?
        $(#[schemars($($schema:tt)*)])?
        $key:ident: $ty:ty = $default:expr, $flag:literal $value:literal;
    )*) => {
        /// The gate: the rules that decide whether a run passes. A lower MTS is better.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields, rename = "Gate", rename_all = "kebab-case", expecting = "keys with values")]
        pub struct Thresholds {
            $(
                $(#[doc = $doc])+
                $(#[serde($($serde)*)])?
                $(#[schemars($($schema)*)])?
                pub $key: $ty,
            )*
        }

        impl Default for Thresholds {
            fn default() -> Self {
                Self { $($key: $default,)* }
            }
        }
    };
}

gate_keys!(thresholds);

impl Thresholds {
    /// Reports whether a threshold limits the fragments, so that the run must test fragments.
    #[must_use]
    pub fn needs_fragments(&self) -> bool {
        self.max_confirmed_fragments.or(self.max_latent_fragments).is_some()
    }

    /// Reports whether a threshold limits the variants, so that the run must test variants.
    #[must_use]
    pub fn needs_variants(&self) -> bool {
        self.max_broken_variants.is_some()
    }

    /// Returns the thresholds by name, for the report.
    ///
    /// If the configuration does not set `new-max-mts`, the value of `new-max-mts` is the value of `max-mts`.
    #[must_use]
    pub fn to_named_values(&self) -> BTreeMap<String, Value> {
        let named = Self { new_max_mts: Some(self.new_max_mts.unwrap_or(self.max_mts)), ..self.clone() };
        match serde_json::to_value(named) {
            Ok(Value::Object(named)) => named.into_iter().collect(),
            _ => BTreeMap::new(),
        }
    }

    /// Parses the thresholds of a report. `None` if a threshold is missing, unknown or invalid.
    #[must_use]
    pub fn from_named_values(named: &BTreeMap<String, Value>) -> Option<Self> {
        let is_complete = Self::default().to_named_values().keys().eq(named.keys());
        let values = named.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        serde_json::from_value(Value::Object(values)).ok().filter(|_| is_complete)
    }
}
