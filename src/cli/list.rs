//! `cargo mts list`: every Java method with a body, its counterpart and why.

use super::args::{ListArgs, ListFormat};
use super::{output, resolve, run};
use crate::config::Config;
use crate::error::{Error, ExitCode, Result};
use crate::git::Repository;
use crate::model::Language;
use crate::pairing::{self, Selector, list};

pub(super) fn list(args: &ListArgs) -> Result<ExitCode> {
    let selectors: Vec<Selector> = args.pairs.iter().map(|text| Selector::parse(text)).collect::<Result<_>>()?;
    let repository = Repository::discover(&args.place.directory)?;
    let snapshot = match &args.head {
        Some(revision) => repository.snapshot(revision)?,
        None => repository.work_tree()?,
    };
    let scratch = run::scratch()?;
    let config = match &args.place.config {
        Some(path) => Config::load_file(path)?,
        None => run::configuration(&snapshot, &scratch.path().join("configuration"))?.unwrap_or_default(),
    };
    let sources = run::Sources::of(&config)?;
    let revision = run::load(&snapshot, &|path| sources.takes(path), None)?;
    let (java, python) = (revision.functions(Language::Java), revision.functions(Language::Python));
    let mut pairing = pairing::pair(&java, &python, &resolve::pairing(&config)?);
    if !selectors.is_empty() {
        let matches = |function: &crate::model::Function| selectors.iter().any(|s| s.matches(function));
        pairing.pairs.retain(|pair| matches(&pair.java) || matches(&pair.python));
        pairing.unpaired.retain(|(function, _)| matches(function));
    }
    for row in &revision.skipped {
        output::talk(&format!("note: {}: {}\n", row.name, row.reason));
    }
    let rows = list::rows(&pairing);
    output::result(&match args.format {
        ListFormat::Json => list::json(&rows).map_err(|error| Error::bug(error.to_string()))?,
        ListFormat::Table => list::table(&rows),
    })
}
