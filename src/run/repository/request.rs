//! The request for a run on a repository.

use crate::config::Config;
use crate::git::CiEvent;
use crate::run::options::Bound;
use crate::run::plan::shard::split::ShardSpec;
use mts_model::error::Result;
use std::path::PathBuf;

/// The options of `cargo mts run`.
#[derive(Clone, Debug)]
pub struct Request {
    /// A folder of the repository.
    pub directory: PathBuf,
    /// Configuration file, instead of the revisions' own.
    pub config: Option<PathBuf>,
    /// Revision to compare with.
    pub base: Option<String>,
    /// Revision to test; the working tree when `None`, and `HEAD` where an event says what happened to it.
    pub head: Option<String>,
    /// The files as they lie there, whatever the event.
    pub work_tree: bool,
    /// Every pair, changed or not.
    pub all: bool,
    /// Selectors of pairs.
    pub pairs: Vec<String>,
    /// Output folder.
    pub out: PathBuf,
    /// Pairs of workers.
    pub jobs: Option<usize>,
    /// How much of the run to do.
    pub bound: Bound,
    /// The part of the run to do.
    pub part: Option<ShardSpec>,
    /// Files with results of the base.
    pub baselines: Vec<PathBuf>,
    /// The commits that CI names; they count where no `base` is given and `HEAD` is tested.
    pub event: Option<CiEvent>,
}

/// Lays flags over the configuration that holds.
pub type FlagOverrides<'a> = &'a dyn Fn(&mut Config) -> Result<()>;
