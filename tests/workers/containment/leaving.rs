//! Tests ways out of the process: exit, signals, limits of other processes, new processes.

use super::*;

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_java_copy_that_exits_the_process_affects_only_its_own_verdict() {
    let outcomes = java(&[
        "System.exit(0); return 1;",
        "Runtime.getRuntime().halt(1); return 1;",
        "Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } })); System.exit(0); return 1;",
        "try { System.exit(0); } catch (Throwable caught) { } return 1;",
        "class C { static int x = 1; static { System.exit(0); } } return C.x;",
        "Thread t = new Thread(() -> System.exit(0)); t.start(); t.join(); return 1;",
        "Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } })); Runtime.getRuntime().exit(0); return 1;",
        "sun.misc.Signal.raise(new sun.misc.Signal(\"TERM\")); Thread.sleep(100_000); return 1;",
        "java.lang.reflect.Field field = Class.forName(\"sun.misc.Unsafe\").getDeclaredField(\"theUnsafe\"); \
            field.setAccessible(true); ((sun.misc.Unsafe) field.get(null)).putAddress(0, 0); return 1;",
    ]);
    assert_eq!(ends(&outcomes)[..6], [(State::Incomplete, &Reason::Exit); 6]);
    assert_eq!(ends(&outcomes)[6], (State::Timeout, &Reason::Watchdog));
    assert!(outcomes[7..].iter().all(|outcome| outcome.state == State::Incomplete), "{outcomes:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_python_copy_that_exits_the_process_affects_only_its_own_verdict() {
    let outcomes = python(&[
        "import os\ndef f():\n    os._exit(3)\n",
        "import posix\ndef f():\n    posix._exit(0)\n",
        "def f():\n    raise SystemExit\n",
        "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGKILL)\n",
        "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGTERM)\n",
        "import posix\ndef f():\n    posix.abort()\n",
        "import ctypes\ndef f():\n    ctypes.string_at(0)\n",
        "import sys\nclass A: pass\ndef f():\n    sys.setrecursionlimit(10 ** 9)\n    a = []\n    for i in range(90000):\n        _mts_t_()\n        a = [a]\n    return repr(a)\n",
        "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGSTOP)\n",
    ]);
    assert!(outcomes[..7].iter().all(|outcome| outcome.state == State::Incomplete), "{outcomes:?}");
    assert_eq!(ends(&outcomes)[8], (State::Timeout, &Reason::Watchdog));
}

#[test]
fn python_code_cannot_reach_its_parent_or_other_processes() {
    let attacks = [
        "import os\ndef f():\n    os.kill(os.getppid(), 9)\n",
        "import os\ndef f():\n    os.kill(-1, 9)\n",
        "import os\ndef f():\n    os.kill(0, 9)\n",
        "import os\ndef f():\n    os.killpg(os.getpgid(os.getppid()), 9)\n",
        "import os\ndef f():\n    os.pidfd_open(os.getppid())\n",
        "import os, resource\ndef f():\n    resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))\n",
        "import os\ndef f():\n    os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)\n",
        "import os\ndef f():\n    os.sched_setaffinity(os.getppid(), {0})\n",
        "import fcntl, os\ndef f():\n    fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())\n",
        "import fcntl, struct, os\ndef f():\n    fcntl.ioctl(0, 0x8901, struct.pack('i', os.getppid()))\n",
        // A lease makes other processes wait when they open the file; 1026 is `F_NOTIFY`.
        "import fcntl\ndef f():\n    fcntl.fcntl(0, fcntl.F_SETLEASE, fcntl.F_RDLCK)\n",
        "import fcntl\ndef f():\n    fcntl.fcntl(0, 1026, 1)\n",
        "import os\ndef f():\n    os.setsid()\n",
        "import os\ndef f():\n    os.setpgid(0, 0)\n",
    ];
    refused(&attacks, &python(&attacks), &["PermissionError", "ValueError"]);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn system_calls_without_a_python_function_are_refused_also_by_their_x32_numbers() {
    // The calls are socket, kill, fork, ptrace, shmget, msgget, semget, memfd_create, mq_open,
    // chmod, unshare, and prctl for the signal at the parent's end.
    let text = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(*args):\n    \
        ctypes.set_errno(0)\n    got = libc.syscall(*[ctypes.c_long(a) for a in args])\n    \
        return [got, ctypes.get_errno()]\ndef f():\n    got = []\n    for bit in (0, 0x40000000):\n        \
        for args in ((41, 2, 1, 0), (62, os.getppid(), 9), (57,), (101, 16, os.getppid()), (29, 7, 64, 0o1600), \
        (68, 7, 0o1600), (64, 7, 1, 0o1600), (319, 0, 0), (240, 0, 0), (90, 0, 0), (272, 0), (157, 1, 0)):\n            \
        got.append(call(521 | bit if bit and args[0] == 101 else args[0] | bit, *args[1:]))\n    return got\n";
    let outcomes = python(&[text]);
    // The filter answers before the kernel checks whether it supports the second numbers.
    let Value::List(calls) = &outcomes[0].value else { panic!("{outcomes:?}") };
    assert_eq!(calls.len(), 24);
    for call in calls {
        let refused = |errno: i64| Value::List(vec![Value::Int(-1), Value::Int(errno)]);
        assert!(*call == refused(1), "{calls:?}");
    }
}

#[test]
fn java_code_cannot_reach_its_parent_or_other_processes() {
    let parent = std::process::id();
    let outcomes = java(&[
        &format!("return ProcessHandle.of({parent}).map(ProcessHandle::destroyForcibly).orElse(false);"),
        &format!("return ProcessHandle.of({parent}).map(ProcessHandle::destroy).orElse(false);"),
        "return ProcessHandle.allProcesses().filter(p -> p.pid() != ProcessHandle.current().pid() && p.destroyForcibly()).count();",
    ]);
    assert_eq!(outcomes[0].value, Value::Bool(false), "{outcomes:?}");
    assert_eq!(outcomes[1].value, Value::Bool(false), "{outcomes:?}");
    refused(&["all processes"], &outcomes[2..], &["RuntimeException"]);
}

#[test]
fn code_under_test_cannot_start_processes() {
    let attacks = [
        "import os\ndef f():\n    os.fork()\n",
        "import os, time\ndef f():\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            time.sleep(600)\n",
        "import os\ndef f():\n    while True:\n        _mts_t_()\n        os.fork()\n",
        "import os\ndef f():\n    os.execv('/bin/sh', ['sh'])\n",
        "import os\ndef f():\n    os.posix_spawn('/bin/sh', ['sh', '-c', 'sleep 600'], {})\n",
        "import subprocess\ndef f():\n    subprocess.run(['/bin/sleep', '600'], start_new_session=True)\n",
        "import multiprocessing, time\ndef f():\n    multiprocessing.get_context('fork').Process(target=time.sleep, args=(600,)).start()\n",
    ];
    refused(&attacks, &python(&attacks), &["PermissionError"]);
    let attacks = [
        "new ProcessBuilder(\"/bin/sleep\", \"600\").start(); return 1;",
        "Runtime.getRuntime().exec(new String[] {\"/bin/sh\", \"-c\", \"setsid sleep 600 &\"}); return 1;",
    ];
    refused(&attacks, &java(&attacks), &["IOException"]);
}
