//! Finds the Python files that a shadow of the change affects.
//!
//! A shadow is a file that Python may import in place of the file that the tool analysed. The tool takes a function
//! from the analysed file, but Python would run other code.

use crate::run::plan::history::UnmeasuredPair;
use crate::run::revision::{Change, Revision};
use mts_generate::pairing::Pairing;
use mts_lang::SourceFile;
use mts_lang::python::imported_modules;
use mts_model::{Language, Pair};
use std::collections::BTreeMap;

/// Removes the pairs whose Python file a shadow affects. Returns a row for each removed pair.
#[must_use]
pub fn without_shadowed_ports(pairing: Pairing, head: &Revision) -> (Pairing, Vec<UnmeasuredPair>) {
    let shadowed = files(head);
    let (removed, pairs): (Vec<Pair>, Vec<Pair>) =
        pairing.pairs.into_iter().partition(|pair| shadowed.contains_key(&pair.python.file));
    let row = |pair: Pair| {
        let why = &shadowed[&pair.python.file];
        let was_at_base = |file: &str| head.change_of(file) != Change::Added;
        let was_comparable = was_at_base(&pair.java.file) && was_at_base(&pair.python.file);
        UnmeasuredPair::new(pair, why, was_comparable)
    };
    (Pairing { pairs, ..pairing }, removed.into_iter().map(row).collect())
}

/// Returns the Python files that a [shadow](crate::run::revision::shadows) affects, with the reasons.
///
/// A shadow affects the file that it replaces, each file that imports a module of this name, and
/// each file that imports such a file.
#[must_use]
pub fn files(head: &Revision) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if head.shadows.is_empty() {
        return found;
    }
    let files: Vec<&SourceFile> = head.files(Language::Python).collect();
    for shadow in &head.shadows {
        let is_library = shadow.is_library_module();
        let is_importable = shadow.is_importable(files.iter().map(|file| file.path.as_str()), &head.python_roots);
        for file in &files {
            let imports_it = |module: &String| match is_library {
                true => imports_absolutely(file, module),
                false => imports(file, module),
            };
            let what = if shadow.replaces(&file.path, &head.python_roots) {
                match &shadow.module {
                    Some(_) => format!("in place of {}", file.path),
                    None => "when Python starts".to_owned(),
                }
            } else if is_importable && shadow.module.as_ref().is_some_and(imports_it) {
                format!("when {} imports a module of this name", file.path)
            } else {
                continue;
            };
            let shadow = &shadow.file;
            let why = format!("after the change, Python may load {shadow} {what}: remove or rename {shadow}");
            found.entry(file.path.clone()).or_insert(why);
        }
    }
    let mut todo: Vec<(String, String)> = found.clone().into_iter().collect();
    while let Some((path, why)) = todo.pop() {
        let module = module(&path).to_owned();
        for file in &files {
            if !found.contains_key(&file.path) && imports(file, &module) {
                found.insert(file.path.clone(), why.clone());
                todo.push((file.path.clone(), why.clone()));
            }
        }
    }
    found
}

/// Reports whether a file imports a module whose dotted name has this part.
fn imports(file: &SourceFile, part: &str) -> bool {
    has_import(file, part, |name| name.split('.').any(|own| own == part))
}

/// Reports whether a file imports this module by its absolute name.
fn imports_absolutely(file: &SourceFile, module: &str) -> bool {
    has_import(file, module, |name| name.split('.').next() == Some(module))
}

fn has_import(file: &SourceFile, word: &str, matches: impl Fn(&str) -> bool) -> bool {
    // Most files do not mention the module, so the tool need not parse them.
    file.text.contains(word) && imported_modules(file).iter().any(|name| matches(name))
}

/// Returns the name by which other files import a file.
fn module(path: &str) -> &str {
    let module = path.strip_suffix("/__init__.py").or(path.strip_suffix(".py")).unwrap_or(path);
    module.rsplit('/').next().unwrap_or(module)
}
