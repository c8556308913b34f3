//! Makes the inputs that findings are shown on as small as can be found: in rounds, all findings of a
//! pair propose smaller calls, both sides are run on them, and each keeps the smallest that still shows
//! the same. Verdicts and scores rest on the suite alone and are not touched.
//!
//! The search is a greedy one over ever smaller candidates, as in delta debugging (Zeller and
//! Hildebrandt 2002), and is bounded by counts, never by the clock: the same run shows the same inputs.

use super::measure::{Measured, Settings};
use super::trial::{Asked, SharedJvm, Trial, Tried};
use crate::error::Result;
use crate::execution::{PythonUnit, Runtime};
use crate::inputs::generate::is_giant;
use crate::inputs::smaller::{Weight, identity, smaller, weight};
use crate::judgement::findings::{Shown, Way, way_of, ways};
use crate::judgement::{Equality, compare_outcomes};
use crate::model::{Input, InputOrigin, JavaType, Outcome, Signature, State};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Rounds of a pair.
const ROUNDS: usize = 32;
/// Rounds where every order costs a compilation: constructors.
const DEAR_ROUNDS: usize = 4;
/// Candidates of one finding in one round, and of all together: many findings get fewer each.
const CANDIDATES: usize = 64;
const ALL_CANDIDATES: usize = 2_000;
/// No finding gets fewer.
const FEWEST: usize = 4;
/// Calls of one side in all: a round more is begun only below this.
const MOST_CALLS: usize = 40_000;
/// Of those, how many may be what others of the pair were shrunk to.
const NEIGHBOURS: usize = 4;

/// What a target has to go on showing.
enum Aim {
    /// A way in which the originals disagree.
    Way(Way),
    /// A kill: the mutant's place in the measurement and its number in the trial.
    Mutant { at: usize, variant: u32 },
}

/// A finding on its way to a smaller input.
struct Target {
    aim: Aim,
    start: Shown,
    best: Shown,
    /// What to try next.
    queue: VecDeque<Input>,
    tried: BTreeSet<String>,
}

/// Smaller calls of what was met, by call: many findings are shown on one input.
struct Proposals<'a> {
    signature: &'a Signature,
    receiver: &'a [JavaType],
    known: BTreeMap<String, Rc<Vec<Input>>>,
}

impl Proposals<'_> {
    fn of(&mut self, input: &Input) -> Rc<Vec<Input>> {
        let made = || Rc::new(smaller(input, &self.signature.params, self.receiver));
        Rc::clone(self.known.entry(identity(input)).or_insert_with(made))
    }
}

/// Finds smaller inputs for the findings of a measurement and leaves them in it as what is shown.
///
/// # Errors
/// When a worker cannot be started.
pub fn shrink(
    measured: &mut Measured,
    settings: &Settings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let mut targets = targets(measured);
    let mutants: Vec<(u32, usize)> = targets.iter().filter_map(Target::mutant).collect();
    if targets.is_empty() {
        return Ok(());
    }
    let Some(trial) = Trial::new(measured, &mutants) else { return Ok(()) };
    let signature = super::measure::signature(&measured.job.pair);
    let names: Vec<String> = measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let view = View { signature: &signature, names: &names, settings };
    let receiver = measured.job.python_context.receiver.clone();
    let mut proposals = Proposals { signature: &signature, receiver: &receiver, known: BTreeMap::new() };
    for target in &mut targets {
        target.refill(&mut proposals);
    }
    let each = (ALL_CANDIDATES / targets.len()).clamp(FEWEST, CANDIDATES);
    let rounds = if trial.is_dear() { DEAR_ROUNDS } else { ROUNDS };
    let mut calls = 0;
    for _ in 0..rounds {
        let mut pool = Pool::default();
        let bests: BTreeMap<(Weight, String), Input> =
            targets.iter().map(|t| ((weight(&t.best.input), identity(&t.best.input)), t.best.input.clone())).collect();
        let wanted: Vec<Vec<usize>> = targets.iter_mut().map(|target| target.wanted(each, &bests, &mut pool)).collect();
        if pool.inputs.is_empty() || calls > MOST_CALLS {
            break;
        }
        calls += wanted.iter().map(Vec::len).sum::<usize>();
        let tried = run(&trial, &targets, &wanted, &pool, false, settings, jvm, cpython)?;
        for (at, target) in targets.iter_mut().enumerate() {
            let shown = tried.shown(at, target, &wanted[at], &pool.inputs, &view);
            let smallest = shown.into_iter().min_by_key(|shown| target.key(shown));
            if let Some(shown) = smallest.filter(|shown| target.key(shown) < target.key(&target.best)) {
                target.best = shown;
                target.refill(&mut proposals);
            }
        }
    }
    // Once more by itself: what earlier calls left behind must not be what shows it.
    targets.retain(|target| target.best.input != target.start.input);
    let mut pool = Pool::default();
    let wanted: Vec<Vec<usize>> = targets.iter().map(|target| vec![pool.add(target.best.input.clone())]).collect();
    if !targets.is_empty() {
        let tried = run(&trial, &targets, &wanted, &pool, true, settings, jvm, cpython)?;
        let confirmed: Vec<Option<Shown>> = targets
            .iter()
            .enumerate()
            .map(|(at, target)| tried.shown(at, target, &wanted[at], &pool.inputs, &view).pop())
            .collect();
        for (target, shown) in targets.into_iter().zip(confirmed) {
            let Some(shown) = shown.filter(|shown| target.key(shown) < target.key(&target.start)) else { continue };
            match target.aim {
                Aim::Way(way) => _ = measured.shown.insert(way, shown),
                Aim::Mutant { at, .. } => measured.mutants[at].shown = Some(shown),
            }
        }
    }
    Ok(())
}

