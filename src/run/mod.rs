//! The stages of a run, from two revisions to a report.
//!
//! Each stage takes the result of the stage before and returns a new value. The submodules
//! implement the stages.

pub mod context;
pub mod jobs;
pub mod options;
pub mod output;
pub mod plan;
pub mod properties;
pub mod repository;
pub mod results;
pub mod revision;
pub mod suppression;
pub mod workers;

use context::{MaterializeBase, RunContext};
use jobs::build_env;
use jobs::pair_jobs::Jobs;
use mts_engine::properties::CheckedProperty;
use mts_engine::scheduler::{self, ResultSink, WorkerPair};
use mts_model::ProgressEvent;
use mts_model::error::Result;
use mts_model::report::{RunReport, Shard};
use mts_workers::{default_cache, with_interrupt_action};
use options::Options;
use plan::{PairFilter, Plan, programs, sampling, shard};
use properties::model_search::Model;
use properties::{pairs, suggestions};
use results::baseline::{Baseline, BaselineIndex};
use results::build_report::{self, ReportParts};
use results::checkpoint::Checkpoint;
use results::collector::ResultCollector;
use results::pair_results::{CompletedPair, FinishedPair, JobResult, PairResult};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;
use workers::RuntimeInfo;

/// The result of a run.
pub struct RunOutput {
    /// The report.
    pub report: RunReport,
    /// The baseline for later runs that compare with the tested commit. `None` if the run tested uncommitted files.
    pub baseline: Option<Baseline>,
    /// The checkpoint, which the caller removes after it writes the report and the baseline.
    pub checkpoint: Option<Checkpoint>,
}

/// Plans the run, measures both revisions on the same inputs, and builds the report.
///
/// `materialize_base` writes the files of the base, and `report_progress` gets the progress events. If a signal ends
/// the run, `interrupted` gets the report of the results so far.
///
/// # Errors
/// Returns a usage error if a selector, a program, a suite file, a property or the model for suggestions is invalid.
/// Returns an error if a runtime is missing or cannot start.
pub fn run(
    context: &RunContext<'_>,
    filter: &PairFilter<'_>,
    options: &Options,
    materialize_base: MaterializeBase<'_>,
    report_progress: &(dyn Fn(ProgressEvent) + Sync),
    interrupted: &(dyn Fn(RunReport) + Sync),
) -> Result<RunOutput> {
    let clock = Instant::now();
    let report_so_far = |parts: ReportParts| {
        let timings = build_report::timings(clock, Default::default(), options.jobs, 0, None, &parts.results);
        let report = build_report::interrupted_report(context, ReportParts { timings, ..parts }, options);
        if let Ok(report) = context.secrets.redact(report) {
            interrupted(report);
        }
    };
    with_interrupt_action(
        || report_so_far(ReportParts::default()),
        || {
            filter.check(context.head)?;
            let asked = (suggestions::model(context, options)?, pairs::in_force(&context.properties)?);
            let plan = plan_pairs(context, filter, options)?;
            let (jobs, shard) = jobs_of(context, &plan, options, clock)?;
            if jobs.has_base() {
                materialize_base()?;
            }
            // `_builds` owns the compiled files, so it must live as long as the workers run.
            let (jobs, _builds) = build_env::configure(jobs, context, options)?;
            report_progress(ProgressEvent::Planned { pairs: jobs.all().count() });
            let worker_pairs = workers::start_worker_pairs(options, jobs.all())?;
            let collector = ResultCollector::new(context, &jobs, options);
            let parts = ReportParts {
                plan,
                notes: jobs.notes.clone(),
                pending_until_merge: jobs.pending_until_merge.clone(),
                shard,
                runtime: RuntimeInfo::from_workers(&worker_pairs),
                ..ReportParts::default()
            };
            with_interrupt_action(
                || {
                    let (results, note) = collector.so_far();
                    let notes = [parts.notes.clone(), note.into_iter().collect()].concat();
                    let results = results.into_iter().map(CompletedPair::from).collect();
                    report_so_far(ReportParts { results, notes, ..parts.clone() });
                },
                || {
                    measured_run(
                        context,
                        &collector,
                        parts.clone(),
                        (jobs, worker_pairs),
                        asked,
                        options,
                        (clock, report_progress),
                    )
                },
            )
        },
    )
}

/// Measures the pairs and builds the report. `parts` contains the parts of the report that precede the measurement.
fn measured_run(
    context: &RunContext<'_>,
    collector: &ResultCollector<'_>,
    parts: ReportParts,
    (jobs, mut worker_pairs): (Jobs, Vec<WorkerPair>),
    (model, properties): (Option<Model>, Vec<CheckedProperty>),
    options: &Options,
    (clock, report_progress): (Instant, &(dyn Fn(ProgressEvent) + Sync)),
) -> Result<RunOutput> {
    let preparation = clock.elapsed().as_secs_f64();
    let checked = match properties.is_empty() && model.is_none() {
        true => Vec::new(),
        false => pairs::versions_of(&jobs),
    };
    let MeasuredPairs { results, checkpoint, unusable, resumed, first_verdict } =
        measure(context, collector, jobs, options, &parts.runtime, &mut worker_pairs, (clock, report_progress))?;
    let results = pairs::with_checks(results, &properties, &checked, &mut worker_pairs, context, options)?;
    let results = match &model {
        Some(model) => suggestions::with_suggestions(results, &checked, &mut worker_pairs, options, model)?,
        None => results,
    };
    let is_asked = results.iter().any(|pair| pair.suggestion.is_some());
    let varies = is_asked && model.is_some_and(|model| !model.usage().reproducible);
    let phases = (preparation, first_verdict);
    let timings = build_report::timings(clock, phases, options.jobs, resumed, unusable.as_ref(), &results);
    let records = results.iter().filter_map(|pair| pair.finished.result.recorded.clone());
    let baseline = Baseline::record(options, context.commits.tested.as_deref(), &parts.runtime, records)?;
    let sandbox = workers::sandbox_in_force(&worker_pairs);
    let parts = ReportParts { results, varies, sandbox, timings, ..parts };
    let report = build_report::report(context, parts, options, None);
    let (report, baseline) = (context.secrets.redact(report)?, context.secrets.redact(baseline)?);
    Ok(RunOutput { report, baseline, checkpoint })
}

