//! Writes `mts-out/pairs.csv`: one row for each pair, for spreadsheets.
//!
//! The format is RFC 4180, with line feeds. No text of the repository starts a formula.

use crate::report::escape::line;
use crate::report::renderer::Renderer;
use mts_model::error::Result;
use mts_model::report::{PairReport, RunReport};

/// The renderer of `mts-out/pairs.csv`.
pub struct Csv;

impl Renderer for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn file(&self) -> &'static str {
        "pairs.csv"
    }

    fn description(&self) -> &'static str {
        "spreadsheets"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        Ok(render(report))
    }
}

/// A column: its name, and its cell in the row of a pair.
type Column = (&'static str, fn(&PairReport) -> String);

/// The columns. The names are those of the keys of a pair in `report.json`.
const COLUMNS: &[Column] = &[
    ("name", |pair| text(&pair.name)),
    ("status", |pair| text(&pair.status.to_string())),
    ("java_file", |pair| text(&pair.java.file)),
    ("java_line", |pair| pair.java.line.to_string()),
    ("python_file", |pair| text(&pair.python.file)),
    ("python_line", |pair| pair.python.line.to_string()),
    ("base_mts", |pair| number(pair.base.as_ref().and_then(|base| base.mts))),
    ("mts", |pair| number(pair.head.mts)),
    ("mts_open", |pair| number(pair.head.mts_open)),
    ("increase", |pair| number(pair.increase)),
    ("counted", |pair| pair.head.counted.to_string()),
    ("killed", |pair| pair.head.killed.to_string()),
    ("accepted", |pair| pair.head.accepted.to_string()),
    ("anomalous", |pair| pair.head.anomalous.to_string()),
    ("unmirrored", |pair| pair.head.unmirrored.to_string()),
    ("unknown", |pair| pair.head.unknown.to_string()),
    ("ca_tests", |pair| number(pair.head.ca_tests)),
    ("inputs", |pair| pair.head.inputs.to_string()),
    ("inputs_equal", |pair| pair.head.inputs_equal.to_string()),
    ("findings", |pair| pair.findings.len().to_string()),
    ("reasons", |pair| text(&pair.reasons.join("; "))),
];

/// Renders a head with the names of the columns, and a row for each pair of the report.
#[must_use]
pub fn render(report: &RunReport) -> String {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let mut out = names.join(",") + "\n";
    for pair in &report.pairs {
        let cells: Vec<String> = COLUMNS.iter().map(|(_, cell)| cell(pair)).collect();
        out += &(cells.join(",") + "\n");
    }
    out
}

/// Returns the cell of a number; an empty cell for `None`.
fn number(x: Option<f64>) -> String {
    x.map(|x| x.to_string()).unwrap_or_default()
}

/// Returns the cell of a text, in quotes and on one line.
///
/// Spreadsheets calculate a cell that begins with one of `= + - @`. An apostrophe prevents this.
fn text(text: &str) -> String {
    let shown = line(text);
    let mark = if shown.trim_start().starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{mark}{}\"", shown.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    /// Reads the file with the `csv` module of Python, which keeps to RFC 4180.
    fn rows(report: &RunReport) -> Vec<Vec<String>> {
        const READER: &str = "import csv, json, sys\n\
            with open(sys.argv[1], encoding='utf-8', newline='') as file:\n    \
            print(json.dumps(list(csv.reader(file, strict=True))))";
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("pairs.csv");
        std::fs::write(&file, render(report)).expect("written");
        let done = std::process::Command::new("python3").args(["-c", READER]).arg(&file).output().expect("CPython");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        serde_json::from_slice(&done.stdout).expect("rows")
    }

    #[test]
    fn every_row_has_a_cell_for_each_column() {
        for report in test_reports::all() {
            let rows = rows(&report);
            assert_eq!(rows.len(), 1 + report.pairs.len());
            assert!(rows.iter().all(|row| row.len() == COLUMNS.len()), "{rows:?}");
        }
    }

    #[test]
    fn a_row_has_the_place_the_scores_and_the_broken_rules_of_a_pair() {
        let text = render(&test_reports::failed());
        let row = text.lines().find(|row| row.starts_with("\"Money.split\"")).expect("the pair");
        assert!(row.contains("\"failed\",\"src/main/java/acme/Money.java\",41,\"py/money.py\",18,"), "{row}");
        assert!(row.ends_with(",5,\"MTS 0.47 is above 0.20; MTS rose by 0.41; the limit is 0.02\""), "{row}");
        let new = text.lines().find(|row| row.starts_with("\"Iban.check\"")).expect("a new pair");
        assert!(new.contains(",18,,0,0,,22,0,"), "no base, and no increase: {new}");
    }

    #[test]
    fn no_text_starts_a_formula_or_ends_its_cell() {
        let mut report = test_reports::passed();
        report.pairs[0].name = "=HYPERLINK(\"http://evil.example\")".to_owned();
        report.pairs[0].java.file = "a,b\n\"c\".java".to_owned();
        let rows = rows(&report);
        assert_eq!(rows[1][0], "'=HYPERLINK(\"http://evil.example\")");
        assert_eq!(rows[1][2], "a,b \"c\".java");
    }
}
