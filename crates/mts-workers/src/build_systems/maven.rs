//! Reads the modules of a Maven project.
//!
//! This module reads the `pom.xml` files first, and then runs Maven. The run compiles, so that
//! modules find each other, and plugins generate sources. Errors in sources do not end the run,
//! because they affect only some functions.

use super::pom::Pom;
use super::runner::{self, BuildSettings, ToolAccess};
use super::{BuildProject, BuildSystem, JavaModule, LanguageLevel, SourceTree, join, output, parent};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The goal that writes the class path of each module. Its plugin has a fixed version.
///
/// Without a version, Maven would search for a newer one every day.
const CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath";
/// The file with a module's class path, relative to the module's folder. Maven writes this file.
const CLASS_PATH_FILE: &str = "target/mts-class-path";
/// The compiler plugin's list of source files, relative to the module's folder.
const COMPILED_FILES: &str = "target/maven-status/maven-compiler-plugin/compile/default-compile/inputFiles.lst";
/// The properties that switch off checks before the compilation.
const SKIPPED: [&str; 7] = [
    "maven.test.skip",
    "enforcer.skip",
    "rat.skip",
    "checkstyle.skip",
    "spotless.check.skip",
    "license.skip",
    "pmd.skip",
];

/// Returns the project whose build contains the module in this folder.
///
/// `None` if the module's `pom.xml` cannot be read.
pub(super) fn project(tree: SourceTree<'_>, folder: &str) -> Option<BuildProject> {
    let mut root = folder.to_owned();
    while let Some(outer) = aggregator(tree, &root) {
        root = outer;
    }
    let mut poms = BTreeMap::new();
    collect(tree, &root, &mut poms);
    if !poms.contains_key(folder) {
        // A module without an aggregator is a project of its own.
        (root, poms) = (folder.to_owned(), BTreeMap::new());
        collect(tree, &root, &mut poms);
    }
    poms.get(folder)?;
    let artifacts: BTreeMap<&str, &str> =
        poms.iter().map(|(folder, pom)| (pom.artifact.as_str(), folder.as_str())).collect();
    let mut needs_libraries = false;
    let modules = poms.iter().map(|(folder, pom)| {
        let parents = parents(tree, folder, pom);
        let all: Vec<&Pom> = std::iter::once(pom).chain(&parents).collect();
        let needs: BTreeSet<&str> = all.iter().flat_map(|pom| &pom.needs).map(String::as_str).collect();
        needs_libraries |= needs.iter().any(|artifact| !artifacts.contains_key(artifact));
        let sources = pom.sources.as_deref().map_or("src/main/java".to_owned(), |text| Pom::fill(text, &all));
        let sources = sources.strip_prefix("${project.basedir}/").unwrap_or(&sources).to_owned();
        JavaModule {
            folder: folder.clone(),
            sources: vec![join(folder, &sources)],
            siblings: needs.iter().filter_map(|artifact| artifacts.get(artifact)).map(|f| (*f).to_owned()).collect(),
            level: level(&all),
            ..JavaModule::default()
        }
    });
    let modules = modules.collect();
    Some(BuildProject { tool: BuildSystem::Maven, folder: root, needs_libraries, modules })
}

/// Returns the nearest outer folder whose `pom.xml` lists this folder as a module.
fn aggregator(tree: SourceTree<'_>, folder: &str) -> Option<String> {
    let mut outer = folder;
    while !outer.is_empty() {
        outer = parent(outer);
        if read(tree, outer).is_some_and(|pom| modules(tree, outer, &pom).any(|module| module == folder)) {
            return Some(outer.to_owned());
        }
    }
    None
}

fn read(tree: SourceTree<'_>, folder: &str) -> Option<Pom> {
    Pom::parse(&tree.text(&join(folder, "pom.xml"))?)
}

fn modules<'a>(tree: SourceTree<'a>, folder: &'a str, pom: &'a Pom) -> impl Iterator<Item = String> + 'a {
    // A module is a folder, or a file in a folder.
    let paths = pom.modules.iter().map(move |module| join(folder, module));
    paths.map(move |path| if tree.files.contains(&path) { parent(&path).to_owned() } else { path })
}

fn collect(tree: SourceTree<'_>, folder: &str, into: &mut BTreeMap<String, Pom>) {
    if into.contains_key(folder) {
        return;
    }
    let Some(pom) = read(tree, folder) else { return };
    let inner: Vec<String> = modules(tree, folder, &pom).collect();
    into.insert(folder.to_owned(), pom);
    inner.iter().for_each(|module| collect(tree, module, into));
}

