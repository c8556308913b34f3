//! The tests of AVATAR's programs: `SOURCE_id2tests_filtered.jsonl` (or `SOURCE_id2tests.jsonl`, where it was not
//! filtered) names for each program the files with inputs and outputs, below `SOURCE_test_cases` or
//! `description2code_current/SOURCE`. They lie in the folder of the programs, or in `test_cases` in it or beside it.

use crate::bench::corpora::layouts::paired_texts;
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
    /// Tests that cannot be used, with the reason.
    pub skipped: Vec<(String, String)>,
}

/// A line of a map.
#[derive(Deserialize)]
struct TestMapLine {
    avatar_id: String,
    inputs: Vec<String>,
    outputs: Vec<String>,
}

impl Tests {
    /// The tests that lie in a folder of programs, or around it.
    ///
    /// # Errors
    /// Exit code 3 when a file cannot be read, 2 when a map is none.
    pub fn around(folder: &Path) -> Result<Self> {
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
            // The nearest are meant.
            if !tests.is_empty() {
                break;
            }
        }
        Ok(tests)
    }

    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The tests of a program by AVATAR's own name of it.
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
            let line: TestMapLine = serde_json::from_str(line).map_err(|error| fault(format!("no tests: {error}")))?;
            if line.inputs.len() != line.outputs.len() {
                return Err(fault("there are not as many inputs as outputs".to_owned()));
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

/// `ABC001/A/in/01.txt` is called `ABC001/A/01`.
fn name(input: &str) -> String {
    let input = input.replacen("/in/", "/", 1).replacen("/input/", "/", 1);
    input.rsplit_once('.').map_or(input.clone(), |(stem, _)| stem.to_owned())
}

/// A test by its two files; none where one of them is empty, as there.
fn test(roots: &[PathBuf], name: &str, input: &str, output: &str) -> std::result::Result<Option<ProgramTest>, String> {
    let both = |root: &PathBuf| {
        let both = [root.join(input), root.join(output)];
        both.iter().all(|path| path.is_file()).then_some(both)
    };
    let both = roots.iter().find_map(both).ok_or("its files are not there")?;
    let [stdin, stdout] = both.map(|path| read_text(&path, LARGEST as u64).map_err(|error| error.to_string()));
    let (stdin, stdout) = (stdin?, stdout?);
    let is_one = !stdin.is_empty() && !stdout.is_empty();
    Ok(is_one.then(|| ProgramTest { name: name.to_owned(), stdin, stdout: Some(stdout) }))
}
