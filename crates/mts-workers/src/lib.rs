//! Runs code of both sides in long-lived, sandboxed workers: one JVM, one CPython.
//!
//! This crate contains the processes, the protocol, the watchdog and the build systems.
//! `mts-generate` generates the code; `mts-oracle` compares the outcomes.

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
pub use harness::cache::default_cache;
pub use interrupt::{ScratchFolder, on_interrupt, set_interrupt_hook, with_interrupt_action};
pub use jvm::Jvm;
pub use mts_model::compilation_unit::{Access, Isolation, JavaEntry, JavaUnit, PythonEntry, PythonUnit, SourceSegment};
pub use sandbox::{PrivatePaths, ReadList, close_inherited_descriptors, launcher};

use mts_model::SandboxMode;
use mts_model::error::Result;
use mts_model::{CopyOutcomes, Input, Outcome, Reason, Signature, State};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A request to run one copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRequest {
    /// The number of the copy.
    pub copy: u32,
    /// The indexes of the inputs to run, each with its budget in ticks.
    pub inputs: Vec<(usize, u64)>,
    /// Whether to continue after an outcome whose state is not `Ok`.
    ///
    /// If `false`, the inputs after such an outcome get no outcome. If `true`, the other inputs get [`Reason::NotRun`]
    /// after two inputs that use up a limit or kill the worker. Requests for originals set `true`.
    pub continue_after_failure: bool,
}

/// The limits of the workers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limits {
    /// The wall-clock time without an answer after which the tool kills a worker.
    ///
    /// The second attempt of a run request may take up to four times as long, if the worker gets too
    /// little processor time. The tool kills a stalled worker earlier.
    pub watchdog: Duration,
    /// The processor time that each call may use, even if its ticks need less.
    pub shortest_call: Duration,
    /// The highest number of stored bytes of standard output of one call.
    pub stdout: usize,
    /// The highest number of stored bytes of standard output of a whole program's run.
    pub program_stdout: usize,
    /// The heap of the JVM in MiB.
    pub java_heap_mb: u32,
    /// The address space of CPython in MiB.
    pub python_memory_mb: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            watchdog: Duration::from_secs(10),
            shortest_call: Duration::from_secs(2),
            stdout: 64 * 1024,
            program_stdout: 1 << 20,
            java_heap_mb: 256,
            python_memory_mb: 1024,
        }
    }
}

impl Limits {
    /// Returns the watchdog's time for a call with this limit of processor time.
    ///
    /// The worker itself ends a call at the limit of processor time.
    #[must_use]
    pub fn watchdog_of(call: Duration) -> Duration {
        call * 10 / 6
    }
}

/// The differences between the compiled units of a pair and their Java source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRepairs {
    /// The annotation types that no source and no library declares. The units omit these annotations.
    pub missing_annotations: BTreeSet<String>,
    /// The imports of JDK classes that the source lacks and the units have.
    pub implied_imports: BTreeSet<String>,
}

/// The options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The `cargo-mts` binary, which starts as the worker's [`launcher`].
    pub launcher: PathBuf,
    /// The files of the user that the code under test may read.
    ///
    /// The list has the project's roots and the class path.
    pub read: ReadList,
    /// The limits of the worker.
    pub limits: Limits,
    /// The home of a JDK. `None` means `JAVA_HOME`, else the `java` on `PATH`.
    pub java_home: Option<PathBuf>,
    /// The path or name of a Python interpreter. `None` means `python3` on `PATH`.
    pub python: Option<PathBuf>,
    /// Whether the sandbox is required, used as far as the system supports it, or off.
    pub confinement: SandboxMode,
    /// The folder that keeps the compiled harness between runs. `None` means that the tool keeps nothing.
    pub cache: Option<PathBuf>,
    /// The seeds of random numbers. `None` leaves random numbers unchanged.
    pub random: Option<SeededRandom>,
    /// The seed of Python's string hashes, which determines the order of sets.
    pub hash_seed: u32,
    /// Whether all pairs run in the same process of each side.
    ///
    /// If a call leaves a state that the worker detects (for example, a running thread), a new
    /// process replaces the old one. A corpus has thousands of tiny programs, and one process for
    /// each program takes a fifth more time. With this option, [`Runtime::earlier_pairs`] returns
    /// `None`, although the JVM is shared. So the engine does not confirm outcomes in a new JVM.
    pub share_process: bool,
}

