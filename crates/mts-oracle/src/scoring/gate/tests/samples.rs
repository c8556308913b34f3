//! Tests the rules on scores of a sample of mutants.

use super::*;
use crate::scoring::intervals::unstratified;
use mts_model::GateOn;
use mts_model::report::{Interval, PairStatus, Sample};
use std::collections::BTreeMap;

/// Builds the scores of a sample of `run` out of `generated` mutants.
///
/// The scores include the interval.
fn sampled(killed: u64, counted: u64, run: u64, generated: u64) -> Scores {
    let interval = unstratified(killed, counted, run, generated);
    let weight = generated as f64 / run as f64;
    let sample = Sample { generated, run, weight, mts: interval, mts_open: interval, operators: BTreeMap::new() };
    Scores { sample: Some(sample), ..scored(killed, counted) }
}

#[test]
fn with_the_lower_bound_a_pair_passes_only_if_its_whole_interval_is_within_the_threshold() {
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    let (few, many) = (sampled(1, 20, 30, 600), sampled(1, 400, 400, 600));
    let gated = judged(&[pair("A.f", None, &few)], &Thresholds::default());
    assert_eq!(gated.exit, ExitCode::Passed, "the estimate is 0.05");
    let gated = judged(&[pair("A.f", None, &few)], &bound);
    assert_eq!(gated.exit, ExitCode::Gate);
    assert_eq!(
        gated.report.reasons,
        ["`A.f`: MTS is 0.05; the upper end of its interval is 0.23, above the limit 0.20"]
    );
    let headline = "Merge blocked: MTS of `A.f` is 0.05; the upper end of its interval is 0.23, above the limit 0.20";
    assert_eq!(gated.headline, headline);
    assert_eq!(judged(&[pair("A.f", None, &many)], &bound).exit, ExitCode::Passed);
    // An estimate above the threshold fails with both settings of `gate.on`.
    let bad = sampled(12, 20, 30, 600);
    let reasons = |thresholds: &Thresholds| judged(&[pair("A.f", None, &bad)], thresholds).report.reasons;
    assert_eq!(reasons(&bound), reasons(&Thresholds::default()));
    // A sample of all mutants is no sample: the score is exact.
    assert_eq!(judged(&[pair("A.f", None, &scored(1, 20))], &bound).exit, ExitCode::Passed);
}

#[test]
fn with_the_lower_bound_the_upper_end_of_an_increase_counts() {
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    let (base, head) = (sampled(0, 100, 100, 300), sampled(0, 100, 100, 300));
    let high = Some(Interval { low: -0.03, high: 0.03 });
    let input = GateInput { increase_interval: high, ..pair("A.f", Some(&base), &head) };
    assert_eq!(judged(&[input], &Thresholds::default()).exit, ExitCode::Passed);
    let gated = judged(&[input], &bound);
    assert_eq!(gated.report.reasons, ["`A.f`: MTS may have risen by 0.03; the limit of the increase is 0.02"]);
}

#[test]
fn a_pair_with_too_few_drawn_mutants_is_inconclusive() {
    let head = sampled(3, 4, 6, 60);
    let gated = by_default(&[pair("A.f", None, &head)]);
    assert_eq!(gated.pairs[0].status, PairStatus::Inconclusive);
    assert!(gated.report.warnings[0].contains("ran 6 of 60 generated mutants, and only 4 of them count; required: 10"));
    // With the bound, the gate checks even a small sample: the mutants that did not run count
    // against it.
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    assert_eq!(judged(&[pair("A.f", None, &sampled(0, 4, 6, 60))], &bound).exit, ExitCode::Gate);
    assert_eq!(judged(&[pair("A.f", None, &sampled(0, 0, 6, 60))], &bound).pairs[0].status, PairStatus::Inconclusive);
    let small = sampled(3, 4, 5, 6);
    assert_eq!(by_default(&[pair("A.f", None, &small)]).pairs[0].status, PairStatus::NotGated, "it has no 10 at all");
}

#[test]
fn thresholds_round_trip_with_the_lower_bound() {
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    assert_eq!(Thresholds::from_named_values(&bound.to_named_values()).map(|read| read.on), Some(GateOn::LowerBound));
}
