//! Finds the folders that are on `sys.path` when a Python project is installed.
//!
//! This module reads `pyproject.toml` (setuptools, Poetry, Hatch, PDM, uv, maturin, pytest),
//! `setup.cfg` and `setup.py`, and never runs them. It also reads the dependencies of a project.

use super::{SourceTree, is_python_settings, join, parent};
use std::collections::BTreeSet;
use toml_edit::{Document, Item, TableLike, Value};

/// Returns the root folders of the Python projects in a tree, in order.
///
/// The list has only folders with Python files.
#[must_use]
pub fn roots(tree: SourceTree<'_>) -> Vec<String> {
    let mut found = BTreeSet::new();
    for path in tree.files {
        let folder = parent(path);
        let read: fn(&str) -> Vec<String> = match path.rsplit('/').next().unwrap_or(path) {
            "pyproject.toml" => pyproject,
            "setup.cfg" => setup_cfg,
            "setup.py" => setup_py,
            _ => continue,
        };
        let named = tree.text(path).map(|text| read(&text)).unwrap_or_default();
        if named.is_empty() {
            // The default layout has packages in `src`, and `src` is not a package.
            let src = join(folder, "src");
            found.extend((!tree.has_file(&src, "__init__.py")).then_some(src));
        }
        found.extend(named.iter().filter(|root| !root.starts_with('/')).map(|root| join(folder, root)));
    }
    let is_used = |root: &String| {
        let below = if root.is_empty() { String::new() } else { format!("{root}/") };
        let mut inside = tree.files.range(below.clone()..).take_while(|path| path.starts_with(&below));
        inside.any(|path| path.ends_with(".py"))
    };
    found.into_iter().filter(is_used).collect()
}

/// Returns the missing version modules that the settings of a tree name.
///
/// Each result has the form `package/file.py`. A build writes such a module (setuptools-scm,
/// hatch-vcs, pdm). Version control does not have it, and the package imports it.
#[must_use]
pub fn version_modules(tree: SourceTree<'_>) -> Vec<String> {
    let settings = tree.files.iter().filter(|path| is_python_settings(path)).filter_map(|path| tree.text(path));
    let named: BTreeSet<String> = settings.flat_map(|text| version_files(&text)).collect();
    if named.is_empty() {
        return Vec::new();
    }
    let in_package = |path: &String| {
        let mut parts = path.rsplit('/');
        let file = parts.next()?;
        parts.next().map(|package| format!("{package}/{file}"))
    };
    let existing: BTreeSet<String> = tree.files.iter().filter_map(in_package).collect();
    named.difference(&existing).cloned().collect()
}

/// Returns the modules that a build writes, by the text of its settings.
fn version_files(settings: &str) -> Vec<String> {
    const KEYS: [&str; 4] = ["version-file", "version_file", "write-to", "write_to"];
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | ':' | ',' | '(' | ')' | '{' | '}');
    let parts: Vec<&str> = settings.split(is_end).filter(|part| !part.is_empty()).collect();
    let module = |pair: &[&str]| {
        let [key, path] = pair else { return None };
        let (folder, file) = path.rsplit_once('/').filter(|_| KEYS.contains(key))?;
        file.ends_with(".py").then(|| format!("{}/{file}", folder.rsplit('/').next().unwrap_or_default()))
    };
    parts.windows(2).filter_map(module).collect()
}

/// Returns the dependencies in the text of a `pyproject.toml`, also those of these extras.
///
/// The function reads the table `project` of PEP 621, or the tables of Poetry, and never runs a build backend.
///
/// # Errors
/// Returns a message if the text is no TOML, lacks an extra, or has a version of Poetry that `pip` cannot express.
pub fn dependencies(text: &str, extras: &[&str]) -> Result<Vec<String>, String> {
    let document = Document::parse(text).map_err(|error| format!("the file is not TOML: {}", error.message()))?;
    let project = document.as_item().get("project");
    let listed = |item: Option<&Item>| item.map(texts_of_list).unwrap_or_default();
    let mut found = listed(project.and_then(|project| project.get("dependencies")));
    let poetry = document.as_item().get("tool").and_then(|tool| tool.get("poetry"));
    let states = |table: &Item| table.get("dependencies").is_some();
    if let Some(poetry) = poetry.filter(|table| states(table) && !project.is_some_and(states)) {
        return poetry_dependencies(poetry, extras);
    }
    for extra in extras {
        let optional = project.and_then(|project| project.get("optional-dependencies")?.get(extra));
        found.extend(listed(Some(optional.ok_or_else(|| format!("the file has no extra `{extra}`"))?)));
    }
    Ok(found)
}

