//! A property of functions and their translations, and the results of the property.
//!
//! See Eniser et al. 2024, "Automatically Testing Functional Properties of Code Translation
//! Models". `mts-engine` evaluates the expressions.

use crate::Severity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The condition of a property that states no condition.
const ALWAYS: &str = "true";

/// Programs on which the tool checks a property.
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
    /// Returns the name of the mode in the configuration.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Translator => "translator",
            Self::Pair => "pair",
            Self::History => "history",
        }
    }
}

/// Result of a test with an expression that the tool cannot evaluate.
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
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Property {
    /// Name of the property, one line.
    pub name: String,
    /// Kinds of test: `translator`, `pair` or `history`. `translator` tests the translations of a translator. `pair`
    /// tests a Java function and its port. `history` compares a pair with the same pair at the base.
    #[serde(default = "on_translators")]
    pub mode: Vec<Mode>,
    /// Number of Java functions that a test draws from a corpus. Expressions name these functions `x1`, `x2` and so on.
    /// Only the mode `translator` has a corpus; with `pair` and `history`, the number must be 1.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 4))]
    pub inputs: usize,
    /// Java functions that the tool derives from other Java functions. A transformation changes the code of a function,
    /// as in `{x2: renameParam(x1)}`. A relation changes only the inputs, as in `{x2: "permute(x1, 0)"}`. With the
    /// modes `pair` and `history`, only relations are possible.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub derive: BTreeMap<String, String>,
    /// Condition on the Java functions: if it is false, the test does not count. The tool checks this condition before
    /// any translation.
    #[serde(default = "always")]
    pub requires: String,
    /// Condition on the Java functions and their translations. If this condition is false, the test passes.
    #[serde(default = "always")]
    pub when: String,
    /// Condition that must hold if the other two conditions are true.
    pub ensures: String,
    /// Number of tests. Without this key, the number is 500 if each test has one Java function, and 2500 if it has
    /// several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub budget: Option<u64>,
    /// `error`, `warning` or `note`. With `error` a violation ends `properties check` with [exit code](exit-codes.md) 10. In a
    /// [run](../translation/properties.md#in-a-run): the severity of the finding.
    #[serde(default = "default_severity")]
    pub severity: Severity,
    /// Result of an expression that the tool cannot evaluate: `inconclusive` or `violation`.
    #[serde(default)]
    pub on_error: OnError,
}

impl Property {
    /// Returns the number of programs in one test, including derived programs.
    #[must_use]
    pub fn k(&self) -> usize {
        let drawn = if self.mode == [Mode::History] { 2 } else { self.inputs };
        drawn + self.derive.len()
    }

    /// Returns the number of tests. The default is the number of Eniser et al. 2024.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.budget.unwrap_or(if self.k() == 1 { 500 } else { 2500 })
    }

    /// Reports whether this property has a condition on the Java functions alone.
    #[must_use]
    pub fn has_precondition(&self) -> bool {
        self.requires != ALWAYS
    }

    /// Reports whether this property has a condition on the Java functions and their translations.
    #[must_use]
    pub fn has_condition(&self) -> bool {
        self.when != ALWAYS
    }

    /// Reports whether this property needs neither a compiler nor outputs (Eniser et al. 2024,
    /// RQ2).
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
    ALWAYS.to_owned()
}

fn default_severity() -> Severity {
    Severity::Error
}

/// Counts of the tests of one property.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PropertyTestCounts {
    /// The number of tests whose precondition was not false.
    pub tests: u64,
    /// The number of violations, without the duplicates.
    pub violations: u64,
    /// The number of violations with the same programs as an earlier violation.
    pub duplicates: u64,
    /// The number of distinct source programs `x1` among the violations.
    pub seeds: u64,
    /// The number of drawn tests that do not apply.
    ///
    /// A transformation finds no place in the program, or the precondition is false.
    pub inapplicable: u64,
    /// The number of tests without a result.
    pub inconclusive: u64,
    /// The number of tests for which the tool could not reach the translator.
    pub unreachable: u64,
    /// The reason of the first test in `inconclusive` or `unreachable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The first violations, as examples.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}

/// Counts of a user's properties on one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyCounts {
    /// Properties that hold.
    pub hold: u64,
    /// Violated properties, including the accepted ones.
    pub violated: u64,
    /// Properties without a result.
    pub inconclusive: u64,
    /// Properties whose precondition is false. A property that needs a base counts too, if the run has no base.
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

/// One violation of a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The ids of the corpus programs, or of the pair.
    pub ids: Vec<String>,
    /// The Java functions, with the derived functions.
    pub programs: Vec<String>,
    /// The best translation of each function. The text is empty for a function without a translation.
    pub translations: Vec<String>,
}

/// A property with its results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertyResult {
    /// The name of the property.
    pub name: String,
    /// The severity of a violation.
    pub severity: Severity,
    /// The result of [`Property::is_syntactic`].
    pub syntactic: bool,
    /// The counts of the tests.
    pub found: PropertyTestCounts,
}

/// A translator with the results of its properties.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TranslatorResult {
    /// The name of the translator.
    pub translator: String,
    /// The number of answers that the tool requested for one text (beam width).
    pub beam: usize,
    /// The number of corpus programs in the experiment.
    pub programs: usize,
    /// The violations of all properties.
    pub violations: u64,
    /// The number of properties with a violation.
    pub violated: usize,
    /// The number of syntactic properties with a violation.
    pub violated_syntactic: usize,
    /// The result of each property, in the order of the table.
    pub properties: Vec<PropertyResult>,
}

impl TranslatorResult {
    /// Creates the result, and computes the sums over its properties.
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
