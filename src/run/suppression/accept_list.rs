//! The accept list of a run.
//!
//! This module finds the entries in force, the entries that the change adds, and the entries that
//! match no finding any more. The command `accept` writes the list.

use crate::config::{ACCEPTED, AcceptedEntry, AcceptedFile};
use crate::run::results::timestamp::format_utc;
use mts_model::report::{JavaSide, PairReport};
use mts_model::{FindingKind, Operator};
use std::collections::BTreeSet;

/// The accept list of a run.
#[derive(Clone, Debug, Default)]
pub struct AcceptList {
    /// The ids of the accepted findings.
    pub ids: BTreeSet<String>,
    /// The entries of the list that apply, including expired entries.
    entries: Vec<AcceptedEntry>,
    /// The notes about the list.
    pub notes: Vec<String>,
    /// The entries that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
}

impl AcceptList {
    /// Creates the list from the lists of both revisions.
    ///
    /// An entry is in force if both revisions have it. A removed entry or an earlier day of expiry
    /// takes effect at once. A later day of expiry takes effect after the merge. Without a base,
    /// the list of the tested revision is in force. `seconds` is the later time of the commits of
    /// both revisions in seconds since 1970 (`HEAD` for a working tree), so that a repeated run gets the same expiry.
    #[must_use]
    pub fn from_revisions(base: Option<&AcceptedFile>, head: &AcceptedFile, seconds: Option<i64>) -> Self {
        let mut accepted = Self::default();
        let today = seconds.map(|seconds| format_utc(seconds as f64)[..10].to_owned());
        for own in head.entries() {
            let mut entry = own.clone();
            if let Some(base) = base {
                let Some(before) = base.entries().iter().find(|known| known.id == own.id) else {
                    accepted.pending_until_merge.push(format!("{ACCEPTED} accepts {}", describe(own)));
                    continue;
                };
                // An entry without a day of expiry counts as later than every day.
                let later = |day: &Option<String>| day.clone().unwrap_or_else(|| "~".to_owned());
                if later(&own.expires) > later(&before.expires) {
                    entry.expires.clone_from(&before.expires);
                    let until = own.expires.as_ref().map_or("for ever".to_owned(), |day| format!("until {day}"));
                    accepted.pending_until_merge.push(format!("{ACCEPTED} accepts {} {until}", describe(own)));
                }
            }
            match (&entry.expires, &today) {
                (Some(day), Some(today)) if day < today => {
                    accepted.notes.push(format!("{ACCEPTED}: the entry {} expired on {day}", describe(own)));
                }
                _ => _ = accepted.ids.insert(entry.id.clone()),
            }
            accepted.entries.push(entry);
        }
        if base.is_none() && !accepted.ids.is_empty() {
            accepted.notes.push(format!("the run has no base, so {ACCEPTED} of this revision is in force"));
        }
        accepted
    }

    /// Returns a note for each entry about this pair that matches none of its findings.
    #[must_use]
    pub fn stale(&self, pair: &PairReport, operators: &[Operator]) -> Vec<String> {
        let own = self.entries.iter().filter(|entry| selector(&pair.java) == entry.pair);
        own.filter(|entry| is_unneeded(entry, &[pair], operators)).map(stale_line).collect()
    }

    /// Returns a note for each entry about a Java file that no longer exists.
    #[must_use]
    pub fn gone(&self, paths: &BTreeSet<String>) -> Vec<String> {
        self.entries.iter().filter(|entry| !paths.contains(file_of(entry))).map(stale_line).collect()
    }
}

fn stale_line(entry: &AcceptedEntry) -> String {
    format!(
        "{ACCEPTED}: the entry {} matches no finding any more; `cargo mts accept --prune` removes the entry",
        describe(entry)
    )
}

/// Returns the path of the Java file of an entry.
fn file_of(entry: &AcceptedEntry) -> &str {
    entry.pair.split('#').next().unwrap_or_default()
}

/// Reports whether an entry matches no finding any more.
///
/// The pair was measured with the entry's operator and has no finding with this id, or the Java
/// file no longer exists.
#[must_use]
pub fn is_stale(
    entry: &AcceptedEntry,
    pairs: &[PairReport],
    operators: &[Operator],
    exists: &dyn Fn(&str) -> bool,
) -> bool {
    let own: Vec<&PairReport> = pairs.iter().filter(|pair| selector(&pair.java) == entry.pair).collect();
    if own.is_empty() { !exists(file_of(entry)) } else { is_unneeded(entry, &own, operators) }
}

