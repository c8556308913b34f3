//! Reads the projects of a Gradle build.
//!
//! This module reads the scripts first. Scripts are programs, so the result is a guess. The guess
//! only decides whether Gradle runs. If Gradle runs, this module adds a task to the build, and the
//! task prints the exact model. No library reads both script languages.

use super::runner::{self, BuildSettings, ToolAccess};
use super::{BuildProject, BuildSystem, JavaModule, LanguageLevel, SourceTree, join, output, parent};
use output::inside;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The files that make a folder a project.
pub(super) const FILES: [&str; 4] = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
/// The configurations for compiling main code.
const CONFIGURATIONS: [&str; 5] = ["implementation", "api", "compileOnly", "compile", "annotationProcessor"];
/// The text before the JSON in each line that the added task prints.
const MARK: &str = "mts-module ";
/// The script that adds the task. The script needs Gradle 4 or newer.
const SCRIPT: &str = include_str!("modules.gradle");

/// Returns the project of this folder.
///
/// The project's folder is the outermost folder with a settings file, or `folder` if there is none.
pub(super) fn project(tree: SourceTree<'_>, folder: &str) -> BuildProject {
    let has_settings = |folder: &str| FILES[2..].iter().any(|name| tree.has_file(folder, name));
    let mut root = folder;
    let mut at = folder;
    while !at.is_empty() {
        at = parent(at);
        root = if has_settings(at) { at } else { root };
    }
    let scripts = tree.files.iter().filter(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_inside = root.is_empty() || path.starts_with(&format!("{root}/"));
        is_inside && FILES[..2].contains(&name)
    });
    let mut needs_libraries = false;
    let modules = scripts.filter_map(|path| {
        let text = tree.text(path)?;
        needs_libraries |= text.lines().any(declares_library);
        let folder = parent(path);
        Some(JavaModule {
            folder: folder.to_owned(),
            sources: vec![join(folder, "src/main/java")],
            level: level(&text),
            ..JavaModule::default()
        })
    });
    let mut modules: Vec<JavaModule> = modules.collect();
    let all: Vec<String> = modules.iter().map(|module| module.folder.clone()).collect();
    for module in &mut modules {
        module.siblings = all.iter().filter(|other| **other != module.folder).cloned().collect();
    }
    BuildProject { tool: BuildSystem::Gradle, folder: root.to_owned(), needs_libraries, modules }
}

/// Reports whether a line declares a library, such as `implementation 'acme:lib:1'`.
///
/// The line `implementation project(':core')` declares no library.
fn declares_library(line: &str) -> bool {
    let line = line.trim();
    let word = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let rest = line[word.len()..].trim_start_matches(['(', ' ']);
    CONFIGURATIONS.contains(&word)
        && !rest.is_empty()
        && !rest.starts_with(['.', '=', '{'])
        && !rest.starts_with("project")
}

/// Returns the language level that a script sets in one of the usual forms.
fn level(text: &str) -> LanguageLevel {
    let number = |key: &str| {
        text.lines().find_map(|line| {
            let rest = line.split_once(key)?.1;
            let rest = rest.replace("JavaVersion.VERSION_", "").replace('_', ".");
            let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
            let end = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
            (end > 0).then(|| digits[..end].to_owned())
        })
    };
    let release = number("options.release").or_else(|| number("JavaLanguageVersion.of"));
    LanguageLevel::from_settings(release.as_deref(), number("sourceCompatibility").as_deref())
}

/// The model of one project, as the task prints it.
#[derive(Deserialize)]
struct GradleModel {
    folder: PathBuf,
    sources: Vec<PathBuf>,
    resources: Option<PathBuf>,
    path: Vec<PathBuf>,
    release: Option<String>,
    source: Option<String>,
}

/// Runs Gradle on a copy of the tree. Generated files go to `out`.
pub(super) fn run(
    copy: SourceTree<'_>,
    project: &BuildProject,
    settings: &BuildSettings,
    out: &Path,
) -> Result<Vec<JavaModule>, String> {
    let script = settings.scratch.join("modules.gradle");
    std::fs::write(&script, SCRIPT).map_err(|error| format!("cannot write a scratch file: {error}"))?;
    let mut line = runner::command(copy, &project.folder, "gradlew", "gradle")?;
    // After a compile error, Gradle skips later tasks, but it still runs the task that prints the modules.
    line.extend(["-q", "--no-daemon", "--console=plain", "--continue"].map(str::to_owned));
    line.extend(["-I".to_owned(), script.display().to_string(), "mtsModules".to_owned()]);
    let home = ["caches", "wrapper", "native", "daemon", "notifications", ".tmp", "jdks", "kotlin-profile", "workers"];
    let home: Vec<String> = home.iter().map(|folder| format!(".gradle/{folder}")).collect();
    let home: Vec<&str> = home.iter().map(String::as_str).collect();
    // Gradle also searches Maven's local repository. The search fails if Gradle may not read the repository's folder.
    let maven = std::env::var_os("HOME").map(|home| Path::new(&home).join(".m2/repository"));
    let readable = std::iter::once(script).chain(maven.filter(|folder| folder.is_dir())).collect();
    let access = ToolAccess { read: readable, write: copy.folder.to_path_buf(), home: &home };
    let output = runner::run(&line, &copy.folder.join(&project.folder), access, settings)?;
    let models = read(&output.text);
    if models.is_empty() {
        return Err(first_error(&output.text));
    }
    let folders: Vec<String> = models.iter().filter_map(|model| inside(copy, &model.folder)).collect();
    models
        .into_iter()
        .enumerate()
        .map(|(at, model)| module(copy, &model, &folders, &out.join(at.to_string())))
        .collect()
}

