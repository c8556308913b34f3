//! A Java project and its modules as plain data: sources, class path, language level.
//!
//! The cache stores modules as JSON.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The lowest level of the language that every supported JDK compiles.
const LOWEST: u32 = 8;

/// The language level of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LanguageLevel {
    /// The language level of the JDK that compiles.
    #[default]
    Own,
    /// `-source N`: sets the level of the language.
    Source(String),
    /// `--release N`: sets the level of the language and of the library.
    Release(String),
}

impl LanguageLevel {
    /// Returns the level from the two settings of a build. The level `1.8` counts as 8.
    #[must_use]
    pub fn from_settings(release: Option<&str>, source: Option<&str>) -> Self {
        let number = |text: &str| -> Option<String> {
            let text = text.trim();
            let text = text.strip_prefix("1.").unwrap_or(text);
            text.parse::<u32>().is_ok().then(|| text.to_owned())
        };
        match (release.and_then(number), source.and_then(number)) {
            (Some(release), _) => Self::Release(release),
            (None, Some(source)) => Self::Source(source),
            (None, None) => Self::Own,
        }
    }

    /// Returns the nearest level that a JDK with this feature number supports.
    ///
    /// A lower level becomes the lowest level that every JDK from 11 on supports. If the JDK is too old for the level,
    /// the result is the JDK's own level, because most files use no newer syntax.
    #[must_use]
    pub fn within(&self, jdk: Option<u32>) -> Self {
        let raised = |level: &String| match level.parse::<u32>() {
            Ok(number) => number.max(LOWEST).to_string(),
            Err(_) => level.clone(),
        };
        match self {
            _ if self.is_above(jdk) => Self::Own,
            Self::Own => Self::Own,
            Self::Source(level) => Self::Source(raised(level)),
            Self::Release(level) => Self::Release(raised(level)),
        }
    }

    /// Reports whether this language level is too high for a JDK with this feature number.
    #[must_use]
    pub fn is_above(&self, jdk: Option<u32>) -> bool {
        let wanted = self.number().and_then(|level| level.parse::<u32>().ok());
        wanted.zip(jdk).is_some_and(|(wanted, jdk)| wanted > jdk)
    }

    /// Returns the number of the level. `None` for the level of the JDK.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        match self {
            Self::Own => None,
            Self::Source(level) | Self::Release(level) => Some(level),
        }
    }

    /// Returns the options for the compiler.
    #[must_use]
    pub fn options(&self) -> Vec<String> {
        match self {
            Self::Own => Vec::new(),
            Self::Source(level) => vec!["-source".to_owned(), level.clone()],
            Self::Release(level) => vec!["--release".to_owned(), level.clone()],
        }
    }
}

/// A module of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JavaModule {
    /// The folder, relative to the root of the tree.
    pub folder: String,
    /// The folders with sources, relative to the root of the tree.
    pub sources: Vec<String>,
    /// The folders with generated sources, relative to the folder of the cache entry.
    pub generated: Vec<PathBuf>,
    /// The folder with resources, relative to the folder of the cache entry.
    pub resources: Option<PathBuf>,
    /// The archives of libraries, such as jars.
    ///
    /// The paths are absolute, or relative to the folder of the cache entry.
    pub libraries: Vec<PathBuf>,
    /// The folders of the needed modules of the same build.
    pub siblings: Vec<String>,
    /// The language level.
    pub level: LanguageLevel,
}

/// A build system for Java.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuildSystem {
    /// `mvn`, or the project's `mvnw`.
    Maven,
    /// `gradle`, or the project's `gradlew`.
    Gradle,
}

impl BuildSystem {
    /// Returns the usual name of this build system.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Maven => "Maven",
            Self::Gradle => "Gradle",
        }
    }
}

/// The files of one revision, on disk.
#[derive(Clone, Copy)]
pub struct SourceTree<'a> {
    /// The folder of the files.
    pub folder: &'a Path,
    /// The paths of all regular files, relative to the folder.
    pub files: &'a BTreeSet<String>,
}

impl SourceTree<'_> {
    /// Returns the text of a file of the tree. `None` for other files.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<String> {
        let there = self.files.contains(path);
        there.then(|| std::fs::read_to_string(self.folder.join(path)).ok()).flatten()
    }

    /// Reports whether a folder of the tree contains a file with this name.
    pub(super) fn has_file(&self, folder: &str, name: &str) -> bool {
        self.files.contains(&join(folder, name))
    }
}

/// A Java project, from its build files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProject {
    /// The build system.
    pub tool: BuildSystem,
    /// The folder in which the tool starts, relative to the root of the tree.
    pub folder: String,
    /// Whether the sources need libraries, which only the build tool can find.
    pub needs_libraries: bool,
    /// The modules, without libraries and generated sources.
    pub modules: Vec<JavaModule>,
}

/// Returns the folder of a path. The result is empty for the root.
#[must_use]
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Joins a folder and a path, and resolves `.` and `..`. The result is empty for the root.
#[must_use]
pub fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_wins_over_a_source_level_and_the_jdk_decides_without_a_number() {
        assert_eq!(LanguageLevel::from_settings(Some("11"), Some("1.8")), LanguageLevel::Release("11".to_owned()));
        assert_eq!(LanguageLevel::from_settings(None, Some("1.8")).options(), ["-source", "8"]);
        assert_eq!(LanguageLevel::from_settings(Some("${java.version}"), None), LanguageLevel::Own);
    }

    #[test]
    fn a_language_level_that_the_jdk_does_not_support_becomes_the_nearest_one() {
        let level = |release: Option<&str>, source| LanguageLevel::from_settings(release, source).within(Some(17));
        assert_eq!(level(Some("21"), None), LanguageLevel::Own);
        assert_eq!(level(Some("17"), None), LanguageLevel::Release("17".to_owned()));
        assert_eq!(level(None, Some("1.5")), LanguageLevel::Source("8".to_owned()));
        assert_eq!(level(None, None), LanguageLevel::Own);
    }
}
