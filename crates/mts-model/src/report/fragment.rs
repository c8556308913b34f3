//! Words for referentially transparent fragments: what comes of running a piece of Java and its part of the port
//! alone, and how many pieces fared how.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What comes of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FragmentVerdict {
    /// Equal in every context inside its guards.
    Agree,
    /// They differ, and so do the functions on an input that leads there.
    Confirmed,
    /// They differ; no input of the functions was found that leads there.
    Latent,
    /// They differ, and an input leads there on which the functions agree all the same.
    Masked,
    /// They differ only where no guard lets the function come, or where Java itself rejects the state.
    Outside,
    /// No part of the port was found that goes through the same states.
    Unaligned,
    /// No context could be run: nothing reaches it, or a stand-alone form does not compile.
    Untestable,
}

impl FragmentVerdict {
    /// All of them, gravest first.
    pub const ALL: [Self; 7] =
        [Self::Confirmed, Self::Latent, Self::Masked, Self::Outside, Self::Agree, Self::Unaligned, Self::Untestable];

    /// The word of the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Confirmed => "confirmed",
            Self::Latent => "latent",
            Self::Masked => "masked",
            Self::Outside => "outside",
            Self::Unaligned => "unaligned",
            Self::Untestable => "untestable",
        }
    }

    /// Whether both sides were run.
    #[must_use]
    pub fn is_tested(self) -> bool {
        !matches!(self, Self::Unaligned | Self::Untestable)
    }
}

/// How the fragments of one function, or of many, fared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FragmentScores {
    /// Pieces of the Java functions that may stand alone.
    pub eligible: u64,
    /// Those with a counterpart that goes through the same states.
    pub aligned: u64,
    /// Those that were run on both sides.
    pub tested: u64,
    /// Equal wherever the functions may come.
    pub agree: u64,
    /// Differing, as the functions do on an input.
    pub confirmed: u64,
    /// Differing without such an input.
    pub latent: u64,
    /// Differing where the functions agree all the same.
    pub masked: u64,
    /// Differing only where the functions do not come.
    pub outside: u64,
    /// `agree` and `outside` of `tested`: a fragment that differs only where nothing leads is no evidence
    /// against the port. Null where nothing was tested.
    pub rti_agreement: Option<f64>,
    /// Contexts that were run.
    pub contexts: u64,
}

impl FragmentScores {
    /// Counts one more.
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
            FragmentVerdict::Outside => self.outside += 1,
            FragmentVerdict::Unaligned | FragmentVerdict::Untestable => {}
        }
        self.settle();
    }

    /// Those of several functions together.
    #[must_use]
    pub fn sum<'s>(all: impl Iterator<Item = &'s Self>) -> Self {
        let mut out = Self::default();
        for one in all {
            out.eligible += one.eligible;
            out.aligned += one.aligned;
            out.tested += one.tested;
            out.agree += one.agree;
            out.confirmed += one.confirmed;
            out.latent += one.latent;
            out.masked += one.masked;
            out.outside += one.outside;
            out.contexts += one.contexts;
        }
        out.settle();
        out
    }

    fn settle(&mut self) {
        self.rti_agreement = (self.tested > 0).then(|| (self.agree + self.outside) as f64 / self.tested as f64);
    }
}

/// What comes of a translation of a fragment alone, beside its part of the translation of the whole function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AloneVerdict {
    /// The two do something else in a context: the translator depends on what stands around a fragment (He et al.
    /// 2020).
    Dependent,
    /// Both do the same, and something else than Java.
    Consistent,
    /// Alone it does something else than Java; no part of the whole function's translation can be compared with it.
    Mistranslated,
    /// Alone it does what Java does, and so does its part, where there is one.
    Faithful,
    /// There is nothing to compare: Java's own form does not run, or no context that there is shows anything.
    Untestable,
    /// There is no translation of it alone, or none that can be run.
    Untranslated,
    /// The translator could not be asked.
    Unknown,
}

impl AloneVerdict {
    /// All of them, gravest first.
    pub const ALL: [Self; 7] = [
        Self::Dependent,
        Self::Consistent,
        Self::Mistranslated,
        Self::Faithful,
        Self::Untestable,
        Self::Untranslated,
        Self::Unknown,
    ];

    /// The word of the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Dependent => "dependent",
            Self::Consistent => "consistent",
            Self::Mistranslated => "mistranslated",
            Self::Faithful => "faithful",
            Self::Untestable => "untestable",
            Self::Untranslated => "untranslated",
            Self::Unknown => "unknown",
        }
    }

    /// Whether something differs.
    #[must_use]
    pub fn differs(self) -> bool {
        matches!(self, Self::Dependent | Self::Consistent | Self::Mistranslated)
    }
}

