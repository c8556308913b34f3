//! Reports for the tests of the renderers: failed, passed, empty and hostile.
//!
//! Every text of the hostile report tries to break out of its format.

use mts_model::report::{
    BranchCoverage, ChangedSides, Conclusion, EditedLines, GateReason, GateReport, HuntCounts, JavaSide, OperatorScore,
    PairReport, PairStatus, PythonSide, REPORT_VERSION, ReportCommand, RunReport, Scores, Settings, Skipped, Timings,
    Tool,
};
use mts_model::{Finding, FindingKind, Operator, Severity, Value};
use std::collections::BTreeMap;

fn scores(killed: u64, counted: u64, accepted: u64, equal: u64) -> Scores {
    let share = |a: u64, b: u64| (b > 0).then(|| a as f64 / b as f64);
    let row = OperatorScore { counted, killed, accepted, mts: share(killed, counted), interval: None };
    Scores {
        mts: share(killed, counted),
        mts_open: share(killed - accepted, counted),
        counted,
        killed,
        accepted,
        exact: counted,
        anomalous: 1,
        unmirrored: 0,
        unknown: 0,
        ignored: 0,
        ca_tests: share(equal, 40),
        inputs: 40,
        inputs_equal: equal,
        inputs_type_drifted: 0,
        inputs_undecided: 0,
        inputs_accepted: 0,
        inputs_possible: None,
        branches: Some(BranchCoverage { taken: 7, all: 8 }),
        hunt: Some(HuntCounts { calls: 4_096, found: 0, branches: Some(BranchCoverage { taken: 8, all: 8 }) }),
        kill_reasons: BTreeMap::from([("mismatch".to_owned(), killed)]),
        per_operator: BTreeMap::from([(Operator::ROR, row), (Operator::SDL, OperatorScore::default())]),
        fragments: None,
        variants: None,
        properties: None,
        sample: None,
    }
}

fn finding(id: u32, kind: FindingKind, line: u32) -> Finding {
    Finding {
        id: format!("MTS-{id:012x}"),
        kind,
        operator: (kind == FindingKind::Mutant).then_some(Operator::ROR),
        transformation: None,
        cause: "the return value differs, on 6 of 40 inputs".to_owned(),
        severity: if kind == FindingKind::Original { Severity::Error } else { Severity::Warning },
        line_java: line,
        line_python: line - 20,
        head_line_java: None,
        head_line_python: None,
        changed_line_java: None,
        changed_line_python: None,
        input: Some("cents = -7, parts = 2".to_owned()),
        java_outcome: Some("returns [-4, -3]".to_owned()),
        python_outcome: Some("returns [-3, -4]".to_owned()),
        edit_summary: None,
        java_edit: None,
        python_edit: None,
        suggestion: None,
        diagnosis: None,
        differing_call: None,
        arguments: Some(vec![Value::Int(-7), Value::Int(2)]),
        caused_by_other: false,
        same_at_base: false,
        order_dependence: None,
        import_error: None,
        caused_by: None,
        accepted: false,
        evidence: None,
    }
}

fn edited(before: &str, after: &str) -> EditedLines {
    EditedLines { before: vec![before.to_owned()], after: vec![after.to_owned()] }
}

fn kill(id: u32, line: u32) -> Finding {
    Finding {
        cause: "after the ROR edit `i < n => i <= n` Java and Python diverge (mismatch)".to_owned(),
        edit_summary: Some("i < n => i <= n".to_owned()),
        java_edit: Some(edited("i < n", "i <= n")),
        python_edit: Some(edited("range(n)", "range(n + 1)")),
        ..finding(id, FindingKind::Mutant, line)
    }
}

fn pair(class: &str, method: &str, status: PairStatus, base: Option<Scores>, head: Scores) -> PairReport {
    let stem = class.to_lowercase();
    let increase = base.as_ref().and_then(|base| Some(head.mts? - base.mts?));
    PairReport {
        name: format!("{class}.{method}"),
        java: JavaSide {
            file: format!("src/main/java/acme/{class}.java"),
            class: class.to_owned(),
            method: method.to_owned(),
            params: vec!["long".to_owned(), "int".to_owned()],
            line: 41,
            head_file: None,
            head_line: None,
        },
        python: PythonSide {
            file: format!("py/{stem}.py"),
            qualname: method.to_owned(),
            line: 18,
            head_file: None,
            head_line: None,
        },
        reason: "name: same name, in a module with the name of the Java class".to_owned(),
        may_be_no_pair: false,
        changed: ChangedSides::Both,
        drift: false,
        status,
        dropped: Vec::new(),
        reasons: Vec::new(),
        base,
        head,
        increase,
        increase_interval: None,
        disagreements: None,
        findings: Vec::new(),
        notes: Vec::new(),
        call: None,
        objects: None,
        program: None,
    }
}

