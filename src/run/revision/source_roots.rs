//! Finds the source folders that contain the classes or modules that a file uses.
//!
//! No build file and no root names these folders. For Java, the search follows the file's package
//! and its imports. For Python, the search follows the imports, because a script can change
//! `sys.path` and import from other folders. `build_env` adds the folders to the compile
//! environment.

use crate::config::shared_folders;
use crate::run::revision::source_layout::java_source_folder;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The highest number of files whose imports the search follows.
const FOLLOWED: usize = 200;

/// Returns the other source folders that a Java file needs, the nearest first.
///
/// If several folders contain a class, the nearest folder counts. `paths` are the files of the
/// tree, `text` returns the text of a file, and `package` is the file's package.
pub(crate) fn discover<'p>(
    file: &'p str,
    package: &str,
    paths: &'p BTreeSet<String>,
    text: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let own = java_source_folder(file, package);
    let java = || paths.iter().filter(|path| path.ends_with(".java"));
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    java().for_each(|path| by_name.entry(name(path)).or_default().push(path));
    // Classes of the same package use each other without an import.
    let of_package = |path: &&String| *path != file && java_source_folder(path, package).is_some();
    let fellows: Vec<&str> = java().filter(of_package).map(String::as_str).collect();
    let shares = |path: &&str| java_source_folder(path, package).filter(|_| !package.is_empty());
    let mut found: BTreeSet<String> = fellows.iter().filter_map(shares).collect();
    let are_near = |path: &&str| !package.is_empty() || java_source_folder(path, package) == own;
    let fellows = fellows.into_iter().filter(are_near).take(FOLLOWED);
    let mut todo: VecDeque<&str> = std::iter::once(file).chain(fellows).collect();
    let mut seen: BTreeSet<&str> = todo.iter().copied().collect();
    while let Some(from) = todo.pop_front() {
        for (package, class) in text(from).iter().flat_map(|text| imports(text)) {
            let class = format!("{class}.java");
            let places = by_name.get(class.as_str()).into_iter().flatten();
            let folders = places.filter_map(|path| Some((*path, java_source_folder(path, &package)?)));
            let nearness = |(path, folder): &(&str, String)| {
                (own.as_ref() == Some(folder), shared_folders(path, file), std::cmp::Reverse(path.len()))
            };
            let nearest = folders.max_by_key(nearness);
            let Some((path, folder)) = nearest else { continue };
            found.insert(folder);
            if seen.len() < FOLLOWED && seen.insert(path) {
                todo.push_back(path);
            }
        }
    }
    let mut found: Vec<String> = found.into_iter().filter(|folder| own.as_ref() != Some(folder)).collect();
    found.sort_by_key(|folder| std::cmp::Reverse(shared_folders(folder, file)));
    found
}

/// Returns the folders of the modules that a Python file imports, directly or not.
///
/// The nearest folder comes first.
///
/// The function skips modules in the folders of `roots`. If several folders contain a module, the
/// nearest folder counts.
pub(crate) fn discover_python<'p>(
    file: &'p str,
    roots: &[&str],
    paths: &'p BTreeSet<String>,
    text: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    // Installed files and hidden files are not sources of the project.
    let is_source = |path: &&String| {
        path.ends_with(".py") && !path.split('/').any(|part| part == "site-packages" || part.starts_with('.'))
    };
    for path in paths.iter().filter(is_source) {
        let (folder, own) = path.rsplit_once('/').unwrap_or(("", path));
        // Python finds a package in the parent folder of the package.
        let (folder, own) = match own {
            "__init__.py" => folder.rsplit_once('/').unwrap_or(("", folder)),
            _ => (folder, own.trim_end_matches(".py")),
        };
        by_name.entry(own).or_default().push((folder, path));
    }
    let holds = |name: &str| {
        let begins = |folder: &str| {
            let own = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            let inside = format!("{own}/");
            let first = paths.range(inside.clone()..).next();
            paths.contains(&format!("{own}.py")) || first.is_some_and(|path| path.starts_with(&inside))
        };
        roots.iter().any(|folder| begins(folder))
    };
    let mut found: BTreeSet<String> = BTreeSet::new();
    let (mut todo, mut seen) = (VecDeque::from([file]), BTreeSet::from([file]));
    while let Some(from) = todo.pop_front() {
        let names: BTreeSet<String> = text(from).iter().flat_map(|text| modules(text)).collect();
        for name in names.into_iter().filter(|name| !holds(name)) {
            let places = by_name.get(name.as_str()).into_iter().flatten();
            let nearest = places.max_by_key(|(_, path)| (shared_folders(path, file), std::cmp::Reverse(path.len())));
            let Some((folder, path)) = nearest else { continue };
            found.insert((*folder).to_owned());
            if seen.len() < FOLLOWED && seen.insert(path) {
                todo.push_back(path);
            }
        }
    }
    let mut found: Vec<String> = found.into_iter().collect();
    found.sort_by_key(|folder| std::cmp::Reverse(shared_folders(folder, file)));
    found
}

