//! All pairs of one revision, for `cargo mts list` and `cargo mts pair`.

use crate::config::{Config, ProgramEntry};
use crate::git::Repository;
use crate::run::options::{CommandOptions, Options};
use crate::run::plan::programs;
use crate::run::repository::snapshots::{configuration, load, scratch};
use crate::run::revision::Revision;
use mts_generate::pairing::{self, Pairing, Selector};
use mts_model::error::Result;
use mts_model::report::Skipped;
use mts_model::{Function, Language, Pair};
use std::path::{Path, PathBuf};

/// The options of `cargo mts list` and `cargo mts pair`.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// A folder inside the repository.
    pub directory: PathBuf,
    /// The path of a configuration file that replaces the configuration of the revision.
    pub config: Option<PathBuf>,
    /// The revision; `None` for the working tree.
    pub head: Option<String>,
    /// The selectors of pairs.
    pub pairs: Vec<String>,
}

/// The pairs of a revision, with the revision.
pub(crate) struct Listed {
    pub(crate) revision: Revision,
    pub(crate) pairing: Pairing,
    /// The configured pairs of whole programs, or the reason why an entry is invalid.
    pub(crate) programs: Vec<std::result::Result<Pair, Skipped>>,
}

/// Finds the pairs that match the request.
pub(crate) fn find(request: &ListRequest) -> Result<Listed> {
    let selectors: Vec<Selector> =
        request.pairs.iter().map(|text| Selector::parse(text).map_err(|e| e.at("--pair"))).collect::<Result<_>>()?;
    let repository = Repository::discover(&request.directory)?;
    let snapshot = match &request.head {
        Some(revision) => repository.snapshot(revision)?,
        None => repository.work_tree()?,
    };
    let scratch = scratch()?;
    let config = match &request.config {
        Some(path) => Config::load_file(path)?,
        None => configuration(&snapshot, &scratch.path().join("configuration"))?.unwrap_or_default(),
    };
    let sources = config.selection()?;
    let revision = load(&snapshot, &|path| sources.takes(path), None::<&Path>)?;
    let (java, python) = (revision.sides(Language::Java), revision.sides(Language::Python));
    let rules = Options::new(&config, CommandOptions::default())?.pairing;
    let mut pairing = pairing::pair(&java, &python, &rules, &|function| revision.file(&function.file).cloned());
    let mut programs: Vec<_> = config.programs.iter().map(|entry| program(&revision, entry)).collect();
    if !selectors.is_empty() {
        let matches = |function: &Function| selectors.iter().any(|s| s.matches(function));
        pairing.pairs.retain(|pair| matches(&pair.java) || matches(&pair.python));
        pairing.unpaired.retain(|(function, _)| matches(function));
        programs.retain(|one| one.as_ref().is_ok_and(|pair| matches(&pair.java) || matches(&pair.python)));
    }
    Ok(Listed { revision, pairing, programs })
}

/// Returns the pair of programs of this entry of the configuration.
///
/// # Errors
/// Returns the skipped entry with the reason, if the entry is invalid.
fn program(revision: &Revision, entry: &ProgramEntry) -> std::result::Result<Pair, Skipped> {
    let file = |path: &str| revision.file(path).ok_or_else(|| format!("there is no source file `{path}`"));
    let pair = file(&entry.java).and_then(|java| programs::entry_points(java, file(&entry.python)?));
    let detail = format!("a pair of programs, run on the tests in `{}`", entry.tests);
    let named = |mut pair: Pair| {
        pair.reason.detail = detail;
        pair
    };
    pair.map(named).map_err(|reason| Skipped::new(format!("programs: {}", entry.java), reason))
}
