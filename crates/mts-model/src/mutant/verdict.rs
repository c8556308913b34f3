//! The verdict on one mutant (Guizzo et al. 2023, section 3).

use crate::Operator;
use serde::{Deserialize, Serialize};

/// The reason why a mutant counts as killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KillReason {
    /// Both sides returned or threw, and their outcomes differ.
    Mismatch,
    /// Python cannot parse or import the counterpart.
    NotCompiled,
    /// The counterpart threw an exception, and Java did not throw.
    Exception,
    /// The counterpart used up its budget.
    Timeout,
    /// The worker of the counterpart died.
    Incomplete,
    /// An external translator gave no translation.
    Missing,
}

impl KillReason {
    /// Returns the name of the reason in the report.
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
    /// The Java mutant does not compile, or has no output on an input.
    ///
    /// A Java mutant that throws or does not end has no output. With [`crate::ExceptionMode::Compare`], an exception is
    /// an output like any other. The mutant does not count.
    Anomalous(crate::State),
    /// The mutant has no counterpart, because the mirror could not make it. The mutant does not count.
    Unmirrored,
    /// The mutant has no verdict, because the tool could not compare the two sides.
    ///
    /// For example, the translator or a worker was not available, the counterpart is nondeterministic, or its result is
    /// too large. The mutant does not count. Too many such mutants make the run incomplete.
    Unknown,
}

impl Verdict {
    /// One verdict for each name, in the order of the manual.
    pub const EACH: [Self; 5] = [
        Self::Killed(KillReason::Mismatch),
        Self::Survived,
        Self::Anomalous(crate::State::Exception),
        Self::Unmirrored,
        Self::Unknown,
    ];

    /// Returns the verdict of [`Verdict::EACH`] with this name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::EACH.into_iter().find(|verdict| verdict.word() == word)
    }

    /// Returns the name of the verdict in the report.
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

    /// Reports whether this verdict is in the denominator of MTS.
    #[must_use]
    pub fn is_counted(self) -> bool {
        matches!(self, Self::Killed(_) | Self::Survived)
    }

    /// Reports whether this verdict is in the numerator of MTS.
    #[must_use]
    pub fn is_killed(self) -> bool {
        matches!(self, Self::Killed(_))
    }
}

/// The id of a mutant, with its verdict and the smallest input that kills it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MutantVerdict {
    /// The id of the mutant.
    pub id: String,
    /// The mutation operator.
    pub operator: Operator,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Whether the counterpart is exact and not spliced. Always false with a translator other than the mirror.
    pub exact: bool,
    /// For a kill, the index of the smallest input that distinguishes the sides. The tool prefers inputs on which the
    /// originals agree. `None` if the counterpart does not compile.
    pub input: Option<usize>,
    /// The reason for the verdict.
    pub why: Why,
}

/// The reason for a verdict: a general part and a part for one mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The general reason, by which tables group mutants. Empty without a reason.
    pub reason: String,
    /// The reason why the mirror found no splice, if the mutant has no exact counterpart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_splice: Option<String>,
    /// The detail that applies only to this mutant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Why {
    /// Parses `reason: detail`, the form in recordings and in the answers of translators.
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
