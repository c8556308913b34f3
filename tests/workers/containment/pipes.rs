//! Tests the worker's own descriptors, and endless output.

use super::*;

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_copy_that_closes_descriptors_of_the_worker_loses_its_result() {
    let outcomes = python(&[
        "import os\ndef f():\n    os.closerange(3, 64)\n    return 1\n",
        "import os\ndef f():\n    os.closerange(0, 64)\n    return 1\n",
        "import os\ndef f():\n    null = os.open('/dev/null', os.O_RDWR)\n    for i in range(3, 32):\n        os.dup2(null, i)\n    return 1\n",
    ]);
    assert!(outcomes.iter().all(|outcome| outcome.state != State::Ok), "{outcomes:?}");
    let close = "java.lang.reflect.Field field = Class.forName(\"sun.misc.Unsafe\").getDeclaredField(\"theUnsafe\"); \
        field.setAccessible(true); sun.misc.Unsafe raw = (sun.misc.Unsafe) field.get(null); \
        long place = raw.objectFieldOffset(java.io.FileDescriptor.class.getDeclaredField(\"fd\")); \
        for (int i = 3; i < 64; i++) { java.io.FileDescriptor it = new java.io.FileDescriptor(); raw.putInt(it, place, i); \
        try { new java.io.FileOutputStream(it).close(); } catch (java.io.IOException e) { } } return 1;";
    let outcomes = java(&[close]);
    assert!(outcomes[0].state != State::Ok, "{outcomes:?}");
}

#[test]
fn forged_answers_of_code_under_test_are_not_accepted() {
    let write = |frames: &str| {
        format!(
            "import os, stat\ndef f():\n    frames = {frames}\n    for i in range(3, 64):\n        try:\n            \
             if stat.S_ISFIFO(os.fstat(i).st_mode):\n                os.write(i, frames)\n        except OSError:\n            \
             pass\n    return 1\n"
        )
    };
    let frame = |tag: &str, run_request: u32| {
        let body =
            format!("{tag}{{\"run_request\":{run_request},\"outcome\":[\"ok\",7,[],null,\"\",1,\"\"],\"last\":true}}");
        format!("{}.to_bytes(4, 'big') + {body:?}.encode()", body.len())
    };
    let done = |tag: &str| {
        let body = format!("{tag}{{\"done\":true}}");
        format!("{}.to_bytes(4, 'big') + {body:?}.encode()", body.len())
    };
    let all = |tag: &str| {
        let frames: Vec<String> = (1..9).map(|run_request| frame(tag, run_request)).chain([done(tag)]).collect();
        write(&frames.join(" + "))
    };
    let attacks =
        [write("b'x' * 1000"), write("b'\\x0f\\xff\\xff\\xff'"), all(""), all("0000000000000000"), write(&done(""))];
    let outcomes = python(&attacks.each_ref().map(String::as_str));
    assert!(outcomes.iter().all(|outcome| outcome.state != State::Ok), "{outcomes:?}");

    let forge = |tag: &str| {
        format!(
            "byte[] body = (\"{tag}{{\\\"run_request\\\":\" + 1 + \",\\\"outcome\\\":[\\\"ok\\\",7,[],null,\\\"\\\",1,\\\"\\\"],\\\"last\\\":true}}\").getBytes(); \
             java.nio.ByteBuffer frame = java.nio.ByteBuffer.allocate(4 + body.length); frame.putInt(body.length).put(body); \
             for (String name : new java.io.File(\"/proc/self/fd\").list()) {{ try {{ \
             if (java.nio.file.Files.readSymbolicLink(java.nio.file.Path.of(\"/proc/self/fd\", name)).toString().startsWith(\"pipe:\")) {{ \
             try (java.io.FileOutputStream out = new java.io.FileOutputStream(\"/proc/self/fd/\" + name)) {{ out.write(frame.array()); }} }} \
             }} catch (java.io.IOException gone) {{ }} }} return 1;"
        )
    };
    let attacks = [forge(""), forge("0000000000000000")];
    let outcomes = java(&attacks.each_ref().map(String::as_str));
    assert!(outcomes.iter().all(|outcome| outcome.state != State::Ok), "{outcomes:?}");
}

/// Returns a port that forges an answer with the tag of its request.
///
/// The port finds the tag, and writes the text `body`, as Python code, as an answer. `written` is the number of bytes
/// that the port writes; `len(data)` writes all.
fn forging(body: &str, written: &str) -> String {
    format!(
        "import os, sys\ndef f():\n    frame = sys._getframe()\n    while frame is not None:\n        \
         given = frame.f_locals.get('frame')\n        if isinstance(given, bytes):\n            \
         data = given[:16] + {body}\n            data = len(data).to_bytes(4, 'big') + data\n            \
         for sink in range(3, 64):\n                try:\n                    \
         if os.readlink(f'/proc/self/fd/{{sink}}').startswith('pipe:'):\n                        at = 0\n                        \
         while at < {written}:\n                            at += os.write(sink, data[at:min(at + 65536, {written})])\n                \
         except OSError:\n                    pass\n        frame = frame.f_back\n    return 1\n"
    )
}

