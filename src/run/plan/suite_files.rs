//! The suite files of a run, and the inputs in them for each function.
//!
//! `inputs::suite_file` defines the format and its errors.

use crate::run::revision::Revision;
use mts_generate::inputs::program_cases::ProgramTest;
use mts_generate::inputs::suite_file::{self, SuitePair};
use mts_generate::pairing::Selector;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::{Function, Input, JavaType, Language, MOST_INPUTS};
use std::path::Path;

/// The entries of the suite files. A later suite file comes later.
#[derive(Clone, Debug, Default)]
pub struct SuiteFiles {
    calls: Vec<(String, Selector, SuitePair)>,
}

impl SuiteFiles {
    /// Adds the text of a suite file.
    ///
    /// # Errors
    /// Returns a usage error that names the file and the fault if the text is invalid.
    pub fn add(&mut self, path: &str, text: &str) -> Result<()> {
        for calls in suite_file::read(path, text)? {
            let selector = Selector::parse(&calls.pair).map_err(|error| error.at(path))?;
            self.calls.push((path.to_owned(), selector, calls));
        }
        Ok(())
    }

    /// Reads a suite file from disk.
    ///
    /// # Errors
    /// Returns the errors of [`SuiteFiles::add`], and an environment error if the file cannot be
    /// read.
    pub fn add_file(&mut self, path: &Path) -> Result<()> {
        let text = read_text(path, DATA_BYTES).map_err(|e| Error::io("read the suite file", path, &e))?;
        self.add(&path.display().to_string(), &text)
    }

    /// Returns a message for each entry that matches no function of the revision.
    ///
    /// Returns nothing if the revision has no parsed function.
    #[must_use]
    pub fn unused(&self, revision: &Revision) -> Vec<String> {
        let java = revision.functions(Language::Java);
        let names = |selector: &Selector| java.is_empty() || java.iter().any(|function| selector.matches(function));
        let unused = self.calls.iter().filter(|(_, selector, _)| !names(selector));
        unused.map(|(path, selector, _)| format!("{path}: no Java function matches `{}`", selector.text())).collect()
    }

    /// Returns the tests for a whole program with this `main`.
    ///
    /// # Errors
    /// Returns a usage error if an input is not valid for a program.
    pub fn tests_for(&self, main: &Function) -> Result<Vec<ProgramTest>> {
        let own = self.calls.iter().filter(|(_, selector, _)| selector.matches(main));
        let tests = own.map(|(path, _, calls)| calls.tests(path)).collect::<Result<Vec<_>>>()?;
        Ok(tests.concat())
    }

    /// Returns the inputs for a Java function, in the order of the files.
    ///
    /// `receiver` has the types of the receiver's values.
    ///
    /// # Errors
    /// Returns a usage error if there are more than [`MOST_INPUTS`] inputs, or if an input does not fit the function's
    /// types.
    pub fn inputs_for(&self, java: &Function, receiver: Option<&[JavaType]>) -> Result<Vec<Input>> {
        let mut inputs = Vec::new();
        for (path, _, calls) in self.calls.iter().filter(|(_, selector, _)| selector.matches(java)) {
            let count = inputs.len() + calls.inputs.len();
            if count > MOST_INPUTS {
                let what = format!("the suite files have more than {MOST_INPUTS} inputs for {}", java.selector());
                return Err(Error::usage(what).at(path).help("delete inputs from the suite files"));
            }
            inputs.extend(calls.inputs(path, java, receiver)?);
        }
        Ok(inputs)
    }
}
