//! Runs code of both sides in long-lived, sandboxed workers: one JVM, one CPython. Owns processes, the protocol, the
//! watchdog and build systems.
//!
//! Generating the code is left to `mts-generate`, comparing the outcomes to `mts-oracle`.

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
pub use interrupt::{ScratchFolder, on_interrupt, set_interrupt_hook, with_last_words};
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
    /// Whether to continue after an outcome whose state is not `Ok` (originals do).
    ///
    /// After the second input on which the function does not end, or kills the worker, the other inputs are answered
    /// with [`Reason::NotRun`] in any case.
    pub continue_after_failure: bool,
}

/// The limits of the workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Wall time without any answer before a worker is killed: a watchdog, not a budget.
    pub watchdog: Duration,
    /// Bytes of standard output that are stored of one call.
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
    /// The watchdog's time for which a worker itself ends a call after this processor time.
    #[must_use]
    pub fn watchdog_of(call: Duration) -> Duration {
        call * 10 / 6
    }
}

/// The options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The `cargo-mts` binary itself: it is started as the worker's [`launcher`].
    pub launcher: PathBuf,
    /// The files that the code under test may read beside the system's folders: the project's roots and the class path.
    pub read: ReadList,
    /// Bounds.
    pub limits: Limits,
    /// A JDK's home; else `JAVA_HOME`, else the `java` on `PATH`.
    pub java_home: Option<PathBuf>,
    /// A Python interpreter, by path or name; else `python3` on `PATH`.
    pub python: Option<PathBuf>,
    /// Whether the sandbox is required.
    pub confinement: SandboxMode,
    /// The cache of the compiled harness; `None` for no cache.
    pub cache: Option<PathBuf>,
    /// The seed of random numbers; `None` leaves them as they are.
    pub random: Option<SeededRandom>,
    /// The seed of Python's string hashes, which determines the order of sets.
    pub hash_seed: u32,
}

/// Seeded random numbers on both sides, where the code sets no seed of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededRandom {
    /// The seed at the start of every call.
    pub seed: u64,
    /// The port's replacement of `java.util.Random`: `random`, or a class as `module.Class`.
    pub python: String,
}

impl SeededRandom {
    /// Python's own functions.
    pub const RANDOM: &'static str = "random";

    /// The worker's argument: the seed as a `long`, and `rest`.
    fn to_argument(&self, rest: &str) -> String {
        format!("{} {rest}", self.seed.cast_signed())
    }

    /// Whether all generators share one stream, as Python's functions do.
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

/// One side's worker.
///
/// It answers every order, in their sequence. Variants that do not compile have the state `NotCompiled`. A worker that
/// dies or hangs is replaced, and the variant that it ran has the state `Timeout` or `Incomplete`.
pub trait Runtime<Unit> {
    /// Runs every order of a unit.
    ///
    /// # Errors
    /// Only when the worker cannot be started at all, or keeps dying before it runs anything.
    fn run(&mut self, unit: &Unit, inputs: &[Input], orders: &[RunRequest]) -> Result<Vec<VariantOutcomes>>;

    /// Runs every order like [`Runtime::run`], and returns digests of the outcomes. Digests are cheap to send.
    ///
    /// They suffice where a caller only needs to know whether outcomes are equal. `probes` is the number of points that
    /// the unit's text marks by `Probes`; a runtime without probes ignores it.
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

    /// Number of units compiled so far, and of compiler runs for them.
    fn compiled(&self) -> (u64, u64) {
        (0, 0)
    }

    /// The sandbox layers in force, for the report.
    fn sandbox(&self) -> Vec<String>;

    /// Version of the runtime, such as `openjdk 17.0.15`.
    fn version(&self) -> String;
}

/// Runs orders whose variants belong to several units, and answers them in their sequence. Variants of no unit have the
/// state `Missing`.
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
        let variants = unit.variants();
        let places: Vec<usize> = (0..orders.len())
            .filter(|at| answers[*at].is_none() && variants.binary_search(&orders[*at].variant).is_ok())
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
    /// Bytes of standard output that are stored for this signature.
    fn stdout_of(&self, signature: &Signature) -> usize {
        if signature.is_program() { self.program_stdout } else { self.stdout }
    }
}

/// The environment of a worker. It is the same on both sides, and holds nothing of the caller's.
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

/// Files of `/proc/self` that a process may read: not `mem` and `task`, which show its memory, and not the network.
const OWN_PROCESS: [&str; 11] =
    ["cgroup", "cmdline", "environ", "fd", "fdinfo", "limits", "maps", "mountinfo", "stat", "statm", "status"];

/// Folders that every program reads: no home, no `/var`, no other process.
fn system_folders() -> Vec<PathBuf> {
    let folders =
        ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/dev/zero"];
    let own = OWN_PROCESS.map(|name| Path::new("/proc/self").join(name));
    folders.map(PathBuf::from).into_iter().chain(own).collect()
}

/// Files and folders that a worker may execute from: the program, and the loader in the system's libraries.
fn executables(program: &Path) -> Vec<PathBuf> {
    let mut allowed = vec![program.to_path_buf()];
    allowed.extend(["/lib", "/lib64", "/usr/lib", "/usr/lib64"].map(PathBuf::from));
    allowed
}

/// Milliseconds of processor time after which the worker itself ends a call that still ticks. It is less than the
/// watchdog's time, so that the watchdog only kills calls that do not tick.
fn patience(limits: &Limits) -> u64 {
    u64::try_from(limits.watchdog.as_millis() * 6 / 10).unwrap_or(u64::MAX)
}
