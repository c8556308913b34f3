//! Files of a change that Python may load instead of code that the tool reads.
//!
//! Python prefers the package `calc/` to `calc.py`, compiled code to sources, and a file in the folder of a program to
//! a module of the standard library. The plan decides which pairs such a file affects.

use super::library_modules::is_library_module;
use crate::config::is_below;
use std::collections::BTreeSet;

/// A file, link or submodule that Python may load in place of other code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    /// The path in the repository.
    pub file: String,
    /// The name of the module that the file replaces. `None` for code that Python runs at its start.
    pub module: Option<String>,
    /// The folder from which an import finds the module.
    folder: String,
    /// The kind of the file, which decides the code that the file can replace.
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The file `__init__.py` of a package.
    Package,
    /// A file `__init__.py` that decides where Python finds the modules of its package.
    Redirect,
    /// A file `NAME.py`.
    Source,
    /// A file or package with the name of a module of the standard library.
    Library,
    /// Compiled code, a link or a submodule.
    Unread,
}

/// A path that the change adds or modifies.
#[derive(Clone, Copy, Debug)]
pub struct ChangedPath<'p> {
    /// The path at the head.
    pub path: &'p str,
    /// Whether the base has no file at this path.
    pub is_added: bool,
    /// Whether the path is a link or a submodule.
    pub is_link: bool,
    /// Whether the change adds code that can decide where Python finds modules of a package.
    pub is_redirect: bool,
    /// Whether git does not track the file. Python itself writes untracked bytecode files into a working tree.
    pub is_untracked: bool,
}

impl Shadow {
    /// Returns the shadow for a changed path, or `None` if the file replaces no code.
    ///
    /// `files` contains the paths of the head.
    #[must_use]
    pub fn find(part: ChangedPath<'_>, files: &BTreeSet<String>) -> Option<Self> {
        let (folder, name) = part.path.rsplit_once('/').unwrap_or(("", part.path));
        let shadow = |folder: &str, module: Option<&str>, kind| {
            let (module, folder) = (module.map(str::to_owned), folder.to_owned());
            Self { file: part.path.to_owned(), module, folder, kind }
        };
        let (module, ending) = name.split_once('.').unwrap_or((name, ""));
        let is_compiled = ["pyc", "so", "pyd"].contains(&ending.rsplit('.').next().unwrap_or_default());
        let is_source = ending == "py";
        let is_other = !(is_compiled || is_source || part.is_link && ending.is_empty());
        if is_other || is_compiled && part.is_untracked {
            return None;
        }
        let cached = folder.strip_suffix("__pycache__").filter(|_| is_compiled);
        let mut folder = cached.map_or(folder, |above| above.trim_end_matches('/'));
        let mut module = module;
        let mut kind = if part.is_link || is_compiled { Kind::Unread } else { Kind::Source };
        if module == "__init__" {
            (folder, module) = folder.rsplit_once('/').unwrap_or(("", folder));
            kind = match kind {
                Kind::Source if part.is_redirect => Kind::Redirect,
                Kind::Source => Kind::Package,
                other => other,
            };
        }
        if ["sitecustomize", "usercustomize"].contains(&module) {
            return Some(shadow(folder, None, kind));
        }
        let made = shadow(folder, Some(module), kind);
        let place = made.place(module);
        let has = |path: String| files.contains(&path);
        let hides_module = match made.kind {
            Kind::Unread | Kind::Redirect => true,
            Kind::Package => part.is_added && has(format!("{place}.py")),
            Kind::Source | Kind::Library => {
                let below = format!("{place}/");
                let inside = files.range(below.clone()..).take_while(|path| path.starts_with(&below));
                let mut sources = inside.filter(|path| path.ends_with(".py"));
                part.is_added && !has(format!("{below}__init__.py")) && sources.next().is_some()
            }
        };
        if hides_module {
            return Some(made);
        }
        (part.is_added && is_library_module(module)).then_some(Self { kind: Kind::Library, ..made })
    }

    /// Reports whether Python may load this file in place of a Python file.
    ///
    /// `roots` are folders from which Python imports.
    #[must_use]
    pub fn replaces(&self, file: &str, roots: &[String]) -> bool {
        let Some(module) = &self.module else {
            return is_below(file, &self.folder) || roots.contains(&self.folder);
        };
        let place = self.place(module);
        let is_module = file.strip_suffix(".py") == Some(place.as_str());
        // An `__init__.py` in the root of the repository belongs to no package.
        let is_inside = !place.is_empty() && is_below(file, &place);
        match self.kind {
            Kind::Library => false,
            Kind::Package => is_module,
            Kind::Source | Kind::Redirect => is_inside,
            Kind::Unread => is_module || is_inside,
        }
    }

