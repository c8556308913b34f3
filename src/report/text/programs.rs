//! Counts the outcomes of whole programs as Ahmad et al. 2023 do.
//!
//! Table 4 of the paper has the outcomes of the tests, and Table 5 has the kinds of errors. The
//! module returns the numbers for any renderer, and renders the numbers as text.

use crate::report::format::count;
use mts_model::report::{ProgramEnding, ProgramReport, RunReport};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The number of programs for each outcome of their ports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// Programs with tests.
    pub programs: usize,
    /// Programs with a test that ends in a compile error or a runtime error.
    pub error: usize,
    /// Programs without an error and with a test that does not end.
    pub timeout: usize,
    /// Programs without an error or a timeout that print a wrong output.
    pub failure: usize,
    /// Programs for which every test prints the expected output.
    pub success: usize,
    /// Programs in `error` that do not compile (CE in the paper).
    pub compile: usize,
    /// The number of tests that end in a runtime error, by exception class.
    pub runtime: BTreeMap<String, u64>,
}

/// Counts the outcomes in a report. `None` means that the report has no programs.
#[must_use]
pub fn breakdown(report: &RunReport) -> Option<Breakdown> {
    let mut found = Breakdown::default();
    for program in report.pairs.iter().filter_map(|pair| pair.program.as_ref()) {
        found.programs += 1;
        let any = |wanted: ProgramEnding| program.endings.get(&wanted).is_some_and(|count| *count > 0);
        *if any(ProgramEnding::CompileError) || any(ProgramEnding::RuntimeError) {
            found.compile += usize::from(any(ProgramEnding::CompileError));
            &mut found.error
        } else if any(ProgramEnding::Timeout) {
            &mut found.timeout
        } else if any(ProgramEnding::Failure) {
            &mut found.failure
        } else {
            &mut found.success
        } += 1;
        for (class, count) in &program.runtime_errors {
            *found.runtime.entry(class.clone()).or_default() += count;
        }
    }
    (found.programs > 0).then_some(found)
}

/// Renders the outcomes as a few lines for people. Without programs, the text is empty.
#[must_use]
pub fn render(report: &RunReport) -> String {
    let Some(found) = breakdown(report) else { return String::new() };
    let mut out = format!(
        "{}: success {}, failure {}, timeout {}, error {}",
        count(found.programs, "program"),
        found.success,
        found.failure,
        found.timeout,
        found.error
    );
    if found.error > 0 {
        let share = |n: usize| 100.0 * n as f64 / found.programs as f64;
        let runtime = found.error - found.compile;
        _ = write!(out, " (compile {:.1} %, runtime {:.1} %)", share(found.compile), share(runtime));
    }
    for (class, count) in &found.runtime {
        _ = write!(out, "; {count} x {class}");
    }
    out.push('\n');
    out
}

/// Renders the outcomes of one program's tests in one line.
#[must_use]
pub fn line(program: &ProgramReport) -> String {
    let mut parts = Vec::new();
    for (ended, count) in program.endings.iter().filter(|(_, count)| **count > 0) {
        let classes: Vec<String> = program.runtime_errors.iter().map(|(class, n)| format!("{n} x {class}")).collect();
        let classes =
            if *ended == ProgramEnding::RuntimeError { format!(" ({})", classes.join(", ")) } else { String::new() };
        parts.push(format!("{count} {}{classes}", ended.word()));
    }
    let tests = usize::try_from(program.tests).unwrap_or(usize::MAX);
    format!("{}: {}", count(tests, "test"), parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    fn program(endings: &[(ProgramEnding, u64)], classes: &[(&str, u64)]) -> ProgramReport {
        ProgramReport {
            tests: endings.iter().map(|(_, count)| count).sum(),
            endings: endings.iter().copied().collect(),
            runtime_errors: classes.iter().map(|(class, n)| ((*class).to_owned(), *n)).collect(),
            ..ProgramReport::default()
        }
    }

    #[test]
    fn a_program_counts_once_by_its_worst_test() {
        let mut report = test_reports::passed();
        assert_eq!(render(&report), "", "there is no program");
        let pair = report.pairs[0].clone();
        let all = [
            program(&[(ProgramEnding::Success, 3)], &[]),
            program(&[(ProgramEnding::Success, 2), (ProgramEnding::Failure, 1)], &[]),
            program(&[(ProgramEnding::Failure, 1), (ProgramEnding::RuntimeError, 2)], &[("ValueError", 2)]),
            program(&[(ProgramEnding::CompileError, 3)], &[]),
            program(&[(ProgramEnding::Failure, 1), (ProgramEnding::Timeout, 1)], &[]),
        ];
        report.pairs =
            all.into_iter().map(|p| mts_model::report::PairReport { program: Some(p), ..pair.clone() }).collect();
        let text =
            "5 programs: success 1, failure 1, timeout 1, error 2 (compile 20.0 %, runtime 20.0 %); 2 x ValueError\n";
        assert_eq!(render(&report), text);
        let third = report.pairs[2].program.as_ref().expect("a program");
        assert_eq!(line(third), "3 tests: 1 failure, 2 runtime errors (2 x ValueError)");
    }
}
