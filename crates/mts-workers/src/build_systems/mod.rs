//! Reads data from the build of a project.
//!
//! For Java these are the libraries, modules, generated sources and language level, from Maven or
//! Gradle. For Python these are the folders on `sys.path`.
//!
//! Reading build files runs no code. A build tool runs the project's code, so the build tool runs
//! under [`crate::commands::build_tool`], on a copy of the tree. The package `cargo-mts` selects
//! the revision to build.

mod cache;
mod credentials;
mod gradle;
mod javac;
mod maven;
mod module;
mod output;
mod pom;
mod python;
mod runner;

pub use credentials::credentials;
pub use javac::CompiledModule;
pub use module::{JavaModule, LanguageLevel};
pub use python::{dependencies as python_dependencies, roots as python_roots, setup_cfg_dependencies, version_modules};
pub use runner::{BuildSettings, find_tool};

use std::collections::BTreeSet;
use std::path::Path;

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
    /// The paths of all regular files, from the folder.
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
    fn has_file(&self, folder: &str, name: &str) -> bool {
        self.files.contains(&join(folder, name))
    }
}

/// A Java project, from its build files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProject {
    /// The build system.
    pub tool: BuildSystem,
    /// The folder in which the tool starts, from the root of the tree.
    pub folder: String,
    /// Whether the sources need libraries, which only the tool can find.
    pub needs_libraries: bool,
    /// The modules, without libraries and generated sources.
    pub modules: Vec<JavaModule>,
}

/// Returns the project that builds a file.
///
/// This is the project of the nearest build file above the file. If an outer project lists that
/// project as a module, the result is the outer project.
#[must_use]
pub fn project_of(tree: SourceTree<'_>, file: &str) -> Option<BuildProject> {
    let mut folder = parent(file);
    loop {
        if tree.has_file(folder, "pom.xml") {
            return maven::project(tree, folder);
        }
        if gradle::FILES.iter().any(|name| tree.has_file(folder, name)) {
            return Some(gradle::project(tree, folder));
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// Reports whether this path is a build file.
#[must_use]
pub fn is_build_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name == "pom.xml" || gradle::FILES.contains(&name)
}

/// Reports whether [`python_roots`] reads this file.
#[must_use]
pub fn is_python_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "pyproject.toml" | "setup.cfg" | "setup.py")
}

/// Compiles the modules of a project and returns them.
///
/// The list of modules comes from the cache. The build tool runs only if the cache has no list for
/// the current files.
///
/// # Errors
/// Returns an error if the build fails. The message has the first error of the tool.
pub fn build(
    tree: SourceTree<'_>,
    project: &BuildProject,
    settings: &BuildSettings,
) -> Result<Vec<CompiledModule>, String> {
    let (modules, cache_folder) = cache::modules(tree, project, settings, &|copy, out| match project.tool {
        BuildSystem::Maven => maven::run(copy, project, settings, out),
        BuildSystem::Gradle => gradle::run(copy, project, settings, out),
    })?;
    javac::compile(tree, modules, &cache_folder, settings)
}

/// Returns the folder of a path; empty for the root.
#[must_use]
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns a path below a folder, without `.` and `..`; empty for the root.
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
