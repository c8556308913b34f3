//! Renders the tables of a bench result for people.
//!
//! The tables have the form of Guizzo et al. 2023. Table 1 has the number of mutants that reach each step, and the
//! scores. Table 2 has the MTS by operator, with one column for each translator. Another table has the unmirrored
//! mutants by reason.

use crate::bench::results::program_result::{BenchResult, Individual};
use crate::bench::results::published::{self, PublishedMeasure};
use mts_model::report::Interval;
use mts_model::{Operator, TranslatorUsage, VariantScores};
use mts_oracle::share;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Renders the tables.
///
/// If `published` is true, the tables also have the figures of Guizzo et al. 2023, in columns whose names start with
/// `paper:`.
#[must_use]
pub fn render(results: &[BenchResult], published: bool) -> String {
    let mut out = String::new();
    table(&mut out, "Mutants and scores (rows of Guizzo et al. 2023, Table 1)", 1, &overview(results, published));
    out.push('\n');
    let title = "MTS by operator, lower is better (Guizzo et al. 2023, Table 2)";
    table(&mut out, title, 2, &by_operator(results, published));
    for (result, variants) in results.iter().filter_map(|result| Some((result, result.variants.as_ref()?))) {
        out.push('\n');
        table(&mut out, &format!("Variants, {}", result.translator), 1, &of_variants(variants));
    }
    for (result, throughput) in results.iter().filter_map(|result| Some((result, result.throughput.as_ref()?))) {
        out.push('\n');
        table(&mut out, &format!("Throughput, {}", result.translator), 1, &throughput.rows());
    }
    for (result, usage) in results.iter().filter_map(|result| Some((result, result.translation.as_ref()?))) {
        out.push('\n');
        table(&mut out, &format!("Requests to the translator {}", result.translator), 1, &usage_rows(usage));
    }
    let tables: [(&str, Reasons); 4] = [
        ("Mutants without a counterpart in the port, by reason", |result| &result.unmirrored),
        ("Reasons why these mutants have no splice", |result| &result.unspliced),
        ("Mutants without a translation (killed), by reason", |result| &result.missing),
        ("Mutants without a verdict (not counted), by reason", |result| &result.unknown),
    ];
    for (title, of) in tables {
        let reasons = by_reason(results, of);
        if !reasons.is_empty() {
            out.push('\n');
            table(&mut out, title, 1, &reasons);
        }
    }
    out
}

/// Returns Table 1 with a header row and without costs.
///
/// Costs differ between equal runs.
pub(crate) fn overview_sheet(results: &[BenchResult]) -> Vec<Vec<String>> {
    let head = std::iter::once(String::new()).chain(results.iter().map(|result| result.translator.clone()));
    let rows = overview_rows(results, false).into_iter().filter(|(kind, _)| *kind != RowKind::Cost);
    std::iter::once(head.collect()).chain(rows.map(|(_, row)| row)).collect()
}

/// Returns Table 2 with a header row.
pub(crate) fn operator_sheet(results: &[BenchResult]) -> Vec<Vec<String>> {
    by_operator(results, false)
}

/// A function that returns counts of a result by reason.
type Reasons = fn(&BenchResult) -> &BTreeMap<String, u64>;

/// Returns rows with the cost of an external translator.
fn usage_rows(usage: &TranslatorUsage) -> Vec<Vec<String>> {
    let mut rows = vec![
        ("Texts to translate", usage.texts.to_string()),
        ("  of these from the cache", usage.cached.to_string()),
        ("Requests", usage.requests.to_string()),
        ("  of these repeated", usage.retries.to_string()),
    ];
    if usage.prompt_tokens + usage.completion_tokens > 0 {
        rows.push(("Tokens of prompts", usage.prompt_tokens.to_string()));
        rows.push(("Tokens of answers", usage.completion_tokens.to_string()));
    }
    rows.extend(usage.cost.map(|cost| ("Cost", format!("{cost:.4}"))));
    rows.push(("Reproducible", if usage.reproducible { "yes" } else { "no" }.to_owned()));
    rows.into_iter().map(|(label, value)| vec![label.to_owned(), value]).collect()
}

