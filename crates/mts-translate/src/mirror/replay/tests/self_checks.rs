//! Tests properties that hold for every port and every change.

use super::*;
use crate::mirror::LazyAlignment;
use crate::mirror::alignment::Alignment;
use crate::mirror::edits::edit_builder::EditBuilder;
use mts_generate::mutation::{self, MutationOptions};

/// Returns ports in several spellings.
fn cases() -> Vec<ReplayCase> {
    vec![
        sum(),
        ReplayCase::new(
            "int f(int n) { int k = 0; while (n != 0) { n /= 10; k++; } return k > 0 ? k : 1; }",
            "def f(n):\n    k = 0\n    while n:\n        n //= 10\n        k += 1\n    return k if k > 0 else 1\n",
        ),
        ReplayCase::new(
            "boolean f(String s, char c) { for (int i = 0; i < s.length(); i++) { if (s.charAt(i) == c) return true; } return false; }",
            "def f(s, c):\n    # the first one\n    for ch in s:\n        if ch == c:\n            return True\n    return False\n",
        ),
        ReplayCase::new(
            "void f(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; }",
            "def f(a, i, j):\n    a[i], a[j] = a[j], a[i]\n",
        ),
    ]
}

#[test]
fn without_edits_the_port_stays_the_same_byte_for_byte() {
    for case in cases() {
        let alignment = Alignment::new(&case.pair, &case.java_tree, &case.python_tree, &case.python);
        let plan = EditBuilder::new(&alignment.port, &case.python, &case.pair.python);
        let Ok(Translation::Edits { edits, desugaring, .. }) = plan.finish() else { panic!("an empty plan is valid") };
        assert_eq!(apply(&case.python.text, &edits).as_deref(), Some(case.python.text.as_str()));
        assert_eq!(apply(&case.python.text, &desugaring).as_deref(), Some(case.python.text.as_str()));
    }
}

#[test]
fn every_counterpart_differs_from_the_port_and_only_inside_of_the_function() {
    for case in cases() {
        let made = mutation::mutants(&case.java, &case.pair.java, &case.java_tree, "pair", &MutationOptions::default());
        let source = PairSource {
            pair: &case.pair,
            java: &case.java,
            java_tree: &case.java_tree,
            python: &case.python,
            python_tree: &case.python_tree,
            alignment: &LazyAlignment::default(),
        };
        let translations = Mirror.translate_all(&source, &made).expect("the mirror always answers");
        assert_eq!(translations, Mirror.translate_all(&source, &made).expect("the mirror always answers"));
        let mut mirrored = 0;
        for (mutant, translation) in made.iter().zip(&translations) {
            let Translation::Edits { edits, .. } = translation else { continue };
            mirrored += 1;
            assert!(edits.iter().all(|edit| case.pair.python.span.contains(edit.span)), "{}", mutant.summary);
            let after = apply(&case.python.text, edits).expect("the edits fit");
            assert_ne!(after, case.python.text, "{}", mutant.summary);
        }
        assert!(mirrored > 0, "{}", case.python.text);
    }
}
