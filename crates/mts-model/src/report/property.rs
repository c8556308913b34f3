//! A property: what must hold between functions and their translations (Eniser et al. 2024, "Automatically Testing
//! Functional Properties of Code Translation Models"), and its results. `mts-engine` evaluates the expressions.

use crate::Severity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Programs that a property is checked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A translator, on programs of a corpus: `x1`, `x2`, ... are Java functions, `d1`, `d2`, ... their translations.
    Translator,
    /// A pair: `x1` is the Java function and `d1` its port.
    Pair,
    /// A pair and its base: `x1` and `d1` at the base, `x2` and `d2` now.
    History,
}

impl Mode {
    /// The word of the configuration.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Translator => "translator",
            Self::Pair => "pair",
            Self::History => "history",
        }
    }
}

/// Result of a test with an expression that cannot be evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnError {
    /// The test is inconclusive.
    #[default]
    Inconclusive,
    /// The property is violated.
    Violation,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Property {
    /// Name of the property, one line.
    pub name: String,
    /// Kinds of check: on a `translator`, a `pair`, or the `history` of a pair.
    #[serde(default = "on_translators")]
    pub mode: Vec<Mode>,
    /// Number of programs that a test draws from a corpus, from `x1` on. One in the other modes.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 4))]
    pub inputs: usize,
    /// Programs made from others, such as `{x2: renameParam(x1)}`, or other calls, such as `{x2: "permute(x1, 0)"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub derive: BTreeMap<String, String>,
    /// Condition on the Java programs under which a test counts, before any translation.
    #[serde(default = "always")]
    pub requires: String,
    /// Guard of `ensures`: if it is false, the test passes.
    #[serde(default = "always")]
    pub when: String,
    /// Condition that must hold.
    pub ensures: String,
    /// Number of tests; without it 500, or 2500 for several programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub budget: Option<u64>,
    /// `error`, `warning` or `note`. With `error` a violation ends `properties check` with [exit code](exit-codes.md) 10. In a
    /// [run](properties.md#in-a-run): the severity of the finding.
    #[serde(default = "grave")]
    pub severity: Severity,
    /// Result of an expression that the tool cannot evaluate: `inconclusive` or `violation`.
    #[serde(default, alias = "on_error")]
    pub on_error: OnError,
}

impl Property {
    /// Number of its programs.
    #[must_use]
    pub fn k(&self) -> usize {
        let drawn = if self.mode == [Mode::History] { 2 } else { self.inputs };
        drawn + self.derive.len()
    }

    /// Number of tests; by default that of the paper.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.budget.unwrap_or(if self.k() == 1 { 500 } else { 2500 })
    }

    /// Whether it is purely syntactic: it needs neither a compiler nor outputs (Eniser et al. 2024, RQ2).
    #[must_use]
    pub fn is_syntactic(&self) -> bool {
        let all = [&self.requires, &self.when, &self.ensures];
        !all.iter().any(|text| ["compiles(", "runs(", "returns(", "outputs_"].iter().any(|word| text.contains(word)))
    }
}

fn on_translators() -> Vec<Mode> {
    vec![Mode::Translator]
}

fn one() -> usize {
    1
}

fn always() -> String {
    "true".to_owned()
}

fn grave() -> Severity {
    Severity::Error
}

/// Counts of the tests of one property.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// Tests whose precondition held.
    pub tests: u64,
    /// Violations with different programs.
    pub violations: u64,
    /// Violations with programs that had violated it before.
    pub duplicates: u64,
    /// Different programs of the corpus with a violation.
    pub seeds: u64,
    /// Draws to which the property does not apply: a transformation is not applicable, or the precondition is false.
    pub inapplicable: u64,
    /// Tests without a result.
    pub inconclusive: u64,
    /// Tests for which the translator could not be reached.
    pub unasked: u64,
    /// The first reason for either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The first violations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}

/// Counts of a user's properties on one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyCounts {
    /// Properties that hold.
    pub hold: u64,
    /// Violated ones, accepted ones included.
    pub violated: u64,
    /// Properties without a result.
    pub inconclusive: u64,
    /// Properties whose precondition is false, or that need a base when there is none.
    pub inapplicable: u64,
}

impl AddAssign<&Self> for PropertyCounts {
    fn add_assign(&mut self, other: &Self) {
        self.hold += other.hold;
        self.violated += other.violated;
        self.inconclusive += other.inconclusive;
        self.inapplicable += other.inapplicable;
    }
}

/// A violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The programs of the corpus, or the pair.
    pub ids: Vec<String>,
    /// The Java functions, derived ones included.
    pub programs: Vec<String>,
    /// The best translation of each; empty where there is none.
    pub translations: Vec<String>,
}

/// A property with its results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertyResult {
    /// Its name.
    pub name: String,
    /// Severity of a violation.
    pub severity: Severity,
    /// [`Property::is_syntactic`].
    pub syntactic: bool,
    /// Its counts.
    pub found: Found,
}

/// A translator with the results of its properties.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TranslatorResult {
    /// Its name.
    pub translator: String,
    /// Number of answers that the tool requested at once.
    pub beam: usize,
    /// Number of programs of the corpus that took part.
    pub programs: usize,
    /// Violations of all properties.
    pub violations: u64,
    /// Properties with a violation.
    pub violated: usize,
    /// Syntactic properties among them.
    pub violated_syntactic: usize,
    /// Each property, in the order of the table.
    pub properties: Vec<PropertyResult>,
}

impl TranslatorResult {
    /// The result with the sums over its properties.
    #[must_use]
    pub fn new(translator: String, beam: usize, programs: usize, properties: Vec<PropertyResult>) -> Self {
        let violated = || properties.iter().filter(|property| property.found.violations > 0);
        Self {
            violations: properties.iter().map(|property| property.found.violations).sum(),
            violated: violated().count(),
            violated_syntactic: violated().filter(|property| property.syntactic).count(),
            translator,
            beam,
            programs,
            properties,
        }
    }
}
