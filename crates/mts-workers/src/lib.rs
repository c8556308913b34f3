//! Runs code of both sides in long-lived, sandboxed workers: one JVM, one CPython. Owns processes,
//! the protocol, budgets and the watchdog. It is given text and values, never trees: `instrument`
//! makes the text, `judgement` compares the outcomes.

pub mod build_systems;
pub mod commands;
pub mod find;

mod cpython;
mod digest;
mod harness;
mod interrupt;
mod jvm;
mod protocol;
mod sandbox;
mod supervisor;

pub use commands::line_client::{LineClient, LineEvent};
pub use cpython::Cpython;
pub use digest::Digest;
pub use harness::default_cache;
pub use interrupt::{ScratchFolder, on_interrupt, set_interrupt_hook};
pub use jvm::Jvm;
pub use mts_model::compilation_unit::{Access, JavaEntry, JavaUnit, Piece, PythonEntry, PythonUnit};
pub use sandbox::{ReadList, close_inherited_descriptors, launcher};

use mts_model::SandboxMode;
use mts_model::error::Result;
use mts_model::{Input, Outcome, Reason, Signature, State, VariantOutcomes};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Request to run one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRequest {
    /// Which variant.
    pub variant: u32,
    /// Indexes of the inputs to run, with the budget in ticks for each.
    pub inputs: Vec<(usize, u64)>,
    /// Whether to go on after an outcome whose state is not `Ok` (the originals do). After the
    /// second input on which the function does not end, or takes the worker down, the rest is
    /// answered with [`Reason::NotRun`] all the same.
    pub continue_after_failure: bool,
}

/// Bounds of the workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Wall time without any answer before a worker is killed: a watchdog, not a budget.
    pub watchdog: Duration,
    /// Bytes of standard output kept for one call; more is a difference in itself.
    pub stdout: usize,
    /// The same for one run of a whole program.
    pub program_stdout: usize,
    /// Heap of the JVM in MiB.
    pub java_heap_mb: u32,
    /// Address space of CPython in MiB.
    pub python_memory_mb: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            watchdog: Duration::from_secs(10),
            stdout: 64 * 1024,
            program_stdout: 1 << 20,
            java_heap_mb: 256,
            python_memory_mb: 1024,
        }
    }
}

impl Limits {
    /// The watchdog's time under which a worker itself ends a call after so much processor time.
    #[must_use]
    pub fn watchdog_of(call: Duration) -> Duration {
        call * 10 / 6
    }
}

/// What a worker needs to be started.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The `cargo-mts` binary itself: it is started as the worker's [`launcher`].
    pub launcher: PathBuf,
    /// What the code under test may read beside the system's own folders: the project's roots and
    /// the class path.
    pub read: ReadList,
    /// Bounds.
    pub limits: Limits,
    /// A JDK's home; else `JAVA_HOME`, else the `java` on `PATH`.
    pub java_home: Option<PathBuf>,
    /// A Python interpreter, by path or name; else `python3` on `PATH`.
    pub python: Option<PathBuf>,
    /// How much the sandbox is insisted on.
    pub confinement: SandboxMode,
    /// Where the compiled harness is kept between runs; nothing is kept without.
    pub cache: Option<PathBuf>,
    /// What random numbers follow from; they are left as they are without.
    pub random: Option<SeededRandom>,
    /// What Python's hashes of texts follow from, and by them the order of its sets.
    pub hash_seed: u32,
}

/// Random numbers that follow from a seed on both sides, where the code gives none of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededRandom {
    /// What every call begins with.
    pub seed: u64,
    /// What the port has in the place of `java.util.Random`: `random`, or a class as `module.Class`.
    pub python: String,
}

impl SeededRandom {
    /// Python's own functions.
    pub const RANDOM: &'static str = "random";

    /// What is told to a worker: the seed as a `long`, and what stands behind it.
    fn to_argument(&self, rest: &str) -> String {
        format!("{} {rest}", self.seed.cast_signed())
    }

    /// Whether all draw from one stream, as Python's own functions do.
    fn is_shared(&self) -> bool {
        self.python == Self::RANDOM
    }
}

impl WorkerOptions {
    /// Options with the default bounds and cache, for this launcher.
    #[must_use]
    pub fn new(launcher: impl Into<PathBuf>) -> Self {
        Self {
            launcher: launcher.into(),
            read: ReadList::default(),
            limits: Limits::default(),
            java_home: None,
            python: None,
            confinement: SandboxMode::default(),
            cache: default_cache(),
            random: None,
            hash_seed: 0,
        }
    }
}