/// Plans the pairs of functions and programs, and notes unused suite files and skip rules.
///
/// # Errors
/// Returns a usage error if a file of a configured program does not exist.
pub fn plan_pairs(context: &RunContext<'_>, filter: &PairFilter<'_>, options: &Options) -> Result<Plan> {
    let filter = &PairFilter { program_files: programs::java_files(context), ..filter.clone() };
    let functions = plan::plan(context.base_with_rules(), context.head, &options.pairing, filter);
    let plan = functions.joined(programs::plan(context, filter)?);
    let unused = [context.suites.unused(context.head), options.suppress.unused(context.head)].concat();
    Ok(Plan { notes: [plan.notes, unused].concat(), ..plan })
}

/// Returns the jobs of a plan, and this run's shard. Only jobs of the shard remain.
fn jobs_of(context: &RunContext<'_>, plan: &Plan, options: &Options, clock: Instant) -> Result<(Jobs, Option<Shard>)> {
    let jobs = sampling::draw(jobs::jobs(context, plan, options)?, options);
    let (jobs, costs, shard) = match context.shard {
        Some(spec) => {
            let (jobs, costs, shard) = shard::select(spec, context, jobs, options)?;
            (jobs, Some(costs), Some(shard))
        }
        None => (jobs, None, None),
    };
    Ok((sampling::pace(jobs, costs, options, clock), shard))
}

/// The results of the pairs of a run.
struct MeasuredPairs {
    results: Vec<FinishedPair>,
    checkpoint: Option<Checkpoint>,
    /// The reason why no baseline was usable.
    ///
    /// The outer `None` means that the user gave no baseline. The inner `None` means that a
    /// baseline was usable.
    unusable: Option<Option<String>>,
    /// The number of pairs whose results come from an interrupted run.
    resumed: usize,
    /// The time from the start to the first verdict, in seconds.
    first_verdict: Option<f64>,
}

/// Measures every pair without a result from an interrupted run.
///
/// A result of the base may come from a baseline.
fn measure(
    context: &RunContext<'_>,
    collector: &ResultCollector<'_>,
    jobs: Jobs,
    options: &Options,
    runtime: &RuntimeInfo,
    worker_pairs: &mut [WorkerPair],
    (clock, report_progress): (Instant, &(dyn Fn(ProgressEvent) + Sync)),
) -> Result<MeasuredPairs> {
    let baselines = context.baselines.as_deref().unwrap_or_default();
    let known = BaselineIndex::new(baselines, context.commits.base.as_deref(), options, runtime)?;
    let opened = Checkpoint::open(default_cache().as_deref(), context, &jobs, options, runtime);
    let (checkpoint, finished): (_, Option<_>) = opened.unzip();
    let resumed = resume(collector, finished.unwrap_or_default(), report_progress);
    let (ids, jobs) = collector.todo(jobs);
    let first_verdict = OnceLock::new();
    let done = |nth: usize, result: JobResult| {
        first_verdict.get_or_init(|| clock.elapsed().as_secs_f64());
        let (id, verdicts) = (ids[nth], result.verdicts());
        if let (Some(result), Some(checkpoint)) = (collector.add(id, result), &checkpoint)
            && result.is_final()
            && let Ok(result) = context.secrets.redact(result)
        {
            checkpoint.add(id.pair, result);
        }
        report_progress(build_report::progress(collector.name_of(id), &verdicts));
    };
    let sink = ResultSink {
        known: &|nth, job, suite| {
            done(nth, JobResult::Known(known.find(job, suite)?));
            job.sampling.skip();
            Some(())
        },
        waiting: &|nth, outcome| collector.add_waiting(ids[nth], outcome),
        finish: &|nth, answer| done(nth, JobResult::Measured(answer)),
    };
    scheduler::run_jobs(jobs, worker_pairs, &options.settings, sink)?;
    let unusable = context.baselines.is_some().then(|| known.incompatible(baselines));
    let first_verdict = first_verdict.get().copied();
    Ok(MeasuredPairs { results: collector.all()?, checkpoint, unusable, resumed, first_verdict })
}

/// Adds the results of an interrupted run to the collector, and returns their number.
///
/// If these results cover all pairs, the function drops the last pair. The run must measure at least one pair,
/// because only a worker that has run a job reports which parts of the sandbox are in force.
fn resume(
    collector: &ResultCollector<'_>,
    mut finished: BTreeMap<usize, PairResult>,
    report_progress: &(dyn Fn(ProgressEvent) + Sync),
) -> usize {
    if collector.is_complete_with(&finished) {
        finished.pop_last();
    }
    for (pair, result) in &finished {
        collector.take(*pair, result.clone());
    }
    finished.values().filter_map(PairResult::progress).for_each(report_progress);
    finished.len()
}
