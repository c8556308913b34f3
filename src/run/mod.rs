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

use context::{Subject, WriteBase};
use jobs::build_env;
use mts_engine::PairOutcome;
use mts_engine::scheduler;
use mts_model::ProgressEvent;
use mts_model::error::Result;
use mts_model::report::RunReport;
use mts_workers::default_cache;
use options::Options;
use plan::{Scope, programs, sampling, shard};
use properties::{pairs, suggestions};
use results::baseline::{Baseline, Known};
use results::build_report;
use results::checkpoint::Interrupted;
use results::collector::Settling;
use results::pair_results::{Answered, Settled};
use std::time::Instant;

/// What a run came to.
pub struct Done {
    /// The report.
    pub report: RunReport,
    /// For later runs that compare with the tested commit.
    pub baseline: Option<Baseline>,
    /// To be removed once both are written.
    pub interrupted: Option<Interrupted>,
}

/// Plans, measures both revisions on the same inputs, judges, and writes it all down.
///
/// # Errors
/// When a runtime is missing or cannot be started.
pub fn run(
    subject: &Subject<'_>,
    scope: &Scope<'_>,
    options: &Options,
    write_base: WriteBase<'_>,
    tell: &(dyn Fn(ProgressEvent) + Sync),
) -> Result<Done> {
    let clock = Instant::now();
    scope.check(subject.head)?;
    let model = suggestions::model(subject, options)?;
    let properties = pairs::stated(&subject.properties)?;
    let mut plan = plan::plan(subject.base, subject.head, &options.pairing, scope);
    programs::plan(&mut plan, subject, scope)?;
    plan.notes.extend(subject.suites.unused(subject.head));
    plan.notes.extend(options.suppress.unused(subject.head));
    let mut jobs = jobs::jobs(subject, &plan, options)?;
    sampling::draw(&mut jobs, options);
    let share = subject.part.map(|part| shard::take(part, subject, &mut plan, &mut jobs, options)).transpose()?;
    sampling::pace(&mut jobs, options, clock);
    if jobs.base.iter().any(Option::is_some) {
        write_base()?;
    }
    // It holds what was built as long as anything runs.
    let _builds = build_env::place(&mut jobs, subject, options);
    tell(ProgressEvent::Planned { pairs: jobs.ready.len() });
    let mut lanes = workers::lanes(options, &jobs.ready)?;
    let given = subject.baselines.as_deref().unwrap_or_default();
    let known = Known::new(given, subject.commits.base.as_deref(), options, &workers::Machine::of(&lanes));
    let settling = Settling::new(subject, &plan, &jobs, options);
    let mut interrupted =
        Interrupted::open(default_cache().as_deref(), subject, &plan, &jobs, options, &workers::Machine::of(&lanes));
    let resumed = resume(&settling, interrupted.as_mut(), tell);
    let first_verdict = std::sync::OnceLock::new();
    let todo = settling.todo();
    let is_settled = |at: &usize| !todo.contains(at);
    (0..jobs.ready.len()).filter(is_settled).for_each(|at| jobs.ready[at].sampling.skip());
    let done = |nth: usize, answered: Answered| {
        first_verdict.get_or_init(|| clock.elapsed().as_secs_f64());
        let verdicts = match &answered {
            Answered::Measured(answer) => (**answer).as_ref().map(PairOutcome::verdicts).unwrap_or_default(),
            Answered::Known(recorded) => recorded.verdicts.clone(),
        };
        if let (Some((pair, settled)), Some(interrupted)) = (settling.add(todo[nth], answered), &interrupted) {
            interrupted.add(pair, settled);
        }
        tell(build_report::progress(&jobs.ready[todo[nth]].pair, &verdicts));
    };
    scheduler::run_jobs(
        todo.iter().map(|at| jobs.ready[*at].clone()).collect(),
        &mut lanes,
        &options.settings,
        &|nth, suite| {
            done(nth, Answered::Known(known.find(&jobs.ready[todo[nth]], suite)?));
            jobs.ready[todo[nth]].sampling.skip();
            Some(())
        },
        &|nth, answer| done(nth, Answered::Measured(Box::new(answer))),
    )?;
    let mut settled = settling.all()?;
    pairs::find(&properties, &plan, &jobs, &mut settled, &mut lanes, &subject.accepted.ids, options)?;
    build_report::tell_stale(&mut settled, &subject.accepted, options);
    let machine = workers::Machine::of(&lanes);
    let mut timings = build_report::timings(clock, first_verdict.get().copied(), options.jobs);
    timings.resumed = resumed;
    timings.baseline = subject.baselines.is_some().then(|| build_report::taken(&settled, known.incompatible(given)));
    let records = settled.iter().filter_map(|settled| settled.recorded.clone());
    let baseline = Baseline::record(options, subject.commits.tested.as_deref(), &machine, records);
    let mut report = build_report::report(subject, plan, &jobs, settled, options, share, machine, timings);
    if let Some(model) = &model {
        suggestions::add(&mut report, &jobs, &mut lanes, options, model)?;
    }
    Ok(Done { report, baseline, interrupted })
}

/// Takes what an interrupted run has settled, and answers with how many pairs that were. One is always
/// left: what the sandbox has in force is known from a worker that has run.
fn resume(
    settling: &Settling<'_>,
    interrupted: Option<&mut Interrupted>,
    tell: &(dyn Fn(ProgressEvent) + Sync),
) -> usize {
    let mut known = interrupted.map(Interrupted::take).unwrap_or_default();
    for (pair, settled) in &known {
        settling.take(*pair, settled.clone());
    }
    if settling.todo().is_empty()
        && let Some((last, _)) = known.pop_last()
    {
        settling.reopen(last);
    }
    known.values().filter_map(Settled::done).for_each(tell);
    known.len()
}
