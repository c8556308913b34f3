//! One revision: the parsed files of a commit, a working tree or a folder.
//!
//! The files are also on disk, so that the tool can compile and import them.

pub mod changed_lines;
pub mod enums;
pub mod jars;
mod library_modules;
pub mod line_map;
pub mod shadows;
pub mod source_layout;
pub mod source_roots;

use crate::config::Root;
use mts_generate::mutation::classes::ClassChangesOfFile;
use mts_lang::{SourceFile, misread};
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::error::Result as Done;
use mts_model::nesting::spawn_for_trees;
use mts_model::report::Skipped;
use mts_model::{Function, Language};
use shadows::Shadow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of files that a parser gets at once. A queue operation per file would be slow.
const TOGETHER: usize = 16;
/// The highest number of waiting groups of files in the queue.
const AHEAD: usize = 16;

/// Files that are not parsed yet: path, text and language.
type Unparsed = Vec<(String, String, Language)>;

/// The change of a file of the tested revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// The file did not change.
    Unchanged,
    /// The file is new.
    Added,
    /// The text or the path of the file changed.
    Modified {
        /// The path at the base.
        old_path: &'a str,
    },
}

/// The files of one revision.
pub struct Revision {
    /// The parsed files, by path.
    files: BTreeMap<String, Arc<SourceFile>>,
    /// The paths of all Java and Python files of the revision, parsed or not.
    pub paths: BTreeSet<String>,
    /// The paths of all regular files, for builds; empty if unknown.
    pub all: BTreeSet<String>,
    /// The folders for `sys.path` from the configuration files of the Python projects.
    pub python_roots: Vec<String>,
    /// The version modules that only a build writes, each as `package/file.py`.
    pub version_modules: Vec<String>,
    /// The folder on disk with the files.
    pub folder: PathBuf,
    /// The old path of every changed file; `None` for an added file.
    changes: BTreeMap<String, Option<String>>,
    /// The new paths of the base's changed files that still exist. The key is the path at the base.
    became: BTreeMap<String, String>,
    /// The files that the tool could not read, with the reasons.
    pub skipped: Vec<Skipped>,
    /// The paths of links and submodules, which the tool does not follow.
    pub unread: BTreeSet<String>,
    /// The files of the change that Python may load in place of other code.
    pub shadows: Vec<Shadow>,
    /// The class-level changes of the Java files that have a job, by path.
    class_changes: Mutex<BTreeMap<String, Arc<ClassChangesOfFile>>>,
    /// The files outside of `files` that [`Revision::source`] parsed, by path.
    other_sources: Mutex<BTreeMap<String, Arc<SourceFile>>>,
}

impl Revision {
    /// Parses files in parallel with the reads.
    ///
    /// Each file comes with its text, or with the reason why it has no text. Such a reason becomes
    /// a row in `skipped`. `paths` contains all Java and Python files of the revision, parsed or
    /// not.
    ///
    /// # Errors
    /// Returns an error if the grammars cannot be loaded.
    pub fn parse(
        folder: PathBuf,
        paths: BTreeSet<String>,
        texts: impl Iterator<Item = (String, Result<String, String>)>,
    ) -> Done<Self> {
        let died = || mts_model::error::Error::bug("a parser thread died");
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (read, unparsed) = sync_channel::<Unparsed>(AHEAD);
        let parse = |unparsed: Arc<Mutex<Receiver<Unparsed>>>| -> Done<Vec<Arc<SourceFile>>> {
            std::iter::from_fn(|| unparsed.lock().ok()?.recv().ok())
                .flatten()
                .map(|(path, text, language)| SourceFile::outline(&path, text, language).map(Arc::new))
                .collect()
        };
        let (mut files, mut skipped) = (BTreeMap::new(), Vec::new());
        std::thread::scope(|scope| -> Done<()> {
            // Only the parser threads own the receiver, so `send` fails after all of them have
            // stopped.
            let unparsed = std::iter::repeat_n(Arc::new(Mutex::new(unparsed)), threads);
            let worker = |unparsed| spawn_for_trees(scope, move || parse(unparsed));
            let workers = unparsed.map(worker).collect::<Result<Vec<_>, _>>()?;
            let mut waiting = Unparsed::new();
            for (path, text) in texts {
                match (text, Language::from_path(&path)) {
                    (Ok(text), Some(language)) => match misread::reason(&text, language) {
                        Some(reason) => skipped.push(Skipped::new(path, reason)),
                        None => waiting.push((path, text, language)),
                    },
                    (Ok(_), None) => {}
                    (Err(reason), _) => skipped.push(Skipped::new(path, reason)),
                }
                if waiting.len() == TOGETHER {
                    // A failed send means that the parsers stopped. The joins below return their
                    // error.
                    _ = read.send(std::mem::take(&mut waiting));
                }
            }
            _ = read.send(waiting);
            drop(read);
            for worker in workers {
                let parsed = worker.join().map_err(|_| died())??;
                files.extend(parsed.into_iter().map(|file| (file.path.clone(), file)));
            }
            Ok(())
        })?;
        let (all, python_roots, version_modules) = Default::default();
        let (changes, became) = Default::default();
        let (unread, shadows, class_changes, other_sources) = Default::default();
        Ok(Self {
            files,
            paths,
            all,
            python_roots,
            version_modules,
            folder,
            changes,
            became,
            skipped,
            unread,
            shadows,
            class_changes,
            other_sources,
        })
    }