/// Returns rows with the counts of variants.
fn of_variants(variants: &VariantScores) -> Vec<Vec<String>> {
    let VariantScores { tested, preserved, broken, invalid_transformation, inconclusive, unmirrored } = variants;
    let rows = [
        ("Must keep behaviour, ran on both sides", tested.to_string()),
        ("  preserved", preserved.to_string()),
        ("  broken in the port", broken.to_string()),
        ("  invalid transformation", invalid_transformation.to_string()),
        ("Without an outcome to compare", inconclusive.to_string()),
        ("Without a counterpart in the port", unmirrored.to_string()),
    ];
    rows.into_iter().map(|(label, value)| vec![label.to_owned(), value]).collect()
}

/// Returns the names of the columns, or `None` if there is only one column.
fn names(results: &[BenchResult], published: bool) -> Option<Vec<String>> {
    let own = results.iter().map(|result| result.translator.clone());
    let theirs = published::COLUMNS.iter().filter(|_| published).map(|column| column.name.to_owned());
    (results.len() > 1 || published).then(|| own.chain(theirs).collect())
}

/// A row of Table 1 for one translator.
struct OverviewRow {
    label: &'static str,
    value: String,
    kind: RowKind,
}

/// The kind of a row of Table 1.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    /// The paper has this row too.
    Published(PublishedMeasure),
    /// A score or a count that the paper does not have.
    Own,
    /// A time or a size, which differs between equal runs.
    Cost,
}

fn overview(results: &[BenchResult], published: bool) -> Vec<Vec<String>> {
    let head = names(results, published).map(|names| std::iter::once(String::new()).chain(names).collect());
    head.into_iter().chain(overview_rows(results, published).into_iter().map(|(_, row)| row)).collect()
}

/// Returns the rows of Table 1 without the header row, each with its kind.
fn overview_rows(results: &[BenchResult], published: bool) -> Vec<(RowKind, Vec<String>)> {
    let columns: Vec<Vec<OverviewRow>> = results.iter().map(column).collect();
    let first = columns.first().into_iter().flatten().enumerate();
    first
        .map(|(at, OverviewRow { label, kind, .. })| {
            let mut row = vec![(*label).to_owned()];
            row.extend(columns.iter().map(|column| column[at].value.clone()));
            if published {
                let cell = |column: &published::Column| match kind {
                    RowKind::Published(measure) => column.measure(*measure).to_owned(),
                    RowKind::Own | RowKind::Cost => String::new(),
                };
                row.extend(published::COLUMNS.iter().map(cell));
            }
            (*kind, row)
        })
        .collect()
}

fn column(result: &BenchResult) -> Vec<OverviewRow> {
    let reason = |word: &str| result.kill_reasons.get(word).copied().unwrap_or_default();
    let state = |word: &str| result.states.get(word).copied().unwrap_or_default();
    // As in Table 1, the states of translated mutants are shares of the counted mutants.
    let translated = result.counted - reason("missing");
    let compiled = translated - reason("not_compiled");
    let clean = compiled - reason("timeout") - reason("exception") - reason("incomplete");
    let share_text = |n: u64, whole: u64| match share(n, whole) {
        Some(x) => format!("{n} ({:.2} %)", x * 100.0),
        None => n.to_string(),
    };
    let own = |label, value| OverviewRow { label, value, kind: RowKind::Own };
    let published = |measure, label, value| OverviewRow { label, value, kind: RowKind::Published(measure) };
    let cost = |label, value| OverviewRow { label, value, kind: RowKind::Cost };
    vec![
        own("Programs", result.programs.to_string()),
        own("Mutants", mutants(result)),
        own("Mutants that do not compile", share_text(state("not_compiled"), result.mutants)),
        own("Mutants with a timeout", share_text(state("timeout"), result.mutants)),
        own("Mutants with an exception", share_text(state("exception"), result.mutants)),
        own("Share of mutants with a counterpart", score(result.mirrored_share)),
        own("  of these exact", score(result.exact_share)),
        published(PublishedMeasure::Counted, "Non-anomalous mutants (counted)", result.counted.to_string()),
        published(PublishedMeasure::Outputs, "Translation outputs", share_text(translated, result.counted)),
        published(PublishedMeasure::Compilable, "Compilable translations", share_text(compiled, result.counted)),
        published(PublishedMeasure::Timeouts, "Timeouts", share_text(reason("timeout"), result.counted)),
        published(PublishedMeasure::Exceptions, "Exceptions", share_text(reason("exception"), result.counted)),
        published(PublishedMeasure::NonAnomalous, "Non-anomalous translations", share_text(clean, result.counted)),
        own("Killed", share_text(result.killed, result.counted)),
        published(
            PublishedMeasure::OverallMts,
            "Overall MTS (lower is better)",
            estimate(result.mts, result.sample.as_ref().and_then(|sample| sample.mts)),
        ),
        published(PublishedMeasure::MedianMts, "Median individual MTS", score(result.individual.median)),
        published(PublishedMeasure::MeanMts, "Mean individual MTS", score(result.individual.mean)),
        published(PublishedMeasure::DeviationMts, "Std. dev. individual MTS", score(result.individual.sd)),
        own("Overall MTS where CA is 1", estimate(result.mts_ca1, result.mts_ca1_interval)),
        own("  median individual MTS", score(result.individual_ca1.median)),
        own("Overall MTS where CA is below 1", estimate(result.mts_below, result.mts_below_interval)),
        own("  median individual MTS", score(result.individual_below.median)),
        published(PublishedMeasure::OverallCa, "Overall CA, tests", score(result.ca_tests)),
        own("Overall CA, programs", score(result.ca_programs)),
        own("Share of mutants that inputs distinguish", score(result.mutation_score)),
        cost("Seconds (processor)", format!("{:.1} ({:.1})", result.seconds, result.cpu_seconds)),
        cost("Mutants per second", result.mutants_per_second.map_or_else(|| "none".to_owned(), |x| format!("{x:.0}"))),
        cost("Peak memory", format!("{:.0} MiB", result.peak_rss_mb)),
    ]
}