/// Returns the top-level names of the modules that a text imports absolutely.
fn modules(text: &str) -> Vec<String> {
    let imported = |line: &str| -> Vec<String> {
        let line = line.trim();
        let names: Vec<&str> = match (line.strip_prefix("import "), line.strip_prefix("from ")) {
            (Some(names), _) => names.split(',').collect(),
            (_, Some(rest)) => rest.split_whitespace().take(1).collect(),
            _ => Vec::new(),
        };
        let first = |name: &str| name.trim().split([' ', '.', ';', '#']).next().map(str::to_owned);
        names.into_iter().filter_map(first).filter(|name| !name.is_empty()).collect()
    };
    text.lines().flat_map(imported).collect()
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the imports of a text as package and class.
///
/// The first part with a capital letter is the class.
fn imports(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("import ")?.split_once(';'));
    let names = lines.map(|(name, _)| name.trim().strip_prefix("static ").unwrap_or(name).trim());
    let parted = names.filter_map(|name| {
        let parts: Vec<&str> = name.split('.').map(str::trim).collect();
        let at = parts.iter().position(|part| part.starts_with(char::is_uppercase)).or(parts.len().checked_sub(1))?;
        (at > 0 && parts[at] != "*").then(|| (parts[..at].join("."), parts[at].to_owned()))
    });
    parted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, package: &str, files: &[(&str, &str)]) -> Vec<String> {
        let paths = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let text = |path: &str| files.iter().find(|(own, _)| *own == path).map(|(_, text)| (*text).to_owned());
        discover(file, package, &paths, text)
    }

    #[test]
    fn a_file_finds_the_classes_of_its_package_in_another_folder() {
        let files =
            [("java/src/a/b/C.java", ""), ("java/tests/a/b/CTest.java", "package a.b;"), ("other/x/D.java", "")];
        assert_eq!(found("java/tests/a/b/CTest.java", "a.b", &files), ["java/src"]);
        assert_eq!(found("java/src/a/b/C.java", "a.b", &files), ["java/tests"]);
    }

    #[test]
    fn imports_are_followed_through_files_and_the_nearest_of_two_counts() {
        let files = [
            ("app/src/app/Main.java", "import core.Money;\nimport static util.Text.trim;\nimport java.util.List;\n"),
            ("core/src/core/Money.java", "import base.Num;"),
            ("copy/core/src/core/Money.java", ""),
            ("app/lib/util/Text.java", ""),
            ("lib/util/Text.java", ""),
            ("base/base/Num.java", ""),
            ("far/app2/Other.java", ""),
        ];
        assert_eq!(found("app/src/app/Main.java", "app", &files), ["app/lib", "base", "core/src"]);
    }

    #[test]
    fn a_class_in_the_same_root_is_not_searched_in_other_roots() {
        let files = [("a/p/A.java", "import q.B;"), ("a/q/B.java", ""), ("b/q/B.java", "")];
        assert!(found("a/p/A.java", "p", &files).is_empty());
    }

    #[test]
    fn a_nested_import_names_the_outer_class_and_a_wildcard_import_no_class() {
        let imports_of = |text: &str| {
            imports(text).into_iter().map(|(package, class)| format!("{package}/{class}")).collect::<Vec<_>>()
        };
        assert_eq!(
            imports_of("import a.b.C.D;\n import static a.b.C.m; \nimport a.b.*;\nimport C;\nimport a.b.lower;"),
            ["a.b/C", "a.b/C", "a.b/lower"]
        );
    }

    #[test]
    fn a_script_finds_the_modules_that_it_would_put_on_its_path() {
        let files = [
            (
                "py/tests/part_test.py",
                "import os, sys\nsys.path.insert(0, '..')\nimport part as p\nfrom pack.sub import x\nfrom . import y\n",
            ),
            ("py/part.py", "import helper\nimport known.more\nimport gone\n"),
            ("old/part.py", ""),
            ("lib/pack/__init__.py", ""),
            ("lib/pack/sub.py", ""),
            ("lib/helper.py", ""),
            ("root/known/more.py", ""),
            ("py/.venv/lib/site-packages/gone.py", ""),
            ("py/site-packages/gone.py", ""),
        ];
        let paths: BTreeSet<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let text = |path: &str| files.iter().find(|(own, _)| *own == path).map(|(_, text)| (*text).to_owned());
        assert_eq!(discover_python("py/tests/part_test.py", &["root", "py/tests"], &paths, text), ["py", "lib"]);
        assert!(discover_python("py/tests/part_test.py", &["py", "lib", ""], &paths, text).is_empty());
    }
}
