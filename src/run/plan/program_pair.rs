//! A pair of whole programs from the configuration or the command line, with its tests.

use mts_generate::inputs::program_cases::{self, ProgramTest};
use mts_lang::SourceFile;
use mts_model::error::{Error, Result};
use std::path::Path;

/// A pair of programs that the user names.
#[derive(Clone, Debug)]
pub struct ProgramPair {
    /// The path of the Java file, relative to the folder of the revision.
    pub java: String,
    /// The path of the Python file, relative to the folder of the revision.
    pub python: String,
    /// The folder of the tests.
    pub place: String,
    /// The tests of the programs.
    pub tests: Vec<ProgramTest>,
    /// `true` if the change touches the tests.
    pub tests_changed: bool,
    /// `true` if the change adds the entry to the configuration.
    ///
    /// If so, the run also measures the functions of the program's files as separate pairs.
    pub is_added: bool,
}

impl ProgramPair {
    /// Creates the pair from two files and from the tests in a folder on disk.
    ///
    /// # Errors
    /// Returns a usage error if the folder is missing, or contains an invalid test.
    pub fn read(java: &SourceFile, python: &SourceFile, folder: &Path) -> Result<Self> {
        let place = folder.display().to_string();
        if !folder.is_dir() {
            let help = "give the folder with `in/NAME` and `out/NAME`, or `NAME.in` and `NAME.out`";
            return Err(Error::usage(format!("there is no folder `{place}`")).at("--tests").help(help));
        }
        let tests = program_cases::below(folder).map_err(|why| Error::usage(why).at(place.clone()))?;
        let (java, python) = (java.path.clone(), python.path.clone());
        Ok(Self { java, python, place, tests, tests_changed: true, is_added: false })
    }
}
