//! Tests the gate. This file builds the scores and the pairs that the tests share.

mod pair_rules;
mod run_rules;
mod samples;

use super::*;
use crate::scoring::share::share;
use mts_model::FailOn;
use mts_model::report::DisagreementChange;

/// Builds the scores of a pair whose originals agree on 40 inputs.
fn scored(killed: u64, counted: u64) -> Scores {
    Scores {
        mts: share(killed, counted),
        mts_open: share(killed, counted),
        counted,
        killed,
        ca_tests: Some(1.0),
        inputs: 40,
        inputs_equal: 40,
        ..Scores::default()
    }
}

fn disagreeing(equal: u64) -> Scores {
    Scores { inputs_equal: equal, ca_tests: share(equal, 40), ..scored(0, 20) }
}

/// Builds a pair with scores at the base and the head.
///
/// The originals differ on the same inputs at both revisions, as far as the counts allow.
fn pair<'a>(name: &'a str, base: Option<&'a Scores>, head: &'a Scores) -> GateInput<'a> {
    let differing = |scores: &Scores| scores.inputs - scores.inputs_equal;
    let disagreements = base.map(|base| {
        let (before, now) = (differing(base), differing(head));
        let same_at_base = before.min(now);
        DisagreementChange { new: now - same_at_base, same_at_base, fixed: before - same_at_base, lost: 0 }
    });
    let increase = base.and_then(|base| Some(head.mts? - base.mts?));
    GateInput {
        name,
        base,
        head,
        increase,
        increase_interval: None,
        disagreements,
        drift: false,
        fragments: [0, 0],
        variants: 0,
        may_be_no_pair: false,
        has_text: true,
        incomparable: None,
        not_run: None,
        was_comparable: false,
    }
}

fn judged(pairs: &[GateInput<'_>], thresholds: &Thresholds) -> GateResult {
    let overall = crate::scoring::scores::overall(pairs.iter().map(|p| p.head));
    gate(pairs, &overall, thresholds, Vec::new())
}

fn by_default(pairs: &[GateInput<'_>]) -> GateResult {
    judged(pairs, &Thresholds::default())
}

fn with(fail_on: FailOn) -> Thresholds {
    Thresholds { fail_on, ..Thresholds::default() }
}
