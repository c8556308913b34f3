//! Builds the jobs of a pair of functions.
//!
//! A job contains the inputs, and for each side the entry: the data with which a worker calls the function.

use crate::run::context::RunContext;
use crate::run::jobs::JobError;
use crate::run::jobs::call_form::CallForm;
use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::pair_jobs::PairJobs;
use crate::run::jobs::receiver::Receiver;
use crate::run::jobs::text_builders;
use crate::run::options::Options;
use crate::run::plan::{self, PlannedPair};
use crate::run::revision::{Revision, enums};
use mts_engine::{GeneratedPair, PairJob, Sampling, signature};
use mts_generate::inputs::{self, Enums, GenerationContext, InputGenerator};
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_generate::pairing;
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Error;
use mts_model::{Choice, FunctionKind, Input, InputOrigin, JavaType, Pair, Suite, Value};
use mts_workers::{JavaEntry, PythonEntry};
use std::cell::OnceCell;
use std::sync::Arc;

/// The complete base revision, with its unchanged files and its own factories.
///
/// The first use builds this data, because few pairs need it.
#[derive(Default)]
pub(super) struct BaseProject(OnceCell<Option<(Revision, ProjectFactories)>>);

impl BaseProject {
    /// Returns the base and its factories. `None` if there is no base, or if the base is equal to the head.
    fn get(&self, context: &RunContext<'_>, options: &Options) -> Option<&(Revision, ProjectFactories)> {
        let build = || {
            let revision = context.base.filter(|_| !context.is_base_equal)?.completed(context.head);
            let pairs = plan::all_pairs(&revision, &context.base_pairing);
            let factories = ProjectFactories::new(&revision, &pairs, &options.roots);
            Some((revision, factories))
        };
        self.0.get_or_init(build).as_ref()
    }
}

/// Builds the jobs of a pair.
///
/// The base job gets the inputs of the tested revision. If the parameter types differ at the base, the base job gets
/// inputs of its own. `callees` are all pairs of the tested revision.
pub(super) fn jobs(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    options: &Options,
    factories: &ProjectFactories,
    base_project: &BaseProject,
    callees: &Arc<[Pair]>,
) -> Result<PairJobs, JobError> {
    let files = |path: &str| context.head.file(path).cloned();
    let head = job(context.head, &files, &planned.head, options, factories, &|receiver, files| {
        suite(context, planned, files, receiver, options, factories)
    })?;
    if has_placeholders(&head.suite)
        && base_alone(context, planned, options, base_project).is_some_and(|base| !has_placeholders(&base.job().suite))
    {
        let reason = "after the change, cargo mts makes the objects of the call only with placeholder values: give \
                      inputs in a suite file";
        return Err(reason.to_owned().into());
    }
    let has_other_types = planned.base.as_ref().is_some_and(|base| types(base) != types(&planned.head));
    let base = match has_other_types {
        true => base_alone(context, planned, options, base_project).map(|job| job.with_choice(Choice::InPlaceOfHead)),
        false => base_job(context, planned, &head, options, factories).map(Into::into),
    };
    let has_base = base.is_some() && !has_other_types;
    Ok(PairJobs { head: PairJob { has_base, callees: Arc::clone(callees), ..head }.into(), base })
}

/// Reports whether the suite has placeholder inputs, and no input that the user wrote.
fn has_placeholders(suite: &Suite) -> bool {
    let is_placeholder = |input: &Input| input.origin == InputOrigin::Placeholder;
    suite.inputs.iter().any(is_placeholder) && !suite.inputs.iter().any(Input::is_user_written)
}

fn types(pair: &Pair) -> Vec<&JavaType> {
    pair.java.params.iter().map(|param| &param.ty).collect()
}

/// Builds the job of the pair at the base, with inputs of its own.
///
/// The job shows whether the tool can measure the pair at the base. Returns `None` in these cases: the pair is a pair
/// of programs, the base does not have the pair, the run has no base, the base is equal to the head, or the tool cannot
/// run the pair at the base.
pub(super) fn base_alone(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    options: &Options,
    base_project: &BaseProject,
) -> Option<GeneratedPair> {
    let before = planned.base.as_ref().filter(|pair| !pair.is_program())?;
    let (revision, factories) = base_project.get(context, options)?;
    let pair = &pairing::at_revision(&planned.head, &before.java, &before.python);
    let planned = PlannedPair { head: pair.clone(), base: None, ..planned.clone() };
    let files = |path: &str| revision.file(path).cloned();
    let found = job(revision, &files, pair, options, factories, &|receiver, files| {
        suite(context, &planned, files, receiver, options, factories)
    });
    Some(PairJob { is_shown: false, has_transformations: false, ..found.ok()? }.into())
}

