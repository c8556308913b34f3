//! `cargo mts translate`: a Java file, or one method with what it calls, as Python text.

use crate::run::revision;
use mts_lang::SourceFile;
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::{Function, Language};
use mts_translate::transpiler::{self, MODULE, SUPPORT};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use mts_translate::transpiler::{Mode, TranslationStyle};

/// Files of a project that a method is translated with.
const MOST_FILES: usize = 100;

/// The request of `cargo mts translate`.
#[derive(Clone, Debug)]
pub struct TranslationJob {
    /// `FILE.java`, `FILE.java#method`, `Class` or `Class#method`.
    pub source: String,
    /// Where classes are looked for.
    pub directory: PathBuf,
    /// How it is translated.
    pub style: TranslationStyle,
}

/// The translation.
///
/// # Errors
/// A usage error for what cannot be found, and for the first construct that is not known.
pub fn translate(request: &TranslationJob) -> Result<String> {
    let (path, method) = match request.source.split_once('#') {
        Some((path, method)) => (path, Some(method)),
        None => (request.source.as_str(), None),
    };
    let place = if Language::of_path(path) == Some(Language::Java) {
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
    let alone = transpiler::translate(&file, wanted, request.style);
    if let (Err(_), Some(wanted)) = (&alone, wanted) {
        let others = beside(&place, &file);
        if !others.is_empty() {
            return Ok(transpiler::translate_with(&file, &others, wanted, request.style)?.text);
        }
    }
    Ok(alone?.text)
}

/// The files of the classes that a file names, directly or through other files.
///
/// Of files whose classes share a name only the first is taken.
fn beside(place: &Path, file: &SourceFile) -> Vec<SourceFile> {
    let mut seen = BTreeSet::from([place.to_owned()]);
    let mut classes: BTreeSet<String> = declared(file);
    let mut todo = named_files(place, &file.text);
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
            todo.extend(named_files(&path, &other.text));
            found.push(other);
        }
    }
    found
}

/// Simple names of the classes that a file declares.
fn declared(file: &SourceFile) -> BTreeSet<String> {
    let words = words(&file.text);
    let pairs = words.windows(2).filter(|w| matches!(w[0], "class" | "interface" | "enum" | "record"));
    pairs.map(|w| w[1].to_owned()).collect()
}

/// Files of the classes that a text may name, in its package and its imports.
fn named_files(place: &Path, text: &str) -> BTreeSet<PathBuf> {
    let folder = place.parent().unwrap_or(Path::new(""));
    let line = |word: &str| {
        let word = format!("{word} ");
        text.lines().filter_map(move |l| Some(l.trim().strip_prefix(&word)?.split(';').next()?.trim().to_owned()))
    };
    let package: String = line("package").next().unwrap_or_default();
    // Where the packages begin.
    let steps = package.split('.').filter(|step| !step.is_empty());
    let is_there = folder.ends_with(steps.clone().collect::<PathBuf>());
    let root = folder.ancestors().nth(steps.count()).filter(|_| is_there);
    let path = |class: &str| root.map(|root| root.join(class.replace('.', "/")).with_extension("java"));
    let mut found = BTreeSet::new();
    for name in line("import") {
        let name = name.strip_prefix("static ").unwrap_or(&name).to_owned();
        found.extend(path(&name));
        found.extend(name.rsplit_once('.').and_then(|(class, _)| path(class)));
    }
    for word in words(text) {
        if word.starts_with(char::is_uppercase) {
            found.insert(folder.join(word).with_extension("java"));
        }
    }
    found.retain(|path| path.is_file());
    found
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}

/// The support module and the name of its file.
#[must_use]
pub fn support() -> (String, &'static str) {
    (format!("{MODULE}.py"), SUPPORT)
}

/// The one file below a folder that is named after a class.
fn class_file(folder: &Path, class: &str) -> Result<PathBuf> {
    let simple = class.rsplit('.').next().unwrap_or(class);
    let name = format!("{simple}.java");
    let is_named = |path: &String| path.rsplit('/').next() == Some(name.as_str());
    let found: Vec<String> = revision::walk(folder).into_iter().filter(is_named).collect();
    match found.as_slice() {
        [one] => Ok(folder.join(one)),
        [] => Err(Error::usage(format!("no file {name} below {}", folder.display()))
            .help("give the file's path: FILE.java or FILE.java#method")),
        several => Err(Error::usage(format!("{} files are called {name}: {}", several.len(), several.join(", ")))
            .help("give the path of the one that is meant")),
    }
}

/// The method of this name, or of this name and these parameter types.
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
        [] => {
            Err(Error::usage(format!("no method `{method}`")).at(file.path.as_str()).help("`cargo mts list` names all"))
        }
        several => {
            let names: Vec<String> = several.iter().map(|f| f.selector()).collect();
            Err(Error::usage(format!("`{method}` is {} methods: {}", several.len(), names.join(", ")))
                .help("name one with its parameter types: FILE.java#Class.method(int,long)"))
        }
    }
}
