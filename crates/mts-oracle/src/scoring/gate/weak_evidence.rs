//! Decides whether agreement on the inputs of a pair proves too little.

use super::broken_rule::percent;
use crate::scoring::share::{EPSILON, share};
use mts_model::Thresholds;
use mts_model::report::{BranchCoverage, Scores};
use std::fmt;

/// The reason why agreement on the inputs of a pair proves too little.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WeakEvidence {
    /// Fewer inputs than the gate requires run on both sides.
    Inputs { ran: u64, needed: u64 },
    /// The inputs take a smaller share of the branches than the gate requires.
    Branches { coverage: BranchCoverage, needed: f64 },
}

impl WeakEvidence {
    /// Returns the reason why these scores prove too little. `None` if the evidence is sufficient or unknown.
    pub(super) fn find(scores: &Scores, thresholds: &Thresholds) -> Option<Self> {
        let needed = scores.inputs_possible.unwrap_or(u64::MAX).min(thresholds.min_inputs);
        if scores.inputs < needed {
            return Some(Self::Inputs { ran: scores.inputs, needed });
        }
        let coverage = scores.branches?;
        let needed = thresholds.min_branches;
        share(coverage.taken, coverage.all)
            .filter(|covered| *covered < needed - EPSILON)
            .map(|_| Self::Branches { coverage, needed })
    }

    /// Reports whether the scores of another revision do not have this weakness.
    pub(super) fn is_absent(self, scores: &Scores, thresholds: &Thresholds) -> bool {
        let is_known = matches!(self, Self::Inputs { .. }) || scores.branches.is_some();
        is_known && Self::find(scores, thresholds).is_none()
    }
}

impl fmt::Display for WeakEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inputs { ran, needed } => {
                let inputs = if *ran == 1 { "input runs" } else { "inputs run" };
                write!(f, "only {ran} {inputs} on both sides, required: {needed}")?;
            }
            Self::Branches { coverage: BranchCoverage { taken, all }, needed } => {
                let needed = percent(*needed);
                write!(f, "the inputs take only {taken} of {all} branches of the Java function, required: {needed}")?;
            }
        }
        f.write_str("; give inputs in a suite file")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(inputs: u64, possible: Option<u64>, branches: Option<(u64, u64)>) -> Scores {
        let branches = branches.map(|(taken, all)| BranchCoverage { taken, all });
        Scores { inputs, inputs_possible: possible, branches, ..Scores::default() }
    }

    fn reason(scores: &Scores) -> Option<String> {
        WeakEvidence::find(scores, &Thresholds::default()).map(|reason| reason.to_string())
    }

    #[test]
    fn few_inputs_are_weak_evidence_unless_the_types_have_no_more_values() {
        let text = "only 1 input runs on both sides, required: 5; give inputs in a suite file";
        assert_eq!(reason(&with(1, None, None)).as_deref(), Some(text));
        assert_eq!(reason(&with(1, Some(1), None)), None);
        assert_eq!(reason(&with(5, None, None)), None);
        let text = "only 3 inputs run on both sides, required: 4; give inputs in a suite file";
        assert_eq!(reason(&with(3, Some(4), None)).as_deref(), Some(text));
    }

    #[test]
    fn few_branches_are_weak_evidence() {
        let text =
            "the inputs take only 5 of 44 branches of the Java function, required: 25 %; give inputs in a suite file";
        assert_eq!(reason(&with(40, None, Some((5, 44)))).as_deref(), Some(text));
        assert_eq!(reason(&with(40, None, Some((11, 44)))), None);
        assert_eq!(reason(&with(40, None, Some((0, 0)))), None);
    }

    #[test]
    fn unknown_evidence_of_the_base_does_not_count_as_better() {
        let thresholds = Thresholds::default();
        let weak = WeakEvidence::find(&with(40, None, Some((5, 44))), &thresholds).expect("weak");
        assert!(!weak.is_absent(&with(40, None, None), &thresholds));
        assert!(!weak.is_absent(&with(40, None, Some((5, 44))), &thresholds));
        assert!(weak.is_absent(&with(40, None, Some((30, 44))), &thresholds));
        let weak = WeakEvidence::find(&with(2, None, None), &thresholds).expect("weak");
        assert!(weak.is_absent(&with(40, None, None), &thresholds));
    }
}
