//! Reads and writes the recorded translations of a translator: JSON lines, plain or gzipped.
//!
//! A line has one mutant with its translation, or the translation of a program's original Java
//! code. `recorded_mutants` matches the rows with the programs.

use crate::bench::corpora::lines_file;
use mts_model::error::{Error, Result};
use mts_model::{Mutant, Operator, Why};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::path::Path;

/// The advice for a row that the reader cannot use.
const KEYS: &str = "the page `Benchmarks` of the manual lists the keys of a recording";

/// One recorded mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedRow {
    /// The place of the row, `FILE:LINE`, for messages.
    pub at: String,
    /// The id of the program in the corpus.
    pub id: String,
    /// The name of the mutant within the program.
    pub mutant: String,
    /// The operator of the mutant.
    pub operator: Operator,
    /// The one-based line of the mutant in the Java text.
    pub line: u32,
    /// The change in one line, for people. The change can also identify a mutant that cargo mts
    /// generates.
    pub change: Option<String>,
    /// The whole Java class with the mutant. `None` means that cargo mts generates the mutant.
    pub java: Option<String>,
    /// The recorded answer of the translator.
    pub answer: RecordedAnswer,
    /// A hash of the line.
    pub digest: String,
}

/// A translation, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedAnswer {
    /// The text of the whole Python module.
    Python(String),
    /// The reason why the answer is not a translation.
    Missing(Why),
    /// The reason why the translator was not reachable.
    Unreachable(Why),
}

/// The translation of a program's original Java code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedOriginal {
    /// The place of the row, `FILE:LINE`, for messages.
    pub at: String,
    /// The recorded answer of the translator.
    pub answer: RecordedAnswer,
    /// A hash of the line.
    pub digest: String,
}

/// The recorded translations of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The mutants, in the order of the file.
    pub rows: Vec<RecordedRow>,
    /// The recorded translations of the original programs, by program id.
    pub originals: BTreeMap<String, RecordedOriginal>,
}

/// A line of a recording. The reader ignores other keys.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct RecordedLine {
    id: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    original: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mutant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    java: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    python: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreachable: Option<String>,
}

/// A parsed line.
enum Read {
    Mutant(RecordedRow),
    Original(String, RecordedOriginal),
}

/// Loads a recording, plain or gzipped.
///
/// # Errors
/// Returns an error with exit code 3 if the file cannot be opened or read, and an error if [`read`]
/// returns one.
pub fn load(path: &Path) -> Result<Recorded> {
    let lines = lines_file::open(
        path,
        "the recorded translations",
        "use --translator recorded:FILE with a file of JSON lines, plain or gzipped",
    )?;
    read(&path.display().to_string(), lines)
}

/// Reads JSON lines and skips empty lines. `place` names the source in messages.
///
/// # Errors
/// Returns an error with exit code 2 if a line is not a valid row, if a mutant or an original
/// occurs twice, or if there is no row. Returns an error with exit code 3 if a line cannot be read.
/// An error about a line has the line number.
pub fn read(place: &str, lines: impl BufRead) -> Result<Recorded> {
    let mut recorded = Recorded::default();
    let mut names = BTreeSet::new();
    for (i, line) in lines.lines().enumerate() {
        let at = format!("{place}:{}", i + 1);
        let line = line.map_err(|e| Error::environment(format!("cannot read the recording: {e}")).at(at.as_str()))?;
        if line.trim().is_empty() {
            continue;
        }
        match row(&line, &at).map_err(|what| Error::usage(what).at(at.as_str()).help(KEYS))? {
            Read::Original(id, original) => {
                if recorded.originals.insert(id.clone(), original).is_some() {
                    let what = format!("the translation of the original program {id} occurs twice");
                    return Err(Error::usage(what).at(at));
                }
            }
            Read::Mutant(row) => {
                if !names.insert((row.id.clone(), row.mutant.clone())) {
                    return Err(Error::usage(format!("the mutant {} of {} occurs twice", row.mutant, row.id)).at(at));
                }
                recorded.rows.push(row);
            }
        }
    }
    if recorded.rows.is_empty() && recorded.originals.is_empty() {
        return Err(Error::usage("the recording has no rows")
            .at(place)
            .help("give a file with one JSON object on each line"));
    }
    Ok(recorded)
}

