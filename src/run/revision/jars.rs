//! Finds jars (libraries) beside Java sources that no build file names.
//!
//! This module reads only the names inside a jar and runs nothing.

use crate::config::{Root, is_below};
use mts_model::bounded_text::read_bytes;
use mts_workers::build_systems::{self, parent};
use std::collections::BTreeSet;
use std::path::Path;

/// The highest size of a jar that the tool reads, in bytes. A larger jar counts as a library.
const MOST_BYTES: u64 = 64 << 20;

/// The signature of an entry in a jar's directory, and two offsets in the entry.
///
/// The offsets are the position of the length of the name, and the position of the name.
const ENTRY: ([u8; 4], usize, usize) = (*b"PK\x01\x02", 28, 46);

/// Returns the libraries of a root without a build file and without a class path.
///
/// The libraries are the jars of the nearest folder around the sources that contains jars. A jar
/// with classes of these sources is the project's own output, so it is not a library.
#[must_use]
pub fn discover(folder: &Path, root: &Root, paths: &BTreeSet<String>) -> Vec<String> {
    let java = if root.java == "." { "" } else { root.java.trim_end_matches('/') };
    if !root.classpath.is_empty() || is_built(java, paths) {
        return Vec::new();
    }
    let all: Vec<&String> = paths.iter().filter(|path| is_library(path)).collect();
    let around = std::iter::successors(Some(java), |at| (!at.is_empty()).then(|| parent(at)));
    let below = |around: &str| all.iter().filter(|path| is_below(path, around)).copied().cloned().collect::<Vec<_>>();
    let found = around.map(below).find(|jars| !jars.is_empty()).unwrap_or_default();
    let own: BTreeSet<String> = paths.iter().filter_map(|path| class_file(path, java)).collect();
    let holds_own = |jar: Vec<u8>| names(&jar).any(|name| own.contains(name));
    let is_own = |jar: &String| read_bytes(folder.join(jar), MOST_BYTES).is_ok_and(holds_own);
    found.into_iter().filter(|jar| !is_own(jar)).collect()
}

/// Reports whether the folder or a folder above it contains a build file.
fn is_built(folder: &str, paths: &BTreeSet<String>) -> bool {
    paths.iter().any(|path| build_systems::is_build_file(path) && is_below(&format!("{folder}/"), parent(path)))
}

/// Reports whether a path is a library jar. Jars of build tools, sources and tests are not
/// libraries.
fn is_library(path: &str) -> bool {
    let is_test = path.split('/').any(|part| matches!(part, "test" | "tests" | "testdata"));
    let is_other = ["-wrapper.jar", "-sources.jar", "-javadoc.jar"].iter().any(|end| path.ends_with(end));
    path.ends_with(".jar") && !is_test && !is_other
}

/// Returns the name, inside a jar, of the class of a source file.
fn class_file(path: &str, root: &str) -> Option<String> {
    let inner = if root.is_empty() { path } else { path.strip_prefix(root)?.strip_prefix('/')? };
    Some(format!("{}.class", inner.strip_suffix(".java")?))
}

/// Returns the name of each entry in the central directory of a jar.
fn names(jar: &[u8]) -> impl Iterator<Item = &str> {
    let (signature, length, name) = ENTRY;
    jar.windows(signature.len()).enumerate().filter(move |(_, window)| *window == signature).filter_map(
        move |(at, _)| {
            let length = jar.get(at + length..)?.first_chunk::<2>()?;
            std::str::from_utf8(jar.get(at + name..)?.get(..usize::from(u16::from_le_bytes(*length)))?).ok()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the directory of a jar with one entry.
    fn jar(name: &str) -> Vec<u8> {
        let mut bytes = [ENTRY.0.as_slice(), &[0; 42]].concat();
        bytes[28] = u8::try_from(name.len()).expect("short");
        [&bytes, name.as_bytes()].concat()
    }

    fn found(root: &str, more: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [
            ("a/src/acme/A.java", Vec::new()),
            ("a/lib/json.jar", jar("org/json/Json.class")),
            ("a/lib/more/text.jar", jar("org/text/Text.class")),
            ("a/lib/acme.jar", jar("acme/A.class")),
            ("a/lib/json-sources.jar", Vec::new()),
            ("a/gradle/wrapper/gradle-wrapper.jar", Vec::new()),
            ("a/test/data.jar", Vec::new()),
            ("b/lib/other.jar", Vec::new()),
        ];
        let mut paths: BTreeSet<String> = more.iter().map(|path| (*path).to_owned()).collect();
        for (path, bytes) in files {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, bytes).expect("written");
            paths.insert(path.to_owned());
        }
        discover(folder.path(), &Root { java: root.to_owned(), ..Root::default() }, &paths)
    }

    #[test]
    fn the_nearest_jars_are_libraries_unless_they_have_the_projects_own_classes() {
        assert_eq!(found("a/src", &[]), ["a/lib/json.jar", "a/lib/more/text.jar"]);
        assert_eq!(found("b/src", &[]), ["b/lib/other.jar"]);
    }

    #[test]
    fn jars_are_not_searched_in_a_project_with_a_build_file() {
        assert_eq!(found("a/src", &["b/pom.xml"]).len(), 2);
        for file in ["pom.xml", "a/build.gradle", "a/src/pom.xml"] {
            assert_eq!(found("a/src", &[file]), Vec::<String>::new(), "{file}");
        }
    }
}
