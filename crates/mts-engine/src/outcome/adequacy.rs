//! The adequacy of a suite on the Java side: taken branches and mutation score.

use crate::outcome::comparison::is_same_outcome;
use mts_model::report::{BranchCoverage, HuntCounts};
use mts_model::{CopyOutcomes, State};

/// The highest number of missed branches that a note names.
const NAMED: usize = 3;

/// The adequacy of one suite on the Java side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteAdequacy {
    /// The number of inputs in the suite.
    pub inputs: usize,
    /// The number of Java mutants that compiled and ran.
    pub mutants: usize,
    /// The number of mutants whose outcome differs from the original's outcome on an input.
    pub distinguished: usize,
    /// The branch coverage, if the tool selected the inputs by branches.
    pub coverage: Option<Coverage>,
    /// The hunt for differences on further inputs. `None` without a hunt.
    pub hunt: Option<Hunt>,
}

/// The hunt: a search for differences of the originals on inputs that were not selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunt {
    /// The number of inputs on which both originals ran and were compared.
    pub calls: usize,
    /// The number of inputs with a difference that the hunt added to the suite.
    pub found: usize,
    /// The branches that the selected inputs and the inputs of the hunt take.
    pub coverage: Coverage,
    /// Whether the hunt ended early, because its calls took too much time.
    pub is_slow: bool,
}

impl SuiteAdequacy {
    /// Computes the adequacy from the outcomes of the mutants.
    ///
    /// `ran` are the indexes of the inputs on which the mutants ran.
    #[must_use]
    pub fn new<'o>(
        inputs: usize,
        (coverage, hunt): (Option<Coverage>, Option<Hunt>),
        original: &CopyOutcomes,
        ran: &[usize],
        outcomes: impl Iterator<Item = &'o CopyOutcomes>,
    ) -> Self {
        let is_run = |mutant: &CopyOutcomes| mutant.outcomes.first().is_some_and(|first| !first.is_not_run());
        let compiled: Vec<_> = outcomes.filter(|run| is_run(run) && run.state() != State::NotCompiled).collect();
        let differs = |mutant: &CopyOutcomes| {
            let pairs = mutant.outcomes.iter().zip(ran);
            pairs
                .filter(|(own, _)| !own.is_not_run())
                .any(|(own, at)| original.outcomes.get(*at).is_some_and(|original| !is_same_outcome(own, original)))
        };
        let distinguished = compiled.iter().filter(|mutant| differs(mutant)).count();
        Self { inputs, mutants: compiled.len(), distinguished, coverage, hunt }
    }

    /// Returns the notes for the report: the figures, and the branches that no input takes.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let inputs = if self.inputs == 1 { "1 input".to_owned() } else { format!("{} inputs", self.inputs) };
        let branches = self.coverage.as_ref().filter(|coverage| coverage.all > 0);
        let branches = branches.map(|coverage| format!("{} of {} branches", coverage.taken, coverage.all));
        let mutants = format!("{} of {} Java mutants distinguished", self.distinguished, self.mutants);
        let figures: Vec<String> = [Some(inputs), branches, Some(mutants)].into_iter().flatten().collect();
        let gaps = self.coverage.as_ref().and_then(Coverage::gaps);
        let slow = self.hunt.as_ref().filter(|hunt| hunt.is_slow);
        let slow = slow.map(|hunt| {
            let calls = if hunt.calls == 1 { "1 call".to_owned() } else { format!("{} calls", hunt.calls) };
            format!("the hunt ended after {calls}, because its calls took too much time")
        });
        [Some(figures.join(", ")), gaps, slow].into_iter().flatten().collect()
    }
}

impl Hunt {
    /// Returns the counts of the hunt for the report.
    #[must_use]
    pub fn counts(&self) -> HuntCounts {
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        HuntCounts { calls: count(self.calls), found: count(self.found), branches: self.coverage.counts() }
    }
}

/// The branches that a suite takes and misses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The number of branches that the suite takes.
    pub taken: usize,
    /// The number of all branches.
    pub all: usize,
    /// The branches that the suite does not take, with line and name.
    pub missed: Vec<(u32, String)>,
}

impl Coverage {
    /// Returns the counts of branches for the report. `None` if the function has no branch.
    #[must_use]
    pub fn counts(&self) -> Option<BranchCoverage> {
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        (self.all > 0).then(|| BranchCoverage { taken: count(self.taken), all: count(self.all) })
    }

    /// Returns a few missed branches with line and name. `None` if the suite takes all branches.
    #[must_use]
    pub fn gaps(&self) -> Option<String> {
        if self.missed.is_empty() {
            return None;
        }
        let named: Vec<String> =
            self.missed.iter().take(NAMED).map(|(line, what)| format!("line {line}: {what}")).collect();
        let more = self.missed.len().saturating_sub(NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        Some(format!("branches of the Java side that no input takes: {}{more}", named.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{Outcome, Value};

    fn run(values: &[i64]) -> CopyOutcomes {
        let ok = |n: &i64| Outcome { value: Value::Int(*n), ..Outcome::new(State::Ok) };
        CopyOutcomes { copy: 0, outcomes: values.iter().map(ok).collect() }
    }

    #[test]
    fn a_mutant_that_compiles_counts_and_any_input_can_distinguish_it() {
        let mut throws = run(&[1]);
        throws.outcomes.push(Outcome::new(State::Exception));
        let refused = CopyOutcomes { copy: 3, outcomes: vec![Outcome::new(State::NotCompiled)] };
        let mutants = [run(&[1, 3]), run(&[1, 4]), throws, refused];
        // Mutants do not run on the second input.
        let adequacy = SuiteAdequacy::new(3, (None, None), &run(&[1, 9, 3]), &[0, 2], mutants.iter());
        assert_eq!((adequacy.distinguished, adequacy.mutants), (2, 3));
        assert_eq!(adequacy.notes(), ["3 inputs, 2 of 3 Java mutants distinguished"]);
    }

    #[test]
    fn a_note_names_the_first_uncovered_branches_and_counts_the_others() {
        let missed = (1..6).map(|line| (line, "`a > b` true".to_owned())).collect();
        let coverage = Coverage { taken: 3, all: 8, missed };
        let adequacy = SuiteAdequacy { inputs: 1, coverage: Some(coverage), ..SuiteAdequacy::default() };
        let notes = adequacy.notes();
        assert_eq!(notes[0], "1 input, 3 of 8 branches, 0 of 0 Java mutants distinguished");
        assert!(notes[1].contains("line 3: `a > b` true; and 2 more"), "{}", notes[1]);
    }
}
