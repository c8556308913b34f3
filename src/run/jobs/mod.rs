//! From a plan to jobs: each pair with its files, folders and inputs, at the tested revision and,
//! on the same inputs, at the base.

pub mod build_env;
pub mod object_factories;
pub mod program_jobs;
pub mod reach;

use crate::run::context::RunContext;
use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::options::Options;
use crate::run::plan::program_pair::ProgramPair;
use crate::run::plan::{Plan, PlannedPair};
use crate::run::revision::Revision;
use crate::run::revision::enums;
use crate::run::suppression::Suppression;
use mts_engine::signature;
use mts_engine::{PairJob, Sampling};
use mts_generate::inputs::{self, GenerationContext, Objects};
use mts_generate::instrument::{java::JavaContext, python::PythonContext};
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_generate::pairing;
use mts_lang::{SourceFile, python::ModuleFacts};
use mts_model::error::Error;
use mts_model::{Choice, Function, FunctionKind, Input, JavaType, Pair, Suite, Value};
use mts_workers::{Access, JavaEntry, PythonEntry};
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
    pub pending_until_merge: Vec<String>,
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

impl Jobs {
    /// A pair of programs, at both revisions on the tests of the tested one.
    fn add_program(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        options: &Options,
        suppression: &mut Suppression,
    ) -> Result<(), Error> {
        let is_own =
            |entry: &&ProgramPair| entry.java == planned.head.java.file && entry.python == planned.head.python.file;
        let entry = context.programs.iter().find(is_own);
        let (mut tests, place) = entry.map_or((Vec::new(), ""), |entry| (entry.tests.clone(), &entry.place));
        tests.extend(context.suites.tests_for(&planned.head.java)?);
        let tests = &tests[..];
        let made = match tests {
            [] => {
                Err(format!("there are no tests in `{place}`: `in/NAME` and `out/NAME`, or `NAME.in` and `NAME.out`"))
            }
            tests => program_jobs::job((context.head, None), &planned.head, options, tests),
        };
        let mut head = match made {
            Ok(head) => head,
            Err(reason) => {
                self.head.push(Err(reason));
                self.base.push(None);
                return Ok(());
            }
        };
        let before = planned.base.as_ref().zip(context.base);
        let before =
            before.and_then(|(pair, base)| program_jobs::job((base, Some(context.head)), pair, options, tests).ok());
        let mut base = before.map(|mut base| {
            base.is_shown = false;
            base.suite = Suite { choice: Choice::SameAsHead, ..head.suite.clone() };
            base
        });
        suppression.apply_to_program(context, planned, &mut head, base.as_mut(), options);
        self.add(head, base);
        Ok(())
    }

    /// Adds what is to be measured of a pair.
    fn add(&mut self, head: PairJob, base: Option<PairJob>) {
        let mut place = |job| {
            self.ready.push(job);
            self.ready.len() - 1
        };
        self.head.push(Ok(place(head)));
        self.base.push(base.map(place));
    }
}

/// Why a pair has no job.
enum JobError {
    /// It is left out, for this reason.
    Skipped(String),
    /// The run cannot go on: a suite file does not fit.
    Fatal(Error),
}

impl From<String> for JobError {
    fn from(reason: String) -> Self {
        Self::Skipped(reason)
    }
}

/// Makes the jobs of a plan.
///
/// # Errors
/// A usage error when a suite file does not fit its function.
pub fn jobs(context: &RunContext<'_>, plan: &Plan, options: &Options) -> Result<Jobs, Error> {
    let mut jobs = Jobs::default();
    let mut suppression = Suppression::default();
    let project = ProjectFactories::of(context.head, &plan.all, &options.roots);
    for planned in &plan.pairs {
        if planned.head.is_program() {
            jobs.add_program(context, planned, options, &mut suppression)?;
            continue;
        }
        let files = |path: &str| context.head.file(path).cloned();
        let made = job(context.head, &files, &planned.head, options, &project, |receiver, job| {
            suite(context, planned, job, receiver, options, &project)
        });
        match made {
            Ok(mut head) => {
                let mut base = base_job(context, planned, &head, options, &project);
                suppression.apply(context, planned, &mut head, base.as_mut(), options);
                jobs.add(head, base);
            }
            Err(JobError::Fatal(error)) => return Err(error),
            Err(JobError::Skipped(reason)) => {
                jobs.head.push(Err(reason));
                jobs.base.push(None);
            }
        }
    }
    partners(&mut jobs);
    (jobs.notes, jobs.pending_until_merge) = suppression.told(context.head);
    Ok(jobs)
}

