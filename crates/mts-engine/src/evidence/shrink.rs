//! Shrinks the inputs of findings, in rounds.
//!
//! In each round, all findings of a pair propose smaller calls, both sides run the calls, and each
//! finding keeps the smallest call with the same difference. Verdicts and scores do not change;
//! they come from the suite. `mts_generate::inputs::shrink` proposes smaller calls.
//!
//! The search is greedy, as in delta debugging (Zeller and Hildebrandt 2002). Numbers of calls and ticks limit the
//! search, and not the clock. Therefore equal runs show equal inputs.

use crate::job::VerdictSettings;
use crate::outcome::PairOutcome;
use crate::reliability::order_dependence::witness_at;
use crate::scheduler::worker_pair::SharedJvm;
use crate::stages::rerun::{MutantInputs, Rerun, RerunMode, RerunOutcome};
use mts_generate::inputs::generate::has_extreme_value;
use mts_generate::inputs::shrink::{CallSize, call_size, smaller};
use mts_model::error::Result;
use mts_model::{Input, InputOrigin, JavaType, Outcome, Reason, Signature, State};
use mts_oracle::findings::{DisagreementKey, Witness, disagreement_key, inputs_by_disagreement};
use mts_oracle::{Equality, Reproduction, compare_outcomes};
use mts_workers::{PythonUnit, Runtime};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The limits for shrinking the findings of one pair.
struct ShrinkLimits {
    rounds: usize,
    /// The highest number of inputs that one finding tries in a round.
    candidates: usize,
    /// The number of inputs that all findings together try in a round.
    all_candidates: usize,
    /// The lowest number of inputs that one finding tries in a round.
    fewest: usize,
    /// The highest number of calls of one side while the findings of a pair shrink.
    most_calls: u64,
    /// The number of other findings whose best input a finding tries in a round.
    neighbours: usize,
    /// Whether each tried input runs in freshly loaded classes and modules.
    isolated: bool,
    /// The limit for the ticks of all calls on both sides during shrinking.
    most_ticks: u64,
    /// The budget in ticks of an original function in one call.
    budget: u64,
    /// The tick budget of an original function in the final run, which confirms the difference.
    confirm_budget: u64,
}

/// The highest number of ticks of a call during shrinking.
const TRIAL_BUDGET: u64 = 1_000_000;

/// The limits for most findings: those on whose inputs both originals end.
const QUICK: ShrinkLimits = ShrinkLimits {
    rounds: 32,
    candidates: 64,
    all_candidates: 2_000,
    fewest: 4,
    most_calls: 40_000,
    neighbours: 4,
    isolated: false,
    most_ticks: 10_000_000,
    budget: TRIAL_BUDGET,
    confirm_budget: TRIAL_BUDGET,
};
/// The limits for findings with recipes, because each call must construct the objects again.
const WITH_OBJECTS: ShrinkLimits =
    ShrinkLimits { rounds: 16, candidates: 24, all_candidates: 120, most_calls: 400, ..QUICK };
/// The highest number of rounds for a constructor: Java compiles for each run request.
const COMPILED_ROUNDS: usize = 4;
/// The limits for disagreements on whose inputs an original uses up its ticks.
const SLOW: ShrinkLimits = ShrinkLimits {
    rounds: 12,
    candidates: 4,
    all_candidates: 16,
    fewest: 1,
    most_calls: 32,
    neighbours: 1,
    isolated: true,
    most_ticks: 10_000_000,
    budget: TRIAL_BUDGET,
    confirm_budget: crate::job::settings::ORIGINAL_BUDGET,
};
/// The limits for findings whose calls kill a worker.
const EXPENSIVE: ShrinkLimits =
    ShrinkLimits { rounds: 3, candidates: 2, all_candidates: 4, fewest: 1, most_calls: 8, neighbours: 1, ..SLOW };

/// The difference that a shrunk input must show.
enum ShrinkGoal {
    /// A disagreement of the originals.
    Disagreement(DisagreementKey),
    /// A kill: the mutant's index in the outcome, and its copy number in the rerun.
    Mutant { at: usize, copy: u32 },
}

/// A finding that the tool shrinks, with the smallest witness so far.
struct ShrinkTarget {
    goal: ShrinkGoal,
    start: Witness,
    best: Witness,
    /// The smaller inputs that the search tries next for the finding.
    queue: VecDeque<Input>,
    tried: BTreeSet<String>,
}