/// Formats the number of mutants, and of a sample also the number of generated mutants.
fn mutants(result: &BenchResult) -> String {
    match &result.sample {
        Some(sample) => format!("{} of {}: a sample", result.mutants, sample.generated),
        None => result.mutants.to_string(),
    }
}

/// Formats a score, with its interval if the score is an estimate.
pub(crate) fn estimate(x: Option<f64>, interval: Option<Interval>) -> String {
    match interval {
        Some(Interval { low, high }) if x.is_some() => format!("{} ({low:.4} to {high:.4})", score(x)),
        _ => score(x),
    }
}

fn score(x: Option<f64>) -> String {
    x.map_or_else(|| "none".to_owned(), |x| format!("{x:.4}"))
}

/// Returns Table 2.
///
/// A single translator has several columns with its counts. If there are several translators, or the
/// figures of the paper, each translator has one column.
fn by_operator(results: &[BenchResult], published: bool) -> Vec<Vec<String>> {
    let dash = || "-".to_owned();
    let mut head = vec!["Operator".to_owned(), "Description".to_owned()];
    let names = names(results, published);
    match &names {
        Some(names) => head.extend(names.clone()),
        None => head.extend(["Counted", "Killed", "MTS"].map(str::to_owned)),
    }
    let mut rows = vec![head];
    let ran = |op: &&Operator| results.iter().any(|result| result.per_operator.contains_key(*op));
    let mut operators: Vec<Operator> =
        Operator::ALL.iter().chain(Operator::CLASS.iter().filter(ran)).copied().collect();
    operators.sort_by_key(|op| op.name());
    for op in operators {
        let mut row = vec![op.name().to_owned(), op.description().to_owned()];
        for result in results {
            let own = result.per_operator.get(&op).copied().unwrap_or_default();
            let mts = own.mts.map_or_else(dash, |x| estimate(Some(x), own.interval));
            if names.is_none() {
                row.extend([own.counted.to_string(), own.killed.to_string(), mts]);
            } else {
                row.push(if own.counted > 0 { format!("{mts} ({}/{})", own.killed, own.counted) } else { mts });
            }
        }
        if published {
            row.extend(published::COLUMNS.iter().map(|column| column.operator(op).to_owned()));
        }
        rows.push(row);
    }
    let mut median = vec!["Median".to_owned(), String::new()];
    for result in results {
        if names.is_none() {
            median.extend([String::new(), String::new()]);
        }
        let over = Individual::new(result.per_operator.values().filter_map(|own| own.mts));
        median.push(over.median.map_or_else(dash, |x| format!("{x:.4}")));
    }
    if published {
        median.extend(published::COLUMNS.iter().map(|column| column.median.to_owned()));
    }
    rows.push(median);
    rows
}

