//! The data of one run: both revisions and everything that was read from them. It is made once, by `repository` for
//! a repository and by `commands::check` for two files or folders, and does not change afterwards.

use super::plan::program_pair::ProgramPair;
use super::plan::shard::split::ShardSpec;
use super::plan::suite_files::SuiteFiles;
use super::results::baseline::Baseline;
use super::results::redaction::Secrets;
use super::revision::changed_lines::ChangedLines;
use super::revision::line_map::HeadLineMap;
use super::revision::{Change, Revision};
use super::suppression::accept_list::AcceptList;
use mts_lang::SourceFile;
use mts_model::Property;
use mts_model::error::Result;
use std::sync::Arc;

/// The commits of a run, for the report.
#[derive(Clone, Debug, Default)]
pub struct Commits {
    /// Compared with.
    pub base: Option<String>,
    /// Asked for.
    pub head: Option<String>,
    /// Run; `None` for a working tree with changes of its own.
    pub tested: Option<String>,
}

/// Everything a run works on.
pub struct RunContext<'a> {
    /// The tested revision.
    pub head: &'a Revision,
    /// The base of the comparison.
    pub base: Option<&'a Revision>,
    /// Their commits.
    pub commits: Commits,
    /// Inputs given in suite files.
    pub suites: SuiteFiles,
    /// How lines of the tested revision are found in the head.
    pub head_lines: HeadLineMap,
    /// The lines that the change wrote.
    pub changed_lines: ChangedLines,
    /// Folder that paths start at, for files outside of a repository.
    pub folder: Option<String>,
    /// Pairs of whole programs.
    pub programs: Vec<ProgramPair>,
    /// The accepted findings.
    pub accepted: AcceptList,
    /// Properties that people state of pairs, as they hold for what is tested.
    pub properties: Vec<Property>,
    /// Results of bases that were measured before; `None` where nobody asks for any.
    pub baselines: Option<Vec<Baseline>>,
    /// The part of the run to do; all of it when `None`.
    pub part: Option<ShardSpec>,
    /// Settings that the change alters and that hold after the merge.
    pub pending_until_merge: Vec<String>,
    /// Notes about the configuration.
    pub notes: Vec<String>,
    /// Values that no result may show.
    pub secrets: Secrets,
}

impl RunContext<'_> {
    /// A file of the base that was parsed; one that the change does not touch was not parsed again for it.
    #[must_use]
    pub fn base_file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        let same = || self.head.file(path).filter(|_| self.head.change_of(path) == Change::Unchanged);
        self.base?.file(path).or_else(same)
    }
}

/// Writes the files of the base into its folder; until something is run on them they are only known.
pub type MaterializeBase<'a> = &'a dyn Fn() -> Result<()>;
