//! A fragment's way from its parts to its verdict.

use super::alignment::ALIKE;
use super::alone::Alone;
use super::assumptions::Standing;
use super::entries::Ran;
use super::lift::{self, Aim, Fared, Reached};
use super::record::{Recorded, Recorder};
use super::replay;
use super::states::{self, Held};
use super::trials::{Forms, Shown, part_outcomes};
use crate::measure::PairJob;
use mts_generate::fragments::contexts::{self, State, identity};
use mts_generate::fragments::extraction::Counterpart;
use mts_generate::fragments::{Fragment, LiveOut};
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{FragmentVerdict, Input, Outcome};
use mts_oracle::display;
use mts_oracle::fragments::{Known, Met, is_unwrapped, verdict};
use mts_oracle::{Part, Rules};
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use std::collections::BTreeSet;

/// Inputs of one search whose states are tried in the stand-alone forms.
const TRIED: usize = 12;

/// The parts of the port that may stand for one fragment, with the numbers of their places.
pub(super) type Placed = Vec<(u32, Counterpart)>;

/// A context that tells the sides apart.
#[derive(Clone, Debug)]
pub struct Witness {
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
    pub apart: (usize, u128),
}

/// An input of the functions that leads to a differing context.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The input.
    pub input: Input,
    /// What the Java function did.
    pub java: Outcome,
    /// What the port did.
    pub python: Outcome,
    /// In what they differ; empty where they agree.
    pub detail: String,
    /// The part of the outcomes in which they differ.
    pub part: Part,
    /// Whether it is one of the suite's own.
    pub is_given: bool,
}

/// A fragment with what came of it.
#[derive(Clone, Debug)]
pub struct Tested {
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
    pub witness: Option<Witness>,
    /// The input that confirms the difference, or survives it.
    pub lifted: Option<Lifted>,
    /// Whether a smaller fragment inside it has the same verdict and so explains it.
    pub is_explained: bool,
    /// Its translation alone, where a translator was asked.
    pub alone: Option<Alone>,
    /// What became of each assume comment here, in the fragment's order.
    pub(super) standings: Vec<Standing>,
    /// Whether it gives other values where the functions agree, and putting Java's there changes what the port does.
    is_doubtful: bool,
    /// How the port holds each variable.
    pub(super) held: Vec<Held>,
    /// Differing contexts inside the guards, nearest first.
    differing: Vec<State>,
    /// Whether the sides differ in them by no more than a wrap.
    pub(super) is_unwrapped: bool,
    known: Known,
}

/// What the tests of all fragments of a pair share.
pub(super) struct Tester<'a> {
    pub job: &'a PairJob,
    pub java_tree: &'a Tree,
    pub rules: &'a Rules,
    /// What blocks leave behind that counts.
    pub outs: LiveOut,
    pub forms: &'a Forms<'a>,
    pub recorder: &'a Recorder,
    pub recorded: &'a Recorded,
    /// The inputs that were recorded; the first `given` are the suite's.
    pub tried: &'a [Input],
    pub given: usize,
}

