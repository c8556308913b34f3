//! Tests that code under test reaches only the worker's files and environment.
//!
//! The code neither reads nor changes other data.

use super::*;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

const TOKEN: &str = "token-that-nobody-may-see";

/// Creates a folder with a token in the home folder, where other tools store tokens.
fn planted() -> (tempfile::TempDir, PathBuf) {
    let home = PathBuf::from(std::env::var_os("HOME").expect("a home"));
    let folder = tempfile::Builder::new().prefix(".cargo-mts-test").tempdir_in(home).expect("a folder");
    let file = folder.path().join("token");
    std::fs::write(&file, TOKEN).expect("written");
    (folder, file)
}

fn untouched(folder: &Path, before: &std::fs::Metadata) {
    let names: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["token"]);
    assert_eq!(std::fs::read_to_string(folder.join("token")).expect("still there"), TOKEN);
    let after = folder.join("token").metadata().expect("still there");
    let attributes = |it: &std::fs::Metadata| (it.mode(), it.uid(), it.mtime(), it.mtime_nsec(), it.nlink(), it.ino());
    assert_eq!(attributes(&after), attributes(before));
}

#[test]
fn files_outside_are_neither_read_nor_changed_from_python() {
    let (folder, file) = planted();
    let before = file.metadata().expect("there");
    let (at, around) =
        (format!("{:?}", file.display().to_string()), format!("{:?}", folder.path().display().to_string()));
    let attacks = [
        format!("def f():\n    return open({at}).read()\n"),
        format!("import os\ndef f():\n    return os.listdir({around})\n"),
        format!("def f():\n    open({at}, 'w')\n"),
        format!("def f():\n    open({at}, 'a')\n"),
        format!("def f():\n    open({around} + '/new', 'w')\n"),
        format!("import os\ndef f():\n    os.mkdir({around} + '/new')\n"),
        format!("import os\ndef f():\n    os.remove({at})\n"),
        format!("import os\ndef f():\n    os.rename({at}, {around} + '/other')\n"),
        format!("import os\ndef f():\n    os.rename({at}, 'mine')\n"),
        format!("import os\ndef f():\n    os.truncate({at}, 0)\n"),
        format!("import os\ndef f():\n    os.chmod({at}, 0o777)\n"),
        format!("import os\ndef f():\n    os.chown({at}, 1, 1)\n"),
        format!("import os\ndef f():\n    os.utime({at}, (0, 0))\n"),
        format!("import os\ndef f():\n    os.setxattr({at}, 'user.x', b'1')\n"),
        format!("import os\ndef f():\n    os.link({at}, 'mine')\n"),
        format!("import os\ndef f():\n    os.symlink({at}, 'mine')\n    return open('mine').read()\n"),
        format!("import os\ndef f():\n    os.symlink({around}, 'mine')\n    open('mine/new', 'w')\n"),
        format!("import os\ndef f():\n    os.symlink({at}, {around} + '/new')\n"),
        format!("import os\ndef f():\n    os.chdir({around})\n    os.open('.', os.O_RDONLY)\n"),
        "def f():\n    return open('/etc/passwd').read()\n".to_owned(),
        "import os\ndef f():\n    return open(f'/proc/{os.getppid()}/environ').read()\n".to_owned(),
        "import os\ndef f():\n    return open(f'/proc/{os.getppid()}/cmdline').read()\n".to_owned(),
        "import os\ndef f():\n    return open(f'/proc/{os.getppid()}/mem', 'rb').read(1)\n".to_owned(),
        "import os\ndef f():\n    return os.listdir(f'/proc/{os.getppid()}/fd')\n".to_owned(),
        "import os\ndef f():\n    open('../stderr', 'w')\n".to_owned(),
        "import os\ndef f():\n    os.rmdir(os.getcwd())\n".to_owned(),
        "import os\ndef f():\n    open('/dev/shm/new', 'w')\n".to_owned(),
        "import os\ndef f():\n    open('/proc/self/mem', 'wb')\n".to_owned(),
        "import os\ndef f():\n    open('/proc/self/mem', 'rb')\n".to_owned(),
        "import os\ndef f():\n    open(f'/proc/self/task/{os.getpid()}/mem', 'rb')\n".to_owned(),
        "import os\ndef f():\n    return open('/proc/net/tcp').read()\n".to_owned(),
    ];
    let attacks = attacks.each_ref().map(String::as_str);
    refused(&attacks, &python(&attacks), &["OSError"]);
    untouched(folder.path(), &before);
}