/// Returns the report of a run without pairs.
pub(crate) fn empty() -> RunReport {
    RunReport {
        version: REPORT_VERSION,
        tool: Tool { name: "cargo-mts".to_owned(), version: "0.4.0".to_owned() },
        seed: "0x51c2".to_owned(),
        command: ReportCommand::Run,
        base_sha: Some("f95f852bd8fca8fcc58a9a2d6c842781e32a215e".to_owned()),
        head_sha: Some("6dcb09b5b57875f334f61aebed695e2e4193db5e".to_owned()),
        tested_sha: Some("c4295bd3a1c8f1e2ad0f8bb0d4f5a6b7c8d9e0f1".to_owned()),
        conclusion: Conclusion::Passed,
        headline: "Passed: nothing to compare, because no paired function changed".to_owned(),
        gate: GateReport {
            passed: true,
            exit_code: 0,
            reasons: Vec::new(),
            warnings: Vec::new(),
            broken_rules: Vec::new(),
            thresholds: BTreeMap::from([("max-mts".to_owned(), serde_json::json!(0.2))]),
            pending_until_merge: Vec::new(),
        },
        scores: Scores::default(),
        pairs: Vec::new(),
        unpaired: Vec::new(),
        skipped: Vec::new(),
        notes: Vec::new(),
        settings: Settings {
            translator: "mirror".to_owned(),
            exceptions: mts_model::ExceptionMode::Paper,
            types: mts_model::TypeMode::Drift,
            rel_tol: None,
            output: None,
            operators: Operator::ALL.to_vec(),
            max_inputs: 40,
            limit: None,
            exception_table: BTreeMap::new(),
            sandbox: vec!["landlock".to_owned()],
            java: "openjdk 17.0.15".to_owned(),
            python: "CPython 3.11.7".to_owned(),
        },
        shard: None,
        reproducible: true,
        timings: Timings {
            seconds: 1.9,
            started: "2026-11-21T02:00:00Z".to_owned(),
            first_verdict: Some(0.8),
            workers: 1,
            ..Timings::default()
        },
        folder: None,
    }
}

/// Returns the report of a run in which one of three pairs fails.
pub(crate) fn failed() -> RunReport {
    let mut split = pair("Money", "split", PairStatus::Failed, Some(scores(1, 17, 0, 40)), scores(8, 17, 0, 34));
    split.reasons =
        vec!["MTS 0.47 is above 0.20".to_owned(), "MTS rose by 0.41; the limit of the increase is 0.02".to_owned()];
    split.findings = vec![
        finding(1, FindingKind::Original, 41),
        kill(2, 44),
        kill(3, 44),
        kill(4, 45),
        Finding { accepted: true, ..kill(5, 46) },
    ];
    let broken = GateReason { pair: Some("Money.split".to_owned()), reason: split.reasons[0].clone(), fails: true };
    let days = pair("Period", "days", PairStatus::Passed, Some(scores(2, 13, 2, 40)), scores(2, 13, 2, 40));
    let check = pair("Iban", "check", PairStatus::Passed, None, scores(0, 22, 0, 40));
    RunReport {
        conclusion: Conclusion::Failed,
        headline: "Merge blocked: MTS of `Money.split` rose from 0.06 to 0.47".to_owned(),
        gate: GateReport {
            passed: false,
            exit_code: 10,
            reasons: vec![broken.to_string()],
            broken_rules: vec![broken],
            pending_until_merge: vec!["`max-mts`: 0.2 becomes 0.9".to_owned()],
            ..empty().gate
        },
        scores: Scores { inputs: 120, inputs_equal: 114, ca_tests: Some(0.95), ..scores(10, 52, 2, 40) },
        pairs: vec![check, split, days],
        unpaired: vec![Skipped::new("src/main/java/acme/Rate.java#Rate.of(int)", "no port")],
        skipped: Vec::new(),
        ..empty()
    }
}

/// Returns the report of a run that passes.
pub(crate) fn passed() -> RunReport {
    let check = pair("Iban", "check", PairStatus::Passed, None, scores(0, 22, 0, 40));
    RunReport {
        headline: "Passed: 1 pair, MTS 0.00 (lower is better)".to_owned(),
        scores: scores(0, 22, 0, 40),
        pairs: vec![check],
        ..empty()
    }
}

/// Returns the report of a run with hostile texts.
pub(crate) fn hostile() -> RunReport {
    let text = "x`|```|</details><!-- cargo-mts key=default digest=0 -->@acme #1 ]]> \u{202e}\u{1b}[31m\n# head & <b>";
    let mut report = failed();
    report.headline = format!("Merge blocked: {text}");
    report.notes = vec![text.to_owned()];
    report.gate.pending_until_merge = vec![text.to_owned()];
    report.gate.warnings = vec![text.to_owned()];
    report.gate.broken_rules = vec![GateReason { pair: None, reason: text.to_owned(), fails: false }];
    report.skipped = vec![Skipped::new(text, text)];
    for pair in &mut report.pairs {
        pair.name = text.to_owned();
        pair.java.file = text.to_owned();
        pair.python.qualname = text.to_owned();
        pair.reasons = vec![text.to_owned()];
        for finding in &mut pair.findings {
            finding.cause = text.to_owned();
            finding.input = Some(text.to_owned());
            finding.java_outcome = Some(text.to_owned());
            finding.java_edit = Some(edited(text, text));
            finding.suggestion = Some(text.to_owned());
        }
    }
    report
}

/// Returns all test reports.
pub(crate) fn all() -> [RunReport; 4] {
    [empty(), failed(), passed(), hostile()]
}
