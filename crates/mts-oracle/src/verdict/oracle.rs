//! Compares the originals and gives the verdict on each mutant.
//!
//! The rules are those of Guizzo et al. (section 3). Module `outcomes` compares outcomes.

use super::consistency::Consistency;
use super::domain::{is_outside, needs_placeholder};
use crate::display::values::size;
use crate::equality::{Equality, IncomparableReason, Rules};
use crate::outcomes::evidence::{is_by_chance, is_without_port_result};
use crate::outcomes::{Comparison, ComparisonDetail, OutcomeComponent, compare_outcomes};
use mts_model::ExceptionMode;
use mts_model::{CopyOutcomes, Input, InputOrigin, KillReason, Outcome, Reason, Signature, State, Verdict, Why};
use std::collections::BTreeSet;

/// The oracle of one pair, with the facts that it needs.
#[derive(Clone, Copy, Debug)]
pub struct Oracle<'a> {
    /// The Java side's types.
    pub signature: &'a Signature,
    /// The pair's inputs.
    pub inputs: &'a [Input],
    /// The rules for comparing values.
    pub rules: &'a Rules,
    /// The comparisons of the originals on the inputs of the pair, if known.
    ///
    /// As the witness of a kill, the oracle prefers an input on which the originals agree. On other
    /// inputs, the port must represent its results as on the inputs of the pair.
    pub original_comparisons: &'a [Comparison],
}

/// The comparison of the originals on all inputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OriginalsComparison {
    /// The comparison on each input.
    pub per_input: Vec<Comparison>,
    /// The inputs on which mutants run.
    ///
    /// On these inputs, the Java original returns, and the originals are comparable. With
    /// [`ExceptionMode::Compare`], the inputs on which the Java original throws are included. The
    /// port is deterministic on these inputs. The list has no extreme input, no input of the hunt,
    /// and no input of `lost`.
    pub usable: Vec<usize>,
    /// The number of inputs that count for CA.
    ///
    /// Extreme inputs, incomparable inputs, and inputs outside of the domain do not count.
    pub counted: usize,
    /// The number of counted inputs on which the sides agree, including type drift.
    pub equal: usize,
    /// Number of counted inputs on which the sides agree with a type drift.
    pub type_drifted: usize,
    /// The inputs with a difference that is outside of the domain. Such a difference does not
    /// count.
    pub outside: BTreeSet<usize>,
    /// The number of inputs with a placeholder on which the sides differ. If the number is not 0, the gate calls the
    /// pair inconclusive, unless another rule fails the pair.
    pub undecided: usize,
    /// The inputs on which Java has a result, but the comparison does not count.
    ///
    /// Either the port has no comparable result, or the sides differ on an object with a placeholder.
    pub lost: BTreeSet<usize>,
}

impl OriginalsComparison {
    /// Reports whether a difference on this input counts for CA.
    #[must_use]
    pub fn is_counted(&self, at: usize, input: &Input) -> bool {
        input.is_ordinary() && !self.outside.contains(&at)
    }

    /// Returns the inputs that count for CA.
    #[must_use]
    pub fn compared(&self, inputs: &[Input]) -> BTreeSet<usize> {
        let compared = inputs.iter().zip(&self.per_input).enumerate();
        compared
            .filter(|(at, (input, found))| self.is_counted(*at, input) && !found.is_incomparable())
            .map(|(at, _)| at)
            .collect()
    }

    /// Reports whether an input is incomparable by chance: another run may compare the outcomes.
    #[must_use]
    pub fn has_incomparable_by_chance(&self) -> bool {
        self.per_input.iter().any(|found| matches!(incomparable_reason(found), Some(why) if is_by_chance(why)))
    }

    /// Reports whether this input lost its comparison, given that it counted at another revision.
    ///
    /// An input is not lost if both sides fail to end, if neither language specifies the result, or if its comparison
    /// counts, as agreement or as a difference. An input that is incomparable by chance is lost only if `steady` is
    /// true: the other revision had no input that was incomparable by chance.
    #[must_use]
    pub fn is_lost(&self, at: usize, steady: bool) -> bool {
        let Some(found) = self.per_input.get(at) else { return false };
        match incomparable_reason(found) {
            Some(IncomparableReason::BothSpentBudget | IncomparableReason::Unspecified) => false,
            Some(IncomparableReason::Placeholder) => self.lost.contains(&at),
            Some(why) => steady || !is_by_chance(why),
            None => found.is_incomparable() || self.outside.contains(&at),
        }
    }
}

