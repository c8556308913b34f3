//! The checkpoint: the finished pairs of an interrupted run, with which the next run continues.
//!
//! The file is in the cache folder, because a repository could contain a forged file in the output
//! folder. A run that ends removes its checkpoint.

use crate::run::context::RunContext;
use crate::run::jobs::pair_jobs::Jobs;
use crate::run::options::{Options, identity_json};
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

/// The name of the folder in the cache.
const FOLDER: &str = "runs";
/// The time for which the tool keeps a checkpoint that no run continues.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The finished pairs of a run with the same revisions and settings.
pub struct Checkpoint {
    path: PathBuf,
    /// The file, which stays locked as long as the run lasts.
    file: Mutex<File>,
}

/// A line of the checkpoint file.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The index of the pair in the plan.
    pair: usize,
    result: PairResult,
}

impl Checkpoint {
    /// Opens or creates the checkpoint of this run, and reads the results in the checkpoint.
    ///
    /// The key of a result is the index of the pair in the plan.
    ///
    /// Returns `None` if the run tests uncommitted files, if the tool cannot write the cache, or if another process
    /// does the same run. The run does not need a checkpoint.
    #[must_use]
    pub fn open(
        cache: Option<&Path>,
        context: &RunContext<'_>,
        jobs: &Jobs,
        options: &Options,
        runtime: &RuntimeInfo,
    ) -> Option<(Self, BTreeMap<usize, PairResult>)> {
        context.commits.tested.as_ref()?;
        let folder = cache?.join(FOLDER);
        fs::create_dir_all(&folder).ok()?;
        sweep(&folder);
        let path = folder.join(format!("{}.jsonl", digest(context, jobs, options, runtime)?));
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).ok()?;
        file.try_lock().ok()?;
        let mut text = String::new();
        file.read_to_string(&mut text).ok()?;
        // The last line can be incomplete, because the run was interrupted.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let lines: Option<Vec<Line>> = text[..whole].lines().map(|line| serde_json::from_str(line).ok()).collect();
        let (whole, lines) = lines.map_or((0, Vec::new()), |lines| (whole, lines));
        file.set_len(whole as u64).ok()?;
        file.seek(SeekFrom::End(0)).ok()?;
        let finished = lines.into_iter().map(|line| (line.pair, line.result)).collect();
        Some((Self { path, file: Mutex::new(file) }, finished))
    }

    /// Stores the result of a pair. If the write fails, the next run measures the pair again.
    pub fn add(&self, pair: usize, result: PairResult) {
        let Ok(mut line) = serde_json::to_string(&Line { pair, result }) else { return };
        line.push('\n');
        if let Ok(mut file) = self.file.lock() {
            _ = file.write_all(line.as_bytes());
        }
    }

    /// Removes the checkpoint at the end of the run.
    pub fn remove(self) {
        _ = fs::remove_file(&self.path);
    }
}

/// Removes checkpoints that are too old.
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

/// Computes a digest of all data that affects a row.
///
/// The digest covers the size and the time of the program file, so another build of the same
/// version starts a new checkpoint.
fn digest(context: &RunContext<'_>, jobs: &Jobs, options: &Options, runtime: &RuntimeInfo) -> Option<String> {
    let program = fs::metadata(&options.launcher).ok()?;
    let program = (program.len(), program.modified().ok()?);
    let verdict_settings = baseline::verdict_settings(options, runtime).ok()?;
    let accepted = (&context.accepted.ids, &options.python, &context.baselines.is_some(), context.shard);
    let shard_digest = shard::digest(context, jobs, options).ok()?;
    let text = identity_json(&(shard_digest, verdict_settings, program, accepted)).ok()?;
    Some(blake3::hash(text.as_bytes()).to_hex()[..32].to_owned())
}
