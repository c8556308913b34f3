//! The data of one run: both revisions, their commits and the settings.
//!
//! `repository` creates the data for a repository, and `commands::check` for two files or folders.
//! The data does not change afterwards.

use super::plan::program_pair::ProgramPair;
use super::plan::shard::split::ShardSpec;
use super::plan::suite_files::SuiteFiles;
use super::results::baseline::Baseline;
use super::results::redaction::Secrets;
use super::revision::changed_lines::ChangedLines;
use super::revision::line_map::HeadLineMap;
use super::revision::{Change, Revision};
use super::suppression::accept_list::AcceptList;
use mts_generate::pairing::PairingConfig;
use mts_lang::SourceFile;
use mts_model::Property;
use mts_model::error::Result;
use std::sync::Arc;

/// The commits of a run, for the report. `None` means that there is no such commit.
#[derive(Clone, Debug, Default)]
pub struct Commits {
    /// The base commit.
    pub base: Option<String>,
    /// The base commit. `None` also if the author of the change can have chosen or made this commit.
    pub trusted_base: Option<String>,
    /// The head commit of the change. If the run tests the merge commit of a pull request, `head` is the pull request's
    /// head.
    pub head: Option<String>,
    /// The commit whose code the run tests; `None` for a working tree with uncommitted changes.
    pub tested: Option<String>,
}

/// All data of one run.
pub struct RunContext<'a> {
    /// The tested revision.
    pub head: &'a Revision,
    /// The base revision; `None` if the run has no base.
    pub base: Option<&'a Revision>,
    /// Whether both revisions have the same files, except for new files of `cargo mts init`. If so, both revisions have
    /// the same results.
    pub is_base_equal: bool,
    /// The pairs and the unpaired functions in the configuration of the base.
    pub base_pairing: PairingConfig,
    /// The commits of both revisions.
    pub commits: Commits,
    /// The inputs from suite files.
    pub suites: SuiteFiles,
    /// A line map from the commit that the run tests to the commit `head`.
    pub head_lines: HeadLineMap,
    /// The lines that the change adds or modifies.
    pub changed_lines: ChangedLines,
    /// The folder to which paths are relative, for a check of files or folders. `None` for a run on a repository.
    pub folder: Option<String>,
    /// The pairs of whole programs.
    pub programs: Vec<ProgramPair>,
    /// The accept list.
    pub accepted: AcceptList,
    /// The declared properties of pairs that are in force for the tested revision.
    pub properties: Vec<Property>,
    /// The baselines of earlier runs; `None` if the user requests no baseline.
    pub baselines: Option<Vec<Baseline>>,
    /// The shard to run; `None` for the complete run.
    pub shard: Option<ShardSpec>,
    /// The settings that the change modifies and that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
    /// The notes about the configuration.
    pub notes: Vec<String>,
    /// The secrets that the results must not contain.
    pub secrets: Secrets,
}

impl RunContext<'_> {
    /// Returns the base and the pairing configuration of the base, for the plan.
    #[must_use]
    pub fn base_with_rules(&self) -> Option<(&Revision, &PairingConfig)> {
        self.base.map(|base| (base, &self.base_pairing))
    }

    /// Returns a parsed file of the base.
    ///
    /// For an unchanged file, the function returns the parsed file of the head, because the tool parses such a file
    /// only once.
    #[must_use]
    pub fn base_file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        let same = || self.head.file(path).filter(|_| self.head.change_of(path) == Change::Unchanged);
        self.base?.file(path).or_else(same)
    }
}

/// The function that writes the files of the base into the base's folder.
///
/// The run calls this function only if at least one job runs at the base.
pub type MaterializeBase<'a> = &'a dyn Fn() -> Result<()>;
