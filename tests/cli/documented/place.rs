//! Builds the folders that the documents assume. These folders are a folder with files and corpora,
//! a repository with a port, and this repository after a run. Each command gets a copy.

use crate::support::documents::documents;
use crate::support::{Fixture, copy, mts_with};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The folders that the documents assume.
pub struct Places {
    files: Fixture,
    repository: Fixture,
    /// The repository after a run, with the ids of its findings. The first use creates it.
    reported: OnceLock<(Fixture, Vec<String>, Vec<String>)>,
    /// The folder with programs, by the names in the documents.
    programs: TempDir,
}

/// A copy of one of the folders.
pub struct Place {
    folder: TempDir,
    variables: Vec<(&'static str, String)>,
    /// The ids of the findings of its report.
    ids: Vec<String>,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(name)
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("written");
    encoder.finish().expect("finished")
}

/// Returns a code block of a document that contains the words `about`.
fn block(document: &str, language: &str, about: &str) -> String {
    let found = documents().into_iter().find(|known| known.path == document).expect("a document");
    let mut blocks = found.blocks(language).into_iter().filter(|text| text.contains(about));
    blocks.next().unwrap_or_else(|| panic!("{document} has no block with `{about}`"))
}

/// Builds the folder with files, corpora and translators. Scripts and configuration files that the
/// manual shows come from the manual.
fn files() -> Fixture {
    let made = Fixture::empty();
    std::fs::remove_dir_all(made.path().join(".git")).expect("removed");
    for group in ["corpora", "sources", "translators"] {
        copy(&fixture("documented/files").join(group), made.path());
    }
    let text = |name: &str| std::fs::read_to_string(fixture(name)).expect("readable");
    let (pairs, theirs) = (text("documented/files/corpora/pairs.jsonl"), text("documented/files/corpora/theirs.jsonl"));
    made.write("pairs.jsonl.gz", gzipped(&pairs)).write("theirs.jsonl.gz", gzipped(&theirs));
    let mut full = String::new();
    for at in 0..1200 {
        let verdict = if at % 3 == 0 { "killed" } else { "survived" };
        let (id, operator) = (["A", "B"][at / 600], ["AORB", "ROR"][at % 2]);
        let _ = writeln!(
            full,
            r#"{{"translator": "mirror", "id": "{id}", "mutant": "M{at}", "operator": "{operator}", "verdict": "{verdict}"}}"#
        );
    }
    made.write("full.jsonl", full);
    made.write("src/main/java/acme/Sums.java", text("cases/corpus/translate.in/Sums.java"));
    // The two files are those of the repository's last commit. A single Java file has no package
    // line.
    let (java, python_port) = (
        text("documented/repository/after/java/acme/Money.java"),
        text("documented/repository/after/python/acme/money.py"),
    );
    made.write("Money.java", java.replacen("package acme;\n\n", "", 1)).write("acme/Money.java", java);
    made.write("money.py", &python_port).write("acme/money.py", python_port);
    let (right, wrong) = (
        block("docs/translation/metrics.md", "python", "n // 2"),
        block("docs/translation/metrics.md", "python", "n / 2"),
    );
    made.write("steps.py", &right).write("reference.py", right);
    made.write("port.py", &wrong).write("candidate.py", wrong);
    made.write("transpile.py", block("docs/translation/translators.md", "python", "sys.stdin.read()"));
    made.write("many.py", block("docs/translation/translators.md", "python", "for line in sys.stdin"));
    made.write("j2py.yml", block("docs/translation/translators.md", "yaml", "java2python/bin/j2py"));
    made.write("many_j2py.yml", block("docs/translation/translators.md", "yaml", "many_j2py.py"));
    // The manual's own script needs Python 2 and a package that is not installed.
    made.write("many_j2py.py", text("documented/files/translators/translate_many.py"));
    python(&made.path().join("venv/bin/python"));
    made
}

/// Writes a Python interpreter with another name.
fn python(place: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::create_dir_all(place.parent().expect("a folder")).expect("folders");
    std::fs::write(place, "#!/bin/sh\nexec python3 \"$@\"\n").expect("written");
    std::fs::set_permissions(place, std::fs::Permissions::from_mode(0o755)).expect("set");
}

/// Builds a repository with a port at v1.4 and v1.5. The tag v1.4 is `origin/main`; v1.5 changes
/// one pair and makes its port wrong.
fn repository() -> Fixture {
    let made = Fixture::empty();
    copy(&fixture("documented/repository/before"), made.path());
    for name in ["model.py", "model.yml"] {
        made.write(name, std::fs::read(fixture("documented/files/translators").join(name)).expect("readable"));
    }
    let before = made.commit("before");
    copy(&fixture("documented/repository/after"), made.path());
    let after = made.commit("after");
    let own = git2::Repository::open(made.path()).expect("opens");
    let names = [("refs/tags/v1.4", &before), ("refs/remotes/origin/main", &before), ("refs/tags/v1.5", &after)];
    for (name, commit) in names {
        own.reference(name, git2::Oid::from_str(commit).expect("an id"), true, "").expect("written");
    }
    made
}

impl Places {
    pub fn make() -> Self {
        let programs = TempDir::new().expect("a folder");
        python(&programs.path().join("python2.7"));
        Self { files: files(), repository: repository(), reported: OnceLock::new(), programs }
    }

