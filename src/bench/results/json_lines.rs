//! Writes a benchmark result for other programs.
//!
//! The forms are the object of `--json`, the JSON lines of `--per-pair`, `--per-mutant` and
//! `--counterparts`, and the object of `--list-mutants`. `tables` writes the tables for people.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::results::program_result::{BenchResult, MutantRow, ProgramResult};
use mts_model::report::Interval;
use mts_model::{Operator, span};
use mts_translate::mirror::MIRROR;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// A line of `--per-pair`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairLine<'p> {
    /// The name of the translator.
    pub translator: &'p str,
    /// The id of the program.
    pub id: &'p str,
    /// CA: equal inputs / all inputs.
    pub ca: Option<f64>,
    /// MTS: killed / counted mutants.
    pub mts: Option<f64>,
    /// The 95 % interval of `mts`. `None` means that all mutants ran, or that no sampled mutant counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The number of generated mutants. `None` means that all mutants ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generated: Option<u64>,
    /// The number of counted mutants, the denominator of `mts`.
    pub counted: u64,
    /// The number of killed mutants, the numerator of `mts`.
    pub killed: u64,
    /// The number of mutants with a counterpart.
    pub mirrored: u64,
    /// The number of findings.
    pub findings: u64,
}

/// A line of `--per-mutant`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MutantLine<'p> {
    /// The name of the translator.
    pub translator: &'p str,
    /// The id of the program.
    pub id: &'p str,
    /// The id of the mutant.
    pub mutant: &'p str,
    /// The operator of the mutant.
    pub operator: Operator,
    /// The one-based line in the Java text.
    pub line: u32,
    /// The change in one line: `i < n => i <= n`.
    pub change: &'p str,
    /// The state in which the Java mutant ended.
    pub state: &'p str,
    /// The verdict: `killed`, `survived`, `anomalous`, `unmirrored` or `unknown`.
    pub verdict: &'p str,
    /// Whether the counterpart is exact (otherwise it is spliced).
    ///
    /// `None` means that the mutant does not count, that it has no counterpart, or that the translator is not the
    /// mirror.
    pub exact: Option<bool>,
    /// The kill reason and its detail.
    pub why: String,
    /// The change on the Java side, as `- old` and `+ new` lines.
    pub java_edit: &'p str,
    /// The change on the Python side. The change is empty without a counterpart of the mirror.
    pub python_edit: &'p str,
}

/// Writes one JSON line for each program.
///
/// # Errors
/// Returns an error if serde_json returns one. Plain rows cause no error.
pub fn per_pair(translator: &str, programs: &[ProgramResult]) -> serde_json::Result<String> {
    lines(programs.iter().map(|p| PairLine {
        translator,
        id: &p.id,
        ca: p.scores.ca_tests,
        mts: p.scores.mts,
        interval: p.scores.sample.as_ref().and_then(|sample| sample.mts),
        generated: p.scores.sample.as_ref().map(|sample| sample.generated),
        counted: p.scores.counted,
        killed: p.scores.killed,
        mirrored: p.mirrored(),
        findings: p.findings,
    }))
}

/// Writes one JSON line for each mutant.
///
/// # Errors
/// Returns an error if [`per_pair`] would return one.
pub fn per_mutant(translator: &str, programs: &[ProgramResult]) -> serde_json::Result<String> {
    lines(programs.iter().flat_map(|p| {
        p.mutants.iter().map(|m| {
            let reason = if let mts_model::Verdict::Killed(reason) = m.verdict { reason.word() } else { "" };
            let text = m.why.to_string();
            let why = match (reason, text.as_str()) {
                ("", why) => why.to_owned(),
                (reason, "") => reason.to_owned(),
                (reason, why) => format!("{reason}: {why}"),
            };
            MutantLine {
                translator,
                id: &p.id,
                mutant: &m.mutant,
                operator: m.operator,
                line: m.line,
                change: &m.change,
                state: m.state.word(),
                verdict: m.verdict.word(),
                exact: m.mirrored.then_some(m.exact).filter(|_| translator == MIRROR),
                why,
                java_edit: &m.java_edit,
                python_edit: &m.python_edit,
            }
        })
    }))
}

/// Writes the mirror's counterparts as JSON lines of recorded translations.
///
/// Each line has the whole port with the change. A mutant without a counterpart has no line.
///
/// # Errors
/// Returns an error if [`per_pair`] would return one.
pub fn counterparts(programs: &[ProgramResult], corpus: &[CorpusRow]) -> serde_json::Result<String> {
    let of_program = |p: &'_ ProgramResult| -> Vec<Json> {
        let Some(row) = corpus.iter().find(|row| row.id == p.id) else { return Vec::new() };
        let counted = p.mutants.iter().filter(|m| m.mirrored);
        let texts = counted.filter_map(|m| Some((m, span::apply(&row.python, &m.edits)?)));
        let line = |(m, python): (&MutantRow, String)| {
            json!({"id": p.id, "mutant": m.mutant, "operator": m.operator.name(), "line": m.line,
                   "change": m.change, "verdict": m.verdict.word(), "python": python})
        };
        texts.map(line).collect()
    };
    lines(programs.iter().flat_map(of_program))
}

