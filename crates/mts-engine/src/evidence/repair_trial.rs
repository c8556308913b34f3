//! Runs copies of a port with repairs, and compares them with the Java original.
//!
//! The module `diagnosis` selects the repairs.

use crate::job::VerdictSettings;
use crate::outcome::PairOutcome;
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::error::Result;
use mts_model::{CopyOutcomes, Input, Outcome, Signature, TextEdit};
use mts_oracle::compare_outcomes;
use mts_oracle::findings::{DisagreementKey, disagreement_key};
use mts_workers::{PythonUnit, RunRequest, Runtime};

/// The highest number of bytes of Python modules in one request to the worker.
const LARGEST_REQUEST: usize = 4 << 20;

/// Everything that is necessary to run repaired copies of one port.
pub(super) struct RepairTrial<'a> {
    pub measured: &'a PairOutcome,
    pub signature: &'a Signature,
    pub settings: &'a VerdictSettings,
    pub cpython: &'a mut dyn Runtime<PythonUnit>,
}

/// Inputs of a pair, each with the outcome of the Java original.
#[derive(Clone, Copy)]
pub(super) struct JavaRuns<'a> {
    pub inputs: &'a [Input],
    pub outcomes: &'a [Outcome],
    /// The indexes of the inputs to run.
    pub at: &'a [usize],
}

/// The comparison of one call of an edited port with Java's call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EditedCall {
    /// The sides agree.
    Agrees,
    /// The sides disagree or are incomparable.
    Disagrees(DisagreementKey),
    /// The call of the port did not run or did not end. The tool does not compare this call.
    NotEnded,
}

impl RepairTrial<'_> {
    /// Reports whether each edited port agrees with Java on each input.
    ///
    /// The result has one list for each set of edits, with one element for each index in `java.at`.
    pub fn agreement(&mut self, edits: &[Vec<TextEdit>], java: JavaRuns<'_>) -> Result<Vec<Vec<bool>>> {
        let agrees = |calls: Vec<EditedCall>| calls.iter().map(|call| *call == EditedCall::Agrees).collect();
        Ok(self.calls(edits, java)?.into_iter().map(agrees).collect())
    }

    /// Compares each edited port with Java on each input.
    ///
    /// The result has the same lists as that of [`Self::agreement`].
    pub fn calls(&mut self, edits: &[Vec<TextEdit>], java: JavaRuns<'_>) -> Result<Vec<Vec<EditedCall>>> {
        let job = &self.measured.job;
        let together = (LARGEST_REQUEST / job.python.text.len().max(1)).max(1);
        let mut all = Vec::with_capacity(edits.len());
        for part in edits.chunks(together) {
            let copies: Vec<(u32, PythonCopy<'_>)> =
                (1..).zip(part.iter().map(|edits| PythonCopy::Edits(edits))).collect();
            let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &copies) else {
                all.extend(part.iter().map(|_| vec![EditedCall::NotEnded; java.at.len()]));
                continue;
            };
            let budget = |at: &usize| (*at, self.settings.budgets.java(java.outcomes[*at].ticks));
            let run_request = |(copy, _): &(u32, PythonCopy<'_>)| RunRequest {
                copy: *copy,
                inputs: java.at.iter().map(budget).collect(),
                continue_after_failure: true,
            };
            let run_requests: Vec<RunRequest> = copies.iter().map(run_request).collect();
            let answers = self.cpython.run(&unit, java.inputs, &run_requests)?;
            all.extend(answers.iter().map(|answer| self.compare(answer, java)));
        }
        Ok(all)
    }

    fn compare(&self, answer: &CopyOutcomes, java: JavaRuns<'_>) -> Vec<EditedCall> {
        let params: Vec<String> = self.measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
        let compare = |(nth, at): (usize, &usize)| {
            let (own, input) = (&java.outcomes[*at], &java.inputs[*at]);
            let Some(python) = answer.outcomes.get(nth).filter(|python| python.has_ended()) else {
                return EditedCall::NotEnded;
            };
            let found = compare_outcomes(own, python, self.signature, input, &self.settings.rules);
            let key = disagreement_key(&found, own, python, &params).filter(|_| !found.agrees());
            key.map_or(EditedCall::Agrees, EditedCall::Disagrees)
        };
        java.at.iter().enumerate().map(compare).collect()
    }
}
