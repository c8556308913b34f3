//! Writes and reads the journal of a benchmark, from which an interrupted run resumes.
//!
//! The first line has the settings of `fingerprint`. Each other line has a finished program.

use crate::bench::corpora::lines_file::json_fault;
use crate::bench::results::program_result::ProgramResult;
use mts_model::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The version of the journal's format.
const FORMAT: u32 = 2;

/// The result of a program, or the reason why the run skipped the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finished {
    /// The result of a measured program.
    Measured(Box<ProgramResult>),
    /// The reason why the run skipped the program.
    Skipped(String),
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct JournalHeader {
    journal: u32,
    tool: String,
    settings: BTreeMap<String, String>,
}

/// A line of a journal after the first line.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry {
    program: String,
    digest: String,
    finished: Finished,
}

/// An open journal. While the journal is open, [`Journal::open`] fails in every other process.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    done: BTreeMap<String, Finished>,
}

impl Journal {
    /// Opens the journal for these settings, or creates the journal.
    ///
    /// The function drops a last line without a line end.
    ///
    /// # Errors
    /// Returns an error with exit code 2 if the file is not a journal, if another version or other
    /// settings wrote it, or if another process uses it. The message names the settings that
    /// differ. Returns an error with exit code 3 if the file cannot be read or written.
    pub fn open(path: &Path, settings: BTreeMap<String, String>) -> Result<Self> {
        let io = |doing: &str, error: &std::io::Error| Error::io(doing, path, error);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|e| io("open the journal", &e))?;
        if !is_locked(&file) {
            let help = "wait until the other process ends, or name another file";
            return Err(fault(path, "another process writes this journal", help));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|e| io("read the journal", &e))?;
        let head = JournalHeader { journal: FORMAT, tool: env!("CARGO_PKG_VERSION").to_owned(), settings };
        let first = line(&head)?;
        // A run that stops while it writes leaves a line without a line end, maybe even the first
        // line.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if whole == 0 && !first.as_bytes().starts_with(&bytes) {
            return Err(no_journal(path, 1, "the first line is not the header of a journal"));
        }
        let done = if whole == 0 { BTreeMap::new() } else { read(path, &bytes[..whole], &head)? };
        file.set_len(whole as u64).map_err(|e| io("write the journal", &e))?;
        file.seek(SeekFrom::End(0)).map_err(|e| io("write the journal", &e))?;
        if whole == 0 {
            file.write_all(first.as_bytes()).map_err(|e| io("write the journal", &e))?;
        }
        Ok(Self { path: path.to_path_buf(), file: Mutex::new(file), done })
    }

    /// Returns the result of a program. `None` if the journal has no result with this digest.
    ///
    /// The digest covers the program and the translator.
    #[must_use]
    pub fn finished(&self, digest: &str) -> Option<&Finished> {
        self.done.get(digest)
    }

    /// Adds the result of a program.
    ///
    /// # Errors
    /// Returns an error with exit code 3 if the journal cannot be written.
    pub fn add(&self, program: &str, digest: &str, finished: Finished) -> Result<()> {
        let entry = JournalEntry { program: program.to_owned(), digest: digest.to_owned(), finished };
        let text = line(&entry)?;
        let mut file = self.file.lock().map_err(|_| Error::bug("a thread died while it wrote the journal"))?;
        file.write_all(text.as_bytes()).map_err(|e| Error::io("write the journal", &self.path, &e))
    }
}

fn read(path: &Path, bytes: &[u8], head: &JournalHeader) -> Result<BTreeMap<String, Finished>> {
    let text = std::str::from_utf8(bytes).map_err(|_| no_journal(path, 1, "the file is not UTF-8"))?;
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().and_then(|(_, line)| serde_json::from_str::<JournalHeader>(line).ok());
    let found = first.ok_or_else(|| no_journal(path, 1, "the first line is not the header of a journal"))?;
    let differences = differences(&found, head);
    if !differences.is_empty() {
        let what = format!("the journal comes from a run with other settings: {}", differences.join("; "));
        return Err(fault(path, &what, "use the settings of the journal, or name another file"));
    }
    let mut done = BTreeMap::new();
    for (number, line) in lines {
        let no_result = |e: serde_json::Error| {
            no_journal(path, number, &format!("the line is not the result of a program: {}", json_fault(&e)))
        };
        let entry: JournalEntry = serde_json::from_str(line).map_err(no_result)?;
        done.insert(entry.digest, entry.finished);
    }
    Ok(done)
}

