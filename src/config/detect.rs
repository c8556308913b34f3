//! Guesses the roots of a repository from its files, for `cargo mts init` only.
//!
//! The roots are the folders of the Java packages and of `sys.path`.

use super::Root;
use super::selection::shared_folders;
use std::collections::BTreeSet;

/// The files that mark the folder of a Python project.
const PROJECT_FILES: [&str; 3] = ["setup.py", "setup.cfg", "pyproject.toml"];

/// Returns the roots that the files of a repository suggest.
///
/// `paths` has the paths of all files. `package_of` returns the package that a Java file declares.
/// The default package is the empty text. `None` means that the package is unknown. `imports_of`
/// returns the modules that a Python file imports by absolute names.
///
/// A Java root is the folder of a file without the folders of its package. A Python root is the
/// nearest folder above a file that is not a package. A package has an `__init__.py`, or one of its
/// files imports another of its files by the name of the package. The folder of a project is not a
/// package. The function ignores files in test folders, unless there are no other files. The
/// function always ignores the `conf.py` of Sphinx.
///
/// Each Java root gets one Python root. The function prefers a Python root outside of folders named
/// `java`. Of several such roots, the function takes the root that shares the most folder names
/// with the Java root, then the root with the most common file names, then the root with the most
/// common leading folders. If several folders of scripts share file names with the Java root, the
/// result is the folder around these folders.
#[must_use]
pub fn detect_roots(
    paths: &[String],
    package_of: &dyn Fn(&str) -> Option<String>,
    imports_of: &dyn Fn(&str) -> Vec<String>,
) -> Vec<Root> {
    let ending = |end: &str| -> Vec<&str> {
        let all = paths.iter().map(String::as_str).filter(|path| path.ends_with(end) && !path.ends_with("/conf.py"));
        let (tests, others): (Vec<&str>, Vec<&str>) = all.partition(|path| is_test(path));
        if others.is_empty() { tests } else { others }
    };
    let java: BTreeSet<String> =
        ending(".java").into_iter().filter_map(|path| java_root(path, &package_of(path)?)).collect();
    let known: BTreeSet<&str> = paths.iter().map(String::as_str).collect();
    let python = ending(".py");
    let packages: BTreeSet<&str> = python
        .iter()
        .filter(|path| imports_neighbour(path, &imports_of(path), &known))
        .map(|path| folder(path))
        .collect();
    let python: BTreeSet<String> = python.iter().map(|path| python_root(path, &known, &packages)).collect();
    let python = outermost(&python);
    let stems = |root: &str, end: &str| -> BTreeSet<String> {
        ending(end).into_iter().filter(|path| is_inside(path, root)).map(stem).collect()
    };
    let python: Vec<(&String, BTreeSet<String>)> = python.iter().map(|root| (root, stems(root, ".py"))).collect();
    let is_loose = |root: &str| {
        let is_own = |path: &&str| is_inside(path, root) && (path.ends_with("/__init__.py") || is_project_file(path));
        !known.iter().any(is_own)
    };
    let port_of = |java: &String| {
        let (java_folders, java_stems) = (folder_names(java), stems(java, ".java"));
        let place = |root: &str| {
            let is_outside = !root.split('/').any(|folder| folder.eq_ignore_ascii_case("java"));
            (is_outside, folder_names(root).intersection(&java_folders).count())
        };
        let same = |stems: &BTreeSet<String>| stems.intersection(&java_stems).count();
        let (nearest, _) = python.iter().max_by_key(|(root, stems)| {
            (place(root), same(stems), shared_folders(java, root), std::cmp::Reverse(root.len()))
        })?;
        let beside = python.iter().filter(|(root, stems)| {
            place(root) == place(nearest) && same(stems) > 0 && is_loose(root) && is_loose(nearest)
        });
        let common = beside.fold((*nearest).clone(), |common, (root, _)| common_folder(&common, root));
        let is_apart = !common.is_empty() && !is_inside(java, &common) && *java != common;
        Some(if is_apart { common } else { (*nearest).clone() })
    };
    outermost(&java)
        .into_iter()
        .filter_map(|java| Some(Root { python: port_of(&java)?, java, ..Root::default() }))
        .collect()
}

/// Returns the names of a path's folders, without names such as `java` or `src`.
fn folder_names(path: &str) -> BTreeSet<String> {
    let is_layout = |name: &str| matches!(name, "" | "java" | "python" | "py" | "python3" | "src" | "main" | "lib");
    path.split('/').map(str::to_lowercase).filter(|name| !is_layout(name)).collect()
}

/// Returns the name of a file without its ending, underscores and capital letters.
///
/// For example, `FlipZeros.java` and `flip_zeros.py` become `flipzeros`.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.split('.').next().unwrap_or_default().replace('_', "").to_lowercase()
}

fn is_test(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "test" | "tests" | "testdata"))
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the Java root of a file.
///
/// `None` means that the folder does not end with the package, so javac would not find the class
/// either.
fn java_root(path: &str, package: &str) -> Option<String> {
    let folder = folder(path);
    let package = package.replace('.', "/");
    if package.is_empty() {
        return Some(folder.to_owned());
    }
    let before = folder.strip_suffix(package.as_str())?;
    if before.is_empty() { Some(String::new()) } else { before.strip_suffix('/').map(str::to_owned) }
}

/// Reports whether a file imports a module of its own folder by the folder's name.
///
/// For example, `geo/line.py` imports `geo.point`. `known` has the paths of all files.
fn imports_neighbour(path: &str, imports: &[String], known: &BTreeSet<&str>) -> bool {
    let folder = folder(path);
    let package = folder.rsplit('/').next().unwrap_or_default();
    imports.iter().any(|name| {
        name.strip_prefix(package)
            .and_then(|rest| rest.strip_prefix('.'))
            .is_some_and(|module| known.contains(format!("{folder}/{module}.py").as_str()))
    })
}

