//! A worker pair: one JVM and one CPython.
//!
//! This module also has a CPython that starts on first use. `mts-workers` supervises the processes.

use mts_model::error::{Error, Result};
use mts_model::{CopyOutcomes, Input};
use mts_translate::Translator;
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::sync::{Mutex, MutexGuard};

/// The workers that run jobs one after another. The workers start their processes on first use.
pub struct WorkerPair {
    /// The Java side.
    pub jvm: Box<dyn Runtime<JavaUnit> + Send>,
    /// The Python side.
    pub cpython: Box<Cpython>,
    /// Starts another CPython.
    ///
    /// One such worker takes jobs while the first worker runs a slow program. Another worker constructs the port's
    /// objects for the Java stage. Other workers rerun the originals with other hash seeds.
    pub spawn_spare: SpawnCpython,
    /// The translator.
    pub translator: Box<dyn Translator + Send>,
}

/// A CPython worker.
pub type Cpython = dyn Runtime<PythonUnit> + Send;

/// Starts a CPython worker with this hash seed. The worker of the pair has the seed 0.
pub type SpawnCpython = Box<dyn Fn(u32) -> Result<Box<Cpython>> + Send + Sync>;

/// The JVM of a worker pair. The Java stage and reruns use it in turn.
pub(crate) type SharedJvm<'a> = Mutex<&'a mut (dyn Runtime<JavaUnit> + Send)>;

/// Waits until no other thread uses the JVM.
///
/// # Errors
/// Returns an internal error if another thread panicked while it used the JVM.
pub(crate) fn lock<'l, 'j>(jvm: &'l SharedJvm<'j>) -> Result<MutexGuard<'l, &'j mut (dyn Runtime<JavaUnit> + Send)>> {
    jvm.lock().map_err(|_| Error::bug("the thread that used the JVM died"))
}

/// A CPython worker that starts on first use.
pub(crate) struct LazyCpython<'s> {
    spawn: &'s SpawnCpython,
    started: Option<Box<Cpython>>,
}

impl<'s> LazyCpython<'s> {
    /// Creates the value without starting a process.
    pub fn new(spawn: &'s SpawnCpython) -> Self {
        Self { spawn, started: None }
    }
}

impl Runtime<PythonUnit> for LazyCpython<'_> {
    fn run(&mut self, unit: &PythonUnit, inputs: &[Input], run_requests: &[RunRequest]) -> Result<Vec<CopyOutcomes>> {
        if self.started.is_none() {
            self.started = Some((self.spawn)(0)?);
        }
        self.started.as_mut().map_or_else(|| Ok(Vec::new()), |cpython| cpython.run(unit, inputs, run_requests))
    }

    fn begin_pair(&mut self) {
        if let Some(cpython) = &mut self.started {
            cpython.begin_pair();
        }
    }

    fn sandbox(&self) -> Vec<String> {
        self.started.as_ref().map(|cpython| cpython.sandbox()).unwrap_or_default()
    }

    fn version(&self) -> String {
        self.started.as_ref().map(|cpython| cpython.version()).unwrap_or_default()
    }
}