/// Returns the counts by reason, the most frequent reason first.
fn by_reason(results: &[BenchResult], of: Reasons) -> Vec<Vec<String>> {
    let reasons: BTreeSet<&String> = results.iter().flat_map(|result| of(result).keys()).collect();
    let count = |result: &BenchResult, reason: &String| of(result).get(reason).copied().unwrap_or_default();
    let mut reasons: Vec<&String> = reasons.into_iter().collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(results.iter().map(|result| count(result, reason)).sum::<u64>()));
    let row = |reason: &String| -> Vec<String> {
        let counts = results.iter().map(|result| count(result, reason).to_string());
        std::iter::once(reason.clone()).chain(counts).collect()
    };
    let head = names(results, false).filter(|_| !reasons.is_empty());
    let head = head.map(|names| std::iter::once(String::new()).chain(names).collect());
    head.into_iter().chain(reasons.into_iter().map(row)).collect()
}

/// Writes a table with aligned columns. The first `left` columns are left-aligned.
fn table(out: &mut String, title: &str, left: usize, rows: &[Vec<String>]) {
    let _ = writeln!(out, "{title}");
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let cell = if column < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
            let _ = write!(line, "  {cell}");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::program_result::{RunCost, tests::worked_example};

    fn result(name: &str) -> BenchResult {
        let spent = RunCost { mutants: 11, seconds: 2.0, cpu_seconds: 3.5, peak_rss_mb: 400.0 };
        BenchResult::new(name, &worked_example(), spent)
    }

    fn has(text: &str, line: &str) -> bool {
        let squeezed = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().any(|l| squeezed(l) == squeezed(line))
    }

    #[test]
    fn the_table_for_people_gives_table_1_and_table_2() {
        let text = render(&[result("mirror")], false);
        for line in [
            "Non-anomalous mutants (counted)             8",
            "Translation outputs                7 (87.50 %)",
            "Compilable translations            6 (75.00 %)",
            "Non-anomalous translations         3 (37.50 %)",
            "Overall MTS (lower is better)           0.7500",
            "Overall MTS where CA is below 1         0.8000",
        ] {
            assert!(has(&text, line), "{line}\n{text}");
        }
        assert!(text.contains("SDL") && text.contains("statement deletion"), "{text}");
        assert!(text.lines().all(|l| l.chars().count() <= 100), "{text}");
        assert!(!text.contains("without a counterpart in the port"), "{text}");
    }

    #[test]
    fn several_translators_have_their_own_columns() {
        let text = render(&[result("mirror"), result("recorded:a.jsonl")], false);
        for line in [
            "mirror recorded:a.jsonl",
            "Overall MTS (lower is better) 0.7500 0.7500",
            "Operator Description mirror recorded:a.jsonl",
            "ROR relational operator replacement 0.5000 (1/2) 0.5000 (1/2)",
        ] {
            assert!(has(&text, line), "{line}\n{text}");
        }
    }

    #[test]
    fn published_figures_have_their_own_columns() {
        let text = render(&[result("mirror")], true);
        assert!(has(&text, "Overall MTS (lower is better) 0.7500 0.7044 0.7064"), "{text}");
        assert!(has(&text, "LOD logical operator deletion - 0.50 0.50"), "{text}");
        assert!(text.contains("paper: TransCoder"), "{text}");
    }

    #[test]
    fn reasons_without_a_counterpart_are_listed_by_their_number() {
        let mut one = result("mirror");
        one.missing = BTreeMap::from([("an empty answer".to_owned(), 1)]);
        one.unmirrored = BTreeMap::from([("a".to_owned(), 2), ("b".to_owned(), 9), ("c".to_owned(), 2)]);
        let text = render(&[one], false);
        let (_, table) = text.split_once("Mutants without a counterpart in the port, by reason\n").expect("the table");
        assert_eq!(
            table,
            "  b  9\n  a  2\n  c  2\n\nMutants without a translation (killed), by reason\n  an empty answer  1\n"
        );
    }
}
