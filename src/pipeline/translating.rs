//! `cargo mts translate`: a Java file, or one method with what it calls, as Python text.

use super::revision;
use crate::error::{Error, Result};
use crate::lang::SourceFile;
use crate::model::{Function, Language};
use crate::translation::builtin::{self, MODULE, SUPPORT};
use std::path::{Path, PathBuf};

pub use crate::translation::builtin::{Mode, Style};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// `FILE.java`, `FILE.java#method`, `Class` or `Class#method`.
    pub source: String,
    /// Where classes are looked for.
    pub directory: PathBuf,
    /// How it is translated.
    pub style: Style,
}

/// The translation.
///
/// # Errors
/// A usage error for what cannot be found, and for the first construct that is not known.
pub fn translate(request: &Request) -> Result<String> {
    let (path, method) = match request.source.split_once('#') {
        Some((path, method)) => (path, Some(method)),
        None => (request.source.as_str(), None),
    };
    let place = if Language::of_path(path) == Some(Language::Java) {
        PathBuf::from(path)
    } else {
        class_file(&request.directory, path)?
    };
    let text = std::fs::read_to_string(&place).map_err(|error| {
        Error::usage(format!("cannot read `{}`: {error}", place.display()))
            .mend("give FILE.java, FILE.java#method, Class or Class#method")
    })?;
    let file = SourceFile::parse(&place.to_string_lossy(), text, Language::Java)?;
    let wanted = method.map(|method| named(&file, method)).transpose()?;
    Ok(builtin::translate(&file, wanted, request.style)?.text)
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
            .mend("give the file's path: FILE.java or FILE.java#method")),
        several => Err(Error::usage(format!("{} files are called {name}: {}", several.len(), several.join(", ")))
            .mend("give the path of the one that is meant")),
    }
}

/// The method of this name, or of this name and these parameter types.
fn named<'f>(file: &'f SourceFile, method: &str) -> Result<&'f Function> {
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
            Err(Error::usage(format!("no method `{method}`")).at(file.path.as_str()).mend("`cargo mts list` names all"))
        }
        several => {
            let names: Vec<String> = several.iter().map(|f| f.selector()).collect();
            Err(Error::usage(format!("`{method}` is {} methods: {}", several.len(), names.join(", ")))
                .mend("name one with its parameter types: FILE.java#Class.method(int,long)"))
        }
    }
}
