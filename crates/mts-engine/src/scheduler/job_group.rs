//! The groups of jobs that share a suite, and the order of the groups.

use crate::mutants::generated_pair::GeneratedPair;

/// Jobs that run one after another.
///
/// The later jobs use the inputs that the first job selects.
pub(crate) struct JobGroup {
    /// The index of the group's first job in the list of all jobs.
    pub first: usize,
    /// The jobs, in order.
    pub jobs: Vec<GeneratedPair>,
}

/// Returns the groups of jobs that share their workers.
///
/// One small group for each of the `lead` worker pairs comes first. The Python stages then start
/// earlier (Johnson's rule for two machines in a row).
pub(crate) fn groups(jobs: Vec<GeneratedPair>, lead: usize) -> Vec<JobGroup> {
    let mut groups: Vec<JobGroup> = Vec::new();
    for (at, job) in jobs.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if job.job().suite.choice.follows_head() => group.jobs.push(job),
            _ => groups.push(JobGroup { first: at, jobs: vec![job] }),
        }
    }
    // The length of a function's text is an estimate for its number of mutants.
    let text = |group: &JobGroup| group.jobs.iter().map(|job| job.job().pair.java.span.len()).sum();
    smallest_first(groups, text, lead)
}

/// Moves the smallest groups, at most `lead`, to the front.
fn smallest_first<G>(mut groups: Vec<G>, size: impl Fn(&G) -> usize, lead: usize) -> Vec<G> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|nth| size(&groups[*nth]));
    order.truncate(lead);
    order.sort_unstable();
    for (to, from) in order.into_iter().enumerate() {
        groups[to..=from].rotate_right(1);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    #[test]
    fn a_small_group_for_each_worker_pair_runs_first_and_the_others_keep_their_order() {
        let sizes = [9, 8, 1, 1, 7, 3, 6];
        let groups = vec![0..1, 1..2, 2..4, 4..5, 5..6, 6..7];
        let size = |group: &Range<usize>| sizes[group.clone()].iter().sum();
        let ordered = |lead| smallest_first(groups.clone(), size, lead);
        assert_eq!(ordered(1), [2..4, 0..1, 1..2, 4..5, 5..6, 6..7]);
        assert_eq!(ordered(2), [2..4, 5..6, 0..1, 1..2, 4..5, 6..7]);
        assert_eq!(ordered(9), groups);
    }
}
