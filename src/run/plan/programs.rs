//! Plans the pairs of whole programs.
//!
//! A program is a `main(String[])` and a script, which run on tests.
//!
//! The tests of a program measure the functions in its files, so these functions are not separate
//! pairs.

use crate::run::context::RunContext;
use crate::run::plan::{PairFilter, Plan, PlannedPair, shadowed};
use crate::run::revision::{Change, Revision};
use mts_lang::SourceFile;
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use mts_model::{Function, Language, Pair, PairReason, PairingRule};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The name of the parameter for standard input.
const STDIN: &str = "stdin";

/// Returns the Java files of the programs, except programs whose entry the change adds.
pub fn java_files<'c>(context: &'c RunContext<'_>) -> BTreeSet<&'c str> {
    context.programs.iter().filter(|entry| !entry.is_added).map(|entry| entry.java.as_str()).collect()
}

/// Plans the pairs of programs.
///
/// # Errors
/// Returns a usage error if a file of an entry does not exist, unless the change deletes the file of an entry of the
/// base. An entry whose files are not a program becomes a skipped row.
pub fn plan(context: &RunContext<'_>, filter: &PairFilter<'_>) -> Result<Plan> {
    let mut plan = Plan::default();
    if context.programs.is_empty() {
        return Ok(plan);
    }
    let (head, base) = (context.head, context.base);
    // A program can use every other file of its language.
    let is_changed = |path: &str| head.change_of(path) != Change::Unchanged;
    let any = |language| head.paths.iter().any(|path| Language::from_path(path) == Some(language) && is_changed(path));
    let (java_changed, python_changed) = (any(Language::Java), any(Language::Python));
    let shadowed = if base.is_some() { shadowed::files(head) } else { BTreeMap::new() };
    for entry in &context.programs {
        let hidden = [&entry.java, &entry.python].into_iter().find_map(|path| {
            base?.file(path)?;
            Some(format!("after the change, cargo mts cannot read {path}: {}", head.hides(path)?))
        });
        if let Some(why) = hidden.as_ref().or(shadowed.get(&entry.python)) {
            let row = Skipped::new(entry.java.as_str(), why.as_str());
            plan.skipped.push(Skipped { was_comparable: true, ..row });
            continue;
        }
        // If the change touches no relevant file, the run parses no file, so the pair is unchanged.
        if head.file(&entry.java).is_none() && head.paths.contains(&entry.java) {
            plan.unchanged += 1;
            continue;
        }
        let old = |path: &str| match head.change_of(path) {
            Change::Unchanged => Some(path.to_owned()),
            Change::Added => None,
            Change::Modified { old_path } => Some(old_path.to_owned()),
        };
        let before = base.and_then(|base| self::pair(base, Some(head), &old(&entry.java)?, &old(&entry.python)?).ok());
        let pair = match pair(head, None, &entry.java, &entry.python) {
            Ok(pair) => pair,
            Err(reason) if head.paths.contains(&entry.java) && head.paths.contains(&entry.python) => {
                let row = Skipped::new(entry.java.as_str(), reason);
                plan.skipped.push(Skipped { was_comparable: before.is_some(), ..row });
                continue;
            }
            // The entry is in the base's configuration, and the change deletes its files.
            Err(reason) if base.is_some() && !entry.is_added => {
                plan.skipped.push(Skipped::new(entry.java.as_str(), reason));
                continue;
            }
            Err(reason) => {
                let help = "`java` names a file with `static void main(String[])`, and `python` names a script";
                return Err(Error::usage(reason).at(format!("programs: {}", entry.java)).help(help));
            }
        };
        if !filter.names(&pair) {
            continue;
        }
        if base.is_some()
            && !filter.all
            && filter.selectors.is_empty()
            && !java_changed
            && !python_changed
            && !entry.tests_changed
        {
            plan.unchanged += 1;
            continue;
        }
        let changed = |changed: bool| base.is_none() || changed;
        plan.pairs.push(Arc::new(PlannedPair {
            name: pair.name(),
            head: pair,
            base: before,
            java_changed: changed(java_changed),
            python_changed: changed(python_changed),
            java_dependency: None,
            python_dependency: None,
            gone: None,
        }));
    }
    Ok(plan)
}

/// Returns a file of a revision.
///
/// For an unchanged file of the base, the function returns the parsed file of the head.
pub(crate) fn file(revision: &Revision, head: Option<&Revision>, path: &str) -> Option<Arc<SourceFile>> {
    let same = || head.filter(|head| head.change_of(path) == Change::Unchanged)?.file(path);
    revision.file(path).or_else(same).cloned()
}

/// Returns the entry points of two paths as a pair.
fn pair(revision: &Revision, head: Option<&Revision>, java: &str, python: &str) -> Result<Pair, String> {
    let missing = |path: &str| format!("there is no source file `{path}`");
    let java_file = file(revision, head, java).ok_or_else(|| missing(java))?;
    let python_file = file(revision, head, python).ok_or_else(|| missing(python))?;
    entry_points(&java_file, &python_file)
}

/// Returns the entry points of two files as a pair.
///
/// # Errors
/// Returns the reason why a file is not a program.
pub fn entry_points(java: &SourceFile, python: &SourceFile) -> Result<Pair, String> {
    let script = python.script().ok_or_else(|| format!("`{}` is not a Python file", python.path))?;
    let mains: Vec<&Function> = java.functions.iter().filter(|f| f.is_entry_point()).collect();
    let stem = java.path.rsplit('/').next().and_then(|name| name.strip_suffix(".java")).unwrap_or_default();
    // If several classes have a `main`, the function takes the class with the file's name, or else the first class.
    let own = mains.iter().find(|main| main.scope == [stem]).or(mains.first());
    let mut main = (*own.ok_or_else(|| format!("`{}` has no `static void main(String[])`", java.path))?).clone();
    // A Python script with a syntax error stays a pair. Each test then reports a compile error.
    if let Some(broken) = &main.broken {
        return Err(broken.clone());
    }
    STDIN.clone_into(&mut main.params[0].name);
    let detail = "a pair of programs, run on tests".to_owned();
    let reason = PairReason { rule: PairingRule::Program, detail, confidence: 1.0 };
    Ok(Pair { java: main, python: script, arguments: vec![0], reason, dispatch_on: None })
}
