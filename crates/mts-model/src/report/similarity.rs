//! Similarity of two Python texts by the measures of the literature. The scores are only information, because a wrong
//! program can be similar to a correct program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The similarity of a candidate to a reference. Every score is from 0 to 1. A higher score means more similar texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Similarity {
    /// BLEU score of the two token sequences.
    pub bleu: f64,
    /// CodeBLEU's syntax match: share of the reference's sub-trees that the candidate also has.
    pub syntax_match: f64,
    /// CodeBLEU's data-flow match; `null` when the reference has no data flow.
    pub dataflow_match: Option<f64>,
    /// CodeBLEU: the weighted mean of its four parts. Without data flow in the reference, the data-flow part is 1.
    pub codebleu: Option<f64>,
    /// String similarity: the edit distance of the token sequences gives this score.
    pub sts: f64,
    /// Tree similarity: the edit distance of the syntax trees gives this score. `null` when a text does not parse.
    pub trs: Option<f64>,
    /// Graph similarity: the exact edit distance of the program dependence graphs gives this score.
    pub grs: Option<f64>,
    /// RUBY: the most reliable of the graph, tree and string similarities that have a value.
    pub ruby: Ruby,
    /// Graph similarity by Exas' feature vectors. This score is not comparable with `grs`, and usually lower.
    pub grs_exas: Option<f64>,
    /// The rule for the tokens of `bleu`, `codebleu` and `sts`.
    pub tokens: TokenRule,
    /// The reason why a score is `null`, by its key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<String, String>,
}

/// RUBY's score, and the level that gave the score. Scores of different levels are not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ruby {
    /// The level that gave the score.
    pub level: RubyLevel,
    /// The score of this level.
    pub score: f64,
}

/// The level of RUBY's score: the representation of the texts that RUBY compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RubyLevel {
    /// The dependence graphs, by their exact edit distance.
    Grs,
    /// The dependence graphs by Exas' vectors, if the exact distance is missing.
    GrsExas,
    /// The syntax trees.
    Trs,
    /// The tokens.
    Sts,
}

impl RubyLevel {
    /// Returns the name of the level in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Grs => "grs",
            Self::GrsExas => "grs_exas",
            Self::Trs => "trs",
            Self::Sts => "sts",
        }
    }
}

/// Rule that splits a text into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenRule {
    /// Python's tokenizer. Line ends and indentation are tokens; comments and docstrings are not.
    Py,
    /// White space, if Python's tokenizer fails on one of the texts.
    Ws,
}

impl TokenRule {
    /// Returns the name of the rule in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Py => "py",
            Self::Ws => "ws",
        }
    }
}
