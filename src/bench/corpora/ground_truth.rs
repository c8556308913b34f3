//! Reads the labels of a pairing, and computes precision and recall against them.
//!
//! A label gives the port of a Java function as a person named it, or says that there is no port.
//! `bench::pairing` finds the labelled functions in a tree.

use crate::bench::corpora::lines_file;
use crate::report::format::count;
use mts_model::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// One labelled Java function, from a line of JSON. The reader ignores other keys.
#[derive(Clone, Debug, Deserialize)]
pub struct Label {
    /// The path of the Java file.
    pub java_file: String,
    /// The name of the Java function. A constructor is `<init>` or has the name of its class.
    pub java_method: String,
    /// The Java class, with its outer classes before it, joined by dots.
    #[serde(default)]
    pub java_class: Option<String>,
    /// The parameter types of the Java function.
    #[serde(default)]
    pub java_params: Option<Vec<String>>,
    /// A line of the Java function, for example the line of its name.
    ///
    /// The tool uses this line only if no function of this name has the parameter types of the label.
    #[serde(default)]
    pub java_line: Option<u32>,
    /// The text of the Java function, if other functions have the same name and types.
    #[serde(default)]
    pub java_source: Option<String>,
    /// The file of the port. `None` means that the function has no port.
    #[serde(default)]
    pub python_file: Option<String>,
    /// The qualified name of the port.
    #[serde(default)]
    pub python_qualname: Option<String>,
    /// The simple name of the port.
    #[serde(default)]
    pub python_function: Option<String>,
    /// The text of the port, if other functions have the same name.
    #[serde(default)]
    pub python_source: Option<String>,
    /// The kind of the pair. The character `+` separates several words.
    #[serde(default)]
    pub relation: Option<String>,
}

/// Loads labels from JSON lines, plain or gzipped.
///
/// # Errors
/// Returns an error with exit code 3 if the file cannot be read, and with exit code 2 if a line is
/// not a label. The error gives the line.
pub fn load(path: &Path) -> Result<Vec<Label>> {
    let lines = lines_file::open(path, "the labels", "give --pairing a file of JSON lines, plain or gzipped")?;
    let mut labels = Vec::new();
    for (i, line) in std::io::BufRead::lines(lines).enumerate() {
        let at = format!("{}:{}", path.display(), i + 1);
        let line = line.map_err(|e| Error::environment(format!("cannot read the labels: {e}")).at(at.as_str()))?;
        if !line.trim().is_empty() {
            let label = serde_json::from_str(&line).map_err(|error| {
                Error::usage(format!("the line is not a label: {}", lines_file::json_fault(&error)))
                    .at(at)
                    .help("the page `Benchmarks` of the manual lists the keys of a label")
            })?;
            labels.push(label);
        }
    }
    if labels.is_empty() {
        return Err(Error::usage("the file contains no label")
            .at(path.display().to_string())
            .help("give --pairing a file with one label on each line"));
    }
    Ok(labels)
}

/// One label with the pair that the pairing rules found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedLabel {
    /// The words of the label's relation.
    pub relations: Vec<String>,
    /// The description of the Java side, for people.
    pub java: String,
    /// The port that the label names.
    pub expected: Option<String>,
    /// The port that the rules found.
    pub found: Option<String>,
    /// The reason that the rules give.
    pub reason: String,
    /// Whether the rules found the labelled port, or no port if the label names none.
    pub right: bool,
}

/// The precision and recall of a pairing.
#[derive(Clone, Debug, Serialize)]
pub struct PairingResult {
    /// The number of labels.
    pub labels: usize,
    /// The share of the found pairs that the labels name.
    pub precision: f64,
    /// The share of the labelled pairs that the rules found.
    pub recall: f64,
    /// The number of pairs that the rules found for labelled functions.
    pub found: usize,
    /// The number of pairs that the labels name.
    pub expected: usize,
    /// The number of pairs that the rules found and the labels name.
    pub right: usize,
    /// The numbers of labels and of right answers for each relation.
    pub per_relation: BTreeMap<String, [usize; 2]>,
    /// The labelled pairs that the rules did not find.
    pub missed: Vec<String>,
    /// The found pairs that differ from the labels.
    pub wrong: Vec<String>,
}

