//! The compile environment of a Java function at one revision.
//!
//! The configuration of the root selects the source of the environment: the project's build,
//! explicit class paths, or the sources alone. The tool builds each project once per revision, and
//! only if the run needs a pair of the project.

use crate::config::{Build, Root, root_of};
use crate::run::context::RunContext;
use crate::run::jobs::pair_jobs::{Jobs, PairJobs, PlannedJobs};
use crate::run::jobs::reach::{self, Reach};
use crate::run::options::Options;
use crate::run::revision::Revision;
use crate::run::revision::{jars, source_layout, source_roots};
use mts_engine::GeneratedPair;
use mts_generate::instrument::java::JavaContext;
use mts_model::compilation_unit::{PythonContext, resource_folders};
use mts_model::error::Result;
use mts_model::report::{NotRun, SkipReason};
use mts_model::{Function, Requirement};
use mts_workers::build_systems::{self, BuildProject, BuildSystem, CompiledModule, JavaModule, SourceTree};
use mts_workers::find::{self, Jdk};
use mts_workers::{ScratchFolder, default_cache};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::PathBuf;

/// Adds the compile environment and the Python import folders to each job.
///
/// Returns the jobs and the builds, which own the compiled files. If the tool cannot make the compile environment of a
/// pair, the run skips this pair. If there is no job, the function starts no build.
///
/// # Errors
/// Returns an error with exit code 3 if a pair should run and there is no JDK.
pub fn configure(jobs: Jobs, context: &RunContext<'_>, options: &Options) -> Result<(Jobs, Option<Builds>)> {
    if jobs.all().next().is_none() {
        return Ok((jobs, None));
    }
    let mut builds = Builds::new(find::jdk(options.java_home.as_deref())?);
    let pairs = jobs.pairs.into_iter().map(|pair| builds.configure_pair(pair, context, options)).collect();
    let notes = jobs.notes.into_iter().chain(builds.notes.iter().cloned()).collect();
    Ok((Jobs { notes, pairs, ..jobs }, Some(builds)))
}

/// The paths and options for the Java compiler, as in `JavaContext`.
#[derive(Default)]
struct CompileEnv {
    sourcepath: Vec<PathBuf>,
    classes: Vec<PathBuf>,
    classpath: Vec<PathBuf>,
    level: Vec<String>,
    failed_build: Option<Requirement>,
}

/// The builds of a run. The compiled files exist as long as this value exists.
pub struct Builds {
    jdk: Jdk,
    scratch: Option<ScratchFolder>,
    /// The results of builds, by revision folder and project folder.
    done: BTreeMap<(PathBuf, String), Result<Vec<CompiledModule>, String>>,
    /// The additional source folders of a Java file, or import folders of a Python file.
    ///
    /// The key is the revision folder and the file path.
    extra_folders: BTreeMap<(PathBuf, String), Vec<String>>,
    /// The results of the function `package_folder`. The key is the revision folder, the folder of the files and the
    /// package.
    package_folders: BTreeMap<(PathBuf, String, String), PathBuf>,
    /// The jars that are on no class path, by revision folder and root folder.
    jars: BTreeMap<(PathBuf, String), Vec<String>>,
    /// The notes about builds, for the report.
    notes: BTreeSet<String>,
}

impl Builds {
    fn new(jdk: Jdk) -> Self {
        Self {
            jdk,
            scratch: None,
            done: BTreeMap::new(),
            extra_folders: BTreeMap::new(),
            package_folders: BTreeMap::new(),
            jars: BTreeMap::new(),
            notes: BTreeSet::new(),
        }
    }

    /// Adds the compile environments to the jobs of a pair at both revisions.
    ///
    /// If only the base has a compile environment, the job of the base selects its inputs itself, by the rule of the
    /// head job.
    fn configure_pair(&mut self, pair: PlannedJobs, context: &RunContext<'_>, options: &Options) -> PlannedJobs {
        let PlannedJobs { planned, jobs, base_alone } = pair;
        let (jobs, base_alone) = match jobs {
            Ok(PairJobs { head, base }) => {
                let choice = head.job().suite.choice;
                let head = self.configure(context.head, head, options);
                let base = self.configure_base(base, context, options);
                match head {
                    Ok(head) => (Ok(PairJobs { head, base }), None),
                    Err(why) => (Err(why), base.map(|base| base.with_choice(choice))),
                }
            }
            Err(why) => (Err(why), self.configure_base(base_alone, context, options)),
        };
        PlannedJobs { planned, jobs, base_alone }
    }