/// The smaller inputs of each input, stored because many findings share an input.
struct Proposals<'a> {
    signature: &'a Signature,
    receiver: Vec<JavaType>,
    known: BTreeMap<String, Rc<Vec<Input>>>,
}

impl Proposals<'_> {
    fn for_input(&mut self, input: &Input) -> Rc<Vec<Input>> {
        let smaller_inputs = || Rc::new(smaller(input, &self.signature.params, &self.receiver));
        Rc::clone(self.known.entry(input.call_key()).or_insert_with(smaller_inputs))
    }
}

/// The shrunk witnesses of a pair's findings.
#[derive(Default)]
pub(crate) struct ShrunkInputs {
    /// The shrunk witnesses of disagreements of the originals, by the keys of the disagreements.
    pub originals: BTreeMap<DisagreementKey, Witness>,
    /// The shrunk witnesses of kills, by the index of the mutant in the pair's outcome.
    pub mutants: BTreeMap<usize, Witness>,
}

/// Searches for a smaller witness for each finding of a pair.
///
/// # Errors
/// Returns an error if a worker does not start.
pub(crate) fn shrink(
    measured: &PairOutcome,
    reproductions: &BTreeMap<DisagreementKey, Reproduction>,
    settings: &VerdictSettings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<ShrunkInputs> {
    let targets = targets(measured, reproductions);
    let mutants: Vec<(u32, usize)> = targets.iter().filter_map(ShrinkTarget::mutant).collect();
    if targets.is_empty() {
        return Ok(ShrunkInputs::default());
    }
    let Some(rerun) = Rerun::new(measured, &mutants) else { return Ok(ShrunkInputs::default()) };
    let signature = crate::job::signature(&measured.job.pair);
    let names: Vec<String> = measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let mut search = Shrinker {
        rerun: &rerun,
        view: WitnessContext { signature: &signature, names: &names, settings },
        proposals: Proposals {
            signature: &signature,
            receiver: measured.job.python_context.receiver.clone(),
            known: BTreeMap::new(),
        },
        jvm,
        cpython,
    };
    let has_recipes = targets.iter().any(|target| target.start.input.has_recipes());
    let quick = if has_recipes { WITH_OBJECTS } else { QUICK };
    let quick = if rerun.is_expensive() { ShrinkLimits { rounds: COMPILED_ROUNDS, ..quick } } else { quick };
    let (expensive, rest): (Vec<ShrinkTarget>, Vec<ShrinkTarget>) =
        targets.into_iter().partition(ShrinkTarget::is_expensive);
    let (slow, rest): (Vec<ShrinkTarget>, Vec<ShrinkTarget>) = rest.into_iter().partition(ShrinkTarget::is_slow);
    let mut found = ShrunkInputs::default();
    for (targets, limits) in [(rest, quick), (slow, SLOW), (expensive, EXPENSIVE)] {
        for (goal, witness) in search.smallest(targets, &limits)? {
            match goal {
                ShrinkGoal::Disagreement(key) => _ = found.originals.insert(key, witness),
                ShrinkGoal::Mutant { at, .. } => _ = found.mutants.insert(at, witness),
            }
        }
    }
    Ok(found)
}

/// Shrinks findings: proposes smaller inputs, runs both sides, and compares the outcomes.
struct Shrinker<'a, 'j> {
    rerun: &'a Rerun,
    view: WitnessContext<'a>,
    proposals: Proposals<'a>,
    jvm: &'a SharedJvm<'j>,
    cpython: &'a mut dyn Runtime<PythonUnit>,
}

impl Shrinker<'_, '_> {
    /// Returns a smaller witness for each target for which the search found one.
    fn smallest(
        &mut self,
        mut targets: Vec<ShrinkTarget>,
        limits: &ShrinkLimits,
    ) -> Result<Vec<(ShrinkGoal, Witness)>> {
        if targets.is_empty() {
            return Ok(Vec::new());
        }
        for target in &mut targets {
            target.refill(&mut self.proposals);
        }
        let each = (limits.all_candidates / targets.len()).clamp(limits.fewest, limits.candidates);
        let ticks = |outcome: &Outcome| outcome.ticks.min(limits.budget);
        let started = targets.iter().map(|target| ticks(&target.start.java) + ticks(&target.start.python));
        let longest = started.clone().max().unwrap_or_default();
        let budget = limits.budget.min(self.view.settings.budgets.java(longest));
        let mode = RerunMode { budget, isolated: limits.isolated };
        // Before the first round, the cost of a call is estimated from the findings' own inputs.
        let (mut calls, mut ticks) = (1, started.sum::<u64>() / targets.len() as u64);
        // A target without a turn in this round comes first in the next round.
        let (mut turns, mut after): (Vec<usize>, Vec<usize>) = ((0..targets.len()).collect(), Vec::new());
        for _ in 0..limits.rounds {
            let average = (ticks / calls).max(1);
            let mut allowed = limits.most_calls.saturating_sub(calls);
            allowed = allowed.min(limits.most_ticks.saturating_sub(ticks) / average);
            let mut pool = CandidatePool::default();
            let bests: BTreeMap<(CallSize, String), Input> = targets
                .iter()
                .map(|t| ((call_size(&t.best.input), t.best.input.call_key()), t.best.input.clone()))
                .collect();
            let mut candidates = vec![Vec::new(); targets.len()];
            for at in std::mem::take(&mut turns) {
                if allowed == 0 {
                    turns.push(at);
                    continue;
                }
                let most = each.min(usize::try_from(allowed).unwrap_or(usize::MAX));
                candidates[at] = targets[at].next_candidates(most, limits.neighbours, &bests, &mut pool);
                allowed = allowed.saturating_sub(candidates[at].len() as u64);
                after.push(at);
            }
            turns.append(&mut after);
            if pool.inputs.is_empty() {
                break;
            }
            calls += candidates.iter().map(|candidates| candidates.len() as u64).sum::<u64>();
            let (witness, spent) = self.run(&targets, &candidates, &pool, mode)?;
            ticks = ticks.saturating_add(spent);
            for (target, witness) in std::iter::zip(&mut targets, witness) {
                let smallest = witness.into_iter().min_by_key(|witness| target.rank(witness));
                if let Some(witness) = smallest.filter(|witness| target.rank(witness) < target.rank(&target.best)) {
                    target.best = witness;
                    target.refill(&mut self.proposals);
                }
            }
        }
        // The final run is in isolation, because state of earlier calls must not cause the finding.
        targets.retain(|target| target.best.input != target.start.input);
        let mut pool = CandidatePool::default();
        let candidates: Vec<Vec<usize>> =
            targets.iter().map(|target| vec![pool.add(target.best.input.clone())]).collect();
        let (witness, _) =
            self.run(&targets, &candidates, &pool, RerunMode { isolated: true, budget: limits.confirm_budget })?;
        let confirmed = targets.into_iter().zip(witness).filter_map(|(target, mut witness)| {
            let witness = witness.pop().filter(|witness| target.rank(witness) < target.rank(&target.start))?;
            Some((target.goal, witness))
        });
        Ok(confirmed.collect())
    }

    /// Runs the candidates of all targets. Returns the witnesses of each target, and the ticks of all calls.
    fn run(
        &mut self,
        targets: &[ShrinkTarget],
        candidates: &[Vec<usize>],
        pool: &CandidatePool,
        mode: RerunMode,
    ) -> Result<(Vec<Vec<Witness>>, u64)> {
        // The originals run on every candidate, so a disagreement needs no further run.
        let requests = |(target, candidates): (&ShrinkTarget, &Vec<usize>)| match target.mutant() {
            Some((copy, _)) => MutantInputs { copy, inputs: candidates.clone() },
            None => MutantInputs { copy: 0, inputs: Vec::new() },
        };
        let requests: Vec<MutantInputs> = std::iter::zip(targets, candidates).map(requests).collect();
        let tried = self.rerun.run(&pool.inputs, &requests, mode, self.view.settings, self.jvm, self.cpython)?;
        let witness = |(at, target): (usize, &ShrinkTarget)| {
            tried.witnesses(at, target, &candidates[at], &pool.inputs, &self.view)
        };
        Ok((targets.iter().enumerate().map(witness).collect(), tried.ticks()))
    }
}

/// Returns the findings of a pair that the tool shrinks.
fn targets(measured: &PairOutcome, reproductions: &BTreeMap<DisagreementKey, Reproduction>) -> Vec<ShrinkTarget> {
    let inputs = &measured.job.suite.inputs;
    let comparison = &measured.originals;
    let names: Vec<String> = measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let mut found = Vec::new();
    let by_key = inputs_by_disagreement(comparison, inputs, &measured.java_original, &measured.python_original, &names);
    for (key, at) in by_key {
        let at = match reproductions.get(&key) {
            Some(Reproduction::InIsolation(at)) => Some(at),
            // The difference needs earlier calls, and the tool cannot shrink a sequence of calls.
            Some(_) => continue,
            None => at.first(),
        };
        let start = at.and_then(|at| witness_at(measured, *at));
        let shows = |outcome: &Outcome| !outcome.is_not_run() && !outcome.is_not_called() && !has_hit_watchdog(outcome);
        let Some(start) = start.filter(|start| shows(&start.java) && shows(&start.python)) else { continue };
        found.push(ShrinkTarget::new(ShrinkGoal::Disagreement(key), start));
    }
    // An input on which the originals agree shows best that the mutation causes the difference.
    let mut agreeing: Vec<usize> = comparison.usable.clone();
    agreeing.retain(|at| comparison.per_input.get(*at).is_some_and(mts_oracle::Comparison::agrees));
    agreeing.sort_by_cached_key(|at| inputs.get(*at).map(call_size));
    for (at, result) in measured.mutants.iter().enumerate() {
        let (Some((java, python, part)), Some(input)) = (&result.separating, result.verdict.input) else { continue };
        let Some(given) = inputs.get(input) else { continue };
        let follows = comparison.per_input.get(input).is_some_and(|compared| compared.differs());
        let start = Witness {
            input: given.clone(),
            java: java.clone(),
            python: python.clone(),
            component: *part,
            caused_by_other: follows,
        };
        let copy = u32::try_from(found.len() + 1).unwrap_or(u32::MAX);
        let mut target = ShrinkTarget::new(ShrinkGoal::Mutant { at, copy }, start);
        if follows {
            target.queue = agreeing.iter().filter_map(|at| inputs.get(*at).cloned()).collect();
        }
        found.push(target);
    }
    found
}

/// Reports whether a new run of the call would last until the watchdog's time limit.
///
/// The tool does not shrink such disagreements.
fn has_hit_watchdog(outcome: &Outcome) -> bool {
    outcome.state == State::Timeout && outcome.reason == Reason::Watchdog
}

impl ShrinkTarget {
    fn new(goal: ShrinkGoal, start: Witness) -> Self {
        Self {
            goal,
            best: start.clone(),
            tried: BTreeSet::from([start.input.call_key()]),
            start,
            queue: VecDeque::new(),
        }
    }

    fn mutant(&self) -> Option<(u32, usize)> {
        match self.goal {
            ShrinkGoal::Mutant { at, copy } => Some((copy, at)),
            ShrinkGoal::Disagreement(_) => None,
        }
    }

    /// Reports whether an original uses up its ticks on the input of this disagreement.
    fn is_slow(&self) -> bool {
        let ran_out_of_ticks = |outcome: &Outcome| outcome.state == State::Timeout && outcome.reason == Reason::Ticks;
        matches!(self.goal, ShrinkGoal::Disagreement(_))
            && (ran_out_of_ticks(&self.start.java) || ran_out_of_ticks(&self.start.python))
    }

    /// Reports whether a new run of the witness would kill a worker.
    fn is_expensive(&self) -> bool {
        let is_expensive = |outcome: &Outcome| match outcome.state {
            State::Incomplete => true,
            State::Timeout => outcome.reason == Reason::Memory,
            _ => false,
        };
        is_expensive(&self.start.java) || is_expensive(&self.start.python)
    }

    /// Returns the rank of a witness; the lowest rank is best.
    ///
    /// For the originals, ordinary inputs come before extreme inputs. For a mutant, inputs on which
    /// the originals agree come first. Then smaller inputs come first.
    fn rank(&self, witness: &Witness) -> (bool, CallSize) {
        let last = match self.goal {
            ShrinkGoal::Disagreement(_) => !witness.input.is_ordinary(),
            ShrinkGoal::Mutant { .. } => witness.caused_by_other,
        };
        (last, call_size(&witness.input))
    }

    fn refill(&mut self, proposals: &mut Proposals<'_>) {
        if self.best.input != self.start.input {
            self.queue.clear();
        }
        self.queue.extend(proposals.for_input(&self.best.input).iter().cloned());
    }

    /// Returns the inputs that this finding tries in this round, as indexes in the pool.
    fn next_candidates(
        &mut self,
        most: usize,
        neighbours: usize,
        bests: &BTreeMap<(CallSize, String), Input>,
        pool: &mut CandidatePool,
    ) -> Vec<usize> {
        let mut candidates = Vec::new();
        let limit = call_size(&self.best.input);
        let others = bests.iter().take_while(|((weight, _), _)| *weight < limit).take(neighbours);
        let others: Vec<Input> = others.map(|(_, input)| input.clone()).collect();
        for input in others.into_iter().take(most) {
            self.propose(input, &mut candidates, pool);
        }
        while candidates.len() < most
            && let Some(input) = self.queue.pop_front()
        {
            self.propose(input, &mut candidates, pool);
        }
        candidates
    }

    fn propose(&mut self, mut input: Input, candidates: &mut Vec<usize>, pool: &mut CandidatePool) {
        if self.tried.insert(input.call_key()) {
            let origin = self.start.input.origin;
            input.origin = if has_extreme_value(&input) { origin } else { origin.of_changed_input() };
            candidates.push(pool.add(input));
        }
    }
}

/// The inputs that the findings try in one round, without duplicates.
#[derive(Default)]
struct CandidatePool {
    inputs: Vec<Input>,
    places: BTreeMap<(InputOrigin, String), usize>,
}

impl CandidatePool {
    fn add(&mut self, input: Input) -> usize {
        let next = self.inputs.len();
        let place = *self.places.entry((input.origin, input.call_key())).or_insert(next);
        if place == next {
            self.inputs.push(input);
        }
        place
    }
}

/// The signature, the parameter names and the settings that a comparison of outcomes needs.
struct WitnessContext<'a> {
    signature: &'a Signature,
    names: &'a [String],
    settings: &'a VerdictSettings,
}

