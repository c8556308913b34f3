//! The faces of a bench result: tables for people in the shape of Guizzo et al.'s Tables 1 and 2, the
//! object of `--json`, and the JSON lines of `--per-pair` and `--per-mutant`.

use super::result::{BenchResult, ProgramResult};
use crate::model::Operator;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A line of `--per-pair`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairLine<'p> {
    /// Program.
    pub id: &'p str,
    /// Equal inputs / inputs.
    pub ca: Option<f64>,
    /// killed / counted.
    pub mts: Option<f64>,
    /// Denominator.
    pub counted: u64,
    /// Numerator.
    pub killed: u64,
    /// Mutants with a counterpart.
    pub mirrored: u64,
    /// Number of findings.
    pub findings: u64,
}

/// A line of `--per-mutant`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MutantLine<'p> {
    /// Program.
    pub id: &'p str,
    /// Mutant.
    pub mutant: &'p str,
    /// Operator.
    pub operator: Operator,
    /// One-based line in the Java text.
    pub line: u32,
    /// How the Java mutant ended.
    pub state: &'p str,
    /// `killed`, `survived`, `anomalous`, `unmirrored`, `unknown`.
    pub verdict: &'p str,
    /// The kill reason, and what there is to say besides.
    pub why: String,
    /// The change on the Java side: `- old` and `+ new` lines.
    pub java_edit: &'p str,
    /// The change on the Python side; empty without a counterpart.
    pub python_edit: &'p str,
}

/// JSON lines, one a program.
///
/// # Errors
/// Only what serde_json itself says; plain rows give none.
pub fn per_pair(programs: &[ProgramResult]) -> serde_json::Result<String> {
    lines(programs.iter().map(|p| PairLine {
        id: &p.id,
        ca: p.scores.ca_tests,
        mts: p.scores.mts,
        counted: p.scores.counted,
        killed: p.scores.killed,
        mirrored: p.mirrored(),
        findings: p.findings,
    }))
}

/// JSON lines, one a mutant.
///
/// # Errors
/// As [`per_pair`].
pub fn per_mutant(programs: &[ProgramResult]) -> serde_json::Result<String> {
    lines(programs.iter().flat_map(|p| {
        p.mutants.iter().map(|m| {
            let reason = if let crate::model::Verdict::Killed(reason) = m.verdict { reason.word() } else { "" };
            let why = match (reason, m.why.as_str()) {
                ("", why) => why.to_owned(),
                (reason, "") => reason.to_owned(),
                (reason, why) => format!("{reason}: {why}"),
            };
            MutantLine {
                id: &p.id,
                mutant: &m.mutant,
                operator: m.operator,
                line: m.line,
                state: m.state.word(),
                verdict: m.verdict.word(),
                why,
                java_edit: &m.java_edit,
                python_edit: &m.python_edit,
            }
        })
    }))
}

fn lines<T: Serialize>(rows: impl Iterator<Item = T>) -> serde_json::Result<String> {
    let mut out = String::new();
    for row in rows {
        out.push_str(&serde_json::to_string(&row)?);
        out.push('\n');
    }
    Ok(out)
}

/// `--list-mutants`: `{id: {operator: count}}`, operators in the order of Table 2, those without a
/// mutant left out.
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

/// The tables for people. MTS is lower-is-better and says so.
#[must_use]
pub fn human(result: &BenchResult) -> String {
    let mut out = String::new();
    table(&mut out, "Mutants and scores (rows of Guizzo et al. 2023, Table 1)", &overview(result));
    out.push('\n');
    table(&mut out, "MTS by operator, lower is better (Guizzo et al. 2023, Table 2)", &by_operator(result));
    out
}

/// The machine's object, in the order in which its keys are documented.
///
/// # Errors
/// As [`per_pair`].
pub fn json(result: &BenchResult) -> serde_json::Result<String> {
    serde_json::to_string_pretty(result).map(|text| text + "\n")
}

fn overview(result: &BenchResult) -> Vec<[String; 2]> {
    let reason = |word: &str| result.kill_reasons.get(word).copied().unwrap_or_default();
    let state = |word: &str| result.states.get(word).copied().unwrap_or_default();
    // The states of translated mutants, out of the ones that count, as in Table 1.
    let translated = result.counted - reason("missing");
    let compiled = translated - reason("not_compiled");
    let clean = compiled - reason("timeout") - reason("exception") - reason("incomplete");
    let of = |n: u64, whole: u64| match super::result::share(n, whole) {
        Some(x) => format!("{n} ({:.2} %)", x * 100.0),
        None => n.to_string(),
    };
    let score = |x: Option<f64>| x.map_or_else(|| "none".to_owned(), |x| format!("{x:.4}"));
    let row = |name: &str, value: String| [name.to_owned(), value];
    vec![
        row("Programs", result.programs.to_string()),
        row("Mutants", result.mutants.to_string()),
        row("Mutants that do not compile", of(state("not_compiled"), result.mutants)),
        row("Mutants with a timeout", of(state("timeout"), result.mutants)),
        row("Mutants with an exception", of(state("exception"), result.mutants)),
        row("Mutants with a counterpart", score(result.mirrored_share)),
        row("  of these exact", score(result.exact_share)),
        row("Non-anomalous mutants (counted)", result.counted.to_string()),
        row("Translation outputs", of(translated, result.counted)),
        row("Compilable translations", of(compiled, result.counted)),
        row("Timeouts", of(reason("timeout"), result.counted)),
        row("Exceptions", of(reason("exception"), result.counted)),
        row("Non-anomalous translations", of(clean, result.counted)),
        row("Killed", of(result.killed, result.counted)),
        row("Overall MTS (lower is better)", score(result.mts)),
        row("Overall MTS where CA is 1", score(result.mts_ca1)),
        row("Median individual MTS", score(result.individual.median)),
        row("Mean individual MTS", score(result.individual.mean)),
        row("Std. dev. individual MTS", score(result.individual.sd)),
        row("Overall CA, tests", score(result.ca_tests)),
        row("Overall CA, programs", score(result.ca_programs)),
        row("Java mutants told apart by the inputs", score(result.mutation_score)),
        row("Seconds (processor)", format!("{:.1} ({:.1})", result.seconds, result.cpu_seconds)),
        row("Mutants per second", result.mutants_per_second.map_or_else(|| "none".to_owned(), |x| format!("{x:.0}"))),
        row("Peak memory", format!("{:.0} MiB", result.peak_rss_mb)),
    ]
}

