//! From a plan to jobs: each pair with its files, folders and inputs, at the tested revision and,
//! on the same inputs, at the base.

use super::options::Options;
use super::plan::{Plan, PlannedPair};
use super::revision::{Change, Revision};
use super::suppress::Suppression;
use super::{Subject, enums};
use crate::analysis::PairJob;
use crate::analysis::measure::signature;
use crate::error::Error;
use crate::execution::{JavaEntry, PythonEntry};
use crate::inputs::{self, Known};
use crate::instrument::{java::JavaContext, python::PythonContext};
use crate::lang::{self, SourceFile};
use crate::model::{Choice, Function, FunctionKind, JavaType, Pair, Param, Suite};
use crate::mutation::suppress::Ignored;
use crate::pairing;
use std::sync::Arc;

/// The jobs of a plan, and which is which.
#[derive(Default)]
pub struct Jobs {
    /// What can be run.
    pub ready: Vec<PairJob>,
    /// For each pair of the plan: its job at the tested revision, or why there is none.
    pub head: Vec<Result<usize, String>>,
    /// For each pair of the plan: its job at the base, where there is one.
    pub base: Vec<Option<usize>>,
    /// Things to tell about ignore comments.
    pub notes: Vec<String>,
    /// Ignore comments that hold only after the merge.
    pub after_merge: Vec<String>,
}

impl Jobs {
    /// Keeps the pairs that are marked, in order, and of the jobs those that are a pair's.
    pub fn keep(&mut self, mine: &[bool]) {
        let ready = std::mem::take(&mut self.ready);
        let (heads, bases) = (std::mem::take(&mut self.head), std::mem::take(&mut self.base));
        for ((head, base), _) in heads.into_iter().zip(bases).zip(mine).filter(|(_, mine)| **mine) {
            let mut take = |at: usize| {
                self.ready.extend(ready.get(at).cloned());
                self.ready.len() - 1
            };
            self.head.push(head.map(&mut take));
            self.base.push(base.map(&mut take));
        }
    }
}

/// Why a pair has no job.
enum Trouble {
    /// It is left out, for this reason.
    LeftOut(String),
    /// The run cannot go on: a suite file does not fit.
    Fatal(Error),
}

impl From<String> for Trouble {
    fn from(reason: String) -> Self {
        Self::LeftOut(reason)
    }
}

/// Makes the jobs of a plan.
///
/// # Errors
/// A usage error when a suite file does not fit its function.
pub fn jobs(subject: &Subject<'_>, plan: &Plan, options: &Options) -> Result<Jobs, Error> {
    let mut jobs = Jobs::default();
    let mut suppression = Suppression::default();
    for planned in &plan.pairs {
        let files = |path: &str| subject.head.file(path).cloned();
        let made = job(subject.head, &files, &planned.head, options, |receiver, job| {
            suite(subject, planned, job, receiver, options)
        });
        match made {
            Ok(mut head) => {
                let mut base = base_job(subject, planned, &head, options);
                suppression.apply(subject, planned, &mut head, base.as_mut(), options);
                jobs.head.push(Ok(jobs.ready.len()));
                jobs.ready.push(head);
                jobs.base.push(base.map(|base| {
                    jobs.ready.push(base);
                    jobs.ready.len() - 1
                }));
            }
            Err(Trouble::Fatal(error)) => return Err(error),
            Err(Trouble::LeftOut(reason)) => {
                jobs.head.push(Err(reason));
                jobs.base.push(None);
            }
        }
    }
    (jobs.notes, jobs.after_merge) = suppression.told(subject.head);
    Ok(jobs)
}

/// The pair at the base, on the inputs of the tested revision. Another signature cannot take them.
fn base_job(subject: &Subject<'_>, planned: &PlannedPair, head: &PairJob, options: &Options) -> Option<PairJob> {
    let (revision, pair) = (subject.base?, planned.base.as_ref()?);
    let types = |pair: &Pair| pair.java.params.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
    if types(pair) != types(&planned.head) {
        return None;
    }
    // A file that the change does not touch was not parsed again for the base.
    let same = |path: &str| subject.head.file(path).filter(|_| subject.head.change_of(path) == Change::Unchanged);
    let files = |path: &str| revision.file(path).or_else(|| same(path)).cloned();
    let suite = Suite { choice: Choice::AsBefore, ..head.suite.clone() };
    let base = job(revision, &files, pair, options, |_, _| Ok(suite)).ok()?;
    Some(PairJob { is_shown: false, ..base })
}

fn suite(
    subject: &Subject<'_>,
    planned: &PlannedPair,
    job: &PairJob,
    receiver: Option<&[JavaType]>,
    options: &Options,
) -> Result<Suite, Trouble> {
    let pair = &planned.head;
    let given = subject.suites.inputs_for(&pair.java, receiver).map_err(Trouble::Fatal)?;
    let unreadable = || format!("{}: it has a form that is not understood", pair.java.selector());
    let java_tree = job.java.lower(&pair.java).ok_or_else(unreadable)?;
    let python_tree = job.python.lower(&pair.python).ok_or_else(unreadable)?;
    let types = pair.java.params.iter().map(|param| &param.ty).chain(receiver.unwrap_or_default());
    let enums = enums::named(subject.head, &job.java, types);
    let known = Known { receiver, enums: &enums };
    let suite = inputs::pool(pair, &java_tree, &python_tree, &given, options.max_inputs, options.seed, known);
    if suite.inputs.is_empty() {
        return Err(suite.notes.join("; ").into());
    }
    Ok(suite)
}

