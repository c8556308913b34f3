use super::*;
use crate::outcomes::ComparisonDetail;
use mts_model::{InputOrigin, JavaType, Nondeterminism, Reason, Value};

fn run(outcomes: Vec<Outcome>) -> CopyOutcomes {
    CopyOutcomes { copy: 1, outcomes }
}

fn returns(n: i64) -> Outcome {
    Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) }
}

fn throws(class: &str) -> Outcome {
    let value = Value::Exception { class: class.into(), message: String::new() };
    Outcome { value, ..Outcome::new(State::Exception) }
}

fn ends(state: State) -> Outcome {
    Outcome::new(state)
}

/// Calls `oracle` with the oracle of a pair with three inputs.
fn with<R>(mode: ExceptionMode, oracle: impl FnOnce(Oracle<'_>) -> R) -> R {
    let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
    let input = Input { receiver: None, args: vec![Value::Int(1)], origin: InputOrigin::Generated };
    let rules = Rules { exceptions_mode: mode, ..Rules::default() };
    oracle(Oracle {
        signature: &signature,
        inputs: &[input.clone(), input.clone(), input],
        rules: &rules,
        original_comparisons: &[],
    })
}

fn paper(java: Vec<Outcome>, python: Vec<Outcome>) -> MutantAssessment {
    let ran: Vec<usize> = (0..3).collect();
    with(ExceptionMode::Paper, |j| j.assess_mutant(&run(java), CounterpartResult::Ran(&run(python)), &ran))
}

fn compare(java: Vec<Outcome>, python: Vec<Outcome>) -> MutantAssessment {
    let ran: Vec<usize> = (0..3).collect();
    with(ExceptionMode::Compare, |j| j.assess_mutant(&run(java), CounterpartResult::Ran(&run(python)), &ran))
}

fn three(n: i64) -> Vec<Outcome> {
    vec![returns(n), returns(n), returns(n)]
}

#[test]
fn a_mutant_survives_if_no_input_distinguishes_the_sides() {
    assert_eq!(paper(three(1), three(1)).verdict, Verdict::Survived);
}

#[test]
fn a_mismatch_kills_and_names_the_first_separating_input() {
    let result = paper(three(1), vec![returns(1), returns(2), returns(3)]);
    assert_eq!(result.verdict, Verdict::Killed(KillReason::Mismatch));
    assert_eq!(result.input, Some(1));
    assert_eq!(result.why.to_string(), "Java returns 1, Python returns 2");
}

#[test]
fn a_counterpart_that_fails_is_killed_by_its_state() {
    for (state, reason) in [
        (State::Exception, KillReason::Exception),
        (State::Timeout, KillReason::Timeout),
        (State::Incomplete, KillReason::Incomplete),
    ] {
        let result = paper(three(1), vec![returns(1), ends(state)]);
        assert_eq!((result.verdict, result.input), (Verdict::Killed(reason), Some(1)));
    }
    let result = paper(three(1), vec![ends(State::NotCompiled)]);
    assert_eq!((result.verdict, result.input), (Verdict::Killed(KillReason::NotCompiled), None));
}

#[test]
fn a_failed_run_outranks_an_earlier_mismatch_as_the_reason() {
    let result = paper(three(1), vec![returns(2), ends(State::Timeout)]);
    assert_eq!((result.verdict, result.input), (Verdict::Killed(KillReason::Timeout), Some(0)));
}

#[test]
fn a_counterpart_with_fewer_outcomes_is_killed_as_incomplete() {
    let result = paper(three(1), vec![returns(1)]);
    assert_eq!((result.verdict, result.input), (Verdict::Killed(KillReason::Incomplete), Some(1)));
}

#[test]
fn a_java_mutant_without_an_outcome_on_some_input_is_anomalous() {
    for state in [State::NotCompiled, State::Exception, State::Timeout, State::Incomplete] {
        assert_eq!(paper(vec![returns(1), ends(state)], three(2)).verdict, Verdict::Anomalous(state));
    }
    assert_eq!(paper(vec![returns(1)], three(2)).verdict, Verdict::Anomalous(State::Incomplete));
}

#[test]
fn an_anomalous_mutant_stays_anomalous_with_any_counterpart() {
    let java = run(vec![ends(State::Timeout)]);
    let result = with(ExceptionMode::Paper, |j| {
        j.assess_mutant(&java, CounterpartResult::Missing("no translation".into()), &[0])
    });
    assert_eq!(result.verdict, Verdict::Anomalous(State::Timeout));
}

#[test]
fn without_a_usable_input_no_mutant_is_counted() {
    let result = with(ExceptionMode::Paper, |j| {
        j.assess_mutant(&run(vec![]), CounterpartResult::Missing("no translation".into()), &[])
    });
    assert!(!result.verdict.is_counted());
}

#[test]
fn an_unreachable_counterpart_is_unknown_and_a_missing_counterpart_is_killed() {
    with(ExceptionMode::Paper, |j| {
        let java = run(three(1));
        let verdict = |counterpart| j.assess_mutant(&java, counterpart, &[0, 1, 2]).verdict;
        assert_eq!(verdict(CounterpartResult::Unreachable("quota".into())), Verdict::Unknown);
        assert_eq!(verdict(CounterpartResult::Missing("no translation".into())), Verdict::Killed(KillReason::Missing));
        assert_eq!(verdict(CounterpartResult::Unmirrored("no node".into())), Verdict::Unmirrored);
    });
}

#[test]
fn exceptions_are_outputs_when_they_are_compared() {
    let zero = || vec![returns(1), throws("java.lang.ArithmeticException")];
    assert_eq!(compare(zero(), vec![returns(1), throws("ZeroDivisionError")]).verdict, Verdict::Survived);
    let other = compare(zero(), vec![returns(1), throws("KeyError<LookupError")]);
    assert_eq!(other.verdict, Verdict::Killed(KillReason::Mismatch));
    assert_eq!(compare(zero(), three(1)).verdict, Verdict::Killed(KillReason::Mismatch));
    assert_eq!(compare(three(1), vec![throws("KeyError")]).verdict, Verdict::Killed(KillReason::Exception));
    assert_eq!(compare(vec![ends(State::Timeout)], three(1)).verdict, Verdict::Anomalous(State::Timeout));
}

#[test]
fn an_input_on_which_java_reaches_a_limit_is_not_counted() {
    let endless = || Outcome::ended(State::Timeout, Reason::Ticks);
    let compare = |java: Outcome, python: Outcome| {
        let (java, python) = (vec![java, returns(1), returns(1)], vec![python, returns(1), returns(1)]);
        with(ExceptionMode::Paper, |j| j.compare_originals(&run(java), &run(python)))
    };
    for python in [returns(1), throws("ValueError")] {
        let result = compare(endless(), python);
        assert_eq!((result.counted, result.equal), (2, 2));
        let detail = &result.per_input[0].detail;
        assert_eq!(*detail, ComparisonDetail::Incomparable(Some(IncomparableReason::JavaSpentBudget(Reason::Ticks))));
        assert_eq!(detail.to_string(), "Java has no result: ticks");
    }
    // The port's budget depends on Java's ticks. So a port that does not end differs.
    assert_eq!(compare(returns(1), endless()).counted, 3);
    // A stack overflow is a result, because Java throws an error.
    assert_eq!(compare(Outcome::ended(State::Timeout, Reason::Stack), returns(1)).counted, 3);
}

#[test]
fn inputs_on_which_the_original_throws_count_for_the_originals_but_not_for_mutants() {
    let java = run(vec![returns(1), throws("java.lang.ArithmeticException"), returns(3)]);
    let python = run(vec![returns(1), throws("ZeroDivisionError"), Outcome { value: Value::Float(3.0), ..returns(3) }]);
    let result = with(ExceptionMode::Paper, |j| j.compare_originals(&java, &python));
    assert_eq!((result.equal, result.type_drifted), (3, 1));
    assert_eq!(result.usable, [0, 2]);
    assert_eq!(with(ExceptionMode::Compare, |j| j.compare_originals(&java, &python)).usable, [0, 1, 2]);
}

#[test]
fn an_incomparable_input_is_excluded() {
    let endless = || ends(State::Timeout);
    let (java, python) = (vec![returns(1), endless(), returns(3)], vec![returns(1), endless(), returns(4)]);
    let result = with(ExceptionMode::Paper, |j| j.compare_originals(&run(java), &run(python)));
    assert_eq!((result.counted, result.equal), (2, 1));
    let object = Value::Object { class: "Box".into(), fields: vec![("n".into(), Value::Int(1))] };
    let boxed = || Outcome { value: object.clone(), ..returns(0) };
    let result = with(ExceptionMode::Paper, |j| {
        j.compare_originals(&run(vec![boxed(), returns(2), returns(3)]), &run(three(2)))
    });
    assert_eq!((result.counted, result.usable), (2, vec![1, 2]));
    let mutant = paper(vec![boxed(), returns(1), returns(1)], three(1));
    assert_eq!(mutant.verdict, Verdict::Survived, "what cannot be compared separates nothing");
}

#[test]
fn a_counterpart_that_was_not_run_everywhere_has_no_verdict_unless_it_is_killed() {
    let not_run = || Outcome::ended(State::Incomplete, Reason::NotRun);
    assert_eq!(paper(three(1), vec![returns(1), not_run(), not_run()]).verdict, Verdict::Unknown);
    let killed = paper(three(1), vec![returns(2), not_run(), not_run()]).verdict;
    assert_eq!(killed, Verdict::Killed(KillReason::Mismatch));
}

#[test]
fn a_port_that_does_not_import_disagrees_on_every_input() {
    let result =
        with(ExceptionMode::Paper, |j| j.compare_originals(&run(three(1)), &run(vec![ends(State::NotCompiled)])));
    assert_eq!((result.counted, result.equal, result.usable.len()), (3, 0, 3));
    assert_eq!(result.per_input[0], result.per_input[2]);
}

#[test]
fn an_input_is_lost_if_it_has_no_comparable_result_that_another_run_may_have() {
    let unsteady = || Outcome::ended(State::Incomplete, Reason::NotDeterministic(Nondeterminism::ThreadGoesOn));
    let spent = || Outcome::ended(State::Timeout, Reason::Ticks);
    let java = run(vec![returns(1), unsteady(), spent()]);
    let python = run(vec![returns(2), returns(1), returns(1)]);
    let found = with(ExceptionMode::Paper, |j| j.compare_originals(&java, &python));
    let lost = |steady| (0..4).filter(|at| found.is_lost(*at, steady)).collect::<Vec<_>>();
    assert!(found.has_incomparable_by_chance());
    assert_eq!(lost(true), [1, 2], "a difference that counts is not lost, and there is no fourth input");
    assert_eq!(lost(false), [2], "the spent budget of ticks is the same in each run");
    let both = with(ExceptionMode::Paper, |j| j.compare_originals(&run(vec![spent()]), &run(vec![spent()])));
    assert!(!both.is_lost(0, true), "both sides do not end");
}

#[test]
fn a_kill_is_shown_on_the_smallest_separating_input() {
    let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
    let input = |n| Input { receiver: None, args: vec![Value::Int(n)], origin: InputOrigin::Generated };
    let (inputs, rules) = ([input(1), input(100), input(-3)], Rules::default());
    let oracle = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] };
    let python = run(vec![returns(1), returns(2), returns(3)]);
    let result = oracle.assess_mutant(&run(three(1)), CounterpartResult::Ran(&python), &[0, 1, 2]);
    assert_eq!((result.input, result.why.to_string()), (Some(2), "Java returns 1, Python returns 3".to_owned()));
}