/// Returns the nearest folder above a Python file that is not a package.
fn python_root(path: &str, known: &BTreeSet<&str>, packages: &BTreeSet<&str>) -> String {
    let mut at = folder(path);
    let has = |at: &str, name: &str| known.contains(format!("{at}/{name}").as_str());
    // The folder of a project is not a package, even if it has an `__init__.py`.
    let is_project = |at: &str| PROJECT_FILES.iter().any(|name| has(at, name));
    while !at.is_empty() && (has(at, "__init__.py") || packages.contains(at)) && !is_project(at) {
        at = folder(at);
    }
    at.to_owned()
}

fn is_project_file(path: &str) -> bool {
    PROJECT_FILES.contains(&path.rsplit('/').next().unwrap_or_default())
}

/// Returns the deepest folder that contains both paths.
fn common_folder(a: &str, b: &str) -> String {
    a.split('/').take(shared_folders(a, b)).collect::<Vec<_>>().join("/")
}

/// Returns the folders that are not inside another folder of the set.
fn outermost(folders: &BTreeSet<String>) -> Vec<String> {
    folders.iter().filter(|one| !folders.iter().any(|other| is_inside(one, other))).cloned().collect()
}

/// Reports whether a path is below a folder.
fn is_inside(path: &str, folder: &str) -> bool {
    path != folder && (folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Detects the roots of files. Each file has the Java package that it declares, or the Python
    /// module that it imports.
    fn roots(files: &[(&str, Option<&str>)]) -> Vec<(String, String)> {
        let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let package = |path: &str| files.iter().find(|(name, _)| *name == path)?.1.map(str::to_owned);
        let imports = |path: &str| package(path).into_iter().collect();
        detect_roots(&paths, &package, &imports).into_iter().map(|root| (root.java, root.python)).collect()
    }

    #[test]
    fn a_maven_layout_and_a_package_are_found() {
        let found = roots(&[
            ("src/main/java/acme/billing/Money.java", Some("acme.billing")),
            ("src/test/java/acme/billing/MoneyTest.java", Some("acme.billing")),
            ("python/acme/__init__.py", None),
            ("python/acme/money.py", None),
            ("python/tests/test_money.py", None),
        ]);
        assert_eq!(found, [("src/main/java".to_owned(), "python".to_owned())]);
    }

    #[test]
    fn two_ports_in_one_repository_are_paired_by_their_folders() {
        let found = roots(&[
            ("a/java/A.java", Some("")),
            ("a/python/a.py", None),
            ("b/java/B.java", Some("")),
            ("b/python/b.py", None),
        ]);
        let expected = [("a/java", "a/python"), ("b/java", "b/python")];
        assert_eq!(found, expected.map(|(java, python)| (java.to_owned(), python.to_owned())));
    }

    #[test]
    fn a_java_root_gets_the_python_root_with_its_own_folder_names() {
        let found = roots(&[
            ("kata/Java/Board/src/main/java/kata/Board.java", Some("kata")),
            ("kata/Java/TextTool/src/main/java/kata/Converter.java", Some("kata")),
            ("kata/Python/Board/board.py", None),
            ("kata/Python/TextTool/board.py", None),
        ]);
        let expected = ["Board", "TextTool"]
            .map(|name| (format!("kata/Java/{name}/src/main/java"), format!("kata/Python/{name}")));
        assert_eq!(found, expected);
    }

    #[test]
    fn folders_of_scripts_with_the_names_of_the_java_files_have_one_root() {
        let found = roots(&[
            ("src/com/talks/array/FlipZeros.java", Some("com.talks.array")),
            ("src/com/talks/graph/Cycle.java", Some("com.talks.graph")),
            ("python/array/flip_zeros.py", None),
            ("python/graph/cycle.py", None),
            ("tools/site/build.py", None),
        ]);
        assert_eq!(found, [("src".to_owned(), "python".to_owned())]);
    }

    #[test]
    fn a_script_next_to_the_java_files_is_not_their_port() {
        let found = roots(&[
            ("kits/java/simple/lux/GameMap.java", Some("lux")),
            ("kits/java/simple/main.py", None),
            ("kits/python/simple/__init__.py", None),
            ("kits/python/simple/lux/__init__.py", None),
            ("kits/python/simple/lux/game_map.py", None),
        ]);
        assert_eq!(found, [("kits/java/simple".to_owned(), "kits/python".to_owned())]);
    }

    #[test]
    fn the_folder_of_a_python_project_is_a_root_although_it_has_an_init_file() {
        let found = roots(&[
            ("java/A.java", Some("")),
            ("libs/big-ledger/setup.py", None),
            ("libs/big-ledger/__init__.py", None),
            ("libs/big-ledger/ledger/__init__.py", None),
        ]);
        assert_eq!(found, [("java".to_owned(), "libs/big-ledger".to_owned())]);
    }

    #[test]
    fn a_folder_whose_files_import_each_other_by_its_name_is_a_package() {
        let found = roots(&[
            ("java/src/main/java/geo/Line.java", Some("geo")),
            ("python/doc/conf.py", None),
            ("python/geo/line.py", Some("geo.point")),
            ("python/geo/point.py", None),
        ]);
        assert_eq!(found, [("java/src/main/java".to_owned(), "python".to_owned())]);
    }

    #[test]
    fn there_is_no_root_if_one_language_is_absent() {
        assert!(roots(&[("src/A.java", Some("")), ("README.md", None)]).is_empty());
        assert!(roots(&[("a.py", None)]).is_empty());
    }
}