/// Reports whether measured pairs have no finding with the id of an entry.
///
/// The function returns `false` if the run did not search for this kind of finding, or if the entry is about a mutant
/// and the run measured only a sample of the mutants. The function also returns `false` for drift, because drift is
/// about one change and always disappears with the next change.
fn is_unneeded(entry: &AcceptedEntry, own: &[&PairReport], operators: &[Operator]) -> bool {
    let was_asked = entry.kind != FindingKind::Drift && entry.operator.is_none_or(|one| operators.contains(&one));
    // The tool searches for fragments, properties and variants only on request.
    let any = |has: fn(&PairReport) -> bool| own.iter().any(|pair| has(pair));
    let was_asked = was_asked
        && match entry.kind {
            FindingKind::Fragment => any(|pair| pair.head.fragments.is_some()),
            FindingKind::Property => any(|pair| pair.head.properties.is_some()),
            FindingKind::Variant => any(|pair| pair.head.variants.is_some()),
            FindingKind::Mutant => !any(|pair| pair.head.sample.is_some()),
            _ => true,
        };
    was_asked && !own.iter().any(|pair| pair.findings.iter().any(|finding| finding.id == entry.id))
}

/// Returns the selector of a pair's Java side, in the form of `Function::selector`.
#[must_use]
pub fn selector(java: &JavaSide) -> String {
    format!("{}#{}.{}({})", java.file, java.class, java.method, java.params.join(","))
}

/// Formats an entry as `MTS-... (Class.method, ROR: reason)`.
fn describe(entry: &AcceptedEntry) -> String {
    let pair = entry.pair.split('#').next_back().unwrap_or(&entry.pair);
    let operator = entry.operator.map_or(String::new(), |operator| format!(", {operator}"));
    format!("{} ({pair}{operator}: {})", entry.id, entry.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[(&str, Option<&str>)]) -> AcceptedFile {
        let mut file = AcceptedFile::default();
        for (id, expires) in entries {
            let entry = AcceptedEntry {
                id: format!("MTS-{id:0>12}"),
                pair: "A.java#A.f(int)".to_owned(),
                kind: FindingKind::Mutant,
                operator: Some(Operator::ROR),
                what: String::new(),
                reason: "meant".to_owned(),
                expires: expires.map(str::to_owned),
                by: None,
            };
            file.accept(entry).expect("written");
        }
        file
    }

    /// 2026-03-01, 12:00 UTC.
    const TESTED: Option<i64> = Some(1_772_366_400);

    fn ids(accepted: &AcceptList) -> Vec<&str> {
        accepted.ids.iter().map(|id| id.trim_start_matches("MTS-00000000000")).collect()
    }

    #[test]
    fn only_entries_of_both_revisions_are_accepted() {
        let accepted = AcceptList::from_revisions(
            Some(&list(&[("1", None), ("2", None)])),
            &list(&[("2", None), ("3", None)]),
            TESTED,
        );
        assert_eq!(ids(&accepted), ["2"]);
        assert_eq!(accepted.pending_until_merge, [".mts/accepted.yml accepts MTS-000000000003 (A.f(int), ROR: meant)"]);
        let first = AcceptList::from_revisions(None, &list(&[("1", None)]), TESTED);
        assert_eq!(ids(&first), ["1"]);
        assert!(first.notes[0].contains("no base"), "{:?}", first.notes);
    }

    #[test]
    fn an_entry_expires_by_the_tested_commit() {
        let both = list(&[("1", Some("2026-02-28")), ("2", Some("2026-03-01"))]);
        let accepted = AcceptList::from_revisions(Some(&both), &both, TESTED);
        assert_eq!(ids(&accepted), ["2"]);
        assert!(accepted.notes[0].contains("expired on 2026-02-28"), "{:?}", accepted.notes);
        assert_eq!(ids(&AcceptList::from_revisions(Some(&both), &both, None)), ["1", "2"]);
    }

    #[test]
    fn a_later_expiry_applies_after_the_merge_and_an_earlier_one_at_once() {
        let (near, far) = (list(&[("1", Some("2026-02-01"))]), list(&[("1", None)]));
        let longer = AcceptList::from_revisions(Some(&near), &far, TESTED);
        assert_eq!(ids(&longer), Vec::<&str>::new());
        assert!(longer.pending_until_merge[0].ends_with("for ever"), "{:?}", longer.pending_until_merge);
        let shorter = AcceptList::from_revisions(Some(&far), &near, TESTED);
        assert_eq!((ids(&shorter), shorter.pending_until_merge.len()), (Vec::new(), 0));
    }
}
