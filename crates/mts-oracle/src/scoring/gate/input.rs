//! The facts about a pair that the gate needs. `pair_rules` and `run_rules` apply the rules.

use mts_model::Requirement;
use mts_model::report::{DisagreementChange, Interval, NotRun, Scores};

/// The facts about a pair that the gate needs.
#[derive(Clone, Copy, Debug)]
pub struct GateInput<'a> {
    /// The short name of the pair.
    pub name: &'a str,
    /// Scores at the base revision; `None` if the pair has no base.
    pub base: Option<&'a Scores>,
    /// Scores at the tested revision.
    pub head: &'a Scores,
    /// The increase of MTS over the mutants that exist at both revisions; `None` if there are none
    /// to compare.
    pub increase: Option<f64>,
    /// The interval of the increase, if some mutants did not run.
    pub increase_interval: Option<Interval>,
    /// The new and old disagreements of the originals, compared with the base. `None` without a
    /// base: all of them are new.
    pub disagreements: Option<DisagreementChange>,
    /// Whether only one side changed.
    pub drift: bool,
    /// The numbers of confirmed and latent fragments. Accepted fragments do not count. A fragment
    /// whose difference a smaller fragment explains does not count.
    pub fragments: [u64; 2],
    /// The number of variants that change the behaviour of the port, without accepted ones.
    pub variants: u64,
    /// Whether the evidence that the two functions are a pair is weak.
    pub may_be_no_pair: bool,
    /// Whether the port has code for the pair. An attribute has no code, so no mutant has a
    /// counterpart.
    pub has_text: bool,
    /// The reason why the tool could compare no input of the pair; the scores are then empty.
    pub incomparable: Option<&'a str>,
    /// The reason why the run skipped the pair; `None` if the pair ran.
    pub not_run: Option<&'a NotRun>,
    /// Whether the base has the pair, and the tool cannot compare it at the head.
    pub was_comparable: bool,
}

impl<'a> GateInput<'a> {
    /// Returns the missing requirement that prevented the run of the pair. `None` for other pairs.
    pub(super) fn missing_requirement(&self) -> Option<&'a Requirement> {
        match self.not_run? {
            NotRun::MissingRequirement(requirement) => Some(requirement),
            NotRun::Budget | NotRun::Interrupted => None,
        }
    }
}
