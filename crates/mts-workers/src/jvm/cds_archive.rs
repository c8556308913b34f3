//! The JVM's archive of the classes that a worker loads at its start: it saves a third of that time.
//! It is made from a run of the worker on a small unit of its own, beside the first real one and
//! with what that leaves of the processor. No code under test has a part in it, and nothing needs it.

use crate::find::Jdk;
use crate::interrupt;
use crate::protocol;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long the end of a run waits for it, where the cache is kept between runs.
const PATIENCE: Duration = Duration::from_secs(2);

/// How the name of one in the making begins.
const STAGED: &str = ".making-";

/// None is this long in the making.
const ABANDONED: Duration = Duration::from_secs(3_600);

/// Where the archive for a worker's jar is.
pub(crate) fn path_for(jar: &Path) -> PathBuf {
    jar.with_extension("jsa")
}

/// An archive in the making; it is put in place, or given up, when the run ends.
pub(crate) struct ArchiveJob {
    child: Child,
    staged: tempfile::TempPath,
    /// Where the run works: an empty folder of its own, like every worker.
    _folder: tempfile::TempDir,
    archive: PathBuf,
    patience: Duration,
}

impl ArchiveJob {
    /// Begins, unless there is one; nothing comes of it where that is not possible. `arguments` are the
    /// worker's own; `is_kept` tells that later runs will find what is in the cache.
    pub fn begin(jdk: &Jdk, jar: &Path, arguments: &[String], is_kept: bool) -> Option<Self> {
        // One is enough, however many workers there are.
        static STARTED: AtomicBool = AtomicBool::new(false);
        let archive = path_for(jar);
        if archive.exists() || STARTED.swap(true, Ordering::Relaxed) {
            return None;
        }
        let cache = jar.parent()?;
        sweep(cache);
        let staged = tempfile::Builder::new().prefix(STAGED).suffix(".jsa").tempfile_in(cache).ok()?.into_temp_path();
        let folder = tempfile::tempdir().ok()?;
        let mut request = tempfile::tempfile().ok()?;
        protocol::write_frame(&mut request, protocol::Tag::NONE, training().to_string().as_bytes()).ok()?;
        std::io::Seek::rewind(&mut request).ok()?;
        // The JVM does not write over a file.
        std::fs::remove_file(&staged).ok()?;
        let mut command = Command::new("nice");
        command.arg("-n19").arg(jdk.home.join("bin/java"));
        command.arg(format!("-XX:ArchiveClassesAtExit={}", staged.display())).args(arguments).args(["0", "1"]);
        command.current_dir(&folder).env_clear().env("PATH", "/usr/bin:/bin");
        command.stdin(request).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().ok()?;
        interrupt::register_group(child.id());
        Some(Self {
            child,
            staged,
            _folder: folder,
            archive,
            patience: if is_kept { PATIENCE } else { Duration::ZERO },
        })
    }

    /// Whether it is there.
    fn is_complete(&mut self) -> bool {
        let until = Instant::now() + self.patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.success() && self.staged.exists(),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(10)),
                _ => return false,
            }
        }
    }
}

impl Drop for ArchiveJob {
    fn drop(&mut self) {
        if self.is_complete() {
            // Without it the next run makes another.
            let _ = std::fs::rename(&self.staged, &self.archive);
        } else {
            interrupt::kill(self.child.id());
        }
        interrupt::unregister_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Removes what killed runs left in the making.
fn sweep(cache: &Path) {
    let Ok(entries) = std::fs::read_dir(cache) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(STAGED)) {
        let made = entry.metadata().and_then(|about| about.modified()).ok();
        if made.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > ABANDONED) {
            // Another run may be doing the same.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A request that takes the worker through all it does: two rounds of the compiler, values of several
/// kinds, an exception.
fn training() -> serde_json::Value {
    let body = "mts.Ticks.t(); Map<String, Integer> seen = new HashMap<>(); List<Integer> all = new ArrayList<>(); \
                for (int i = 0; i < a.length; i++) { mts.Ticks.t(); all.add(a[i]); seen.merge(s, a[i], Integer::sum); } \
                Collections.sort(all); System.out.println(s + all + Math.max(x, 1.5)); \
                if (a.length == 0) throw new IllegalStateException(\"empty\"); return seen.get(s);";
    let call = |n: u32| json!([n, format!("\ncase {n}: return f__mts{n}(a, s, x);")]);
    let head = "import java.util.*;\npublic class Training { static int f(int[] a, String s, double x) { \
                switch (mts.Ticks.variant) {";
    let copy =
        |n: u32, body: &str| json!([n, format!("static int f__mts{n}(int[] a, String s, double x) {{ {body} }}\n")]);
    let inputs = [json!([3, 1, 2]), json!([])];
    let input = |a: &serde_json::Value| json!({ "receiver": null, "args": [a, "text", { "$float": "0.5" }] });
    let order = |n: u32| json!([n, true, 2, [[0, 1_000_000], [1, 1_000_000]]]);
    json!({
        "key": "training",
        "path": "Training.java",
        "pieces": [
            [null, head], call(0), call(1),
            [null, "\ndefault: throw new IllegalStateException(\"no such variant\"); } }\n"],
            copy(0, body), copy(1, "boolean wrong = 0; return wrong;"), [null, "}\n"],
        ],
        "entry": { "class": "Training", "method": "f", "params": ["int[]", "String", "double"], "receiver": [] },
        "isolate": false, "separate": false, "level": [], "classes": [], "sourcepath": [], "classpath": [],
        "stdout": 65_536, "patience_ms": 6_000, "probes": null,
        "inputs": inputs.iter().map(input).collect::<Vec<_>>(),
        "orders": [order(0), order(1)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn what_killed_runs_left_in_the_making_is_swept_and_nothing_else() {
        let cache = tempfile::tempdir().expect("a folder");
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        for (name, is_old) in [(".making-a.jsa", true), (".making-b.jsa", false), ("worker.jsa", true)] {
            let file = File::create(cache.path().join(name)).expect("a file");
            if is_old {
                file.set_modified(old).expect("a time");
            }
        }
        sweep(cache.path());
        let mut pending: Vec<_> =
            std::fs::read_dir(cache.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
        pending.sort();
        assert_eq!(pending, [".making-b.jsa", "worker.jsa"]);
    }
}
