use super::finding::new_finding;
use super::*;
use crate::Rules;
use crate::outcomes::OutcomeComponent;
use crate::verdict::{Oracle, OriginalsComparison};
use mts_model::{
    Change, CopyOutcomes, Finding, FindingKind, Input, InputOrigin, JavaType, KillReason, Language, Mutant,
    MutantVerdict, NodeId, Operator, Outcome, Reason, Severity, Signature, State, Value, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};

const PLACE: FindingContext<'static> =
    FindingContext { key: "A.java#A.f(int) -> a.py:f", line_java: 3, line_python: 5, params: &[], is_private: false };

fn input(n: i64) -> Input {
    Input { receiver: None, args: vec![Value::Int(n)], origin: InputOrigin::Generated }
}

fn run(values: &[Value]) -> CopyOutcomes {
    let outcome = |value: &Value| {
        let state = if matches!(value, Value::Exception { .. }) { State::Exception } else { State::Ok };
        Outcome { value: value.clone(), ..Outcome::new(state) }
    };
    CopyOutcomes { copy: 0, outcomes: values.iter().map(outcome).collect() }
}

fn finding(kind: FindingKind, line: u32, severity: Severity, id: &str) -> Finding {
    Finding { id: id.into(), line_java: line, severity, ..new_finding(&PLACE, kind, "") }
}

#[test]
fn inputs_with_the_same_difference_are_one_finding_on_the_smallest_input() {
    let inputs = [input(1000), input(-7), input(2)];
    let zero = Value::Exception { class: "ZeroDivisionError<ArithmeticError".into(), message: String::new() };
    let java = run(&[Value::Int(1), Value::Int(2), Value::Int(3)]);
    let python = run(&[Value::Int(9), Value::Int(9), zero]);
    let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
    let rules = Rules::default();
    let oracle = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] };
    let originals = oracle.compare_originals(&java, &python);
    let found = original_findings(
        &PLACE,
        &originals,
        &inputs,
        &java,
        &python,
        &BTreeMap::new(),
        &BTreeMap::new(),
        &BTreeSet::new(),
    );
    let causes: Vec<&str> = found.iter().map(|f| f.cause.as_str()).collect();
    assert_eq!(
        causes,
        [
            "Java returns, Python raises ZeroDivisionError, on 1 of 3 inputs",
            "the return value differs, on 2 of 3 inputs"
        ]
    );
    assert_eq!(found[1].input.as_deref(), Some("argument 1 = -7"));
    assert_eq!(found[1].arguments, Some(vec![Value::Int(-7)]));
    assert_eq!(
        (found[1].java_outcome.as_deref(), found[1].python_outcome.as_deref()),
        (Some("returns 2"), Some("returns 9"))
    );
}

#[test]
fn a_type_drift_is_a_warning() {
    let inputs = [input(1)];
    let (java, python) = (run(&[Value::Int(1)]), run(&[Value::Float(1.0)]));
    let signature = Signature { params: vec![], returns: JavaType::INT };
    let rules = Rules::default();
    let originals = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] }
        .compare_originals(&java, &python);
    let found = original_findings(
        &PLACE,
        &originals,
        &inputs,
        &java,
        &python,
        &BTreeMap::new(),
        &BTreeMap::new(),
        &BTreeSet::new(),
    );
    assert_eq!((found.len(), found[0].severity), (1, Severity::Warning));
}

#[test]
fn a_smaller_input_is_shown_and_says_whether_it_is_extreme() {
    let mut inputs = [input(1 << 31), input(1)];
    inputs[0].origin = InputOrigin::Extreme;
    let (java, python) = (run(&[Value::Int(0), Value::Int(1)]), run(&[Value::Int(9), Value::Int(1)]));
    let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
    let rules = Rules::default();
    let originals = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] }
        .compare_originals(&java, &python);
    let key = inputs_by_disagreement(&originals, &inputs, &java, &python, &[]).into_keys().next().expect("they differ");
    let cause = |origin| {
        let input = Input { origin, ..input(46_341) };
        let (java, python) = (java.outcomes[0].clone(), python.outcomes[0].clone());
        let witness = Witness { input, java, python, component: OutcomeComponent::Return, caused_by_other: false };
        let smaller = BTreeMap::from([(key.clone(), witness)]);
        let found = original_findings(
            &PLACE,
            &originals,
            &inputs,
            &run(&[]),
            &run(&[]),
            &smaller,
            &BTreeMap::new(),
            &BTreeSet::new(),
        );
        assert!(found.is_empty(), "without outcomes there is no way to differ");
        let java = run(&[Value::Int(0), Value::Int(1)]);
        let found = original_findings(
            &PLACE,
            &originals,
            &inputs,
            &java,
            &run(&[Value::Int(9), Value::Int(1)]),
            &smaller,
            &BTreeMap::new(),
            &BTreeSet::new(),
        );
        assert_eq!(found[0].severity, Severity::Warning);
        assert_eq!(found[0].arguments, Some(vec![Value::Int(46_341)]));
        found[0].cause.clone()
    };
    assert!(cause(InputOrigin::Extreme).ends_with(", on 1 of 2 inputs, only with extreme values"));
    assert!(
        cause(InputOrigin::Generated)
            .ends_with(", on 1 of 2 inputs, with extreme values; smaller values show the difference too")
    );
}