/// Returns the dependencies in the table `tool.poetry`, in the form of `pip`.
///
/// The list omits Python itself, dependencies on a folder, and optional dependencies that no extra names.
fn poetry_dependencies(poetry: &Item, extras: &[&str]) -> Result<Vec<String>, String> {
    let mut wanted = Vec::new();
    for extra in extras {
        let names = poetry.get("extras").and_then(|all| all.get(extra));
        wanted.extend(texts_of_list(names.ok_or_else(|| format!("the file has no extra `{extra}`"))?));
    }
    let mut found = Vec::new();
    for (name, item) in poetry.get("dependencies").and_then(Item::as_table_like).into_iter().flat_map(|all| all.iter())
    {
        if name == "python" {
            continue;
        }
        let tables: Vec<&dyn TableLike> = match item.as_array() {
            Some(all) => all.iter().filter_map(Value::as_inline_table).map(|table| table as &dyn TableLike).collect(),
            None => item.as_table_like().into_iter().collect(),
        };
        if let Some(version) = item.as_str() {
            found.push(format!("{name}{}", comparisons(name, version)?.join(",")));
        }
        for table in tables {
            let is_optional = table.get("optional").and_then(Item::as_bool) == Some(true);
            if (!is_optional || wanted.iter().any(|one| one == name)) && table.get("path").is_none() {
                found.push(poetry_dependency(name, table)?);
            }
        }
    }
    Ok(found)
}

