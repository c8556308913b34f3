//! `cargo mts init`: writes the first configuration of a repository.
//!
//! The configuration is complete and commented. The configuration has the roots of this folder and
//! a gate that never fails. The command also adds `mts-out/` to .gitignore, and writes the GitHub
//! workflows on request.

use crate::config;
use crate::run::repository::requirements;
use crate::run::revision::{self, jars};
use mts_lang::SourceFile;
use mts_lang::python::imported_modules;
use mts_model::Language;
use mts_model::bounded_text::{SETTINGS_BYTES, SOURCE_BYTES, read_text};
use mts_model::error::{Error, Result};
use std::path::Path;

/// The workflows, each with its path and its text. The texts are the examples with the same names.
const WORKFLOWS: [(&str, &str); 2] = [
    (".github/workflows/mts.yml", include_str!("../../../examples/workflows/mts.yml")),
    (".github/workflows/mts-publish.yml", include_str!("../../../examples/workflows/mts-publish.yml")),
];

/// Writes the configuration, and the workflows if `workflow` is set. Describes the written files.
///
/// With `workflow`, the function keeps an existing configuration unless `force` is set. The
/// function never replaces a workflow.
///
/// # Errors
/// Returns a usage error if a workflow exists and `workflow` is set, or if the configuration exists and neither `force`
/// nor `workflow` is set. In these cases the function writes nothing. Returns an environment error if a write fails.
pub fn init(folder: &Path, force: bool, workflow: bool) -> Result<String> {
    let target = folder.join(config::FILE);
    let workflows = if workflow { &WORKFLOWS[..] } else { &[] };
    if let Some(there) = workflows.iter().map(|(path, _)| folder.join(path)).find(|path| path.exists()) {
        return Err(Error::usage("there is a workflow already")
            .at(there.display().to_string())
            .help("move the workflow away: `cargo mts init --workflow` does not replace a workflow"));
    }
    let mut text = String::new();
    if target.exists() && !force {
        if !workflow {
            return Err(Error::usage("there is a configuration already")
                .at(target.display().to_string())
                .help("edit the configuration, or replace it with `cargo mts init --force`"));
        }
        text.push_str(&format!("kept {}\n", target.display()));
    } else {
        text.push_str(&write_configuration(folder, &target)?);
    }
    for (path, workflow) in workflows {
        text.push_str(&write_workflow(&folder.join(path), workflow)?);
    }
    text.push_str("next: run `cargo mts list` to see the pairs, and `cargo mts run --all` to score the pairs\n");
    Ok(text)
}

/// Writes the configuration for the roots of this folder.
fn write_configuration(folder: &Path, target: &Path) -> Result<String> {
    let files = revision::walk(folder);
    let paths: Vec<String> = files.iter().cloned().collect();
    let mut roots = config::detect_roots(&paths, &|path| package(folder, path), &|path| imports(folder, path));
    for root in &mut roots {
        root.classpath = jars::discover(folder, root, &files);
    }
    let requirements = requirements::automatic(paths.iter().map(String::as_str), &roots);
    std::fs::write(target, config::init_template(&roots, !requirements.is_empty()))
        .map_err(|e| Error::io("write the configuration", target, &e))?;
    let ignored = ignore_output(folder)?;
    let mut text = format!("wrote {}\n", target.display());
    for root in &roots {
        text.push_str(&format!(
            "  root: Java in {}, Python in {}\n",
            display_folder(&root.java),
            display_folder(&root.python)
        ));
        if !root.classpath.is_empty() {
            text.push_str(&format!("    class path: {}\n", root.classpath.join(", ")));
        }
    }
    if roots.is_empty() {
        text.push_str(
            "  no root: the command found no Java folder with a Python port; a run reads the whole repository\n",
        );
    }
    if !requirements.is_empty() {
        text.push_str(&format!("  Python packages: a run installs those of {}\n", requirements.join(", ")));
    }
    text.push_str("  fail-on: never, so that the first runs only report; set it to `regression` to gate merges\n");
    if ignored {
        text.push_str("  added mts-out/ and mts-out.old/ to .gitignore\n");
    }
    Ok(text)
}

/// Writes a workflow and the folders above it.
fn write_workflow(path: &Path, workflow: &str) -> Result<String> {
    let parent = path.parent().unwrap_or(path);
    std::fs::create_dir_all(parent).map_err(|e| Error::io("make the folder of workflows", parent, &e))?;
    std::fs::write(path, workflow).map_err(|e| Error::io("write the workflow", path, &e))?;
    // In a release, the name of the account replaces `<owner>`.
    let todo = if workflow.contains("<owner>") {
        ": replace `<owner>` by the GitHub account that holds cargo mts"
    } else {
        ""
    };
    Ok(format!("wrote {}{todo}\n", path.display()))
}

fn display_folder(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// Returns the package that a Java file declares. `None` if the file has no function.
fn package(folder: &Path, path: &str) -> Option<String> {
    let text = read_text(folder.join(path), SOURCE_BYTES).ok()?;
    let file = SourceFile::parse(path, text, Language::Java).ok()?;
    file.functions.first().map(|function| function.package.clone())
}

/// Returns the modules that a Python file may import by absolute names.
///
/// `from a import b` gives `a` and `a.b`, because `b` may be a module or a name in `a`.
fn imports(folder: &Path, path: &str) -> Vec<String> {
    let text = read_text(folder.join(path), SOURCE_BYTES).unwrap_or_default();
    let Ok(file) = SourceFile::parse(path, text, Language::Python) else { return Vec::new() };
    imported_modules(&file).iter().filter(|name| !name.starts_with('.')).cloned().collect()
}

/// Adds the output folder to .gitignore. Returns `false` if .gitignore already has it.
fn ignore_output(folder: &Path) -> Result<bool> {
    let path = folder.join(".gitignore");
    let old = match read_text(&path, SETTINGS_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Error::io("read .gitignore", &path, &error)),
    };
    if old.lines().any(|line| line.trim().trim_matches('/') == "mts-out") {
        return Ok(false);
    }
    let gap = if old.is_empty() || old.ends_with('\n') { "" } else { "\n" };
    std::fs::write(&path, format!("{old}{gap}mts-out/\nmts-out.old/\n"))
        .map_err(|e| Error::io("write .gitignore", &path, &e))?;
    Ok(true)
}