/// The earlier pairs that ran in the process of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierPairs {
    /// No earlier pair ran in the process.
    None,
    /// Earlier pairs ran. Their code uses no state of the JDK that all code shares.
    Stateless,
    /// Earlier pairs ran, and one of them may have changed such a state.
    Stateful,
}

/// Seeded random numbers on both sides, for code that sets no seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeededRandom {
    /// The seed at the start of every call.
    pub seed: u64,
    /// The port's replacement of `java.util.Random`: `random`, or a class as `module.Class`.
    pub python: String,
}

impl SeededRandom {
    /// The value of `python` for Python's own functions.
    pub const RANDOM: &'static str = "random";

    /// Returns the argument for the worker: the seed as a `long`, and `rest`.
    fn to_argument(&self, rest: &str) -> String {
        format!("{} {rest}", self.seed.cast_signed())
    }

    /// Reports whether all generators share one sequence, like the functions of Python.
    fn is_shared(&self) -> bool {
        self.python == Self::RANDOM
    }
}

impl WorkerOptions {
    /// Creates options with the default limits and the default cache, for this launcher.
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
            share_process: false,
        }
    }
}

/// The worker of one side.
///
/// The worker answers all run requests, in their order. A copy that does not compile has the
/// state `NotCompiled`. If a worker dies or hangs, a new worker replaces it and runs the current
/// copy once more. If this worker also dies or hangs, the copy has the state `Incomplete` or `Timeout`.
pub trait Runtime<Unit> {
    /// Executes all run requests of a unit.
    ///
    /// # Errors
    /// Returns an error if the worker does not start, or a process that it forks gets no sandbox.
    fn run(&mut self, unit: &Unit, inputs: &[Input], run_requests: &[RunRequest]) -> Result<Vec<CopyOutcomes>>;

    /// Executes all run requests like [`Runtime::run`], and returns digests of the outcomes.
    ///
    /// Digests are smaller than outcomes and enough to compare outcomes for equality. A probe is a
    /// point at which the unit calls the worker's Java class `Probes`. `probes` is the number of
    /// these points. A runtime without probes ignores `probes`.
    ///
    /// # Errors
    /// Returns an error if [`Runtime::run`] fails.
    fn digests(
        &mut self,
        unit: &Unit,
        inputs: &[Input],
        run_requests: &[RunRequest],
        probes: usize,
    ) -> Result<Vec<Vec<Digest>>> {
        _ = probes;
        let answers = self.run(unit, inputs, run_requests)?;
        Ok(answers.iter().map(|answer| answer.outcomes.iter().map(Digest::from_outcome).collect()).collect())
    }

    /// Begins another pair.
    ///
    /// If new processes are cheap, the next run uses a process without code of earlier pairs. A
    /// runtime with expensive processes may keep its process, and [`Runtime::earlier_pairs`] reports this.
    fn begin_pair(&mut self) {}

    /// Returns which earlier pairs ran in the process of the current pair.
    ///
    /// The result is always `None` with [`WorkerOptions::share_process`].
    fn earlier_pairs(&self) -> EarlierPairs {
        EarlierPairs::None
    }

    /// Ends the current process if a pair ran in it. The next run then starts a new process.
    ///
    /// Only [`Jvm`] does this; the default does nothing.
    fn restart(&mut self) {}

    /// Returns the number of compiled units and the number of compiler runs for them.
    fn compiled(&self) -> (u64, u64) {
        (0, 0)
    }

    /// Returns the differences between the compiled units of the current pair and their source.
    fn source_repairs(&self) -> SourceRepairs {
        SourceRepairs::default()
    }

    /// Returns one line for each sandbox layer, for the report.
    ///
    /// A line describes the layer, or says why the layer is not in force. The list is empty before
    /// the worker's handshake.
    fn sandbox(&self) -> Vec<String>;

