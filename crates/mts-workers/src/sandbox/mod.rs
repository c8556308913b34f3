//! The sandbox of a worker: resource limits, file access (Landlock) and system calls (seccomp).
//!
//! The sandbox needs no privileges. The report names layers that the system does not support.
//! `launcher` starts the worker.

pub mod launcher;
mod read_list;

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
mod rules;

#[cfg(target_os = "linux")]
pub(crate) use calls::restrict_build_tool;
pub use read_list::{PrivatePaths, ReadList};
pub(crate) use rules::{Protection, SandboxRules};

use mts_model::SandboxMode;
use mts_model::error::Error;
use serde::Serialize;

/// The layers that each forked process of a worker applies to itself.
///
/// The layers contain the number of the forked process and its folder in `/proc`. The worker does not know them before
/// the fork.
#[derive(Debug, Default, Serialize)]
pub(crate) struct OwnLayers {
    /// The rules for files, if the kernel has Landlock.
    #[cfg(target_os = "linux")]
    files: Option<files::FileRules>,
    /// The filter of system calls, if the kernel has seccomp.
    #[cfg(target_os = "linux")]
    calls: Option<calls::OwnFilter>,
}

/// The size of the largest file that a worker may write, in bytes.
pub(crate) const FILE_SIZE: u64 = 64 << 20;
/// The highest number of open descriptors of a worker.
const OPEN_FILES: u64 = 512;
/// The limit of a worker's processor time in seconds. No run takes so long.
///
/// There is no limit for the number of processes, because such a limit would count all processes of the user. Seccomp
/// denies new processes to code under test.
const PROCESSOR_TIME: u64 = 24 * 60 * 60;

/// Returns the error for a layer that is required and not in force.
pub(crate) fn incomplete(layer: &str) -> Error {
    Error::environment(format!("the run requires the sandbox, but a part of the sandbox is missing: {layer}")).help(
        "run on Linux 5.13 or newer with Landlock and seccomp, \
         or use `--sandbox auto` (in mts.yml: `sandbox: auto`)",
    )
}

/// Marks every inherited descriptor except 0, 1 and 2.
///
/// The system closes a marked descriptor when this process starts or becomes another program. The
/// standard library marks its own files. This function also marks the files that the caller of
/// `cargo-mts` left open.
pub fn close_inherited_descriptors() {
    #[cfg(unix)]
    close_fds::set_fds_cloexec(3, &[]);
}

/// Applies every layer that the system supports to this process, and returns the layers.
///
/// In the mode `Off`, the function applies only the resource limits. The second value has the layers
/// that forked processes apply to themselves.
#[cfg(unix)]
pub(crate) fn apply(rules: &SandboxRules) -> (Vec<Protection>, OwnLayers) {
    if rules.confinement == SandboxMode::Off {
        let unrestricted = "files and system calls: not restricted, as configured".to_owned();
        let report = vec![Protection::applied(limits(rules)), Protection::applied(unrestricted)];
        return (report, OwnLayers::default());
    }
    #[cfg(target_os = "linux")]
    {
        // The filters need memory. After the limit of address space is set, memory may be missing.
        let filters = calls::filters(rules.forks);
        let (files, own_files) = files::files(rules);
        make_room();
        let limits = Protection::applied(limits(rules));
        let (calls, own_calls) = calls::apply(filters);
        (vec![limits, files, calls], OwnLayers { files: own_files, calls: own_calls })
    }
    #[cfg(not(target_os = "linux"))]
    {
        let missing = Protection::not_applied("this system has no file or network sandbox".to_owned());
        (vec![Protection::applied(limits(rules)), missing], OwnLayers::default())
    }
}

/// Allocates and frees blocks of all usual sizes. Later work under the limits uses these blocks.
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
        // If the process already has a lower limit, the lower limit stays.
        let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
        if setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).is_ok() {
            applied.push(name);
        }
    }
    format!("rlimits: {}", if applied.is_empty() { "none".to_owned() } else { applied.join(", ") })
}