    /// Reports whether an import can find this file.
    ///
    /// The folder of the file must be a root or contain Python files. An import of a module of the standard library
    /// does not find a file in a package.
    #[must_use]
    pub fn is_importable<'a>(&self, files: impl Iterator<Item = &'a str>, roots: &[String]) -> bool {
        if self.folder.is_empty() || roots.contains(&self.folder) {
            return true;
        }
        let folder_and_name = |file: &'a str| file.rsplit_once('/').unwrap_or(("", file));
        let others = files.filter(|file| *file != self.file).map(folder_and_name);
        let mut names = others.filter(|(folder, _)| *folder == self.folder).map(|(_, name)| name);
        match self.kind {
            Kind::Library => {
                let names: Vec<&str> = names.collect();
                !names.is_empty() && !names.contains(&"__init__.py")
            }
            _ => names.next().is_some(),
        }
    }

    /// Reports whether the file has the name of a module of the standard library.
    ///
    /// Only an absolute import can mean this module.
    #[must_use]
    pub fn is_library_module(&self) -> bool {
        self.kind == Kind::Library
    }

    /// Returns the path of the module without an ending.
    fn place(&self, module: &str) -> String {
        if self.folder.is_empty() { module.to_owned() } else { format!("{}/{module}", self.folder) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shadow(path: &str, files: &[&str]) -> Option<Shadow> {
        let files = files.iter().copied().chain([path]).map(str::to_owned).collect();
        let is_link = !path.contains('.');
        Shadow::find(ChangedPath { path, is_added: true, is_link, is_redirect: false, is_untracked: false }, &files)
    }

    #[test]
    fn a_file_that_replaces_a_module_is_found() {
        for (path, file) in [
            ("calc/__init__.py", "calc.py"),
            ("py/calc/__init__.py", "py/calc.py"),
            ("__pycache__/calc.cpython-311.pyc", "calc.py"),
            ("py/__pycache__/calc.cpython-311.opt-1.pyc", "py/calc.py"),
            ("py/calc/__pycache__/__init__.cpython-311.pyc", "py/calc/__init__.py"),
            ("calc.pyc", "calc.py"),
            ("calc.abi3.so", "calc.py"),
            ("py/calc.cpython-311-x86_64-linux-gnu.so", "py/calc.py"),
            ("py/calc.cp311-win_amd64.pyd", "py/calc.py"),
            ("calc", "calc.py"),
            ("py/acme.py", "py/acme/calc.py"),
            ("py/acme.so", "py/acme/__init__.py"),
            ("sitecustomize.py", "py/calc.py"),
            ("py/usercustomize/__init__.py", "py/calc.py"),
        ] {
            assert!(shadow(path, &[file]).is_some_and(|found| found.replaces(file, &[])), "{path}");
        }
    }

    #[test]
    fn a_file_with_the_name_of_a_library_module_is_found_in_a_root() {
        let files = ["py/acme/__init__.py", "py/acme/calc.py", "flat/calc.py"];
        let roots = ["py".to_owned()];
        for (path, is_found) in [
            ("bisect.py", true),
            ("py/bisect/__init__.py", true),
            ("flat/bisect.py", true),
            ("py/acme/bisect.py", false),
            ("tools/bisect.py", false),
        ] {
            let found = shadow(path, &files).expect("a shadow");
            assert_eq!(found.is_importable(files.into_iter(), &roots), is_found, "{path}");
            assert!(!found.replaces("py/acme/calc.py", &roots), "{path}");
        }
        // A package beside a module of the project replaces this module first.
        let found = shadow("py/queue/__init__.py", &["py/queue.py"]).expect("a shadow");
        assert!(found.replaces("py/queue.py", &roots) && !found.is_library_module());
        assert_eq!(shadow("py/calc2.py", &files), None);
    }

    #[test]
    fn other_files_do_not_replace_a_module() {
        for (path, file) in [
            ("calc/__init__.py", "other/calc.py"),
            ("calc.py", "acme/calc.py"),
            ("acme.py", "acme/__init__.py"),
            ("other/__pycache__/calc.cpython-311.pyc", "calc.py"),
            ("lib.so", "calc.py"),
            ("tools/sitecustomize.py", "py/calc.py"),
            ("README.md", "calc.py"),
            ("docs", "calc.py"),
        ] {
            assert!(!shadow(path, &[file]).is_some_and(|found| found.replaces(file, &[])), "{path}");
        }
        let roots = ["tools".to_owned()];
        assert!(shadow("tools/sitecustomize.py", &[]).is_some_and(|found| found.replaces("py/calc.py", &roots)));
    }
}
