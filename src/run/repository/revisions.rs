//! The two revisions of a run, and the data that the run reads from both.
//!
//! The data are the configuration, the suite files, the programs and the accept list.

use super::request::RepositoryRequest;
use super::snapshots::{configuration, load, write};
use crate::config::{self, AcceptedFile, Config, ProgramEntry, Selection};
use crate::git::{Base, BaseChoice, Diff, FileChange, Repository, Snapshot, Status};
use crate::run::context::Commits;
use crate::run::plan::program_pair::ProgramPair;
use crate::run::plan::suite_files::SuiteFiles;
use crate::run::revision::Revision;
use crate::run::revision::line_map::HeadLineMap;
use crate::run::revision::shadows::{ChangedPath, Shadow};
use crate::run::suppression::accept_list::AcceptList;
use mts_generate::inputs::program_cases::{self, ProgramTest};
use mts_model::error::{Error, Result};
use mts_model::glob::Glob;
use mts_model::{Language, Property};
use mts_workers::build_systems;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The reason why a base does not decide what the tool installs, for messages.
pub(super) const UNTRUSTED: &str =
    "no default branch has the base, so the author of the change may have made the base; give the base with --base";

/// The two snapshots of a run and their difference.
pub(super) struct RevisionPair<'r> {
    pub(super) head: Snapshot<'r>,
    pub(super) base: Option<Snapshot<'r>>,
    pub(super) diff: Diff,
    /// The note about the choice of the base.
    note: String,
    /// The head of the pull request that the tested merge commit merges.
    ///
    /// `None` if the tested commit is not the merge commit of a pull request.
    merged: Option<String>,
    /// Whether the author of the change may have made the base.
    is_base_of_author: bool,
}

/// The configuration in force for the run.
pub(super) struct EffectiveConfig {
    pub(super) config: Config,
    /// The configuration of the base alone.
    pub(super) base: Config,
    /// The declared properties of both configurations, the head first.
    pub(super) properties: [Vec<Property>; 2],
    pub(super) pending_until_merge: Vec<String>,
    pub(super) notes: Vec<String>,
}

impl<'r> RevisionPair<'r> {
    pub(super) fn find(repository: &'r Repository, request: &RepositoryRequest) -> Result<Self> {
        let (base, head) = (request.base.as_deref(), request.head.as_deref());
        if request.ignores_base {
            return Self::between(repository, None, head);
        }
        if let (Some(event), None) = (&request.event, base)
            && let Some(found) = repository.event_base(event, head.unwrap_or("HEAD"))?
        {
            return Self::between(repository, Some(found), head.or((!request.work_tree).then_some("HEAD")));
        }
        let found = match base {
            Some(revision) => {
                let sha = repository
                    .merge_base(&repository.resolve(revision)?, &repository.resolve(head.unwrap_or("HEAD"))?)?;
                let why = format!("the merge base with `{revision}`");
                Some(Base { sha, why, merged: None, choice: BaseChoice::Trusted })
            }
            None => repository.default_base(head)?,
        };
        Self::between(repository, found, head)
    }

    pub(super) fn between(repository: &'r Repository, base: Option<Base>, head: Option<&str>) -> Result<Self> {
        let tested = match head {
            Some(revision) => repository.snapshot(revision)?,
            None => repository.work_tree()?,
        };
        let note = base.as_ref().map_or_else(
            || "there is no earlier commit, so the run has no base".to_owned(),
            |found| format!("compared with {}", found.why),
        );
        let merged = base.as_ref().and_then(|found| found.merged.clone());
        let is_base_of_author = base.as_ref().is_some_and(|found| found.choice == BaseChoice::Author);
        let base = base.map(|found| repository.snapshot(&found.sha)).transpose()?;
        let diff = base.as_ref().map(|base| repository.diff(base, &tested)).transpose()?.unwrap_or_default();
        Ok(Self { head: tested, base, diff, note, merged, is_base_of_author })
    }

    /// Reports whether the base has the same files as the head.
    ///
    /// The function ignores the files that `cargo mts init` writes.
    pub(super) fn are_equal(&self) -> bool {
        let is_of_init = |change: &FileChange| {
            change.status == Status::Added && [config::FILE, ".gitignore"].contains(&change.path.as_str())
        };
        self.base.is_some() && self.diff.skipped.is_empty() && self.diff.changes.iter().all(is_of_init)
    }

