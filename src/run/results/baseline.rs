//! The baseline: the results of one commit, for later runs with this base.
//!
//! A later run does not measure these results again.
//!
//! A run takes a result only if everything that affects the result is equal, including the chosen
//! inputs. So the report is the same with and without a baseline, except for timings. This module
//! defines the file `baseline.json`. The crate `mts-engine` measures.

use crate::run::options::{Options, identity_json};
use crate::run::results::findings;
use crate::run::workers::RuntimeInfo;
use mts_engine::{GeneratedCounts, PairJob, PairOutcome};
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::{DisagreementChange, Scores};
use mts_model::{Finding, FindingKind, MutantVerdict, Suite, Why};
use mts_oracle::scores::InputCounts;
use mts_oracle::{Comparison, scores};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The name of the file in the output folder.
pub const FILE: &str = "baseline.json";
/// The version of the file format.
const VERSION: u32 = 2;
/// The version of the ids of findings and mutants, and of an entry's data.
///
/// Increase the version if the data that an id hashes changes. Otherwise a run would compare its findings with a
/// baseline that has other ids for the same findings.
const ID_VERSION: u32 = 4;
/// The highest size of a file, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The results of a pair at one revision.
///
/// The entry has only the data for a comparison with another revision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineEntry {
    /// The verdict of each mutant.
    pub verdicts: Vec<MutantVerdict>,
    inputs: usize,
    equal: usize,
    type_drifted: usize,
    #[serde(default)]
    undecided: usize,
    /// The inputs that count for CA.
    #[serde(default)]
    compared: BTreeSet<usize>,
    /// `false` if another run may compare outcomes that this run could not compare.
    #[serde(default)]
    is_steady: bool,
    #[serde(default)]
    inputs_possible: Option<u64>,
    ignored: u64,
    /// The numbers of generated mutants. The verdicts can be a sample of these mutants.
    #[serde(default)]
    generated: GeneratedCounts,
    /// The inputs on which the original functions differ, by the id of the finding.
    differing: BTreeMap<String, BTreeSet<usize>>,
}

impl BaselineEntry {
    /// Reports whether the tool could compare an input of the pair.
    #[must_use]
    pub fn has_inputs(&self) -> bool {
        self.inputs > 0
    }

    /// Creates the entry of a measured pair.
    #[must_use]
    pub fn from_outcome(measured: &PairOutcome) -> Self {
        let bare = |verdict: MutantVerdict| MutantVerdict { input: None, why: Why::default(), ..verdict };
        Self {
            verdicts: measured.verdicts().into_iter().map(bare).collect(),
            inputs: measured.originals.counted,
            equal: measured.originals.equal,
            type_drifted: measured.originals.type_drifted,
            undecided: measured.originals.undecided,
            compared: measured.originals.compared(&measured.job.suite.inputs),
            is_steady: !measured.originals.has_incomparable_by_chance(),
            inputs_possible: measured.job.possible_inputs(),
            ignored: measured.job.ignored.ids.len() as u64,
            generated: measured.generated.clone(),
            differing: findings::differing(measured),
        }
    }

    /// Computes the scores. Findings with the ids in `accepted` count as accepted.
    #[must_use]
    pub fn scores(&self, accepted: &BTreeSet<String>) -> Scores {
        let mut scored = scores::scores(&self.verdicts, accepted);
        scored.ignored = self.ignored;
        scored.inputs_possible = self.inputs_possible;
        let inputs = self.differing.iter().filter(|(id, _)| accepted.contains(*id)).map(|(_, inputs)| inputs.len());
        scored.inputs_accepted = inputs.sum::<usize>() as u64;
        let scored = scores::with_sample(scored, &self.verdicts, &self.generated.operators, self.generated.weight);
        let Self { inputs, equal, type_drifted, undecided, .. } = *self;
        let counts = InputCounts { inputs, equal, type_drifted, undecided };
        scores::with_originals(scored, counts)
    }

