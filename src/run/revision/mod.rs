//! One side of the comparison: the parsed files of a commit, of the working tree or of a folder,
//! and where they lie on disk so that they can be compiled and imported.

pub mod changed_lines;
pub mod enums;
pub mod jars;
pub mod line_map;
pub mod source_layout;
pub mod source_roots;

use crate::config::Root;
use mts_lang::SourceFile;
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::error::Result as Done;
use mts_model::nesting::spawn_for_trees;
use mts_model::report::Skipped;
use mts_model::{Function, Language};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};

/// How many files go to a parser at once. To hand one over costs more than to parse a small one.
const TOGETHER: usize = 16;
/// So many of these wait for a parser at most.
const AHEAD: usize = 16;

/// Files with their texts.
type Unparsed = Vec<(String, String, Language)>;

/// The change of a file of the tested revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// Nothing.
    Unchanged,
    /// It was not there before.
    Added,
    /// It has another text, and had this path before.
    Modified {
        /// Path at the base.
        old_path: &'a str,
    },
}

/// A set of files at one moment.
pub struct Revision {
    /// Parsed files by path.
    files: BTreeMap<String, Arc<SourceFile>>,
    /// Every path of a Java or Python file of the revision, parsed or not.
    pub paths: BTreeSet<String>,
    /// Every path of a regular file of the revision, where they are known: what a build is made from.
    pub all: BTreeSet<String>,
    /// Folders that stand on `sys.path`, as the Python projects' own files say.
    pub python_roots: Vec<String>,
    /// Folder that holds the files.
    pub folder: PathBuf,
    /// Old path of every changed file; `None` for an added one.
    changes: BTreeMap<String, Option<String>>,
    /// The new path of every changed file of the base that still exists. It may be the same path.
    became: BTreeMap<String, String>,
    /// Files that could not be read, with the reason.
    pub skipped: Vec<Skipped>,
}

impl Revision {
    /// Parses files while they are read; each comes with its text, or with the reason why it has none, which
    /// becomes a row in `skipped`. `paths` are all Java and Python files of the revision, parsed or not.
    ///
    /// # Errors
    /// When the grammars cannot be loaded.
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
            // Only they hold the receiving end: once none of them goes on, nothing can be sent.
            let unparsed = std::iter::repeat_n(Arc::new(Mutex::new(unparsed)), threads);
            let worker = |unparsed| spawn_for_trees(scope, move || parse(unparsed));
            let workers = unparsed.map(worker).collect::<Result<Vec<_>, _>>()?;
            let mut waiting = Unparsed::new();
            for (path, text) in texts {
                match (text, Language::of_path(&path)) {
                    (Ok(text), Some(language)) => waiting.push((path, text, language)),
                    (Ok(_), None) => {}
                    (Err(reason), _) => skipped.push(Skipped::new(path, reason)),
                }
                if waiting.len() == TOGETHER {
                    // That they cannot be sent is told below, by those who stopped.
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
        let (all, python_roots) = (BTreeSet::new(), Vec::new());
        Ok(Self { files, paths, all, python_roots, folder, changes: BTreeMap::new(), became: BTreeMap::new(), skipped })
    }

    /// Says which files differ from the base, and what they were called there.
    pub fn set_changes(&mut self, changes: BTreeMap<String, Option<String>>) {
        // Of several that came of one file the first counts.
        let with_past = changes.iter().rev().filter_map(|(path, old)| Some((old.clone()?, path.clone())));
        self.became = with_past.collect();
        self.changes = changes;
    }

    /// The change of this file.
    #[must_use]
    pub fn change_of(&self, path: &str) -> Change<'_> {
        match self.changes.get(path) {
            None => Change::Unchanged,
            Some(None) => Change::Added,
            Some(Some(old_path)) => Change::Modified { old_path },
        }
    }

    /// The file of the tested revision for a file of the base: itself, or its new name; `None` when it is gone
    /// or was not parsed.
    #[must_use]
    pub fn now_at(&self, old_path: &str) -> Option<&Arc<SourceFile>> {
        self.file(self.became.get(old_path).map_or(old_path, String::as_str))
    }

    /// A parsed file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(path)
    }

    /// The text of a file of the revision, parsed or not.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<String> {
        let parsed = self.file(path).map(|file| file.text.clone());
        parsed.or_else(|| read_text(self.folder.join(path), SOURCE_BYTES).ok())
    }

    /// The Java files that were parsed, in order of path.
    pub fn java_files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.values().filter(|file| file.language == Language::Java)
    }

    /// The files of a language that were parsed, in order of path.
    pub fn files(&self, language: Language) -> impl Iterator<Item = &SourceFile> {
        self.files.values().filter(move |file| file.language == language).map(Arc::as_ref)
    }

    /// Every function of a language, in order of path and place.
    #[must_use]
    pub fn functions(&self, language: Language) -> Vec<&Function> {
        self.files.values().filter(|f| f.language == language).flat_map(|f| &f.functions).collect()
    }

    /// The possible sides of a pair: functions, and declarations without a body.
    #[must_use]
    pub fn sides(&self, language: Language) -> Vec<&Function> {
        let files = self.files.values().filter(|f| f.language == language);
        files.flat_map(|f| f.functions.iter().chain(&f.declared)).collect()
    }

    /// Folders for the Java compiler: the one the file's package starts at, then the roots'.
    #[must_use]
    pub fn sourcepath(&self, function: &Function, roots: &[Root]) -> Vec<PathBuf> {
        let own = source_layout::java_source_folder(&function.file, &function.package);
        let more =
            roots.iter().flat_map(|root| root.sourcepath.iter().chain(Some(&root.java).filter(|r| !r.is_empty())));
        unique(own.iter().chain(more).map(|folder| source_layout::below(&self.folder, folder)))
    }

    /// How a Python file is imported, and the folders put on `sys.path`.
    #[must_use]
    pub fn module(&self, file: &str, roots: &[Root]) -> (source_layout::Module, Vec<PathBuf>) {
        let configured = roots.iter().map(|root| root.python.clone()).filter(|folder| !folder.is_empty());
        let names: Vec<String> = configured.chain(self.python_roots.iter().cloned()).collect();
        let module = source_layout::python_module(file, &self.paths, &names);
        // A script finds those beside it; a module of a package does so by its package.
        let own = source_layout::script_folder(file, &self.paths);
        let folders = std::iter::once(&module.folder).chain(&names).chain(&own);
        let folders = unique(folders.map(|folder| source_layout::below(&self.folder, folder)));
        (module, folders)
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

/// Paths of the files below a folder, as git would see them.
#[must_use]
pub fn walk(folder: &Path) -> BTreeSet<String> {
    ignore::WalkBuilder::new(folder)
        .build()
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .filter_map(|entry| entry.path().strip_prefix(folder).ok().and_then(Path::to_str).map(|p| p.replace('\\', "/")))
        .collect()
}
