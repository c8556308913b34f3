//! Results of a pair's fragments as plain data: verdicts, witnesses, and the report.
//!
//! The other modules of this folder run the fragments.

use crate::fragments::alignment::state_mapping::Representation;
use mts_generate::fragments::Fragment;
use mts_generate::fragments::contexts::FragmentState;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_model::{FragmentScores, FragmentVerdict, Input, IsolatedVerdict, Outcome, Span};
use mts_oracle::OutcomeComponent;
use mts_oracle::display;
use mts_oracle::findings::is_extreme;
use mts_oracle::fragments::{FragmentFacts, verdict};
use std::collections::BTreeMap;

/// A context in which the sides differ.
#[derive(Clone, Debug)]
pub struct ContextWitness {
    /// The values of the fragment's variables.
    pub state: FragmentState,
    /// Java's outcome.
    pub java: Outcome,
    /// Python's outcome.
    pub python: Outcome,
    /// Both outcomes, as a text for people.
    pub detail: String,
    /// Whether the context was recorded and not generated.
    pub is_recorded: bool,
    /// The number of variables that differ from the nearest recorded state, and the distance.
    pub distance: (usize, u128),
}

/// The result of comparing the whole functions on an input.
#[derive(Clone, Debug)]
pub enum FunctionOutcome {
    /// The functions agree.
    Agree,
    /// The functions differ.
    Differ {
        /// Both outcomes, as a text for people.
        detail: String,
        /// The component of the outcome that differs.
        component: OutcomeComponent,
    },
}

impl FunctionOutcome {
    /// Reports whether the functions agree.
    #[must_use]
    pub const fn agrees(&self) -> bool {
        matches!(self, Self::Agree)
    }
}

/// An input of the functions that reaches a differing context.
#[derive(Clone, Debug)]
pub struct ReachingInput {
    /// The input.
    pub input: Input,
    /// The Java function's outcome.
    pub java: Outcome,
    /// The port's outcome.
    pub python: Outcome,
    /// Whether the functions agree on the input.
    pub outcome: FunctionOutcome,
    /// Whether the input belongs to the suite.
    pub is_from_suite: bool,
    /// Whether the input is outside of the functions' domain.
    ///
    /// For example, Java throws an exception that the project's code does not throw itself.
    pub is_outside: bool,
}

impl ReachingInput {
    /// Reports whether the functions differ on this ordinary input of their domain.
    pub(crate) fn is_confirmation(&self) -> bool {
        !self.outcome.agrees() && !self.is_outside && !is_extreme(&self.input)
    }
}

/// The doubt about a counterpart that differs on inputs on which the functions agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// The counterpart agrees with the fragment wherever the functions agree. Or the counterpart differs there, and
    /// Java's values at this place do not change the port's behaviour.
    None,
    /// The tool cannot put Java's values into the port at this place. Or the fragment is a block, and
    /// the port behaves in another way with these values.
    Possible,
    /// The port behaves in another way with Java's values at this place. So this place of the port
    /// does not do the same as the fragment.
    Wrong,
}

/// A fragment with the result of its examination.
#[derive(Clone, Debug)]
pub struct FragmentResult {
    /// The fragment.
    pub fragment: Fragment,
    /// The counterpart, if the tool found one.
    pub part: Option<FragmentCounterpart>,
    /// The verdict.
    pub verdict: FragmentVerdict,
    /// The reason why the fragment is unaligned or untestable. `None` for every other verdict.
    pub why: Option<&'static str>,
    /// The number of contexts whose outcomes the tool compared.
    pub contexts: usize,
    /// The differing context nearest to a recorded context.
    pub witness: Option<ContextWitness>,
    /// The best input that reaches a differing context, if the tool found one.
    pub reaching_input: Option<ReachingInput>,
    /// Whether a smaller fragment inside this fragment explains the verdict.
    pub is_explained: bool,
    /// The result of the isolated translation. `None` if the run has no translator.
    pub isolated: Option<IsolatedTranslation>,
    /// The status of each assume comment of the fragment, in the order of the comments.
    pub(crate) assumptions_checked: Vec<AssumptionStatus>,
    /// The doubt about the counterpart.
    pub(crate) doubt: Doubt,
    /// The form in which the port represents each variable of the fragment.
    pub(crate) representations: Vec<Representation>,
    /// The differing contexts in which the guards hold, nearest to recorded states first.
    pub(crate) differing: Vec<FragmentState>,
    /// Whether every difference comes only from Java's wraparound of integers, which Python lacks.
    pub(crate) lacks_wraparound: bool,
    pub(crate) known: FragmentFacts,
}