fn incomparable_reason(found: &Comparison) -> Option<&IncomparableReason> {
    match &found.detail {
        ComparisonDetail::Incomparable(why) => why.as_ref(),
        _ => None,
    }
}

/// The result of a mutant's counterpart.
#[derive(Clone, Debug, PartialEq)]
pub enum CounterpartResult<'a> {
    /// The counterpart ran, on the same inputs in the same order as the Java mutant.
    Ran(&'a CopyOutcomes),
    /// The mirror has no counterpart, for this reason.
    Unmirrored(Why),
    /// The translator's answer is not a translation, for this reason.
    Missing(Why),
    /// No answer: the tool could not reach the translator or the worker, for this reason.
    Unreachable(Why),
}

/// The verdict on a mutant with its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct MutantAssessment {
    /// The verdict.
    pub verdict: Verdict,
    /// The index of the input that shows the verdict. `None` if no input shows it.
    ///
    /// The tool prefers inputs on which the originals do not differ, and then the smallest input.
    pub input: Option<usize>,
    /// The component that differs on that input.
    pub component: OutcomeComponent,
    /// The reason of the verdict.
    pub why: Why,
}

impl MutantAssessment {
    fn new(verdict: Verdict, why: impl Into<Why>) -> Self {
        Self { verdict, input: None, component: OutcomeComponent::State, why: why.into() }
    }
}

