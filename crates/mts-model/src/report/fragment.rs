//! Results of fragments: the verdicts and counts of fragments that ran in isolation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::iter::Sum;
use std::ops::AddAssign;

/// Verdict on a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FragmentVerdict {
    /// The two sides are equal in every tested context.
    Agree,
    /// The two sides differ, and the functions differ on an input that reaches the context.
    Confirmed,
    /// The two sides differ, and the search found no input that reaches the context.
    Latent,
    /// The two sides differ, but the functions agree on every input found for the context.
    Masked,
    /// The sides differ only in states that the function cannot reach or that Java rejects.
    Dismissed,
    /// No counterpart in the port goes through the same states.
    Unaligned,
    /// No context could run. Either no input reaches the fragment, or an extracted function does not compile.
    Untestable,
}

impl FragmentVerdict {
    /// All verdicts, most severe first.
    pub const ALL: [Self; 7] =
        [Self::Confirmed, Self::Latent, Self::Masked, Self::Dismissed, Self::Agree, Self::Unaligned, Self::Untestable];

    /// Returns the name of the verdict in the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Confirmed => "confirmed",
            Self::Latent => "latent",
            Self::Masked => "masked",
            Self::Dismissed => "dismissed",
            Self::Unaligned => "unaligned",
            Self::Untestable => "untestable",
        }
    }

    /// Reports whether the tool ran both sides of the fragment.
    #[must_use]
    pub fn is_tested(self) -> bool {
        !matches!(self, Self::Unaligned | Self::Untestable)
    }
}

/// Counts of the fragments of one function or of many.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FragmentScores {
    /// Fragments that can run in isolation.
    pub eligible: u64,
    /// Fragments with a counterpart that goes through the same states, apart from untestable fragments.
    pub aligned: u64,
    /// Fragments that ran on both sides.
    pub tested: u64,
    /// Fragments whose sides are equal in every tested context.
    pub agree: u64,
    /// Fragments whose sides differ, with an input on which the functions differ.
    pub confirmed: u64,
    /// Fragments whose sides differ, without an input of the functions that reaches the context.
    pub latent: u64,
    /// Fragments whose sides differ, while the functions agree on every input found for the context.
    pub masked: u64,
    /// Fragments with the verdict `dismissed`. Their sides differ only in states that the function cannot reach or that
    /// Java rejects.
    pub dismissed: u64,
    /// Share of `agree` and `dismissed` in `tested`. Dismissed fragments count like agreeing ones, because a difference
    /// in states that the function cannot reach, or that Java rejects, shows no fault of the port. Null if no fragment
    /// ran.
    pub rti_agreement: Option<f64>,
    /// Contexts that ran.
    pub contexts: u64,
}

impl FragmentScores {
    /// Adds the verdict on one fragment to the counts. `contexts` is the number of its contexts that ran.
    pub fn count(&mut self, verdict: FragmentVerdict, contexts: usize) {
        self.eligible += 1;
        self.aligned += u64::from(verdict != FragmentVerdict::Unaligned && verdict != FragmentVerdict::Untestable);
        self.tested += u64::from(verdict.is_tested());
        self.contexts += contexts as u64;
        match verdict {
            FragmentVerdict::Agree => self.agree += 1,
            FragmentVerdict::Confirmed => self.confirmed += 1,
            FragmentVerdict::Latent => self.latent += 1,
            FragmentVerdict::Masked => self.masked += 1,
            FragmentVerdict::Dismissed => self.dismissed += 1,
            FragmentVerdict::Unaligned | FragmentVerdict::Untestable => {}
        }
        self.update_agreement();
    }

    fn update_agreement(&mut self) {
        self.rti_agreement = (self.tested > 0).then(|| (self.agree + self.dismissed) as f64 / self.tested as f64);
    }
}

impl AddAssign<&Self> for FragmentScores {
    fn add_assign(&mut self, other: &Self) {
        self.eligible += other.eligible;
        self.aligned += other.aligned;
        self.tested += other.tested;
        self.agree += other.agree;
        self.confirmed += other.confirmed;
        self.latent += other.latent;
        self.masked += other.masked;
        self.dismissed += other.dismissed;
        self.contexts += other.contexts;
        self.update_agreement();
    }
}

impl<'s> Sum<&'s Self> for FragmentScores {
    fn sum<I: Iterator<Item = &'s Self>>(all: I) -> Self {
        let mut sum = Self::default();
        all.for_each(|own| sum += own);
        sum
    }
}

/// Verdict on an isolated translation of a fragment.
///
/// The tool compares the isolated translation with Java, and with the fragment's part of the whole translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IsolatedVerdict {
    /// The isolated translation and the fragment's part of the whole translation differ in a
    /// context.
    ///
    /// The translator then depends on the code around a fragment (He et al. 2020).
    Dependent,
    /// Both translations of the fragment agree, and both differ from Java. One translation is the isolated translation,
    /// and the other translation is the fragment's part of the whole translation.
    Consistent,
    /// The isolated translation differs from Java, and the whole translation has no comparable part.
    Mistranslated,
    /// The isolated translation agrees with Java.
    ///
    /// If the whole translation has a part for this fragment, this part agrees with Java too.
    Correct,
    /// The tool has nothing to compare: Java's extracted function does not run, or no context gives an outcome.
    Untestable,
    /// The fragment has no isolated translation that runs.
    Untranslated,
    /// The tool could not reach the translator.
    Unknown,
}

impl IsolatedVerdict {
    /// All verdicts, most severe first.
    pub const ALL: [Self; 7] = [
        Self::Dependent,
        Self::Consistent,
        Self::Mistranslated,
        Self::Correct,
        Self::Untestable,
        Self::Untranslated,
        Self::Unknown,
    ];

