//! `cargo mts fix`: writes the fixes of a report into the working tree.
//!
//! The command then runs the pairs of these fixes again. `mts_engine` finds and proves a fix. `report` renders the
//! changes and the results.

mod choice;
mod fixed_file;

pub use choice::FixChoice;

use crate::git::Repository;
use crate::report::fix::result;
use crate::run::output::write_reports::TerminalOptions;
use crate::run::repository::request::{FlagOverrides, RepositoryRequest};
use crate::run::repository::snapshots::scratch;
use crate::run::suppression::accept_list::selector;
use choice::ChosenFix;
use fixed_file::FixedFile;
use mts_model::error::{Error, ExitCode, Result};
use mts_model::report::Scores;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The request of `cargo mts fix`.
#[derive(Clone, Debug)]
pub struct FixRequest {
    /// The options for the runs of the pairs. The command sets the pairs and the output folder, and runs without a
    /// base.
    pub run: RepositoryRequest,
    /// The path of the report with the fixes.
    pub report: PathBuf,
    /// The fixes to write.
    pub choice: FixChoice,
    /// `true` to show the changes and to write nothing.
    pub dry_run: bool,
    /// `true` to write into a working tree with other changes.
    pub allow_dirty: bool,
}

/// Writes the fixes, and undoes each fix that does not improve its pair.
///
/// A fix improves its pair if both sides agree on a larger share of the inputs than before, and the
/// MTS of the pair does not rise. The command runs the pairs before and after the write, both times
/// without a base.
///
/// Returns [`ExitCode::Disagree`] if the command undid a fix.
///
/// # Errors
/// Returns a usage error if a fix cannot be chosen or does not fit the files, if the working tree has changes without
/// `allow_dirty`, or if a pair does not run. Returns the errors of a run. The files then have their original text.
pub fn fix(
    request: &FixRequest,
    overrides: FlagOverrides<'_>,
    terminal: TerminalOptions,
    show: &dyn Fn(&str) -> Result<ExitCode>,
) -> Result<ExitCode> {
    let report = super::finding_ids::read_report(&request.report)?;
    let chosen = choice::chosen(&report, &request.choice, &request.report.display().to_string())?;
    let repository = Repository::discover(&request.run.directory)?;
    let tree = repository.work_tree()?;
    let names: BTreeSet<&str> = chosen.iter().map(|one| one.pair.python.file.as_str()).collect();
    let files: Vec<FixedFile> = names.into_iter().map(|name| FixedFile::read(&tree, name)).collect::<Result<_>>()?;
    for file in &files {
        show(&file.diff(&file.edits(&chosen)?))?;
    }
    if request.dry_run {
        return Ok(ExitCode::Passed);
    }
    if !request.allow_dirty && repository.is_dirty()? {
        return Err(Error::usage("the working tree has changes that are not committed")
            .help("commit or stash the changes first, or give --allow-dirty"));
    }
    let measured = |fixes: &[ChosenFix<'_>]| scores(request, overrides, terminal, fixes);
    let before = measured(&chosen)?;
    let tried: Vec<(ChosenFix<'_>, Scores)> = chosen.into_iter().zip(before).map(run_before).collect::<Result<_>>()?;
    let restored = |error: Error| files.iter().filter_map(|file| file.write(&[]).err()).fold(error, |_, error| error);
    write_those_that_hold(&files, tried, &measured, show).map_err(restored)
}

fn run_before<'r>((chosen, scores): (ChosenFix<'r>, Option<Scores>)) -> Result<(ChosenFix<'r>, Scores)> {
    let scores = scores.ok_or_else(|| {
        let pair = &chosen.pair.name;
        Error::usage(format!("cargo mts cannot run {pair} with the files of the working tree"))
            .help("run `cargo mts run --all` to see the reason")
    })?;
    Ok((chosen, scores))
}

/// A function like [`scores`] that needs only the fixes.
type Measure<'a> = dyn Fn(&[ChosenFix<'_>]) -> Result<Vec<Option<Scores>>> + 'a;

