//! Reads a folder of pairs: `A.java` beside `A.py`, and the suite file `A.json` with the calls.
//!
//! Every static Java method forms a pair with the Python function of the same name, also in snake
//! case, and the same number of parameters. If a folder `A` has tests, or if the suite has `stdin`,
//! the two files are a pair of whole programs.

use crate::bench::corpora::layouts::paired_texts;
use crate::bench::corpora::layouts::paired_texts::{Loaded, PairSources};
use crate::bench::corpora::layouts::programs;
use mts_generate::inputs::program_cases::{self, ProgramTest};
use mts_generate::inputs::suite_file::{self, SuitePair};
use mts_lang::java;
use mts_model::error::{Error, Result};
use mts_model::{Function, Language};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Loads every Java file among the files.
pub(crate) fn load(files: &[PathBuf]) -> Result<Loaded> {
    let mut loaded = Loaded { rows: Vec::new(), skipped: Vec::new() };
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "java")) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let beside = file.with_extension("py");
        if !beside.is_file() {
            loaded.skipped.push((stem, "there is no Python file of this name".to_owned()));
            continue;
        }
        let (java, python, suite) =
            (paired_texts::text(file)?, paired_texts::text(&beside)?, file.with_extension("json"));
        match tests(&file.with_extension(""), &suite)? {
            Some(tests) => {
                let row = tests.and_then(|tests| {
                    programs::row(programs::ProgramSources { id: stem.clone(), java, python, tests })
                });
                match row {
                    Ok(row) => loaded.rows.push(row),
                    Err(why) => loaded.skipped.push((stem, why)),
                }
            }
            None => pairs(&stem, &java, &python, &calls(&suite)?, &mut loaded),
        }
    }
    Ok(loaded)
}

/// Returns the tests of a pair of whole programs, from its folder and its suite.
///
/// `None` for a pair of functions: the folder has no tests, and the suite has no `stdin`.
///
/// # Errors
/// Returns an error if the suite file cannot be read. Returns an inner error if the files in the
/// folder are not tests.
fn tests(folder: &Path, suite: &Path) -> Result<Option<std::result::Result<Vec<ProgramTest>, String>>> {
    let place = suite.display().to_string();
    let calls = if suite.is_file() { suite_file::read(&place, &paired_texts::text(suite)?)? } else { Vec::new() };
    let is_program = |calls: &SuitePair| calls.inputs.iter().any(|call| call.stdin.is_some());
    let found = program_cases::below(folder);
    // The folder may hold other files of the pair.
    if found.as_ref().is_ok_and(Vec::is_empty) && !calls.iter().any(is_program) {
        return Ok(None);
    }
    let name = suite.file_name().unwrap_or_default().to_string_lossy();
    let mut own = Vec::new();
    for calls in calls.iter().filter(|calls| is_program(calls)) {
        own.extend(calls.tests(&name)?);
    }
    Ok(Some(found.map(|found| [found, own].concat())))
}

/// Reads the calls of a suite file by their selectors. Without a file, there are no calls.
fn calls(path: &Path) -> Result<Vec<(String, Vec<Vec<Json>>)>> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let read = suite_file::read(&path.display().to_string(), &paired_texts::text(path)?)?;
    let calls = read.into_iter().map(|calls| {
        if calls.inputs.iter().any(|call| call.receiver.is_some()) {
            let what = format!(
                "a call of {} has a receiver, but cargo mts tests only the static methods of this corpus",
                calls.pair
            );
            return Err(Error::usage(what).at(path.display().to_string()).help("remove `receiver` from the call"));
        }
        Ok((calls.pair, calls.inputs.into_iter().map(|call| call.args).collect()))
    });
    calls.collect()
}

/// Reports whether a selector names this method, with or without its class. The function ignores
/// parameters.
fn names(selector: &str, method: &Function) -> bool {
    let own = selector.rsplit('#').next().unwrap_or(selector);
    let own = own.split('(').next().unwrap_or(own);
    own == method.name || own == method.qualified()
}

