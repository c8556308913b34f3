//! Denies system calls by seccomp.
//!
//! A worker does not need these calls. Most of these calls affect something outside its process. A
//! denied call fails, usually with `EPERM`, and the worker continues.

use super::Protection;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};
use serde::Serialize;
use std::collections::BTreeMap;

type Rule = (i64, Vec<SeccompRule>);

/// The network calls. `socketpair` stays allowed, because it reaches no other process.
const SOCKETS: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_io_uring_setup,
    // These calls put open files into the queue of a socket, where the tool cannot count them.
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
];

/// Calls that affect other processes of the same user, above all the parent.
///
/// These calls send signals, access memory or descriptors, set limits or priorities, or leave the process group.
const PROCESSES: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_tkill,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_setrlimit,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_unshare,
    libc::SYS_setns,
];

/// Calls whose effects outlive the process or have no limit.
///
/// The effects are System V and POSIX objects in the kernel, and files in memory.
const LASTING: &[i64] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_add_key,
    libc::SYS_keyctl,
    libc::SYS_request_key,
];

/// Calls that change or open files and that Landlock does not restrict on every kernel.
///
/// Most of these calls change rights, owners, times or attributes.
const FILES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    SETXATTRAT,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    REMOVEXATTRAT,
    FILE_SETATTR,
    libc::SYS_open_by_handle_at,
    // On older kernels, a process may truncate a file that it may only read. `mknodat` creates devices.
    libc::SYS_truncate,
    libc::SYS_mknodat,
    // The flags of this call are in memory, where a filter cannot read them.
    libc::SYS_openat2,
];

/// Calls on the machine, for users with special rights.
const MACHINE: &[i64] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_kexec_load,
    KEXEC_FILE_LOAD,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
];

/// The number of `kexec_file_load`; `libc` has no name for it on arm64 with musl.
#[cfg(all(target_arch = "aarch64", target_env = "musl"))]
const KEXEC_FILE_LOAD: i64 = 294;
#[cfg(not(all(target_arch = "aarch64", target_env = "musl")))]
const KEXEC_FILE_LOAD: i64 = libc::SYS_kexec_file_load;

/// Old calls that exist only on one architecture.
#[cfg(target_arch = "x86_64")]
const OLD: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_mknod,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[i64] = &[];

/// Calls that are newer than the crate `libc`. The numbers are the same on every architecture.
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;

/// The commands that set the receiver and the number of a descriptor's signal.
///
/// A descriptor sends the signal when a program can read data from it.
const F_SETOWN: u64 = 8;
const F_SETSIG: u64 = 10;
const F_SETOWN_EX: u64 = 15;
/// The request that makes another process wait when it opens a file.
const F_SETLEASE: u64 = 1024;
/// The request that sends a signal when a folder changes.
const F_NOTIFY: u64 = 1026;
const FIOSETOWN: u64 = 0x8901;
const SIOCSPGRP: u64 = 0x8902;
/// The request that inserts a character into the input of a terminal.
const TIOCSTI: u64 = 0x5412;
/// The option that hides the open files of a process from the tool.
const PR_SET_DUMPABLE: u64 = 4;
/// The option that ends a process together with its parent.
const PR_SET_PDEATHSIG: u64 = 1;

/// The filter programs for the kernel, or the reason why there are none.
///
/// The first value has the filters of this process, and the second value has the filter of the processes that this
/// process forks. The launcher creates the filters before it sets the memory limit.
pub type Filters = Result<(Vec<BpfProgram>, Option<OwnFilter>), String>;

/// The filter of a forked process.
#[derive(Debug, Serialize)]
pub struct OwnFilter {
    /// The instructions, each as its code, its two jumps and its constant.
    program: Vec<(u16, u8, u8, u32)>,
    /// The number in `program` that the forked process replaces by its ID.
    process: u32,
}

/// The placeholder for the process ID in an [`OwnFilter`]. No process has this ID.
const OF_ITSELF: u32 = 0x7fff_6d74;

/// The system calls that only fork a process. [`by_arguments`] denies `clone` for processes.
///
/// The filter of a worker that does not fork denies these calls. A worker that forks needs these
/// calls, so only the filter of its forked processes denies them.
#[cfg(target_arch = "x86_64")]
const FORKS: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[i64] = &[];

