//! Computes correlations over programs.
//!
//! The correlated values are scores, the number of mutants, similarity and behaviour.

use crate::bench::evaluation::ports::{MEASURES, Measures};
use crate::bench::evaluation::sheet::{number, p_value, row};
use crate::bench::evaluation::translated::Translated;
use crate::bench::results::program_result::ProgramResult;
use mts_similarity::stats;

/// A score of a program.
type Score = fn(&ProgramResult) -> Option<f64>;

fn mts(program: &ProgramResult) -> Option<f64> {
    program.scores.mts
}

fn ca(program: &ProgramResult) -> Option<f64> {
    program.scores.ca_tests
}

fn mutants(program: &ProgramResult) -> Option<f64> {
    let run = program.mutants.len() as u64;
    Some(program.scores.sample.as_ref().map_or(run, |sample| sample.generated) as f64)
}

fn cells(translator: &str, one: &str, other: &str, pairs: &[(f64, f64)]) -> Vec<String> {
    let rho = stats::spearman(pairs);
    vec![
        translator.to_owned(),
        one.to_owned(),
        other.to_owned(),
        number(rho.map(|rho| rho.rho)),
        rho.map_or_else(|| "-".to_owned(), |rho| p_value(rho.p)),
        pairs.len().to_string(),
    ]
}

/// Correlates CA with MTS, and the number of mutants with CA and with MTS.
pub(crate) fn scores(all: &[Translated<'_>]) -> Vec<Vec<String>> {
    let asked: [(&str, Score, &str, Score); 3] =
        [("CA", ca, "MTS", mts), ("Mutants", mutants, "MTS", mts), ("Mutants", mutants, "CA", ca)];
    let mut rows = vec![row(["Translator", "Of", "With", "rho", "p", "Programs"])];
    for translated in all {
        for (one, of, other, with) in asked {
            let pairs: Vec<(f64, f64)> =
                translated.programs.iter().filter_map(|program| Some((of(program)?, with(program)?))).collect();
            rows.push(cells(translated.name(), one, other, &pairs));
        }
    }
    rows
}

/// Correlates each similarity measure with CA and with MTS.
pub(crate) fn similarity(all: &[Translated<'_>], measures: &[Measures]) -> Vec<Vec<String>> {
    let mut rows = vec![row(["Translator", "Of", "With", "rho", "p", "Programs"])];
    let behaviour: [(&str, Score); 2] = [("CA", ca), ("MTS", mts)];
    for (translated, measures) in all.iter().zip(measures) {
        for (name, measure) in MEASURES {
            for (other, with) in behaviour {
                let both = translated.programs.iter().zip(&measures.similarities);
                let pairs: Vec<(f64, f64)> =
                    both.filter_map(|(program, found)| Some((measure(found.as_ref()?)?, with(program)?))).collect();
                if !pairs.is_empty() {
                    rows.push(cells(translated.name(), name, other, &pairs));
                }
            }
        }
    }
    rows
}
