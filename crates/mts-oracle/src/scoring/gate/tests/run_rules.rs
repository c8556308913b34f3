//! Tests the rules of the run, the headline, the exit code and the thresholds.

use super::*;
use crate::scoring::gate::broken_rule::beyond;
use mts_model::report::{NotRun, PairStatus};
use mts_model::{GateAction, Requirement};

#[test]
fn a_run_with_nothing_to_compare_passes_with_a_headline() {
    let gated = by_default(&[]);
    assert_eq!((gated.exit, gated.conclusion), (ExitCode::Passed, Conclusion::Passed));
    assert_eq!(gated.headline, "Passed: nothing to compare, because no paired function changed");
}

#[test]
fn a_run_without_pairs_fails_if_the_threshold_says_so() {
    let strict = Thresholds { on_no_pairs: GateAction::Fail, ..Thresholds::default() };
    assert_eq!(judged(&[], &strict).exit, ExitCode::Gate);
}

#[test]
fn the_headline_names_the_worst_pair_and_its_rise() {
    let (base, head, other) = (scored(1, 17), scored(8, 17), scored(5, 20));
    let gated = by_default(&[pair("A.g", None, &other), pair("money.split", Some(&base), &head)]);
    assert!(gated.headline.starts_with("Merge blocked: MTS of `money.split` rose"), "{}", gated.headline);
}

#[test]
fn a_missing_requirement_is_one_reason_for_all_its_pairs_and_makes_the_run_incomplete() {
    let (head, failing) = (Scores::default(), disagreeing(10));
    let missing = NotRun::MissingRequirement(Requirement::PythonModule("numpy".to_owned()));
    let waits = |name| GateInput { incomparable: Some("not run"), not_run: Some(&missing), ..pair(name, None, &head) };
    let gated = by_default(&[waits("A.f"), pair("A.g", None, &failing), waits("A.h")]);
    assert_eq!(gated.headline, "Incomplete: 2 pairs need the Python module `numpy`, which is not installed");
    assert_eq!(gated.exit, ExitCode::Incomplete);
    let about_numpy = gated.report.reasons.iter().filter(|reason| reason.contains("numpy")).collect::<Vec<_>>();
    let all = "2 pairs need the Python module `numpy`, which is not installed; install the module with \
               `pip install numpy`, or set `python.requirements`";
    assert_eq!(about_numpy, [all]);
    assert_eq!(
        gated.pairs.iter().map(|pair| pair.status).collect::<Vec<_>>(),
        [PairStatus::Inconclusive, PairStatus::Failed, PairStatus::Inconclusive]
    );
    let alone = by_default(&[waits("A.f")]);
    assert_eq!(alone.headline, "Incomplete: `A.f` needs the Python module `numpy`, which is not installed");
    assert_eq!(judged(&[waits("A.f")], &with(FailOn::Never)).exit, ExitCode::Passed);
}

#[test]
fn the_most_severe_condition_gives_the_exit_code_and_all_are_reported() {
    let (unknown, disagree, high) = (Scores { unknown: 20, ..scored(0, 20) }, disagreeing(10), scored(20, 20));
    let pairs = [pair("A.h", None, &high), pair("A.d", None, &disagree), pair("A.u", None, &unknown)];
    let gated = by_default(&pairs);
    assert_eq!((gated.exit, gated.conclusion), (ExitCode::Incomplete, Conclusion::Incomplete));
    assert_eq!(gated.report.exit_code, 12);
    let reasons = gated.report.reasons.join("\n");
    let places: Vec<Option<usize>> = ["no verdict", "agree on 10 of 40", "MTS 1.00"].map(|t| reasons.find(t)).to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{reasons}");
    assert_eq!(by_default(&pairs[..2]).exit, ExitCode::Disagree);
    assert_eq!(by_default(&pairs[..1]).exit, ExitCode::Gate);
}

#[test]
fn the_headline_starts_with_the_fixed_inputs_if_a_change_fixes_every_disagreement() {
    let (before, now) = (disagreeing(28), disagreeing(40));
    let gated = by_default(&[pair("A.f", Some(&before), &now)]);
    assert_eq!(gated.headline, "Passed: the change fixes 12 inputs; 1 pair, MTS 0.00 (lower is better)");
}

#[test]
fn fail_on_never_still_reports_every_reason() {
    let (head, bad) = (scored(20, 20), disagreeing(0));
    let gated = judged(&[pair("A.f", None, &head), pair("A.g", None, &bad)], &with(FailOn::Never));
    assert_eq!((gated.exit, gated.report.reasons.len(), gated.report.warnings.len()), (ExitCode::Passed, 0, 2));
    assert!(gated.headline.starts_with("Passed with warnings"), "{}", gated.headline);
}

#[test]
fn the_overall_threshold_applies_only_if_it_is_set() {
    let (a, b) = (scored(3, 20), scored(3, 20));
    let pairs = [pair("A.f", None, &a), pair("A.g", None, &b)];
    assert_eq!(by_default(&pairs).exit, ExitCode::Passed);
    let strict = Thresholds { max_overall_mts: Some(0.1), ..Thresholds::default() };
    assert_eq!(judged(&pairs, &strict).report.reasons, ["MTS over all pairs is 0.15, above 0.10"]);
}

#[test]
fn numbers_have_enough_decimals_to_show_the_difference() {
    assert_eq!(number(0.0), "0.00");
    assert_eq!(number(0.004), "0.0040");
    assert_eq!(beyond(0.2004, 0.2), "0.2004");
}

#[test]
fn every_threshold_is_named_as_in_the_configuration() {
    let named = Thresholds::default().to_named_values();
    assert_eq!(named["new-max-mts"], 0.2, "it defaults to max-mts");
    assert_eq!(named["on-drift"], "warn");
}

#[test]
fn thresholds_are_read_back_from_the_report_unchanged() {
    let strict = Thresholds {
        max_overall_mts: Some(0.1),
        new_max_mts: Some(0.3),
        on_drift: GateAction::Fail,
        on_inconclusive: GateAction::Pass,
        fail_on: FailOn::Regression,
        min_mutants: 3,
        ..Thresholds::default()
    };
    for thresholds in [strict, Thresholds::default()] {
        let named = thresholds.to_named_values();
        assert_eq!(Thresholds::from_named_values(&named).expect("thresholds").to_named_values(), named);
        for name in named.keys() {
            let mut short = named.clone();
            short.remove(name);
            assert_eq!(Thresholds::from_named_values(&short), None, "without {name}");
        }
    }
}