/// Creates the filters of system calls.
///
/// `forks` is true if this process forks the processes that run code under test.
pub fn filters(forks: bool) -> Filters {
    if forks {
        let program =
            filter_by_arguments(OF_ITSELF)?.iter().map(|step| (step.code, step.jt, step.jf, step.k)).collect();
        return Ok((vec![denial(&denied_to_workers(&[]))], Some(OwnFilter { program, process: OF_ITSELF })));
    }
    Ok((vec![denial(&denied_to_workers(FORKS)), filter_by_arguments(std::process::id())?], None))
}

/// Creates the filter of calls that fork, and of calls with forbidden arguments.
///
/// The filter denies the second kind of calls only with these arguments. `own` is the ID of the process.
fn filter_by_arguments(own: u32) -> Result<BpfProgram, String> {
    let arch = std::env::consts::ARCH.try_into().map_err(|e: BackendError| e.to_string())?;
    let forks = FORKS.iter().map(|call| (*call, Vec::new()));
    let rules: BTreeMap<i64, Vec<SeccompRule>> =
        by_arguments(own).map_err(|e| e.to_string())?.into_iter().chain(forks).collect();
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    // The filter also checks the architecture, and ends a process that uses the call numbers of
    // another architecture.
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, arch).map_err(|e| e.to_string())?;
    filter.try_into().map_err(|e: BackendError| e.to_string())
}

/// Instructions of the filters: load a word, jump if equal, jump if above, return.
const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const IF_ABOVE: u32 = libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
/// The number of calls in a group of the filter. Jumps in a filter are short, so groups are small.
const TOGETHER: usize = 16;
/// The first call number of programs with 32-bit pointers on x86-64 (the x32 ABI).
///
/// A kernel with these calls accepts them from any program. Other architectures have no calls with
/// such numbers.
const SECOND_NUMBERS: u32 = 0x4000_0000;

/// Returns the calls that a worker may never make. `more` are further such calls.
fn denied_to_workers(more: &[i64]) -> Vec<i64> {
    [SOCKETS, PROCESSES, LASTING, FILES, MACHINE, OLD, more, &[libc::SYS_clone3, libc::SYS_fallocate]].concat()
}

/// Creates the filter that always denies these calls, and all calls of the x32 ABI.
///
/// When the kernel loads a filter, it evaluates the filter for every call number. The filter tests groups of calls,
/// which makes this much faster. So each worker starts faster.
fn denial(calls: &[i64]) -> BpfProgram {
    let step = |code: u32, when: u8, otherwise: u8, k: u32| {
        #[expect(clippy::cast_possible_truncation, reason = "the codes of instructions have 16 bits")]
        let code = code as u16;
        sock_filter { code, jt: when, jf: otherwise, k }
    };
    let give = |errno: i32| step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | errno.unsigned_abs());
    let allow = step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW);
    let mut calls: Vec<u32> = calls.iter().filter_map(|call| u32::try_from(*call).ok()).collect();
    calls.sort_unstable();
    let mut program = vec![step(LOAD, 0, 0, 0), step(IF_ABOVE, 0, 1, SECOND_NUMBERS - 1), give(libc::EPERM)];
    for group in calls.chunks(TOGETHER) {
        let mut asked = Vec::with_capacity(2 * TOGETHER + 1);
        for call in group {
            // The flags of `clone3` are in memory, where a filter cannot read them. Without
            // `clone3`, libc uses `clone`. `fallocate` takes space on the disk faster than the tool
            // measures. Without `fallocate`, libc writes the file.
            let errno = match i64::from(*call) {
                libc::SYS_clone3 => libc::ENOSYS,
                libc::SYS_fallocate => libc::EOPNOTSUPP,
                _ => libc::EPERM,
            };
            asked.extend([step(IF_EQUAL, 0, 1, *call), give(errno)]);
        }
        asked.push(allow.clone());
        let (last, over) = (group.last().copied().unwrap_or_default(), u8::try_from(asked.len()).unwrap_or(u8::MAX));
        program.push(step(IF_ABOVE, over, 0, last));
        program.extend(asked);
    }
    program.push(allow);
    program
}