/// Each job's partner: the next pair, round about, of the same two files and with a result of the same type.
fn partners(jobs: &mut Jobs) {
    let heads: Vec<usize> = jobs.head.iter().filter_map(|head| head.as_ref().ok().copied()).collect();
    let fits = |a: &PairJob, b: &PairJob| {
        let files = |job: &PairJob| (job.pair.java.file.clone(), job.pair.python.file.clone());
        files(a) == files(b) && a.pair.java.returns == b.pair.java.returns
    };
    for (nth, at) in heads.iter().enumerate() {
        let others = heads[nth + 1..].iter().chain(&heads[..nth]);
        let own = &jobs.ready[*at];
        let found = others.map(|other| &jobs.ready[*other]).find(|other| fits(own, other));
        let partner = found.map(|other| Arc::new(other.pair.clone()));
        jobs.ready[*at].merge_partner = partner;
    }
}

/// The pair at the base, on the inputs of the tested revision. Another signature cannot take them.
fn base_job(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    head: &PairJob,
    options: &Options,
    project: &ProjectFactories,
) -> Option<PairJob> {
    let (revision, pair) = (context.base?, planned.base.as_ref()?);
    let types = |pair: &Pair| pair.java.params.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
    if types(pair) != types(&planned.head) {
        return None;
    }
    let files = |path: &str| context.base_file(path).cloned();
    let suite = Suite { choice: Choice::SameAsHead, ..head.suite.clone() };
    let base = job(revision, &files, pair, options, project, |_, _| Ok(suite)).ok()?;
    Some(PairJob { is_shown: false, has_transformations: false, ..base })
}

