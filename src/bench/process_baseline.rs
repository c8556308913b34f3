//! Measures the process baseline of `--against-processes`.
//!
//! For each mutant, the module writes files and starts a `javac`, a `java` and a `python3` process.
//! Each process has a time limit and runs outside the sandbox. The seed selects the mutants
//! independently of the order of the mutants.

use crate::bench::results::throughput::ProcessBaseline;
use crate::report::codegen::{self, Invocation};
use crate::run::options::Options;
use mts_engine::{PairJob, PairOutcome};
use mts_model::error::{Error, Result};
use mts_model::report::PortCallKind;
use mts_model::span;
use mts_workers::find;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The time limit of one process.
const LIMIT: Duration = Duration::from_secs(10);
/// The interval between two checks whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A sample of the measured mutants.
pub struct MutantSample {
    count: usize,
    seed: u64,
    /// The files of each sampled mutant. The key is a hash of seed, program and mutant; the sample keeps the lowest
    /// keys.
    drawn: BTreeMap<[u8; 32], Scripts>,
}

/// The files of one mutant.
struct Scripts {
    /// The name of the Java file.
    file: String,
    java: String,
    /// The Python text. `None` means that the mutant has no counterpart.
    python: Option<String>,
    drivers: Arc<Drivers>,
}

/// The programs that call a pair on all inputs.
struct Drivers {
    java: String,
    python: String,
}

impl MutantSample {
    /// Creates an empty sample for at most `count` mutants.
    pub fn new(count: usize, seed: u64) -> Self {
        Self { count, seed, drawn: BTreeMap::new() }
    }

    /// Adds mutants of a pair to the sample.
    ///
    /// The sample skips a pair if the tool cannot write an input as code.
    pub fn see(&mut self, id: &str, measured: &PairOutcome) {
        let job = &measured.job;
        let Some(drivers) = Drivers::new(job).map(Arc::new) else { return };
        for result in &measured.mutants {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&self.seed.to_le_bytes()).update(id.as_bytes()).update(result.mutant.id.as_bytes());
            let at = *hasher.finalize().as_bytes();
            if self.drawn.len() == self.count && self.drawn.last_key_value().is_none_or(|(last, _)| *last < at) {
                continue;
            }
            let Some(java) = span::apply(&job.java.text, &result.mutant.edits) else { continue };
            let edits = Some(&result.python_edits).filter(|edits| !edits.is_empty());
            let python = edits.and_then(|edits| span::apply(&job.python.text, edits));
            let file = job.java.path.clone();
            self.drawn.insert(at, Scripts { file, java, python, drivers: Arc::clone(&drivers) });
            if self.drawn.len() > self.count {
                self.drawn.pop_last();
            }
        }
    }

    /// Runs the sampled mutants, with two processes at once for each worker pair.
    ///
    /// # Errors
    /// Returns an error if a runtime is missing or if a file cannot be written.
    pub fn run(self, options: &Options) -> Result<ProcessBaseline> {
        let jdk = find::jdk(options.java_home.as_deref())?;
        let python = find::python(options.python.as_deref().map(Path::new))?;
        let drawn: Vec<Scripts> = self.drawn.into_values().collect();
        let processes = options.jobs * 2;
        let (next, timeouts) = (AtomicUsize::new(0), AtomicU64::new(0));
        let (clock, before) = (Instant::now(), crate::bench::resource_usage::ended_children());
        let worker = || -> Result<()> {
            while let Some(scripts) = drawn.get(next.fetch_add(1, Ordering::Relaxed)) {
                if scripts.run(&jdk.home, &python.program)? == ProcessEnd::TimedOut {
                    timeouts.fetch_add(1, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..processes).map(|_| scope.spawn(worker)).collect();
            let died = |_| Err(Error::bug("a thread of the process baseline panicked"));
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(died))
        })?;
        Ok(ProcessBaseline {
            mutants: u64::try_from(drawn.len()).unwrap_or(u64::MAX),
            timeouts: timeouts.into_inner(),
            processes: u64::try_from(processes).unwrap_or(u64::MAX),
            seconds: clock.elapsed().as_secs_f64(),
            cpu_seconds: crate::bench::resource_usage::ended_children() - before,
            ..ProcessBaseline::default()
        })
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProcessEnd {
    Succeeded,
    Failed,
    TimedOut,
}

impl Scripts {
    /// Runs the steps of a mutant and stops after the first step that fails.
    fn run(&self, jdk: &Path, python: &Path) -> Result<ProcessEnd> {
        let fault = |e: std::io::Error| Error::environment(format!("cannot create a scratch folder: {e}"));
        let folder = tempfile::tempdir().map_err(fault)?;
        let at = folder.path();
        let write = |name: &str, text: &str| {
            std::fs::write(at.join(name), text).map_err(|e| Error::io("write", &at.join(name), &e))
        };
        write(&self.file, &self.java)?;
        write("Calls.java", &self.drivers.java)?;
        let steps: [(&Path, &[&str]); 2] =
            [(&jdk.join("bin/javac"), &[&self.file, "Calls.java"]), (&jdk.join("bin/java"), &["-cp", ".", "Calls"])];
        for (program, args) in steps {
            let ended = process(program, args, at)?;
            if ended != ProcessEnd::Succeeded {
                return Ok(ended);
            }
        }
        let Some(text) = &self.python else { return Ok(ProcessEnd::Succeeded) };
        write("port.py", text)?;
        write("calls.py", &self.drivers.python)?;
        process(python, &["calls.py"], at)
    }
}

fn process(program: &Path, args: &[&str], folder: &Path) -> Result<ProcessEnd> {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).env_clear().env("PATH", "/usr/bin:/bin").env("HOME", folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let failed = |e: std::io::Error| Error::io("start", program, &e);
    let mut child = command.spawn().map_err(failed)?;
    let clock = Instant::now();
    loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => return Ok(if status.success() { ProcessEnd::Succeeded } else { ProcessEnd::Failed }),
            None if clock.elapsed() > LIMIT => {
                // The process may have ended in the meantime, so ignore an error.
                let _ = child.kill();
                child.wait().map_err(failed)?;
                return Ok(ProcessEnd::TimedOut);
            }
            None => std::thread::sleep(LOOK),
        }
    }
}

