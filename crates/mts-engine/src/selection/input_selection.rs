//! Selects the inputs of a pair by runs of the Java side.
//!
//! The selection prefers inputs that take new branches, then inputs that kill mutants, then inputs
//! with different values. `set_cover` selects by these goals.

use crate::budget::cost_cap;
use crate::job::settings::ORIGINAL_BUDGET;
use crate::job::{PairJob, VerdictSettings};
use crate::outcome::adequacy::Coverage;
use crate::selection::diversity::{self, Feature};
use crate::selection::set_cover::{self, Candidate};
use mts_lang::java::probes::{self, Passes, Probes};
use mts_model::error::Result;
use mts_model::{Choice, FunctionKind, Input, State, Suite};
use mts_oracle::display;
use mts_workers::{Digest, JavaUnit, RunRequest, Runtime};
use std::collections::{BTreeMap, BTreeSet};

/// The highest number of the original's ticks on a proposed or an extreme input.
///
/// The limit is high, because a worker stops after a few inputs that do not end.
pub(crate) const POOL_BUDGET: u64 = 100_000;
/// The number of inputs that must end. If fewer inputs end, the tool runs inputs that use up [`POOL_BUDGET`] again with
/// [`ORIGINAL_BUDGET`].
const ENOUGH: usize = 8;
/// The number of reruns of inputs that did not run because the worker stopped.
const RETRIES: usize = 24;
/// The highest number of the original's ticks on an input after the first wanted inputs.
///
/// The tool drops slower inputs, because every mutant runs on the selected inputs.
const QUICK: u64 = 2_000;
/// The limit for the estimated ticks of all mutants on all proposed inputs.
const MUTANT_TICKS: u64 = 20_000_000;
/// The highest number of selected inputs without an outcome. Each such input may take the watchdog's
/// whole time limit.
const SILENT: usize = 2;
/// The same limit as [`SILENT`], for a pair that also runs at the base.
///
/// On these inputs, the base may have an outcome. The number is the default of `gate.min-inputs`, so that the base is
/// not inconclusive.
const SILENT_WITH_BASE: usize = 5;

/// The Java original with probes, which is one of the copies of a job.
pub struct ProbedOriginal {
    /// The number of this copy.
    pub copy: u32,
    /// The probes in the text of the copy.
    pub probes: Probes,
}

impl ProbedOriginal {
    /// Returns the probed original of a job whose inputs the tool selects. `None` for other jobs.
    ///
    /// The number of its copy comes after the job's `copies` other copies.
    #[must_use]
    pub fn from_job(job: &PairJob, copies: usize) -> Option<Self> {
        let chooses = matches!(job.suite.choice, Choice::SelectTop(_));
        let copy = u32::try_from(copies).ok().filter(|_| chooses)?;
        Some(Self { copy, probes: probes::probes(&job.java, &job.pair.java) })
    }
}

