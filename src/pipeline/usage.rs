//! What a run takes from the machine, seen from outside: processor time and peak resident size of
//! this process and its workers, as the kernel counts them under `/proc`. Elsewhere both are 0.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Ticks of `/proc/PID/stat` in a second; Linux fixes it for programs at 100.
const TICKS_PER_SECOND: f64 = 100.0;

/// Samples the process and its descendants until stopped.
pub struct Meter {
    stop: Arc<AtomicBool>,
    peak_kb: Arc<AtomicU64>,
    /// Processor ticks of every process seen; the last sample of one that ended stays.
    thread: Option<JoinHandle<u64>>,
}

impl Meter {
    /// Starts sampling.
    #[must_use]
    pub fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let peak_kb = Arc::new(AtomicU64::new(0));
        let thread = std::thread::spawn({
            let (stop, peak_kb) = (stop.clone(), peak_kb.clone());
            move || {
                let mut ticks: BTreeMap<u32, u64> = BTreeMap::new();
                let own = std::process::id();
                let before = read(own).map_or(0, |p| p.ticks);
                loop {
                    let family = family(own);
                    let resident: u64 = family.values().map(|p| p.resident_kb).sum();
                    peak_kb.fetch_max(resident, Ordering::Relaxed);
                    ticks.extend(family.into_iter().map(|(pid, p)| (pid, p.ticks)));
                    if stop.load(Ordering::Relaxed) {
                        return ticks.values().sum::<u64>().saturating_sub(before);
                    }
                    std::thread::park_timeout(Duration::from_millis(50));
                }
            }
        });
        Self { stop, peak_kb, thread: Some(thread) }
    }

    /// Processor seconds and peak resident MiB since the start.
    #[must_use]
    pub fn stop(mut self) -> (f64, f64) {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take();
        let ticks = thread
            .and_then(|thread| {
                thread.thread().unpark();
                thread.join().ok()
            })
            .unwrap_or(0);
        let real = |n: u64| n as f64;
        (real(ticks) / TICKS_PER_SECOND, real(self.peak_kb.load(Ordering::Relaxed)) / 1024.0)
    }
}

#[derive(Clone, Copy, Debug)]
struct Process {
    parent: u32,
    ticks: u64,
    resident_kb: u64,
}

/// A process and all its descendants.
fn family(root: u32) -> BTreeMap<u32, Process> {
    let all: BTreeMap<u32, Process> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid: u32| Some((pid, read(pid)?)))
        .collect();
    let mut found = BTreeMap::new();
    let mut todo = vec![root];
    while let Some(pid) = todo.pop() {
        if let Some(process) = all.get(&pid)
            && found.insert(pid, *process).is_none()
        {
            todo.extend(all.iter().filter(|(_, p)| p.parent == pid).map(|(pid, _)| *pid));
        }
    }
    found
}

/// Parent, processor ticks and resident size from `/proc/PID/stat` (proc(5), fields 4, 14, 15, 24).
fn read(pid: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may hold anything; fields are counted from behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let pages = number(24)?;
    Some(Process { parent: u32::try_from(number(4)?).ok()?, ticks: number(14)? + number(15)?, resident_kb: pages * 4 })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_busy_child_is_counted() {
        let meter = Meter::start();
        let burn = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let status = std::process::Command::new("sh").args(["-c", burn]).status().expect("sh runs");
        assert!(status.success());
        let (cpu, rss) = meter.stop();
        assert!(cpu > 0.0, "{cpu}");
        assert!(rss > 1.0, "{rss}");
    }
}
