//! A file of the working tree with fixes.
//!
//! The module compares the lines of the file with the lines of the run, and writes the file.

use super::choice::ChosenFix;
use crate::git::Snapshot;
use crate::report::fix::{LineEdit, diff};
use mts_model::error::{Error, Result};
use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The mark at the start of some UTF-8 files.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A file of the working tree to which the command writes fixes.
#[derive(Debug)]
pub(super) struct FixedFile {
    /// The path relative to the root of the repository.
    name: String,
    path: PathBuf,
    before: String,
    /// The text that this command last read from the file or wrote to the file.
    last: RefCell<String>,
}

impl FixedFile {
    /// Reads a file of the working tree.
    ///
    /// # Errors
    /// Returns a usage error if the path does not name a regular UTF-8 file of the working tree, or if a
    /// folder of the path is a symbolic link.
    pub fn read(tree: &Snapshot<'_>, name: &str) -> Result<Self> {
        let other = |what: &str| Error::usage(what).at(name).help("run `cargo mts run` again, and then this command");
        let root = tree.folder().ok_or_else(|| Error::bug("a commit is not a working tree"))?;
        let bytes = tree.read(name).ok_or_else(|| other("the file is not in the working tree any more"))?;
        let before = String::from_utf8(bytes).map_err(|_| other("the file is not UTF-8 text"))?;
        let path = root.join(name);
        let folder = Path::new(name).parent().unwrap_or(Path::new(""));
        let real = |path: &Path| path.canonicalize().map_err(|error| Error::io("read the folder", path, &error));
        if real(&root.join(folder))? != real(&root)?.join(folder) {
            return Err(Error::usage("a folder of the path is a symbolic link")
                .at(name)
                .help("`cargo mts fix` follows no symbolic link: change the file yourself"));
        }
        Ok(Self { name: name.to_owned(), path, last: RefCell::new(before.clone()), before })
    }

    /// Returns the edits that these fixes make in this file, in line order.
    ///
    /// # Errors
    /// Returns a usage error if the lines of the file differ from the lines of the run, or if two fixes change the same
    /// lines.
    pub fn edits(&self, fixes: &[ChosenFix<'_>]) -> Result<Vec<LineEdit>> {
        let lines = self.lines();
        let mut own: Vec<&ChosenFix<'_>> = fixes.iter().filter(|one| one.pair.python.file == self.name).collect();
        own.sort_by_key(|one| one.fix.line);
        // Two pairs with the same port can have the same fix.
        own.dedup_by(|one, other| one.fix.line == other.fix.line && one.fix.change == other.fix.change);
        for two in own.windows(2) {
            let [first, second] = two else { continue };
            if range(first).end > range(second).start {
                return Err(Error::usage(format!("the fixes of {} and {} change the same lines", first.id, second.id))
                    .at(format!("{}:{}", self.name, second.fix.line))
                    .help("write one of the fixes, run `cargo mts run` again, and then write the other fix"));
            }
        }
        own.into_iter().map(|one| self.edit(one, &lines)).collect()
    }

    fn edit(&self, chosen: &ChosenFix<'_>, lines: &[&str]) -> Result<LineEdit> {
        let now = lines.get(range(chosen)).unwrap_or_default();
        if now.is_empty() || !now.iter().map(|line| content(line)).eq(&chosen.fix.change.before) {
            return Err(Error::usage(format!("the lines of the fix of {} have changed since the run", chosen.id))
                .at(format!("{}:{}", self.name, chosen.fix.line))
                .help("run `cargo mts run` again, and then this command"));
        }
        let (head, removed, added) = chosen.fix.change.changed();
        let end = lines.iter().map(|line| &line[content(line).len()..]).find(|end| !end.is_empty()).unwrap_or("\n");
        let mut edit = LineEdit {
            start: range(chosen).start + head,
            len: removed.len(),
            lines: added.iter().map(|line| format!("{line}{end}")).collect(),
        };
        let is_last = edit.start + edit.len == lines.len();
        // If the last line of the file has no line end, the new last line has no line end either.
        if let Some(last) = lines.last().filter(|line| is_last && !line.ends_with('\n')) {
            if edit.len == 0 {
                edit.lines.insert(0, format!("{last}{end}"));
                (edit.start, edit.len) = (edit.start - 1, 1);
            }
            if let Some(line) = edit.lines.last_mut() {
                line.truncate(content(line).len());
            }
        }
        Ok(edit)
    }

    /// Returns the lines with their ends, without the byte order mark.
    fn lines(&self) -> Vec<&str> {
        self.before.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.before).split_inclusive('\n').collect()
    }

    /// Returns the text of the file with these edits.
    fn after(&self, edits: &[LineEdit]) -> String {
        let lines = self.lines();
        let mark = self.before.starts_with(BYTE_ORDER_MARK).then_some(BYTE_ORDER_MARK);
        let mut text: String = mark.into_iter().collect();
        let mut at = 0;
        for edit in edits {
            text.extend(lines[at..edit.start].iter().copied());
            text.extend(edit.lines.iter().map(String::as_str));
            at = edit.start + edit.len;
        }
        text.extend(lines[at..].iter().copied());
        text
    }

    /// Renders the edits as a diff.
    pub fn diff(&self, edits: &[LineEdit]) -> String {
        diff(&self.name, &self.lines(), edits)
    }

    /// Writes the file with these edits. Without edits, the function restores the original text.
    ///
    /// A reader sees the old text or the new text, never a part. The file keeps its mode.
    ///
    /// # Errors
    /// Returns an environment error if the file cannot be written, or if another program changed
    /// the file after this command read or wrote the file.
    pub fn write(&self, edits: &[LineEdit]) -> Result<()> {
        let failed = |error: std::io::Error| Error::io("write the fix", &self.path, &error);
        if std::fs::read(&self.path).map_err(failed)? != self.last.borrow().as_bytes() {
            let what = "another program changed the file while cargo mts fix ran, so cargo mts does not write the file";
            return Err(Error::environment(what)
                .at(self.path.display().to_string())
                .help("look at the file, and run the command again"));
        }
        let (folder, text) = (self.path.parent().unwrap_or(&self.path), self.after(edits));
        let written = || {
            let mode = std::fs::symlink_metadata(&self.path)?.permissions();
            let mut file = tempfile::Builder::new().prefix(".cargo-mts-").tempfile_in(folder)?;
            file.write_all(text.as_bytes())?;
            file.as_file().set_permissions(mode)?;
            file.persist(&self.path).map_err(|error| error.error)
        };
        written().map_err(failed)?;
        self.last.replace(text);
        Ok(())
    }
}

/// Returns the zero-based indexes of the lines that a fix has.
fn range(chosen: &ChosenFix<'_>) -> std::ops::Range<usize> {
    let start = usize::try_from(chosen.fix.line).unwrap_or(usize::MAX).saturating_sub(1);
    start..start.saturating_add(chosen.fix.change.before.len())
}

/// Returns a line without its end.
fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}
