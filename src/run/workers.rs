//! Starts the worker pairs of a run, with the folders that they may read.
//!
//! The number of worker pairs depends on the options and on the number of jobs. The JVM and the
//! CPython of a pair start at the same time.

use crate::run::options::Options;
use mts_engine::PairJob;
use mts_engine::scheduler::{SpawnCpython, WorkerPair};
use mts_model::compilation_unit::resource_folders;
use mts_model::error::{Error, Result};
use mts_translate::Translator;
use mts_translate::mirror::Mirror;
use mts_workers::{Cpython, Jvm, ReadList, WorkerOptions, default_cache};
use std::path::PathBuf;

/// The versions of Java and CPython in the run, for the report.
#[derive(Clone, Debug, Default)]
pub struct RuntimeInfo {
    /// The version of the JDK.
    pub java: String,
    /// The version of CPython.
    pub python: String,
}

/// A function that makes the translator of a worker pair.
pub type TranslatorFactory = dyn Fn() -> Box<dyn Translator + Send>;

/// Starts the worker pairs for these jobs, with the mirror as their translator.
///
/// # Errors
/// Returns an error if a runtime is missing or cannot start.
pub fn start_worker_pairs<'j>(
    options: &Options,
    jobs: impl Iterator<Item = &'j PairJob> + Clone,
) -> Result<Vec<WorkerPair>> {
    start_worker_pairs_with(options, jobs, &|| Box::new(Mirror))
}

/// Starts the worker pairs for these jobs, with a translator that `translator` makes.
///
/// Without jobs, the function starts no worker pair and needs no runtime.
///
/// # Errors
/// Returns an error if a runtime is missing or cannot start.
pub fn start_worker_pairs_with<'j>(
    options: &Options,
    jobs: impl Iterator<Item = &'j PairJob> + Clone,
    translator: &TranslatorFactory,
) -> Result<Vec<WorkerPair>> {
    let mut worker_pairs = Vec::new();
    let workers = worker_options(options, jobs.clone());
    // The job of the base runs on the worker pair of its head, so it needs no worker pair of its own.
    let independent_jobs = jobs.filter(|job| !job.suite.choice.follows_head()).count();
    for _ in 0..options.jobs.min(independent_jobs) {
        let (jvm, cpython) = std::thread::scope(|scope| {
            let jvm = scope.spawn(|| Jvm::start(&workers));
            let cpython = Cpython::start(&workers);
            let jvm = jvm.join().unwrap_or_else(|_| Err(Error::bug("the thread that starts the JVM died")));
            Ok::<_, Error>((jvm?, cpython?))
        })?;
        let other = cpython.spawner(&workers);
        let spawn_spare: SpawnCpython = Box::new(move |hash_seed| Ok(Box::new(other(hash_seed)?)));
        worker_pairs.push(WorkerPair {
            jvm: Box::new(jvm),
            cpython: Box::new(cpython),
            spawn_spare,
            translator: translator(),
        });
    }
    Ok(worker_pairs)
}

impl RuntimeInfo {
    /// Returns the versions of the first worker pair. All worker pairs have the same versions. Without a worker pair,
    /// the versions are empty.
    #[must_use]
    pub fn from_workers(worker_pairs: &[WorkerPair]) -> Self {
        let Some(WorkerPair { jvm, cpython, .. }) = worker_pairs.first() else { return Self::default() };
        Self { java: jvm.version(), python: cpython.version() }
    }
}

/// Returns the parts of the sandbox that were in force in the worker pairs.
///
/// All workers of one side have the same parts. A worker reports its sandbox only after it has run a job, and with few
/// jobs, some workers run no job. So the function takes the first report of each side.
#[must_use]
pub fn sandbox_in_force(worker_pairs: &[WorkerPair]) -> Vec<String> {
    let in_force = |of: fn(&WorkerPair) -> Vec<String>| worker_pairs.iter().map(of).find(|all| !all.is_empty());
    let side = |name: &str, lines: Option<Vec<String>>| -> Vec<String> {
        lines.unwrap_or_default().into_iter().map(|line| format!("{name}: {line}")).collect()
    };
    let java = side("java", in_force(|worker_pair| worker_pair.jvm.sandbox()));
    let python = side("python", in_force(|worker_pair| worker_pair.cpython.sandbox()));
    [java, python].concat()
}

fn worker_options<'j>(options: &Options, jobs: impl Iterator<Item = &'j PairJob>) -> WorkerOptions {
    WorkerOptions {
        read: ReadList::from_repository(&jobs.flat_map(folders).collect::<Vec<_>>(), &options.private),
        limits: options.limits.clone(),
        java_home: options.java_home.clone(),
        python: options.python.as_ref().map(PathBuf::from),
        confinement: options.sandbox,
        cache: default_cache(),
        random: options.random.clone(),
        share_process: options.share_process,
        ..WorkerOptions::new(&options.launcher)
    }
}

/// Returns the folders from which a job reads code and resources.
fn folders(job: &PairJob) -> impl Iterator<Item = PathBuf> {
    let (java, python) = (&job.java_context, &job.python_context);
    let code = [&java.classes, &java.classpath, &python.path, &python.fallback_path].into_iter().flatten();
    resource_folders(&java.sourcepath).chain(code.cloned())
}
