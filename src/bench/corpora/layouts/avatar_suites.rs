//! Reads the tests of AVATAR's programs.
//!
//! `SOURCE_id2tests_filtered.jsonl` names the files with inputs and outputs for each program. If
//! this file is missing, `SOURCE_id2tests.jsonl` names the files. The named files are below
//! `SOURCE_test_cases`, `description2code_current/SOURCE` or the folder of the map itself. All these
//! files are in the folder of the programs, or in a folder `test_cases` inside or beside this folder.

use crate::bench::corpora::layouts::paired_texts;
use crate::bench::corpora::lines_file::json_fault;
use mts_generate::inputs::program_cases::{LARGEST, ProgramTest};
use mts_model::bounded_text::read_text;
use mts_model::error::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const MAP: &str = "_id2tests.jsonl";
const FILTERED: &str = "_id2tests_filtered.jsonl";

/// The tests of all sources.
#[derive(Default)]
pub(crate) struct Tests {
    by_id: BTreeMap<String, Vec<ProgramTest>>,
    /// The names of unusable tests, with the reasons.
    pub skipped: Vec<(String, String)>,
}

/// A line of a test map.
#[derive(Deserialize)]
struct TestMapLine {
    avatar_id: String,
    inputs: Vec<String>,
    outputs: Vec<String>,
}

impl Tests {
    /// Reads the tests in a folder of programs or near it.
    ///
    /// # Errors
    /// Returns an error with exit code 3 if a file cannot be read, and with exit code 2 if a test
    /// map is invalid.
    pub fn from_folder(folder: &Path) -> Result<Self> {
        let mut tests = Self::default();
        let whole = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let beside = whole.parent().map(|parent| parent.join("test_cases"));
        let places = [Some(whole.clone()), Some(whole.join("test_cases")), beside];
        for place in places.iter().flatten().filter(|place| place.is_dir()) {
            let files = paired_texts::files(place)?;
            for file in &files {
                let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let Some(source) = name.strip_suffix(MAP).or(name.strip_suffix(FILTERED)) else { continue };
                let is_older = name.ends_with(MAP) && files.contains(&place.join(format!("{source}{FILTERED}")));
                if !is_older {
                    tests.read(file, source, place)?;
                }
            }
            // The nearest folder with tests has priority.
            if !tests.is_empty() {
                break;
            }
        }
        Ok(tests)
    }

    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Returns the tests of the program with this AVATAR id.
    pub fn by_id(&self, id: &str) -> Option<&[ProgramTest]> {
        self.by_id.get(id).map(Vec::as_slice)
    }

    fn read(&mut self, map: &Path, source: &str, place: &Path) -> Result<()> {
        let roots = [
            place.join(format!("{source}_test_cases")),
            place.join("description2code_current").join(source),
            place.to_path_buf(),
        ];
        for (number, line) in (1..).zip(paired_texts::text(map)?.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let fault = |what: String| Error::usage(what).at(format!("{}:{number}", map.display()));
            let line: TestMapLine = serde_json::from_str(line)
                .map_err(|error| fault(format!("the line is not a list of tests: {}", json_fault(&error))))?;
            if line.inputs.len() != line.outputs.len() {
                return Err(fault("`inputs` and `outputs` do not have the same number of files".to_owned()));
            }
            let mut own = Vec::new();
            for (input, output) in line.inputs.iter().zip(&line.outputs) {
                let name = name(input);
                match test(&roots, &name, input, output) {
                    Ok(Some(test)) => own.push(test),
                    Ok(None) => {}
                    Err(why) => self.skipped.push((format!("{}, test {name}", line.avatar_id), why)),
                }
            }
            own.sort_by(|a, b| a.name.cmp(&b.name));
            self.by_id.insert(line.avatar_id, own);
        }
        Ok(())
    }
}

/// Returns the name of a test: `ABC001/A/01` for the input `ABC001/A/in/01.txt`.
fn name(input: &str) -> String {
    let input = input.replacen("/in/", "/", 1).replacen("/input/", "/", 1);
    input.rsplit_once('.').map_or(input.clone(), |(stem, _)| stem.to_owned())
}

/// Reads a test from its two files. `None` means that a file is empty, because AVATAR skips such a
/// test.
fn test(roots: &[PathBuf], name: &str, input: &str, output: &str) -> std::result::Result<Option<ProgramTest>, String> {
    let both = |root: &PathBuf| {
        let both = [root.join(input), root.join(output)];
        both.iter().all(|path| path.is_file()).then_some(both)
    };
    let both = roots.iter().find_map(both).ok_or("the input file or the output file of the test does not exist")?;
    let [stdin, stdout] = both.map(|path| read_text(&path, LARGEST as u64).map_err(|error| error.to_string()));
    let (stdin, stdout) = (stdin?, stdout?);
    let is_one = !stdin.is_empty() && !stdout.is_empty();
    Ok(is_one.then(|| ProgramTest { name: name.to_owned(), stdin, stdout: Some(stdout) }))
}
