//! One pair, from two functions to verdicts, in two stages that run on different workers: the Java
//! side (mutants, translations, Java outcomes), then the Python side (counterparts, their
//! outcomes, verdicts).

use super::alike;
use super::counterparts::{Counterparts, behaves_alike, comparable};
use super::effort;
use super::fragments::Examined;
use super::members::{Members, Program, java_units};
pub use super::mutants::MutantResult;
use super::mutants::{counterpart, counterpart_budget, result};
use super::refused;
use super::sampling::{Made, Sampled, Sampling, keep};
use super::select::{self, Probed};
pub use super::signature::signature;
use super::splices::{self, JavaCounts};
use super::turned::Turned;
use super::twice;
use super::variants::{Drawn, Kinds, VariantResult};
use super::worth::Worth;
use mts_generate::fragments::LiveOut;
use mts_generate::instrument::{self, java::JavaContext, python::PythonContext, python::PythonVariant};
use mts_generate::mutation::MutationOptions;
use mts_generate::mutation::suppress::Ignored;
use mts_lang::SourceFile;
use mts_model::report::OUT_OF_TIME;
use mts_model::{
    Choice, Function, Input, Language, Mutant, MutantVerdict, Outcome, Pair, State, Suite, TextEdit, Value,
    VariantOutcomes,
};
use mts_oracle::findings::{Shown, Way};
use mts_oracle::verdict::{Judge, OriginalsJudged};
use mts_oracle::{Budgets, Rules, Standing};
use mts_translate::{Translation, Translator};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Ticks an unmutated function may take on one input, where it is run for another reason than to be scored.
pub(super) const ORIGINAL_BUDGET: u64 = Budgets::ORIGINAL;

/// What is looked at before the calls: all of it together.
const LOOK: alike::Look = alike::Look { plain: true, together: usize::MAX };

/// A pair with all that is needed to run it at one revision.
#[derive(Clone)]
pub struct PairJob {
    /// The pair.
    pub pair: Pair,
    /// Its Java file.
    pub java: Arc<SourceFile>,
    /// Its Python file.
    pub python: Arc<SourceFile>,
    /// How the Java function is compiled and reached.
    pub java_context: JavaContext,
    /// How the Python function is imported and reached.
    pub python_context: PythonContext,
    /// The inputs both sides are run on.
    pub suite: Suite,
    /// Whether people are shown its findings: those are worth a search for smaller inputs.
    pub is_shown: bool,
    /// Mutants that are not made.
    pub ignored: Ignored,
    /// Whether it gets variants, where any are asked for: a base does not.
    pub has_variants: bool,
    /// Another pair of the same two files, for a variant that merges them.
    pub partner: Option<Arc<Pair>>,
    /// What is in the program that the pair is the entry point of; `None` for a pair of functions.
    pub program: Option<Arc<Program>>,
    /// How many of those that are made are run.
    pub sampling: Sampling,
}

/// What bears on verdicts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Equality and the treatment of exceptions.
    pub rules: Rules,
    /// Which mutants are made.
    pub mutation: MutationOptions,
    /// How long a mutant may run.
    pub budgets: Budgets,
    /// Whether the fragments of the pairs that are shown are run alone too.
    pub fragments: bool,
    /// What the statements of a fragment leave behind that counts.
    pub outs: LiveOut,
    /// Which variants of the pairs that are shown are run beside the mutants.
    pub variants: Kinds,
}

