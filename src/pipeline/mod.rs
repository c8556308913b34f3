//! The story of a run on one screen: two revisions in, a report out. Every stage is one call; the
//! rooms below know how.

pub mod accept;
pub mod accepted;
pub mod assemble;
pub mod baseline;
pub mod building;
pub mod changed_lines;
pub mod corpus_run;
pub mod doctor;
pub mod doubtful;
pub mod enums;
pub mod environment;
pub mod events;
pub mod evidence;
pub mod explain;
pub mod finish;
pub mod folders;
pub mod head_lines;
pub mod jobs;
pub mod layout;
pub mod listing;
pub mod merging;
pub mod options;
pub mod pairing_bench;
pub mod parts;
pub mod plan;
pub mod planning;
pub mod recordings;
pub mod repository;
pub mod resume;
pub mod revision;
pub mod scripted;
pub mod start;
pub mod suites;
pub mod suppress;
mod translated;
pub mod translating;
pub mod usage;
pub mod workers;

use crate::analysis::Measured;
use crate::analysis::lanes::{self, Answer};
use crate::error::Result;
use crate::model::Event;
use crate::model::report::RunReport;
use baseline::{Baseline, Known, Recorded};
use options::Options;
use plan::Scope;
use revision::Revision;
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

/// What a run came to.
pub struct Done {
    /// The report.
    pub report: RunReport,
    /// For later runs that compare with the tested commit.
    pub baseline: Option<Baseline>,
}

/// What a job came to.
pub enum Answered {
    /// It was measured, or could not be.
    Measured(Box<Answer>),
    /// A baseline had it.
    Known(Recorded),
}

/// Plans, measures both revisions on the same inputs, judges, and writes it all down.
///
/// # Errors
/// When a runtime is missing or cannot be started.
pub fn run(subject: &Subject<'_>, scope: &Scope<'_>, options: &Options, tell: &(dyn Fn(Event) + Sync)) -> Result<Done> {
    let clock = Instant::now();
    scope.check(subject.head)?;
    let mut plan = plan::plan(subject.base, subject.head, &options.pairing, scope);
    plan.notes.extend(subject.suites.unused(subject.head));
    plan.notes.extend(options.suppress.unused(subject.head));
    let mut jobs = jobs::jobs(subject, &plan, options)?;
    let share = options.part.map(|part| parts::take(part, subject, &mut plan, &mut jobs, options)).transpose()?;
    // It holds what was built as long as anything runs.
    let _builds = building::place(&mut jobs, subject, options);
    tell(Event::Planned { pairs: jobs.ready.len() });
    let mut lanes = workers::lanes(options, &jobs.ready)?;
    let known = Known::of(options, subject, &workers::Machine::of(&lanes));
    let first_verdict = std::sync::OnceLock::new();
    let told = |at: usize, answered: Answered| {
        first_verdict.get_or_init(|| clock.elapsed().as_secs_f64());
        let verdicts = match &answered {
            Answered::Measured(answer) => (**answer).as_ref().map(Measured::verdicts).unwrap_or_default(),
            Answered::Known(recorded) => recorded.verdicts.clone(),
        };
        tell(assemble::progress(&jobs.ready[at].pair, &verdicts));
        answered
    };
    let answers = lanes::measure(
        jobs.ready.clone(),
        &mut lanes,
        &options.settings,
        &|at, suite| Some(told(at, Answered::Known(known.find(&jobs.ready[at], suite)?))),
        &|at, answer| told(at, Answered::Measured(Box::new(answer))),
    )?;
    let machine = workers::Machine::of(&lanes);
    let mut timings = assemble::timings(clock, first_verdict.get().copied(), options.jobs);
    timings.baseline = options.baselines.is_some().then(|| assemble::taken(&jobs, &answers, known.misfit(options)));
    let measured = jobs.head.iter().flatten().filter_map(|at| match &answers[*at] {
        Answered::Measured(answer) => (**answer).as_ref().ok(),
        Answered::Known(_) => None,
    });
    let baseline = Baseline::record(options, subject, &machine, measured);
    let report = assemble::report(subject, plan, &jobs, &answers, options, share, machine, timings);
    Ok(Done { report, baseline })
}

/// JSON schema of `mts-out/report.json`.
#[must_use]
pub fn report_schema() -> serde_json::Value {
    crate::report::json::schema()
}

/// JSON schema of the suite files.
#[must_use]
pub fn suite_schema() -> serde_json::Value {
    crate::inputs::suite_file::schema()
}
