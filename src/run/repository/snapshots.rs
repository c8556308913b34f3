//! Reads a snapshot: the configuration and the parsed source files.
//!
//! The module also writes the files of a snapshot to disk.

use crate::config::{self, Config};
use crate::git::Snapshot;
use crate::run::jobs::reach::Reach;
use crate::run::revision::Revision;
use mts_model::Language;
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use mts_workers::ScratchFolder;
use mts_workers::build_systems;
use std::collections::BTreeSet;
use std::path::Path;

/// Creates a folder for the files of a run. The tool deletes the folder after the run.
pub(crate) fn scratch() -> Result<ScratchFolder> {
    ScratchFolder::new().map_err(|e| Error::io("create a scratch folder", &std::env::temp_dir(), &e))
}

/// Returns the configuration of a snapshot, or `None` if the snapshot has no configuration.
///
/// For a commit, the function writes the configuration file to `scratch`. Without `mts.yml`, the function writes the
/// Cargo manifests, which can contain `[workspace.metadata.mts]`, and the Rust files.
pub(crate) fn configuration(snapshot: &Snapshot<'_>, scratch: &Path) -> Result<Option<Config>> {
    let folder = match snapshot.folder() {
        Some(root) => {
            // A change can replace the file by a link to a secret, and error messages show lines of
            // the file.
            let files = [config::FILE, "Cargo.toml"].map(|name| root.join(name));
            Reach::new([root.as_path()]).check(&files).map_err(|why| {
                Error::usage(why).help("write the configuration into the repository, or name its file with --config")
            })?;
            root
        }
        None => {
            let plain = snapshot.contains(config::FILE) || !snapshot.contains("Cargo.toml");
            let manifest = |path: &str| path.ends_with("Cargo.toml") || path.ends_with(".rs");
            let named = |path: &str| path == config::FILE || path == "mts.yaml";
            snapshot.materialise(scratch, &|path| named(path) || (!plain && manifest(path)))?;
            scratch.to_path_buf()
        }
    };
    // The folder of a commit is temporary, so an error names the file by its path in the repository.
    let (config, origin) = Config::load(&folder).map_err(|error| error.relative_to(&folder))?;
    Ok((origin != config::Origin::Defaults).then_some(config))
}

/// Parses the wanted files of a snapshot.
///
/// If `scratch` is given, the function writes the files of a commit to `scratch`, so that the tool
/// can compile and import these files. The working tree is already on disk.
pub(crate) fn load(snapshot: &Snapshot<'_>, wanted: &dyn Fn(&str) -> bool, scratch: Option<&Path>) -> Result<Revision> {
    let paths: BTreeSet<String> = snapshot.paths().into_iter().filter(|p| Language::from_path(p).is_some()).collect();
    let wanted: Vec<String> = paths.iter().filter(|path| wanted(path)).cloned().collect();
    let mut skipped = snapshot.skipped().to_vec();
    let mut folder = snapshot.folder().unwrap_or_default();
    if let (None, Some(scratch)) = (snapshot.folder(), scratch) {
        folder = scratch.to_path_buf();
        if !wanted.is_empty() {
            skipped.extend(write(snapshot, scratch)?);
        }
    }
    let texts = wanted.into_iter().map(|path| {
        let text = snapshot.text(&path).map_err(|row| row.reason);
        (path, text)
    });
    let mut revision = Revision::parse(folder, paths, texts)?;
    (revision.all, revision.unread) = (snapshot.paths().into_iter().collect(), snapshot.unread());
    let tree = build_systems::SourceTree { folder: &revision.folder, files: &revision.all };
    let (python_roots, version_modules) = (build_systems::python_roots(tree), build_systems::version_modules(tree));
    (revision.python_roots, revision.version_modules) = (python_roots, version_modules);
    revision.skipped.extend(skipped.into_iter().filter(|row| Language::from_path(&row.name).is_some()));
    Ok(revision)
}

/// Writes the files that the tool compiles, imports or builds with.
pub(super) fn write(snapshot: &Snapshot<'_>, folder: &Path) -> Result<Vec<Skipped>> {
    // A build tool can read any file.
    let is_built = snapshot.paths().iter().any(|path| build_systems::is_build_file(path));
    let ends = [".jar", ".class"];
    let needed = |path: &str| {
        is_built
            || Language::from_path(path).is_some()
            || build_systems::is_python_settings(path)
            || ends.iter().any(|end| path.ends_with(end))
    };
    snapshot.materialise(folder, &needed)
}
