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
pub use module::{BuildProject, BuildSystem, JavaModule, LanguageLevel, SourceTree, join, parent};
pub use python::{dependencies as python_dependencies, roots as python_roots, setup_cfg_dependencies, version_modules};
pub use runner::{BuildSettings, find_tool};

/// Returns the project that builds a file.
///
/// The nearest build file in the file's folder or above selects Maven or Gradle. With Maven, the result is the outer
/// project if the `pom.xml` of an outer folder lists this project as a module. With Gradle, the result is the project
/// of the outermost folder with a settings file. `None` if there is no build file, or the `pom.xml` cannot be read.
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