impl FragmentResult {
    pub(crate) fn with_reason(fragment: Fragment, verdict: FragmentVerdict, why: &'static str) -> Self {
        Self {
            fragment,
            part: None,
            verdict,
            why: Some(why),
            contexts: 0,
            witness: None,
            reaching_input: None,
            is_explained: false,
            isolated: None,
            assumptions_checked: Vec::new(),
            doubt: Doubt::None,
            representations: Vec::new(),
            differing: Vec::new(),
            lacks_wraparound: false,
            known: FragmentFacts::default(),
        }
    }

    /// Adds an input that reaches a differing context.
    ///
    /// An input on which the functions differ replaces an input on which they agree. If this rule
    /// does not decide, an input of the domain replaces an input outside of it, then an ordinary
    /// input replaces an extreme one, then a smaller input replaces a larger one.
    pub(crate) fn add_reaching_input(&mut self, reaching_input: ReachingInput) {
        let reveals = !reaching_input.outcome.agrees();
        self.known.functions_differ |= reveals;
        self.known.functions_agree |= !reveals;
        let rank = |one: &ReachingInput| {
            (one.outcome.agrees(), one.is_outside, is_extreme(&one.input), display::size(&one.input))
        };
        if self.reaching_input.as_ref().is_none_or(|known| rank(&reaching_input) < rank(known)) {
            self.reaching_input = Some(reaching_input);
        }
    }

    /// Reports whether the functions differ on an ordinary input of their domain.
    ///
    /// If an input reaches a differing context, this input must confirm the difference.
    pub(crate) fn is_confirmed_inside(&self) -> bool {
        self.known.functions_differ && self.reaching_input.as_ref().is_none_or(ReachingInput::is_confirmation)
    }

    /// Returns the counterpart, unless the verdict is unaligned.
    pub(crate) fn counterpart(&self) -> Option<&FragmentCounterpart> {
        self.part.as_ref().filter(|_| self.verdict != FragmentVerdict::Unaligned)
    }

    pub(crate) fn decide_verdict(&mut self) {
        if self.part.is_none() {
            return;
        }
        self.verdict = verdict(self.known);
        self.why = None;
        let is_doubted = match self.doubt {
            Doubt::None => false,
            Doubt::Possible => self.verdict != FragmentVerdict::Confirmed,
            Doubt::Wrong => true,
        };
        if is_doubted {
            self.verdict = FragmentVerdict::Unaligned;
            self.why = Some("the values of the counterpart differ on inputs on which the functions agree");
        }
    }

    /// Describes a state: `name = value` for each variable.
    pub fn describe(&self, state: &FragmentState) -> String {
        let names: Vec<&str> = self.fragment.variables().map(|v| v.name.as_str()).collect();
        display::variables(&names, state).join(", ")
    }
}

/// The status of an assume comment at a fragment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AssumptionStatus {
    /// The comment compiles and holds in every recorded state. So the tool uses the comment as a guard.
    Followed,
    /// The comment does not hold in this state, and an input reaches the state.
    Contrary(FragmentState),
    /// Java cannot compile the comment.
    NotCompiled,
    /// Java cannot evaluate the condition of the comment in a state that an input reaches.
    Unanswered,
}

/// A differing context with the outcomes of Java, the isolated translation and the part.
///
/// The part is the fragment's code in a larger translation. The last outcome is `None` without such a translation.
pub type IsolationWitness = (FragmentState, Outcome, Outcome, Option<Outcome>);

