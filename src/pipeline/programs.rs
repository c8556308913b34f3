//! Pairs of whole programs: a `main(String[])` and a script, run on tests. Owns what is a program's: its entry
//! points, the functions inside it and their counterparts, its tests; and that the functions of its files are
//! measured by its tests, not one by one.

use super::Subject;
use super::options::Options;
use super::plan::{Plan, PlannedPair, Scope};
use super::revision::{Change, Revision};
use crate::corpus::CorpusRow;
use mts_engine::{PairJob, PairOutcome, Program, ProgramFunction, Sampling, TestCase};
use mts_generate::inputs::program_cases::{self, ProgramTest};
use mts_generate::instrument::{java::JavaContext, python::PythonContext};
use mts_generate::mutation::suppress::Ignored;
use mts_generate::pairing::{self, PairingConfig};
use mts_lang::SourceFile;
use mts_model::OutputRule;
use mts_model::error::{Error, Result};
use mts_model::report::{Ended, ProgramReport, Skipped, TestReport};
use mts_model::{
    Choice, Counterpart, Function, FunctionKind, Input, InputOrigin, Language, Operator, Outcome, Pair, PairReason,
    Signature, State, Suite, Value, VariantOutcomes,
};
use mts_oracle::Rules;
use mts_oracle::programs::{Ending, Expected};
use mts_workers::{Access, JavaEntry, PythonEntry};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A pair of programs that somebody named.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Path of the Java file from the root.
    pub java: String,
    /// Path of the Python file.
    pub python: String,
    /// Where its tests were looked for.
    pub place: String,
    /// Its tests.
    pub tests: Vec<ProgramTest>,
    /// Whether the change touches them.
    pub tests_changed: bool,
    /// Whether the change adds the entry: then the functions of its files stay measured one by one, too.
    pub is_added: bool,
}

impl Entry {
    /// Two files with the tests of a folder on disk.
    ///
    /// # Errors
    /// A usage error for a folder that is not there, or holds what is no test.
    pub fn read(java: &SourceFile, python: &SourceFile, folder: &Path) -> Result<Self> {
        let place = folder.display().to_string();
        if !folder.is_dir() {
            let help = "give the folder with `in/NAME` and `out/NAME`, or `NAME.in` and `NAME.out`";
            return Err(Error::usage(format!("there is no folder `{place}` with tests")).at("--tests").help(help));
        }
        let tests = program_cases::below(folder).map_err(|why| Error::usage(why).at(place.clone()))?;
        let (java, python) = (java.path.clone(), python.path.clone());
        Ok(Self { java, python, place, tests, tests_changed: true, is_added: false })
    }
}

/// What standard input is called among the arguments.
const STDIN: &str = "stdin";