/// The findings that there are to shrink.
fn targets(measured: &Measured) -> Vec<Target> {
    let inputs = &measured.job.suite.inputs;
    let judged = &measured.originals;
    let names: Vec<String> = measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let mut found = Vec::new();
    let by_way = ways(judged, inputs, &measured.java_original, &measured.python_original, &names);
    for (way, at) in by_way {
        let start = at.first().and_then(|at| {
            Some(Shown {
                input: inputs.get(*at)?.clone(),
                java: measured.java_original.outcomes.get(*at)?.clone(),
                python: measured.python_original.outcomes.get(*at)?.clone(),
                part: judged.per_input.get(*at)?.part,
                follows: false,
            })
        });
        let Some(start) = start else { continue };
        if ![&start.java, &start.python].iter().any(|o| o.state == State::Timeout || is_dear(o)) {
            found.push(Target::new(Aim::Way(way), start));
        }
    }
    // Inputs on which the unmutated sides agree: a kill that is shown on one of them stands by itself.
    let mut agreeing: Vec<usize> = judged.usable.clone();
    agreeing.retain(|at| judged.per_input.get(*at).is_some_and(crate::judgement::Comparison::agrees));
    agreeing.sort_by_cached_key(|at| inputs.get(*at).map(weight));
    for (at, result) in measured.mutants.iter().enumerate() {
        let (Some((java, python, part)), Some(input)) = (&result.separating, result.verdict.input) else { continue };
        let Some(given) = inputs.get(input) else { continue };
        if is_dear(java) || is_dear(python) {
            continue;
        }
        let follows = judged.per_input.get(input).is_some_and(|compared| compared.differs());
        let start = Shown { input: given.clone(), java: java.clone(), python: python.clone(), part: *part, follows };
        let variant = u32::try_from(found.len() + 1).unwrap_or(u32::MAX);
        let mut target = Target::new(Aim::Mutant { at, variant }, start);
        if follows {
            target.queue = agreeing.iter().filter_map(|at| inputs.get(*at).cloned()).collect();
        }
        found.push(target);
    }
    found
}

/// Whether an outcome takes a worker's life or the watchdog's time to see again.
fn is_dear(outcome: &Outcome) -> bool {
    outcome.state == State::Incomplete
        || (outcome.state == State::Timeout && matches!(outcome.note.as_str(), "watchdog" | "memory"))
}

impl Target {
    fn new(aim: Aim, start: Shown) -> Self {
        Self {
            aim,
            best: start.clone(),
            tried: BTreeSet::from([identity(&start.input)]),
            start,
            queue: VecDeque::new(),
        }
    }

    fn mutant(&self) -> Option<(u32, usize)> {
        match self.aim {
            Aim::Mutant { at, variant } => Some((variant, at)),
            Aim::Way(_) => None,
        }
    }

    /// What is better to show comes first: an ordinary input for the originals, one on which they agree
    /// for a mutant; then the smaller.
    fn key(&self, shown: &Shown) -> (bool, Weight) {
        let last = match self.aim {
            Aim::Way(_) => shown.input.origin == InputOrigin::Extreme,
            Aim::Mutant { .. } => shown.follows,
        };
        (last, weight(&shown.input))
    }

