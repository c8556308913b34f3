//! Regenerates a mutant of a report, with its counterpart, by its id.
//!
//! This module starts no JVM and no CPython.

use mts_engine::{FoundMutant, MutationTargets, Program, ProgramFunction};
use mts_generate::mutation::MutationOptions;
use mts_lang::SourceFile;
use mts_model::report::RunReport;
use mts_model::{Counterpart, Function, Mutant, Pair, Span, TextEdit};
use mts_model::{NamedOption, OperatorProfile};
use mts_translate::Translation;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A regenerated mutant and its counterpart, with the function that each of them changes.
pub(crate) struct RegeneratedMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// The mirror's counterpart of the mutant.
    pub translation: Translation,
    /// The Java function that the mutant changes. For a class-level mutant outside a function, the
    /// changed lines.
    pub java: Function,
    /// The Python counterpart of this Java function. For a class-level mutant, the Python function that contains the
    /// counterpart's edits, or the changed lines outside a function.
    pub python: Function,
}

/// Regenerates the mutant with this id.
///
/// For a program, `counterparts` maps the program's Java functions to their counterparts. The map
/// comes from the report, because the counterparts depend on the configuration of the run.
///
/// # Errors
/// Returns the reason why the mutant cannot be regenerated.
pub(crate) fn mutant(
    report: &RunReport,
    counterparts: &BTreeMap<String, Counterpart>,
    pair: &Pair,
    java: &Arc<SourceFile>,
    python: &Arc<SourceFile>,
    id: &str,
) -> Result<RegeneratedMutant, String> {
    let members = || members(java, python, pair, counterparts);
    let program = pair.is_program().then(|| Program { members: members(), tests: Vec::new() });
    // The report does not store the operator profile of the run, so this code tries each profile.
    let found = OperatorProfile::ALL.iter().find_map(|profile| {
        let options = MutationOptions { profile: *profile, operators: report.settings.operators.clone() };
        let targets = MutationTargets::new(pair, [java, python], program.as_ref(), true).ok()?;
        targets.find(id, &options)
    });
    let FoundMutant { mutant, translation, pair: own } = found.ok_or_else(|| {
        "the source has changed since the run: cargo mts does not generate this mutant any more".to_owned()
    })?;
    if mutant.operator.is_class_level() {
        let edits: &[TextEdit] = if let Translation::Edits { edits, .. } = &translation { edits } else { &[] };
        let (java, python) = (around(java, &mutant.edits, &pair.java), around(python, edits, &pair.python));
        return Ok(RegeneratedMutant { mutant, translation, java, python });
    }
    let Pair { java, python, .. } = own.ok_or("the mutant's function has no counterpart in the port any more")?;
    Ok(RegeneratedMutant { mutant, translation, java, python })
}

/// Returns the functions of a program, with their counterparts from the run.
fn members(
    java: &SourceFile,
    python: &SourceFile,
    whole: &Pair,
    counterparts: &BTreeMap<String, Counterpart>,
) -> Vec<ProgramFunction> {
    let script = python.script();
    let pair = |java: &Function| {
        let reported = counterparts.get(&java.selector())?;
        let named = python.functions.iter().chain(&script).filter(|function| function.selector() == reported.python);
        let python = named.min_by_key(|function| function.line.abs_diff(reported.line))?.clone();
        Some(Pair {
            java: java.clone(),
            python,
            arguments: reported.arguments.clone(),
            reason: whole.reason.clone(),
            dispatch_on: None,
        })
    };
    let functions = java.functions.iter().filter(|function| function.broken.is_none());
    // The tool renames the parameter of the entry point, so the pair's own function replaces the
    // parsed one.
    let own = functions.map(|function| if function.span == whole.java.span { &whole.java } else { function });
    own.map(|java| ProgramFunction { java: java.clone(), pair: pair(java) }).collect()
}

/// Returns the innermost function that contains all edits.
///
/// If no function contains the edits, returns a copy of `like` that spans only the edits.
fn around(file: &SourceFile, edits: &[TextEdit], like: &Function) -> Function {
    let holds = |f: &&Function| f.broken.is_none() && edits.iter().all(|edit| f.span.contains(edit.span));
    if let Some(function) = file.functions.iter().filter(holds).min_by_key(|f| f.span.len()) {
        return function.clone();
    }
    let start = edits.iter().map(|edit| edit.span.start).min().unwrap_or(like.span.start);
    let end = edits.iter().map(|edit| edit.span.end).max().unwrap_or(like.span.end);
    Function { span: Span::new(start, end), ..like.clone() }
}
