//! Reads AVATAR (Ahmad et al. 2023) and the data sets that AVATAR includes.
//!
//! One form has files of lines. `NAME.java-python.java` has one function or program in each line.
//! The same line of `NAME.java-python.python` has its port, and the same line of
//! `NAME.java-python.id`, if this file exists, has its name.
//!
//! The other form is `NAME.jsonl` with `id` and lists of solutions in `java` and `python`. The
//! first solutions of both lists are the pair, as in AVATAR.
//!
//! Each line contains tokens, which `detokenize` turns into source. The data sets have no calls of the functions, so
//! the tool generates the inputs of the functions. The tests of programs are in `SOURCE_id2tests.jsonl`;
//! `avatar_suites` reads them.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::layouts::avatar_suites::Tests;
use crate::bench::corpora::layouts::paired_texts;
use crate::bench::corpora::layouts::paired_texts::{Loaded, PairSources};
use crate::bench::corpora::layouts::{detokenize, programs};
use crate::bench::corpora::lines_file::json_fault;
use mts_model::Language;
use mts_model::error::{Error, Result};
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The end of the names of files with Java lines.
const LINES: &str = ".java-python.java";

/// Reports whether the files have this layout.
pub(crate) fn is_one(files: &[PathBuf]) -> bool {
    files.iter().any(|file| is_lines(file)) || files.iter().any(|file| is_solutions(file))
}

fn is_lines(file: &Path) -> bool {
    file.to_string_lossy().ends_with(LINES)
}

/// Reports whether a file starts with a problem that has solutions in both languages.
fn is_solutions(file: &Path) -> bool {
    use std::io::{BufRead, BufReader, Read};
    let is_named = file.extension().is_some_and(|end| end == "jsonl");
    let first = |file| BufReader::new(Read::take(file, 1 << 22)).lines().next()?.ok();
    let line = is_named.then(|| std::fs::File::open(file).ok()).flatten().and_then(first);
    line.is_some_and(|line| serde_json::from_str::<Problem>(&line).is_ok())
}

/// A line of `NAME.jsonl`. A solution is a text of tokens, or an object with the tokens in `code`.
#[derive(Deserialize)]
struct Problem {
    id: String,
    java: Vec<Json>,
    python: Vec<Json>,
}

fn first(solutions: &[Json]) -> Option<&str> {
    solutions.first().and_then(|solution| solution.as_str().or_else(|| solution.get("code")?.as_str()))
}

/// Loads all pairs from these files of a folder.
///
/// # Errors
/// Returns an error with exit code 3 if a file cannot be read, and with exit code 2 if a file of
/// tests is invalid.
pub(crate) fn load(folder: &Path, files: &[PathBuf]) -> Result<Loaded> {
    let tests = Tests::from_folder(folder)?;
    let mut loaded = Loaded { rows: Vec::new(), skipped: tests.skipped.clone() };
    for file in files.iter().filter(|file| is_lines(file)) {
        load_lines(file, &tests, &mut loaded)?;
    }
    // AVATAR makes the files of lines from these files, so skip them if there are files of lines.
    if !files.iter().any(|file| is_lines(file)) {
        for file in files.iter().filter(|file| is_solutions(file)) {
            load_solutions(file, &tests, &mut loaded)?;
        }
    }
    Ok(loaded)
}

fn load_lines(file: &Path, tests: &Tests, loaded: &mut Loaded) -> Result<()> {
    let path = file.to_string_lossy();
    let stem = path.strip_suffix(".java").unwrap_or(&path);
    let name = path.strip_suffix(LINES).and_then(|stem| stem.rsplit('/').next()).unwrap_or(&path);
    let beside = |end: &str| PathBuf::from(format!("{stem}{end}"));
    if !beside(".python").is_file() {
        let why = format!("there is no file {name}.java-python.python with the ports");
        loaded.skipped.push((name.to_owned(), why));
        return Ok(());
    }
    let ids = if beside(".id").is_file() { paired_texts::text(&beside(".id"))? } else { String::new() };
    let (java, python) = (paired_texts::text(file)?, paired_texts::text(&beside(".python"))?);
    if java.lines().count() != python.lines().count() {
        loaded
            .skipped
            .push((name.to_owned(), "the .java and the .python file have different numbers of lines".to_owned()));
        return Ok(());
    }
    let mut ids = ids.lines();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (number, (java, python)) in (1..).zip(java.lines().zip(python.lines())) {
        let line = ids.next().unwrap_or_default().trim();
        let own = line.trim_matches('_');
        let id = if own.is_empty() { format!("{name}-{number}") } else { format!("{name}-{own}") };
        // One web page may have several functions, so an id may occur several times.
        let nth = seen.entry(id.clone()).or_default();
        *nth += 1;
        let id = if *nth > 1 { format!("{id}-{nth}") } else { id };
        add(id, line, (java, python), tests, loaded);
    }
    Ok(())
}

