//! Tests laws of the measures on generated programs. The score of a text against itself is the
//! maximum, no score leaves its range, and a symmetric measure gives the same score in both
//! directions.

use super::*;
use proptest::prelude::*;

/// Generates a small function; some of the texts are not valid Python.
fn program() -> impl Strategy<Value = String> {
    let expression =
        prop::sample::select(vec!["a", "b", "a + 1", "len(a)", "a[b]", "not a", "-b", "'x'", "f'{a}'", "(a"]);
    let statement = (0..8_usize, expression).prop_map(|(kind, value)| match kind {
        0 => format!("a = {value}"),
        1 => format!("b += {value}"),
        2 => format!("if {value}:\n        b = a\n    else:\n        a = b"),
        3 => format!("for a in {value}:\n        b = a"),
        4 => format!("while {value}:\n        a -= 1"),
        5 => format!("return {value}"),
        6 => "b = [x for x in a if x]".to_owned(),
        _ => format!("print({value})"),
    });
    prop::collection::vec(statement, 0..5).prop_map(|body| {
        let lines: String = body.iter().map(|line| format!("    {line}\n")).collect();
        format!("def f(a, b=1):\n    pass\n{lines}")
    })
}

fn scores(of: &Similarity) -> Vec<f64> {
    let sure = [of.bleu, of.syntax_match, of.sts, of.ruby.score];
    let others = [of.dataflow_match, of.codebleu, of.trs, of.grs, of.grs_exas];
    sure.into_iter().chain(others.into_iter().flatten()).collect()
}

fn compare(a: &str, b: &str) -> Similarity {
    similarity(a, b, &Choice::default()).expect("scores")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_score_of_a_text_with_itself_is_1(text in program()) {
        for score in scores(&compare(&text, &text)) {
            prop_assert!((score - 1.0).abs() < 1e-12, "{score} of {text}");
        }
    }

    #[test]
    fn scores_are_between_0_and_1_and_edit_distances_are_symmetric(a in program(), b in program()) {
        let (there, back) = (compare(&a, &b), compare(&b, &a));
        for score in scores(&there) {
            prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{score} of {a} and {b}");
        }
        prop_assert_eq!((there.sts, there.trs), (back.sts, back.trs));
        if let (Some(there), Some(back)) = (there.grs, back.grs) {
            prop_assert_eq!(there, back);
        }
        if let (Some(there), Some(back)) = (there.grs_exas, back.grs_exas) {
            prop_assert_eq!(there, back);
        }
    }

    #[test]
    fn the_scores_of_any_text_are_between_0_and_1(a in "\\PC{0,40}", b in "[ \\n\\t():'\"\\\\a=#]{0,40}") {
        for score in scores(&compare(&a, &b)).into_iter().chain(scores(&compare(&b, &a))) {
            prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{score} of {a:?} and {b:?}");
        }
    }
}

#[test]
fn too_many_or_too_deep_levels_give_a_reason_in_place_of_a_score() {
    let mut loops = String::from("def f(a):\n");
    for depth in 1..=40 {
        loops.push_str(&format!("{}while a:\n", " ".repeat(depth)));
    }
    loops.push_str(&format!("{}a = a\n", " ".repeat(41)));
    let seen = compare(&loops, &loops);
    assert_eq!(seen.codebleu, None);
    assert!(seen.missing["codebleu"].contains("is too complex: it has too many nested loops"), "{:?}", seen.missing);

    let deep = format!("x = {}1{}\n", "(".repeat(5_000), ")".repeat(5_000));
    let seen = compare(&deep, &deep);
    assert!(seen.missing["dataflow_match"].contains("nested deeper"), "{:?}", seen.missing);
    assert_eq!(seen.trs, Some(1.0));
}
