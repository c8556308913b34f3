//! Hunts for an input on which the originals differ: many calls of the originals alone.
//!
//! The chosen inputs of a pair are few, because every mutant runs on them. The hunt runs no mutant.
//! An input on which the originals differ joins the suite: CA counts it, and no mutant runs on it.
//! Numbers of calls and ticks limit the hunt, so that the hunt is the same on every machine. Time limits the hunt only
//! if calls wait, for example in a sleep. Then the result of the pair has a note.

mod originals;
mod proposals;

use crate::job::{PairJob, VerdictSettings};
use crate::outcome::Hunt;
use crate::selection::input_selection::ProbedOriginal;
use crate::stages::error::StageResult;
use mts_model::{Choice, Input, InputOrigin, Suite};
use mts_oracle::display;
use mts_oracle::findings::DisagreementKey;
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use originals::{CalledOriginals, HuntedOriginals};
use proposals::Proposals;
use std::collections::BTreeMap;

/// The size of the first block, and the largest size, in inputs. Each block is twice as large as
/// the block before, up to the largest size. A block is one request to each side.
const BLOCK: (usize, usize) = (64, 256);
/// The limit for the ticks of both sides, for each call of the hunt. The limit for the whole hunt is this number times
/// the highest number of calls.
const TICKS: u64 = 1_000;
/// The numbers for a hunt that injects Java's objects. The first number divides the number of calls. The second number
/// is the size of the largest block. Each block then needs four more requests. Java code without a branch and a loop
/// gets one block of the first size.
const INJECTING: (usize, usize) = (4, 128);
/// The number of blocks without a new input after which the hunt ends.
const IDLE: usize = 2;
/// The highest number of inputs that the hunt adds, one for each kind of difference.
const KINDS: usize = 4;

/// Hunts for differences of the originals of a job whose inputs are selected.
///
/// Returns the suite with the inputs on which the originals differ, and the result of the hunt. The result is
/// `None` if there was no hunt: the hunt is off, the tool did not select the inputs or cannot generate inputs, the
/// chosen inputs already show a difference, or a call on a chosen input is stuck.
///
/// # Errors
/// Returns an error if a worker does not start, or the texts of the pair cannot be generated.
pub(crate) fn hunt(
    job: &PairJob,
    probed: Option<&ProbedOriginal>,
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<(Suite, Option<Hunt>)> {
    let mut suite = job.suite.clone();
    let is_open = settings.hunt > 0 && suite.choice == Choice::Selected;
    let (Some(generator), Some(probed), true) = (&job.generator, probed, is_open) else { return Ok((suite, None)) };
    let originals = HuntedOriginals::new(job, probed, settings)?;
    let chosen: Vec<Input> = suite.inputs.iter().filter(|input| input.is_ordinary()).cloned().collect();
    // If the port constructs other objects than Java, the hunt injects Java's objects, as the selection of inputs does.
    let is_injecting = chosen.iter().any(Input::has_injected_state);
    let is_straight = probed.probes.branches.is_empty() && probed.probes.loops.is_empty();
    let (most, longest) = match is_injecting {
        true if is_straight => (settings.hunt.min(BLOCK.0), BLOCK.0),
        true => (settings.hunt.div_ceil(INJECTING.0), INJECTING.1),
        false => (settings.hunt, BLOCK.1),
    };
    let recipes: Vec<Input> = chosen.iter().map(Input::without_injected_state).collect();
    let mut proposals = Proposals::new(generator, &job.java_context.entry.factories, &recipes, suite.seed);
    let called = originals.call(&chosen, jvm, cpython)?;
    let known = originals.reproducible(one_of_each_kind(&chosen, &called), jvm, cpython)?;
    if called.is_stuck || !known.is_empty() {
        return Ok((suite, None));
    }
    let mut progress = Progress::default();
    proposals.record(recipes, &called.digests, probed);
    let (mut found, mut size, mut is_slow) = (Vec::new(), BLOCK.0, false);
    let ticks = TICKS.saturating_mul(most as u64);
    while progress.asked < most && progress.ticks < ticks && progress.idle < IDLE {
        let mut proposed = proposals.next_block(size);
        size = longest.min(size * 2);
        proposed.truncate(most - progress.asked);
        progress.idle = if proposed.is_empty() { progress.idle + 1 } else { 0 };
        if proposed.is_empty() {
            continue;
        }
        let block = match is_injecting {
            true => originals.with_java_state(proposed.clone(), jvm, cpython)?,
            false => proposed.clone(),
        };
        let called = originals.call(&block, jvm, cpython)?;
        progress.add(block.len(), &called);
        found = originals.reproducible(one_of_each_kind(&block, &called), jvm, cpython)?;
        proposals.record(proposed, &called.digests, probed);
        // The calls on the chosen inputs, before the loop, include the time to compile and to import. So the hunt
        // ignores their time.
        is_slow = called.is_slow && found.is_empty();
        if called.is_stuck || is_slow || !found.is_empty() {
            break;
        }
    }
    let coverage = proposals.coverage(probed);
    let hunt = Hunt { calls: progress.compared, found: found.len(), coverage, is_slow };
    let place = suite.inputs.iter().position(|input| !input.is_ordinary());
    let place = place.unwrap_or(suite.inputs.len());
    suite.inputs.splice(place..place, found.into_iter().map(|input| Input { origin: InputOrigin::Hunt, ..input }));
    Ok((suite, Some(hunt)))
}

/// The work of a hunt so far.
#[derive(Default)]
struct Progress {
    /// The number of inputs that the hunt sent to Java.
    asked: usize,
    /// The number of inputs on which both sides ran and were compared.
    compared: usize,
    ticks: u64,
    /// The number of empty blocks since the last block with an input.
    idle: usize,
}

impl Progress {
    fn add(&mut self, asked: usize, called: &CalledOriginals) {
        self.asked += asked;
        self.compared += called.compared;
        self.ticks = self.ticks.saturating_add(called.ticks);
    }
}

/// Returns the smallest input of each kind of difference, for at most [`KINDS`] kinds.
fn one_of_each_kind(block: &[Input], called: &CalledOriginals) -> Vec<Input> {
    let mut kinds: BTreeMap<&DisagreementKey, usize> = BTreeMap::new();
    for (kind, at) in &called.differing {
        let least = kinds.entry(kind).or_insert(*at);
        if display::size(&block[*at]) < display::size(&block[*least]) {
            *least = *at;
        }
    }
    kinds.into_values().take(KINDS).map(|at| block[at].clone()).collect()
}
