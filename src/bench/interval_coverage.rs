//! Measures the coverage of confidence intervals: draws samples from the verdicts of a full run and counts how often
//! the interval holds the full score. It runs no mutant.

use crate::run::options::{Bound, Options};
use mts_generate::mutation::sample::Draw;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::{Interval, Scores};
use mts_model::{KillReason, MutantVerdict, Operator, Verdict, Why};
use mts_oracle::scores;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Counts of the intervals of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct IntervalCounts {
    /// How many there were: samples without a counted mutant have none.
    pub intervals: u64,
    /// How many hold the full score.
    pub hold: u64,
    /// How many end at or above it: what `gate.on: lower-bound` rests on.
    pub bound: u64,
    /// Their mean width.
    pub width: f64,
}

/// The coverage over all samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// Programs of the full run.
    pub programs: usize,
    /// Its mutants.
    pub mutants: u64,
    /// Its score.
    pub mts: Option<f64>,
    /// Mutants of each sample.
    pub sample: u64,
    /// Samples.
    pub draws: u64,
    /// Intervals of the overall score.
    pub overall: IntervalCounts,
    /// Of the programs' own scores.
    pub programs_own: IntervalCounts,
    /// Of those whose full score is neither 0 nor 1.
    pub programs_between: IntervalCounts,
    /// Of the operators' scores.
    pub operators: IntervalCounts,
}

/// A line of `--per-mutant`, as far as it is needed.
#[derive(Deserialize)]
struct VerdictLine {
    translator: String,
    id: String,
    mutant: String,
    operator: String,
    verdict: String,
}

/// The programs of a full run with their verdicts, in its order.
type VerdictsByProgram = Vec<(String, Vec<MutantVerdict>)>;

/// Draws samples of the size in the options, with consecutive seeds.
///
/// # Errors
/// A usage error for a file that holds no verdicts of one full run, or without a sample's size.
pub fn measure(file: &Path, draws: u64, options: &Options) -> Result<Coverage> {
    let Bound::Mutants(take) = options.bound else {
        return Err(Error::usage("`--coverage` needs the size of the samples").help("give it by --sample N"));
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
        let drawn = Draw::over(&counts, take, options.seed.wrapping_add(nth));
        let drawn = drawn.ok_or_else(|| Error::usage("the sample is as large as the full run").at("--sample"))?;
        let sample: Vec<Scores> = full
            .iter()
            .zip(&drawn)
            .zip(&generated)
            .map(|(((_, all), draw), generated)| {
                let named: Vec<(Operator, &str)> = all.iter().map(|one| (one.operator, one.id.as_str())).collect();
                let marks = draw.marks_of(&named).into_iter();
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
        // A rounding error is no miss.
        const NEAR: f64 = 1e-12;
        let (Some(score), Some(Interval { low, high })) = (score, interval) else { return };
        self.intervals += 1;
        self.hold += u64::from(low - NEAR <= score && score <= high + NEAR);
        self.bound += u64::from(score <= high + NEAR);
        self.width += high - low;
    }
}

impl Coverage {
    /// For people.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = format!(
            "{} samples of {} of {} mutants in {} programs; the full MTS is {}\n  {:<42}{:>10}{:>8}{:>9}{:>13}{:>8}\n",
            self.draws,
            self.sample,
            self.mutants,
            self.programs,
            self.mts.map_or_else(|| "none".to_owned(), |mts| format!("{mts:.4}")),
            "95 % intervals of",
            "intervals",
            "hold",
            "share",
            "upper holds",
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
                "  {name:<42}{:>10}{:>8}{:>9.4}{:>13.4}{:>8.4}",
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
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |what: String| {
            let place = format!("{}:{number}", file.display());
            Error::usage(what).at(place).help("give the file that `bench --per-mutant` wrote of a full run")
        };
        let VerdictLine { translator: by, id, mutant, operator, verdict } =
            serde_json::from_str(line).map_err(|error| wrong(format!("not a verdict: {error}")))?;
        let operator: Operator = operator.parse().map_err(|error: String| wrong(error))?;
        if *translator.get_or_insert_with(|| by.clone()) != by {
            return Err(wrong(format!("verdicts of another translator, {by}")));
        }
        let verdict = match verdict.as_str() {
            "killed" => Verdict::Killed(KillReason::Mismatch),
            "survived" => Verdict::Survived,
            // All verdicts that do not count are one here.
            "anomalous" | "unmirrored" | "unknown" => Verdict::Unmirrored,
            other => return Err(wrong(format!("no verdict `{other}`"))),
        };
        let own = MutantVerdict { id: mutant, operator, verdict, exact: false, input: None, why: Why::default() };
        let place = *places.entry(id.clone()).or_insert(full.len());
        match full.get_mut(place) {
            Some((_, all)) => all.push(own),
            None => full.push((id, vec![own])),
        }
    }
    if full.is_empty() {
        return Err(Error::usage("there is no verdict in it").at(file.display().to_string()));
    }
    Ok(full)
}