fn load_solutions(file: &Path, tests: &Tests, loaded: &mut Loaded) -> Result<()> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for (number, line) in (1..).zip(paired_texts::text(file)?.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let problem: Problem = serde_json::from_str(line).map_err(|error| {
            Error::usage(format!("the line is not a problem in the format of AVATAR: {}", json_fault(&error)))
                .at(format!("{}:{number}", file.display()))
        })?;
        let id = format!("{name}-{}", problem.id);
        match (first(&problem.java), first(&problem.python)) {
            (Some(java), Some(python)) => add(id, &problem.id, (java, python), tests, loaded),
            _ => loaded.skipped.push((id, "the problem has no Java solution or no Python solution".to_owned())),
        }
    }
    Ok(())
}

/// Adds a pair of programs, or a pair of functions if there are no tests.
fn add(id: String, own: &str, (java, python): (&str, &str), tests: &Tests, loaded: &mut Loaded) {
    let row = if tests.is_empty() {
        functions(&id, java, python)
    } else {
        let (java, python) = (detokenize::java(java), detokenize::python(python));
        let tests = tests.by_id(own).ok_or_else(|| "the program has no tests".to_owned());
        tests.and_then(|tests| {
            programs::row(programs::ProgramSources { id: id.clone(), java, python, tests: tests.to_vec() })
        })
    };
    match row {
        Ok(row) => loaded.rows.push(row),
        Err(why) => loaded.skipped.push((id, why)),
    }
}