/// Puts the pairs of programs into a plan, in the place of the functions in their files.
///
/// # Errors
/// A usage error for an entry that names no program, or has no tests.
pub fn plan(plan: &mut Plan, subject: &Subject<'_>, options: &Options, scope: &Scope<'_>) -> Result<()> {
    if options.programs.is_empty() {
        return Ok(());
    }
    let (head, base) = (subject.head, subject.base);
    let of_program = |java: &str| options.programs.iter().any(|entry| entry.java == java && !entry.is_added);
    plan.pairs.retain(|planned| !of_program(&planned.head.java.file));
    plan.unpaired.retain(|row| !row.name.split('#').next().is_some_and(of_program));
    plan.skipped.retain(|row| !row.name.split('#').next().is_some_and(of_program));
    // A program may use every other file of its language.
    let is_changed = |path: &str| head.change_of(path) != Change::Unchanged;
    let any = |language| head.paths.iter().any(|path| Language::of_path(path) == Some(language) && is_changed(path));
    let (java_changed, python_changed) = (any(Language::Java), any(Language::Python));
    for entry in &options.programs {
        // Where nothing was parsed nothing that matters was touched.
        if head.file(&entry.java).is_none() && head.paths.contains(&entry.java) {
            plan.unchanged += 1;
            continue;
        }
        let pair = match pair(head, None, &entry.java, &entry.python) {
            Ok(pair) => pair,
            Err(reason) if head.paths.contains(&entry.java) && head.paths.contains(&entry.python) => {
                plan.skipped.push(Skipped { name: entry.java.clone(), reason });
                continue;
            }
            // The base's entry, of files that the change takes away.
            Err(reason) if base.is_some() && !entry.is_added => {
                plan.skipped.push(Skipped { name: entry.java.clone(), reason });
                continue;
            }
            Err(reason) => {
                let help = "`java` is a file with `public static void main(String[])`, `python` a script";
                return Err(Error::usage(reason).at(format!("programs: {}", entry.java)).help(help));
            }
        };
        if !(scope.selectors.is_empty()
            || scope.selectors.iter().any(|s| s.matches(&pair.java) || s.matches(&pair.python)))
        {
            continue;
        }
        if base.is_some()
            && !scope.all
            && scope.selectors.is_empty()
            && !java_changed
            && !python_changed
            && !entry.tests_changed
        {
            plan.unchanged += 1;
            continue;
        }
        let old = |path: &str| match head.change_of(path) {
            Change::Unchanged => Some(path.to_owned()),
            Change::Added => None,
            Change::Modified { old_path } => Some(old_path.to_owned()),
        };
        let before = base.and_then(|base| self::pair(base, Some(head), &old(&entry.java)?, &old(&entry.python)?).ok());
        let changed = |changed: bool| base.is_none() || changed;
        plan.pairs.push(PlannedPair {
            head: pair,
            base: before,
            java_changed: changed(java_changed),
            python_changed: changed(python_changed),
        });
    }
    plan.pairs.sort_by_key(|planned| planned.head.key());
    Ok(())
}

/// A file of a revision; one that the change does not touch was not parsed again for the base.
fn file(revision: &Revision, head: Option<&Revision>, path: &str) -> Option<Arc<SourceFile>> {
    let same = || head.filter(|head| head.change_of(path) == Change::Unchanged)?.file(path);
    revision.file(path).or_else(same).cloned()
}

/// The two entry points as a pair.
fn pair(revision: &Revision, head: Option<&Revision>, java: &str, python: &str) -> Result<Pair, String> {
    let missing = |path: &str| format!("there is no source file `{path}`");
    let java_file = file(revision, head, java).ok_or_else(|| missing(java))?;
    let python_file = file(revision, head, python).ok_or_else(|| missing(python))?;
    entry_points(&java_file, &python_file)
}

/// The entry points of two files as a pair.
///
/// # Errors
/// Why a file is no program.
pub fn entry_points(java: &SourceFile, python: &SourceFile) -> Result<Pair, String> {
    let script = python.script().ok_or_else(|| format!("`{}` is no Python file", python.path))?;
    let mains: Vec<&Function> = java.functions.iter().filter(|f| f.is_entry_point()).collect();
    let stem = java.path.rsplit('/').next().and_then(|name| name.strip_suffix(".java")).unwrap_or_default();
    // Of several the one of the class that the file is called after.
    let own = mains.iter().find(|main| main.scope == [stem]).or(mains.first());
    let mut main = (*own.ok_or_else(|| format!("`{}` has no `static void main(String[])`", java.path))?).clone();
    // A script that does not parse is a compile error on every test, and told as one.
    if let Some(broken) = &main.broken {
        return Err(broken.clone());
    }
    STDIN.clone_into(&mut main.params[0].name);
    let detail = "a pair of programs, run on tests".to_owned();
    let reason = PairReason { rule: "program".to_owned(), detail, confidence: 1.0 };
    Ok(Pair { java: main, python: script, arguments: vec![0], reason, dispatch_on: None })
}