/// One side's worker. Variants that do not compile are answered with the state `NotCompiled`; a
/// worker that dies or hangs is replaced, and the variant it was at is answered with `Timeout` or
/// `Incomplete`: there is an answer for every order, in the order of the orders.
pub trait Runtime<Unit> {
    /// Runs every order of a unit.
    ///
    /// # Errors
    /// Only when the worker cannot be started at all, or keeps dying before it runs anything.
    fn run(&mut self, unit: &Unit, inputs: &[Input], orders: &[RunRequest]) -> Result<Vec<VariantOutcomes>>;

    /// Runs every order like [`Runtime::run`], but gives digests of the outcomes, which cost little to
    /// send: for runs that only ask whether outcomes are the same. `probes` is the number of points that
    /// the unit's text marks by `mts.Probes`; a runtime that knows none leaves them out.
    ///
    /// # Errors
    /// As [`Runtime::run`].
    fn digests(
        &mut self,
        unit: &Unit,
        inputs: &[Input],
        orders: &[RunRequest],
        probes: usize,
    ) -> Result<Vec<Vec<Digest>>> {
        _ = probes;
        let answers = self.run(unit, inputs, orders)?;
        Ok(answers.iter().map(|answer| answer.outcomes.iter().map(Digest::from_outcome).collect()).collect())
    }

    /// Units that were compiled so far, and runs of the compiler for them all.
    fn compiled(&self) -> (u64, u64) {
        (0, 0)
    }

    /// What protects the machine from the code under test, for the report.
    fn sandbox(&self) -> Vec<String>;

    /// Version of the runtime, such as `openjdk 17.0.15`.
    fn version(&self) -> String;
}

/// Runs orders whose variants are spread over several units; the answers are in the order of the
/// orders. Variants that no unit holds are answered with `Missing`.
///
/// # Errors
/// As [`Runtime::run`].
pub fn run_units(
    runtime: &mut impl Runtime<JavaUnit>,
    units: &[JavaUnit],
    inputs: &[Input],
    orders: &[RunRequest],
) -> Result<Vec<VariantOutcomes>> {
    let mut answers: Vec<Option<VariantOutcomes>> = vec![None; orders.len()];
    for unit in units {
        let held = unit.variants();
        let places: Vec<usize> = (0..orders.len())
            .filter(|at| answers[*at].is_none() && held.binary_search(&orders[*at].variant).is_ok())
            .collect();
        let own: Vec<RunRequest> = places.iter().map(|at| orders[*at].clone()).collect();
        if own.is_empty() {
            continue;
        }
        for (at, answer) in std::iter::zip(places, runtime.run(unit, inputs, &own)?) {
            answers[at] = Some(answer);
        }
    }
    let missing =
        |variant| VariantOutcomes { variant, outcomes: vec![Outcome::ended(State::Missing, Reason::NotInUnit)] };
    Ok(std::iter::zip(answers, orders)
        .map(|(answer, order)| answer.unwrap_or_else(|| missing(order.variant)))
        .collect())
}

impl Limits {
    /// Bytes of standard output kept for what has this signature.
    fn stdout_of(&self, signature: &Signature) -> usize {
        if signature.is_program() { self.program_stdout } else { self.stdout }
    }
}

/// The environment of a worker: nothing of the caller's is passed on, and both sides see the same.
fn environment(scratch: &Path) -> Vec<(String, String)> {
    let scratch = scratch.to_string_lossy().into_owned();
    let fixed = [
        ("PATH", "/usr/bin:/bin"),
        ("LANG", "C.UTF-8"),
        ("LC_ALL", "C.UTF-8"),
        ("TZ", "UTC"),
        // For the JVM: each of libc's arenas takes 64 MiB of addresses, and there could be one for every thread.
        ("MALLOC_ARENA_MAX", "2"),
    ];
    let mut env: Vec<(String, String)> = fixed.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    env.extend(["HOME", "TMPDIR"].map(|name| (name.to_owned(), scratch.clone())));
    env
}

/// What every program reads; no home, no `/var`, no other process.
fn system_folders() -> Vec<PathBuf> {
    let folders = [
        "/usr",
        "/lib",
        "/lib64",
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/proc/self",
        "/dev/urandom",
        "/dev/random",
        "/dev/zero",
    ];
    folders.map(PathBuf::from).into()
}

/// What a worker may execute: the program, and the loader among the system's libraries.
fn executables(program: &Path) -> Vec<PathBuf> {
    let mut allowed = vec![program.to_path_buf()];
    allowed.extend(["/lib", "/lib64", "/usr/lib", "/usr/lib64"].map(PathBuf::from));
    allowed
}

/// Milliseconds of processor time of one call after which the worker itself ends what still ticks: less than the
/// watchdog, so that a process is killed only for what does not.
fn patience(limits: &Limits) -> u64 {
    u64::try_from(limits.watchdog.as_millis() * 6 / 10).unwrap_or(u64::MAX)
}
