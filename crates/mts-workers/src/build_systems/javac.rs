//! Compiles the modules of a build once.
//!
//! Later, the tool compiles only the class under test. If a module has compile errors, the compiler reads the module's
//! source folders instead of its compiled classes. Then classes without errors still run. A class with an error reports
//! the compiler's message when code uses the class.

use super::module::JavaModule;
use super::runner::{self, BuildSettings, ToolAccess};
use super::{SourceTree, cache};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module with the class path for compiling its functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompiledModule {
    /// The folder, relative to the root of the tree.
    pub folder: String,
    /// The folders with its sources.
    pub sources: Vec<PathBuf>,
    /// The source folders of this module and of needed modules, if their compilation failed.
    pub sourcepath: Vec<PathBuf>,
    /// The folders with compiled classes, of this module and of the modules that it needs.
    pub classes: Vec<PathBuf>,
    /// The archives of libraries, such as jars.
    pub libraries: Vec<PathBuf>,
    /// The compiler options for the language level.
    pub level: Vec<String>,
    /// The first error of the compiler, if the module has no compiled classes.
    pub error: Option<String>,
}

/// Compiles modules, each after the modules that it needs. `cache_folder` has their generated files.
pub(super) fn compile(
    tree: SourceTree<'_>,
    modules: Vec<JavaModule>,
    cache_folder: &Path,
    settings: &BuildSettings,
) -> Result<Vec<CompiledModule>, String> {
    let mut done: BTreeMap<String, CompiledModule> = BTreeMap::new();
    for module in in_order(modules) {
        let needed: Vec<&CompiledModule> = module.siblings.iter().filter_map(|folder| done.get(folder)).collect();
        let mut one = CompiledModule {
            folder: module.folder.clone(),
            sources: module.sources.iter().map(|folder| tree.folder.join(folder)).collect(),
            sourcepath: needed.iter().flat_map(|other| other.sourcepath.clone()).collect(),
            classes: needed.iter().flat_map(|other| other.classes.clone()).collect(),
            libraries: module.libraries.iter().map(|library| cache_folder.join(library)).collect(),
            level: module.level.within(settings.jdk.feature()).options(),
            error: None,
        };
        let generated: Vec<PathBuf> = module.generated.iter().map(|folder| cache_folder.join(folder)).collect();
        let place = tree.folder.join(&one.folder);
        let name = blake3::hash(place.as_os_str().as_encoded_bytes()).to_hex()[..16].to_owned();
        let out = settings.scratch.join("classes").join(name);
        one.error = javac(&sources(tree, &module, &generated), &one, [tree.folder, cache_folder, &out], settings).err();
        if one.error.is_none() {
            if let Some(resources) = &module.resources {
                cache::copy(&cache_folder.join(resources), &out, &|_| true)?;
            }
            one.classes.insert(0, out);
        } else {
            let own = one.sources.iter().cloned().chain(generated);
            one.sourcepath = own.chain(one.sourcepath).collect();
        }
        for list in [&mut one.sourcepath, &mut one.classes] {
            let mut seen = BTreeSet::new();
            list.retain(|path| seen.insert(path.clone()));
        }
        done.insert(module.folder, one);
    }
    Ok(done.into_values().collect())
}

/// Sorts modules, so that each module comes after the modules that it needs.
///
/// The function ignores one dependency of each cycle.
fn in_order(modules: Vec<JavaModule>) -> Vec<JavaModule> {
    fn visit(at: usize, modules: &[JavaModule], met: &mut BTreeSet<usize>, order: &mut Vec<usize>) {
        if met.insert(at) {
            for needed in &modules[at].siblings {
                let place = modules.iter().position(|module| module.folder == *needed);
                place.into_iter().for_each(|place| visit(place, modules, met, order));
            }
            order.push(at);
        }
    }
    let (mut met, mut order) = (BTreeSet::new(), Vec::new());
    (0..modules.len()).for_each(|at| visit(at, &modules, &mut met, &mut order));
    order.into_iter().map(|at| modules[at].clone()).collect()
}

