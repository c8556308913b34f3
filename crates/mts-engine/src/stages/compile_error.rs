//! Maps compiler errors to the user's file.
//!
//! The compiled text contains copies of the function and counters, so that its line numbers would
//! mislead.

use crate::job::PairJob;
use crate::stages::error::StageError;
use mts_model::error::Result;
use mts_model::{Reason, Requirement, State};
use mts_workers::{JavaUnit, RunRequest, Runtime, SourceSegment};

/// The words of `javac` for syntax that needs a newer JDK.
const PREVIEW: &str = "preview feature";
/// The words of `javac` for a class file that needs a newer JDK. `javac` has no code for this error.
const WRONG_VERSION: &str = "class file has wrong version";

/// Returns the reason why the Java side of a pair does not compile.
///
/// It is the first error of the user's file, with its line. If there is none, it is the error of
/// the unit.
pub(crate) fn explain(
    job: &PairJob,
    unit: &JavaUnit,
    reported: &Reason,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<StageError> {
    let segments = vec![SourceSegment::Shared(job.java.text.clone())];
    let mut written = JavaUnit { segments, compile_separately: false, ..unit.clone() };
    written.entry.construct_only = true;
    let run_request = RunRequest { variant: 0, inputs: vec![(0, 1)], continue_after_failure: false };
    let answers = jvm.run(&written, &job.suite.inputs, &[run_request])?;
    let first =
        answers.into_iter().flat_map(|answer| answer.outcomes).find(|outcome| outcome.state == State::NotCompiled);
    let reason = first.map_or_else(|| reported.clone(), |outcome| outcome.reason);
    // Perhaps a library of the failed build is missing, and nothing else.
    let failed_build = job.java_context.failed_build.clone().map(StageError::from);
    Ok(failed_build.unwrap_or_else(|| stage_error(&reason.to_string(), &jvm.version())))
}

fn stage_error(reason: &str, version: &str) -> StageError {
    let plain = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    match plain.contains(PREVIEW) || plain.contains(WRONG_VERSION) {
        true => Requirement::NewerJdk(version.to_owned()).into(),
        false => format!("the Java side does not compile: {plain}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::report::SkipReason;

    #[test]
    fn an_error_stands_in_one_line_and_a_jdk_that_is_too_old_is_a_missing_requirement() {
        let described = |reason: &str| match stage_error(reason, "openjdk 17.0.1") {
            StageError::Skipped(SkipReason::Unmeasurable(why)) => why,
            StageError::Skipped(SkipReason::NotRun(_)) => "not run".to_owned(),
            StageError::Fatal(error) => error.to_string(),
        };
        let preview = "patterns in switch statements are a preview feature and are disabled by default.   (use \
                       --enable-preview to enable patterns in switch statements) (line 13)";
        assert_eq!(described(preview), "not run");
        let newer =
            "cannot access Far bad class file: far.jar(Far.class) class file has wrong version 69.0, should be 61.0";
        assert_eq!(described(newer), "not run");
        assert_eq!(described("';' expected  (line 3)"), "the Java side does not compile: ';' expected (line 3)");
    }
}