impl Drivers {
    fn new(job: &PairJob) -> Option<Self> {
        let mut java = String::new();
        let (mut java_imports, mut python_imports) = (BTreeSet::new(), BTreeSet::new());
        let (mut calls, mut python) = (String::new(), String::new());
        let signature = &job.java_context.entry.signature;
        for (at, input) in job.suite.inputs.iter().enumerate() {
            let call = Invocation {
                package: job.pair.java.package.clone(),
                class: job.pair.java.scope.join("."),
                method: job.pair.java.name.clone(),
                names: job.pair.java.params.iter().map(|param| param.name.clone()).collect(),
                params: signature.params.clone(),
                returns: signature.returns.clone(),
                receiver: None,
                module: "port".to_owned(),
                qualname: job.python_context.entry.qualname.clone(),
                kind: PortCallKind::Function,
                positions: job.pair.arguments.clone(),
                array_forms: job.python_context.entry.array_forms.clone(),
                receiver_forms: BTreeMap::new(),
                args: input.args.clone(),
                factories: Vec::new(),
            };
            let java_code = codegen::java::call(&call).ok()?;
            java_imports.extend(java_code.imports);
            // Each call has its own method, because Java limits the size of a method and inputs may
            // be long. Writing to a string does not fail.
            let _ = writeln!(java, "    static void call{at}() throws Exception {{ {}; }}", java_code.expression);
            let _ = write!(calls, " call{at}();");
            let python_code = codegen::python::call(&call).ok()?;
            python_imports.extend(python_code.imports);
            let _ = writeln!(python, "{}", python_code.expression);
        }
        let lines = |all: BTreeSet<String>| all.into_iter().map(|line| line + "\n").collect::<String>();
        let main = format!("    public static void main(String[] args) throws Exception {{{calls} }}\n");
        Some(Self {
            java: format!("{}class Calls {{\n{java}{main}}}\n", lines(java_imports)),
            python: format!("{}{python}", lines(python_imports)),
        })
    }
}