/// Restricts a build tool: it cannot connect to local sockets, nor leave its process group.
///
/// Services of the machine listen on local sockets, and `io_uring` creates sockets without a socket
/// call. Network connections stay allowed. When the tool ends the group, all processes of the build
/// end.
///
/// # Errors
/// Returns an error if the filter is not in force.
pub fn restrict_build_tool() -> Result<(), String> {
    let fault = |error: String| format!("cargo mts cannot apply seccomp: {error}");
    let sockets = local_socket_filter().map_err(|error| fault(error.to_string()))?;
    let leaving = denial(&[libc::SYS_io_uring_setup, libc::SYS_setsid, libc::SYS_setpgid]);
    [sockets, leaving].iter().try_for_each(|program| apply_filter(program).map_err(|error| fault(error.to_string())))
}

/// Creates the filter that denies local sockets.
fn local_socket_filter() -> Result<BpfProgram, BackendError> {
    let local = u64::from(libc::AF_UNIX.unsigned_abs());
    let is_local = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, local)?;
    let rules: [Rule; 1] = [(libc::SYS_socket, vec![SeccompRule::new(vec![is_local])?])];
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let arch = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules.into_iter().collect(), SeccompAction::Allow, denied, arch)?.try_into()
}

/// Applies the filters of this process.
///
/// Returns the layer with its state, and the filter of the processes that this process forks.
pub fn apply(filters: Filters) -> (Protection, Option<OwnFilter>) {
    let applied = filters.and_then(|(programs, own)| {
        programs.iter().try_for_each(|program| apply_filter(program).map_err(|error| error.to_string()))?;
        Ok(own)
    });
    match applied {
        Ok(own) => (Protection::applied("seccomp: no sockets, no new processes, no signals to others".to_owned()), own),
        Err(error) => (Protection::not_applied(format!("cargo mts cannot apply seccomp: {error}")), None),
    }
}

/// Returns the rules that deny a system call only for some arguments.
///
/// `own` is the ID of the process that gets the filter.
fn by_arguments(own: u32) -> Result<Vec<Rule>, BackendError> {
    let on = |argument: u8, length: SeccompCmpArgLen, operation: SeccompCmpOp, value: u64| {
        SeccompRule::new(vec![SeccompCondition::new(argument, length, operation, value)?])
    };
    let when = |argument: u8, value: u64| on(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value);
    let to_others = on(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, u64::from(own))?;
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    let process = on(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(thread), 0)?;
    // The tool counts the open files of a process, so all its threads must share their open files.
    let files = u64::from(libc::CLONE_FILES.unsigned_abs());
    let own_files = on(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(files), 0)?;
    // This condition holds if a call opens a file for reading and truncates the file.
    let (way, cut) = (u64::from(libc::O_ACCMODE.unsigned_abs()), u64::from(libc::O_TRUNC.unsigned_abs()));
    let cuts = |flags: u8| on(flags, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(way | cut), cut);
    // The filter denies only calls that set a new limit, because reading a limit is harmless.
    let set_limit = on(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?;
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "only x86-64 has calls to add"))]
    let mut rules: Vec<Rule> = vec![
        (libc::SYS_clone, vec![process, own_files]),
        (libc::SYS_kill, vec![to_others.clone()]),
        (libc::SYS_tgkill, vec![to_others]),
        (libc::SYS_prlimit64, vec![set_limit]),
        (libc::SYS_prctl, vec![when(0, PR_SET_PDEATHSIG)?, when(0, PR_SET_DUMPABLE)?]),
        (
            libc::SYS_fcntl,
            [F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY]
                .map(|request| when(1, request))
                .into_iter()
                .collect::<Result<_, _>>()?,
        ),
        (libc::SYS_ioctl, vec![when(1, FIOSETOWN)?, when(1, SIOCSPGRP)?, when(1, TIOCSTI)?]),
        (libc::SYS_openat, vec![cuts(2)?]),
    ];
    #[cfg(target_arch = "x86_64")]
    rules.push((libc::SYS_open, vec![cuts(1)?]));
    Ok(rules)
}