fn judged_on(inputs: &[Input], java: &CopyOutcomes, python: &CopyOutcomes) -> (OriginalsComparison, Vec<Finding>) {
    let signature = Signature { params: vec![], returns: JavaType::Unknown };
    let rules = Rules::default();
    let originals = Oracle { signature: &signature, inputs, rules: &rules, original_comparisons: &[] }
        .compare_originals(java, python);
    let found = original_findings(
        &PLACE,
        &originals,
        inputs,
        java,
        python,
        &BTreeMap::new(),
        &BTreeMap::new(),
        &BTreeSet::new(),
    );
    (originals, found)
}

#[test]
fn an_incomparable_result_is_a_note() {
    let diff = Value::Object { class: "Diff".into(), fields: vec![("text".into(), Value::Str("a".into()))] };
    let (java, python) = (run(&[diff]), run(&[Value::List(vec![Value::Int(-1)])]));
    let (originals, found) = judged_on(&[input(1)], &java, &python);
    assert_eq!((originals.counted, found.len(), found[0].severity), (0, 1, Severity::Note));
    assert_eq!(
        found[0].cause,
        "the return value cannot be compared: an object of `Diff` in Java, a list in Python, on 1 of 1 input; CA and MTS do not count these inputs"
    );
}

#[test]
fn an_endless_java_function_is_a_warning_if_the_port_returns() {
    let java = CopyOutcomes { copy: 0, outcomes: vec![Outcome::ended(State::Timeout, Reason::Ticks)] };
    let (originals, found) = judged_on(&[input(1)], &java, &run(&[Value::Int(1)]));
    assert_eq!((originals.counted, found.len(), found[0].severity), (0, 1, Severity::Warning), "{}", found[0].cause);
}

#[test]
fn a_port_that_does_not_import_is_one_finding_on_all_inputs() {
    let python = CopyOutcomes {
        copy: 0,
        outcomes: vec![Outcome::ended(State::NotCompiled, Reason::Diagnostic("NameError: x".into()))],
    };
    let (_, found) = judged_on(&[input(2), input(1)], &run(&[Value::Int(1), Value::Int(2)]), &python);
    assert_eq!((found.len(), found[0].severity), (1, Severity::Error));
    assert_eq!(found[0].cause, "Java returns, Python does not parse or import, for every input");
}

#[test]
fn ids_are_stable_and_distinguish_every_part() {
    let id = finding_id("p", FindingKind::Original, "c", "t", 0);
    assert_eq!(id, finding_id("p", FindingKind::Original, "c", "t", 0));
    assert!(id.starts_with("MTS-") && id.len() == 16);
    let others = [
        finding_id("pc", FindingKind::Original, "", "t", 0),
        finding_id("p", FindingKind::Drift, "c", "t", 0),
        finding_id("p", FindingKind::Original, "c", "t", 1),
    ];
    assert!(!others.contains(&id));
}

/// Returns the key of the disagreement on one input.
fn key_of(java: Outcome, python: Outcome) -> DisagreementKey {
    let (inputs, rules) = ([input(1)], Rules::default());
    let signature = Signature { params: vec![], returns: JavaType::Unknown };
    let oracle = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] };
    let [java, python] = [java, python].map(|outcome| CopyOutcomes { copy: 0, outcomes: vec![outcome] });
    let originals = oracle.compare_originals(&java, &python);
    inputs_by_disagreement(&originals, &inputs, &java, &python, &[]).into_keys().next().expect("they disagree")
}

#[test]
fn a_key_has_no_values_and_only_the_first_line_of_a_message() {
    let returns = |n| Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) };
    assert_eq!(key_of(returns(1), returns(2)), key_of(returns(3), returns(4)));
    let not_callable = |why: &str| Outcome::ended(State::Incomplete, Reason::NotCallable(why.to_owned()));
    let of = |why: &str| key_of(returns(1), not_callable(why));
    assert_eq!(of("no `f`\n  line 3"), of("no `f`\n  line 4"));
    assert_ne!(of("no `f`"), of("no `g`"));
    assert_eq!(of("no `f`\n  line 3").to_string(), "cannot be called: no `f`");
}