fn functions(id: &str, java: &str, python: &str) -> std::result::Result<CorpusRow, String> {
    let body = detokenize::java(java);
    let is_static = body.split_whitespace().any(|word| word == "static");
    let body = if is_static { body } else { format!("static {body}") };
    let java = format!("import java.util.*;\nimport java.util.stream.*;\nclass Corpus {{\n{body}\n}}\n");
    let python = format!("import math\nimport sys\n{}", detokenize::python(python));
    let named = |path: &str, text: &str, language| -> std::result::Result<String, String> {
        let file = paired_texts::parse(path, text, language)?;
        let first = file.functions.first().map(|function| function.name.clone());
        first.ok_or_else(|| format!("there is no function in {path}"))
    };
    let method = named("the Java line", &java, Language::Java)?;
    let function = named("the Python line", &python, Language::Python)?;
    let (method, function) = (method.as_str(), function.as_str());
    paired_texts::row(PairSources {
        id: id.to_owned(),
        java: java.clone(),
        python: python.clone(),
        method,
        function,
        inputs: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("in one")).expect("made");
            std::fs::write(path, text).expect("written");
        }
    }

    #[test]
    fn token_lines_are_restored_to_functions_with_layout_and_strings() {
        let folder = tempfile::tempdir().expect("a folder");
        let java = "static int twice ( int n ) { if ( n < 0 ) { return 0 ; } System . out . println ( \" a ▁ b \" ) ; return 2 * n ; }\n\
                    int broken ( int\n";
        let python = "def twice ( n ) : NEW_LINE INDENT if n < 0 : NEW_LINE INDENT return 0 NEW_LINE DEDENT print ( \" a ▁ b \" ) NEW_LINE \
                      return 2 * n NEW_LINE DEDENT\ndef broken ( n ) : NEW_LINE INDENT return n NEW_LINE DEDENT\n";
        write(
            folder.path(),
            &[
                ("test.java-python.java", java),
                ("test.java-python.python", python),
                ("test.java-python.id", "TWICE\nBROKEN\n"),
            ],
        );
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        assert_eq!(loaded.rows.len(), 1, "{:?}", loaded.skipped);
        assert_eq!(loaded.skipped[0].0, "test-BROKEN");
        let row = &loaded.rows[0];
        assert_eq!((row.id.as_str(), row.java_method.as_str(), row.inputs.len()), ("test-TWICE", "twice", 0));
        assert!(row.java.contains("println ( \"a b\" )"), "{}", row.java);
        let expected =
            "def twice ( n ) :\n    if n < 0 :\n        return 0\n    print ( \"a b\" )\n    return 2 * n\n\n";
        assert!(row.python.ends_with(expected), "{}", row.python);
    }

    const JAVA: &str = "import java . util . Scanner ; public class Main { public static void main ( String args [ ] ) { int n = \
                        new Scanner ( System . in ) . nextInt ( ) ; System . out . println ( n * 2 ) ; } }";
    const PYTHON: &str = "n = int ( input ( ) ) NEW_LINE print ( n * 2 ) NEW_LINE";
    const MAP: &str = r#"{"avatar_id": "atcoder_ABC001_A", "inputs": ["ABC001/A/in/01.txt", "ABC001/A/in/02.txt"], "outputs": ["ABC001/A/out/01.txt", "ABC001/A/out/02.txt"]}"#;

    #[test]
    fn programs_have_the_tests_that_the_map_of_their_source_names() {
        let root = tempfile::tempdir().expect("a folder");
        let two = |line: &str| format!("{line}\n{line}\n");
        write(
            root.path(),
            &[
                ("data/test.java-python.java", &two(JAVA)),
                ("data/test.java-python.python", &two(PYTHON)),
                ("data/test.java-python.id", "atcoder_ABC001_A\natcoder_ABC009_Z\n"),
                ("test_cases/atcoder_id2tests_filtered.jsonl", MAP),
                ("test_cases/atcoder_test_cases/ABC001/A/in/01.txt", "3\n"),
                ("test_cases/atcoder_test_cases/ABC001/A/out/01.txt", "6\n"),
                // AVATAR skips a test with an empty file.
                ("test_cases/atcoder_test_cases/ABC001/A/in/02.txt", ""),
                ("test_cases/atcoder_test_cases/ABC001/A/out/02.txt", "0\n"),
            ],
        );
        let loaded = crate::bench::corpora::layouts::load(&root.path().join("data")).expect("loads");
        assert_eq!(
            loaded.skipped,
            [("test-atcoder_ABC009_Z".to_owned(), "the program has no tests".to_owned())],
            "the other is there"
        );
        let row = &loaded.rows[0];
        assert_eq!((row.id.as_str(), row.java_class.as_str()), ("test-atcoder_ABC001_A", "Main"));
        assert_eq!((row.tests.len(), row.tests[0].name.as_str()), (1, "ABC001/A/01"));
        assert_eq!((row.tests[0].stdin.as_str(), row.tests[0].stdout.as_deref()), ("3\n", Some("6\n")));
        assert_eq!(row.python, "n = int ( input ( ) )\nprint ( n * 2 )\n\n");
    }

    #[test]
    fn the_first_solutions_of_both_lists_are_the_pair() {
        let root = tempfile::tempdir().expect("a folder");
        let line = serde_json::json!({"id": "atcoder_ABC001_A", "java": [JAVA, "x"], "python": [{"code": PYTHON}]});
        write(
            root.path(),
            &[
                ("test.jsonl", &format!("{line}\n")),
                ("atcoder_id2tests.jsonl", MAP),
                ("ABC001/A/in/01.txt", "3\n"),
                ("ABC001/A/out/01.txt", "6\n"),
            ],
        );
        let loaded = crate::bench::corpora::layouts::load(root.path()).expect("loads");
        assert_eq!(loaded.rows.len(), 1, "{:?}", loaded.skipped);
        assert_eq!((loaded.rows[0].id.as_str(), loaded.rows[0].tests.len()), ("test-atcoder_ABC001_A", 1));
        let why = "the input file or the output file of the test does not exist";
        let missing = ("atcoder_ABC001_A, test ABC001/A/02".to_owned(), why.to_owned());
        assert_eq!(loaded.skipped, [missing]);
    }
}
