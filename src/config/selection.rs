//! Selects the source files below the roots, without the excluded files. `git` reads the files.

use super::{Config, Root};
use mts_model::Language;
use mts_model::error::{Error, Result};
use mts_model::glob::Glob;

/// The files that a configuration selects.
#[derive(Clone, Debug)]
pub struct Selection {
    roots: Vec<Root>,
    excluded: Vec<Glob>,
}

impl Config {
    /// Returns the selection of files.
    ///
    /// A glob without `/` matches a file name in any folder. A glob with `/` matches a whole path
    /// from the repository root, as in ignore files.
    ///
    /// # Errors
    /// Returns a usage error if a glob is invalid.
    pub fn selection(&self) -> Result<Selection> {
        let compile = |glob: &String| {
            let anywhere = if glob.contains('/') { glob.clone() } else { format!("**/{glob}") };
            // The glob of a folder selects all files inside the folder.
            let anywhere = if anywhere.ends_with('/') { format!("{anywhere}**") } else { anywhere };
            Glob::from_path_pattern(&anywhere).map_err(|why| Error::usage(format!("exclude: `{glob}`: {why}")))
        };
        let excluded = self.exclude.iter().map(compile).collect::<Result<_>>()?;
        Ok(Selection { roots: self.roots.clone(), excluded })
    }
}

impl Selection {
    /// Reports whether the tool reads the file at this path from the repository root.
    ///
    /// The tool reads source files below a root of their language that no glob excludes.
    #[must_use]
    pub fn takes(&self, path: &str) -> bool {
        let Some(language) = Language::from_path(path) else { return false };
        !self.excluded.iter().any(|glob| glob.is_match(path))
            && (self.roots.is_empty() || self.roots.iter().any(|root| is_below(path, side(root, language))))
    }
}

/// Returns the root of a file: the root with the longest folder.
///
/// `None` means that there are no roots or that the file is outside of all roots.
#[must_use]
pub fn root_of<'r>(roots: &'r [Root], path: &str) -> Option<&'r Root> {
    let language = Language::from_path(path)?;
    let holding = roots.iter().filter(|root| is_below(path, side(root, language)));
    holding.max_by_key(|root| side(root, language).len())
}

fn side(root: &Root, language: Language) -> &str {
    match language {
        Language::Java => &root.java,
        Language::Python => &root.python,
    }
}

/// Reports whether a path is inside a folder. The empty folder is the root of the repository.
#[must_use]
pub fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Counts the leading folders that two paths share.
#[must_use]
pub fn shared_folders(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(text: &str) -> Selection {
        Config::parse(text, "mts.yml").expect("a configuration").selection().expect("a selection")
    }

    #[test]
    fn without_roots_every_source_file_is_selected() {
        let all = selection("");
        assert!(all.takes("a/b/C.java") && all.takes("d.py"));
        assert!(!all.takes("README.md"));
        assert_eq!(root_of(&all.roots, "d.py"), None);
    }

    #[test]
    fn each_root_applies_only_to_its_own_language() {
        let two = selection("roots: [{java: core/java, python: core/py}, {java: core/java/extra, python: extra}]");
        assert!(two.takes("core/java/A.java") && two.takes("core/py/a.py") && two.takes("extra/a.py"));
        assert!(!two.takes("core/java/a.py") && !two.takes("core/javax/A.java") && !two.takes("A.java"));
        assert_eq!(root_of(&two.roots, "core/java/extra/A.java").map(|root| root.python.as_str()), Some("extra"));
        assert_eq!(root_of(&two.roots, "core/java/A.java").map(|root| root.python.as_str()), Some("core/py"));
    }

    #[test]
    fn excluded_files_are_not_selected() {
        let some = selection("exclude: ['test_*.py', 'src/test/**', '*/gen/*.java', 'old/']");
        for path in ["test_a.py", "a/b/test_a.py", "src/test/java/A.java", "a/gen/A.java", "old/x/a.py"] {
            assert!(!some.takes(path), "{path}");
        }
        for path in ["tested.py", "a/src/test/A.java", "a/gen/b/A.java", "older/a.py"] {
            assert!(some.takes(path), "{path}");
        }
    }
}