    /// Returns the name of the verdict in the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Dependent => "dependent",
            Self::Consistent => "consistent",
            Self::Mistranslated => "mistranslated",
            Self::Correct => "correct",
            Self::Untestable => "untestable",
            Self::Untranslated => "untranslated",
            Self::Unknown => "unknown",
        }
    }

    /// Reports whether the verdict says that two translations, or a translation and Java, differ.
    #[must_use]
    pub fn differs(self) -> bool {
        matches!(self, Self::Dependent | Self::Consistent | Self::Mistranslated)
    }
}

/// The isolated translation of a fragment in the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IsolatedRow {
    /// The verdict.
    pub verdict: IsolatedVerdict,
    /// The reason for a missing verdict, or the parts that the tool could not compare. Empty otherwise.
    pub why: String,
    /// The translation.
    pub python: Option<String>,
    /// Token distance to the whole translation, only for the order of the rows. The distance is equation 2 of He et al.
    /// 2020, in both directions. Null without a translation, or if the whole translation lacks the name of a parameter.
    pub distance: Option<u64>,
    /// Number of contexts in which the tool compared the translation with Java.
    pub contexts: u64,
    /// A context in which something differs: `name = value` for each variable.
    pub context: Option<String>,
    /// The outcomes in this context: Java, the isolated translation, the fragment's part of the
    /// whole translation.
    pub outcomes: Vec<String>,
    /// Comparisons with this fragment's part of each enclosing fragment's isolated translation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enclosing: Vec<EnclosingRow>,
}

/// An isolated translation, compared with the same part of an enclosing fragment's translation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EnclosingRow {
    /// The enclosing fragment, in Java.
    pub java: String,
    /// The verdict.
    pub verdict: IsolatedVerdict,
    /// The fragment's part of the enclosing fragment's translation.
    pub python: String,
    /// Token distance to the enclosing fragment's translation.
    pub distance: Option<u64>,
    /// Number of contexts in which the tool compared both.
    pub contexts: u64,
    /// A context in which something differs: `name = value` for each variable.
    pub context: Option<String>,
    /// The outcomes in this context: Java, the isolated translation, the fragment's part of the
    /// other translation.
    pub outcomes: Vec<String>,
}

/// One fragment in the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FragmentRow {
    /// The verdict.
    pub verdict: FragmentVerdict,
    /// The reason why the tool did not test the fragment. Empty for a tested fragment.
    pub why: String,
    /// The text of the fragment in Java.
    pub java: String,
    /// The counterpart in the port; null without a counterpart.
    pub python: Option<String>,
    /// One-based line in the Java file.
    pub line_java: u32,
    /// One-based line in the Python file; null without a counterpart.
    pub line_python: Option<u32>,
    /// Number of contexts with outcomes on both sides.
    pub contexts: u64,
    /// A context in which the sides differ: `name = value` for each variable.
    pub context: Option<String>,
    /// Whether the tool recorded this context in a run of the functions.
    pub is_recorded: bool,
    /// Number of variables whose values differ between this context and the nearest recorded
    /// context.
    pub context_distance: u64,
    /// The outcomes of both sides of the fragment in that context.
    pub difference: Option<String>,
    /// An input of the functions that reaches such a context: `name = value` for each parameter.
    pub input: Option<String>,
    /// Both functions' outcomes on that input; null if they agree.
    pub functions: Option<String>,
    /// Whether a smaller fragment inside this fragment explains the difference.
    pub is_explained: bool,
    /// Whether the fragment differs and its Java code compares boxed objects by identity: Java is most likely wrong.
    pub java_suspect: bool,
    /// Share of the tokens that both sides have in common.
    pub similarity: Option<f64>,
    /// The isolated translation of the fragment, if the run requested a translator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolated: Option<IsolatedRow>,
}

/// Results of the fragments of one pair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairFragments {
    /// Name of the pair.
    pub name: String,
    /// Counts of the fragments.
    pub scores: FragmentScores,
    /// One row for each eligible fragment.
    pub fragments: Vec<FragmentRow>,
    /// Number of statements that cannot run in isolation, by reason.
    pub ineligible: std::collections::BTreeMap<String, usize>,
    /// Number of eligible fragments above the limit of fragments for one function.
    pub over_limit: usize,
    /// Whether the functions agree on all inputs of the suite.
    pub agrees: bool,
    /// Remarks on the assume comments of the pair.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl PairFragments {
    /// Returns the fragments that a reader should see, most severe first.
    ///
    /// Without isolated translations, the result has the confirmed, latent and masked fragments that no smaller
    /// fragment explains. Among rows with the same verdict, the row whose context is nearest to a recorded context
    /// comes first.
    ///
    /// If a fragment has an isolated translation, the verdict on this translation decides whether the result has the
    /// fragment. Such rows have the order of this verdict, and then of the distance, largest first.
    #[must_use]
    pub fn rows_to_show(&self) -> Vec<&FragmentRow> {
        let is_shown = |row: &&FragmentRow| match &row.isolated {
            Some(isolated) => isolated.verdict.differs(),
            None => {
                !row.is_explained
                    && matches!(
                        row.verdict,
                        FragmentVerdict::Confirmed | FragmentVerdict::Latent | FragmentVerdict::Masked
                    )
            }
        };
        let mut rows: Vec<&FragmentRow> = self.fragments.iter().filter(is_shown).collect();
        let rank =
            |row: &FragmentRow| row.isolated.as_ref().map(|isolated| (isolated.verdict, Reverse(isolated.distance)));
        rows.sort_by_key(|row| (rank(row), row.verdict, row.context_distance, row.line_java));
        rows
    }
}
