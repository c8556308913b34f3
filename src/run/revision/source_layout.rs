//! Finds source folders and module names from paths.
//!
//! For a Java file, the source folder is the folder above its packages. For a Python file, the
//! module has a folder and a dotted name. This module reads no file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The way to import a Python file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The dotted name, such as `ledger.money`.
    pub name: String,
    /// The folder for `sys.path`, relative to the root of the tree; empty for the root.
    pub folder: String,
}

/// Returns the module of a Python file.
///
/// Below a configured root, the dotted name is the path from the root, with or without
/// `__init__.py` files. Outside all roots, the packages are the folders above the file that contain
/// an `__init__.py` and have a name that an import can use. Without packages, the file is a
/// top-level module of its folder.
#[must_use]
pub fn python_module(file: &str, files: &BTreeSet<String>, roots: &[String]) -> Module {
    let stem = file.strip_suffix(".py").unwrap_or(file);
    let mut parts: Vec<&str> = stem.split('/').collect();
    let own = parts.pop().unwrap_or(stem);
    let mut names: Vec<&str> = if own == "__init__" { Vec::new() } else { vec![own] };
    let holding = roots.iter().map(|root| trimmed(root)).filter(|root| below_root(&parts, root).is_some());
    let root = holding.max_by_key(|root| root.len());
    while let Some(last) = parts.last() {
        let folder = parts.join("/");
        let is_package = || can_be_imported(last) && files.contains(&format!("{folder}/__init__.py"));
        if root.map_or_else(|| !is_package(), |root| root == folder) {
            break;
        }
        names.insert(0, last);
        parts.pop();
    }
    if names.is_empty() {
        names.push(own);
    }
    Module { name: names.join("."), folder: parts.join("/") }
}

/// Returns the file as a module without a package, if another module hides the package.
///
/// A module hides the package only if the package's folder has no `__init__.py`. The folder of a script is on
/// `sys.path`. There, `graph/graph.py` hides the folder `graph`.
#[must_use]
pub fn hidden_package(file: &str, module: &Module, files: &BTreeSet<String>) -> Option<Module> {
    let (top, below) = module.name.split_once('.')?;
    let folder = script_folder(file, files)?;
    let package = if module.folder.is_empty() { top.to_owned() } else { format!("{}/{top}", module.folder) };
    let is_hidden = files.contains(&format!("{folder}/{top}.py")) && !files.contains(&format!("{package}/__init__.py"));
    let name = below.rsplit('.').next().unwrap_or(below).to_owned();
    is_hidden.then_some(Module { name, folder })
}

/// Returns the source folder of a Java file.
///
/// The source folder is the file's folder without the folders of the package.
///
/// Returns `None` if the path does not end with the package, as `javac` requires.
#[must_use]
pub fn java_source_folder(file: &str, package: &str) -> Option<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    if package.is_empty() {
        return Some(folder.to_owned());
    }
    let wanted = package.replace('.', "/");
    if folder == wanted {
        return Some(String::new());
    }
    folder.strip_suffix(&format!("/{wanted}")).map(str::to_owned)
}

/// Joins `folder` to `base`, or returns `base` if `folder` is empty.
#[must_use]
pub fn below(base: &Path, folder: &str) -> PathBuf {
    if folder.is_empty() { base.to_path_buf() } else { base.join(folder) }
}

/// Returns the folder of a file outside packages, from which a script imports.
#[must_use]
pub fn script_folder(file: &str, files: &BTreeSet<String>) -> Option<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    (!folder.is_empty() && !files.contains(&format!("{folder}/__init__.py"))).then(|| folder.to_owned())
}