/// A pair of a revision as a job; `suite` gives its inputs, knowing what a receiver is made of.
fn job(
    revision: &Revision,
    files: &dyn Fn(&str) -> Option<Arc<SourceFile>>,
    pair: &Pair,
    options: &Options,
    suite: impl FnOnce(Option<&[JavaType]>, &PairJob) -> Result<Suite, Trouble>,
) -> Result<PairJob, Trouble> {
    let missing = |path: &str| format!("{path} could not be read");
    let java = &files(&pair.java.file).ok_or_else(|| missing(&pair.java.file))?;
    let python = &files(&pair.python.file).ok_or_else(|| missing(&pair.python.file))?;
    pairing::callable(pair)?;
    if is_entry_point(&pair.java) {
        return Err("a program's entry point is not called as a function".to_owned().into());
    }
    let facts = lang::java::facts(java, &pair.java);
    let init = lang::python::facts(python, &pair.python).class_has_init_params;
    let receiver = receiver(pair, &facts, init.as_deref())?;
    let on_instance = pair.python.kind == FunctionKind::Method;
    if on_instance && receiver.is_none() {
        return Err(format!("{} needs a receiver and its Java side has none", pair.python.selector()).into());
    }
    let (module, path) = revision.module(&pair.python.file, &options.roots);
    let in_revision = |path: &String| revision.folder.join(path);
    let signature = signature(pair);
    let mut job = PairJob {
        pair: pair.clone(),
        java: java.clone(),
        python: python.clone(),
        java_context: JavaContext {
            entry: JavaEntry {
                class: facts.class,
                method: if pair.java.kind == FunctionKind::Constructor {
                    String::new()
                } else {
                    pair.java.name.clone()
                },
                signature: signature.clone(),
                is_static: facts.is_static,
                receiver: receiver.clone().unwrap_or_default(),
            },
            isolate: facts.has_static_state,
            // What the file is compiled against is found for the pairs that are run: `building`.
            sourcepath: Vec::new(),
            classes: Vec::new(),
            classpath: Vec::new(),
            level: Vec::new(),
        },
        python_context: PythonContext {
            entry: PythonEntry {
                module: module.name,
                path: in_revision(&pair.python.file).display().to_string(),
                qualname: pair.python.qualified(),
                on_instance,
                is_constructor: pair.python.kind == FunctionKind::Constructor,
                arguments: pair.arguments.clone(),
            },
            path,
            signature,
            receiver: receiver.clone().unwrap_or_default(),
        },
        suite: Suite::default(),
        is_shown: true,
        ignored: Ignored::default(),
    };
    job.suite = suite(receiver.as_deref(), &job)?;
    Ok(job)
}

/// Parameter types of the constructor that makes a receiver, `None` where no receiver is needed: the
/// shortest constructor of the Java class whose arguments can be generated and that the Python class
/// takes as many of.
fn receiver(
    pair: &Pair,
    facts: &lang::java::ClassFacts,
    init: Option<&[Param]>,
) -> Result<Option<Vec<JavaType>>, String> {
    let class = pair.java.scope.join(".");
    if facts.is_inner {
        return Err(format!("{class} is an inner class: it needs an instance of the class around it"));
    }
    match pair.java.kind {
        FunctionKind::StaticMethod => return Ok(None),
        _ if facts.is_enum => return Err(format!("{class} is an enum: its constants are not made by a call")),
        _ if facts.is_abstract => {
            return Err(format!("{class} is abstract or an interface: there is no receiver to call it on"));
        }
        FunctionKind::Constructor => return Ok(None),
        _ => {}
    }
    // A port outside of a class sees nothing of the receiver: only one without arguments is the same
    // for both.
    let init = init.unwrap_or_default();
    let required = init.iter().filter(|param| !param.optional).count();
    let taken = |types: &&Vec<JavaType>| (required..=init.len()).contains(&types.len());
    let fitting = facts.constructors.iter().filter(taken).filter(|types| types.iter().all(is_plain));
    fitting.min_by_key(|types| types.len()).cloned().map(Some).ok_or_else(|| {
        format!("no receiver can be made: no constructor of {class} has plain arguments and a counterpart in Python")
    })
}

/// `static void main(String[])`: it reads files, prints and exits, as a program does.
fn is_entry_point(java: &Function) -> bool {
    let types: Vec<&JavaType> = java.params.iter().map(|param| &param.ty).collect();
    let is_main = java.kind == FunctionKind::StaticMethod && java.name == "main" && java.returns == JavaType::Void;
    is_main && types == [&JavaType::String.array_of()]
}

/// Whether values of a type can be made from the type alone.
fn is_plain(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) | JavaType::Boxed(_) | JavaType::String => true,
        JavaType::Array(element) => is_plain(element),
        JavaType::Class { args, .. } => {
            let known = ["List", "ArrayList", "Collection", "Iterable", "Set", "Map"];
            ty.simple_class().is_some_and(|name| known.contains(&name)) && !args.is_empty() && args.iter().all(is_plain)
        }
        JavaType::Unknown | JavaType::Void | JavaType::Null => false,
    }
}
