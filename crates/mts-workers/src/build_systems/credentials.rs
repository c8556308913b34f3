//! Reads the credentials of build tools from the user's home folder.
//!
//! A build needs these files, so a pull request can read them through its own build. The caller
//! removes the values from all results.

use super::pom;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use std::path::Path;

/// The files of Maven, below the home folder.
const MAVEN: [&str; 2] = [".m2/settings.xml", ".m2/settings-security.xml"];
/// The elements of these files that can contain a secret.
const ELEMENTS: [&str; 4] = ["password", "passphrase", "master", "value"];
/// The file of Gradle, below the home folder. Its lines have the form `name=value`.
const GRADLE: &str = ".gradle/gradle.properties";

/// Returns the credentials of Maven and Gradle in a home folder.
///
/// A file that is missing or invalid has no credentials.
#[must_use]
pub fn credentials(home: &Path) -> Vec<String> {
    let read = |file: &str| read_text(home.join(file), DATA_BYTES).unwrap_or_default();
    let mut found: Vec<String> = MAVEN.iter().flat_map(|file| pom::texts_of(&read(file), &ELEMENTS)).collect();
    for line in read(GRADLE).lines() {
        let (name, value) = line.trim().split_once(['=', ':', ' ', '\t']).unwrap_or_default();
        // Entries that do not start with `org.gradle.` belong to the user. Their values may be names and passwords of
        // servers.
        if !name.starts_with(['#', '!']) && !name.trim().starts_with("org.gradle.") {
            found.push(value.trim_start_matches(['=', ':', ' ', '\t']).to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_maven_and_entries_of_gradle_are_credentials() {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(home.path().join(".m2")).expect("made");
        std::fs::create_dir_all(home.path().join(".gradle")).expect("made");
        assert_eq!(credentials(home.path()), [""; 0]);
        let settings = "<settings><servers><server><id>x</id><username>me</username>\
                        <password>s3cret&amp;of-maven</password></server></servers></settings>";
        std::fs::write(home.path().join(MAVEN[0]), settings).expect("written");
        std::fs::write(home.path().join(GRADLE), "org.gradle.daemon=false\nnexusPwd : s3cret-of-gradle\n")
            .expect("written");
        assert_eq!(credentials(home.path()), ["s3cret&of-maven", "s3cret-of-gradle"]);
    }
}
