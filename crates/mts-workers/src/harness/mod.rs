//! The harness: the two embedded programs of the workers, a Java program and Python scripts.
//!
//! The JDK of the machine compiles the Java program once, and CPython compiles the scripts. The cache
//! stores each of them under a hash of its sources and of the path and version of the runtime.

pub(crate) mod cache;

use crate::find::{Jdk, Python};
use include_dir::{Dir, include_dir};
use mts_model::error::{Error, Result};
use mts_model::function::special_methods;
use mts_model::jdk;
use mts_model::value::port_substitutes;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The folders with the files of one Java package.
static JAVA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/harness/java");
/// The script that starts the worker, and the Python package of the worker.
static PYTHON: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/harness/python");

/// The script that starts the Python worker.
pub(crate) const PYTHON_SCRIPT: &str = "start.py";

/// A path below the folder of one side, and the text of the file.
type Source = (PathBuf, String);

/// The sources of the Python worker, with the generated modules.
static PYTHON_SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let methods = (special_methods::PYTHON_MODULE, special_methods::python_module());
    let prefixes = (port_substitutes::PYTHON_MODULE, port_substitutes::python_module());
    sources_in(&PYTHON, "py", [(jdk::PYTHON_MODULE, jdk::python_module()), methods, prefixes])
});
/// The sources of the Java worker, with the table of JDK types.
static JAVA_SOURCES: LazyLock<Vec<Source>> =
    LazyLock::new(|| sources_in(&JAVA, "java", [(jdk::JAVA_FILE, jdk::java_source())]));

/// Returns the sources of one side, in the order of their paths.
fn sources_in<const N: usize>(
    folder: &'static Dir<'_>,
    extension: &str,
    generated: [(&str, String); N],
) -> Vec<Source> {
    let mut found: Vec<Source> = generated.map(|(path, text)| (PathBuf::from(path), text)).into();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        let of_kind = folder.files().filter(|file| file.path().extension().is_some_and(|found| found == extension));
        found.extend(of_kind.filter_map(|file| Some((file.path().to_owned(), file.contents_utf8()?.to_owned()))));
    }
    found.sort_unstable();
    found
}

/// Writes the sources of one side below a folder.
fn write(sources: &[Source], folder: &Path) -> Result<()> {
    for (path, text) in sources {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|e| Error::io("make a folder", parent, &e))?;
        std::fs::write(&file, text).map_err(|e| Error::io("write the worker program", &file, &e))?;
    }
    Ok(())
}

