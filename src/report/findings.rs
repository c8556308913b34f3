//! Groups the findings of a report for all renderers.
//!
//! For example, the kills of one pair at one Java line form one group. [`FindingGroup::others`]
//! lists all rules. The findings of a pair already have their order in the report.

use crate::report::format::{self, by_interest};
use mts_model::report::{PairReport, PairStatus, RunReport};
use mts_model::{Finding, FindingKind, Language, Severity};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

mts_model::named_option! {
    /// Findings to mark at lines of a change.
    Annotate = All {
        /// Every finding, on its line of the port.
        All = "all",
        /// Only findings on a changed line.
        ChangedLines = "changed-lines",
    }
}

/// A line of the head revision that carries the mark of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark<'a> {
    /// The language of the marked line.
    pub side: Language,
    /// The file of the marked line.
    pub file: &'a str,
    /// The one-based number of the marked line.
    pub line: u32,
    /// The file of the other side.
    pub other_file: &'a str,
    /// The line of the other side, one-based.
    pub other_line: u32,
}

/// Findings with the same cause. A group is never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct FindingGroup<'a> {
    /// The pair of the findings.
    pub pair: &'a PairReport,
    /// The finding that a renderer shows.
    pub first: &'a Finding,
    /// The other findings of the group.
    ///
    /// Kills of one pair at one Java line share a group. All kills on inputs on which the original
    /// functions differ share one group for the whole pair. If Python cannot import a module, all
    /// pairs of the module share one group. If the callers of a function show the same difference
    /// as the function, the differences share one group.
    pub others: Vec<&'a Finding>,
    /// The other pairs with the same cause.
    ///
    /// These pairs are the other pairs of a module that Python cannot import, or the pairs whose
    /// functions call the function of this pair, directly or indirectly, and differ in the same way.
    pub pairs: Vec<&'a PairReport>,
    /// The findings that belong to the difference of the first finding.
    ///
    /// These findings are kills on inputs on which the original functions differ, fragments at the
    /// place of the difference, and the drift finding of the pair.
    pub followers: Vec<&'a Finding>,
}

