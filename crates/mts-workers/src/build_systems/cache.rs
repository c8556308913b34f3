//! Caches the output of build tools.
//!
//! The key is a hash of every file that a build gets. If only Python code changes, the build tool
//! does not run again.

use super::runner::BuildSettings;
use super::{BuildProject, JavaModule, SourceTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A part of every key. The developers change this part if the meaning of the cached data changes.
const CACHE_VERSION: &str = "2";
/// The highest number of entries in the cache.
const MOST_ENTRIES: usize = 32;
const FILE: &str = "modules.json";

/// Runs the build tool. The arguments are a copy of the tree, and the folder for generated files.
type RunTool<'a> = &'a dyn Fn(SourceTree<'_>, &Path) -> Result<Vec<JavaModule>, String>;

/// Returns the modules of a project, and the folder of their generated files.
///
/// The modules come from the cache or from the build tool.
pub(super) fn modules(
    tree: SourceTree<'_>,
    project: &BuildProject,
    settings: &BuildSettings,
    run_tool: RunTool<'_>,
) -> Result<(Vec<JavaModule>, PathBuf), String> {
    let key = key(tree, project, settings);
    let folder = settings.cache.as_ref().map(|cache| cache.join("builds").join(&key));
    if let Some(folder) = &folder
        && let Some(modules) = read(folder)
    {
        return Ok((modules, folder.clone()));
    }
    let failed = |error: std::io::Error| format!("cannot store the output of the build tool: {error}");
    let copy_folder = settings.scratch.join(format!("copy-{key}"));
    let files = copy_tree(tree, &copy_folder)?;
    let out = settings.scratch.join(format!("out-{key}"));
    fs::create_dir_all(&out).map_err(failed)?;
    let mut modules = run_tool(SourceTree { folder: &copy_folder, files: &files }, &out)?;
    // The copy of the tree may be large, so the tool removes it at once.
    let _ = fs::remove_dir_all(&copy_folder);
    for module in &mut modules {
        let inside = |path: &mut PathBuf| *path = path.strip_prefix(&out).unwrap_or(path).to_path_buf();
        module.generated.iter_mut().chain(&mut module.resources).chain(&mut module.libraries).for_each(inside);
    }
    let text = serde_json::to_string_pretty(&modules).map_err(|error| error.to_string())?;
    fs::write(out.join(FILE), text).map_err(failed)?;
    let Some(folder) = folder.filter(|folder| store(&out, folder)) else { return Ok((modules, out)) };
    Ok((modules, folder))
}

/// Returns the modules in the entry at this folder. `None` if there is no entry, or if a library is gone.
fn read(folder: &Path) -> Option<Vec<JavaModule>> {
    let text = fs::read_to_string(folder.join(FILE)).ok()?;
    let modules: Vec<JavaModule> = serde_json::from_str(&text).ok()?;
    // The path of a library that the build produced is relative to this folder.
    modules.iter().flat_map(|module| &module.libraries).all(|library| folder.join(library).exists()).then_some(modules)
}

/// Adds an entry to the cache atomically. Returns true if the cache has the entry.
///
/// The function also removes the oldest entries if there are too many.
fn store(out: &Path, folder: &Path) -> bool {
    let Some(all) = folder.parent() else { return false };
    let Ok(staged) = fs::create_dir_all(all).and_then(|()| tempfile::tempdir_in(all)) else { return false };
    if copy(out, staged.path(), &|_| true).is_err() {
        return false;
    }
    let _ = fs::remove_dir_all(folder);
    // Another run may have added the same entry first. Then the rename fails, although the cache has the entry.
    let is_there = fs::rename(staged.path(), folder).is_ok() || folder.join(FILE).is_file();
    let entries = fs::read_dir(all).into_iter().flatten().flatten();
    let mut known: Vec<_> = entries.filter_map(|e| Some((e.metadata().ok()?.modified().ok()?, e.path()))).collect();
    known.sort();
    let old = known.len().saturating_sub(MOST_ENTRIES);
    known.iter().take(old).for_each(|(_, path)| drop(fs::remove_dir_all(path)));
    is_there
}

fn key(tree: SourceTree<'_>, project: &BuildProject, settings: &BuildSettings) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&bytes.len().to_le_bytes());
        hasher.update(bytes);
    };
    [CACHE_VERSION, project.tool.name(), &project.folder].into_iter().for_each(|text| part(text.as_bytes()));
    part(settings.jdk.home.as_os_str().as_encoded_bytes());
    part(settings.jdk.version.as_bytes());
    // A build may run every file that it gets: an annotation processor, a module of the reactor, a script. So the key
    // covers all these files.
    for path in tree.files.iter().filter(|path| is_copied(path)) {
        part(path.as_bytes());
        part(&fs::read(tree.folder.join(path)).unwrap_or_default());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Reports whether the build gets this file of the tree. The build gets no Python files.
fn is_copied(path: &str) -> bool {
    !path.ends_with(".py")
}

/// Writes the files of a tree to a new folder, except Python files.
fn copy_tree(tree: SourceTree<'_>, folder: &Path) -> Result<BTreeSet<String>, String> {
    let mut files = BTreeSet::new();
    for path in tree.files.iter().filter(|path| is_copied(path)) {
        let from = tree.folder.join(path);
        // A link may have replaced a file after the tree was listed. The copy does not follow the
        // link.
        if !fs::symlink_metadata(&from).is_ok_and(|data| data.is_file()) {
            continue;
        }
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::copy(&from, &target));
        written.map_err(|error| format!("cannot copy {path} for the build: {error}"))?;
        files.insert(path.clone());
    }
    Ok(files)
}

/// Copies the regular files below a folder whose names `takes` accepts.
///
/// The function does not follow links. A missing folder counts as empty.
pub(super) fn copy(from: &Path, to: &Path, takes: &dyn Fn(&str) -> bool) -> Result<(), String> {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (name, target) = (entry.file_name(), to.join(entry.file_name()));
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            copy(&entry.path(), &target, takes)?;
        } else if kind.is_file() && name.to_str().is_some_and(takes) {
            let done = fs::create_dir_all(to).and_then(|()| fs::copy(entry.path(), &target));
            done.map_err(|error| format!("cannot copy {}: {error}", entry.path().display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build_systems::BuildSystem;
    use mts_model::SandboxMode;
    use std::cell::Cell;
    use std::time::Duration;

    #[test]
    fn the_build_tool_runs_again_after_a_change_of_any_file_except_python_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let tree = folder.path().join("tree");
        fs::create_dir(&tree).expect("a folder");
        let files: BTreeSet<String> = ["pom.xml", "tools/Gen.java", "a.py"].map(str::to_owned).into();
        let write = |path: &str, text: &str| fs::write(tree.join(path), text).expect("written");
        let project =
            BuildProject { tool: BuildSystem::Maven, folder: String::new(), needs_libraries: true, modules: vec![] };
        let asked = Cell::new(0);
        let run_tool = |run: usize| {
            let settings = BuildSettings {
                launcher: PathBuf::new(),
                jdk: crate::find::Jdk { home: PathBuf::new(), version: "17.0.1".to_owned() },
                confinement: SandboxMode::Auto,
                cache: Some(folder.path().join("cache")),
                scratch: folder.path().join(run.to_string()),
                time: Duration::ZERO,
            };
            let (modules, kept) =
                modules(SourceTree { folder: &tree, files: &files }, &project, &settings, &|copy, out| {
                    asked.set(asked.get() + 1);
                    assert!(copy.folder.join("pom.xml").is_file());
                    fs::create_dir_all(out.join("0"))
                        .and_then(|()| fs::write(out.join("0/G.java"), "x"))
                        .expect("written");
                    Ok(vec![JavaModule { generated: vec![out.join("0")], ..JavaModule::default() }])
                })
                .expect("an answer");
            assert!(kept.join(&modules[0].generated[0]).join("G.java").is_file());
            asked.get()
        };
        fs::create_dir(tree.join("tools")).expect("a folder");
        for path in &files {
            write(path, "1");
        }
        assert_eq!(run_tool(0), 1);
        write("a.py", "2");
        assert_eq!(run_tool(1), 1);
        // The build may run it.
        write("tools/Gen.java", "2");
        assert_eq!(run_tool(2), 2);
        write("pom.xml", "2");
        assert_eq!(run_tool(3), 3);
    }
}
