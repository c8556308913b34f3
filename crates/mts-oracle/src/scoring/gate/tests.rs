use super::broken_rule::beyond;
use super::*;
use crate::scoring::share::share;
use mts_model::report::{DisagreementChange, Interval, NotRun, PairStatus};
use mts_model::{FailOn, GateAction, GateOn, Requirement};
use std::collections::BTreeMap;

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
        DisagreementChange { new: now - same_at_base, same_at_base, mended: before - same_at_base }
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

#[test]
fn nothing_to_compare_is_a_success_that_says_so() {
    let gated = by_default(&[]);
    assert_eq!((gated.exit, gated.conclusion), (ExitCode::Passed, Conclusion::Passed));
    assert_eq!(gated.headline, "Passed: nothing to compare, because no paired function changed");
}

#[test]
fn a_pair_that_the_change_hides_is_newly_inconclusive() {
    let empty = Scores::default();
    let hidden = GateInput { incomparable: Some("not UTF-8"), ..pair("A.f", None, &empty) };
    assert_eq!(by_default(&[hidden]).exit, ExitCode::Passed);
    let hidden = GateInput { was_comparable: true, ..hidden };
    let gated = by_default(&[hidden]);
    assert_eq!(gated.exit, ExitCode::Incomplete);
    assert_eq!(gated.headline, "Incomplete: the gate cannot judge `A.f` any more: not UTF-8");
}

#[test]
fn no_pairs_fails_where_that_is_asked_for() {
    let strict = Thresholds { on_no_pairs: GateAction::Fail, ..Thresholds::default() };
    assert_eq!(judged(&[], &strict).exit, ExitCode::Gate);
}

#[test]
fn a_pair_above_max_mts_fails_and_one_at_it_passes() {
    let (above, at) = (scored(5, 20), scored(4, 20));
    let gated = by_default(&[pair("A.f", None, &above), pair("A.g", None, &at)]);
    assert_eq!(gated.exit, ExitCode::Gate);
    assert_eq!(gated.pairs.iter().map(|p| p.status).collect::<Vec<_>>(), [PairStatus::Failed, PairStatus::Passed]);
    assert_eq!(gated.report.reasons, ["`A.f`: MTS 0.25 is above 0.20"]);
    assert_eq!(gated.headline, "Merge blocked: MTS of `A.f` is 0.25, above 0.20");
}

#[test]
fn the_headline_names_the_worst_pair_and_its_rise() {
    let (base, head, other) = (scored(1, 17), scored(8, 17), scored(5, 20));
    let gated = by_default(&[pair("A.g", None, &other), pair("money.split", Some(&base), &head)]);
    assert!(gated.headline.starts_with("Merge blocked: MTS of `money.split` rose"), "{}", gated.headline);
}

#[test]
fn a_rise_fails_even_below_the_threshold() {
    let (base, head) = (scored(0, 20), scored(2, 20));
    let gated = by_default(&[pair("A.f", Some(&base), &head)]);
    assert_eq!(gated.report.reasons, ["`A.f`: MTS rose by 0.10; the limit is 0.02"]);
}

#[test]
fn a_pair_that_is_not_comparable_passes_the_rise_rule() {
    let (base, head) = (scored(0, 20), scored(2, 20));
    let input = GateInput { increase: None, ..pair("A.f", Some(&base), &head) };
    assert_eq!(by_default(&[input]).exit, ExitCode::Passed);
}

#[test]
fn new_pairs_have_a_threshold_of_their_own() {
    let head = scored(2, 20);
    let strict = Thresholds { new_max_mts: Some(0.0), ..Thresholds::default() };
    assert_eq!(judged(&[pair("A.f", None, &head)], &strict).exit, ExitCode::Gate);
    let base = scored(2, 20);
    assert_eq!(judged(&[pair("A.f", Some(&base), &head)], &strict).exit, ExitCode::Passed);
}

#[test]
fn few_mutants_are_shown_but_not_gated() {
    let head = scored(9, 9);
    let gated = by_default(&[pair("A.f", None, &head)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::NotGated));
}

#[test]
fn few_mutants_do_not_excuse_originals_that_disagree() {
    let head = Scores { counted: 1, ..disagreeing(39) };
    assert_eq!(by_default(&[pair("A.f", None, &head)]).exit, ExitCode::Disagree);
}

#[test]
fn accepted_kills_leave_the_gate() {
    let head = Scores { mts_open: Some(0.0), accepted: 10, ..scored(10, 20) };
    assert_eq!(by_default(&[pair("A.f", None, &head)]).exit, ExitCode::Passed);
}

