//! The lanes of a run: as many pairs of workers as the options allow and the jobs can use, started
//! together, with what they may read.

use crate::run::options::Options;
use mts_engine::PairJob;
use mts_engine::scheduler::{SpawnCpython, WorkerPair};
use mts_model::Choice;
use mts_model::error::{Error, Result};
use mts_translate::mirror::Mirror;
use mts_workers::{Cpython, Jvm, ReadList, WorkerOptions, default_cache};
use std::path::PathBuf;

/// The runtimes of the run, for the report.
#[derive(Clone, Debug, Default)]
pub struct RuntimeInfo {
    /// Version of the JDK.
    pub java: String,
    /// Version of CPython.
    pub python: String,
    /// The parts of the sandbox that were in force.
    pub sandbox: Vec<String>,
}

/// Starts the lanes for these jobs; none without jobs, and then no runtime has to be there.
///
/// # Errors
/// When a runtime is missing.
pub fn lanes<'j>(options: &Options, jobs: impl Iterator<Item = &'j PairJob> + Clone) -> Result<Vec<WorkerPair>> {
    let mut lanes = Vec::new();
    let workers = worker_options(options, jobs.clone());
    // A pair at its base goes through the lane that its head went through.
    let apart = jobs.filter(|job| job.suite.choice != Choice::SameAsHead).count();
    for _ in 0..options.jobs.min(apart) {
        let (jvm, cpython) = std::thread::scope(|scope| {
            let jvm = scope.spawn(|| Jvm::start(&workers));
            let cpython = Cpython::start(&workers);
            let jvm = jvm.join().unwrap_or_else(|_| Err(Error::bug("the thread that starts the JVM died")));
            Ok::<_, Error>((jvm?, cpython?))
        })?;
        let other = cpython.spawner(&workers);
        let spawn_spare: SpawnCpython = Box::new(move |hash_seed| Ok(Box::new(other(hash_seed)?)));
        let translator = Box::new(Mirror);
        lanes.push(WorkerPair { jvm: Box::new(jvm), cpython: Box::new(cpython), spawn_spare, translator });
    }
    Ok(lanes)
}

impl RuntimeInfo {
    /// The runtimes of the worker pairs, which are all alike. The sandbox's parts in force are known once a worker
    /// has run, and with few jobs not every lane had one.
    #[must_use]
    pub fn from_workers(lanes: &[WorkerPair]) -> Self {
        let Some(WorkerPair { jvm, cpython, .. }) = lanes.first() else { return Self::default() };
        let in_force = |of: fn(&WorkerPair) -> Vec<String>| lanes.iter().map(of).find(|all| !all.is_empty());
        let side = |name: &str, lines: Vec<String>| -> Vec<String> {
            lines.into_iter().map(|line| format!("{name}: {line}")).collect()
        };
        let java = in_force(|lane| lane.jvm.sandbox()).unwrap_or_default();
        let python = in_force(|lane| lane.cpython.sandbox()).unwrap_or_default();
        let sandbox = [side("java", java), side("python", python)].concat();
        Self { java: jvm.version(), python: cpython.version(), sandbox }
    }
}

fn worker_options<'j>(options: &Options, jobs: impl Iterator<Item = &'j PairJob>) -> WorkerOptions {
    WorkerOptions {
        read: ReadList::new(jobs.flat_map(folders)),
        limits: options.limits.clone(),
        java_home: options.java_home.clone(),
        python: options.python.as_ref().map(PathBuf::from),
        confinement: options.sandbox,
        cache: default_cache(),
        random: options.random.clone(),
        ..WorkerOptions::new(&options.launcher)
    }
}

/// Where a job's code is read from.
fn folders(job: &PairJob) -> impl Iterator<Item = &PathBuf> {
    let java = &job.java_context;
    java.sourcepath
        .iter()
        .chain(&java.classes)
        .chain(&java.classpath)
        .chain(&job.python_context.path)
        .chain(&job.python_context.fallback_path)
}
