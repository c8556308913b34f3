//! The packages that an environment of the cache takes from another environment.
//!
//! `python_environment` creates the environments. `find` finds the folders that an interpreter uses.

use crate::harness::cache::default_cache;
use mts_model::error::{Error, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The file that adds the packages of another environment to an environment of the tool.
const OTHER_PACKAGES: &str = "mts-other-packages.pth";
/// The cache folder for environments that have packages of another environment. The folder has one file for each such
/// environment. Only the tool writes there.
const OTHER_FOLDERS: &str = "environment-packages";

/// Returns the folder with the packages of an environment, for this version of Python.
pub(crate) fn folder_in(environment: &Path, version: &str) -> PathBuf {
    let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
    environment.join(format!("lib/python{minor}/site-packages"))
}

/// Returns the sorted names of the entries of a folder with packages.
///
/// The result is empty if the folder cannot be read.
pub(crate) fn names(packages: &Path) -> Vec<String> {
    let entries = fs::read_dir(packages).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// Adds a folder with packages of another environment to an environment of the cache.
///
/// The interpreter of `environment` finds the packages at once. The sandbox lets workers read the packages only
/// after the environment is at `kept`. The function does nothing if `kept` is outside the default cache.
///
/// # Errors
/// Returns an error if the function cannot write the files.
pub(crate) fn add(packages: &Path, version: &str, (environment, kept): (&Path, &Path)) -> Result<()> {
    let Some(listed) = list_of(kept) else { return Ok(()) };
    let write = |file: &Path| {
        file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, packages.display().to_string()))
    };
    for file in [&folder_in(environment, version).join(OTHER_PACKAGES), &listed] {
        write(file).map_err(|error| Error::io("write the packages of the environment", file, &error))?;
    }
    Ok(())
}

/// Returns the folder with packages of another environment that [`add`] added to an environment.
pub(crate) fn added_to(environment: &Path) -> Option<PathBuf> {
    fs::read_to_string(list_of(environment)?).ok().map(PathBuf::from)
}

/// Returns the file that names the packages which an environment takes from another environment.
///
/// `None` for an environment outside the default cache. Neither `pip` nor a change of a repository can write the file.
fn list_of(environment: &Path) -> Option<PathBuf> {
    let cache = default_cache().filter(|cache| environment.starts_with(cache))?;
    Some(cache.join(OTHER_FOLDERS).join(environment.file_name()?))
}
