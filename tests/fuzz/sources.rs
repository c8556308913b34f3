//! Fuzzes source text of both languages: functions, mutants, counterparts and translations of any
//! file.

use crate::{files, text};
use mts_fuzz::FuzzTarget;
use mts_generate::mutation::{MutationOptions, mutants};
use mts_generate::pairing::{PairingConfig, pair};
use mts_lang::SourceFile;
use mts_model::{Function, Language, span};
use mts_translate::mirror::{LazyAlignment, Mirror};
use mts_translate::transpiler::{Mode, TranslationStyle, translate};
use mts_translate::{PairSource, Translation, Translator};
use std::sync::Arc;

const JAVA: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[]",
    "<",
    ">",
    ";",
    "+",
    " + 1",
    "-",
    "! ",
    "~",
    "? 1 : 0",
    "class C { ",
    "int f(int x) { ",
    "return ",
    "if (x) ",
    "else ",
    "for (;;) ",
    "switch (x) { case 1 -> ",
    "try { ",
    "} catch (E e) { ",
    "x -> ",
    "::new",
    "\"\"\"",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "@A(",
    "\\u0022",
    "0x1p-3",
    "1_000L",
    "'\\uD800'",
    "record R(int a) { ",
    "sealed ",
    "yield ",
    "List<List<",
    "new int[",
    "// mts: ",
    "// mts:ignore AORB\n",
];

const PYTHON: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    "\n",
    "\n    ",
    "\t",
    "def f(x):\n    ",
    "class C:\n    ",
    "return ",
    "if x: ",
    "else: ",
    "elif x:\n",
    "for i in x:\n",
    "while x:\n",
    "try:\n",
    "except E as e:\n",
    "lambda x: ",
    "yield ",
    "await ",
    "async ",
    "match x:\n    case ",
    "f\"{",
    "}\"",
    "\"\"\"",
    "'''",
    "\\\n",
    "#",
    "# mts: ",
    ":=",
    "**",
    "*",
    "not ",
    "1_0j",
    "@",
    "-> ",
    "import a\n",
    "from . import b\n",
    "global x\n",
    "    ",
];

#[test]
fn every_java_file_is_parsed_mutated_and_translated_or_refused() {
    let seeds = files(&[
        "examples/ledger/before/java/acme/ledger/Account.java",
        "tests/trees/ports/nested/java/acme/Paths.java",
    ]);
    let target = FuzzTarget { name: "java", seeds, tokens: JAVA };
    let style = TranslationStyle { mode: Mode::default(), keeps_names: false };
    target.run(|bytes| {
        let Some(text) = text(bytes) else { return false };
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("a grammar");
        for function in &file.functions {
            let Some(tree) = file.lower(function) else { continue };
            for mutant in mutants(&file, function, &tree, "key", &MutationOptions::default()) {
                let edited = span::apply(&file.text, &mutant.edits).expect("edits that fit the text");
                assert_ne!(edited, file.text, "{} changes nothing", mutant.summary);
            }
        }
        drop(translate(&file, None, style));
        true
    });
}

#[test]
fn every_python_file_is_parsed_and_paired_and_takes_counterparts() {
    let java =
        SourceFile::parse("Account.java", read("examples/ledger/before/java/acme/ledger/Account.java"), Language::Java);
    let java = Arc::new(java.expect("a grammar"));
    let seeds =
        files(&["examples/ledger/before/python/ledger/account.py", "tests/trees/ports/objects/python/acme/meter.py"]);
    let target = FuzzTarget { name: "python", seeds, tokens: PYTHON };
    target.run(|bytes| {
        let Some(text) = text(bytes) else { return false };
        let python = SourceFile::parse("account.py", text.to_owned(), Language::Python).expect("a grammar");
        let python = Arc::new(python);
        let sides = [&java, &python].map(|file| file.functions.iter().collect::<Vec<_>>());
        let source =
            |function: &Function| [&java, &python].into_iter().find(|file| file.path == function.file).cloned();
        let found = pair(&sides[0], &sides[1], &PairingConfig::default(), &source);
        for pair in &found.pairs {
            let trees = (java.lower(&pair.java), python.lower(&pair.python));
            let (Some(java_tree), Some(python_tree)) = (&trees.0, &trees.1) else { continue };
            let alignment = &LazyAlignment::default();
            let source = PairSource { pair, java: &java, java_tree, python: &python, python_tree, alignment };
            let all = mutants(&java, &pair.java, java_tree, "key", &MutationOptions::default());
            for translation in Mirror.translate_all(&source, &all).expect("translations") {
                if let Translation::Edits { edits, .. } = translation {
                    span::apply(&python.text, &edits).expect("edits that fit the text");
                }
            }
        }
        true
    });
}

fn read(path: &str) -> String {
    String::from_utf8(files(&[path]).remove(0)).expect("a text")
}