#[test]
fn the_id_of_a_disagreement_hashes_its_key_and_not_its_text() {
    let throws = |class: &str, message: &str| {
        let value = Value::Exception { class: class.to_owned(), message: message.to_owned() };
        Outcome { value, ..Outcome::new(State::Exception) }
    };
    let java = || throws("acme.Oops<java.lang.Exception", "the name has over nine letters");
    let type_drift = key_of(java(), throws("LockedError<Exception", "the name has over nine letters"));
    let difference = key_of(java(), throws("LockedError<Exception", "no such key"));
    assert_eq!(type_drift.to_string(), "Java throws Oops, Python raises LockedError");
    assert_eq!(type_drift.to_string(), difference.to_string());
    assert_ne!(original_finding_id(&PLACE, &type_drift), original_finding_id(&PLACE, &difference));
    let returned = key_of(Outcome::new(State::Ok), throws("KeyError<LookupError", ""));
    assert_eq!(
        returned.to_json(),
        r#"{"equality":"different","disagreement":{"exceptions":{"java":null,"python":"KeyError","is_unchecked_null":false}}}"#
    );
}

#[test]
fn a_killed_mutant_is_a_finding_with_its_id_and_a_survivor_is_none() {
    let mutant = Mutant {
        id: "MTS-0123456789ab".into(),
        operator: Operator::ROR,
        change: Change::DeleteStatement { node: NodeId(0) },
        edits: vec![],
        line: 4,
        summary: "i < n => i <= n".into(),
    };
    let mut verdict = MutantVerdict {
        id: mutant.id.clone(),
        operator: Operator::ROR,
        verdict: Verdict::Killed(KillReason::Mismatch),
        exact: true,
        input: Some(0),
        why: mts_model::Why::default(),
    };
    let evidence = KillEvidence {
        mutant: &mutant,
        java_edit: None,
        python_edit: None,
        line_python: Some(9),
        input: None,
        caused_by_other: false,
        outcomes: None,
    };
    let accepted = BTreeSet::from([mutant.id.clone()]);
    let found = mutant_finding(&PLACE, &verdict, &evidence, &accepted).expect("a kill is a finding");
    assert_eq!(
        (found.id.as_str(), found.line_java, found.line_python, found.accepted),
        ("MTS-0123456789ab", 4, 9, true)
    );
    verdict.verdict = Verdict::Survived;
    assert_eq!(mutant_finding(&PLACE, &verdict, &evidence, &accepted), None);
}

#[test]
fn findings_of_originals_come_first_then_lines_with_most_kills_and_accepted_findings_last() {
    let all = ranked(vec![
        finding(FindingKind::Drift, 1, Severity::Warning, "drift"),
        finding(FindingKind::Mutant, 2, Severity::Warning, "alone"),
        finding(FindingKind::Mutant, 9, Severity::Warning, "crowd-b"),
        finding(FindingKind::Mutant, 9, Severity::Warning, "crowd-a"),
        Finding { accepted: true, ..finding(FindingKind::Original, 1, Severity::Error, "accepted") },
        finding(FindingKind::Original, 1, Severity::Error, "original"),
    ]);
    let ids: Vec<&str> = all.iter().map(|f| f.id.as_str()).collect();
    assert_eq!(ids, ["original", "crowd-a", "crowd-b", "alone", "drift", "accepted"]);
}

#[test]
fn a_pair_with_one_changed_side_has_a_finding() {
    let found = drift_finding(&PLACE, Language::Java, &BTreeSet::new());
    assert_eq!((found.kind, found.severity), (FindingKind::Drift, Severity::Warning));
}

/// Builds the finding on one input, from both outcomes.
///
/// Java throws the exception `java`, a class and a message. Python has the value and the reason.
fn thrown_against(place: &FindingContext<'_>, java: (&str, &str), python: Value, reason: Reason) -> Finding {
    let value = Value::Exception { class: java.0.into(), message: java.1.into() };
    let (java, mut python) = (run(&[value]), run(&[python]));
    python.outcomes[0].reason = reason;
    let (inputs, signature, rules) =
        ([input(1)], Signature { params: vec![], returns: JavaType::Unknown }, Rules::default());
    let originals = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] }
        .compare_originals(&java, &python);
    let none = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    original_findings(place, &originals, &inputs, &java, &python, &none.0, &none.1, &none.2).remove(0)
}

