//! The facts about a pair that the gate needs. `pair_rules` and `run_rules` apply the rules.

use mts_model::report::{DisagreementChange, Interval, NotRun, PairReport, PortCallKind, Scores, Skipped};
use mts_model::{Finding, FindingKind, Requirement, Severity};

/// The facts about a pair that the gate needs.
#[derive(Clone, Copy, Debug)]
pub struct GateInput<'a> {
    /// The short name of the pair.
    pub name: &'a str,
    /// Scores at the base revision; `None` if the pair has no base.
    pub base: Option<&'a Scores>,
    /// Scores at the tested revision.
    pub head: &'a Scores,
    /// The increase of MTS over the mutants that count at both revisions.
    ///
    /// `None` if there are no mutants to compare.
    pub increase: Option<f64>,
    /// The interval of the increase, if some mutants did not run.
    pub increase_interval: Option<Interval>,
    /// The numbers of new and old disagreements of the originals, compared with the base. `None` without a base: then
    /// all disagreements are new.
    pub disagreements: Option<DisagreementChange>,
    /// Whether only one side changed.
    pub drift: bool,
    /// The numbers of confirmed and latent fragments. Accepted fragments do not count. A fragment
    /// whose difference a smaller fragment explains does not count. A fragment that only an extreme
    /// or outside input confirms counts as latent, because its finding is a warning.
    pub fragments: [u64; 2],
    /// The number of variants that change the behaviour of the port. Accepted variants do not count.
    pub variants: u64,
    /// Whether the evidence that the two functions are a pair is weak.
    pub may_be_no_pair: bool,
    /// Whether the port has code for the pair. An attribute has no code, so no mutant has a
    /// counterpart.
    pub has_text: bool,
    /// The reason why the tool could compare no input of the pair. The scores are then empty.
    pub incomparable: Option<&'a str>,
    /// The reason why the run skipped the pair; `None` if the pair ran.
    pub not_run: Option<&'a NotRun>,
    /// Whether the tool can run the pair at the base, and not at the head.
    pub was_comparable: bool,
}

impl<'a> GateInput<'a> {
    /// Returns the facts about a pair that ran.
    #[must_use]
    pub fn from_pair(pair: &'a PairReport) -> Self {
        Self {
            name: &pair.name,
            base: pair.base.as_ref(),
            head: &pair.head,
            increase: pair.increase,
            increase_interval: pair.increase_interval,
            disagreements: pair.disagreements,
            fragments: [Severity::Error, Severity::Warning]
                .map(|severity| count_open(pair, FindingKind::Fragment, severity)),
            // The gate counts only warnings. The findings on invalid transformations are notes. So are the findings on
            // variants that only show the same difference as a mutant.
            variants: count_open(pair, FindingKind::Variant, Severity::Warning),
            drift: pair.drift && !pair.findings.iter().any(|f| f.kind == FindingKind::Drift && f.accepted),
            may_be_no_pair: pair.may_be_no_pair,
            has_text: pair.call.as_ref().is_none_or(|call| call.kind != PortCallKind::Attribute),
            incomparable: incomparable(pair),
            not_run: None,
            was_comparable: false,
        }
    }

    /// Returns the facts about a skipped pair or file, whose scores are `empty`.
    ///
    /// A skipped pair must not pass the gate without a message.
    #[must_use]
    pub fn from_skipped(row: &'a Skipped, empty: &'a Scores) -> Self {
        Self {
            name: &row.name,
            base: None,
            head: empty,
            increase: None,
            increase_interval: None,
            disagreements: None,
            drift: false,
            fragments: [0, 0],
            variants: 0,
            may_be_no_pair: false,
            has_text: true,
            incomparable: Some(&row.reason),
            not_run: row.not_run.as_ref(),
            was_comparable: row.was_comparable,
        }
    }

    /// Returns the missing requirement that prevented the run of the pair. `None` for other pairs.
    pub(super) fn missing_requirement(&self) -> Option<&'a Requirement> {
        match self.not_run? {
            NotRun::MissingRequirement(requirement) => Some(requirement),
            NotRun::Budget | NotRun::Interrupted => None,
        }
    }
}

/// Counts the findings of this kind and severity that are not accepted.
fn count_open(pair: &PairReport, kind: FindingKind, severity: Severity) -> u64 {
    pair.findings.iter().filter(|finding| finding.is_open(kind, severity)).count() as u64
}

/// Returns the reason why no input of a pair could be compared.
///
/// Returns `None` if an input could be compared, or if no finding gives a reason.
fn incomparable(pair: &PairReport) -> Option<&str> {
    let is_why = |f: &&Finding| f.kind == FindingKind::Original && f.severity == Severity::Note;
    let why = pair.findings.iter().filter(|_| pair.head.inputs == 0).find(is_why)?;
    Some(&why.cause)
}