impl Tester<'_> {
    /// Whether the functions agree (empty), differ (both sides) or cannot be compared on an input.
    fn differ(&self, at: usize) -> Option<Fared> {
        let input = (&self.tried[at], at < self.given);
        lift::differ(self.job, input, self.recorded.java.get(at)?, self.recorded.python.get(at)?, self.rules)
    }

    /// Whether they agree on the suite's inputs.
    pub fn agrees(&self) -> bool {
        (0..self.given).all(|at| self.differ(at).is_none_or(|fared| fared.detail.is_empty()))
    }

    fn agreeing(&self) -> Vec<usize> {
        (0..self.tried.len()).filter(|at| self.differ(*at).is_some_and(|fared| fared.detail.is_empty())).collect()
    }

    /// Aligns a fragment and runs it in its contexts.
    pub fn test(
        &self,
        at: u32,
        fragment: Fragment,
        parts: Placed,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<(Tested, Ran)> {
        let mut ran = Ran::not_yet(self, at, &fragment);
        let mut out = Tested::without(fragment, FragmentVerdict::Unaligned, "no part of the port stands for it");
        out.standings = self.standings(at, &out.fragment, &ran, jvm)?;
        if parts.is_empty() {
            return Ok((out, ran));
        }
        if ran.entries.states.is_empty() {
            (out.verdict, out.why) = (FragmentVerdict::Untestable, "no input reaches it");
            return Ok((out, ran));
        }
        let agreeing = self.agreeing();
        self.align(at, &mut out, &mut ran, parts, &agreeing, jvm, cpython)?;
        if out.part.is_some() {
            self.judge(at, &mut out, &ran, &agreeing, jvm, cpython)?;
        }
        Ok((out, ran))
    }

    /// Finds the part of the port that goes through the fragment's states.
    #[expect(clippy::too_many_arguments, reason = "all that is known of one fragment, and both workers")]
    fn align(
        &self,
        at: u32,
        out: &mut Tested,
        ran: &mut Ran,
        parts: Placed,
        agreeing: &[usize],
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<()> {
        let is_reached = ran.entries.inputs.iter().flatten().any(|input| agreeing.contains(input));
        // Where the functions never agree after it, what they come to it with first still tells its counterpart.
        let shown_by: Vec<usize> = if is_reached { agreeing.to_vec() } else { (0..self.tried.len()).collect() };
        let most = if is_reached { usize::MAX } else { 1 };
        let visits: Vec<_> = shown_by
            .iter()
            .map(|input| (&self.recorded.java_visits[*input], &self.recorded.python_visits[*input]))
            .collect();
        out.why = "no part of the port goes through its states";
        let mut fallback = None;
        for (place, part) in parts {
            let Some(held) = states::held(&out.fragment, &part, (at, place), (&visits, most), self.rules) else {
                continue;
            };
            let java = match &ran.java {
                Some(known) => known.clone(),
                None => ran.java.insert(self.forms.java(&out.fragment, at, &ran.spread, jvm)?).clone(),
            };
            let is_worth = |nth: usize| self.is_worth(ran, nth, &java[nth]);
            let states = (ran.spread.as_slice(), java.as_slice());
            let Some(python) = part_outcomes(self.job, &out.fragment, &part, &held, states, &is_worth, cpython)? else {
                continue;
            };
            let shown = self.compared(&out.fragment, ran, java, python);
            let doubtful = is_doubtful(ran, &shown, agreeing);
            let is_alike = part.alike >= ALIKE;
            if !doubtful {
                fallback = Some((part, held, shown));
                break;
            }
            if is_alike && fallback.is_none() {
                fallback = Some((part, held, shown));
            }
        }
        let Some((part, held, shown)) = fallback else { return Ok(()) };
        if shown.iter().all(|shown| shown.met == Met::Unknown) {
            (out.verdict, out.why) = (FragmentVerdict::Untestable, "a stand-alone form does not run");
            return Ok(());
        }
        (out.part, out.held, out.why) = (Some(part), held, "");
        ran.shown = Some(shown);
        Ok(())
    }

    /// Takes down what the contexts show.
    fn judge(
        &self,
        at: u32,
        out: &mut Tested,
        ran: &Ran,
        agreeing: &[usize],
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<()> {
        let Some(shown) = &ran.shown else { return Ok(()) };
        let (spread, recorded, entries) = (&ran.spread, ran.recorded, &ran.entries);
        out.contexts = shown.iter().filter(|shown| shown.met != Met::Unknown).count();
        out.known.tested = out.contexts;
        let made: Vec<usize> = (recorded..spread.len()).filter(|nth| shown[*nth].met == Met::Differ).collect();
        let asked: Vec<State> = made.iter().map(|nth| spread[*nth].clone()).collect();
        let inside = self.inside(at, out, &asked, jvm)?;
        let is_inside = |nth: usize| nth < recorded || made.iter().position(|m| *m == nth).is_some_and(|m| inside[m]);
        let mut differing: Vec<((usize, u128), usize)> = Vec::new();
        for nth in 0..spread.len() {
            match shown[nth].met {
                Met::Differ if is_inside(nth) => {
                    let near = spread[..recorded].iter().map(|own| contexts::distance(own, &spread[nth])).min();
                    differing.push((near.unwrap_or((usize::MAX, u128::MAX)), nth));
                }
                Met::Differ | Met::Rejected => out.known.outside += 1,
                Met::Agree | Met::Unknown => {}
            }
        }
        differing.sort_unstable();
        out.known.differing = differing.len();
        out.differing = differing.iter().map(|(_, nth)| spread[*nth].clone()).collect();
        let lacks_wrap = |nth: &usize| is_unwrapped(&shown[*nth].java, &shown[*nth].python, &out.fragment.ty);
        out.is_unwrapped = differing.iter().all(|(_, nth)| lacks_wrap(nth));
        out.witness = differing.first().map(|(apart, nth)| Witness {
            state: spread[*nth].clone(),
            java: shown[*nth].java.clone(),
            python: shown[*nth].python.clone(),
            detail: shown[*nth].detail.clone(),
            is_recorded: *nth < recorded,
            apart: *apart,
        });
        for (_, nth) in differing.iter().filter(|(_, nth)| *nth < recorded) {
            for input in &entries.inputs[*nth] {
                if let Some(fared) = self.differ(*input) {
                    out.lead(self.lifted(*input, fared));
                }
            }
        }
        // The sides differ where the functions agree: a later step makes up for it, or this is no counterpart.
        if is_doubtful(ran, shown, agreeing)
            && let Some(part) = &out.part
        {
            let inputs: Vec<Input> = agreeing.iter().map(|at| self.tried[*at].clone()).collect();
            let plain: Vec<Outcome> = agreeing.iter().map(|at| self.recorded.python[*at].clone()).collect();
            let states = (&spread[..recorded], &shown[..recorded]);
            out.is_doubtful =
                !replay::holds(self.job, &out.fragment, (part, &out.held), states, (&inputs, &plain), cpython)?;
        }
        out.settle();
        Ok(())
    }

    fn lifted(&self, at: usize, fared: Fared) -> Lifted {
        Lifted {
            input: self.tried[at].clone(),
            java: self.recorded.java[at].clone(),
            python: self.recorded.python[at].clone(),
            detail: fared.detail,
            part: fared.part,
            is_given: at < self.given,
        }
    }

    /// Looks for inputs that lead to the differing contexts of fragments that no input confirms yet.
    pub fn lift(
        &self,
        tested: &mut [Tested],
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<()> {
        let open: Vec<usize> = (0..tested.len())
            .filter(|at| {
                !tested[*at].differing.is_empty() && !tested[*at].known.is_revealed && tested[*at].part.is_some()
            })
            .collect();
        if open.is_empty() {
            return Ok(());
        }
        let subjects: Vec<Tested> = open.iter().map(|at| tested[*at].clone()).collect();
        let place = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
        let bases = |at: usize| -> Vec<Input> {
            let visits = self.recorded.java_visits.iter().enumerate();
            let reaching = visits.filter(|(_, visits)| visits.contains_key(&place(at))).map(|(input, _)| input);
            reaching.take(8).map(|input| self.tried[input].clone()).collect()
        };
        let aims: Vec<Aim<'_>> = open
            .iter()
            .zip(&subjects)
            .map(|(at, subject)| Aim {
                at: place(*at),
                fragment: &subject.fragment,
                contexts: subject.differing.clone(),
                bases: bases(*at),
            })
            .collect();
        let known: Vec<BTreeSet<String>> =
            subjects.iter().map(|subject| subject.differing.iter().map(|state| identity(state)).collect()).collect();
        let mut tries = vec![0; aims.len()];
        let mut found: Vec<(usize, Lifted)> = Vec::new();
        let mut judge = |aim: &Aim<'_>,
                         reached: &Reached,
                         jvm: &mut dyn Runtime<JavaUnit>,
                         cpython: &mut dyn Runtime<PythonUnit>| {
            let Some(nth) = open.iter().position(|at| place(*at) == aim.at) else { return Ok(false) };
            let lifted = |fared: &Fared| Lifted {
                input: reached.input.clone(),
                java: reached.java.clone(),
                python: reached.python.clone(),
                detail: fared.detail.clone(),
                part: fared.part,
                is_given: false,
            };
            let is_known = reached.states.iter().any(|state| known[nth].contains(&identity(state)));
            let mut is_there = is_known;
            if !is_known && !reached.fared.detail.is_empty() && tries[nth] < TRIED {
                tries[nth] += 1;
                let subject = &subjects[nth];
                let states: Vec<State> = reached.states.iter().take(16).cloned().collect();
                if let Some(part) = &subject.part {
                    let shown = self.forms.both(
                        &subject.fragment,
                        aim.at,
                        part,
                        &subject.held,
                        &states,
                        self.rules,
                        jvm,
                        cpython,
                    )?;
                    is_there = shown.is_some_and(|shown| shown.iter().any(|shown| shown.met == Met::Differ));
                }
            }
            if is_there {
                found.push((open[nth], lifted(&reached.fared)));
            }
            Ok(is_there && !reached.fared.detail.is_empty())
        };
        lift::search(self.job, self.recorder, &aims, self.rules, self.job.suite.seed, &mut judge, jvm, cpython)?;
        for (at, lifted) in found {
            tested[at].lead(lifted);
        }
        tested.iter_mut().for_each(Tested::settle);
        Ok(())
    }
}

/// Whether the sides differ in a recorded state of an input on which the functions agree.
fn is_doubtful(ran: &Ran, shown: &[Shown], agreeing: &[usize]) -> bool {
    let agrees = |nth: usize| ran.entries.inputs[nth].iter().any(|input| agreeing.contains(input));
    (0..ran.recorded).any(|nth| shown[nth].met == Met::Differ && agrees(nth))
}

impl Tested {
    fn without(fragment: Fragment, verdict: FragmentVerdict, why: &'static str) -> Self {
        Self {
            fragment,
            part: None,
            verdict,
            why,
            contexts: 0,
            witness: None,
            lifted: None,
            is_explained: false,
            alone: None,
            standings: Vec::new(),
            is_doubtful: false,
            held: Vec::new(),
            differing: Vec::new(),
            is_unwrapped: false,
            known: Known::default(),
        }
    }

    /// Takes an input that leads to a differing context: one that shows the difference before one that does not,
    /// the smallest first.
    fn lead(&mut self, lifted: Lifted) {
        let reveals = !lifted.detail.is_empty();
        self.known.is_revealed |= reveals;
        self.known.is_survived |= !reveals;
        let rank = |one: &Lifted| (one.detail.is_empty(), display::size(&one.input));
        if self.lifted.as_ref().is_none_or(|known| rank(&lifted) < rank(known)) {
            self.lifted = Some(lifted);
        }
    }

    /// Its part of the port, where nothing shows that it is no counterpart.
    pub(super) fn counterpart(&self) -> Option<&Counterpart> {
        self.part.as_ref().filter(|_| self.verdict != FragmentVerdict::Unaligned)
    }

    fn settle(&mut self) {
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
    pub fn told(&self, state: &State) -> String {
        let names: Vec<&str> = self.fragment.variables().map(|v| v.name.as_str()).collect();
        display::held(&names, state).join(", ")
    }
}