/// Returns the folders between a root and a file.
///
/// Returns `None` if the file is not below the root, or if an import cannot use the name of a
/// folder.
fn below_root<'a>(parts: &'a [&'a str], root: &str) -> Option<&'a [&'a str]> {
    let depth = if root.is_empty() { 0 } else { root.split('/').count() };
    let is_above = parts.len() >= depth && parts[..depth].join("/") == root;
    parts.get(depth..).filter(|inner| is_above && inner.iter().all(|part| can_be_imported(part)))
}

/// Reports whether the name of a folder is an identifier, as an import requires.
fn can_be_imported(folder: &str) -> bool {
    let is_word = folder.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && !folder.starts_with(|c: char| c.is_ascii_digit())
}

fn trimmed(root: &str) -> &str {
    let root = root.strip_prefix("./").unwrap_or(root).trim_end_matches('/');
    if root == "." { "" } else { root }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|n| (*n).to_owned()).collect()
    }

    #[test]
    fn a_package_ends_at_a_folder_without_init_file() {
        let all = files(&["py/ledger/__init__.py", "py/ledger/money.py"]);
        let module = python_module("py/ledger/money.py", &all, &[]);
        assert_eq!((module.name.as_str(), module.folder.as_str()), ("ledger.money", "py"));
    }

    #[test]
    fn a_package_ends_at_a_folder_whose_name_is_no_identifier() {
        let all = files(&["libs/big-ledger/__init__.py", "libs/big-ledger/ledger/__init__.py"]);
        let module = python_module("libs/big-ledger/ledger/money.py", &all, &["libs".to_owned()]);
        assert_eq!((module.name.as_str(), module.folder.as_str()), ("ledger.money", "libs/big-ledger"));
    }

    #[test]
    fn a_file_outside_of_packages_is_a_module_of_its_folder() {
        let module = python_module("tools/money.py", &files(&["tools/money.py"]), &[]);
        assert_eq!((module.name.as_str(), module.folder.as_str()), ("money", "tools"));
    }

    #[test]
    fn a_configured_root_ends_the_package_even_with_an_init_file() {
        let all = files(&["src/__init__.py", "src/money.py"]);
        let module = python_module("src/money.py", &all, &["src/".to_owned()]);
        assert_eq!((module.name.as_str(), module.folder.as_str()), ("money", "src"));
    }

    #[test]
    fn below_a_root_a_package_needs_no_init_file() {
        let all = files(&["py/src/acme/money.py", "py/src/acme/rates/euro.py", "py/src/my-tools/run.py"]);
        let module_of = |file: &str| {
            let module = python_module(file, &all, &["py".to_owned(), "py/src".to_owned()]);
            (module.name, module.folder)
        };
        assert_eq!(module_of("py/src/acme/rates/euro.py"), ("acme.rates.euro".to_owned(), "py/src".to_owned()));
        assert_eq!(module_of("py/src/my-tools/run.py"), ("run".to_owned(), "py/src/my-tools".to_owned()));
        assert_eq!(module_of("other/run.py"), ("run".to_owned(), "other".to_owned()));
    }

    #[test]
    fn a_module_with_the_name_of_its_folder_hides_a_folder_of_scripts() {
        let all = files(&["py/graph/graph.py", "py/graph/cycle.py", "py/tree/graph.py", "py/shop/shop.py"]);
        let hidden = |file: &str, all: &BTreeSet<String>| {
            let module = python_module(file, all, &["py".to_owned()]);
            hidden_package(file, &module, all).map(|module| (module.name, module.folder))
        };
        assert_eq!(hidden("py/graph/cycle.py", &all), Some(("cycle".to_owned(), "py/graph".to_owned())));
        assert_eq!(hidden("py/graph/graph.py", &all), Some(("graph".to_owned(), "py/graph".to_owned())));
        assert_eq!(hidden("py/tree/graph.py", &all), None);
        let packages = files(&["py/shop/__init__.py", "py/shop/shop.py", "py/shop/tools/shop.py"]);
        assert_eq!(hidden("py/shop/shop.py", &packages), None);
        assert_eq!(hidden("py/shop/tools/shop.py", &packages), None);
    }

    #[test]
    fn a_script_has_its_own_folder_and_a_module_of_a_package_has_none() {
        let all = files(&["py/tools/run.py", "py/acme/__init__.py", "py/acme/money.py"]);
        assert_eq!(script_folder("py/tools/run.py", &all).as_deref(), Some("py/tools"));
        assert_eq!(script_folder("py/acme/money.py", &all), None);
    }

    #[test]
    fn an_init_file_is_the_package_itself() {
        let all = files(&["py/ledger/__init__.py"]);
        let module = python_module("py/ledger/__init__.py", &all, &[]);
        assert_eq!((module.name.as_str(), module.folder.as_str()), ("ledger", "py"));
    }

    #[test]
    fn the_source_folder_is_the_path_before_the_package() {
        assert_eq!(java_source_folder("src/main/java/acme/Money.java", "acme").as_deref(), Some("src/main/java"));
        assert_eq!(java_source_folder("acme/Money.java", "acme").as_deref(), Some(""));
        assert_eq!(java_source_folder("Money.java", "").as_deref(), Some(""));
        assert_eq!(java_source_folder("src/Money.java", "acme"), None);
    }
}
