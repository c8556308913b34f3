//! Measures the coverage of confidence intervals, without running mutants.
//!
//! The module draws samples from the verdicts of a full run, and counts how often the interval
//! contains the full score.

use crate::bench::corpora::lines_file::json_fault;
use crate::report::format::count;
use crate::run::options::{Bound, Options};
use mts_generate::mutation::sample::Draw;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::{Interval, Scores};
use mts_model::{MutantVerdict, Operator, Verdict, Why};
use mts_oracle::scores;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// The advice for a file without the verdicts of one full run.
const FULL_RUN: &str = "use the file that `bench --per-mutant` writes in a full run of one translator";

/// The counts for the intervals of one kind of score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct IntervalCounts {
    /// The number of intervals. A sample without a counted mutant has no interval.
    pub intervals: u64,
    /// The number of intervals that contain the full score.
    pub hold: u64,
    /// The number of intervals with an upper end at or above the full score.
    ///
    /// `gate.on: lower-bound` depends on this one-sided coverage.
    pub bound: u64,
    /// The mean width of the intervals.
    pub width: f64,
}

/// The coverage over all samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// The number of programs in the full run.
    pub programs: usize,
    /// The number of mutants in the full run.
    pub mutants: u64,
    /// The MTS of the full run.
    pub mts: Option<f64>,
    /// The number of mutants in each sample.
    pub sample: u64,
    /// The number of samples.
    pub draws: u64,
    /// The intervals of the overall score.
    pub overall: IntervalCounts,
    /// The intervals of the scores of single programs.
    pub programs_own: IntervalCounts,
    /// The intervals of programs with a full score that is neither 0 nor 1.
    pub programs_between: IntervalCounts,
    /// The intervals of the scores of operators.
    pub operators: IntervalCounts,
}

/// The needed keys of a line of `--per-mutant`.
#[derive(Deserialize)]
struct VerdictLine {
    translator: String,
    id: String,
    mutant: String,
    operator: String,
    verdict: String,
}

/// The programs of a full run with their verdicts, in the order of the file.
type VerdictsByProgram = Vec<(String, Vec<MutantVerdict>)>;

/// Draws samples of the size in the options, and measures the coverage of their intervals.
///
/// The samples have consecutive seeds.
///
/// # Errors
/// Returns an error if the file cannot be read. Returns a usage error if the file has no verdicts of
/// one full run, if the options have no sample size, or if a sample is not smaller than the full run.
pub fn measure(file: &Path, draws: u64, options: &Options) -> Result<Coverage> {
    let Bound::Mutants(take) = options.bound else {
        return Err(Error::usage("`--coverage` needs the size of the samples").help("add --sample N"));
    };
    let full = read(file)?;
    let counts: Vec<u64> = full.iter().map(|(_, all)| all.len() as u64).collect();
    let scored = |all: &[MutantVerdict]| scores::scores(all, &BTreeSet::new());
    let whole: Vec<Scores> = full.iter().map(|(_, all)| scored(all)).collect();
    let score = scores::overall(&whole);
    let generated: Vec<BTreeMap<Operator, u64>> = full.iter().map(|(_, all)| by_operator(all)).collect();
    let mut coverage = Coverage {
        programs: full.len(),
        mutants: counts.iter().sum(),
        mts: score.mts,
        sample: take,
        draws,
        overall: IntervalCounts::default(),
        programs_own: IntervalCounts::default(),
        programs_between: IntervalCounts::default(),
        operators: IntervalCounts::default(),
    };
    for nth in 0..draws {
        let drawn = Draw::from_counts(&counts, take, options.seed.wrapping_add(nth));
        let drawn = drawn.ok_or_else(|| {
            let help = format!("give --sample a number below {}, the number of mutants in the file", coverage.mutants);
            Error::usage("the sample must be smaller than the full run").at("--sample").help(help)
        })?;
        let sample: Vec<Scores> = full
            .iter()
            .zip(&drawn)
            .zip(&generated)
            .map(|(((_, all), draw), generated)| {
                let named: Vec<(Operator, &str)> = all.iter().map(|one| (one.operator, one.id.as_str())).collect();
                let marks = draw.marks(&named).into_iter();
                let run: Vec<MutantVerdict> =
                    all.iter().zip(marks).filter(|(_, mark)| *mark).map(|(one, _)| one.clone()).collect();
                scores::with_sample(scored(&run), &run, generated, draw.weight())
            })
            .collect();
        let of_sample = |scores: &Scores| scores.sample.as_ref().and_then(|sample| sample.mts);
        let overall = scores::overall(&sample);
        coverage.overall.add(score.mts, of_sample(&overall));
        for (full, one) in whole.iter().zip(&sample) {
            coverage.programs_own.add(full.mts, of_sample(one));
            coverage.programs_between.add(full.mts.filter(|mts| *mts > 0.0 && *mts < 1.0), of_sample(one));
        }
        for (operator, full) in &score.per_operator {
            let own = overall.per_operator.get(operator).and_then(|own| own.interval);
            coverage.operators.add(full.mts, own);
        }
    }
    for kind in
        [&mut coverage.overall, &mut coverage.programs_own, &mut coverage.programs_between, &mut coverage.operators]
    {
        kind.width /= kind.intervals.max(1) as f64;
    }
    Ok(coverage)
}