/// A fragment's translation alone, as it is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AloneRow {
    /// The verdict.
    pub verdict: AloneVerdict,
    /// Why there is no verdict, or with what it was not compared; else empty.
    pub why: String,
    /// The translation.
    pub python: Option<String>,
    /// Equation 2 of He et al. 2020 both ways, on Python's content tokens; it ranks and decides nothing. Null where
    /// there is no translation, or a parameter has no name in the whole one.
    pub distance: Option<u64>,
    /// Contexts in which the translation was compared with Java.
    pub contexts: u64,
    /// A context in which something differs: `name = value` for each variable.
    pub context: Option<String>,
    /// What Java does in it, what the translation alone does, and what its part of the whole one does.
    pub shown: Vec<String>,
    /// The same beside the translations of fragments around it, each alone, where its part of them is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub around: Vec<AroundRow>,
}

/// A fragment's translation alone beside its part of the translation of a fragment around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AroundRow {
    /// The fragment around it, in Java.
    pub java: String,
    /// The verdict.
    pub verdict: AloneVerdict,
    /// Its part of the other's translation.
    pub python: String,
    /// As [`AloneRow::distance`], to the other's translation.
    pub distance: Option<u64>,
    /// Contexts in which both were compared.
    pub contexts: u64,
    /// A context in which something differs: `name = value` for each variable.
    pub context: Option<String>,
    /// What Java does in it, what the translation alone does, and what its part of the other's does.
    pub shown: Vec<String>,
}

/// One fragment as it is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FragmentRow {
    /// The verdict.
    pub verdict: FragmentVerdict,
    /// Why it was not tested; empty where it was.
    pub why: String,
    /// Its text in Java.
    pub java: String,
    /// Its part of the port; null where none was found.
    pub python: Option<String>,
    /// One-based line in the Java file.
    pub line_java: u32,
    /// One-based line in the Python file; null where no part was found.
    pub line_python: Option<u32>,
    /// Contexts that were run to an end on both sides.
    pub contexts: u64,
    /// A context in which the sides differ: `name = value` for each variable.
    pub context: Option<String>,
    /// Whether that context was recorded while the functions ran.
    pub is_recorded: bool,
    /// Number of variables in which it differs from the nearest recorded one.
    pub apart: u64,
    /// Both sides in that context.
    pub difference: Option<String>,
    /// An input of the functions that leads to such a context: `name = value` for each parameter.
    pub input: Option<String>,
    /// Both functions on that input; null where they agree.
    pub functions: Option<String>,
    /// Whether a smaller fragment inside it explains it.
    pub is_explained: bool,
    /// Whether it differs and Java compares boxed objects by identity in it: most likely the fault is Java's.
    pub java_suspect: bool,
    /// Share of the tokens that both sides have in common.
    pub alike: Option<f64>,
    /// Its translation alone, where a translator was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<AloneRow>,
}

/// What came of the fragments of one pair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairFragments {
    /// Name of the pair.
    pub name: String,
    /// How they fared.
    pub scores: FragmentScores,
    /// Every eligible fragment.
    pub fragments: Vec<FragmentRow>,
    /// Pieces that may not stand alone, by reason.
    pub refused: std::collections::BTreeMap<String, usize>,
    /// Admitted pieces beyond the most of one function.
    pub beyond: usize,
    /// Whether the functions agree on all of the inputs they came with.
    pub agrees: bool,
    /// Things to tell about its assume comments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl PairFragments {
    /// What a reader should look at: differing fragments that no smaller one explains, gravest first and the
    /// contexts nearest to recorded ones first. Where a translator was asked for them alone, what differs there, by
    /// verdict and then the most distant first.
    #[must_use]
    pub fn shown(&self) -> Vec<&FragmentRow> {
        let is_shown = |row: &&FragmentRow| match &row.alone {
            Some(alone) => alone.verdict.differs(),
            None => {
                !row.is_explained
                    && matches!(
                        row.verdict,
                        FragmentVerdict::Confirmed | FragmentVerdict::Latent | FragmentVerdict::Masked
                    )
            }
        };
        let mut rows: Vec<&FragmentRow> = self.fragments.iter().filter(is_shown).collect();
        let alone = |row: &FragmentRow| row.alone.as_ref().map(|alone| (alone.verdict, Reverse(alone.distance)));
        rows.sort_by_key(|row| (alone(row), row.verdict, row.apart, row.line_java));
        rows
    }
}
