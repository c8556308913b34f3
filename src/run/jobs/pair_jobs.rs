//! Owns the jobs of a plan as data: one entry for each pair. A later stage takes the jobs and gives new ones; making
//! them is left to `jobs`.

use mts_engine::{GeneratedPair, PairJob};

/// The jobs of a plan.
pub struct Jobs {
    /// For each pair of the plan its jobs, or why it has none.
    pub pairs: Vec<Result<PairJobs, String>>,
    /// Notes on ignore comments and builds.
    pub notes: Vec<String>,
    /// Ignore comments that hold only after the merge.
    pub pending_until_merge: Vec<String>,
}

/// The jobs of one pair.
pub struct PairJobs {
    /// At the tested revision.
    pub head: GeneratedPair,
    /// At the base, on the inputs of the tested revision; `None` where the pair cannot run there.
    pub base: Option<GeneratedPair>,
}

impl Jobs {
    /// The pairs that have jobs, in the order of the plan.
    pub fn ready(&self) -> impl Iterator<Item = &PairJobs> + Clone {
        self.pairs.iter().flatten()
    }

    /// Every job, each pair's base after its head.
    pub fn all(&self) -> impl Iterator<Item = &PairJob> + Clone {
        self.ready().flat_map(PairJobs::iter).map(GeneratedPair::job)
    }

    /// Whether any pair runs at the base too.
    #[must_use]
    pub fn has_base(&self) -> bool {
        self.ready().any(|pair| pair.base.is_some())
    }

    /// The same jobs, with `change` applied to each pair that has jobs. It gets the pair's place in the plan.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(usize, PairJobs) -> Result<PairJobs, String>) -> Self {
        let pairs = self.pairs.into_iter().enumerate();
        Self { pairs: pairs.map(|(at, pair)| change(at, pair?)).collect(), ..self }
    }
}

impl PairJobs {
    /// The jobs, the base after the head.
    pub fn iter(&self) -> impl Iterator<Item = &GeneratedPair> + Clone {
        std::iter::once(&self.head).chain(&self.base)
    }

    /// The same pair with both jobs changed.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(GeneratedPair) -> GeneratedPair) -> Self {
        Self { head: change(self.head), base: self.base.map(change) }
    }
}