    fn refill(&mut self, proposals: &mut Proposals<'_>) {
        if self.best.input != self.start.input {
            self.queue.clear();
        }
        self.queue.extend(proposals.of(&self.best.input).iter().cloned());
    }

    /// What to try in this round, as places in the pool.
    fn wanted(&mut self, most: usize, bests: &BTreeMap<(Weight, String), Input>, pool: &mut Pool) -> Vec<usize> {
        let mut wanted = Vec::new();
        let limit = weight(&self.best.input);
        let others = bests.iter().take_while(|((weight, _), _)| *weight < limit).take(NEIGHBOURS);
        let others: Vec<Input> = others.map(|(_, input)| input.clone()).collect();
        for input in others {
            self.want(input, &mut wanted, pool);
        }
        while wanted.len() < most
            && let Some(input) = self.queue.pop_front()
        {
            self.want(input, &mut wanted, pool);
        }
        wanted
    }

    fn want(&mut self, mut input: Input, wanted: &mut Vec<usize>, pool: &mut Pool) {
        if self.tried.insert(identity(&input)) {
            input.origin = if is_giant(&input) { self.start.input.origin } else { InputOrigin::Generated };
            wanted.push(pool.add(input));
        }
    }
}

/// Inputs that are tried together, each once.
#[derive(Default)]
struct Pool {
    inputs: Vec<Input>,
    places: BTreeMap<(InputOrigin, String), usize>,
}

impl Pool {
    fn add(&mut self, input: Input) -> usize {
        let next = self.inputs.len();
        let place = *self.places.entry((input.origin, identity(&input))).or_insert(next);
        if place == next {
            self.inputs.push(input);
        }
        place
    }
}

#[expect(clippy::too_many_arguments, reason = "the trial, what is tried on it, and both workers")]
fn run(
    trial: &Trial,
    targets: &[Target],
    wanted: &[Vec<usize>],
    pool: &Pool,
    alone: bool,
    settings: &Settings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Tried> {
    // One place for each target; the originals are run on everything anyway.
    let asked: Vec<Asked> = targets
        .iter()
        .zip(wanted)
        .map(|(target, wanted)| match target.mutant() {
            Some((variant, _)) => Asked { variant, inputs: wanted.clone() },
            None => Asked { variant: 0, inputs: Vec::new() },
        })
        .collect();
    trial.run(&pool.inputs, &asked, alone, settings, jvm, cpython)
}

/// What outcomes are looked at with.
struct View<'a> {
    signature: &'a Signature,
    names: &'a [String],
    settings: &'a Settings,
}

impl Tried {
    /// The inputs among `wanted` that show what the target shows.
    fn shown(&self, at: usize, target: &Target, wanted: &[usize], inputs: &[Input], view: &View<'_>) -> Vec<Shown> {
        match &target.aim {
            Aim::Way(way) => wanted.iter().filter_map(|input| self.way(*input, way, inputs, view)).collect(),
            Aim::Mutant { .. } => {
                self.mutants[at].iter().filter_map(|found| self.kill(found, &target.start, inputs, view)).collect()
            }
        }
    }

    fn way(&self, input: usize, way: &Way, inputs: &[Input], view: &View<'_>) -> Option<Shown> {
        let compared = self.judged.per_input.get(input)?;
        let (java, python) = (self.java.get(input)?, self.python.get(input)?);
        let same = way_of(compared, java, python, view.names).is_some_and(|found| found == *way);
        same.then(|| Shown {
            input: inputs[input].clone(),
            java: java.clone(),
            python: python.clone(),
            part: compared.part,
            follows: false,
        })
    }

    fn kill(
        &self,
        (input, java, python): &(usize, Outcome, Outcome),
        start: &Shown,
        inputs: &[Input],
        view: &View<'_>,
    ) -> Option<Shown> {
        let given = &inputs[*input];
        let compared = compare_outcomes(java, python, view.signature, given, &view.settings.rules);
        let same = compared.equality == Equality::Different
            && compared.part == start.part
            && (java.state, python.state) == (start.java.state, start.python.state);
        same.then(|| Shown {
            input: given.clone(),
            java: java.clone(),
            python: python.clone(),
            part: compared.part,
            follows: self.judged.per_input.get(*input).is_some_and(|compared| compared.differs()),
        })
    }
}