    /// Returns a function that reports whether this revision also has a finding of `head`.
    ///
    /// Both revisions have the same inputs.
    pub fn same_findings(&self, head: &PairOutcome) -> impl Fn(&Finding) -> bool + use<'_> {
        let differing = findings::differing(head);
        let killed = |verdict: &&MutantVerdict| verdict.verdict.is_killed();
        let killed: BTreeSet<&str> = self.verdicts.iter().filter(killed).map(|mutant| mutant.id.as_str()).collect();
        move |finding| match finding.kind {
            FindingKind::Original => self
                .differing
                .get(&finding.id)
                .is_some_and(|before| differing.get(&finding.id).is_some_and(|inputs| inputs.is_subset(before))),
            FindingKind::Mutant => killed.contains(finding.id.as_str()),
            _ => false,
        }
    }

    /// Compares the disagreements of `head` with the disagreements of this entry, without accepted
    /// findings.
    ///
    /// Both revisions ran on the same inputs.
    #[must_use]
    pub fn disagreement_change(&self, head: &PairOutcome, accepted: &BTreeSet<String>) -> DisagreementChange {
        let is_open = |(id, _): &(&String, &BTreeSet<usize>)| !accepted.contains(*id);
        let differing = findings::differing(head);
        let same = |(id, inputs): (&String, &BTreeSet<usize>)| {
            self.differing.get(id).map_or(0, |before| inputs.intersection(before).count())
        };
        let same_at_base = differing.iter().filter(is_open).map(same).sum::<usize>();
        let hidden = differing.iter().filter(|way| !is_open(way)).map(|(_, inputs)| inputs.len()).sum::<usize>();
        let is_accepted = |input: &usize| differing.iter().any(|way| !is_open(&way) && way.1.contains(input));
        let is_lost = |input: &&usize| head.originals.is_lost(**input, self.is_steady) && !is_accepted(input);
        let agrees = |input: &&usize| head.originals.per_input.get(**input).is_some_and(Comparison::agrees);
        let fixed = self.differing.iter().filter(is_open).flat_map(|(_, inputs)| inputs).filter(agrees).count();
        // An input without an outcome has no finding id, so the input counts as a new disagreement.
        let open = (head.originals.counted - head.originals.equal).saturating_sub(hidden);
        DisagreementChange {
            new: open.saturating_sub(same_at_base) as u64,
            same_at_base: same_at_base as u64,
            fixed: fixed as u64,
            lost: self.compared.iter().filter(is_lost).count() as u64,
        }
    }
}

/// The values that all pairs of a baseline share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineIdentity {
    tool: String,
    /// The [`ID_VERSION`]. Files of the first version do not have this key.
    #[serde(default = "first_id_version")]
    ids: String,
    commit: String,
    java: String,
    python: String,
    /// The digest of all configured settings that affect verdicts.
    settings: String,
}

/// The results of pairs at one commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    identity: BaselineIdentity,
    /// The entries, by the digest of the pair and its inputs.
    pairs: BTreeMap<String, BaselineEntry>,
}

/// The version of a file. All other keys are ignored.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// The baselines that a run can use.
pub struct BaselineIndex {
    files: Vec<Baseline>,
    identity: BaselineIdentity,
}

impl BaselineIndex {
    /// Selects the given baselines that match a run with this base.
    ///
    /// Without a base, no baseline matches.
    ///
    /// # Errors
    /// Returns an internal error if the settings have no JSON form.
    pub fn new(baselines: &[Baseline], base: Option<&str>, options: &Options, runtime: &RuntimeInfo) -> Result<Self> {
        let identity = identity(options, base.unwrap_or_default().to_owned(), runtime)?;
        let fitting = baselines.iter().filter(|file| file.identity == identity && !identity.commit.is_empty());
        Ok(Self { files: fitting.cloned().collect(), identity })
    }

    /// Returns the entry of this pair with these inputs.
    #[must_use]
    pub fn find(&self, job: &PairJob, suite: &Suite) -> Option<BaselineEntry> {
        if self.files.is_empty() {
            return None;
        }
        let key = key(job, suite)?;
        self.files.iter().find_map(|file| file.pairs.get(&key).cloned())
    }

    /// Returns the reason why no given baseline is usable.
    ///
    /// Returns `None` if a baseline is usable.
    #[must_use]
    pub fn incompatible(&self, baselines: &[Baseline]) -> Option<String> {
        if !self.files.is_empty() {
            return None;
        }
        let Some(first) = baselines.first() else { return Some("there is no baseline file".to_owned()) };
        let (own, other) = (&self.identity, &first.identity);
        let parts = [
            ("commit", &other.commit, &own.commit),
            ("version of cargo mts", &other.tool, &own.tool),
            ("version of the ids", &other.ids, &own.ids),
            ("JDK", &other.java, &own.java),
            ("CPython", &other.python, &own.python),
            ("settings", &other.settings, &own.settings),
        ];
        let differs = parts.iter().find(|(_, other, own)| other != own);
        differs.map(|(what, other, own)| format!("the baseline has the {what} `{other}`, but this run needs `{own}`"))
    }
}