impl FindingGroup<'_> {
    /// Returns the number of findings in the group.
    #[must_use]
    pub fn len(&self) -> usize {
        1 + self.others.len() + self.followers.len()
    }

    /// Returns the cause of the first finding, with the names of the other pairs.
    #[must_use]
    pub fn cause(&self) -> Cow<'_, str> {
        if self.pairs.is_empty() {
            return Cow::Borrowed(&self.first.cause);
        }
        let names: BTreeSet<&str> = self.pairs.iter().map(|pair| pair.name.as_str()).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| *name != self.pair.name).collect();
        let Some(why) = self.first.import_error.as_deref() else {
            let also = if names.is_empty() { "other pairs of this name".to_owned() } else { format::names(&names) };
            let verb = if names.len() == 1 { "calls" } else { "call" };
            return Cow::Owned(format!("{}; also in {also}, which {verb} this function", self.first.cause));
        };
        let (file, first) = (&self.pair.python.file, &self.pair.name);
        let names = if names.is_empty() { String::new() } else { format!(", {}", format::names(&names)) };
        Cow::Owned(format!("Python cannot import {file}: {why}; this error causes the findings of {first}{names}"))
    }

    /// Returns the noun for the other findings: `killed mutant` or `finding`.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        if self.pairs.is_empty() { "killed mutant" } else { "finding" }
    }

    /// Returns the place of the other findings, such as `at this line`.
    #[must_use]
    pub fn place(&self) -> &'static str {
        if !self.pairs.is_empty() {
            return if self.first.import_error.is_some() {
                "in other pairs of the module"
            } else {
                "in pairs that call this function"
            };
        }
        if self.first.caused_by_other {
            "on inputs on which the original functions differ already"
        } else {
            "at this line"
        }
    }

    /// Describes the number of `followers`; `None` if there are no followers.
    #[must_use]
    pub fn describe_followers(&self) -> Option<String> {
        let verb = if self.followers.len() == 1 { "belongs" } else { "belong" };
        (!self.followers.is_empty())
            .then(|| format!("{} {verb} to this difference", format::count(self.followers.len(), "other finding")))
    }

    /// Returns the cause of the drift finding among `followers`, if there is one.
    #[must_use]
    pub fn drift(&self) -> Option<&str> {
        self.followers.iter().find(|one| one.kind == FindingKind::Drift).map(|one| one.cause.as_str())
    }

    /// Returns the line to mark.
    ///
    /// `None` means that `annotate` requests a changed line, and the change touches no line of the finding. `is_first`
    /// means that the run has no base, so every line is new.
    #[must_use]
    pub fn mark(&self, annotate: Annotate, is_first: bool) -> Option<Mark<'_>> {
        let java = (Language::Java, self.pair.java.at_head().0, self.first.java_at_head());
        let python = (Language::Python, self.pair.python.at_head().0, self.first.python_at_head());
        let on_python = |line| (python.0, python.1, line);
        let ((side, file, line), other) = match annotate {
            Annotate::ChangedLines if !is_first => match (self.first.changed_line_python, self.first.changed_line_java)
            {
                (Some(line), _) => (on_python(line), java),
                (None, Some(line)) => ((java.0, java.1, line), python),
                (None, None) => return None,
            },
            _ => (python, java),
        };
        Some(Mark { side, file, line, other_file: other.1, other_line: other.2 })
    }

    /// Returns the sort key of the group.
    ///
    /// Groups of failed pairs come first, then errors before warnings before notes, then findings
    /// that the base does not have, then the groups with the most pairs, then the groups whose pair
    /// has the largest share of differing inputs.
    fn order(&self) -> (bool, Severity, bool, Reverse<usize>, Reverse<u64>) {
        let scores = &self.pair.head;
        let differing = scores.inputs.saturating_sub(scores.inputs_equal).saturating_mul(1000);
        let share = differing.checked_div(scores.inputs).unwrap_or(0);
        let first = self.first;
        let is_failed = self.pairs.iter().chain([&self.pair]).any(|pair| pair.status == PairStatus::Failed);
        (!is_failed, first.severity, first.same_at_base, Reverse(self.pairs.len()), Reverse(share))
    }

    /// Returns `false`, because a group always has a first finding.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// Groups the findings of all pairs that are not accepted, the most important groups first.
///
/// The method `order` of a group gives the order.
#[must_use]
pub fn groups(report: &RunReport) -> Vec<FindingGroup<'_>> {
    let all: Vec<FindingGroup<'_>> = by_interest(report).into_iter().flat_map(pair_groups).collect();
    let ids: BTreeSet<&str> = all.iter().map(|group| group.first.id.as_str()).collect();
    let is_consequence =
        |group: &FindingGroup<'_>| group.first.caused_by.as_deref().is_some_and(|cause| ids.contains(cause));
    let (consequences, causes): (Vec<_>, Vec<_>) = all.into_iter().partition(is_consequence);
    let mut groups: Vec<FindingGroup<'_>> = Vec::new();
    for group in causes.into_iter().chain(consequences) {
        let same = |known: &&mut FindingGroup<'_>| match &group.first.caused_by {
            Some(cause) => known.first.id == *cause,
            None => {
                known.first.import_error == group.first.import_error && known.pair.python.file == group.pair.python.file
            }
        };
        let is_one = group.first.import_error.is_some() || group.first.caused_by.is_some();
        match groups.iter_mut().filter(|_| is_one).find(same) {
            Some(known) => {
                known.others.push(group.first);
                known.others.extend(group.others);
                known.followers.extend(group.followers);
                known.pairs.push(group.pair);
            }
            None => groups.push(group),
        }
    }
    // The sort is stable: groups with equal keys keep the order of the pairs.
    groups.sort_by_key(FindingGroup::order);
    groups
}

