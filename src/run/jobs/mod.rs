//! Builds the jobs of a plan.
//!
//! Each pair gets its files, folders and inputs, at the tested revision and at the base. The base
//! has the same inputs if the parameter types are the same. `function_jobs` and `program_jobs` build the jobs of one
//! pair.

mod array_forms;
pub mod build_env;
mod call_form;
mod function_jobs;
mod job_error;
pub mod object_factories;
pub mod pair_jobs;
pub mod program_jobs;
pub mod reach;
mod receiver;
mod text_builders;

pub(crate) use job_error::JobError;

use crate::run::context::RunContext;
use crate::run::jobs::function_jobs::BaseProject;
use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::pair_jobs::{Jobs, PlannedJobs};
use crate::run::options::Options;
use crate::run::plan::Plan;
use crate::run::suppression::Suppression;
use mts_model::Pair;
use mts_model::error::Error;
use std::sync::Arc;

/// Builds the jobs of a plan.
///
/// # Errors
/// Returns a usage error if a suite file does not fit its function.
pub fn jobs(context: &RunContext<'_>, plan: &Plan, options: &Options) -> Result<Jobs, Error> {
    let mut suppression = Suppression::default();
    let factories = ProjectFactories::new(context.head, &plan.all, &options.roots);
    let base_project = BaseProject::default();
    let callees: Arc<[Pair]> = plan.all.iter().cloned().collect();
    let mut pairs = Vec::with_capacity(plan.pairs.len());
    for planned in &plan.pairs {
        let jobs = match &planned.gone {
            Some(reason) => Err(JobError::Skipped(reason.clone())),
            None if planned.head.is_program() => program_jobs::jobs(context, planned, options),
            None => function_jobs::jobs(context, planned, options, &factories, &base_project, &callees),
        };
        let (jobs, base_alone) = match jobs {
            Ok(pair) => (Ok(suppression.apply(context, planned, pair, options)), None),
            Err(JobError::Skipped(reason)) => {
                (Err(reason.into()), function_jobs::base_alone(context, planned, options, &base_project))
            }
            Err(JobError::Fatal(error)) => return Err(error),
        };
        pairs.push(PlannedJobs { planned: Arc::clone(planned), jobs, base_alone });
    }
    let (mut notes, pending_until_merge) = suppression.into_notes(context.head);
    notes.extend_from_slice(factories.notes());
    Ok(with_merge_partners(Jobs { pairs, notes, pending_until_merge }))
}

/// Gives each tested pair a merge partner: the next pair that fits.
///
/// One transformation merges the functions of a pair with those of its merge partner. Two pairs fit if they have the
/// same two files and the same type of result. After the last pair, the search continues at the first pair.
fn with_merge_partners(jobs: Jobs) -> Jobs {
    let heads: Vec<Pair> = jobs.ready().map(|pair| pair.head.job().pair.clone()).collect();
    let fits = |a: &Pair, b: &Pair| {
        (&a.java.file, &a.python.file, &a.java.returns) == (&b.java.file, &b.python.file, &b.java.returns)
    };
    let mut nth = 0;
    jobs.map_each(|_, is_base, job| {
        if is_base {
            return job;
        }
        let (before, from) = heads.split_at(nth);
        nth += 1;
        let others = from.iter().skip(1).chain(before);
        let merge_partner = others.into_iter().find(|other| fits(&job.job().pair, other));
        job.with_merge_partner(merge_partner.cloned().map(Arc::new))
    })
}
