//! Regenerates a mutant of a report, with its counterpart, by its id.
//!
//! This module starts no JVM and no CPython.

use mts_engine::ProgramFunction;
use mts_generate::mutation::{self, MutationOptions, classes};
use mts_lang::SourceFile;
use mts_model::report::RunReport;
use mts_model::{Counterpart, Function, Mutant, Operator, Pair, Span, TextEdit};
use mts_model::{NamedOption, OperatorProfile};
use mts_translate::mirror::{self, LazyAlignment, Mirror};
use mts_translate::{PairSource, Translation, Translator};
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
    /// The Python counterpart of this Java function.
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
    let operators = &report.settings.operators;
    // The functions that can contain the mutant. Each item has the pair of the function and the key
    // for the ids of the mutants.
    let whole = pair.key();
    let mut functions: Vec<(Function, Option<Pair>, String)> = Vec::new();
    if pair.is_program() {
        let members = members(java, python, pair, counterparts);
        functions.extend(members.into_iter().map(|member| {
            let key = member.key(&whole);
            (member.java, member.pair, key)
        }));
    } else {
        functions.push((pair.java.clone(), Some(pair.clone()), whole.clone()));
    }
    for (function, own, key) in functions {
        let Some(tree) = java.lower(&function) else { continue };
        let found = OperatorProfile::ALL.iter().copied().find_map(|profile| {
            let options = MutationOptions { profile, operators: operators.clone() };
            mutation::mutants(java, &function, &tree, &key, &options).into_iter().find(|m| m.id == id)
        });
        let Some(mutant) = found else { continue };
        let own = own.ok_or("the mutant's function has no counterpart in the port any more")?;
        let unreadable = || format!("cargo mts cannot parse {} any more", own.python.selector());
        let python_tree = python.lower(&own.python).ok_or_else(unreadable)?;
        let (python_tree, alignment) = (&python_tree, &LazyAlignment::default());
        let source = PairSource { pair: &own, java, java_tree: &tree, python, python_tree, alignment };
        let answers = Mirror.translate_all(&source, std::slice::from_ref(&mutant));
        let translation = answers.map_err(|error| error.message)?.pop();
        let translation = translation.ok_or("the mutant has no translation in the port any more")?;
        return Ok(RegeneratedMutant { mutant, translation, java: own.java.clone(), python: own.python.clone() });
    }
    class_mutant(pair, java, python, operators, id).ok_or_else(|| {
        "the source has changed since the run: cargo mts does not generate this mutant any more".to_owned()
    })
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

/// Returns the class-level mutant with this id.
fn class_mutant(
    pair: &Pair,
    java: &SourceFile,
    python: &SourceFile,
    operators: &[Operator],
    id: &str,
) -> Option<RegeneratedMutant> {
    let found = classes::mutants(java, &pair.key(), operators).into_iter().find(|one| one.mutant.id == id)?;
    let translation = match mirror::classes::replay(&python.text, &found.change) {
        Ok(edits) => Translation::Edits { edits, desugaring: Vec::new() },
        Err(why) => Translation::Unmirrored(why.into()),
    };
    let edits: &[TextEdit] = if let Translation::Edits { edits, .. } = &translation { edits } else { &[] };
    Some(RegeneratedMutant {
        java: around(java, &found.mutant.edits, &pair.java),
        python: around(python, edits, &pair.python),
        mutant: found.mutant,
        translation,
    })
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
