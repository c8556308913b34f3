//! Describes how a disagreement reproduces: in isolation, or only after earlier calls.
//!
//! This module also adds the reproduction to the finding. `mts-engine` runs the inputs again.

use super::witness::Witness;
use crate::display;
use mts_model::{Dependence, EarlierCall, Finding, Input, Language, Severity, StatefulSide};

/// The result of running a disagreement again in freshly loaded classes and modules.
#[derive(Clone, Debug, PartialEq)]
pub enum Reproduction {
    /// This input of the suite shows the disagreement in isolation.
    InIsolation(usize),
    /// An input showed the disagreement after other calls, and not in isolation.
    ///
    /// Most likely, one side keeps state between calls.
    AfterPrefix {
        /// The input that shows the disagreement.
        input: usize,
        /// The outcomes of the input after the earlier calls. If the tool searched for no earlier calls, the outcomes in the
        /// run of the whole suite.
        witness: Box<Witness>,
        /// The earlier calls that must run first, in order. Empty if there are too many calls to list, or if the tool did
        /// not search for them.
        calls: Vec<usize>,
        /// The side whose outcome depends on these calls. `None` if the tool does not know the side.
        stateful_side: Option<Language>,
    },
    /// This input did not show the disagreement again, in isolation or after other calls.
    NotReproduced(usize),
}

impl Reproduction {
    /// Returns the input of the suite that the finding shows.
    #[must_use]
    pub fn input(&self) -> usize {
        match self {
            Self::InIsolation(input) | Self::NotReproduced(input) | Self::AfterPrefix { input, .. } => *input,
        }
    }

    /// Adds the reproduction to a finding.
    pub(crate) fn annotate(&self, finding: &mut Finding, inputs: &[Input], params: &[String]) {
        let (calls, stateful_side) = match self {
            Self::InIsolation(_) => return,
            Self::NotReproduced(_) => {
                finding.cause.push_str("; the difference did not occur again when cargo mts ran the input again");
                finding.severity = Severity::Note;
                return;
            }
            Self::AfterPrefix { calls, stateful_side, .. } => (calls, stateful_side),
        };
        let stateful_side = match stateful_side {
            Some(Language::Java) => StatefulSide::Java,
            Some(Language::Python) => StatefulSide::Python,
            None => StatefulSide::Unknown,
        };
        let side = stateful_side.describe();
        let many = match calls.len() {
            0 => "earlier calls".to_owned(),
            1 => "an earlier call".to_owned(),
            n => format!("{n} earlier calls"),
        };
        finding.cause.push_str(&format!(
            "; the difference occurred only after {many}, most likely because {side} keeps state between calls; \
             the input alone, in freshly loaded classes and modules, did not show the difference"
        ));
        if calls.is_empty() {
            finding.severity = finding.severity.max(Severity::Warning);
        }
        let call = |at: &usize| {
            let input = inputs.get(*at)?;
            Some(EarlierCall {
                input: display::input(params, input),
                arguments: input.args.clone(),
                receiver: input.receiver.clone(),
            })
        };
        finding.order_dependence = Some(Dependence { stateful_side, calls: calls.iter().filter_map(call).collect() });
    }
}
