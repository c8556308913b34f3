//! Draws metamorphic transformations of a pair, and assesses them.
//!
//! A transformation that keeps behaviour gives a variant of each side. Variants run in the same
//! batches as the mutants. The tool compares each variant with the original of the same side. The
//! original runs before and after the variants, on the same inputs. A transformation that may
//! change behaviour gives a mutant.

use crate::job::{PairJob, TransformationConfig, VerdictSettings};
use crate::mutants::mutant_outcome::counterpart_budget;
use crate::mutants::python_copies::on_comparable;
use crate::outcome::{VariantResult, VariantWitness};
use mts_generate::instrument::python::PythonCopy;
use mts_generate::metamorphic::{
    MutatingEdit, NotApplicable, PairContext, PairedEdit, ParsedFunction, draw_paired, mutated,
};
use mts_generate::mutation;
use mts_lang::python::scopes;
use mts_model::{
    CopyOutcomes, Language, Mutant, NodeId, Outcome, Pair, Random, Reason, State, TextEdit, Transformation,
    VariantVerdict,
};
use mts_oracle::variants::{VariantComparison, blame, compare_variant};
use mts_oracle::verdict::OriginalsComparison;
use mts_translate::PairSource;
use mts_translate::mirror::counterparts::Counterparts;
use mts_workers::RunRequest;
use std::collections::{BTreeMap, HashSet};

/// The factor on the original's ticks that gives the budget of a variant.
///
/// The factor is large, because an added loop runs at every call of a recursive function.
const GROWTH: u64 = 1100;
/// The highest budget that the factor gives. With a higher budget, the watchdog would end calls,
/// and results would vary between runs.
const GROWN: u64 = 1_000_000;

/// The variants of a job, with the outcomes that the stages of the job add.
#[derive(Default)]
pub(crate) struct TransformationSet {
    variants: Vec<(u32, PairedEdit)>,
    unmirrored: Vec<(Transformation, &'static str)>,
    /// Whether the settings request variants.
    is_requested: bool,
    /// The outcomes of Java's original before and after the variants.
    originals: Vec<CopyOutcomes>,
    java: Vec<CopyOutcomes>,
}

/// Returns both sides of a pair, without a merge partner.
fn pair_context<'a>(source: &'a PairSource<'_>, counterpart: &'a dyn Fn(NodeId) -> Option<NodeId>) -> PairContext<'a> {
    PairContext {
        java: ParsedFunction { file: source.java, function: &source.pair.java, tree: source.java_tree },
        python: ParsedFunction { file: source.python, function: &source.pair.python, tree: source.python_tree },
        arguments: &source.pair.arguments,
        counterpart,
        merge_partner: None,
    }
}

/// Returns the mutants of a pair from the transformations that may change behaviour.
///
/// Each mutant comes with the port's edits, or with the reason why it has no counterpart. Another
/// seed draws other mutants.
pub(crate) fn mutants(
    source: &PairSource<'_>,
    kinds: &TransformationConfig,
) -> Vec<(Mutant, std::result::Result<Vec<TextEdit>, &'static str>)> {
    let changing: Vec<_> = kinds.transformations.iter().filter_map(|kind| Some((*kind, kind.operator()?))).collect();
    if changing.is_empty() {
        return Vec::new();
    }
    let counterparts = Counterparts::new(source);
    let counterpart = |node| counterparts.in_place(node);
    let both = pair_context(source, &counterpart);
    let (mut known, mut changes, mut ports) = (HashSet::new(), Vec::new(), Vec::new());
    let key = source.pair.key();
    for (kind, operator) in changing {
        for nth in 0..kinds.per_transformation {
            let mut random = Random::new(seed(kinds.seed, &key, kind.name(), nth));
            let Some(MutatingEdit { node, java, python }) = mutated(kind, &both, &mut random) else { continue };
            if known.insert(java.clone()) {
                changes.push((operator, node, java));
                ports.push(python);
            }
        }
    }
    let named = mutation::mutants_from_changes(source.java, &source.pair.java, source.java_tree, &key, changes);
    named.into_iter().zip(ports).collect()
}

