//! `cargo mts check`: runs on two files or two folders.
//!
//! A check has no repository and no base.

use crate::commands::translators::fragments::{Fragments, PairSink};
use crate::commands::translators::properties::Checkable;
use crate::config::Config;
use crate::git::Repository;
use crate::run::context::{Commits, RunContext};
use crate::run::options::{Bound, CommandOptions, Options};
use crate::run::output::write_reports::{self, TerminalOptions};
use crate::run::plan::PairFilter;
use crate::run::plan::program_pair::ProgramPair;
use crate::run::plan::suite_files::SuiteFiles;
use crate::run::properties::declared;
use crate::run::repository::request::FlagOverrides;
use crate::run::results::redaction::Secrets;
use crate::run::revision::changed_lines::ChangedLines;
use crate::run::revision::line_map::HeadLineMap;
use crate::run::revision::{self, Revision};
use crate::run::suppression::accept_list::AcceptList;
use mts_generate::fragments::LiveOut;
use mts_generate::pairing::{ExplicitPair, PairingConfig, Selector};
use mts_lang::SourceFile;
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::{ReportCommand, RunReport};
use mts_model::{Function, Language};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The request of `cargo mts check`.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// Java file or folder; `FILE.java#method` names one method.
    pub java: String,
    /// Python file or folder; `FILE.py:function` names one function.
    pub python: String,
    /// The path of the configuration file.
    pub config: Option<PathBuf>,
    /// The folder with the tests of whole programs; `None` for a check of functions.
    ///
    /// For two folders of programs, the test folder contains one folder for each pair of programs. This folder has the
    /// name of the Java file without `.java`.
    pub tests: Option<PathBuf>,
    /// The paths of the suite files.
    pub inputs: Vec<PathBuf>,
    /// The output folder.
    pub out: PathBuf,
    /// The number of worker pairs; `None` for half the cores.
    pub jobs: Option<usize>,
    /// The limit on the mutants.
    pub bound: Bound,
}

/// Runs on two files or two folders.
///
/// # Errors
/// Returns a usage or environment error if a stage before the first pair fails.
pub fn check(request: &CheckRequest, overrides: FlagOverrides<'_>, terminal: TerminalOptions) -> Result<RunReport> {
    with_context(LiveOut::Used, request, overrides, |context, filter, options| {
        write_reports::run(context, filter, options, &|| Ok(()), &request.out, terminal)
    })
}

/// Tests the fragments of two files or folders. A translator's translations can replace the port.
///
/// # Errors
/// Returns the errors of [`check`].
pub fn fragments(
    request: &CheckRequest,
    overrides: FlagOverrides<'_>,
    outs: LiveOut,
    translator: Option<&Checkable>,
    report_pair: &mut PairSink<'_>,
) -> Result<Fragments> {
    with_context(outs, request, overrides, |context, filter, options| {
        crate::commands::translators::fragments::examine_context(context, filter, translator, options, report_pair)
    })
}

fn with_context<T>(
    outs: LiveOut,
    request: &CheckRequest,
    overrides: FlagOverrides<'_>,
    then: impl FnOnce(&RunContext<'_>, &PairFilter<'_>, &Options) -> Result<T>,
) -> Result<T> {
    let java = CheckedSide::parse(&request.java, Language::Java)?;
    let python = CheckedSide::parse(&request.python, Language::Python)?;
    let mut config = match &request.config {
        Some(path) => Config::load_file(path)?,
        None => Config::default(),
    };
    // The roots of a configuration are paths in a repository, and a check has no repository.
    config.roots.clear();
    overrides(&mut config)?;
    let folder = common(&java.path, &python.path);
    let wanted: BTreeSet<String> = [&java, &python].into_iter().flat_map(|side| side.files(&folder)).collect();
    let paths = wanted.iter().cloned().chain(init_files(&folder, &wanted)).collect();
    let read = |path: &String| read_text(folder.join(path), SOURCE_BYTES).map_err(|error| error.to_string());
    let texts = wanted.iter().map(|path| (path.clone(), read(path)));
    let head = Revision::parse(folder.clone(), paths, texts)?;

    let (source, target) = (java.selector(&folder)?, python.selector(&folder)?);
    // Two functions that the user names are a pair, even if the names differ.
    let both = source.clone().zip(target.clone());
    let pair = both.map(|(java, python)| ExplicitPair { java, python, arguments: None });
    let command = ReportCommand::Check;
    let command =
        CommandOptions { command, jobs: request.jobs, bound: request.bound, outs, pair, share_process: false };
    let options = Options::new(&config, command)?;
    let programs = request.tests.as_ref().map(|tests| find_programs(&head, tests)).transpose()?.unwrap_or_default();
    let properties = match &request.config {
        Some(file) => declared::of_user(&folder, Some(file))?,
        None => Vec::new(),
    };
    let mut suites = SuiteFiles::default();
    for path in &request.inputs {
        suites.add_file(path)?;
    }
    let selectors: Vec<Selector> = source.into_iter().chain(target).collect();
    let context = RunContext {
        head: &head,
        base: None,
        is_base_equal: false,
        base_pairing: PairingConfig::default(),
        commits: Commits::default(),
        suites,
        head_lines: HeadLineMap::default(),
        changed_lines: ChangedLines::default(),
        folder: Some(display_path(&folder)),
        programs,
        accepted: AcceptList::default(),
        properties,
        baselines: None,
        shard: None,
        pending_until_merge: Vec::new(),
        notes: Vec::new(),
        secrets: Secrets::from_process(Repository::discover(&folder).map_or(Vec::new(), |own| own.credentials())),
    };
    let filter = PairFilter { all: true, selectors: &selectors, program_files: BTreeSet::new() };
    then(&context, &filter, &options)
}

