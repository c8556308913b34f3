//! Writes the tables of Ahmad et al. 2023 (AVATAR) for translated programs.
//!
//! The tables have the similarity to the corpus's port, and the outcomes on the corpus's inputs.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::evaluation::sheet::{number, row};
use crate::bench::evaluation::translated::Translated;
use crate::bench::results::program_result::ProgramResult;
use mts_model::error::Result;
use mts_model::report::ProgramEnding;
use mts_model::{Similarity, State};
use mts_oracle::scores;
use mts_similarity::bleu::{Counts, Variant};
use mts_similarity::{Choice, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a pair. The paper has a table for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PairKind {
    /// Functions, which run on arguments.
    Functions,
    /// Whole programs, which run on tests.
    Programs,
}

/// The kind of each pair of a corpus.
pub(crate) struct PairKinds<'c> {
    programs: BTreeSet<&'c str>,
    has_functions: bool,
}

impl<'c> PairKinds<'c> {
    pub fn new(corpus: &'c [CorpusRow]) -> Self {
        let programs = corpus.iter().filter(|row| row.is_program()).map(|row| row.id.as_str()).collect();
        Self { programs, has_functions: corpus.is_empty() || corpus.iter().any(|row| !row.is_program()) }
    }

    /// Returns the kinds of pairs in the corpus.
    pub fn all(&self) -> impl Iterator<Item = PairKind> {
        let (functions, programs) = (self.has_functions, !self.programs.is_empty());
        [(PairKind::Functions, functions), (PairKind::Programs, programs)]
            .into_iter()
            .filter_map(|(kind, is)| is.then_some(kind))
    }

    fn kind(&self, program: &ProgramResult) -> PairKind {
        if self.programs.contains(program.id.as_str()) { PairKind::Programs } else { PairKind::Functions }
    }

    /// Returns the outcomes of the ports of one kind.
    fn outcomes(&self, kind: PairKind, one: &Translated<'_>) -> Vec<ProgramEnding> {
        let of_kind = one.programs.iter().filter(|program| self.kind(program) == kind);
        of_kind.filter_map(|program| program.port.as_ref().map(|port| port.outcome)).collect()
    }
}

/// The similarity of a translator's programs to the ports of the corpus.
pub(crate) struct Measures {
    /// The similarity of each program, in the order of the programs.
    ///
    /// `None` if the translator gave no text.
    pub similarities: Vec<Option<Similarity>>,
    /// BLEU over all programs of a kind.
    bleu: BTreeMap<PairKind, f64>,
}

/// A similarity measure.
type Measure = fn(&Similarity) -> Option<f64>;

/// The measures that `correlated` correlates with behaviour.
pub(crate) const MEASURES: [(&str, Measure); 4] = [
    ("BLEU", |found| Some(found.bleu)),
    ("CodeBLEU", |found| found.codebleu),
    // RUBY scores of different levels are not comparable, but Tran et al. 2019 rank these scores together.
    ("RUBY", |found| Some(found.ruby.score)),
    ("STS", |found| Some(found.sts)),
];