/// The result for one pair at one revision.
pub struct Measured {
    /// The job it is the result of.
    pub job: PairJob,
    /// The unmutated pair on every input.
    pub originals: OriginalsJudged,
    /// Outcomes of the unmutated Java side, one for each input.
    pub java_original: VariantOutcomes,
    /// Outcomes of the unmutated Python side.
    pub python_original: VariantOutcomes,
    /// What the suite is worth on the Java side.
    pub worth: Worth,
    /// The mutants that were made, those that were not run too.
    pub made: Made,
    /// Every mutant that was run, in the order of generation, with its verdict and evidence.
    pub mutants: Vec<MutantResult>,
    /// Smaller inputs than the suite's, by the way in which the originals disagree on them.
    pub shown: BTreeMap<Way, Shown>,
    /// Of these ways, whether an input shows them by itself; nothing is known of those that are not in it.
    pub standings: BTreeMap<Way, Standing>,
    /// What its fragments showed, where they were asked for; the reason where they could not be run.
    pub fragments: Option<Result<Examined, String>>,
    /// What its variants showed, in the order in which they were drawn, where any were asked for.
    pub variants: Option<Vec<VariantResult>>,
}

/// A job after its Java stage.
pub struct JavaDone {
    job: PairJob,
    sampled: Sampled,
    worth: Worth,
    mutants: Vec<Mutant>,
    translations: Vec<Translation>,
    original: VariantOutcomes,
    /// What its inputs with objects are, before the call.
    made: Vec<Option<Outcome>>,
    /// Indexes of the inputs that mutants are run on.
    usable: Vec<usize>,
    outcomes: Vec<VariantOutcomes>,
    /// Its variants, with what Java did.
    drawn: Drawn,
    /// How often Java reaches the places of splices.
    counts: JavaCounts,
    /// [`Translator::follows_port`].
    follows_port: bool,
    /// Whether its inputs were chosen here, and what it costs is bounded.
    is_bounded: bool,
}

