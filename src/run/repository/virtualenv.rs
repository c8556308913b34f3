//! The Python environment of a working tree: `.venv` or `venv` at its root. One that is part of the
//! revision is not used, as a change could bring an interpreter of its own, which would be started
//! outside of the sandbox.

use crate::git::Repository;
use mts_model::error::Result;
use std::path::Path;

/// Where people make it.
const NAMES: [&str; 2] = [".venv", "venv"];

/// A virtual environment.
pub struct Environment {
    /// Its folder, from the root of the working tree.
    pub name: &'static str,
    /// Path of its interpreter.
    pub interpreter: String,
}

/// The first virtual environment of the working tree that git knows nothing in.
///
/// # Errors
/// When the working tree cannot be read.
pub fn found(repository: &Repository) -> Result<Option<Environment>> {
    let Some(root) = repository.root() else { return Ok(None) };
    let is_there = |name: &&&str| is_environment(&root.join(name));
    let there: Vec<&&str> = NAMES.iter().filter(is_there).collect();
    if there.is_empty() {
        return Ok(None);
    }
    let tree = repository.work_tree()?;
    let own = there.into_iter().find(|name| !tree.holds_below(name));
    Ok(own.map(|name| Environment { name, interpreter: root.join(name).join("bin/python").display().to_string() }))
}

fn is_environment(folder: &Path) -> bool {
    // A link may lead to files that are part of the revision.
    let is_folder = std::fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir());
    is_folder && folder.join("pyvenv.cfg").is_file() && folder.join("bin/python").is_file()
}