/// Groups the findings of one pair that are not accepted.
#[must_use]
pub fn pair_groups(pair: &PairReport) -> Vec<FindingGroup<'_>> {
    let mut groups: Vec<FindingGroup<'_>> = Vec::new();
    let open = || pair.findings.iter().filter(|finding| !finding.accepted);
    let cause = open().find(|finding| finding.kind == FindingKind::Original && finding.severity != Severity::Note);
    let mut followers = Vec::new();
    for finding in open() {
        if cause.is_some_and(|cause| follows(finding, cause)) {
            followers.push(finding);
            continue;
        }
        let same = |group: &&mut FindingGroup<'_>| {
            finding.kind == FindingKind::Mutant
                && group.first.kind == finding.kind
                && group.first.caused_by_other == finding.caused_by_other
                && (finding.caused_by_other || group.first.line_java == finding.line_java)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.others.push(finding),
            None => groups.push(FindingGroup {
                pair,
                first: finding,
                others: Vec::new(),
                pairs: Vec::new(),
                followers: Vec::new(),
            }),
        }
    }
    let is_cause = |group: &&mut FindingGroup<'_>| cause.is_some_and(|cause| group.first.id == cause.id);
    if let Some(group) = groups.iter_mut().find(is_cause) {
        group.followers = followers;
    }
    groups
}

/// Reports whether a finding belongs to a difference of the original functions of its pair.
fn follows(finding: &Finding, cause: &Finding) -> bool {
    let is_at_place = || {
        let whole = cause.diagnosis.iter().filter(|diagnosis| diagnosis.explained == diagnosis.inputs);
        let places = whole.flat_map(|diagnosis| &diagnosis.places);
        { places }.any(|place| (place.line_java, place.line_python) == (finding.line_java, finding.line_python))
    };
    match finding.kind {
        FindingKind::Mutant => finding.caused_by_other,
        FindingKind::Fragment => is_at_place(),
        FindingKind::Drift => !cause.same_at_base,
        _ => false,
    }
}

/// Returns the accepted findings with their pairs, the worst pairs first.
#[must_use]
pub fn accepted(report: &RunReport) -> Vec<(&PairReport, &Finding)> {
    let all = by_interest(report).into_iter().flat_map(|pair| pair.findings.iter().map(move |one| (pair, one)));
    all.filter(|(_, finding)| finding.accepted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    #[test]
    fn a_module_that_does_not_import_is_one_group_for_all_its_pairs() {
        let mut report = test_reports::failed();
        let mut finding = report.pairs[1].findings[0].clone();
        finding.import_error = Some("ModuleNotFoundError: No module named 'x'".to_owned());
        let mut first = report.pairs[1].clone();
        first.findings = vec![finding.clone()];
        let mut second = PairReport { name: "Money.other".to_owned(), ..first.clone() };
        second.findings[0].id = "MTS-000000000009".to_owned();
        let mut elsewhere = PairReport { name: "Purse.sum".to_owned(), ..first.clone() };
        elsewhere.python.file = "py/purse.py".to_owned();
        report.pairs = vec![first, second, elsewhere];
        let all = groups(&report);
        let (shared, alone): (Vec<_>, Vec<_>) = all.iter().partition(|group| group.len() == 2);
        assert_eq!((shared.len(), alone.len()), (1, 1));
        let cause = shared[0].cause();
        let wanted = ": ModuleNotFoundError: No module named 'x'; this error causes the findings of ";
        assert!(cause.contains(wanted), "{cause}");
        assert!(cause.contains("Money.other") && !cause.contains("Purse.sum"), "{cause}");
        assert_eq!(shared[0].place(), "in other pairs of the module");
        assert_eq!(alone[0].cause(), alone[0].first.cause);
    }

    #[test]
    fn kills_at_one_line_are_one_group_without_accepted_findings() {
        let report = test_reports::failed();
        let all = groups(&report);
        let sizes: Vec<(&str, usize)> = all.iter().map(|g| (g.first.id.as_str(), g.len())).collect();
        assert_eq!(sizes, [("MTS-000000000001", 1), ("MTS-000000000002", 2), ("MTS-000000000004", 1)]);
    }
}