/// Returns the parent files of a `pom.xml` inside the tree, innermost first.
fn parents(tree: SourceTree<'_>, folder: &str, pom: &Pom) -> Vec<Pom> {
    let mut found: Vec<Pom> = Vec::new();
    let mut at = folder.to_owned();
    while let Some(path) = found.last().unwrap_or(pom).parent.clone().filter(|_| found.len() < 16) {
        let path = join(&at, &path);
        let file = if path.ends_with(".xml") { path } else { join(&path, "pom.xml") };
        let Some(next) = tree.text(&file).and_then(|text| Pom::parse(&text)) else { break };
        at = parent(&file).to_owned();
        found.push(next);
    }
    found
}

fn level(all: &[&Pom]) -> LanguageLevel {
    let property = |name: &str| all.iter().find_map(|pom| pom.properties.get(name).cloned());
    let release = all.iter().find_map(|pom| pom.release.clone()).or_else(|| property("maven.compiler.release"));
    let source = all.iter().find_map(|pom| pom.source.clone()).or_else(|| property("maven.compiler.source"));
    let resolve = |text: Option<String>| text.map(|text| Pom::fill(&text, all));
    LanguageLevel::from_settings(resolve(release).as_deref(), resolve(source).as_deref())
}

/// Runs Maven on a copy of the tree and reads the results. Generated files go to `out`.
pub(super) fn run(
    copy: SourceTree<'_>,
    project: &BuildProject,
    settings: &BuildSettings,
    out: &Path,
) -> Result<Vec<JavaModule>, String> {
    let mut line = runner::command(copy, &project.folder, "mvnw", "mvn")?;
    line.extend(["-q", "-B", "-Dstyle.color=never", "-Dmaven.compiler.failOnError=false"].map(str::to_owned));
    line.extend(SKIPPED.map(|name| format!("-D{name}=true")));
    line.extend([format!("-Dmdep.outputFile={CLASS_PATH_FILE}"), "compile".to_owned(), CLASS_PATH.to_owned()]);
    let folder = copy.folder.join(&project.folder);
    let home = &[".m2/repository", ".m2/wrapper"];
    let access = ToolAccess { write: copy.folder.to_path_buf(), home, ..ToolAccess::default() };
    let output = runner::run(&line, &folder, access, settings)?;
    if !output.succeeded {
        return Err(first_error(&output.text));
    }
    let mut modules = Vec::new();
    for (at, known) in project.modules.iter().enumerate() {
        modules.push(read_module(copy, project, known, &out.join(at.to_string()))?);
    }
    Ok(modules)
}

/// Returns the first error that Maven itself reports.
///
/// If Maven did not start, this is the error of its launcher.
/// Maven marks the cause with `[FATAL]` if it cannot read a `pom.xml`. Lines with `[ERROR]` precede
/// and follow this line.
fn first_error(output: &str) -> String {
    let plain = runner::without_colours(output);
    let mut lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    let marked = |mark: &str| {
        let mut marked = lines.clone().filter_map(|line| line.strip_prefix(mark)).map(str::trim);
        marked.find(|line| !line.is_empty())
    };
    let first =
        marked("[FATAL]").or_else(|| marked("[ERROR]")).or_else(|| marked("error:")).or_else(|| lines.next_back());
    first.unwrap_or("Maven failed and printed no error").to_owned()
}

