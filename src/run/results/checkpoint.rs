//! The finished pairs of an interrupted run, so that the next run goes on there. The file is
//! kept in the cache folder and not in the output folder: a repository could bring that along. A run that
//! ends removes it.

use crate::run::context::RunContext;
use crate::run::jobs::pair_jobs::Jobs;
use crate::run::options::Options;
use crate::run::plan::Plan;
use crate::run::plan::shard;
use crate::run::results::baseline;
use crate::run::results::pair_results::PairResult;
use crate::run::workers::RuntimeInfo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// Folder in the cache.
const FOLDER: &str = "runs";
/// How long the settled pairs of a run that nobody went on with are kept.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The pairs that a run of these revisions under these settings has settled so far.
pub struct Checkpoint {
    path: PathBuf,
    /// Locked as long as the run lasts.
    file: Mutex<File>,
}

/// A line.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Its place in the plan.
    pair: usize,
    result: PairResult,
}

impl Checkpoint {
    /// Opens the checkpoint of this run, or begins it. It reads the results in the checkpoint by their places in the
    /// plan.
    ///
    /// `None` where the tested files are no commit's, where the cache cannot be written, and where another process does
    /// the same run: nothing depends on it.
    #[must_use]
    pub fn open(
        cache: Option<&Path>,
        context: &RunContext<'_>,
        plan: &Plan,
        jobs: &Jobs,
        options: &Options,
        runtime: &RuntimeInfo,
    ) -> Option<(Self, BTreeMap<usize, PairResult>)> {
        context.commits.tested.as_ref()?;
        let folder = cache?.join(FOLDER);
        fs::create_dir_all(&folder).ok()?;
        sweep(&folder);
        let path = folder.join(format!("{}.jsonl", digest(context, plan, jobs, options, runtime)?));
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).ok()?;
        file.try_lock().ok()?;
        let mut text = String::new();
        file.read_to_string(&mut text).ok()?;
        // The last line may lack its end.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let lines: Option<Vec<Line>> = text[..whole].lines().map(|line| serde_json::from_str(line).ok()).collect();
        let (whole, lines) = lines.map_or((0, Vec::new()), |lines| (whole, lines));
        file.set_len(whole as u64).ok()?;
        file.seek(SeekFrom::End(0)).ok()?;
        let finished = lines.into_iter().map(|line| (line.pair, line.result)).collect();
        Some((Self { path, file: Mutex::new(file) }, finished))
    }

    /// Keeps the result of a pair; where that fails the next run measures it again.
    pub fn add(&self, pair: usize, result: PairResult) {
        let Ok(mut line) = serde_json::to_string(&Line { pair, result }) else { return };
        line.push('\n');
        if let Ok(mut file) = self.file.lock() {
            _ = file.write_all(line.as_bytes());
        }
    }

    /// The run has come to its end.
    pub fn remove(self) {
        _ = fs::remove_file(&self.path);
    }
}

/// Removes what is too old to be gone on with.
fn sweep(folder: &Path) {
    let is_old = |path: &Path| {
        let changed = fs::metadata(path).and_then(|file| file.modified()).ok();
        changed.and_then(|at| SystemTime::now().duration_since(at).ok()).is_some_and(|age| age > KEPT)
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for old in files.filter(|path| is_old(path)) {
        _ = fs::remove_file(old);
    }
}

/// Over everything that a row depends on: another program, even of the same version, starts anew.
fn digest(
    context: &RunContext<'_>,
    plan: &Plan,
    jobs: &Jobs,
    options: &Options,
    runtime: &RuntimeInfo,
) -> Option<String> {
    let program = fs::metadata(&options.launcher).ok()?;
    let program = (program.len(), program.modified().ok()?);
    let bearing = baseline::bearing(options, runtime);
    let accepted = (&context.accepted.ids, &options.python, &context.baselines.is_some(), context.part);
    let shard_digest = shard::digest(context, plan, jobs, options).ok()?;
    let text = format!("{shard_digest} {bearing} {program:?} {accepted:?}");
    Some(blake3::hash(text.as_bytes()).to_hex()[..32].to_owned())
}