impl Oracle<'_> {
    /// Compares the originals on every input.
    ///
    /// An incomparable input does not count for CA.
    #[must_use]
    pub fn compare_originals(&self, java: &CopyOutcomes, python: &CopyOutcomes) -> OriginalsComparison {
        let nothing = Outcome::ended(State::Incomplete, Reason::NoOutcome);
        let outcomes = |i: usize| (at(java, i, &nothing), at(python, i, &nothing));
        let compare = |(i, input): (usize, &Input)| {
            let (a, b) = outcomes(i);
            compare_original(a, b, self.signature, input, self.rules)
        };
        let compared: Vec<Comparison> = self.inputs.iter().enumerate().map(compare).collect();
        let is_incomparable: Vec<bool> = compared.iter().map(Comparison::is_incomparable).collect();
        let consistency = Consistency::new(
            self.original_comparisons,
            compared.iter().enumerate().map(|(i, found)| (outcomes(i), found)),
        );
        let mut result = OriginalsComparison::default();
        for (i, (input, found)) in self.inputs.iter().zip(compared).enumerate() {
            let (a, b) = outcomes(i);
            let found = match needs_placeholder(a, input) {
                true => Comparison::incomparable(IncomparableReason::Placeholder),
                false => consistency.check(found, a, b),
            };
            let is_outside = is_outside(&found, a, input, self.rules);
            let is_undecided = is_outside && input.origin == InputOrigin::Placeholder;
            result.undecided += usize::from(is_undecided);
            if is_undecided || is_without_port_result(&found, a, b) {
                result.lost.insert(i);
            }
            if is_outside {
                result.outside.insert(i);
            }
            if result.is_counted(i, input) && !found.is_incomparable() {
                result.counted += 1;
                result.equal += usize::from(found.agrees());
                result.type_drifted += usize::from(found.equality == Equality::TypeDrift);
            }
            result.per_input.push(found);
        }
        result.usable = self.usable_inputs(java);
        // If the port is nondeterministic on an input, the counterparts are nondeterministic there too. If the port was
        // not called on an input, the counterparts cannot be called either.
        let is_stable = |i: usize| {
            let reason = &at(python, i, &nothing).reason;
            *reason != Reason::RunsOfPortDiffer && !reason.is_not_called()
        };
        // A counterpart has incomparable results on the same inputs as the port.
        result.usable.retain(|i| is_stable(*i) && !is_incomparable.get(*i).copied().unwrap_or_default());
        // A difference on an object with a placeholder would kill almost all mutants.
        result.usable.retain(|i| !result.lost.contains(i));
        result
    }

    /// Returns the inputs on which Java mutants run. The outcomes of the Java original decide.
    /// Extreme inputs, and inputs of the hunt or outside of the domain, are never among them.
    #[must_use]
    pub fn usable_inputs(&self, java: &CopyOutcomes) -> Vec<usize> {
        let inputs = self.inputs.iter().zip(&java.outcomes).enumerate();
        inputs
            .filter(|(_, (input, outcome))| {
                input.is_ordinary() && input.origin != InputOrigin::Hunt && self.rules.is_output(outcome.state)
            })
            .map(|(i, _)| i)
            .collect()
    }

    /// Gives the verdict on a mutant that both sides ran on the inputs `ran`. The elements of `ran`
    /// are indexes into the pair's inputs.
    ///
    /// The inputs should be the usable ones. Either run may be shorter, because it stopped at its
    /// first outcome that is not `Ok`.
    #[must_use]
    pub fn assess_mutant(
        &self,
        java: &CopyOutcomes,
        counterpart: CounterpartResult<'_>,
        ran: &[usize],
    ) -> MutantAssessment {
        if let Some(anomaly) = self.anomaly(java, ran) {
            return anomaly;
        }
        match counterpart {
            CounterpartResult::Unmirrored(why) => MutantAssessment::new(Verdict::Unmirrored, why),
            CounterpartResult::Unreachable(why) => MutantAssessment::new(Verdict::Unknown, why),
            CounterpartResult::Missing(why) => MutantAssessment::new(Verdict::Killed(KillReason::Missing), why),
            CounterpartResult::Ran(python) => self.compare_mutants(java, python, ran),
        }
    }

    /// Returns the anomaly of the Java mutant, if there is one.
    ///
    /// If several failures occurred, the most general one decides (see [`overall`]): first "does not
    /// compile", as in the paper (Guizzo et al. 2023).
    fn anomaly(&self, java: &CopyOutcomes, ran: &[usize]) -> Option<MutantAssessment> {
        let state = overall(java);
        let anomalous = |state: State, why: &str| Some(MutantAssessment::new(Verdict::Anomalous(state), why));
        if ran.is_empty() {
            return anomalous(
                State::Incomplete,
                "there is no input on which the original functions return comparable values",
            );
        }
        if state != State::Ok && !self.rules.is_output(state) {
            let reason =
                java.outcomes.iter().find(|o| o.state == state).map(|o| &o.reason).filter(|r| r.is_informative());
            return anomalous(state, &reason.map_or_else(|| describe_state(state).to_owned(), Reason::to_string));
        }
        let stopped = java.outcomes.last().is_some_and(|o| o.state != State::Ok);
        if java.outcomes.len() < ran.len() && !stopped {
            return anomalous(State::Incomplete, "fewer outcomes than inputs");
        }
        None
    }

    fn compare_mutants(&self, java: &CopyOutcomes, python: &CopyOutcomes, ran: &[usize]) -> MutantAssessment {
        let nothing = Outcome::ended(State::Incomplete, Reason::FewerOutcomes);
        let stopped = python.outcomes.last().is_some_and(|o| o.state != State::Ok);
        let mut clearest: Option<((bool, u128), MutantAssessment)> = None;
        let mut first_reason = None;
        let mut unclear = None;
        for (k, (&i, a)) in ran.iter().zip(&java.outcomes).enumerate() {
            if stopped && k >= python.outcomes.len() {
                break;
            }
            let Some(input) = self.inputs.get(i) else { continue };
            let b = at(python, k, &nothing);
            // The outcome of the counterpart depends on a clock or on randomness, or is too large.
            if let Some(why) = unclear_outcome(b).filter(|_| !a.is_not_called()) {
                unclear = Some(why);
                continue;
            }
            let found = compare_outcomes(a, b, self.signature, input, self.rules);
            // If the tool can call Java but not the counterpart, the input counts as a difference.
            if !found.differs() && (!b.is_not_called() || a.is_not_called()) {
                continue;
            }
            // The reason of a kill is the state of the counterpart's whole run, as in the paper. A counterpart that
            // fails on any input is a failed translation, even if an earlier input already shows a difference.
            let whole = overall(python);
            let failed = self.rules.exceptions_mode == ExceptionMode::Paper && whole != State::Ok;
            let reason = kill_reason(a.state, if failed { whole } else { b.state });
            let reason = *first_reason.get_or_insert(reason);
            let result = MutantAssessment {
                verdict: Verdict::Killed(reason),
                input: Some(i).filter(|_| reason != KillReason::NotCompiled),
                component: found.component,
                why: found.detail.to_string().into(),
            };
            // If the originals differ on the input too, the mutant may not be the cause. So such inputs come last.
            let rank = (self.original_comparisons.get(i).is_some_and(Comparison::differs), size(input));
            if clearest.as_ref().is_none_or(|(least, _)| rank < *least) {
                clearest = Some((rank, result));
            }
        }
        if let Some((_, result)) = clearest {
            return result;
        }
        if let Some(why) = unclear {
            return MutantAssessment::new(Verdict::Unknown, why);
        }
        if python.outcomes.iter().any(|o| o.state == State::Incomplete && o.reason == Reason::NotRun) {
            return MutantAssessment::new(Verdict::Unknown, "the counterpart did not run on every input");
        }
        MutantAssessment::new(Verdict::Survived, "both sides agree on every input")
    }
}

