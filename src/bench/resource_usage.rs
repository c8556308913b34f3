//! Measures processor time and peak resident size of this process and its workers.
//!
//! The data come from `/proc`. Without `/proc`, both values are 0.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The number of ticks of `/proc/PID/stat` in a second. On Linux, this number is always 100.
const TICKS_PER_SECOND: f64 = 100.0;

/// The time between two samples.
const SAMPLING: Duration = Duration::from_millis(50);
/// The number of samples between two searches for new processes. A search reads all processes of
/// the machine.
const LOOKING: usize = 5;

/// The program that a process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProcessRole {
    /// This process, and launchers that are not workers yet.
    Tool,
    /// A JVM.
    Java,
    /// A CPython process.
    Python,
}

/// The resources that a run used.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// The processor time in seconds.
    pub cpu_seconds: f64,
    /// The peak resident size of all processes together, in MiB.
    pub peak_rss_mb: f64,
    /// Processor seconds and peak size by role. The peaks may be at different times.
    pub by_role: BTreeMap<ProcessRole, (f64, f64)>,
}

/// A meter that samples this process and its descendants until `stop`.
pub struct Meter {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Usage>>,
}

impl Meter {
    /// Starts sampling.
    #[must_use]
    pub fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let thread = std::thread::spawn({
            let stop = stop.clone();
            move || {
                let own = std::process::id();
                let mut seen = ProcessSamples { before: read(own).map_or(0, |p| p.ticks), ..ProcessSamples::default() };
                for nth in 0.. {
                    let last = stop.load(Ordering::Relaxed);
                    let family = if last || nth % LOOKING == 0 { family(own) } else { seen.resample() };
                    seen.sample(own, family);
                    if last {
                        break;
                    }
                    std::thread::park_timeout(SAMPLING);
                }
                seen.usage(own)
            }
        });
        Self { stop, thread: Some(thread) }
    }

    /// Stops sampling and returns the resources used since the start.
    #[must_use]
    pub fn stop(mut self) -> Usage {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take();
        let usage = thread.and_then(|thread| {
            thread.thread().unpark();
            thread.join().ok()
        });
        usage.unwrap_or_default()
    }
}

/// Returns the processor seconds of all children that ended and that this process waited for.
#[must_use]
pub fn ended_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = |field| number(&stat, field).unwrap_or_default();
    seconds(ticks(16) + ticks(17))
}

/// The samples of all processes.
#[derive(Default)]
struct ProcessSamples {
    /// The ticks of this process at the start.
    before: u64,
    /// The last sample of every process, including processes that ended.
    last: BTreeMap<u32, Process>,
    alive: Vec<u32>,
    peak_kb: u64,
    peak_by_role: BTreeMap<ProcessRole, u64>,
}

impl ProcessSamples {
    /// Samples the processes of the last sample again.
    fn resample(&self) -> BTreeMap<u32, Process> {
        self.alive.iter().filter_map(|pid| Some((*pid, read(*pid)?))).collect()
    }

    fn sample(&mut self, own: u32, family: BTreeMap<u32, Process>) {
        let mut resident: BTreeMap<ProcessRole, u64> = BTreeMap::new();
        for (pid, process) in &family {
            let role = if *pid == own { ProcessRole::Tool } else { process.role };
            *resident.entry(role).or_default() += process.resident_kb;
        }
        self.peak_kb = self.peak_kb.max(resident.values().sum());
        for (role, kb) in resident {
            let peak = self.peak_by_role.entry(role).or_default();
            *peak = kb.max(*peak);
        }
        self.alive = family.keys().copied().collect();
        self.last.extend(family);
    }

    fn usage(self, own: u32) -> Usage {
        let mut usage = Usage { peak_rss_mb: mib(self.peak_kb), ..Usage::default() };
        for (role, kb) in self.peak_by_role {
            usage.by_role.insert(role, (0.0, mib(kb)));
        }
        for (pid, process) in self.last {
            let role = if pid == own { ProcessRole::Tool } else { process.role };
            let before = if pid == own { self.before } else { 0 };
            let taken = seconds(process.ticks.saturating_sub(before));
            usage.cpu_seconds += taken;
            usage.by_role.entry(role).or_default().0 += taken;
        }
        usage
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / TICKS_PER_SECOND
}

fn mib(kb: u64) -> f64 {
    kb as f64 / 1024.0
}

#[derive(Clone, Copy, Debug)]
struct Process {
    parent: u32,
    role: ProcessRole,
    ticks: u64,
    resident_kb: u64,
}

/// Returns a process and all its descendants.
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

/// Reads parent, processor ticks and resident size from `/proc/PID/stat` (proc(5), fields 4, 14,
/// 15, 24).
fn read(pid: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let name = stat.split_once('(')?.1.rsplit_once(')')?.0;
    let role = match name {
        "java" => ProcessRole::Java,
        name if name.starts_with("python") => ProcessRole::Python,
        _ => ProcessRole::Tool,
    };
    let number = |field| number(&stat, field);
    let (parent, ticks) = (u32::try_from(number(4)?).ok()?, number(14)? + number(15)?);
    Some(Process { parent, role, ticks, resident_kb: number(24)? * 4 })
}

/// Returns a numeric field of `stat`. The first field has number 1.
///
/// The process name in parentheses may contain any character, so the function counts after the last
/// `)`.
fn number(stat: &str, field: usize) -> Option<u64> {
    stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(field - 3)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_processor_time_of_a_child_process_is_counted() {
        let meter = Meter::start();
        let burn = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let status = std::process::Command::new("sh").args(["-c", burn]).status().expect("sh runs");
        assert!(status.success());
        let usage = meter.stop();
        assert!(usage.cpu_seconds > 0.0, "{usage:?}");
        assert!(usage.peak_rss_mb > 1.0, "{usage:?}");
        assert!(ended_children() > 0.0);
    }
}
