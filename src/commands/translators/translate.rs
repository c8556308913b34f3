//! `cargo mts translate`: translates a Java file, or one method with its callees, to Python.

use crate::run::revision;
use mts_lang::definitions::words;
use mts_lang::{SourceFile, java};
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::{Function, Language};
use mts_translate::transpiler::{self, MODULE, SUPPORT};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use mts_translate::transpiler::{Mode, TranslationStyle};

/// The highest number of other files for the translation of a method.
const MOST_FILES: usize = 100;

/// The request of `cargo mts translate`.
#[derive(Clone, Debug)]
pub struct TranslationJob {
    /// `FILE.java`, `FILE.java#method`, `Class` or `Class#method`.
    pub source: String,
    /// The folder in which the tool searches for classes.
    pub directory: PathBuf,
    /// The style of the translation.
    pub style: TranslationStyle,
}

/// Returns the Python translation.
///
/// # Errors
/// Returns a usage error if the file or the method cannot be found, or for the first construct that
/// the transpiler does not support.
pub fn translate(request: &TranslationJob) -> Result<String> {
    let (path, method) = match request.source.split_once('#') {
        Some((path, method)) => (path, Some(method)),
        None => (request.source.as_str(), None),
    };
    let place = if Language::from_path(path) == Some(Language::Java) {
        PathBuf::from(path)
    } else {
        class_file(&request.directory, path)?
    };
    let text = read_text(&place, SOURCE_BYTES).map_err(|error| {
        Error::usage(format!("cannot read `{}`: {error}", place.display()))
            .help("give FILE.java, FILE.java#method, Class or Class#method")
    })?;
    let file = SourceFile::parse(&place.to_string_lossy(), text, Language::Java)?;
    let wanted = method.map(|method| method_by_name(&file, method)).transpose()?;
    let translated = transpiler::translate(&file, wanted, request.style);
    if let (Err(_), Some(wanted)) = (&translated, wanted) {
        let others = used_files(&place, &file);
        if !others.is_empty() {
            return Ok(transpiler::translate_with(&file, &others, wanted, request.style)?.text);
        }
    }
    Ok(translated?.text)
}

/// Returns the files of the classes that a file uses, directly or through other files.
///
/// If several files declare a class of the same name, the function returns only the first file. The function skips
/// files with syntax errors, and returns at most [`MOST_FILES`] files.
fn used_files(place: &Path, file: &SourceFile) -> Vec<SourceFile> {
    let mut seen = BTreeSet::from([place.to_owned()]);
    let mut classes: BTreeSet<String> = declared(file);
    let mut todo = named_files(place, file);
    let mut found = Vec::new();
    while let Some(path) = todo.pop_first() {
        if found.len() == MOST_FILES || !seen.insert(path.clone()) {
            continue;
        }
        let Ok(text) = read_text(&path, SOURCE_BYTES) else { continue };
        let Ok(other) = SourceFile::parse(&path.to_string_lossy(), text, Language::Java) else { continue };
        let own = declared(&other);
        if own.is_disjoint(&classes) && other.functions.iter().all(|f| f.broken.is_none()) {
            classes.extend(own);
            todo.extend(named_files(&path, &other));
            found.push(other);
        }
    }
    found
}

/// Returns the simple names of the classes that a file declares, without local classes.
fn declared(file: &SourceFile) -> BTreeSet<String> {
    java::classes(file).iter().filter_map(|class| class.scope.last().cloned()).collect()
}

/// Returns the existing files of classes that a file can name.
///
/// The files follow from the package, the imports, and each word of the text that begins with a capital letter. A word
/// that is no class only costs a look for a file.
fn named_files(place: &Path, file: &SourceFile) -> BTreeSet<PathBuf> {
    let folder = place.parent().unwrap_or(Path::new(""));
    // `root` is the source root: the folder above all packages.
    let steps = java::package(file).split('.').filter(|step| !step.is_empty());
    let is_there = folder.ends_with(steps.clone().collect::<PathBuf>());
    let root = folder.ancestors().nth(steps.count()).filter(|_| is_there);
    let path = |class: &str| root.map(|root| root.join(class.replace('.', "/")).with_extension("java"));
    let mut found = BTreeSet::new();
    for import in java::imports(file) {
        found.extend(path(&import.name));
        found.extend(import.name.rsplit_once('.').and_then(|(class, _)| path(class)));
    }
    for word in words(&file.text) {
        if word.starts_with(char::is_uppercase) {
            found.insert(folder.join(word).with_extension("java"));
        }
    }
    found.retain(|path| path.is_file());
    found
}

/// Returns the file name and the text of the support module.
#[must_use]
pub fn support() -> (String, &'static str) {
    (format!("{MODULE}.py"), SUPPORT)
}

/// Returns the only file below a folder that has the name of a class.
///
/// # Errors
/// Returns a usage error if no file or several files have the name.
fn class_file(folder: &Path, class: &str) -> Result<PathBuf> {
    let simple = class.rsplit('.').next().unwrap_or(class);
    let name = format!("{simple}.java");
    let is_named = |path: &String| path.rsplit('/').next() == Some(name.as_str());
    let found: Vec<String> = revision::walk(folder).into_iter().filter(is_named).collect();
    match found.as_slice() {
        [one] => Ok(folder.join(one)),
        [] => Err(Error::usage(format!("there is no file {name} below {}", folder.display()))
            .help("give the file's path: FILE.java or FILE.java#method")),
        several => Err(Error::usage(format!("{} files have the name {name}: {}", several.len(), several.join(", ")))
            .help("give the file's path: FILE.java or FILE.java#method")),
    }
}

/// Returns the method with this name, or with this name and these parameter types.
///
/// # Errors
/// Returns a usage error if no method or several methods match.
fn method_by_name<'f>(file: &'f SourceFile, method: &str) -> Result<&'f Function> {
    let is_meant = |f: &&Function| {
        let selector = f.selector();
        let own = selector.split_once('#').map_or("", |(_, own)| own);
        let name = own.split('(').next().unwrap_or(own);
        own == method || name == method || f.name == method || own.ends_with(&format!(".{method}"))
    };
    let found: Vec<&Function> = file.functions.iter().filter(is_meant).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(Error::usage(format!("the file has no method `{method}`"))
            .at(file.path.as_str())
            .help("`cargo mts list` shows all methods")),
        several => {
            let names: Vec<String> = several.iter().map(|f| f.selector()).collect();
            Err(Error::usage(format!("{} methods have the name `{method}`: {}", several.len(), names.join(", ")))
                .help("name one with its parameter types: FILE.java#Class.method(int,long)"))
        }
    }
}
