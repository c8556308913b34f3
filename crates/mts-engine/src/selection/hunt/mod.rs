//! Hunts for an input on which the originals differ: many calls of the originals alone.
//!
//! The chosen inputs of a pair are few, because every mutant runs on them. The hunt runs no mutant.
//! An input on which the originals differ joins the suite: CA counts it, and no mutant runs on it.
//! Counts and ticks limit the hunt, so that it is the same on every machine. Time ends it only if
//! calls wait, for example for a sleep, and then the pair has a note.

mod originals;
mod proposals;

use crate::job::{PairJob, VerdictSettings};
use crate::outcome::Hunt;
use crate::selection::input_selection::ProbedOriginal;
use crate::stages::error::StageResult;
use mts_model::{Choice, Input, InputOrigin, Suite};
use mts_oracle::display;
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use originals::{CalledOriginals, Originals};
use proposals::Proposals;
use std::collections::BTreeMap;

/// The size of the first block, and the largest size, in inputs. Each block is twice as large as
/// the block before, up to the largest size. A block is one request to each side.
const BLOCK: (usize, usize) = (64, 256);
/// The limit for the ticks of both sides, times the highest number of calls of the hunt.
const TICKS: u64 = 1_000;
/// The number of blocks without a new input after which the hunt ends.
const IDLE: usize = 2;
/// The highest number of inputs that the hunt adds, one for each kind of difference.
const KINDS: usize = 4;

/// Hunts for differences of the originals of a job whose inputs are selected.
///
/// Returns the suite with the inputs on which the originals differ. The result is `None` if there
/// was no hunt: it is off, the chosen inputs already show a difference, a call of a chosen input is
/// stuck, the tool cannot generate inputs, or objects of the chosen inputs have injected Java
/// state.
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
    let is_open =
        settings.hunt > 0 && suite.choice == Choice::Selected && !suite.inputs.iter().any(Input::has_injected_state);
    let (Some(generator), Some(probed), true) = (&job.generator, probed, is_open) else { return Ok((suite, None)) };
    let originals = Originals::new(job, probed, settings)?;
    let chosen: Vec<Input> = suite.inputs.iter().filter(|input| input.is_ordinary()).cloned().collect();
    let mut proposals = Proposals::new(generator, &job.java_context.entry.factories, &chosen, suite.seed);
    let called = originals.call(&chosen, jvm, cpython)?;
    let known = originals.reproducible(one_of_each_kind(&chosen, &called), jvm, cpython)?;
    if called.is_stuck || !known.is_empty() {
        return Ok((suite, None));
    }
    let mut progress = Progress::default();
    proposals.learn(chosen, &called.digests, probed);
    let (mut found, mut size, mut is_slow) = (Vec::new(), BLOCK.0, false);
    let ticks = TICKS.saturating_mul(settings.hunt as u64);
    while progress.asked < settings.hunt && progress.ticks < ticks && progress.idle < IDLE {
        let mut block = proposals.next_block(size);
        size = BLOCK.1.min(size * 2);
        block.truncate(settings.hunt - progress.asked);
        progress.idle = if block.is_empty() { progress.idle + 1 } else { 0 };
        if block.is_empty() {
            continue;
        }
        let called = originals.call(&block, jvm, cpython)?;
        progress.add(block.len(), &called);
        found = originals.reproducible(one_of_each_kind(&block, &called), jvm, cpython)?;
        proposals.learn(block, &called.digests, probed);
        // The first block, with the chosen inputs, also compiles and imports. So its time is not
        // used.
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

/// Returns the smallest input of each kind of difference.
fn one_of_each_kind(block: &[Input], called: &CalledOriginals) -> Vec<Input> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (kind, at) in &called.differing {
        let least = kinds.entry(kind).or_insert(*at);
        if display::size(&block[*at]) < display::size(&block[*least]) {
            *least = *at;
        }
    }
    kinds.into_values().take(KINDS).map(|at| block[at].clone()).collect()
}
