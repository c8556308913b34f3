//! The Java stage: generates mutants, selects inputs, and runs all Java copies on the JVM.

use crate::budget::cost_cap::{self, MutantQuota};
use crate::budget::sampling::{MutantSampler, retain_at};
use crate::job::{PairJob, VerdictSettings};
use crate::mutants::generated_mutant::{GeneratedMutant, GeneratedMutants};
use crate::mutants::generated_pair::GeneratedPair;
use crate::mutants::java_mutant::JavaMutant;
use crate::mutants::metamorphic::TransformationSet;
use crate::mutants::mutation_targets::MutationTargets;
use crate::mutants::splice_checks::JavaCounts;
use crate::outcome::{StepClock, SuiteAdequacy};
use crate::reliability::constructible;
use crate::reliability::nondeterminism;
use crate::reliability::prestate::{self, ConstructionScope};
use crate::reliability::state_size;
use crate::selection::{hunt, input_selection};
use crate::stages::compile_error;
use crate::stages::error::{StageError, StageResult};
use crate::stages::java_texts::JavaTexts;
use crate::stages::output::JavaStageOutput;
use crate::stages::requirements::with_requirements;
use mts_model::report::{NotRun, SkipReason, Step, StepTimes};
use mts_model::{Choice, CopyOutcomes, Input, InputOrigin, Language, State};
use mts_oracle::verdict::Oracle;
use mts_translate::{Translation, Translator};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime, SourceRepairs};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Runs the Java stage of a job.
///
/// `job` is the job of `pair`. If this job follows another job of its [`crate::scheduler::job_group::JobGroup`], the
/// suite has the inputs of that job. `cpython` constructs the port's objects, so that the stage knows their differences
/// before it selects inputs. `cpython` also runs the port in the hunt.
///
/// # Errors
/// Returns an error if the run skips the pair or ends.
pub(crate) fn java_stage(
    job: PairJob,
    pair: &GeneratedPair,
    settings: &VerdictSettings,
    translator: &mut dyn Translator,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<JavaStageOutput> {
    let mut clock = StepClock::start(StepTimes::new());
    jvm.begin_pair();
    cpython.begin_pair();
    let follows_port = translator.follows_port();
    let targets = Arc::clone(pair.targets().map_err(str::to_owned)?);
    targets.check_port()?;
    let sampler = begin(&job)?;
    let (generated, sampler) = sampler.draw(targets.mutants_to_run(&job, settings, translator), targets.code());
    let texts = JavaTexts::new(&job, &targets, &generated, settings, &sampler, translator)?;
    clock.end_step(Step::Generate);
    let suite = state_size::bound_proposals(&job, &texts.first, jvm)?;
    let job = job.with_suite(suite);
    let first = (&texts.first, texts.probed.as_ref());
    let suite = constructible::retain_constructible(&job, first, settings, jvm, cpython)?;
    let job = job.with_suite(suite);
    let (suite, coverage) = input_selection::select_inputs(&job, &texts.units, texts.probed.as_ref(), settings, jvm)?;
    let job = job.with_suite(suite);
    clock.end_step(Step::Inputs);
    let (suite, hunt) = hunt::hunt(&job, texts.probed.as_ref(), settings, jvm, cpython)?;
    let job = job.with_suite(suite);
    clock.end_step(Step::Hunt);
    let original = run_original(&job, &texts.first, settings, jvm)?;
    let prestates = prestate::construct_on_java(&texts.first, &job.suite.inputs, ConstructionScope::ALL, jvm)?;
    let suite = prestate::inject_into_chosen(&job, &prestates, settings, cpython)?;
    let job = job.with_suite(suite);
    let plan = MutantPlan::new(&job, &original, settings, generated.len());
    let (outcomes, transformations) = plan.run(&job, texts, &original, settings, jvm)?;
    let mutants = translated(&job, &targets, generated, outcomes, settings, translator)?;
    // A mutant that does not run has no effect on a score. The other mutants are a sample.
    let mutants = plan.sample(mutants);
    let counts = JavaCounts::run(&mutants, &job, &original, &plan.usable, jvm)?;
    clock.end_step(Step::Java);
    let outcomes = mutants.iter().map(|mutant| &mutant.outcomes);
    let adequacy = SuiteAdequacy::new(job.suite.inputs.len(), (coverage, hunt), &original, &plan.usable, outcomes);
    let notes = adequacy
        .notes()
        .into_iter()
        .chain(sampler.sample.map(|sample| sample.to_string()))
        .chain(plan.quota.describe(plan.usable.len()));
    let notes = notes.chain(describe_repairs(&jvm.source_repairs()));
    Ok(JavaStageOutput {
        job: job.with_notes(notes),
        targets,
        sampler: sampler.scaled(plan.quota.weight()),
        adequacy,
        mutants,
        original,
        prestates,
        usable: plan.usable,
        transformations,
        counts,
        earlier_pairs: jvm.earlier_pairs(),
        follows_port,
        times: clock.into_times(),
    })
}

/// Translates the mutants whose outcomes count. `outcomes` has one entry for each mutant.
fn translated(
    job: &PairJob,
    targets: &MutationTargets,
    generated: GeneratedMutants,
    outcomes: Vec<CopyOutcomes>,
    settings: &VerdictSettings,
    translator: &mut dyn Translator,
) -> StageResult<Vec<JavaMutant>> {
    let counts = |ran: &CopyOutcomes| !ran.outcomes.is_empty() && settings.rules.is_output(ran.state());
    let translations = targets.translations(job, &generated, translator, |at| counts(&outcomes[at]))?;
    let java_mutant = |((generated, translation), outcomes): ((Arc<GeneratedMutant>, Translation), CopyOutcomes)| {
        JavaMutant { generated, is_counted: counts(&outcomes), translation, outcomes }
    };
    Ok(generated.into_iter().zip(translations).zip(outcomes).map(java_mutant).collect())
}

/// Returns notes about the differences between the compiled code and the source.
fn describe_repairs(repairs: &SourceRepairs) -> Vec<String> {
    let list = |names: &BTreeSet<String>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let parts = [
        (
            &repairs.missing_annotations,
            "cargo mts compiles Java without these annotations, which are not on the class path",
        ),
        (&repairs.implied_imports, "cargo mts compiles Java with these imports, which the file lacks"),
    ];
    let found = parts.into_iter().filter(|(names, _)| !names.is_empty());
    found.map(|(names, what)| format!("{what}: {}", list(names))).collect()
}

/// Creates the sampler of the pair, and starts the pair in the time budget.
fn begin(job: &PairJob) -> StageResult<MutantSampler> {
    if job.suite.inputs.is_empty() {
        return Err(StageError::from(format!("no inputs: {}", job.suite.notes.join("; "))));
    }
    MutantSampler::begin(&job.sampling).ok_or(StageError::Skipped(SkipReason::NotRun(NotRun::Budget)))
}

/// Runs the original on every input.
///
/// If the tool selected the inputs, for this job or for the head, the original runs on them again. The second run
/// excludes nondeterministic outcomes.
fn run_original(
    job: &PairJob,
    unit: &JavaUnit,
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> StageResult<CopyOutcomes> {
    let inputs = &job.suite.inputs;
    let budget = |input: &Input| match input.origin {
        InputOrigin::Extreme => settings.budgets.original.min(input_selection::POOL_BUDGET),
        _ => settings.budgets.original,
    };
    let run_request = |inputs| RunRequest { copy: 0, inputs, continue_after_failure: true };
    let everything = run_request(inputs.iter().map(budget).enumerate().collect());
    let original = single(jvm.run(unit, inputs, std::slice::from_ref(&everything))?);
    if let Some(broken) = original.outcomes.iter().find(|outcome| outcome.state == State::NotCompiled) {
        return Err(compile_error::explain(job, unit, &broken.reason, jvm)?);
    }
    let mut original = with_requirements(original)?;
    if job.suite.choice != Choice::All {
        let reversed = JavaUnit { reverse_unspecified_order: true, ..unit.clone() };
        let mut repeat = |ended: &[usize]| {
            let run_request = run_request(ended.iter().map(|at| everything.inputs[*at]).collect());
            Ok(single(jvm.run(&reversed, inputs, &[run_request])?).outcomes)
        };
        let signature = &job.java_context.entry.signature;
        nondeterminism::exclude_flaky(&mut original.outcomes, Language::Java, signature, &mut repeat)?;
    }
    Ok(original)
}

/// The mutants that run, and their inputs.
struct MutantPlan {
    /// The indexes of the usable inputs.
    usable: Vec<usize>,
    /// The index and the budget of each usable input.
    budgets: Vec<(usize, u64)>,
    quota: MutantQuota,
    /// The number of generated mutants.
    mutants: usize,
}

impl MutantPlan {
    fn new(job: &PairJob, original: &CopyOutcomes, settings: &VerdictSettings, mutants: usize) -> Self {
        let (signature, inputs) = (&job.java_context.entry.signature, &job.suite.inputs[..]);
        let oracle = Oracle { signature, inputs, rules: &settings.rules, original_comparisons: &[] };
        let mut usable = oracle.usable_inputs(original);
        let bounds = (job.suite.choice != Choice::All).then_some(&original.outcomes[..]);
        let quota = cost_cap::cap_mutants(&mut usable, inputs, bounds, mutants);
        let budget = |at: &usize| (*at, settings.budgets.java(original.outcomes[*at].ticks));
        Self { budgets: usable.iter().map(budget).collect(), usable, quota, mutants }
    }

    /// Runs the mutants and the transformations, and returns the outcomes of both.
    ///
    /// Each mutant has an entry. Without usable inputs, the entry is empty.
    fn run(
        &self,
        job: &PairJob,
        texts: JavaTexts,
        original: &CopyOutcomes,
        settings: &VerdictSettings,
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> StageResult<(Vec<CopyOutcomes>, TransformationSet)> {
        let mut outcomes = Vec::with_capacity(self.mutants);
        for unit in &texts.units {
            let copies = unit.copies();
            let own = texts.transformations.java_run_requests(&copies, &self.usable, original, settings);
            let mutants = copies.into_iter().filter(|copy| self.runs(*copy));
            let run_requests: Vec<RunRequest> =
                mutants.map(|copy| self.run_request(copy, settings)).chain(own).collect();
            if !run_requests.is_empty() && !self.usable.is_empty() {
                outcomes.extend(jvm.run(unit, &job.suite.inputs, &run_requests)?);
            }
        }
        let (mut outcomes, transformations) = texts.transformations.with_java(outcomes, self.mutants);
        if !self.usable.is_empty() {
            outcomes.extend(self.quota.skipped());
        }
        let mut of_copy: BTreeMap<u32, CopyOutcomes> =
            outcomes.into_iter().map(|outcomes| (outcomes.copy, outcomes)).collect();
        let mut outcomes = |copy| {
            let none = CopyOutcomes { copy, outcomes: Vec::new() };
            of_copy.remove(&copy).unwrap_or(none)
        };
        Ok(((1u32..).take(self.mutants).map(&mut outcomes).collect(), transformations))
    }

    /// Reports whether a copy is a mutant that runs.
    fn runs(&self, copy: u32) -> bool {
        (1..=self.mutants).contains(&(copy as usize)) && self.quota.runs(copy)
    }

    fn run_request(&self, copy: u32, settings: &VerdictSettings) -> RunRequest {
        RunRequest {
            copy,
            inputs: self.budgets.clone(),
            continue_after_failure: settings.rules.is_output(State::Exception),
        }
    }

    /// Retains the mutants that run.
    fn sample(&self, mut all: Vec<JavaMutant>) -> Vec<JavaMutant> {
        retain_at(&mut all, |at| u32::try_from(at + 1).is_ok_and(|copy| self.quota.runs(copy)));
        all
    }
}

/// Returns the only answer of a list of answers.
pub(crate) fn single(mut outcomes: Vec<CopyOutcomes>) -> CopyOutcomes {
    outcomes.pop().unwrap_or(CopyOutcomes { copy: 0, outcomes: Vec::new() })
}
