//! Lanes: pairs of workers, one JVM and one CPython each, that measure many jobs. In a lane the
//! Java stage of the next job runs while the Python stage of the last one does; a second CPython
//! stands in once the first has fallen behind. What is shown to people is then shrunk on both, by the
//! Python side's thread: it takes the JVM between two Java stages. Results come back in the order of the jobs, whatever the number of lanes.

use super::alone;
use super::between;
use super::fragments;
use super::measure::{JavaDone, Measured, PairJob, Settings, java_stage, python_stage};
use super::shrink::shrink;
use super::trial::SharedJvm;
use super::turned::Turned;
use mts_model::error::{Error, Result};
use mts_model::{Choice, Input, Suite, VariantOutcomes};
use mts_translate::Translator;
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What a lane works with. Runtimes start their processes when they are first asked to run.
pub struct Lane {
    /// The Java side.
    pub jvm: Box<dyn Runtime<JavaUnit> + Send>,
    /// The Python side.
    pub cpython: Box<Cpython>,
    /// Starts another CPython: for jobs that wait while the first is at a slow program, for the Java stage, which asks
    /// what the port can be called with, and for second runs of the originals, whose sets have another order.
    pub stand_in: StandIn,
    /// The translator.
    pub translator: Box<dyn Translator + Send>,
}

/// A CPython.
pub type Cpython = dyn Runtime<PythonUnit> + Send;

/// Starts a CPython like the lane's own, with this hash seed; the lane's is 0.
pub type StandIn = Box<dyn Fn(u32) -> Result<Box<Cpython>> + Send + Sync>;

/// A job's result, or the reason why the pair cannot be analysed.
pub type Answer = std::result::Result<Measured, String>;