/// A pair of programs as a job.
///
/// # Errors
/// Why it cannot be run.
pub fn job(
    (revision, head): (&Revision, Option<&Revision>),
    pair: &Pair,
    options: &Options,
    tests: &[ProgramTest],
) -> Result<PairJob, String> {
    let missing = |path: &str| format!("{path} could not be read");
    let java = file(revision, head, &pair.java.file).ok_or_else(|| missing(&pair.java.file))?;
    let python = file(revision, head, &pair.python.file).ok_or_else(|| missing(&pair.python.file))?;
    let (module, mut path) = revision.module(&pair.python.file, &options.roots);
    let place = revision.folder.join(&pair.python.file);
    // As for every script, what lies beside it comes first.
    if let Some(folder) = place.parent().map(std::path::Path::to_path_buf) {
        path.retain(|known| *known != folder);
        path.insert(0, folder);
    }
    let script = Script { module: module.name, place: place.display().to_string(), path };
    Ok(PairJob { is_shown: true, ..of_files((&java, &python), pair, script, options, tests) })
}

/// How a script is imported.
pub struct Script {
    /// Name of its module.
    pub module: String,
    /// Where it says that it lies.
    pub place: String,
    /// Folders that it imports from.
    pub path: Vec<PathBuf>,
}

/// A pair of programs in these two files as a job. What the Java file is compiled against is found for the pairs
/// that are run: `building`.
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
    let alone = members.iter().filter(|member| member.pair.is_none()).count();
    if alone > 0 {
        let functions = if alone == 1 { "function has" } else { "functions have" };
        notes.push(format!("{alone} of {} {functions} no counterpart in the port", members.len()));
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
        java_context: JavaContext::alone(entry, true),
        python_context: PythonContext {
            entry: PythonEntry {
                module: script.module,
                path: script.place,
                qualname: pair.python.qualified(),
                on_instance: false,
                is_constructor: false,
                captured: Vec::new(),
                stub_methods: None,
                is_abstract: false,
                access: Access::Call,
                arguments: vec![0],
            },
            path: script.path,
            fallback_path: Vec::new(),
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
            // What it costs is bounded, and what two runs of one side do in two ways is left out.
            choice: Choice::Selected,
        },
        is_shown: false,
        ignored: Ignored::default(),
        has_transformations: false,
        sampling: Sampling::All,
        merge_partner: None,
        program: Some(Arc::new(Program { members, tests: tests.iter().map(test).collect() })),
        java: Arc::clone(java),
        python: Arc::clone(python),
    }
}

/// A row of a corpus as a pair of two files that exist nowhere else.
///
/// # Errors
/// Why it is no pair of programs.
pub(super) fn of_row(row: &CorpusRow, options: &Options) -> Result<PairJob, String> {
    let parse = |path: String, text: &str, language| {
        SourceFile::parse(&path, text.to_owned(), language).map(Arc::new).map_err(|error| error.to_string())
    };
    // The compiler wants a public class in a file of its name.
    let file = parse("Program.java".to_owned(), &row.java, Language::Java)?;
    let class = mts_lang::java::public_class(&file).or(row.java_class.split('.').next().map(str::to_owned));
    let java = parse(format!("{}.java", class.unwrap_or_default()), &row.java, Language::Java)?;
    let python = parse(format!("{}.py", row.id), &row.python, Language::Python)?;
    let pair = entry_points(&java, &python)?;
    let script = Script { module: "port".to_owned(), place: python.path.clone(), path: Vec::new() };
    Ok(of_files((&java, &python), &pair, script, options, &row.tests))
}

