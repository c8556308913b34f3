//! Compares translators: bootstrap intervals of their scores over programs, and paired tests.
//!
//! The bootstrap draws programs, not mutants.

use crate::bench::evaluation::sheet::{number, p_value, row};
use crate::bench::evaluation::translated::Translated;
use crate::bench::results::program_result::Individual;
use crate::bench::results::program_result::ProgramResult;
use mts_similarity::stats;
use std::collections::BTreeMap;

/// A statistic over programs.
type Statistic = fn(&[&ProgramResult]) -> Option<f64>;

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn overall(programs: &[&ProgramResult]) -> Option<f64> {
    // The weight of a sampled program is the number of mutants that each of its sampled mutants
    // represents.
    let weight = |p: &ProgramResult| p.scores.sample.as_ref().map_or(1.0, |sample| sample.weight);
    let sum = |of: fn(&ProgramResult) -> u64| programs.iter().map(|p| weight(p) * of(p) as f64).sum::<f64>();
    let (killed, counted) = (sum(|p| p.scores.killed), sum(|p| p.scores.counted));
    (counted > 0.0).then(|| killed / counted)
}

fn own(programs: &[&ProgramResult]) -> Individual {
    Individual::new(programs.iter().filter_map(|p| p.scores.mts))
}

fn ca_tests(programs: &[&ProgramResult]) -> Option<f64> {
    let sum = |of: fn(&ProgramResult) -> u64| programs.iter().map(|p| of(p)).sum::<u64>();
    ratio(sum(|p| p.scores.inputs_equal), sum(|p| p.scores.inputs))
}

fn ca_programs(programs: &[&ProgramResult]) -> Option<f64> {
    let ran = programs.iter().filter(|p| p.scores.inputs > 0);
    let (agree, all) = ran.fold((0, 0), |(agree, all), p| (agree + u64::from(p.agrees()), all + 1));
    ratio(agree, all)
}

const STATISTICS: [(&str, Statistic); 5] = [
    ("Overall MTS", overall),
    ("Median individual MTS", |programs| own(programs).median),
    ("Mean individual MTS", |programs| own(programs).mean),
    ("Overall CA, tests", ca_tests),
    ("Overall CA, programs", ca_programs),
];

/// Returns a row for each statistic of each translator.
pub(crate) fn intervals(all: &[Translated<'_>], seed: u64) -> Vec<Vec<String>> {
    let mut rows = vec![row(["Translator", "Score", "Value", "Low", "High", "Programs"])];
    for one in all {
        let programs: Vec<&ProgramResult> = one.programs.iter().collect();
        for (name, statistic) in STATISTICS {
            let value = statistic(&programs);
            let drawn = |drawn: &[usize]| statistic(&drawn.iter().map(|at| programs[*at]).collect::<Vec<_>>());
            let interval = value.and_then(|_| stats::interval(programs.len(), seed, drawn));
            rows.push(vec![
                one.name().to_owned(),
                name.to_owned(),
                number(value),
                number(interval.map(|(low, _)| low)),
                number(interval.map(|(_, high)| high)),
                programs.len().to_string(),
            ]);
        }
    }
    rows
}

/// Returns a row for each pair of translators.
pub(crate) fn paired(all: &[Translated<'_>], seed: u64) -> Vec<Vec<String>> {
    let head = [
        "First",
        "Second",
        "Programs",
        "First minus second",
        "Low",
        "High",
        "Programs that differ",
        "Wilcoxon's T",
        "p",
    ];
    let mut rows = vec![row(head)];
    for (nth, first) in all.iter().enumerate() {
        for second in &all[nth + 1..] {
            let others: BTreeMap<&str, &ProgramResult> = second.programs.iter().map(|p| (p.id.as_str(), p)).collect();
            let both: Vec<(&ProgramResult, &ProgramResult)> = first
                .programs
                .iter()
                .filter_map(|p| Some((p, *others.get(p.id.as_str())?)))
                .filter(|(a, b)| a.scores.mts.is_some() && b.scores.mts.is_some())
                .collect();
            let difference = |pairs: &[(&ProgramResult, &ProgramResult)]| {
                let (a, b): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
                Some(overall(&a)? - overall(&b)?)
            };
            let drawn = |drawn: &[usize]| difference(&drawn.iter().map(|at| both[*at]).collect::<Vec<_>>());
            let interval = stats::interval(both.len(), seed, drawn);
            let own: Vec<f64> = both.iter().filter_map(|(a, b)| Some(a.scores.mts? - b.scores.mts?)).collect();
            let test = stats::signed_ranks(&own);
            rows.push(vec![
                first.name().to_owned(),
                second.name().to_owned(),
                both.len().to_string(),
                number(difference(&both)),
                number(interval.map(|(low, _)| low)),
                number(interval.map(|(_, high)| high)),
                test.map_or(0, |test| test.n).to_string(),
                test.map_or_else(|| "-".to_owned(), |test| format!("{:.1}", test.statistic)),
                test.map_or_else(|| "-".to_owned(), |test| p_value(test.p)),
            ]);
        }
    }
    rows
}