/// The Java stage: makes mutants and translations, runs the original on every input and the
/// mutants on those that count. The `scout` tells which objects the port makes alike, before inputs are
/// chosen. A pair that cannot be analysed gives the reason as text.
///
/// # Errors
/// The inner error is the reason this pair is left out; the outer one ends the run.
pub fn java_stage(
    mut job: PairJob,
    settings: &Settings,
    translator: &mut dyn Translator,
    jvm: &mut dyn Runtime<JavaUnit>,
    scout: &mut dyn Runtime<PythonUnit>,
) -> mts_model::error::Result<Result<JavaDone, String>> {
    let members = match Members::of(&job, translator.follows_port()) {
        Ok(members) => members,
        Err(reason) => return Ok(Err(reason)),
    };
    if job.suite.inputs.is_empty() {
        return Ok(Err(format!("no inputs: {}", job.suite.notes.join("; "))));
    }
    let Some(mut sampled) = Sampled::begin(&job.sampling) else {
        return Ok(Err(OUT_OF_TIME.to_owned()));
    };
    let mut generated = members.generate(&job, settings, translator).sample(&mut sampled);
    let (mutants, classes) = (&generated.mutants, generated.classes());

    let variants: Vec<(u32, Vec<TextEdit>)> = (1u32..).zip(mutants.iter().map(|m| m.edits.clone())).collect();
    let own = variants.into_iter().filter(|(variant, _)| classes.iter().all(|(classed, _)| classed != variant));
    let mut variants: Vec<(u32, Vec<TextEdit>)> = std::iter::once((0, Vec::new())).chain(own).collect();
    let probed = Probed::of(&job, mutants.len() + 1);
    let is_bounded = job.suite.choice != Choice::All;
    if let Some(probed) = &probed {
        // Beside the original, so that the first unit holds both.
        variants.insert(1, (probed.variant, probed.probes.edits.clone()));
    }
    let is_ours = job.has_variants && classes.is_empty() && translator.follows_port();
    let kinds = Some(&settings.variants).filter(|_| is_ours);
    let mut drawn = match members.only(&job) {
        Some(source) => Drawn::draw(&source, job.partner.as_deref(), kinds, mutants.len() + 2),
        None => Drawn::default(),
    };
    variants.extend(drawn.java_edits());
    let whole = |(variant, class): &(u32, Arc<SourceFile>)| {
        instrument::java::whole(class, &job.java_context, &job.pair.java.package, *variant)
    };
    let given = drawn.given();
    let units = java_units(&job, &variants, &given);
    let classes = classes.iter().map(whole).collect::<Result<Vec<JavaUnit>, String>>();
    let units = match units.and_then(|units| Ok([units, classes?].concat())) {
        Ok(units) => units,
        Err(reason) => return Ok(Err(reason)),
    };
    let Some(first) = units.first() else { return Ok(Err("no Java text to run".to_owned())) };
    if let Some(reason) = alike::keep_makeable(&mut job, first, settings, jvm, scout)? {
        return Ok(Err(format!("no object to call it with could be made: {}", reason.describe_cause())));
    }
    let coverage = match &probed {
        Some(probed) => select::select(&mut job, &units, probed, settings, jvm)?,
        None => None,
    };
    let inputs = &job.suite.inputs;
    let everything = (0..inputs.len()).map(|at| (at, settings.budgets.original)).collect();
    let order = RunRequest { variant: 0, inputs: everything, continue_after_failure: true };
    let mut original = one(jvm.run(first, inputs, std::slice::from_ref(&order))?);
    if is_bounded {
        let turned = JavaUnit { reverse_unspecified_order: true, ..first.clone() };
        let mut again = || Ok(one(jvm.run(&turned, inputs, std::slice::from_ref(&order))?).outcomes);
        let signature = &job.java_context.entry.signature;
        twice::leave_out(&mut original.outcomes, Language::Java, signature, &mut again)?;
    }
    if let Some(broken) = original.outcomes.iter().find(|o| o.state == State::NotCompiled) {
        return Ok(Err(format!("the Java side does not compile: {}", refused::why(&job, first, &broken.reason, jvm)?)));
    }
    let made = alike::made_by_java(first, inputs, LOOK, jvm)?;
    alike::hand_over_chosen(&mut job, &made, settings, scout)?;
    let inputs = &job.suite.inputs;
    let judge = Judge { signature: &job.java_context.entry.signature, inputs, rules: &settings.rules, parted: &[] };
    let mut usable = judge.usable(&original);
    let bounds = is_bounded.then_some(&original.outcomes[..]);
    let share = effort::mutants(&mut usable, inputs, bounds, mutants.len());
    let budgets: Vec<(usize, u64)> =
        usable.iter().map(|at| (*at, settings.budgets.java(original.outcomes[*at].ticks))).collect();

    let mut outcomes = Vec::with_capacity(mutants.len());
    for unit in &units {
        let orders: Vec<RunRequest> = unit
            .variants()
            .into_iter()
            .filter(|variant| (1..=mutants.len()).contains(&(*variant as usize)))
            .filter(|variant| share.runs(*variant))
            .map(|variant| RunRequest {
                variant,
                inputs: budgets.clone(),
                continue_after_failure: settings.rules.is_output(State::Exception),
            })
            .chain(drawn.java_orders(&unit.variants(), &usable, &original, settings))
            .collect();
        if !orders.is_empty() && !usable.is_empty() {
            outcomes.extend(jvm.run(unit, inputs, &orders)?);
        }
    }
    drawn.take_java(&mut outcomes, mutants.len());
    if !usable.is_empty() {
        outcomes.extend(share.left_out());
    }
    outcomes.sort_by_key(|outcomes| outcomes.variant);
    let is_counted = |at: usize| outcomes.get(at).is_some_and(|ran| settings.rules.is_output(ran.state()));
    let mut translations = members.translations(&job, &generated, translator, is_counted)?;
    let mut mutants = std::mem::take(&mut generated.mutants);
    // What is not run has no part in any score: the others are a sample.
    let runs = |at: usize| u32::try_from(at + 1).is_ok_and(|variant| share.runs(variant));
    keep(&mut mutants, runs);
    keep(&mut translations, runs);
    keep(&mut outcomes, runs);
    let counts = JavaCounts::run(&translations, &job, &original, &usable, jvm)?;
    let follows_port = translator.follows_port();
    let worth = Worth::of(inputs.len(), coverage, &original, &usable, &outcomes);
    job.suite.notes.extend(worth.notes());
    job.suite.notes.extend(share.note(usable.len()));
    sampled.made.weight *= share.weight();
    Ok(Ok(JavaDone {
        job,
        sampled,
        worth,
        mutants,
        translations,
        original,
        made,
        usable,
        outcomes,
        drawn,
        counts,
        follows_port,
        is_bounded,
    }))
}