/// Returns the settings that differ, with their values in the journal and now.
fn differences(found: &JournalHeader, now: &JournalHeader) -> Vec<String> {
    let versions = |head: &JournalHeader| {
        [("journal format", head.journal.to_string()), ("version of cargo mts", head.tool.clone())]
            .map(|(name, value)| (name.to_owned(), value))
    };
    let all = |head: &JournalHeader| -> BTreeMap<String, String> {
        versions(head).into_iter().chain(head.settings.clone()).collect()
    };
    let (found, now) = (all(found), all(now));
    let names: std::collections::BTreeSet<&String> = found.keys().chain(now.keys()).collect();
    let differ = names.into_iter().filter(|name| found.get(*name) != now.get(*name));
    let shown = |values: &BTreeMap<String, String>, name: &String| values.get(name).map_or("not set", |v| v).to_owned();
    differ.map(|name| format!("{name} was {} and is now {}", shown(&found, name), shown(&now, name))).collect()
}

fn line(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map(|text| text + "\n").map_err(|error| Error::bug(error.to_string()))
}

fn no_journal(path: &Path, number: usize, what: &str) -> Error {
    let help = "name a file that `bench --resume` wrote, or a file that does not exist yet";
    Error::usage(format!("not a journal: {what}")).at(format!("{}:{number}", path.display())).help(help)
}

fn fault(path: &Path, what: &str, help: &str) -> Error {
    Error::usage(what).at(path.display().to_string()).help(help)
}

/// Locks the file, and reports whether the lock succeeds.
///
/// The function retries, because a child process between fork and exec briefly holds the open file
/// too.
fn is_locked(file: &File) -> bool {
    (0..20).any(|at| {
        std::thread::sleep(Duration::from_millis(if at == 0 { 0 } else { 25 }));
        file.try_lock().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::program_result::tests::worked_example;
    use mts_model::error::ExitCode;

    fn settings(types: &str) -> BTreeMap<String, String> {
        BTreeMap::from([("types".to_owned(), types.to_owned()), ("profile".to_owned(), "mujava".to_owned())])
    }

    fn written(path: &Path) {
        let journal = Journal::open(path, settings("strict")).expect("begins");
        for program in worked_example() {
            let id = program.id.clone();
            journal.add(&id, &format!("digest {id}"), Finished::Measured(Box::new(program))).expect("writes");
        }
        journal.add("D", "digest D", Finished::Skipped("no inputs".to_owned())).expect("writes");
    }

    #[test]
    fn finished_programs_are_read_back_unchanged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        written(&path);
        let journal = Journal::open(&path, settings("strict")).expect("opens");
        for program in worked_example() {
            let digest = format!("digest {}", program.id);
            assert_eq!(journal.finished(&digest), Some(&Finished::Measured(Box::new(program))));
        }
        assert_eq!(journal.finished("digest D"), Some(&Finished::Skipped("no inputs".to_owned())));
        assert_eq!(journal.finished("digest of another row"), None);
    }

    #[test]
    fn an_incomplete_line_is_dropped_at_any_cut_of_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        written(&path);
        let all = std::fs::read(&path).expect("reads");
        for cut in (0..all.len()).step_by(7) {
            std::fs::write(&path, &all[..cut]).expect("writes");
            let journal = Journal::open(&path, settings("strict")).expect("opens");
            let whole = all[..cut].iter().filter(|byte| **byte == b'\n').count().saturating_sub(1);
            assert_eq!(journal.done.len(), whole, "cut at {cut}");
            journal.add("E", "digest E", Finished::Skipped(String::new())).expect("writes");
            drop(journal);
            assert_eq!(Journal::open(&path, settings("strict")).expect("opens").done.len(), whole + 1, "cut at {cut}");
        }
    }

    #[test]
    fn other_settings_are_refused_and_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        written(&path);
        let error = Journal::open(&path, settings("drift")).expect_err("other settings");
        assert_eq!(error.code, ExitCode::Usage);
        assert!(error.message.ends_with("other settings: types was strict and is now drift"), "{error}");
    }

    #[test]
    fn a_file_that_is_no_journal_is_not_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("notes.txt");
        for text in ["notes", "notes\n", "{}\n", "{\"journal\":1}\nmore"] {
            std::fs::write(&path, text).expect("writes");
            let error = Journal::open(&path, settings("strict")).expect_err(text);
            assert_eq!(error.code, ExitCode::Usage);
            assert_eq!(std::fs::read_to_string(&path).expect("reads"), text);
        }
    }

    #[test]
    fn two_processes_do_not_write_one_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let _open = Journal::open(&path, settings("strict")).expect("begins");
        let error = Journal::open(&path, settings("strict")).expect_err("locked");
        assert!(error.message.contains("another process"), "{error}");
    }
}