/// Returns one dependency of Poetry in the form of `pip`.
///
/// The form has the name, the extras, the version or address, and the conditions.
fn poetry_dependency(name: &str, table: &dyn TableLike) -> Result<String, String> {
    let text = |key: &str| table.get(key).and_then(Item::as_str);
    let extras = table.get("extras").map(texts_of_list).unwrap_or_default();
    let extras = if extras.is_empty() { String::new() } else { format!("[{}]", extras.join(",")) };
    let revision = ["rev", "tag", "branch"].into_iter().find_map(text).map(|at| format!("@{at}")).unwrap_or_default();
    let from = match (text("git"), text("url")) {
        (Some(git), _) => format!(" @ git+{git}{revision}"),
        (None, Some(url)) => format!(" @ {url}"),
        (None, None) => comparisons(name, text("version").unwrap_or("*"))?.join(","),
    };
    let python = comparisons("python", text("python").unwrap_or("*"))?;
    let conditions = python.iter().map(|comparison| {
        let (operator, version) = comparison.split_at(comparison.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
        format!("python_full_version {operator} '{version}'")
    });
    let conditions: Vec<String> = conditions.chain(text("markers").map(|markers| format!("({markers})"))).collect();
    let conditions = if conditions.is_empty() { String::new() } else { format!(" ; {}", conditions.join(" and ")) };
    Ok(format!("{name}{extras}{from}{conditions}"))
}

/// Returns the comparisons of PEP 440 that a version of Poetry means.
///
/// For example, `^1.2` means `>=1.2` and `<2`.
///
/// The crate `pep440_rs` has no `^`, and the crate `semver` rejects versions of Python such as `1.0b2`.
///
/// # Errors
/// Returns a message if the version is a choice (`||`).
fn comparisons(name: &str, version: &str) -> Result<Vec<String>, String> {
    if version.contains('|') {
        return Err(format!("`pip` cannot express the version `{version}` of `{name}`"));
    }
    let is_operator = |c: char| matches!(c, '<' | '>' | '=' | '!' | '~' | '^');
    let (mut found, mut operator) = (Vec::new(), String::new());
    for word in version.split([',', ' ']).filter(|word| !word.is_empty() && *word != "*") {
        let number = word.trim_start_matches(is_operator);
        operator.push_str(&word[..word.len() - number.len()]);
        if number.is_empty() {
            continue;
        }
        // `numbers` are the numbers of the version. `below` increases the number at an index, and omits the numbers
        // after this index.
        let numbers: Vec<u64> = number.split('.').map_while(|part| part.parse().ok()).collect();
        let last = numbers.len().saturating_sub(1);
        let below = |at: usize| {
            let part = |nth: usize| numbers.get(nth).copied().unwrap_or_default() + u64::from(nth == at);
            format!("<{}", (0..=at).map(|nth| part(nth).to_string()).collect::<Vec<_>>().join("."))
        };
        match operator.as_str() {
            "^" => {
                let first = numbers.iter().position(|part| *part > 0).unwrap_or(last);
                found.extend([format!(">={number}"), below(first)]);
            }
            "~" => found.extend([format!(">={number}"), below(last.min(1))]),
            "" | "=" => found.push(format!("=={number}")),
            other => found.push(format!("{other}{number}")),
        }
        operator.clear();
    }
    Ok(found)
}

fn texts_of_list(item: &Item) -> Vec<String> {
    item.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn pyproject(text: &str) -> Vec<String> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let at = |path: &str| path.split('/').try_fold(document.as_item(), |item, key| item.get(key));
    let mut roots = Vec::new();
    for path in ["setuptools/packages/find/where", "hatch/build/sources", "hatch/build/targets/wheel/sources"] {
        roots.extend(at(&format!("tool/{path}")).into_iter().flat_map(texts));
    }
    let single =
        ["setuptools/package-dir/", "pdm/build/package-dir", "uv/build-backend/module-root", "maturin/python-source"];
    for path in single {
        roots.extend(at(&format!("tool/{path}")).and_then(Item::as_str).map(str::to_owned));
    }
    let poetry = at("tool/poetry/packages").and_then(Item::as_array).into_iter().flatten();
    roots.extend(poetry.filter_map(|one| Some(one.as_inline_table()?.get("from")?.as_str()?.to_owned())));
    // Hatch lists the packages. The root folder is the folder that contains a package.
    let packages = at("tool/hatch/build/targets/wheel/packages").into_iter().flat_map(texts);
    roots.extend(packages.map(|package| parent(&package).to_owned()));
    roots.extend(at("tool/pytest/ini_options/pythonpath").into_iter().flat_map(texts));
    roots
}

/// Returns the strings of a list, or the words of one string.
fn texts(item: &Item) -> Vec<String> {
    if let Some(text) = item.as_str() {
        return text.split_whitespace().map(str::to_owned).collect();
    }
    texts_of_list(item)
}

/// Reads the root folders from `setup.cfg`.
///
/// The forms are `[options] package_dir = =src` and `[options.packages.find] where = src`.
fn setup_cfg(text: &str) -> Vec<String> {
    let root = |(section, key, value): (String, String, String)| match (section.as_str(), key.as_str()) {
        ("options", "package_dir") => {
            let root = value.strip_prefix('=')?.trim();
            (!root.is_empty()).then(|| root.to_owned())
        }
        ("options.packages.find", "where") => Some(value),
        _ => None,
    };
    setup_cfg_lines(text).into_iter().filter_map(root).collect()
}

/// Returns the dependencies in the text of a `setup.cfg`: `[options] install_requires`.
#[must_use]
pub fn setup_cfg_dependencies(text: &str) -> Vec<String> {
    let lines = setup_cfg_lines(text).into_iter();
    let own = lines.filter(|(section, key, _)| section == "options" && key == "install_requires");
    own.map(|(_, _, value)| value).collect()
}

/// Returns each non-empty line, with the section and the key of the line's value.
///
/// The crate `configparser` rejects the whole file if one line is invalid, and the tool needs only three keys.
fn setup_cfg_lines(text: &str) -> Vec<(String, String, String)> {
    let mut section = String::new();
    let mut key = String::new();
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with(['#', ';'])) {
        let is_continued = line.starts_with([' ', '\t']);
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.to_owned();
            key.clear();
            continue;
        }
        let value = match line.split_once('=') {
            Some((name, value)) if !is_continued => {
                name.trim().clone_into(&mut key);
                value.trim()
            }
            _ => line,
        };
        if !value.is_empty() {
            found.push((section.clone(), key.clone(), value.to_owned()));
        }
    }
    found
}

