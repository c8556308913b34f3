//! The verdict on one mutant (Guizzo et al. 2023, section 3).

use crate::Operator;
use serde::{Deserialize, Serialize};

/// Why a mutant counts as killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KillReason {
    /// Both sides ended, and their outcomes differ.
    Mismatch,
    /// The counterpart does not parse or import.
    NotCompiled,
    /// The counterpart threw where Java did not.
    Exception,
    /// The counterpart did not end in its budget.
    Timeout,
    /// The counterpart's worker died.
    Incomplete,
    /// An external translator gave no translation.
    Missing,
}

impl KillReason {
    /// The word of the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Mismatch => "mismatch",
            Self::NotCompiled => "not_compiled",
            Self::Exception => "exception",
            Self::Timeout => "timeout",
            Self::Incomplete => "incomplete",
            Self::Missing => "missing",
        }
    }
}

/// The verdict on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "verdict", content = "reason")]
pub enum Verdict {
    /// An input distinguishes the two sides.
    Killed(KillReason),
    /// No input distinguishes the two sides.
    Survived,
    /// The Java mutant has no outcome on some input; it does not count.
    Anomalous(crate::State),
    /// The mirror has no counterpart; the mutant does not count.
    Unmirrored,
    /// No verdict, because the translator or a worker could not be reached. It does not count; too many make the run
    /// incomplete.
    Unknown,
}

impl Verdict {
    /// The word of the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Killed(_) => "killed",
            Self::Survived => "survived",
            Self::Anomalous(_) => "anomalous",
            Self::Unmirrored => "unmirrored",
            Self::Unknown => "unknown",
        }
    }

    /// Whether it is in the denominator of MTS.
    #[must_use]
    pub fn is_counted(self) -> bool {
        matches!(self, Self::Killed(_) | Self::Survived)
    }

    /// Whether it is in the numerator.
    #[must_use]
    pub fn is_killed(self) -> bool {
        matches!(self, Self::Killed(_))
    }
}

/// A mutant's id with its verdict and the input that decided it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MutantVerdict {
    /// The mutant's id.
    pub id: String,
    /// Its operator.
    pub operator: Operator,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Whether the counterpart is exact, not spliced (mirror only).
    pub exact: bool,
    /// Index of the first input that distinguishes the sides, for kills.
    pub input: Option<usize>,
    /// The reason of the verdict.
    pub why: Why,
}

/// The reason of a verdict: what tables count, apart from what belongs to one mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The reason that tables count; empty where there is nothing to say.
    pub reason: String,
    /// The reason why the mirror found no splice in place of an exact counterpart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_splice: Option<String>,
    /// The detail of this mutant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Why {
    /// Reads `reason: detail`, as recordings and translators write it.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text.split_once(": ") {
            Some((reason, detail)) => Self { detail: Some(detail.to_owned()), ..reason.into() },
            None => text.into(),
        }
    }
}

impl From<String> for Why {
    fn from(reason: String) -> Self {
        Self { reason, no_splice: None, detail: None }
    }
}

impl From<&str> for Why {
    fn from(reason: &str) -> Self {
        reason.to_owned().into()
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)?;
        self.no_splice.iter().try_for_each(|why| write!(f, "; {why}"))?;
        self.detail.iter().try_for_each(|detail| write!(f, ": {detail}"))
    }
}
