//! Runs both functions and records the states at the entry of every fragment and candidate.

use crate::fragments::data::{Recording, Visits};
use crate::fragments::execution::bounded_runs::{can_run_port, is_slow, outcomes, tick_budget, with_time_limit};
use crate::job::PairJob;
use crate::job::settings::ORIGINAL_BUDGET;
use crate::outcome::comparison::is_same_outcome;
use mts_generate::fragments::contexts::FragmentState;
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::aliasing;
use mts_model::error::Result;
use mts_model::{Input, Outcome, TextEdit, Value};
use mts_oracle::Rules;
use mts_oracle::fragments::is_rejected_state;
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};

/// The tick budgets of a function on one input.
///
/// The first budget is for a recording, and the second for a search. Each budget is enough for a loop that counts until
/// the square of its counter overflows an `int`.
pub(crate) const BUDGET: u64 = ORIGINAL_BUDGET / 20;
const SEARCH_BUDGET: u64 = ORIGINAL_BUDGET / 100;

/// Both functions, with and without recording.
pub(crate) struct Recorder {
    java: Vec<JavaUnit>,
    python: PythonUnit,
    /// The numbers of the recording copies, on each side.
    copies: [Vec<u32>; 2],
}

impl Recorder {
    /// Creates a recorder. `java` and `python` are the recording edits, in groups that run
    /// separately.
    pub fn new(job: &PairJob, java: &[Vec<TextEdit>], python: &[Vec<TextEdit>]) -> Option<Self> {
        let numbered = |edits: &[Vec<TextEdit>]| -> Vec<(u32, Vec<TextEdit>)> {
            std::iter::once((0, Vec::new())).chain((1..).zip(edits.iter().cloned())).collect()
        };
        let (own, other) = (numbered(java), numbered(python));
        let texts: Vec<(u32, PythonCopy<'_>)> =
            other.iter().map(|(copy, edits)| (*copy, PythonCopy::Edits(edits))).collect();
        let recording = |all: &[(u32, Vec<TextEdit>)]| all.iter().skip(1).map(|(copy, _)| *copy).collect();
        Some(Self {
            java: instrument::java::units(&job.java, &job.pair.java, &job.java_context, &own).ok()?,
            python: with_time_limit(instrument::python::unit(&job.python, &job.python_context, &texts).ok()?),
            copies: [recording(&own), recording(&other)],
        })
    }

    /// Runs both sides on the inputs. The first `given` inputs belong to the suite.
    ///
    /// On each input, the recorder compares the outcome of a copy with recording and the outcome of the function. If
    /// these outcomes differ, the recorder drops the recorded states of the input.
    ///
    /// # Errors
    /// Returns an error if a worker does not start.
    pub fn run(
        &self,
        (inputs, given): (&[Input], usize),
        rules: &Rules,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Recording> {
        let (java, java_visits) = self.java(inputs, BUDGET, &|_| true, jvm)?;
        let (mut python, mut python_visits) = (Vec::new(), vec![Visits::new(); inputs.len()]);
        // If Java does not end, the port does not run, because the outcomes could not be compared.
        let mut ended: Vec<usize> =
            (0..inputs.len()).filter(|at| can_run_port(&java[*at], *at < given, rules)).collect();
        for copy in std::iter::once(0).chain(self.copies[1].iter().copied()) {
            let outcomes = self.python(copy, (&ended, &java), BUDGET, inputs, cpython)?;
            match copy {
                0 => {
                    ended.retain(|at| !is_slow(&outcomes[*at]));
                    python = outcomes;
                }
                _ => gather(&mut python_visits, &outcomes, &python),
            }
        }
        Ok(Recording { java, python, java_visits, python_visits })
    }

    /// Runs Java with recording, and the port without recording on the wanted inputs.
    ///
    /// The recorder records the states of the Java function at its fragments. An input is wanted if Java ends on the
    /// input and does not reject it, and if `wants` accepts Java's recorded states.
    pub fn search(
        &self,
        inputs: &[Input],
        wants: &dyn Fn(&Visits) -> bool,
        rules: &Rules,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Recording> {
        // Inputs that do not end, and inputs that Java rejects, are not compared here.
        let can_run_port = |java: &Outcome| can_run_port(java, false, rules) && !is_rejected_state(java, rules);
        let (java, java_visits) = self.java(inputs, SEARCH_BUDGET, &can_run_port, jvm)?;
        let is_wanted = |at: &usize| can_run_port(&java[*at]) && wants(&java_visits[*at]);
        let wanted: Vec<usize> = (0..inputs.len()).filter(is_wanted).collect();
        let python = self.python(0, (&wanted, &java), SEARCH_BUDGET, inputs, cpython)?;
        Ok(Recording { java, python, java_visits, python_visits: vec![Visits::new(); inputs.len()] })
    }

    /// Runs Java on all inputs, and records the states on some inputs.
    ///
    /// The recording copies run on an input only if its outcome is not slow, and `wants` accepts this outcome.
    fn java(
        &self,
        inputs: &[Input],
        ticks: u64,
        wants: &dyn Fn(&Outcome) -> bool,
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<(Vec<Outcome>, Vec<Visits>)> {
        let (mut java, mut visits) = (Vec::new(), vec![Visits::new(); inputs.len()]);
        let mut wanted: Vec<usize> = (0..inputs.len()).collect();
        for copy in std::iter::once(0).chain(self.copies[0].iter().copied()) {
            let Some(unit) = self.java.iter().find(|unit| unit.copies().contains(&copy)) else { continue };
            let run = &mut |run_requests: &[RunRequest]| jvm.run(unit, inputs, run_requests);
            let outcomes = outcomes(copy, &wanted, inputs.len(), &|_| ticks, run)?;
            match copy {
                0 => {
                    // The recording copies would be slow on the same inputs.
                    wanted.retain(|at| !is_slow(&outcomes[*at]) && wants(&outcomes[*at]));
                    java = outcomes;
                }
                _ => gather(&mut visits, &outcomes, &java),
            }
        }
        Ok((java, visits))
    }

    fn python(
        &self,
        copy: u32,
        (wanted, java): (&[usize], &[Outcome]),
        ticks: u64,
        inputs: &[Input],
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Vec<Outcome>> {
        let budget = |at: usize| tick_budget(&java[at], ticks);
        outcomes(copy, wanted, inputs.len(), &budget, &mut |run_requests| {
            cpython.run(&self.python, inputs, run_requests)
        })
    }
}

fn gather(into: &mut [Visits], recorded: &[Outcome], plain: &[Outcome]) {
    for ((visits, outcome), own) in into.iter_mut().zip(recorded).zip(plain) {
        let silent = |outcome: &Outcome| Outcome { stdout: String::new(), ..outcome.clone() };
        if is_same_outcome(&silent(outcome), &silent(own)) {
            for (place, state) in outcome.stdout.lines().filter_map(line) {
                visits.entry(place).or_default().push(state);
            }
        }
    }
}

/// Parses a recorded line: the place, and the values if they could be read.
fn line(text: &str) -> Option<(u32, Option<FragmentState>)> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let parts = json.as_array()?;
    let place = u32::try_from(parts.first()?.as_u64()?).ok()?;
    let values = parts.get(1)?.as_array();
    let state: Option<FragmentState> =
        values.and_then(|values| values.iter().map(|value| Value::from_json(value).ok()).collect());
    // A value that contains itself cannot be compared.
    Some((place, state.filter(|state| aliasing::expanded(state).is_some())))
}
