//! Owns the sandbox of a worker: resource limits, files (Landlock) and system calls (seccomp). It needs no privileges;
//! the report names layers that the system does not offer. Starting the worker is left to `launcher`.

pub mod launcher;
mod read_list;

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;

#[cfg(target_os = "linux")]
pub(crate) use calls::deny_local_sockets;
pub use read_list::ReadList;

use mts_model::SandboxMode;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The rules of a worker's sandbox.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SandboxRules {
    /// Files and folders of the system and of the tool that it may read.
    pub read: Vec<PathBuf>,
    /// Files and folders of the user that it may read.
    pub sources: ReadList,
    /// Files and folders that it may execute from: the program and the loader's libraries.
    pub execute: Vec<PathBuf>,
    /// The only folder that it may write to.
    pub write: PathBuf,
    /// Whether every layer is required.
    pub confinement: SandboxMode,
    /// Address space in MiB, which limits native memory and the number of threads.
    pub address_space_mb: u32,
}

/// Largest file a worker may write, in bytes.
const FILE_SIZE: u64 = 64 << 20;
/// Most descriptors a worker may have open.
const OPEN_FILES: u64 = 512;
/// Processor time of a worker in seconds, more than any run takes.
///
/// There is no limit of processes: it would count all processes of the user, and seccomp denies new ones.
const PROCESSOR_TIME: u64 = 24 * 60 * 60;

impl SandboxRules {
    /// The first required layer in a report of [`apply`] that is not in force.
    pub fn broken<'r>(&self, report: &'r [Protection]) -> Option<&'r str> {
        let is_required = self.confinement == SandboxMode::Required;
        report.iter().find(|one| is_required && one.is_lacking).map(|one| one.text.as_str())
    }
}

/// One layer of the sandbox.
pub(crate) struct Protection {
    /// Its effect, or the reason why it is not in force, for people.
    pub text: String,
    /// Whether the system does not offer the layer.
    pub is_lacking: bool,
}

impl Protection {
    /// A layer that is in force, or that is switched off.
    fn applied(text: String) -> Self {
        Self { text, is_lacking: false }
    }

    /// A layer that the system does not offer.
    fn lacking(text: String) -> Self {
        Self { text, is_lacking: true }
    }
}

/// Marks every inherited descriptor but 0, 1 and 2. The system closes a marked one when this process starts or becomes
/// a program. The standard library opens its own files so; this covers what the caller of `cargo-mts` left open.
pub fn close_inherited_descriptors() {
    #[cfg(unix)]
    close_fds::set_fds_cloexec(3, &[]);
}

/// Applies every layer that the system offers to this process, and reports them.
#[cfg(unix)]
pub(crate) fn apply(rules: &SandboxRules) -> Vec<Protection> {
    if rules.confinement == SandboxMode::Off {
        let unrestricted = "files and system calls: not restricted, as configured".to_owned();
        return vec![Protection::applied(limits(rules)), Protection::applied(unrestricted)];
    }
    #[cfg(target_os = "linux")]
    {
        // The filters need memory, which the limit of address space may not leave.
        let filters = calls::filters();
        let files = files::files(rules);
        make_room();
        vec![Protection::applied(limits(rules)), files, calls::apply(filters)]
    }
    #[cfg(not(target_os = "linux"))]
    vec![
        Protection::applied(limits(rules)),
        Protection::lacking("no file or network sandbox on this system".to_owned()),
    ]
}

/// Frees blocks of all usual sizes in the allocator. The work after the limits are set uses these blocks.
#[cfg(target_os = "linux")]
fn make_room() {
    let pieces: Vec<Vec<u8>> = (4..16).flat_map(|bits| (0..8).map(move |_| vec![1; 1 << bits])).collect();
    drop(std::hint::black_box(pieces));
}

#[cfg(unix)]
fn limits(rules: &SandboxRules) -> String {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let memory = u64::from(rules.address_space_mb) << 20;
    let wanted = [
        (Resource::Core, 0, "core 0".to_owned()),
        (Resource::Fsize, FILE_SIZE, format!("file size {} MiB", FILE_SIZE >> 20)),
        (Resource::Nofile, OPEN_FILES, format!("{OPEN_FILES} open files")),
        (Resource::Cpu, PROCESSOR_TIME, "processor time 24 h".to_owned()),
        (Resource::As, memory, format!("address space {} MiB", rules.address_space_mb)),
    ];
    let mut applied = Vec::new();
    for (resource, most, name) in wanted {
        // A lower limit stays.
        let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
        if setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).is_ok() {
            applied.push(name);
        }
    }
    format!("rlimits: {}", if applied.is_empty() { "none".to_owned() } else { applied.join(", ") })
}
