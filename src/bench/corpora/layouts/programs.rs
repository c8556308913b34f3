//! Makes rows of pairs of whole programs with their tests, for all layouts.
//!
//! A pair is a class with `main(String[])` and a script. `bench::corpus_jobs` makes the jobs.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::layouts::paired_texts;
use crate::bench::corpora::layouts::paired_texts::Loaded;
use mts_generate::inputs::program_cases::{self, LARGEST, ProgramTest};
use mts_model::error::Result;
use mts_model::{JavaType, Language};
use std::collections::BTreeMap;
use std::path::Path;

/// The texts of a pair of programs, as a layout gives them.
pub(crate) struct ProgramSources {
    /// The unique name of the pair.
    pub id: String,
    /// The text of a whole Java compilation unit.
    pub java: String,
    /// The text of a whole Python script.
    pub python: String,
    /// The tests in the order of execution.
    pub tests: Vec<ProgramTest>,
}

/// Returns the row of a pair of programs, or the reason to skip the pair.
pub(crate) fn row(found: ProgramSources) -> std::result::Result<CorpusRow, String> {
    let ProgramSources { id, java, python, tests } = found;
    let file = paired_texts::parse("Program.java", &java, Language::Java)?;
    let main = file.functions.iter().find(|function| function.is_entry_point());
    let main = main.ok_or("no class has a `static void main(String[])`")?;
    if let Some(why) = &main.broken {
        return Err(why.clone());
    }
    if tests.is_empty() {
        return Err("the program has no tests".to_owned());
    }
    let all = format!("{id}\0{java}\0{python}\0{tests:?}");
    Ok(CorpusRow {
        digest: blake3::hash(all.as_bytes()).to_hex()[..32].to_owned(),
        java_class: main.scope.join("."),
        java_method: main.name.clone(),
        java_return: JavaType::Void,
        java_params: vec![JavaType::String.array_of()],
        python_function: "__main__".to_owned(),
        inputs: Vec::new(),
        ok_java: true,
        ok_python: true,
        agree: None,
        id,
        java,
        python,
        tests,
    })
}

/// Reports whether a folder has the layout of Pan et al. (Lost in Translation, 2024).
///
/// AVATAR's programs have this layout in that paper's data.
pub(crate) fn is_by_language(folder: &Path) -> bool {
    folder.join("Java/Code").is_dir() && folder.join("Python/Code").is_dir()
}

/// Loads `java/NAME.java` with `python/NAME.py` and the tests below `tests/NAME`.
///
/// # Errors
/// Returns an error with exit code 3 if a file cannot be read.
pub(crate) fn load(folder: &Path) -> Result<Loaded> {
    pairs(folder, ["java", "python"], |id| program_cases::below(&folder.join("tests").join(id)))
}

/// Loads `Java/Code/NAME.java` with `Python/Code/NAME.py`.
///
/// The tests are the files `NAME_N.in` and `NAME_N.out` in `Java/TestCases`.
///
/// # Errors
/// Returns an error with exit code 3 if a file cannot be read.
pub(crate) fn load_by_language(folder: &Path) -> Result<Loaded> {
    let place = folder.join("Java/TestCases");
    let files = if place.is_dir() { paired_texts::files(&place)? } else { Vec::new() };
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let (mut names, mut large) = (Vec::new(), BTreeMap::new());
    for file in &files {
        let Some(name) = file.file_name().and_then(|name| name.to_str()) else { continue };
        let length = std::fs::metadata(file).map_or(0, |data| data.len());
        if length > LARGEST as u64 {
            let what = format!("the file `{name}` has {length} bytes; a test file may have at most {LARGEST} bytes");
            large.insert(stem(name), what);
        }
        names.push(name.to_owned());
    }
    names.retain(|name| !large.contains_key(&stem(name)));
    let tests = |id: &str| {
        let is_own = |name: &&String| {
            let number = name.strip_prefix(id).and_then(|rest| rest.strip_prefix('_')?.rsplit_once('.'));
            number.is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let own: Vec<String> = names.iter().filter(is_own).cloned().collect();
        program_cases::tests(&own, |name| std::fs::read_to_string(place.join(name)).map_err(|error| error.to_string()))
    };
    let mut loaded = pairs(folder, ["Java/Code", "Python/Code"], tests)?;
    loaded.skipped.extend(large.into_iter().map(|(name, why)| (format!("test {name}"), why)));
    Ok(loaded)
}

/// Loads every Java file with the script of the same name.
fn pairs(
    folder: &Path,
    [java, python]: [&str; 2],
    tests: impl Fn(&str) -> std::result::Result<Vec<ProgramTest>, String>,
) -> Result<Loaded> {
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for file in paired_texts::files(&folder.join(java))? {
        let Some(id) = file.file_name().and_then(|name| name.to_str()?.strip_suffix(".java")) else { continue };
        let beside = folder.join(python).join(format!("{id}.py"));
        if !beside.is_file() {
            skipped.push((id.to_owned(), "there is no Python script of this name".to_owned()));
            continue;
        }
        let (java, python) = (paired_texts::text(&file)?, paired_texts::text(&beside)?);
        let found = |tests| ProgramSources { id: id.to_owned(), java, python, tests };
        match tests(id).and_then(|tests| row(found(tests))) {
            Ok(row) => rows.push(row),
            Err(why) => skipped.push((id.to_owned(), why)),
        }
    }
    Ok(Loaded { rows, skipped })
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAVA: &str = "public class Sum {\n  public static void main(String[] args) { System.out.println(1); }\n}\n";

    #[test]
    fn programs_by_language_have_the_tests_that_are_numbered_after_their_names() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("Java/Code/a_1.java", JAVA),
            ("Python/Code/a_1.py", "print(1)\n"),
            ("Java/TestCases/a_1_0.in", "2\n"),
            ("Java/TestCases/a_1_0.out", "1\n"),
            ("Java/TestCases/a_1_12.in", "3\n"),
            ("Java/TestCases/a_10_0.in", "4\n"),
            ("Java/TestCases/a_1_b_0.in", "5\n"),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("in one")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        let tests: Vec<(&str, bool)> =
            loaded.rows[0].tests.iter().map(|test| (test.name.as_str(), test.stdout.is_some())).collect();
        assert_eq!((loaded.rows.len(), tests), (1, vec![("a_1_0", true), ("a_1_12", false)]));
    }

    #[test]
    fn programs_in_two_folders_have_their_tests_in_a_third() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("java/Sum.java", JAVA),
            ("python/Sum.py", "print(1)\n"),
            ("tests/Sum/in/1.txt", "2\n"),
            ("tests/Sum/out/1.txt", "1\n"),
            ("java/None.java", "class None { static int f() { return 1; } }"),
            ("python/None.py", "print(1)\n"),
            ("java/Bare.java", JAVA),
            ("python/Bare.py", "print(1)\n"),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("in one")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        let row = &loaded.rows[0];
        assert_eq!((loaded.rows.len(), row.id.as_str(), row.java_class.as_str()), (1, "Sum", "Sum"));
        let test = ProgramTest { name: "1".into(), stdin: "2\n".into(), stdout: Some("1\n".into()) };
        assert_eq!((row.is_program(), &row.tests), (true, &vec![test]));
        let why = |at: usize| loaded.skipped[at].1.as_str();
        assert_eq!((why(0), why(1)), ("the program has no tests", "no class has a `static void main(String[])`"));
    }
}
