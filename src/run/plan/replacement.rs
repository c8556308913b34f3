//! Finds the code that replaces a function which the change removes.
//!
//! A function can become a method without a body, a variable or an import, or code can make the name at run time.
//! Callers still use the name, and the tool cannot run the pair any more.

use crate::run::revision::Revision;
use mts_lang::SourceFile;
use mts_lang::definitions::{Definition, words};
use mts_model::{Function, Language};

/// Python names that can bind any name of a module at run time.
///
/// Such code can be at the top level of a module and in a function.
const BINDING: [&str; 7] = ["exec", "eval", "globals", "__globals__", "__builtins__", "f_globals", "f_locals"];

/// Python names that can bind any name while Python loads a module or class.
const BINDING_ON_LOAD: [&str; 5] = ["__dict__", "locals", "modules", "setattr", "vars"];

/// The methods that Python calls for names that a module or class does not bind.
const LOOKUPS: [&str; 2] = ["__getattr__", "__getattribute__"];

/// Describes the code of the head that replaces a removed function of the base.
///
/// Returns `None` if the file of the function does not bind the name at the head.
#[must_use]
pub fn describe(before: &Function, head: &Revision) -> Option<String> {
    find(before, head, &|_| true)
}

/// Describes the code of the head that replaces a removed port.
///
/// `port` is now the port of the Java function. Returns `None` also if the file imports the new port.
#[must_use]
pub fn describe_beside(before: &Function, port: &Function, head: &Revision) -> Option<String> {
    let module = port.file.trim_end_matches("/__init__.py").rsplit('/').next().unwrap_or_default();
    let module = module.trim_end_matches(".py");
    let is_import = |definition: &Definition| definition.tokens.iter().any(|token| token == "import");
    find(before, head, &|definition| !(is_import(definition) && definition.words().contains(module)))
}

/// Describes the first replacement that meets a condition.
fn find(before: &Function, head: &Revision, is_wanted: &dyn Fn(&Definition) -> bool) -> Option<String> {
    let file = head.now_at(&before.file)?;
    let path = [before.scope.as_slice(), std::slice::from_ref(&before.name)].concat();
    let mentions = |other: &SourceFile| words(&other.text).any(|word| word == path[0]);
    let is_elsewhere = || head.files(before.language).any(|other| other.path != file.path && mentions(other));
    let replaces = |definition: &&Definition| match before.language {
        Language::Java => is_bare_method(definition, before),
        Language::Python => {
            binds(definition, &path)
                || binds_at_run_time(definition, &path)
                || imports_all(definition) && is_elsewhere()
        }
    };
    let definitions = file.definitions();
    let code = definitions.iter().filter(|definition| !definition.is_subclass && is_wanted(definition));
    let found = code.into_iter().find(replaces)?;
    Some(format!("the code in line {} of {}", line_of(file, found), file.path))
}

fn line_of(file: &SourceFile, definition: &Definition) -> usize {
    file.text.get(..definition.span.start).unwrap_or_default().matches('\n').count() + 1
}

/// Reports whether a definition is a Java method of this name without a body.
fn is_bare_method(definition: &Definition, before: &Function) -> bool {
    let has = |token: &str| definition.tokens.iter().any(|other| other == token);
    let ends = definition.tokens.last().is_some_and(|token| token == ";");
    definition.scope == before.scope && definition.names.contains(&before.name) && has("(") && !has("=") && ends
}

/// Reports whether a definition imports all names of a Python module.
fn imports_all(definition: &Definition) -> bool {
    let is = |token: Option<&String>, text: &str| token.is_some_and(|token| token == text);
    definition.scope.is_empty() && is(definition.tokens.first(), "from") && is(definition.tokens.last(), "*")
}

/// Reports whether Python code may bind a removed function at run time.
///
/// `path` contains the names of the enclosing classes and of the function.
fn binds_at_run_time(definition: &Definition, path: &[String]) -> bool {
    let looks_up = definition.names.iter().any(|name| LOOKUPS.contains(&name.as_str()));
    let of_path = definition.scope.len() < path.len() && path.starts_with(&definition.scope);
    let has = |names: &[&str]| definition.tokens.iter().any(|token| names.contains(&token.as_str()));
    let is_on_load = definition.names.is_empty() || definition.class.as_ref().is_some_and(Vec::is_empty);
    looks_up && of_path || has(&BINDING) || is_on_load && has(&BINDING_ON_LOAD)
}

/// Reports whether a Python definition may bind a removed function or its class.
///
/// `path` contains the names of the enclosing classes and of the function. Code without a name can bind each name that
/// it mentions.
fn binds(definition: &Definition, path: &[String]) -> bool {
    let depth = definition.scope.len();
    if !path.starts_with(&definition.scope) || depth >= path.len() {
        return false;
    }
    if definition.names.is_empty() {
        let words = definition.words();
        return path[depth..].iter().all(|name| words.contains(name.as_str()));
    }
    // A class that encloses the function still has its own methods. A class with the function's own name replaces the
    // function.
    let encloses = definition.class.as_ref().is_some_and(|class| (depth + 1..path.len()).contains(&class.len()));
    definition.names.contains(&path[depth]) && !encloses
}