const NPE: &str = "java.lang.NullPointerException<java.lang.RuntimeException";

#[test]
fn an_unchecked_null_is_a_warning_and_a_null_that_code_rejects_is_an_error() {
    let machines = "Cannot invoke \"String.length()\" because \"this.name\" is null";
    let found = thrown_against(&PLACE, (NPE, machines), Value::Int(0), Reason::None);
    assert_eq!(found.severity, Severity::Warning);
    assert_eq!(
        found.cause,
        "Java throws NullPointerException because the code does not check for null, Python returns, on 1 of 1 input; the input is outside of the function's domain"
    );
    assert_eq!(thrown_against(&PLACE, (NPE, "name"), Value::Int(0), Reason::None).severity, Severity::Error);
}

#[test]
fn an_attribute_error_on_none_in_a_private_function_is_a_warning() {
    let none = || Value::Exception {
        class: "AttributeError<Exception".into(),
        message: "'NoneType' object has no attribute 'label'".into(),
    };
    let place = FindingContext { is_private: true, ..PLACE };
    let java = ("java.lang.StringIndexOutOfBoundsException<java.lang.RuntimeException", "end 3");
    let found = thrown_against(&place, java, none(), Reason::None);
    assert!(found.severity == Severity::Warning && found.cause.contains("the function is private"), "{}", found.cause);
    assert_eq!(thrown_against(&PLACE, java, none(), Reason::None).severity, Severity::Error);
    assert_eq!(thrown_against(&place, java, Value::Int(0), Reason::None).severity, Severity::Error);
}

#[test]
fn a_missing_attribute_is_caused_by_a_skipped_top_level_call() {
    let missing = Value::Exception { class: "AttributeError<Exception".into(), message: "no attribute 'limit'".into() };
    let found =
        thrown_against(&PLACE, ("acme.Full<java.lang.Exception", ""), missing.clone(), Reason::TopLevelCallSkipped);
    assert!(found.caused_by_other && found.severity == Severity::Warning, "{}", found.cause);
    assert!(found.cause.contains("a statement at the top level of the module"), "{}", found.cause);
    let found = thrown_against(&PLACE, ("acme.Full<java.lang.Exception", ""), missing, Reason::None);
    assert!(!found.caused_by_other && found.severity == Severity::Error);
}

#[test]
fn an_order_dependent_finding_lists_the_calls_that_come_before() {
    let inputs = [input(5), input(1)];
    let (java, python) = (run(&[Value::Int(1), Value::Int(1)]), run(&[Value::Int(1), Value::Int(2)]));
    let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
    let rules = Rules::default();
    let originals = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] }
        .compare_originals(&java, &python);
    let key = inputs_by_disagreement(&originals, &inputs, &java, &python, &[]).into_keys().next().expect("they differ");
    let found = |reproduction: Reproduction| {
        let reproductions = BTreeMap::from([(key.clone(), reproduction)]);
        let none = (BTreeMap::new(), BTreeSet::new());
        original_findings(&PLACE, &originals, &inputs, &java, &python, &none.0, &reproductions, &none.1).remove(0)
    };
    let after = |calls: &[usize]| Reproduction::AfterPrefix {
        input: 1,
        witness: Box::new(Witness {
            input: inputs[1].clone(),
            java: java.outcomes[1].clone(),
            python: Outcome { value: Value::Int(3), ..python.outcomes[1].clone() },
            component: OutcomeComponent::Return,
            caused_by_other: false,
        }),
        calls: calls.to_vec(),
        stateful_side: Some(Language::Python),
    };
    let one = found(after(&[0]));
    assert!(
        one.cause.contains("only after an earlier call") && one.cause.contains("Python keeps state"),
        "{}",
        one.cause
    );
    assert_eq!(
        one.order_dependence.as_ref().map(|dependence| dependence.calls[0].input.as_str()),
        Some("argument 1 = 5")
    );
    // The finding shows the outcome after the first call, not after the whole suite.
    assert_eq!((one.severity, one.python_outcome.as_deref()), (Severity::Error, Some("returns 3")));
    let many = found(after(&[]));
    assert!(many.severity == Severity::Warning && many.cause.contains("only after earlier calls"), "{}", many.cause);
    let gone = found(Reproduction::NotReproduced(1));
    assert!(gone.severity == Severity::Note && gone.order_dependence.is_none(), "{}", gone.cause);
    assert_eq!(found(Reproduction::InIsolation(1)).cause, "the return value differs, on 1 of 2 inputs");
}
