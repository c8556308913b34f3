//! The story of a run on one screen: two revisions in, a report out. Every stage is one call; the
//! rooms below know how.

pub mod accept;
pub mod accepted;
pub mod assemble;
mod assumptions;
pub mod baseline;
pub mod building;
pub mod changed_lines;
pub mod corpus_run;
pub mod coverage;
pub mod doctor;
pub mod doubtful;
pub mod enums;
pub mod environment;
pub mod events;
pub mod evidence;
pub mod explain;
pub mod external;
pub mod finish;
pub mod folders;
pub mod fragments;
pub mod head_lines;
pub mod interrupted;
pub mod jobs;
pub mod layout;
pub mod listing;
pub mod merging;
pub mod objects;
pub mod options;
pub mod pair_properties;
pub mod pairing_bench;
pub mod parts;
pub mod plan;
pub mod planning;
mod port_substitutes;
pub mod programs;
pub mod properties;
pub mod recordings;
mod remade;
pub mod repository;
pub mod resume;
pub mod revision;
pub mod sampling;
pub mod scripted;
pub mod search;
pub mod settled;
pub mod similarity;
mod source_folders;
pub mod start;
mod stated;
mod suggest;
pub mod suites;
pub mod suppress;
mod translated;
pub mod translating;
pub mod usage;
mod variants;
pub mod workers;

use baseline::{Baseline, Known, Recorded};
use interrupted::Interrupted;
use mts_engine::PairOutcome;
use mts_engine::scheduler::{self, AnalysisResult};
use mts_lang::SourceFile;
use mts_model::ProgressEvent;
use mts_model::error::Result;
use mts_model::report::RunReport;
use mts_workers::default_cache;
use options::Options;
use plan::Scope;
use revision::{Change, Revision};
use settled::{Settled, Settling};
use std::sync::Arc;
use std::time::Instant;

/// The commits of a run, for the report.
#[derive(Clone, Debug, Default)]
pub struct Commits {
    /// Compared with.
    pub base: Option<String>,
    /// Asked for.
    pub head: Option<String>,
    /// Run; `None` for a working tree with changes of its own.
    pub tested: Option<String>,
}

/// Everything a run works on.
pub struct Subject<'a> {
    /// The tested revision.
    pub head: &'a Revision,
    /// What it is compared with.
    pub base: Option<&'a Revision>,
    /// Their commits.
    pub commits: Commits,
    /// Inputs given in suite files.
    pub suites: suites::Suites,
    /// How lines of the tested revision are found in the head.
    pub head_lines: head_lines::HeadLines,
    /// The lines that the change wrote.
    pub changed_lines: changed_lines::ChangedLines,
    /// Folder that paths start at, for files outside of a repository.
    pub folder: Option<String>,
}

impl Subject<'_> {
    /// A file of the base that was parsed; one that the change does not touch was not parsed again for it.
    #[must_use]
    pub fn base_file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        let same = || self.head.file(path).filter(|_| self.head.change_of(path) == Change::Unchanged);
        self.base?.file(path).or_else(same)
    }
}

/// Writes the files of the base into its folder; until something is run on them they are only known.
pub type WriteBase<'a> = &'a dyn Fn() -> Result<()>;

/// What a run came to.
pub struct Done {
    /// The report.
    pub report: RunReport,
    /// For later runs that compare with the tested commit.
    pub baseline: Option<Baseline>,
    /// To be removed once both are written.
    pub interrupted: Option<Interrupted>,
}

/// What a job came to.
pub enum Answered {
    /// It was measured, or could not be.
    Measured(Box<AnalysisResult>),
    /// A baseline had it.
    Known(Recorded),
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
    let model = suggest::model(subject, options)?;
    let properties = pair_properties::stated(options)?;
    let mut plan = plan::plan(subject.base, subject.head, &options.pairing, scope);
    programs::plan(&mut plan, subject, options, scope)?;
    plan.notes.extend(subject.suites.unused(subject.head));
    plan.notes.extend(options.suppress.unused(subject.head));
    let mut jobs = jobs::jobs(subject, &plan, options)?;
    sampling::draw(&mut jobs, options);
    let share = options.part.map(|part| parts::take(part, subject, &mut plan, &mut jobs, options)).transpose()?;
    sampling::pace(&mut jobs, options, clock);
    if jobs.base.iter().any(Option::is_some) {
        write_base()?;
    }
    // It holds what was built as long as anything runs.
    let _builds = building::place(&mut jobs, subject, options);
    tell(ProgressEvent::Planned { pairs: jobs.ready.len() });
    let mut lanes = workers::lanes(options, &jobs.ready)?;
    let known = Known::of(options, subject, &workers::Machine::of(&lanes));
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
        tell(assemble::progress(&jobs.ready[todo[nth]].pair, &verdicts));
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
    pair_properties::find(&properties, &plan, &jobs, &mut settled, &mut lanes, options)?;
    assemble::tell_stale(&mut settled, options);
    let machine = workers::Machine::of(&lanes);
    let mut timings = assemble::timings(clock, first_verdict.get().copied(), options.jobs);
    timings.resumed = resumed;
    timings.baseline = options.baselines.is_some().then(|| assemble::taken(&settled, known.incompatible(options)));
    let records = settled.iter().filter_map(|settled| settled.recorded.clone());
    let baseline = Baseline::record(options, subject, &machine, records);
    let mut report = assemble::report(subject, plan, &jobs, settled, options, share, machine, timings);
    if let Some(model) = &model {
        suggest::add(&mut report, &jobs, &mut lanes, options, model)?;
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

/// JSON schema of `mts-out/report.json`.
#[must_use]
pub fn report_schema() -> serde_json::Value {
    crate::report::json::schema()
}

/// JSON schema of the suite files.
#[must_use]
pub fn suite_schema() -> serde_json::Value {
    mts_generate::inputs::suite_file::schema()
}
