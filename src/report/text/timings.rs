//! Renders the times of a run: a row for each pair, the slowest pair first.

use crate::report::format::count;
use mts_model::options::NamedOption;
use mts_model::report::{PairTimings, RunReport, Step};
use std::fmt::Write;

/// The largest number of pairs with a row of their own.
const ROWS: usize = 20;

/// Renders the times of a run in seconds of wall-clock time.
#[must_use]
pub fn render(report: &RunReport) -> String {
    let timings = &report.timings;
    let mut pairs: Vec<&PairTimings> = timings.pairs.iter().collect();
    pairs.sort_by(|one, two| two.total().total_cmp(&one.total()).then_with(|| one.name.cmp(&two.name)));
    let (shown, rest) = pairs.split_at(pairs.len().min(ROWS));
    let mut rows: Vec<(String, Vec<f64>)> = shown.iter().map(|pair| (pair.name.clone(), cells(&[pair]))).collect();
    if !rest.is_empty() {
        rows.push((format!("{} more", count(rest.len(), "pair")), cells(rest)));
    }
    rows.push(("all pairs".to_owned(), cells(&pairs)));
    let wide = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let mut out = format!(
        "times in seconds: the run took {:.1}, of which {:.1} before the first pair\n\n{:wide$}  {:>9}",
        timings.seconds, timings.preparation, "", "total"
    );
    Step::ALL.iter().for_each(|step| _ = write!(out, "  {:>9}", step.name()));
    for (name, cells) in rows {
        _ = write!(out, "\n{name:wide$}");
        cells.iter().for_each(|seconds| _ = write!(out, "  {seconds:>9.2}"));
    }
    out.push('\n');
    out
}

/// Returns the total of these pairs, then the time of each step.
fn cells(pairs: &[&PairTimings]) -> Vec<f64> {
    let total = pairs.iter().fold(0.0, |sum, pair| sum + pair.total());
    let of_step = |step: &Step| pairs.iter().fold(0.0, |sum, pair| sum + pair.of_step(*step));
    std::iter::once(total).chain(Step::ALL.iter().map(of_step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::report::StepTimes;

    #[test]
    fn the_slowest_pair_comes_first_and_the_last_row_has_the_sums() {
        let pair = |name: &str, java, base| PairTimings {
            name: name.to_owned(),
            head: StepTimes::from([(Step::Java, java), (Step::Hunt, 1.0)]),
            base: StepTimes::from([(Step::Java, base)]),
        };
        let mut report = test_reports::failed();
        report.timings.preparation = 0.25;
        report.timings.pairs = vec![pair("A.quick", 0.5, 0.0), pair("A.slow", 2.0, 4.0)];
        let text = render(&report);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with("of which 0.2 before the first pair"), "{text}");
        let row = |at: usize| lines[at].split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(row(2).starts_with("total generate inputs hunt java"), "{text}");
        assert_eq!(row(3), "A.slow 7.00 0.00 0.00 1.00 6.00 0.00 0.00 0.00 0.00");
        assert_eq!(row(4), "A.quick 1.50 0.00 0.00 1.00 0.50 0.00 0.00 0.00 0.00");
        assert_eq!(row(5), "all pairs 8.50 0.00 0.00 2.00 6.50 0.00 0.00 0.00 0.00");
        assert_eq!(lines.len(), 6);
    }

    #[test]
    fn pairs_above_the_limit_share_a_row() {
        let pair = |nth: usize| PairTimings {
            name: format!("A.f{nth:02}"),
            head: StepTimes::from([(Step::Python, 1.0 + nth as f64)]),
            base: StepTimes::new(),
        };
        let mut report = test_reports::failed();
        report.timings.pairs = (0..ROWS + 3).map(pair).collect();
        let text = render(&report);
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(last[1].starts_with("3 pairs more  ") && last[1].contains("  6.00"), "{text}");
        assert!(last[0].starts_with("all pairs"), "{text}");
    }
}
