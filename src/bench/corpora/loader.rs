//! Reads a corpus of Java-Python pairs: JSON lines, plain or gzipped, one pair a line.
//!
//! The loader converts the values to the Java types, so that every row can run.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::layouts::programs;
use crate::bench::corpora::lines_file::{json_fault, open};
use crate::report::format::count;
use mts_generate::inputs::coerce;
use mts_generate::inputs::program_cases::ProgramTest;
use mts_model::JavaType;
use mts_model::error::{Error, Result};
use serde::Deserialize;
use serde_json::Value as Json;
use std::io::BufRead;
use std::path::Path;

/// The advice for a row that the loader cannot read.
const KEYS: &str = "the page `Inputs and suite files` of the manual lists the keys of a row";

/// A line with a pair of functions. The reader ignores other keys.
#[derive(Deserialize)]
struct FunctionLine {
    id: String,
    java: String,
    java_class: String,
    java_method: String,
    java_return: String,
    java_params: Vec<String>,
    python: String,
    #[serde(default)]
    python_function: Option<String>,
    inputs: Vec<Vec<Json>>,
    #[serde(default = "yes")]
    ok_java: bool,
    #[serde(default = "yes")]
    ok_python: bool,
    #[serde(default)]
    agree: Option<bool>,
}

/// The key that only a line with a pair of programs has.
#[derive(Deserialize)]
struct LineKind {
    #[serde(default)]
    tests: Option<serde::de::IgnoredAny>,
}

/// A line with a pair of whole programs.
#[derive(Deserialize)]
struct ProgramLine {
    id: String,
    java: String,
    python: String,
    tests: Vec<TestLine>,
}

/// A test of a program.
#[derive(Deserialize)]
struct TestLine {
    #[serde(default)]
    name: Option<String>,
    stdin: String,
    #[serde(default)]
    stdout: Option<String>,
}

fn yes() -> bool {
    true
}

/// The rows, and the skipped rows by name and reason.
pub type LoadedRows = (Vec<CorpusRow>, Vec<(String, String)>);

/// Loads the rows of a corpus, and lists the rows that the loader skips.
///
/// The corpus is a file of JSON lines or a folder. The loader skips rows only in a folder.
///
/// The first bytes of a file decide whether the file is gzipped. A folder must have a known layout.
///
/// # Errors
/// Returns an error with exit code 3 if the corpus cannot be opened or read, and with exit code 2
/// if the folder has no known layout. Returns an error if [`read`] returns one.
pub fn load_all(path: &Path) -> Result<LoadedRows> {
    if path.is_dir() {
        let loaded = crate::bench::corpora::layouts::load(path)?;
        return Ok((loaded.rows, loaded.skipped));
    }
    Ok((load(path)?, Vec::new()))
}

/// Loads the rows of a corpus file or of a folder.
///
/// # Errors
/// Returns an error if [`load_all`] returns one.
pub fn load(path: &Path) -> Result<Vec<CorpusRow>> {
    if path.is_dir() {
        return Ok(crate::bench::corpora::layouts::load(path)?.rows);
    }
    let lines =
        open(path, "the corpus", "give --corpus or MTS_CORPUS a file of JSON lines, plain or gzipped, or a folder")?;
    read(&path.display().to_string(), lines)
}