    /// Adds the compile environment to a job at the base.
    ///
    /// If the tool cannot make the environment, the function adds a note with the reason and returns `None`.
    fn configure_base(
        &mut self,
        base: Option<GeneratedPair>,
        context: &RunContext<'_>,
        options: &Options,
    ) -> Option<GeneratedPair> {
        let configured = self.configure(context.base?, base?, options);
        configured.map_err(|why| self.notes.insert(format!("a pair cannot run at the base revision: {why}"))).ok()
    }

    /// Returns the job with its compile environment and Python's import folders at a revision.
    ///
    /// # Errors
    /// Returns a message if the environment is not available or a path leads out of the repository.
    fn configure(
        &mut self,
        revision: &Revision,
        pair: GeneratedPair,
        options: &Options,
    ) -> Result<GeneratedPair, SkipReason> {
        let job = pair.job();
        let path = &job.python_context.path;
        let CompileEnv { sourcepath, classes, classpath, level, failed_build } =
            self.compile_env(revision, &job.pair.java, options)?;
        let fallback_path = self.fallback_folders(revision, &job.pair.python.file, path);
        let named = options.roots.iter().flat_map(|root| {
            let paths = root.classpath.iter().chain(&root.sourcepath);
            paths.filter_map(move |path| reach::configured(&revision.folder, path, root).ok())
        });
        let named: BTreeSet<PathBuf> = named.collect();
        let own = [Some(revision.folder.as_path()), self.scratch.as_ref().map(ScratchFolder::path)];
        let cache = default_cache();
        let reach = Reach::new(own.into_iter().chain([cache.as_deref()]).flatten());
        // `reach::configured` already checked the paths of the configuration. `build_systems`
        // checks the libraries of a build.
        let found = sourcepath.iter().chain(&classes).chain(path).chain(&fallback_path);
        reach.check(found.filter(|path| !named.contains(*path)))?;
        // A link of the change cannot replace a folder beside a source folder outside of the repository.
        let inside: Vec<PathBuf> = sourcepath.iter().filter(|path| reach.holds(path)).cloned().collect();
        reach.check(&resource_folders(&inside).filter(|folder| !named.contains(folder)).collect::<Vec<_>>())?;
        let java = JavaContext { sourcepath, classes, classpath, level, failed_build, ..job.java_context.clone() };
        let former_modules = revision.former_modules();
        let version_modules = revision.version_modules.clone();
        let python = PythonContext { fallback_path, former_modules, version_modules, ..job.python_context.clone() };
        Ok(pair.with_contexts(java, python))
    }

    /// Returns the compile environment of a function's file.
    ///
    /// # Errors
    /// Returns a message if the build that the configuration requests fails, or if a configured path leads out of the
    /// repository.
    fn compile_env(
        &mut self,
        revision: &Revision,
        java: &Function,
        options: &Options,
    ) -> Result<CompileEnv, SkipReason> {
        let root = root_of(&options.roots, &java.file);
        let build = root.map_or(Build::Auto, |root| root.build);
        let (env, sourcepath) = configured_env(root, revision)?;
        if build == Build::None {
            return Ok(CompileEnv { sourcepath, ..env });
        }
        let tree = SourceTree { folder: &revision.folder, files: &revision.all };
        let project = build_systems::project_of(tree, &java.file);
        let level = self.level(project.as_ref(), java);
        let failed_build = match project_to_build(build, project.as_ref(), root, java)? {
            Some(project) => match self.built(tree, project, options) {
                Ok(modules) => return Ok(against(&modules, revision, java, root, env)),
                Err(message) if build != Build::Auto => {
                    let tool = project.tool.name().to_owned();
                    return Err(SkipReason::NotRun(NotRun::MissingRequirement(Requirement::Build { tool, message })));
                }
                Err(why) => Some(self.note_failed_build(project, why)),
            },
            None => None,
        };
        if let Some(root) = root.filter(|root| root.classpath.is_empty()) {
            self.note_jars(revision, root);
        }
        let env = CompileEnv { level, failed_build, ..env };
        Ok(self.env_from_sources(project.as_ref(), revision, java, &options.roots, env)?)
    }