impl Baseline {
    /// Creates a baseline from the results of a run.
    ///
    /// Returns `None` if the run tested uncommitted files.
    ///
    /// # Errors
    /// Returns an internal error if the settings have no JSON form.
    pub fn record(
        options: &Options,
        tested: Option<&str>,
        runtime: &RuntimeInfo,
        measured: impl Iterator<Item = (String, BaselineEntry)>,
    ) -> Result<Option<Self>> {
        let Some(commit) = tested else { return Ok(None) };
        let identity = identity(options, commit.to_owned(), runtime)?;
        Ok(Some(Self { version: VERSION, identity, pairs: measured.collect() }))
    }

    /// Reads a baseline file, or returns `None` if the file does not exist.
    ///
    /// The file does not exist before the first run on a branch.
    ///
    /// # Errors
    /// Returns a usage error if the file is too large, is not a baseline or has another version. Returns an environment
    /// error if the file cannot be read.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let place = || path.display().to_string();
        let size = match std::fs::metadata(path) {
            Ok(file) => file.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io("read the baseline", path, &error)),
        };
        let wrong = |what: String| Error::usage(what).at(place()).help(format!("give the path of the {FILE} of a run"));
        if size > MOST_BYTES {
            return Err(wrong(format!("the baseline is too large: {size} bytes (the limit is 256 MiB)")));
        }
        let text = read_text(path, DATA_BYTES).map_err(|error| Error::io("read the baseline", path, &error))?;
        let no_baseline = |error: serde_json::Error| wrong(format!("the file is not a baseline: {error}"));
        // Read the version first, because an older file has other keys and needs its own message.
        let Versioned { version } = serde_json::from_str(&text).map_err(no_baseline)?;
        if version != VERSION {
            let message =
                format!("the baseline has format version {version}, and this cargo mts reads version {VERSION}");
            return Err(Error::usage(message)
                .at(place())
                .help("run cargo mts on the base again to write a new baseline"));
        }
        serde_json::from_str(&text).map(Some).map_err(no_baseline)
    }

    /// Joins the baselines of all shards of a run.
    ///
    /// Returns `None` if the baselines do not match.
    #[must_use]
    pub fn join(parts: Vec<Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let mut joined = parts.next()?;
        for part in parts {
            // A shard without pairs starts no JVM and no CPython, so its versions are empty.
            if joined.pairs.is_empty() {
                joined = part;
            } else if part.identity == joined.identity {
                joined.pairs.extend(part.pairs);
            } else if !part.pairs.is_empty() {
                return None;
            }
        }
        Some(joined)
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// Returns an internal error if the baseline has no JSON form.
    pub fn render(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| Error::bug(format!("the baseline has no JSON form: {error}")))
    }
}

fn identity(options: &Options, commit: String, runtime: &RuntimeInfo) -> Result<BaselineIdentity> {
    let settings = blake3::hash(settings(options)?.as_bytes()).to_hex()[..16].to_owned();
    let tool = env!("CARGO_PKG_VERSION").to_owned();
    let (java, python) = (runtime.java.clone(), runtime.python.clone());
    Ok(BaselineIdentity { tool, ids: ID_VERSION.to_string(), commit, java, python, settings })
}

fn first_id_version() -> String {
    "1".to_owned()
}

/// Returns the configured settings that affect verdicts, as JSON.
fn settings(options: &Options) -> Result<String> {
    let Options { settings, limits, sandbox, roots, random, .. } = options;
    identity_json(&(settings, limits, sandbox, roots, random))
}

/// Returns all values that affect verdicts, except the commits, as JSON.
pub(crate) fn verdict_settings(options: &Options, runtime: &RuntimeInfo) -> Result<String> {
    identity_json(&(env!("CARGO_PKG_VERSION"), &runtime.java, &runtime.python, settings(options)?))
}

/// Returns the entry of a measured pair with its key.
pub(crate) fn entry(measured: &PairOutcome) -> Option<(String, BaselineEntry)> {
    Some((key(&measured.job, &measured.job.suite)?, BaselineEntry::from_outcome(measured)))
}

/// Computes a digest of the pair, its inputs, its ignored mutants and its sample.
///
/// The digest does not cover the functions' text, because the commit determines the text.
fn key(job: &PairJob, suite: &Suite) -> Option<String> {
    let pair = &job.pair;
    let sampling = job.sampling.identity();
    let parts = (pair.key(), pair.python.selector(), &pair.arguments, &suite.inputs, &job.ignored.ids, sampling);
    let text = serde_json::to_string(&parts).ok()?;
    Some(blake3::hash(text.as_bytes()).to_hex()[..32].to_owned())
}
