//! The request for a run on a repository.

use crate::config::Config;
use crate::git::CiEvent;
use crate::run::options::Bound;
use crate::run::plan::shard::split::ShardSpec;
use mts_model::error::Result;
use std::path::PathBuf;

/// The options of `cargo mts run`, and of other commands for pairs of a repository.
#[derive(Clone, Debug)]
pub struct RepositoryRequest {
    /// A folder inside the repository.
    pub directory: PathBuf,
    /// The path of a configuration file that replaces the configurations of the revisions.
    pub config: Option<PathBuf>,
    /// The base revision; `None` for the default base.
    pub base: Option<String>,
    /// The revision to test.
    ///
    /// `None` for the working tree, or for `HEAD` in a CI event.
    pub head: Option<String>,
    /// `true` to test the head without a base. If so, `base` and `event` have no effect.
    pub ignores_base: bool,
    /// `true` to test the working tree, even in a CI event.
    pub work_tree: bool,
    /// `true` for all pairs, `false` for changed pairs only.
    pub all: bool,
    /// The selectors of pairs.
    pub pairs: Vec<String>,
    /// The output folder.
    pub out: PathBuf,
    /// The number of worker pairs; `None` for half the cores.
    pub jobs: Option<usize>,
    /// The limit on the mutants.
    pub bound: Bound,
    /// The shard to run; `None` for the complete run.
    pub shard: Option<ShardSpec>,
    /// The paths of the baseline files.
    pub baselines: Vec<PathBuf>,
    /// The CI event. The event determines the base only if `base` is `None`.
    ///
    /// The event of a pull request determines the base of every tested revision. Another event
    /// determines only the base of its own revision.
    pub event: Option<CiEvent>,
}

/// The function that applies the flags to the configuration in force.
pub type FlagOverrides<'a> = &'a dyn Fn(&mut Config) -> Result<()>;