/// Calls `make` for each folder until one call succeeds.
///
/// The first folder is the cache, and the second is the worker's scratch folder.
fn in_first_folder<'a>(
    folders: impl Iterator<Item = &'a Path>,
    make: impl Fn(&Path) -> Result<PathBuf>,
) -> Result<PathBuf> {
    let mut last = Error::environment("cargo mts has no folder in which it can install the worker programs");
    for folder in folders {
        match make(folder) {
            Ok(made) => return Ok(made),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn hash(sources: &[Source], more: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(bytes);
        hasher.update(&[0]);
    };
    for (path, text) in sources {
        part(path.as_os_str().as_encoded_bytes());
        part(text.as_bytes());
    }
    more.iter().for_each(|text| part(text.as_bytes()));
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Returns the folder of the Python worker's scripts for this CPython. Writes and compiles the scripts if needed.
pub(crate) fn python(python: &Python, cache: Option<&Path>, scratch: &Path) -> Result<PathBuf> {
    let name = format!("python-{}", hash(&PYTHON_SOURCES, &[&python.program.to_string_lossy(), &python.version]));
    in_first_folder(cache.into_iter().chain([scratch]), |folder| {
        let installed = folder.join(&name);
        if installed.is_dir() {
            cache::mark_used(&installed);
            return Ok(installed);
        }
        std::fs::create_dir_all(folder).map_err(|e| Error::io("make the cache folder", folder, &e))?;
        let staged = tempfile::tempdir_in(folder).map_err(|e| Error::io("write in the cache folder", folder, &e))?;
        write(&PYTHON_SOURCES, staged.path())?;
        // Only one worker uses the scratch folder, so bytecode there saves no time.
        if Some(folder) == cache {
            compile(python, staged.path());
        }
        match std::fs::rename(staged.path(), &installed) {
            // Another process may have written the same scripts first.
            Err(e) if !installed.is_dir() => return Err(Error::io("store the worker program", &installed, &e)),
            _ => {}
        }
        cache::remove_old(folder, |name| name.starts_with("python-"));
        Ok(installed.clone())
    })
}

/// Compiles the scripts to bytecode, so that a worker starts faster. A worker cannot compile the scripts itself,
/// because the sandbox forbids the worker to write beside the scripts. If the compilation fails, the worker runs the
/// scripts as they are.
fn compile(python: &Python, scripts: &Path) {
    let mut compile = Command::new(&python.program);
    compile.args(["-I", "-S", "-m", "compileall", "-q"]).arg(scripts);
    run(&mut compile).ok();
}

/// Returns the file name of the Java worker's jar for this JDK.
pub(crate) fn jar(jdk: &Jdk) -> String {
    let home = jdk.home.to_string_lossy();
    format!("worker-{}.jar", hash(&JAVA_SOURCES, &[&home, &jdk.version]))
}

/// Returns the path of the Java worker's jar, and builds the jar if needed.
pub(crate) fn java(jdk: &Jdk, cache: Option<&Path>, scratch: &Path) -> Result<PathBuf> {
    let name = jar(jdk);
    in_first_folder(cache.into_iter().chain([scratch]), |folder| {
        let jar = folder.join(&name);
        if jar.is_file() {
            cache::mark_used(&jar);
            return Ok(jar);
        }
        std::fs::create_dir_all(folder).map_err(|e| Error::io("make the cache folder", folder, &e))?;
        let staged = tempfile::tempdir_in(folder).map_err(|e| Error::io("write in the cache folder", folder, &e))?;
        build(jdk, staged.path())?;
        // Another process may have built the jar first, and a JVM may have opened it. So the
        // existing jar stays.
        let built = staged.path().join("worker.jar");
        match std::fs::hard_link(&built, &jar) {
            Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => {
                std::fs::rename(&built, &jar).map_err(|e| Error::io("store the worker program", &jar, &e))?;
            }
            _ => {}
        }
        cache::remove_old(folder, |name| name.starts_with("worker-") && name.ends_with(".jar"));
        Ok(jar)
    })
}

fn build(jdk: &Jdk, folder: &Path) -> Result<()> {
    let sources = folder.join("sources");
    write(&JAVA_SOURCES, &sources)?;
    let mut compile = Command::new(jdk.home.join("bin/javac"));
    compile.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-g:none", "-nowarn"]);
    compile.arg("-encoding").arg("UTF-8").arg("-d").arg(folder.join("classes"));
    compile.args(JAVA_SOURCES.iter().map(|(path, _)| sources.join(path)));
    run(&mut compile)?;
    let mut pack = Command::new(jdk.home.join("bin/jar"));
    pack.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "--create", "--file"]);
    pack.arg(folder.join("worker.jar")).arg("-C").arg(folder.join("classes")).arg(".");
    run(&mut pack)
}

fn run(command: &mut Command) -> Result<()> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let done = command.stdin(Stdio::null()).output();
    let done =
        done.map_err(|e| Error::environment(format!("cannot start `{tool}` to build the Java worker: {e}")).at(&tool))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr).lines().take(5).collect::<Vec<_>>().join("\n");
    Err(Error::environment(format!("`{tool}` cannot build the Java worker: {said}")).at(tool))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn the_python_worker_is_cached_and_found_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let scratch = tempfile::tempdir().expect("a folder");
        let cpython = find::python(None).expect("a CPython");
        let first = python(&cpython, Some(cache.path()), scratch.path()).expect("written");
        assert_eq!(python(&cpython, Some(cache.path()), scratch.path()).expect("found"), first);
        assert!(first.join("mts_harness/run/__pycache__").is_dir());
        assert_eq!(std::fs::read_dir(cache.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn if_the_cache_is_not_writable_the_scratch_folder_is_used() {
        let scratch = tempfile::tempdir().expect("a folder");
        let cpython = find::python(None).expect("a CPython");
        let made = python(&cpython, Some(Path::new("/proc/nowhere")), scratch.path()).expect("written");
        assert!(made.starts_with(scratch.path()) && !made.join("mts_harness/run/__pycache__").exists());
    }
}
