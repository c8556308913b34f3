//! Laws of all operators together.

use super::operators::rules;
use super::test_support::{of_file, plain};
use super::{MutationOptions, edits};
use mts_model::{Operator, OperatorDefinition, OperatorProfile, span};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Generates an `int` expression over the variables of [`method`].
fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_owned()),
        Just("b".to_owned()),
        Just("xs[a]".to_owned()),
        Just("xs.length".to_owned()),
        Just("c".to_owned()),
        (0..9).prop_map(|n: i32| n.to_string()),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), prop::sample::select(vec!["+", "-", " * ", "/", "%", "&", "^", ">>"]), inner.clone())
                .prop_map(|(l, op, r)| format!("({l}){op}({r})")),
            (inner.clone(), prop::sample::select(vec!["+", " - ", " * "]), Just("b"))
                .prop_map(|(l, op, r)| format!("{l}{op}{r}")),
            inner.clone().prop_map(|e| format!("-({e})")),
            inner.prop_map(|e| format!("Math.max(a, {e})")),
        ]
    })
}

fn statement() -> impl Strategy<Value = String> {
    let simple = prop_oneof![
        number().prop_map(|e| format!("a = {e};")),
        number().prop_map(|e| format!("b += {e};")),
        Just("a++;".to_owned()),
        number().prop_map(|e| format!("xs[{e}] = b;")),
    ];
    simple.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            (number(), number(), inner.clone())
                .prop_map(|(l, r, s)| format!("if ({l} < {r} && d) {{ {s} }} else b--;")),
            (number(), inner.clone()).prop_map(|(e, s)| format!("for (int i = 0; i < {e}; i++, b--) {s}")),
            (number(), inner).prop_map(|(e, s)| format!("while (!d || a != {e}) {{ {s} break; }}")),
        ]
    })
}

fn method(statements: &[String], result: &str) -> String {
    format!(
        "class A {{ static int f(int a, int b, char c, boolean d, int[] xs) {{ {} return {result}; }}\n int other() {{ return 1; }} }}",
        statements.join("\n")
    )
}

fn source() -> impl Strategy<Value = String> {
    (prop::collection::vec(statement(), 1..4), number()).prop_map(|(list, result)| method(&list, &result))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_mutant_is_the_original_outside_its_edits(text in source()) {
        for profile in [OperatorProfile::Default, OperatorProfile::MuJava] {
            let (file, mutants) = of_file(&text, Operator::ALL, profile);
            for mutant in mutants {
                let mutated = span::apply(&file.text, &mutant.edits);
                prop_assert!(mutated.is_some(), "{:?}", mutant);
                let mutated = mutated.unwrap();
                let enclosing_span = edits::enclosing_span(&mutant.edits);
                prop_assert!(file.functions[0].body.contains(enclosing_span));
                prop_assert_eq!(&mutated[..enclosing_span.start], &file.text[..enclosing_span.start]);
                prop_assert!(mutated.ends_with(&file.text[enclosing_span.end..]));
            }
        }
    }

    #[test]
    fn by_default_no_two_mutants_have_the_same_text_and_each_differs_from_the_original(text in source()) {
        let (file, mutants) = of_file(&text, Operator::ALL, OperatorProfile::Default);
        let mut seen = BTreeSet::from([file.text.clone()]);
        for mutant in mutants {
            prop_assert!(seen.insert(span::apply(&file.text, &mutant.edits).unwrap()), "{:?}", mutant);
        }
    }

    #[test]
    fn by_default_a_mutant_parses_to_the_intended_tree(text in source()) {
        let (file, mutants) = of_file(&text, Operator::ALL, OperatorProfile::Default);
        let tree = file.lower(&file.functions[0]).unwrap();
        for mutant in mutants {
            let mutated = span::apply(&file.text, &mutant.edits).unwrap();
            let (again, _) = of_file(&mutated, &[], OperatorProfile::Default);
            let other = again.lower(&again.functions[0]).unwrap();
            if let mts_model::Change::ReplaceOperator { .. } = mutant.change {
                // The operator is different, and the tree has the same shape.
                prop_assert_eq!(tree.nodes.len(), other.nodes.len());
                let shape = |t: &mts_lang::ir::Tree| -> Vec<usize> {
                    t.preorder(t.root).iter().map(|id| t.children(*id).len()).collect()
                };
                prop_assert_eq!(shape(&tree), shape(&other), "{}", mutant.summary);
            }
        }
    }

    #[test]
    fn mutant_ids_are_unique_and_do_not_change_with_unrelated_code(text in source()) {
        for profile in [OperatorProfile::Default, OperatorProfile::MuJava] {
            let ids = |text: &str| -> BTreeMap<String, String> {
                let (_, mutants) = of_file(text, Operator::ALL, profile);
                let count = mutants.len();
                let ids: BTreeMap<String, String> = mutants.into_iter().map(|m| (m.id, m.summary)).collect();
                assert_eq!(ids.len(), count);
                ids
            };
            let before = ids(&text);
            // Changes in another function, in comments or in layout keep all ids.
            let elsewhere = text.replace("return 1;", "int z = 5; return z * 2;").replace(";\n", "; // note\n\n   ");
            let same = ids(&elsewhere);
            prop_assert!(before.keys().eq(same.keys()));
            // An unrelated new statement keeps all old ids.
            let more = text.replacen("d, int[] xs) {", "d, int[] xs) { String unrelated = \"u\" + \"v\";", 1);
            let after = ids(&more);
            prop_assert!(before.keys().all(|id| after.contains_key(id)));
        }
    }
}

#[test]
fn every_operator_has_one_rule_in_the_order_of_the_table() {
    let operators: Vec<Operator> = rules().into_iter().map(|rule| rule.operator).collect();
    assert_eq!(operators, Operator::ALL);
    assert_eq!(MutationOptions::default().operators, Operator::ALL);
}

#[test]
fn the_example_of_every_operator_is_one_of_its_mutants() {
    const VARIABLES: &str = "int a, int b, int i, int n, int sum, int count, boolean p, boolean q, boolean done";
    for operator in Operator::ALL {
        let OperatorDefinition::Method { before, after, .. } = operator.definition() else {
            panic!("{operator} is no operator of methods");
        };
        let statement = |code: &str| if code.ends_with(';') { code.to_owned() } else { format!("Object o = {code};") };
        let result = if before.starts_with("return") { "int" } else { "void" };
        let mutants = plain(&format!("{result} f({VARIABLES}) {{ {} }}", statement(before)), *operator);
        assert!(mutants.contains(&statement(after)), "{operator}: {before} gives {mutants:?}");
    }
}

#[test]
fn mujava_does_not_mutate_main() {
    let text = "class A { public static void main(String[] args) { int a = 1; a++; } }";
    assert!(of_file(text, Operator::ALL, OperatorProfile::MuJava).1.is_empty());
    assert!(!of_file(text, Operator::ALL, OperatorProfile::Default).1.is_empty());
}

#[test]
fn a_mutant_has_its_line_and_a_summary_of_its_change() {
    let text = "class A {\n boolean f(int i, int n) {\n  return i < n;\n }\n}";
    let (_, mutants) = of_file(text, &[Operator::ROR], OperatorProfile::Default);
    assert_eq!((mutants[0].line, mutants[0].summary.as_str()), (3, "i < n => i > n"));
    assert!(mutants[0].id.starts_with("MTS-") && mutants[0].id.len() == 16);
    let (_, mutants) = of_file(text, &[Operator::AOIU], OperatorProfile::Default);
    assert_eq!(mutants[0].summary, "i < n => -i < n");
}
