//! Maps compiler errors to the user's file.
//!
//! The compiled text contains copies of the function and counters. So its line numbers differ from the line numbers of
//! the user's file.

use crate::job::PairJob;
use crate::stages::error::StageError;
use mts_model::error::Result;
use mts_model::{Reason, State};
use mts_workers::{JavaUnit, RunRequest, Runtime, SourceSegment};

/// Returns the reason why the Java side of a pair does not compile.
///
/// The reason is the failed build, if there is one. Otherwise, the reason is the first error in the user's file, with
/// its line. If no error is in the user's file, the reason is the error of the unit.
pub(crate) fn explain(
    job: &PairJob,
    unit: &JavaUnit,
    reported: &Reason,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<StageError> {
    let segments = vec![SourceSegment::Shared(job.java.text.clone())];
    let mut written = JavaUnit { segments, compile_separately: false, ..unit.clone() };
    written.entry.construct_only = true;
    let run_request = RunRequest { copy: 0, inputs: vec![(0, 1)], continue_after_failure: false };
    let answers = jvm.run(&written, &job.suite.inputs, &[run_request])?;
    let first =
        answers.into_iter().flat_map(|answer| answer.outcomes).find(|outcome| outcome.state == State::NotCompiled);
    let reason = first.map_or_else(|| reported.clone(), |outcome| outcome.reason);
    // The failed build may be the only reason: it may have failed to provide a library.
    let failed_build = job.java_context.failed_build.clone().map(StageError::from);
    Ok(failed_build.unwrap_or_else(|| stage_error(reason)))
}

fn stage_error(reason: Reason) -> StageError {
    match reason {
        Reason::MissingRequirement(requirement) => requirement.into(),
        other => {
            let text = other.to_string();
            let plain: Vec<&str> = text.split_whitespace().collect();
            format!("the Java side does not compile: {}", plain.join(" ")).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Requirement;
    use mts_model::report::SkipReason;

    #[test]
    fn an_error_has_one_line_and_a_jdk_that_is_too_old_is_a_missing_requirement() {
        let described = |reason: Reason| match stage_error(reason) {
            StageError::Skipped(SkipReason::Unmeasurable(why)) => why,
            StageError::Skipped(SkipReason::NotRun(_)) => "not run".to_owned(),
            StageError::Fatal(error) => error.to_string(),
        };
        let newer = Requirement::NewerJdk("openjdk 17.0.1".to_owned());
        assert_eq!(described(Reason::MissingRequirement(newer)), "not run");
        let plain = Reason::Diagnostic("';' expected  (line 3)".to_owned());
        assert_eq!(described(plain), "the Java side does not compile: ';' expected (line 3)");
    }
}