/// Builds the job of the pair at the base, with the inputs of the head.
///
/// Returns `None` if the pair does not exist or cannot run at the base. Returns `None` also if both revisions are
/// equal: the results of the head are then the results of the base.
fn base_job(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    head: &PairJob,
    options: &Options,
    factories: &ProjectFactories,
) -> Option<PairJob> {
    let (revision, pair) = (context.base.filter(|_| !context.is_base_equal)?, planned.base.as_ref()?);
    let files = |path: &str| context.base_file(path).cloned();
    let suite = Suite { choice: Choice::SameAsHead, ..head.suite.clone() };
    let base =
        job(revision, &files, pair, options, factories, &|_, _| Ok((suite.clone(), head.generator.clone()))).ok()?;
    Some(PairJob { is_shown: false, has_transformations: false, ..base })
}

fn suite(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    [java, python]: [&SourceFile; 2],
    receiver: Option<&Receiver>,
    options: &Options,
    factories: &ProjectFactories,
) -> Result<GeneratedSuite, JobError> {
    let pair = &factories.with_project_names(&planned.head.narrowed_signature());
    let written = receiver.map(Receiver::written);
    let suite_inputs = inputs_of_files(context, planned, pair, written.as_deref(), factories)?;
    let [java_tree, python_tree] = &trees(pair, [java, python])?;
    let generated = receiver.map(Receiver::generated);
    let enums = enums_of(context, pair, java, generated.as_deref(), factories);
    let has_port_object = receiver.is_none_or(|receiver| receiver.has_port_object);
    let objects = Arc::new(factories.view(pair, has_port_object));
    let header = python.text.get(pair.python.span.start..pair.python.body.start).unwrap_or_default();
    let has_builders = header.contains("StringIO") || text_builders::are_texts(pair, python_tree);
    let never_null = pair.dispatch_on.as_ref().map(|narrowed| narrowed.param);
    let known = GenerationContext {
        receiver: generated.as_deref(),
        enums: &enums,
        objects: &objects,
        has_builders,
        never_null,
        domain: options.settings.rules.domain,
    };
    let generator = InputGenerator::new(&pair.java, known, java_tree, python_tree);
    let by = generator.as_ref().map_err(String::as_str);
    let suite = inputs::pool(pair, by, &suite_inputs, options.max_inputs, options.seed);
    if suite.inputs.is_empty() {
        return Err(suite.notes.join("; ").into());
    }
    Ok((suite, generator.ok().map(Arc::new)))
}

/// Returns the inputs of the suite files for a pair.
///
/// `written` contains the types of the receiver's values in a suite file. `None` means that there is no receiver.
fn inputs_of_files(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    pair: &Pair,
    written: Option<&[JavaType]>,
    factories: &ProjectFactories,
) -> Result<Vec<Input>, JobError> {
    let mut suite_inputs = context.suites.inputs_for(&planned.head.java, written).map_err(JobError::Fatal)?;
    if let Some(narrowed) = &pair.dispatch_on {
        // This pair covers only one type of the parameter. Inputs of other types belong to other
        // pairs.
        let fits = |input: &Input| {
            let own = &input.args[narrowed.param];
            *own != Value::Null && inputs::coerce(own.clone(), &narrowed.ty).as_ref() == Ok(own)
        };
        suite_inputs.retain(fits);
    }
    if let Err(name) = factories.taken(suite_inputs.iter()) {
        let what = format!(
            "`$new` names `{name}`: the project has no constructor or method of this name with a counterpart in Python"
        );
        let help = "use a name from `cargo mts list`; write a constructor as `Class.<init>(int)`";
        return Err(JobError::Fatal(Error::usage(what).at(pair.java.selector()).help(help)));
    }
    Ok(suite_inputs)
}