impl TransformationSet {
    /// Draws the variants of a pair. Their numbers start at `first`.
    pub fn draw(
        source: &PairSource<'_>,
        merge_partner: Option<&Pair>,
        kinds: Option<&TransformationConfig>,
        first: usize,
    ) -> Self {
        let mut drawn = Self::default();
        let keeping = |kinds: &TransformationConfig| kinds.transformations.iter().any(|kind| kind.keeps_behaviour());
        let Some(kinds) = kinds.filter(|kinds| keeping(kinds)) else { return drawn };
        drawn.is_requested = true;
        let counterparts = Counterparts::new(source);
        let counterpart = |node| counterparts.in_place(node);
        let trees = merge_partner
            .and_then(|other| Some((source.java.lower(&other.java)?, source.python.lower(&other.python)?)));
        let merge_partner = merge_partner.zip(trees.as_ref()).map(|(other, (java, python))| {
            [
                ParsedFunction { file: source.java, function: &other.java, tree: java },
                ParsedFunction { file: source.python, function: &other.python, tree: python },
            ]
        });
        let both = PairContext { merge_partner, ..pair_context(source, &counterpart) };
        let mut known = HashSet::new();
        for transformation in kinds.transformations.iter().filter(|kind| kind.keeps_behaviour()) {
            for nth in 0..kinds.per_transformation {
                let mut random = Random::new(seed(kinds.seed, &source.pair.key(), transformation.name(), nth));
                match draw_paired(*transformation, &both, &mut random) {
                    Ok(paired) => {
                        let is_new = known.insert(paired.java.clone());
                        let number = u32::try_from(first + drawn.variants.len()).unwrap_or(u32::MAX);
                        drawn.variants.extend(is_new.then_some((number, paired)));
                    }
                    Err(NotApplicable::Unmirrored(why)) if nth == 0 => drawn.unmirrored.push((*transformation, why)),
                    Err(_) => {}
                }
            }
        }
        drawn
    }

    /// Returns the number and the Java edits of each variant.
    pub fn java_edits(&self) -> impl Iterator<Item = (u32, Vec<TextEdit>)> {
        self.variants.iter().map(|(number, paired)| (*number, paired.java.clone()))
    }

    /// Returns the arguments for the parameters that variants add in Java.
    pub fn added_args(&self) -> BTreeMap<u32, Vec<String>> {
        self.variants.iter().map(|(number, paired)| (*number, paired.added_args.clone())).collect()
    }

    /// Returns the run requests for the variants of a unit.
    pub fn java_run_requests(
        &self,
        unit_copies: &[u32],
        usable: &[usize],
        original: &CopyOutcomes,
        settings: &VerdictSettings,
    ) -> Vec<RunRequest> {
        let ticks = |at: &usize| original.outcomes.get(*at).map_or(0, |outcome| outcome.ticks);
        let run_request = |copy: u32, kind: Option<Transformation>| {
            let budget = |at: &usize| (*at, variant_budget(settings.budgets.java(ticks(at)), ticks(at), kind));
            let inputs = usable.iter().map(budget).collect();
            RunRequest { copy, inputs, continue_after_failure: true }
        };
        let request = |(number, paired): &(u32, PairedEdit)| run_request(*number, Some(paired.transformation));
        let own: Vec<RunRequest> =
            self.variants.iter().filter(|(number, _)| unit_copies.contains(number)).map(request).collect();
        let before = (unit_copies.contains(&0) && !self.variants.is_empty()).then(|| run_request(0, None));
        before.clone().into_iter().chain(own).chain(before).collect()
    }

    /// Separates the outcomes of the mutants from those of the variants.
    ///
    /// Returns the outcomes of the mutants, and this set with the outcomes of the variants.
    pub fn with_java(self, outcomes: Vec<CopyOutcomes>, mutants: usize) -> (Vec<CopyOutcomes>, Self) {
        let is_mutant = |run: &CopyOutcomes| (1..=mutants).contains(&(run.copy as usize));
        let (of_mutants, others): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(is_mutant);
        let (originals, java) = others.into_iter().partition(|run| run.copy == 0);
        (of_mutants, Self { originals, java, ..self })
    }

    /// Returns the same set with only the outcomes on comparable inputs.
    ///
    /// An input is comparable if the tool can compare the originals on this input.
    pub fn retain_comparable(self, ran: &[usize], comparison: &OriginalsComparison) -> Self {
        let retained =
            |all: Vec<CopyOutcomes>| all.into_iter().map(|outcomes| on_comparable(outcomes, ran, comparison)).collect();
        let (originals, java) = (retained(self.originals), retained(self.java));
        Self { originals, java, ..self }
    }

