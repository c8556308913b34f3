//! The findings of a report in the order and the groups in which every renderer for people shows them:
//! kills at one Java line are one thing to read. Their rank inside a pair is decided by `judgement`.

use super::by_interest;
use crate::model::report::{PairReport, RunReport};
use crate::model::{Finding, FindingKind};

/// Findings that are read together; never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Group<'a> {
    /// Their pair.
    pub pair: &'a PairReport,
    /// The one that is shown.
    pub first: &'a Finding,
    /// Others of the same kind at the same Java line; kills that follow from a disagreement of the
    /// unmutated sides are one group for the whole pair.
    pub others: Vec<&'a Finding>,
}

impl Group<'_> {
    /// How many findings it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        1 + self.others.len()
    }

    /// Where the others are, for a sentence.
    #[must_use]
    pub fn place(&self) -> &'static str {
        if self.first.follows { "on inputs on which the unmutated sides differ already" } else { "at this line" }
    }

    /// Never: a group has a first finding.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// The open findings, grouped, the pairs that matter most first. Accepted ones are left out.
#[must_use]
pub fn groups(report: &RunReport) -> Vec<Group<'_>> {
    by_interest(report).into_iter().flat_map(of_pair).collect()
}

/// The open findings of one pair, grouped.
#[must_use]
pub fn of_pair(pair: &PairReport) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in pair.findings.iter().filter(|finding| !finding.accepted) {
        let same = |group: &&mut Group<'_>| {
            finding.kind == FindingKind::Mutant
                && group.first.kind == finding.kind
                && group.first.follows == finding.follows
                && (finding.follows || group.first.line_java == finding.line_java)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.others.push(finding),
            None => groups.push(Group { pair, first: finding, others: Vec::new() }),
        }
    }
    groups
}

/// The accepted findings with their pairs, in the same order.
#[must_use]
pub fn accepted(report: &RunReport) -> Vec<(&PairReport, &Finding)> {
    let all = by_interest(report).into_iter().flat_map(|pair| pair.findings.iter().map(move |one| (pair, one)));
    all.filter(|(_, finding)| finding.accepted).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn kills_at_one_line_are_one_group_and_accepted_ones_are_left_out() {
        let report = sample::failed();
        let all = groups(&report);
        let sizes: Vec<(&str, usize)> = all.iter().map(|g| (g.first.id.as_str(), g.len())).collect();
        assert_eq!(sizes, [("MTS-000000000001", 1), ("MTS-000000000002", 2), ("MTS-000000000004", 1)]);
    }
}
