//! Owns a pair of workers, one JVM and one CPython, and a CPython that starts on first use. Supervising one process is
//! left to `mts-workers`.

use mts_model::error::Result;
use mts_model::{Input, VariantOutcomes};
use mts_translate::Translator;
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::sync::Mutex;

/// The workers that measure one job after another. Runtimes start their processes on first use.
pub struct WorkerPair {
    /// The Java side.
    pub jvm: Box<dyn Runtime<JavaUnit> + Send>,
    /// The Python side.
    pub cpython: Box<Cpython>,
    /// Starts another CPython.
    ///
    /// One takes jobs while the first is at a slow program, one tells the Java stage which objects the port constructs,
    /// and some run the originals again under other hash seeds.
    pub spawn_spare: SpawnCpython,
    /// The translator.
    pub translator: Box<dyn Translator + Send>,
}

/// A CPython.
pub type Cpython = dyn Runtime<PythonUnit> + Send;

/// Starts a CPython with this hash seed; the pair's own has the seed 0.
pub type SpawnCpython = Box<dyn Fn(u32) -> Result<Box<Cpython>> + Send + Sync>;

/// The JVM of a pair, which the Java stage and reruns use in turn.
pub(crate) type SharedJvm<'a> = Mutex<&'a mut (dyn Runtime<JavaUnit> + Send)>;

/// A CPython that starts on first use.
pub(crate) struct LazyCpython<'s> {
    spawn: &'s SpawnCpython,
    started: Option<Box<Cpython>>,
}

impl<'s> LazyCpython<'s> {
    /// A CPython that is not started yet.
    pub fn new(spawn: &'s SpawnCpython) -> Self {
        Self { spawn, started: None }
    }
}

impl Runtime<PythonUnit> for LazyCpython<'_> {
    fn run(&mut self, unit: &PythonUnit, inputs: &[Input], orders: &[RunRequest]) -> Result<Vec<VariantOutcomes>> {
        if self.started.is_none() {
            self.started = Some((self.spawn)(0)?);
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