/// Selects the inputs of a job. Returns its suite with these inputs, and the branches that they
/// take.
///
/// The coverage is `None` if the suite needs no selection, or the probes do not compile.
///
/// # Errors
/// Returns an error if the worker does not start.
pub(crate) fn select_inputs(
    job: &PairJob,
    units: &[JavaUnit],
    probed: Option<&ProbedOriginal>,
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<(Suite, Option<Coverage>)> {
    let suite = job.suite.clone();
    let first = probed.and_then(|probed| units.iter().find(|unit| unit.copies().contains(&probed.copy)));
    let (Choice::SelectTop(wanted), Some(first), Some(probed)) = (suite.choice, first, probed) else {
        return Ok((suite, None));
    };
    let (mut pool, extremes): (Vec<Input>, Vec<Input>) = suite.inputs.into_iter().partition(Input::is_ordinary);
    let ordinary = wanted.saturating_sub(extremes.len()).min(pool.len());
    let mut originals = run_probed(first, &pool, ordinary, probed, jvm)?;
    let coverable = originals.iter().any(|digest| digest.state != State::NotCompiled);
    for slow in originals.iter_mut().skip(ordinary).filter(|digest| digest.ticks > QUICK) {
        *slow = Digest::not_run();
    }
    let is_constructor = job.pair.java.kind == FunctionKind::Constructor;
    let distinguished = match is_constructor || !coverable {
        // The selection runs no mutants of a constructor. The compiler may have to compile each copy of a constructor
        // separately, and doing this two times is too expensive.
        true => BTreeMap::new(),
        false => {
            let ticks_of_code = cost_cap::ticks_of_code(job.pair.java.span.len());
            distinguished_mutants(units, &pool, &originals, (probed.copy, ticks_of_code), settings, jvm)?
        }
    };
    let mut candidates = candidates(&pool, &originals, &distinguished, probed, settings);
    let user_written: Vec<usize> = (0..pool.len()).filter(|at| pool[*at].is_user_written()).collect();
    // The set cover ignores the goals that the user's inputs reach. So it also selects generated inputs for these
    // goals, and a suite file cannot hide a difference.
    user_written.iter().for_each(|at| candidates[*at] = Candidate::default());
    let mut chosen = user_written.clone();
    chosen.extend(set_cover::cover(&candidates, &[], ordinary.saturating_sub(user_written.len())));
    // An input that reaches no new goal may still show a difference between the languages.
    let is_new = |at: &usize| !chosen.contains(at) && originals[*at].state != State::Timeout;
    let rest: Vec<usize> = (0..pool.len()).filter(is_new).collect();
    chosen.extend(rest.into_iter().take(ordinary.saturating_sub(chosen.len())));
    if chosen.is_empty() && (ordinary > 0 || extremes.is_empty()) {
        chosen.extend(0..pool.len().min(SILENT));
    }
    // An input without an outcome is selected only if there is no other input, or if the base may
    // have an outcome.
    let is_useful = |at: &usize| originals[*at].answered || user_written.contains(at);
    let most_silent = match (job.has_base, chosen.iter().any(is_useful)) {
        (true, _) => SILENT_WITH_BASE,
        (false, true) => 0,
        (false, false) => SILENT,
    };
    let mut silent = 0;
    chosen.retain(|at| {
        silent += usize::from(!is_useful(at));
        is_useful(at) || silent <= most_silent || !coverable
    });
    // One input that does not end is enough, because the worker stops after a few of them.
    let mut endless = 0;
    chosen.retain(|at| {
        let ends = originals[*at].state != State::Timeout || user_written.contains(at);
        endless += usize::from(!ends);
        ends || endless == 1
    });
    let own = chosen.iter().filter(|at| !user_written.contains(at));
    chosen = cost_cap::cap_inputs(own.map(|at| (*at, originals[*at].all_ticks)));
    chosen.extend(user_written);
    chosen.sort_unstable();
    let reached = chosen.iter().flat_map(|at| branches_taken(&originals[*at], &probed.probes)).collect();
    let coverage = coverable.then(|| measure_coverage(&reached, &probed.probes));
    let mut places = 0..pool.len();
    pool.retain(|_| places.next().is_some_and(|at| chosen.binary_search(&at).is_ok()));
    let inputs = pool.into_iter().chain(extremes).collect();
    Ok((Suite { inputs, choice: Choice::Selected, ..suite }, coverage))
}

/// Runs the probed original on every input.
///
/// Inputs after the first `wanted` ones run in another run request, so that they cannot stop the
/// first inputs. If fewer than [`ENOUGH`] inputs end, those of the first `wanted` inputs that use up
/// [`POOL_BUDGET`] run again with [`ORIGINAL_BUDGET`].
pub(crate) fn run_probed(
    unit: &JavaUnit,
    pool: &[Input],
    wanted: usize,
    probed: &ProbedOriginal,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Digest>> {
    let run_request = |range: std::ops::Range<usize>, budget: u64| RunRequest {
        copy: probed.copy,
        inputs: range.map(|at| (at, budget)).collect(),
        continue_after_failure: true,
    };
    let run_requests = [run_request(0..wanted, POOL_BUDGET), run_request(wanted..pool.len(), POOL_BUDGET)];
    let answers = jvm.digests(unit, pool, &run_requests, probed.probes.points)?;
    let unanswered = |answer: &Vec<Digest>| {
        // A compile error is the outcome of every input.
        answer.first().filter(|digest| digest.state == State::NotCompiled).cloned().unwrap_or_else(Digest::not_run)
    };
    let padded = answers.iter().zip(&run_requests).flat_map(|(answer, run_request)| {
        let rest = run_request.inputs.len().saturating_sub(answer.len());
        answer.iter().cloned().chain(std::iter::repeat_n(unanswered(answer), rest)).take(run_request.inputs.len())
    });
    let mut found: Vec<Digest> = padded.collect();
    // The worker stops after a few inputs that do not end. If these inputs only used up their
    // ticks, the later inputs run again.
    for _ in 0..RETRIES {
        let left: Vec<usize> = (0..pool.len()).filter(|at| found[*at].is_not_run).collect();
        if left.is_empty() || !found.iter().all(was_quick) {
            break;
        }
        let inputs = left.iter().map(|at| (*at, POOL_BUDGET)).collect();
        let run_request = RunRequest { copy: probed.copy, inputs, continue_after_failure: true };
        let answers = jvm.digests(unit, pool, &[run_request], probed.probes.points)?;
        let Some(answer) = answers.into_iter().next().filter(|answer| answer.iter().any(|own| !own.is_not_run)) else {
            break;
        };
        left.into_iter().zip(answer).for_each(|(at, digest)| found[at] = digest);
    }
    let ends = |digest: &Digest| matches!(digest.state, State::Ok | State::Exception);
    let slow: Vec<usize> = (0..wanted).filter(|at| found[*at].state == State::Timeout).collect();
    if !slow.is_empty() && found.iter().filter(|digest| ends(digest)).count() < ENOUGH {
        let inputs = slow.iter().map(|at| (*at, ORIGINAL_BUDGET)).collect();
        let run_request = RunRequest { copy: probed.copy, inputs, continue_after_failure: true };
        let answers = jvm.digests(unit, pool, &[run_request], probed.probes.points)?;
        slow.into_iter().zip(answers.into_iter().flatten()).for_each(|(at, digest)| found[at] = digest);
    }
    Ok(found)
}

/// Reports whether a call neither took the watchdog's whole time limit nor ended its worker.
pub(crate) fn was_quick(digest: &Digest) -> bool {
    match digest.state {
        State::Timeout => digest.ticks >= POOL_BUDGET,
        // A worker died, or a thread of the call still runs. A function that the worker cannot call has the same
        // digest.
        State::Incomplete => digest.is_not_run,
        State::Ok | State::Exception | State::NotCompiled | State::Missing => true,
    }
}

/// Returns for each input the mutants that it distinguishes from the original.
///
/// `probed` is the copy number of the probed original. A call costs `ticks_of_code` beside its own ticks. The mutants
/// do not run on inputs that a user wrote, or on inputs beyond the limit [`MUTANT_TICKS`].
fn distinguished_mutants(
    units: &[JavaUnit],
    pool: &[Input],
    originals: &[Digest],
    (probed, ticks_of_code): (u32, u64),
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<BTreeMap<usize, Distinguished>> {
    let mutants: u64 = units.iter().map(|unit| unit.copies().len() as u64).sum();
    let mut left = MUTANT_TICKS;
    let mut runs: Vec<(usize, u64)> = Vec::new();
    for (at, original) in originals.iter().enumerate() {
        if pool[at].is_user_written() || !settings.rules.is_output(original.state) {
            continue;
        }
        let cost = (original.all_ticks + ticks_of_code).saturating_mul(mutants);
        if cost <= left {
            left -= cost;
            runs.push((at, settings.budgets.java(original.ticks)));
        }
    }
    let mut distinguished: BTreeMap<usize, Distinguished> = BTreeMap::new();
    if runs.is_empty() {
        return Ok(distinguished);
    }
    for unit in units {
        let copies = unit.copies().into_iter().filter(|copy| *copy != 0 && *copy != probed);
        let run_request = |copy| RunRequest { copy, inputs: runs.clone(), continue_after_failure: true };
        let run_requests: Vec<RunRequest> = copies.map(run_request).collect();
        if run_requests.is_empty() {
            continue;
        }
        for (run_request, answer) in run_requests.iter().zip(jvm.digests(unit, pool, &run_requests, 0)?) {
            for ((at, _), digest) in runs.iter().zip(&answer) {
                if !digest.answered || digest.is_same(&originals[*at]) {
                    continue;
                }
                let own = distinguished.entry(*at).or_default();
                own.any.push(run_request.copy as usize);
                if digest.state == State::Ok {
                    own.result.push(run_request.copy as usize);
                }
            }
        }
    }
    Ok(distinguished)
}

/// The mutants that an input distinguishes from the original.
#[derive(Default)]
struct Distinguished {
    /// The mutants with another result.
    result: Vec<usize>,
    /// The mutants with any difference.
    any: Vec<usize>,
}

/// Returns the goals that each input reaches, in tiers, with the most important tier first.
///
/// The tiers are: branches in a call with an output, because only such a call scores mutants;
/// branches in any call; loop passes; mutants that return another result; mutants with any
/// difference; paths through the code; features of the arguments of calls with an output.
/// [`mts_oracle::Rules::is_output`] decides whether a call has an output.
fn candidates(
    pool: &[Input],
    originals: &[Digest],
    distinguished: &BTreeMap<usize, Distinguished>,
    probed: &ProbedOriginal,
    settings: &VerdictSettings,
) -> Vec<Candidate> {
    let mut paths: BTreeMap<(State, &[u8]), usize> = BTreeMap::new();
    let mut features: BTreeMap<Feature, usize> = BTreeMap::new();
    let mut found = Vec::with_capacity(pool.len());
    for (at, (input, original)) in pool.iter().zip(originals).enumerate() {
        if !original.answered {
            found.push(Candidate::default());
            continue;
        }
        let branches = branches_taken(original, &probed.probes);
        let scores = settings.rules.is_output(original.state);
        let (by_result, by_any) = distinguished.get(&at).map_or((Vec::new(), Vec::new()), |distinguished| {
            (distinguished.result.clone(), distinguished.any.clone())
        });
        let next = paths.len();
        // Each path of a call that ends with an exception is also a goal, because the port may end in another way on
        // this path.
        let path = vec![*paths.entry((original.state, &original.passes)).or_insert(next)];
        let mut features_seen = Vec::new();
        if scores {
            for one in diversity::features(input) {
                let next = features.len();
                features_seen.push(*features.entry(one).or_insert(next));
            }
        }
        let by_return = if scores { branches.clone() } else { Vec::new() };
        let reaches =
            vec![by_return, branches, loop_passes(original, &probed.probes), by_result, by_any, path, features_seen];
        found.push(Candidate { size: display::size(input), reaches });
    }
    found
}

/// Returns the branches that a run took.
pub(crate) fn branches_taken(run: &Digest, probes: &Probes) -> Vec<usize> {
    let is_taken = |at: &usize| run.passes.get(probes.branches[*at].point).is_some_and(|n| *n > 0);
    (0..probes.branches.len()).filter(is_taken).collect()
}

/// Returns for each reached loop whether a run made no, one or many passes.
fn loop_passes(run: &Digest, probes: &Probes) -> Vec<usize> {
    let count = |point: &usize| run.passes.get(*point).copied().unwrap_or_default();
    let mark = |(nth, at): (usize, &Passes)| {
        let passes = count(&at.body);
        let reached = passes > 0 || at.reached.iter().any(|point| count(point) > 0);
        reached.then(|| nth * 3 + usize::from(passes.min(2)))
    };
    probes.loops.iter().enumerate().filter_map(mark).collect()
}

/// Returns the coverage of these branches.
pub(crate) fn measure_coverage(reached: &BTreeSet<usize>, probes: &Probes) -> Coverage {
    let branches = &probes.branches;
    let missed = (0..branches.len()).filter(|at| !reached.contains(at)).map(|at| &branches[at]);
    Coverage {
        taken: reached.len(),
        all: branches.len(),
        missed: missed.map(|branch| (branch.line, branch.what.clone())).collect(),
    }
}
