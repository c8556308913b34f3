//! Tests the rules of a pair on exact scores.

use super::*;
use mts_model::GateAction;
use mts_model::report::{NotRun, PairStatus};

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
fn a_pair_that_loses_inputs_is_newly_inconclusive_and_its_score_still_counts() {
    let (base, head, worse) = (scored(0, 20), scored(0, 20), scored(2, 20));
    let with = |head, lost| {
        let disagreements = Some(DisagreementChange { lost, ..DisagreementChange::default() });
        GateInput { disagreements, ..pair("A.f", Some(&base), head) }
    };
    assert_eq!(by_default(&[with(&head, 0)]).exit, ExitCode::Passed);
    let gated = by_default(&[with(&head, 2)]);
    assert_eq!(gated.exit, ExitCode::Incomplete);
    assert_eq!(gated.pairs[0].status, PairStatus::Inconclusive);
    assert_eq!(
        gated.headline,
        "Incomplete: the gate cannot judge `A.f` any more: 2 inputs that counted at the base do not count now; see the \
         findings of the pair"
    );
    assert_eq!(by_default(&[with(&worse, 2)]).exit, ExitCode::Gate, "the rise of MTS is the graver reason");
}

#[test]
fn a_difference_on_an_object_with_a_placeholder_is_inconclusive_and_the_score_still_counts() {
    let with = |killed| Scores { inputs_undecided: 3, ..scored(killed, 20) };
    let (head, worse) = (with(0), with(2));
    let gated = by_default(&[pair("A.f", Some(&head), &head)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::Inconclusive));
    let reasons = &gated.pairs[0].reasons;
    assert!(
        reasons[0].starts_with("inconclusive: the functions differ on 3 inputs in which an object has"),
        "{reasons:?}"
    );
    assert_eq!(by_default(&[pair("A.f", Some(&head), &worse)]).exit, ExitCode::Gate);
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
fn an_increase_above_its_limit_fails_even_below_the_threshold() {
    let (base, head) = (scored(0, 20), scored(2, 20));
    let gated = by_default(&[pair("A.f", Some(&base), &head)]);
    assert_eq!(gated.report.reasons, ["`A.f`: MTS rose by 0.10; the limit of the increase is 0.02"]);
}

#[test]
fn a_pair_that_is_not_comparable_passes_the_rise_rule() {
    let (base, head) = (scored(0, 20), scored(2, 20));
    let input = GateInput { increase: None, ..pair("A.f", Some(&base), &head) };
    assert_eq!(by_default(&[input]).exit, ExitCode::Passed);
}

#[test]
fn new_pairs_have_their_own_threshold() {
    let head = scored(2, 20);
    let strict = Thresholds { new_max_mts: Some(0.0), ..Thresholds::default() };
    assert_eq!(judged(&[pair("A.f", None, &head)], &strict).exit, ExitCode::Gate);
    let base = scored(2, 20);
    assert_eq!(judged(&[pair("A.f", Some(&base), &head)], &strict).exit, ExitCode::Passed);
}

#[test]
fn a_pair_with_few_mutants_is_reported_but_not_gated() {
    let head = scored(9, 9);
    let gated = by_default(&[pair("A.f", None, &head)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::NotGated));
}

#[test]
fn originals_that_disagree_fail_even_with_few_mutants() {
    let head = Scores { counted: 1, ..disagreeing(39) };
    assert_eq!(by_default(&[pair("A.f", None, &head)]).exit, ExitCode::Disagree);
}

#[test]
fn accepted_kills_do_not_count_for_the_gate() {
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
fn an_inconclusive_pair_fails_only_for_its_originals_and_not_for_its_score() {
    let head = Scores { unmirrored: 30, ..scored(20, 20) };
    let base = Scores { unmirrored: 30, ..scored(0, 20) };
    let gated = by_default(&[pair("A.f", Some(&base), &head)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Passed, PairStatus::Inconclusive));
    let apart = Scores { unmirrored: 30, ..disagreeing(10) };
    let gated = by_default(&[pair("A.f", None, &apart)]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Disagree, PairStatus::Failed));
}

#[test]
fn a_warning_says_why_a_pair_cannot_be_compared_on_any_input() {
    let head = Scores::default();
    let input = GateInput { incomparable: Some("the return value cannot be compared"), ..pair("A.f", None, &head) };
    let gated = by_default(&[input]);
    assert_eq!(gated.pairs[0].status, PairStatus::Inconclusive);
    assert_eq!(gated.report.warnings, ["`A.f`: inconclusive: the return value cannot be compared"]);
}

#[test]
fn a_pair_that_did_not_run_for_lack_of_time_fails_the_gate() {
    let head = Scores::default();
    let unreached =
        GateInput { incomparable: Some("no time"), not_run: Some(&NotRun::Budget), ..pair("A.f", None, &head) };
    let gated = by_default(&[unreached]);
    assert_eq!((gated.exit, gated.pairs[0].status), (ExitCode::Incomplete, PairStatus::Inconclusive));
    assert_eq!(by_default(&[GateInput { not_run: None, ..unreached }]).exit, ExitCode::Passed);
}

#[test]
fn a_doubtful_pair_never_blocks_and_a_warning_asks_to_confirm_it() {
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
fn only_the_originals_of_an_attribute_are_gated() {
    let head = Scores { unmirrored: 7, ..scored(0, 0) };
    let accessor = pair("A.getSize", None, &head);
    assert_eq!(by_default(&[accessor]).pairs[0].status, PairStatus::Inconclusive);
    assert_eq!(by_default(&[GateInput { has_text: false, ..accessor }]).pairs[0].status, PairStatus::NotGated);
    let head = Scores { unmirrored: 7, ..disagreeing(10) };
    let accessor = GateInput { has_text: false, ..pair("A.getSize", None, &head) };
    assert_eq!(by_default(&[accessor]).exit, ExitCode::Disagree);
}

#[test]
fn with_fail_on_regression_old_findings_pass_and_new_ones_fail() {
    let (old, same) = (scored(10, 20), scored(10, 20));
    let gated = judged(&[pair("A.f", Some(&old), &same)], &with(FailOn::Regression));
    assert_eq!(gated.exit, ExitCode::Passed);
    assert_eq!(gated.report.warnings, ["`A.f`: MTS 0.50 is above 0.20"], "the report still has the warning");
    let (before, now) = (disagreeing(20), disagreeing(20));
    assert_eq!(judged(&[pair("A.f", Some(&before), &now)], &with(FailOn::Regression)).exit, ExitCode::Passed);
    let worse = disagreeing(19);
    assert_eq!(judged(&[pair("A.f", Some(&before), &worse)], &with(FailOn::Regression)).exit, ExitCode::Disagree);
    assert_eq!(judged(&[pair("A.f", None, &same)], &with(FailOn::Regression)).exit, ExitCode::Gate);
}

#[test]
fn a_disagreement_of_the_base_does_not_block_and_the_reason_names_the_base() {
    let (before, now) = (disagreeing(28), disagreeing(31));
    let gated = by_default(&[pair("A.f", Some(&before), &now)]);
    assert_eq!(gated.exit, ExitCode::Passed);
    let suffix = "the base has the same disagreements; the change fixes 3 inputs";
    assert_eq!(
        gated.report.warnings,
        [format!("`A.f`: the original functions agree on 31 of 40 inputs, required: 100 %; {suffix}")]
    );
    let moved = DisagreementChange { new: 2, same_at_base: 7, fixed: 5, lost: 0 };
    let gated = by_default(&[GateInput { disagreements: Some(moved), ..pair("A.f", Some(&before), &now) }]);
    assert_eq!(gated.exit, ExitCode::Disagree, "it fixes 5 inputs and breaks 2");
    assert!(gated.headline.contains("the base has 7 of the disagreements too"), "{}", gated.headline);
    let both = [GateInput { disagreements: Some(moved), ..pair("A.f", Some(&before), &now) }];
    let passed = judged(&both, &with(FailOn::Never));
    assert!(!passed.headline.contains("fixes"), "a break comes first: {}", passed.headline);
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
fn a_rewritten_pair_without_common_mutants_fails_above_the_threshold_unless_its_base_did() {
    let (base, head) = (scored(0, 20), scored(10, 20));
    let rewritten = GateInput { increase: None, ..pair("A.f", Some(&base), &head) };
    assert_eq!(by_default(&[rewritten]).exit, ExitCode::Gate);
    let bad = scored(10, 20);
    let as_before = GateInput { increase: None, ..pair("A.f", Some(&bad), &head) };
    assert_eq!(by_default(&[as_before]).exit, ExitCode::Passed);
}

#[test]
fn with_fail_on_threshold_an_increase_passes() {
    let (base, head) = (scored(0, 20), scored(3, 20));
    assert_eq!(judged(&[pair("A.f", Some(&base), &head)], &with(FailOn::Threshold)).exit, ExitCode::Passed);
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
fn fragments_are_gated_only_if_a_limit_is_set() {
    let head = scored(0, 20);
    let with = |fragments| GateInput { fragments, ..pair("A.f", None, &head) };
    let limits =
        Thresholds { max_confirmed_fragments: Some(0), max_latent_fragments: Some(2), ..Thresholds::default() };
    let gated = |fragments, limits: &Thresholds| gate(&[with(fragments)], &head, limits, vec![]);
    assert!(gated([1, 9], &Thresholds::default()).report.passed, "no limit is set");
    assert!(gated([0, 2], &limits).report.passed);
    let failed = gated([2, 3], &limits);
    assert_eq!(failed.exit, ExitCode::Gate);
    assert!(failed.headline.contains("2 fragments are confirmed in `A.f`"), "{}", failed.headline);
    assert_eq!(failed.pairs[0].reasons.len(), 2);
}

#[test]
fn broken_variants_are_gated_only_if_a_limit_is_set() {
    let head = scored(0, 20);
    let with = |variants| GateInput { variants, ..pair("A.f", None, &head) };
    let limits = Thresholds { max_broken_variants: Some(0), ..Thresholds::default() };
    let gated = |variants, limits: &Thresholds| gate(&[with(variants)], &head, limits, vec![]);
    assert_eq!(gated(1, &Thresholds::default()).conclusion, Conclusion::Passed);
    let failed = gated(2, &limits);
    assert!(failed.headline.contains("2 variants are broken in `A.f`"), "{}", failed.headline);
    assert_eq!(gated(0, &limits).conclusion, Conclusion::Passed);
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