#[test]
fn files_outside_are_neither_read_nor_changed_from_java() {
    let (folder, file) = planted();
    let before = file.metadata().expect("there");
    let at = format!("java.nio.file.Path.of({:?})", file.display().to_string());
    let around = format!("java.nio.file.Path.of({:?})", folder.path().display().to_string());
    let parent = format!("\"/proc/{}\"", std::process::id());
    let files = "java.nio.file.Files";
    let attacks = [
        format!("return {files}.readString({at});"),
        format!("return {files}.list({around}).count();"),
        format!("{files}.writeString({at}, \"x\"); return 1;"),
        format!("{files}.writeString({around}.resolve(\"new\"), \"x\"); return 1;"),
        format!("{files}.createDirectory({around}.resolve(\"new\")); return 1;"),
        format!("{files}.delete({at}); return 1;"),
        format!("{files}.move({at}, {around}.resolve(\"other\")); return 1;"),
        format!("{files}.setPosixFilePermissions({at}, Set.of()); return 1;"),
        format!("{files}.setLastModifiedTime({at}, java.nio.file.attribute.FileTime.fromMillis(0)); return 1;"),
        format!("{files}.createLink(java.nio.file.Path.of(\"mine\"), {at}); return 1;"),
        format!(
            "{files}.createSymbolicLink(java.nio.file.Path.of(\"mine\"), {at}); return {files}.readString(java.nio.file.Path.of(\"mine\"));"
        ),
        "return java.nio.file.Files.readString(java.nio.file.Path.of(\"/etc/passwd\"));".to_owned(),
        format!("return new String(new java.io.FileInputStream({parent} + \"/environ\").readAllBytes());"),
        format!("return new String(new java.io.FileInputStream({parent} + \"/cmdline\").readAllBytes());"),
        "return new java.io.FileInputStream(\"/proc/self/mem\").available();".to_owned(),
        "return new java.io.FileInputStream(\"/proc/net/tcp\").read();".to_owned(),
        "new java.io.FileOutputStream(\"../stderr\").close(); return 1;".to_owned(),
        "new java.io.FileOutputStream(\"/dev/shm/new\").close(); return 1;".to_owned(),
    ];
    let attacks = attacks.each_ref().map(String::as_str);
    let refusals = ["IOException", "AccessDeniedException", "FileSystemException", "UncheckedIOException"];
    refused(&attacks, &java(&attacks), &refusals);
    untouched(folder.path(), &before);
}

