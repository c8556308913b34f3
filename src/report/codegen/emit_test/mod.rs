//! Writes a finding as a test of one side.
//!
//! The test expects the outcome of the other side, so the test fails as long as the two sides differ. Each language has
//! a module here, and whole programs have a module too.

mod case;
mod java;
mod java_parts;
mod programs;
mod python;

pub use case::TestTarget;

use crate::report::text::explain::Explanation;
use case::FunctionCase;
use mts_model::error::{Error, Result};

/// Returns the text of a test file. `target` is the side that the test checks.
///
/// # Errors
/// Returns a usage error if the tool cannot write the finding as a test. The error has the reason.
pub fn render(explained: &Explanation, target: TestTarget) -> Result<String> {
    let written = if explained.pair.program.is_some() {
        programs::file(explained, target)
    } else {
        FunctionCase::from_explanation(explained, target).and_then(|case| match target {
            TestTarget::Java => java::file(&case),
            TestTarget::Python => python::file(&case),
        })
    };
    written.map_err(|why| {
        let other = if target == TestTarget::Java { "python" } else { "java" };
        Error::usage(format!("cannot write a test for {}: {why}", explained.finding.id))
            .help(format!("a test of the other side may be possible: --emit-test {other}"))
    })
}
