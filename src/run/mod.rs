//! The story of a run on one screen: two revisions in, a report out. Every stage is one call; the
//! rooms below know how.

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
use mts_engine::PairOutcome;
use mts_engine::scheduler;
use mts_model::ProgressEvent;
use mts_model::error::Result;
use mts_model::report::RunReport;
use mts_workers::default_cache;
use options::Options;
use plan::{PairFilter, programs, sampling, shard};
use properties::{pairs, suggestions};
use results::baseline::{Baseline, BaselineIndex};
use results::build_report;
use results::checkpoint::Checkpoint;
use results::collector::ResultCollector;
use results::pair_results::{JobResult, PairResult};
use std::time::Instant;

/// What a run came to.
pub struct RunOutput {
    /// The report.
    pub report: RunReport,
    /// For later runs that compare with the tested commit.
    pub baseline: Option<Baseline>,
    /// To be removed once both are written.
    pub checkpoint: Option<Checkpoint>,
}

/// Plans, measures both revisions on the same inputs, judges, and writes it all down.
///
/// # Errors
/// When a runtime is missing or cannot be started.
pub fn run(
    context: &RunContext<'_>,
    filter: &PairFilter<'_>,
    options: &Options,
    materialize_base: MaterializeBase<'_>,
    tell: &(dyn Fn(ProgressEvent) + Sync),
) -> Result<RunOutput> {
    let clock = Instant::now();
    filter.check(context.head)?;
    let model = suggestions::model(context, options)?;
    let properties = pairs::stated(&context.properties)?;
    let mut plan = plan::plan(context.base, context.head, &options.pairing, filter);
    programs::plan(&mut plan, context, filter)?;
    plan.notes.extend(context.suites.unused(context.head));
    plan.notes.extend(options.suppress.unused(context.head));
    let mut jobs = jobs::jobs(context, &plan, options)?;
    sampling::draw(&mut jobs, options);
    let share = context.part.map(|part| shard::take(part, context, &mut plan, &mut jobs, options)).transpose()?;
    sampling::pace(&mut jobs, options, clock);
    if jobs.base.iter().any(Option::is_some) {
        materialize_base()?;
    }
    // It holds what was built as long as anything runs.
    let _builds = build_env::place(&mut jobs, context, options);
    tell(ProgressEvent::Planned { pairs: jobs.ready.len() });
    let mut lanes = workers::lanes(options, &jobs.ready)?;
    let given = context.baselines.as_deref().unwrap_or_default();
    let known = BaselineIndex::new(given, context.commits.base.as_deref(), options, &workers::RuntimeInfo::of(&lanes));
    let settling = ResultCollector::new(context, &plan, &jobs, options);
    let mut checkpoint =
        Checkpoint::open(default_cache().as_deref(), context, &plan, &jobs, options, &workers::RuntimeInfo::of(&lanes));
    let resumed = resume(&settling, checkpoint.as_mut(), tell);
    let first_verdict = std::sync::OnceLock::new();
    let todo = settling.todo();
    let is_settled = |at: &usize| !todo.contains(at);
    (0..jobs.ready.len()).filter(is_settled).for_each(|at| jobs.ready[at].sampling.skip());
    let done = |nth: usize, answered: JobResult| {
        first_verdict.get_or_init(|| clock.elapsed().as_secs_f64());
        let verdicts = match &answered {
            JobResult::Measured(answer) => (**answer).as_ref().map(PairOutcome::verdicts).unwrap_or_default(),
            JobResult::Known(recorded) => recorded.verdicts.clone(),
        };
        if let (Some((pair, settled)), Some(checkpoint)) = (settling.add(todo[nth], answered), &checkpoint) {
            checkpoint.add(pair, settled);
        }
        tell(build_report::progress(&jobs.ready[todo[nth]].pair, &verdicts));
    };
    scheduler::run_jobs(
        todo.iter().map(|at| jobs.ready[*at].clone()).collect(),
        &mut lanes,
        &options.settings,
        &|nth, suite| {
            done(nth, JobResult::Known(known.find(&jobs.ready[todo[nth]], suite)?));
            jobs.ready[todo[nth]].sampling.skip();
            Some(())
        },
        &|nth, answer| done(nth, JobResult::Measured(Box::new(answer))),
    )?;
    let mut settled = settling.all()?;
    pairs::find(&properties, &plan, &jobs, &mut settled, &mut lanes, &context.accepted.ids, options)?;
    build_report::tell_stale(&mut settled, &context.accepted, options);
    let runtime = workers::RuntimeInfo::of(&lanes);
    let mut timings = build_report::timings(clock, first_verdict.get().copied(), options.jobs);
    timings.resumed = resumed;
    timings.baseline = context.baselines.is_some().then(|| build_report::taken(&settled, known.incompatible(given)));
    let records = settled.iter().filter_map(|settled| settled.recorded.clone());
    let baseline = Baseline::record(options, context.commits.tested.as_deref(), &runtime, records);
    let mut report = build_report::report(context, plan, &jobs, settled, options, share, runtime, timings);
    if let Some(model) = &model {
        suggestions::add(&mut report, &jobs, &mut lanes, options, model)?;
    }
    Ok(RunOutput { report, baseline, checkpoint })
}

/// Takes what an checkpoint run has settled, and answers with how many pairs that were. One is always
/// left: what the sandbox has in force is known from a worker that has run.
fn resume(
    settling: &ResultCollector<'_>,
    checkpoint: Option<&mut Checkpoint>,
    tell: &(dyn Fn(ProgressEvent) + Sync),
) -> usize {
    let mut known = checkpoint.map(Checkpoint::take).unwrap_or_default();
    for (pair, settled) in &known {
        settling.take(*pair, settled.clone());
    }
    if settling.todo().is_empty()
        && let Some((last, _)) = known.pop_last()
    {
        settling.reopen(last);
    }
    known.values().filter_map(PairResult::done).for_each(tell);
    known.len()
}
