//! A module of a Java build as plain data: sources, class path, language level.
//!
//! The cache stores modules as JSON.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The language level of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LanguageLevel {
    /// The level of the JDK.
    #[default]
    Own,
    /// `-source N`: sets the level of the language.
    Source(String),
    /// `--release N`: sets the level of the language and of the library.
    Release(String),
}

impl LanguageLevel {
    /// Returns the level from the two settings of a build; `1.8` counts as 8.
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
    /// The folder, from the root of the tree.
    pub folder: String,
    /// The folders with sources, from the root of the tree.
    pub sources: Vec<String>,
    /// The folders with generated sources, from the folder of the cache entry.
    pub generated: Vec<PathBuf>,
    /// The folder with resources, from the folder of the cache entry.
    pub resources: Option<PathBuf>,
    /// Jars and class folders of libraries.
    pub libraries: Vec<PathBuf>,
    /// The folders of the needed modules of the same build.
    pub siblings: Vec<String>,
    /// The language level.
    pub level: LanguageLevel,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_counts_before_a_source_level_and_what_is_no_number_is_left_to_the_jdk() {
        assert_eq!(LanguageLevel::from_settings(Some("11"), Some("1.8")), LanguageLevel::Release("11".to_owned()));
        assert_eq!(LanguageLevel::from_settings(None, Some("1.8")).options(), ["-source", "8"]);
        assert_eq!(LanguageLevel::from_settings(Some("${java.version}"), None), LanguageLevel::Own);
    }
}
