//! `cargo mts list`: lists every Java method of one revision, its counterpart and the reason.

use crate::run::repository::revision_pairs::{ListRequest, Listed, find};
use mts_generate::pairing::{Pairing, list};
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use mts_model::{Function, Pair};

/// Lists the pairs as JSON or as a table.
///
/// Also returns the files that could not be read, and the invalid entries of `programs`.
///
/// # Errors
/// Returns a usage or environment error if a selector, the repository or the configuration is
/// invalid.
pub fn list(request: &ListRequest, as_json: bool) -> Result<(String, Vec<Skipped>)> {
    let Listed { revision, pairing, programs } = find(request)?;
    let (entry_points, unreadable): (Vec<_>, Vec<_>) = programs.into_iter().partition(Result::is_ok);
    let entry_points: Vec<Pair> = entry_points.into_iter().flatten().collect();
    // No run calls the entry point of a program as a function. The other functions keep their pairs.
    let is_entry_point =
        |java: &Function| entry_points.iter().any(|pair| java.file == pair.java.file && java.span == pair.java.span);
    let pairs =
        pairing.pairs.into_iter().filter(|pair| !is_entry_point(&pair.java)).chain(entry_points.iter().cloned());
    let unpaired = pairing.unpaired.into_iter().filter(|(java, _)| !is_entry_point(java));
    let pairing = Pairing { pairs: pairs.collect(), unpaired: unpaired.collect(), ..pairing };
    let skipped = revision.skipped.into_iter().chain(unreadable.into_iter().filter_map(Result::err)).collect();
    let rows = list::rows(&pairing);
    let text = if as_json {
        let text = serde_json::to_string_pretty(&rows).map_err(|error| Error::bug(error.to_string()))?;
        format!("{text}\n")
    } else {
        list::table(&rows)
    };
    Ok((text, skipped))
}
