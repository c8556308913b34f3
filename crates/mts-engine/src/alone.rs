//! Whether the inputs that findings of the originals are shown on show them by themselves: each is run alone, in
//! classes and modules that are loaded for it. Where none does, the calls that have to come before are looked
//! for. Scores are not touched: they rest on the suite as it was run.

use super::measure::{Measured, Settings};
use super::trial::{SharedJvm, Trial, Tried};
use super::worth::is_same;
use mts_model::error::Result;
use mts_model::{Input, Language, Outcome, Reason, State};
use mts_oracle::findings::{Shown, Way, way_of, ways};
use mts_oracle::{Equality, Standing};
use mts_workers::{PythonUnit, Runtime};
use std::collections::BTreeMap;

/// Inputs of one way to disagree that are tried by themselves.
const CANDIDATES: usize = 4;
/// Ways of one pair for which earlier calls are looked for: where one thing is kept, most ways follow from it.
const SEARCHED: usize = 6;
/// Calls that are listed before an input; more help nobody.
const LISTED: usize = 4;

/// Sees each way in which the originals disagree once more, and leaves in the measurement how it stands.
///
/// # Errors
/// When a worker cannot be started.
pub fn check(
    measured: &mut Measured,
    settings: &Settings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let names: Vec<String> = measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let inputs = &measured.job.suite.inputs;
    let by_way = ways(&measured.originals, inputs, &measured.java_original, &measured.python_original, &names);
    let mut open: Vec<(Way, Vec<usize>)> =
        by_way.into_iter().filter(|(way, at)| is_worth_it(way, at, measured)).collect();
    if open.is_empty() {
        return Ok(());
    }
    let Some(trial) = Trial::new(measured, &[]) else { return Ok(()) };
    let mut look = Look { trial: &trial, inputs, names: &names, settings, jvm, cpython };
    let mut standings = look.by_themselves(&mut open)?;
    for (way, at) in open.iter().take(SEARCHED) {
        if let Some(standing) = look.after_others(way, at[0], measured)? {
            standings.insert(way.clone(), standing);
        }
    }
    for (way, at) in open.iter().skip(SEARCHED) {
        if let Some(shown) = as_judged(measured, at[0]) {
            let calls = Vec::new();
            standings
                .insert(way.clone(), Standing::After { input: at[0], shown: Box::new(shown), calls, keeper: None });
        }
    }
    measured.standings = standings;
    Ok(())
}

/// Whether a way can be seen again, and without waiting for what hangs on every try.
fn is_worth_it(way: &Way, at: &[usize], measured: &Measured) -> bool {
    let ends = |outcome: Option<&Outcome>| {
        outcome.is_some_and(|outcome| match outcome.state {
            State::Ok | State::Exception => true,
            State::Timeout => !matches!(outcome.reason, Reason::Watchdog | Reason::Memory),
            State::NotCompiled | State::Incomplete | State::Missing => false,
        })
    };
    let (java, python) = (&measured.java_original.outcomes, &measured.python_original.outcomes);
    let differs = matches!(way.0, Equality::Different | Equality::Drift);
    differs && at.iter().all(|at| ends(java.get(*at)) && ends(python.get(*at)))
}

/// What ways are looked at with.
struct Look<'a, 'j> {
    trial: &'a Trial,
    inputs: &'a [Input],
    names: &'a [String],
    settings: &'a Settings,
    jvm: &'a SharedJvm<'j>,
    cpython: &'a mut dyn Runtime<PythonUnit>,
}

impl Look<'_, '_> {
    fn run(&mut self, sequences: &[Vec<usize>]) -> Result<Tried> {
        self.trial.sequences(self.inputs, sequences, self.settings, self.jvm, self.cpython)
    }

    /// The way that the last call of a sequence showed.
    fn way(&self, tried: &Tried, nth: usize) -> Option<Way> {
        let (java, python) = (tried.java.get(nth)?, tried.python.get(nth)?);
        way_of(tried.judged.per_input.get(nth)?, java, python, self.names)
    }

    /// Ways that an input shows by itself; they are taken out of `open`. So are those that could not be run.
    fn by_themselves(&mut self, open: &mut Vec<(Way, Vec<usize>)>) -> Result<BTreeMap<Way, Standing>> {
        let mut sequences: Vec<Vec<usize>> = Vec::new();
        for at in open.iter().flat_map(|(_, at)| at.iter().take(CANDIDATES)) {
            if !sequences.contains(&vec![*at]) {
                sequences.push(vec![*at]);
            }
        }
        let tried = self.run(&sequences)?;
        let place = |at: &usize| sequences.iter().position(|sequence| sequence[0] == *at);
        let mut found = BTreeMap::new();
        open.retain(|(way, all)| {
            let shows = |at: &&usize| place(at).and_then(|nth| self.way(&tried, nth)).as_ref() == Some(way);
            if let Some(at) = all.iter().take(CANDIDATES).find(shows) {
                found.insert(way.clone(), Standing::ByItself(*at));
                return false;
            }
            let was_run = |nth: usize| !tried.java[nth].is_not_run() && !tried.python[nth].is_not_run();
            place(&all[0]).is_some_and(was_run)
        });
        Ok(found)
    }

    /// The fewest calls found that have to come before an input.
    fn after_others(&mut self, way: &Way, input: usize, measured: &Measured) -> Result<Option<Standing>> {
        let mut sequences: Vec<Vec<usize>> = vec![vec![input]];
        // One call, the simplest suite first; then the last few, ever more of them.
        sequences.extend((0..input).map(|at| vec![at, input]));
        let lengths = std::iter::successors(Some(2), |length| Some(length * 2)).take_while(|length| *length < input);
        sequences.extend(lengths.chain([input]).map(|length| (input - length..=input).collect()));
        let tried = self.run(&sequences)?;
        let shows = |nth: &usize| self.way(&tried, *nth).as_ref() == Some(way);
        let Some(nth) = (1..sequences.len()).find(shows) else { return Ok(Some(Standing::Gone(input))) };
        let changes = |alone: &Outcome, among: Option<&Outcome>| among.is_some_and(|among| !is_same(alone, among));
        let java = changes(&tried.java[0], measured.java_original.outcomes.get(input));
        let python = changes(&tried.python[0], measured.python_original.outcomes.get(input));
        let keeper = match (java, python) {
            (true, false) => Some(Language::Java),
            (false, true) => Some(Language::Python),
            _ => None,
        };
        let calls = &sequences[nth][..sequences[nth].len() - 1];
        let calls = if calls.len() <= LISTED { calls.to_vec() } else { Vec::new() };
        let shown = Shown {
            input: self.inputs[input].clone(),
            java: tried.java[nth].clone(),
            python: tried.python[nth].clone(),
            part: tried.judged.per_input[nth].part,
            follows: false,
        };
        Ok(Some(Standing::After { input, shown: Box::new(shown), calls, keeper }))
    }
}

/// A disagreement as it was judged, on one input among the others.
pub(super) fn as_judged(measured: &Measured, at: usize) -> Option<Shown> {
    Some(Shown {
        input: measured.job.suite.inputs.get(at)?.clone(),
        java: measured.java_original.outcomes.get(at)?.clone(),
        python: measured.python_original.outcomes.get(at)?.clone(),
        part: measured.originals.per_input.get(at)?.part,
        follows: false,
    })
}
