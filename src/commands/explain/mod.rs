//! `cargo mts explain`: finds a finding of a report by its id and explains it.
//!
//! A report contains only the changed lines of functions, so the command reads both functions from the repository. The
//! command starts no JVM and no CPython. `report` writes the text.

pub mod regenerate;

use crate::commands::explain::regenerate::RegeneratedMutant;
use crate::commands::finding_ids::{PLACE_OF_IDS, read_report, resolve};
use crate::git::{Repository, Snapshot};
use crate::report::emit_test;
use crate::report::explain::{Explanation, Hunk, SourceSide, Sources};
use crate::run::plan::programs;
use crate::run::results::findings;
use crate::run::results::findings::changed_text;
use mts_lang::SourceFile;
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::{EditedLines, PairReport, RunReport};
use mts_model::{
    Finding, FindingKind, Function, FunctionKind, Language, Pair, PairReason, PairingRule, State, TextEdit, Value, span,
};
use mts_oracle::ExceptionTable;
use mts_translate::{Splice, Translation};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use crate::report::emit_test::TestTarget;

/// The request of `cargo mts explain`.
#[derive(Clone, Debug)]
pub struct ExplainRequest {
    /// The id, or a unique prefix of the id, with or without `MTS-`.
    pub id: String,
    /// The path of the report.
    pub report: PathBuf,
    /// A folder of the repository of the run. For a check, the folder in which the check started.
    pub directory: PathBuf,
}

/// Finds a finding with its pair and its source code.
///
/// # Errors
/// Returns a usage error if the report cannot be read, or if the id matches no finding or several
/// findings.
pub fn explain(request: &ExplainRequest) -> Result<Explanation> {
    let shown = request.report.display().to_string();
    let report = read_report(&request.report)?;
    let (pair, finding) = find(&report, &request.id, &shown)?;
    let sources = sources(&report, pair, finding, &request.directory).unwrap_or_else(Sources::Missing);
    let changed = changed(&report, pair, request);
    let table = ExceptionTable::with_rows(report.settings.exception_table.clone());
    let thrown = |answer: Option<&mts_model::Answer>| match answer {
        Some(answer) if answer.state == State::Exception => match &answer.value {
            Value::Exception { class, .. } => Some(class.clone()),
            _ => None,
        },
        _ => None,
    };
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let evidence = finding.evidence.as_ref();
    let python_for = thrown(evidence.map(|e| &e.java)).and_then(|class| table.python_for(&class).map(names));
    let java_for = thrown(evidence.map(|e| &e.python)).map(|class| names(table.java_for(&class)));
    Ok(Explanation {
        command: report.command,
        rel_tol: report.settings.rel_tol,
        directory: request.directory.display().to_string(),
        pair: PairReport { findings: Vec::new(), ..pair.clone() },
        finding: finding.clone(),
        sources,
        changed,
        is_avatar: report.settings.output == Some(mts_model::OutputRule::Avatar),
        python_for: python_for.unwrap_or_default(),
        java_for: java_for.unwrap_or_default(),
    })
}

/// Returns the finding that the id or the prefix names.
///
/// # Errors
/// Returns a usage error if the id names no finding or several findings.
fn find<'r>(report: &'r RunReport, id: &str, shown: &str) -> Result<(&'r PairReport, &'r Finding)> {
    let all: Vec<(&PairReport, &Finding)> =
        report.pairs.iter().flat_map(|pair| pair.findings.iter().map(move |finding| (pair, finding))).collect();
    let known: Vec<&str> = all.iter().map(|(_, finding)| finding.id.as_str()).collect();
    Ok(all[resolve(id, &known, "finding", PLACE_OF_IDS).map_err(|error| error.at(shown))?])
}

