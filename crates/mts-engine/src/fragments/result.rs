//! Owns the results of a pair's fragments as plain data: verdicts, the contexts and inputs that show them, and the
//! report over all fragments. Running fragments is left to the files around this one.

use crate::fragments::alignment::state_mapping::Representation;
use mts_generate::fragments::Fragment;
use mts_generate::fragments::contexts::State;
use mts_generate::fragments::extraction::Counterpart;
use mts_model::{AloneVerdict, FragmentScores, FragmentVerdict, Input, Outcome, Span};
use mts_oracle::OutcomeComponent;
use mts_oracle::display;
use mts_oracle::fragments::{FragmentFacts, verdict};
use std::collections::BTreeMap;

/// A context that tells the sides apart.
#[derive(Clone, Debug)]
pub struct ContextWitness {
    /// Values of the fragment's variables.
    pub state: State,
    /// What Java did.
    pub java: Outcome,
    /// What Python did.
    pub python: Outcome,
    /// Both, for people.
    pub detail: String,
    /// Whether it was recorded, not made.
    pub is_recorded: bool,
    /// Variables in which it differs from the nearest recorded state, and by how much.
    pub distance: (usize, u128),
}

/// An input of the functions that leads to a differing context.
#[derive(Clone, Debug)]
pub struct ReachingInput {
    /// The input.
    pub input: Input,
    /// What the Java function did.
    pub java: Outcome,
    /// What the port did.
    pub python: Outcome,
    /// In what they differ; empty where they agree.
    pub detail: String,
    /// The part of the outcomes in which they differ.
    pub component: OutcomeComponent,
    /// Whether it is one of the suite's own.
    pub is_from_suite: bool,
}

/// A fragment with what came of it.
#[derive(Clone, Debug)]
pub struct FragmentResult {
    /// The fragment.
    pub fragment: Fragment,
    /// Its part of the port, where one was found.
    pub part: Option<Counterpart>,
    /// The verdict.
    pub verdict: FragmentVerdict,
    /// Why it was not tested, else nothing.
    pub why: &'static str,
    /// Contexts that were run to an end on both sides.
    pub contexts: usize,
    /// The differing context nearest to what was recorded.
    pub witness: Option<ContextWitness>,
    /// The input that confirms the difference, or survives it.
    pub reaching_input: Option<ReachingInput>,
    /// Whether a smaller fragment inside it has the same verdict and so explains it.
    pub is_explained: bool,
    /// Its translation alone, where a translator was asked.
    pub isolated: Option<IsolatedTranslation>,
    /// What became of each assume comment here, in the fragment's order.
    pub(crate) assumptions_checked: Vec<AssumptionStatus>,
    /// Whether it gives other values where the functions agree, and putting Java's there changes what the port does.
    pub(crate) is_doubtful: bool,
    /// How the port holds each variable.
    pub(crate) representations: Vec<Representation>,
    /// Differing contexts inside the guards, nearest first.
    pub(crate) differing: Vec<State>,
    /// Whether the sides differ in them by no more than a wrap.
    pub(crate) lacks_wraparound: bool,
    pub(crate) known: FragmentFacts,
}

impl FragmentResult {
    pub(crate) fn without(fragment: Fragment, verdict: FragmentVerdict, why: &'static str) -> Self {
        Self {
            fragment,
            part: None,
            verdict,
            why,
            contexts: 0,
            witness: None,
            reaching_input: None,
            is_explained: false,
            isolated: None,
            assumptions_checked: Vec::new(),
            is_doubtful: false,
            representations: Vec::new(),
            differing: Vec::new(),
            lacks_wraparound: false,
            known: FragmentFacts::default(),
        }
    }

    /// Takes an input that leads to a differing context: one that shows the difference before one that does not,
    /// the smallest first.
    pub(crate) fn add_reaching_input(&mut self, reaching_input: ReachingInput) {
        let reveals = !reaching_input.detail.is_empty();
        self.known.functions_differ |= reveals;
        self.known.functions_agree |= !reveals;
        let rank = |one: &ReachingInput| (one.detail.is_empty(), display::size(&one.input));
        if self.reaching_input.as_ref().is_none_or(|known| rank(&reaching_input) < rank(known)) {
            self.reaching_input = Some(reaching_input);
        }
    }