impl PairingResult {
    /// Computes the counts, the precision and the recall.
    ///
    /// Precision and recall are 1 if their denominator is 0.
    #[must_use]
    pub fn new(judged: &[JudgedLabel]) -> Self {
        let number = |holds: &dyn Fn(&JudgedLabel) -> bool| judged.iter().filter(|one| holds(one)).count();
        let found = number(&|one| one.found.is_some());
        let expected = number(&|one| one.expected.is_some());
        let right = number(&|one| one.found.is_some() && one.right);
        let mut per_relation: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for one in judged {
            for relation in &one.relations {
                let counts = per_relation.entry(relation.clone()).or_default();
                counts[0] += 1;
                counts[1] += usize::from(one.right);
            }
        }
        let none = || "none".to_owned();
        let missed = judged
            .iter()
            .filter(|one| one.expected.is_some() && !one.right)
            .map(|one| format!("{} -> {}: {}", one.java, one.expected.clone().unwrap_or_else(none), one.reason));
        let wrong = judged.iter().filter(|one| one.found.is_some() && !one.right).map(|one| {
            let (found, expected) = (one.found.clone().unwrap_or_else(none), one.expected.clone().unwrap_or_else(none));
            format!("{} -> {found} (expected {expected}): {}", one.java, one.reason)
        });
        let share = |of: usize| if of == 0 { 1.0 } else { ratio(right, of) };
        Self {
            labels: judged.len(),
            precision: share(found),
            recall: share(expected),
            found,
            expected,
            right,
            per_relation,
            missed: missed.collect(),
            wrong: wrong.collect(),
        }
    }

    /// Renders the result for people.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = format!(
            "precision {:.3} ({} of {}), recall {:.3} ({} of {}), {}\n",
            self.precision,
            self.right,
            self.found,
            self.recall,
            self.right,
            self.expected,
            count(self.labels, "label")
        );
        for (relation, [labels, right]) in &self.per_relation {
            let _ = writeln!(out, "  {relation}: {right} of {labels}");
        }
        for (what, lines) in [("missed", &self.missed), ("wrong", &self.wrong)] {
            for line in lines {
                let _ = writeln!(out, "{what}  {line}");
            }
        }
        out
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of functions are small")]
fn ratio(part: usize, of: usize) -> f64 {
    part as f64 / of as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(relation: &str, expected: Option<&str>, found: Option<&str>) -> JudgedLabel {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let right = expected == found;
        JudgedLabel {
            relations: relation.split('+').map(str::to_owned).collect(),
            java: "A.f".to_owned(),
            expected: own(expected),
            found: own(found),
            reason: "names".to_owned(),
            right,
        }
    }

    #[test]
    fn a_file_without_labels_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("labels.jsonl");
        std::fs::write(&file, "\n").expect("written");
        assert!(load(&file).expect_err("no label").message.contains("no label"));
    }

    #[test]
    fn a_wrong_pair_lowers_precision_and_recall_and_a_missed_pair_only_recall() {
        let all = [
            judged("same", Some("f"), Some("f")),
            judged("same+moved", Some("g"), Some("h")),
            judged("moved", Some("i"), None),
            judged("none", None, Some("j")),
            judged("none", None, None),
        ];
        let result = PairingResult::new(&all);
        assert_eq!((result.right, result.found, result.expected), (1, 3, 3));
        assert!((result.precision - 1.0 / 3.0).abs() < 1e-12 && (result.recall - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(result.per_relation["same"], [2, 1]);
        assert_eq!(result.per_relation["none"], [2, 1]);
        assert_eq!((result.missed.len(), result.wrong.len()), (2, 2));
        assert!(result.table().contains("wrong  A.f -> h (expected g): names"), "{}", result.table());
    }
}