#[test]
fn an_input_that_did_not_run_does_not_count_as_equal() {
    let result = with(ExceptionMode::Paper, |j| j.compare_originals(&run(three(1)), &run(vec![returns(1)])));
    assert_eq!((result.equal, result.usable.len()), (1, 3));
}

#[test]
fn a_counterpart_that_cannot_be_called_is_killed_if_java_has_a_result() {
    let uncalled = Outcome::ended(State::Incomplete, Reason::NotCallable("the module has no f".into()));
    let result = paper(three(1), vec![uncalled]);
    assert_eq!(result.verdict, Verdict::Killed(KillReason::Incomplete));
    assert_eq!(result.why.to_string(), "cannot be called: the module has no f");
}

#[test]
fn a_nondeterministic_counterpart_is_unknown_and_not_killed() {
    let unclear = || Outcome::ended(State::Incomplete, Reason::NotDeterministic(Nondeterminism::ThreadGoesOn));
    let result = paper(three(1), vec![unclear()]);
    assert_eq!(result.verdict, Verdict::Unknown, "{result:?}");
    assert_eq!(result.why.to_string(), "the counterpart is not deterministic");
}

#[test]
fn a_kill_is_shown_on_an_input_on_which_the_originals_agree_even_if_others_are_smaller() {
    let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
    let input_of = |n| Input { receiver: None, args: vec![Value::Int(n)], origin: InputOrigin::Generated };
    let (inputs, rules) = ([input_of(0), input_of(100), input_of(10_000)], Rules::default());
    let oracle = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] };
    let originals = oracle.compare_originals(&run(three(1)), &run(vec![returns(2), returns(1), returns(1)]));
    let (java, python) = (run(three(1)), run(three(2)));
    let shown = |oracle: Oracle<'_>| oracle.assess_mutant(&java, CounterpartResult::Ran(&python), &[0, 1, 2]).input;
    assert_eq!(shown(oracle), Some(0));
    let oracle = Oracle { original_comparisons: &originals.per_input, ..oracle };
    assert_eq!(shown(oracle), Some(1));
    // The mutants differ only on input 0. The originals differ on it too, but there is no other
    // witness.
    assert_eq!(
        oracle
            .assess_mutant(
                &run(three(1)),
                CounterpartResult::Ran(&run(vec![returns(2), returns(1), returns(1)])),
                &[0, 1, 2]
            )
            .input,
        Some(0)
    );
}