    /// Returns the compiler options for the language level of a file's module.
    ///
    /// Without a module, there are no options.
    fn level(&mut self, project: Option<&BuildProject>, java: &Function) -> Vec<String> {
        let jdk = self.jdk.feature();
        let module = project.and_then(|project| module_of(project, &java.file));
        if let Some(module) = module {
            self.note_level(module, jdk);
        }
        module.map(|module| module.level.within(jdk).options()).unwrap_or_default()
    }

    /// Adds a note about a project that does not build, and returns the failed build.
    ///
    /// The result is a missing requirement of the pair.
    fn note_failed_build(&mut self, project: &BuildProject, why: String) -> Requirement {
        let tool = project.tool.name();
        self.notes.insert(format!(
            "{tool} cannot build `{}`, so cargo mts uses only the sources: {why}",
            folder_name(project)
        ));
        Requirement::Build { tool: tool.to_owned(), message: why }
    }

    /// Completes the environment of a file that compiles without the project's build.
    fn env_from_sources(
        &mut self,
        project: Option<&BuildProject>,
        revision: &Revision,
        java: &Function,
        roots: &[Root],
        env: CompileEnv,
    ) -> Result<CompileEnv, String> {
        let package_folder = self.package_folder(revision, java)?;
        let mut env = from_sources(project, revision, java, roots, env);
        env.sourcepath.extend(package_folder);
        // A test class needs its test framework, which only the project's build provides. More source folders do not
        // help, so the tool adds none.
        let is_test = java.file.split('/').any(|part| matches!(part, "test" | "tests"));
        if project.is_none() && !is_test {
            let key = (revision.folder.clone(), java.file.clone());
            let found = self.extra_folders.entry(key).or_insert_with(|| {
                let source = |path: &str| revision.source(path);
                source_roots::discover(&java.file, &java.package, &revision.paths, source)
            });
            let found = found.iter().map(|folder| source_layout::below(&revision.folder, folder));
            let new: Vec<PathBuf> = found.filter(|folder| !env.sourcepath.contains(folder)).collect();
            env.sourcepath.extend(new);
        }
        Ok(env)
    }

