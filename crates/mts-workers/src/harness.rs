//! The two embedded workers. Python's is a script; Java's is compiled once by the machine's JDK.
//! Both are kept in the cache folder under a name that holds their content's hash.

use super::find::Jdk;
use mts_model::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const JAVA: [(&str, &str); 24] = [
    ("Reason.java", include_str!("harness/java/mts/Reason.java")),
    ("Ticks.java", include_str!("harness/java/mts/Ticks.java")),
    ("ClassFile.java", include_str!("harness/java/mts/ClassFile.java")),
    ("Sets.java", include_str!("harness/java/mts/Sets.java")),
    ("Maps.java", include_str!("harness/java/mts/Maps.java")),
    ("Unordered.java", include_str!("harness/java/mts/Unordered.java")),
    ("Chance.java", include_str!("harness/java/mts/Chance.java")),
    ("Exit.java", include_str!("harness/java/mts/Exit.java")),
    ("Program.java", include_str!("harness/java/mts/Program.java")),
    ("Probes.java", include_str!("harness/java/mts/Probes.java")),
    ("States.java", include_str!("harness/java/mts/States.java")),
    ("Json.java", include_str!("harness/java/mts/Json.java")),
    ("Encode.java", include_str!("harness/java/mts/Encode.java")),
    ("Decode.java", include_str!("harness/java/mts/Decode.java")),
    ("Sieve.java", include_str!("harness/java/mts/Sieve.java")),
    ("Compiler.java", include_str!("harness/java/mts/Compiler.java")),
    ("Entry.java", include_str!("harness/java/mts/Entry.java")),
    ("Printed.java", include_str!("harness/java/mts/Printed.java")),
    ("Traces.java", include_str!("harness/java/mts/Traces.java")),
    ("Lambdas.java", include_str!("harness/java/mts/Lambdas.java")),
    ("Library.java", include_str!("harness/java/mts/Library.java")),
    ("Subclasses.java", include_str!("harness/java/mts/Subclasses.java")),
    ("Makers.java", include_str!("harness/java/mts/Makers.java")),
    ("Worker.java", include_str!("harness/java/mts/Worker.java")),
];
const PYTHON: [(&str, &str); 13] = [
    ("mts_worker.py", include_str!("harness/python/mts_worker.py")),
    ("mts_answers.py", include_str!("harness/python/mts_answers.py")),
    ("mts_handed.py", include_str!("harness/python/mts_handed.py")),
    ("mts_makers.py", include_str!("harness/python/mts_makers.py")),
    ("mts_members.py", include_str!("harness/python/mts_members.py")),
    ("mts_modules.py", include_str!("harness/python/mts_modules.py")),
    ("mts_processes.py", include_str!("harness/python/mts_processes.py")),
    ("mts_programs.py", include_str!("harness/python/mts_programs.py")),
    ("mts_random.py", include_str!("harness/python/mts_random.py")),
    ("mts_reasons.py", include_str!("harness/python/mts_reasons.py")),
    ("mts_states.py", include_str!("harness/python/mts_states.py")),
    ("mts_traces.py", include_str!("harness/python/mts_traces.py")),
    ("mts_values.py", include_str!("harness/python/mts_values.py")),
];

/// `$XDG_CACHE_HOME/cargo-mts`, or the same below `~/.cache`.
#[must_use]
pub fn default_cache() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("cargo-mts"))
}