impl RerunOutcome {
    /// Returns the candidates of a target that show its difference, as witnesses.
    fn witnesses(
        &self,
        at: usize,
        target: &ShrinkTarget,
        candidates: &[usize],
        inputs: &[Input],
        view: &WitnessContext<'_>,
    ) -> Vec<Witness> {
        match &target.goal {
            ShrinkGoal::Disagreement(key) => {
                candidates.iter().filter_map(|input| self.disagreement(*input, key, inputs, view)).collect()
            }
            ShrinkGoal::Mutant { .. } => self.mutants[at]
                .iter()
                .filter_map(|found| self.kill_witness(found, &target.start, inputs, view))
                .collect(),
        }
    }

    fn disagreement(
        &self,
        input: usize,
        key: &DisagreementKey,
        inputs: &[Input],
        view: &WitnessContext<'_>,
    ) -> Option<Witness> {
        let compared = self.comparison.per_input.get(input)?;
        let (java, python) = (self.java.get(input)?, self.python.get(input)?);
        let same = disagreement_key(compared, java, python, view.names).is_some_and(|found| found == *key);
        same.then(|| Witness {
            input: inputs[input].clone(),
            java: java.clone(),
            python: python.clone(),
            component: compared.component,
            caused_by_other: false,
        })
    }

    fn kill_witness(
        &self,
        (input, java, python): &(usize, Outcome, Outcome),
        start: &Witness,
        inputs: &[Input],
        view: &WitnessContext<'_>,
    ) -> Option<Witness> {
        let smaller = &inputs[*input];
        let compared = compare_outcomes(java, python, view.signature, smaller, &view.settings.rules);
        let same = compared.equality == Equality::Different
            && compared.component == start.component
            && (java.state, python.state) == (start.java.state, start.python.state);
        same.then(|| Witness {
            input: smaller.clone(),
            java: java.clone(),
            python: python.clone(),
            component: compared.component,
            caused_by_other: self.comparison.per_input.get(*input).is_some_and(|compared| compared.differs()),
        })
    }
}