    /// Returns the version of the runtime, such as `openjdk 17.0.15`.
    fn version(&self) -> String;
}

/// Executes run requests whose copies belong to several units.
///
/// The answers have the order of the run requests. If no unit has a copy, the copy gets the state `Missing`.
///
/// # Errors
/// Returns an error if [`Runtime::run`] fails.
pub fn run_units(
    runtime: &mut impl Runtime<JavaUnit>,
    units: &[JavaUnit],
    inputs: &[Input],
    run_requests: &[RunRequest],
) -> Result<Vec<CopyOutcomes>> {
    let mut answers: Vec<Option<CopyOutcomes>> = vec![None; run_requests.len()];
    for unit in units {
        let copies = unit.copies();
        let places: Vec<usize> = (0..run_requests.len())
            .filter(|at| answers[*at].is_none() && copies.binary_search(&run_requests[*at].copy).is_ok())
            .collect();
        let own: Vec<RunRequest> = places.iter().map(|at| run_requests[*at].clone()).collect();
        if own.is_empty() {
            continue;
        }
        for (at, answer) in std::iter::zip(places, runtime.run(unit, inputs, &own)?) {
            answers[at] = Some(answer);
        }
    }
    let missing = |copy| CopyOutcomes { copy, outcomes: vec![Outcome::ended(State::Missing, Reason::NotInUnit)] };
    Ok(std::iter::zip(answers, run_requests)
        .map(|(answer, run_request)| answer.unwrap_or_else(|| missing(run_request.copy)))
        .collect())
}

impl Limits {
    /// Returns the highest number of stored bytes of standard output for this signature.
    fn stdout_of(&self, signature: &Signature) -> usize {
        if signature.is_program() { self.program_stdout } else { self.stdout }
    }
}

/// Returns the environment variables that the workers of both sides get.
///
/// No value comes from the environment of the caller.
fn environment(scratch: &Path) -> Vec<(String, String)> {
    let scratch = scratch.to_string_lossy().into_owned();
    let fixed = [
        ("PATH", "/usr/bin:/bin"),
        ("LANG", "C.UTF-8"),
        ("LC_ALL", "C.UTF-8"),
        ("TZ", "UTC"),
        // This limit is for the JVM: each arena of libc takes 64 MiB of addresses, and each thread may have an arena.
        ("MALLOC_ARENA_MAX", "2"),
    ];
    let mut env: Vec<(String, String)> = fixed.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    env.extend(["HOME", "TMPDIR"].map(|name| (name.to_owned(), scratch.clone())));
    env
}

/// The files of `/proc/self` that a process may read.
///
/// The list excludes `mem` and `task`, which give access to the memory, and `net`, which shows the network.
const OWN_PROCESS: [&str; 11] =
    ["cgroup", "cmdline", "environ", "fd", "fdinfo", "limits", "maps", "mountinfo", "stat", "statm", "status"];

/// Returns the folders and files of the system that every worker may read.
///
/// The list contains no home folder, no `/var`, and no data of other processes.
fn system_folders() -> Vec<PathBuf> {
    let folders =
        ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/dev/zero"];
    let own = OWN_PROCESS.map(|name| Path::new("/proc/self").join(name));
    folders.map(PathBuf::from).into_iter().chain(own).collect()
}

/// Returns the paths that a worker may execute: the program and the system's libraries.
fn executables(program: &Path) -> Vec<PathBuf> {
    let mut allowed = vec![program.to_path_buf()];
    allowed.extend(["/lib", "/lib64", "/usr/lib", "/usr/lib64"].map(PathBuf::from));
    allowed
}

/// Returns the shortest and the longest limit of processor time for one call, in milliseconds.
///
/// The worker itself ends a call at a limit between these two limits. The budget of the call in
/// ticks determines this limit.
///
/// The longest limit is lower than the watchdog's time, so that the watchdog only ends calls that do
/// not tick.
fn patience(limits: &Limits) -> [u64; 2] {
    let longest = limits.watchdog * 6 / 10;
    [limits.shortest_call.min(longest), longest].map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
