//! Finds the source folders that contain the classes or modules that a file uses.
//!
//! No build file and no root names these folders. For Java, the search follows the file's package
//! and its imports. For Python, the search follows the imports, because a script can change
//! `sys.path` and import from other folders. `build_env` adds the folders to the compile
//! environment.

use crate::config::shared_folders;
use crate::run::revision::source_layout::java_source_folder;
use mts_lang::SourceFile;
use mts_lang::java::{Import, imports};
use mts_lang::python::imported_modules;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// The highest number of files whose imports the search follows.
const FOLLOWED: usize = 200;

/// Returns the other source folders that a Java file needs, the nearest first.
///
/// If several folders contain a class, the nearest folder counts. `paths` are the files of the
/// tree, `source` returns a parsed file, and `package` is the file's package.
pub(crate) fn discover<'p>(
    file: &'p str,
    package: &str,
    paths: &'p BTreeSet<String>,
    source: impl Fn(&str) -> Option<Arc<SourceFile>>,
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
        let Some(from) = source(from) else { continue };
        for (package, class) in imports(&from).iter().filter_map(package_and_class) {
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
/// nearest folder counts. `source` returns a parsed file.
pub(crate) fn discover_python<'p>(
    file: &'p str,
    roots: &[&str],
    paths: &'p BTreeSet<String>,
    source: impl Fn(&str) -> Option<Arc<SourceFile>>,
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
        let Some(from) = source(from) else { continue };
        // A relative name starts with a dot, so its first part is empty.
        let names: BTreeSet<&str> = imported_modules(&from).iter().filter_map(|name| name.split('.').next()).collect();
        for name in names.into_iter().filter(|name| !name.is_empty() && !holds(name)) {
            let places = by_name.get(name).into_iter().flatten();
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

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the package and the class of an import. `None` if the import names no class.
///
/// The first part with a capital letter is the class.
fn package_and_class(import: &Import) -> Option<(String, String)> {
    let parts: Vec<&str> = import.name.split('.').collect();
    let class = parts.iter().position(|part| part.starts_with(char::is_uppercase));
    let at = class.or(parts.len().checked_sub(1).filter(|_| !import.is_wildcard))?;
    (at > 0).then(|| (parts[..at].join("."), parts[at].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn parsed(path: &str, text: &str) -> Arc<SourceFile> {
        let language = Language::from_path(path).unwrap();
        Arc::new(SourceFile::parse(path, text.to_owned(), language).unwrap())
    }

    fn found(file: &str, package: &str, files: &[(&str, &str)]) -> Vec<String> {
        let paths = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let source = |path: &str| files.iter().find(|(own, _)| *own == path).map(|(own, text)| parsed(own, text));
        discover(file, package, &paths, source)
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
            let file = parsed("A.java", text);
            let found = imports(&file).iter().filter_map(package_and_class);
            found.map(|(package, class)| format!("{package}/{class}")).collect::<Vec<_>>()
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
        let source = |path: &str| files.iter().find(|(own, _)| *own == path).map(|(own, text)| parsed(own, text));
        assert_eq!(discover_python("py/tests/part_test.py", &["root", "py/tests"], &paths, source), ["py", "lib"]);
        assert!(discover_python("py/tests/part_test.py", &["py", "lib", ""], &paths, source).is_empty());
    }

    #[test]
    fn a_line_of_a_comment_or_a_docstring_is_no_import() {
        let java = [("a/p/A.java", "/*\nimport q.B;\n*/\nclass A {}"), ("b/q/B.java", "")];
        assert!(found("a/p/A.java", "p", &java).is_empty());
        let python = [("a/one.py", "\"\"\"Text.\nimport two\n\"\"\"\n"), ("b/two.py", "")];
        let paths: BTreeSet<String> = python.iter().map(|(path, _)| (*path).to_owned()).collect();
        let source = |path: &str| python.iter().find(|(own, _)| *own == path).map(|(own, text)| parsed(own, text));
        assert!(discover_python("a/one.py", &[], &paths, source).is_empty());
    }
}