/// Returns every source file of a module except `module-info.java`.
///
/// The tool compiles units outside Java modules.
fn sources(tree: SourceTree<'_>, module: &JavaModule, generated: &[PathBuf]) -> Vec<PathBuf> {
    let wanted = |path: &str| path.ends_with(".java") && !path.ends_with("module-info.java");
    let own = |path: &&String| {
        module.sources.iter().any(|folder| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    let mut found: Vec<PathBuf> =
        tree.files.iter().filter(own).filter(|path| wanted(path)).map(|path| tree.folder.join(path)).collect();
    let mut folders = generated.to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().is_some_and(wanted) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn javac(
    files: &[PathBuf],
    module: &CompiledModule,
    [tree, cache_folder, out]: [&Path; 3],
    settings: &BuildSettings,
) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write a scratch file: {error}");
    fs::create_dir_all(out).map_err(failed)?;
    if files.is_empty() {
        return Ok(());
    }
    let path = |paths: &[PathBuf]| std::env::join_paths(paths).map(|path| path.to_string_lossy().into_owned());
    let classpath = path(&[module.classes.clone(), module.libraries.clone()].concat()).map_err(|e| e.to_string())?;
    let mut args: Vec<String> =
        ["-nowarn", "-g:none", "-Xlint:none", "-Xmaxerrs", "5", "-encoding", "UTF-8"].map(str::to_owned).into();
    args.extend(module.level.iter().cloned());
    if settings.jdk.feature().is_some_and(|feature| feature >= 23) {
        // Before JDK 23, the compiler runs the annotation processors on the class path by default. From JDK 23 on, it
        // needs this option.
        args.push("-proc:full".to_owned());
    }
    args.extend(["-d".to_owned(), out.display().to_string(), "-cp".to_owned(), classpath]);
    if !module.sourcepath.is_empty() {
        args.extend(["-sourcepath".to_owned(), path(&module.sourcepath).map_err(|e| e.to_string())?]);
    }
    args.extend(files.iter().map(|file| file.display().to_string()));
    let quoted = |arg: &String| format!("\"{}\"\n", arg.replace('\\', "\\\\").replace('"', "\\\""));
    let list = out.with_extension("args");
    fs::write(&list, args.iter().map(quoted).collect::<String>()).map_err(failed)?;
    let program = settings.jdk.home.join("bin/javac").display().to_string();
    let line = [
        program,
        "-J-XX:TieredStopAtLevel=1".to_owned(),
        "-J-XX:+UseSerialGC".to_owned(),
        format!("@{}", list.display()),
    ];
    let mut read = vec![tree.to_path_buf(), cache_folder.to_path_buf(), list];
    read.extend([&module.libraries, &module.classes].into_iter().flatten().cloned());
    let access = ToolAccess { read, write: out.to_path_buf(), ..ToolAccess::default() };
    let output = runner::run(&line, out, access, settings)?;
    if output.succeeded { Ok(()) } else { Err(first_error(&output.text)) }
}

/// Returns the first error of the compiler, without the path of the scratch folder.
fn first_error(output: &str) -> String {
    let line = output.lines().find(|line| line.contains("error: ")).or_else(|| output.lines().next());
    let line = line.unwrap_or("`javac` failed and printed no error");
    let (place, what) = line.split_once("error: ").unwrap_or(("", line));
    let place = place.rsplit('/').next().unwrap_or_default().trim_end_matches([' ', ':']);
    if place.is_empty() { what.to_owned() } else { format!("{what} ({place})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_javac_is_shown_without_the_scratch_folder() {
        let output = "warning: x\n/tmp/a/b/Money.java:3: error: cannot find symbol\n  int x = y;\n";
        assert_eq!(first_error(output), "cannot find symbol (Money.java:3)");
        assert_eq!(first_error("error: release version 99 not supported\n"), "release version 99 not supported");
    }

    #[test]
    fn dependencies_of_a_module_are_compiled_first_also_in_a_cycle() {
        let module = |folder: &str, needs: &[&str]| JavaModule {
            folder: folder.to_owned(),
            siblings: needs.iter().map(|need| (*need).to_owned()).collect(),
            ..JavaModule::default()
        };
        let order = |modules: Vec<JavaModule>| in_order(modules).into_iter().map(|m| m.folder).collect::<Vec<_>>();
        assert_eq!(order(vec![module("app", &["core", "gone"]), module("core", &[])]), ["core", "app"]);
        assert_eq!(order(vec![module("a", &["b"]), module("b", &["a"])]), ["b", "a"]);
    }
}