    /// Returns this base with its unchanged files, which only `head` has parsed.
    #[must_use]
    pub fn completed(&self, head: &Self) -> Self {
        let unchanged = head.files.iter().filter(|(path, _)| head.change_of(path) == Change::Unchanged);
        let own = self.files.iter().chain(unchanged);
        Self {
            files: own.map(|(path, file)| (path.clone(), Arc::clone(file))).collect(),
            paths: self.paths.clone(),
            all: self.all.clone(),
            python_roots: self.python_roots.clone(),
            version_modules: self.version_modules.clone(),
            folder: self.folder.clone(),
            changes: BTreeMap::new(),
            became: BTreeMap::new(),
            skipped: self.skipped.clone(),
            unread: self.unread.clone(),
            shadows: self.shadows.clone(),
            class_changes: Mutex::default(),
            other_sources: Mutex::default(),
        }
    }

    /// Adds the changed files with their old paths, and the shadows.
    #[must_use]
    pub fn with_changes(self, changes: BTreeMap<String, Option<String>>, shadows: Vec<Shadow>) -> Self {
        // If several files came from one file, the first file counts.
        let with_past = changes.iter().rev().filter_map(|(path, old)| Some((old.clone()?, path.clone())));
        Self { became: with_past.collect(), changes, shadows, ..self }
    }

    /// Returns the module and package names of Python files that only the base has.
    #[must_use]
    pub fn former_modules(&self) -> Vec<String> {
        let gone = self.changes.values().flatten().filter(|old| !self.paths.contains(*old));
        let python = gone.filter_map(|old| old.strip_suffix(".py"));
        python.flat_map(|path| path.split('/').map(str::to_owned)).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the change of this file.
    #[must_use]
    pub fn change_of(&self, path: &str) -> Change<'_> {
        match self.changes.get(path) {
            None => Change::Unchanged,
            Some(None) => Change::Added,
            Some(Some(old_path)) => Change::Modified { old_path },
        }
    }

    /// Returns the parsed file of the tested revision that was `old_path` at the base.
    ///
    /// Returns `None` if the file is deleted or not parsed.
    #[must_use]
    pub fn now_at(&self, old_path: &str) -> Option<&Arc<SourceFile>> {
        self.file(self.became.get(old_path).map_or(old_path, String::as_str))
    }

    /// Returns the reason why the head hides a file of the base.
    ///
    /// A hidden file still exists, but the head has no parsed file for it.
    #[must_use]
    pub fn hides(&self, old_path: &str) -> Option<&str> {
        if self.now_at(old_path).is_some() {
            return None;
        }
        let path = self.became.get(old_path).map_or(old_path, String::as_str);
        let row = self.skipped.iter().find(|row| row.name == path || row.name == old_path);
        let is_behind_link =
            || Path::new(old_path).ancestors().any(|above| self.unread.contains(&*above.to_string_lossy()));
        row.map(|row| row.reason.as_str())
            .or_else(|| is_behind_link().then_some("its folder is a symbolic link or a submodule"))
    }