impl IntervalCounts {
    fn add(&mut self, score: Option<f64>, interval: Option<Interval>) {
        // The tolerance for rounding errors.
        const NEAR: f64 = 1e-12;
        let (Some(score), Some(Interval { low, high })) = (score, interval) else { return };
        self.intervals += 1;
        self.hold += u64::from(low - NEAR <= score && score <= high + NEAR);
        self.bound += u64::from(score <= high + NEAR);
        self.width += high - low;
    }
}

impl Coverage {
    /// Renders the coverage for people.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = format!(
            "{} {}, each of {} of the {} mutants of {}; the full MTS is {}\n  \
             {:<34}{:>10}{:>15}{:>9}{:>20}{:>8}\n",
            self.draws,
            if self.draws == 1 { "sample" } else { "samples" },
            self.sample,
            self.mutants,
            count(self.programs, "program"),
            self.mts.map_or_else(|| "none".to_owned(), |mts| format!("{mts:.4}")),
            "95 % intervals of",
            "intervals",
            "contain score",
            "share",
            "upper end >= score",
            "width",
        );
        for (name, kind) in [
            ("the overall score", self.overall),
            ("the programs' scores", self.programs_own),
            ("  those that are neither 0 nor 1", self.programs_between),
            ("the operators' scores", self.operators),
        ] {
            let share = |part: u64| scores::share(part, kind.intervals).unwrap_or_default();
            _ = writeln!(
                out,
                "  {name:<34}{:>10}{:>15}{:>9.4}{:>20.4}{:>8.4}",
                kind.intervals,
                kind.hold,
                share(kind.hold),
                share(kind.bound),
                kind.width
            );
        }
        out
    }
}

fn by_operator(all: &[MutantVerdict]) -> BTreeMap<Operator, u64> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one.operator).or_default() += 1;
    }
    counts
}

fn read(file: &Path) -> Result<VerdictsByProgram> {
    let text = read_text(file, DATA_BYTES).map_err(|error| Error::io("read the verdicts", file, &error))?;
    let mut full: VerdictsByProgram = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut translator: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: String| {
            let place = format!("{}:{number}", file.display());
            Error::usage(what).at(place).help(FULL_RUN)
        };
        let no_verdict = |e: serde_json::Error| wrong(format!("the line is not a verdict: {}", json_fault(&e)));
        let VerdictLine { translator: by, id, mutant, operator, verdict } =
            serde_json::from_str(line).map_err(no_verdict)?;
        let operator: Operator = operator.parse().map_err(|error: String| wrong(error))?;
        if *translator.get_or_insert_with(|| by.clone()) != by {
            return Err(wrong(format!("the file also has verdicts of another translator, {by}")));
        }
        let verdict = Verdict::from_word(&verdict).ok_or_else(|| wrong(format!("`{verdict}` is not a verdict")))?;
        // The coverage does not distinguish verdicts that do not count.
        let verdict = if verdict.is_counted() { verdict } else { Verdict::Unmirrored };
        let own = MutantVerdict { id: mutant, operator, verdict, exact: false, input: None, why: Why::default() };
        let place = *places.entry(id.clone()).or_insert(full.len());
        match full.get_mut(place) {
            Some((_, all)) => all.push(own),
            None => full.push((id, vec![own])),
        }
    }
    if full.is_empty() {
        return Err(Error::usage("the file contains no verdict").at(file.display().to_string()).help(FULL_RUN));
    }
    Ok(full)
}