#[test]
fn an_answer_of_millions_of_values_with_the_right_tag_is_refused() {
    let body = "b'{\"run_request\":0,\"last\":false,\"outcome\":[\"ok\",[' + b'[],' * 3_000_000 + b'0],[],null,\"\",0,null,\"\"]}'";
    let outcomes = python(&[&forging(body, "len(data)")]);
    let Reason::WorkerLost(why) = &outcomes[0].reason else { panic!("{:?}", ends(&outcomes)) };
    assert!(why.starts_with("the answer does not come from the worker"), "{why}");
}

#[test]
fn no_descriptor_that_the_caller_left_open_reaches_code_under_test() {
    use std::os::fd::AsRawFd;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret");
    std::fs::write(&path, "secret").expect("written");
    let left_open = std::fs::File::options().read(true).write(true).open(&path).expect("opened");
    rustix::io::fcntl_setfd(&left_open, rustix::io::FdFlags::empty()).expect("inherited by every child");
    let descriptor = left_open.as_raw_fd();
    let python_attack = format!(
        "import os\ndef f():\n    try:\n        os.pwrite({descriptor}, b'written', 0)\n        return \
         os.pread({descriptor}, 9, 0).decode()\n    except OSError as e:\n        return 'refused'\n"
    );
    // The descriptor's number may be one of the worker's own; the file names behind all descriptors
    // show the difference.
    let names = "import os\ndef f():\n    return [os.readlink('/proc/self/fd/' + n) for n in sorted(os.listdir('/proc/self/fd')) \
         if os.path.lexists('/proc/self/fd/' + n)]\n";
    let outcomes = python(&[&python_attack, names]);
    let seen = format!("{outcomes:?}");
    assert!(!seen.contains("secret") && !seen.contains("written"), "{seen}");
    let names = "StringBuilder all = new StringBuilder(); \
        for (String name : new java.io.File(\"/proc/self/fd\").list()) { try { \
        all.append(java.nio.file.Files.readSymbolicLink(java.nio.file.Path.of(\"/proc/self/fd\", name))); \
        } catch (java.io.IOException gone) { } } return all.toString();";
    let seen = format!("{:?}", java(&[names]));
    assert!(seen.contains("modules") && !seen.contains("secret"), "{seen}");
    assert_eq!(std::fs::read_to_string(&path).expect("still there"), "secret");
}

#[test]
fn a_gigabyte_of_output_is_counted_and_not_stored() {
    let outcomes = python(&[
        "import sys\ndef f():\n    line = 'x' * (1 << 20)\n    for i in range(1024):\n        sys.stdout.write(line)\n",
        "import os\ndef f():\n    line = b'x' * (1 << 20)\n    for i in range(1024):\n        os.write(1, line)\n    return 1\n",
        "import os\ndef f():\n    line = b'x' * (1 << 20)\n    for i in range(1024):\n        os.write(2, line)\n    return 1\n",
        "import sys\ndef f():\n    for i in range(1024):\n        sys.__stdout__.write('x' * (1 << 20))\n    return 1\n",
    ]);
    let counted = format!("\n[{} bytes in all]", 1 << 30);
    assert!(outcomes[0].stdout.ends_with(&counted) && outcomes[0].stdout.len() < 100_000, "{:?}", outcomes[0].state);
    assert_eq!(outcomes[1].value, Value::Int(1));
    // The file is too large: the descriptor is a file of the run.
    assert_ne!(outcomes[2].state, State::Ok, "{:?}", outcomes[2]);

    let outcomes = java(&[
        "byte[] line = new byte[1 << 20]; for (int i = 0; i < 1024; i++) System.out.write(line, 0, line.length); return 1;",
        "byte[] line = new byte[1 << 20]; for (int i = 0; i < 1024; i++) System.err.write(line, 0, line.length); return 1;",
        "byte[] line = new byte[1 << 20]; java.io.OutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out); \
            for (int i = 0; i < 1024; i++) out.write(line); return 1;",
    ]);
    assert!(outcomes[0].stdout.ends_with(&counted) && outcomes[0].stdout.len() < 100_000, "{:?}", outcomes[0].state);
    assert!(outcomes.iter().all(|outcome| outcome.value == Value::Int(1)), "{:?}", ends(&outcomes));
}
