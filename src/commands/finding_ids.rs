//! Reads a report, and finds the ids that start with a text.
//!
//! `accept`, `explain` and `fix` name findings of a report by such texts.

use crate::report::json;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::Path;

/// The help for an id that no finding of a report has.
pub(super) const PLACE_OF_IDS: &str = "the output of a run shows the ids in brackets, and report.json has the ids too";

/// Reads the report of a run.
///
/// # Errors
/// Returns a usage error if the file cannot be read, or if it is not a report.
pub(super) fn read_report(path: &Path) -> Result<RunReport> {
    let text = read_text(path, DATA_BYTES).map_err(|error| {
        Error::usage(format!("cannot read the report: {error}")).at(path.display().to_string()).help(
            "run `cargo mts run` or `cargo mts check` first, or give the report with `--out DIR` or `--report FILE`",
        )
    })?;
    json::parse(&text).map_err(|error| error.at(path.display().to_string()))
}

/// Returns the index of the only known id that starts with this text.
///
/// The text may omit `MTS-`. Upper and lower case are equal. `what` describes the known ids, and `help` says where the
/// user finds the ids.
///
/// # Errors
/// Returns a usage error if the text is empty, or if no known id or several known ids start with the text.
pub(super) fn resolve(text: &str, known: &[&str], what: &str, help: &str) -> Result<usize> {
    let plain = |text: &str| text.trim().to_lowercase().trim_start_matches("mts-").to_owned();
    let wanted = plain(text);
    // A report can contain an id twice only for the same finding.
    let mut seen = BTreeSet::new();
    let matches = known.iter().enumerate().filter(|(_, id)| plain(id).starts_with(&wanted)).map(|(at, _)| at);
    let found: Vec<usize> = matches.filter(|at| seen.insert(known[*at])).collect();
    match found[..] {
        _ if wanted.is_empty() => Err(Error::usage("the id is empty").help("ids look like MTS-0123456789ab")),
        [at] => Ok(at),
        [] => {
            let common = |id: &str| plain(id).chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
            let nearest = known.iter().max_by_key(|id| (common(id), Reverse(**id)));
            let nearest = nearest.map_or_else(String::new, |id| format!("; the nearest id is {id}"));
            Err(Error::usage(format!("no {what} has an id that begins with `{text}`{nearest}")).help(help))
        }
        _ => {
            let some: Vec<&str> = found.iter().take(4).map(|at| known[*at]).collect();
            let dots = if found.len() > 4 { ", ..." } else { "" };
            Err(Error::usage(format!("`{text}` is ambiguous: {}{dots}", some.join(", "))).help("write more digits"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_can_be_shortened_to_a_unique_prefix() {
        let known = ["MTS-00aa11112222", "MTS-00ab11112222", "MTS-ff0011112222"];
        let place = |text: &str| resolve(text, &known, "finding", PLACE_OF_IDS);
        assert_eq!((place("MTS-FF").ok(), place("00ab").ok(), place(known[0]).ok()), (Some(2), Some(1), Some(0)));
        let ambiguous = place("00a").expect_err("two");
        assert!(ambiguous.message.contains("MTS-00aa11112222, MTS-00ab11112222"), "{ambiguous}");
        assert!(place("1").expect_err("none").message.contains("no finding"));
        assert!(place("MTS-").is_err());
        let twice = [known[0], known[1], known[0]];
        assert_eq!(resolve("00aa", &twice, "finding", PLACE_OF_IDS).ok(), Some(0));
    }
}