/// The functions of a program with their counterparts, in source order.
fn members(
    java: &Arc<SourceFile>,
    python: &Arc<SourceFile>,
    whole: &Pair,
    config: &PairingConfig,
) -> Vec<ProgramFunction> {
    let entry = &whole.java;
    // Java's `main` is Python's, or what stands at the top of the script.
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

/// What became of both sides of a program on each of its tests; empty for functions.
#[must_use]
pub fn endings(measured: &PairOutcome, rules: &Rules) -> Vec<[Ending; 2]> {
    let Some(program) = &measured.job.program else { return Vec::new() };
    let nothing = Outcome::new(State::Incomplete);
    // What does not compile does so on every test.
    let at = |side: &VariantOutcomes, nth: usize| {
        let whole = side.outcomes.iter().find(|outcome| outcome.state == State::NotCompiled);
        whole.or(side.outcomes.get(nth)).cloned().unwrap_or_else(|| nothing.clone())
    };
    let one = |(nth, test): (usize, &TestCase)| {
        let (java, python) = (at(&measured.java_original, nth), at(&measured.python_original, nth));
        let written = test.expected.as_deref().map(Expected::Printed);
        let wanted = written.unwrap_or(Expected::Done(&java));
        let mut own = Ending::of(&python, wanted, rules);
        // A written output says nothing of the exit status: that is Java's to say.
        let counts = rules.programs == OutputRule::Exact;
        if own == Ending::Success
            && counts
            && written.is_some()
            && java.state == State::Ok
            && java.value != python.value
        {
            own = Ending::Failure;
        }
        [Ending::of(&java, wanted, rules), own]
    };
    program.tests.iter().enumerate().map(one).collect()
}

/// How the programs of a measurement fared on their tests; `None` for functions.
#[must_use]
pub fn report(measured: &PairOutcome, options: &Options) -> Option<ProgramReport> {
    let (program, pair) = (measured.job.program.as_ref()?, &measured.job.pair);
    let own = options.programs.iter().find(|one| one.java == pair.java.file && one.python == pair.python.file);
    let folder = own.map(|entry| entry.place.clone()).unwrap_or_default();
    let paired = program.members.iter().filter_map(|member| member.pair.as_ref());
    let counterpart = |pair: &Pair| Counterpart {
        python: pair.python.selector(),
        line: pair.python.line,
        arguments: pair.arguments.clone(),
    };
    let counterparts = paired.map(|pair| (pair.java.selector(), counterpart(pair))).collect();
    let tests = program.tests.len() as u64;
    let mut found = ProgramReport { folder, tests, counterparts, ..ProgramReport::default() };
    for (test, [java, python]) in program.tests.iter().zip(endings(measured, &options.settings.rules)) {
        found.written += u64::from(test.expected.is_some());
        let ((java, _), (python, error)) = (ended(java), ended(python));
        *found.endings.entry(python).or_default() += 1;
        if let Some(class) = &error {
            *found.runtime_errors.entry(class.clone()).or_default() += 1;
        }
        found.rows.push(TestReport { name: test.name.clone(), java, python, error });
    }
    Some(found)
}

fn ended(ending: Ending) -> (Ended, Option<String>) {
    match ending {
        Ending::Success => (Ended::Success, None),
        Ending::Failure => (Ended::Failure, None),
        Ending::Timeout => (Ended::Timeout, None),
        Ending::CompileError => (Ended::CompileError, None),
        Ending::RuntimeError(class) => (Ended::RuntimeError, Some(class)),
    }
}

/// What there is to tell of a program's tests: how they went, and those that are wrong about Java itself.
#[must_use]
pub fn notes(program: &ProgramReport) -> Vec<String> {
    let mut notes = vec![crate::report::programs::line(program)];
    let wrong: Vec<&str> =
        program.rows.iter().filter(|row| row.java == Ended::Failure).map(|row| row.name.as_str()).collect();
    if !wrong.is_empty() {
        let tests = if wrong.len() == 1 { "test" } else { "tests" };
        notes.push(format!("the Java program itself does not print what {tests} {} should", wrong.join(", ")));
    }
    notes
}

/// Where class-level operators are in use, those that are not made, with the reason.
#[must_use]
pub fn unmade(operators: &[Operator]) -> Option<String> {
    if !operators.iter().any(|operator| operator.is_class_level()) {
        return None;
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (operator, why) in
        Operator::CLASS.iter().filter_map(|operator| Some((operator.name(), operator.unsupported_reason()?)))
    {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(operator),
            None => reasons.push((why, vec![operator])),
        }
    }
    let told: Vec<String> = reasons.iter().map(|(why, names)| format!("{}: {why}", names.join(", "))).collect();
    Some(format!("class-level operators that are not made: {}", told.join("; ")))
}
