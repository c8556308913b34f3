//! Tests that merge the reports of shards.

use super::*;
use crate::report::test_reports;
use mts_model::report::Skipped;
use proptest::prelude::*;

/// The report of a run with three pairs.
fn whole() -> RunReport {
    let row = |name: &str| Skipped::new(name, "not understood");
    RunReport { skipped: vec![row("A"), row("B")], notes: vec!["a note".to_owned()], ..test_reports::failed() }
}

/// Returns the report of shard `index` of `of`, with the pairs at these indexes.
fn shard(index: u32, of: u32, places: &[u32]) -> ShardReport {
    let mut report = whole();
    report.pairs = places.iter().map(|at| report.pairs[*at as usize].clone()).collect();
    if index > 1 {
        report.unpaired.clear();
        report.skipped.clear();
        report.notes.clear();
    }
    if places.is_empty() {
        report.settings.java.clear();
        report.settings.python.clear();
        report.settings.sandbox.clear();
    }
    report.shard = Some(Shard { index, count: of, plan_digest: "00112233".to_owned(), pair_indexes: places.to_vec() });
    ShardReport { name: format!("shard-{index}/report.json"), report }
}

#[test]
fn shards_in_any_order_merge_to_the_whole_report() {
    let merged = merge(vec![shard(3, 3, &[]), shard(2, 3, &[2, 0]), shard(1, 3, &[1])]).expect("merged");
    let timings = Timings { workers: 3 * whole().timings.workers, ..whole().timings };
    assert_eq!(merged, RunReport { timings, ..whole() });
    assert_eq!(merge(vec![shard(1, 1, &[0, 1, 2])]).expect("merged"), whole());
}

#[test]
fn with_an_empty_first_shard_the_settings_come_from_another_shard() {
    let merged = merge(vec![shard(1, 2, &[]), shard(2, 2, &[0, 1, 2])]).expect("merged");
    assert_eq!((merged.settings, merged.pairs), (whole().settings, whole().pairs));
}

#[test]
fn a_missing_shard_is_named_and_the_run_incomplete() {
    let error = merge(vec![shard(2, 4, &[0])]).expect_err("incomplete");
    assert_eq!((error.code, error.message.as_str()), (ExitCode::Incomplete, "shards 1, 3, 4 of 4 are missing"));
}

#[test]
fn the_error_for_a_duplicate_shard_names_both_reports() {
    let error = merge(vec![shard(1, 2, &[0]), shard(1, 2, &[0])]).expect_err("twice");
    assert_eq!(error.code, ExitCode::Usage);
    assert!(error.location.contains("shard-1/report.json and shard-1"), "{error}");
}

#[test]
fn the_error_for_a_shard_of_another_run_names_the_difference() {
    type Change = fn(&mut RunReport);
    let changes: [(&str, Change); 8] = [
        ("version of cargo mts", |r| r.tool.version = "9.9.9".to_owned()),
        ("tested revision", |r| r.tested_sha = None),
        ("seed", |r| r.seed = "0x1".to_owned()),
        ("number of inputs", |r| r.settings.max_inputs = 1),
        ("gate", |r| _ = r.gate.thresholds.insert("max-mts".to_owned(), 0.9.into())),
        ("JDK", |r| r.settings.java = "openjdk 21".to_owned()),
        ("number of shards", |r| r.shard.as_mut().expect("a shard").count = 5),
        ("digest of the plan", |r| r.shard.as_mut().expect("a shard").plan_digest = "ff".to_owned()),
    ];
    for (what, change) in changes {
        let mut other = shard(2, 2, &[1]);
        change(&mut other.report);
        let error = merge(vec![shard(1, 2, &[0]), other]).expect_err(what);
        assert_eq!((error.code, error.location.as_str()), (ExitCode::Usage, "shard-2/report.json"), "{what}");
        assert!(error.message.contains(what), "{error}");
    }
}

#[test]
fn a_report_of_a_whole_run_and_an_inconsistent_report_are_refused_as_shards() {
    let mut odd = shard(1, 1, &[0, 1, 2]);
    odd.report.shard.as_mut().expect("a shard").pair_indexes.pop();
    assert_eq!(merge(vec![odd]).expect_err("contradiction").code, ExitCode::Usage);
    let error = merge(vec![ShardReport { name: "x".to_owned(), report: whole() }]).expect_err("no shard");
    assert!(error.help.contains("--shard"), "{error}");
    assert_eq!(merge(Vec::new()).expect_err("nothing").code, ExitCode::Usage);
}

proptest! {
    #[test]
    fn merging_the_shards_of_any_split_gives_the_whole_report(
        costs in proptest::collection::vec(0u64..9, 3), of in 1u32..6, turn in 0usize..6,
    ) {
        let assigned = crate::run::plan::shard::split::assign(&costs, of);
        let places = |k: u32| (0u32..).zip(&assigned).filter(|(_, shard)| **shard == k).map(|(at, _)| at).collect::<Vec<_>>();
        let mut shards: Vec<ShardReport> = (1..=of).map(|k| shard(k, of, &places(k))).collect();
        shards.rotate_left(turn % of as usize);
        let merged = merge(shards).expect("merged");
        prop_assert_eq!(RunReport { timings: Timings::default(), ..merged }, RunReport { timings: Timings::default(), ..whole() });
    }
}
