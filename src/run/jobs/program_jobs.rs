//! Builds the jobs of a pair of whole programs.
//!
//! A job contains the entry points, the tests as inputs, and the functions of the program with
//! their counterparts.

use crate::run::context::RunContext;
use crate::run::jobs::JobError;
use crate::run::jobs::pair_jobs::PairJobs;
use crate::run::options::Options;
use crate::run::plan::PlannedPair;
use crate::run::plan::program_pair::ProgramPair;
use crate::run::plan::programs::file;
use crate::run::revision::Revision;
use mts_engine::{PairJob, Program, ProgramFunction, Sampling, TestCase};
use mts_generate::inputs::program_cases::ProgramTest;
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_generate::pairing::{self, PairingConfig};
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_model::{Choice, Function, FunctionKind, Input, InputOrigin, Pair, Signature, Suite, Value};
use mts_workers::{JavaEntry, PythonEntry};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Builds the jobs of a pair of programs. Both jobs have the tests of the tested revision.
pub(super) fn jobs(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    options: &Options,
) -> std::result::Result<PairJobs, JobError> {
    let is_own = |pair: &&ProgramPair| pair.java == planned.head.java.file && pair.python == planned.head.python.file;
    let own = context.programs.iter().find(is_own);
    let written = context.suites.tests_for(&planned.head.java).map_err(JobError::Fatal)?;
    let tests = [own.map(|pair| pair.tests.clone()).unwrap_or_default(), written].concat();
    if tests.is_empty() {
        let place = own.map_or("", |pair| &pair.place);
        return Err(JobError::Skipped(format!(
            "there are no tests in `{place}`: a test has files `in/NAME` and `out/NAME`, or `NAME.in` and `NAME.out`"
        )));
    }
    let head = job((context.head, None), &planned.head, options, &tests)?;
    let before = planned.base.as_ref().zip(context.base).filter(|_| !context.is_base_equal);
    let base = before.and_then(|(pair, base)| job((base, Some(context.head)), pair, options, &tests).ok());
    let base = base.map(|base| PairJob {
        is_shown: false,
        suite: Suite { choice: Choice::SameAsHead, ..head.suite.clone() },
        ..base
    });
    Ok(PairJobs { head: head.into(), base: base.map(Into::into) })
}

/// Builds the job of a pair of programs at one revision.
///
/// # Errors
/// Returns the reason why the program cannot run.
fn job(
    (revision, head): (&Revision, Option<&Revision>),
    pair: &Pair,
    options: &Options,
    tests: &[ProgramTest],
) -> Result<PairJob, String> {
    let missing = |path: &str| format!("cargo mts cannot read {path}");
    let java = file(revision, head, &pair.java.file).ok_or_else(|| missing(&pair.java.file))?;
    let python = file(revision, head, &pair.python.file).ok_or_else(|| missing(&pair.python.file))?;
    let (module, mut path) = revision.module(&pair.python.file, &options.roots);
    let place = revision.folder.join(&pair.python.file);
    // CPython searches the folder of a script first.
    if let Some(folder) = place.parent().map(std::path::Path::to_path_buf) {
        path.retain(|known| *known != folder);
        path.insert(0, folder);
    }
    let script = Script { module: module.name, place: place.display().to_string(), path };
    Ok(PairJob { is_shown: true, ..of_files((&java, &python), pair, script, options, tests) })
}

/// The data with which a worker imports a script.
pub struct Script {
    /// The name of the script's module.
    pub module: String,
    /// The value of the script's `__file__`.
    pub place: String,
    /// The folders from which the script imports modules.
    pub path: Vec<PathBuf>,
}

/// Builds the job of a pair of programs in two files.
///
/// `build_env` adds the compile environment of the Java file later.
#[must_use]
pub fn of_files(
    (java, python): (&Arc<SourceFile>, &Arc<SourceFile>),
    pair: &Pair,
    script: Script,
    options: &Options,
    tests: &[ProgramTest],
) -> PairJob {
    let input = |test: &ProgramTest| Input {
        receiver: None,
        args: vec![Value::Str(test.stdin.clone())],
        origin: InputOrigin::Suite,
    };
    let test = |test: &ProgramTest| TestCase { name: test.name.clone(), expected: test.stdout.clone() };
    let members = members(java, python, pair, &options.pairing);
    let mut notes = Vec::new();
    let unpaired = members.iter().filter(|member| member.pair.is_none()).count();
    if unpaired > 0 {
        notes.push(format!("functions without a counterpart in the port: {unpaired} of {}", members.len()));
    }
    let entry = JavaEntry {
        class: mts_lang::java::facts(java, &pair.java).class,
        method: pair.java.name.clone(),
        signature: Signature::program(),
        is_static: true,
        receiver: Vec::new(),
        factories: Vec::new(),
        port_substitutes: Arc::default(),
        construct_only: false,
    };
    PairJob {
        pair: pair.clone(),
        java_context: JavaContext::from_entry(entry, true),
        python_context: PythonContext {
            entry: PythonEntry::function(script.module, script.place, pair.python.qualified(), vec![0]),
            path: script.path,
            fallback_path: Vec::new(),
            former_modules: Vec::new(),
            version_modules: Vec::new(),
            signature: Signature::program(),
            receiver: Vec::new(),
            factories: Vec::new(),
            ports: Arc::default(),
            port_substitutes: Arc::default(),
        },
        suite: Suite {
            inputs: tests.iter().map(input).collect(),
            seed: options.seed,
            notes,
            // `Selected` limits the cost, and skips tests on which two runs of one side differ.
            choice: Choice::Selected,
            objects: None,
        },
        generator: None,
        is_shown: false,
        has_base: false,
        ignored: IgnoredMutants::default(),
        has_transformations: false,
        sampling: Sampling::All,
        class_changes: Arc::default(),
        merge_partner: None,
        callees: Arc::default(),
        program: Some(Arc::new(Program { members, tests: tests.iter().map(test).collect() })),
        java: Arc::clone(java),
        python: Arc::clone(python),
    }
}

/// Returns the functions of a program with their counterparts, in source order.
fn members(
    java: &Arc<SourceFile>,
    python: &Arc<SourceFile>,
    whole: &Pair,
    config: &PairingConfig,
) -> Vec<ProgramFunction> {
    let entry = &whole.java;
    // The counterpart of Java's `main` is Python's `main`, or the top-level code of the script.
    let main = python.functions.iter().find(|f| f.kind == FunctionKind::Function && f.name == "main");
    let main = main.filter(|main| main.broken.is_none());
    let own = main.map_or_else(|| whole.clone(), |main| Pair { python: main.clone(), ..whole.clone() });
    let taken: BTreeSet<usize> = main.into_iter().map(|main| main.span.start).collect();
    let functions: Vec<&Function> =
        java.functions.iter().filter(|f| f.span != entry.span && f.broken.is_none()).collect();
    let free: Vec<&Function> =
        python.functions.iter().filter(|f| !taken.contains(&f.span.start) && f.broken.is_none()).collect();
    let source = |function: &Function| Some(if function.file == java.path { java } else { python }.clone());
    let found = pairing::pair(&functions, &free, config, &source);
    let counterpart = |java: &Function| found.pairs.iter().find(|pair| pair.java.span == java.span).cloned();
    let mut members: Vec<ProgramFunction> =
        functions.iter().map(|java| ProgramFunction { java: (*java).clone(), pair: counterpart(java) }).collect();
    members.push(ProgramFunction { java: entry.clone(), pair: Some(own) });
    members.sort_by_key(|member| member.java.span.start);
    members
}