/// Writes fixes, and undoes the fixes that do not improve their pair.
///
/// The function repeats this until all remaining fixes together improve their pairs.
fn write_those_that_hold(
    files: &[FixedFile],
    mut tried: Vec<(ChosenFix<'_>, Scores)>,
    measured: &Measure<'_>,
    show: &dyn Fn(&str) -> Result<ExitCode>,
) -> Result<ExitCode> {
    let mut code = ExitCode::Passed;
    loop {
        let fixes: Vec<ChosenFix<'_>> = tried.iter().map(|(chosen, _)| *chosen).collect();
        files.iter().try_for_each(|file| file.write(&file.edits(&fixes)?))?;
        if fixes.is_empty() {
            return Ok(code);
        }
        let after = measured(&fixes)?;
        let results: Vec<(String, Option<&str>)> = tried
            .iter()
            .zip(&after)
            .map(|((chosen, before), after)| match after {
                Some(after) => (result(&chosen.pair.name, before, after), fault(before, after)),
                None => (chosen.pair.name.clone(), Some("after the fix, the pair does not run")),
            })
            .collect();
        if results.iter().all(|(_, fault)| fault.is_none()) {
            results.iter().try_for_each(|(text, _)| show(&format!("{text}\n")).map(|_| ()))?;
            return Ok(code);
        }
        code = ExitCode::Disagree;
        for (text, fault) in &results {
            if let Some(why) = fault {
                show(&format!("{text}\n  cargo mts removes the fix: {why}\n"))?;
            }
        }
        tried = tried.into_iter().zip(results).filter(|(_, (_, fault))| fault.is_none()).map(|(one, _)| one).collect();
    }
}

/// Returns the reason why a fix does not improve its pair; `None` for an improvement.
fn fault(before: &Scores, after: &Scores) -> Option<&'static str> {
    if after.ca_tests.unwrap_or_default() <= before.ca_tests.unwrap_or_default() {
        return Some("the sides agree on no more inputs than before");
    }
    let rises = before.mts.zip(after.mts).is_some_and(|(before, after)| after > before);
    rises.then_some("the MTS rises")
}

/// Runs the pair that each fix changes, on the working tree.
///
/// Returns the scores of these pairs, in the order of `fixes`. The result has `None` for a pair that the tool
/// cannot run, for example because the pair has no input.
fn scores(
    request: &FixRequest,
    overrides: FlagOverrides<'_>,
    terminal: TerminalOptions,
    fixes: &[ChosenFix<'_>],
) -> Result<Vec<Option<Scores>>> {
    let folder = scratch()?;
    let run = RepositoryRequest {
        pairs: fixes.iter().map(|one| selector(&one.pair.java)).collect(),
        out: folder.path().join("mts-out"),
        ignores_base: true,
        ..request.run.clone()
    };
    let report = super::run::run(&run, overrides, terminal)?;
    let scores = |one: &ChosenFix<'_>| {
        let mut pairs = report.pairs.iter().filter(|pair| one.is_of(pair) && pair.head.inputs > 0);
        pairs.next().map(|pair| pair.head.clone())
    };
    Ok(fixes.iter().map(scores).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_is_kept_if_the_sides_agree_more_often_and_the_mts_does_not_rise() {
        let scores = |ca: f64, mts: Option<f64>| Scores { ca_tests: Some(ca), mts, ..Scores::default() };
        let before = scores(0.8, Some(0.25));
        assert_eq!(fault(&before, &scores(1.0, Some(0.25))), None);
        assert_eq!(fault(&before, &scores(1.0, Some(0.3))), Some("the MTS rises"));
        assert_eq!(fault(&before, &scores(0.8, Some(0.0))), Some("the sides agree on no more inputs than before"));
        assert_eq!(fault(&before, &Scores::default()), Some("the sides agree on no more inputs than before"));
        assert_eq!(fault(&scores(0.8, None), &scores(1.0, Some(0.3))), None, "nothing to compare");
    }
}