fn suite(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    job: &PairJob,
    receiver: Option<&Receiver>,
    options: &Options,
    project: &ProjectFactories,
) -> Result<Suite, JobError> {
    let pair = &planned.head.narrowed_signature();
    let written = receiver.map(Receiver::written);
    let mut given = context.suites.inputs_for(&planned.head.java, written.as_deref()).map_err(JobError::Fatal)?;
    if let Some(narrowed) = &pair.dispatch_on {
        // The others are for the other parts.
        let fits = |input: &Input| {
            let own = &input.args[narrowed.param];
            *own != Value::Null && inputs::coerce(own.clone(), &narrowed.ty).as_ref() == Ok(own)
        };
        given.retain(fits);
    }
    if let Err(name) = project.taken(given.iter()) {
        let what = format!("`$new` names `{name}`, which is no constructor or method with a counterpart");
        let help = "`cargo mts list` shows what is paired; a constructor is `Class.<init>(int)`";
        return Err(JobError::Fatal(Error::usage(what).at(pair.java.selector()).help(help)));
    }
    let unreadable = || format!("{}: it has a form that is not understood", pair.java.selector());
    let java_tree = job.java.lower(&pair.java).ok_or_else(unreadable)?;
    let python_tree = match pair.python.kind {
        // It has no text of its own.
        FunctionKind::Attribute => java_tree.clone(),
        _ => job.python.lower(&pair.python).ok_or_else(unreadable)?,
    };
    let generated = receiver.map(Receiver::generated);
    let types = pair.java.params.iter().map(|param| &param.ty).chain(generated.as_deref().unwrap_or_default());
    // Those that the signature names go before all others of the project.
    let mut enums = project.enums().clone();
    enums.extend(enums::named(context.head, &job.java, types));
    let objects = Arc::new(project.view(pair));
    let header = job.python.text.get(pair.python.span.start..pair.python.body.start).unwrap_or_default();
    let has_builders = header.contains("StringIO");
    let never_null = pair.dispatch_on.as_ref().map(|narrowed| narrowed.param);
    let known = GenerationContext {
        receiver: generated.as_deref(),
        enums: &enums,
        objects: &objects,
        has_builders,
        never_null,
    };
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
    project: &ProjectFactories,
    suite: impl FnOnce(Option<&Receiver>, &PairJob) -> Result<Suite, JobError>,
) -> Result<PairJob, JobError> {
    let missing = |path: &str| format!("{path} could not be read");
    let java = &files(&pair.java.file).ok_or_else(|| missing(&pair.java.file))?;
    let python = &files(&pair.python.file).ok_or_else(|| missing(&pair.python.file))?;
    pairing::callable(pair)?;
    if pair.java.is_entry_point() {
        return Err("a program's entry point is not called as a function".to_owned().into());
    }
    let facts = mts_lang::java::facts(java, &pair.java);
    let nested = Nested::of(python, pair);
    // What is nested in a method sees its object.
    let sees_object = nested.as_ref().is_some_and(|nested| nested.is_in_method) && !facts.is_static;
    let on_instance = is_member(pair) || sees_object;
    let of_class = nested.as_ref().map_or(&pair.python, |nested| nested.around);
    let around = mts_lang::python::facts(python, of_class);
    let receiver = receiver(pair, java, &facts, &around, on_instance, project)?;
    // A method that needs nothing of its object is called on one that needs nothing either.
    let init = around.class_has_init_params.as_deref().filter(|_| !around.class_needs_names);
    let needs_none = init.is_some_and(|init| init.iter().all(|param| param.optional));
    if on_instance && receiver.is_none() && !(needs_none && facts.is_static) {
        return Err(format!("{} needs a receiver and its Java side has none", pair.python.selector()).into());
    }
    let (module, path) = revision.module(&pair.python.file, &options.roots);
    let in_revision = |path: &String| revision.folder.join(path);
    let signature = signature(pair);
    let plain = receiver.as_ref().and_then(|receiver| receiver.plain.clone()).unwrap_or_default();
    let mut job = PairJob {
        pair: pair.clone(),
        java: java.clone(),
        python: python.clone(),
        // What the file is compiled against is found for the pairs that are run: `building`.
        java_context: JavaContext::alone(
            JavaEntry {
                class: facts.class.clone(),
                method: if pair.java.kind == FunctionKind::Constructor {
                    String::new()
                } else {
                    pair.java.name.clone()
                },
                signature: signature.clone(),
                is_static: facts.is_static,
                receiver: plain.clone(),
                factories: Vec::new(),
                port_substitutes: Arc::default(),
                construct_only: false,
            },
            facts.has_static_state,
        ),
        python_context: PythonContext {
            entry: PythonEntry {
                module: module.name,
                path: in_revision(&pair.python.file).display().to_string(),
                qualname: pair.python.qualified(),
                on_instance,
                is_constructor: pair.python.kind == FunctionKind::Constructor,
                is_abstract: facts.is_abstract,
                access: match pair.python.kind {
                    FunctionKind::Attribute => Access::Attribute,
                    _ if pairing::is_given(pair) => Access::ObjectFirst,
                    _ if around.is_property => Access::Property,
                    _ => Access::Call,
                },
                stub_methods: project.filled(&facts.class).cloned(),
                arguments: pair.arguments.clone(),
                captured: nested.as_ref().map(|nested| nested.captured.clone()).unwrap_or_default(),
            },
            path,
            // Found for the pairs that are run: `building`.
            fallback_path: Vec::new(),
            signature,
            receiver: plain.clone(),
            factories: Vec::new(),
            ports: Arc::default(),
            port_substitutes: Arc::default(),
        },
        suite: Suite::default(),
        is_shown: true,
        ignored: IgnoredMutants::default(),
        // A variant of its parameters would not know those that are variables around it.
        has_transformations: nested.is_none(),
        merge_partner: None,
        program: None,
        sampling: Sampling::All,
    };
    job.suite = suite(receiver.as_ref(), &job)?;
    let missing = |name: String| format!("`{name}`, which its objects are made with, has no counterpart");
    let (factories, folders) = project.taken(job.suite.inputs.iter()).map_err(missing)?;
    let (ports, around) = project.ports();
    let around = if factories.is_empty() { &[] } else { around };
    job.java_context.entry.factories.clone_from(&factories);
    job.python_context.factories = factories;
    job.java_context.entry.port_substitutes = project.port_substitutes();
    job.python_context.ports = ports;
    job.python_context.port_substitutes = project.port_substitutes();
    for folder in folders.into_iter().chain(around.iter().cloned()) {
        if !job.python_context.path.contains(&folder) {
            job.python_context.path.push(folder);
        }
    }
    Ok(job)
}

/// A port that is nested in another function.
struct Nested<'f> {
    /// The function around it.
    around: &'f Function,
    /// Whether that is a method of a class.
    is_in_method: bool,
    /// Variables around it that stand behind its own parameters.
    captured: Vec<String>,
}

