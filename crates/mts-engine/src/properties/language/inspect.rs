//! Answers the questions about one function that need no run.
//!
//! Most answers count nodes of the syntax tree (Eniser et al. 2024, section 3; Table 1).

use crate::properties::language::question::{PropertyAnswer, PropertyFunction};
use mts_generate::metamorphic::ParsedFunction;
use mts_lang::ir::{Form, Kind};
use mts_lang::{java, python};
use mts_model::Language;
use std::sync::Arc;

/// Returns the value of a property function. `None` if the value needs a run or two functions.
///
/// `word` is the name that the property function `calls` looks for.
pub(crate) fn inspect(function: PropertyFunction, word: &str, side: ParsedFunction<'_>) -> Option<PropertyAnswer> {
    Some(match function {
        PropertyFunction::Arity => PropertyAnswer::Count(side.function.params.len()),
        PropertyFunction::Conditionals => PropertyAnswer::Count(count(side, is_conditional)),
        PropertyFunction::Loops => PropertyAnswer::Count(count(side, |kind, _| kind.is_loop())),
        PropertyFunction::LoopsAll => {
            PropertyAnswer::Count(count(side, |kind, _| kind.is_loop() || is_hidden_loop(kind)))
        }
        PropertyFunction::Statements => PropertyAnswer::Count(count(side, |kind, _| is_counted_statement(kind))),
        PropertyFunction::Nodes => PropertyAnswer::Count(side.tree.preorder(side.tree.root).len()),
        PropertyFunction::Tokens => PropertyAnswer::Count(match side.file.language {
            Language::Java => java::tokens(side.file, side.function).len(),
            Language::Python => python::tokens(side.file, side.function).len(),
        }),
        PropertyFunction::Text => PropertyAnswer::Text(Arc::new(side.function.span.slice(&side.file.text).to_owned())),
        PropertyFunction::Calls => {
            PropertyAnswer::Truth(count(side, |kind, _| matches!(kind, Kind::Call { name, .. } if name == word)) > 0)
        }
        _ => return None,
    })
}

fn count(side: ParsedFunction<'_>, counts: impl Fn(&Kind, Form) -> bool) -> usize {
    let all = side.tree.preorder(side.tree.root);
    all.into_iter().map(|id| side.tree.node(id)).filter(|node| counts(&node.kind, node.form)).count()
}

/// Reports whether a node is a conditional.
///
/// A chain of `else if` is one conditional. A conditional expression counts in both languages,
/// unless it has an uncommon form such as `a and b or c`.
fn is_conditional(kind: &Kind, form: Form) -> bool {
    match kind {
        Kind::If => form != Form::ElseIf,
        Kind::Conditional => form != Form::Idiom,
        Kind::Switch | Kind::SwitchExpr | Kind::Opaque("match_statement") => true,
        _ => false,
    }
}

/// Reports whether a node is a comprehension, or a stream that replaces a loop.
fn is_hidden_loop(kind: &Kind) -> bool {
    match kind {
        Kind::Comprehension => true,
        Kind::Call { name, has_receiver: true } => {
            matches!(name.as_str(), "stream" | "chars" | "range" | "rangeClosed" | "forEach")
        }
        _ => false,
    }
}

/// Reports whether a node counts as a statement. Blocks and parts of statements do not count.
fn is_counted_statement(kind: &Kind) -> bool {
    kind.is_statement() && !matches!(kind, Kind::Block | Kind::Group | Kind::Case { .. } | Kind::Catch { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::TestPort;
    use mts_lang::SourceFile;
    use mts_translate::transpiler;

    fn count_all(text: &str, language: Language) -> [usize; 4] {
        let file = SourceFile::parse("A", text.to_owned(), language).expect("parses");
        let tree = file.lower(&file.functions[0]).expect("a tree");
        counts(ParsedFunction { file: &file, function: &file.functions[0], tree: &tree })
    }

    fn counts(side: ParsedFunction<'_>) -> [usize; 4] {
        use PropertyFunction::{Arity, Conditionals, Loops, LoopsAll};
        [Arity, Conditionals, Loops, LoopsAll].map(|function| match inspect(function, "", side) {
            Some(PropertyAnswer::Count(count)) => count,
            other => panic!("{function}: {other:?}"),
        })
    }

    #[test]
    fn the_golden_functions_have_the_documented_counts() {
        let golden: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../tests/fixtures/metrics.json")).expect("JSON");
        // The numbers come from CPython's own `ast`. A file that does not parse has no numbers.
        let expected = [
            ("g01-identical", Some([3, 2, 0, 0]), Some([3, 2, 0, 0])),
            ("g02-renamed", Some([1, 0, 1, 1]), Some([1, 0, 1, 1])),
            ("g03-one-operator", Some([1, 0, 1, 1]), Some([1, 0, 1, 1])),
            ("g04-for-while", Some([2, 1, 1, 1]), Some([2, 1, 1, 1])),
            ("g05-init", Some([1, 0, 1, 1]), Some([1, 0, 1, 1])),
            ("g06-reordered", Some([1, 0, 0, 0]), Some([1, 0, 0, 0])),
            ("g07-comprehension", Some([1, 1, 1, 1]), Some([1, 0, 0, 1])),
            ("g08-missing-branch", Some([1, 1, 0, 0]), Some([1, 1, 0, 0])),
            ("g09-syntax-error", Some([2, 0, 1, 1]), None),
            ("g10-undefined-name", Some([2, 0, 0, 0]), Some([2, 0, 0, 0])),
            ("g11-unrelated", Some([1, 0, 0, 0]), Some([2, 1, 1, 1])),
            ("g12-docstring-comment", Some([3, 1, 0, 0]), Some([3, 1, 0, 0])),
            ("g13-nested", Some([2, 1, 2, 2]), Some([2, 1, 2, 2])),
            ("g14-short", Some([0, 0, 0, 0]), Some([0, 0, 0, 0])),
        ];
        let cases = golden["cases"].as_array().expect("cases");
        assert_eq!(cases.len(), expected.len());
        for (case, (id, reference, candidate)) in cases.iter().zip(expected) {
            assert_eq!(case["id"], id);
            let counts_of = |side: &str| {
                let text = case[side].as_str().expect("a text").to_owned();
                let name = text.split(['(', ' ']).nth(1).expect("a name").to_owned();
                let port =
                    TestPort::from_translation(transpiler::TranslatedPort { text, qualname: name, on_instance: false })
                        .expect("a port");
                port.side().map(counts)
            };
            assert_eq!((counts_of("reference"), counts_of("candidate")), (reference, candidate), "{id}");
        }
    }

    #[test]
    fn constructs_of_both_languages_are_counted_in_the_same_way() {
        let java = "class A { static int f(int a, int[] b) { int s = 0; if (a > 0) { s = 1; } else if (a < 0) { s = 2; } \
                    else { s = a == 1 ? 3 : 4; } for (int x : b) { s += x; } do { s--; } while (s > 9); \
                    switch (a) { case 1: s++; break; default: s--; } return s; }}";
        assert_eq!(count_all(java, Language::Java), [2, 3, 2, 2]);
        let python = "def f(a, b):\n    if a > 0:\n        s = 1\n    elif a < 0:\n        s = 2\n    else:\n        \
                      s = 3 if a == 1 else 4\n    for x in b:\n        s += x\n    while s > 9:\n        s -= 1\n    \
                      match a:\n        case 1:\n            s += 1\n    return s\n";
        assert_eq!(count_all(python, Language::Python), [2, 3, 2, 2]);
    }
}
