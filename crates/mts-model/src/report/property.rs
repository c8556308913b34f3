//! A property of a translator or of a port: what has to hold between functions and their translations (Eniser
//! et al. 2024, "Automatically Testing Functional Properties of Code Translation Models"), and what was found
//! out of one. How its expressions are read and checked is the business of `analysis`.

use crate::Severity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a property is checked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A translator, on programs of a corpus: `x1`, `x2`, ... are Java functions, `d1`, `d2`, ... what the
    /// translator makes of them.
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

/// What an expression that cannot be evaluated means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnError {
    /// Nothing is said of the test.
    #[default]
    Inconclusive,
    /// The property is violated.
    Violation,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Property {
    /// Its name, of one line.
    pub name: String,
    /// What it is checked on.
    #[serde(default = "on_translators")]
    pub mode: Vec<Mode>,
    /// Number of programs that are taken from the corpus, from `x1` on. One in the other modes.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 4))]
    pub inputs: usize,
    /// Programs that are made of others, such as `x2: renameParam(x1)`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub derive: BTreeMap<String, String>,
    /// What has to hold before anything is translated: only the programs are known.
    #[serde(default = "always")]
    pub requires: String,
    /// Guard of `ensures`: where it is false the test passes.
    #[serde(default = "always")]
    pub when: String,
    /// What has to hold.
    pub ensures: String,
    /// Number of tests; 500 for a property of one program, else 2500, where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub budget: Option<u64>,
    /// How grave a violation is.
    #[serde(default = "grave")]
    pub severity: Severity,
    /// What an expression that cannot be evaluated means.
    #[serde(default, alias = "on_error")]
    pub on_error: OnError,
}

impl Property {
    /// Number of programs that it is about.
    #[must_use]
    pub fn k(&self) -> usize {
        let given = if self.mode == [Mode::History] { 2 } else { self.inputs };
        given + self.derive.len()
    }

    /// Number of tests: as in the paper where nothing is said.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.budget.unwrap_or(if self.k() == 1 { 500 } else { 2500 })
    }

    /// Whether it is purely syntactic: it asks neither a compiler nor outputs (Eniser et al. 2024, RQ2).
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

/// What was found out of one property.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// Tests whose precondition held.
    pub tests: u64,
    /// Violations with different programs.
    pub violations: u64,
    /// Violations with programs that had violated it before.
    pub duplicates: u64,
    /// Different programs of the corpus that violations began with.
    pub seeds: u64,
    /// Draws to which the property does not apply: a transformation has no place, or the precondition is
    /// false.
    pub inapplicable: u64,
    /// Tests of which nothing can be said.
    pub inconclusive: u64,
    /// Tests for which the translator could not be asked.
    pub unasked: u64,
    /// The first reason for either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The first violations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}

/// How the properties that people state of pairs fared on one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyCounts {
    /// Properties that hold.
    pub hold: u64,
    /// Violated ones, accepted ones included.
    pub violated: u64,
    /// Properties of which nothing can be said.
    pub unclear: u64,
    /// Properties whose precondition is false, or that ask for a base where there is none.
    pub inapplicable: u64,
}

impl PropertyCounts {
    /// Those of two pairs together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            hold: self.hold + other.hold,
            violated: self.violated + other.violated,
            unclear: self.unclear + other.unclear,
            inapplicable: self.inapplicable + other.inapplicable,
        }
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

/// A property with what was found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertyResult {
    /// Its name.
    pub name: String,
    /// How grave a violation is.
    pub severity: Severity,
    /// [`Property::is_syntactic`].
    pub syntactic: bool,
    /// What was found out.
    pub found: Found,
}

/// A translator with the properties that it was checked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TranslatorResult {
    /// Its name.
    pub translator: String,
    /// Answers that it was asked for at a time.
    pub beam: usize,
    /// Programs of the corpus that took part.
    pub programs: usize,
    /// Violations of all properties.
    pub violations: u64,
    /// Properties with a violation.
    pub violated: usize,
    /// Syntactic ones among them.
    pub violated_syntactic: usize,
    /// Each property, in the order of the table.
    pub properties: Vec<PropertyResult>,
}

impl TranslatorResult {
    /// The sums over its properties.
    #[must_use]
    pub fn of(translator: String, beam: usize, programs: usize, properties: Vec<PropertyResult>) -> Self {
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