    /// Returns a source folder for a file outside of the folder of its package.
    ///
    /// `javac` finds a class only in the folder of its package. So the source folder contains copies of the files
    /// beside this file that declare the same package. Returns `None` if the file is in the folder of its package.
    fn package_folder(&mut self, revision: &Revision, java: &Function) -> Result<Option<PathBuf>, String> {
        if source_layout::java_source_folder(&java.file, &java.package).is_some() {
            return Ok(None);
        }
        let folder = java.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let key = (revision.folder.clone(), folder.to_owned(), java.package.clone());
        if let Some(known) = self.package_folders.get(&key) {
            return Ok(Some(known.clone()));
        }
        let source_folder = self.scratch()?.join("packages").join(self.package_folders.len().to_string());
        // The package name comes from the code under test, so it must not lead out of the folder.
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
        if !java.package.split('.').all(is_name) {
            return Err(format!("`{}` is not the name of a package", java.package));
        }
        let package = java.package.split('.').fold(source_folder.clone(), |path, name| path.join(name));
        let failed = |error: std::io::Error| format!("cannot write a scratch file: {error}");
        std::fs::create_dir_all(&package).map_err(failed)?;
        for file in revision.java_files() {
            let (file_folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
            if file_folder == folder && mts_lang::java::package(file) == java.package {
                let mut copy = std::fs::File::create_new(package.join(name)).map_err(failed)?;
                copy.write_all(file.text.as_bytes()).map_err(failed)?;
            }
        }
        self.package_folders.insert(key, source_folder.clone());
        Ok(Some(source_folder))
    }

    /// Returns the scratch folder of the builds. The first call creates the folder.
    fn scratch(&mut self) -> Result<PathBuf, String> {
        let failed = |error: std::io::Error| format!("cannot create a scratch folder: {error}");
        let scratch = match self.scratch.take() {
            Some(scratch) => scratch,
            None => ScratchFolder::new().map_err(failed)?,
        };
        // Build tools print paths with resolved links, so this path has resolved links too.
        let path = self.scratch.insert(scratch).path();
        path.canonicalize().map_err(failed)
    }

    /// Adds a note about jars of a root that are on no class path.
    fn note_jars(&mut self, revision: &Revision, root: &Root) {
        let key = (revision.folder.clone(), root.java.clone());
        let jars = self.jars.entry(key).or_insert_with(|| jars::discover(&revision.folder, root, &revision.all));
        if !jars.is_empty() {
            let (java, jars) = (&root.java, jars.join(", "));
            self.notes.insert(format!("no build file names these jars beside `{java}`; if the code needs them, add them to `classpath` in mts.yml: {jars}"));
        }
    }

    /// Returns more folders, outside of `path`, with modules that a Python file imports.
    fn fallback_folders(&mut self, revision: &Revision, file: &str, path: &[PathBuf]) -> Vec<PathBuf> {
        let key = (revision.folder.clone(), file.to_owned());
        let found = self.extra_folders.entry(key).or_insert_with(|| {
            let below = path.iter().filter_map(|folder| folder.strip_prefix(&revision.folder).ok()?.to_str());
            let roots: Vec<&str> = below.collect();
            source_roots::discover_python(file, &roots, &revision.paths, |path| revision.source(path))
        });
        found.iter().map(|folder| source_layout::below(&revision.folder, folder)).collect()
    }

    fn built(
        &mut self,
        tree: SourceTree<'_>,
        project: &BuildProject,
        options: &Options,
    ) -> Result<Vec<CompiledModule>, String> {
        let key = (tree.folder.to_path_buf(), project.folder.clone());
        if let Some(done) = self.done.get(&key) {
            return done.clone();
        }
        let modules = self.build(tree, project, options);
        for module in modules.iter().flatten() {
            if let Some(trouble) = &module.error {
                let name = if module.folder.is_empty() { "." } else { &module.folder };
                self.notes.insert(format!(
                    "`{name}` does not compile as a whole, so cargo mts compiles its source files one by one as needed: {trouble}"
                ));
            }
        }
        self.done.insert(key, modules.clone());
        modules
    }

    /// Adds a note if the JDK is too old for the module's language level.
    fn note_level(&mut self, module: &JavaModule, jdk: Option<u32>) {
        if let (Some(level), Some(jdk)) = (module.level.number().filter(|_| module.level.is_above(jdk)), jdk) {
            let name = if module.folder.is_empty() { "." } else { &module.folder };
            self.notes.insert(format!(
                "the build of `{name}` asks for Java {level}, but the JDK has version {jdk}: cargo mts compiles the code as Java {jdk}; to compile newer syntax, install JDK {level} and set `java.home`"
            ));
        }
    }

    fn build(
        &mut self,
        tree: SourceTree<'_>,
        project: &BuildProject,
        options: &Options,
    ) -> Result<Vec<CompiledModule>, String> {
        let scratch = self.scratch()?;
        let settings = build_systems::BuildSettings {
            launcher: options.launcher.clone(),
            jdk: self.jdk.clone(),
            confinement: options.sandbox,
            cache: default_cache(),
            scratch,
            time: options.build_time,
        };
        build_systems::build(tree, project, &settings)
    }
}

/// Returns the class path that the configuration of a root states, and its source path.
///
/// # Errors
/// Returns a message if a path leads out of the repository.
fn configured_env(root: Option<&Root>, revision: &Revision) -> Result<(CompileEnv, Vec<PathBuf>), String> {
    let configured = |paths: fn(&Root) -> &Vec<String>| -> Result<Vec<PathBuf>, String> {
        let named = root.into_iter().flat_map(|root| paths(root).iter().map(move |path| (root, path)));
        named.map(|(root, path)| reach::configured(&revision.folder, path, root)).collect()
    };
    // A folder on the class path contains compiled classes of the project, which can be in the package of the class
    // under test. A jar counts as a library, whose classes are in other packages.
    let (classes, classpath) = configured(|root| &root.classpath)?.into_iter().partition(|path| path.is_dir());
    Ok((CompileEnv { classes, classpath, ..CompileEnv::default() }, configured(|root| &root.sourcepath)?))
}

/// Returns the project that the tool must build for a file.
///
/// Returns `None` if the sources are enough, or if the configuration states a class path and `build: auto`.
///
/// # Errors
/// Returns a message if the configuration requests a build system that the file does not have.
fn project_to_build<'p>(
    build: Build,
    project: Option<&'p BuildProject>,
    root: Option<&Root>,
    java: &Function,
) -> Result<Option<&'p BuildProject>, String> {
    let of_tool = |tool| project.filter(|project| project.tool == tool);
    let missing =
        |key: &str, file: &str| format!("`build: {key}` is set, but no folder above {} has a {file}", java.file);
    match build {
        Build::Maven => of_tool(BuildSystem::Maven).map(Some).ok_or_else(|| missing("maven", "pom.xml")),
        Build::Gradle => of_tool(BuildSystem::Gradle).map(Some).ok_or_else(|| missing("gradle", "Gradle script")),
        Build::Auto => {
            let has_no_classpath = root.is_none_or(|root| root.classpath.is_empty());
            Ok(project.filter(|project| project.needs_libraries && has_no_classpath))
        }
        Build::Sources | Build::None => Ok(None),
    }
}