/// The result of a fragment's isolated translation.
#[derive(Clone, Debug)]
pub struct IsolatedTranslation {
    /// The verdict.
    pub verdict: IsolatedVerdict,
    /// The reason for the verdict, or for a missing comparison, if there is one.
    pub why: Option<String>,
    /// The text of the translated function.
    pub python: Option<String>,
    /// The token distance to the whole translation. The distance is equation 2 of He et al. 2020, in both directions.
    /// `None` if the whole translation lacks the name of a parameter, or if the numbers of parameters differ.
    pub distance: Option<usize>,
    /// The number of contexts in which the translation was compared with Java.
    pub contexts: usize,
    /// A context in which the outcomes differ, with these outcomes.
    ///
    /// The outcomes are those of Java, of this translation, and of the part of the whole
    /// translation.
    pub witness: Option<IsolationWitness>,
    /// The comparisons with the translations of enclosing fragments.
    pub enclosing: Vec<EnclosingComparison>,
}

impl IsolatedTranslation {
    pub(crate) fn with_reason(verdict: IsolatedVerdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            why: Some(why.into()),
            python: None,
            distance: None,
            contexts: 0,
            witness: None,
            enclosing: Vec::new(),
        }
    }

    pub(crate) fn untranslated(why: impl Into<String>) -> Self {
        Self::with_reason(IsolatedVerdict::Untranslated, why)
    }

    /// Adds the comparisons with enclosing fragments. The most severe difference among them decides the verdict.
    pub(crate) fn with_enclosing(self, enclosing: Vec<EnclosingComparison>) -> Self {
        let differing = enclosing.iter().map(|comparison| comparison.verdict).filter(|verdict| verdict.differs()).min();
        match differing.filter(|verdict| *verdict < self.verdict) {
            Some(verdict) => {
                let why = "the verdict comes from the comparison with the translation of an enclosing fragment";
                Self { verdict, why: Some(why.to_owned()), enclosing, ..self }
            }
            None => Self { enclosing, ..self },
        }
    }
}

/// The comparison of an isolated translation with its part of an enclosing fragment's translation.
#[derive(Clone, Debug)]
pub struct EnclosingComparison {
    /// The enclosing fragment, by its text range in the Java file.
    pub span: Span,
    /// The verdict.
    pub verdict: IsolatedVerdict,
    /// The part of the enclosing fragment's translation.
    pub python: String,
    /// The token distance between both translations (He et al. 2020, equation 2, in both
    /// directions). `None` if the other translation lacks the name of a parameter, or if the numbers
    /// of parameters differ.
    pub distance: Option<usize>,
    /// The number of contexts in which the tool compared the isolated translation and the part.
    pub contexts: usize,
    /// A differing context, with the outcomes of Java, the isolated translation and the part.
    pub witness: Option<IsolationWitness>,
}

/// The report on a pair's fragments.
#[derive(Clone, Debug, Default)]
pub struct FragmentReport {
    /// Every eligible fragment.
    pub fragments: Vec<FragmentResult>,
    /// The numbers of fragments that are not eligible, by reason.
    pub refused: BTreeMap<String, usize>,
    /// The number of eligible fragments above the limit, which the tool did not examine.
    pub beyond: usize,
    /// The numbers of fragments, by verdict.
    pub scores: FragmentScores,
    /// Whether the functions agree on all inputs of the suite that can be compared.
    pub agrees: bool,
    /// Notes on assume comments.
    pub notes: Vec<String>,
}

impl FragmentReport {
    pub(crate) fn new(
        fragments: Vec<FragmentResult>,
        refused: BTreeMap<String, usize>,
        beyond: usize,
        agrees: bool,
    ) -> Self {
        let mut scores = FragmentScores::default();
        fragments.iter().for_each(|tested| scores.count(tested.verdict, tested.contexts));
        Self { fragments, refused, beyond, scores, agrees, notes: Vec::new() }
    }

    /// Describes the scores in one line.
    #[must_use]
    pub fn describe(&self) -> String {
        let s = &self.scores;
        let fragments = if s.eligible == 1 { "fragment" } else { "fragments" };
        let contexts = if s.contexts == 1 { "context" } else { "contexts" };
        format!(
            "{} {fragments}, {} aligned, {} tested in {} {contexts}: {} agree, {} confirmed, {} latent, {} masked, \
             {} dismissed",
            s.eligible, s.aligned, s.tested, s.contexts, s.agree, s.confirmed, s.latent, s.masked, s.dismissed
        )
    }
}
