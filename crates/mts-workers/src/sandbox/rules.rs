//! The rules of a sandbox, and the report of its layers.

use super::ReadList;
use mts_model::SandboxMode;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The rules of a worker's sandbox.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SandboxRules {
    /// The files and folders of the system and the tool that the worker may read.
    pub read: Vec<PathBuf>,
    /// The files and folders of the user that the worker may read.
    pub sources: ReadList,
    /// The files and folders that the worker may execute: the program and the loader's libraries.
    pub execute: Vec<PathBuf>,
    /// The only folder that the worker may write to.
    pub write: PathBuf,
    /// Whether all layers are required, used as far as the system supports them, or off.
    pub confinement: SandboxMode,
    /// The address space in MiB, which limits native memory and the number of threads.
    pub address_space_mb: u32,
    /// Whether the worker forks processes for the code under test, which restrict themselves.
    pub forks: bool,
}

impl SandboxRules {
    /// Returns the first required layer that is not in force.
    ///
    /// `report` is the result of [`super::apply`].
    pub fn broken<'r>(&self, report: &'r [Protection]) -> Option<&'r str> {
        let is_required = self.confinement == SandboxMode::Required;
        report.iter().find(|one| is_required && one.is_missing).map(|one| one.text.as_str())
    }
}

/// One layer of the sandbox.
pub(crate) struct Protection {
    /// The effect of the layer, or the reason why it is not in force. The text is for people.
    pub text: String,
    /// Whether the system does not support the layer.
    pub is_missing: bool,
}

impl Protection {
    /// Creates a layer that is in force or switched off.
    pub(super) fn applied(text: String) -> Self {
        Self { text, is_missing: false }
    }

    /// Creates a layer that the system does not support.
    pub(super) fn not_applied(text: String) -> Self {
        Self { text, is_missing: true }
    }
}
