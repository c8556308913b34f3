//! The Java side: one JVM that compiles units in its process and runs them.

mod cds_archive;
mod request;
mod training;

use crate::find::{self, Jdk};
use crate::protocol::with_run_requests;
use crate::sandbox::SandboxRules;
use crate::sandbox::launcher::SpawnSpec;
use crate::supervisor::process::Scratch;
use crate::supervisor::{SpecFactory, Supervisor, WorkerKind};
use crate::{
    Digest, EarlierPairs, JavaUnit, Limits, RunRequest, Runtime, SeededRandom, SourceRepairs, WorkerOptions, harness,
};
use cds_archive::ArchiveJob;
use mts_model::error::Result;
use mts_model::{CopyOutcomes, Input, injected_names, substitute_outcome};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The address space of a JVM in addition to its heap, in MiB.
///
/// The JVM itself reserves about 500 MiB. Code under test may use the other part for buffers and
/// threads.
const BESIDE_THE_HEAP: u32 = 2048;

const KIND: WorkerKind = WorkerKind { name: "Java", compiles: true, answers_in_batches: false, forks: false };

/// A JVM that runs Java units.
pub struct Jvm {
    supervisor: Supervisor,
    jdk: Jdk,
    limits: Limits,
    share_process: bool,
    /// The job that creates the class-data archive while the JVM is in use. The job finishes on drop.
    _archive: Option<ArchiveJob>,
}

impl Jvm {
    /// Starts the worker process. The function does not wait for the process. The first unit waits.
    ///
    /// # Errors
    /// Returns an error with exit code 3 if there is no JDK, or the JDK cannot build the worker.
    pub fn start(options: &WorkerOptions) -> Result<Self> {
        let jdk = find::jdk(options.java_home.as_deref())?;
        let make_spec: SpecFactory = Box::new({
            let (jdk, options) = (jdk.clone(), options.clone());
            move |scratch| spec(&jdk, &options, scratch)
        });
        let before = options.cache.as_deref().map(|cache| cache.join(harness::jar(&jdk)));
        let is_kept = before.as_ref().is_some_and(|jar| jar.is_file());
        let supervisor = Supervisor::start(KIND, options, make_spec)?;
        let jar = before.filter(|jar| jar.is_file());
        let archive =
            jar.and_then(|jar| ArchiveJob::begin(options, &jdk, &jar, arguments(&options.limits, &jar), is_kept));
        let (limits, share_process) = (options.limits.clone(), options.share_process);
        Ok(Self { supervisor, jdk, limits, share_process, _archive: archive })
    }

    /// Waits for the worker's handshake. Afterwards [`Runtime::sandbox`] returns the layers of the sandbox.
    ///
    /// # Errors
    /// Returns an environment error if the worker does not start.
    pub fn ready(&mut self) -> Result<()> {
        self.supervisor.ready().map(|_| ())
    }
}

fn spec(jdk: &Jdk, options: &WorkerOptions, scratch: &Scratch) -> Result<SpawnSpec> {
    let jar = harness::java(jdk, options.cache.as_deref(), scratch.own_folder())?;
    let inside = scratch.inside();
    let here = inside.to_string_lossy();
    let program = jdk.home.join("bin/java");
    let mut args = vec![
        format!("-XX:ErrorFile={here}/crash.log"),
        format!("-Djava.io.tmpdir={here}"),
        format!("-Dmts.scratch={here}"),
        format!("-Duser.home={here}"),
    ];
    let streams = |random: &SeededRandom| random.to_argument(if random.is_shared() { "shared" } else { "each" });
    args.extend(options.random.as_ref().map(|random| format!("-Dmts.random={}", streams(random))));
    let mut read = super::system_folders();
    read.extend([jdk.home.clone(), jar.clone()]);
    let archive = cds_archive::path_for(&jar);
    // The option may name two archives with a colon between them. So the path of the archive must not contain a colon.
    // The JVM ignores an archive that does not fit.
    if archive.is_file() && !archive.to_string_lossy().contains(':') {
        args.extend([format!("-XX:SharedArchiveFile={}", archive.display()), "-Xshare:auto".to_owned()]);
        read.push(archive);
    }
    args.extend(arguments(&options.limits, &jar));
    read.extend(configuration());
    // Before JDK 12, the JVM would take `disallow` as the name of a class.
    if jdk.feature().is_some_and(|feature| feature >= 12) {
        args.insert(0, "-Djava.security.manager=disallow".to_owned());
    }
    let env = super::environment(&inside);
    Ok(SpawnSpec {
        args,
        env,
        rules: SandboxRules {
            read,
            sources: options.read.clone(),
            execute: super::executables(&program),
            write: inside,
            confinement: options.confinement,
            address_space_mb: options.limits.java_heap_mb + BESIDE_THE_HEAP,
            forks: false,
        },
        program,
    })
}

