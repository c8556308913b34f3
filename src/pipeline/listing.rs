//! The pairs of one revision as a list: every Java method, its counterpart and why.

use super::options::Options;
use super::repository::{configuration, load, scratch};
use super::revision::Revision;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::git::Repository;
use crate::model::report::Skipped;
use crate::model::{Function, Language};
use crate::pairing::{self, Pairing, Selector, list};
use std::path::{Path, PathBuf};

/// What `cargo mts list` is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// A folder of the repository.
    pub directory: PathBuf,
    /// Configuration file, instead of the revision's own.
    pub config: Option<PathBuf>,
    /// Revision; the working tree when `None`.
    pub head: Option<String>,
    /// Selectors of pairs.
    pub pairs: Vec<String>,
}

/// The pairs of a revision, with what they were read from.
pub(super) struct Listed {
    pub(super) revision: Revision,
    pub(super) pairing: Pairing,
}

/// Lists, as JSON or as a table, with the files that could not be read.
///
/// # Errors
/// Usage and environment errors: a selector, the repository, the configuration.
pub fn list(request: &Request, as_json: bool) -> Result<(String, Vec<Skipped>)> {
    let listed = find(request)?;
    let rows = list::rows(&listed.pairing);
    let text = if as_json {
        let text = serde_json::to_string_pretty(&rows).map_err(|error| Error::bug(error.to_string()))?;
        format!("{text}\n")
    } else {
        list::table(&rows)
    };
    Ok((text, listed.revision.skipped))
}

/// Pairs what was asked for.
pub(super) fn find(request: &Request) -> Result<Listed> {
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
    let rules = Options::of("list", &config, None)?.pairing;
    let mut pairing = pairing::pair(&java, &python, &rules, &|function| revision.file(&function.file).cloned());
    if !selectors.is_empty() {
        let matches = |function: &Function| selectors.iter().any(|s| s.matches(function));
        pairing.pairs.retain(|pair| matches(&pair.java) || matches(&pair.python));
        pairing.unpaired.retain(|(function, _)| matches(function));
    }
    Ok(Listed { revision, pairing })
}