    /// Returns a parsed file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(path)
    }

    /// Returns the class-level changes of a Java file, which all its jobs share.
    #[must_use]
    pub fn class_changes(&self, path: &str) -> Arc<ClassChangesOfFile> {
        let mut known = self.class_changes.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(path.to_owned()).or_default())
    }

    /// Returns a file of the revision. Parses the file if the revision did not.
    ///
    /// Returns `None` if the file cannot be read.
    #[must_use]
    pub fn source(&self, path: &str) -> Option<Arc<SourceFile>> {
        if let Some(file) = self.file(path) {
            return Some(Arc::clone(file));
        }
        let mut known = self.other_sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = known.get(path) {
            return Some(Arc::clone(file));
        }
        let text = read_text(self.folder.join(path), SOURCE_BYTES).ok()?;
        let file = Arc::new(SourceFile::outline(path, text, Language::from_path(path)?).ok()?);
        known.insert(path.to_owned(), Arc::clone(&file));
        Some(file)
    }

    /// Returns the parsed Java files, in the order of their paths.
    pub fn java_files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.values().filter(|file| file.language == Language::Java)
    }

    /// Returns the parsed files of a language, in the order of their paths.
    pub fn files(&self, language: Language) -> impl Iterator<Item = &SourceFile> {
        self.files.values().filter(move |file| file.language == language).map(Arc::as_ref)
    }

    /// Returns every function of a language, in the order of path and position.
    #[must_use]
    pub fn functions(&self, language: Language) -> Vec<&Function> {
        self.files.values().filter(|f| f.language == language).flat_map(|f| &f.functions).collect()
    }

    /// Returns the functions and declarations that can be a side of a pair.
    #[must_use]
    pub fn sides(&self, language: Language) -> Vec<&Function> {
        let files = self.files.values().filter(|f| f.language == language);
        files.flat_map(|f| f.functions.iter().chain(&f.declared)).collect()
    }

    /// Returns the source folders for the Java compiler.
    ///
    /// The file's own source folder comes first, then the folders of the roots.
    #[must_use]
    pub fn sourcepath(&self, function: &Function, roots: &[Root]) -> Vec<PathBuf> {
        let own = source_layout::java_source_folder(&function.file, &function.package);
        let more =
            roots.iter().flat_map(|root| root.sourcepath.iter().chain(Some(&root.java).filter(|r| !r.is_empty())));
        unique(own.iter().chain(more).map(|folder| source_layout::below(&self.folder, folder)))
    }

    /// Returns the module of a Python file, and the folders for `sys.path`.
    #[must_use]
    pub fn module(&self, file: &str, roots: &[Root]) -> (source_layout::Module, Vec<PathBuf>) {
        let configured = roots.iter().map(|root| root.python.clone()).filter(|folder| !folder.is_empty());
        let names: Vec<String> = configured.chain(self.python_roots.iter().cloned()).collect();
        let module = source_layout::python_module(file, &self.paths, &names);
        // A script imports modules from its own folder. A module of a package imports through its
        // package.
        let own = source_layout::script_folder(file, &self.paths);
        let (module, own) = match source_layout::hidden_package(file, &module, &self.paths) {
            Some(_) if self.imports_through_package(file, &module) || self.is_imported(file, &module.name) => {
                (module, None)
            }
            Some(script) => (script, own),
            None => (module, own),
        };
        let folders = std::iter::once(&module.folder).chain(&names).chain(&own);
        let folders = unique(folders.map(|folder| source_layout::below(&self.folder, folder)));
        (module, folders)
    }

    /// Reports whether a file of another folder imports `file` by the dotted name `module`.
    ///
    /// Files in the same folder do not count. There, the name may mean an attribute of the module that hides the
    /// package.
    fn is_imported(&self, file: &str, module: &str) -> bool {
        let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        let (own, package) = (folder(file), module.split('.').next().unwrap_or_default());
        let others = self.files.values().filter(|other| other.language == Language::Python);
        others
            .filter(|other| folder(&other.path) != own && other.text.contains(package))
            .any(|other| mts_lang::python::imported_modules(other).contains(module))
    }

    /// Reports whether a file imports a module of its own package by the package's name.
    ///
    /// A relative import also counts.
    fn imports_through_package(&self, file: &str, module: &source_layout::Module) -> bool {
        let top = module.name.split('.').next().unwrap_or_default();
        let package = source_layout::below(Path::new(&module.folder), top);
        // In `from a import b`, `b` is a module only if the package has a file or a folder of this name.
        let is_module = |below: &str| {
            let first = below.split('.').next().unwrap_or_default();
            let place = package.join(first);
            let is_below = |path: &String| Path::new(path).starts_with(&place);
            self.paths.contains(&format!("{}.py", place.display())) || self.paths.iter().any(is_below)
        };
        let is_through = |name: &String| {
            let below = name.strip_prefix(top).and_then(|rest| rest.strip_prefix('.'));
            name.starts_with('.') || below.is_some_and(is_module)
        };
        self.file(file).is_some_and(|file| mts_lang::python::imported_modules(file).iter().any(is_through))
    }
}

fn unique(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !out.contains(&path) {
            out.push(path);
        }
    }
    out
}

/// Returns the paths of the files below a folder, without hidden files and ignored files.
///
/// The rules of git decide which files are ignored.
#[must_use]
pub fn walk(folder: &Path) -> BTreeSet<String> {
    ignore::WalkBuilder::new(folder)
        .build()
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .filter_map(|entry| entry.path().strip_prefix(folder).ok().and_then(Path::to_str).map(|p| p.replace('\\', "/")))
        .collect()
}
