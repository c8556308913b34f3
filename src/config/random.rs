//! The section of `mts.yml` about random numbers.

use super::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Random numbers that follow from a seed on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Randomness {
    /// What the port has in the place of `java.util.Random`: `random`, Python's own module, or a class of the port's
    /// own as `module.Class`. Nothing is seeded when left out.
    #[serde(deserialize_with = "validate::optional_counterpart", skip_serializing_if = "Option::is_none")]
    pub python: Option<String>,
    /// What every call begins with; the seed of the inputs when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}