/// Finds the whole programs and their tests.
///
/// A single Java program and a single Python file form a pair. In two folders, a Java program and a Python file form a
/// pair if their names are equal apart from case and punctuation.
fn find_programs(head: &Revision, tests: &Path) -> Result<Vec<ProgramPair>> {
    let is_main = |file: &&SourceFile| file.functions.iter().any(Function::is_entry_point);
    let java: Vec<&SourceFile> = head.files(Language::Java).filter(is_main).collect();
    let python: Vec<&SourceFile> = head.files(Language::Python).collect();
    let stem = |file: &SourceFile| {
        let name = file.path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(stem, _)| stem);
        name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
    };
    if let ([java], [python]) = (&java[..], &python[..]) {
        return Ok(vec![ProgramPair::read(java, python, tests)?]);
    }
    let mut entries = Vec::new();
    for java in java {
        let folder = java.path.rsplit('/').next().and_then(|name| name.strip_suffix(".java")).unwrap_or_default();
        let own = python.iter().find(|python| stem(python) == stem(java));
        if let Some(python) = own {
            entries.push(ProgramPair::read(java, python, &tests.join(folder))?);
        }
    }
    if entries.is_empty() {
        let help = "`--tests` needs a file with `static void main(String[])` and a script, or folders of such files with equal names";
        return Err(Error::usage("there is no pair of programs").at("--tests").help(help));
    }
    Ok(entries)
}

/// One side of a check: a file or folder, and an optional function.
struct CheckedSide {
    path: PathBuf,
    language: Language,
    function: Option<String>,
}

impl CheckedSide {
    fn parse(text: &str, language: Language) -> Result<Self> {
        let (mark, ending) = match language {
            Language::Java => ('#', ".java"),
            Language::Python => (':', ".py"),
        };
        let (path, function) = match text.rsplit_once(mark) {
            Some((path, name)) if path.ends_with(ending) && !name.is_empty() => (path, Some(name.to_owned())),
            _ => (text, None),
        };
        let found = Path::new(path).canonicalize().map_err(|error| {
            Error::usage(format!("cannot open `{path}`: {error}"))
                .help(format!("give a {ending} file, FILE{ending}{mark}name, or a folder"))
        })?;
        if found.is_file() && Language::from_path(path) != Some(language) {
            return Err(Error::usage(format!("`{path}` is not a {ending} file"))
                .help("give the Java side first: FILE.java FILE.py"));
        }
        Ok(Self { path: found, language, function })
    }

    /// Returns the files of this side as paths relative to `folder`.
    fn files(&self, folder: &Path) -> BTreeSet<String> {
        let prefix = relative(&self.path, folder);
        if self.path.is_file() {
            return BTreeSet::from([prefix]);
        }
        let inside =
            revision::walk(&self.path).into_iter().filter(|path| Language::from_path(path) == Some(self.language));
        inside.map(|path| if prefix.is_empty() { path } else { format!("{prefix}/{path}") }).collect()
    }

    fn selector(&self, folder: &Path) -> Result<Option<Selector>> {
        let Some(function) = &self.function else { return Ok(None) };
        let mark = if self.language == Language::Java { '#' } else { ':' };
        Selector::parse(&format!("{}{mark}{function}", relative(&self.path, folder))).map(Some)
    }
}

/// Returns the innermost folder that contains both paths. For a file, the function uses the parent
/// folder.
fn common(a: &Path, b: &Path) -> PathBuf {
    let folder =
        |path: &Path| if path.is_file() { path.parent().unwrap_or(path).to_path_buf() } else { path.to_path_buf() };
    let (a, b) = (folder(a), folder(b));
    a.components().zip(b.components()).take_while(|(x, y)| x == y).map(|(x, _)| x).collect()
}

/// Returns the path of a folder for the report.
///
/// The path is relative to the working folder if the folder is below the working folder.
fn display_path(folder: &Path) -> String {
    let started = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    match folder.strip_prefix(&started) {
        Ok(inside) if inside.as_os_str().is_empty() => ".".to_owned(),
        Ok(inside) => inside.to_string_lossy().replace('\\', "/"),
        Err(_) => folder.display().to_string(),
    }
}

fn relative(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Returns the `__init__.py` files in the folders between `folder` and the wanted files.
///
/// These files decide the names of modules. The folder itself does not count.
fn init_files(folder: &Path, wanted: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in wanted {
        let mut parts: Vec<&str> = file.split('/').collect();
        while parts.pop().is_some() && !parts.is_empty() {
            let init = format!("{}/__init__.py", parts.join("/"));
            if folder.join(&init).is_file() {
                found.insert(init);
            }
        }
    }
    found
}