#[test]
fn few_mirrored_mutants_make_a_pair_inconclusive() {
    let head = Scores { unmirrored: 30, ..scored(0, 20) };
    let gated = by_default(&[pair("A.f", None, &head)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::Inconclusive));
    assert_eq!(gated.report.warnings.len(), 1);
    let strict = Thresholds { on_inconclusive: GateAction::Fail, ..Thresholds::default() };
    let gated = judged(&[pair("A.f", None, &head)], &strict);
    assert_eq!((gated.exit, gated.conclusion), (ExitCode::Incomplete, Conclusion::Incomplete));
}

#[test]
fn an_inconclusive_pair_is_not_failed_for_its_score_but_for_its_originals() {
    let head = Scores { unmirrored: 30, ..scored(20, 20) };
    let base = Scores { unmirrored: 30, ..scored(0, 20) };
    let gated = by_default(&[pair("A.f", Some(&base), &head)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::Inconclusive));
    let apart = Scores { unmirrored: 30, ..disagreeing(10) };
    let gated = by_default(&[pair("A.f", None, &apart)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Disagree, PairStatus::Failed));
}

#[test]
fn a_pair_that_cannot_be_compared_on_any_input_says_why() {
    let head = Scores::default();
    let input = GateInput { incomparable: Some("the return value cannot be compared"), ..pair("A.f", None, &head) };
    let gated = by_default(&[input]);
    assert_eq!(gated.pairs[0].status, PairStatus::Inconclusive);
    assert_eq!(gated.report.warnings, ["`A.f`: inconclusive: the return value cannot be compared"]);
}

#[test]
fn a_pair_that_the_run_did_not_come_to_fails_the_gate() {
    let head = Scores::default();
    let unreached =
        GateInput { incomparable: Some("no time"), not_run: Some(&NotRun::Budget), ..pair("A.f", None, &head) };
    let gated = by_default(&[unreached]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Incomplete, PairStatus::Inconclusive));
    assert_eq!(by_default(&[GateInput { not_run: None, ..unreached }]).exit, ExitCode::Passed);
}

#[test]
fn a_missing_requirement_is_told_once_for_all_its_pairs_and_makes_the_run_incomplete() {
    let (head, failing) = (Scores::default(), disagreeing(10));
    let missing = NotRun::MissingRequirement(Requirement::PythonModule("numpy".to_owned()));
    let waits = |name| GateInput { incomparable: Some("not run"), not_run: Some(&missing), ..pair(name, None, &head) };
    let gated = by_default(&[waits("A.f"), pair("A.g", None, &failing), waits("A.h")]);
    assert_eq!(gated.headline, "Incomplete: 2 pairs need the Python module `numpy`, which is not installed");
    assert_eq!(gated.exit, ExitCode::Incomplete);
    let told = gated.report.reasons.iter().filter(|reason| reason.contains("numpy")).collect::<Vec<_>>();
    let all = "2 pairs need the Python module `numpy`, which is not installed; install it: `pip install numpy`, or set \
               `python.requirements`";
    assert_eq!(told, [all]);
    assert_eq!(
        gated.pairs.iter().map(|pair| pair.status).collect::<Vec<_>>(),
        [PairStatus::Inconclusive, PairStatus::Failed, PairStatus::Inconclusive]
    );
    let alone = by_default(&[waits("A.f")]);
    assert_eq!(alone.headline, "Incomplete: `A.f` needs the Python module `numpy`, which is not installed");
    assert_eq!(judged(&[waits("A.f")], &with(FailOn::Never)).exit, ExitCode::Passed);
}

#[test]
fn a_pair_that_may_be_no_pair_is_asked_for_and_never_blocks() {
    let head = disagreeing(10);
    let unsure = GateInput { may_be_no_pair: true, ..pair("A.f", None, &head) };
    let gated = by_default(&[unsure]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::Inconclusive));
    let [warning] = &gated.report.warnings[..] else { panic!("{:?}", gated.report.warnings) };
    assert!(warning.contains("name the pair under `pairs` in mts.yml"), "{warning}");
    let strict = Thresholds { on_inconclusive: GateAction::Fail, ..Thresholds::default() };
    assert_eq!(judged(&[unsure], &strict).exit, ExitCode::Incomplete);
    let silent = Thresholds { on_inconclusive: GateAction::Pass, ..Thresholds::default() };
    assert!(judged(&[unsure], &silent).report.warnings.is_empty());
}