/// Returns the innermost module of a project whose folder contains the file.
fn module_of<'p>(project: &'p BuildProject, file: &str) -> Option<&'p JavaModule> {
    let is_inside =
        |folder: &str| folder.is_empty() || file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    project.modules.iter().filter(|module| is_inside(&module.folder)).max_by_key(|module| module.folder.len())
}

fn folder_name(project: &BuildProject) -> &str {
    if project.folder.is_empty() { "." } else { &project.folder }
}

/// Sets the environment to the classes of the module whose source folders contain the file.
///
/// If no source folder contains the file (for example, a test), the function uses the innermost module whose folder
/// contains the file, and adds the source folder of the file. If there is no such module, the environment stays
/// unchanged.
fn against(
    modules: &[CompiledModule],
    revision: &Revision,
    java: &Function,
    root: Option<&Root>,
    mut env: CompileEnv,
) -> CompileEnv {
    let file = revision.folder.join(&java.file);
    let is_source = |module: &&CompiledModule| module.sources.iter().any(|folder| file.starts_with(folder));
    let is_inside = |module: &&CompiledModule| file.starts_with(revision.folder.join(&module.folder));
    let nearest = modules.iter().filter(is_inside).max_by_key(|module| module.folder.len());
    let Some(module) = modules.iter().find(is_source).or(nearest) else { return env };
    env.sourcepath = module.sourcepath.clone();
    if !is_source(&module) {
        let own = source_layout::java_source_folder(&java.file, &java.package);
        env.sourcepath.extend(own.map(|folder| source_layout::below(&revision.folder, &folder)));
    }
    let more = root.into_iter().flat_map(|root| &root.sourcepath);
    env.sourcepath.extend(more.map(|folder| source_layout::below(&revision.folder, folder)));
    env.classes.extend(module.classes.iter().cloned());
    env.classpath.extend(module.libraries.iter().cloned());
    env.level.clone_from(&module.level);
    env
}

/// Sets the source path of a file that compiles without the project's build.
///
/// The source path contains the source folder of the file, the source folders of the project's modules, and the folders
/// of the roots.
fn from_sources(
    project: Option<&BuildProject>,
    revision: &Revision,
    java: &Function,
    roots: &[Root],
    mut env: CompileEnv,
) -> CompileEnv {
    env.sourcepath = revision.sourcepath(java, roots);
    let modules = project.map(|project| project.modules.as_slice()).unwrap_or_default();
    for folder in modules.iter().flat_map(|module| &module.sources) {
        let folder = source_layout::below(&revision.folder, folder);
        if folder.is_dir() && !env.sourcepath.contains(&folder) {
            env.sourcepath.push(folder);
        }
    }
    env
}
