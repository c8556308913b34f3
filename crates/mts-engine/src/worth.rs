//! What a suite is worth on the Java side alone: the branches it takes and the mutants it tells from
//! the original, which is the conventional mutation score. The ports have no part in it.

use super::select::Coverage;
use mts_model::{Outcome, State, Value, VariantOutcomes};

/// Figures about one suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Inputs of the suite.
    pub inputs: usize,
    /// Java mutants that compile and were run.
    pub mutants: usize,
    /// Those that some input tells from the original: by the result, the arguments or the receiver after
    /// the call, the output, or by how they end.
    pub told_apart: usize,
    /// Branches, where the inputs were chosen by them.
    pub coverage: Option<Coverage>,
}

impl Worth {
    /// The figures; `outcomes` are the mutants' on the inputs `ran`.
    #[must_use]
    pub fn of(
        inputs: usize,
        coverage: Option<Coverage>,
        original: &VariantOutcomes,
        ran: &[usize],
        outcomes: &[VariantOutcomes],
    ) -> Self {
        let is_run = |mutant: &VariantOutcomes| !mutant.outcomes.first().is_some_and(Outcome::is_not_run);
        let compiled = || outcomes.iter().filter(|run| is_run(run) && run.state() != State::NotCompiled);
        let differs = |mutant: &VariantOutcomes| {
            let pairs = mutant.outcomes.iter().zip(ran);
            pairs
                .filter(|(own, _)| !own.is_not_run())
                .any(|(own, at)| original.outcomes.get(*at).is_some_and(|original| !is_same(own, original)))
        };
        let told_apart = compiled().filter(|mutant| differs(mutant)).count();
        Self { inputs, mutants: compiled().count(), told_apart, coverage }
    }

    /// For the report: what the inputs are worth, and which branches they miss.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let inputs = if self.inputs == 1 { "1 input".to_owned() } else { format!("{} inputs", self.inputs) };
        let branches = self.coverage.as_ref().filter(|coverage| coverage.all > 0);
        let branches = branches.map(|coverage| format!("{} of {} branches", coverage.taken, coverage.all));
        let mutants = format!("{} of {} Java mutants told apart", self.told_apart, self.mutants);
        let worth: Vec<String> = [Some(inputs), branches, Some(mutants)].into_iter().flatten().collect();
        let gaps = self.coverage.as_ref().and_then(Coverage::gaps);
        [Some(worth.join(", ")), gaps].into_iter().flatten().collect()
    }
}

/// Whether two runs of one language did the same, ticks aside. By text, so that NaN is itself.
#[must_use]
pub fn is_same(a: &Outcome, b: &Outcome) -> bool {
    let result = |x: &Outcome| (x.state, x.value.to_json(), x.stdout.clone());
    let state = |x: &Outcome| -> Vec<Option<serde_json::Value>> {
        x.args.iter().chain([&x.receiver]).map(|v| v.as_ref().map(Value::to_json)).collect()
    };
    result(a) == result(b) && state(a) == state(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(values: &[i64]) -> VariantOutcomes {
        let ok = |n: &i64| Outcome { value: Value::Int(*n), ..Outcome::new(State::Ok) };
        VariantOutcomes { variant: 0, outcomes: values.iter().map(ok).collect() }
    }

    #[test]
    fn a_mutant_counts_once_it_compiles_and_is_told_apart_by_any_input() {
        let mut throws = run(&[1]);
        throws.outcomes.push(Outcome::new(State::Exception));
        let refused = VariantOutcomes { variant: 3, outcomes: vec![Outcome::new(State::NotCompiled)] };
        let mutants = [run(&[1, 3]), run(&[1, 4]), throws, refused];
        // The second input is one that mutants are not run on.
        let worth = Worth::of(3, None, &run(&[1, 9, 3]), &[0, 2], &mutants);
        assert_eq!((worth.told_apart, worth.mutants), (2, 3));
        assert_eq!(worth.notes(), ["3 inputs, 2 of 3 Java mutants told apart"]);
    }

    #[test]
    fn branches_that_no_input_takes_are_named_but_not_all() {
        let missed = (1..6).map(|line| (line, "`a > b` true".to_owned())).collect();
        let coverage = Coverage { taken: 3, all: 8, missed };
        let worth = Worth { inputs: 1, coverage: Some(coverage), ..Worth::default() };
        let notes = worth.notes();
        assert_eq!(notes[0], "1 input, 3 of 8 branches, 0 of 0 Java mutants told apart");
        assert!(notes[1].contains("line 3: `a > b` true; and 2 more"), "{}", notes[1]);
    }
}
