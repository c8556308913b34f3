//! `cargo mts properties check` in a repository: whether properties hold for its pairs, as they are now and
//! beside what they were at the base.

use super::options::Options;
use super::plan::{self, Scope};
use super::properties::{checkable, program, result};
use super::{Subject, WriteBase, building, jobs, workers};
use crate::analysis::PairJob;
use crate::analysis::properties::expression::Evaluator;
use crate::analysis::properties::{Checked, Memory, Port, Program, Session, Shown, Workers};
use crate::error::Result;
use crate::execution::Runtime;
use crate::model::{Choice, Example, Found, Input, InputOrigin, Mode, OnError, Property, PropertyResult};
use std::sync::Arc;

/// What a check of pairs gives.
pub struct PairChecks {
    /// Each property that is about pairs, in its modes.
    pub results: Vec<PropertyResult>,
    /// Pairs that cannot take part, with the reason.
    pub left_out: Vec<(String, String)>,
}

/// A pair now, and at the base where it was there.
struct Versions {
    name: String,
    head: (Arc<Program>, Port),
    base: Option<(Arc<Program>, Port)>,
}

/// Checks properties on the pairs that a change touches, or on all.
///
/// # Errors
/// A usage error for a property that cannot be checked; when a runtime is missing or cannot be started.
pub(super) fn check(
    subject: &Subject<'_>,
    scope: &Scope<'_>,
    options: &Options,
    write_base: WriteBase<'_>,
    wanted: &[Property],
    examples: usize,
) -> Result<PairChecks> {
    scope.check(subject.head)?;
    let checked = wanted.iter().map(checkable).collect::<Result<Vec<Checked>>>()?;
    let plan = plan::plan(subject.base, subject.head, &options.pairing, scope);
    let mut jobs = jobs::jobs(subject, &plan, options)?;
    if jobs.base.iter().any(Option::is_some) {
        write_base()?;
    }
    let _builds = building::place(&mut jobs, subject, options);
    let mut lanes = workers::lanes(options, &jobs.ready)?;
    let (mut versions, mut left_out) = (Vec::new(), Vec::new());
    for ((planned, head), base) in plan.pairs.iter().zip(&jobs.head).zip(&jobs.base) {
        let name = planned.head.name();
        let made = head.clone().and_then(|at| version(&name, &jobs.ready[at], None));
        match made {
            Ok(head) => {
                let inputs = Arc::clone(&head.0.inputs);
                let base = base.and_then(|at| version(&format!("{name}, base"), &jobs.ready[at], Some(inputs)).ok());
                versions.push(Versions { name, head, base });
            }
            Err(reason) => left_out.push((name, reason)),
        }
    }
    let mut results = Vec::new();
    if let Some(lane) = lanes.first_mut() {
        let mut workers = Workers {
            jvm: lane.jvm.as_mut() as &mut dyn Runtime<_>,
            cpython: lane.cpython.as_mut(),
            rules: &options.settings.rules,
            budgets: options.settings.budgets,
        };
        let mut memory = Memory::default();
        for property in &checked {
            let found = on_pairs(property, &versions, examples, &mut workers, &mut memory)?;
            results.push(result(&property.property, found));
        }
    } else {
        results.extend(checked.iter().map(|property| result(&property.property, Found::default())));
    }
    Ok(PairChecks { results, left_out })
}

/// A pair of one revision as a program with its port.
pub(super) fn version(
    name: &str,
    job: &PairJob,
    inputs: Option<Arc<Vec<Input>>>,
) -> std::result::Result<(Arc<Program>, Port), String> {
    let mut program = program(name, job)?;
    match inputs {
        Some(inputs) => program.inputs = inputs,
        None => {
            let own = Arc::make_mut(&mut program.inputs);
            if let Choice::Best(most) = job.suite.choice {
                own.truncate(most);
            }
            // As for CA: nearly everything overflows on them.
            own.retain(|input| input.origin != InputOrigin::Extreme);
        }
    }
    Ok((Arc::new(program), Port::of_pair(&job.python, &job.pair.python)))
}

/// One property on every pair: beside its base where the property is about both.
fn on_pairs(
    property: &Checked,
    versions: &[Versions],
    examples: usize,
    workers: &mut Workers<'_>,
    memory: &mut Memory,
) -> Result<Found> {
    let both = property.property.mode == [Mode::History];
    let mut evaluator = Evaluator::new(if both { 2 } else { 1 })?;
    let mut found = Found::default();
    for pair in versions {
        let all: Vec<&(Arc<Program>, Port)> = match (both, &pair.base) {
            (false, _) => vec![&pair.head],
            (true, Some(base)) => vec![base, &pair.head],
            (true, None) => {
                found.inapplicable += 1;
                continue;
            }
        };
        let programs: Vec<Arc<Program>> = all.iter().map(|(program, _)| Arc::clone(program)).collect();
        let ports = all.iter().map(|(_, port)| Some(port)).collect();
        let session = Session { programs: &programs, given: programs.len(), ports };
        evaluator.begin(pair.head.0.inputs.len());
        let holds = session.truth(&property.requires, &mut evaluator, memory, workers)?;
        if holds == Ok(false) {
            found.inapplicable += 1;
            continue;
        }
        found.tests += 1;
        let shown = match holds {
            Ok(_) => session.judge(property, &mut evaluator, memory, workers)?,
            Err(reason) => Shown::Unclear(reason),
        };
        match (shown, property.property.on_error) {
            (Shown::Holds, _) => {}
            (Shown::Unclear(reason), OnError::Inconclusive) => {
                found.inconclusive += 1;
                found.reason.get_or_insert(format!("{}: {reason}", pair.name));
            }
            (Shown::Violated | Shown::Unclear(_), _) => {
                found.violations += 1;
                if found.examples.len() < examples {
                    found.examples.push(Example {
                        ids: vec![pair.name.clone()],
                        programs: programs.iter().map(|p| p.function.span.of(&p.java.text).to_owned()).collect(),
                        translations: all.iter().map(|(_, port)| text(port)).collect(),
                    });
                }
            }
        }
    }
    found.seeds = found.violations;
    Ok(found)
}

/// The function alone: a module of the project may be long.
fn text(port: &Port) -> String {
    port.function.as_ref().map_or(String::new(), |(function, _)| function.span.of(&port.file.text).to_owned())
}
