//! Maps compiler errors to the user's file.
//!
//! The compiled text contains copies of the function and counters, so that its line numbers would
//! mislead.

use crate::job::PairJob;
use mts_model::error::Result;
use mts_model::{Reason, State};
use mts_workers::{JavaUnit, Piece, RunRequest, Runtime};

/// The words of `javac` for syntax that needs a newer JDK.
const PREVIEW: &str = "preview feature";

/// Returns the first error of the user's file, with its line. If there is none, returns the error
/// of the unit.
pub(crate) fn explain(
    job: &PairJob,
    unit: &JavaUnit,
    reported: &Reason,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<String> {
    let pieces = vec![Piece::Shared(job.java.text.clone())];
    let mut written = JavaUnit { pieces, compile_separately: false, ..unit.clone() };
    written.entry.construct_only = true;
    let order = RunRequest { variant: 0, inputs: vec![(0, 1)], continue_after_failure: false };
    let answers = jvm.run(&written, &job.suite.inputs, &[order])?;
    let first =
        answers.into_iter().flat_map(|answer| answer.outcomes).find(|outcome| outcome.state == State::NotCompiled);
    let reason = first.map_or_else(|| reported.clone(), |outcome| outcome.reason);
    Ok(describe(&reason.to_string(), &jvm.version()))
}

fn describe(reason: &str, version: &str) -> String {
    let plain = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.contains(PREVIEW) { format!("{plain}; {version} is too old for this syntax") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn an_error_stands_in_one_line_and_tells_of_a_jdk_that_is_too_old() {
        let reason = "patterns in switch statements are a preview feature and are disabled by default.   (use \
                    --enable-preview to enable patterns in switch statements) (line 13)";
        let wanted = "patterns in switch statements are a preview feature and are disabled by default. (use \
                      --enable-preview to enable patterns in switch statements) (line 13); openjdk 17.0.1 is too old for this syntax";
        assert_eq!(describe(reason, "openjdk 17.0.1"), wanted);
        assert_eq!(describe("';' expected  (line 3)", "openjdk 17.0.1"), "';' expected (line 3)");
    }
}
