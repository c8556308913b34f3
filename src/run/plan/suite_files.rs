//! The suite files of a run, and the inputs in them for each function.
//!
//! `inputs::suite_file` defines the format and its errors.

use crate::run::revision::Revision;
use mts_generate::inputs::program_cases::ProgramTest;
use mts_generate::inputs::suite_file::{self, SuiteCall, SuitePair};
use mts_generate::pairing::Selector;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::{Function, Input, JavaType, Language, MOST_INPUTS};
use std::path::Path;

/// The entries of the suite files. A later suite file comes later.
#[derive(Clone, Debug, Default)]
pub struct SuiteFiles {
    entries: Vec<SuiteEntry>,
}

/// One entry of a suite file.
#[derive(Clone, Debug)]
struct SuiteEntry {
    path: String,
    selector: Selector,
    calls: SuitePair,
    /// Whether the entry holds one call that only the base's version of the file has.
    ///
    /// The change may also change the types of the function, so a call that does not fit is no error.
    is_of_base: bool,
}

impl SuiteFiles {
    /// Adds the text of a suite file.
    ///
    /// # Errors
    /// Returns a usage error that names the file and the fault if the text is invalid.
    pub fn add(&mut self, path: &str, text: &str) -> Result<()> {
        for calls in suite_file::read(path, text)? {
            let selector = Selector::parse(&calls.pair).map_err(|error| error.at(path))?;
            self.entries.push(SuiteEntry { path: path.to_owned(), selector, calls, is_of_base: false });
        }
        Ok(())
    }

    /// Adds the calls of the base's version of a file that the change modifies.
    ///
    /// The function skips calls that the head's version has too, and a version with an error. The expected output of a
    /// program may be out of date, so Java's output is the expected one.
    pub fn add_base_version(&mut self, path: &str, text: &str) {
        let before = suite_file::read(path, text).unwrap_or_default();
        for SuitePair { version, pair, inputs } in before {
            let Ok(selector) = Selector::parse(&pair) else { continue };
            let key = |call: &SuiteCall| (call.args.clone(), call.stdin.clone(), call.receiver.clone());
            let own = self.entries.iter().filter(|entry| entry.path == path && entry.calls.pair == pair);
            let kept: Vec<_> = own.flat_map(|entry| &entry.calls.inputs).map(key).collect();
            for call in inputs.into_iter().filter(|call| !kept.contains(&key(call))) {
                let inputs = vec![SuiteCall { stdout: None, ..call }];
                let calls = SuitePair { version, pair: pair.clone(), inputs };
                let selector = selector.clone();
                self.entries.push(SuiteEntry { path: path.to_owned(), selector, calls, is_of_base: true });
            }
        }
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
        let unused = self.entries.iter().filter(|entry| !entry.is_of_base && !names(&entry.selector));
        unused
            .map(|SuiteEntry { path, selector, .. }| format!("{path}: no Java function matches `{}`", selector.text()))
            .collect()
    }

    /// Returns the tests for a whole program with this `main`.
    ///
    /// # Errors
    /// Returns a usage error if an input is not valid for a program.
    pub fn tests_for(&self, main: &Function) -> Result<Vec<ProgramTest>> {
        let own = self.entries.iter().filter(|entry| entry.selector.matches(main));
        let tests =
            own.filter_map(|entry| entry.optional(entry.calls.tests(&entry.path))).collect::<Result<Vec<_>>>()?;
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
        for entry in self.entries.iter().filter(|entry| entry.selector.matches(java)) {
            let SuiteEntry { path, calls, .. } = entry;
            let count = inputs.len() + calls.inputs.len();
            if count > MOST_INPUTS {
                let what = format!("the suite files have more than {MOST_INPUTS} inputs for {}", java.selector());
                return Err(Error::usage(what).at(path).help("delete inputs from the suite files"));
            }
            if let Some(found) = entry.optional(calls.inputs(path, java, receiver)) {
                inputs.extend(found?);
            }
        }
        Ok(inputs)
    }
}

impl SuiteEntry {
    /// Returns `None` for an error of an entry of the base.
    fn optional<T>(&self, result: Result<T>) -> Option<Result<T>> {
        match (self.is_of_base, result) {
            (true, Err(_)) => None,
            (_, result) => Some(result),
        }
    }
}
