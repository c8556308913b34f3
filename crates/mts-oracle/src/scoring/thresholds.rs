//! Owns the thresholds of the gate and their names in reports. Defaults are left to the configuration, the rules to
//! `gate`.

use mts_model::{FailOn, GateAction, GateOn, NamedOption};
use std::collections::BTreeMap;

/// The thresholds, by the names of `gate:` in `mts.yml`. MTS: lower is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// Highest MTS of each pair.
    pub max_mts: f64,
    /// Highest MTS over all pairs; `None` for no limit.
    pub max_overall_mts: Option<f64>,
    /// Highest MTS of each pair without a base; `max_mts` when `None`.
    pub new_max_mts: Option<f64>,
    /// Highest rise of each pair over the mutants that exist at both revisions.
    pub max_mts_increase: f64,
    /// Least share of inputs on which the originals of each pair agree.
    pub min_ca: f64,
    /// Fewest counted mutants of a pair whose MTS is gated.
    pub min_mutants: u64,
    /// A pair with a smaller share of mirrored mutants is inconclusive.
    pub min_mirrored: f64,
    /// Most confirmed fragments of each pair; `None` for no limit.
    pub max_confirmed_fragments: Option<u64>,
    /// Most latent fragments of each pair; `None` for no limit.
    pub max_latent_fragments: Option<u64>,
    /// Most broken variants of each pair; `None` for no limit.
    pub max_broken_variants: Option<u64>,
    /// The action where one side of a pair changed without the other.
    pub on_drift: GateAction,
    /// The action where a pair is inconclusive.
    pub on_inconclusive: GateAction,
    /// The action where there is no pair.
    pub on_no_pairs: GateAction,
    /// Which broken rules fail the run.
    pub fail_on: FailOn,
    /// The value of a sampled score that is compared. Where every mutant ran both values are equal.
    pub on: GateOn,
}

impl Thresholds {
    /// The thresholds by their names, for the report.
    #[must_use]
    pub fn to_named_values(&self) -> BTreeMap<String, serde_json::Value> {
        use serde_json::json;
        let named = [
            ("max-mts", json!(self.max_mts)),
            ("max-overall-mts", json!(self.max_overall_mts)),
            ("new-max-mts", json!(self.new_max_mts.unwrap_or(self.max_mts))),
            ("max-mts-increase", json!(self.max_mts_increase)),
            ("min-ca", json!(self.min_ca)),
            ("min-mutants", json!(self.min_mutants)),
            ("min-mirrored", json!(self.min_mirrored)),
            ("max-confirmed-fragments", json!(self.max_confirmed_fragments)),
            ("max-latent-fragments", json!(self.max_latent_fragments)),
            ("max-broken-variants", json!(self.max_broken_variants)),
            ("on-drift", json!(self.on_drift)),
            ("on-inconclusive", json!(self.on_inconclusive)),
            ("on-no-pairs", json!(self.on_no_pairs)),
            ("fail-on", json!(self.fail_on)),
            ("on", json!(self.on)),
        ];
        named.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// The thresholds that a report names; `None` when one is missing or is no threshold.
    #[must_use]
    pub fn from_named_values(named: &BTreeMap<String, serde_json::Value>) -> Option<Self> {
        let number = |name: &str| named.get(name)?.as_f64();
        let word = |name: &str| named.get(name)?.as_str();
        let limit = |name: &str| match named.get(name)? {
            serde_json::Value::Null => Some(None),
            limit => limit.as_u64().map(Some),
        };
        Some(Self {
            max_mts: number("max-mts")?,
            max_overall_mts: match named.get("max-overall-mts")? {
                serde_json::Value::Null => None,
                limit => Some(limit.as_f64()?),
            },
            new_max_mts: Some(number("new-max-mts")?),
            max_mts_increase: number("max-mts-increase")?,
            min_ca: number("min-ca")?,
            min_mutants: named.get("min-mutants")?.as_u64()?,
            min_mirrored: number("min-mirrored")?,
            max_confirmed_fragments: limit("max-confirmed-fragments")?,
            max_latent_fragments: limit("max-latent-fragments")?,
            max_broken_variants: limit("max-broken-variants")?,
            on_drift: GateAction::from_name(word("on-drift")?).ok()?,
            on_inconclusive: GateAction::from_name(word("on-inconclusive")?).ok()?,
            on_no_pairs: GateAction::from_name(word("on-no-pairs")?).ok()?,
            fail_on: FailOn::from_name(word("fail-on")?).ok()?,
            on: GateOn::from_name(word("on")?).ok()?,
        })
    }
}
