//! A pair of whole programs that the configuration or the command line names, with its tests.

use mts_generate::inputs::program_cases::{self, ProgramTest};
use mts_lang::SourceFile;
use mts_model::error::{Error, Result};
use std::path::Path;

/// A pair of programs that somebody named.
#[derive(Clone, Debug)]
pub struct ProgramPair {
    /// Path of the Java file from the root.
    pub java: String,
    /// Path of the Python file.
    pub python: String,
    /// Where its tests were looked for.
    pub place: String,
    /// Its tests.
    pub tests: Vec<ProgramTest>,
    /// Whether the change touches them.
    pub tests_changed: bool,
    /// Whether the change adds the entry: then the functions of its files stay measured one by one, too.
    pub is_added: bool,
}

impl ProgramPair {
    /// Two files with the tests of a folder on disk.
    ///
    /// # Errors
    /// A usage error for a folder that is not there, or holds what is no test.
    pub fn read(java: &SourceFile, python: &SourceFile, folder: &Path) -> Result<Self> {
        let place = folder.display().to_string();
        if !folder.is_dir() {
            let help = "give the folder with `in/NAME` and `out/NAME`, or `NAME.in` and `NAME.out`";
            return Err(Error::usage(format!("there is no folder `{place}` with tests")).at("--tests").help(help));
        }
        let tests = program_cases::below(folder).map_err(|why| Error::usage(why).at(place.clone()))?;
        let (java, python) = (java.path.clone(), python.path.clone());
        Ok(Self { java, python, place, tests, tests_changed: true, is_added: false })
    }
}
