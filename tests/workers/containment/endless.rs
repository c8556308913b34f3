//! Tests code with unlimited time and memory.

use super::*;

const UNSAFE: &str = "java.lang.reflect.Field field = Class.forName(\"sun.misc.Unsafe\").getDeclaredField(\"theUnsafe\"); \
    field.setAccessible(true); sun.misc.Unsafe raw = (sun.misc.Unsafe) field.get(null);";

#[test]
fn endless_loops_and_recursions_of_java_are_stopped_inside_the_process() {
    let outcomes = java(&[
        "while (true) { mts.Ticks.t(); }",
        "try { while (true) { mts.Ticks.t(); } } catch (Throwable t) { while (true) { mts.Ticks.t(); } }",
        "return f().hashCode() + 1;",
        "List<long[]> all = new ArrayList<>(); while (true) { mts.Ticks.t(); all.add(new long[1 << 20]); }",
        "String s = \"x\"; while (true) { mts.Ticks.t(); s += s; }",
    ]);
    let timeout = |reason| (State::Timeout, reason);
    let expected = [&Reason::Ticks, &Reason::Ticks, &Reason::Stack, &Reason::Memory, &Reason::Memory].map(timeout);
    assert_eq!(ends(&outcomes), expected);
}

#[test]
fn endless_loops_and_recursions_of_python_are_stopped_inside_the_process() {
    let mut options = quick();
    options.limits.python_memory_mb = 256;
    options.limits.watchdog = Duration::from_secs(4);
    let attacks = [
        "def f():\n    while True:\n        _mts_t_()\n",
        "def f():\n    while True:\n        try:\n            while True:\n                _mts_t_()\n        except:\n            _mts_t_()\n",
        "def f():\n    return f() + 1\n",
        "def f():\n    a = []\n    while True:\n        _mts_t_()\n        a.append(bytearray(1 << 24))\n",
        "def f():\n    s = 'x'\n    while True:\n        _mts_t_()\n        s += s\n",
    ];
    let outcomes = python_with(&options, &attacks);
    let timeout = |reason| (State::Timeout, reason);
    let expected = [&Reason::Ticks, &Reason::Ticks, &Reason::Stack, &Reason::Memory, &Reason::Memory].map(timeout);
    assert_eq!(ends(&outcomes), expected);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn uninterruptible_java_calls_are_stopped_from_outside_the_process() {
    let attacks = [
        "return java.math.BigInteger.valueOf(10).pow(100_000_000).bitLength();",
        "return java.util.regex.Pattern.matches(\".*.*.*.*.*.*.*.*.*.*b\", \"a\".repeat(2000));",
        "Object lock = new Object(); synchronized (lock) { lock.wait(); } return 1;",
    ];
    let outcomes = at_once(&attacks, java);
    assert!(outcomes.iter().all(|outcome| outcome.state == State::Timeout), "{outcomes:?}");
    assert_eq!(outcomes[2].reason, Reason::Watchdog);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn uninterruptible_python_calls_are_stopped_from_outside_the_process() {
    let attacks = [
        "def f():\n    return 10 ** 10 ** 8\n",
        "def f():\n    return sum(range(10 ** 11))\n",
        "import re\ndef f():\n    return re.match('(a|aa)*b', 'a' * 200)\n",
        "import threading\ndef f():\n    threading.Lock().acquire() and threading.Event().wait()\n",
    ];
    let outcomes = at_once(&attacks, python);
    assert!(outcomes.iter().all(|outcome| outcome.state == State::Timeout), "{outcomes:?}");
    assert!(outcomes.iter().all(|outcome| outcome.reason == Reason::Watchdog), "{outcomes:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_stalled_call_ends_before_the_limit_of_the_watchdog() {
    let mut options = quick();
    options.limits.watchdog = Duration::from_secs(300);
    let begun = std::time::Instant::now();
    let waits = "while (true) { Thread.sleep(50); }";
    let lock = "Object lock = new Object(); synchronized (lock) { lock.wait(); } return 1;";
    let event = "import threading\ndef f():\n    threading.Event().wait()\n";
    let ended = at_once(&[waits, lock, event], |attack| match attack {
        [text] if text.contains("def f()") => python_with(&options, attack),
        _ => java_with(&options, attack),
    });
    assert!(
        ended.iter().all(|outcome| (outcome.state, &outcome.reason) == (State::Timeout, &Reason::Watchdog)),
        "{ended:?}"
    );
    assert!(begun.elapsed() < options.limits.watchdog, "{:?}", begun.elapsed());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn native_memory_of_java_has_a_limit_and_does_not_count_for_the_next_copy() {
    let grow =
        format!("{UNSAFE} while (true) {{ mts.Ticks.t(); raw.putByte(raw.allocateMemory(1 << 24), (byte) 1); }}");
    let keep = format!("{UNSAFE} raw.allocateMemory(1 << 30); return 1;");
    let outcomes = java(&[
        "List<Object> all = new ArrayList<>(); while (true) { mts.Ticks.t(); all.add(java.nio.ByteBuffer.allocateDirect(1 << 24)); }",
        &grow,
        &keep,
        &keep,
        &keep,
    ]);
    let memory = (State::Timeout, &Reason::Memory);
    // The memory of one copy does not count for the next, because a new worker runs it.
    assert_eq!(
        ends(&outcomes),
        [memory, memory, (State::Ok, &Reason::None), (State::Ok, &Reason::None), (State::Ok, &Reason::None)]
    );
}

#[test]
fn native_memory_of_python_has_a_limit_and_does_not_count_for_the_next_copy() {
    let keep = "import ctypes\ndef f():\n    l = ctypes.CDLL(None)\n    l.malloc.restype = ctypes.c_void_p\n    \
        return bool(l.malloc(ctypes.c_size_t(1 << 29)))\n";
    let outcomes = python(&[
        "import mmap\ndef f():\n    a = []\n    while True:\n        _mts_t_()\n        a.append(mmap.mmap(-1, 1 << 24))\n",
        "import ctypes\nl = ctypes.CDLL(None)\nl.malloc.restype = ctypes.c_void_p\ndef f():\n    n = 0\n    \
            while l.malloc(ctypes.c_size_t(1 << 24)):\n        _mts_t_()\n        n += 1\n    return n < 64\n",
        keep,
        keep,
        keep,
    ]);
    let Value::Exception { class, .. } = &outcomes[0].value else { panic!("{outcomes:?}") };
    assert!(class.contains("OSError"), "{class}");
    assert!(outcomes[1..].iter().all(|outcome| outcome.value == Value::Bool(true)), "{outcomes:?}");
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn a_call_cannot_start_a_million_threads() {
    let outcomes = java(&["for (int i = 0; i < 1_000_000; i++) { mts.Ticks.t(); Thread t = new Thread(() -> { \
        try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } }); t.setDaemon(true); t.start(); } return 1;"]);
    assert_eq!(ends(&outcomes), [(State::Timeout, &Reason::Memory)]);
    let attack = "import threading, time\ndef f():\n    for i in range(1000000):\n        _mts_t_()\n        \
        threading.Thread(target=time.sleep, args=(1000000,), daemon=True).start()\n";
    refused(&[attack], &python(&[attack]), &["RuntimeError"]);
}

#[test]
fn a_python_call_that_hangs_runs_once_more_alone_before_its_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let flag = folder.path().join("flag");
    let mut options = quick();
    options.read = ReadList::new([&folder.path().to_path_buf()]);
    let at = flag.to_string_lossy().into_owned();
    let waiting = format!(
        "import os, time\ndef f():\n    while not os.path.exists({at:?}):\n        time.sleep(0.01)\n    return 3\n"
    );
    let setting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1500));
        std::fs::write(flag, "").expect("written");
    });
    let outcomes = python_with(&options, &[&waiting]);
    setting.join().expect("set");
    assert_eq!(outcomes[0].value, Value::Int(3), "{outcomes:?}");
}

#[test]
fn a_java_call_that_hangs_runs_once_more_alone_before_its_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "a named pipe");
    let mut options = quick();
    options.read = ReadList::new([&folder.path().to_path_buf()]);
    let waiting = format!("return new java.io.FileInputStream({:?}).read();", pipe.to_string_lossy());
    // To open a pipe, both ends must be open. The first try reaches its time limit before the
    // thread writes: the pipe's reader closes. Only the second try gets data.
    std::thread::spawn(move || {
        let writer = || std::fs::OpenOptions::new().write(true).open(&pipe).expect("a reader");
        let first = writer();
        let mut watched = [rustix::event::PollFd::new(&first, rustix::event::PollFlags::empty())];
        rustix::event::poll(&mut watched, None).expect("the reader is gone");
        std::io::Write::write_all(&mut writer(), &[3]).expect("written");
    });
    let outcomes = java_with(&options, &[&waiting]);
    assert_eq!(outcomes[0].value, Value::Int(3), "{outcomes:?}");
}
