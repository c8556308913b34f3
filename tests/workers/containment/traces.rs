//! Tests that code under test changes nothing for later code.
//!
//! A copy changes nothing for the copies after it in the same process, and a pair changes
//! nothing for the pairs after it on the same worker.

use super::*;
use mts_workers::EarlierPairs;

#[test]
fn replaced_python_objects_do_not_reach_the_next_copy() {
    let look = "import builtins, decimal, json, locale, os, random, signal, sys, threading\ndef f():\n    return [\
        len([]), json.dumps([1]), 'A' in os.environ, os.listdir('.'), decimal.getcontext().prec, \
        sys.get_int_max_str_digits() if hasattr(sys, 'get_int_max_str_digits') else 4300, threading.active_count(), \
        hasattr(builtins, 'mine'), sys.gettrace() is None, isinstance(sys.modules['os'], type(sys)), \
        signal.getitimer(signal.ITIMER_REAL)[0], random.Random(1).random() > 0, os.getcwd() == os.environ['HOME']]\n";
    let attacks = [
        "import builtins\ndef f():\n    builtins.len = lambda x: 99\n    builtins.isinstance = lambda a, b: True\n    builtins.mine = 1\n",
        "import json, sys\ndef f():\n    json.dumps = None\n    sys.modules['json'] = None\n",
        "import sys\ndef f():\n    sys.modules['os'] = sys.modules['posix'] = 3\n    sys.modules.pop('random', 0)\n",
        "import sys\ndef f():\n    sys.modules.clear()\n",
        "import sys, __main__\ndef f():\n    for name in list(vars(__main__)):\n        if not name.startswith('__'):\n            delattr(__main__, name)\n",
        "import __main__\ndef f():\n    __main__.Caller.call = lambda *a: ['ok', 7, [], None, '', 1, '']\n",
        "import os, decimal, sys\ndef f():\n    os.environ['A'] = '1'\n    os.mkdir('d')\n    os.chdir('d')\n    decimal.getcontext().prec = 3\n    getattr(sys, 'set_int_max_str_digits', int)(0)\n",
        "import signal\ndef f():\n    signal.setitimer(signal.ITIMER_REAL, 0.3)\n    signal.signal(signal.SIGPROF, signal.SIG_IGN)\n",
        "import sys, gc\ndef f():\n    sys.settrace(lambda *a: None)\n    gc.disable()\n",
        "import sys\ndef f():\n    class Mine:\n        def write(self, text): raise KeyError\n    sys.stdout = sys.stderr = sys.stdin = Mine()\n",
        "import sys\ndef f():\n    sys.path[:] = []\n    sys.meta_path[:] = []\n    sys.path_hooks[:] = []\n",
        "import threading\ndef f():\n    def spin():\n        while True:\n            try:\n                _mts_t_()\n            except BaseException:\n                pass\n    threading.Thread(target=spin, daemon=True).start()\n",
        "import os\nkept = []\ndef f():\n    for i in range(450):\n        kept.append(os.open('/dev/null', 0))\n",
        "import sys\ndef f():\n    sys.setrecursionlimit(30)\n",
    ];
    let texts: Vec<&str> = attacks.iter().flat_map(|attack| [*attack, look]).collect();
    let outcomes = python(&texts);
    let expected = json!([0, "[1]", false, [], 28, 4300, 1, false, true, true, {"$float": "0.0"}, true, true]);
    for (attack, outcome) in attacks.iter().zip(outcomes.chunks(2)) {
        assert_eq!(outcome[1].value.to_json(), expected, "{attack}\n{outcome:?}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn replaced_java_settings_do_not_reach_the_next_copy() {
    let look = "System.out.print(\"out\"); return Arrays.asList(System.lineSeparator(), System.getProperty(\"mine\"), \
        Locale.getDefault().toString(), TimeZone.getDefault().getID(), new java.io.File(\".\").list().length, \
        Thread.currentThread().isInterrupted(), System.in.read(), System.getSecurityManager() == null, \
        Thread.getDefaultUncaughtExceptionHandler() == null, Locale.getDefault(Locale.Category.FORMAT).toString(), \
        Locale.getDefault(Locale.Category.DISPLAY).toString(), java.net.CookieHandler.getDefault() == null, \
        java.net.ResponseCache.getDefault() == null, java.net.Authenticator.getDefault() == null, \
        java.net.URLConnection.getDefaultUseCaches(\"http\"), java.net.URLConnection.getDefaultAllowUserInteraction(), \
        java.net.HttpURLConnection.getFollowRedirects(), Integer.valueOf(3 + 4), new Thread().getPriority());";
    let attacks = [
        "System.setOut(null); System.setErr(null); System.setIn(null); return 1;",
        "System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream())); System.out.close(); return 1;",
        "System.out.close(); return 1;",
        "System.setProperty(\"mine\", \"1\"); System.setProperty(\"line.separator\", \"x\"); System.getProperties().clear(); return 1;",
        "System.setProperties(new Properties()); return 1;",
        "Locale.setDefault(Locale.FRANCE); TimeZone.setDefault(TimeZone.getTimeZone(\"GMT+5\")); return 1;",
        "Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY); return 1;",
        "Locale.setDefault(Locale.Category.DISPLAY, Locale.GERMANY); return 1;",
        "java.net.CookieHandler.setDefault(new java.net.CookieManager()); return 1;",
        "java.net.Authenticator.setDefault(new java.net.Authenticator() { }); return 1;",
        "new java.io.File(\"x\").toURI().toURL().openConnection().setDefaultUseCaches(false); return 1;",
        "java.net.URLConnection.setDefaultAllowUserInteraction(true); return 1;",
        "java.net.HttpURLConnection.setFollowRedirects(false); return 1;",
        "System.setSecurityManager(new SecurityManager()); return 1;",
        "Thread.currentThread().interrupt(); return 1;",
        "Thread.setDefaultUncaughtExceptionHandler((t, e) -> { }); return 1;",
        "for (java.lang.reflect.Field field : Class.forName(\"mts_harness.Worker\").getDeclaredFields()) { try { \
            field.setAccessible(true); field.set(null, null); } catch (Exception e) { } } return 1;",
        "for (Thread t : Thread.getAllStackTraces().keySet()) { t.interrupt(); } return 1;",
        "Thread t = new Thread(() -> { while (true) { try { mts.Ticks.t(); } catch (Throwable e) { } } }); t.setDaemon(true); t.start(); return 1;",
        "java.lang.reflect.Field field = Class.forName(\"sun.misc.Unsafe\").getDeclaredField(\"theUnsafe\"); \
            field.setAccessible(true); ((sun.misc.Unsafe) field.get(null)).putInt(Integer.valueOf(7), 12L, 8); return 1;",
        "ThreadGroup group = Thread.currentThread().getThreadGroup(); while (group.getParent() != null) { \
            group = group.getParent(); } group.setMaxPriority(3); return 1;",
        "java.util.concurrent.Executors.newFixedThreadPool(2).submit(() -> { while (true) { } }); return 1;",
        "List<Object> kept = new ArrayList<>(); for (int i = 0; i < 300; i++) kept.add(new java.io.FileInputStream(\"/dev/null\")); \
            System.getProperties().put(\"kept\", kept); return 1;",
    ];
    let bodies: Vec<&str> = attacks.iter().flat_map(|attack| [*attack, look]).collect();
    let outcomes = java(&bodies);
    let expected = json!([
        "\n", null, "en_US", "UTC", 0, false, -1, true, true, "en_US", "en_US", true, true, true, true, false, true, 7,
        5
    ]);
    for (attack, outcome) in attacks.iter().zip(outcomes.chunks(2)) {
        assert_eq!(outcome[1].value.to_json(), expected, "{attack}\n{outcome:?}");
        assert_eq!(outcome[1].stdout, "out", "{attack}");
    }
}

#[test]
fn a_pair_that_may_change_the_jdk_does_not_share_its_process() {
    let mut jvm = Jvm::start(&quick()).expect("a JDK on this machine");
    let mut run = |body: &str| {
        jvm.begin_pair();
        let unit = workers::java(&[], "Object", "", &[body]);
        let answers = jvm.run(&unit, &[workers::input(json!([]))], &run_requests(1)).expect("runs");
        (workers::only(&answers).clone(), jvm.earlier_pairs())
    };
    let pid = "return ProcessHandle.current().pid();";
    let plain = "List<String> all = new ArrayList<>(); Runnable add = () -> all.add(\"a\" + all.size()); add.run(); return all;";
    assert_eq!(run(plain).1, EarlierPairs::None);
    assert_eq!(run(plain).1, EarlierPairs::Stateless, "no code used state of the JDK");
    let (first, earlier_pairs) = run(pid);
    assert_eq!((first.state, earlier_pairs), (State::Ok, EarlierPairs::Stateless), "{first:?}");
    let harmless = "List<Integer> all = new ArrayList<>(List.of(1)); Collections.addAll(all, 2); all.set(0, 3); \
        Locale.setDefault(Locale.FRANCE); System.setProperty(\"a\", \"b\"); return all;";
    assert_eq!(run(harmless).1, EarlierPairs::Stateful);
    assert_eq!(run(pid).0.value, first.value, "the worker is the same");
    for setter in [
        "java.sql.DriverManager.setLoginTimeout(9);",
        "java.security.Security.setProperty(\"networkaddress.cache.ttl\", \"3\");",
        "java.security.Security.removeProvider(\"SUN\");",
        "java.util.logging.Logger.getLogger(\"\").setLevel(java.util.logging.Level.OFF);",
        "java.util.function.IntConsumer set = java.sql.DriverManager::setLoginTimeout; set.accept(3);",
    ] {
        let before = run(pid).0.value;
        run(&format!("{setter} return 1;"));
        let (after, earlier_pairs) = run(pid);
        assert!(after.value != before && earlier_pairs == EarlierPairs::None, "{setter}");
    }
}

#[test]
fn the_static_fields_of_a_library_are_new_for_each_pair() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Lib.java"), "public class Lib { public static int calls; }").expect("written");
    let compiled = std::process::Command::new("javac").arg("Lib.java").current_dir(folder.path()).status();
    assert!(compiled.expect("a javac").success());
    let classpath = vec![folder.path().to_path_buf()];
    let options = WorkerOptions { read: ReadList::new(&classpath), ..quick() };
    let mut jvm = Jvm::start(&options).expect("a JDK on this machine");
    let unit = JavaUnit { classpath, ..workers::java(&[], "int", "", &["return ++Lib.calls;"]) };
    for _ in 0..2 {
        jvm.begin_pair();
        let answers = jvm.run(&unit, &[workers::input(json!([]))], &run_requests(1)).expect("runs");
        assert_eq!(workers::only(&answers).value, Value::Int(1));
    }
}

#[test]
fn a_parallel_stream_does_not_count_as_pollution() {
    let body = "return Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8).parallelStream().mapToInt(x -> x).sum();";
    let pid = "return ProcessHandle.current().pid();";
    let outcomes = java(&[pid, body, body, pid]);
    assert_eq!((&outcomes[1].value, &outcomes[2].value), (&Value::Int(36), &Value::Int(36)));
    assert_eq!(outcomes[0].value, outcomes[3].value, "the worker is the same");
}

/// A way to change the process, and an expression that shows the change. `{}` is the module before the change.
const LEAKS: [(&str, &str); 14] = [
    ("import os, time\ndef f():\n    os.environ['TZ'] = 'XXX-9'\n    time.tzset()\n    return 1\n", "time.timezone"),
    ("import decimal\ndef f():\n    decimal.DefaultContext.prec = 3\n    return 1\n", "decimal.Context().prec"),
    ("import warnings\ndef f():\n    warnings.simplefilter('error')\n    return 1\n", "len(warnings.filters)"),
    ("import math\ndef f():\n    math.pi = 3\n    return 1\n", "math.pi"),
    ("import os\ndef f():\n    os.umask(0o777)\n    return 1\n", "os.umask(0o22)"),
    ("import sys\ndef f():\n    sys.setswitchinterval(9)\n    return 1\n", "int(sys.getswitchinterval())"),
    (
        "import sys\nclass Limit:\n    def __del__(self):\n        sys.setrecursionlimit(77)\nkept = Limit()\n\
         sys.kept = kept\ndef f():\n    return 1\n",
        "hasattr(sys, 'kept')",
    ),
    (
        "import locale\ndef f():\n    locale.setlocale(locale.LC_NUMERIC, 'C.UTF-8')\n    return 1\n",
        "locale.setlocale(locale.LC_NUMERIC)",
    ),
    (
        "import signal\ndef f():\n    signal.signal(signal.SIGUSR1, signal.SIG_IGN)\n    return 1\n",
        "str(signal.getsignal(signal.SIGUSR1))",
    ),
    // The object of the number 7, which all code shares, gets the value 8.
    (
        "import ctypes\ndef f():\n    ctypes.c_uint32.from_address(id(7) + 24).value = 8\n    return 1\n",
        "str(int('3') + int('4'))",
    ),
    // A name of a class of the standard library.
    (
        "import fractions\ndef f():\n    fractions.Fraction.numerator = 5\n    return 1\n",
        "fractions.Fraction(1, 3).numerator",
    ),
    ("import string\ndef f():\n    string.digits = ''\n    return 1\n", "string.digits"),
    // The frames of the worker below the call.
    (
        "import sys\ndef f():\n    frame = sys._getframe()\n    while frame is not None:\n        for held in \
         list(frame.f_locals.values()):\n            if hasattr(held, 'inputs') and hasattr(held, 'cap'):\n                \
         type(held).arguments = lambda *all: [1]\n                type(held).cap = 0\n        frame = frame.f_back\n    \
         return 1\n",
        "print('out') or 1",
    ),
    (
        "import itertools, builtins\ndef f():\n    builtins.__dict__['mine'] = 1\n    return 1\n",
        "hasattr(builtins, 'mine')",
    ),
];

#[test]
fn state_of_a_pair_does_not_reach_the_next_pair() {
    let mut cpython = Cpython::start(&quick()).expect("a CPython on this machine");
    for (leak, shown) in LEAKS {
        let look = format!(
            "import builtins, decimal, fractions, locale, math, os, signal, string, sys, time, warnings\ndef f():\n    \
             return {shown}\n"
        );
        let mut run = |text: &str| {
            cpython.begin_pair();
            let unit = workers::python(&[], &[text]);
            let answers = cpython.run(&unit, &[workers::input(json!([]))], &run_requests(1)).expect("runs");
            workers::only(&answers).clone()
        };
        let before = run(&look);
        assert_eq!(before.state, State::Ok, "{before:?}");
        run(leak);
        assert_eq!(run(&look), before, "{leak}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pair_whose_process_dies_does_not_affect_the_next_pair() {
    let mut cpython = Cpython::start(&quick()).expect("a CPython on this machine");
    let mut run = |text: &str| {
        cpython.begin_pair();
        let unit = workers::python(&[], &[text]);
        let answers = cpython.run(&unit, &[workers::input(json!([]))], &run_requests(1)).expect("runs");
        workers::only(&answers).clone()
    };
    for attack in [
        "import os, posix\ndef f():\n    posix._exit(86)\n",
        "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGSEGV)\n",
        "import os\ndef f():\n    os.closerange(3, 64)\n",
        "import ctypes\ndef f():\n    ctypes.CDLL(None).pause()\n",
    ] {
        let outcome = run(attack);
        assert_ne!(outcome.state, State::Ok, "{attack}");
        assert!(!attack.contains("_exit") || outcome.reason == Reason::Exit, "{attack}: {outcome:?}");
        assert_eq!(run("def f():\n    return 1\n").value, Value::Int(1), "{attack}");
    }
}

#[test]
fn unexpected_answers_end_the_call_and_not_the_run() {
    for frame in
        ["{'process': 1}", "{'run_request': 0, 'outcomes': []}", "{'compiled': 1}", "{}", "{'unconfined': 'mine'}"]
    {
        let attack = format!(
            "import sys\ndef f():\n    frame = sys._getframe()\n    while frame is not None:\n        for held in \
             list(frame.f_locals.values()):\n            if hasattr(held, 'put') and hasattr(held, 'send'):\n                \
             while True:\n                    held.put({frame})\n                    held.send()\n        \
             frame = frame.f_back\n"
        );
        let outcomes = python(&[&attack, "def f():\n    return 1\n"]);
        assert_eq!(
            (&outcomes[0].state, &outcomes[1].value),
            (&State::Incomplete, &Value::Int(1)),
            "{frame}: {outcomes:?}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_that_cannot_confine_itself_reports_the_part_that_failed() {
    let run_stderr = |lines: &str| {
        let script = format!(
            "import os, sys\n{lines}\nfrom mts_harness.process.confinement import Confinement\n\
             Confinement({{'calls': {{'program': [[0, 0, 0, 0]], 'process': 1}}}}).enter(os.getppid())\n"
        );
        let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/mts-workers/src/harness/python");
        let ran = std::process::Command::new("python3")
            .args(["-B", "-c", &script])
            .current_dir(python)
            .output()
            .expect("runs");
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    assert!(run_stderr("").contains("the seccomp filter: Invalid argument"), "{}", run_stderr(""));
    let message = run_stderr("sys.modules['ctypes'] = None");
    assert!(message.starts_with("this CPython has no module `ctypes`") && message.lines().count() == 1, "{message}");
}

#[test]
fn all_requests_of_a_pair_run_in_one_process_and_no_other_pair_does() {
    let mut cpython = Cpython::start(&quick()).expect("a CPython on this machine");
    let mut process = |begins: bool| {
        if begins {
            cpython.begin_pair();
        }
        let unit = workers::python(&[], &["import os\ndef f():\n    return os.getpid()\n"]);
        let answers = cpython.run(&unit, &[workers::input(json!([]))], &run_requests(1)).expect("runs");
        workers::only(&answers).value.clone()
    };
    let first = process(true);
    assert_eq!(process(false), first);
    let second = process(true);
    assert_ne!(second, first);
    assert_eq!(process(false), second);
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_of_a_pair_cannot_access_its_parent_process() {
    let attacks = [
        "import os\ndef f():\n    os.listdir(f'/proc/{os.getppid()}/fd')\n",
        "import os\ndef f():\n    open(f'/proc/{os.getppid()}/fd/10', 'rb')\n",
        "import os\ndef f():\n    open(f'/proc/{os.getppid()}/environ', 'rb')\n",
        "import os, signal\ndef f():\n    os.kill(os.getppid(), signal.SIGKILL)\n",
        "import os\ndef f():\n    open('/proc/1/cmdline', 'rb')\n",
    ];
    refused(&attacks, &python(&attacks), &["PermissionError"]);
    let own = python(&["import os\ndef f():\n    return [len(open('/proc/self/stat').read()) > 9, \
        len(os.listdir('/proc/self/fd')) > 2, int(open('/proc/self/stat').read().split()[0]) == os.getpid()]\n"]);
    assert_eq!(own[0].value, workers::value(json!([true, true, true])), "{own:?}");
}