/// Reads JSON lines and skips empty lines. `place` names the source in messages.
///
/// # Errors
/// Returns an error with exit code 2 and the line number if a line is not JSON, lacks a key, has an
/// invalid type or value, or repeats an id, or if there is no row. Returns an error with exit code
/// 3 if a line cannot be read.
pub fn read(place: &str, lines: impl BufRead) -> Result<Vec<CorpusRow>> {
    let mut rows: Vec<CorpusRow> = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    for (i, line) in lines.lines().enumerate() {
        let at = format!("{place}:{}", i + 1);
        let line = line.map_err(|e| Error::environment(format!("cannot read the corpus: {e}")).at(at.as_str()))?;
        if line.trim().is_empty() {
            continue;
        }
        let row = row(&line).map_err(|what| Error::usage(what).at(at.as_str()).help(KEYS))?;
        if !ids.insert(row.id.clone()) {
            return Err(Error::usage(format!("the id {} occurs twice", row.id)).at(at));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(Error::usage("the corpus has no rows")
            .at(place)
            .help("give a file with one JSON object on each line"));
    }
    Ok(rows)
}

fn row(line: &str) -> Result<CorpusRow, String> {
    let digest = blake3::hash(line.as_bytes()).to_hex()[..32].to_owned();
    let fault = |e: serde_json::Error| format!("not a corpus row: {}", json_fault(&e));
    if serde_json::from_str::<LineKind>(line).map_err(fault)?.tests.is_some() {
        let ProgramLine { id, java, python, tests } = serde_json::from_str(line).map_err(fault)?;
        let test = |(nth, test): (usize, TestLine)| ProgramTest {
            name: test.name.unwrap_or_else(|| format!("{}", nth + 1)),
            stdin: test.stdin,
            stdout: test.stdout,
        };
        let tests = tests.into_iter().enumerate().map(test).collect();
        let place = format!("{id}: ");
        return programs::row(programs::ProgramSources { id, java, python, tests }).map_err(|why| place + &why);
    }
    let line: FunctionLine = serde_json::from_str(line).map_err(fault)?;
    let id = line.id;
    let parse = |key: &str, text: &str| {
        let known = JavaType::parse(text).filter(|ty| *ty != JavaType::Unknown);
        known.ok_or_else(|| format!("{id}: `{text}` in `{key}` is not a Java type"))
    };
    let java_params = line.java_params.iter().map(|text| parse("java_params", text)).collect::<Result<Vec<_>, _>>()?;
    let java_return = parse("java_return", &line.java_return)?;
    let mut inputs = Vec::with_capacity(line.inputs.len());
    for (i, tuple) in line.inputs.iter().enumerate() {
        if tuple.len() != java_params.len() {
            let (values, parameters) = (count(tuple.len(), "value"), count(java_params.len(), "parameter"));
            return Err(format!("{id}: inputs[{i}] has {values} for {parameters}"));
        }
        let fit = |(k, (json, ty)): (usize, (&Json, &JavaType))| {
            coerce::from_json(json, ty).map_err(|e| format!("{id}: inputs[{i}][{k}]: {e}"))
        };
        inputs.push(tuple.iter().zip(&java_params).enumerate().map(fit).collect::<Result<Vec<_>, _>>()?);
    }
    Ok(CorpusRow {
        java: line.java,
        java_class: line.java_class,
        python_function: line.python_function.unwrap_or_else(|| line.java_method.clone()),
        java_method: line.java_method,
        java_return,
        java_params,
        python: line.python,
        inputs,
        ok_java: line.ok_java,
        ok_python: line.ok_python,
        agree: line.agree,
        tests: Vec::new(),
        digest,
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::corpora::corpus_row::CorpusRow;

    use mts_model::Value;
    use mts_model::error::ExitCode;
    use serde_json::json;
    use std::fs::File;
    use std::io::Write;

    fn line(id: &str, params: &Json, inputs: &Json) -> String {
        json!({
            "id": id, "java": "class A { static double f(double[] a) { return a[0]; } }", "java_class": "A",
            "java_method": "f", "java_return": "double", "java_params": params,
            "python": "def f(a):\n    return a[0]\n", "inputs": inputs, "agree": true, "anything": {"else": 1},
        })
        .to_string()
    }

    fn read_text(text: &str) -> Result<Vec<CorpusRow>> {
        read("corpus.jsonl", text.as_bytes())
    }

    #[test]
    fn rows_are_read_and_values_fitted_to_the_java_types() {
        let text = format!("{}\n\n", line("A", &json!(["double[]"]), &json!([[[1, {"$float": "inf"}, 2.5]]])));
        let rows = read_text(&text).expect("reads");
        assert_eq!(rows[0].python_function, "f");
        assert_eq!(rows[0].agree, Some(true));
        assert!(rows[0].ok_java);
        let floats = vec![Value::Float(1.0), Value::Float(f64::INFINITY), Value::Float(2.5)];
        assert_eq!(rows[0].suite().inputs[0].args, [Value::List(floats)]);
        assert_eq!(rows[0].signature().params[0].to_string(), "double[]");
    }

    #[test]
    fn a_row_with_tests_is_a_pair_of_whole_programs() {
        let java = "public class A { public static void main(String[] args) { System.out.println(1); } }";
        let row = |java: &str, tests: &Json| {
            json!({"id": "A", "java": java, "python": "print(1)\n", "tests": tests, "more": 1}).to_string()
        };
        let tests = json!([{"stdin": "2\n", "stdout": "1\n"}, {"name": "big", "stdin": ""}]);
        let rows = read_text(&row(java, &tests)).expect("reads");
        assert!(rows[0].is_program());
        assert_eq!((rows[0].java_class.as_str(), rows[0].java_method.as_str()), ("A", "main"));
        let names: Vec<(&str, bool)> =
            rows[0].tests.iter().map(|test| (test.name.as_str(), test.stdout.is_some())).collect();
        assert_eq!(names, [("1", true), ("big", false)]);
        for (bad, word) in [
            (row(java, &json!([])), "A: the program has no tests"),
            (row(java, &json!([{"stdout": "1"}])), "missing field `stdin`"),
            (row("class A { }", &tests), "A: no class has a `static void main(String[])`"),
        ] {
            assert!(read_text(&bad).expect_err(word).message.contains(word));
        }
    }

    #[test]
    fn errors_name_the_line_and_the_row() {
        let good = line("A", &json!(["int"]), &json!([[1]]));
        for (bad, word) in [
            ("{".to_owned(), "not a corpus row"),
            ("{\"id\": \"B\"}".to_owned(), "missing field `java`"),
            (line("A", &json!(["int"]), &json!([[1]])), "twice"),
            (line("B", &json!(["int"]), &json!([["x"]])), "B: inputs[0][0]: expected int"),
            (line("B", &json!(["int"]), &json!([[1, 2]])), "2 values for 1 parameter"),
            (line("B", &json!(["int["]), &json!([])), "B: `int[` in `java_params` is not a Java type"),
        ] {
            let error = read_text(&format!("{good}\n{bad}\n")).expect_err(&bad);
            assert_eq!(error.code, ExitCode::Usage);
            assert_eq!(error.location, "corpus.jsonl:2");
            assert!(error.message.contains(word), "{error}");
        }
        assert!(read_text("\n").expect_err("empty").message.contains("no rows"));
    }

    #[test]
    fn gzipped_files_are_recognised_by_their_first_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = line("A", &json!(["int"]), &json!([[1]]));
        let (plain, gzipped) = (folder.path().join("plain"), folder.path().join("packed"));
        std::fs::write(&plain, &text).expect("writes");
        let file = File::create(&gzipped).expect("creates");
        let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).expect("packs");
        encoder.finish().expect("ends");
        assert_eq!(load(&plain).expect("plain"), load(&gzipped).expect("gzipped"));
        let error = load(&folder.path().join("none")).expect_err("no file");
        assert_eq!(error.code, ExitCode::Environment);
        assert!(error.help.contains("--corpus"), "{error}");
    }
}