impl<'f> Nested<'f> {
    fn of(file: &'f SourceFile, pair: &Pair) -> Option<Self> {
        let port = &pair.python;
        let own = file.functions.iter().find(|own| own.span == port.span)?;
        let around = file.functions.get(port.parent.filter(|_| port.kind == FunctionKind::Nested)?)?;
        let captured = port.params.iter().skip(own.params.len()).map(|param| param.name.clone()).collect();
        Some(Self {
            around,
            is_in_method: matches!(around.kind, FunctionKind::Method | FunctionKind::Constructor),
            captured,
        })
    }
}

/// What an object to call on is made of.
struct Receiver {
    /// Parameter types of the shortest constructor of the Java class whose arguments can be generated
    /// and that the Python class takes as many of; for an enum, the enum.
    plain: Option<Vec<JavaType>>,
    /// Whether recipes make it.
    is_made: bool,
}

impl Receiver {
    /// The types of what a suite file gives for it.
    fn written(&self) -> Vec<JavaType> {
        self.plain.clone().unwrap_or_else(|| vec![JavaType::named(Objects::RECEIVER)])
    }

    /// The types of what is generated for it.
    fn generated(&self) -> Vec<JavaType> {
        if self.is_made { vec![JavaType::named(Objects::RECEIVER)] } else { self.written() }
    }
}

/// Whether the port is used on an object of the class around it.
fn is_member(pair: &Pair) -> bool {
    matches!(pair.python.kind, FunctionKind::Method | FunctionKind::Attribute)
}

/// What the receiver of a pair is made of, `None` where no receiver is needed.
fn receiver(
    pair: &Pair,
    java: &SourceFile,
    facts: &mts_lang::java::ClassFacts,
    around: &ModuleFacts,
    on_instance: bool,
    project: &ProjectFactories,
) -> Result<Option<Receiver>, String> {
    let class = pair.java.scope.join(".");
    let no_constructor = facts.is_inner || facts.is_enum || facts.is_abstract;
    match pair.java.kind {
        FunctionKind::StaticMethod => return Ok(None),
        // That of an abstract class is called by one below it.
        FunctionKind::Constructor if !(facts.is_inner || facts.is_enum) => return Ok(None),
        _ => {}
    }
    // A port outside of a class sees nothing of the receiver, but for one that takes it as its first argument: that is
    // given what a recipe makes.
    let is_given = pairing::is_given(pair);
    let sees_it = on_instance || is_given;
    let is_method = pair.java.kind == FunctionKind::Method;
    let objects = project.view(pair).receiver;
    let can_be_made = is_method && sees_it && !objects.factories.is_empty();
    if facts.is_enum && is_method && sees_it {
        let name = pair.java.scope.last().cloned().unwrap_or_default();
        if mts_lang::java::enums(java).iter().any(|(known, constants)| *known == name && !constants.is_empty()) {
            return Ok(Some(Receiver { plain: Some(vec![JavaType::named(&name)]), is_made: false }));
        }
    }
    let init = around.class_has_init_params.as_deref().unwrap_or_default();
    let required = init.iter().filter(|param| !param.optional).count();
    let taken = |types: &&Vec<JavaType>| (required..=init.len()).contains(&types.len());
    let fitting = facts
        .constructors
        .iter()
        .filter(|_| !around.class_needs_names)
        .filter(taken)
        .filter(|types| types.iter().all(is_plain));
    let plain = fitting.filter(|_| !no_constructor && !is_given).min_by_key(|types| types.len()).cloned();
    if plain.is_some() || can_be_made {
        // One constructor with plain arguments, and nothing that changes what it makes, says it all.
        let is_made = can_be_made && (plain.is_none() || !objects.steps.is_empty() || objects.factories.len() > 1);
        return Ok(Some(Receiver { plain, is_made }));
    }
    Err(if facts.is_inner {
        format!("{class} is an inner class: it needs an instance of the class around it")
    } else if facts.is_enum {
        format!("{class} is an enum: its constants are not made by a call")
    } else if facts.is_abstract {
        format!(
            "{class} is abstract or an interface, and no class below it can be made: there is no receiver to call it on"
        )
    } else {
        format!(
            "no receiver can be made: no constructor or factory of {class} has arguments that can be generated and a \
             counterpart in Python"
        )
    })
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
        JavaType::Unknown | JavaType::Void | JavaType::Null | JavaType::Convention(_) | JavaType::ExitStatus => false,
    }
}