fn lines<T: Serialize>(rows: impl Iterator<Item = T>) -> serde_json::Result<String> {
    let mut out = String::new();
    for row in rows {
        out.push_str(&serde_json::to_string(&row)?);
        out.push('\n');
    }
    Ok(out)
}

/// Returns the object of `--list-mutants`: `{id: {operator: count}}`.
///
/// The order of the operators is that of [`Operator`]. Operators without a mutant are absent.
#[must_use]
pub fn list_mutants<'p>(programs: impl IntoIterator<Item = (&'p str, &'p BTreeMap<Operator, u64>)>) -> Json {
    let mut all = Map::new();
    for (id, counts) in programs {
        let own: Map<String, Json> =
            counts.iter().filter(|(_, n)| **n > 0).map(|(op, n)| (op.name().to_owned(), json!(n))).collect();
        all.insert(id.to_owned(), Json::Object(own));
    }
    Json::Object(all)
}

/// Returns the object of `--json`: one result, or `{"translators": [..]}` with several results.
///
/// # Errors
/// Returns an error if [`per_pair`] would return one.
pub fn json(results: &[BenchResult]) -> serde_json::Result<String> {
    let text = match results {
        [one] => serde_json::to_string_pretty(one)?,
        several => serde_json::to_string_pretty(&json!({ "translators": several }))?,
    };
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::program_result::{RunCost, tests::worked_example};

    fn result() -> BenchResult {
        BenchResult::new(
            "mirror",
            &worked_example(),
            RunCost { mutants: 11, seconds: 2.0, cpu_seconds: 3.5, peak_rss_mb: 400.0 },
        )
    }

    #[test]
    fn the_json_object_has_the_documented_keys_first_and_in_order() {
        let json: Json = serde_json::from_str(&json(&[result()]).expect("renders")).expect("is JSON");
        let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
        let documented = [
            "programs",
            "mutants",
            "counted",
            "killed",
            "mts",
            "mts_ca1",
            "mts_below",
            "individual",
            "ca_tests",
            "ca_programs",
            "mirrored_share",
            "exact_share",
            "per_operator",
            "states",
            "unmirrored",
            "seconds",
            "cpu_seconds",
            "mutants_per_second",
            "peak_rss_mb",
        ];
        let mut at = 0;
        for key in documented {
            at += keys[at..].iter().position(|k| *k == key).unwrap_or_else(|| panic!("{key} in order")) + 1;
        }
        assert_eq!(json["per_operator"]["AOIS"], json!({"counted": 3, "killed": 3, "accepted": 0, "mts": 1.0}));
    }

    #[test]
    fn lines_for_pairs_and_mutants_are_one_object_each() {
        let pairs = per_pair("mirror", &worked_example()).expect("renders");
        let first: Json = serde_json::from_str(pairs.lines().next().expect("a line")).expect("is JSON");
        assert_eq!(first["id"], "A");
        assert_eq!((&first["counted"], &first["killed"], &first["mirrored"]), (&json!(3), &json!(2), &json!(5)));
        assert_eq!(pairs.lines().count(), 3);
        let mutants = per_mutant("mirror", &worked_example()).expect("renders");
        assert_eq!(mutants.lines().count(), 11);
        let killed: Json = serde_json::from_str(mutants.lines().nth(1).expect("a line")).expect("is JSON");
        assert_eq!(
            killed,
            json!({"translator": "mirror", "id": "A", "mutant": "AOIS_1", "operator": "AOIS", "line": 3,
                   "change": "a => b", "state": "ok",
                   "verdict": "killed", "exact": true, "why": "mismatch", "java_edit": "", "python_edit": ""})
        );
    }

    #[test]
    fn the_list_of_mutants_omits_operators_without_mutants() {
        let counts = BTreeMap::from([(Operator::ROR, 7), (Operator::AORB, 4), (Operator::SDL, 0)]);
        assert_eq!(list_mutants([("A", &counts)]).to_string(), r#"{"A":{"AORB":4,"ROR":7}}"#);
    }

    #[test]
    fn several_translators_are_a_list() {
        let json: Json = serde_json::from_str(&json(&[result(), result()]).expect("renders")).expect("is JSON");
        assert_eq!(json["translators"][1]["mts"], 0.75);
        assert_eq!(json["translators"][0]["translator"], "mirror");
    }
}