    /// Returns the texts of the port's variants, in the order of the variants.
    pub fn python_texts(&self) -> impl Iterator<Item = PythonCopy<'_>> {
        self.variants.iter().map(|(_, paired)| PythonCopy::Edits(&paired.python))
    }

    /// Returns the run requests for the port's variants with these numbers.
    pub fn python_run_requests(
        &self,
        numbers: &[u32],
        usable: &[usize],
        java_original: &CopyOutcomes,
        original: &CopyOutcomes,
        settings: &VerdictSettings,
    ) -> Vec<RunRequest> {
        if numbers.is_empty() || usable.is_empty() {
            return Vec::new();
        }
        let none = Outcome::new(State::Incomplete);
        let outcome = |run: &CopyOutcomes, at: usize| run.outcomes.get(at).cloned().unwrap_or_else(|| none.clone());
        let run_request = |copy: u32, kind: Option<Transformation>, java: Option<&CopyOutcomes>| {
            let budget = |(nth, at): (usize, &usize)| {
                let (source, port) = (outcome(java_original, *at), outcome(original, *at));
                let mutant = java.and_then(|java| java.outcomes.get(nth)).map_or(source.ticks, |own| own.ticks);
                (*at, variant_budget(counterpart_budget(settings, mutant, &source, &port), port.ticks, kind))
            };
            let inputs = usable.iter().enumerate().map(budget).collect();
            RunRequest { copy, inputs, continue_after_failure: true }
        };
        let own = numbers.iter().zip(&self.variants).map(|(number, (java, paired))| {
            run_request(*number, Some(paired.transformation), self.java.iter().find(|run| run.copy == *java))
        });
        let before = run_request(0, None, None);
        std::iter::once(before.clone()).chain(own).chain([before]).collect()
    }

    /// Returns the verdicts from the outcomes of the port: original, each variant, original again.
    ///
    /// `None` if the settings request no variants.
    pub fn assess(&self, answers: &[CopyOutcomes], usable: &[usize], job: &PairJob) -> Option<Vec<VariantResult>> {
        if !self.is_requested {
            return None;
        }
        let lacks = self.unmirrored.iter().map(|(transformation, why)| VariantResult {
            transformation: *transformation,
            verdict: VariantVerdict::Unmirrored,
            why: (*why).to_owned(),
            paired: None,
            witness: None,
        });
        let mut results: Vec<VariantResult> = lacks.collect();
        let reads = scopes::reads_names(&job.python, &job.pair.python);
        for (nth, (number, paired)) in self.variants.iter().enumerate() {
            let java = self.java.iter().find(|run| run.copy == *number);
            let python = answers.get(nth + 1).filter(|_| answers.len() == self.variants.len() + 2);
            let transformation = paired.transformation;
            let (verdict, why, witness) = match (java, python, &self.originals[..], answers) {
                (Some(java), Some(python), [a, b], [first, .., last]) => {
                    assess_preserving([[a, b], [first, last]], java, python, (transformation, reads.as_ref(), usable))
                }
                _ => (VariantVerdict::Inconclusive, "the variant did not run".to_owned(), None),
            };
            results.push(VariantResult { transformation, verdict, why, paired: Some(paired.clone()), witness });
        }
        Some(results)
    }
}

/// Returns the verdict on a variant that must keep behaviour.
fn assess_preserving(
    originals: [[&CopyOutcomes; 2]; 2],
    java: &CopyOutcomes,
    python: &CopyOutcomes,
    (transformation, reads, usable): (Transformation, Option<&(String, u32)>, &[usize]),
) -> (VariantVerdict, String, Option<VariantWitness>) {
    let witness = |side, nth: usize, component, original: &CopyOutcomes, variant: &CopyOutcomes| {
        let outcome = |run: &CopyOutcomes| run.outcomes.get(nth).or(run.outcomes.last()).cloned();
        Some(VariantWitness {
            input: *usable.get(nth)?,
            component,
            side,
            first: outcome(original)?,
            second: outcome(variant)?,
        })
    };
    match (compare_variant(originals[0], java), compare_variant(originals[1], python)) {
        (VariantComparison::Different(nth, component), _) => {
            let reason = java.outcomes.get(nth).map(|outcome| &outcome.reason).filter(|reason| reason.is_informative());
            let why = reason.map_or_else(
                || "the Java variant behaves differently from the Java function".to_owned(),
                Reason::to_string,
            );
            (VariantVerdict::InvalidTransformation, why, witness(Language::Java, nth, component, originals[0][0], java))
        }
        (_, VariantComparison::Different(nth, component)) => {
            let witness = witness(Language::Python, nth, component, originals[1][0], python);
            let none = Outcome::new(State::Incomplete);
            let outcome = witness.as_ref().map_or(&none, |witness| &witness.second);
            let (verdict, why) = blame(outcome, transformation, reads.map(|(word, line)| (word.as_str(), *line)));
            (verdict, why, witness)
        }
        // Both sides kept their behaviour. So the sides agree on the inputs on which the originals
        // agree.
        (VariantComparison::Same, VariantComparison::Same) => {
            (VariantVerdict::Preserved, "both sides behave as before".to_owned(), None)
        }
        _ => (VariantVerdict::Inconclusive, "there is no outcome to compare".to_owned(), None),
    }
}

/// Returns a budget that is also large enough for the code that a variant adds.
///
/// For the original (`kind` is `None`), the function returns `budget`.
fn variant_budget(budget: u64, ticks: u64, kind: Option<Transformation>) -> u64 {
    if kind.is_some() { budget.max(ticks.saturating_mul(GROWTH).min(GROWN)) } else { budget }
}

/// Returns the seed of a variant of a pair.
///
/// Because of this seed, a draw does not depend on other pairs or kinds.
fn seed(seed: u64, pair: &str, kind: &str, nth: usize) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for component in ["mts variants 1", &seed.to_string(), pair, kind, &nth.to_string()] {
        hasher.update(&(component.len() as u64).to_le_bytes());
        hasher.update(component.as_bytes());
    }
    hasher.finalize().as_bytes()[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