    /// Returns the revision that decides what the tool installs.
    ///
    /// `None` if the author of the change may have made the base.
    pub(super) fn trusted(&self) -> Option<&Snapshot<'r>> {
        (!self.is_base_of_author).then(|| self.base.as_ref().unwrap_or(&self.head))
    }

    /// Returns the configuration in force.
    ///
    /// A change must not weaken the gate for its own run, and must not name programs that the tool
    /// starts. So the configuration of the base applies, with the defaults for keys that the base
    /// does not set. Settings of the change that only add checks apply at once. If the base has no
    /// configuration, a run on a working tree outside CI events uses the working tree's
    /// configuration. Without a base, the head's configuration applies.
    pub(super) fn configuration(&self, file: Option<&Path>, scratch: &Path, is_event: bool) -> Result<EffectiveConfig> {
        let mut notes = vec![self.note.clone()];
        if let Some(path) = file {
            notes.push(format!("the run uses the configuration of the command line: {}", path.display()));
            let (config, properties) = (Config::load_file(path)?, [Vec::new(), Vec::new()]);
            return Ok(EffectiveConfig {
                base: config.clone(),
                config,
                properties,
                pending_until_merge: Vec::new(),
                notes,
            });
        }
        let own = configuration(&self.head, &scratch.join("head-configuration"))?;
        let base = match &self.base {
            Some(base) => configuration(base, &scratch.join("base-configuration"))?,
            None => None,
        };
        let declared = |config: &Option<Config>| config.as_ref().map(|one| one.properties.clone()).unwrap_or_default();
        let properties = [declared(&own), declared(&base)];
        let of_base = base.clone().unwrap_or_default();
        let (config, pending_until_merge) = match (base, own) {
            (None, own) if self.base.is_none() => (own.unwrap_or_default(), Vec::new()),
            (Some(base), own) => Config::effective(&base, &own.unwrap_or_default()),
            (None, Some(own)) if self.head.sha().is_none() && !is_event => {
                notes.push(
                    "the base has no configuration, so the run uses the configuration of the working tree".to_owned(),
                );
                (own, Vec::new())
            }
            (None, Some(own)) => {
                let what =
                    "the base has no configuration, so the run uses only those settings of the change that add checks";
                notes.push(what.to_owned());
                Config::effective(&Config::default(), &own)
            }
            (None, None) => (Config::default(), Vec::new()),
        };
        Ok(EffectiveConfig { config, base: of_base, properties, pending_until_merge, notes })
    }

    /// Returns a message for each configured folder without source files.
    ///
    /// # Errors
    /// Returns a usage error if the source files of such a folder may be in a submodule.
    pub(super) fn empty_roots(&self, config: &Config) -> Result<Vec<String>> {
        let paths = self.head.paths();
        let has = |folder: &str, language| {
            let folder = if folder.is_empty() { String::new() } else { format!("{}/", folder.trim_end_matches('/')) };
            paths.iter().any(|path| path.starts_with(&folder) && Language::from_path(path) == Some(language))
        };
        let sides =
            config.roots.iter().flat_map(|root| [(&root.java, Language::Java), (&root.python, Language::Python)]);
        let empty = sides.filter(|(folder, language)| !has(folder, *language));
        let message = |(folder, language): (&String, Language)| {
            let message = format!("roots: no {language:?} file below `{folder}`");
            match self.head.submodule_at(folder) {
                Some(submodule) => Err(Error::usage(format!("{message}, and cargo mts does not read submodules"))
                    .at(submodule)
                    .help("run cargo mts in the repository of the submodule, or commit copies of its files")),
                None => Ok(message),
            }
        };
        empty.map(message).collect()
    }

    /// Reads the tested revision.
    ///
    /// The function parses the files if the change touches a source file, a test or a file that
    /// Python may load in place of a source file. The function also parses the files if there is no base, or if the
    /// user requests all pairs.
    pub(super) fn head(
        &self,
        sources: &Selection,
        programs: &[ProgramEntry],
        everything: bool,
        scratch: &Path,
    ) -> Result<Revision> {
        let touched = self
            .diff
            .changes
            .iter()
            .any(|file| sources.takes(&file.path) || file.old_path.as_ref().is_some_and(|old| sources.takes(old)));
        let is_test = |path: &str| programs.iter().any(|one| Path::new(path).starts_with(&one.tests));
        let shadows = self.shadows();
        let touched = touched || !shadows.is_empty() || self.diff.changes.iter().any(|file| is_test(&file.path));
        let wanted = |path: &str| (everything || touched || self.base.is_none()) && sources.takes(path);
        let mut changes = BTreeMap::new();
        for file in &self.diff.changes {
            let old = match file.status {
                Status::Added => None,
                _ => Some(file.old_path.clone().unwrap_or_else(|| file.path.clone())),
            };
            changes.insert(file.path.clone(), old);
        }
        Ok(load(&self.head, &wanted, Some(scratch))?.with_changes(changes, shadows))
    }

    /// Returns the files of the change that Python may load in place of other code.
    fn shadows(&self) -> Vec<Shadow> {
        let Some(base) = &self.base else { return Vec::new() };
        let (files, known) = (self.head.paths().into_iter().collect(), base.unread());
        let changed = self.diff.changes.iter().filter(|file| file.status != Status::Deleted).map(|file| ChangedPath {
            path: &file.path,
            is_added: !base.contains(&file.path),
            is_link: false,
            is_redirect: self.adds_redirect(&file.path),
            is_untracked: self.head.is_untracked(&file.path),
        });
        let unread = self.head.unread();
        let linked = unread.difference(&known);
        let linked = linked.map(|path| ChangedPath {
            path,
            is_added: true,
            is_link: true,
            is_redirect: false,
            is_untracked: false,
        });
        changed.chain(linked).filter_map(|part| Shadow::find(part, &files)).collect()
    }

    /// Reports whether the change lets an `__init__.py` decide where Python finds modules.
    fn adds_redirect(&self, path: &str) -> bool {
        let names = |snapshot: &Snapshot<'_>, name: &str| snapshot.text(path).is_ok_and(|text| text.contains(name));
        path.rsplit('/').next() == Some("__init__.py")
            && ["__path__", "__getattr__"].into_iter().any(|name| {
                let is_old = self.base.as_ref().is_some_and(|base| base.contains(path) && names(base, name));
                names(&self.head, name) && !is_old
            })
    }

    /// Reads the base revision, and parses only its changed files.
    pub(super) fn base(&self, sources: &Selection, scratch: &Path) -> Result<Option<Revision>> {
        let Some(base) = &self.base else { return Ok(None) };
        let old: BTreeSet<&str> = self.diff.changes.iter().map(|f| f.old_path.as_deref().unwrap_or(&f.path)).collect();
        let wanted = |path: &str| old.contains(path) && sources.takes(path);
        let mut revision = load(base, &wanted, None)?;
        if base.folder().is_none() {
            let settings = scratch.with_extension("settings");
            base.materialise(&settings, &|path| build_systems::is_python_settings(path))?;
            let tree = build_systems::SourceTree { folder: &settings, files: &revision.all };
            let (python_roots, version_modules) =
                (build_systems::python_roots(tree), build_systems::version_modules(tree));
            (revision.python_roots, revision.version_modules) = (python_roots, version_modules);
            revision.folder = scratch.to_path_buf();
        }
        Ok(Some(revision))
    }

    /// Writes the files of the base. The run calls this function only if at least one job runs at the base.
    pub(super) fn materialize_base(&self, scratch: &Path) -> Result<()> {
        match &self.base {
            Some(base) if base.folder().is_none() => write(base, scratch).map(|_| ()),
            _ => Ok(()),
        }
    }

    pub(super) fn commits(&self, repository: &Repository) -> Result<Commits> {
        let (head, tested) = match self.head.sha() {
            Some(sha) => (Some(sha.clone()), Some(sha)),
            // A new repository has a branch without a commit.
            None => match repository.resolve("HEAD") {
                Ok(sha) => {
                    let clean = repository.diff(&repository.snapshot(&sha)?, &self.head)?.changes.is_empty();
                    (Some(sha.clone()), clean.then_some(sha))
                }
                Err(_) => (None, None),
            },
        };
        let head = self.merged.clone().or(head);
        let base = self.base.as_ref().and_then(Snapshot::sha);
        let trusted_base = base.clone().filter(|_| !self.is_base_of_author);
        Ok(Commits { base, trusted_base, head, tested })
    }

    /// Returns the map from lines of the tested merge commit to lines of the head.
    ///
    /// If the run tests the head itself, or if the clone lacks the head, the map keeps all lines.
    pub(super) fn head_lines(&self, repository: &Repository, commits: &Commits) -> Result<HeadLineMap> {
        let (Some(head), Some(tested)) = (&commits.head, &commits.tested) else { return Ok(HeadLineMap::default()) };
        if head == tested {
            return Ok(HeadLineMap::default());
        }
        let Ok(head) = repository.snapshot(head) else { return Ok(HeadLineMap::default()) };
        repository.diff(&head, &self.head).map(|diff| HeadLineMap::from_diff(&diff))
    }

    /// Returns the accept list in force, from the lists of both revisions.
    pub(super) fn accepted(&self, repository: &Repository, commits: &Commits) -> Result<AcceptList> {
        let read = |snapshot: &Snapshot<'_>| -> Result<AcceptedFile> {
            if !snapshot.contains(config::ACCEPTED) {
                return Ok(AcceptedFile::default());
            }
            let text = snapshot.text(config::ACCEPTED).map_err(|row| Error::usage(row.reason).at(row.name))?;
            AcceptedFile::parse(&text, config::ACCEPTED)
        };
        let base = self.base.as_ref().map(read).transpose()?;
        // The author of a change can set the time of the commit to the past, so the function takes the later time of
        // both commits.
        let known = [&commits.base, &commits.head].into_iter().filter(|_| commits.head.is_some()).flatten();
        let times: Vec<i64> = known.map(|sha| repository.commit_time(sha)).collect::<Result<_>>()?;
        let seconds = times.into_iter().max();
        Ok(AcceptList::from_revisions(base.as_ref(), &read(&self.head)?, seconds))
    }

    /// Returns the programs with their tests.
    ///
    /// The tests include the tests of the base that the change removes, and the inputs that the change modifies.
    pub(super) fn programs(&self, config: &Config) -> Result<Vec<ProgramPair>> {
        let entry = |program: &ProgramEntry| {
            let mut paths: BTreeMap<String, &Snapshot<'_>> = BTreeMap::new();
            let folder = format!("{}/", program.tests);
            for snapshot in std::iter::once(&self.head).chain(&self.base) {
                let below =
                    snapshot.paths().into_iter().filter_map(|path| path.strip_prefix(&folder).map(str::to_owned));
                below.for_each(|path| _ = paths.entry(path).or_insert(snapshot));
            }
            let names: Vec<String> = paths.keys().cloned().collect();
            let read = |path: &str| match paths.get(path) {
                Some(snapshot) => snapshot.text(&format!("{folder}{path}")).map_err(|row| row.reason),
                None => Err("the file is missing".to_owned()),
            };
            let tests = program_cases::tests(&names, read);
            let mut tests = tests.map_err(|why| Error::usage(why).at(format!("programs: {}", program.tests)))?;
            tests.extend(self.modified_tests(&folder, &tests));
            let (java, python) = (program.java.clone(), program.python.clone());
            let of_tests = |path: &str| path.starts_with(&folder);
            let tests_changed = self.diff.changes.iter().any(|file| of_tests(&file.path));
            Ok(ProgramPair {
                java,
                python,
                place: program.tests.clone(),
                tests,
                tests_changed,
                is_added: program.is_added,
            })
        };
        config.programs.iter().map(entry).collect()
    }

    /// Returns the tests of the base whose input the change modifies.
    ///
    /// The tests get names that the head does not use.
    /// The expected output may be out of date, so Java's output is the expected one.
    fn modified_tests(&self, folder: &str, now: &[ProgramTest]) -> Vec<ProgramTest> {
        let Some(base) = &self.base else { return Vec::new() };
        let below = base.paths().into_iter().filter_map(|path| path.strip_prefix(folder).map(str::to_owned));
        let read = |path: &str| base.text(&format!("{folder}{path}")).map_err(|row| row.reason);
        // The base's tests may have a fault that the change fixes.
        let before = program_cases::tests(&below.collect::<Vec<_>>(), read).unwrap_or_default();
        let is_lost = |test: &ProgramTest| now.iter().all(|own| own.stdin != test.stdin);
        let lost = before.into_iter().filter(is_lost);
        lost.map(|test| ProgramTest { name: format!("{} (base)", test.name), stdout: None, ..test }).collect()
    }

    /// Returns the suite files, including the files and calls that the change removes.
    pub(super) fn suites(&self, config: &Config) -> Result<SuiteFiles> {
        let glob = Glob::from_name_pattern(&config.inputs.files).map_err(|why| Error::usage(why).at("inputs.files"))?;
        let mut suites = SuiteFiles::default();
        let mut of_head = BTreeMap::new();
        for snapshot in std::iter::once(&self.head).chain(&self.base) {
            for path in snapshot.paths().into_iter().filter(|path| glob.is_match(path)) {
                let read = || snapshot.text(&path).map_err(|row| Error::usage(row.reason).at(row.name));
                match of_head.get(&path) {
                    None => {
                        let text = read()?;
                        suites.add(&path, &text)?;
                        of_head.insert(path, text);
                    }
                    Some(own) => {
                        if let Some(text) = read().ok().filter(|text| text != own) {
                            suites.add_base_version(&path, &text);
                        }
                    }
                }
            }
        }
        Ok(suites)
    }
}
