//! Finds the Python virtual environment of a working tree: `.venv` or `venv` at its root.
//!
//! The tool ignores a virtual environment that is part of the revision. A change could add an
//! interpreter there, and the tool starts the interpreter outside the sandbox.

use crate::git::Repository;
use mts_model::error::Result;
use std::path::Path;

/// The usual names of the folder.
const NAMES: [&str; 2] = [".venv", "venv"];

/// A virtual environment.
pub struct Environment {
    /// The name of the folder at the root of the working tree.
    pub name: &'static str,
    /// The path of the interpreter.
    pub interpreter: String,
}

/// Returns the first virtual environment whose files git ignores.
///
/// # Errors
/// Returns an error if the working tree cannot be read.
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
    // A link could lead to files of the revision.
    let is_folder = std::fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir());
    is_folder && folder.join("pyvenv.cfg").is_file() && folder.join("bin/python").is_file()
}