impl JavaDone {
    /// About how many bytes its outcomes take.
    pub(super) fn weight(&self) -> usize {
        let of = |outcome: &Outcome| {
            let values = outcome.args.iter().flatten().chain([&outcome.value]).chain(&outcome.receiver);
            size_of::<Outcome>() + outcome.stdout.len() + values.map(Value::weight).sum::<usize>()
        };
        self.outcomes.iter().flat_map(|mutant| &mutant.outcomes).map(of).sum()
    }

    /// The suite that was run.
    #[must_use]
    pub fn suite(&self) -> &Suite {
        &self.job.suite
    }
}

pub(super) fn unreadable(function: &Function) -> String {
    match &function.broken {
        Some(reason) => format!("{}: {reason}", function.selector()),
        None => format!("{}: it has a form that is not understood", function.selector()),
    }
}

fn one(mut outcomes: Vec<VariantOutcomes>) -> VariantOutcomes {
    outcomes.pop().unwrap_or(VariantOutcomes { variant: 0, outcomes: Vec::new() })
}

/// The Python stage: runs the original port and every counterpart, and judges. What runs of the port agree on is seen
/// in others, `turned`.
///
/// # Errors
/// The inner error is the reason this pair is left out; the outer one ends the run.
pub fn python_stage(
    done: JavaDone,
    settings: &Settings,
    cpython: &mut dyn Runtime<PythonUnit>,
    turned: &mut Turned<'_>,
) -> mts_model::error::Result<Result<Measured, String>> {
    let JavaDone {
        job,
        sampled,
        worth,
        mutants,
        translations,
        original: mut java_original,
        made,
        usable,
        outcomes: java,
        mut drawn,
        counts,
        follows_port,
        is_bounded,
    } = done;
    let inputs = &job.suite.inputs;
    let alone = match instrument::python::unit(&job.python, &job.python_context, &[(0, PythonVariant::Edits(&[]))]) {
        Ok(unit) => unit,
        Err(reason) => return Ok(Err(reason)),
    };
    let everything = (0..inputs.len()).map(|at| (at, settings.budgets.original)).collect();
    let order = RunRequest { variant: 0, inputs: everything, continue_after_failure: true };
    let mut original = one(cpython.run(&alone, inputs, std::slice::from_ref(&order))?);
    let signature = signature(&job.pair);
    if is_bounded {
        turned.begin();
        let mut again = || Ok(one(turned.another()?.run(&alone, inputs, std::slice::from_ref(&order))?).outcomes);
        twice::leave_out(&mut original.outcomes, Language::Python, &signature, &mut again)?;
    }
    let by = (&signature, &settings.rules);
    let outcomes = (&mut java_original.outcomes[..], &mut original.outcomes[..]);
    alike::look_before(&made, (&alone, inputs, LOOK), by, cpython, outcomes)?;
    let judge = Judge { signature: &signature, inputs, rules: &settings.rules, parted: &[] };
    let originals = judge.originals(&java_original, &original);
    let judge = Judge { parted: &originals.per_input, ..judge };
    let counted: Vec<bool> = java.iter().map(|outcomes| settings.rules.is_output(outcomes.state())).collect();
    let is_counted = |at: usize| counted.get(at).copied().unwrap_or(false);
    drawn.keep_comparable(&usable, &originals);
    let (usable, java) = if follows_port { comparable(&usable, &java, &originals) } else { (usable, java) };
    let known = splices::Originals { python: &original, judged: &originals, usable: &usable };
    let translations = splices::decide(translations, is_counted, &counts, &known, &job, settings, cpython)?;
    let mut plan = Counterparts::new(&translations, is_counted);
    let numbers: Vec<u32> = drawn.python_texts().map(|text| plan.add(text)).collect();
    let unit = match instrument::python::unit(&job.python, &job.python_context, &plan.texts) {
        Ok(unit) => unit,
        Err(reason) => return Ok(Err(reason)),
    };
    let ticks = |outcomes: &VariantOutcomes, at: usize| outcomes.outcomes.get(at).map_or(0, |o| o.ticks);
    let mut orders: Vec<RunRequest> = Vec::new();
    for (variant, _) in &plan.openings {
        let budget = |at: usize| settings.budgets.java(ticks(&original, at));
        let inputs = usable.iter().map(|at| (*at, budget(*at))).collect();
        orders.push(RunRequest { variant: *variant, inputs, continue_after_failure: true });
    }
    for (variant, mutant) in &plan.mutants {
        let java = &java[*mutant];
        let none = Outcome::new(State::Incomplete);
        let budget = |nth: usize, at: usize| {
            let (source, port) = (java_original.outcomes.get(at), original.outcomes.get(at));
            let source = source.unwrap_or(&none);
            // Another translator's Python takes as many ticks as the Java that it was made of.
            let port = if follows_port { port.unwrap_or(&none) } else { source };
            counterpart_budget(settings, ticks(java, nth), source, port)
        };
        let inputs = usable.iter().enumerate().map(|(nth, at)| (*at, budget(nth, *at))).collect();
        orders.push(RunRequest {
            variant: *variant,
            inputs,
            continue_after_failure: settings.rules.is_output(State::Exception),
        });
    }
    orders.extend(drawn.python_orders(&numbers, &usable, &java_original, &original, settings));
    let answers =
        if orders.is_empty() || usable.is_empty() { Vec::new() } else { cpython.run(&unit, inputs, &orders)? };
    let (openings, counterparts) = answers.split_at(plan.openings.len().min(answers.len()));
    let (counterparts, others) = counterparts.split_at(plan.mutants.len().min(counterparts.len()));
    let variants = drawn.judge(others, &usable, &job);
    let faithful: Vec<bool> = openings.iter().map(|opened| behaves_alike(opened, &original, &usable)).collect();

    let mut answer_of = vec![None; mutants.len()];
    for ((_, mutant), answer) in plan.mutants.iter().zip(counterparts) {
        answer_of[*mutant] = Some(answer);
    }
    let nothing = VariantOutcomes { variant: 0, outcomes: Vec::new() };
    let mut results = Vec::with_capacity(mutants.len());
    for (at, (mutant, translation)) in mutants.into_iter().zip(&translations).enumerate() {
        let opening_holds = plan.opening_of[at].is_none_or(|nth| faithful.get(nth).copied().unwrap_or(false));
        let java = java.get(at).unwrap_or(&nothing);
        let counterpart = counterpart(translation, answer_of[at], opening_holds);
        let judged = judge.mutant(java, counterpart, &usable);
        results.push(result(mutant, translation, judged, java, answer_of[at], &usable));
    }
    Ok(Ok(Measured {
        originals,
        java_original,
        python_original: original,
        worth,
        made: sampled.made,
        mutants: results,
        shown: BTreeMap::new(),
        standings: BTreeMap::new(),
        fragments: None,
        variants,
        job,
    }))
}

impl Measured {
    /// The verdicts alone.
    #[must_use]
    pub fn verdicts(&self) -> Vec<MutantVerdict> {
        self.mutants.iter().map(|m| m.verdict.clone()).collect()
    }

    /// The input at this place of the suite.
    #[must_use]
    pub fn input(&self, at: usize) -> Option<&Input> {
        self.job.suite.inputs.get(at)
    }
}
