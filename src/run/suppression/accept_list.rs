//! The accepted findings of a run: which entries of the base's list hold, what the change would add to
//! it, and which entries no finding needs any more. Writing the list is `accept`'s business.

use crate::config::{ACCEPTED, AcceptedEntry, AcceptedFile};
use crate::run::results::timestamp::utc;
use mts_model::report::{JavaSide, PairReport};
use mts_model::{FindingKind, Operator};
use std::collections::BTreeSet;

/// The accepted findings of a run.
#[derive(Clone, Debug, Default)]
pub struct AcceptList {
    /// Ids of the findings.
    pub ids: BTreeSet<String>,
    /// Entries that hold, expired ones included.
    entries: Vec<AcceptedEntry>,
    /// Things to tell about the list.
    pub notes: Vec<String>,
    /// Entries that hold only after the merge.
    pub pending_until_merge: Vec<String>,
}

impl AcceptList {
    /// The entries that both revisions' lists have. The removal of an entry by the change counts
    /// at once, and so does a nearer day of expiry; a later one waits for the merge. Without a base the
    /// tested revision's own list holds. `seconds` is when the tested commit was made (for a working tree
    /// its `HEAD`), since 1970: an expiry must not depend on when a run is repeated.
    #[must_use]
    pub fn from_revisions(base: Option<&AcceptedFile>, head: &AcceptedFile, seconds: Option<i64>) -> Self {
        let mut accepted = Self::default();
        let today = seconds.map(|seconds| utc(seconds as f64)[..10].to_owned());
        for own in head.entries() {
            let mut entry = own.clone();
            if let Some(base) = base {
                let Some(before) = base.entries().iter().find(|known| known.id == own.id) else {
                    accepted.pending_until_merge.push(format!("{ACCEPTED} accepts {}", describe(own)));
                    continue;
                };
                // No day of expiry is later than any.
                let later = |day: &Option<String>| day.clone().unwrap_or_else(|| "~".to_owned());
                if later(&own.expires) > later(&before.expires) {
                    entry.expires.clone_from(&before.expires);
                    let until = own.expires.as_ref().map_or("for ever".to_owned(), |day| format!("until {day}"));
                    accepted.pending_until_merge.push(format!("{ACCEPTED} accepts {} {until}", describe(own)));
                }
            }
            match (&entry.expires, &today) {
                (Some(day), Some(today)) if day < today => {
                    accepted
                        .notes
                        .push(format!("{ACCEPTED}: {} was accepted until {day} and is no longer", describe(own)));
                }
                _ => _ = accepted.ids.insert(entry.id.clone()),
            }
            accepted.entries.push(entry);
        }
        if base.is_none() && !accepted.ids.is_empty() {
            accepted.notes.push(format!("there is no base: this revision's own {ACCEPTED} holds"));
        }
        accepted
    }

    /// A line for each entry about this pair that none of its findings needs.
    #[must_use]
    pub fn stale(&self, pair: &PairReport, operators: &[Operator]) -> Vec<String> {
        let own = self.entries.iter().filter(|entry| selector(&pair.java) == entry.pair);
        own.filter(|entry| is_unneeded(entry, &[pair], operators)).map(stale_line).collect()
    }

    /// A line for each entry about a Java file that is gone.
    #[must_use]
    pub fn gone(&self, paths: &BTreeSet<String>) -> Vec<String> {
        self.entries.iter().filter(|entry| !paths.contains(file_of(entry))).map(stale_line).collect()
    }
}

fn stale_line(entry: &AcceptedEntry) -> String {
    format!("{ACCEPTED}: no finding is {} any more; `cargo mts accept --prune` removes it", describe(entry))
}

/// The Java file that an entry is about.
fn file_of(entry: &AcceptedEntry) -> &str {
    entry.pair.split('#').next().unwrap_or_default()
}

/// Whether an entry matches no finding any more: its pair was analysed, with its operator, and shows
/// none of its id; or its Java file is gone.
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

/// Whether analysed pairs show no finding with the id of an entry. The tool must have looked for that finding. Drift is
/// of one change: the next one shows it no more, and that is no reason to tell.
fn is_unneeded(entry: &AcceptedEntry, own: &[&PairReport], operators: &[Operator]) -> bool {
    let was_asked = entry.kind != FindingKind::Drift && entry.operator.is_none_or(|one| operators.contains(&one));
    // Fragments and variants are looked for only where somebody asks.
    let any = |has: fn(&PairReport) -> bool| own.iter().any(|pair| has(pair));
    let was_asked = was_asked
        && match entry.kind {
            FindingKind::Fragment => any(|pair| pair.head.fragments.is_some()),
            FindingKind::Property => any(|pair| pair.head.properties.is_some()),
            FindingKind::Variant => any(|pair| pair.head.variants.is_some()),
            _ => true,
        };
    was_asked && !own.iter().any(|pair| pair.findings.iter().any(|finding| finding.id == entry.id))
}

/// The selector of a pair's Java side, as `Function::selector` gives it.
#[must_use]
pub fn selector(java: &JavaSide) -> String {
    format!("{}#{}.{}({})", java.file, java.class, java.method, java.params.join(","))
}

/// `MTS-... (Class.method, ROR: reason)`.
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

    /// Noon of 2026-03-01.
    const TESTED: Option<i64> = Some(1_772_366_400);

    fn ids(accepted: &AcceptList) -> Vec<&str> {
        accepted.ids.iter().map(|id| id.trim_start_matches("MTS-00000000000")).collect()
    }

    #[test]
    fn only_what_both_revisions_accept_holds() {
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
        assert!(accepted.notes[0].contains("until 2026-02-28"), "{:?}", accepted.notes);
        assert_eq!(ids(&AcceptList::from_revisions(Some(&both), &both, None)), ["1", "2"]);
    }

    #[test]
    fn a_later_day_waits_for_the_merge_and_a_nearer_one_does_not() {
        let (near, far) = (list(&[("1", Some("2026-02-01"))]), list(&[("1", None)]));
        let longer = AcceptList::from_revisions(Some(&near), &far, TESTED);
        assert_eq!(ids(&longer), Vec::<&str>::new());
        assert!(longer.pending_until_merge[0].ends_with("for ever"), "{:?}", longer.pending_until_merge);
        let shorter = AcceptList::from_revisions(Some(&far), &near, TESTED);
        assert_eq!((ids(&shorter), shorter.pending_until_merge.len()), (Vec::new(), 0));
    }
}