fn read(output: &str) -> Vec<GradleModel> {
    let lines = output.lines().filter_map(|line| line.split_once(MARK));
    lines.filter_map(|(_, json)| serde_json::from_str(json).ok()).collect()
}

/// Returns the first error that Gradle itself reports.
fn first_error(output: &str) -> String {
    let plain = runner::without_colours(output);
    let mut lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut after = lines.clone().skip_while(|line| !line.starts_with("* What went wrong"));
    after.next();
    let wrong: Vec<&str> = after.take_while(|line| !line.starts_with("* ")).take(2).collect();
    if wrong.is_empty() {
        lines.next().unwrap_or("Gradle failed and printed no error").to_owned()
    } else {
        wrong.join(" ")
    }
}

fn module(copy: SourceTree<'_>, model: &GradleModel, folders: &[String], out: &Path) -> Result<JavaModule, String> {
    let folder = inside(copy, &model.folder).ok_or("the folder of a Gradle project is outside of the repository")?;
    let mut module = JavaModule {
        level: LanguageLevel::from_settings(model.release.as_deref(), model.source.as_deref()),
        folder: folder.clone(),
        ..JavaModule::default()
    };
    for source in model.sources.iter().filter(|source| source.is_dir()) {
        match inside(copy, source) {
            Some(own) if !own.starts_with(&join(&folder, "build/")) => module.sources.push(own),
            Some(_) => {
                let target = out.join("generated").join(module.generated.len().to_string());
                output::keep_folder(copy, source, &target, &|name| name.ends_with(".java"))?;
                module.generated.push(target);
            }
            None => {}
        }
    }
    for entry in &model.path {
        match inside(copy, entry) {
            // The entry of the class path is an artifact of another project of the build. Of the projects whose folders
            // contain the artifact, the one with the longest folder is the right one.
            Some(own) => {
                let holders = folders.iter().filter(|other| other.is_empty() || own.starts_with(&format!("{other}/")));
                let nearest = holders.max_by_key(|other| other.len()).filter(|other| **other != folder);
                let is_made = own.contains("build/");
                match nearest {
                    Some(sibling) if is_made => module.siblings.push(sibling.clone()),
                    _ if !is_made && output::is_archive(entry) && entry.is_file() => {
                        let target = out.join("libraries").join(entry.file_name().unwrap_or_default());
                        output::keep(copy, entry, &target)?;
                        module.libraries.push(target);
                    }
                    _ => {}
                }
            }
            None => module.libraries.extend(output::library(entry)),
        }
    }
    module.siblings.sort();
    module.siblings.dedup();
    if let Some(resources) = &model.resources {
        let target = out.join("resources");
        output::keep_folder(copy, resources, &target, &|_| true)?;
        module.resources = target.is_dir().then_some(target);
    }
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_distinguished_from_a_project_of_the_same_build() {
        for line in [
            "implementation 'acme:lib:1'",
            "  api(libs.acme)",
            "compileOnly \"a:b:1\"",
            "compile group: 'a', name: 'b'",
        ] {
            assert!(declares_library(line), "{line}");
        }
        for line in [
            "implementation project(':core')",
            "testImplementation 'junit:junit:4'",
            "compileJava {",
            "api.x = 1",
            "compile",
        ] {
            assert!(!declares_library(line), "{line}");
        }
    }

    #[test]
    fn the_language_level_is_read_from_the_usual_settings() {
        assert_eq!(
            level("java {\n  sourceCompatibility = JavaVersion.VERSION_1_8\n}"),
            LanguageLevel::Source("8".to_owned())
        );
        assert_eq!(level("sourceCompatibility = '11'"), LanguageLevel::Source("11".to_owned()));
        assert_eq!(level("languageVersion = JavaLanguageVersion.of(21)"), LanguageLevel::Release("21".to_owned()));
        assert_eq!(level("options.release = 17"), LanguageLevel::Release("17".to_owned()));
        assert_eq!(level("plugins { id 'java' }"), LanguageLevel::Own);
    }

    #[test]
    fn the_model_is_found_among_other_output_of_scripts() {
        let output = "Hello\nmts-module {\"folder\":\"/c/core\",\"sources\":[\"/c/core/src/main/java\"],\"resources\":null,\
                    \"path\":[\"/home/x.jar\"],\"release\":null,\"source\":\"11\"}\nbye";
        let models = read(output);
        assert_eq!(models.len(), 1);
        assert_eq!(models[0].source.as_deref(), Some("11"));
    }

    #[test]
    fn the_first_error_of_gradle_is_extracted_from_its_output() {
        let output =
            "FAILURE: Build failed.\n\n* What went wrong:\nA problem occurred.\n> Could not find x.\n\n* Try:\n";
        assert_eq!(first_error(output), "A problem occurred. > Could not find x.");
    }
}
