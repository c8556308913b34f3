//! Reads the file of a recorded translator: JSON lines, plain or gzipped, one mutant with its
//! translation a line. What its rows mean for a program is found out where programs are made.

use super::loader;
use crate::error::{Error, Result};
use crate::model::Operator;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;

/// One mutant as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedRow {
    /// Where it stands, `FILE:LINE`, for messages.
    pub at: String,
    /// Program of the corpus.
    pub id: String,
    /// Name of the mutant within the program.
    pub mutant: String,
    /// Its operator.
    pub operator: Operator,
    /// One-based line in the Java text.
    pub line: u32,
    /// The change in one line, for people; it also names a mutant of ours.
    pub change: Option<String>,
    /// The whole class with the mutant in it; `None` where the row names a mutant of ours.
    pub java: Option<String>,
    /// The whole translated module; `None` where the translator gave none.
    pub python: Option<String>,
    /// A hash of the line.
    pub digest: String,
}

/// A line as it stands. Recordings carry more keys than are needed here; those pass.
#[derive(Deserialize)]
struct Line {
    id: String,
    mutant: String,
    operator: String,
    line: u32,
    #[serde(default)]
    change: Option<String>,
    #[serde(default)]
    java: Option<String>,
    #[serde(default)]
    python: Option<String>,
}

/// Loads a recording; whether it is gzipped is told by its first bytes, not by its name.
///
/// # Errors
/// Exit code 3 when it cannot be opened or read; otherwise as [`read`].
pub fn load(path: &Path) -> Result<Vec<RecordedRow>> {
    let lines = loader::open(path, "the recorded translations", "name them as recorded:FILE, a file of JSON lines")?;
    read(&path.display().to_string(), lines)
}

/// Reads JSON lines; blank lines pass. `place` names the source in messages.
///
/// # Errors
/// Exit code 2 with the line number: not JSON, a missing key, an unknown operator, a mutant met twice, no
/// row at all. Exit code 3 when reading fails.
pub fn read(place: &str, lines: impl BufRead) -> Result<Vec<RecordedRow>> {
    let mut rows: Vec<RecordedRow> = Vec::new();
    let mut names = BTreeSet::new();
    for (i, line) in lines.lines().enumerate() {
        let at = format!("{place}:{}", i + 1);
        let line = line.map_err(|e| Error::environment(format!("cannot read: {e}")).at(at.as_str()))?;
        if line.trim().is_empty() {
            continue;
        }
        let row = row(&line, &at).map_err(|what| Error::usage(what).at(at.as_str()))?;
        if !names.insert((row.id.clone(), row.mutant.clone())) {
            return Err(Error::usage(format!("the mutant {} of {} is there twice", row.mutant, row.id)).at(at));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(Error::usage("the recording has no rows")
            .at(place)
            .mend("give a file with one JSON object a line"));
    }
    Ok(rows)
}

fn row(line: &str, at: &str) -> Result<RecordedRow, String> {
    let digest = blake3::hash(line.as_bytes()).to_hex()[..32].to_owned();
    let line: Line = serde_json::from_str(line).map_err(|e| {
        let text = e.to_string();
        format!("not a recorded mutant: {}", text.split(" at line ").next().unwrap_or(&text))
    })?;
    let operator = Operator::ALL.iter().copied().find(|op| op.name() == line.operator);
    let operator = operator.ok_or_else(|| format!("no operator `{}`", line.operator))?;
    if line.mutant.is_empty() {
        return Err("`mutant` is empty".to_owned());
    }
    if line.line == 0 {
        return Err("`line` is 0; lines are counted from 1".to_owned());
    }
    Ok(RecordedRow {
        at: at.to_owned(),
        id: line.id,
        mutant: line.mutant,
        operator,
        line: line.line,
        change: line.change,
        java: line.java,
        python: line.python,
        digest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ExitCode;

    #[test]
    fn a_row_without_a_translation_says_so_by_absence_or_null() {
        let text = r#"{"id": "A", "mutant": "ROR_1", "operator": "ROR", "line": 3, "java": "class A {}", "killed": true}

{"id": "A", "mutant": "ROR_2", "operator": "ROR", "line": 3, "change": "a => b", "python": null}
{"id": "A", "mutant": "ROR_3", "operator": "ROR", "line": 3, "python": ""}"#;
        let rows = read("r.jsonl", text.as_bytes()).expect("reads");
        assert_eq!(rows.iter().map(|row| row.python.as_deref()).collect::<Vec<_>>(), [None, None, Some("")]);
        assert_eq!((rows[0].java.as_deref(), rows[1].java.as_deref()), (Some("class A {}"), None));
        assert_eq!(rows[1].at, "r.jsonl:3");
        assert_ne!(rows[0].digest, rows[1].digest);
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let good = r#"{"id": "A", "mutant": "ROR_1", "operator": "ROR", "line": 3}"#;
        for (bad, word) in [
            ("[]", "not a recorded mutant"),
            (r#"{"id": "A", "operator": "ROR", "line": 3}"#, "missing field `mutant`"),
            (r#"{"id": "A", "mutant": "", "operator": "ROR", "line": 3}"#, "`mutant` is empty"),
            (r#"{"id": "A", "mutant": "X", "operator": "XYZ", "line": 3}"#, "no operator `XYZ`"),
            (r#"{"id": "A", "mutant": "X", "operator": "ROR", "line": 0}"#, "counted from 1"),
            (r#"{"id": "A", "mutant": "X", "operator": "ROR", "line": 3, "java": 5}"#, "not a recorded mutant"),
            (good, "the mutant ROR_1 of A is there twice"),
        ] {
            let error = read("r.jsonl", format!("{good}\n{bad}\n").as_bytes()).expect_err(bad);
            assert_eq!((error.code, error.place.as_str()), (ExitCode::Usage, "r.jsonl:2"));
            assert!(error.what.contains(word), "{error}");
        }
        assert!(read("r.jsonl", "\n".as_bytes()).expect_err("empty").what.contains("no rows"));
    }
}
