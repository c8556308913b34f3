//! Draws the distributions of Guizzo et al. 2023, Figures 3 to 6, as SVG.
//!
//! A box reaches from quartile to quartile and shows the median. Each program is a point, and a cross is at the mean.
//! The module does not use the crate `plotters`, because its box plot has no points and no mean.

use crate::bench::evaluation::translated::Translated;
use crate::report::escape::svg;
use mts_model::Operator;
use mts_similarity::stats::quantile;
use std::collections::BTreeMap;
use std::fmt::Write;

const HEIGHT: f64 = 360.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 70.0;
const LEFT: f64 = 60.0;
const COLUMN: f64 = 90.0;

/// A figure: its title, the label of its axis, and the values of each column.
struct Figure {
    title: String,
    axis: &'static str,
    columns: Vec<(String, Vec<f64>)>,
    /// The upper end of the axis. `None` means the highest value.
    most: Option<f64>,
}

/// Returns the files of all figures.
pub(crate) fn all(all: &[Translated<'_>]) -> Vec<(String, String)> {
    let mutants = all.iter().map(|one| (one.name().to_owned(), generated_counts(one))).collect();
    let by_operator = all.first().map(operators).unwrap_or_default();
    let scores = |of: fn(&crate::bench::evaluation::ProgramResult) -> Option<f64>| {
        all.iter().map(|one| (one.name().to_owned(), one.programs.iter().filter_map(of).collect())).collect()
    };
    let figures = [
        Figure { title: "Mutants per program".to_owned(), axis: "mutants", columns: mutants, most: None },
        Figure {
            title: format!(
                "Mutants per operator and program{}",
                all.first().map(|one| format!(", {}", one.name())).unwrap_or_default()
            ),
            axis: "mutants",
            columns: by_operator,
            most: None,
        },
        Figure {
            title: "MTS per program (lower is better)".to_owned(),
            axis: "MTS",
            columns: scores(|program| program.scores.mts),
            most: Some(1.0),
        },
        Figure {
            title: "CA per program (higher is better)".to_owned(),
            axis: "CA",
            columns: scores(|program| program.scores.ca_tests),
            most: Some(1.0),
        },
    ];
    (3..).zip(figures).map(|(number, figure)| (format!("figure-{number}.svg"), figure.svg())).collect()
}

fn generated_counts(one: &Translated<'_>) -> Vec<f64> {
    let count = |program: &crate::bench::evaluation::ProgramResult| {
        program.scores.sample.as_ref().map_or(program.mutants.len() as u64, |sample| sample.generated) as f64
    };
    one.programs.iter().map(count).collect()
}

/// Returns the numbers of mutants of each operator.
///
/// There is a number for each program with a mutant of the operator.
fn operators(one: &Translated<'_>) -> Vec<(String, Vec<f64>)> {
    let mut found: BTreeMap<Operator, Vec<f64>> = BTreeMap::new();
    for program in one.programs {
        let mut own: BTreeMap<Operator, u64> = BTreeMap::new();
        match &program.scores.sample {
            Some(sample) => own.extend(sample.operators.iter().map(|(op, [generated, _])| (*op, *generated))),
            None => program.mutants.iter().for_each(|mutant| *own.entry(mutant.operator).or_default() += 1),
        }
        own.into_iter().for_each(|(operator, number)| found.entry(operator).or_default().push(number as f64));
    }
    let mut columns: Vec<(String, Vec<f64>)> =
        found.into_iter().map(|(operator, values)| (operator.name().to_owned(), values)).collect();
    columns.sort_by(|a, b| a.0.cmp(&b.0));
    columns
}

impl Figure {
    fn svg(&self) -> String {
        let width = LEFT + COLUMN * self.columns.len().max(1) as f64 + 20.0;
        let highest = self.columns.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
        let most = self.most.unwrap_or(if highest > 0.0 { highest } else { 1.0 });
        let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / most);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{HEIGHT}\" viewBox=\"0 0 {width} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"11\">\n<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"13\">{title}</text>\n",
            title = svg(&self.title)
        );
        for step in 0..=4 {
            let value = most * f64::from(step) / 4.0;
            let label = if most > 10.0 { format!("{value:.0}") } else { format!("{value:.2}") };
            _ = writeln!(
                out,
                "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{label}</text>",
                width - 10.0,
                y(value),
                y(value),
                LEFT - 6.0,
                y(value) + 4.0
            );
        }
        _ = writeln!(
            out,
            "<text x=\"14\" y=\"{:.1}\" transform=\"rotate(-90 14 {:.1})\">{}</text>",
            HEIGHT / 2.0,
            HEIGHT / 2.0,
            self.axis
        );
        for (nth, (name, values)) in self.columns.iter().enumerate() {
            let middle = LEFT + COLUMN * (nth as f64 + 0.5);
            column(&mut out, middle, values, &y);
            let short: String = if name.chars().count() > 15 {
                format!("{}…", name.chars().take(14).collect::<String>())
            } else {
                name.clone()
            };
            _ = writeln!(
                out,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}<title>{}</title></text>\
                 <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666\">n = {}</text>",
                HEIGHT - BOTTOM + 18.0,
                svg(&short),
                svg(name),
                HEIGHT - BOTTOM + 34.0,
                values.len()
            );
        }
        out + "</svg>\n"
    }
}

fn column(out: &mut String, middle: f64, values: &[f64], y: &dyn Fn(f64) -> f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else { return };
    let [low, median, high] = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share));
    let mean = sorted.iter().sum::<f64>() / sorted.len() as f64;
    // Spread the points to the sides, so that equal values are visible. The offsets are fixed, so equal runs draw equal
    // figures.
    for (nth, value) in sorted.iter().enumerate() {
        let aside = ((nth * 37) % 41) as f64 - 20.0;
        _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.8\" fill=\"#4878a8\" fill-opacity=\"0.35\"/>",
            middle + aside,
            y(*value)
        );
    }
    for (from, to) in [(*least, low), (high, *most)] {
        _ = writeln!(
            out,
            "<line x1=\"{middle:.1}\" x2=\"{middle:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#222\"/>",
            y(from),
            y(to)
        );
    }
    _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"48\" height=\"{:.1}\" fill=\"none\" stroke=\"#222\"/>\
         <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#222\" stroke-width=\"2\"/>\
         <path d=\"M {:.1} {:.1} l 8 8 m 0 -8 l -8 8\" stroke=\"#b02020\" stroke-width=\"1.5\"/>",
        middle - 24.0,
        y(high),
        y(low) - y(high),
        middle - 24.0,
        middle + 24.0,
        y(median),
        y(median),
        middle - 4.0,
        y(mean) - 4.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_a_point_for_each_value_and_escapes_its_names() {
        let columns =
            vec![("a<b & a long, long name".to_owned(), vec![0.0, 0.5, 1.0, 0.5]), ("none".to_owned(), Vec::new())];
        let svg = Figure { title: "T".to_owned(), axis: "MTS", columns, most: Some(1.0) }.svg();
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("a&lt;b &amp; a long") && !svg.contains("a<b"), "{svg}");
        assert!(svg.contains("n = 4") && svg.contains("n = 0"));
        let parsed = svg.matches("<text").count() == svg.matches("</text>").count();
        assert!(parsed && svg.ends_with("</svg>\n"));
    }
}
