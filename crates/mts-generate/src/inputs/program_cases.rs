//! Tests of whole programs as files: standard input and expected output.
//!
//! This module knows two layouts: `in/NAME` with `out/NAME` (AVATAR, AtCoder), and `NAME.in` with `NAME.out` or
//! `NAME.ans`. In the first layout, the two files may have different extensions. If a test has no output file, the
//! Java program is the oracle.

use mts_model::bounded_text::{DATA_BYTES, read_text};
use std::collections::BTreeSet;
use std::path::Path;

/// Largest size of a test's input or output in bytes.
pub const LARGEST: usize = 1 << 20;

/// A test of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramTest {
    /// The path below the folder of the tests, without `in/` and the file extension.
    ///
    /// A test from a suite file has the path of the suite file and its position there, such as `sum.json[0]`.
    pub name: String,
    /// Standard input.
    pub stdin: String,
    /// Expected output; `None` if Java is the oracle.
    pub stdout: Option<String>,
}

/// Pairs input and output files, in order of name.
///
/// `paths` are relative to the folder, with `/`; `read` returns the text of a file.
///
/// # Errors
///
/// Returns an error with the file if a file cannot be a test or an output has no input.
pub fn tests(
    paths: &[String],
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Vec<ProgramTest>, String> {
    let all: BTreeSet<&str> = paths.iter().map(String::as_str).collect();
    let mut text = |path: &str| match read(path) {
        Ok(text) if text.len() > LARGEST => {
            Err(format!("`{path}` has {} bytes; a test file may have at most {LARGEST} bytes", text.len()))
        }
        other => other.map_err(|why| format!("`{path}`: {why}")),
    };
    let (mut found, mut used) = (Vec::new(), BTreeSet::new());
    for path in &all {
        let Some((name, outputs)) = input(path) else { continue };
        let output = outputs.iter().find(|output| all.contains(output.as_str()));
        used.extend(output.cloned());
        let stdout = output.map(|output| text(output)).transpose()?;
        found.push(ProgramTest { name, stdin: text(path)?, stdout });
    }
    if let Some(stray) = all.iter().find(|path| is_output(path) && !used.contains(**path)) {
        return Err(format!("`{stray}` is an output without an input: add the input, or delete the output"));
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Returns the tests in a folder; none if the folder does not exist.
///
/// # Errors
///
/// Returns an error in the same cases as [`tests`].
pub fn below(folder: &Path) -> Result<Vec<ProgramTest>, String> {
    let found = ignore::WalkBuilder::new(folder).standard_filters(false).sort_by_file_name(Ord::cmp).build();
    let relative = |path: &Path| path.strip_prefix(folder).ok()?.to_str().map(|path| path.replace('\\', "/"));
    let files = found.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let names: Vec<String> = files.filter_map(|entry| relative(entry.path())).collect();
    let read = |path: &str| read_text(folder.join(path), DATA_BYTES).map_err(|error| error.to_string());
    tests(&names, read)
}

/// Returns the name of a test, and the possible paths of its output.
///
/// The function derives both from the path of the input file.
fn input(path: &str) -> Option<(String, Vec<String>)> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    if let Some(parent) = folder.strip_suffix("in").filter(|parent| parent.is_empty() || parent.ends_with('/')) {
        let name = format!("{parent}{}", stem(file));
        let endings = ["", ".txt", ".out", ".ans"].map(|ending| format!("{parent}out/{}{ending}", stem(file)));
        return Some((name, std::iter::once(format!("{parent}out/{file}")).chain(endings).collect()));
    }
    let name = path.strip_suffix(".in")?;
    Some((name.to_owned(), vec![format!("{name}.out"), format!("{name}.ans")]))
}

fn is_output(path: &str) -> bool {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    folder == "out" || folder.ends_with("/out") || path.ends_with(".out") || path.ends_with(".ans")
}

#[cfg(test)]
mod unit {
    use super::*;

    fn found(paths: &[&str]) -> Result<Vec<(String, Option<String>)>, String> {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        let tests = tests(&paths, |path| Ok(format!("<{path}>")))?;
        Ok(tests.into_iter().map(|test| (format!("{} {}", test.name, test.stdin), test.stdout)).collect())
    }

    fn one(name: &str, output: Option<&str>) -> (String, Option<String>) {
        (name.to_owned(), output.map(str::to_owned))
    }

    #[test]
    fn inputs_are_in_a_folder_next_to_the_output_folder_or_next_to_their_outputs() {
        let folders = found(&["in/b.txt", "in/a.txt", "out/a.txt", "notes.md"]);
        assert_eq!(folders, Ok(vec![one("a <in/a.txt>", Some("<out/a.txt>")), one("b <in/b.txt>", None)]));
        let beside = found(&["x/1.in", "x/1.ans", "2.in", "2.out"]);
        assert_eq!(beside, Ok(vec![one("2 <2.in>", Some("<2.out>")), one("x/1 <x/1.in>", Some("<x/1.ans>"))]));
        assert_eq!(found(&["in/1.in", "out/1.out"]), Ok(vec![one("1 <in/1.in>", Some("<out/1.out>"))]));
    }

    #[test]
    fn an_output_without_an_input_and_a_file_that_is_too_large_are_errors() {
        assert_eq!(
            found(&["in/a.txt", "out/b.txt"]),
            Err("`out/b.txt` is an output without an input: add the input, or delete the output".to_owned())
        );
        let flood = tests(&["a.in".to_owned()], |_| Ok("x".repeat(LARGEST + 1)));
        assert!(flood.is_err_and(|why| why.contains("a.in")));
        assert_eq!(found(&["main/a.txt"]), Ok(vec![]), "`main` is not `in`");
    }
}
