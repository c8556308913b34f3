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
    /// The notes about ignore comments and builds.
    pub notes: Vec<String>,
    /// The ignore comments that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
}

/// A pair of the plan, with its jobs.
pub struct PlannedJobs {
    /// The pair.
    pub planned: Arc<PlannedPair>,
    /// The jobs of the pair, or the reason why the pair has no job.
    pub jobs: Result<PairJobs, SkipReason>,
    /// Whether the pair has no job at the tested revision, and would have one at the base.
    pub was_comparable: bool,
}

/// The jobs of one pair.
pub struct PairJobs {
    /// The job at the tested revision.
    pub head: GeneratedPair,
    /// The job at the base; `None` if the pair cannot run at the base.
    ///
    /// The job has the inputs of the tested revision.
    pub base: Option<GeneratedPair>,
}

impl Jobs {
    /// Returns the pairs that have jobs, in the order of the plan.
    pub fn ready(&self) -> impl Iterator<Item = &PairJobs> + Clone {
        self.pairs.iter().filter_map(|pair| pair.jobs.as_ref().ok())
    }

    /// Returns every job. The base of each pair follows its head.
    pub fn all(&self) -> impl Iterator<Item = &PairJob> + Clone {
        self.ready().flat_map(PairJobs::iter).map(GeneratedPair::job)
    }

    /// Reports whether any pair runs at the base too.
    #[must_use]
    pub fn has_base(&self) -> bool {
        self.ready().any(|pair| pair.base.is_some())
    }

    /// Returns the jobs with `change` applied to each pair that has jobs.
    ///
    /// `change` also gets the index of the pair in the plan.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(usize, PairJobs) -> Result<PairJobs, SkipReason>) -> Self {
        let changed = |(at, pair): (usize, PlannedJobs)| PlannedJobs {
            jobs: pair.jobs.and_then(|jobs| change(at, jobs)),
            ..pair
        };
        Self { pairs: self.pairs.into_iter().enumerate().map(changed).collect(), ..self }
    }
}

impl PairJobs {
    /// Returns the jobs of the pair. The base follows the head.
    pub fn iter(&self) -> impl Iterator<Item = &GeneratedPair> + Clone {
        std::iter::once(&self.head).chain(&self.base)
    }

    /// Returns the pair with `change` applied to both jobs.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(GeneratedPair) -> GeneratedPair) -> Self {
        Self { head: change(self.head), base: self.base.map(change) }
    }
}