/// Reads both functions, and applies the edit of the mutant.
///
/// The functions come from the tested commit. If the run tested no commit, they come from the disk, and may have
/// changed since the run.
///
/// # Errors
/// Returns the reason why the source code is not available.
fn sources(report: &RunReport, pair: &PairReport, finding: &Finding, directory: &Path) -> Result<Sources, String> {
    let places = [(&pair.java.file, Language::Java), (&pair.python.file, Language::Python)];
    let [java, python] = match &report.folder {
        Some(folder) => places.map(|(file, language)| in_folder(&directory.join(folder), file, language)),
        None => in_repository(report, places, directory)?,
    };
    let (java, python) = (Arc::new(java?), Arc::new(python?));
    let called = pair;
    let pair = Pair {
        java: java_function(&java, pair).ok_or_else(|| gone(&pair.java.file, &pair.name))?,
        python: python_function(&python, pair).ok_or_else(|| gone(&pair.python.file, &pair.python.qualname))?,
        arguments: pair.call.as_ref().map(|call| call.positions.clone()).unwrap_or_default(),
        reason: PairReason { rule: PairingRule::Name, detail: pair.reason.clone(), confidence: 1.0 },
        dispatch_on: None,
    };
    if finding.kind != FindingKind::Mutant {
        return Ok(Sources::Found { java: side(&java, &pair.java, &[]), python: side(&python, &pair.python, &[]) });
    }
    // A run renames the parameter of a program's `main`. The ids of the mutants depend on this
    // name.
    let pair = if called.program.is_some() { programs::entry_points(&java, &python)? } else { pair };
    let counterparts = called.program.as_ref().map(|program| program.counterparts.clone()).unwrap_or_default();
    let RegeneratedMutant { mutant, translation, java: of_java, python: of_python } =
        regenerate::mutant(report, &counterparts, &pair, &java, &python, &finding.id)?;
    let mirrored = match &translation {
        Translation::Edits { edits, .. } => edits.as_slice(),
        // The report contains the edit that passed the checks, so the code below selects the splice
        // with this edit.
        Translation::Spliced { splices, .. } => {
            let is_reported =
                |splice: &&Splice| finding.python_edit == changed_text::change(&python.text, &splice.edits);
            splices.iter().find(is_reported).map_or(&[][..], |splice| splice.edits.as_slice())
        }
        _ => &[],
    };
    let has_same_edit = |edited: &Option<EditedLines>, file: &SourceFile, edits: &[TextEdit]| {
        edited.is_none() || *edited == changed_text::change(&file.text, edits)
    };
    // An id stays the same after edits elsewhere in the function or on the same line, so this code
    // compares the edits.
    if !has_same_edit(&finding.java_edit, &java, &mutant.edits)
        || !has_same_edit(&finding.python_edit, &python, mirrored)
    {
        return Err("the source has changed since the run: the mutant now changes other text".to_owned());
    }
    Ok(Sources::Found { java: side(&java, &of_java, &mutant.edits), python: side(&python, &of_python, mirrored) })
}

/// Describes the files of a pair that changed after the report was written.
///
/// Returns `None` if no file changed, or if the tool cannot know.
fn changed(report: &RunReport, pair: &PairReport, request: &ExplainRequest) -> Option<String> {
    let files = [&pair.java.file, &pair.python.file];
    let note = |changed: Vec<&String>, what: &str| {
        let names = changed.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" and ");
        let have = if changed.len() == 1 { "has" } else { "have" };
        (!changed.is_empty()).then(|| format!("{names} {have} changed since the run: {what}"))
    };
    if let (None, Some(sha)) = (&report.folder, &report.tested_sha) {
        let repository = Repository::discover(&request.directory).ok()?;
        let (then, now) = (repository.snapshot(sha).ok()?, repository.work_tree().ok()?);
        let differs = |file: &&&String| then.text(file).ok() != now.text(file).ok();
        let changed = files.iter().filter(differs).copied().collect();
        return note(changed, &format!("the run tested the code of commit {}", sha.get(..12).unwrap_or(sha)));
    }
    // The report has no copy of uncommitted files, so this code compares the modification times.
    let root = match &report.folder {
        Some(folder) => request.directory.join(folder),
        None => Repository::discover(&request.directory).ok()?.root()?,
    };
    let written = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let then = written(&request.report)?;
    let is_newer = |file: &&&String| written(&root.join(file)).is_some_and(|time| time > then);
    note(files.iter().filter(is_newer).copied().collect(), "the code may differ from the tested code")
}

type Parsed = std::result::Result<SourceFile, String>;

fn in_folder(folder: &Path, file: &str, language: Language) -> Parsed {
    let path = folder.join(file);
    let text = read_text(&path, SOURCE_BYTES).map_err(|error| {
        format!("cannot read {}: {error}; with -C, give the folder in which the check started", path.display())
    })?;
    SourceFile::parse(file, text, language).map_err(|error| error.message)
}

fn in_repository(
    report: &RunReport,
    places: [(&String, Language); 2],
    directory: &Path,
) -> std::result::Result<[Parsed; 2], String> {
    let advice = "; with -C, give a folder of the repository that the run tested";
    let repository = Repository::discover(directory).map_err(|error| format!("{}{advice}", error.message))?;
    let snapshot = match &report.tested_sha {
        Some(sha) => repository.snapshot(sha).map_err(|error| format!("{}{advice}", error.message))?,
        None => repository.work_tree().map_err(|error| error.message)?,
    };
    Ok(places.map(|(file, language)| in_snapshot(&snapshot, file, language)))
}

