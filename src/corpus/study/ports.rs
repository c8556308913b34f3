//! The translated programs themselves, as Ahmad et al. 2023 (AVATAR) tabulate them: how like the corpus's port they
//! are, and how they fare on its inputs.

use super::super::{CorpusRow, Fared, ProgramResult};
use super::{Translated, number, row};
use crate::error::Result;
use crate::judgement::scores;
use crate::metrics::bleu::{Counts, Variant};
use crate::metrics::{self, Choice, tokens};
use crate::model::{Similarity, State};
use std::collections::BTreeMap;

/// How like the corpus's port each program of a translator is.
pub(super) struct Measures {
    /// In the order of its programs; `None` without a text of the translator's.
    pub of: Vec<Option<Similarity>>,
    /// BLEU over the whole corpus.
    bleu: Option<f64>,
}

/// A measure by its name.
type Measure = fn(&Similarity) -> Option<f64>;

/// Those that are correlated with behaviour.
pub(super) const MEASURES: [(&str, Measure); 4] = [
    ("BLEU", |found| Some(found.bleu)),
    ("CodeBLEU", |found| found.codebleu),
    // Scores of different levels of RUBY are not comparable; rank them all, as the paper does.
    ("RUBY", |found| Some(found.ruby.score)),
    ("STS", |found| Some(found.sts)),
];

/// Measures every translator that makes texts.
///
/// # Errors
/// A bug error when the grammar cannot be loaded.
pub(super) fn measures(all: &[Translated<'_>], corpus: &[CorpusRow]) -> Result<Vec<Measures>> {
    let ports: BTreeMap<&str, &str> = corpus.iter().map(|row| (row.id.as_str(), row.python.as_str())).collect();
    all.iter()
        .map(|one| {
            let mut counts = Counts::default();
            let mut of = Vec::with_capacity(one.programs.len());
            for program in one.programs {
                let text = program.port.as_ref().and_then(|port| port.text.as_deref());
                let (Some(text), Some(port)) = (text, ports.get(program.id.as_str())) else {
                    of.push(None);
                    continue;
                };
                let (_, reference, candidate) = tokens::of_both(port, text);
                counts.add(&Counts::of(&[&reference], &candidate));
                of.push(Some(metrics::similarity(port, text, &Choice::default())?));
            }
            let bleu = of.iter().any(Option::is_some).then(|| counts.score(Variant::AvatarAddOneAll));
            Ok(Measures { of, bleu })
        })
        .collect()
}

fn fared(program: &ProgramResult) -> Option<Fared> {
    program.port.as_ref().map(|port| port.fared)
}

/// Similarity, EA and CA of each translator.
pub(super) fn table_3(all: &[Translated<'_>], measures: &[Measures]) -> Vec<Vec<String>> {
    let mut rows = vec![row(["Translator", "Programs", "BLEU", "SM", "DM", "CB", "EA", "EA, compiled", "CA"])];
    for (one, measures) in all.iter().zip(measures) {
        let mean = |of: Measure| {
            let found: Vec<f64> = measures.of.iter().flatten().filter_map(of).collect();
            (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
        };
        let state = |fared| match fared {
            Fared::Success | Fared::Failure => State::Ok,
            Fared::Timeout => State::Timeout,
            Fared::RuntimeError => State::Exception,
            Fared::CompileError => State::NotCompiled,
            Fared::Missing => State::Missing,
        };
        let states: Vec<State> = one.programs.iter().filter_map(fared).map(state).collect();
        rows.push(vec![
            one.name().to_owned(),
            states.len().to_string(),
            number(measures.bleu),
            number(mean(|found| Some(found.syntax_match))),
            number(mean(|found| found.dataflow_match)),
            number(mean(|found| found.codebleu)),
            number(scores::ea_functions(&states)),
            number(scores::ea_compile(&states)),
            number(one.result.ca_programs),
        ]);
    }
    rows
}

/// Programs by how they fared.
pub(super) fn table_4(all: &[Translated<'_>]) -> Vec<Vec<String>> {
    let kinds =
        [Fared::Success, Fared::Failure, Fared::Timeout, Fared::RuntimeError, Fared::CompileError, Fared::Missing];
    let head = [
        "Translator",
        "Tests",
        "Success",
        "Failure",
        "Timeout",
        "Runtime error",
        "Compilation error",
        "No translation",
    ];
    let mut rows = vec![row(head)];
    for one in all {
        let all: Vec<Fared> = one.programs.iter().filter_map(fared).collect();
        let mut cells = vec![one.name().to_owned(), all.len().to_string()];
        cells.extend(kinds.map(|kind| all.iter().filter(|own| **own == kind).count().to_string()));
        rows.push(cells);
    }
    rows
}

/// Shares of compilation and of runtime errors, in percent.
pub(super) fn table_5(all: &[Translated<'_>]) -> Vec<Vec<String>> {
    let mut rows = vec![row(["Translator", "CE %", "RE %"])];
    for one in all {
        let all: Vec<Fared> = one.programs.iter().filter_map(fared).collect();
        let percent = |kinds: &[Fared]| {
            let part = all.iter().filter(|own| kinds.contains(own)).count() as u64;
            let share = scores::share(part, all.len() as u64);
            share.map_or_else(|| "-".to_owned(), |share| format!("{:.2}", share * 100.0))
        };
        let compiled = percent(&[Fared::CompileError, Fared::Missing]);
        rows.push(vec![one.name().to_owned(), compiled, percent(&[Fared::RuntimeError])]);
    }
    rows
}
