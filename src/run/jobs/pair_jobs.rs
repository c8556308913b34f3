//! The jobs of a plan, one entry for each pair.
//!
//! A later stage takes the jobs and returns new jobs. The module `jobs` creates them.

use crate::run::plan::PlannedPair;
use mts_engine::{GeneratedPair, PairJob};
use mts_model::report::SkipReason;
use std::sync::Arc;

/// The jobs of a plan.
pub struct Jobs {
    /// The pairs with their jobs, in the order of the plan.
    pub pairs: Vec<PlannedJobs>,
    /// The notes about ignore comments, assume comments, enums and builds.
    pub notes: Vec<String>,
    /// The ignore comments and assume comments that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
}

/// A pair of the plan, with its jobs.
pub struct PlannedJobs {
    /// The pair.
    pub planned: Arc<PlannedPair>,
    /// The jobs of the pair, or the reason why the pair has no job.
    pub jobs: Result<PairJobs, SkipReason>,
    /// The job at the base, with inputs of its own.
    ///
    /// Only a pair without a job at the tested revision has this job. If the job gives a result, the change is the
    /// reason why the tool cannot test the pair.
    pub base_alone: Option<GeneratedPair>,
}

/// The jobs of one pair.
pub struct PairJobs {
    /// The job at the tested revision.
    pub head: GeneratedPair,
    /// The job at the base. `None` if the pair cannot run at the base, or if both revisions are equal.
    ///
    /// The job has the inputs of the tested revision. If the parameter types differ, the job has inputs of its own, and
    /// runs only if the tool cannot measure the head.
    pub base: Option<GeneratedPair>,
}

impl Jobs {
    /// Returns the pairs that have jobs, in the order of the plan.
    pub fn ready(&self) -> impl Iterator<Item = &PairJobs> + Clone {
        self.pairs.iter().filter_map(|pair| pair.jobs.as_ref().ok())
    }

    /// Returns every job. The job of the base follows the job of its head.
    pub fn all(&self) -> impl Iterator<Item = &PairJob> + Clone {
        let jobs = |pair| PlannedJobs::iter(pair).map(|(_, job)| job.job());
        self.pairs.iter().flat_map(jobs)
    }

    /// Reports whether any job runs at the base.
    #[must_use]
    pub fn has_base(&self) -> bool {
        self.pairs.iter().flat_map(PlannedJobs::iter).any(|(is_base, _)| is_base)
    }

    /// Returns the jobs with `change` applied to each job.
    ///
    /// `change` also gets the index of the pair in the plan, and whether the job is of the base.
    #[must_use]
    pub fn map_each(self, mut change: impl FnMut(usize, bool, GeneratedPair) -> GeneratedPair) -> Self {
        let changed = |(at, pair): (usize, PlannedJobs)| PlannedJobs {
            jobs: pair.jobs.map(|PairJobs { head, base }| PairJobs {
                head: change(at, false, head),
                base: base.map(|base| change(at, true, base)),
            }),
            base_alone: pair.base_alone.map(|base| change(at, true, base)),
            ..pair
        };
        Self { pairs: self.pairs.into_iter().enumerate().map(changed).collect(), ..self }
    }
}

impl PlannedJobs {
    /// Returns the jobs of the pair. The flag of each job is `true` for the base.
    pub fn iter(&self) -> impl Iterator<Item = (bool, &GeneratedPair)> + Clone {
        let head = self.jobs.as_ref().ok().map(|jobs| &jobs.head);
        head.map(|head| (false, head)).into_iter().chain(self.base().map(|base| (true, base)))
    }

    /// Returns the job at the base, if there is one.
    #[must_use]
    pub fn base(&self) -> Option<&GeneratedPair> {
        self.jobs.as_ref().map_or(self.base_alone.as_ref(), |jobs| jobs.base.as_ref())
    }

    /// Returns the jobs of the tested revision and of the base.
    #[must_use]
    pub fn into_jobs(self) -> [Option<GeneratedPair>; 2] {
        match self.jobs {
            Ok(PairJobs { head, base }) => [Some(head), base],
            Err(_) => [None, self.base_alone],
        }
    }
}