#[test]
fn git_data_and_results_next_to_the_sources_are_not_readable() {
    let project = tempfile::tempdir().expect("a folder");
    for folder in [".git", "mts-out", "acme"] {
        std::fs::create_dir(project.path().join(folder)).expect("a folder");
        std::fs::write(project.path().join(folder).join("config"), TOKEN).expect("written");
    }
    std::fs::write(project.path().join("helper.py"), "def three():\n    return 3\n").expect("written");
    std::fs::write(project.path().join("Helper.java"), "class Helper { static int three() { return 3; } }")
        .expect("written");
    let mut options = quick();
    options.read = ReadList::new([&project.path().to_path_buf()]);
    let at = project.path().display();
    let attacks = [
        format!("def f():\n    return open('{at}/.git/config').read()\n"),
        format!("def f():\n    return open('{at}/mts-out/config').read()\n"),
        format!(
            "import sys\ndef f():\n    sys.path.append('{at}')\n    import helper\n    sys.path.remove('{at}')\n    del sys.modules['helper']\n    return [helper.three(), open('{at}/acme/config').read()]\n"
        ),
    ];
    let attacks = attacks.each_ref().map(String::as_str);
    let outcomes = python_with(&options, &attacks);
    refused(&attacks[..2], &outcomes[..2], &["PermissionError"]);
    assert_eq!(outcomes[2].value, workers::value(json!([3, TOKEN])), "sources are read as ever");
    let attacks = [".git", "mts-out", "acme"].map(|folder| {
        format!("return java.nio.file.Files.readString(java.nio.file.Path.of(\"{at}/{folder}/config\"));")
    });
    let attacks = attacks.each_ref().map(String::as_str);
    let outcomes = java_with(&options, &attacks);
    refused(&attacks[..2], &outcomes[..2], &["AccessDeniedException"]);
    assert_eq!(outcomes[2].value, workers::value(json!(TOKEN)));
}