/// The first of `folders` in which `make` works: the cache, else the worker's own scratch.
fn in_first<'a>(folders: impl Iterator<Item = &'a Path>, make: impl Fn(&Path) -> Result<PathBuf>) -> Result<PathBuf> {
    let mut last = Error::environment("there is no folder for the workers");
    for folder in folders {
        match make(folder) {
            Ok(made) => return Ok(made),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn hash(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The folder of the Python worker's scripts.
pub(crate) fn python(cache: Option<&Path>, scratch: &Path) -> Result<PathBuf> {
    let name = format!("python-{}", hash(&PYTHON.map(|(_, text)| text)));
    in_first(cache.into_iter().chain([scratch]), |folder| {
        let made = folder.join(&name);
        if made.is_dir() {
            return Ok(made);
        }
        std::fs::create_dir_all(folder).map_err(|e| Error::io("make the cache folder", folder, &e))?;
        let staged = tempfile::tempdir_in(folder).map_err(|e| Error::io("write in", folder, &e))?;
        for (name, text) in PYTHON {
            let file = staged.path().join(name);
            std::fs::write(&file, text).map_err(|e| Error::io("write the worker", &file, &e))?;
        }
        match std::fs::rename(staged.path(), &made) {
            // Another process may have been first: its scripts are the same.
            Err(e) if !made.is_dir() => Err(Error::io("keep the worker", &made, &e)),
            _ => Ok(made.clone()),
        }
    })
}

/// Name of the Java worker's jar for this JDK.
pub(crate) fn jar(jdk: &Jdk) -> String {
    let home = jdk.home.to_string_lossy();
    let mut parts = vec![home.as_ref(), jdk.version.as_str()];
    parts.extend(JAVA.iter().map(|(_, text)| *text));
    format!("worker-{}.jar", hash(&parts))
}

/// The Java worker as a jar for this JDK.
pub(crate) fn java(jdk: &Jdk, cache: Option<&Path>, scratch: &Path) -> Result<PathBuf> {
    let name = jar(jdk);
    in_first(cache.into_iter().chain([scratch]), |folder| {
        let jar = folder.join(&name);
        if jar.is_file() {
            return Ok(jar);
        }
        std::fs::create_dir_all(folder).map_err(|e| Error::io("make the cache folder", folder, &e))?;
        let staged = tempfile::tempdir_in(folder).map_err(|e| Error::io("write in", folder, &e))?;
        build(jdk, staged.path())?;
        // Another process may have been first, and a JVM may have its jar open: it stays.
        let built = staged.path().join("worker.jar");
        match std::fs::hard_link(&built, &jar) {
            Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => {
                std::fs::rename(&built, &jar).map_err(|e| Error::io("keep the worker", &jar, &e))?;
            }
            _ => {}
        }
        Ok(jar)
    })
}

fn build(jdk: &Jdk, folder: &Path) -> Result<()> {
    let sources = folder.join("mts");
    std::fs::create_dir(&sources).map_err(|e| Error::io("make a folder", &sources, &e))?;
    let mut compile = Command::new(jdk.home.join("bin/javac"));
    compile.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-g:none", "-nowarn"]);
    compile.arg("-encoding").arg("UTF-8").arg("-d").arg(folder.join("classes"));
    for (name, text) in JAVA {
        let file = sources.join(name);
        std::fs::write(&file, text).map_err(|e| Error::io("write the worker", &file, &e))?;
        compile.arg(file);
    }
    run(&mut compile)?;
    let mut pack = Command::new(jdk.home.join("bin/jar"));
    pack.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "--create", "--file"]);
    pack.arg(folder.join("worker.jar")).arg("-C").arg(folder.join("classes")).arg(".");
    run(&mut pack)
}

fn run(command: &mut Command) -> Result<()> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let done = command.stdin(Stdio::null()).output();
    let done = done.map_err(|e| Error::environment(format!("cannot start the JDK's tool: {e}")).at(&tool))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr).lines().take(5).collect::<Vec<_>>().join("\n");
    Err(Error::environment(format!("the JDK cannot build the worker: {said}")).at(tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_python_worker_is_kept_in_the_cache_and_found_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let scratch = tempfile::tempdir().expect("a folder");
        let first = python(Some(cache.path()), scratch.path()).expect("written");
        assert_eq!(python(Some(cache.path()), scratch.path()).expect("found"), first);
        assert_eq!(std::fs::read_dir(cache.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_replaced_by_scratch() {
        let scratch = tempfile::tempdir().expect("a folder");
        let made = python(Some(Path::new("/proc/nowhere")), scratch.path()).expect("written");
        assert!(made.starts_with(scratch.path()));
    }
}