/// Compares the originals on one input.
///
/// Exceptions are outputs here in every mode. If only the port has no outcome, the originals
/// differ. If Java reaches a limit of the tool, the originals are incomparable, because the result
/// of Java is unknown.
#[must_use]
pub fn compare_original(
    java: &Outcome,
    python: &Outcome,
    signature: &Signature,
    input: &Input,
    rules: &Rules,
) -> Comparison {
    if java.has_spent_budget() && !python.has_spent_budget() {
        return Comparison::incomparable(IncomparableReason::JavaSpentBudget(java.reason.clone()));
    }
    compare_outcomes(java, python, signature, input, rules)
}

/// Returns the reason why a counterpart's outcome is no evidence. `None` if the outcome is evidence.
fn unclear_outcome(outcome: &Outcome) -> Option<&'static str> {
    match outcome.reason {
        _ if outcome.is_not_deterministic() => Some("the counterpart is not deterministic"),
        Reason::Size | Reason::ResultSize => Some("the counterpart's result or state is too large to compare"),
        _ => None,
    }
}

/// Returns the reason of a kill, from the states of the mutant and its counterpart.
pub(crate) fn kill_reason(java: State, python: State) -> KillReason {
    match python {
        State::Exception if java == State::Exception => KillReason::Mismatch,
        State::Ok => KillReason::Mismatch,
        State::Exception => KillReason::Exception,
        State::NotCompiled => KillReason::NotCompiled,
        State::Timeout => KillReason::Timeout,
        State::Incomplete => KillReason::Incomplete,
        State::Missing => KillReason::Missing,
    }
}

/// Returns the state of a whole run.
///
/// This state is the first state of the paper's list that any input has. Calls that did not run do
/// not count.
fn overall(run: &CopyOutcomes) -> State {
    const ORDER: [State; 5] = [State::NotCompiled, State::Missing, State::Timeout, State::Exception, State::Incomplete];
    let has_run = |o: &&Outcome| o.state != State::Incomplete || o.reason != Reason::NotRun;
    ORDER.into_iter().find(|state| run.outcomes.iter().filter(has_run).any(|o| o.state == *state)).unwrap_or(State::Ok)
}

fn describe_state(state: State) -> &'static str {
    match state {
        State::Ok => "ended with a value",
        State::NotCompiled => "the Java mutant does not compile",
        State::Exception => "the Java mutant throws",
        State::Timeout => "the Java mutant does not end in its budget",
        State::Incomplete => "the Java mutant has no outcome on some input",
        State::Missing => "there is no Java mutant",
    }
}

fn at<'a>(run: &'a CopyOutcomes, i: usize, nothing: &'a Outcome) -> &'a Outcome {
    outcome_at(run, i).unwrap_or(nothing)
}

/// Returns the outcome of a run on its nth input. Code that does not compile or import has one
/// outcome for all inputs.
pub(crate) fn outcome_at(run: &CopyOutcomes, nth: usize) -> Option<&Outcome> {
    run.outcomes.get(nth).or_else(|| run.outcomes.last().filter(|o| o.state == State::NotCompiled))
}

#[cfg(test)]
#[path = "oracle_tests.rs"]
mod tests;