fn row(line: &str, at: &str) -> Result<Read, String> {
    let digest = blake3::hash(line.as_bytes()).to_hex()[..32].to_owned();
    let line: RecordedLine =
        serde_json::from_str(line).map_err(|e| format!("not a recorded mutant: {}", lines_file::json_fault(&e)))?;
    let needed = |key: &str| format!("not a recorded mutant: missing field `{key}`");
    let id = line.id.ok_or_else(|| needed("id"))?;
    let answer = match (line.python, line.unreachable, line.missing) {
        (Some(text), ..) => RecordedAnswer::Python(text),
        (None, Some(why), _) => RecordedAnswer::Unreachable(Why::parse(&why)),
        (None, None, why) => {
            RecordedAnswer::Missing(why.map_or_else(|| "no translation".into(), |why| Why::parse(&why)))
        }
    };
    let at = at.to_owned();
    if line.original {
        return Ok(Read::Original(id, RecordedOriginal { at, answer, digest }));
    }
    let name = line.operator.ok_or_else(|| needed("operator"))?;
    let operator: Operator = name.parse()?;
    let mutant = line.mutant.ok_or_else(|| needed("mutant"))?;
    if mutant.is_empty() {
        return Err("`mutant` is empty".to_owned());
    }
    let number = line.line.ok_or_else(|| needed("line"))?;
    if number == 0 {
        return Err("`line` is 0; line numbers start at 1".to_owned());
    }
    let row =
        RecordedRow { at, id, mutant, operator, line: number, change: line.change, java: line.java, answer, digest };
    Ok(Read::Mutant(row))
}

impl RecordedLine {
    fn new(id: &str, answer: Option<&RecordedAnswer>) -> Self {
        let (mut python, mut missing, mut unreachable) = (None, None, None);
        match answer {
            Some(RecordedAnswer::Python(text)) => python = Some(text.clone()),
            Some(RecordedAnswer::Missing(why)) => missing = Some(why.to_string()),
            Some(RecordedAnswer::Unreachable(why)) => unreachable = Some(why.to_string()),
            None => {}
        }
        Self { id: Some(id.to_owned()), python, missing, unreachable, ..Self::default() }
    }
}

/// Writes the line for the translation of a program's original Java code.
///
/// # Errors
/// Returns an error if serde_json returns one. Plain rows cause no error.
pub fn original(id: &str, answer: &RecordedAnswer) -> serde_json::Result<String> {
    serde_json::to_string(&RecordedLine { original: true, ..RecordedLine::new(id, Some(answer)) })
        .map(|line| line + "\n")
}

