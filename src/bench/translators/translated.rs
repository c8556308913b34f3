//! Replaces the port of a corpus program by a translation.
//!
//! The module also creates the folder with the transpiler's support module.

use crate::bench::results::program_result::PortRun;
use crate::run::plan::programs;
use crate::run::results::program_report;
use mts_engine::{PairJob, PairOutcome, Program, ProgramFunction};
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::{Error, Result};
use mts_model::report::ProgramEnding;
use mts_model::{Language, Pair, State, Suite};
use mts_oracle::Rules;
use mts_translate::Translation;
use mts_translate::transpiler::{MODULE, SUPPORT};
use mts_workers::PythonEntry;
use std::sync::Arc;
use tempfile::TempDir;

/// The body of the stub for a missing translation.
const FAILING: &str = "(*args):\n    raise NotImplementedError";
/// The reason in the stub for a translation that does not compile.
const DOES_NOT_COMPILE: &str = "the translation does not compile";

/// Returns the outcome of a port on all inputs together.
///
/// `stub` is the outcome if a stub replaces the port. `text` is the port's module if a translator
/// made it. The outcome of a program is the outcome of its worst test, as in AVATAR's
/// `compute_ca.py`. The outcome of a function is the outcome on its worst input.
pub(crate) fn program_outcome(
    measured: &PairOutcome,
    stub: Option<ProgramEnding>,
    text: Option<String>,
    rules: &Rules,
) -> PortRun {
    if let Some(outcome) = stub {
        return PortRun { text: None, outcome };
    }
    if measured.job.program.is_some() {
        let endings = program_report::endings(measured, rules).into_iter().map(|[_, python]| python.ending);
        return PortRun { text, outcome: worst(endings) };
    }
    let originals = &measured.originals;
    if originals.counted > 0 && originals.equal == originals.counted {
        return PortRun { text, outcome: ProgramEnding::Success };
    }
    let both = measured.java_original.outcomes.iter().zip(&measured.python_original.outcomes);
    let endings = both.filter(|(java, _)| java.state == State::Ok).map(|(_, python)| match python.state {
        State::Ok => ProgramEnding::Failure,
        State::Timeout => ProgramEnding::Timeout,
        State::Exception | State::Incomplete => ProgramEnding::RuntimeError,
        State::NotCompiled => ProgramEnding::CompileError,
        State::Missing => ProgramEnding::Missing,
    });
    PortRun { text, outcome: worst(endings) }
}

/// Returns the worst ending; a failure if there is none.
fn worst(endings: impl Iterator<Item = ProgramEnding>) -> ProgramEnding {
    endings.max_by_key(|ending| ending.severity()).unwrap_or(ProgramEnding::Failure)
}

/// Creates a folder with the support module of the transpiler.
pub(crate) fn support() -> Result<TempDir> {
    let folder = tempfile::tempdir().map_err(|e| Error::io("create a scratch folder", &std::env::temp_dir(), &e))?;
    let file = folder.path().join(format!("{MODULE}.py"));
    std::fs::write(&file, SUPPORT).map_err(|e| Error::io("write the support module", &file, &e))?;
    Ok(folder)
}

/// Returns the outcome that a stub represents.
///
/// `None` means that `with_port` uses no stub for this translation.
pub(crate) fn stub_outcome(translation: &Translation) -> Option<ProgramEnding> {
    match translation {
        Translation::Missing(_) => Some(ProgramEnding::Missing),
        Translation::Module { text, .. } if !mts_lang::python::parses(text) => Some(ProgramEnding::CompileError),
        _ => None,
    }
}

/// Replaces the port of the job by this translation of the job's Java code.
///
/// A stub that fails replaces a translation that is missing or does not compile, so the failure
/// counts against the translator.
///
/// # Errors
/// Returns an error with the reason if the translator was not reachable, because such a failure
/// does not count against the translator. Returns an error if the translation is an edit of the
/// port, or if the translation lacks the function.
pub(crate) fn with_port(job: PairJob, translation: &Translation) -> std::result::Result<PairJob, String> {
    let is_program = job.program.is_some();
    let failing = |why: &str| {
        let name = job.pair.python.name.clone();
        // With ASCII characters only, the text is a literal in Python too.
        let why: String = why.chars().map(|c| if c.is_ascii_graphic() { c } else { ' ' }).collect();
        let call = if is_program { format!("\n\n{name}()\n") } else { String::new() };
        (format!("def {name}{FAILING}({why:?})\n{call}"), name, false)
    };
    let (text, qualname, on_instance) = match translation {
        Translation::Module { text, qualname, on_instance } if mts_lang::python::parses(text) => {
            (text.clone(), qualname.clone(), *on_instance)
        }
        Translation::Module { .. } => failing(DOES_NOT_COMPILE),
        Translation::Missing(why) => failing(&why.to_string()),
        Translation::Unreachable(why) => return Err(format!("cargo mts could not reach the translator: {why}")),
        _ => return Err("the translation is an edit of the port, not a module".to_owned()),
    };
    let python = SourceFile::parse(&job.python.path, text, Language::Python).map_err(|e| e.to_string())?;
    if let Some(program) = &job.program {
        // No function of the translation is a known counterpart of a Java function.
        let without_pair = |member: &ProgramFunction| ProgramFunction { pair: None, ..member.clone() };
        let members = program.members.iter().map(without_pair).collect();
        let pair = programs::entry_points(&job.java, &python)?;
        let program = Some(Arc::new(Program { members, tests: program.tests.clone() }));
        let suite = Suite { notes: Vec::new(), ..job.suite };
        return Ok(PairJob { pair, program, suite, python: Arc::new(python), ..job });
    }
    let function = python.functions.iter().find(|f| f.qualified() == qualname);
    let function = function.ok_or_else(|| format!("the translation has no function {qualname}"))?;
    // The arguments have Java's order, because no other order is known.
    let arguments: Vec<usize> = (0..job.java_context.entry.signature.params.len()).collect();
    let pair = Pair { python: function.clone(), arguments: arguments.clone(), ..job.pair };
    let PythonEntry { module, path, .. } = job.python_context.entry;
    let entry = PythonEntry { on_instance, ..PythonEntry::function(module, path, qualname, arguments) };
    let python_context = PythonContext { entry, ..job.python_context };
    Ok(PairJob { pair, python_context, python: Arc::new(python), ..job })
}
