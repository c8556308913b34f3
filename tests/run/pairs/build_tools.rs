//! Tests that a hostile build tool cannot reach secrets, files and services.
//!
//! The tool also cannot continue after the build.

use crate::secrets::holding;
use crate::support::Fixture;
use std::path::Path;

/// Builds a project whose wrapper is this shell script.
fn wrapped(script: &str, more: &str) -> Fixture {
    let fixture = Fixture::whole("builds/modules");
    fixture.write("mts.yml", format!("version: 1\nroots:\n  - {{java: java, python: python, build: maven}}\n{more}"));
    fixture.write("java/mvnw", script);
    fixture
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_build_tool_cannot_read_secrets_or_write_to_the_home_folder() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("token"), "s3cret").expect("written");
    let home = home.path().to_str().expect("text");
    let script = "#!/bin/sh\necho x > \"$HOME/left\"\ncat \"$HOME/token\" > token\n\
                  echo \"[ERROR] token=${TOKEN:-none} file=$(cat token) here=$(pwd)\"\nexit 1\n";
    let fixture = wrapped(script, "");
    let ran = fixture.mts_with(&["run", "--all"], &[("HOME", home), ("TOKEN", "s3cret")]);
    assert!(ran.reasons().contains("token=none"), "{}", ran.reasons());
    let here = fixture.path().to_str().expect("text");
    assert!(!ran.reasons().contains(&format!("here={here}")), "it runs on a copy: {}", ran.reasons());
    assert!(!fixture.path().join("java/token").exists());
    if cfg!(target_os = "linux") {
        assert!(ran.reasons().contains("file= "), "it read a home: {}", ran.reasons());
        assert!(!Path::new(home).join("left").exists(), "it wrote into a home");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_password_in_the_settings_of_maven_is_in_no_result() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(home.path().join(".m2")).expect("made");
    let settings = "<settings><servers><server><password>s3cret-of-maven</password></server></servers></settings>";
    std::fs::write(home.path().join(".m2/settings.xml"), settings).expect("written");
    let fixture = wrapped("#!/bin/sh\necho \"[ERROR] read $(cat $HOME/.m2/settings.xml)\"\nexit 1\n", "");
    let ran = fixture.mts_with(&["run", "--all"], &[("HOME", home.path().to_str().expect("text"))]);
    assert!(ran.reasons().contains("<password>[redacted]</password>"), "{}", ran.reasons());
    assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("s3cret-of-maven"), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(holding(&fixture.path().join("mts-out"), "s3cret-of-maven"), [""; 0]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn links_that_a_build_creates_do_not_copy_files_of_the_machine_into_a_result() {
    let machine = tempfile::tempdir().expect("a folder");
    let [home, cache] = ["home", "cache"].map(|name| machine.path().join(name));
    std::fs::create_dir_all(&home).expect("made");
    std::fs::create_dir_all(&cache).expect("made");
    std::fs::write(home.join("settings.txt"), "s3cret-of-the-machine").expect("written");
    let script = "#!/bin/sh\nfor pom in $(find . -name pom.xml); do d=$(dirname $pom); mkdir -p $d/target; \
                  ln -s \"$HOME\" $d/target/classes; : > $d/target/mts-class-path; done\n";
    let fixture = wrapped(script, "");
    let variables = [("HOME", home.to_str().expect("text")), ("XDG_CACHE_HOME", cache.to_str().expect("text"))];
    fixture.mts_with(&["run", "--all"], &variables);
    assert!(!holding(&cache, "sources").is_empty(), "the build was not kept");
    assert_eq!(holding(&cache, "s3cret-of-the-machine"), [""; 0], "the cache holds a file of the home");
    assert_eq!(holding(&fixture.path().join("mts-out"), "s3cret-of-the-machine"), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_build_tool_reaches_no_service_of_the_machine_through_a_local_socket() {
    let machine = tempfile::tempdir().expect("a folder");
    let place = machine.path().join("service");
    let _service = std::os::unix::net::UnixListener::bind(&place).expect("a service");
    let connect = format!("import socket; socket.socket(socket.AF_UNIX).connect('{}')", place.display());
    let script = format!(
        "#!/bin/sh\npython3 -c \"{connect}\" 2> error && echo connected > error\n\
                          echo \"[ERROR] $(tail -n 1 error)\"\nexit 1\n"
    );
    let ran = wrapped(&script, "").mts(&["run", "--all"]);
    assert!(ran.reasons().contains("Operation not permitted"), "{}", ran.reasons());
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn a_build_tool_cannot_make_system_calls_by_their_x32_numbers() {
    // A local socket, `setsid` and `setpgid`. A kernel without these numbers would answer with another error.
    let calls = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nfor call in ((41, 1, 1, 0), (112,), (109, 0, 0)):\n  \
                 libc.syscall(call[0] | 0x40000000, *call[1:])\n  print(ctypes.get_errno(), end=' ')";
    let script = format!("#!/bin/sh\necho \"[ERROR] errors $(python3 -c \"{calls}\")\"\nexit 1\n");
    let ran = wrapped(&script, "").mts(&["run", "--all"]);
    assert!(ran.reasons().contains("errors 1 1 1"), "{}", ran.reasons());
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_of_a_build_tool_outlives_the_build() {
    // A new session, a new process group, and a parent that ends: the ways to leave a build.
    let leave = |call: &str, file: &str| {
        format!(
            "import os, time\nif os.fork() == 0:\n  try: os.{call}\n  except OSError: pass\n  \
             if os.fork() == 0:\n    open('{file}', 'w').write(str(os.getpid()))\n    time.sleep(1000)\n  \
             os._exit(0)\nwhile not os.path.exists('{file}') or not os.path.getsize('{file}'): time.sleep(0.01)\n"
        )
    };
    let (session, group) = (leave("setsid()", "session"), leave("setpgid(0, 0)", "group"));
    let script = format!(
        "#!/bin/sh\npython3 -c \"{session}\"\npython3 -c \"{group}\"\n\
         echo \"[ERROR] processes $(cat session) $(cat group) started\"\nexit 1\n"
    );
    let ran = wrapped(&script, "").mts(&["run", "--all"]);
    let reasons = ran.reasons();
    let numbers =
        reasons.split_once("processes ").and_then(|(_, rest)| rest.split_once(" started")).expect("numbers").0;
    for number in numbers.split(' ') {
        // A process that has ended stays in the list until its parent has read its exit code.
        let status = std::fs::read_to_string(Path::new("/proc").join(number).join("status")).unwrap_or_default();
        let has_ended = status.is_empty() || status.contains("State:\tZ");
        assert!(has_ended, "the process {number} outlived the build: {reasons}\n{status}");
    }
}

#[test]
fn a_build_tool_that_hangs_is_stopped() {
    let ran = wrapped("#!/bin/sh\nsleep 1000 &\nsleep 1000\n", "java: {build-seconds: 1}\n").mts(&["run", "--all"]);
    assert!(ran.reasons().contains("longer than 1 s"), "{}", ran.reasons());
}
