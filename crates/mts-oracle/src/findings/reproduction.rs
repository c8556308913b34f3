//! Whether an input shows by itself how the originals disagree, or only after others: what such a finding
//! says of it. Running them is `analysis`'s.

use super::witness::Witness;
use crate::display;
use mts_model::{Dependence, EarlierCall, Finding, Input, Language, Severity};

/// How a way to disagree was seen once more, in classes and modules that are loaded for it.
#[derive(Clone, Debug, PartialEq)]
pub enum Reproduction {
    /// This input of the suite shows it by itself.
    InIsolation(usize),
    /// It does not, but after others: something is kept between calls.
    AfterPrefix {
        /// The input that shows it.
        input: usize,
        /// What it shows after `calls`.
        witness: Box<Witness>,
        /// Inputs that suffice before it, in order; empty where all before it were needed, or too many.
        calls: Vec<usize>,
        /// Whose answer to the input is another one without them; both sides' where that is not known.
        stateful_side: Option<Language>,
    },
    /// It was not seen again on this input, neither by itself nor after the others.
    NotReproduced(usize),
}

impl Reproduction {
    /// The input of the suite that is shown.
    #[must_use]
    pub fn input(&self) -> usize {
        match self {
            Self::InIsolation(input) | Self::NotReproduced(input) | Self::AfterPrefix { input, .. } => *input,
        }
    }

    /// Writes into a finding what is to be known of its input.
    pub(crate) fn annotate(&self, finding: &mut Finding, inputs: &[Input], params: &[String]) {
        let (calls, stateful_side) = match self {
            Self::InIsolation(_) => return,
            Self::NotReproduced(_) => {
                finding.cause.push_str("; it was not seen again when the input was run once more");
                finding.severity = Severity::Note;
                return;
            }
            Self::AfterPrefix { calls, stateful_side, .. } => (calls, stateful_side),
        };
        let stateful_side = match stateful_side {
            Some(Language::Java) => "Java",
            Some(Language::Python) => "Python",
            None => "one of the sides",
        };
        let many = match calls.len() {
            0 => "many earlier calls".to_owned(),
            1 => "an earlier call".to_owned(),
            n => format!("{n} earlier calls"),
        };
        finding.cause.push_str(&format!(
            "; only after {many}, in isolation the input agrees: {stateful_side} keeps state between calls"
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
        finding.order_dependence = Some(Dependence {
            stateful_side: stateful_side.to_owned(),
            calls: calls.iter().filter_map(call).collect(),
        });
    }
}