    /// Its part of the port, where nothing shows that it is no counterpart.
    pub(crate) fn counterpart(&self) -> Option<&Counterpart> {
        self.part.as_ref().filter(|_| self.verdict != FragmentVerdict::Unaligned)
    }

    pub(crate) fn decide_verdict(&mut self) {
        if self.part.is_none() {
            return;
        }
        self.verdict = verdict(self.known);
        self.why = "";
        if self.is_doubtful && self.verdict != FragmentVerdict::Confirmed {
            self.verdict = FragmentVerdict::Unaligned;
            self.why = "its part of the port gives other values where the functions agree";
        }
    }

    /// A state in words: `name = value` for each variable.
    pub fn describe(&self, state: &State) -> String {
        let names: Vec<&str> = self.fragment.variables().map(|v| v.name.as_str()).collect();
        display::variables(&names, state).join(", ")
    }
}

/// What became of an assume comment at a fragment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AssumptionStatus {
    /// It guards the fragment.
    Followed,
    /// An input comes to the fragment in this state, in which it does not hold.
    Contrary(State),
    /// Java does not compile it.
    NotCompiled,
    /// It gives no answer in a state that an input leads to.
    Unanswered,
}

/// A context in which something differs, with what Java, the translation alone and the part of another one did.
pub type IsolationWitness = (State, Outcome, Outcome, Option<Outcome>);

/// What came of a fragment's translation alone.
#[derive(Clone, Debug)]
pub struct IsolatedTranslation {
    /// The verdict.
    pub verdict: AloneVerdict,
    /// Why there is none, or what it could not be compared with; else nothing.
    pub why: String,
    /// The text of its function.
    pub python: Option<String>,
    /// Equation 2 both ways, where the whole translation has a name for every parameter.
    pub distance: Option<usize>,
    /// Contexts in which it was compared with Java.
    pub contexts: usize,
    /// A context in which something differs, with what Java, the translation and the part of the whole one did.
    pub witness: Option<IsolationWitness>,
    /// The same beside the translations of fragments around it, where its part of them is known.
    pub enclosing: Vec<EnclosingComparison>,
}

impl IsolatedTranslation {
    pub(crate) fn without(verdict: AloneVerdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            why: why.into(),
            python: None,
            distance: None,
            contexts: 0,
            witness: None,
            enclosing: Vec::new(),
        }
    }

    pub(crate) fn untranslated(why: impl Into<String>) -> Self {
        Self::without(AloneVerdict::Untranslated, why)
    }
}

/// What came of a fragment alone beside its part of the translation of a fragment around it.
#[derive(Clone, Debug)]
pub struct EnclosingComparison {
    /// The fragment around it, by its text range in the Java file.
    pub span: Span,
    /// The verdict.
    pub verdict: AloneVerdict,
    /// Its part of the other's translation.
    pub python: String,
    /// Equation 2 both ways, where the other's translation has a name for every parameter.
    pub distance: Option<usize>,
    /// Contexts in which both were compared.
    pub contexts: usize,
    /// A context in which something differs, with what Java, the translation alone and the part did.
    pub witness: Option<IsolationWitness>,
}

/// What came of a pair's fragments.
#[derive(Clone, Debug, Default)]
pub struct FragmentReport {
    /// Every admitted fragment.
    pub fragments: Vec<FragmentResult>,
    /// Refused pieces by reason.
    pub refused: BTreeMap<String, usize>,
    /// Admitted pieces beyond the most of one function.
    pub beyond: usize,
    /// How they fared.
    pub scores: FragmentScores,
    /// Whether the functions agree on the inputs of the suite that they can be compared on.
    pub agrees: bool,
    /// Things to tell about assume comments.
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

    /// How they fared, in a line.
    #[must_use]
    pub fn describe(&self) -> String {
        let s = &self.scores;
        format!(
            "{} fragments, {} aligned, {} tested in {} contexts: {} agree, {} confirmed, {} latent, {} masked, {} outside",
            s.eligible, s.aligned, s.tested, s.contexts, s.agree, s.confirmed, s.latent, s.masked, s.outside
        )
    }
}
