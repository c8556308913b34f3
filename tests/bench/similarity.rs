//! Runs the example of the manual's page on similarity.

use crate::support::mts_in;

/// Returns the code blocks of a language in a document.
fn blocks<'d>(document: &'d str, language: &str) -> Vec<&'d str> {
    let opening = format!("```{language}\n");
    document.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_example_of_the_manual_prints_the_documented_output() {
    let document = include_str!("../../docs/translation/metrics.md");
    let folder = tempfile::tempdir().expect("a folder");
    let python = blocks(document, "python");
    assert_eq!(python.len(), 2);
    for (name, text) in ["steps.py", "port.py"].iter().zip(python) {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let command = blocks(document, "console")[0].trim().trim_start_matches("$ cargo ");
    let ran = mts_in(folder.path(), &command.split(' ').collect::<Vec<_>>());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.stdout, blocks(document, "text")[0]);
}