fn pairs(stem: &str, java: &str, python: &str, calls: &[(String, Vec<Vec<Json>>)], loaded: &mut Loaded) {
    let parsed = paired_texts::parse(stem, java, Language::Java)
        .and_then(|java| Ok((java, paired_texts::parse(stem, python, Language::Python)?)));
    let (source, target) = match parsed {
        Ok(both) => both,
        Err(why) => return loaded.skipped.push((stem.to_owned(), why)),
    };
    let methods = source.functions.iter().filter(|method| method.has_body() && java::facts(&source, method).is_static);
    let methods: Vec<(&Function, &Function)> = methods
        .filter_map(|method| {
            let arity = method.params.len();
            let found = target.functions.iter().filter(|f| f.parent.is_none() && f.params.len() == arity);
            Some((method, found.into_iter().find(|function| folded(&function.name) == folded(&method.name))?))
        })
        .collect();
    if methods.is_empty() {
        let why = "no static Java method has a Python function with the same name and number of parameters";
        return loaded.skipped.push((stem.to_owned(), why.to_owned()));
    }
    for (method, function) in &methods {
        let id = if methods.len() == 1 { stem.to_owned() } else { format!("{stem}.{}", method.name) };
        if methods.iter().filter(|(other, _)| other.name == method.name).count() > 1 {
            loaded.skipped.push((id, "the Java file has several static methods of this name".to_owned()));
            continue;
        }
        let own = calls.iter().filter(|(selector, _)| names(selector, method)).flat_map(|(_, calls)| calls.clone());
        let (java, python, inputs) = (java.to_owned(), python.to_owned(), own.collect());
        let found =
            PairSources { id: id.clone(), java, python, method: &method.name, function: &function.name, inputs };
        match paired_texts::row(found) {
            Ok(row) => loaded.rows.push(row),
            Err(why) => loaded.skipped.push((id, why)),
        }
    }
}

/// Removes the differences of Java and Python spelling: `parseURL` and `parse_url` become equal.
fn folded(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

#[cfg(test)]
mod tests {

    use mts_model::Value;

    #[test]
    fn files_with_a_folder_or_a_suite_of_tests_are_whole_programs() {
        let folder = tempfile::tempdir().expect("a folder");
        let java = |name: &str| {
            format!(
                "public class {name} {{\n  public static void main(String[] a) {{ f(1); }}\n  static int f(int a) {{ return a; }}\n}}\n"
            )
        };
        let suite = r#"{"version": 1, "pair": "Two.main", "inputs": [{"stdin": "x", "stdout": "y"}]}"#;
        std::fs::create_dir(folder.path().join("One")).expect("made");
        for (name, text) in [
            ("One.java", java("One").as_str()),
            ("One.py", "print(1)\n"),
            ("One/1.in", "a"),
            ("Two.java", &java("Two")),
            ("Two.py", "print(1)\n"),
            ("Two.json", suite),
        ] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        let tests: Vec<(&str, &str, &str)> = loaded
            .rows
            .iter()
            .map(|row| (row.id.as_str(), row.tests[0].name.as_str(), row.tests[0].stdin.as_str()))
            .collect();
        assert_eq!(tests, [("One", "1", "a"), ("Two", "Two.json[0]", "x")]);
    }

    #[test]
    fn files_next_to_a_folder_without_tests_are_functions_and_no_programs() {
        let folder = tempfile::tempdir().expect("a folder");
        let java = "public class Bill {\n  public static void main(String[] a) { }\n  static int half(int a) { return a / 2; }\n}\n";
        std::fs::create_dir(folder.path().join("Bill")).expect("made");
        let python = "def half(a):\n    return a // 2\n";
        for (name, text) in [("Bill.java", java), ("Bill.py", python), ("Bill/notes.md", "of the pair")] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        let found: Vec<(&str, usize)> =
            loaded.rows.iter().map(|row| (row.python_function.as_str(), row.tests.len())).collect();
        assert_eq!((found, loaded.skipped), (vec![("half", 0)], vec![]));
        // With one test, the pair is a program again.
        std::fs::write(folder.path().join("Bill/1.in"), "a").expect("written");
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        assert_eq!(loaded.rows.iter().map(|row| row.tests.len()).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn files_of_one_name_are_pairs_with_the_calls_of_their_suite() {
        let folder = tempfile::tempdir().expect("a folder");
        let java = "public class Bill {\n  static int addTip(int a) { return a + 1; }\n  static int half(int a) { return a / 2; }\n  \
                    int own() { return 1; }\n}\n";
        let suite = r#"[{"version": 1, "pair": "Bill.half", "inputs": [{"args": [-3]}, {"args": [4]}]}]"#;
        for (name, text) in [
            ("Bill.java", java),
            ("Bill.py", "def add_tip(a):\n    return a + 1\n\n\ndef half(a):\n    return a // 2\n"),
            ("Bill.json", suite),
            ("Lone.java", "class Lone { static int f() { return 1; } }"),
        ] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        let ids: Vec<&str> = loaded.rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["Bill.addTip", "Bill.half"]);
        assert_eq!(loaded.rows[0].python_function, "add_tip");
        assert_eq!((loaded.rows[0].inputs.len(), &loaded.rows[1].inputs[0]), (0, &vec![Value::Int(-3)]));
        assert_eq!(loaded.skipped, [("Lone".to_owned(), "there is no Python file of this name".to_owned())]);
    }
}
