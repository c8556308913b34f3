//! Applies the assume comments of a function to its fragments, and records which comments hold.
//!
//! `mts_generate::fragments::conditions::assumptions` parses the comments.

use crate::fragments::data::FragmentRuns;
use crate::fragments::examiner::FragmentExaminer;
use crate::fragments::result::AssumptionStatus;
use crate::fragments::result::FragmentResult;
use crate::job::PairJob;
use mts_generate::fragments::Fragment;
use mts_generate::fragments::conditions::assumptions::{Assumption, Assumptions, assumptions};
use mts_generate::fragments::contexts::FragmentState;
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{Outcome, State, Value};
use mts_workers::{JavaUnit, Runtime};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The assume comments of one function.
pub(crate) struct AssumeComments {
    source: Arc<SourceFile>,
    /// The assume comments that apply to no fragment of the function.
    unused: Vec<Assumption>,
    wrong: Vec<(u32, String)>,
}

impl AssumptionStatus {
    /// Returns the status of an assume comment.
    ///
    /// `answers` holds the outcome of the comment's condition in each state.
    fn from_answers(states: &[FragmentState], answers: &[Outcome]) -> Self {
        for (state, answer) in states.iter().zip(answers) {
            match (answer.state, &answer.value) {
                (State::Ok, Value::Bool(true)) => {}
                (State::Ok | State::Exception, _) => return Self::Contrary(state.clone()),
                (State::NotCompiled, _) => return Self::NotCompiled,
                _ => return Self::Unanswered,
            }
        }
        Self::Followed
    }
}

impl FragmentExaminer<'_> {
    /// Returns the status of each assume comment of a fragment.
    ///
    /// Only a comment with the status `Followed` has an effect.
    pub fn assumptions_checked(
        &self,
        at: u32,
        fragment: &Fragment,
        ran: &FragmentRuns,
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<Vec<AssumptionStatus>> {
        let recorded = &ran.entries.states;
        let one = |nth: usize| -> Result<AssumptionStatus> {
            if !recorded.is_empty() {
                return Ok(AssumptionStatus::from_answers(
                    recorded,
                    &self.forms.assumed(fragment, at, nth, recorded, jvm)?,
                ));
            }
            // A generated context cannot refute a comment, but shows whether the comment compiles.
            let any = &ran.contexts[..ran.contexts.len().min(1)];
            let answers = self.forms.assumed(fragment, at, nth, any, jvm)?;
            let compiles = answers.iter().all(|answer| answer.state != State::NotCompiled);
            Ok(if compiles { AssumptionStatus::Followed } else { AssumptionStatus::NotCompiled })
        };
        (0..fragment.assumptions.len()).map(one).collect()
    }

    /// Reports for each context whether the guards and the assume comments with an effect hold.
    pub fn inside(
        &self,
        at: u32,
        tested: &FragmentResult,
        states: &[FragmentState],
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<Vec<bool>> {
        let mut out = self.forms.guards(&tested.fragment, at, states, jvm)?;
        for nth in (0..tested.assumptions_checked.len())
            .filter(|nth| tested.assumptions_checked[*nth] == AssumptionStatus::Followed)
        {
            let answers = self.forms.assumed(&tested.fragment, at, nth, states, jvm)?;
            let holds = |answer: Outcome| answer.state == State::Ok && answer.value == Value::Bool(true);
            out.iter_mut().zip(answers).for_each(|(inside, answer)| *inside &= holds(answer));
        }
        Ok(out)
    }
}

impl AssumeComments {
    /// Reads the comments of a function, and attaches each comment to its fragments.
    ///
    /// The function skips a comment that has an effect only after the merge of the change.
    pub fn attach(job: &PairJob, tree: &Tree, fragments: Vec<Fragment>) -> (Self, Vec<Fragment>) {
        let Assumptions { mut found, wrong } = assumptions(&job.java, &job.pair.java, tree);
        found.retain(|one| !job.ignored.assumptions_not_in_force.contains(&one.text));
        let attached = |fragment: &Fragment| found.iter().filter(|one| one.applies(fragment)).cloned().collect();
        let fragments: Vec<Fragment> =
            fragments.into_iter().map(|fragment| Fragment { assumptions: attached(&fragment), ..fragment }).collect();
        let unused = found.into_iter().filter(|one| !fragments.iter().any(|it| it.assumptions.contains(one))).collect();
        (Self { source: Arc::clone(&job.java), unused, wrong }, fragments)
    }

    /// Returns the notes on the `assume` comments, sorted by line.
    ///
    /// A note names an `assume` comment without effect, or a state in which it does not hold.
    pub fn describe(&self, tested: &[FragmentResult]) -> Vec<String> {
        let mut out: BTreeMap<(u32, &str, u32), String> = BTreeMap::new();
        for (line, what) in &self.wrong {
            out.insert((*line, what, 0), what.clone());
        }
        for one in &self.unused {
            out.insert((one.line, &one.text, 0), format!("`mts: assume {}` applies to no fragment", one.text));
        }
        for tested in tested {
            let place = tested.fragment.span.line(&self.source.text);
            for (one, status) in tested.fragment.assumptions.iter().zip(&tested.assumptions_checked) {
                let (place, why) = match status {
                    AssumptionStatus::Followed => continue,
                    AssumptionStatus::NotCompiled => {
                        (0, "has no effect: Java does not compile the condition".to_owned())
                    }
                    AssumptionStatus::Unanswered => (
                        place,
                        format!(
                            "has no effect at line {place}: the condition has no value in a state that an input reaches, for example because of a timeout"
                        ),
                    ),
                    AssumptionStatus::Contrary(state) => (
                        place,
                        format!(
                            "does not hold at line {place}: an input reaches the line with {}",
                            tested.describe(state)
                        ),
                    ),
                };
                out.entry((one.line, &one.text, place)).or_insert_with(|| format!("`mts: assume {}` {why}", one.text));
            }
        }
        let path = &self.source.path;
        out.into_iter().map(|((line, ..), what)| format!("{path}:{line}: {what}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Reason;

    #[test]
    fn an_assume_comment_is_followed_only_if_its_condition_holds_on_every_input() {
        let states: Vec<FragmentState> = (0..2).map(|n| vec![Value::Int(n)]).collect();
        let said = |holds: bool| Outcome { value: Value::Bool(holds), ..Outcome::new(State::Ok) };
        let status_of = |answers: [Outcome; 2]| AssumptionStatus::from_answers(&states, &answers);
        assert_eq!(status_of([said(true), said(true)]), AssumptionStatus::Followed);
        assert_eq!(status_of([said(true), said(false)]), AssumptionStatus::Contrary(vec![Value::Int(1)]));
        let throws = Outcome::new(State::Exception);
        assert_eq!(
            status_of([throws, said(true)]),
            AssumptionStatus::Contrary(vec![Value::Int(0)]),
            "a condition that throws does not hold"
        );
        assert_eq!(status_of([(); 2].map(|()| Outcome::new(State::NotCompiled))), AssumptionStatus::NotCompiled);
        assert_eq!(
            status_of([said(true), Outcome::ended(State::Timeout, Reason::Ticks)]),
            AssumptionStatus::Unanswered
        );
        assert_eq!(AssumptionStatus::from_answers(&[], &[]), AssumptionStatus::Followed);
    }
}
