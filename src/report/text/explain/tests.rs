use super::*;
use crate::report::test_reports;
use mts_model::report::{Call, ComponentKind, PortCallKind, ReportCommand};
use mts_model::{Answer, Evidence, Reason, State, Value};

fn lines(from: usize, to: usize) -> Vec<String> {
    (from..to).map(|n| format!("line {n}")).collect()
}

fn side(count: usize, hunks: Vec<Hunk>) -> SourceSide {
    SourceSide {
        file: "f".to_owned(),
        first_line: 10,
        function_line: 10,
        is_private: false,
        is_method: false,
        lines: lines(10, 10 + count),
        hunks,
    }
}

pub(super) fn explained() -> Explanation {
    let report = test_reports::failed();
    let mut pair = report.pairs.iter().find(|pair| pair.name == "Money.split").expect("it is there").clone();
    let mut finding = pair.findings[0].clone();
    pair.findings.clear();
    pair.call = Some(Call {
        package: "acme".to_owned(),
        names: vec!["cents".to_owned(), "parts".to_owned()],
        returns: "long[]".to_owned(),
        receiver: None,
        module: "money".to_owned(),
        import_folder: "py".to_owned(),
        uses_random: false,
        kind: PortCallKind::Function,
        positions: vec![0, 1],
        array_forms: std::collections::BTreeMap::new(),
        receiver_forms: std::collections::BTreeMap::new(),
        factories: Vec::new(),
    });
    let answer = |items: [i64; 2]| Answer {
        state: State::Ok,
        value: Value::List(items.map(Value::Int).to_vec()),
        arguments: vec![None, None],
        receiver: None,
        stdout: String::new(),
        note: String::new(),
        reason: Reason::None,
    };
    let (java, python) = (answer([-4, -3]), answer([-3, -4]));
    finding.evidence = Some(Evidence { receiver: None, component: ComponentKind::Return, path: None, java, python });
    Explanation {
        command: ReportCommand::Run,
        rel_tol: None,
        directory: ".".to_owned(),
        pair,
        finding,
        sources: Sources::Missing("gone".to_owned()),
        changed: None,
        is_avatar: false,
        python_for: Vec::new(),
        java_for: Vec::new(),
    }
}

#[test]
fn a_finding_has_the_expected_text() {
    let text = render(&explained());
    let expected = "\
error[MTS-000000000001]: the return value differs, on 6 of 40 inputs
  --> src/main/java/acme/Money.java:41 (Money.split)
  --> py/money.py:21 (money.split)
";
    assert!(text.starts_with(expected), "{text}");
    let input = "\
Input: cents = -7, parts = 2
  in Java:
    Money.split(-7L, 2)
  in Python:
    from money import split
    split(-7, 2)

Java   returns [-4, -3]
Python returns [-3, -4]
";
    assert!(text.contains(input), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.contains("cargo mts accept MTS-000000000001 --reason"), "{last}");
}

#[test]
fn an_edit_is_shown_as_a_diff_in_its_function() {
    let hunk = Hunk { line: 12, before: vec!["line 12".to_owned()], after: vec!["other".to_owned()] };
    let text = source::side("Java", &side(4, vec![hunk]));
    assert_eq!(text, "\nJava, f:10\n  10 | line 10\n  11 | line 11\n- 12 | line 12\n+    | other\n  13 | line 13\n");
}

#[test]
fn a_long_function_is_cut_around_the_edit() {
    let hunk = Hunk { line: 80, before: vec!["line 80".to_owned()], after: vec!["other".to_owned()] };
    let text = source::side("Java", &side(200, vec![hunk]));
    assert!(text.lines().count() < 25, "{text}");
    assert!(text.contains("   10 | line 10\n") && text.contains("- ") && text.contains("... 123 lines"), "{text}");
}

#[test]
fn no_control_sequence_of_the_repository_reaches_the_screen() {
    let report = test_reports::hostile();
    let pair = report.pairs[1].clone();
    let finding = pair.findings[0].clone();
    let text = render(&Explanation { pair, finding, ..explained() });
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
}