fn by_operator(result: &BenchResult) -> Vec<[String; 5]> {
    let head = ["Operator", "Description", "Counted", "Killed", "MTS"].map(str::to_owned);
    let mut rows = vec![head];
    let mut names: Vec<Operator> = Operator::ALL.to_vec();
    names.sort_by_key(|op| op.name());
    for op in names {
        let own = result.per_operator.get(&op).copied().unwrap_or_default();
        let mts = own.mts.map_or_else(|| "-".to_owned(), |x| format!("{x:.4}"));
        rows.push([op.name().into(), op.what().into(), own.counted.to_string(), own.killed.to_string(), mts]);
    }
    let median = super::result::Individual::of(result.per_operator.values().filter_map(|own| own.mts)).median;
    let median = median.map_or_else(|| "-".to_owned(), |x| format!("{x:.4}"));
    rows.push(["Median".into(), String::new(), String::new(), String::new(), median]);
    rows
}

/// Columns as wide as their widest cell; the first is left-aligned, and so are descriptions.
fn table<const N: usize>(out: &mut String, title: &str, rows: &[[String; N]]) {
    let _ = writeln!(out, "{title}");
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; N] = std::array::from_fn(width);
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let left = column == 0 || (N > 2 && column == 1);
            let cell = if left { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
            let _ = write!(line, "  {cell}");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::super::result::{Spent, tests::worked_example};
    use super::*;

    fn result() -> BenchResult {
        BenchResult::of(&worked_example(), Spent { seconds: 2.0, cpu_seconds: 3.5, peak_rss_mb: 400.0 })
    }

    #[test]
    fn the_json_object_has_the_documented_keys_first_and_in_order() {
        let json: Json = serde_json::from_str(&json(&result()).expect("renders")).expect("is JSON");
        let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
        let documented = [
            "programs",
            "mutants",
            "counted",
            "killed",
            "mts",
            "mts_ca1",
            "individual",
            "ca_tests",
            "ca_programs",
            "mirrored_share",
            "exact_share",
            "per_operator",
            "states",
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
    fn the_table_for_people_gives_table_1_and_table_2() {
        let text = human(&result());
        for line in [
            "Non-anomalous mutants (counted)             8",
            "Translation outputs                7 (87.50 %)",
            "Compilable translations            6 (75.00 %)",
            "Non-anomalous translations         3 (37.50 %)",
            "Overall MTS (lower is better)           0.7500",
        ] {
            let squeezed = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.lines().any(|l| squeezed(l) == squeezed(line)), "{line}\n{text}");
        }
        assert!(text.contains("SDL") && text.contains("statement deletion"), "{text}");
        assert!(text.lines().all(|l| l.chars().count() <= 100), "{text}");
    }

    #[test]
    fn lines_for_pairs_and_mutants_are_one_object_each() {
        let pairs = per_pair(&worked_example()).expect("renders");
        let first: Json = serde_json::from_str(pairs.lines().next().expect("a line")).expect("is JSON");
        assert_eq!(first["id"], "A");
        assert_eq!((&first["counted"], &first["killed"], &first["mirrored"]), (&json!(3), &json!(2), &json!(5)));
        assert_eq!(pairs.lines().count(), 3);
        let mutants = per_mutant(&worked_example()).expect("renders");
        assert_eq!(mutants.lines().count(), 11);
        let killed: Json = serde_json::from_str(mutants.lines().nth(1).expect("a line")).expect("is JSON");
        assert_eq!(
            killed,
            json!({"id": "A", "mutant": "AOIS_1", "operator": "AOIS", "line": 3, "state": "ok",
                   "verdict": "killed", "why": "mismatch", "java_edit": "", "python_edit": ""})
        );
    }

    #[test]
    fn listed_mutants_leave_operators_without_any_out() {
        let counts = BTreeMap::from([(Operator::ROR, 7), (Operator::AORB, 4), (Operator::SDL, 0)]);
        assert_eq!(list_mutants([("A", &counts)]).to_string(), r#"{"A":{"AORB":4,"ROR":7}}"#);
    }
}
