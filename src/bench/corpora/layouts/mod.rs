//! Loads corpora that are folders: detects the layout and loads the rows.
//!
//! Each layout has its own module: `transcoder`, `avatar`, `paired_files`, `programs`.

pub mod avatar;
pub mod avatar_suites;
pub mod detokenize;
pub mod paired_files;
pub mod paired_texts;
pub mod programs;
pub mod python_literal;
pub mod transcoder;

use crate::bench::corpora::layouts::paired_texts::{Loaded, files};
use mts_model::error::{Error, Result};
use std::collections::BTreeSet;
use std::path::Path;

/// Loads a folder with one of the known layouts.
///
/// # Errors
/// Returns an error with exit code 3 if the folder cannot be read, and with exit code 2 if its
/// layout is unknown, if two rows have the same id, or if there is no row.
pub(crate) fn load(folder: &Path) -> Result<Loaded> {
    let files = files(folder)?;
    let ends = |end: &str| files.iter().any(|file| file.to_string_lossy().ends_with(end));
    // Test this layout first: the next condition also holds on a case-insensitive file system.
    let mut loaded = if programs::is_by_language(folder) {
        programs::load_by_language(folder)?
    } else if folder.join("java").is_dir() && folder.join("python").is_dir() {
        if folder.join("tests").is_dir() { programs::load(folder)? } else { transcoder::load(folder)? }
    } else if avatar::is_one(&files) {
        avatar::load(folder, &files)?
    } else if ends(".java") && ends(".py") {
        paired_files::load(&files)?
    } else {
        let error = Error::usage("the folder is not a corpus in a known layout").at(folder.display().to_string());
        return Err(error.help(
            "use one of these layouts: java/ID.java with python/ID.py (TransCoder; for whole programs also tests/ID); \
             Java/Code with Python/Code (Pan et al.); NAME.java-python.java with NAME.java-python.python (AVATAR); \
             NAME.jsonl (AVATAR); A.java beside A.py, optionally with calls in A.json or tests in a folder A",
        ));
    };
    loaded.rows.sort_by(|a, b| a.id.cmp(&b.id));
    let mut ids = BTreeSet::new();
    if let Some(twice) = loaded.rows.iter().find(|row| !ids.insert(&row.id)) {
        return Err(Error::usage(format!("the id {} occurs twice", twice.id)).at(folder.display().to_string()));
    }
    if loaded.rows.is_empty() {
        let what = match loaded.skipped.first() {
            Some((name, why)) => format!("cargo mts skips all rows of the corpus, for example {name}: {why}"),
            None => "the corpus has no rows".to_owned(),
        };
        return Err(Error::usage(what).at(folder.display().to_string()));
    }
    Ok(loaded)
}