    /// Returns a copy of the folder that a command needs.
    pub fn copy_for(&self, command: &[String]) -> Place {
        let is = |word: &str| command[0] == word;
        let has_corpus = command.iter().any(|word| word.starts_with("pairs.jsonl"));
        if has_corpus || ["check", "bench", "fragments", "metrics", "translate"].into_iter().any(is) {
            return self.copied(&self.files, Vec::new());
        }
        if ["explain", "fix", "accept", "merge"].into_iter().any(is) {
            let (reported, ids, fixable) = self.reported.get_or_init(|| self.report());
            return self.copied(reported, if is("fix") { fixable.clone() } else { ids.clone() });
        }
        let place = self.copied(&self.repository, Vec::new());
        // The command `init` writes this file.
        if is("init") && command.len() == 1 {
            std::fs::remove_file(place.path().join("mts.yml")).expect("removed");
        }
        place
    }

    fn copied(&self, from: &Fixture, ids: Vec<String>) -> Place {
        let folder = TempDir::new().expect("a folder");
        for (from, name) in [(from, "here"), (&self.repository, "a-port")] {
            std::fs::create_dir(folder.path().join(name)).expect("made");
            copy(from.path(), &folder.path().join(name));
        }
        Place { folder, variables: self.variables(), ids }
    }

    fn variables(&self) -> Vec<(&'static str, String)> {
        let own = Path::new(env!("CARGO_BIN_EXE_cargo-mts")).parent().expect("a folder");
        let path = std::env::var("PATH").expect("a path");
        let path = format!("{}:{}:{path}", self.programs.path().display(), own.display());
        // Only these tests use this cache.
        vec![("PATH", path), ("XDG_CACHE_HOME", format!("{}/documented", env!("CARGO_TARGET_TMPDIR")))]
    }

    /// Returns the repository after a run, and the ids of all and of fixable findings.
    ///
    /// The repository also has the run as a download, a run in shards, and the acceptance of two findings.
    fn report(&self) -> (Fixture, Vec<String>, Vec<String>) {
        let reported = repository();
        let variables = self.variables();
        let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let run = |arguments: &[&str]| mts_with(reported.path(), arguments, &variables);
        let ran = run(&["run", "--all"]);
        let pairs = ran.report()["pairs"].as_array().expect("pairs").clone();
        let findings = pairs.iter().flat_map(|pair| pair["findings"].as_array().expect("a list"));
        let id = |finding: &Json| finding["id"].as_str().expect("an id").to_owned();
        let fixable = findings.clone().filter(|finding| finding["diagnosis"]["fix"].is_object()).map(id).collect();
        let ids: Vec<String> = findings.map(id).collect();
        reported.write("downloaded/report.json", ran.report().to_string());
        for part in ["1", "2", "3"] {
            let out = format!("parts/{part}");
            let ran = run(&["run", "--all", "--shard", &format!("{part}/3"), "--out", &out]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
        }
        let ran = run(&["accept", &ids[0], &ids[1], "--reason", "as it was in Java"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        // The command `fix` needs a clean working tree.
        reported.commit("accepted");
        (reported, ids, fixable)
    }
}

impl Place {
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("here")
    }

    pub fn variables(&self) -> Vec<(&str, &str)> {
        self.variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }

    pub fn write(&self, name: &str, text: &str) {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        std::fs::write(file, text).expect("written");
    }

    /// Returns the command with the ids of this copy's findings.
    ///
    /// These ids replace the ids in the document.
    pub fn with_its_ids(&self, command: &[String]) -> Vec<String> {
        let mut own = self.ids.iter();
        let is_id = |word: &&String| {
            let digits = word.strip_prefix("MTS-").unwrap_or(word);
            (4..=12).contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_hexdigit())
        };
        command.iter().map(|word| Some(word).filter(is_id).and_then(|_| own.next()).unwrap_or(word).clone()).collect()
    }
}
