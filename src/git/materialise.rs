//! Writes files of a snapshot to a scratch folder.
//!
//! The tool compiles and imports the files in this folder if the revision is not checked out. A
//! malicious git tree can contain the names `..`, `.git` or absolute paths. The tool never writes
//! outside the folder.

use super::Snapshot;
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

impl Snapshot<'_> {
    /// Writes every file whose path `filter` accepts into `folder`.
    ///
    /// The folder must be empty or missing. Returns a row for each file that the function does not write, because its
    /// path leads out of the folder, the file cannot be read, or this system cannot store the file under its name.
    ///
    /// # Errors
    /// Returns an error if the folder is not empty or cannot be written.
    pub fn materialise(&self, folder: &Path, filter: &dyn Fn(&str) -> bool) -> Result<Vec<Skipped>> {
        let doing = "write a scratch folder";
        fs::create_dir_all(folder).map_err(|error| Error::io(doing, folder, &error))?;
        let mut there = fs::read_dir(folder).map_err(|error| Error::io(doing, folder, &error))?;
        if there.next().is_some() {
            return Err(Error::bug("the scratch folder is not empty").at(folder.display().to_string()));
        }
        let mut skipped = Vec::new();
        for path in self.paths().iter().filter(|path| filter(path)) {
            let mut skip = |reason: &str| skipped.push(Skipped::new(path.as_str(), reason));
            if !is_inside(path) {
                skip("the path can lead out of the repository or into `.git`");
                continue;
            }
            let Some(bytes) = self.read(path) else {
                skip("cargo mts cannot read the file");
                continue;
            };
            // The function creates only folders and new files below an empty folder, so no path
            // contains a link.
            let full = folder.join(path);
            let parent = full.parent().unwrap_or(folder);
            let written = fs::create_dir_all(parent)
                .and_then(|()| File::create_new(&full))
                .and_then(|mut file| file.write_all(&bytes));
            match written {
                Ok(()) => {}
                // Two names differ only in case, or this operating system does not allow the name.
                Err(error) if is_about_the_name(&error) => {
                    skip(&format!("this system cannot store a file under this name: {error}"))
                }
                Err(error) => return Err(Error::io(doing, &full, &error)),
            }
        }
        Ok(skipped)
    }
}

fn is_about_the_name(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{AlreadyExists, InvalidFilename, InvalidInput, NotADirectory};
    matches!(error.kind(), AlreadyExists | InvalidFilename | InvalidInput | NotADirectory)
}

/// Reports whether a path from a git tree stays below its folder.
///
/// The result is the same on every operating system.
fn is_inside(path: &str) -> bool {
    let bad = |part: &str| {
        part.is_empty()
            || part == "."
            || part == ".."
            || part.eq_ignore_ascii_case(".git")
            || part.contains(['\\', '\0'])
    };
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    !drive && !path.split('/').any(bad)
}

#[cfg(test)]
mod tests {
    use super::is_inside;

    #[test]
    fn paths_outside_of_the_folder_are_refused() {
        for path in ["../a.py", "a/../../b.py", "/etc/x.py", "a//b.py", ".git/hooks/x.py", "a\\..\\b.py", "C:x.py", ""]
        {
            assert!(!is_inside(path), "{path}");
        }
        for path in ["a.py", "a/b..py", "..a/b.py", "a/.github/b.py", "ä/ß.py"] {
            assert!(is_inside(path), "{path}");
        }
    }
}
