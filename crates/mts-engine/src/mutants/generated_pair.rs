//! A job with its functions, their alignment and their mutants.
//!
//! The tool generates the mutants only once: when the run counts them, or in the Java stage. A second
//! round of the pair runs the same mutants.

use crate::budget::sampling::Sampling;
use crate::job::{PairJob, VerdictSettings};
use crate::mutants::mutation_targets::MutationTargets;
use mts_generate::inputs::InputGenerator;
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_model::compilation_unit::PythonContext;
use mts_model::{Choice, Mutant, Pair, Suite};
use std::sync::{Arc, OnceLock};

/// A job with the data that is generated from its texts. No method changes the texts of the job.
pub struct GeneratedPair {
    job: PairJob,
    /// Whether the translations are edits of the port.
    follows_port: bool,
    targets: OnceLock<Result<Arc<MutationTargets>, String>>,
}

impl From<PairJob> for GeneratedPair {
    fn from(job: PairJob) -> Self {
        Self::new(job, true)
    }
}

impl GeneratedPair {
    /// Creates the pair of a job. `follows_port` is [`mts_translate::Translator::follows_port`].
    #[must_use]
    pub fn new(job: PairJob, follows_port: bool) -> Self {
        Self { job, follows_port, targets: OnceLock::new() }
    }

    /// Returns the job.
    #[must_use]
    pub fn job(&self) -> &PairJob {
        &self.job
    }

    /// Returns the functions of the job, with their alignment.
    ///
    /// # Errors
    /// Returns an error if the Java side cannot be read.
    pub fn targets(&self) -> Result<&Arc<MutationTargets>, &str> {
        let make = || MutationTargets::from_job(&self.job, self.follows_port).map(Arc::new);
        self.targets.get_or_init(make).as_ref().map_err(String::as_str)
    }

    /// Returns the mutants that are generated and not ignored.
    ///
    /// # Errors
    /// Returns an error if the Java side cannot be read.
    pub fn mutants(&self, settings: &VerdictSettings) -> Result<impl Iterator<Item = &Mutant>, &str> {
        let is_ours = |mutant: &&Mutant| !self.job.ignored.ids.contains(&mutant.id);
        Ok(self.targets()?.mutants(settings).filter(is_ours))
    }

    /// Returns the number of mutants that are generated and not ignored.
    #[must_use]
    pub fn count_mutants(&self, settings: &VerdictSettings) -> u64 {
        self.mutants(settings).map_or(0, |mutants| mutants.count() as u64)
    }

    /// Returns the same pair with other ignored mutants.
    #[must_use]
    pub fn with_ignored(self, ignored: IgnoredMutants) -> Self {
        Self { job: PairJob { ignored, ..self.job }, ..self }
    }

    /// Returns the same pair with another rule that selects the mutants to run.
    #[must_use]
    pub fn with_sampling(self, sampling: Sampling) -> Self {
        Self { job: PairJob { sampling, ..self.job }, ..self }
    }

    /// Replaces the suite of the pair, and the generator of its inputs.
    #[must_use]
    pub fn with_inputs(self, generator: Option<Arc<InputGenerator>>, suite: Suite) -> Self {
        Self { job: PairJob { generator, suite, ..self.job }, ..self }
    }

    /// Returns the same pair with another rule that selects its inputs.
    #[must_use]
    pub fn with_choice(self, choice: Choice) -> Self {
        let suite = Suite { choice, ..self.job.suite };
        Self { job: PairJob { suite, ..self.job }, ..self }
    }

    /// Returns the same pair with a merge partner for the transformation that merges two functions.
    #[must_use]
    pub fn with_merge_partner(self, merge_partner: Option<Arc<Pair>>) -> Self {
        Self { job: PairJob { merge_partner, ..self.job }, ..self }
    }

    /// Returns the same pair with other data for compiling and importing.
    #[must_use]
    pub fn with_contexts(self, java_context: JavaContext, python_context: PythonContext) -> Self {
        Self { job: PairJob { java_context, python_context, ..self.job }, ..self }
    }

    /// Returns the job without the generated data.
    #[must_use]
    pub fn into_job(self) -> PairJob {
        self.job
    }
}