/// Returns the trees of both functions.
fn trees(pair: &Pair, [java, python]: [&SourceFile; 2]) -> Result<[Arc<Tree>; 2], JobError> {
    let unreadable = || format!("{}: cargo mts cannot analyse the Java or the Python function", pair.java.selector());
    let java_tree = java.lower(&pair.java).ok_or_else(unreadable)?;
    let python_tree = match pair.python.kind {
        // An attribute has no body in Python, so the tree of the Java function replaces the tree.
        FunctionKind::Attribute => java_tree.clone(),
        _ => python.lower(&pair.python).ok_or_else(unreadable)?,
    };
    Ok([java_tree, python_tree])
}

/// Returns the enums whose constants the inputs may contain.
///
/// The enums that the signature names override the enums of the factories. `generated` contains the types of the
/// receiver's generated values.
fn enums_of(
    context: &RunContext<'_>,
    pair: &Pair,
    java: &SourceFile,
    generated: Option<&[JavaType]>,
    factories: &ProjectFactories,
) -> Arc<Enums> {
    let types = pair.java.params.iter().map(|param| &param.ty).chain(generated.unwrap_or_default());
    let named = enums::resolve(context.head, java, types);
    let mut enums = Arc::clone(factories.enums());
    if named.iter().any(|(name, constants)| enums.get(name) != Some(constants)) {
        Arc::make_mut(&mut enums).extend(named);
    }
    enums
}

/// A suite, and the generator of further inputs.
type GeneratedSuite = (Suite, Option<Arc<InputGenerator>>);

/// Builds the suite of a pair from its receiver and its two files.
type SuiteOf<'s> = &'s dyn Fn(Option<&Receiver>, [&SourceFile; 2]) -> Result<GeneratedSuite, JobError>;

/// Builds the job of a pair at one revision. `build_env` adds the compile environment later.
fn job(
    revision: &Revision,
    files: &dyn Fn(&str) -> Option<Arc<SourceFile>>,
    pair: &Pair,
    options: &Options,
    factories: &ProjectFactories,
    suite: SuiteOf<'_>,
) -> Result<PairJob, JobError> {
    let missing = |path: &str| format!("cargo mts cannot read {path}");
    let java = files(&pair.java.file).ok_or_else(|| missing(&pair.java.file))?;
    let python = files(&pair.python.file).ok_or_else(|| missing(&pair.python.file))?;
    let form = CallForm::new(pair, [&java, &python], factories)?;
    let (suite, generator) = suite(form.receiver.as_ref(), [&java, &python])?;
    let missing = |name: String| format!("the inputs need objects from `{name}`, which has no counterpart in Python");
    let (makers, maker_folders) = factories.taken(suite.inputs.iter()).map_err(missing)?;
    let (ports, port_folders) = factories.ports_and_folders();
    let needs_ports =
        !makers.is_empty() || suite.inputs.iter().flat_map(|input| &input.args).any(Value::needs_class_port);
    let port_folders = if needs_ports { port_folders } else { &[] };
    let (module, mut path) = revision.module(&pair.python.file, &options.roots);
    for folder in maker_folders.iter().chain(port_folders).map(|folder| factories.folder_in(revision, folder)) {
        if !path.contains(&folder) {
            path.push(folder);
        }
    }
    let port_path = revision.folder.join(&pair.python.file).display().to_string();
    let java_entry = JavaEntry {
        factories: makers.clone(),
        port_substitutes: factories.port_substitutes(),
        ..form.java_entry(pair)
    };
    let stub_methods = factories.stub_methods_of(&form.facts.class).cloned();
    let python_context = PythonContext {
        entry: PythonEntry { stub_methods, ..form.python_entry(pair, module.name, port_path) },
        path,
        fallback_path: Vec::new(),
        former_modules: Vec::new(),
        version_modules: Vec::new(),
        signature: signature(pair),
        receiver: form.plain_receiver(),
        factories: makers,
        ports,
        port_substitutes: factories.port_substitutes(),
    };
    Ok(PairJob {
        pair: pair.clone(),
        java_context: JavaContext::from_entry(java_entry, form.facts.has_static_state),
        python_context,
        java: Arc::clone(&java),
        python: Arc::clone(&python),
        suite,
        generator,
        is_shown: true,
        has_base: false,
        ignored: IgnoredMutants::default(),
        // A transformation cannot distinguish the parameters of a nested port from the variables of the enclosing
        // function.
        has_transformations: form.nested.is_none(),
        class_changes: revision.class_changes(&pair.java.file),
        merge_partner: None,
        callees: Arc::default(),
        program: None,
        sampling: Sampling::All,
    })
}