/// Writes the line for a mutant with its whole class.
///
/// A mutant that does not count has no translation, so `answer` is `None`.
///
/// # Errors
/// Returns an error if serde_json returns one. Plain rows cause no error.
pub fn mutant(id: &str, mutant: &Mutant, java: &str, answer: Option<&RecordedAnswer>) -> serde_json::Result<String> {
    let line = RecordedLine {
        mutant: Some(mutant.id.clone()),
        operator: Some(mutant.operator.name().to_owned()),
        line: Some(mutant.line),
        change: Some(mutant.summary.clone()),
        java: Some(java.to_owned()),
        ..RecordedLine::new(id, answer)
    };
    serde_json::to_string(&line).map(|line| line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::error::ExitCode;

    #[test]
    fn an_absent_or_null_translation_is_a_missing_answer() {
        let text = r#"{"id": "A", "mutant": "ROR_1", "operator": "ROR", "line": 3, "java": "class A {}", "killed": true}

{"id": "A", "mutant": "ROR_2", "operator": "ROR", "line": 3, "change": "a => b", "python": null}
{"id": "A", "mutant": "ROR_3", "operator": "ROR", "line": 3, "python": ""}"#;
        let rows = read("r.jsonl", text.as_bytes()).expect("reads").rows;
        let none = RecordedAnswer::Missing("no translation".into());
        assert_eq!(
            rows.iter().map(|row| row.answer.clone()).collect::<Vec<_>>(),
            [none.clone(), none, RecordedAnswer::Python(String::new())]
        );
        assert_eq!((rows[0].java.as_deref(), rows[1].java.as_deref()), (Some("class A {}"), None));
        assert_eq!(rows[1].at, "r.jsonl:3");
        assert_ne!(rows[0].digest, rows[1].digest);
    }

    #[test]
    fn a_written_recording_reads_back_unchanged() {
        use mts_model::{Change, NodeId};
        let all = [
            RecordedAnswer::Python("def f():\n    pass\n".to_owned()),
            RecordedAnswer::Missing(Why::parse("prose around the code: line 1")),
            RecordedAnswer::Unreachable(Why::parse("rate limit or quota reached: 429")),
        ];
        let given = Mutant {
            id: String::new(),
            operator: Operator::ROR,
            change: Change::Opaque { node: NodeId(0) },
            edits: Vec::new(),
            line: 3,
            summary: "a => b".to_owned(),
        };
        let mut text = original("A", &all[0]).expect("writes");
        for (at, made) in all.iter().enumerate() {
            text += &mutant("A", &Mutant { id: format!("M{at}"), ..given.clone() }, "class A {}", Some(made))
                .expect("writes");
        }
        let read = read("r.jsonl", text.as_bytes()).expect("reads");
        assert_eq!(read.originals["A"].answer, all[0]);
        assert_eq!(read.rows.iter().map(|row| row.answer.clone()).collect::<Vec<_>>(), all);
        let row = &read.rows[2];
        assert_eq!((row.mutant.as_str(), row.line, row.change.as_deref()), ("M2", 3, Some("a => b")));
        assert_eq!(row.java.as_deref(), Some("class A {}"));
    }

    #[test]
    fn a_row_may_have_a_class_level_operator() {
        let row = r#"{"id": "A", "mutant": "IOD_1", "operator": "IOD", "line": 3, "python": "def f(): pass"}"#;
        assert_eq!(read("r.jsonl", row.as_bytes()).expect("reads").rows[0].operator, Operator::IOD);
    }

    #[test]
    fn errors_name_the_line() {
        let good = r#"{"id": "A", "mutant": "ROR_1", "operator": "ROR", "line": 3}"#;
        for (bad, word) in [
            ("[]", "not a recorded mutant"),
            (r#"{"id": "A", "operator": "ROR", "line": 3}"#, "missing field `mutant`"),
            (r#"{"id": "A", "mutant": "", "operator": "ROR", "line": 3}"#, "`mutant` is empty"),
            (r#"{"id": "A", "mutant": "X", "operator": "XYZ", "line": 3}"#, "there is no operator `XYZ`"),
            (r#"{"id": "A", "mutant": "X", "operator": "ROR", "line": 0}"#, "line numbers start at 1"),
            (r#"{"id": "A", "mutant": "X", "operator": "ROR", "line": 3, "java": 5}"#, "not a recorded mutant"),
            (good, "the mutant ROR_1 of A occurs twice"),
        ] {
            let error = read("r.jsonl", format!("{good}\n{bad}\n").as_bytes()).expect_err(bad);
            assert_eq!((error.code, error.location.as_str()), (ExitCode::Usage, "r.jsonl:2"));
            assert!(error.message.contains(word), "{error}");
        }
        assert!(read("r.jsonl", "\n".as_bytes()).expect_err("empty").message.contains("no rows"));
    }
}
