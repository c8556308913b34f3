use super::*;
use crate::report::registry::markdown::marker_line;
use crate::report::test_reports;
use mts_model::report::{EditedLines, GateReason, PairStatus, ReportCommand};
use mts_model::{FragmentScores, Operator, VariantScores};

fn linked() -> CommentPlace {
    CommentPlace {
        repository: Some("https://github.com/acme/ledger".to_owned()),
        run: Some("https://github.com/acme/ledger/actions/runs/8412".to_owned()),
        artifact: Some("https://github.com/acme/ledger/actions/runs/8412/artifacts/7".to_owned()),
        key: String::new(),
    }
}

#[test]
fn a_failed_run_has_the_expected_text() {
    let expected = "\
### ❌ Java and Python give different results in 1 of 3 pairs

Merge blocked: MTS of `Money.split` rose from 0.06 to 0.47

**`Money.split`: the return value differs, on 6 of 40 inputs** · `Money.java:41` · `money.py:21` · `MTS-000000000001`

| Input (smallest found) | Java | Python |
|---|---|---|
| `cents = -7, parts = 2` | `returns [-4, -3]` | `returns [-3, -4]` |

1 of 3 pairs failed · the 2 pairs also in the base: 0.03 → **0.27** · 1 new pair: 0.00 · MTS, lower is better

Test cases in `junit.xml`: 4 passed, 2 failed, 3 skipped

| Verdict | Pair (Java → Python) | Base MTS | Head MTS | Δ | Killed | Needs |
|---|---|--:|--:|--:|--:|---|
| ❌ fail | `Money.split` → `money.split`<br><sub>40 inputs, 7 of 8 branches; hunt: no difference in 4096 calls, 8 of 8 branches</sub> | 0.06 | **0.47** | +0.41 | 8 of 17 | ✗ MTS 0.47 is above 0.20<br>✗ MTS rose by 0.41; the limit of the increase is 0.02 |
| ✅ pass | `Iban.check` → `iban.check`<br><sub>40 inputs, 7 of 8 branches; hunt: no difference in 4096 calls, 8 of 8 branches</sub> | *new* | **0.00** | new | 0 of 22 | ✓ |
| ➖ same | `Period.days` → `period.days`<br><sub>40 inputs, 7 of 8 branches; hunt: no difference in 4096 calls, 8 of 8 branches</sub> | 0.00 | **0.00** | 0.00 | 0 of 13 + 2 accepted | ✓ |

**After the merge, not yet in force**

- `max-mts`: 0.2 becomes 0.9

<details><summary><b>2 findings</b> in <code>money.split</code>: after the ROR edit <code>i &#60; n =&#62; i &#60;= n</code> Java and Python diverge &#40;mismatch&#41;</summary>

`Money.java:44` · `money.py:24` · `MTS-000000000002` · 1 killed mutant more at this line
";
    let text = render(&test_reports::failed());
    let (marker, text) = text.split_once('\n').expect("lines");
    assert!(marker.starts_with("<!-- cargo-mts key=default digest=") && marker.ends_with(" -->"), "{marker}");
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn the_marker_is_at_the_start_and_its_key_cannot_end_it() {
    let place = CommentPlace { key: "a --> b".to_owned(), ..CommentPlace::default() };
    let text = render_at(&test_reports::failed(), &place);
    assert!(text.starts_with("<!-- cargo-mts key=a-b digest="), "{text}");
    assert!(marker_line(&text).ends_with(" -->") && marker_line(&text).matches("--").count() == 2, "{text}");
    let mut later = test_reports::failed();
    later.timings.seconds = 99.0;
    assert_eq!(marker_line(&text), marker_line(&render_at(&later, &place)), "the clock is no result");
}

#[test]
fn links_point_to_lines_of_the_head() {
    let text = render_at(&test_reports::failed(), &linked());
    let head = "6dcb09b5b57875f334f61aebed695e2e4193db5e";
    let link = format!("[`Money.split`](https://github.com/acme/ledger/blob/{head}/src/main/java/acme/Money.java#L41)");
    assert!(text.contains(&link), "{text}");
}

#[test]
fn the_totals_of_the_tests_link_to_the_uploaded_results() {
    let link = "[Test cases in `junit.xml`](https://github.com/acme/ledger/actions/runs/8412/artifacts/7): 4 passed, 2 failed, 3 skipped\n";
    let text = render_at(&test_reports::failed(), &linked());
    assert!(text.contains(link), "{text}");
}

#[test]
fn fragments_and_variants_of_a_pair_are_one_short_line() {
    let mut report = test_reports::failed();
    let pair = report.pairs.iter_mut().find(|pair| pair.name == "Money.split").expect("the pair");
    pair.head.variants = Some(VariantScores { tested: 6, preserved: 6, ..VariantScores::default() });
    pair.head.fragments = Some(FragmentScores { tested: 5, agree: 1, dismissed: 1, ..FragmentScores::default() });
    let row = |report: &RunReport| {
        let text = render(report);
        text.lines().find(|line| line.starts_with("| ❌ fail")).expect("its row").to_owned()
    };
    let cell = "`money.split`<br><sub>40 inputs, 7 of 8 branches; hunt: no difference in 4096 calls, 8 of 8 branches; variants: 6 of 6 keep the behaviour; fragments: 2 of 5 agree</sub> |";
    assert!(row(&report).contains(cell), "{}", row(&report));
    let pair = report.pairs.iter_mut().find(|pair| pair.name == "Money.split").expect("the pair");
    pair.head.variants = Some(VariantScores { unmirrored: 1, ..VariantScores::default() });
    pair.head.fragments = Some(FragmentScores { tested: 5, confirmed: 2, latent: 1, ..FragmentScores::default() });
    assert!(row(&report).contains("; fragments: 2 confirmed, 1 latent</sub>"), "{}", row(&report));
}

#[test]
fn without_an_address_there_are_no_links() {
    for report in test_reports::all() {
        assert!(!render(&report).contains("]("), "no link without a repository");
    }
    let odd = CommentPlace { repository: Some("https://x.example/)[a](javascript:1".to_owned()), ..linked() };
    assert!(!render_at(&test_reports::failed(), &odd).contains("javascript"));
}

#[test]
fn a_passed_run_is_one_line_and_folded_tables() {
    let text = render(&test_reports::passed());
    assert!(text.contains("### ✅ Passed"), "{text}");
    let table = text.find("| Verdict |").expect("a table");
    assert!(text[..table].contains("<details>"), "the table is folded");
}

#[test]
fn a_comment_with_nothing_to_compare_says_so() {
    let text = render(&test_reports::empty());
    assert!(text.contains("### ✅ Passed") && text.contains("nothing to compare"), "{text}");
    assert!(!text.contains("| Verdict |"));
}

#[test]
fn commands_name_the_tested_commit() {
    assert!(
        render(&test_reports::failed())
            .contains("$ cargo mts run --base f95f852 --head c4295bd --pair Money.split --seed 0x51c2")
    );
}

#[test]
fn hostile_text_cannot_open_or_close_markup() {
    let text = render_at(&test_reports::hostile(), &linked());
    let outside: Vec<&str> = outside_code(&text);
    let prose = outside.join("");
    assert_eq!(prose.matches("<!--").count(), 1, "only the marker: {prose}");
    assert_eq!(prose.matches("<details>").count(), prose.matches("</details>").count(), "{prose}");
    assert!(!prose.contains("@acme") && !prose.contains("#1 "), "{prose}");
    assert!(!text.contains('\u{202e}') && !text.contains('\u{1b}'));
    let columns = |line: &&str| line.starts_with("| ") && line.replace("\\|", "").matches('|').count() != 8;
    let broken: Vec<&str> =
        text.lines().filter(|l| l.starts_with("| ❌") || l.starts_with("| ✅")).filter(columns).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

/// Returns the text outside of code spans and code blocks.
fn outside_code(text: &str) -> Vec<&str> {
    let (mut rest, mut out) = (text, Vec::new());
    while let Some(open) = rest.find('`') {
        if open > 0 && rest.as_bytes()[open - 1] == b'\\' {
            out.push(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        }
        out.push(&rest[..open]);
        let run = rest[open..].chars().take_while(|c| *c == '`').count();
        let (fence, after) = rest[open..].split_at(run);
        let mut from = 0;
        rest = loop {
            let Some(at) = after[from..].find(fence) else { break "" };
            let at = from + at;
            let longer = after[at..].chars().take_while(|c| *c == '`').count();
            if longer == run {
                break &after[at + run..];
            }
            from = at + longer;
        };
    }
    out.push(rest);
    out
}

#[test]
fn a_long_comment_drops_whole_findings_and_counts_them() {
    let mut report = test_reports::failed();
    let long = "\u{1f600}".repeat(200);
    let pair = report.pairs.iter_mut().find(|p| p.status == PairStatus::Failed).expect("one failed");
    let model = pair.findings[1].clone();
    for line in 100..2_000 {
        let id = format!("MTS-{line:012x}");
        let cause = long.clone();
        pair.findings.push(mts_model::Finding {
            id,
            line_java: line,
            cause,
            input: Some(long.clone()),
            ..model.clone()
        });
    }
    let one = report.pairs[0].clone();
    for i in 0..2_000 {
        report.pairs.push(mts_model::report::PairReport { name: format!("{i}{long}"), ..one.clone() });
    }
    let text = render_at(&report, &linked());
    assert!(units(&text) <= LONGEST, "{} units", units(&text));
    assert!(text.contains("more findings in the report."), "the comment has the number of findings");
    assert!(text.contains("pairs more in the report") || text.contains("more in the report"));
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
    assert!(text.trim_end().ends_with("</sub>"), "the footer is kept");
}

#[test]
fn a_reason_in_a_row_of_the_table_is_not_repeated() {
    let mut report = test_reports::failed();
    let reason = "MTS over all pairs is 0.27, above 0.20".to_owned();
    report.gate.broken_rules.push(GateReason { pair: None, reason, fails: true });
    let text = render(&report);
    assert!(text.contains("**Why the run does not pass**\n\n- MTS over all pairs is 0.27, above 0.20\n\n"), "{text}");
    assert_eq!(text.matches("MTS 0.47 is above 0.20").count(), 1, "{text}");
}

#[test]
fn a_check_without_a_repository_is_repeated_with_its_files() {
    let mut report = test_reports::failed();
    (report.command, report.base_sha, report.head_sha, report.tested_sha) = (ReportCommand::Check, None, None, None);
    let text = render(&report);
    assert!(text.contains("$ cargo mts check src/main/java/acme/Money.java py/money.py --seed 0x51c2\n"), "{text}");
    assert!(!text.contains("cargo mts run"), "{text}");
    assert!(text.contains("1 Java function without a port"), "nothing has changed without a base: {text}");
    let shown = crate::report::text::terminal::render(&report);
    assert!(shown.contains("next: cargo mts check src/main/java/acme/Money.java py/money.py"), "{shown}");
}

#[test]
fn edits_are_shown_line_by_line_and_long_ones_are_cut() {
    let mut report = test_reports::failed();
    let pair = report.pairs.iter_mut().find(|p| p.status == PairStatus::Failed).expect("one failed");
    let lines = |text: &str| vec![text.to_owned()];
    let edit = EditedLines { before: lines("  if (a) b();"), after: lines("  if (!a) b();") };
    pair.findings[1].java_edit = Some(edit);
    let long = (0..20).map(|n| format!("line {n}")).collect();
    pair.findings[1].python_edit = Some(EditedLines { before: long, after: Vec::new() });
    let text = render(&report);
    assert!(text.contains("# the edit in Java, Money.java:44\n-   if (a) b();\n+   if (!a) b();\n#"), "{text}");
    assert!(text.contains("- line 11\n# (8 more lines)\n```"), "{text}");
    assert!(!text.contains("line 12"), "{text}");
}

#[test]
fn each_of_several_kills_is_named() {
    let mut report = test_reports::failed();
    let pair = report.pairs.iter_mut().find(|p| p.status == PairStatus::Failed).expect("one failed");
    pair.findings[2].operator = Some(Operator::AORB);
    pair.findings[2].edit_summary = Some("a + b => a - b".to_owned());
    let text = render(&report);
    assert!(text.contains("| Mutant | Input (smallest found) | Java | Python |\n|---|---|---|---|\n"), "{text}");
    assert!(text.contains("| AORB edit `a + b => a - b` | `cents = -7, parts = 2` |"), "{text}");
}

#[test]
fn of_many_pairs_the_comment_shows_only_20_short_rows_before_the_first_finding() {
    let mut report = test_reports::failed();
    let model = report.pairs.iter().find(|pair| pair.status == PairStatus::Failed).expect("one failed").clone();
    report.pairs.extend((0..40).map(|n| PairReport { name: format!("Money.split{n}"), ..model.clone() }));
    let text = render(&report);
    let table = text.split("<details>").next().expect("a beginning");
    assert_eq!(table.lines().filter(|line| line.starts_with("| ❌ fail")).count(), 20);
    assert!(table.contains("| ✗ MTS 0.47 is above 0.20, and 1 more |"), "{table}");
    assert!(table.contains("23 pairs more in the report."), "{table}");
}