fn in_snapshot(snapshot: &Snapshot<'_>, file: &str, language: Language) -> Parsed {
    let text = snapshot.text(file).map_err(|row| format!("{}: {}", row.name, row.reason))?;
    SourceFile::parse(file, text, language).map_err(|error| error.message)
}

fn java_function(file: &SourceFile, pair: &PairReport) -> Option<Function> {
    let wanted = format!("{}.{}", pair.java.class, pair.java.method);
    let types = |function: &Function| function.params.iter().map(|p| p.ty.to_string()).collect::<Vec<_>>();
    file.functions.iter().find(|f| f.qualified() == wanted && types(f) == pair.java.params).cloned()
}

fn python_function(file: &SourceFile, pair: &PairReport) -> Option<Function> {
    if pair.program.is_some() {
        return file.script();
    }
    let named = file.functions.iter().filter(|f| f.qualified() == pair.python.qualname);
    named.min_by_key(|f| f.line.abs_diff(pair.python.line)).cloned()
}

fn gone(file: &str, name: &str) -> String {
    format!("{file} has changed since the run: the file no longer contains `{name}`")
}

/// Returns the full lines of a function, and the lines that the edits change.
fn side(file: &SourceFile, function: &Function, edits: &[TextEdit]) -> SourceSide {
    let text = &file.text;
    let line_start = |at: usize| text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line_end = |at: usize| text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |n| at + n);
    let start = line_start(edits.iter().map(|e| e.span.start).chain([function.span.start]).min().unwrap_or(0));
    let end = line_end(edits.iter().map(|e| e.span.end).chain([function.span.end]).max().unwrap_or(0));
    let lines = |from: usize, to: usize| -> Vec<String> {
        text.get(from..to).unwrap_or_default().split('\n').map(|line| line.trim_end_matches('\r').to_owned()).collect()
    };
    let number = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let mut ordered: Vec<TextEdit> = edits.to_vec();
    ordered.sort_by_key(|edit| (edit.span.start, edit.span.end));
    // Edits on the same line form one hunk.
    let mut groups: Vec<(usize, usize, Vec<TextEdit>)> = Vec::new();
    for edit in ordered {
        let (from, to) = (line_start(edit.span.start), line_end(edit.span.end));
        match groups.last_mut() {
            Some(group) if from <= group.1 => {
                group.1 = group.1.max(to);
                group.2.push(edit);
            }
            _ => groups.push((from, to, vec![edit])),
        }
    }
    let hunk = |(from, to, edits): &(usize, usize, Vec<TextEdit>)| {
        let moved: Vec<TextEdit> = edits
            .iter()
            .map(|e| TextEdit::new(mts_model::Span::new(e.span.start - from, e.span.end - from), e.text.clone()))
            .collect();
        let after = span::apply(text.get(*from..*to)?, &moved)?;
        let (mut line, mut before) = (number(*from), lines(*from, *to));
        let mut after: Vec<String> = after.split('\n').map(|line| line.trim_end_matches('\r').to_owned()).collect();
        while before.len() > 1 && after.len() > 1 && before.first() == after.first() {
            before.remove(0);
            after.remove(0);
            line += 1;
        }
        while before.len() > 1 && after.len() > 1 && before.last() == after.last() {
            before.pop();
            after.pop();
        }
        Some(Hunk { line, before, after })
    };
    SourceSide {
        file: file.path.clone(),
        first_line: number(start),
        function_line: function.line as usize,
        is_private: function.language == Language::Java && findings::is_private(file, function),
        is_method: function.kind == FunctionKind::Method,
        lines: lines(start, end),
        hunks: groups.iter().filter_map(hunk).collect(),
    }
}

/// Returns the explanation as text for people, or as JSON.
///
/// # Errors
/// Returns an internal error if the explanation has no JSON form.
pub fn text(explanation: &Explanation, as_json: bool) -> Result<String> {
    if !as_json {
        return Ok(crate::report::explain::render(explanation));
    }
    let text = serde_json::to_string_pretty(explanation).map_err(|error| Error::bug(error.to_string()))?;
    Ok(format!("{text}\n"))
}

/// Returns the source code of a test that fails as long as the finding exists.
///
/// # Errors
/// Returns a usage error with the reason if a test cannot show the finding.
pub fn test(explanation: &Explanation, target: TestTarget) -> Result<String> {
    emit_test::render(explanation, target)
}
