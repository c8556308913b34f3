//! The options of a run, resolved once from the command line and the configuration. Only this
//! type travels; raw flags and configuration text stay where they are read.

use crate::analysis::Settings;
use crate::execution::Limits;
use crate::judgement::gate::Thresholds;
use std::path::PathBuf;

/// How much the sandbox is insisted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// What the kernel offers.
    Auto,
    /// Refuse to run without it.
    Required,
    /// None.
    Off,
}

/// A source root pair of the repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Root {
    /// Folder of the Java side; empty for the whole repository.
    pub java: String,
    /// Folder of the Python side; empty for the whole repository.
    pub python: String,
    /// Jars and class folders, relative to the repository.
    pub classpath: Vec<String>,
    /// More source folders, relative to the repository.
    pub sourcepath: Vec<String>,
}

/// Everything a run needs to know beside the revisions.
#[derive(Clone, Debug)]
pub struct Options {
    /// The subcommand, for the report.
    pub command: String,
    /// Seed of generated inputs.
    pub seed: u64,
    /// Most inputs for a pair.
    pub max_inputs: usize,
    /// What bears on verdicts.
    pub settings: Settings,
    /// The gate.
    pub thresholds: Thresholds,
    /// Bounds of the workers.
    pub limits: Limits,
    /// How much the sandbox is insisted on.
    pub sandbox: Sandbox,
    /// Pairs of workers.
    pub jobs: usize,
    /// The program that re-executes itself to start workers.
    pub launcher: PathBuf,
    /// JDK to use; `None` to look for one.
    pub java_home: Option<PathBuf>,
    /// CPython to use; `None` for `python3`.
    pub python: Option<String>,
    /// Source roots.
    pub roots: Vec<Root>,
    /// Settings that the change alters and that hold after the merge.
    pub after_merge: Vec<String>,
    /// Things to tell about the configuration.
    pub notes: Vec<String>,
}