#[test]
fn of_an_attribute_the_originals_alone_are_asked() {
    let head = Scores { unmirrored: 7, ..scored(0, 0) };
    let accessor = pair("A.getSize", None, &head);
    assert_eq!(by_default(&[accessor]).pairs[0].status, PairStatus::Inconclusive);
    assert_eq!(by_default(&[GateInput { has_text: false, ..accessor }]).pairs[0].status, PairStatus::NotGated);
    let head = Scores { unmirrored: 7, ..disagreeing(10) };
    let accessor = GateInput { has_text: false, ..pair("A.getSize", None, &head) };
    assert_eq!(by_default(&[accessor]).exit, ExitCode::Disagree);
}

#[test]
fn the_gravest_condition_is_the_exit_code_and_none_is_hidden() {
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
fn failing_on_regressions_leaves_old_debts_alone() {
    let (old, same) = (scored(10, 20), scored(10, 20));
    let gated = judged(&[pair("A.f", Some(&old), &same)], &with(FailOn::Regression));
    assert_eq!(gated.exit, ExitCode::Passed);
    assert_eq!(gated.report.warnings, ["`A.f`: MTS 0.50 is above 0.20"], "it is still told");
    let (before, now) = (disagreeing(20), disagreeing(20));
    assert_eq!(judged(&[pair("A.f", Some(&before), &now)], &with(FailOn::Regression)).exit, ExitCode::Passed);
    let worse = disagreeing(19);
    assert_eq!(judged(&[pair("A.f", Some(&before), &worse)], &with(FailOn::Regression)).exit, ExitCode::Disagree);
    assert_eq!(judged(&[pair("A.f", None, &same)], &with(FailOn::Regression)).exit, ExitCode::Gate);
}

#[test]
fn a_disagreement_of_the_base_does_not_block_and_is_told_as_such() {
    let (before, now) = (disagreeing(28), disagreeing(31));
    let gated = by_default(&[pair("A.f", Some(&before), &now)]);
    assert_eq!(gated.exit, ExitCode::Passed);
    let told = "the base disagrees on them in the same way; the change fixes 3 inputs";
    assert_eq!(
        gated.report.warnings,
        [format!("`A.f`: the original functions agree on 31 of 40 inputs, required: 100 %; {told}")]
    );
    let moved = DisagreementChange { new: 2, same_at_base: 7, mended: 5 };
    let gated = by_default(&[GateInput { disagreements: Some(moved), ..pair("A.f", Some(&before), &now) }]);
    assert_eq!(gated.exit, ExitCode::Disagree, "it fixes 5 inputs and breaks 2");
    assert!(gated.headline.contains("the base disagrees on 7 of them"), "{}", gated.headline);
    let both = [GateInput { disagreements: Some(moved), ..pair("A.f", Some(&before), &now) }];
    let told = judged(&both, &with(FailOn::Never));
    assert!(!told.headline.contains("fixes"), "a break comes first: {}", told.headline);
}

#[test]
fn a_change_that_fixes_every_disagreement_is_praised_first() {
    let (before, now) = (disagreeing(28), disagreeing(40));
    let gated = by_default(&[pair("A.f", Some(&before), &now)]);
    assert_eq!(gated.headline, "Passed: the change fixes 12 inputs; 1 pair, MTS 0.00 (lower is better)");
}

#[test]
fn a_pair_that_becomes_inconclusive_fails() {
    let (base, rewritten) = (scored(0, 20), Scores { unmirrored: 64, ..scored(0, 0) });
    let gated = by_default(&[pair("A.f", Some(&base), &rewritten)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Incomplete, PairStatus::Inconclusive));
    assert!(
        gated.headline.contains("any more: ") && gated.headline.contains("the gate cannot judge"),
        "{}",
        gated.headline
    );
    let gated = by_default(&[pair("A.f", Some(&rewritten), &rewritten)]);
    assert_eq!(gated.exit, ExitCode::Passed, "it was inconclusive before");
    let few = scored(0, 5);
    assert_eq!(by_default(&[pair("A.f", Some(&few), &rewritten)]).exit, ExitCode::Passed, "it was not gated before");
    let wrong = Scores { unmirrored: 64, counted: 0, ..disagreeing(10) };
    let gated = by_default(&[pair("A.f", Some(&base), &wrong)]);
    assert_eq!(gated.exit, ExitCode::Disagree, "it fails for a reason that says more");
    let lenient = Thresholds { on_newly_inconclusive: GateAction::Warn, ..Thresholds::default() };
    assert_eq!(judged(&[pair("A.f", Some(&base), &rewritten)], &lenient).exit, ExitCode::Passed);
}

#[test]
fn a_rewritten_pair_without_common_mutants_keeps_to_the_threshold() {
    let (base, head) = (scored(0, 20), scored(10, 20));
    let rewritten = GateInput { increase: None, ..pair("A.f", Some(&base), &head) };
    assert_eq!(by_default(&[rewritten]).exit, ExitCode::Gate);
    let bad = scored(10, 20);
    let as_before = GateInput { increase: None, ..pair("A.f", Some(&bad), &head) };
    assert_eq!(by_default(&[as_before]).exit, ExitCode::Passed);
}

#[test]
fn failing_on_thresholds_leaves_rises_alone() {
    let (base, head) = (scored(0, 20), scored(3, 20));
    assert_eq!(judged(&[pair("A.f", Some(&base), &head)], &with(FailOn::Threshold)).exit, ExitCode::Passed);
}

#[test]
fn failing_never_still_tells_everything() {
    let (head, bad) = (scored(20, 20), disagreeing(0));
    let gated = judged(&[pair("A.f", None, &head), pair("A.g", None, &bad)], &with(FailOn::Never));
    assert_eq!((gated.exit, gated.report.reasons.len(), gated.report.warnings.len()), (ExitCode::Passed, 0, 2));
    assert!(gated.headline.starts_with("Passed with warnings"), "{}", gated.headline);
}

#[test]
fn drift_warns_by_default_and_fails_on_request() {
    let head = scored(0, 20);
    let drifted = GateInput { drift: true, ..pair("A.f", Some(&head), &head) };
    let gated = by_default(&[drifted]);
    assert_eq!((gated.exit, gated.report.warnings.len()), (ExitCode::Passed, 1));
    let strict = Thresholds { on_drift: GateAction::Fail, ..Thresholds::default() };
    assert_eq!(judged(&[drifted], &strict).exit, ExitCode::Gate);
}

#[test]
fn the_overall_threshold_is_asked_only_when_it_is_set() {
    let (a, b) = (scored(3, 20), scored(3, 20));
    let pairs = [pair("A.f", None, &a), pair("A.g", None, &b)];
    assert_eq!(by_default(&pairs).exit, ExitCode::Passed);
    let strict = Thresholds { max_overall_mts: Some(0.1), ..Thresholds::default() };
    assert_eq!(judged(&pairs, &strict).report.reasons, ["MTS over all pairs is 0.15, above 0.10"]);
}

#[test]
fn numbers_show_what_two_decimals_would_hide() {
    assert_eq!(number(0.0), "0.00");
    assert_eq!(number(0.004), "0.0040");
    assert_eq!(beyond(0.2004, 0.2), "0.2004");
}

#[test]
fn every_threshold_is_named_as_in_the_configuration() {
    let named = Thresholds::default().to_named_values();
    assert_eq!(named.len(), 19);
    assert_eq!(named["new-max-mts"], 0.2, "it defaults to max-mts");
    assert_eq!(named["on-drift"], "warn");
}

#[test]
fn thresholds_are_read_back_from_the_report_as_they_were() {
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

#[test]
fn fragments_are_gated_where_a_limit_is_set() {
    let head = scored(0, 20);
    let with = |fragments| GateInput { fragments, ..pair("A.f", None, &head) };
    let limits =
        Thresholds { max_confirmed_fragments: Some(0), max_latent_fragments: Some(2), ..Thresholds::default() };
    let told = |fragments, limits: &Thresholds| gate(&[with(fragments)], &head, limits, vec![]);
    assert!(told([1, 9], &Thresholds::default()).report.passed, "nobody asked");
    assert!(told([0, 2], &limits).report.passed);
    let failed = told([2, 3], &limits);
    assert_eq!(failed.exit, ExitCode::Gate);
    assert!(failed.headline.contains("2 fragments are confirmed in `A.f`"), "{}", failed.headline);
    assert_eq!(failed.pairs[0].reasons.len(), 2);
}

#[test]
fn broken_variants_are_gated_where_a_limit_is_set() {
    let head = scored(0, 20);
    let with = |variants| GateInput { variants, ..pair("A.f", None, &head) };
    let limits = Thresholds { max_broken_variants: Some(0), ..Thresholds::default() };
    let told = |variants, limits: &Thresholds| gate(&[with(variants)], &head, limits, vec![]);
    assert_eq!(told(1, &Thresholds::default()).conclusion, Conclusion::Passed);
    let failed = told(2, &limits);
    assert!(failed.headline.contains("2 variants are broken in `A.f`"), "{}", failed.headline);
    assert_eq!(told(0, &limits).conclusion, Conclusion::Passed);
}

/// Builds the scores of a sample of `run` out of `generated` mutants.
///
/// The scores include the interval.
fn sampled(killed: u64, counted: u64, run: u64, generated: u64) -> Scores {
    use crate::scoring::intervals::unstratified;
    use mts_model::report::Sample;
    let interval = unstratified(killed, counted, run, generated);
    let weight = generated as f64 / run as f64;
    let sample = Sample { generated, run, weight, mts: interval, mts_open: interval, operators: BTreeMap::new() };
    Scores { sample: Some(sample), ..scored(killed, counted) }
}

#[test]
fn on_the_lower_bound_a_pair_passes_only_where_the_whole_interval_keeps_to_the_threshold() {
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    let (few, many) = (sampled(1, 20, 30, 600), sampled(1, 400, 400, 600));
    let gated = judged(&[pair("A.f", None, &few)], &Thresholds::default());
    assert_eq!(gated.exit, ExitCode::Passed, "the estimate is 0.05");
    let gated = judged(&[pair("A.f", None, &few)], &bound);
    assert_eq!(gated.exit, ExitCode::Gate);
    assert_eq!(gated.report.reasons, ["`A.f`: MTS 0.05 may be as high as 0.23, above 0.20"]);
    assert_eq!(gated.headline, "Merge blocked: MTS of `A.f` is 0.05 and may be as high as 0.23, above 0.20");
    assert_eq!(judged(&[pair("A.f", None, &many)], &bound).exit, ExitCode::Passed);
    // An estimate above the threshold fails with both settings of `gate.on`.
    let bad = sampled(12, 20, 30, 600);
    let of = |thresholds: &Thresholds| judged(&[pair("A.f", None, &bad)], thresholds).report.reasons;
    assert_eq!(of(&bound), of(&Thresholds::default()));
    // A sample of all mutants is no sample: the score is exact.
    assert_eq!(judged(&[pair("A.f", None, &scored(1, 20))], &bound).exit, ExitCode::Passed);
}

#[test]
fn on_the_lower_bound_a_rise_counts_as_high_as_it_may_be() {
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    let (base, head) = (sampled(0, 100, 100, 300), sampled(0, 100, 100, 300));
    let high = Some(Interval { low: -0.03, high: 0.03 });
    let input = GateInput { increase_interval: high, ..pair("A.f", Some(&base), &head) };
    assert_eq!(judged(&[input], &Thresholds::default()).exit, ExitCode::Passed);
    let gated = judged(&[input], &bound);
    assert_eq!(gated.report.reasons, ["`A.f`: MTS may have risen by 0.03; the limit is 0.02"]);
}

#[test]
fn a_pair_of_which_too_few_mutants_were_drawn_is_unclear_and_not_waved_through() {
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
fn the_thresholds_of_a_report_say_what_of_a_sample_is_asked() {
    let bound = Thresholds { on: GateOn::LowerBound, ..Thresholds::default() };
    assert_eq!(Thresholds::from_named_values(&bound.to_named_values()).map(|read| read.on), Some(GateOn::LowerBound));
}

#[test]
fn agreement_on_few_inputs_is_inconclusive_and_a_difference_is_not() {
    let few = |equal: u64| Scores { inputs: 3, inputs_equal: equal, ca_tests: share(equal, 3), ..scored(0, 20) };
    let (agreeing, differing) = (few(3), few(2));
    let known = by_default(&[pair("old", Some(&differing), &differing)]);
    assert_eq!((known.pairs[0].status, known.pairs[0].reasons.len()), (PairStatus::Passed, 1), "{:?}", known.pairs);
    let weak = by_default(&[pair("new", None, &agreeing)]);
    assert_eq!(weak.pairs[0].status, PairStatus::Inconclusive);
    assert_eq!(weak.exit, ExitCode::Passed, "by default it only warns");
    // The base had enough inputs.
    let weaker = by_default(&[pair("changed", Some(&scored(0, 20)), &agreeing)]);
    assert_eq!(weaker.exit, ExitCode::Incomplete, "{:?}", weaker.pairs);
}
