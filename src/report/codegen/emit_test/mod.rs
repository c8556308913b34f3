//! A finding as a test of one side that fails as long as the sides differ: it asserts what the other
//! side gave. Owns what both languages' tests share; each has a file of its own,
//! and so have whole programs.

mod case;
mod java;
mod java_parts;
mod programs;
mod python;

pub use case::TestTarget;

use crate::report::text::explain::Explanation;
use case::FunctionCase;
use mts_model::error::{Error, Result};

/// The text of a test file.
///
/// # Errors
/// A usage error that says what of the finding cannot be tested.
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
        Error::usage(format!("no test can be written from {}: {why}", explained.finding.id))
            .help(format!("perhaps one can for the other side: --emit-test {other}"))
    })
}
