//! `cargo mts list`: lists every Java method of one revision, its counterpart and the reason.

use crate::run::repository::revision_pairs::{ListRequest, Listed, find};
use mts_generate::pairing::list;
use mts_model::Function;
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;

/// Lists the pairs as JSON or as a table.
///
/// Also returns the files that could not be read.
///
/// # Errors
/// Returns a usage or environment error if a selector, the repository or the configuration is
/// invalid.
pub fn list(request: &ListRequest, as_json: bool) -> Result<(String, Vec<Skipped>)> {
    let Listed { mut revision, mut pairing, programs } = find(request)?;
    for program in programs {
        match program {
            Ok(pair) => {
                // No run calls the entry point as a function. The other functions keep their pairs.
                let is_own = |java: &Function| java.file == pair.java.file && java.span == pair.java.span;
                pairing.pairs.retain(|known| !is_own(&known.java));
                pairing.unpaired.retain(|(java, _)| !is_own(java));
                pairing.pairs.push(pair);
            }
            Err(row) => revision.skipped.push(row),
        }
    }
    let rows = list::rows(&pairing);
    let text = if as_json {
        let text = serde_json::to_string_pretty(&rows).map_err(|error| Error::bug(error.to_string()))?;
        format!("{text}\n")
    } else {
        list::table(&rows)
    };
    Ok((text, revision.skipped))
}