fn read_module(
    copy: SourceTree<'_>,
    project: &BuildProject,
    known: &JavaModule,
    out: &Path,
) -> Result<JavaModule, String> {
    let folder = copy.folder.join(&known.folder);
    let mut module = known.clone();
    let path = output::read(copy, &folder.join(CLASS_PATH_FILE)).unwrap_or_default();
    for entry in path.trim().split(':').filter(|entry| !entry.is_empty()).map(Path::new) {
        // The entry of the class path may be the folder or the compiled classes of another module of the build.
        let own = entry.strip_prefix(copy.folder).ok().and_then(Path::to_str);
        let sibling = own.map(|own| own.strip_suffix("target/classes").unwrap_or(own).trim_end_matches('/'));
        match sibling {
            Some(sibling) if project.modules.iter().any(|module| module.folder == sibling) => {
                module.siblings.push(sibling.to_owned());
            }
            Some(_) => {}
            None => module.libraries.extend(output::library(entry)),
        }
    }
    module.siblings.sort();
    module.siblings.dedup();
    let mut generated = Vec::new();
    for root in source_roots(copy, &folder) {
        match output::inside(copy, &root) {
            Some(_) if root.starts_with(folder.join("target")) => generated.push(root),
            Some(own) => module.sources.push(own),
            None => {}
        }
    }
    module.sources.sort();
    module.sources.dedup();
    // The tool compiles the classes later, and annotation processors then write their sources again. So the tool does
    // not keep these sources.
    generated.retain(|root| !root.ends_with("generated-sources/annotations"));
    for (at, root) in generated.iter().enumerate() {
        let target = out.join("generated").join(at.to_string());
        output::keep_folder(copy, root, &target, &|name| name.ends_with(".java"))?;
        module.generated.push(target);
    }
    let resources = out.join("resources");
    output::keep_folder(copy, &folder.join("target/classes"), &resources, &|name| !name.ends_with(".class"))?;
    module.resources = resources.is_dir().then_some(resources);
    Ok(module)
}

/// Returns the source folders of the files that Maven compiled.
fn source_roots(copy: SourceTree<'_>, folder: &Path) -> BTreeSet<PathBuf> {
    let list = output::read(copy, &folder.join(COMPILED_FILES)).unwrap_or_default();
    list.lines().filter_map(|file| source_root(copy, Path::new(file.trim()))).collect()
}

/// Returns the source folder of a file, without the folders of its package.
fn source_root(copy: SourceTree<'_>, file: &Path) -> Option<PathBuf> {
    let text = output::read(copy, file)?;
    let line = text.lines().map(str::trim).find(|line| line.starts_with("package "));
    let package = line.map_or("", |line| line["package ".len()..].split(';').next().unwrap_or_default().trim());
    let mut folder = file.parent()?;
    for part in package.rsplit('.').filter(|part| !part.is_empty()) {
        folder = (folder.file_name()? == part).then(|| folder.parent())??;
    }
    Some(folder.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_maven_is_extracted_from_its_output() {
        let output = "\u{1b}[m[WARNING] old\n[ERROR] \n[ERROR] Could not resolve acme:gone:jar:1\n[ERROR] Re-run\n";
        assert_eq!(first_error(output), "Could not resolve acme:gone:jar:1");
        let of_parent = "[ERROR] [ERROR] Some problems\n[FATAL] Non-resolvable parent POM\n[ERROR] The build\n";
        assert_eq!(first_error(of_parent), "Non-resolvable parent POM");
        assert_eq!(first_error("sh: mvn: broken\n"), "sh: mvn: broken");
        assert_eq!(first_error("error: no sandbox\n  --> mvn\nhelp: run on Linux\n"), "no sandbox");
        assert_eq!(first_error(""), "Maven failed and printed no error");
    }

    #[test]
    fn modules_that_depend_only_on_each_other_need_no_library() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            std::fs::write(path, text).expect("written");
        };
        let dependency = |name: &str| {
            format!("<dependencies><dependency><artifactId>{name}</artifactId></dependency></dependencies>")
        };
        write(
            "j/pom.xml",
            "<project><artifactId>all</artifactId><modules><module>core</module><module>app</module></modules><properties><maven.compiler.release>11</maven.compiler.release></properties></project>",
        );
        write("j/core/pom.xml", "<project><artifactId>core</artifactId></project>");
        write(
            "j/app/pom.xml",
            &format!(
                "<project><parent><artifactId>all</artifactId></parent><artifactId>app</artifactId>{}</project>",
                dependency("core")
            ),
        );
        let files: BTreeSet<String> = ["j/pom.xml", "j/core/pom.xml", "j/app/pom.xml"].map(str::to_owned).into();
        let tree = SourceTree { folder: folder.path(), files: &files };
        let found = project(tree, "j/app").expect("a project");
        assert_eq!((found.folder.as_str(), found.needs_libraries), ("j", false));
        let app = found.modules.iter().find(|module| module.folder == "j/app").expect("the module");
        assert_eq!(app.siblings, ["j/core"]);
        assert_eq!(app.sources, ["j/app/src/main/java"]);
        assert_eq!(app.level, LanguageLevel::Release("11".to_owned()));
        write("j/core/pom.xml", &format!("<project><artifactId>core</artifactId>{}</project>", dependency("lang3")));
        assert!(project(tree, "j/app").expect("a project").needs_libraries);
    }
}
