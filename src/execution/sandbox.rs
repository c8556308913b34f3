//! What a worker takes from itself before it becomes `java` or `python3`: resource limits, files
//! (Landlock) and system calls (seccomp). What a system does not offer is left out and said in the
//! report; nothing here needs privileges. Starting the worker is the business of `launcher`.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a worker may do.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::execution) struct Rules {
    /// Files and folders it may read.
    pub read: Vec<PathBuf>,
    /// Files and folders it may execute from: the program itself and the loader's libraries.
    pub execute: Vec<PathBuf>,
    /// The only folder it may write in.
    pub write: PathBuf,
    /// How much of the rest is insisted on.
    pub confinement: Confinement,
    /// Address space in MiB; none for the JVM, which reserves far more than it uses.
    pub address_space_mb: Option<u32>,
}

/// Largest file a worker may write, in bytes.
const FILE_SIZE: u64 = 64 << 20;
/// Most descriptors a worker may have open.
const OPEN_FILES: u64 = 512;

/// How much the sandbox is insisted on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Confinement {
    /// What the system offers.
    #[default]
    Auto,
    /// A worker that cannot have all of it does not start.
    Required,
    /// Resource limits and a clean environment only.
    Off,
}

impl Rules {
    /// The first line of a report of [`apply`] that breaks a requirement.
    pub fn broken<'r>(&self, report: &'r [String]) -> Option<&'r str> {
        let lacking = |line: &&String| line.contains("not applied") || line.contains("no file or network sandbox");
        report.iter().filter(|_| self.confinement == Confinement::Required).find(lacking).map(String::as_str)
    }
}

/// Applies everything that the system offers to this process and says what that was.
#[cfg(unix)]
pub(in crate::execution) fn apply(rules: &Rules) -> Vec<String> {
    let mut report = vec![limits(rules)];
    if rules.confinement == Confinement::Off {
        report.push("files and system calls: not restricted, as configured".to_owned());
        return report;
    }
    #[cfg(target_os = "linux")]
    report.extend([linux::files(rules), linux::calls()]);
    #[cfg(not(target_os = "linux"))]
    report.push("no file or network sandbox on this system".to_owned());
    report
}

#[cfg(unix)]
fn limits(rules: &Rules) -> String {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let mut wanted = vec![
        (Resource::Core, 0, "core 0".to_owned()),
        (Resource::Fsize, FILE_SIZE, format!("file size {} MiB", FILE_SIZE >> 20)),
        (Resource::Nofile, OPEN_FILES, format!("{OPEN_FILES} open files")),
    ];
    if let Some(mb) = rules.address_space_mb {
        wanted.push((Resource::As, u64::from(mb) << 20, format!("address space {mb} MiB")));
    }
    let mut applied = Vec::new();
    for (resource, most, name) in wanted {
        // A limit that is already lower stays.
        let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
        if setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).is_ok() {
            applied.push(name);
        }
    }
    format!("rlimits: {}", if applied.is_empty() { "none".to_owned() } else { applied.join(", ") })
}

#[cfg(target_os = "linux")]
mod linux {
    use super::Rules;
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use seccompiler::{
        BackendError, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
        apply_filter,
    };
    use std::collections::BTreeMap;

    /// Restricts files to the rules, and network and signals as far as Landlock can.
    pub fn files(rules: &Rules) -> String {
        match restrict(rules) {
            Ok(told) => told,
            Err(error) => format!("landlock: not applied ({error})"),
        }
    }

    fn restrict(rules: &Rules) -> Result<String, RulesetError> {
        let abi = ABI::V6;
        let reading = AccessFs::ReadFile | AccessFs::ReadDir;
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(&rules.read, reading))?
            .add_rules(path_beneath_rules(&rules.execute, reading | AccessFs::Execute))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules([&rules.write], AccessFs::from_all(abi) & !AccessFs::Execute))?
            .restrict_self()?;
        let version = match status.landlock {
            LandlockStatus::Available { effective_abi, .. } => format!("v{}", effective_abi as i32),
            LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => "not in this kernel".to_owned(),
        };
        Ok(match status.ruleset {
            RulesetStatus::NotEnforced => format!("landlock: not applied ({version})"),
            RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => {
                format!("landlock: {version}, reads by list, writes to scratch only")
            }
        })
    }

    /// Filters system calls: no sockets, no new processes, no signals or looks at other processes.
    pub fn calls() -> String {
        let told = filters().and_then(|filters| {
            for filter in filters {
                let program: seccompiler::BpfProgram = filter.try_into().map_err(|e: BackendError| e.to_string())?;
                apply_filter(&program).map_err(|e| e.to_string())?;
            }
            Ok("seccomp: no sockets, no new processes, no signals to others".to_owned())
        });
        told.unwrap_or_else(|error| format!("seccomp: not applied ({error})"))
    }

    fn filters() -> Result<[SeccompFilter; 2], String> {
        let arch = std::env::consts::ARCH.try_into().map_err(|e: BackendError| e.to_string())?;
        let filter = |rules: Vec<(i64, Vec<SeccompRule>)>, errno: i32| {
            let action = SeccompAction::Errno(errno.unsigned_abs());
            let rules: BTreeMap<i64, Vec<SeccompRule>> = rules.into_iter().collect();
            SeccompFilter::new(rules, SeccompAction::Allow, action, arch).map_err(|e| e.to_string())
        };
        // The flags of clone3 lie in memory, out of a filter's sight: without it libc uses clone.
        let absent = filter(vec![(libc::SYS_clone3, vec![])], libc::ENOSYS)?;
        let denied = filter(denied().map_err(|e| e.to_string())?, libc::EPERM)?;
        Ok([absent, denied])
    }

    fn denied() -> Result<Vec<(i64, Vec<SeccompRule>)>, BackendError> {
        let own = u64::from(std::process::id());
        let unless = |value: u64| {
            let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)?;
            Ok::<_, BackendError>(vec![SeccompRule::new(vec![condition])?])
        };
        let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
        let process = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(thread), 0)?;
        let mut rules: Vec<(i64, Vec<SeccompRule>)> = [
            libc::SYS_socket,
            libc::SYS_connect,
            libc::SYS_bind,
            libc::SYS_listen,
            libc::SYS_io_uring_setup,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_tkill,
            libc::SYS_pidfd_open,
            libc::SYS_pidfd_send_signal,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_setsid,
            libc::SYS_setpgid,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_keyctl,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_kexec_load,
            libc::SYS_init_module,
            libc::SYS_finit_module,
            libc::SYS_delete_module,
            libc::SYS_reboot,
        ]
        .map(|call| (call, vec![]))
        .into();
        #[cfg(target_arch = "x86_64")]
        rules.extend([(libc::SYS_fork, vec![]), (libc::SYS_vfork, vec![])]);
        rules.push((libc::SYS_clone, vec![SeccompRule::new(vec![process])?]));
        rules.push((libc::SYS_kill, unless(own)?));
        rules.push((libc::SYS_tgkill, unless(own)?));
        Ok(rules)
    }
}