/// Reads the root folders from the text of `setup.py`.
///
/// The forms are `package_dir={"": "src"}`, `find_packages("src")` and
/// `find_packages(where="src")`.
fn setup_py(text: &str) -> Vec<String> {
    let quoted = |rest: &str| -> Option<String> {
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split_once(quote).map(|(inside, _)| inside.to_owned())
    };
    let mut roots = Vec::new();
    for name in ["find_packages(", "find_namespace_packages("] {
        for (_, rest) in text.match_indices(name).map(|(at, name)| ((), &text[at + name.len()..])) {
            let rest = rest.trim_start();
            let rest = rest.strip_prefix("where").map_or(rest, |rest| rest.trim_start().trim_start_matches('='));
            roots.extend(quoted(rest));
        }
    }
    if let Some((_, rest)) = text.split_once("package_dir") {
        let inside = rest.trim_start().trim_start_matches('=').trim_start().trim_start_matches('{').trim_start();
        let empty = inside.strip_prefix("\"\"").or_else(|| inside.strip_prefix("''"));
        roots.extend(empty.and_then(|rest| quoted(rest.trim_start().trim_start_matches(':'))));
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_fuzz::FuzzTarget;

    #[test]
    fn the_settings_name_the_version_modules() {
        let toml = "[tool.hatch.build.hooks.vcs]\nversion-file = \"src/ledger/_version.py\"\n";
        assert_eq!(version_files(toml), ["ledger/_version.py"]);
        assert_eq!(version_files("use_scm_version={'write_to': 'ledger/version.py'}"), ["ledger/version.py"]);
        assert_eq!(version_files("version = attr: ledger.version"), [""; 0]);
        assert_eq!(version_files("version_file = \"_version.py\""), [""; 0]);
        assert_eq!(version_files("omit = [\"src/ledger/conversion.py\"]\npath = \"a/version.py\""), [""; 0]);
    }

    /// The rows are those of the tables in Poetry's manual, page "Dependency specification".
    #[test]
    fn versions_of_poetry_are_comparisons() {
        let rows = [
            ("^1.2.3", ">=1.2.3,<2"),
            ("^1.2", ">=1.2,<2"),
            ("^1", ">=1,<2"),
            ("^0.2.3", ">=0.2.3,<0.3"),
            ("^0.0.3", ">=0.0.3,<0.0.4"),
            ("^0.0", ">=0.0,<0.1"),
            ("^0", ">=0,<1"),
            ("~1.2.3", ">=1.2.3,<1.3"),
            ("~1.2", ">=1.2,<1.3"),
            ("~1", ">=1,<2"),
            ("*", ""),
            ("1.*", "==1.*"),
            (">= 1.2, < 1.5", ">=1.2,<1.5"),
            (">=1.2 <1.5", ">=1.2,<1.5"),
            ("==1.2.3", "==1.2.3"),
            ("1.2.3", "==1.2.3"),
            ("~=1.4.2", "~=1.4.2"),
        ];
        for (version, expected) in rows {
            assert_eq!(comparisons("a", version).map(|all| all.join(",")), Ok(expected.to_owned()), "{version}");
        }
        assert!(comparisons("a", "^1 || ^2").is_err());
    }

    #[test]
    fn dependencies_of_poetry_have_the_form_of_pip() {
        let text = "[tool.poetry.dependencies]\npython = \"^3.9\"\nnumpy = \"^2.1\"\n\
            six = {version = \"*\", python = \"<3.11\"}\nrich = {version = \"~13\", extras = [\"all\"], optional = true}\n\
            own = {path = \"../own\"}\nhere = {git = \"https://a.example/b\", tag = \"v1\"}\n\
            two = [{version = \"1.0\", markers = \"sys_platform == 'linux'\"}, {version = \"2.0\"}]\n\
            [tool.poetry.extras]\npretty = [\"rich\"]\n[tool.poetry.group.dev.dependencies]\npytest = \"*\"\n";
        let plain = [
            "numpy>=2.1,<3",
            "six ; python_full_version < '3.11'",
            "here @ git+https://a.example/b@v1",
            "two==1.0 ; (sys_platform == 'linux')",
            "two==2.0",
        ];
        assert_eq!(dependencies(text, &[]), Ok(plain.map(str::to_owned).to_vec()));
        let pretty = dependencies(text, &["pretty"]).expect("read");
        assert!(pretty.contains(&"rich[all]>=13,<14".to_owned()), "{pretty:?}");
        assert_eq!(dependencies(text, &["docs"]), Err("the file has no extra `docs`".to_owned()));
        let both = format!("[project]\ndependencies = [\"six\"]\n{text}");
        assert_eq!(dependencies(&both, &[]), Ok(vec!["six".to_owned()]), "the table of PEP 621 has precedence");
    }

    #[test]
    fn dependencies_are_those_of_the_project_and_of_the_named_extras() {
        let text = "[project]\ndependencies = [\"numpy>=2\"]\n[project.optional-dependencies]\ntest = [\"pytest\"]\n";
        assert_eq!(dependencies(text, &[]).as_deref(), Ok(&["numpy>=2".to_owned()][..]));
        assert_eq!(dependencies(text, &["test"]).map(|all| all.len()), Ok(2));
        assert_eq!(dependencies(text, &["docs"]), Err("the file has no extra `docs`".to_owned()));
        assert_eq!(dependencies("[tool.black]\n", &[]), Ok(Vec::new()));
        assert!(dependencies("[project", &[]).is_err());
    }

    #[test]
    fn each_dependency_is_read_from_its_line_of_setup_cfg() {
        let text = "[options]\ninstall_requires =\n    numpy>=2\n    # a comment\n    six\n[options.extras_require]\ntest = pytest\n";
        assert_eq!(setup_cfg_dependencies(text), ["numpy>=2", "six"]);
        assert_eq!(setup_cfg_dependencies("[options]\ninstall_requires = six; python_version < '3'\n").len(), 1);
        assert_eq!(setup_cfg_dependencies("[metadata]\ninstall_requires = six\n"), [""; 0]);
    }

    #[test]
    fn every_settings_file_of_a_python_project_is_read_or_ignored() {
        let seeds = [
            "[tool.setuptools.packages.find]\nwhere = [\"src\"]\n[tool.poetry]\npackages = [{include = \"a\", from = \"lib\"}]\n",
            "[options]\npackage_dir =\n    = src\n[options.packages.find]\nwhere = src\n",
            "setup(package_dir={\"\": \"src\"}, packages=find_packages(where='src'))\n",
        ];
        let tokens = &[
            "[",
            "]",
            "{",
            "}",
            "=",
            "\"",
            "\"\"\"",
            "'",
            "\n",
            "[[tool]]\n",
            "a.b.c = ",
            "package_dir",
            "find_packages(",
        ];
        let target = FuzzTarget { name: "python-settings", seeds: seeds.map(Into::into).into(), tokens };
        target.run(|bytes| {
            let Ok(text) = std::str::from_utf8(bytes) else { return false };
            let roots = [pyproject(text), setup_cfg(text), setup_py(text), setup_cfg_dependencies(text)].concat();
            assert!(roots.iter().all(|root| root.len() <= text.len()));
            true
        });
    }

    #[test]
    fn source_roots_are_read_from_the_settings_of_every_build_backend() {
        for (text, root) in [
            ("[tool.setuptools.packages.find]\nwhere = [\"lib\"]", "lib"),
            ("[tool.setuptools]\npackage-dir = {\"\" = \"lib\"}", "lib"),
            ("[tool.poetry]\npackages = [{include = \"acme\", from = \"lib\"}]", "lib"),
            ("[tool.hatch.build.targets.wheel]\npackages = [\"lib/acme\"]", "lib"),
            ("[tool.pdm.build]\npackage-dir = \"lib\"", "lib"),
            ("[tool.uv.build-backend]\nmodule-root = \"lib\"", "lib"),
            ("[tool.pytest.ini_options]\npythonpath = \"lib\"", "lib"),
        ] {
            assert_eq!(pyproject(text), [root], "{text}");
        }
        assert_eq!(pyproject("[project]\nname = \"acme\""), [""; 0]);
        assert_eq!(pyproject("not [ toml"), [""; 0]);
    }

    #[test]
    fn source_roots_are_read_from_setup_cfg_and_setup_py() {
        assert_eq!(setup_cfg("[metadata]\nname = x\n[options]\npackage_dir =\n    =lib\n"), ["lib"]);
        assert_eq!(setup_cfg("[options.packages.find]\nwhere = lib\nexclude = tests\n"), ["lib"]);
        assert_eq!(setup_py("setup(packages=find_packages('lib'))"), ["lib"]);
        assert_eq!(setup_py("setup(packages=find_packages(where = \"lib\"), package_dir={'': 'lib'})"), ["lib", "lib"]);
        assert_eq!(setup_py("setup(packages=find_packages())"), [""; 0]);
    }

    #[test]
    fn a_folder_without_python_is_no_root() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("py")).expect("a folder");
        std::fs::write(folder.path().join("py/pyproject.toml"), "[project]\nname = \"a\"\n").expect("written");
        let roots_of = |files: &[&str]| {
            let files = files.iter().map(|file| (*file).to_owned()).collect();
            roots(SourceTree { folder: folder.path(), files: &files })
        };
        assert_eq!(roots_of(&["py/pyproject.toml", "py/src/acme/money.py"]), ["py/src"]);
        assert_eq!(roots_of(&["py/pyproject.toml", "py/acme/money.py"]), [""; 0]);
        assert_eq!(roots_of(&["py/pyproject.toml", "py/src/__init__.py", "py/src/money.py"]), [""; 0]);
    }
}
