//! Makes rows from the texts of both sides, and reads files for all layouts.

use crate::bench::corpora::corpus_row::CorpusRow;
use mts_generate::inputs::coerce;
use mts_lang::SourceFile;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::{Function, Language, Value};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// The rows of a folder, and the skipped rows.
pub(crate) struct Loaded {
    /// In the order of their ids.
    pub rows: Vec<CorpusRow>,
    /// Names and reasons.
    pub skipped: Vec<(String, String)>,
}

/// The files of a folder, not those of folders in it, in order of name.
///
/// # Errors
/// Exit code 3 when it cannot be read.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let io = |error: std::io::Error| Error::io("read the corpus", folder, &error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The text of a file.
///
/// # Errors
/// Exit code 3 when it cannot be read, or is not UTF-8.
pub(crate) fn text(path: &Path) -> Result<String> {
    read_text(path, DATA_BYTES).map_err(|error| Error::io("read the corpus", path, &error))
}

/// A pair as a layout gives it.
pub(crate) struct PairSources<'t> {
    /// Unique name.
    pub id: String,
    /// A whole compilation unit.
    pub java: String,
    /// A whole module.
    pub python: String,
    /// The Java method.
    pub method: &'t str,
    /// The Python function.
    pub function: &'t str,
    /// Values for each call, not yet fitted to the Java types.
    pub inputs: Vec<Vec<Json>>,
}

/// The row of a pair, or the reason why it is skipped.
pub(crate) fn row(found: PairSources<'_>) -> std::result::Result<CorpusRow, String> {
    let file = parse("corpus.java", &found.java, Language::Java)?;
    let named = |function: &&Function| function.name == found.method && function.has_body();
    let java = file.functions.iter().find(named).ok_or_else(|| format!("no Java method {}", found.method))?;
    if let Some(why) = &java.broken {
        return Err(why.clone());
    }
    let mut inputs = Vec::with_capacity(found.inputs.len());
    for (nth, call) in found.inputs.iter().enumerate() {
        if call.len() != java.params.len() {
            return Err(format!("inputs[{nth}] has {} values for {} parameters", call.len(), java.params.len()));
        }
        let fit = |(json, param): (&Json, &mts_model::Param)| {
            coerce::from_json(json, &param.ty).map_err(|why| format!("inputs[{nth}], `{}`: {why}", param.name))
        };
        inputs.push(call.iter().zip(&java.params).map(fit).collect::<std::result::Result<Vec<Value>, _>>()?);
    }
    let all = format!("{}\0{}\0{}\0{}\0{:?}", found.id, found.java, found.python, found.function, found.inputs);
    Ok(CorpusRow {
        digest: blake3::hash(all.as_bytes()).to_hex()[..32].to_owned(),
        java_class: java.scope.join("."),
        java_method: java.name.clone(),
        java_return: java.returns.clone(),
        java_params: java.params.iter().map(|param| param.ty.clone()).collect(),
        python_function: found.function.to_owned(),
        ok_java: true,
        ok_python: true,
        agree: None,
        id: found.id,
        java: found.java,
        python: found.python,
        inputs,
        tests: Vec::new(),
    })
}

/// A source's functions.
pub(crate) fn parse(path: &str, text: &str, language: Language) -> std::result::Result<SourceFile, String> {
    SourceFile::parse(path, text.to_owned(), language).map_err(|error| error.to_string())
}
