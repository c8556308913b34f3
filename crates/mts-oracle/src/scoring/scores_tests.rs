use super::*;
use crate::Rules;
use crate::verdict::{CounterpartResult, Oracle};
use mts_model::{CopyOutcomes, Input, InputOrigin, JavaType, Operator, Outcome, Signature, State, Value};

/// One mutant of the examples: id and operator, then state and outputs of both sides.
type Row = (&'static str, Operator, State, &'static [&'static str], State, &'static [&'static str]);

/// Returns two worked examples of the score: programs A, B and C. Their expected scores do not come
/// from this code. The state `compile_error` of the file is `NotCompiled` here.
fn programs() -> [(&'static str, Vec<Row>); 3] {
    use Operator::{AOIS, AORB, LOR, ROR, SDL};
    use State::{Exception, Incomplete, Missing, NotCompiled, Ok, Timeout};
    [
        (
            "A",
            vec![
                ("a1", ROR, Ok, &["1", "2"], Ok, &["1", "2"]),
                ("a2", AOIS, Ok, &["1", "2"], Ok, &["1", "3"]),
                ("a3", SDL, Timeout, &[], Ok, &["1", "2"]),
                ("a4", AOIS, Ok, &["4", "4"], Missing, &[]),
                ("a5", AORB, NotCompiled, &[], Missing, &[]),
            ],
        ),
        (
            "B",
            vec![
                ("b1", LOR, Ok, &["x"], NotCompiled, &[]),
                ("b2", SDL, Ok, &["x"], Exception, &[]),
                ("b3", SDL, Ok, &["x"], Timeout, &[]),
                ("b4", LOR, Ok, &["x"], Ok, &["x"]),
                ("b5", ROR, Ok, &["x", "y"], Incomplete, &["x"]),
            ],
        ),
        ("C", vec![("c1", AORB, Exception, &[], Exception, &[])]),
    ]
}

fn run(state: State, outputs: &[&str]) -> CopyOutcomes {
    let output = |text: &&str| Outcome { value: Value::Str((*text).into()), ..Outcome::new(State::Ok) };
    let mut outcomes: Vec<Outcome> = outputs.iter().map(output).collect();
    if state != State::Ok && state != State::Incomplete {
        outcomes.push(Outcome::new(state));
    }
    CopyOutcomes { copy: 0, outcomes }
}

fn judged() -> Vec<(&'static str, Vec<MutantVerdict>)> {
    let signature = Signature { params: vec![], returns: JavaType::String };
    let input = Input { receiver: None, args: vec![], origin: InputOrigin::Corpus };
    let (inputs, rules) = ([input.clone(), input], Rules::default());
    let judge = Oracle { signature: &signature, inputs: &inputs, rules: &rules, original_comparisons: &[] };
    let one = |(id, operator, source, outputs, translated, translated_outputs): &Row| {
        let (java, python) = (run(*source, outputs), run(*translated, translated_outputs));
        let counterpart = if *translated == State::Missing {
            CounterpartResult::Missing("no translation".into())
        } else {
            CounterpartResult::Ran(&python)
        };
        let ran: Vec<usize> = (0..outputs.len().max(1)).collect();
        let found = judge.assess_mutant(&java, counterpart, &ran);
        MutantVerdict {
            id: (*id).into(),
            operator: *operator,
            verdict: found.verdict,
            exact: true,
            input: found.input,
            why: found.why,
        }
    };
    programs().iter().map(|(name, rows)| (*name, rows.iter().map(one).collect())).collect()
}

fn per_pair(only_mismatches: bool) -> Vec<Scores> {
    let pick = |v: &[MutantVerdict]| if only_mismatches { mismatches_only(v) } else { v.to_vec() };
    judged().iter().map(|(_, verdicts)| scores(&pick(verdicts), &BTreeSet::new())).collect()
}

fn near(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a - b).abs() < 1e-9)
}

#[test]
fn the_scores_equal_the_first_golden_vector() {
    let pairs = per_pair(false);
    let all = overall(&pairs);
    assert_eq!((all.counted, all.killed), (8, 6));
    assert!(near(all.mts, 0.75));
    assert!(near(pairs[0].mts, 0.666_666_666_666_666_6) && near(pairs[1].mts, 0.8));
    assert_eq!(pairs[2].mts, None, "a program without a counted mutant has no score");
    let spread = individual_scores(&pairs).expect("two programs have a score");
    assert_eq!(spread.pairs, 2);
    assert!(near(Some(spread.mean), 0.733_333_333_333_333_4));
    assert!(near(Some(spread.median), 0.733_333_333_333_333_4));
    assert!(near(Some(spread.sd), 0.066_666_666_666_666_71));
    let operators: Vec<(Operator, Option<f64>)> = all.per_operator.iter().map(|(o, s)| (*o, s.mts)).collect();
    let expected = [(Operator::AOIS, 1.0), (Operator::ROR, 0.5), (Operator::LOR, 0.5), (Operator::SDL, 1.0)];
    assert_eq!(operators, expected.map(|(o, mts)| (o, Some(mts))));
}

#[test]
fn the_scores_equal_the_second_golden_vector() {
    let pairs = per_pair(true);
    let all = overall(&pairs);
    assert_eq!((all.counted, all.killed), (3, 1));
    assert!(near(all.mts, 1.0 / 3.0));
    assert!(near(pairs[0].mts, 0.5) && near(pairs[1].mts, 0.0));
    let spread = individual_scores(&pairs).expect("two programs have a score");
    assert!(near(Some(spread.mean), 0.25) && near(Some(spread.median), 0.25) && near(Some(spread.sd), 0.25));
}

#[test]
fn the_total_equals_the_published_total_of_the_study() {
    // Guizzo et al. 2023: 52,386 counted and 36,899 killed give 0.7044.
    assert_eq!(share(36_899, 52_386).map(|x| format!("{x:.4}")).as_deref(), Some("0.7044"));
}

#[test]
fn every_kill_reason_is_counted() {
    let reasons = overall(&per_pair(false)).kill_reasons;
    let words: Vec<&str> = reasons.keys().map(String::as_str).collect();
    assert_eq!(words, ["exception", "incomplete", "mismatch", "missing", "not_compiled", "timeout"]);
}

#[test]
fn an_accepted_kill_counts_for_the_score_and_not_for_the_open_score() {
    let (_, verdicts) = &judged()[0];
    let scored = scores(verdicts, &BTreeSet::from(["a2".to_owned(), "a1".to_owned()]));
    assert_eq!((scored.accepted, scored.killed, scored.counted), (1, 2, 3));
    assert!(near(scored.mts, 2.0 / 3.0) && near(scored.mts_open, 1.0 / 3.0));
}

#[test]
fn agreement_is_measured_per_input_and_per_program() {
    let scored = |inputs, equal, type_drifted| {
        with_originals(Scores::default(), InputCounts { inputs, equal, type_drifted, ..InputCounts::default() })
    };
    let [one, other, none] = [scored(4, 4, 1), scored(4, 1, 0), scored(0, 0, 0)];
    assert_eq!(one.ca_tests, Some(1.0));
    assert_eq!(none.ca_tests, None);
    assert_eq!(overall([&one, &other, &none]).ca_tests, Some(0.625));
    assert_eq!(ca_programs([&one, &other, &none]), Some(0.5));
    assert_eq!(originals_correct([&one, &other, &none]).inputs, 4);
}

#[test]
fn the_interval_of_a_share_equals_the_closed_formula_and_is_within_0_and_1() {
    let (low, high) = wilson(8, 17).expect("17 are some");
    // Reference values by the closed formula.
    assert!((low - 0.261_651_064).abs() < 1e-9 && (high - 0.690_367_649).abs() < 1e-9, "{low} {high}");
    assert_eq!(wilson(0, 10).map(|(low, _)| low), Some(0.0));
    assert!(wilson(10, 10).is_some_and(|(_, high)| high <= 1.0));
    assert_eq!(wilson(0, 0), None);
}

#[test]
fn the_interval_of_a_share_is_the_published_one() {
    // Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    for (hits, of, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let seen = wilson(hits, of).expect("some are counted");
        assert!((seen.0 - low).abs() < 5e-5 && (seen.1 - high).abs() < 5e-5, "{hits}/{of}: {seen:?}");
    }
}

#[test]
fn a_timeout_counts_as_executed_and_an_exception_as_compiled() {
    // 464 functions with 143 errors are 69.2 % in Ahmad et al. 2023.
    let table = [vec![State::Exception; 100], vec![State::NotCompiled; 43], vec![State::Ok; 321]].concat();
    assert!(ea_functions(&table).is_some_and(|ea| (ea - 0.692).abs() < 5e-4));
    let each = [State::Ok, State::NotCompiled, State::Exception, State::Timeout, State::Incomplete, State::Missing];
    assert_eq!((ea_functions(&each), ea_compile(&each)), (Some(2.0 / 6.0), Some(4.0 / 6.0)));
    assert_eq!((ea_functions(&[]), ea_compile(&[])), (None, None));
}

#[test]
fn all_mutants_are_in_one_category_and_every_kill_has_one_reason() {
    let all = overall(&per_pair(false));
    assert_eq!(all.counted + all.anomalous + all.unmirrored + all.unknown, 11);
    assert_eq!(all.kill_reasons.values().sum::<u64>(), all.killed);
}

#[test]
fn the_increase_uses_only_mutants_of_both_revisions() {
    let mutant = |id: &str, verdict| MutantVerdict {
        id: id.into(),
        operator: Operator::ROR,
        verdict,
        exact: true,
        input: None,
        why: mts_model::Why::default(),
    };
    let killed = Verdict::Killed(KillReason::Mismatch);
    let base = [mutant("a", Verdict::Survived), mutant("b", killed), mutant("gone", killed)];
    let head = [mutant("a", killed), mutant("b", killed), mutant("new", killed)];
    assert_eq!(increase(&base, &head, &BTreeSet::new()), Some(0.5));
    assert_eq!(increase(&base, &head, &BTreeSet::from(["a".to_owned()])), Some(0.0));
    assert_eq!(increase(&base, &head[2..], &BTreeSet::new()), None, "not comparable");
    let unmirrored = [mutant("a", Verdict::Unmirrored)];
    assert_eq!(increase(&base, &unmirrored, &BTreeSet::new()), None);
}

#[test]
fn counted_mutants_have_either_an_exact_or_a_spliced_counterpart() {
    let mut all: Vec<MutantVerdict> = judged().into_iter().flat_map(|(_, one)| one).collect();
    for mutant in &mut all {
        mutant.exact = false;
    }
    let none = scores(&all, &BTreeSet::new());
    assert_eq!((none.exact, none.spliced()), (0, None), "another translator's are neither");
    for mutant in &mut all {
        mutant.exact = mutant.operator != Operator::LOR;
    }
    let some = scores(&all, &BTreeSet::new());
    let lor = some.per_operator[&Operator::LOR].counted;
    assert_eq!((some.exact, some.spliced()), (some.counted - lor, Some(lor)));
    assert_eq!(overall([&some, &none]).exact, some.exact);
}

#[test]
fn scores_of_a_sample_have_an_interval_and_scores_of_all_mutants_have_none() {
    let verdicts: Vec<MutantVerdict> = judged().into_iter().flat_map(|(_, one)| one).collect();
    let mut generated: BTreeMap<Operator, u64> = BTreeMap::new();
    for mutant in &verdicts {
        *generated.entry(mutant.operator).or_default() += 1;
    }
    let whole = scores(&verdicts, &BTreeSet::new());
    assert_eq!(with_sample(whole.clone(), &verdicts, &generated, 1.0), whole);
    *generated.entry(Operator::LOR).or_default() += 40;
    let part = with_sample(whole.clone(), &verdicts, &generated, 4.0);
    let sample = part.sample.as_ref().expect("a sample");
    assert_eq!((sample.run, sample.generated), (verdicts.len() as u64, verdicts.len() as u64 + 40));
    assert!(sample.mts.is_some_and(|seen| Some(seen.low) < part.mts && part.mts < Some(seen.high)));
    assert!(part.per_operator[&Operator::LOR].interval.is_some());
    assert_eq!(part.per_operator[&Operator::ROR].interval, None, "all of these were run");
    // A sampled pair beside a full pair: each mutant of the sample counts for all mutants that it
    // represents.
    let full = Scores { counted: 10, killed: 0, ..Scores::default() };
    let both = overall([&full, &part]);
    let weighed = 4.0 * part.killed as f64 / (10.0 + 4.0 * part.counted as f64);
    assert!(both.mts.is_some_and(|mts| (mts - weighed).abs() < 1e-12), "{both:?}");
    assert!(both.sample.is_some_and(|sample| sample.generated == 10 + verdicts.len() as u64 + 40));
}
