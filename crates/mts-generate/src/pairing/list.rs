//! Makes the rows of `cargo mts list`, as JSON and as a table.

use super::Pairing;
use mts_model::report::{JavaSide, PythonSide};
use mts_model::{Function, Pair, PairReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// A Java function and its counterpart, if the function has a counterpart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ListRow {
    /// The Java function.
    pub java: JavaSide,
    /// The port; `null` if the function has no port.
    pub python: Option<PythonSide>,
    /// The Python parameter of each Java parameter.
    ///
    /// The Java name of the receiver is `this`, if the port takes the receiver as an argument.
    #[serde(default)]
    pub arguments: Vec<ArgumentRow>,
    /// The rule and the detail, in one line.
    pub reason: String,
    /// The confidence in the pair, 0 to 1.
    ///
    /// If the function has no port, the confidence that no port exists.
    pub confidence: f64,
    /// The reason why the tool cannot run the pair.
    ///
    /// `null` if the tool can run the pair.
    pub obstacle: Option<String>,
}

/// A Java parameter and the Python parameter that takes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArgumentRow {
    /// The name of the Java parameter.
    pub java: String,
    /// The name of the Python parameter; `null` if there is none.
    pub python: Option<String>,
}

/// Returns the location of a Java function in reports.
#[must_use]
pub fn java_side(function: &Function) -> JavaSide {
    let qualified = function.qualified();
    let method = qualified.rsplit('.').next().unwrap_or(&qualified).to_owned();
    JavaSide {
        file: function.file.clone(),
        class: function.scope.join("."),
        method,
        params: function.params.iter().map(|param| param.ty.to_string()).collect(),
        line: function.line,
        head_file: None,
        head_line: None,
    }
}

/// Returns the location of a Python function in reports.
#[must_use]
pub fn python_side(function: &Function) -> PythonSide {
    PythonSide {
        file: function.file.clone(),
        qualname: function.qualified(),
        line: function.line,
        head_file: None,
        head_line: None,
    }
}

/// Builds the rows, in order of file and line.
///
/// If the port splits a function, each part has a row.
#[must_use]
pub fn rows(pairing: &Pairing) -> Vec<ListRow> {
    let text = |reason: &PairReason| format!("{}: {}", reason.rule, reason.detail);
    let paired = pairing.pairs.iter().map(|pair| ListRow {
        java: java_side(&pair.java),
        python: Some(python_side(&pair.python)),
        arguments: if pair.is_program() { Vec::new() } else { arguments(pair) },
        reason: text(&pair.reason),
        confidence: pair.reason.confidence,
        obstacle: obstacle(&pair.java).or_else(|| obstacle(&pair.python)).or_else(|| {
            // A program has no arguments.
            if pair.is_program() { None } else { super::callable(pair).err() }
        }),
    });
    let unpaired = pairing.unpaired.iter().map(|(function, reason)| ListRow {
        java: java_side(function),
        python: None,
        arguments: Vec::new(),
        reason: text(reason),
        confidence: reason.confidence,
        obstacle: obstacle(function),
    });
    let mut rows: Vec<ListRow> = paired.chain(unpaired).collect();
    rows.sort_by(|a, b| (&a.java.file, a.java.line, &a.java.params).cmp(&(&b.java.file, b.java.line, &b.java.params)));
    rows
}

fn arguments(pair: &Pair) -> Vec<ArgumentRow> {
    super::arguments::parameter_names(pair).into_iter().map(|(java, python)| ArgumentRow { java, python }).collect()
}

fn obstacle(function: &Function) -> Option<String> {
    function.broken.as_ref().map(|why| format!("{}: {why}", function.file))
}

/// Returns the rows as a table for people, then the counts.
#[must_use]
pub fn table(rows: &[ListRow]) -> String {
    let cells: Vec<[String; 4]> = rows.iter().map(cells).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths = [width(0), width(1)];
    let mut out = String::new();
    let mut file = "";
    for (row, [java, python, confidence, reason]) in rows.iter().zip(&cells) {
        if row.java.file != file {
            file = &row.java.file;
            out.push_str(&format!("{file}\n"));
        }
        let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
        let (first, second) = (pad(java, widths[0]), pad(python, widths[1]));
        out.push_str(&format!("  {java}{first}  {python}{second}  {confidence}  {reason}\n"));
    }
    // If the port splits a function, each part has a row. Count the function once.
    let key = |row: &&ListRow| (row.java.file.clone(), row.java.line, row.java.params.clone(), row.java.method.clone());
    let all: BTreeSet<_> = rows.iter().map(|row| key(&row)).collect();
    let paired: BTreeSet<_> = rows.iter().filter(|row| row.python.is_some()).map(|row| key(&row)).collect();
    let functions = if all.len() == 1 { "Java function" } else { "Java functions" };
    let have = if paired.len() == 1 { "has" } else { "have" };
    out.push_str(&format!("{} of {} {functions} {have} a counterpart\n", paired.len(), all.len()));
    out
}

fn cells(row: &ListRow) -> [String; 4] {
    let java = format!("{}.{}({})", row.java.class, row.java.method, row.java.params.join(","));
    let python = row.python.as_ref().map_or_else(|| "-".to_owned(), |side| format!("{}:{}", side.file, side.qualname));
    let confidence = if row.python.is_some() { format!("{:.2}", row.confidence) } else { "    ".to_owned() };
    let reason = match &row.obstacle {
        Some(obstacle) => format!("{} (cannot be run: {obstacle})", row.reason),
        None => row.reason.clone(),
    };
    [java, python, confidence, reason]
}
