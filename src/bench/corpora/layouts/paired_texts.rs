//! Makes rows from the texts of both sides, and reads files for all layouts.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::report::format::count;
use mts_generate::inputs::coerce;
use mts_lang::SourceFile;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::{Function, Language, Value};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// The rows of a folder, and the skipped rows.
pub(crate) struct Loaded {
    /// The rows. `layouts::load` sorts the rows by id.
    pub rows: Vec<CorpusRow>,
    /// The names of the skipped rows, with the reasons.
    pub skipped: Vec<(String, String)>,
}

/// Lists the files of a folder without its subfolders, sorted by name.
///
/// # Errors
/// Returns an error with exit code 3 if the folder cannot be read.
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

/// Reads the text of a file.
///
/// # Errors
/// Returns an error with exit code 3 if the file cannot be read, is too large or is not UTF-8.
pub(crate) fn text(path: &Path) -> Result<String> {
    read_text(path, DATA_BYTES).map_err(|error| Error::io("read the corpus", path, &error))
}

/// The texts of a pair of functions, as a layout gives them.
pub(crate) struct PairSources<'t> {
    /// The unique name of the pair.
    pub id: String,
    /// The text of a whole Java compilation unit.
    pub java: String,
    /// The text of a whole Python module.
    pub python: String,
    /// The name of the Java method.
    pub method: &'t str,
    /// The name of the Python function.
    pub function: &'t str,
    /// The arguments of each call, not yet converted to the Java types.
    pub inputs: Vec<Vec<Json>>,
}

/// Returns the row of a pair, or the reason to skip the pair.
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
            let (values, parameters) = (count(call.len(), "value"), count(java.params.len(), "parameter"));
            return Err(format!("inputs[{nth}] has {values} for {parameters}"));
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

/// Parses a source text.
pub(crate) fn parse(path: &str, text: &str, language: Language) -> std::result::Result<SourceFile, String> {
    SourceFile::parse(path, text.to_owned(), language).map_err(|error| error.to_string())
}