#[test]
fn no_variable_of_the_callers_environment_reaches_either_side() {
    // Cargo sets CARGO_* for every test; these variables serve as the secret.
    assert!(std::env::var("CARGO_MANIFEST_DIR").is_ok());
    let outcomes = java(&[
        "return String.join(\" \", new TreeSet<>(System.getenv().keySet()));",
        "return new String(new java.io.FileInputStream(\"/proc/self/environ\").readAllBytes()).contains(\"CARGO\");",
    ]);
    assert_eq!(outcomes[0].value, workers::value(json!("HOME LANG LC_ALL MALLOC_ARENA_MAX PATH TMPDIR TZ")));
    assert_eq!(outcomes[1].value, Value::Bool(false));
    let outcomes = python(&[
        "import os\ndef f():\n    return ' '.join(sorted(os.environ))\n",
        "def f():\n    return b'CARGO' in open('/proc/self/environ', 'rb').read()\n",
    ]);
    assert_eq!(outcomes[0].value, workers::value(json!("HOME LANG LC_ALL MALLOC_ARENA_MAX PATH TMPDIR TZ")));
    assert_eq!(outcomes[1].value, Value::Bool(false));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn files_in_scratch_have_a_limit_and_are_removed_before_the_next_copy() {
    let list = "import os\ndef f():\n    return os.listdir('.')\n";
    // The time is long enough for a slow disk, so the other limit must end the calls.
    let mut patient = quick();
    patient.limits.watchdog = Duration::from_secs(20);
    let outcomes = python_with(
        &patient,
        &[
            "import os\ndef f():\n    open('a', 'w').write('x')\n    os.makedirs('b/c')\n    os.symlink('/', 'd')\n",
            list,
            "def f():\n    with open('a', 'wb') as a:\n        for i in range(1024):\n            a.write(bytes(1 << 20))\n    return 1\n",
            "def f():\n    n = 0\n    while True:\n        _mts_t_()\n        n += 1\n        with open(str(n), 'wb') as a:\n            a.write(bytes(1 << 25))\n",
            list,
        ],
    );
    assert_eq!(outcomes[1].value, workers::value(json!([])));
    assert_eq!(outcomes[2].state, State::Exception, "one file is bounded: {:?}", outcomes[2]);
    assert_eq!(
        ends(&outcomes)[3],
        (
            State::Incomplete,
            &Reason::WorkerLost("the code under test wrote too much data or too many files".to_owned())
        )
    );
    assert_eq!(outcomes[4].value, workers::value(json!([])));
    let list = "return new java.io.File(\".\").list().length;";
    let outcomes = java_with(
        &patient,
        &[
            "new java.io.File(\"a/b\").mkdirs(); new java.io.File(\"a/c\").createNewFile(); return 1;",
            list,
            "for (int n = 0; ; n++) { mts.Ticks.t(); try (java.io.FileOutputStream a = new java.io.FileOutputStream(\"f\" + n)) { a.write(new byte[1 << 25]); } }",
            list,
        ],
    );
    assert_eq!(outcomes[1].value, Value::Int(0));
    assert_eq!(
        ends(&outcomes)[2],
        (
            State::Incomplete,
            &Reason::WorkerLost("the code under test wrote too much data or too many files".to_owned())
        )
    );
    assert_eq!(outcomes[3].value, Value::Int(0));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn deleted_files_count_for_the_disk_limit() {
    let mut patient = quick();
    patient.limits.watchdog = Duration::from_secs(20);
    let reason = Reason::WorkerLost("the code under test wrote too much data or too many files".to_owned());
    let lost = (State::Incomplete, &reason);
    let unlink = |keep: &str| {
        format!(
            "import mmap, os\ndef f():\n    kept = []\n    while True:\n        _mts_t_()\n        file = open('a', 'w+b')\n        \
             os.unlink('a')\n        file.write(bytes(1 << 25))\n        {keep}\n"
        )
    };
    let (open, mapped) =
        (unlink("kept.append(file)"), unlink("kept.append(mmap.mmap(file.fileno(), 4096)); file.close()"));
    let outcomes = python_with(&patient, &[&open, &mapped]);
    assert_eq!(ends(&outcomes), [lost, lost]);
    let open = "List<Object> kept = new ArrayList<>(); while (true) { mts.Ticks.t(); \
        java.io.RandomAccessFile file = new java.io.RandomAccessFile(\"a\", \"rw\"); new java.io.File(\"a\").delete(); \
        file.write(new byte[1 << 25]); kept.add(file); }";
    let outcomes = java_with(&patient, &[open]);
    assert_eq!(ends(&outcomes), [lost]);
}

#[test]
fn code_under_test_cannot_hide_files_from_the_disk_limit() {
    let call = |call: &str| format!("import ctypes\ndef f():\n    return ctypes.CDLL(None).{call}\n");
    let hide = call("prctl(4, 0, 0, 0, 0)");
    assert_eq!(python(&[&hide])[0].value, Value::Int(-1));
    let attacks = [
        "import socket\ndef f():\n    a, b = socket.socketpair()\n    a.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, bytes(4))])\n",
    ];
    refused(&attacks, &python(&attacks), &["PermissionError"]);
    // libc writes the file instead, so that the measurement sees it.
    let allocate = "import os\ndef f():\n    file = os.open('a', os.O_RDWR | os.O_CREAT)\n    \
                    os.posix_fallocate(file, 0, 1 << 16)\n    return os.stat('a').st_size\n";
    assert_eq!(python(&[allocate])[0].value, Value::Int(1 << 16));
}

#[test]
fn a_native_thread_leaves_no_files_for_the_next_pair() {
    let writer = "import ctypes, os\n\n\ndef write(_):\n    n = 0\n    while True:\n        n += 1\n        \
                  open(f'left{n % 9}', 'w').close()\n\n\nKEPT = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(write)\n\n\n\
                  def f():\n    thread = ctypes.c_ulong()\n    \
                  return ctypes.CDLL(None).pthread_create(ctypes.byref(thread), None, KEPT, None)\n";
    let list = "import os\ndef f():\n    return os.listdir('.')\n";
    let mut cpython = Cpython::start(&quick()).expect("a CPython on this machine");
    for _ in 0..5 {
        let [started, left] = [writer, list].map(|text| {
            cpython.begin_pair();
            let unit = workers::python(&[], &[text]);
            let answers = cpython.run(&unit, &[workers::input(json!([]))], &run_requests(1)).expect("runs");
            workers::only(&answers).clone()
        });
        assert_eq!(started.value, Value::Int(0), "{started:?}");
        assert_eq!(left.value, workers::value(json!([])));
    }
}