/// Measures every job. `known` may have the answer of a job that takes the inputs of the one before, once they
/// are chosen. `finish` takes each answer as it comes, in no particular order, and makes of
/// it what is kept: a measurement is large.
///
/// # Errors
/// The first error that ends a run, such as a runtime that cannot be started.
pub fn measure<T: Send>(
    jobs: Vec<PairJob>,
    lanes: &mut [Lane],
    settings: &Settings,
    known: &(dyn Fn(usize, &Suite) -> Option<T> + Sync),
    finish: &(dyn Fn(usize, Answer) -> T + Sync),
) -> Result<Vec<T>> {
    let count = jobs.len();
    let kept: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    // Jobs that share a suite stay together: the later ones take what the first has chosen.
    let lead = lanes.len();
    // How long a function's text is tells about how many mutants there will be.
    let text = |at: usize| jobs[at].pair.java.span.len();
    let groups = smallest_first(groups(&jobs), text, lead);
    let queue: Vec<Mutex<Option<PairJob>>> = jobs.into_iter().map(|job| Mutex::new(Some(job))).collect();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let fail = |error: Error| {
        stop.store(true, Ordering::Relaxed);
        if let Ok(mut slot) = failure.lock() {
            slot.get_or_insert(error);
        }
    };
    let keep = |at: usize, made: T| {
        if let Ok(mut slot) = kept[at].lock() {
            *slot = Some(made);
        }
    };
    let put = |at: usize, answer: Answer| keep(at, finish(at, answer));
    std::thread::scope(|scope| {
        for lane in lanes {
            let Lane { jvm, cpython, stand_in, translator } = lane;
            let jvm: Arc<SharedJvm<'_>> = Arc::new(Mutex::new(jvm.as_mut()));
            let (shared, shared_too) = (Arc::clone(&jvm), Arc::clone(&jvm));
            let (putting, taking, late) = between::stages();
            let (next, stop, queue, groups, fail, put, keep) = (&next, &stop, &queue, &groups, &fail, &put, &keep);
            let stand_in: &StandIn = stand_in;
            scope.spawn(move || {
                let mut scout = Scout { start: stand_in, started: None };
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut chosen: Option<Suite> = None;
                    for at in group.clone() {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let Some(mut job) = queue[at].lock().ok().and_then(|mut slot| slot.take()) else { return };
                        if job.suite.choice == Choice::SameAsHead {
                            let Some(suite) = &chosen else {
                                put(
                                    at,
                                    Err("no inputs were chosen, because the other revision cannot be run".to_owned()),
                                );
                                continue;
                            };
                            if let Some(made) = known(at, suite) {
                                keep(at, made);
                                continue;
                            }
                            job.suite = suite.clone();
                        }
                        let Ok(mut held) = jvm.lock() else { return };
                        let done = java_stage(job, settings, translator.as_mut(), &mut **held, &mut scout);
                        drop(held);
                        match done {
                            Ok(Ok(java)) => {
                                chosen = Some(java.suite().clone());
                                if !putting.put(at, java) {
                                    return;
                                }
                            }
                            Ok(Err(reason)) => put(at, Err(reason)),
                            Err(error) => return fail(error),
                        }
                    }
                }
            });
            let python =
                |jobs: &mut dyn Iterator<Item = (usize, JavaDone)>, cpython: &mut Cpython, jvm: &SharedJvm<'_>| {
                    let mut turned = Turned::new(stand_in);
                    for (at, java) in jobs.take_while(|_| !stop.load(Ordering::Relaxed)) {
                        match judge(java, settings, jvm, cpython, &mut turned) {
                            Ok(answer) => put(at, answer),
                            Err(error) => return fail(error),
                        }
                    }
                };
            scope.spawn(move || python(&mut taking.into_iter(), cpython.as_mut(), &shared));
            scope.spawn(move || {
                let mut late = late.peekable();
                if late.peek().is_none() {
                    return;
                }
                match stand_in(0) {
                    Ok(mut cpython) => python(&mut late, cpython.as_mut(), &shared_too),
                    Err(error) => fail(error),
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().ok().flatten() {
        return Err(error);
    }
    let unanswered = || Error::bug("a pair was left without an answer");
    kept.into_iter().map(|slot| slot.into_inner().ok().flatten().ok_or_else(unanswered)).collect()
}

/// A CPython that is started when it is first asked.
struct Scout<'s> {
    start: &'s StandIn,
    started: Option<Box<Cpython>>,
}

impl Runtime<PythonUnit> for Scout<'_> {
    fn run(&mut self, unit: &PythonUnit, inputs: &[Input], orders: &[RunRequest]) -> Result<Vec<VariantOutcomes>> {
        if self.started.is_none() {
            self.started = Some((self.start)(0)?);
        }
        self.started.as_mut().map_or_else(|| Ok(Vec::new()), |cpython| cpython.run(unit, inputs, orders))
    }

    fn sandbox(&self) -> Vec<String> {
        self.started.as_ref().map(|cpython| cpython.sandbox()).unwrap_or_default()
    }

    fn version(&self) -> String {
        self.started.as_ref().map(|cpython| cpython.version()).unwrap_or_default()
    }
}

/// The Python stage; what people are shown is seen once more, and smaller inputs for it are looked for.
fn judge(
    java: JavaDone,
    settings: &Settings,
    jvm: &SharedJvm<'_>,
    cpython: &mut Cpython,
    turned: &mut Turned<'_>,
) -> Result<Answer> {
    let mut answer = python_stage(java, settings, cpython, turned)?;
    if let Ok(measured) = &mut answer
        && measured.job.is_shown
    {
        // Every run of a program is one by itself, and a test is shown as people wrote it.
        if measured.job.program.is_some() {
            return Ok(answer);
        }
        alone::check(measured, settings, jvm, cpython)?;
        shrink(measured, settings, jvm, cpython)?;
        if settings.fragments {
            let mut jvm = jvm.lock().map_err(|_| Error::bug("the thread that used the JVM died"))?;
            measured.fragments = Some(fragments::examine(&measured.job, settings, None, &mut **jvm, cpython)?);
        }
    }
    Ok(answer)
}

/// Places of the jobs that go through one lane, one after another.
fn groups(jobs: &[PairJob]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, job) in jobs.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if job.suite.choice == Choice::SameAsHead => group.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

/// As many of the smallest as there are lanes, in front: the Python stages have something to do, and people a
/// first verdict, that much sooner (Johnson's rule for two machines in a row).
fn smallest_first(mut groups: Vec<Range<usize>>, size: impl Fn(usize) -> usize, lead: usize) -> Vec<Range<usize>> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|nth| groups[*nth].clone().map(&size).sum::<usize>());
    order.truncate(lead);
    order.sort_unstable();
    for (to, from) in order.into_iter().enumerate() {
        groups[to..=from].rotate_right(1);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_group_for_each_lane_goes_first_and_the_others_stay_in_order() {
        let sizes = [9, 8, 1, 1, 7, 3, 6];
        let groups = vec![0..1, 1..2, 2..4, 4..5, 5..6, 6..7];
        let ordered = |lead| smallest_first(groups.clone(), |at| sizes[at], lead);
        assert_eq!(ordered(1), [2..4, 0..1, 1..2, 4..5, 5..6, 6..7]);
        assert_eq!(ordered(2), [2..4, 5..6, 0..1, 1..2, 4..5, 6..7]);
        assert_eq!(ordered(9), groups);
    }
}
