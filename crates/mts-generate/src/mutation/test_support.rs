//! Helpers for the tests of the operators.

use super::{MutationOptions, mutants};
use mts_lang::SourceFile;
use mts_model::OperatorProfile;
use mts_model::{Language, Mutant, Operator, span};

/// Returns the mutants of the first function of a file.
pub(super) fn of_file(text: &str, operators: &[Operator], profile: OperatorProfile) -> (SourceFile, Vec<Mutant>) {
    let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).unwrap();
    let function = file.functions[0].clone();
    assert_eq!(function.broken, None, "{text}");
    let tree = file.lower(&function).unwrap();
    let options = MutationOptions { profile, operators: operators.to_vec() };
    let made = mutants(&file, &function, &tree, "key", &options);
    (file, made)
}

/// Returns the bodies of one operator's mutants.
///
/// The bodies have normalized white space and no outer braces.
pub(super) fn bodies(method: &str, operator: Operator, profile: OperatorProfile) -> Vec<String> {
    let (file, made) = of_file(&format!("class A {{ int field; {method} }}"), &[operator], profile);
    let body = file.functions[0].body;
    made.iter()
        .map(|mutant| {
            let text = span::apply(&file.text, &mutant.edits).unwrap();
            let inside = &text[body.start + 1..text.len() - (file.text.len() - body.end) - 1];
            inside.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Returns [`bodies`] in profile `Default`.
pub(super) fn plain(method: &str, operator: Operator) -> Vec<String> {
    bodies(method, operator, OperatorProfile::Default)
}

/// Returns [`bodies`] in profile `MuJava`.
pub(super) fn mujava(method: &str, operator: Operator) -> Vec<String> {
    bodies(method, operator, OperatorProfile::MuJava)
}
