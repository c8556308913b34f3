//! Ends a pair whose code needs something that the environment lacks.
//!
//! The workers find the missing requirement. A missing requirement is no evidence about the port,
//! so no mutant runs.

use crate::job::PairJob;
use crate::stages::error::{StageError, StageResult};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::report::{NotRun, SkipReason};
use mts_model::{CopyOutcomes, Reason, Requirement};
use mts_workers::{PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// The ports' files that a worker has imported, each with its missing requirement.
#[derive(Default)]
pub(crate) struct ImportChecks {
    known: BTreeMap<String, Option<Requirement>>,
}

impl ImportChecks {
    /// Imports the file of a port before its Java stage.
    ///
    /// Pairs of the same file share one import. The function does not import a program, because its
    /// import is its run, or a file outside of a package without the word `import`.
    ///
    /// # Errors
    /// Returns an error if the environment lacks something that the import needs, or if the worker
    /// does not start.
    pub fn check(&mut self, job: &PairJob, cpython: &mut dyn Runtime<PythonUnit>) -> StageResult<()> {
        let (entry, text) = (&job.python_context.entry, &job.python.text);
        let can_import = text.contains("import") || entry.module.contains('.');
        if job.program.is_some() || !can_import {
            return Ok(());
        }
        let missing = match self.known.get(&entry.path) {
            Some(known) => known.clone(),
            None => {
                let unit = instrument::python::unit(&job.python, &job.python_context, &[(0, PythonCopy::Edits(&[]))])?;
                cpython.begin_pair();
                let run_request = RunRequest { copy: 0, inputs: Vec::new(), continue_after_failure: false };
                let found = cpython.run(&unit, &[], &[run_request])?.iter().find_map(missing).cloned();
                self.known.entry(entry.path.clone()).or_insert(found).clone()
            }
        };
        missing.map_or(Ok(()), |requirement| Err(StageError::from(requirement)))
    }
}

/// Returns the outcomes of an original function, if its environment was complete.
///
/// # Errors
/// Returns an error if a call ended because the environment lacks something.
pub(crate) fn with_requirements(outcomes: CopyOutcomes) -> StageResult<CopyOutcomes> {
    match missing(&outcomes).cloned() {
        Some(requirement) => Err(requirement.into()),
        None => Ok(outcomes),
    }
}

fn missing(outcomes: &CopyOutcomes) -> Option<&Requirement> {
    outcomes.outcomes.iter().find_map(|outcome| match &outcome.reason {
        Reason::MissingRequirement(requirement) => Some(requirement),
        _ => None,
    })
}

impl From<Requirement> for StageError {
    fn from(requirement: Requirement) -> Self {
        Self::Skipped(SkipReason::NotRun(NotRun::MissingRequirement(requirement)))
    }
}