/// Measures the similarity for every translator that makes texts.
///
/// # Errors
/// Returns an internal error if the grammar cannot be loaded.
pub(crate) fn measures(all: &[Translated<'_>], corpus: &[CorpusRow], kinds: &PairKinds<'_>) -> Result<Vec<Measures>> {
    let ports: BTreeMap<&str, &str> = corpus.iter().map(|row| (row.id.as_str(), row.python.as_str())).collect();
    all.iter()
        .map(|one| {
            let mut counts: BTreeMap<PairKind, Counts> = BTreeMap::new();
            let mut similarities = Vec::with_capacity(one.programs.len());
            for program in one.programs {
                let text = program.port.as_ref().and_then(|port| port.text.as_deref());
                let (Some(text), Some(port)) = (text, ports.get(program.id.as_str())) else {
                    similarities.push(None);
                    continue;
                };
                let (_, reference, candidate) = tokens::of_both(port, text);
                counts.entry(kinds.kind(program)).or_default().add(&Counts::new(&[&reference], &candidate));
                similarities.push(Some(mts_similarity::similarity(port, text, &Choice::default())?));
            }
            let bleu = counts.iter().map(|(kind, counts)| (*kind, counts.score(Variant::AvatarAddOneAll))).collect();
            Ok(Measures { similarities, bleu })
        })
        .collect()
}

/// Returns similarity, execution accuracy (EA) and CA of each translator for one kind of pairs.
///
/// For programs, CA is the share of programs that pass all tests.
pub(crate) fn table_3(
    all: &[Translated<'_>],
    measures: &[Measures],
    kinds: &PairKinds<'_>,
    kind: PairKind,
) -> Vec<Vec<String>> {
    let mut rows = vec![row(["Translator", "Programs", "BLEU", "SM", "DM", "CB", "EA", "EA, compiled", "CA"])];
    for (one, measures) in all.iter().zip(measures) {
        let mean = |of: Measure| {
            let own =
                one.programs.iter().zip(&measures.similarities).filter(|(program, _)| kinds.kind(program) == kind);
            let found: Vec<f64> = own.filter_map(|(_, found)| of(found.as_ref()?)).collect();
            (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
        };
        let state = |outcomes: &ProgramEnding| match outcomes {
            ProgramEnding::Success | ProgramEnding::Failure => State::Ok,
            ProgramEnding::Timeout => State::Timeout,
            ProgramEnding::RuntimeError => State::Exception,
            ProgramEnding::CompileError => State::NotCompiled,
            ProgramEnding::Missing => State::Missing,
        };
        let outcomes = kinds.outcomes(kind, one);
        let states: Vec<State> = outcomes.iter().map(state).collect();
        let ran = one.programs.iter().filter(|program| kinds.kind(program) == kind && program.scores.inputs > 0);
        let agreeing: Vec<bool> = ran.map(ProgramResult::agrees).collect();
        let passed: Vec<bool> = match kind {
            PairKind::Functions => agreeing,
            PairKind::Programs => outcomes.iter().map(|outcomes| *outcomes == ProgramEnding::Success).collect(),
        };
        let ca = scores::share(passed.iter().filter(|passed| **passed).count() as u64, passed.len() as u64);
        rows.push(vec![
            one.name().to_owned(),
            states.len().to_string(),
            number(measures.bleu.get(&kind).copied()),
            number(mean(|found| Some(found.syntax_match))),
            number(mean(|found| found.dataflow_match)),
            number(mean(|found| found.codebleu)),
            number(scores::ea_functions(&states)),
            number(scores::ea_compile(&states)),
            number(ca),
        ]);
    }
    rows
}

/// Counts the programs of each translator by outcome.
pub(crate) fn table_4(all: &[Translated<'_>], kinds: &PairKinds<'_>, kind: PairKind) -> Vec<Vec<String>> {
    let endings = [
        ProgramEnding::Success,
        ProgramEnding::Failure,
        ProgramEnding::Timeout,
        ProgramEnding::RuntimeError,
        ProgramEnding::CompileError,
        ProgramEnding::Missing,
    ];
    let head = [
        "Translator",
        "Programs",
        "Success",
        "Failure",
        "Timeout",
        "Runtime error",
        "Compilation error",
        "No translation",
    ];
    let mut rows = vec![row(head)];
    for one in all {
        let all = kinds.outcomes(kind, one);
        let mut cells = vec![one.name().to_owned(), all.len().to_string()];
        cells.extend(endings.map(|kind| all.iter().filter(|own| **own == kind).count().to_string()));
        rows.push(cells);
    }
    rows
}

/// Returns the shares of compile errors and of runtime errors in percent.
///
/// A missing translation counts as a compile error.
pub(crate) fn table_5(all: &[Translated<'_>], kinds: &PairKinds<'_>, kind: PairKind) -> Vec<Vec<String>> {
    let mut rows = vec![row(["Translator", "CE %", "RE %"])];
    for one in all {
        let all = kinds.outcomes(kind, one);
        let percent = |endings: &[ProgramEnding]| {
            let part = all.iter().filter(|own| endings.contains(own)).count() as u64;
            let share = scores::share(part, all.len() as u64);
            share.map_or_else(|| "-".to_owned(), |share| format!("{:.2}", share * 100.0))
        };
        let compiled = percent(&[ProgramEnding::CompileError, ProgramEnding::Missing]);
        rows.push(vec![one.name().to_owned(), compiled, percent(&[ProgramEnding::RuntimeError])]);
    }
    rows
}