/// Returns the arguments of every worker, and the class to start.
///
/// The harness is a module, so that code under test reaches only its public members by reflection.
fn arguments(limits: &Limits, jar: &Path) -> Vec<String> {
    let fixed = [
        // The C1 compiler and the serial collector suit short-lived code and two cores shared with
        // Python.
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:-UseContainerSupport",
        "-XX:+DisableAttachMechanism",
        "-XX:MaxMetaspaceSize=256m",
        "-XX:CompressedClassSpaceSize=64m",
        "-XX:ReservedCodeCacheSize=64m",
        // The compiler's context pool, the error pruner and the reader of compile errors use these
        // packages. The harness also runs without them.
        "--add-exports=jdk.compiler/com.sun.tools.javac.api=mts.harness",
        "--add-exports=jdk.compiler/com.sun.tools.javac.code=mts.harness",
        "--add-exports=jdk.compiler/com.sun.tools.javac.tree=mts.harness",
        "--add-exports=jdk.compiler/com.sun.tools.javac.util=mts.harness",
        &format!("-Xmx{}m", limits.java_heap_mb),
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.timezone=UTC",
        // The modules of the JDK that code on the class path can use by default.
        "--add-modules=ALL-DEFAULT",
        "-p",
        &jar.to_string_lossy(),
        "-m",
        "mts.harness/mts_harness.Worker",
        injected_names::mark(),
    ];
    fixed.map(str::to_owned).into()
}

/// Returns the configuration folders of the JDK. Debian puts them into `/etc` and links to them.
fn configuration() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("java-")).map(|entry| entry.path()).collect()
}

impl Jvm {
    /// Executes all run requests. With `probes`, the worker answers with digests.
    fn send_request(
        &mut self,
        unit: &JavaUnit,
        inputs: &[Input],
        run_requests: &[RunRequest],
        probes: Option<usize>,
    ) -> Result<Vec<CopyOutcomes>> {
        let mut request = request::request(unit, inputs, probes, &self.limits);
        self.supervisor.run(run_requests, |pending, way| {
            request["is_new_pair"] = json!(way.is_new_pair);
            with_run_requests(&mut request.clone(), pending)
        })
    }
}

impl Runtime<JavaUnit> for Jvm {
    fn run(&mut self, unit: &JavaUnit, inputs: &[Input], run_requests: &[RunRequest]) -> Result<Vec<CopyOutcomes>> {
        let mut answers = self.send_request(unit, inputs, run_requests, None)?;
        let outcomes = answers.iter_mut().flat_map(|answer| &mut answer.outcomes);
        outcomes.for_each(|outcome| substitute_outcome(outcome, &unit.entry.port_substitutes));
        Ok(answers)
    }

    fn digests(
        &mut self,
        unit: &JavaUnit,
        inputs: &[Input],
        run_requests: &[RunRequest],
        probes: usize,
    ) -> Result<Vec<Vec<Digest>>> {
        let answers = self.send_request(unit, inputs, run_requests, Some(probes))?;
        Ok(answers.into_iter().map(|answer| answer.outcomes.into_iter().map(Digest::from_worker).collect()).collect())
    }

    fn begin_pair(&mut self) {
        self.supervisor.begin_pair();
    }

    fn earlier_pairs(&self) -> EarlierPairs {
        if self.share_process { EarlierPairs::None } else { self.supervisor.earlier_pairs() }
    }

    fn restart(&mut self) {
        self.supervisor.restart();
    }

    fn compiled(&self) -> (u64, u64) {
        self.supervisor.compiled()
    }

    fn source_repairs(&self) -> SourceRepairs {
        self.supervisor.source_repairs()
    }

    fn sandbox(&self) -> Vec<String> {
        self.supervisor.sandbox()
    }

    fn version(&self) -> String {
        format!("openjdk {}", self.jdk.version)
    }
}
